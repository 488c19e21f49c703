// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: permute names every axis once

namespace tw = twill;

auto turned(tw::host_array<float, 3> const& t) {
#ifdef TWILL_MUST_FAIL
    return permute(t, tw::axis<2, 0>);
#else
    return permute(t, tw::axis<2, 0, 1>);
#endif
}
