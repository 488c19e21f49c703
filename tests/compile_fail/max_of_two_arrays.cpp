// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: max(x) is the greatest element of one array
// expect first: element by element, is maximum(a, b)

namespace tw = twill;

void assign(tw::host_array<float>& a, tw::host_array<float> const& b) {
    a = maximum(a, b);
#ifdef TWILL_MUST_FAIL
    a = max(a, b);
#endif
}
