// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: [] is for arrays of one axis: m(i) is row i, m(i, j) an element

namespace tw = twill;

float first(tw::host_array<float, 2> const& m) {
#ifdef TWILL_MUST_FAIL
    return m[0][0];
#else
    return m(0)[0];
#endif
}
