// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: array<T> y(extents(n)) declares a function: write array<T> y(n)
// expect: this is the sum of a function: array<T> y(extents(n)) declares one, array<T> y(n) is an
// array

namespace tw = twill;

float first(int n) {
#ifdef TWILL_MUST_FAIL
    tw::host_array<float> y(tw::extents(n));
#else
    tw::host_array<float> y(n);
#endif
    y(0) = 1.0f;
    return tw::item(tw::sum(y));
}
