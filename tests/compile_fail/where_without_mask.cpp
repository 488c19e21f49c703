// SPDX-License-Identifier: MIT
#include <twill/index.hpp>

// expect: twill: where(mask) takes a mask, an array of bools

namespace tw = twill;

auto total(tw::host_array<float> const& a) {
#ifdef TWILL_MUST_FAIL
    return sum(a, tw::where(a));
#else
    return sum(a, tw::axis<0>, tw::where(a > 0.0f));
#endif
}
