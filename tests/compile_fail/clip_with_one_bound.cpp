// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: clip takes two bounds; with one it is maximum(x, low) or minimum(x, high)

namespace tw = twill;

tw::host_array<float> above(tw::host_array<float> const& a) {
#ifdef TWILL_MUST_FAIL
    return clip(a, 0.0f);
#else
    return maximum(a, 0.0f);
#endif
}
