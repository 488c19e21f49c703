// SPDX-License-Identifier: MIT
// The kernel of reductions whose outputs are neighbours, columns of rows.
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

    __device__ __forceinline__ columns_part(reduce_deal const& shape, int lanes, int shared = 0) {
        width = 1 << shape.log2_group;
        height = block_threads >> shape.log2_group;
        int const x = static_cast<int>(threadIdx.x) & (width - 1);
        int const y = static_cast<int>(threadIdx.x) >> shape.log2_group;
        // There are fewer than 2^31 blocks.
        own = width - shared;
        auto const chunks =
            static_cast<unsigned>(shared == 0 ? (shape.packets + width - 1) >> shape.log2_group
                                              : (shape.packets + own - 1) / own);
        auto const blocks = static_cast<unsigned>(shape.blocks);
        unsigned chunk = blockIdx.x;
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
template <int V, bool Shifted = false, class Reducer, class Sink, int Rank, int Lanes>
__device__ __forceinline__ void finish_columns(reduce_shape<Rank> const& shape,
                                               reduce_target<Reducer, Sink, Rank> const& target,
                                               columns_part const& part,
                                               typename Reducer::accumulator (&sums)[V],
                                               columns_scratch<Reducer, Lanes>& scratch,
                                               int ahead = 0) {
    using accumulator = typename Reducer::accumulator;
    constexpr int S = columns_scratch<Reducer, Lanes>::lanes;
    index_t const inner = shape.extent[Rank - 1];
    part_levels parts(shape, part.split, part.block);
    if constexpr (!Shifted)
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
            int const column = x * V + l - ahead;
            int const lane = column & (V - 1);
            if (column >= 0 && column < part.own * V && (S == V || (lane >= p && lane < p + S)))
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

/// Adds the thread's rows [row, end) of a packet that begins `from` elements before a row or ends
/// behind it, element by element, several rows' loads being under way together. What lies outside
/// is replaced by an element of the row: nobody takes the sum. Returns the first row behind.
template <int V, class Tree, class Sums>
__device__ __forceinline__ void add_cut_columns(Tree const& tree, counted_column_cursor const& c,
                                                index_t step, int height, index_t row, index_t end,
                                                int from, int to, Sums& sums) {
    constexpr int together = packets_held<Tree, V>;
    int pushed = 0;
#pragma unroll 1
    for (; row < end; row += static_cast<index_t>(height) * together) {
        lanes<typename Tree::value_type, V> x[together];
#pragma unroll
        for (int u = 0; u < together; ++u) {
            index_t const at = row + static_cast<index_t>(u) * height;
#pragma unroll
            for (int l = 0; l < V; ++l) {
                counted_column_cursor one = c;
                one.inner = at < end ? at : row;
                one.i += one.inner * step + (l < from ? from : l < to ? l : to - 1);
                x[u].values[l] = tree.template at<1>(one).values[0];
            }
        }
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (row + static_cast<index_t>(u) * height < end)
                sums.add_next(x[u]);
        sums.added(together, pushed);
    }
}

/// Adds the thread's packets of flat operands whose rows start between packets. All rows of a
/// thread start at the same place of one, so its packets begin so many elements (the result) before
/// its columns, aligned. What a packet has outside its row is an element of a row beside it, whose
/// sum nobody takes, or is not read.
template <int V, class Tree, int Rank, class Sums>
__device__ __forceinline__ int add_shifted_columns(Tree const& tree,
                                                   reduce_shape<Rank> const& shape,
                                                   columns_part const& part, Sums& sums) {
    index_t const inner = shape.extent[Rank - 1];
    index_t const step = shape.row_step;
    counted_column_cursor c{};
    c.i = shape.start_of(part.outer) + part.column;
    int const ahead = static_cast<int>(shape.packet_start + c.i + part.begin * step) & (V - 1);
    c.i -= ahead;
    index_t const first = part.column - ahead;
    if (first >= inner || part.begin >= part.end)
        return ahead;
    // Rows [begin, packets) come element by element, then those before `rest` in packets.
    index_t packets = part.begin;
    index_t rest = part.end;
    if (first < 0 || first + V > inner) {
        index_t const last = part.begin + (part.end - 1 - part.begin) / part.height * part.height;
        if (!shape.contiguous)
            packets = part.end;
        else if (c.i + part.begin * step < 0)
            packets += part.height;
        if (packets <= last && c.i + last * step + V > shape.outputs * shape.reduced)
            rest = last;
    }
    int const from = first < 0 ? static_cast<int>(-first) : 0;
    int const to = inner - first < V ? static_cast<int>(inner - first) : V;
    index_t row = part.begin;
#pragma unroll 1
    while (true) {
        add_cut_columns<V>(tree, c, step, part.height, row, packets, from, to, sums);
        accumulate_flat<Tree, V>(tree, c, step, 1, packets, rest, part.height, sums);
        if (rest >= part.end)
            return ahead;
        row = rest;
        packets = rest = part.end;
    }
}

/// Blocks of reduce_columns_kernel on a multiprocessor, by the registers that accumulators take.
template <class Tree, class Reducer>
inline constexpr int column_blocks = [] {
    constexpr auto bytes = sizeof(typename Reducer::accumulator) * column_lanes<Tree, Reducer>;
    return terms_of<Tree> != 0 || bytes > 64 ? reduce_tuning::column_blocks_widest
           : bytes > 16                      ? reduce_tuning::column_blocks_wide
                                             : reduce_tuning::column_blocks;
}();

/// Neighbouring outputs: a thread owns a packet of columns and some of the rows of a part.
template <class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  blocks_held<column_blocks<Tree, Reducer>, block_threads>)
    reduce_columns_kernel(__grid_constant__ Tree const tree,
                          __grid_constant__ reduce_shape<Rank> const shape,
                          __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = column_lanes<Tree, Reducer>;
    constexpr int together = packets_held<Tree, V>;
    __shared__ columns_scratch<Reducer, V> scratch;
    columns_part const part(shape, V);
    index_t const inner = shape.extent[Rank - 1];
    lane_accumulators<Reducer, V, true> sums(target.reducer);
    int const count = inner - part.column < V ? static_cast<int>(inner - part.column) : V;
    if (shape.flat && count > 0) {
        counted_column_cursor c{};
        c.i = shape.start_of(part.outer) + part.column;
        accumulate_flat<Tree, V>(tree, c, shape.row_step, 1, part.begin, part.end, part.height,
                                 sums);
    } else if (count > 0) {
        grid_cursor<Rank> cursor{};
        locate_axes(shape.extent, 0, shape.kept_end, part.outer, cursor.at);
        cursor.template set_inner<V>(part.column, inner);
        int pushed = 0;
        for (index_t row = part.begin; row < part.end;
             row += static_cast<index_t>(part.height) * together) {
            lanes<typename Tree::value_type, V> values[together];
#pragma unroll
            for (int u = 0; u < together; ++u) {
                index_t const at = row + static_cast<index_t>(u) * part.height;
                if (at >= part.end)
                    continue;
                locate_axes(shape.extent, shape.kept_end, shape.reduced_end, at, cursor.at);
                values[u] = tree.template at<V>(cursor);
            }
#pragma unroll
            for (int u = 0; u < together; ++u)
                if (row + static_cast<index_t>(u) * part.height < part.end)
                    sums.add(values[u], 0, count);
            sums.added(together, pushed);
        }
    }
    sums.flush();
    finish_columns<V>(shape, target, part, sums.before, scratch);
}

/// Whether rows of few columns may be walked as what they are, elements one after the other: where
/// nothing counts them. Costly functions are not worth a kernel more.
template <class Tree, class Reducer>
inline constexpr bool has_narrow_columns =
    column_lanes<Tree, Reducer> > 1 && !has_indices<Tree> && terms_of<Tree> == 0 &&
    !is_located<typename Tree::value_type> && sizeof(typename Reducer::accumulator) <= 16;

/// The same of flat operands whose rows start between packets.
template <class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  blocks_held<column_blocks<Tree, Reducer>, block_threads>)
    reduce_shifted_columns_kernel(
        __grid_constant__ Tree const tree, __grid_constant__ reduce_shape<Rank> const shape,
        __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = column_lanes<Tree, Reducer>;
    __shared__ columns_scratch<Reducer, V> scratch;
    columns_part const part(shape, V, 1);
    lane_accumulators<Reducer, V, true> sums(target.reducer);
    int const ahead = add_shifted_columns<V>(tree, shape, part, sums);
    sums.flush();
    finish_columns<V, true>(shape, target, part, sums.before, scratch, ahead);
}

/// Rows of few columns, one behind the other: a thread's packets lie whole rows apart, so that each
/// of its lanes stays in a column.
template <class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  blocks_held<column_blocks<Tree, Reducer>, block_threads>)
    reduce_narrow_columns_kernel(
        __grid_constant__ Tree const tree, __grid_constant__ reduce_shape<Rank> const shape,
        __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = column_lanes<Tree, Reducer>;
    using accumulator = typename Reducer::accumulator;
    __shared__ alignas(16) char scratch[block_threads * V * sizeof(accumulator)];
    accumulator* const all = reinterpret_cast<accumulator*>(scratch);
    int const thread = static_cast<int>(threadIdx.x);
    int const inner = static_cast<int>(shape.extent[Rank - 1]);
    int const height = block_threads / inner;
    int const threads = height * inner;
    int const column = thread % inner;
    // V rows are as many packets as there are columns.
    part_range const part(shape, blockIdx.x, shape.rows / V);
    lane_accumulators<Reducer, V, true, true> sums(target.reducer);
    if (thread < threads)
        accumulate_flat<Tree, V>(tree, counted_column_cursor{}, V, 0, part.begin * inner + thread,
                                 part.end * inner, threads, sums);
    sums.flush();
#pragma unroll
    for (int l = 0; l < V; ++l)
        all[thread * V + l] = sums.before[l];
    __syncthreads();
    accumulator total[1] = {target.reducer.identity()};
    if (thread < threads)
        for (int l = 0; l < V; ++l)
            total[0] = target.reducer.merge(total[0], all[thread + l * threads]);
    if (blockIdx.x == 0 && thread < inner) {
        lane_accumulators<Reducer, 1> last(target.reducer);
        for (index_t row = shape.rows / V * V; row < shape.rows; ++row) {
            counted_cursor c{};
            c.i = row * inner + thread;
            last.add_next(tree.template at<1>(c));
        }
        total[0] = target.reducer.merge(total[0], last.total());
    }
    part_levels parts(shape, static_cast<index_t>(blockIdx.x), 0);
#pragma unroll 1
    while (true) {
        __syncthreads();
        total[0] = merge_over_y(target.reducer, total[0], all, inner, height);
        if (parts.left == 0) {
            if (thread < inner)
                target.template finish<output_axes::any>(shape, column, total[0]);
            return;
        }
        if (thread < inner)
            target.partial[index_t{parts.slot} * inner + column] = total[0];
        if (!is_last_part(target.counters + parts.counter, parts.count))
            return;
        merge_parts(target.reducer, target.partial + index_t{parts.first} * inner + column,
                    index_t{parts.step} * inner, thread / inner, thread < threads ? parts.count : 0,
                    height, 1, total);
        parts.advance(shape);
    }
}

}  // namespace twill::inline v0::detail
