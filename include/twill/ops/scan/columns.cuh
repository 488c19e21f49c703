// SPDX-License-Identifier: MIT
// The kernels of scans whose neighbouring lines lie next to each other: a thread owns a packet of
// columns and goes down some of their rows.
#pragma once

#include "twill/ops/scan/kernels.cuh"

namespace twill::inline v0::detail {

/// Rows of a packet of columns in registers.
template <class Operator, int V, int R>
struct column_values {
    using accumulator = typename Operator::accumulator;
    accumulator x[R][V];

    template <class Tree, int Rank>
    __device__ __forceinline__ void load(Tree const& tree, scan_shape<Rank> const& shape,
                                         grid_cursor<Rank>& cursor, index_t base, index_t row) {
        if (shape.flat && row + R <= shape.length) {
#pragma unroll
            for (int r = 0; r < R; ++r)
                set(r,
                    tree.template at<V>(packed_cursor{base + (row + r) * shape.extent[Rank - 1]}));
        } else {
#pragma unroll
            for (int r = 0; r < R; ++r) {
                lanes<typename Tree::value_type, V> loaded{};
                if (row + r < shape.length) {
                    cursor.at[Rank - 2] = row + r;
                    loaded = tree.template at<V>(cursor);
                }
                set(r, loaded);
            }
        }
    }
    /// One column, where rows start between packets: those of a warp's threads are neighbours.
    template <class Tree, int Rank>
    __device__ __forceinline__ void load_one(Tree const& tree, scan_shape<Rank> const& shape,
                                             grid_cursor<Rank> cursor, index_t row) {
        cursor.count = 1;
#pragma unroll
        for (int r = 0; r < R; ++r) {
            cursor.at[Rank - 2] = row + r < shape.length ? row + r : row;
            x[r][0] = static_cast<accumulator>(tree.template at<1>(cursor).values[0]);
        }
    }
    template <class T>
    __device__ __forceinline__ void set(int r, lanes<T, V> const& from) {
        for (int l = 0; l < V; ++l)
            x[r][l] = static_cast<accumulator>(from.values[l]);
    }
    __device__ __forceinline__ void scan_rows() {
#pragma unroll
        for (int r = 1; r < R; ++r)
            for (int l = 0; l < V; ++l)
                x[r][l] = Operator::combine(x[r - 1][l], x[r][l]);
    }
    /// Behind `before`, where there is `any`.
    template <class Sink, int Rank>
    __device__ __forceinline__ void store(scan_shape<Rank> const& shape, Sink const& out,
                                          index_t column, index_t row, int count, bool any,
                                          accumulator const (&before)[V]) const {
        index_t const step = shape.stride[Rank - 1];
        index_t const down = shape.stride[Rank - 2];
        index_t to = column + row * down;
#pragma unroll
        for (int r = 0; r < R; ++r, to += down) {
            if (row + r >= shape.length)
                break;
            lanes<accumulator, V> result;
            for (int l = 0; l < V; ++l)
                result.values[l] = any ? Operator::combine(before[l], x[r][l]) : x[r][l];
            put_scanned(out, to, step, result, count);
        }
    }
};

/// Columns of a tile, at most.
inline constexpr int scan_columns = 32;

/// Where a thread's packet of columns is.
template <int Rank, int V>
struct scan_column {
    grid_cursor<Rank> cursor{};
    index_t base;    ///< of a flat operand
    index_t offset;  ///< in the output
    int count;       ///< columns that there are

    __device__ __forceinline__ scan_column(scan_shape<Rank> const& shape, index_t outer,
                                           index_t j) {
        index_t const inner = shape.extent[Rank - 1];
        locate_line<Rank - 2>(shape.extent, outer, cursor.at);
        cursor.template set_inner<V>(j, inner);
        offset = line_offset<Rank - 2>(shape, cursor.at) + j * shape.stride[Rank - 1];
        base = outer * shape.length * inner + j;
        index_t const left = inner - j;
        count = left < V ? static_cast<int>(left) : V;
    }
};

/// Many columns: a thread goes down the whole of its packet.
template <class Tree, class Operator, class Sink, int Rank>
__global__ void __launch_bounds__(scan_threads, 3)
    scan_columns_kernel(__grid_constant__ Tree const tree,
                        __grid_constant__ scan_shape<Rank> const shape,
                        __grid_constant__ Sink const out) {
    constexpr int V = scan_lanes<Tree, typename Sink::value_type>;
    using accumulator = typename Operator::accumulator;
    constexpr int R = scan_packets<accumulator, V>;
    index_t const thread = static_cast<index_t>(blockIdx.x) * scan_threads + threadIdx.x;
    index_t const place = thread / shape.packets;
    if (place * shape.extent[Rank - 1] >= shape.lines)
        return;
    scan_column<Rank, V> column(shape, place, (thread - place * shape.packets) * V);
    // What the rows since the last change of `outer` add up to, and all rows before.
    accumulator inner[V] = {};
    accumulator outer[V] = {};
    bool any_outer = false;
    int steps = 0;
#pragma unroll 1
    for (index_t row = 0; row < shape.length; row += R) {
        column_values<Operator, V, R> values;
        values.load(tree, shape, column.cursor, column.base, row);
        values.scan_rows();
        accumulator before[V];
        for (int l = 0; l < V; ++l)
            before[l] = !any_outer   ? inner[l]
                        : steps == 0 ? outer[l]
                                     : Operator::combine(outer[l], inner[l]);
        values.store(shape, out, column.offset, row, column.count, row > 0, before);
        for (int l = 0; l < V; ++l) {
            accumulator const last = values.x[R - 1][l];
            inner[l] = steps == 0 ? last : Operator::combine(inner[l], last);
        }
        if (++steps == march_run) {
            for (int l = 0; l < V; ++l)
                outer[l] = any_outer ? Operator::combine(outer[l], inner[l]) : inner[l];
            any_outer = true;
            steps = 0;
        }
    }
}

/// Few columns: a block a tile of them; `Single`: a thread has one, as rows start between packets.
template <bool Single, class Tree, class Operator, class Sink, int Rank>
__global__ void __launch_bounds__(scan_threads, 3)
    scan_column_tiles_kernel(__grid_constant__ Tree const tree,
                             __grid_constant__ scan_shape<Rank> const shape,
                             __grid_constant__ Sink const out,
                             __grid_constant__ scan_board<Operator> const board) {
    using accumulator = typename Operator::accumulator;
    constexpr int V = Single ? 1 : scan_lanes<Tree, typename Sink::value_type>;
    constexpr int R = Single ? single_column_rows<accumulator> : scan_packets<accumulator, V>;
    using sum = packet<accumulator, V>;
    __shared__ __align__(16) char sum_bytes[scan_threads * sizeof(sum)];
    __shared__ __align__(16) char edge_bytes[scan_columns * sizeof(accumulator)];
    sum* const sums = reinterpret_cast<sum*>(sum_bytes);
    accumulator* const edge = reinterpret_cast<accumulator*>(edge_bytes);
    int const thread = static_cast<int>(threadIdx.x);
    int const width = 1 << shape.log2_group;
    int const height = scan_threads >> shape.log2_group;
    int const x = thread & (width - 1);
    int const y = thread >> shape.log2_group;
    // Few columns: 32 bits hold their number.
    index_t const inner = shape.extent[Rank - 1];
    unsigned const chunks = static_cast<unsigned>((shape.packets + width - 1) >> shape.log2_group);
    unsigned const across = static_cast<unsigned>(shape.lines / inner) * chunks;
    unsigned const tile = blockIdx.x / across;
    unsigned const outer = (blockIdx.x - tile * across) / chunks;
    unsigned const chunk = blockIdx.x - tile * across - outer * chunks;
    index_t const first = (index_t{chunk} * width + x) * V;
    bool const inside = first < inner;
    scan_column<Rank, V> column(shape, outer, inside ? first : 0);
    index_t const row = (index_t{tile} * height + y) * R;

    column_values<Operator, V, R> values;
    if constexpr (Single)
        values.load_one(tree, shape, column.cursor, row < shape.length ? row : 0);
    else
        values.load(tree, shape, column.cursor, column.base, row);
    values.scan_rows();
    sum total;
    for (int l = 0; l < V; ++l)
        total.values[l] = values.x[R - 1][l];
    sums[thread] = total;
    __syncthreads();
#pragma unroll 1
    for (int above = width; above < scan_threads; above *= 2) {
        if (thread >= above) {
            sum const before = sums[thread - above];
            for (int l = 0; l < V; ++l)
                total.values[l] = Operator::combine(before.values[l], total.values[l]);
        }
        __syncthreads();
        sums[thread] = total;
        __syncthreads();
    }
    if (y > 0) {
        sum const before = sums[thread - width];
#pragma unroll
        for (int r = 0; r < R; ++r)
            for (int l = 0; l < V; ++l)
                values.x[r][l] = Operator::combine(before.values[l], values.x[r][l]);
    }
    if (shape.tiles > 1) {
        // A group of threads looks at what stands above a column.
        int const c = thread / board.group;
        index_t const j = index_t{chunk} * width * V + c;
        bool const looks = c < width * V && j < inner;
        bool const leads = looks && thread % board.group == 0;
        index_t const line = outer * inner + j;
        accumulator own{};
        if (looks)
            own = sums[(height - 1) * width + c / V].values[c % V];
        if (leads && tile + 1 < shape.tiles)
            board.publish(0, tile, line, own);
        auto const above = look_back(board, line, looks, tile, own);
        if (leads)
            edge[c] = above.value;
        __syncthreads();
    }
    accumulator before[V] = {};
    for (int l = 0; l < V; ++l)
        if (tile > 0 && l < column.count)
            before[l] = edge[x * V + l];
    if (inside)
        values.store(shape, out, column.offset, row, column.count, tile > 0, before);
}

}  // namespace twill::inline v0::detail
