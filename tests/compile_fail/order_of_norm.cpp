// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: norm takes its axes as axis<1> or axes(1)
// expect first: linalg::vector_norm(m, 1, axis<1>)

namespace tw = twill;

tw::host_array<float> lengths(tw::host_array<float, 2> const& m) {
#ifdef TWILL_MUST_FAIL
    return norm(m, 1);
#else
    return norm(m, tw::axes(1));
#endif
}
