// SPDX-License-Identifier: MIT
// Blocks of reductions whose outputs are neighbours: what a thread has of the columns, and how
// those of a block merge.
#pragma once

#include "twill/ops/reduce/kernels.cuh"

namespace twill::inline v0::detail {

/// The share of a thread in a reduction of columns: a packet of columns, and some rows of a part.
struct columns_part {
    index_t outer;  ///< over the kept axes but the last
    index_t split;
    index_t column;  ///< the first one
    index_t start;   ///< the block's first column
    index_t first;   ///< the part's first row
    index_t begin;   ///< the thread's first row
    index_t end;
    int height;  ///< threads a column, and the step from row to row
    int width;
    int own;         ///< packets of the block; a thread's may be the first one of the next block
    unsigned block;  ///< among those of a part

    __device__ __forceinline__ columns_part(reduce_deal const& shape, int lanes, int shared = 0)
        : columns_part(shape, lanes, shared, blockIdx.x, static_cast<int>(threadIdx.x)) {}
    /// The same, worked out again: registers are for the loop before.
    static __device__ __forceinline__ columns_part again(reduce_deal const& shape, int lanes,
                                                         int shared) {
        unsigned number = blockIdx.x;
        int thread = static_cast<int>(threadIdx.x);
        asm("" : "+r"(number), "+r"(thread));
        return columns_part(shape, lanes, shared, number, thread);
    }

private:
    __device__ __forceinline__ columns_part(reduce_deal const& shape, int lanes, int shared,
                                            unsigned of_block, int thread) {
        width = 1 << shape.log2_group;
        height = block_threads >> shape.log2_group;
        int const x = thread & (width - 1);
        int const y = thread >> shape.log2_group;
        // There are fewer than 2^31 blocks.
        own = width - shared;
        auto const chunks =
            static_cast<unsigned>(shared == 0 ? (shape.packets + width - 1) >> shape.log2_group
                                              : (shape.packets + own - 1) / own);
        auto const blocks = static_cast<unsigned>(shape.blocks);
        unsigned chunk = of_block;
        split = 0;
        first = 0;
        end = shape.rows;
        if (shape.all_packets != 0) {
            index_t const packet = static_cast<index_t>(chunk) * block_threads + x;
            outer = quotient(packet, shape.packets);
            // Behind the last packet there are no columns.
            column = packet < shape.all_packets ? (packet - outer * shape.packets) * lanes
                                                : shape.packets * lanes;
            start = column;
            begin = 0;
            block = chunk;
            return;
        }
        if (shape.splits > 1) {
            unsigned const number = chunk / blocks;
            chunk -= number * blocks;
            split = number;
            part_range const part(shape, split, shape.rows);
            first = part.begin;
            end = part.end;
        }
        block = chunk;
        outer = 0;
        if (blocks > chunks) {
            unsigned const part_outer = chunk / chunks;
            chunk -= part_outer * chunks;
            outer = part_outer;
        }
        start = index_t{chunk} * own * lanes;
        column = start + index_t{x} * lanes;
        begin = first + y;
    }
};
/// Blocks of kernels of columns on a multiprocessor, by the registers that accumulators take.
template <class Tree, class Reducer>
inline constexpr int column_blocks = [] {
    constexpr auto bytes = sizeof(typename Reducer::accumulator) * column_lanes<Tree, Reducer>;
    return terms_of<Tree> != 0 || bytes > 64 ? reduce_tuning::column_blocks_widest
           : bytes > 16                      ? reduce_tuning::column_blocks_wide
                                             : reduce_tuning::column_blocks;
}();

/// Where the accumulators of a block's threads meet: those of so many lanes of each packet at a
/// time.
template <class Reducer, int V = 1>
struct columns_scratch {
    static constexpr int bytes_a_lane =
        block_threads * static_cast<int>(sizeof(typename Reducer::accumulator));
    static constexpr int lanes = [] {
        int n = V;
        while (n > 1 && n * bytes_a_lane > reduce_tuning::column_scratch)
            n /= 2;
        return n;
    }();
    alignas(16) char bytes[lanes * bytes_a_lane];
};

/// Merges what a block's threads have of its columns, whose packets begin `ahead` elements before
/// them, and puts the totals; the last block to finish merges the parts of its columns. The
/// accumulators change hands: a thread has one column then, or threads share the rows of one, so
/// that the lanes of a packet do not merge one after the other.
template <int V, bool Shifted = false, bool Spread = false, class Reducer, class Sink, int Rank,
          int Lanes>
__device__ __forceinline__ void finish_columns(reduce_shape<Rank> const& shape,
                                               reduce_target<Reducer, Sink, Rank> const& target,
                                               typename Reducer::accumulator (&sums)[V],
                                               columns_scratch<Reducer, Lanes>& scratch,
                                               int ahead = 0) {
    using accumulator = typename Reducer::accumulator;
    constexpr int S = columns_scratch<Reducer, Lanes>::lanes;
    index_t const inner = shape.extent[Rank - 1];
    columns_part const part = columns_part::again(shape, V, Shifted ? 1 : 0);
    part_levels parts(shape, part.split, part.block);
    bool const apart = Spread && shape.spread == spread_by::elements;
    if constexpr (!Shifted && !Spread)
        if (part.height == 1 && parts.left == 0) {
            int const count = inner - part.column < V ? static_cast<int>(inner - part.column) : V;
            if (count > 0)
                target.template finish_packet<V>(shape, part.outer * inner + part.column, sums,
                                                 count);
            return;
        }
    // Four parts are under way together.
    constexpr int words = 4 * ((static_cast<int>(sizeof(accumulator)) + 3) / 4);
    auto* const all = reinterpret_cast<accumulator*>(scratch.bytes);
    int const thread = static_cast<int>(threadIdx.x);
    int const pitch = part.width * S;
    int const groups = pitch < block_threads ? block_threads / pitch : 1;
    int const group = pitch < block_threads ? thread / pitch : 0;
    int const place = thread & (pitch - 1);
    index_t const left = inner - part.start;
    int const columns = left < part.own * V ? static_cast<int>(left) : part.own * V;
    index_t const output = part.outer * inner + part.start;
    // Of the columns that have place c, lanes [p, p + S) of packets being at hand.
    auto const column_of = [](int c, int p) { return c / S * V + p + c % S; };
    auto const merge_rows = [&](accumulator a) {
        if (groups == 1)
            return a;
        __syncthreads();
        return merge_over_y(target.reducer, a, all, pitch, groups);
    };
    auto const put = [&](part_levels const& at, int column, accumulator const& a) {
        if (group != 0 || column >= columns)
            return;
        if (at.left == 0)
            target.template finish<output_axes::any>(shape, output + column, a);
        else
            target.partial[at.slot * shape.outputs + output + column] = a;
    };
#pragma unroll 1
    for (int p = 0; p < V; p += S) {
        if (p > 0)
            __syncthreads();
        int const x = thread & (part.width - 1);
        int const row = (thread - x) * S;
#pragma unroll
        for (int l = 0; l < V; ++l) {
            int const column = apart ? x + l * part.width : x * V + l - ahead;
            int const lane = column & (V - 1);
            int const least = Spread && !apart ? x * V : 0;
            if (column >= least && column < part.own * V && (S == V || (lane >= p && lane < p + S)))
                all[row + (S == V ? column : column / V * S + lane - p)] = sums[l];
        }
        __syncthreads();
#pragma unroll 1
        for (int c = place; c < pitch; c += block_threads) {
            accumulator a = all[group * pitch + c];
#pragma unroll 4
            for (int y = group + groups; y < part.height; y += groups)
                a = target.reducer.merge(a, all[y * pitch + c]);
            put(parts, column_of(c, p), merge_rows(a));
        }
    }
#pragma unroll 1
    while (parts.left != 0) {
        if (!is_last_part(target.counters + parts.counter, parts.count))
            return;
        part_levels next = parts;
        next.advance(shape);
#pragma unroll 1
        for (int p = 0; p < V; p += S)
#pragma unroll 1
            for (int c = place; c < pitch; c += block_threads) {
                int const column = column_of(c, p);
                accumulator total[1];
                merge_parts<1, words>(
                    target.reducer, target.partial + parts.first * shape.outputs + output + column,
                    parts.step * shape.outputs, group, column < columns ? parts.count : 0, groups,
                    1, total);
                put(next, column, merge_rows(total[0]));
            }
        parts = next;
    }
}

}  // namespace twill::inline v0::detail
