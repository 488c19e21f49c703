// SPDX-License-Identifier: MIT
#include <twill/index.hpp>

// expect: twill: indices are integers, or arrays of integers

namespace tw = twill;

auto some(tw::host_array<float> const& a, tw::host_array<bool> const& mask) {
#ifdef TWILL_MUST_FAIL
    return take(a, mask, 0);
#else
    return compress(mask, a, 0);
#endif
}
