// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: the greater of two is maximum(a, b); the greatest of a vector is max(a)

namespace tw = twill;

void assign(tw::host_array<int>& a, tw::host_array<int, 2> const& m) {
    a = maximum(a, 0) - max(a, tw::axis<0>) + max(m, 0) + max(a, 0, tw::keepdims);
#ifdef TWILL_MUST_FAIL
    a = max(a, 0);
#endif
}
