// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: element by element, is minimum(a, b)

namespace tw = twill;

void assign(tw::host_array<float>& a) {
    a = minimum(a, 0.5f);
#ifdef TWILL_MUST_FAIL
    a = min(a, 0.5f);
#endif
}
