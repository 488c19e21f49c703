// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: a loop over an array of several axes

namespace tw = twill;

float total(tw::host_view<float const, 2> m) {
    float sum = 0;
#ifdef TWILL_MUST_FAIL
    for (auto x : m)
        sum += x;
#else
    for (float x : m(0))
        sum += x;
#endif
    return sum;
}
