// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: the option of a scan is its axis, an integer: cumsum(m, axis<1>)

namespace tw = twill;

auto running(tw::host_array<float, 2> const& m) {
#ifdef TWILL_MUST_FAIL
    return tw::cumsum(m, true);
#else
    return tw::cumsum(m, 1);
#endif
}
