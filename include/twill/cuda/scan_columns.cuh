// The kernels of scans whose neighbouring lines lie next to each other: a thread owns a packet of
// columns and goes down some of their rows.
#pragma once

#include "twill/cuda/scan_kernels.cuh"

namespace twill::inline v0::detail {

inline constexpr int column_radix = 8;
inline constexpr int column_packets = 32;  ///< of a block, at most

/// Rows of a packet of columns in registers, each after the first scanned onto the one above.
template <class Operator, int V, int R>
struct column_values {
    using accumulator = typename Operator::accumulator;
    accumulator x[R][V];

    template <class Tree, int Rank>
    __device__ __forceinline__ void load(Tree const& tree, scan_shape<Rank> const& shape,
                                         grid_cursor<Rank>& cursor, index_t base, index_t row) {
        lanes<typename Tree::value_type, V> loaded[R];
        if (shape.flat && row + R <= shape.length) {
#pragma unroll
            for (int r = 0; r < R; ++r)
                loaded[r] =
                    tree.template at<V>(packed_cursor{base + (row + r) * shape.extent[Rank - 1]});
        } else {
#pragma unroll
            for (int r = 0; r < R; ++r) {
                loaded[r] = {};
                if (row + r < shape.length) {
                    cursor.at[Rank - 2] = row + r;
                    loaded[r] = tree.template at<V>(cursor);
                }
            }
        }
#pragma unroll
        for (int r = 0; r < R; ++r)
            for (int l = 0; l < V; ++l) {
                auto const value = static_cast<accumulator>(loaded[r].values[l]);
                x[r][l] = r == 0 ? value : Operator::combine(x[r > 0 ? r - 1 : 0][l], value);
            }
    }
    /// Behind `before`, where there is `any`.
    template <class Out, int Rank>
    __device__ __forceinline__ void store(scan_shape<Rank> const& shape, Out* column, index_t row,
                                          int count, bool any,
                                          accumulator const (&before)[V]) const {
        index_t const step = shape.stride[Rank - 1];
        index_t const down = shape.stride[Rank - 2];
        Out* to = column + row * down;
#pragma unroll
        for (int r = 0; r < R; ++r, to += down) {
            if (row + r >= shape.length)
                break;
            lanes<accumulator, V> result;
            for (int l = 0; l < V; ++l)
                result.values[l] = any ? Operator::combine(before[l], x[r][l]) : x[r][l];
            put<V>(to, step, result, 0, count);
        }
    }
};

/// Where a thread's packet of columns is.
template <int Rank, int V>
struct scan_column {
    grid_cursor<Rank> cursor{};
    index_t base;    ///< of a flat operand
    index_t offset;  ///< in the output
    int count;       ///< columns that there are

    __device__ __forceinline__ scan_column(scan_shape<Rank> const& shape, index_t outer,
                                           index_t packet) {
        index_t const inner = shape.extent[Rank - 1];
        index_t const j = packet * V;
        locate_line<Rank - 2>(shape.extent, outer, cursor.at);
        cursor.template set_inner<V>(j, inner);
        offset = line_offset<Rank - 2>(shape, cursor.at) + j * shape.stride[Rank - 1];
        base = outer * shape.length * inner + j;
        count = inner - j < V ? static_cast<int>(inner - j) : V;
    }
};

/// Many columns: a thread goes down the whole of its packet.
template <class Tree, class Operator, class Out, int Rank>
__global__ void __launch_bounds__(scan_threads, 3)
    scan_columns_kernel(__grid_constant__ Tree const tree,
                        __grid_constant__ scan_shape<Rank> const shape, Out* const out) {
    constexpr int V = scan_lanes<Tree, Out>;
    using accumulator = typename Operator::accumulator;
    constexpr int R = scan_packets<accumulator, V>;
    index_t const thread = static_cast<index_t>(blockIdx.x) * scan_threads + threadIdx.x;
    index_t const place = thread / shape.packets;
    if (place * shape.extent[Rank - 1] >= shape.lines)
        return;
    scan_column<Rank, V> column(shape, place, thread - place * shape.packets);
    // What the rows since the last change of `outer` add up to, and all rows before.
    accumulator inner[V] = {};
    accumulator outer[V] = {};
    bool any_outer = false;
    int steps = 0;
#pragma unroll 1
    for (index_t row = 0; row < shape.length; row += R) {
        column_values<Operator, V, R> values;
        values.load(tree, shape, column.cursor, column.base, row);
        accumulator before[V];
        for (int l = 0; l < V; ++l)
            before[l] = !any_outer   ? inner[l]
                        : steps == 0 ? outer[l]
                                     : Operator::combine(outer[l], inner[l]);
        values.store(shape, out + column.offset, row, column.count, row > 0, before);
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

/// What stands above a tile of one column; a thread looks at all entries itself.
template <class Operator>
__device__ __forceinline__ scan_prefix<Operator> look_up(
    scan_board<Operator, column_radix> const& board, index_t line, index_t tile,
    typename Operator::accumulator const& own) {
    using accumulator = typename Operator::accumulator;
    index_t const group = tile / column_radix;
    index_t const large = group / column_radix;
    int const tiles_before = static_cast<int>(tile - group * column_radix);
    int const groups_before = static_cast<int>(group - large * column_radix);
    if (tile + 1 < board.tiles)
        board.publish(0, tile, line, own);
    // All entries of a level are asked for before any is looked at.
    auto merge_level = [&](int level, index_t first, int count, scan_prefix<Operator>& prefix) {
        accumulator x[column_radix - 1];
        bool all;
        do {
            all = true;
#pragma unroll
            for (int i = 0; i < column_radix - 1; ++i)
                if (i < count)
                    all = board.poll(level, first + i, line, x[i]) && all;
        } while (!all);
#pragma unroll
        for (int i = 0; i < column_radix - 1; ++i)
            if (i < count)
                prefix.append(x[i]);
    };
    scan_prefix<Operator> in_group{{}, false};
    merge_level(0, group * column_radix, tiles_before, in_group);
    bool const closes = tiles_before == column_radix - 1 && tile + 1 < board.tiles;
    accumulator const group_total = in_group.before(own);
    if (closes)
        board.publish(1, group, line, group_total);
    scan_prefix<Operator> groups{{}, false};
    merge_level(1, large * column_radix, groups_before, groups);
    scan_prefix<Operator> result{{}, false};
    if (large > 0)
        merge_level(2, large - 1, 1, result);
    if (groups.any)
        result.append(groups.value);
    if (closes && groups_before == column_radix - 1)
        board.publish(2, large, line, result.before(group_total));
    if (in_group.any)
        result.append(in_group.value);
    return result;
}

/// Few columns: a block a tile of them. `counter` is null where a column is one tile.
template <class Tree, class Operator, class Out, int Rank>
__global__ void __launch_bounds__(scan_threads, 4)
    scan_column_tiles_kernel(__grid_constant__ Tree const tree,
                             __grid_constant__ scan_shape<Rank> const shape, Out* const out,
                             scan_board<Operator, column_radix> const board,
                             unsigned* const counter) {
    using accumulator = typename Operator::accumulator;
    constexpr int V = scan_lanes<Tree, Out>;
    constexpr int R = scan_packets<accumulator, V>;
    __shared__ __align__(16) char sum_bytes[scan_threads * V * sizeof(accumulator)];
    __shared__ __align__(16) char edge_bytes[column_packets * V * sizeof(accumulator)];
    __shared__ unsigned ticket;
    auto* const sums = reinterpret_cast<accumulator(*)[V]>(sum_bytes);
    accumulator* const edge = reinterpret_cast<accumulator*>(edge_bytes);
    int const thread = static_cast<int>(threadIdx.x);
    int const width = 1 << shape.log2_group;
    int const height = scan_threads >> shape.log2_group;
    int const x = thread & (width - 1);
    int const y = thread >> shape.log2_group;

    index_t const number = counter ? take_ticket(counter, &ticket) : blockIdx.x;
    index_t const chunks = (shape.packets + width - 1) >> shape.log2_group;
    index_t const inner = shape.extent[Rank - 1];
    index_t const across = shape.lines / inner * chunks;
    index_t const tile = number / across;
    index_t const place = number - tile * across;
    index_t const outer = place / chunks;
    index_t const chunk = place - outer * chunks;
    index_t const packet = chunk * width + x;
    bool const inside = packet < shape.packets;
    scan_column<Rank, V> column(shape, outer, inside ? packet : 0);
    index_t const row = (tile * height + y) * R;

    column_values<Operator, V, R> values;
    values.load(tree, shape, column.cursor, column.base, row);
    accumulator total[V];
    for (int l = 0; l < V; ++l)
        sums[thread][l] = total[l] = values.x[R - 1][l];
    __syncthreads();
#pragma unroll 1
    for (int above = width; above < scan_threads; above *= 2) {
        if (thread >= above)
            for (int l = 0; l < V; ++l)
                total[l] = Operator::combine(sums[thread - above][l], total[l]);
        __syncthreads();
        for (int l = 0; l < V; ++l)
            sums[thread][l] = total[l];
        __syncthreads();
    }
    bool const has_edge = tile > 0;
    if (board.tiles > 1) {
        index_t const j = chunk * width * V + thread;
        if (thread < width * V && j < inner) {
            accumulator const own = sums[(height - 1) * width + thread / V][thread % V];
            auto const before = look_up(board, outer * inner + j, tile, own);
            edge[thread] = before.value;
        }
        __syncthreads();
    }
    if (!inside)
        return;
    accumulator before[V] = {};
    for (int l = 0; l < V; ++l) {
        scan_prefix<Operator> prefix{{}, has_edge};
        if (has_edge)
            prefix.value = edge[x * V + l];
        if (y > 0)
            prefix.append(sums[thread - width][l]);
        before[l] = prefix.value;
    }
    values.store(shape, out + column.offset, row, column.count, has_edge || y > 0, before);
}

}  // namespace twill::inline v0::detail
