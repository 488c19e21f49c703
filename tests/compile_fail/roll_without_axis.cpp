// SPDX-License-Identifier: MIT
#include <twill/join.hpp>

// expect: roll of an array of several axes: say along which

namespace tw = twill;

void run(tw::host_array<float, 2> const& m) {
    tw::host_array<float, 2> rolled = roll(m, 1, tw::axis<0>);
#ifdef TWILL_MUST_FAIL
    tw::host_array<float, 2> flat = roll(m, 1);
#endif
}
