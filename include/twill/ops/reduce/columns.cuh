// SPDX-License-Identifier: MIT
// The kernel of reductions whose outputs are neighbours, columns of rows.
#pragma once

#include "twill/ops/reduce/columns_part.cuh"

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
    finish_columns<V>(shape, target, sums.before, scratch);
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
    finish_columns<V, true>(shape, target, sums.before, scratch, ahead);
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
