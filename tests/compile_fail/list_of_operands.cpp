// SPDX-License-Identifier: MIT
#include <twill/join.hpp>
#include <twill/twill.hpp>

// expect first: concatenate takes its operands without braces: concatenate(a, b)

namespace tw = twill;

tw::host_array<float> joined(tw::host_array<float> const& a, tw::host_array<float> const& b) {
#ifdef TWILL_MUST_FAIL
    return tw::concatenate({a, b});
#else
    return concatenate(a, b);
#endif
}
