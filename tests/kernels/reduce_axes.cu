// SPDX-License-Identifier: MIT
// Some axes: rows that lie alike, other rows, columns; and outer products where there may be one.
// KERNELS sum_reducer 3
// KERNELS max_reducer 4
// KERNELS reduce_ 7
#include <twill/twill.cuh>

void reduce(twill::device_array<float, 2> const& m, twill::device_array<float> const& a) {
    (void)twill::evaluate(sum(m, twill::axis<1>));
    (void)twill::evaluate(max(m * a, twill::axis<1>));
}
