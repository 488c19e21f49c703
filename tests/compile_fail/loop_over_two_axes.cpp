// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: a loop over an array of several axes
// expect first: with m(i), for all elements in C order of an array m.elements()

namespace tw = twill;

float total(tw::host_array<float, 2> const& m) {
    float sum = 0;
#ifdef TWILL_MUST_FAIL
    for (auto x : m)
        sum += x;
#else
    for (float x : m.elements())
        sum += x;
#endif
    return sum;
}
