// SPDX-License-Identifier: MIT
// The kernel of reductions whose outputs have neighbouring columns of rows each: sums over axes 0
// and 2, pools.
#pragma once

#include "twill/ops/reduce/columns_part.cuh"
#include "twill/ops/reduce/finish_lines.cuh"
#include "twill/ops/reduce/loaded_packets.cuh"

namespace twill::inline v0::detail {

/// Whether neighbouring columns may be one output's: nothing counts elements, and all that a block
/// has of its columns fits into shared memory.
template <class Tree, class Reducer>
inline constexpr bool has_joined_columns =
    !is_located<typename Tree::value_type> && sizeof(typename Reducer::accumulator) <= 32 &&
    columns_scratch<Reducer, column_lanes<Tree, Reducer>>::lanes == column_lanes<Tree, Reducer>;

/// Where an index along the outer axes begins in operands, and in the result; 32 bits hold it all.
struct outer_offsets {
    int operands = 0;
    int result = 0;

    template <int Rank>
    __device__ __forceinline__ outer_offsets(reduce_shape<Rank> const& shape, unsigned outer) {
#pragma unroll
        for (int d = Rank - 1; d >= 0; --d) {
            if (d >= shape.kept_end || shape.extent[d] == 1)
                continue;
            auto const size = static_cast<unsigned>(shape.extent[d]);
            unsigned const further = outer < size ? 0 : outer / size;
            auto const at = static_cast<int>(outer - further * size);
            operands += at * static_cast<int>(shape.packet_stride[d]);
            result += at * static_cast<int>(shape.stride[d]);
            outer = further;
        }
    }
};

/// A thread's pieces of all rows of V neighbouring outputs, whose elements lie `piece_step` apart,
/// one after the other: those of one output where rows start between packets, those of a packet
/// of channels.
template <int V, class Tree, class Reducer, class Sink, int Rank>
__device__ __forceinline__ void reduce_elements(Tree const& tree, reduce_shape<Rank> const& shape,
                                                reduce_target<Reducer, Sink, Rank> const& target) {
    constexpr int together = packets_held<Tree, V>;
    unsigned const number = blockIdx.x * block_threads + threadIdx.x;
    if (number >= static_cast<unsigned>(shape.all_packets))
        return;
    int const joined = shape.joined;
    auto const step = static_cast<int>(shape.piece_step);
    auto const own = static_cast<unsigned>(step == 1 ? joined : V);
    unsigned const lines = static_cast<unsigned>(shape.extent[Rank - 1]) / own;
    unsigned const outer = number / lines;
    auto const line = static_cast<int>(number - outer * lines);
    outer_offsets const begin(shape, outer);
    lane_accumulators<Reducer, V, true> sums(target.reducer);
    counted_column_cursor c{};
    c.i = begin.operands + line * static_cast<int>(own);
    int const over = static_cast<int>(shape.row_step) - (joined - 1) * step;
    int const all = static_cast<int>(shape.rows) * joined;
    int k = 0;
    int pushed = 0;
#pragma unroll 1
    for (int e = 0; e < all; e += together) {
        lanes<typename Tree::value_type, V> held[together];
#pragma unroll
        for (int u = 0; u < together; ++u) {
            held[u] = tree.template at<V>(c);
            // What is not there is read again, so that no load stands in a branch.
            bool const end = ++k == joined;
            k = end ? 0 : k;
            c.i += e + u + 1 < all ? (end ? over : step) : 0;
        }
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (e + u < all)
                sums.add_next(held[u]);
        sums.added(together, pushed);
    }
    sums.flush();
    index_t const at =
        target.origin + begin.result + line * (step == 1 ? 1 : V) * shape.stride[Rank - 1];
#pragma unroll
    for (int l = 0; l < V; ++l)
        target.sink.put(at + l * shape.stride[Rank - 1], target.reducer, sums.before[l],
                        shape.reduced);
}

/// All rows of the fewest packets that are those of whole outputs, `Units` times: packet by packet,
/// whose lanes then merge into their outputs. `Rows` of each are under way together.
template <int V, int Units, int Rows, class Tree, class Reducer, class Sink, int Rank>
__device__ __forceinline__ void reduce_pieces(Tree const& tree, reduce_shape<Rank> const& shape,
                                              reduce_target<Reducer, Sink, Rank> const& target) {
    static_assert(Units == 1 || Rows >= 2, "twill: several units have all their rows at once");
    unsigned const number = blockIdx.x * block_threads + threadIdx.x;
    unsigned const apart = gridDim.x * block_threads;
    auto const all = static_cast<unsigned>(shape.all_packets);
    if (number >= all)
        return;
    auto const own = static_cast<unsigned>(shape.own_columns);
    unsigned const units = static_cast<unsigned>(shape.extent[Rank - 1]) / own;
    index_t const step = shape.stride[Rank - 1];
    counted_column_cursor c[Units];
    index_t at[Units];
    typename Reducer::accumulator of_output[Units];
#pragma unroll
    for (int g = 0; g < Units; ++g) {
        unsigned const unit = number + g * apart < all ? number + g * apart : number;
        unsigned const outer = unit / units;
        unsigned const column = (unit - outer * units) * own;
        outer_offsets const begin(shape, outer);
        c[g] = {};
        c[g].i = begin.operands + static_cast<int>(column);
        at[g] = target.origin + begin.result +
                static_cast<int>(column / static_cast<unsigned>(shape.joined)) * step;
        of_output[g] = target.reducer.identity();
    }
    auto const rows = static_cast<int>(shape.rows);
    int k = 0;
#pragma unroll 1
    for (int p = 0; p < static_cast<int>(own); p += V) {
        lanes<typename Tree::value_type, V> held[Units][Rows];
        auto const load = [&](int row) {
#pragma unroll
            for (int g = 0; g < Units; ++g)
#pragma unroll
                for (int u = 0; u < Rows; ++u) {
                    counted_column_cursor one = c[g];
                    one.i += p + (row + u < rows ? row + u : row) * shape.row_step;
                    held[g][u] = tree.template at<V>(one);
                }
        };
        load(0);
#pragma unroll
        for (int g = 0; g < Units; ++g) {
            lane_accumulators<Reducer, V, true> sums(target.reducer);
            int pushed = 0;
#pragma unroll 1
            for (int row = 0; row < rows; row += Rows) {
                if (Units == 1 && row > 0)
                    load(row);
#pragma unroll
                for (int u = 0; u < Rows; ++u)
                    if (row + u < rows)
                        sums.add_next(held[g][u]);
                sums.added(Rows, pushed);
            }
            sums.flush();
            int of = k;
#pragma unroll
            for (int l = 0; l < V; ++l) {
                of_output[g] = target.reducer.merge(of_output[g], sums.before[l]);
                if (++of == shape.joined) {
                    if (number + g * apart < all)
                        target.sink.put(at[g], target.reducer, of_output[g], shape.reduced);
                    of_output[g] = target.reducer.identity();
                    at[g] += step;
                    of = 0;
                }
            }
            if (g == Units - 1)
                k = of;
        }
    }
}

/// Units of whole outputs and packets of which a thread has both rows under way together, where
/// there are two: if it can hold so many packets.
template <class Tree, class Reducer>
inline constexpr int joined_units = packets_held<Tree, column_lanes<Tree, Reducer>> >= 4 &&
                                            sizeof(typename Reducer::accumulator) <= 8
                                        ? 2
                                        : 1;

/// Columns of a block, which are all those of some outputs.
struct joined_part {
    index_t outer;  ///< over the kept axes but the last
    index_t start;  ///< the first column
    index_t left;   ///< columns from there on
    unsigned split;
    unsigned block;

    __device__ __forceinline__ joined_part(reduce_deal const& shape, index_t inner) {
        auto const blocks = static_cast<unsigned>(shape.blocks);
        split = shape.splits > 1 ? blockIdx.x / blocks : 0;
        block = blockIdx.x - split * blocks;
        auto const chunks =
            static_cast<unsigned>((inner + shape.own_columns - 1) / shape.own_columns);
        unsigned const of_outer = blocks > chunks ? block / chunks : 0;
        outer = of_outer;
        start = index_t{block - of_outer * chunks} * shape.own_columns;
        left = inner - start;
    }
};

/// A thread's columns: a packet of neighbours or, where rows start between packets, elements of
/// which each is as far from the next as the block has threads side by side.
template <class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  blocks_held<column_blocks<Tree, Reducer>, block_threads>)
    reduce_joined_columns_kernel(
        __grid_constant__ Tree const tree, __grid_constant__ reduce_shape<Rank> const shape,
        __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = column_lanes<Tree, Reducer>;
    constexpr int together = packets_held<Tree, V>;
    using accumulator = typename Reducer::accumulator;
    __shared__ columns_scratch<Reducer, V> scratch;
    if (shape.all_packets != 0) {
        if (!shape.whole_packets)
            return reduce_elements<1>(tree, shape, target);
        if (shape.piece_step != 1)
            return reduce_elements<V>(tree, shape, target);
        if constexpr (joined_units<Tree, Reducer> == 2)
            if (shape.units == 2)
                return reduce_pieces<V, 2, together / 2>(tree, shape, target);
        return reduce_pieces<V, 1, together>(tree, shape, target);
    }
    index_t const inner = shape.extent[Rank - 1];
    joined_part const part(shape, inner);
    int const width = 1 << shape.log2_group;
    int const height = block_threads >> shape.log2_group;
    int const x = static_cast<int>(threadIdx.x) & (width - 1);
    int const y = static_cast<int>(threadIdx.x) >> shape.log2_group;
    bool const whole = shape.whole_packets;
    int const columns =
        part.left < shape.own_columns ? static_cast<int>(part.left) : shape.own_columns;
    int const first = whole ? x * V : x;
    int const apart = whole ? 1 : width;
    part_range const rows(shape, part.split, shape.rows);
    lane_accumulators<Reducer, V, true> sums(target.reducer);
    counted_column_cursor c{};
    c.i = shape.start_of(part.outer) + part.start + first;
    if (whole && first < columns) {
        accumulate_flat<Tree, V>(tree, c, shape.row_step, 1, rows.begin + y, rows.end, height,
                                 sums);
    } else if (first < columns) {
        int pushed = 0;
#pragma unroll 1
        for (index_t row = rows.begin + y; row < rows.end;
             row += static_cast<index_t>(height) * together) {
            lanes<typename Tree::value_type, V> held[together];
            // What is not there is read elsewhere, so that no load stands in a branch.
#pragma unroll
            for (int u = 0; u < together; ++u) {
                index_t const own = row + static_cast<index_t>(u) * height;
                index_t const begin = c.i + (own < rows.end ? own : row) * shape.row_step;
#pragma unroll
                for (int l = 0; l < V; ++l) {
                    counted_column_cursor one = c;
                    one.i = begin + (first + l * width < columns ? l * width : 0);
                    held[u].values[l] = tree.template at<1>(one).values[0];
                }
            }
#pragma unroll
            for (int u = 0; u < together; ++u)
                if (row + static_cast<index_t>(u) * height < rows.end)
                    sums.add_next(held[u]);
            sums.added(together, pushed);
        }
    }
    sums.flush();
    auto* const all = reinterpret_cast<accumulator*>(scratch.bytes);
#pragma unroll
    for (int l = 0; l < V; ++l)
        all[y * width * V + first + l * apart] = sums.before[l];
    __syncthreads();
    int const joined = shape.joined;
    line_team const team(block_threads, static_cast<int>(threadIdx.x), columns / joined);
    auto const total = [&](int n) {
        accumulator a = target.reducer.identity();
#pragma unroll 1
        for (int row = team.group; row < height; row += team.groups)
#pragma unroll 4
            for (int k = 0; k < joined; ++k)
                a = target.reducer.merge(a, all[row * width * V + n * joined + k]);
        return a;
    };
    index_t const line = part.start / joined;
    auto const place = [&](int n) {
        return line_of(shape, part.outer) + (line + n) * shape.stride[Rank - 1];
    };
    finish_lines(
        team, shape, target, all, part_levels(shape, part.split, part.block),
        part.outer * (inner / joined) + line, true, total, [](accumulator const& a) { return a; },
        place);
}

}  // namespace twill::inline v0::detail
