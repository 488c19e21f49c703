// SPDX-License-Identifier: MIT
#include <twill/elementwise.cuh>

twill::device_array<float> add(twill::device_array<float> const& a,
                               twill::device_array<float> const& b) {
    return a + b;
}
