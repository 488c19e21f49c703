// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>
#include <vector>

// expect first: copy takes arrays and views
// expect first: wrap<host_space>(range.data(), extents(range.size()))

namespace tw = twill;

void fill(tw::host_array<float>& a, std::vector<float>& b) {
#ifdef TWILL_MUST_FAIL
    tw::copy(a, b);
    tw::copy(b, a);
#else
    tw::copy(a, tw::wrap<tw::host_space>(b.data(), tw::extents(b.size())));
    tw::copy(tw::wrap<tw::host_space>(b.data(), tw::extents(b.size())), a);
#endif
}
