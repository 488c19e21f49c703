// SPDX-License-Identifier: MIT
// Some axes: rows that lie alike and other rows, where the last axis is known to be reduced;
// columns, those of rows that start between packets and few of them, too where it is not; of a
// matrix beside a vector rows, those that start between packets, short ones, and columns; over
// pairs tiles and whatever they do not suit.
//
// KERNELS sum_reducer 2
// KERNELS max_reducer 3
// KERNELS min_reducer 2
// KERNELS product_reducer 5
// KERNELS reduce_ 12
#include <twill/twill.cuh>

void reduce(twill::device_array<float, 2> const& m, twill::device_array<float> const& a) {
    (void)twill::evaluate(sum(m, twill::axis<1>));
    (void)twill::evaluate(prod(m, twill::axis<0>));
    (void)twill::evaluate(max(m * a, twill::axis<1>));
    (void)twill::evaluate(
        min(a(twill::newaxis, twill::full_extent) - a(twill::full_extent, twill::newaxis),
            twill::axis<1>));
}
