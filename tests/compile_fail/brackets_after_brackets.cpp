// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: [] is for arrays of one axis: m(i) is row i, m(i, j) an element

namespace tw = twill;

void write(tw::host_array<float, 2>& m) {
#ifdef TWILL_MUST_FAIL
    m[0][1] = m[1][0];
#else
    m(0, 1) = m(1, 0);
#endif
}
