// Elementwise plans as kernels: flat, strided and tiled. Three instantiations an expression at most.
#pragma once

#include "twill/cuda/access.cuh"
#include "twill/cuda/launch.cuh"
#include "twill/lower/plan.hpp"

namespace twill::inline v0::detail {

inline constexpr int block_threads = 256;

/// Elements a thread: as many as one 16-byte access of the widest operand or result holds.
template <class Tree, class Out>
inline constexpr int lanes_of = 16 / (Tree::widest > static_cast<int>(sizeof(Out)) ? Tree::widest : static_cast<int>(sizeof(Out))) > 0
                                    ? 16 / (Tree::widest > static_cast<int>(sizeof(Out)) ? Tree::widest : static_cast<int>(sizeof(Out)))
                                    : 1;

/// How far before a pointer the last packet boundary lies, in elements: threads start there, so that stores are aligned.
template <class Out, int V>
TWILL_INLINE_HD int misalignment(Out const* p) {
    return static_cast<int>(reinterpret_cast<std::uintptr_t>(p) / sizeof(Out) % V);
}

/// Contiguous operands, one packet a thread: on a Hopper card that reached the speed of a copy, and neither more work a thread
/// nor a persistent grid did. `packed`: every operand is aligned as the output is.
template <class Tree, class Out>
__global__ void __launch_bounds__(block_threads)
    flat_kernel(__grid_constant__ Tree const tree, Out* const out, index_t const size, bool const packed) {
    constexpr int V = lanes_of<Tree, Out>;
    index_t const i =
        (static_cast<index_t>(blockIdx.x) * block_threads + threadIdx.x) * V - misalignment<Out, V>(out);
    if (packed && i >= 0 && i + V <= size) {
        put_packet<V>(out + i, tree.template at<V>(packed_cursor{i}));
    } else if (i >= 0 && i + V <= size) {
        put<V>(out + i, 1, tree.template at<V>(full_cursor{i}), 0, V);
    } else {
#pragma unroll 1
        for (index_t l = i < 0 ? 0 : i; l < i + V && l < size; ++l)
            put<1>(out + l, 1, tree.template at<1>(full_cursor{l}), 0, 1);
    }
}

/// How a strided loop is cut into blocks.
template <int Rank>
struct grid_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the output
    int rows;                     ///< product of all extents but the last
    int chunks;                   ///< blocks along the inner axis
    int log2_width;               ///< threads along the inner axis
    int before;                   ///< elements from the packet boundary before a row to the row; -1: differs from row to row
};

/// The index of a row along all axes but the last.
template <int Rank>
TWILL_INLINE_HD void locate_row(extents<Rank> const& extent, int row, fixed<int, Rank - 1>& at) {
#pragma unroll
    for (int d = Rank - 2; d > 0; --d) {
        unsigned const size = static_cast<unsigned>(extent[d]);
        at[d] = 0;
        if (size == 1) continue;
        unsigned const quotient = static_cast<unsigned>(row) / size;
        at[d] = row - static_cast<int>(quotient * size);
        row = static_cast<int>(quotient);
    }
    if (Rank > 1) at[0] = row;
}

inline constexpr int rows_a_thread = 2;

/// Any layout: threads along the inner axis, each with one packet of two rows.
template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads)
    strided_kernel(__grid_constant__ Tree const tree, Out* const out, __grid_constant__ grid_shape<Rank> const grid) {
    constexpr int V = lanes_of<Tree, Out>;
    int const row_block = static_cast<int>(blockIdx.x / static_cast<unsigned>(grid.chunks));
    int const chunk = static_cast<int>(blockIdx.x) - row_block * grid.chunks;
    int const height = block_threads >> grid.log2_width;
    int const x = static_cast<int>(threadIdx.x) & ((1 << grid.log2_width) - 1);
    int const y = static_cast<int>(threadIdx.x) >> grid.log2_width;
    int const packet = ((chunk << grid.log2_width) + x) * V;
    int const inner = static_cast<int>(grid.extent[Rank - 1]);
    int const step = static_cast<int>(grid.stride[Rank - 1]);
    lanes<typename Tree::value_type, V> result[rows_a_thread];
    Out* target[rows_a_thread];
#pragma unroll
    for (int k = 0; k < rows_a_thread; ++k) {
        target[k] = nullptr;
        int const row = (row_block * rows_a_thread + k) * height + y;
        if (row >= grid.rows) continue;
        row_cursor<Rank> cursor;
        locate_row(grid.extent, row, cursor.at);
        int offset = 0;
#pragma unroll
        for (int d = 0; d < Rank - 1; ++d) offset += cursor.at[d] * static_cast<int>(grid.stride[d]);
        cursor.inner = packet - (grid.before >= 0 ? grid.before : misalignment<Out, V>(out + offset));
        Out* const p = out + (offset + cursor.inner * step);
        if (cursor.inner >= 0 && cursor.inner + V <= inner) {
            result[k] = tree.template at<V>(cursor);
            target[k] = p;
        } else {
#pragma unroll 1
            for (int l = 0; l < V; ++l, ++cursor.inner)
                if (cursor.inner >= 0 && cursor.inner < inner)
                    p[l * step] = static_cast<Out>(tree.template at<1>(cursor).values[0]);
        }
    }
#pragma unroll
    for (int k = 0; k < rows_a_thread; ++k)
        if (target[k]) put<V>(target[k], step, result[k], 0, V);
}

// Tiles: an operand that is transposed against the output passes through shared memory.

template <class Tree, class Out>
inline constexpr int tile_size = Tree::widest <= 4 ? 64 : 32;
template <class Tree, class Out>
inline constexpr int tile_lanes = Tree::widest <= 4 ? 4 : 2;

template <int Rank>
struct tile_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;
    unsigned tiles_row;     ///< tiles along axis Rank - 2
    unsigned tiles_column;  ///< tiles along axis Rank - 1
    bool mirrored;          ///< tiles (i, j) and (j, i) are neighbours in time
};

template <class T, int Rank>
TWILL_INLINE_HD void stage(memory_node<T, Rank> const& node, row_cursor<Rank> const& origin, tile_shape<Rank> const& grid,
                           char* shared, int thread, int size, int pitch) {
    if (node.tile == not_staged) return;
    T* const tile = reinterpret_cast<T*>(shared + node.tile);
    // Along the operand's own contiguous axis, which is axis Rank - 2 of the loop.
    int const rows_left = static_cast<int>(grid.extent[Rank - 2]) - origin.at[Rank - 2];
    int const columns_left = static_cast<int>(grid.extent[Rank - 1]) - origin.inner;
    int const rows = rows_left < size ? rows_left : size;
    int const columns = columns_left < size ? columns_left : size;
    constexpr int V = sizeof(T) <= 4 ? 4 : 2;
    int const step = static_cast<int>(node.stride[Rank - 1]);
    T const* const from = node.elements() + (node.row(origin) + origin.inner * step);
    int const a = thread % (size / V) * V;
    int const lines = block_threads / (size / V);
    int const last = rows - a < V ? rows - a : V;
    if (last <= 0) return;
#pragma unroll 4
    for (int b = thread / (size / V); b < columns; b += lines) {
        T const* const p = from + a + b * step;
        T* const to = tile + b * pitch + a;
        if (last == V && reinterpret_cast<std::uintptr_t>(p) % alignof(packet<T, V>) == 0) {
            packet<T, V> const whole = *reinterpret_cast<packet<T, V> const*>(p);
            for (int l = 0; l < V; ++l) to[l] = whole.values[l];
        } else {
            for (int l = 0; l < V; ++l)
                if (l < last) to[l] = p[l];
        }
    }
}
template <class Node, int Rank>
TWILL_INLINE_HD void stage(Node const&, row_cursor<Rank> const&, tile_shape<Rank> const&, char*, int, int, int) {}
template <class F, class... N, int Rank>
TWILL_INLINE_HD void stage(apply_node<F, N...> const& node, row_cursor<Rank> const& origin, tile_shape<Rank> const& grid,
                           char* shared, int thread, int size, int pitch);
template <class F, class... N, int Rank, std::size_t... I>
TWILL_INLINE_HD void stage_children(apply_node<F, N...> const& node, row_cursor<Rank> const& origin,
                                    tile_shape<Rank> const& grid, char* shared, int thread, int size, int pitch,
                                    std::index_sequence<I...>) {
    (stage(get<I>(node), origin, grid, shared, thread, size, pitch), ...);
}
template <class F, class... N, int Rank>
TWILL_INLINE_HD void stage(apply_node<F, N...> const& node, row_cursor<Rank> const& origin, tile_shape<Rank> const& grid,
                           char* shared, int thread, int size, int pitch) {
    stage_children(node, origin, grid, shared, thread, size, pitch, std::index_sequence_for<N...>{});
}

/// Tile number `block` of a square grid of n x n tiles, so that (i, j) and (j, i) follow each other: the second read of each
/// tile then comes from the cache. Rows r and n - 1 - r of the triangle together have n + 1 pairs.
inline __device__ void mirrored_tile(unsigned block, unsigned n, unsigned& row, unsigned& column) {
    unsigned const pair = block >> 1;
    unsigned const r = pair / (n + 1);
    unsigned const q = pair - r * (n + 1);
    // The short rows of the triangle count from its start, the long ones from its end.
    unsigned const i = q <= r ? r : n - 1 - r;
    unsigned const j = q <= r ? q : q - 1 - r;
    row = block & 1 ? j : i;
    column = block & 1 ? i : j;
}

template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads)
    tiled_kernel(__grid_constant__ Tree const tree, Out* const out, __grid_constant__ tile_shape<Rank> const grid) {
    constexpr int size = tile_size<Tree, Out>;
    constexpr int pitch = size + 1;
    constexpr int V = tile_lanes<Tree, Out>;
    extern __shared__ __align__(16) char twill_shared[];
    index_t const tiles = static_cast<index_t>(grid.tiles_row) * grid.tiles_column;
    // With mirrored tiles, each pair takes two blocks; on the diagonal the second one has nothing to do.
    index_t const blocks = grid.mirrored ? tiles + grid.tiles_row : tiles;
    index_t const outer = blockIdx.x / blocks;
    unsigned const block = static_cast<unsigned>(blockIdx.x - outer * blocks);
    unsigned tile_row;
    unsigned tile_column;
    if (grid.mirrored) {
        mirrored_tile(block, grid.tiles_row, tile_row, tile_column);
        if (tile_row == tile_column && (block & 1)) return;
    } else {
        tile_row = block / grid.tiles_column;
        tile_column = block - tile_row * grid.tiles_column;
    }
    tile_cursor<Rank> cursor;
    int rest = static_cast<int>(outer);
#pragma unroll
    for (int d = Rank - 3; d >= 0; --d) {
        int const extent = static_cast<int>(grid.extent[d]);
        cursor.at[d] = rest % extent;
        rest /= extent;
    }
    int const row0 = static_cast<int>(tile_row) * size;
    cursor.at[Rank - 2] = row0;
    cursor.inner = static_cast<int>(tile_column) * size;
    int const thread = static_cast<int>(threadIdx.x);
    stage(tree, static_cast<row_cursor<Rank> const&>(cursor), grid, twill_shared, thread, size, pitch);
    __syncthreads();

    cursor.staged = twill_shared;
    cursor.pitch = pitch;
    int const column = thread % (size / V) * V;
    cursor.column = column;
    cursor.inner += column;
    int const step = static_cast<int>(grid.stride[Rank - 1]);
    int offset = cursor.inner * step;
#pragma unroll
    for (int d = 0; d < Rank - 2; ++d) offset += cursor.at[d] * static_cast<int>(grid.stride[d]);
    int const count = static_cast<int>(grid.extent[Rank - 1]) - cursor.inner;
    int const rows = static_cast<int>(grid.extent[Rank - 2]);
    int const row_step = static_cast<int>(grid.stride[Rank - 2]);
    constexpr int lines = block_threads / (size / V);
    if (count >= V) {
#pragma unroll(size / lines <= 4 ? size / lines : 1)
        for (int k = 0; k < size / lines; ++k) {
            cursor.row = thread / (size / V) + k * lines;
            cursor.at[Rank - 2] = row0 + cursor.row;
            if (cursor.at[Rank - 2] >= rows) break;
            put<V>(out + (offset + cursor.at[Rank - 2] * row_step), step, tree.template at<V>(cursor), 0, V);
        }
    } else {
        int const inner = cursor.inner;
#pragma unroll 1
        for (int k = 0; k < size / lines; ++k) {
            cursor.row = thread / (size / V) + k * lines;
            cursor.at[Rank - 2] = row0 + cursor.row;
            if (cursor.at[Rank - 2] >= rows) break;
            Out* const p = out + (offset + cursor.at[Rank - 2] * row_step);
#pragma unroll 1
            for (int l = 0; l < count; ++l) {
                cursor.column = column + l;
                cursor.inner = inner + l;
                p[l * step] = static_cast<Out>(tree.template at<1>(cursor).values[0]);
            }
        }
    }
}

template <>
struct backend<device_space> {
    static constexpr char const* space_name = "device";

    template <class Tree, class Out, int Rank>
    static void run(plan<Tree, Out, Rank> p) {
        if (p.how == strategy::empty) return;
        if (p.how == strategy::flat) return run_flat(p);
        if constexpr (Rank >= 2)
            if (p.how == strategy::tiled && run_tiled(p)) return;
        if constexpr (Rank >= 1) run_strided(p);
    }

private:
    template <class Tree, class Out, int Rank>
    static void run_flat(plan<Tree, Out, Rank> p) {
        constexpr int V = lanes_of<Tree, Out>;
        index_t const size = p.extent.size();
        int const before = misalignment<Out, V>(p.out());
        bool packed = true;
        if constexpr (Rank > 0) {
            auto const all = p.records();
            packed = classify(p.extent.values, Rank, all.values, all.count, V, before) &&
                     packet_offset(all.values[0], V, before) == 0;
        }
        index_t const blocks = divide_up(size + before, block_threads * V);
        launch(flat_kernel<Tree, Out>, blocks, block_threads, 0, p.tree, p.out(), size, packed);
    }

    template <class Tree, class Out, int Rank>
    static void run_strided(plan<Tree, Out, Rank> p) {
        constexpr int V = lanes_of<Tree, Out>;
        auto const all = p.records();
        if (!fits_32_bits(p.extent.values, Rank, all.values, all.count) || p.extent.size() >= max_blocks)
            return halve(p, [](auto const& half) { run_strided(half); });
        index_t const rows = p.extent.size() / p.extent[Rank - 1];
        bool const agree = p.stride[Rank - 1] == 1 && rows_agree(p.extent.values, Rank, all.values[0], V);
        int const before = p.stride[Rank - 1] != 1 ? 0 : (agree ? misalignment<Out, V>(p.out()) : -1);
        index_t const packets = divide_up(p.extent[Rank - 1] + (before >= 0 ? before : V - 1), V);
        grid_shape<Rank> grid{p.extent, p.stride, static_cast<int>(rows), 1, log2_ceiling(packets, 8), before};
        grid.chunks = static_cast<int>(divide_up(packets, index_t{1} << grid.log2_width));
        index_t const rows_a_block = index_t{rows_a_thread} * (block_threads >> grid.log2_width);
        classify(p.extent.values, Rank, all.values, all.count, V, before);
        launch(strided_kernel<Tree, Out, Rank>, grid.chunks * divide_up(rows, rows_a_block), block_threads, 0, p.tree,
               p.out(), grid);
    }

    /// Runs the two halves of a loop that is too large for one launch.
    template <class Plan, class Run>
    static void halve(Plan const& p, Run&& run_half) {
        int longest = 0;
        for (int d = 1; d < Plan::rank; ++d)
            if (p.extent[d] > p.extent[longest]) longest = d;
        index_t const middle = p.extent[longest] / 2;
        Plan lower_half = p;
        lower_half.extent[longest] = middle;
        run_half(lower_half);
        Plan upper_half = p;
        upper_half.extent[longest] -= middle;
        auto const all = upper_half.records();
        for (int k = 0; k < all.count; ++k) shift(all.values[k], middle * all.values[k].stride[longest]);
        run_half(upper_half);
    }

    /// False where the staged operands do not fit into shared memory.
    template <class Tree, class Out, int Rank>
    static bool run_tiled(plan<Tree, Out, Rank> p) {
        constexpr int size = tile_size<Tree, Out>;
        auto const all = p.records();
        if (!fits_32_bits(p.extent.values, Rank, all.values, all.count) || p.extent.size() >= max_blocks) return false;
        bring_beside_inner(p.extent.values, Rank, all.values, all.count, p.tile_axis);
        std::size_t shared = 0;
        for (int k = 1; k < all.count; ++k) {
            operand_record const& operand = all.values[k];
            bool const staged = operand.data && operand.stride[Rank - 2] == 1 && operand.stride[Rank - 1] != 0 &&
                                operand.stride[Rank - 1] != 1;
            if (!staged) continue;
            std::size_t const bytes = (static_cast<std::size_t>(size) * (size + 1) * static_cast<std::size_t>(operand.element_size) + 15) / 16 * 16;
            if (shared + bytes > 48 * 1024) break;  // the rest is read as it lies
            *operand.tile = static_cast<unsigned>(shared);
            shared += bytes;
        }
        if (shared == 0) return false;
        constexpr int V = tile_lanes<Tree, Out>;
        bool const agree = p.stride[Rank - 1] == 1 && rows_agree(p.extent.values, Rank, all.values[0], V) &&
                           packet_offset(all.values[0], V, 0) == 0;
        classify(p.extent.values, Rank, all.values, all.count, V, agree ? 0 : -1);
        index_t const rows = divide_up(p.extent[Rank - 2], size);
        index_t const columns = divide_up(p.extent[Rank - 1], size);
        index_t const outer = p.extent.size() / (p.extent[Rank - 2] * p.extent[Rank - 1]);
        bool const mirrored = rows == columns && rows % 2 == 0;
        tile_shape<Rank> const grid{p.extent, p.stride, static_cast<unsigned>(rows), static_cast<unsigned>(columns), mirrored};
        index_t const blocks = mirrored ? rows * columns + rows : rows * columns;
        launch(tiled_kernel<Tree, Out, Rank>, blocks * outer, block_threads, shared, p.tree, p.out(), grid);
        return true;
    }
};

}  // namespace twill::inline v0::detail
