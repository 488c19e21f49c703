// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: a(mask) and a(indices) are not built yet
// expect first: where(mask, a, b) chooses element by element

namespace tw = twill;

void assign(tw::host_array<float>& a) {
    a = where(a > 0.0f, 0.0f, a);
#ifdef TWILL_MUST_FAIL
    a(a > 0.0f) = 0.0f;
#endif
}
