// SPDX-License-Identifier: MIT
#include <cmath>
#include <twill/linalg.hpp>

// expect first: linalg::vector_norm(m, 1, axis<1>)

namespace tw = twill;

tw::host_array<double> lengths(tw::host_array<double, 2> const& m) {
#ifdef TWILL_MUST_FAIL
    return tw::linalg::norm(m, INFINITY);
#else
    return tw::linalg::vector_norm(m, INFINITY, tw::axis<1>);
#endif
}
