// The tiled kernel of elementwise plans: an operand that is transposed against the output passes
// through shared memory.
#pragma once

#include "twill/cuda/elementwise_kernels.cuh"

namespace twill::inline v0::detail {

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
__device__ __forceinline__ void stage(memory_node<T, Rank> const& node,
                                      row_cursor<Rank> const& origin, tile_shape<Rank> const& grid,
                                      char* shared, int thread, int size, int pitch) {
    if (node.tile == not_staged)
        return;
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
    if (last <= 0)
        return;
#pragma unroll 4
    for (int b = thread / (size / V); b < columns; b += lines) {
        T const* const p = from + a + b * step;
        T* const to = tile + b * pitch + a;
        if (last == V && reinterpret_cast<std::uintptr_t>(p) % alignof(packet<T, V>) == 0) {
            packet<T, V> const whole = *reinterpret_cast<packet<T, V> const*>(p);
            for (int l = 0; l < V; ++l)
                to[l] = whole.values[l];
        } else {
            for (int l = 0; l < V; ++l)
                if (l < last)
                    to[l] = p[l];
        }
    }
}
template <class Node, int Rank>
__device__ __forceinline__ void stage(Node const&, row_cursor<Rank> const&, tile_shape<Rank> const&,
                                      char*, int, int, int) {}
template <class F, class... N, int Rank>
__device__ __forceinline__ void stage(apply_node<F, N...> const& node,
                                      row_cursor<Rank> const& origin, tile_shape<Rank> const& grid,
                                      char* shared, int thread, int size, int pitch);
template <class F, class... N, int Rank, std::size_t... I>
__device__ __forceinline__ void stage_children(apply_node<F, N...> const& node,
                                               row_cursor<Rank> const& origin,
                                               tile_shape<Rank> const& grid, char* shared,
                                               int thread, int size, int pitch,
                                               std::index_sequence<I...>) {
    (stage(get<I>(node), origin, grid, shared, thread, size, pitch), ...);
}
template <class F, class... N, int Rank>
__device__ __forceinline__ void stage(apply_node<F, N...> const& node,
                                      row_cursor<Rank> const& origin, tile_shape<Rank> const& grid,
                                      char* shared, int thread, int size, int pitch) {
    stage_children(node, origin, grid, shared, thread, size, pitch,
                   std::index_sequence_for<N...>{});
}

/// Tile number `block` of a square grid of n x n tiles, so that (i, j) and (j, i) follow each
/// other: the second read of each tile then comes from the cache. Rows r and n - 1 - r of the
/// triangle together have n + 1 pairs.
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
    tiled_kernel(__grid_constant__ Tree const tree, reuse_plan<Tree> const reuse, Out* const out,
                 __grid_constant__ tile_shape<Rank> const grid) {
    constexpr int size = tile_size<Tree, Out>;
    constexpr int pitch = size + 1;
    constexpr int V = tile_lanes<Tree, Out>;
    extern __shared__ __align__(16) char twill_shared[];
    index_t const tiles = static_cast<index_t>(grid.tiles_row) * grid.tiles_column;
    // With mirrored tiles, each pair takes two blocks; on the diagonal the second one has nothing
    // to do.
    index_t const blocks = grid.mirrored ? tiles + grid.tiles_row : tiles;
    index_t const outer = blockIdx.x / blocks;
    unsigned const block = static_cast<unsigned>(blockIdx.x - outer * blocks);
    unsigned tile_row;
    unsigned tile_column;
    if (grid.mirrored) {
        mirrored_tile(block, grid.tiles_row, tile_row, tile_column);
        if (tile_row == tile_column && (block & 1))
            return;
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
    stage(tree, static_cast<row_cursor<Rank> const&>(cursor), grid, twill_shared, thread, size,
          pitch);
    __syncthreads();

    cursor.staged = twill_shared;
    cursor.pitch = pitch;
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
    constexpr int lines = block_threads / (size / V);
    if (count >= V) {
#pragma unroll(size / lines <= 4 && !has_repeats <Tree> ? size / lines : 1)
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

}  // namespace twill::inline v0::detail
