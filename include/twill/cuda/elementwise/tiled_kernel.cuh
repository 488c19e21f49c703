// SPDX-License-Identifier: MIT
// The tiled kernel of elementwise plans: an operand that is transposed against the output passes
// through shared memory.
#pragma once

#include "twill/cuda/elementwise/elementwise_kernels.cuh"

namespace twill::inline v0::detail {

template <class Tree, class Out>
inline constexpr int tile_size = Tree::widest <= 4 ? 64 : 32;
template <class Tree, class Out>
inline constexpr int tile_lanes = Tree::widest <= 4 ? 4 : 2;

template <int Size, class T, int Rank, class Lie>
__device__ __forceinline__ void stage(memory_node<T, Rank, Lie> const& node,
                                      row_cursor<Rank> const& origin, tile_shape<Rank> const& grid,
                                      char* shared, int thread) {
    if (node.tile & staged_as_mirror)  // or not staged at all
        return;
    T* const tile = reinterpret_cast<T*>(shared + node.tile);
    // Along the operand's own contiguous axis, which is axis Rank - 2 of the loop.
    int const rows_left = static_cast<int>(grid.extent[Rank - 2]) - origin.at[Rank - 2];
    int const columns_left = static_cast<int>(grid.extent[Rank - 1]) - origin.inner;
    int const rows = rows_left < Size ? rows_left : Size;
    int const columns = columns_left < Size ? columns_left : Size;
    constexpr int pitch = Size + 1;
    constexpr int V = sizeof(T) <= 4 ? 4 : 2;
    constexpr int lines = block_threads / (Size / V);
    constexpr int rounds = Size / lines;
    int const step = static_cast<int>(node.stride[Rank - 1]);
    int const a = thread % (Size / V) * V;
    int const b0 = thread / (Size / V);
    int const last = rows - a < V ? rows - a : V;
    if (last <= 0)
        return;
    T const* const from =
        node.elements() + (node.row(origin) + origin.inner * step + a) + b0 * step;
    T* const to = tile + b0 * pitch + a;
    if (last == V && step % V == 0 && is_aligned<V>(from)) {
        packet<T, V> x[rounds];
#pragma unroll
        for (int k = 0; k < rounds; ++k)
            if (b0 + k * lines < columns)
                x[k] = *reinterpret_cast<packet<T, V> const*>(from + k * lines * step);
#pragma unroll
        for (int k = 0; k < rounds; ++k)
            if (b0 + k * lines < columns)
                for (int l = 0; l < V; ++l)
                    to[k * lines * pitch + l] = x[k].values[l];
    } else {
#pragma unroll 1
        for (int b = b0; b < columns; b += lines)
            for (int l = 0; l < last; ++l)
                tile[b * pitch + a + l] = from[(b - b0) * step + l];
    }
}
template <int Size, class Node, int Rank>
__device__ __forceinline__ void stage(Node const&, row_cursor<Rank> const&, tile_shape<Rank> const&,
                                      char*, int) {}
template <int Size, class F, class... N, int Rank>
__device__ __forceinline__ void stage(apply_node<F, N...> const& node,
                                      row_cursor<Rank> const& origin, tile_shape<Rank> const& grid,
                                      char* shared, int thread) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (stage<Size>(get<I>(node), origin, grid, shared, thread), ...);
    }(std::index_sequence_for<N...>{});
}

/// Pair number `pair` of tiles (i, j) and (j, i) of a grid of n x n, n being even. Rows r and
/// n - 1 - r of the triangle together have n + 1 pairs.
inline __device__ void mirrored_tile(unsigned pair, unsigned n, unsigned& row, unsigned& column) {
    unsigned const r = pair / (n + 1);
    unsigned const q = pair - r * (n + 1);
    // The short rows of the triangle count from its start, the long ones from its end.
    row = q <= r ? r : n - 1 - r;
    column = q <= r ? q : q - 1 - r;
}

/// One tile, its operands being staged.
template <class Tree, class Out, int Rank>
__device__ __forceinline__ void tile(Tree const& tree, reuse_plan<Tree> const& reuse, Out* out,
                                     tile_shape<Rank> const& grid, tile_cursor<Rank> cursor,
                                     int thread) {
    constexpr int size = tile_size<Tree, Out>;
    constexpr int V = tile_lanes<Tree, Out>;
    constexpr int lines = block_threads / (size / V);
    int const row0 = cursor.at[Rank - 2];
    int const column = thread % (size / V) * V;
    cursor.column = column;
    cursor.inner += column;
    int const step = static_cast<int>(grid.stride[Rank - 1]);
    int offset = cursor.inner * step;
#pragma unroll
    for (int d = 0; d < Rank - 2; ++d)
        offset += cursor.at[d] * static_cast<int>(grid.stride[d]);
    int const count = static_cast<int>(grid.extent[Rank - 1]) - cursor.inner;
    int const rows = static_cast<int>(grid.extent[Rank - 2]);
    int const row_step = static_cast<int>(grid.stride[Rank - 2]);
    if (count >= V) {
#pragma unroll(size / lines <= 4 && !has_repeats<Tree> ? size / lines : 1)
        for (int k = 0; k < size / lines; ++k) {
            cursor.row = thread / (size / V) + k * lines;
            cursor.at[Rank - 2] = row0 + cursor.row;
            if (cursor.at[Rank - 2] >= rows)
                break;
            put<V>(out + (offset + cursor.at[Rank - 2] * row_step), step,
                   reuse_at<V>(tree, cursor, reuse), 0, V);
        }
    } else {
        int const inner = cursor.inner;
#pragma unroll 1
        for (int k = 0; k < size / lines; ++k) {
            cursor.row = thread / (size / V) + k * lines;
            cursor.at[Rank - 2] = row0 + cursor.row;
            if (cursor.at[Rank - 2] >= rows)
                break;
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

/// A block has a tile, or where the grid is square a tile and its mirror image: then an operand and
/// its transpose are read once, into shared memory.
template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads)
    tiled_kernel(__grid_constant__ Tree const tree, reuse_plan<Tree> const reuse, Out* const out,
                 __grid_constant__ tile_shape<Rank> const grid) {
    constexpr int size = tile_size<Tree, Out>;
    extern __shared__ __align__(16) char twill_shared[];
    unsigned const n = (grid.tiles_row + 1) / 2 * 2;
    index_t const blocks = grid.mirrored ? static_cast<index_t>(n / 2) * (n + 1)
                                         : static_cast<index_t>(grid.tiles_row) * grid.tiles_column;
    index_t const outer = blockIdx.x / blocks;
    unsigned const block = static_cast<unsigned>(blockIdx.x - outer * blocks);
    unsigned row;
    unsigned column;
    if (grid.mirrored) {
        mirrored_tile(block, n, row, column);
        if (row >= grid.tiles_row || column >= grid.tiles_column)
            return;
    } else {
        row = block / grid.tiles_column;
        column = block - row * grid.tiles_column;
    }
    tile_cursor<Rank> cursor;
    int rest = static_cast<int>(outer);
#pragma unroll
    for (int d = Rank - 3; d >= 0; --d) {
        int const extent = static_cast<int>(grid.extent[d]);
        cursor.at[d] = rest % extent;
        rest /= extent;
    }
    cursor.pitch = size + 1;
    int const thread = static_cast<int>(threadIdx.x);
    int const tiles = grid.mirrored && row != column ? 2 : 1;
    for (int k = 0; k < tiles; ++k) {
        cursor.at[Rank - 2] = static_cast<int>(k == 0 ? row : column) * size;
        cursor.inner = static_cast<int>(k == 0 ? column : row) * size;
        stage<size>(tree, static_cast<row_cursor<Rank> const&>(cursor), grid,
                    twill_shared + k * grid.mirrored, thread);
    }
    __syncthreads();
#pragma unroll 1
    for (int k = 0; k < tiles; ++k) {
        cursor.at[Rank - 2] = static_cast<int>(k == 0 ? row : column) * size;
        cursor.inner = static_cast<int>(k == 0 ? column : row) * size;
        cursor.staged = twill_shared + k * grid.mirrored;
        cursor.mirror = twill_shared + (tiles - 1 - k) * grid.mirrored;
        tile(tree, reuse, out, grid, cursor, thread);
    }
}

}  // namespace twill::inline v0::detail
