// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: the function of this expression returns nothing
// expect: let it return the element that it computes

namespace tw = twill;

void doubled(tw::host_array<float> const& x) {
#ifdef TWILL_MUST_FAIL
    tw::host_array<float> const y = tw::map([](float value) { value *= 2; }, x);
#else
    tw::host_array<float> const y = tw::map([](float value) { return value * 2; }, x);
#endif
}
