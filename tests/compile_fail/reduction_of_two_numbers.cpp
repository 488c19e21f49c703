// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: several axes of a reduction are one argument

namespace tw = twill;

tw::host_array<float, 1> totals(tw::host_array<float, 3> const& m) {
#ifdef TWILL_MUST_FAIL
    return tw::host_array<float>(sum(m, 0, 1));
#else
    return tw::host_array<float>(sum(m, tw::axes(0, 1)));
#endif
}
