// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: a(mask) and a(indices) are in <twill/index.hpp>

namespace tw = twill;

auto third(tw::host_array<float, 2> const& m) { return m(2); }

#ifdef TWILL_MUST_FAIL
auto some(tw::host_array<float, 2> const& m, tw::host_array<int> const& rows) {
    return m(rows, tw::full_extent);
}
#endif
