// SPDX-License-Identifier: MIT
// The kernels of expressions with reductions of the last axes. A group of threads, or of blocks,
// has a row, reduces it as often as the expression asks and writes the result: one that keeps the
// row in registers, so that memory is read once, and one for any row, which reads it again for
// every reduction that needs another's result, from the other end, where the cache still has it;
// there several blocks may have a row.
#pragma once

#include "twill/ops/rows/steps.cuh"

namespace twill::inline v0::detail {

template <class Tree, row_kind Kind>
inline constexpr int row_block_threads = Kind == row_kind::streamed ? row_threads
                                         : Kind == row_kind::kept   ? kept_row_threads<Tree>
                                         : Kind == row_kind::tiled  ? row_tuning::tiled_threads
                                                                    : short_row_threads;
/// Blocks that a multiprocessor holds at least. Operands that all rows share need registers, too.
template <class Tree, row_kind Kind>
inline constexpr int row_blocks_held = needs_registers<Tree> || Kind == row_kind::kept ? 1
                                       : Kind == row_kind::streamed                    ? 2
                                       : Kind == row_kind::tiled  ? (has_shared_rows<Tree> ? 4 : 6)
                                       : Kind == row_kind::across ? row_tuning::across_blocks
                                       : has_shared_rows<Tree>    ? 6
                                                                  : 8;

/// `Results`: one value a row.
template <class Tree, class Out, int Rank, int Axes, bool Results, row_kind Kind>
__global__ void __launch_bounds__(
    row_block_threads<Tree, Kind>,
    blocks_held<row_blocks_held<Tree, Kind>, row_block_threads<Tree, Kind>>)
    row_kernel(__grid_constant__ Tree const tree, Out* const out,
               __grid_constant__ row_shape<Tree, Rank> const shape) {
    constexpr bool Tiled = Kind == row_kind::tiled;
    constexpr bool Kept = Kind != row_kind::streamed;
    using walk_type = row_walk<Tree, Rank, Axes, walk_lanes<Tree, Out, Kind>, Kind, Results>;
    __shared__ __align__(16) char scratch[row_merge<Tree, Rank, reach_of<Kind>>::scratch_bytes];
    walk_type walk(shape, scratch);
    if constexpr (Tiled) {
        constexpr int in = sizeof(typename walk_type::element_type);
        constexpr int to = Results ? 0 : sizeof(Out);
        __shared__ __align__(16) char memory[row_tile_bytes<in, to>];
        walk.bring_tile(memory);
    }
    int const group = shape.log2_group;
    bool const several = !Kept && shape.blocks > 1;
    bool const cluster =
        reach_of<Kind> == row_reach::cluster && (1 << group) > static_cast<int>(blockDim.x);
    index_t row = several ? static_cast<int>(blockIdx.x) / shape.blocks
                  : Tiled ? row_tile::first_row(shape) + (threadIdx.x >> group)
                          : (static_cast<index_t>(blockIdx.x) * blockDim.x + threadIdx.x) >> group;
    for (int turn = 0;;) {
        walk.go_to(row);
        if constexpr (Tiled)
            walk.find_in_tile(static_cast<int>(threadIdx.x >> group) +
                              turn * row_tile::at_a_time(shape));
        else if constexpr (Kept)
            walk.keep(tree);
        [&]<std::size_t... Depth>(std::index_sequence<Depth...>) {
            (walk.reduce(tree, static_cast<int>(Depth),
                         typename reductions_at_depth<Tree, static_cast<int>(Depth), Kept>::type{}),
             ...);
        }(std::make_index_sequence<static_cast<std::size_t>(depth_of<Tree>)>{});
        auto const ready = walk.template settle<0>(tree);
        if (cluster)
            arrive_at_cluster();
        if constexpr (Results)
            walk.write_result(ready, out);
        else
            walk.write(ready, out);
        if constexpr (Tiled) {
            row += row_tile::at_a_time(shape);
            if (++turn == shape.times)
                break;
        } else {
            row += shape.together;
            if (!several || row >= shape.rows)
                break;
            __syncthreads();
        }
    }
    if constexpr (Tiled && !Results)
        walk.take_tile(out);
    if (several)
        walk.merging.end();
    // Other blocks may still read this one's shared memory.
    if (cluster)
        wait_for_cluster();
}

}  // namespace twill::inline v0::detail
