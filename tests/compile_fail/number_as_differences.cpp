// SPDX-License-Identifier: MIT
#include <twill/numeric.hpp>
#include <twill/twill.hpp>

// expect first: diff(x, 2) is how often in NumPy, and an axis for other functions: say diff<2>(x)

namespace tw = twill;

tw::host_array<float, 3> second(tw::host_array<float, 3> const& x) {
#ifdef TWILL_MUST_FAIL
    return diff(x, 2);
#else
    return tw::diff<2>(x);
#endif
}
