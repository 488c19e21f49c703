// SPDX-License-Identifier: MIT
#include <twill/index.hpp>

// expect first: select takes conditions and operands in turn, without braces

namespace tw = twill;

tw::host_array<float> chosen(tw::host_array<bool> const& c, tw::host_array<bool> const& d,
                             tw::host_array<float> const& a, tw::host_array<float> const& b) {
#ifdef TWILL_MUST_FAIL
    return tw::select({c, d}, {a, b}, 0.0f);
#else
    return select(c, a, d, b, 0.0f);
#endif
}
