// SPDX-License-Identifier: MIT
#include <twill/statistics.hpp>

// expect: twill: a quantile takes its axes once

namespace tw = twill;

auto middle(tw::host_array<float, 2> const& m) {
#ifdef TWILL_MUST_FAIL
    return quantile(m, 0.5, tw::axis<0>, tw::axis<1>);
#else
    return quantile(m, 0.5, tw::axis<0, 1>);
#endif
}
