// SPDX-License-Identifier: MIT
// The kernels of reductions whose reduced elements are neighbours: the operand expression is fused
// into the load, parts of an output merge in a fixed order.
#pragma once

#include "twill/cuda/device/groups.cuh"
#include "twill/cuda/elementwise/reuse.cuh"
#include "twill/ops/reduce/shape.cuh"

namespace twill::inline v0::detail {

/// Packets of V elements that a thread loads before it adds them: so many bytes must be on their
/// way that memory is busy. Many costly functions keep a thread busy enough, and need its
/// registers.
template <class Tree, int V>
inline constexpr int packets_in_flight =
    terms_of<Tree> > 6 ? 1
                       : (V* Tree::widest >= 16 || sizeof(typename Tree::value_type) > 4 ? 4 : 8);

/// The same of operands in any layout, whose elements may come one by one: they take the registers
/// of what is loaded.
template <class Tree, int V>
inline constexpr int packets_held = [] {
    constexpr int registers = V * ((static_cast<int>(sizeof(typename Tree::value_type)) + 3) / 4);
    constexpr int most = registers <= 12 ? 4 : registers <= 24 ? 2 : 1;
    return packets_in_flight<Tree, V> < most ? packets_in_flight<Tree, V> : most;
}();

/// Adds the packets at elements base + scale * q of a flat operand, for q = begin, begin + step,
/// ... below end. Cursor `c` is at the first one; indices count `counts` from one q to the next.
template <class Tree, int V, class Cursor, class Sums>
__device__ __forceinline__ void accumulate_flat(Tree const& tree, Cursor c, index_t scale,
                                                index_t counts, index_t begin, index_t end,
                                                index_t step, Sums& sums) {
    constexpr int together = packets_in_flight<Tree, V>;
    index_t q = begin;
    int pushed = 0;
    c.i += q * scale;
    c.inner += q * counts;
    index_t const stride = step * scale;
    index_t const apart = step * counts;
    for (; q + step * (together - 1) < end; q += step * together) {
        lanes<typename Tree::value_type, V> x[together];
#pragma unroll
        for (int u = 0; u < together; ++u) {
            Cursor at = c;
            at.i += u * stride;
            at.inner += u * apart;
            x[u] = tree.template at<V>(at);
        }
        sums.add(x);
        c.i += together * stride;
        c.inner += together * apart;
        sums.added(together, pushed);
    }
#pragma unroll 1
    for (; q < end; q += step, c.i += stride, c.inner += apart)
        sums.add(tree.template at<V>(c));
}

/// A quotient, in 32 bits where that will do: 64-bit division is some hundred instructions.
__device__ __forceinline__ index_t quotient(index_t a, index_t b) {
    if (static_cast<std::uint64_t>(a | b) >> 32 == 0)
        return static_cast<std::uint32_t>(a) / static_cast<std::uint32_t>(b);
    return a / b;
}

/// Adds packets begin, begin + step, ... below end of an output's runs. Where runs start between
/// two packets, their first packet is cut, and the others are aligned.
template <class Tree, int V, int Rank, class Sums>
__device__ __forceinline__ void accumulate_packets(Tree const& tree,
                                                   reduce_shape<Rank> const& shape,
                                                   grid_cursor<Rank>& cursor, index_t begin,
                                                   index_t end, index_t step, Sums& sums) {
    constexpr int together = packets_held<Tree, V> < 2 ? 1 : 2;
    if (begin >= end)
        return;
    index_t const inner = shape.extent[Rank - 1];
    index_t row = 0;
    index_t packet = begin;
    index_t rows_a_step = 0;
    index_t packets_a_step = step;
    if (shape.rows != 1) {
        row = quotient(begin, shape.packets);
        packet -= row * shape.packets;
        rows_a_step = quotient(step, shape.packets);
        packets_a_step -= rows_a_step * shape.packets;
    }
    int pushed = 0;
    for (index_t q = begin; q < end; q += step * together) {
        lanes<typename Tree::value_type, V> x[together];
        int last[together];
#pragma unroll
        for (int u = 0; u < together; ++u) {
            last[u] = 0;
            if (q + u * step >= end)
                continue;
            if (shape.rows != 1)
                locate_axes(shape.extent, shape.kept_end, Rank - 1, row, cursor.at);
            int const ahead = shape.template ahead<V>(cursor.at);
            index_t const j = packet * V - ahead;
            cursor.template set_inner<V>(j < 0 ? 0 : j, inner);
            cursor.count = j < 0 && cursor.count > V - ahead ? V - ahead : cursor.count;
            last[u] = cursor.count;
            if (V == 1 || last[u] > 0)
                x[u] = tree.template at<V>(cursor);
            packet += packets_a_step;
            row += rows_a_step;
            if (packet >= shape.packets) {
                packet -= shape.packets;
                ++row;
            }
        }
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (last[u] > 0)
                sums.add(x[u], 0, last[u]);
        sums.added(together, pushed);
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

/// Element `j` of the run that starts at element `base` of flat operands.
__device__ __forceinline__ counted_cursor cursor_at(index_t base, index_t j,
                                                    reduce_deal const& shape) {
    index_t const i = base + j;
    return {{i}, shape.counts_outputs ? i : j, {}};
}

/// Short runs: a group of at most 32 threads has four neighbouring outputs. Where a thread has one
/// packet of each output, the packets of all four are in flight together.
template <class Tree, class Reducer, class Sink, int Rank>
__device__ __forceinline__ void reduce_short_runs(
    Tree const& tree, reduce_shape<Rank> const& shape,
    reduce_target<Reducer, Sink, Rank> const& target) {
    using accumulator = typename Reducer::accumulator;
    constexpr int V = row_lanes<Tree>;
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
                x[u] = tree.template at<V>(cursor_at((first + u) * shape.reduced, lane * V, shape));
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
                target.finish(shape, first + k, a);
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
            target.finish(shape, first + u, total);
    }
}

/// Into `sums`, of which the first `count` are outputs next to each other: their parts `first`,
/// first + step, ... of `splits`, several loads being under way together.
// There are fewer than 2^31 parts: few of many blocks, or many of few.
template <int V, class Reducer>
__device__ __forceinline__ void merge_parts(Reducer const& reducer,
                                            typename Reducer::accumulator const* parts, int apart,
                                            int first, int splits, int step, int count,
                                            typename Reducer::accumulator (&sums)[V]) {
    using accumulator = typename Reducer::accumulator;
    constexpr int words = V * ((static_cast<int>(sizeof(accumulator)) + 3) / 4);
    constexpr int most = V == 1 ? 8 : 16;  // the kernel for long runs has few registers
    constexpr int together = words >= most ? 1 : most / words;
#pragma unroll
    for (int l = 0; l < V; ++l)
        sums[l] = reducer.identity();
    for (int s = first; s < splits; s += step * together) {
        accumulator part[together][V];
#pragma unroll
        for (int u = 0; u < together; ++u)
#pragma unroll
            for (int l = 0; l < V; ++l)
                if (l < count && s + u * step < splits)
                    part[u][l] = parts[(s + u * step) * apart + l];
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
template <class Reducer, class Sink, int Rank, class Sums>
__device__ __forceinline__ void finish_block(reduce_shape<Rank> const& shape,
                                             reduce_target<Reducer, Sink, Rank> const& target,
                                             rows_part const& part, Sums& sums) {
    using accumulator = typename Reducer::accumulator;
    __shared__ block_scratch<accumulator> scratch;
    accumulator a[1] = {sums.total()};
    bool whole = shape.splits == 1;
#pragma unroll 1
    while (true) {
        a[0] = merge_block(target.reducer, a[0], scratch);
        if (whole) {
            if (threadIdx.x == 0)
                target.finish(shape, part.output, a[0]);
            return;
        }
        if (threadIdx.x == 0)
            target.partial[part.split * shape.outputs + part.output] = a[0];
        whole = is_last_part(target.counters + part.output, shape.splits);
        if (!whole)
            return;
        merge_parts(target.reducer, target.partial + part.output, static_cast<int>(shape.outputs),
                    static_cast<int>(threadIdx.x), static_cast<int>(shape.splits), block_threads, 1,
                    a);
    }
}

/// Blocks of reduce_flat_kernel that should fit on a multiprocessor: memory is fastest with as many
/// threads as there can be, if they have the registers for what they load and add up.
template <class Tree, class Reducer>
inline constexpr int flat_blocks = terms_of<Tree> != 0                           ? 3
                                   : Tree::records > 1                           ? 4
                                   : sizeof(typename Reducer::accumulator) <= 8  ? 8
                                   : sizeof(typename Reducer::accumulator) <= 32 ? 5
                                                                                 : 3;

/// Long runs of contiguous operands: a block an output, or one of its parts. `Whole`: the only run,
/// which may end in the middle of a packet.
template <bool Whole, class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  blocks_held<flat_blocks<Tree, Reducer>, block_threads>)
    reduce_flat_kernel(__grid_constant__ Tree const tree,
                       __grid_constant__ reduce_shape<Rank> const shape,
                       __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = row_lanes<Tree>;
    rows_part const part(shape);
    lane_accumulators<Reducer, V> sums(target.reducer);
    accumulate_flat<Tree, V>(tree, cursor_at(part.output * shape.reduced, 0, shape), V, V,
                             part.begin + threadIdx.x, part.end, block_threads, sums);
    if constexpr (Whole && V > 1) {
        index_t const rest = shape.packets * V + threadIdx.x;
        if (part.split == shape.splits - 1 && rest < shape.reduced) {
            auto const x = tree.template at<1>(cursor_at(0, rest, shape)).values[0];
            lanes<typename Tree::value_type, V> repeated;
            for (int l = 0; l < V; ++l)
                repeated.values[l] = x;
            sums.add(repeated, 0, 1);
        }
    }
    finish_block(shape, target, part, sums);
}

/// Blocks of reduce_rows_kernel on a multiprocessor.
template <class Reducer>
inline constexpr int rows_blocks = sizeof(typename Reducer::accumulator) <= 8 ? 4 : 3;

/// Runs of any layout and length: a block has an output or one of its parts or, where runs are
/// short, many outputs.
template <bool Whole, class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads, blocks_held<rows_blocks<Reducer>, block_threads>)
    reduce_rows_kernel(__grid_constant__ Tree const tree,
                       __grid_constant__ reduce_shape<Rank> const shape,
                       __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = row_lanes<Tree>;
    if constexpr (!Whole)
        if (shape.log2_group <= 5)
            return reduce_short_runs(tree, shape, target);
    rows_part const part(shape);
    lane_accumulators<Reducer, V> sums(target.reducer);
    grid_cursor<Rank> cursor{};
    locate_axes(shape.extent, 0, shape.kept_end, part.output, cursor.at);
    accumulate_packets<Tree, V>(tree, shape, cursor, part.begin + threadIdx.x, part.end,
                                block_threads, sums);
    finish_block(shape, target, part, sums);
}

}  // namespace twill::inline v0::detail
