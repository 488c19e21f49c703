// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: arithmetic between two bool operands
// expect: twill::cast<int>(x)

namespace tw = twill;

auto both(tw::host_array<bool> const& a, tw::host_array<bool> const& b) {
#ifdef TWILL_MUST_FAIL
    return a + b;
#else
    return (a & b) || tw::cast<int>(a) + tw::cast<int>(b) > 1;
#endif
}
