// SPDX-License-Identifier: MIT
#include <twill/numeric.hpp>
#include <twill/twill.hpp>

// expect first: round(x, decimals): how many decimals is an integer

namespace tw = twill;

tw::host_array<float> rounded(tw::host_array<float> const& x) {
#ifdef TWILL_MUST_FAIL
    return round(x, 1.7);
#else
    return round(x, 2);
#endif
}
