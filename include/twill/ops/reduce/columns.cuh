// SPDX-License-Identifier: MIT
// The kernel of reductions whose outputs are neighbours, columns of rows.
#pragma once

#include "twill/ops/reduce/columns_part.cuh"
#include "twill/ops/reduce/spread.cuh"

namespace twill::inline v0::detail {

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

/// Adds the thread's rows of columns that are spread among threads, or come in packets from any
/// place: the result is by how many elements the last one of a row begins before its columns.
template <bool Near, int V, class Tree, int Rank, class Sums>
__device__ __forceinline__ int add_spread_columns(Tree const& tree, reduce_shape<Rank> const& shape,
                                                  columns_part const& part, Sums& sums) {
    // Accumulators of all lanes take registers, too.
    constexpr int together = smaller(2, spread_together<Tree, V>);
    int const x = static_cast<int>(threadIdx.x) & (part.width - 1);
    spread_cursor<Rank> c{};
    c.apart = part.width;
    locate_axes(shape.extent, 0, shape.kept_end, part.outer, c.at);
    int const first = static_cast<int>(part.start) + (Near ? x * V : x);
    int const ahead = put_spread<V, Near>(c, first, static_cast<int>(shape.extent[Rank - 1]), true);
    if (ahead >= c.count)
        return 0;
    int pushed = 0;
#pragma unroll 1
    for (index_t row = part.begin; row < part.end;
         row += static_cast<index_t>(part.height) * together) {
        spread_packet<Tree, V, Near> held[together];
        spread_cursor<Rank> at[together];
#pragma unroll
        for (int u = 0; u < together; ++u) {
            index_t const own = row + static_cast<index_t>(u) * part.height;
            at[u] = c;
            locate_axes(shape.extent, shape.kept_end, shape.reduced_end, own < part.end ? own : row,
                        at[u].at);
            held[u].load(tree, at[u]);
        }
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (row + static_cast<index_t>(u) * part.height < part.end)
                sums.add(held[u].value(tree, at[u]), 0, V);
        sums.added(together, pushed);
    }
    return ahead;
}

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
    finish_columns<V>(shape, target, sums.before, scratch);
}

/// The same of operands that are shifted against each other, or lie in steps.
template <class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  blocks_held<column_blocks<Tree, Reducer>, block_threads>)
    reduce_spread_columns_kernel(
        __grid_constant__ Tree const tree, __grid_constant__ reduce_shape<Rank> const shape,
        __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = column_lanes<Tree, Reducer>;
    __shared__ columns_scratch<Reducer, V> scratch;
    columns_part const part(shape, V);
    lane_accumulators<Reducer, V, true> sums(target.reducer);
    int ahead = 0;
    if constexpr (has_near<Tree, V>)
        if (shape.spread == spread_by::packets)
            ahead = add_spread_columns<true, V>(tree, shape, part, sums);
    if (shape.spread == spread_by::elements)
        add_spread_columns<false, V>(tree, shape, part, sums);
    sums.flush();
    finish_columns<V, false, true>(shape, target, sums.before, scratch, ahead);
}

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
    finish_columns<V, true>(shape, target, sums.before, scratch, ahead);
}

}  // namespace twill::inline v0::detail
