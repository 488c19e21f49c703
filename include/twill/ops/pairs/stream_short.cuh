// SPDX-License-Identifier: MIT
// The kernel of streamed reductions of short rows, points beside a direction or a query.
#pragma once

#include "twill/ops/pairs/short_rows.cuh"
#include "twill/ops/pairs/stream_place.cuh"
#include "twill/ops/reduce/kernels.cuh"

namespace twill::inline v0::detail {

/// Whether a statement's short rows have that kernel.
template <class Policy>
inline constexpr bool has_short_rows = Policy::shifts && room_of_short_rows<Policy>.fits;

template <class Policy, class Sink>
__global__ void __launch_bounds__(block_threads,
                                  blocks_held<short_rows_tuning::blocks, block_threads>)
    reduce_stream_short_kernel(
        __grid_constant__ typename Policy::tree_type const tree,
        __grid_constant__ stream_shape<Policy::rank> const shape,
        __grid_constant__ stream_target<typename Policy::reducer_type, Sink> const target) {
    using brief = short_reducer<typename Policy::reducer_type>;
    using accumulator = typename brief::type::accumulator;
    __shared__ alignas(16) char memory[room_of_short_rows<Policy>.bytes];
    int const length = static_cast<int>(shape.reduced);
    index_t const first = index_t{blockIdx.x} * shape.tile_rows;
    int const rows = static_cast<int>(smaller(shape.outputs - first, index_t{shape.tile_rows}));
    short_values<Policy> values(tree, shape.twins);
    values.bring(memory, shape.arrays, first, rows, length);
    __syncthreads();
    index_t const stride = shape.stride[Policy::axes.row];
    reduce_short_rows<4, 1>(values, brief::of(target.reducer), shape.log2_group, length, rows,
                            [&](int row, accumulator const& a) {
                                target.sink.put((first + row) * stride, target.reducer,
                                                brief::widen(a), shape.reduced);
                            });
}

}  // namespace twill::inline v0::detail
