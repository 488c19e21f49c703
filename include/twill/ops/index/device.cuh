// SPDX-License-Identifier: MIT
// Writes at indices on the device, one thread an element of the indices' shape.
#pragma once

#include "twill/cuda/device/fault.cuh"
#include "twill/cuda/device/put_atomic.cuh"
#include "twill/cuda/runtime/launch.cuh"
#include "twill/ops/index/locate.cuh"
#include "twill/ops/index/scatter.hpp"
#include "twill/ops/index/select.cuh"

namespace twill::inline v0::detail {

inline constexpr int scatter_threads = 256;

template <class Tree, class Sink, int Rank>
__global__ void __launch_bounds__(scatter_threads)
    scatter_kernel(__grid_constant__ Tree const tree, __grid_constant__ Sink const sink,
                   __grid_constant__ extents<Rank> const extent, index_t const size) {
    index_t const threads = static_cast<index_t>(gridDim.x) * scatter_threads;
    for (index_t i = static_cast<index_t>(blockIdx.x) * scatter_threads + threadIdx.x; i < size;
         i += threads) {
        auto const values = tree.template at<1>(locate<Rank>(extent, i)).values[0];
        auto* const to = sink.template find<true>(values);
        if (!to)
            continue;
        if constexpr (Sink::put::counts_repeats)
            put_atomic<typename Sink::put>(to, Sink::value_of(values));
        else
            *to = Sink::value_of(values);
    }
}

template <>
struct scatter_backend<device_space> {
    template <class Plan, class Sink>
    static void run(Plan const& p, Sink const& sink) {
        index_t const size = p.extent.size();
        index_t const blocks = divide_up(size, scatter_threads);
        launch(scatter_kernel<typename Plan::tree_type, Sink, Plan::rank>,
               blocks < max_blocks ? blocks : max_blocks, scatter_threads, 0, p.tree, sink,
               p.extent, size);
    }
};

}  // namespace twill::inline v0::detail
