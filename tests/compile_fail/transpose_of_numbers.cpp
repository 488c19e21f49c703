// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: the order of axes is axis<2, 0, 1> or axes(2, 0, 1)

namespace tw = twill;

auto turned(tw::host_array<double, 3> const& m) {
#ifdef TWILL_MUST_FAIL
    return tw::transpose(m, 2, 0, 1);
#else
    return tw::transpose(m, tw::axis<2, 0, 1>);
#endif
}
