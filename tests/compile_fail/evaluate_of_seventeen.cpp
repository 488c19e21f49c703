// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: more than sixteen expressions
// expect: evaluate(twill::source_location::current(), a, b, ...)

namespace tw = twill;

auto copies(tw::host_array<float> const& a) {
#ifdef TWILL_MUST_FAIL
    return tw::evaluate(a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a);
#else
    return tw::evaluate(tw::source_location::current(), a, a, a, a, a, a, a, a, a, a, a, a, a, a, a,
                        a, a);
#endif
}
