// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: axis<...> names an axis outside the array's rank

namespace tw = twill;

void reduce(tw::host_array<float, 2> const& m) {
    tw::host_array<float> rows = sum(m, tw::axis<1>);
#ifdef TWILL_MUST_FAIL
    tw::host_array<float> nothing = sum(m, tw::axis<2>);
#endif
}
