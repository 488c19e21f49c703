// SPDX-License-Identifier: MIT
// KERNELS row_kernel.*exp_function 7
// KERNELS row_kernel.*deviations_reducer 3
// KERNELS row_kernel.*variance_reducer 1
// KERNELS reduce_(rows|flat)_kernel.*scaled_sum 2
// KERNELS entry 13
// A statement over rows has a kernel that keeps them, one that brings short ones to shared memory,
// where it writes them one more for short whole rows, and one that keeps none. A function of a sum
// of exponentials and its greatest element is a reduction, too.
#include <twill/twill.cuh>

namespace tw = twill;

void rows(tw::device_array<float, 2>& m, tw::device_array<float>& r) {
    constexpr tw::axis_t<1> along{};
    auto const e = exp(m - max(m, along, tw::keepdims));
    r = log(sum(e, along)) + max(m, along);
    m = e / sum(e, along, tw::keepdims);
    m = (m - mean(m, along, tw::keepdims)) / stddev(m, along, tw::keepdims);
}
