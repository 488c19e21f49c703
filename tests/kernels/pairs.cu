// SPDX-License-Identifier: MIT
// Functions of what is reduced over pairs: tiles of two sizes, few results and whatever those do
// not suit, none for the function; the nearest of some points beside those for few of them.
//
// KERNELS function_reducer 4
// KERNELS reduce_nested 1
// KERNELS _kernel 11
#include <twill/twill.cuh>

void reduce(twill::device_array<float, 2> const& a, twill::device_array<float, 2> const& b) {
    auto const all = twill::full_extent;
    auto const distances =
        sum(square(a(all, twill::newaxis, all) - b(twill::newaxis, all, all)), twill::axis<2>);
    (void)twill::evaluate(exp(-distances * 0.5f));
    (void)twill::evaluate(argmin(distances, twill::axis<1>));
}
