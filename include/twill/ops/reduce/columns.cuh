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
    index_t first;   ///< the part's first row
    index_t begin;   ///< the thread's first row
    index_t end;
    int height;  ///< threads a column, and the step from row to row
    int width;
    bool extra;      ///< the thread's packet is the first one of the next block, too
    unsigned block;  ///< among those of a part

    __device__ __forceinline__ columns_part(reduce_deal const& shape, int lanes, int shared = 0) {
        width = 1 << shape.log2_group;
        height = block_threads >> shape.log2_group;
        int const x = static_cast<int>(threadIdx.x) & (width - 1);
        int const y = static_cast<int>(threadIdx.x) >> shape.log2_group;
        // There are fewer than 2^31 blocks.
        int const own = width - shared;
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
            begin = 0;
            extra = false;
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
        column = (index_t{chunk} * own + x) * lanes;
        extra = x >= own;
        begin = first + y;
    }
};
template <class Reducer>
struct columns_scratch {
    alignas(16) char bytes[block_threads * sizeof(typename Reducer::accumulator)];
};

/// Merges the accumulators of a column's threads and puts the totals of `count` columns; the last
/// block to finish merges the parts of its columns.
template <int V, class Reducer, class Sink, int Rank>
__device__ __forceinline__ void finish_columns(reduce_shape<Rank> const& shape,
                                               reduce_target<Reducer, Sink, Rank> const& target,
                                               columns_part const& part, int count,
                                               typename Reducer::accumulator (&sums)[V],
                                               columns_scratch<Reducer>& scratch) {
    using accumulator = typename Reducer::accumulator;
    index_t const output = part.outer * shape.extent[Rank - 1] + part.column;
    part_levels parts(shape, part.split, part.block);
#pragma unroll 1
    while (true) {
        if (part.height > 1) {
#pragma unroll
            for (int l = 0; l < V; ++l)
                sums[l] = merge_over_y(target.reducer, sums[l],
                                       reinterpret_cast<accumulator*>(scratch.bytes), part.width,
                                       part.height);
        }
        bool const has_totals = static_cast<int>(threadIdx.x) < part.width;
        if (parts.left == 0) {
            if (has_totals && count > 0)
                target.template finish_packet<V>(shape, output, sums, count);
            return;
        }
#pragma unroll
        for (int l = 0; l < V; ++l)
            if (has_totals && l < count)
                target.partial[parts.slot * shape.outputs + output + l] = sums[l];
        if (!is_last_part(target.counters + parts.counter, parts.count))
            return;
        merge_parts(target.reducer, target.partial + parts.first * shape.outputs + output,
                    parts.step * shape.outputs, static_cast<int>(threadIdx.x) >> shape.log2_group,
                    parts.count, part.height, count, sums);
        parts.advance(shape);
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

/// Moves the accumulators of columns `ahead` places down, those of the next thread behind them.
template <int V, class Accumulator>
__device__ __forceinline__ void shift_columns(int ahead, Accumulator (&sums)[V],
                                              Accumulator* scratch) {
    int const next = threadIdx.x + 1 < block_threads ? static_cast<int>(threadIdx.x) + 1 : 0;
#pragma unroll 1
    for (int s = 0; s < V - 1; ++s) {
        __syncthreads();
        scratch[threadIdx.x] = sums[0];
        __syncthreads();
        if (s < ahead) {
#pragma unroll
            for (int l = 0; l + 1 < V; ++l)
                sums[l] = sums[l + 1];
            sums[V - 1] = scratch[next];
        }
    }
    __syncthreads();
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
    __shared__ columns_scratch<Reducer> scratch;
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
    finish_columns<V>(shape, target, part, count, sums.before, scratch);
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
    __shared__ columns_scratch<Reducer> scratch;
    columns_part const part(shape, V, 1);
    lane_accumulators<Reducer, V, true> sums(target.reducer);
    int const ahead = add_shifted_columns<V>(tree, shape, part, sums);
    sums.flush();
    shift_columns<V>(ahead, sums.before,
                     reinterpret_cast<typename Reducer::accumulator*>(scratch.bytes));
    index_t const columns = part.extra ? 0 : shape.extent[Rank - 1] - part.column;
    finish_columns<V>(shape, target, part, columns < V ? static_cast<int>(columns) : V, sums.before,
                      scratch);
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
