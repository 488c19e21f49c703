// SPDX-License-Identifier: MIT
// The kernels of scans. The operand expression is fused into the load; every element is read and
// written once.
#pragma once

#include "twill/ops/scan/shape.cuh"

namespace twill::inline v0::detail {

/// After so many steps, what a march has come by merges into a second level, so that its error does
/// not grow with the number of steps.
inline constexpr int march_run = 64;

/// The packets of one row.
template <class Tree, class Sink, int Rank, int V>
struct scan_row {
    Tree const& tree;
    scan_shape<Rank> const& shape;
    grid_cursor<Rank> cursor{};
    Sink const& out;
    index_t start;  ///< where its first result goes
    index_t base;

    __device__ __forceinline__ scan_row(Tree const& t, scan_shape<Rank> const& s, Sink const& to,
                                        index_t line)
        : tree(t), shape(s), out(to) {
        locate_line<Rank - 1>(shape.extent, line, cursor.at);
        start = line_offset<Rank - 1>(shape, cursor.at);
        base = line * shape.length;
    }
    /// `Count` packets, at from + step * p, as those from `first` on.
    template <int Count, class Values>
    __device__ __forceinline__ void load(index_t from, index_t step, Values& values,
                                         int first = 0) {
        if (shape.flat && from + step * (Count - 1) + V <= shape.length) {
#pragma unroll
            for (int p = 0; p < Count; ++p)
                values.set(first + p, tree.template at<V>(packed_cursor{base + from + step * p}));
        } else {
#pragma unroll
            for (int p = 0; p < Count; ++p) {
                index_t const j = from + step * p;
                lanes<typename Tree::value_type, V> x{};
                if (j < shape.length) {
                    cursor.template set_inner<V>(j, shape.length);
                    x = tree.template at<V>(cursor);
                }
                values.set(first + p, x);
            }
        }
    }
    template <class T>
    __device__ __forceinline__ void store(index_t j, lanes<T, V> const& x) const {
        index_t const left = shape.length - j;
        index_t const step = shape.stride[Rank - 1];
        if (left > 0)
            put_scanned(out, start + j * step, step, x, left < V ? static_cast<int>(left) : V);
    }
};

/// Neighbouring rows of a warp, `Run` packets a thread of each.
template <int Run, int P, class Tree, class Operator, class Sink, int Rank>
__device__ __forceinline__ void scan_rows_together(Tree const& tree, scan_shape<Rank> const& shape,
                                                   Sink const& out, index_t first) {
    static_assert(P % Run == 0, "twill: a warp has whole rows");
    constexpr int V = scan_lanes<Tree, typename Sink::value_type>;
    int const lane = static_cast<int>(threadIdx.x) & 31;
    scan_values<Operator, V, P> values;
#pragma unroll
    for (int p = 0; p < P; p += Run) {
        // Rows behind the last are that one: no branch keeps loads from running ahead.
        index_t const line = first + p / Run;
        scan_row<Tree, Sink, Rank, V> row(tree, shape, out,
                                          line < shape.lines ? line : shape.lines - 1);
        row.template load<Run>(lane * V, 32 * V, values, p);
    }
    values.template scan_together<Run>(lane, 32);
#pragma unroll
    for (int p = 0; p < P; p += Run) {
        if (first + p / Run >= shape.lines)
            return;
        scan_row<Tree, Sink, Rank, V> const row(tree, shape, out, first + p / Run);
#pragma unroll
        for (int q = 0; q < Run; ++q)
            row.store((q * 32 + lane) * V, values.finish(p + q, {{}, false}, lane > 0 || q > 0));
    }
}

/// A group of threads a row. Where few packets a thread hold a row, several rows are in flight
/// together; otherwise a warp marches along it.
template <class Tree, class Operator, class Sink, int Rank>
__global__ void __launch_bounds__(scan_threads)
    scan_rows_kernel(__grid_constant__ Tree const tree,
                     __grid_constant__ scan_shape<Rank> const shape,
                     __grid_constant__ Sink const out) {
    constexpr int V = scan_lanes<Tree, typename Sink::value_type>;
    constexpr int P = scan_packets<typename Operator::accumulator, V>;
    int const group = 1 << shape.log2_group;
    int const lane = static_cast<int>(threadIdx.x) & (group - 1);
    int const groups = scan_threads >> shape.log2_group;
    scan_values<Operator, V, P> values;
    if (shape.packets <= group) {
        index_t const first =
            static_cast<index_t>(blockIdx.x) * groups * P + (threadIdx.x >> shape.log2_group);
#pragma unroll
        for (int p = 0; p < P; ++p) {
            index_t const line = first + p * groups;
            lanes<typename Tree::value_type, V> x{};
            if (line < shape.lines && lane < shape.packets) {
                if (shape.flat && (lane + 1) * V <= shape.length) {
                    x = tree.template at<V>(packed_cursor{line * shape.length + lane * V});
                } else {
                    grid_cursor<Rank> cursor{};
                    locate_line<Rank - 1>(shape.extent, line, cursor.at);
                    cursor.template set_inner<V>(lane * V, shape.length);
                    x = tree.template at<V>(cursor);
                }
            }
            values.set(p, x);
        }
        values.scan_apart(lane, group);
#pragma unroll
        for (int p = 0; p < P; ++p) {
            index_t const line = first + p * groups;
            if (line >= shape.lines)
                continue;
            scan_row<Tree, Sink, Rank, V> const row(tree, shape, out, line);
            row.store(lane * V, values.finish(p, {{}, false}, lane > 0));
        }
        return;
    }
    index_t const line =
        static_cast<index_t>(blockIdx.x) * groups + (threadIdx.x >> shape.log2_group);
    int const run = scan_row_packets<P>(shape.packets);
    if constexpr (scan_row_packets<P>(64) == 2)
        if (run == 2)
            return scan_rows_together<2, P, Tree, Operator>(tree, shape, out, line * (P / 2));
    if constexpr (scan_row_packets<P>(128) == 4)
        if (run == 4)
            return scan_rows_together<4, P, Tree, Operator>(tree, shape, out, line * (P / 4));
    if (line >= shape.lines)
        return;
    scan_row<Tree, Sink, Rank, V> row(tree, shape, out, line);
    scan_prefix<Operator> outer{{}, false};
    scan_prefix<Operator> inner{{}, false};
    int steps = 0;
#pragma unroll 1
    for (index_t from = 0; from < shape.length; from += group * V * P) {
        row.template load<P>(from + lane * V, group * V, values);
        values.scan_together(lane, group);
        scan_prefix<Operator> before = outer;
        if (inner.any)
            before.append(inner.value);
#pragma unroll
        for (int p = 0; p < P; ++p)
            row.store(from + (p * group + lane) * V, values.finish(p, before, lane > 0 || p > 0));
        inner.append(values.total);
        if (++steps == march_run) {
            outer.append(inner.value);
            inner.any = false;
            steps = 0;
        }
    }
}

/// Blocks of a processor: tiles wait for each other, so the more the better, as long as nothing
/// spills.
template <class Accumulator>
inline constexpr int row_tile_blocks = sizeof(Accumulator) > 4 ? 3 : 4;

/// Long rows, of which there are few: a block a tile.
template <class Tree, class Operator, class Sink, int Rank>
__global__ void __launch_bounds__(scan_threads, row_tile_blocks<typename Operator::accumulator>)
    scan_tiles_kernel(__grid_constant__ Tree const tree,
                      __grid_constant__ scan_shape<Rank> const shape,
                      __grid_constant__ Sink const out,
                      __grid_constant__ scan_board<Operator> const board) {
    using accumulator = typename Operator::accumulator;
    constexpr int V = scan_lanes<Tree, typename Sink::value_type>;
    constexpr int P = scan_packets<accumulator, V>;
    constexpr int warps = scan_threads / 32;
    __shared__ __align__(16) char total_bytes[(warps + 1) * sizeof(accumulator)];
    accumulator* const totals = reinterpret_cast<accumulator*>(total_bytes);
    int const lane = static_cast<int>(threadIdx.x) % 32;
    int const warp = static_cast<int>(threadIdx.x) / 32;
    // Few lines: 32 bits hold their number.
    unsigned const tile = blockIdx.x / static_cast<unsigned>(shape.lines);
    unsigned const line = blockIdx.x - tile * static_cast<unsigned>(shape.lines);
    scan_row<Tree, Sink, Rank, V> row(tree, shape, out, line);
    index_t const from = (index_t{tile} * scan_threads + warp * 32) * (P * V) + lane * V;
    scan_values<Operator, V, P> values;
    row.template load<P>(from, 32 * V, values);
    values.scan_together(lane, 32);
    if (lane == 0)
        totals[warp] = values.total;
    __syncthreads();
    scan_prefix<Operator> in_tile{{}, false};
    accumulator total = totals[0];
#pragma unroll
    for (int w = 1; w < warps; ++w) {
        if (w == warp)
            in_tile = {total, true};
        total = Operator::combine(total, totals[w]);
    }
    if (threadIdx.x == 0 && tile + 1 < shape.tiles)
        board.publish(0, tile, line, total);
#pragma unroll
    for (int p = 0; p < P; ++p)
        values.settle(p, in_tile, lane > 0 || p > 0);
    if (shape.tiles > 1) {
        if (warp == 0) {
            auto const before = look_back(board, line, true, tile, total);
            if (lane == 0)
                totals[warps] = before.value;
        }
        __syncthreads();
    }
    scan_prefix<Operator> const before{totals[warps], tile > 0};
#pragma unroll
    for (int p = 0; p < P; ++p)
        row.store(from + 32 * V * p, values.finish(p, before, false));
}

}  // namespace twill::inline v0::detail
