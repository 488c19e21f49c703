// SPDX-License-Identifier: MIT
// The kernels of reductions whose reduced elements are neighbours: the operand expression is fused
// into the load, parts of an output merge in a fixed order.
#pragma once

#include "twill/ops/reduce/arrays.cuh"
#include "twill/ops/reduce/short_runs.cuh"
#include "twill/ops/reduce/tile.cuh"

namespace twill::inline v0::detail {

/// Into `sums`, of which the first `count` are outputs `lane_step` apart: their parts `first`,
/// first + step, ... of `splits`, several loads being under way together.
// There are fewer than 2^31 parts: few of many blocks, or many of few.
template <int V, int Most = 0, class Reducer>
__device__ __forceinline__ void merge_parts(Reducer const& reducer,
                                            typename Reducer::accumulator const* parts,
                                            index_t apart, int first, int splits, int step,
                                            int count, typename Reducer::accumulator (&sums)[V],
                                            int lane_step = 1) {
    using accumulator = typename Reducer::accumulator;
    constexpr int words = V * ((static_cast<int>(sizeof(accumulator)) + 3) / 4);
    // The kernel for long runs has few registers.
    constexpr int most = Most != 0 ? Most : V > 1 ? 32 : words <= 2 ? 6 : words <= 4 ? 16 : 32;
    constexpr int together = words >= most ? 1 : most / words;
#pragma unroll
    for (int l = 0; l < V; ++l)
        sums[l] = reducer.identity();
#pragma unroll 1
    for (int s = first; s < splits; s += step * together) {
        accumulator part[together][V];
#pragma unroll
        for (int u = 0; u < together; ++u)
#pragma unroll
            for (int l = 0; l < V; ++l)
                if (l < count && s + u * step < splits)
                    part[u][l] = parts[(s + u * step) * apart + l * lane_step];
#pragma unroll
        for (int u = 0; u < together; ++u)
#pragma unroll
            for (int l = 0; l < V; ++l)
                if (l < count && s + u * step < splits)
                    sums[l] = reducer.merge(sums[l], part[u][l]);
    }
}

/// What the last step of a block is that has one output, or a part of one: the last block to finish
/// merges the parts.
template <output_axes Axes, class Reducer, class Sink, int Rank, class Sums>
__device__ __forceinline__ void finish_block(reduce_shape<Rank> const& shape,
                                             reduce_target<Reducer, Sink, Rank> const& target,
                                             rows_part const& part, Sums& sums) {
    using accumulator = typename Reducer::accumulator;
    __shared__ block_scratch<accumulator> scratch;
    accumulator a[1] = {sums.total()};
    part_levels parts(shape, part.split, static_cast<unsigned>(part.output));
#pragma unroll 1
    while (true) {
        a[0] = merge_block(target.reducer, a[0], scratch);
        if (parts.left == 0) {
            if (threadIdx.x == 0)
                target.template finish<Axes>(shape, part.output, a[0]);
            return;
        }
        if (threadIdx.x == 0)
            target.partial[parts.slot * shape.outputs + part.output] = a[0];
        if (!is_last_part(target.counters + parts.counter, parts.count))
            return;
        merge_parts(target.reducer, target.partial + parts.first * shape.outputs + part.output,
                    parts.step * shape.outputs, static_cast<int>(threadIdx.x), parts.count,
                    block_threads, 1, a);
        parts.advance(shape);
    }
}

/// Blocks of reduce_flat_kernel that should fit on a multiprocessor: memory is fastest with as many
/// threads as there can be, if they have the registers for what they load and add up.
template <bool Whole, class Tree, class Reducer>
inline constexpr int flat_blocks = [] {
    using tuning = reduce_tuning;
    constexpr auto bytes = sizeof(typename Reducer::accumulator);
    if (terms_of<Tree> != 0)
        return Tree::widest > 4                     ? tuning::costly_blocks
               : terms_of<Tree> > tuning::few_terms ? tuning::fewest_blocks
                                                    : tuning::flat_blocks_costly;
    if (takes_several_packets<Reducer>)
        return Tree::widest > 4 ? tuning::costly_blocks : tuning::flat_blocks_costly;
    if (bytes > 32)
        return tuning::fewest_blocks;
    if (Tree::records > 1)
        return tuning::flat_blocks_operands;
    if (bytes > 8)
        return Whole ? tuning::flat_blocks_wide : tuning::flat_blocks_operands;
    if (!Whole || !is_one_array<Tree>)
        return tuning::flat_blocks_runs;
    return Tree::widest == 1 ? tuning::flat_blocks_bytes : tuning::flat_blocks;
}();

/// Long runs of operands that lie alike: a block an output, or one of its parts. `Whole`: there is
/// one output; where operands have one axis, they may lie in any way.
template <bool Whole, class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  blocks_held<flat_blocks<Whole, Tree, Reducer>, block_threads>)
    reduce_flat_kernel(__grid_constant__ Tree const tree,
                       __grid_constant__ reduce_shape<Rank> const shape,
                       __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = row_lanes<Tree>;
    rows_part const part(shape);
    lane_accumulators<Reducer, V> sums(target.reducer);
    flat_run const run = flat_run::of<V>(shape, Whole ? 0 : shape.start_of(part.output));
    counted_cursor const c = cursor_at(run.start, run.head, shape);
    index_t const begin = part.begin + threadIdx.x;
    if constexpr (Whole && is_one_run<Tree> && !is_one_array<Tree> && spreads_one_axis<Tree>)
        if (accumulate_unlike<Tree, V>(tree, shape, 0, part.begin, part.end, block_threads, sums))
            return finish_block<output_axes::none>(shape, target, part, sums);
    index_t const end = part.end < run.packets ? part.end : run.packets;
    if constexpr (!(Whole && is_one_run<Tree>))
        accumulate_runs<Tree, V>(tree, shape, c, begin, end, sums);
    else if (!is_one_array<Tree> && shape.stepped)
        accumulate_steps<Tree, V>(tree, begin, end, sums);
    else
        accumulate_flat<Tree, V>(tree, c, V, V, begin, end, block_threads, sums);
    if (part.split == shape.splits - 1)
        add_ends<Tree, V>(tree, shape, run, static_cast<int>(threadIdx.x), sums);
    finish_block<Whole ? output_axes::none : output_axes::any>(shape, target, part, sums);
}

/// Blocks of reduce_rows_kernel on a multiprocessor.
template <class Tree, class Reducer>
inline constexpr int rows_blocks =
    takes_several_packets<Reducer>
        ? (Tree::widest > 4 ? reduce_tuning::costly_blocks : reduce_tuning::rows_blocks_wide)
    : terms_of<Tree> != 0 ? (Tree::widest > 4 || terms_of<Tree> > reduce_tuning::few_terms
                                 ? reduce_tuning::costly_blocks
                                 : reduce_tuning::rows_blocks)
    : sizeof(typename Reducer::accumulator) <=
                (row_lanes<Tree> <= 4 && !is_located<typename Tree::value_type> ? 16 : 8) &&
            row_lanes<Tree> <= 8
        ? reduce_tuning::rows_blocks
        : reduce_tuning::rows_blocks_wide;

/// Runs of any layout and length: a block has an output or one of its parts or, where runs are
/// short, many outputs.
template <bool Whole, class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  blocks_held<rows_blocks<Tree, Reducer>, block_threads>)
    reduce_rows_kernel(__grid_constant__ Tree const tree,
                       __grid_constant__ reduce_shape<Rank> const shape,
                       __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = row_lanes<Tree>;
    if constexpr (!Whole)
        if (shape.log2_group <= 5) {
            if (shape.tile_rows == 0)
                return reduce_short_runs(tree, shape, target);
            if constexpr (has_several_arrays<Tree>)
                return reduce_arrays(tree, shape, target);
            else
                return reduce_tile(tree, shape, target);
        }
    rows_part const part(shape);
    lane_accumulators<Reducer, V> sums(target.reducer);
    grid_cursor<Rank> cursor{};
    bool tiled = false;
    if constexpr (may_tile<Whole, Tree, Rank>)
        if (shape.tiled) {
            tiled = true;
            accumulate_tiles<Tree, V>(tree, shape, cursor, part.begin, part.end, sums);
        }
    if (!tiled) {
        if (!accumulate_unlike<Tree, V>(tree, shape, part.output, part.begin, part.end,
                                        block_threads, sums)) {
            locate_axes(shape.extent, 0, shape.kept_end, part.output, cursor.at);
            accumulate_packets<Tree, V>(tree, shape, cursor, part.begin + threadIdx.x, part.end,
                                        block_threads, sums);
        }
    }
    finish_block<output_axes::first>(shape, target, part, sums);
}

}  // namespace twill::inline v0::detail
