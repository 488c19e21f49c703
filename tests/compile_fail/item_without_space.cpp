// SPDX-License-Identifier: MIT
#include <twill/random.hpp>
#include <twill/twill.hpp>

// expect first: say where it runs with evaluate<twill::device_space>(x) or
// evaluate<twill::host_space>(x)

namespace tw = twill;

float average() {
    auto const x = mean(tw::random::uniform(tw::random::key(1), tw::extents(5)));
#ifdef TWILL_MUST_FAIL
    return tw::item(x);
#else
    return tw::item(tw::evaluate<tw::host_space>(x));
#endif
}
