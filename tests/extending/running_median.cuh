// SPDX-License-Identifier: MIT
// Running medians on the device.
#pragma once

#include <twill/elementwise.cuh>

#include "extending/running_median.hpp"

namespace filters {

template <class T, class Out, int Rank>
__global__ void running_median_kernel(tw::array_ref<T const, Rank> x, tw::array_ref<Out, Rank> to,
                                      int axis, int half) {
    tw::index_t const threads = static_cast<tw::index_t>(gridDim.x) * blockDim.x;
    for (tw::index_t i = static_cast<tw::index_t>(blockIdx.x) * blockDim.x + threadIdx.x;
         i < to.size(); i += threads)
        median_into(x, to, axis, half, i);
}

template <>
struct running_median_operation::in<tw::device_space> {
    template <class E, class T, int Rank>
    static void run(tw::extend::execution& now, running_median_node<E> const& x,
                    tw::extend::target<T, Rank> const& to) {
        if (now.only_tells(to, "running median", ""))
            return;
        auto const in = tw::extend::ref_of(x.operand);
        auto const out = tw::extend::ref_of(to);
        tw::extend::launch(running_median_kernel<typename E::value_type, T, Rank>,
                           (out.size() + 255) / 256, 256, 0, in, out, x.axis, x.half);
    }
};

}  // namespace filters
