// SPDX-License-Identifier: MIT
#include <twill/sort.hpp>
#include <twill/vec.hpp>

// expect: vectors have no order of their own

namespace tw = twill;

auto in_order(tw::host_array<tw::vec<int, 2>> const& points) {
#ifdef TWILL_MUST_FAIL
    return tw::sort(points);
#else
    return tw::sort(components(points), tw::axis<0>);
#endif
}
