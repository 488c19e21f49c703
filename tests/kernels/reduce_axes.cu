// SPDX-License-Identifier: MIT
// Some axes: rows that lie alike, other rows, columns; of a matrix beside a vector rows and
// columns; over pairs tiles and whatever they do not suit.
// KERNELS sum_reducer 3
// KERNELS max_reducer 2
// KERNELS min_reducer 2
// KERNELS reduce_ 7
#include <twill/twill.cuh>

void reduce(twill::device_array<float, 2> const& m, twill::device_array<float> const& a) {
    (void)twill::evaluate(sum(m, twill::axis<1>));
    (void)twill::evaluate(max(m * a, twill::axis<1>));
    (void)twill::evaluate(
        min(a(twill::newaxis, twill::full_extent) - a(twill::full_extent, twill::newaxis),
            twill::axis<1>));
}
