// SPDX-License-Identifier: MIT
// The kernels of reductions: the operand expression is fused into the load, partial results merge
// in a fixed order.
#pragma once

#include <cub/block/block_reduce.cuh>

#include "twill/cuda/device/groups.cuh"
#include "twill/cuda/elementwise/reuse.cuh"
#include "twill/ops/reduce/shape.cuh"

namespace twill::inline v0::detail {

/// Packets that a thread loads before it adds them. Many costly functions keep it busy enough, and
/// need its registers.
template <class Tree>
inline constexpr int packets_in_flight = terms_of<Tree> <= 6 ? 4 : 1;
inline constexpr int outputs_a_group = 4;

/// Adds the packets at elements base + scale * q of a flat operand, for q = begin, begin + step,
/// ... below end.
template <class Tree, int V, class Sums>
__device__ __forceinline__ void accumulate_flat(Tree const& tree, index_t base, index_t scale,
                                                index_t begin, index_t end, index_t step,
                                                Sums& sums) {
    index_t q = begin;
    int pushed = 0;
    index_t i = base + q * scale;
    index_t const stride = step * scale;
    for (; q + step * (packets_in_flight<Tree> - 1) < end; q += step * packets_in_flight<Tree>) {
        lanes<typename Tree::value_type, V> x[packets_in_flight<Tree>];
#pragma unroll
        for (int u = 0; u < packets_in_flight<Tree>; ++u)
            x[u] = tree.template at<V>(packed_cursor{i + u * stride});
        sums.add(x);
        i += packets_in_flight<Tree> * stride;
        if ((pushed += packets_in_flight<Tree>) >= Sums::run) {
            sums.flush();
            pushed = 0;
        }
    }
#pragma unroll 1
    for (; q < end; q += step, i += stride)
        sums.add(tree.template at<V>(packed_cursor{i}));
}

/// Adds packets begin, begin + step, ... below end of an output's runs.
template <class Tree, int V, int Rank, class Sums>
__device__ __forceinline__ void accumulate_packets(Tree const& tree,
                                                   reduce_shape<Rank> const& shape,
                                                   grid_cursor<Rank>& cursor, index_t begin,
                                                   index_t end, index_t step, Sums& sums) {
    index_t const inner = shape.extent[Rank - 1];
    int pushed = 0;
    for (index_t q = begin; q < end; q += step * packets_in_flight<Tree>) {
        lanes<typename Tree::value_type, V> x[packets_in_flight<Tree>];
        int last[packets_in_flight<Tree>];
#pragma unroll
        for (int u = 0; u < packets_in_flight<Tree>; ++u) {
            index_t packet = q + u * step;
            last[u] = 0;
            if (packet >= end)
                continue;
            if (shape.rows != 1) {
                index_t const row = packet / shape.packets;
                packet -= row * shape.packets;
                locate_axes(shape.extent, shape.kept_end, Rank - 1, row, cursor.at);
            }
            index_t const j = packet * V;
            cursor.template set_inner<V>(j, inner);
            last[u] = cursor.count;
            x[u] = tree.template at<V>(cursor);
        }
#pragma unroll
        for (int u = 0; u < packets_in_flight<Tree>; ++u)
            if (last[u] > 0)
                sums.add(x[u], 0, last[u]);
        if ((pushed += packets_in_flight<Tree>) >= Sums::run) {
            sums.flush();
            pushed = 0;
        }
    }
}

/// Two halves of a group exchange accumulators: the lower one keeps the first `Keep`, the upper one
/// the next `Keep`, each merged with the other half's.
template <int Keep, class Reducer>
__device__ __forceinline__ void exchange(Reducer const& reducer, bool upper, int half, int group,
                                         typename Reducer::accumulator (&a)[4]) {
    using accumulator = typename Reducer::accumulator;
#pragma unroll
    for (int k = 0; k < Keep; ++k) {
        accumulator const mine = choose(upper, a[k + Keep], a[k]);
        accumulator const other = shuffle_xor(choose(upper, a[k], a[k + Keep]), half, group);
        a[k] = reducer.merge(choose(upper, other, mine), choose(upper, mine, other));
    }
}

/// Merges the accumulators of the group's four outputs and calls put(k, accumulator) for output k,
/// each in one thread.
template <class Reducer, class Put>
__device__ __forceinline__ void merge_four(Reducer const& reducer, int group, int lane,
                                           typename Reducer::accumulator (&a)[4], Put&& put) {
    if (group >= 4) {
        bool const upper = lane & group / 2;
        bool const odd = lane & group / 4;
        exchange<2>(reducer, upper, group / 2, group, a);
        exchange<1>(reducer, odd, group / 4, group, a);
        for (int distance = group / 8; distance > 0; distance /= 2)
            a[0] = reducer.merge(a[0], shuffle_down(a[0], distance, group));
        if ((lane & (group / 4 - 1)) == 0)
            put((upper ? 2 : 0) + (odd ? 1 : 0), a[0]);
        return;
    }
    if (group == 2)
        exchange<2>(reducer, lane & 1, 1, group, a);
    int const first = lane * 2;
#pragma unroll
    for (int k = 0; k < 4; ++k)
        if (k < 4 / group)
            put(first + k, a[k]);
}

/// Short runs: a group of at most 32 threads has four neighbouring outputs. Where a thread has one
/// packet of each output, the packets of all four are in flight together.
template <class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads)
    reduce_short_kernel(__grid_constant__ Tree const tree,
                        __grid_constant__ reduce_shape<Rank> const shape,
                        __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    using accumulator = typename Reducer::accumulator;
    constexpr int V = reduce_lanes<Tree, Reducer>;
    int const group = 1 << shape.log2_group;
    int const lane = static_cast<int>(threadIdx.x) & (group - 1);
    index_t const first =
        ((static_cast<index_t>(blockIdx.x) * block_threads + threadIdx.x) >> shape.log2_group) *
        outputs_a_group;
    if (shape.flat && shape.packets <= group) {
        lanes<typename Tree::value_type, V> x[outputs_a_group];
#pragma unroll
        for (int u = 0; u < outputs_a_group; ++u)
            if (first + u < shape.outputs && lane < shape.packets)
                x[u] = tree.template at<V>(packed_cursor{(first + u) * shape.reduced + lane * V});
        accumulator total[outputs_a_group];
#pragma unroll
        for (int u = 0; u < outputs_a_group; ++u) {
            total[u] = target.reducer.identity();
            if (first + u < shape.outputs && lane < shape.packets) {
                auto run = start_run(target.reducer, x[u].values[0], x[u].values[V / 2],
                                     x[u].values[V - 1]);
                for (int l = 0; l < V; ++l)
                    target.reducer.add(run, x[u].values[l]);
                total[u] = settle_run(target.reducer, run);
            }
        }
        return merge_four(target.reducer, group, lane, total, [&](int k, accumulator const& a) {
            if (first + k < shape.outputs)
                target.put(shape, first + k, 0, a);
        });
    }
#pragma unroll 1
    for (int u = 0; u < outputs_a_group; ++u) {
        lane_accumulators<Reducer, V> sums(target.reducer);
        if (first + u < shape.outputs) {
            grid_cursor<Rank> cursor{};
            locate_axes(shape.extent, 0, shape.kept_end, first + u, cursor.at);
            accumulate_packets<Tree, V>(tree, shape, cursor, lane, shape.rows * shape.packets,
                                        group, sums);
        }
        accumulator total = sums.total();
        for (int distance = group / 2; distance > 0; distance /= 2)
            total = target.reducer.merge(total, shuffle_down(total, distance, group));
        if (lane == 0 && first + u < shape.outputs)
            target.put(shape, first + u, 0, total);
    }
}

template <class Reducer>
struct merge_function {
    using accumulator = typename Reducer::accumulator;
    Reducer const& reducer;
    __device__ accumulator operator()(accumulator const& a, accumulator const& b) const {
        return reducer.merge(a, b);
    }
};

/// What the last step of a block is that has one output, or a part of one.
template <class Reducer, class Sink, int Rank, class Sums>
__device__ __forceinline__ void finish_block(reduce_shape<Rank> const& shape,
                                             reduce_target<Reducer, Sink, Rank> const& target,
                                             index_t output, index_t split, Sums& sums) {
    using accumulator = typename Reducer::accumulator;
    using block_reduce = cub::BlockReduce<accumulator, block_threads>;
    __shared__ typename block_reduce::TempStorage scratch;
    accumulator const total =
        block_reduce(scratch).Reduce(sums.total(), merge_function<Reducer>{target.reducer});
    if (threadIdx.x == 0)
        target.put(shape, output, split, total);
}

/// Blocks of reduce_flat_kernel that should fit on a multiprocessor: memory is fastest with as many
/// threads as there can be, if they have the registers for what they load and add up.
template <class Tree, class Reducer>
inline constexpr int flat_blocks = terms_of<Tree> != 0                           ? 3
                                   : Tree::records > 1                           ? 4
                                   : sizeof(typename Reducer::accumulator) <= 8  ? 8
                                   : sizeof(typename Reducer::accumulator) <= 32 ? 5
                                                                                 : 3;

/// Long runs of contiguous operands: a block an output, or one of its parts.
template <class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  blocks_held<flat_blocks<Tree, Reducer>, block_threads>)
    reduce_flat_kernel(__grid_constant__ Tree const tree,
                       __grid_constant__ reduce_shape<Rank> const shape,
                       __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = reduce_lanes<Tree, Reducer>;
    let_next_start();
    rows_part const part(shape);
    lane_accumulators<Reducer, V> sums(target.reducer);
    accumulate_flat<Tree, V>(tree, part.output * shape.reduced, V, part.begin + threadIdx.x,
                             part.end, block_threads, sums);
    finish_block(shape, target, part.output, part.split, sums);
}

/// Long runs of any layout, dealt out in the same way.
template <class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads, 3)
    reduce_long_kernel(__grid_constant__ Tree const tree,
                       __grid_constant__ reduce_shape<Rank> const shape,
                       __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = reduce_lanes<Tree, Reducer>;
    let_next_start();
    rows_part const part(shape);
    lane_accumulators<Reducer, V> sums(target.reducer);
    grid_cursor<Rank> cursor{};
    locate_axes(shape.extent, 0, shape.kept_end, part.output, cursor.at);
    accumulate_packets<Tree, V>(tree, shape, cursor, part.begin + threadIdx.x, part.end,
                                block_threads, sums);
    finish_block(shape, target, part.output, part.split, sums);
}

/// The share of a thread in a reduction of columns: a packet of columns, and some rows of a part.
struct columns_part {
    index_t outer;  ///< over the kept axes but the last
    index_t split;
    index_t column;  ///< the first one
    index_t first;   ///< the part's first row
    index_t begin;   ///< the thread's first row
    index_t end;
    int height;  ///< threads a column, and the step from row to row
    int width;

    template <int Rank>
    __device__ __forceinline__ columns_part(reduce_shape<Rank> const& shape, int lanes) {
        width = 1 << shape.log2_group;
        height = block_threads >> shape.log2_group;
        int const x = static_cast<int>(threadIdx.x) & (width - 1);
        int const y = static_cast<int>(threadIdx.x) >> shape.log2_group;
        // There are fewer than 2^31 blocks.
        auto const chunks = static_cast<unsigned>((shape.packets + width - 1) >> shape.log2_group);
        auto const blocks = static_cast<unsigned>(shape.blocks);
        unsigned chunk = blockIdx.x;
        split = 0;
        first = 0;
        end = shape.rows;
        if (shape.splits > 1) {
            unsigned const number = chunk / blocks;
            chunk -= number * blocks;
            split = number;
            part_range const part(shape, split, shape.rows);
            first = part.begin;
            end = part.end;
        }
        outer = 0;
        if (blocks > chunks) {
            unsigned const part_outer = chunk / chunks;
            chunk -= part_outer * chunks;
            outer = part_outer;
        }
        column = (index_t{chunk} * width + x) * lanes;
        begin = first + y;
    }
};
template <class Reducer>
struct columns_scratch {
    alignas(16) char bytes[block_threads * sizeof(typename Reducer::accumulator)];
};

/// Merges the accumulators of a column's threads and puts the totals of `count` columns.
template <int V, class Reducer, class Sink, int Rank>
__device__ __forceinline__ void finish_columns(reduce_shape<Rank> const& shape,
                                               reduce_target<Reducer, Sink, Rank> const& target,
                                               columns_part const& part, int count,
                                               typename Reducer::accumulator (&sums)[V],
                                               columns_scratch<Reducer>& scratch) {
    using accumulator = typename Reducer::accumulator;
    if (part.height > 1) {
#pragma unroll
        for (int l = 0; l < V; ++l)
            sums[l] =
                merge_over_y(target.reducer, sums[l], reinterpret_cast<accumulator*>(scratch.bytes),
                             part.width, part.height);
    }
    if (static_cast<int>(threadIdx.x) < part.width && count > 0)
        target.template put_packet<V>(shape, part.outer * shape.extent[Rank - 1] + part.column,
                                      part.split, sums, count);
}

/// Neighbouring outputs: a thread owns a packet of columns and some of the rows of a part.
template <class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads)
    reduce_columns_kernel(__grid_constant__ Tree const tree,
                          __grid_constant__ reduce_shape<Rank> const shape,
                          __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = reduce_lanes<Tree, Reducer>;
    __shared__ columns_scratch<Reducer> scratch;
    let_next_start();
    columns_part const part(shape, V);
    index_t const inner = shape.extent[Rank - 1];
    lane_accumulators<Reducer, V, true> sums(target.reducer);
    int const count = inner - part.column < V ? static_cast<int>(inner - part.column) : V;
    if (shape.flat && count > 0) {
        accumulate_flat<Tree, V>(tree, part.outer * shape.rows * inner + part.column, inner,
                                 part.begin, part.end, part.height, sums);
    } else if (count > 0) {
        grid_cursor<Rank> cursor{};
        locate_axes(shape.extent, 0, shape.kept_end, part.outer, cursor.at);
        cursor.template set_inner<V>(part.column, inner);
        int pushed = 0;
        for (index_t row = part.begin; row < part.end;
             row += static_cast<index_t>(part.height) * packets_in_flight<Tree>) {
            lanes<typename Tree::value_type, V> values[packets_in_flight<Tree>];
#pragma unroll
            for (int u = 0; u < packets_in_flight<Tree>; ++u) {
                index_t const at = row + static_cast<index_t>(u) * part.height;
                if (at >= part.end)
                    continue;
                locate_axes(shape.extent, shape.kept_end, shape.reduced_end, at, cursor.at);
                values[u] = tree.template at<V>(cursor);
            }
#pragma unroll
            for (int u = 0; u < packets_in_flight<Tree>; ++u)
                if (row + static_cast<index_t>(u) * part.height < part.end)
                    sums.add(values[u], 0, count);
            if ((pushed += packets_in_flight<Tree>) >= lane_accumulators<Reducer, V, true>::run) {
                sums.flush();
                pushed = 0;
            }
        }
    }
    sums.flush();
    finish_columns<V>(shape, target, part, count, sums.before, scratch);
}

/// The most threads of a block that merges parts.
inline constexpr int finish_threads = 512;

/// Merges the parts of each output: a block has 2^log2_width neighbouring outputs.
template <class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(finish_threads)
    reduce_finish_kernel(__grid_constant__ reduce_shape<Rank> const shape,
                         __grid_constant__ reduce_target<Reducer, Sink, Rank> const target,
                         int const log2_width) {
    using accumulator = typename Reducer::accumulator;
    extern __shared__ __align__(16) char twill_shared[];
    int const width = 1 << log2_width;
    int const height = static_cast<int>(blockDim.x) >> log2_width;
    int const x = static_cast<int>(threadIdx.x) & (width - 1);
    int const y = static_cast<int>(threadIdx.x) >> log2_width;
    index_t const output = static_cast<index_t>(blockIdx.x) * width + x;
    accumulator sum = target.reducer.identity();
    wait_for_previous();
    // Loads of several parts are under way together.
    constexpr int together = sizeof(accumulator) <= 8 ? 8 : 4;
    for (index_t s = y; output < shape.outputs && s < shape.splits; s += height * together) {
        accumulator part[together];
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (s + u * height < shape.splits)
                part[u] = target.partial[(s + u * height) * shape.outputs + output];
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (s + u * height < shape.splits)
                sum = target.reducer.merge(sum, part[u]);
    }
    sum = log2_width == 0
              ? merge_group(target.reducer, sum, height, twill_shared)
              : merge_over_y(target.reducer, sum, reinterpret_cast<accumulator*>(twill_shared),
                             width, height);
    if (y == 0 && output < shape.outputs)
        target.finish(shape, output, sum);
}

}  // namespace twill::inline v0::detail
