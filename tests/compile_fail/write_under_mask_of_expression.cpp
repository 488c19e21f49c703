// SPDX-License-Identifier: MIT
#include <twill/index.hpp>

// expect: assigns to an array that is gone after the statement

namespace tw = twill;

void clear(tw::host_array<float>& a, tw::host_array<bool> const& mask) {
    a(mask) = 0.0f;
    tw::host_array<float> chosen = (a + a)(mask);
    chosen = 0.0f;
#ifdef TWILL_MUST_FAIL
    (a + a)(mask) = 0.0f;
#endif
}
