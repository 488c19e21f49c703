// SPDX-License-Identifier: MIT
// One axis: one kernel, also where an operand may be stretched; so with one array of several axes.
// Several of these: two.
// KERNELS sum_reducer 1
// KERNELS max_reducer 1
// KERNELS min_reducer 2
// KERNELS arg_reducer 1
// KERNELS reduce_ 5
#include <twill/twill.cuh>

void reduce(twill::device_array<float> const& a, twill::device_array<float> const& b,
            twill::device_array<float, 2> const& m, twill::device_array<float, 2> const& n) {
    (void)twill::evaluate(sum(a * 2.0f));
    (void)twill::evaluate(max(abs(a - b)));
    (void)twill::evaluate(argmin(a));
    (void)twill::evaluate(min(abs(m - n)));
}
