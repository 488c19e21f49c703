// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: reshape and ravel of an expression evaluate it: include <twill/rearrange.hpp>

namespace tw = twill;

tw::host_array<float, 2> rows(tw::host_array<float> const& a) {
#ifdef TWILL_MUST_FAIL
    return tw::reshape(a * 2.0f, 3, 4);
#else
    return tw::reshape(tw::evaluate(a * 2.0f), 3, 4);
#endif
}
