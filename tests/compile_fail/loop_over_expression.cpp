// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: a loop over elements is for those in memory

namespace tw = twill;

float total(tw::host_array<float> const& a) {
    float sum = 0;
#ifdef TWILL_MUST_FAIL
    for (auto x : a + 1.0f)
        sum += x;
#else
    tw::host_array<float> const b = a + 1.0f;
    for (float x : b)
        sum += x;
#endif
    return sum;
}
