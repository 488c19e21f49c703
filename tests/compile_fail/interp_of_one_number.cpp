// SPDX-License-Identifier: MIT
#include <twill/numeric.hpp>
#include <twill/sort.hpp>
#include <twill/twill.hpp>

// expect first: interp takes two numbers
// expect first: interp(x, places, values, period(360))

namespace tw = twill;

tw::host_array<double> angles(tw::host_array<double> const& x, tw::host_array<double> const& places,
                              tw::host_array<double> const& values) {
#ifdef TWILL_MUST_FAIL
    return interp(x, places, values, 360);
#else
    return interp(x, places, values, tw::period(360));
#endif
}
