// SPDX-License-Identifier: MIT
// Short rows that lie one behind the other pass through shared memory: blocks bring and take them
// in whole packets, wherever rows begin.
#pragma once

#include "twill/ops/rows/deal.hpp"

namespace twill::inline v0::detail {

/// Bytes of an element, read and written: results of that size are in the operand's place, others
/// behind it.
template <int In, int Out>
inline constexpr int tiled_bytes = In == Out ? In : In + Out;
/// Elements that a thread has room for.
template <int In, int Out>
inline constexpr int tile_room =
    row_tuning::tiled_bytes / tiled_bytes<In, Out> < row_tuning::most_tiled
        ? row_tuning::tiled_bytes / tiled_bytes<In, Out>
        : row_tuning::most_tiled;
/// Shared memory of a block for the operand, and for both.
template <int In, int Out>
inline constexpr int in_tile_bytes = row_tuning::tiled_threads * tile_room<In, Out> * In + 16;
template <int In, int Out>
inline constexpr int row_tile_bytes =
    in_tile_bytes<In, Out> +
    (In == Out || Out == 0 ? 0 : row_tuning::tiled_threads * tile_room<In, Out> * Out + 16);
template <int In, int Out>
inline constexpr int out_tile_at = In == Out ? 0 : in_tile_bytes<In, Out>;

/// Where bytes that lie at `memory` lie in a tile: packets in packets.
__device__ __forceinline__ char* in_tile(char* tile, void const* memory) {
    return tile + (reinterpret_cast<std::uintptr_t>(memory) & 15);
}
/// Copies bytes from memory to a tile, or back.
__device__ __forceinline__ void copy_tile(char* to, char const* from, int bytes) {
    constexpr int together = 4;
    int const thread = static_cast<int>(threadIdx.x);
    int head = -static_cast<int>(reinterpret_cast<std::uintptr_t>(from)) & 15;
    head = head < bytes ? head : bytes;
    int const packets = (bytes - head) / 16;
    int const rest = head + packets * 16;
    auto const* const read = reinterpret_cast<uint4 const*>(from + head);
    auto* const write = reinterpret_cast<uint4*>(to + head);
    constexpr int step = row_tuning::tiled_threads;
#pragma unroll 1
    for (int k = thread; k < packets; k += step * together) {
        uint4 x[together];
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (k + u * step < packets)
                x[u] = read[k + u * step];
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (k + u * step < packets)
                write[k + u * step] = x[u];
    }
    // Two warps have what does not fill packets.
    int const at = thread < 32 ? thread : rest + thread - 32;
    if (at < (thread < 32 ? head : bytes))
        to[at] = from[at];
}

/// A block's rows in shared memory, `length` elements each. A thread has `each` of a row that lie
/// one behind the other, and `times` rows, one after the other.
struct row_tile {
    static constexpr int log2_threads = log2_not_below(row_tuning::tiled_threads);

    char* memory = nullptr;

    /// Rows that the block's threads have at a time.
    template <class Shape>
    __device__ __forceinline__ static int at_a_time(Shape const& shape) {
        return 1 << (log2_threads - shape.log2_group);
    }
    template <class Shape>
    __device__ __forceinline__ static index_t first_row(Shape const& shape) {
        return static_cast<index_t>(blockIdx.x) * (shape.times * at_a_time(shape));
    }
    /// Between global memory, where the first row of all begins at `begin`, and the tile.
    template <bool Store, class Shape, class T>
    __device__ __forceinline__ void move(Shape const& shape, int length, T* begin) const {
        index_t const first = first_row(shape);
        index_t const left = shape.rows - first;
        int const most = shape.times * at_a_time(shape);
        int const rows = left < most ? static_cast<int>(left) : most;
        T* const rows_begin = begin + first * length;
        int const bytes = rows * length * static_cast<int>(sizeof(T));
        if constexpr (Store)
            copy_tile(reinterpret_cast<char*>(rows_begin), in_tile(memory, rows_begin), bytes);
        else
            copy_tile(in_tile(memory, rows_begin), reinterpret_cast<char const*>(rows_begin),
                      bytes);
    }
    /// Row k of the block.
    template <class Shape, class T>
    __device__ __forceinline__ T* row(Shape const& shape, int length, T* begin, int k) const {
        return reinterpret_cast<T*>(in_tile(memory, begin + first_row(shape) * length)) +
               k * length;
    }
};

/// V elements of a tile. `whole`: they lie as a packet does.
template <int V, class T>
__device__ __forceinline__ void read_tile(T const* from, bool whole, T (&to)[V]) {
    if (packs<T, V> && whole) {
        packet<T, V> const x = *reinterpret_cast<packet<T, V> const*>(from);
        for (int v = 0; v < V; ++v)
            to[v] = x.values[v];
    } else {
        for (int v = 0; v < V; ++v)
            to[v] = from[v];
    }
}
template <int V, class T, class X>
__device__ __forceinline__ void write_tile(T* to, bool whole, X const& x) {
    if (packs<T, V> && whole) {
        packet<T, V> all;
        for (int v = 0; v < V; ++v)
            all.values[v] = static_cast<T>(x[v]);
        *reinterpret_cast<packet<T, V>*>(to) = all;
    } else {
        for (int v = 0; v < V; ++v)
            to[v] = static_cast<T>(x[v]);
    }
}

}  // namespace twill::inline v0::detail
