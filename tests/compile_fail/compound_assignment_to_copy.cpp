// SPDX-License-Identifier: MIT
#include <twill/index.hpp>

// expect: twill: this assigns to an array that is gone after the statement

namespace tw = twill;

void more(tw::host_array<float>& a, tw::host_array<bool> const& mask) {
#ifdef TWILL_MUST_FAIL
    (a + a)(mask) += 1.0f;
#else
    a(mask) += 1.0f;
#endif
}
