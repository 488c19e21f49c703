// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: the elements of a device array are not on the host

namespace tw = twill;

template <class Array>
float total(Array const& a) {
    float sum = 0;
    for (float x : a)
        sum += x;
    return sum;
}

float total_of(tw::host_array<float> const& a) { return total(a); }

#ifdef TWILL_MUST_FAIL
float total_of(tw::device_array<float> const& a) { return total(a); }
#endif
