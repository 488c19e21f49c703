// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: a reduction keeps its axes by the word keepdims

namespace tw = twill;

tw::host_array<float, 2> totals(tw::host_array<float, 2> const& m) {
#ifdef TWILL_MUST_FAIL
    return max(m, tw::axis<1>, true);
#else
    return max(m, tw::axis<1>, tw::keepdims);
#endif
}
