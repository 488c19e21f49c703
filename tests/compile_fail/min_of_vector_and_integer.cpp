// SPDX-License-Identifier: MIT
#include <twill/numeric.hpp>
#include <twill/twill.hpp>

// expect first: the smaller of two is minimum(a, b); the smallest of a vector is min(a)

namespace tw = twill;

void assign(tw::host_array<int>& a, tw::host_array<int, 2> const& m, std::size_t most) {
    a = minimum(a, most) - min(a, tw::axis<0>) + min(m, 0) + ptp(a, 0) + nanmin(a, 0);
#ifdef TWILL_MUST_FAIL
    a = min(a, most);
#endif
}
