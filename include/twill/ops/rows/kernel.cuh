// SPDX-License-Identifier: MIT
// The kernels of expressions with reductions of the last axes. A group of threads, or of blocks,
// has a row, reduces it as often as the expression asks and writes the result: one that keeps the
// row in registers, so that memory is read once, and one for any row, which reads it again for
// every reduction that needs another's result, from the other end, where the cache still has it;
// there several blocks may have a row.
#pragma once

#include "twill/ops/rows/steps.cuh"

namespace twill::inline v0::detail {

template <class Tree, int Packets>
inline constexpr int row_block_threads = Packets == 0                ? row_threads
                                         : Packets == kept_packets   ? kept_row_threads<Tree>
                                         : Packets == tiled_elements ? row_tuning::tiled_threads
                                                                     : short_row_threads;
/// Blocks that a multiprocessor holds at least. Operands that all rows share need registers, too.
template <class Tree, int Packets>
inline constexpr int row_blocks_held = needs_registers<Tree> || Packets == kept_packets ? 1
                                       : Packets == 0                                   ? 2
                                       : has_shared_rows<Tree>                          ? 6
                                                                                        : 8;

/// `Packets` of a row are kept by a thread, or none. `Results`: one value a row.
template <class Tree, class Out, int Rank, int Axes, bool Results, int Packets>
__global__ void __launch_bounds__(row_block_threads<Tree, Packets>, row_blocks_held<Tree, Packets>)
    row_kernel(__grid_constant__ Tree const tree, Out* const out,
               __grid_constant__ row_shape<Tree, Rank> const shape) {
    constexpr bool Tiled = Packets == tiled_elements;
    using walk_type = row_walk<Tree, Rank, Axes, Tiled ? 1 : lanes_of<Tree, Out>, Packets>;
    constexpr bool Kept = Packets > 0;
    __shared__ __align__(16) char scratch[row_merge<Tree, Rank, reach_of<Packets>>::scratch_bytes];
    walk_type walk(shape, scratch);
    if constexpr (Tiled) {
        constexpr int in = sizeof(typename walk_type::kept_type);
        constexpr int to = Results ? 0 : sizeof(Out);
        __shared__ __align__(
            16) char memory[row_tile_bytes<in> + (in == to ? 0 : row_tile_bytes<to>)];
        walk.tile.memory = memory;
    }
    int const group = shape.log2_group;
    bool const several = !Kept && shape.blocks > 1;
    bool const cluster =
        reach_of<Packets> == row_reach::cluster && (1 << group) > static_cast<int>(blockDim.x);
    index_t row = several ? static_cast<int>(blockIdx.x) / shape.blocks
                          : (static_cast<index_t>(blockIdx.x) * blockDim.x + threadIdx.x) >> group;
    for (;;) {
        walk.go_to(row);
        if constexpr (Kept)
            walk.load_kept();
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
        row += shape.together;
        if (!several || row >= shape.rows)
            break;
        __syncthreads();
    }
    if (several)
        walk.merging.end();
    // Other blocks may still read this one's shared memory.
    if (cluster)
        wait_for_cluster();
}

}  // namespace twill::inline v0::detail
