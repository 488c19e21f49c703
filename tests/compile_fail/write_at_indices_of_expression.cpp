// SPDX-License-Identifier: MIT
#include <twill/index.hpp>

// expect: these elements may only be read: they are those of an expression

namespace tw = twill;

void clear(tw::host_array<float>& a, tw::host_array<int> const& i) {
    a(i) = 0.0f;
#ifdef TWILL_MUST_FAIL
    (a + a)(i) = 0.0f;
#endif
}
