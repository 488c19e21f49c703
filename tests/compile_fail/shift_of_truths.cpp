// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: << and >> shift integers: cast a bool first

namespace tw = twill;

tw::host_array<int> shifted(tw::host_array<bool> const& a, tw::host_array<bool> const& b) {
#ifdef TWILL_MUST_FAIL
    return a << b;
#else
    return tw::cast<int>(a) << b;
#endif
}
