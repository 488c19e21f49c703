// SPDX-License-Identifier: MIT
#include <twill/numeric.hpp>

// expect: twill: average: weights of rank 1 lie along one axis

namespace tw = twill;

auto middle(tw::host_array<double, 2> const& m, tw::host_array<double> const& w) {
#ifdef TWILL_MUST_FAIL
    return average(m, w);
#else
    return average(m, w, tw::axis<1>);
#endif
}
