// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: twill: item reads one element

namespace tw = twill;

auto corner(tw::host_array<float, 2> const& m) {
#ifdef TWILL_MUST_FAIL
    return tw::item(m);
#else
    return tw::item(m, 0, 0);
#endif
}
