// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: a < x < b compares the bools of a < x with b
// expect: (a < x) & (x < b)

namespace tw = twill;

auto between(tw::host_array<double> const& x) {
#ifdef TWILL_MUST_FAIL
    return 3 < x < 5;
#else
    return (3 < x) & (x < 5) & ((x < 4) <= (x < 5));
#endif
}
