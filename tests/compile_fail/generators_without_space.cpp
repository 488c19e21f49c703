// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: say where it runs with evaluate<twill::device_space>(x)
// expect never: incomplete type

namespace tw = twill;

auto extremes() {
    auto const x = tw::linspace(0.0, 1.0, 5);
#ifdef TWILL_MUST_FAIL
    return tw::evaluate(min(x * x), max(x));
#else
    return tw::evaluate<tw::host_space>(min(x * x), max(x));
#endif
}
