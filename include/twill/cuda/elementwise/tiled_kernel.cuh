// SPDX-License-Identifier: MIT
// The tiled kernel of elementwise plans: an operand that is transposed against the output passes
// through shared memory.
#pragma once

#include "twill/cuda/elementwise/strided_kernel.cuh"

namespace twill::inline v0::detail {

template <class Tree, class Out>
inline constexpr int tile_size = Tree::widest <= 4 ? 64 : 32;
template <class Tree, class Out>
inline constexpr int tile_lanes = Tree::widest <= 4 ? 4 : 2;

/// Whether rows of the output and lines of the operand may start anywhere (shifted_tile,
/// stage_elements): copies of 4 bytes an element. Wider ones have fewer in a sector, and operands
/// that are not staged are read in packets of the loop. transpose of 16383 x 16383 float32 0.769 ms
/// in the place of 0.799, axes (2, 0, 1) of 255 x 1023 x 1023 0.664 and 0.830.
template <class Tree, class Out>
inline constexpr bool shifts_tiles =
    Tree::records == 1 && terms_of<Tree> == 0 && Tree::widest == 4 && sizeof(Out) == 4;
/// Elements of a sector of memory.
template <class Tree, class Out>
inline constexpr int tile_ahead = shifts_tiles<Tree, Out> ? 32 / static_cast<int>(sizeof(Out)) : 0;
/// Blocks of them on a multiprocessor.
template <class Tree, class Out>
inline constexpr int tile_blocks = shifts_tiles<Tree, Out> ? 5 : 0;

/// An operand's tile into shared memory, element by element: neighbouring threads have neighbours.
template <int Size, class T>
__device__ __forceinline__ void stage_elements(T const* from, T* tile, int rows, int columns,
                                               int step, int thread) {
    constexpr int pitch = Size + 1;
    constexpr int lines = block_threads / Size;
    constexpr int rounds = Size / lines;
    constexpr int batch = rounds < 8 ? rounds : 8;
    int const a = thread % Size;
    if (a >= rows)
        return;
#pragma unroll 1
    for (int b = thread / Size; b < columns; b += batch * lines) {
        T x[batch];
#pragma unroll
        for (int k = 0; k < batch; ++k)
            if (b + k * lines < columns)
                x[k] = from[a + (b + k * lines) * step];
#pragma unroll
        for (int k = 0; k < batch; ++k)
            if (b + k * lines < columns)
                tile[(b + k * lines) * pitch + a] = x[k];
    }
}

template <int Size, bool Anywhere, class T, int Rank, class Lie>
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
    if constexpr (Anywhere) {
        T const* const first = node.elements() + (node.row(origin) + origin.inner * step);
        if (step % V != 0 || !is_aligned<V>(first))
            return stage_elements<Size>(first, tile, rows, columns, step, thread);
    }
    int const a = thread % (Size / V) * V;
    int const b0 = thread / (Size / V);
    int const last = rows - a < V ? rows - a : V;
    if (last <= 0)
        return;
    T const* const from =
        node.elements() + (node.row(origin) + origin.inner * step + a) + b0 * step;
    T* const to = tile + b0 * pitch + a;
    if (last == V && (Anywhere || (step % V == 0 && is_aligned<V>(from)))) {
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
template <int Size, bool Anywhere, class Node, int Rank>
__device__ __forceinline__ void stage(Node const&, row_cursor<Rank> const&, tile_shape<Rank> const&,
                                      char*, int) {}
template <int Size, bool Anywhere, class F, class... N, int Rank>
__device__ __forceinline__ void stage(apply_node<F, N...> const& node,
                                      row_cursor<Rank> const& origin, tile_shape<Rank> const& grid,
                                      char* shared, int thread) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (stage<Size, Anywhere>(get<I>(node), origin, grid, shared, thread), ...);
    }(std::index_sequence_for<N...>{});
}

/// Pair number `pair` of tiles (i, j) and (j, i) of a grid of n x n, n being even. Rows r and
/// n - 1 - r of the triangle, which has it, together have n + 1 pairs.
inline __device__ void mirrored_tile(unsigned pair, unsigned r, unsigned n, unsigned& row,
                                     unsigned& column) {
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

/// The same where rows of the output start anywhere: what a tile writes of each starts and ends
/// between two sectors of memory, somewhat ahead of the tile, whose first `ahead` columns its
/// neighbour has as well. Sectors written in parts would have to be read.
template <class Tree, class Out, int Rank>
__device__ __forceinline__ void shifted_tile(Tree const& tree, reuse_plan<Tree> const& reuse,
                                             Out* out, tile_shape<Rank> const& grid,
                                             tile_cursor<Rank> cursor, int start, int thread) {
    constexpr int size = tile_size<Tree, Out>;
    constexpr int ahead = tile_ahead<Tree, Out>;
    constexpr int V = tile_lanes<Tree, Out>;
    constexpr int width = size / V;
    constexpr int lines = block_threads / width;
    int const row0 = cursor.at[Rank - 2];
    int const base = cursor.inner;
    int offset = 0;
#pragma unroll
    for (int d = 0; d < Rank - 2; ++d)
        offset += cursor.at[d] * static_cast<int>(grid.stride[d]);
    int const inner = static_cast<int>(grid.extent[Rank - 1]);
    int const rows = static_cast<int>(grid.extent[Rank - 2]);
    int const row_step = static_cast<int>(grid.stride[Rank - 2]);
    int const lane = thread % width * V;
    if (lane >= size - ahead)
        return;
#pragma unroll(has_repeats<Tree> ? 1 : 4)
    for (int k = 0; k < size / lines; ++k) {
        cursor.row = thread / width + k * lines;
        cursor.at[Rank - 2] = row0 + cursor.row;
        if (cursor.at[Rank - 2] >= rows)
            break;
        Out* const p = out + (offset + cursor.at[Rank - 2] * row_step);
        int const from = start - misalignment<Out, ahead>(p + start) + lane;
        cursor.inner = from;
        cursor.column = from - base;
        if (from >= 0 && from + V <= inner) {
            put<V>(p + from, 1, reuse_at<V>(tree, cursor, reuse), 0, V);
        } else {
#pragma unroll 1
            for (int l = 0; l < V; ++l, ++cursor.inner, ++cursor.column)
                if (cursor.inner >= 0 && cursor.inner < inner)
                    p[cursor.inner] = static_cast<Out>(tree.template at<1>(cursor).values[0]);
        }
    }
}

/// A block has a tile, or where the grid is square a tile and its mirror image: then an operand and
/// its transpose are read once, into shared memory.
template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads, tile_blocks<Tree, Out>)
    tiled_kernel(__grid_constant__ Tree const tree, reuse_plan<Tree> const reuse, Out* const out,
                 __grid_constant__ tile_shape<Rank> const grid) {
    constexpr int size = tile_size<Tree, Out>;
    [[maybe_unused]] constexpr int apart = size - tile_ahead<Tree, Out>;
    extern __shared__ __align__(16) char twill_shared[];
    unsigned const outer = Rank == 2 ? 0 : grid.by_plane.divide(blockIdx.x);
    unsigned const block = blockIdx.x - outer * grid.plane;
    unsigned row = grid.by_row.divide(block);
    unsigned column;
    if (grid.mirrored) {
        mirrored_tile(block, row, (grid.tiles_row + 1) / 2 * 2, row, column);
        if (row >= grid.tiles_row || column >= grid.tiles_column)
            return;
    } else {
        column = block - row * grid.tiles_column;
    }
    tile_cursor<Rank> cursor;
    unsigned rest = outer;
#pragma unroll
    for (int d = Rank - 3; d >= 0; --d) {
        unsigned const extent = static_cast<unsigned>(grid.extent[d]);
        unsigned const quotient = d == 0 ? 0 : rest / extent;
        cursor.at[d] = static_cast<int>(rest - quotient * extent);
        rest = quotient;
    }
    cursor.pitch = size + 1;
    int const thread = static_cast<int>(threadIdx.x);
    int const tiles = grid.mirrored && row != column ? 2 : 1;
    for (int k = 0; k < tiles; ++k) {
        cursor.at[Rank - 2] = static_cast<int>(k == 0 ? row : column) * size;
        cursor.inner = static_cast<int>(k == 0 ? column : row) * size;
        if constexpr (shifts_tiles<Tree, Out>)
            if (grid.shifted)
                cursor.inner = larger(0, static_cast<int>(column) * apart - tile_ahead<Tree, Out>);
        stage<size, shifts_tiles<Tree, Out>>(tree, static_cast<row_cursor<Rank> const&>(cursor),
                                             grid, twill_shared + k * grid.mirrored, thread);
    }
    __syncthreads();
    if constexpr (shifts_tiles<Tree, Out>)
        if (grid.shifted) {
            cursor.staged = twill_shared;
            return shifted_tile(tree, reuse, out, grid, cursor, static_cast<int>(column) * apart,
                                thread);
        }
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
