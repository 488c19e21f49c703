// SPDX-License-Identifier: MIT
// One array: one kernel. Several, of which one may be stretched: two.
// KERNELS sum_reducer 1
// KERNELS max_reducer 2
// KERNELS arg_reducer 1
// KERNELS reduce_ 4
#include <twill/twill.cuh>

void reduce(twill::device_array<float> const& a, twill::device_array<float> const& b) {
    (void)twill::evaluate(sum(a * 2.0f));
    (void)twill::evaluate(max(abs(a - b)));
    (void)twill::evaluate(argmin(a));
}
