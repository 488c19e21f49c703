// SPDX-License-Identifier: MIT
// Some axes: rows that lie alike, other rows, columns.
// KERNELS sum_reducer 3
// KERNELS max_reducer 3
// KERNELS reduce_ 6
#include <twill/twill.cuh>

void reduce(twill::device_array<float, 2> const& m, twill::device_array<float> const& a) {
    (void)twill::evaluate(sum(m, twill::axis<1>));
    (void)twill::evaluate(max(m * a, twill::axis<1>));
}
