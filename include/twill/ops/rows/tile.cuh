// SPDX-License-Identifier: MIT
// Short rows that lie one behind the other pass through shared memory: blocks bring and take them
// in whole packets, wherever rows begin.
#pragma once

#include "twill/ops/rows/deal.hpp"

namespace twill::inline v0::detail {

/// Elements of such a row that a thread has at most, and the bytes of one, read and written.
inline constexpr int tiled_elements = row_tuning::tiled_elements;
inline constexpr int tiled_bytes = 8;
/// Shared memory of a block for its rows, of elements of `Bytes`.
template <int Bytes>
inline constexpr int row_tile_bytes =
    Bytes == 0 ? 0 : row_tuning::tiled_threads * tiled_elements * Bytes + 16;
/// Where the results are: in the operand's place, or behind it.
template <int In, int Out>
inline constexpr int out_tile_at = In == Out ? 0 : row_tile_bytes<In>;

/// Whether a block has room for elements of so many bytes, read and written.
template <std::size_t In, std::size_t Out>
inline constexpr bool may_tile =
    In <= tiled_bytes && Out <= tiled_bytes && (In == Out || In + Out <= tiled_bytes);

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

/// A block's rows in shared memory, `length` elements each.
struct row_tile {
    static constexpr int log2_threads = log2_not_below(row_tuning::tiled_threads);

    char* memory = nullptr;

    /// Between global memory, where the first row of all begins at `begin`, and the tile.
    template <bool Store, class Shape, class T>
    __device__ __forceinline__ void move(Shape const& shape, int length, T* begin) const {
        int const log2_rows = log2_threads - shape.log2_group;
        index_t const first = static_cast<index_t>(blockIdx.x) << log2_rows;
        index_t const left = shape.rows - first;
        int const rows = left >> log2_rows > 0 ? 1 << log2_rows : static_cast<int>(left);
        T* const rows_begin = begin + first * length;
        int const bytes = rows * length * static_cast<int>(sizeof(T));
        if constexpr (Store)
            copy_tile(reinterpret_cast<char*>(rows_begin), in_tile(memory, rows_begin), bytes);
        else
            copy_tile(in_tile(memory, rows_begin), reinterpret_cast<char const*>(rows_begin),
                      bytes);
    }
    /// The thread's row.
    template <class Shape, class T>
    __device__ __forceinline__ T* row(Shape const& shape, int length, T* begin) const {
        index_t const first = static_cast<index_t>(blockIdx.x) << (log2_threads - shape.log2_group);
        int const own = static_cast<int>(threadIdx.x) >> shape.log2_group;
        return reinterpret_cast<T*>(in_tile(memory, begin + first * length)) + own * length;
    }
    /// At which of its elements a thread begins, so that those of rows that begin in the same bank
    /// have different ones.
    template <class T, class Shape>
    __device__ __forceinline__ static int turn(Shape const& shape) {
        constexpr int word = sizeof(T) < 4 ? 4 : static_cast<int>(sizeof(T));
        int const own = (static_cast<int>(threadIdx.x) & (128 / word - 1)) >> shape.log2_group;
        return own >> shape.log2_turn << shape.log2_group;
    }
};

}  // namespace twill::inline v0::detail
