// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: a(mask) and a(indices) are in <twill/index.hpp>

namespace tw = twill;

void assign(tw::host_array<float>& a) {
    a = where(a > 0.0f, 0.0f, a);
#ifdef TWILL_MUST_FAIL
    a(a > 0.0f) = 0.0f;
#endif
}
