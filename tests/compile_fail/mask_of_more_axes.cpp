// SPDX-License-Identifier: MIT
#include <twill/index.hpp>

// expect: twill: where(mask): the mask has more axes

namespace tw = twill;

auto total(tw::host_array<double> const& x, tw::host_array<double, 2> const& m) {
#ifdef TWILL_MUST_FAIL
    return sum(x, tw::where(m > 0.0));
#else
    return sum(m, tw::where(x > 0.0));
#endif
}
