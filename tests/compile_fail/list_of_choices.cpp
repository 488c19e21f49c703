// SPDX-License-Identifier: MIT
#include <twill/index.hpp>

// expect first: choose takes its operands without braces: choose(i, a, b)

namespace tw = twill;

tw::host_array<float> chosen(tw::host_array<int> const& i, tw::host_array<float> const& a,
                             tw::host_array<float> const& b) {
#ifdef TWILL_MUST_FAIL
    return tw::choose(i, {a, b});
#else
    return choose(i, a, b);
#endif
}
