// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: item(array_equal(a, b))

namespace tw = twill;

bool alike(tw::host_array<double> const& a, tw::host_array<double> const& b) {
#ifdef TWILL_MUST_FAIL
    return array_equal(a, b);
#else
    return tw::item(array_equal(a, b));
#endif
}
