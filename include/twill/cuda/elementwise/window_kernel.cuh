// SPDX-License-Identifier: MIT
// The kernel of windows: a block has a tile of the result, and what it needs of arrays that stand
// in several shifted slices passes through shared memory, once, as in hand-written stencils. From
// there each slice is read without regard for where packets begin.
#pragma once

#include "twill/cuda/device/access.cuh"
#include "twill/cuda/elementwise/window_shape.cuh"

namespace twill::inline v0::detail {

/// Rows of a thread: in the window of a tile, and in the loop.
template <class Tree, int Rank>
struct window_cursor {
    char const* window;
    int slot;       ///< element of the first row
    int lane_slot;  ///< from row to row
    int const* offset;
    fixed<int, Rank> at;  ///< of the first row
    int axis;             ///< along which they follow each other
    int left;             ///< rows that are there
};
/// The rows of leaf K.
template <int K, class Tree, class T, int R, class Lie, int Rank>
__device__ __forceinline__ auto load_rows_of(memory_node<T, R, Lie> const& node,
                                             window_cursor<Tree, Rank> const& c) {
    static_assert(R == Rank);
    packet<T, window_lanes> x;
    if constexpr (window_leaves_of<Tree>.staged[K]) {
        T const* const from = reinterpret_cast<T const*>(c.window) + (c.slot + c.offset[K]);
#pragma unroll
        for (int l = 0; l < window_lanes; ++l)
            x.values[l] = from[(may_go_unread<Tree> ? l : smaller(l, c.left - 1)) *
                               (Rank == 2 ? window_pitch(sizeof(T)) : c.lane_slot)];
    } else {
        int at = 0;
        int step = 0;
#pragma unroll
        for (int d = 0; d < Rank; ++d) {
            int const stride = static_cast<int>(node.stride[d]);
            at += c.at[d] * stride;
            step = d == c.axis ? stride : step;
        }
#pragma unroll
        for (int l = 0; l < window_lanes; ++l)
            x.values[l] = node.elements()[at + smaller(l, c.left - 1) * step];
    }
    return as_loaded(x);
}

/// Brings the windows of a tile into shared memory, where they are when its copies are.
template <class T, int Rank>
__device__ __forceinline__ void bring_windows(window_shape<Rank> const& shape,
                                              fixed<int, Rank> const& at, T* tile) {
    constexpr int warps = block_threads / 32;
    constexpr int third = Rank > 2 ? Rank - 3 : 0;
    constexpr int together = 4;
    constexpr int pitch = window_pitch(sizeof(T));
    int const lane = static_cast<int>(threadIdx.x) % 32;
    int const warp = static_cast<int>(threadIdx.x) / 32;
    auto const size_along = [&](int m, int halo) {
        int const d = Rank - 1 - m;
        int const whole = shape.size[d] + halo;
        int const left = static_cast<int>(shape.extent[d]) - at[d] + halo;
        return left < whole ? left : whole;
    };
#pragma unroll 1
    for (int s = 0; s < shape.sources; ++s) {
        window_source<Rank> const& source = shape.source[s];
        T const* const data = static_cast<T const*>(source.data);
        int corner = source.corner;
#pragma unroll
        for (int d = 0; d < Rank; ++d)
            corner += at[d] * source.stride[d];
        int const rows = shape.size[Rank - 2] + source.halo[1];
        int const planes = Rank > 2 && shape.deep ? size_along(2, source.halo[2]) : 1;
        int const wide = size_along(0, source.halo[0]);
        int const high = size_along(1, source.halo[1]);
        int const all = rows * planes;
        int const step = source.stride[Rank - 1];
        // Corners of a window that no leaf reads may lie outside of the array.
        bool const inside =
            corner + source.below >= source.lowest && corner + source.above <= source.highest;
        auto const place_of = [&](int row, int& from) {
            int const plane = Rank > 2 && shape.deep ? source.by_rows.divide(row) : 0;
            int const y = row - plane * rows;
            from = corner + y * source.stride[Rank - 2] +
                   (Rank > 2 ? plane * source.stride[third] : 0);
            return row < all && y < high ? source.first + plane * shape.plane + y * pitch : -1;
        };
        // Rows y, y + apart, ... of all planes; `line` and `to` are at the first one.
        auto const each_row = [&](int y, int apart, bool has, T const* line, T* to,
                                  auto const& copy) {
            int row = y;
            int const down = apart * source.stride[Rank - 2];
            int const over = (Rank > 2 ? source.stride[third] : 0) - rows * source.stride[Rank - 2];
            line += y * source.stride[Rank - 2];
            to += y * pitch;
            auto const wrap = [&] {
                if (Rank > 2)
                    while (y >= rows) {
                        y -= rows;
                        line += over;
                        to += shape.plane - rows * pitch;
                    }
            };
            wrap();
#pragma unroll 4
            for (; row < all; row += apart) {
                if (has && y < high)
                    copy(line, to);
                line += down;
                to += apart * pitch;
                y += apart;
                wrap();
            }
        };
        constexpr int packet = 16 / static_cast<int>(sizeof(T));
        if (source.packets && corner + source.below - source.shift >= source.lowest &&
            corner + source.above + packet <= source.highest) {
            constexpr int a_row = pitch / packet;
            constexpr int at_once = block_threads / a_row;
            int const y = static_cast<int>(threadIdx.x) / a_row;
            int const first = (static_cast<int>(threadIdx.x) - y * a_row) * packet;
            each_row(y, at_once, y < at_once && first < wide + source.shift,
                     data + (corner - source.shift + first),
                     tile + (source.first - source.shift + first), [](T const* from, T* to) {
                         copy_async(reinterpret_cast<uint4*>(to),
                                    reinterpret_cast<uint4 const*>(from));
                     });
            continue;
        }
        if (sizeof(T) >= 4 && inside) {
            bool const has[3] = {lane < wide, lane + 32 < wide, lane + 64 < wide};
            each_row(warp, warps, true, data + (corner + lane * step), tile + (source.first + lane),
                     [&](T const* from, T* to) {
#pragma unroll
                         for (int j = 0; j < 3; ++j)
                             if (has[j])
                                 copy_async(to + 32 * j, from + 32 * j * step);
                     });
            continue;
        }
#pragma unroll 1
        for (int first = warp; first < all; first += together * warps) {
            T x[together][3];
            int slot[together];
#pragma unroll
            for (int u = 0; u < together; ++u) {
                int from = 0;
                slot[u] = place_of(first + u * warps, from);
#pragma unroll
                for (int j = 0; j < 3; ++j)
                    if (slot[u] >= 0 && lane + 32 * j < wide) {
                        int const element = from + (lane + 32 * j) * step;
                        x[u][j] = data[smaller(larger(element, source.lowest), source.highest)];
                    }
            }
#pragma unroll
            for (int u = 0; u < together; ++u)
#pragma unroll
                for (int j = 0; j < 3; ++j)
                    if (slot[u] >= 0 && lane + 32 * j < wide)
                        tile[slot[u] + lane + 32 * j] = x[u][j];
        }
    }
}

/// What elements go through tiles as: the first one's type, or numbers of their size, as bools and
/// bytes may have one tile.
template <class Tree, int K = 0>
__device__ __forceinline__ auto staged_element(Tree const& tree) {
    if constexpr (window_leaves_of<Tree>.size == 1)
        return static_cast<unsigned char>(0);
    else if constexpr (window_leaves_of<Tree>.size == 2)
        return static_cast<unsigned short>(0);
    else if constexpr (window_leaves_of<Tree>.staged[K])
        return *leaf_at<K>(tree).elements();
    else
        return staged_element<Tree, K + 1>(tree);
}

template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads, elementwise_tuning::window_blocks)
    window_kernel(__grid_constant__ Tree const tree, __grid_constant__ reuse_plan<Tree> const reuse,
                  Out* const out, __grid_constant__ window_shape<Rank> const shape,
                  __grid_constant__ fixed<int, Tree::records> const offset) {
    using T = decltype(staged_element(tree));
    extern __shared__ __align__(16) char twill_shared[];
    fixed<int, Rank> at{};
    unsigned block = blockIdx.x;
#pragma unroll
    for (int d = Rank - 1; d >= 0; --d) {
        unsigned const rest = d == 0 ? 0 : shape.by_tiles[d].divide(block);
        at[d] = static_cast<int>(block - rest * static_cast<unsigned>(shape.tiles[d])) *
                shape.size[d] * (d == Rank - 2 ? shape.times : 1);
        block = rest;
    }
    constexpr int third = Rank > 2 ? Rank - 3 : 0;
    int const x = static_cast<int>(threadIdx.x) % window_wide;
    int const quarter = static_cast<int>(threadIdx.x) / window_wide;
    bool const there = at[Rank - 1] + x < static_cast<int>(shape.extent[Rank - 1]);
    int const high = static_cast<int>(shape.extent[Rank - 2]);
    int const last = smaller(at[Rank - 2] + shape.size[Rank - 2] * shape.times, high);
    int const step = static_cast<int>(shape.stride[Rank > 2 && shape.deep ? third : Rank - 2]);
    auto const windows_at = [&](int half) { return twill_shared + half * shape.bytes; };
    bring_windows(shape, at, reinterpret_cast<T*>(windows_at(0)));
    end_copy_group();
#pragma unroll 1
    for (int half = 0; at[Rank - 2] < last; half ^= 1) {
        fixed<int, Rank> const own = at;
        at[Rank - 2] += shape.size[Rank - 2];
        if (at[Rank - 2] < last)
            bring_windows(shape, at, reinterpret_cast<T*>(windows_at(half ^ 1)));
        end_copy_group();
        wait_for_groups<1>();
        __syncthreads();
        window_cursor<Tree, Rank> c{windows_at(half),
                                    0,
                                    shape.deep ? shape.plane : window_pitch(sizeof(T)),
                                    offset.values,
                                    own,
                                    shape.deep ? third : Rank - 2,
                                    0};
        c.at[Rank - 1] += x;
#pragma unroll 1
        for (int b = 0; b < shape.batches; ++b) {
            int const y = shape.deep ? quarter + 4 * (b >> shape.log2_layers)
                                     : (quarter * shape.batches + b) * window_lanes;
            int const z = shape.deep ? (b & ((1 << shape.log2_layers) - 1)) * window_lanes : 0;
            c.at[Rank - 2] = own[Rank - 2] + y;
            if (Rank > 2)
                c.at[third] = own[third] + z;
            c.left = shape.deep ? static_cast<int>(shape.extent[third]) - c.at[third]
                                : high - c.at[Rank - 2];
            if (!there || c.at[Rank - 2] >= high || c.left <= 0)
                continue;
            c.slot = z * shape.plane + y * window_pitch(sizeof(T)) + x;
            int to = 0;
#pragma unroll
            for (int d = 0; d < Rank; ++d)
                to += c.at[d] * static_cast<int>(shape.stride[d]);
            auto const loaded = [&]<std::size_t... K>(std::index_sequence<K...>) {
                children<decltype(load_rows_of<static_cast<int>(K)>(
                    leaf_at<static_cast<int>(K)>(tree), c))...> const leaves{
                    {load_rows_of<static_cast<int>(K)>(leaf_at<static_cast<int>(K)>(tree), c)}...};
                return with_loaded<window_leaves_of<Tree>.of, 0>(tree, leaves);
            }(std::make_index_sequence<static_cast<std::size_t>(Tree::records)>{});
            auto const result = reuse_loaded<window_lanes>(tree, loaded, c, reuse);
            Out* const p = out + to;
#pragma unroll
            for (int l = 0; l < window_lanes; ++l)
                if (l < c.left)
                    p[l * step] = static_cast<Out>(result.values[l]);
        }
        __syncthreads();
    }
}

}  // namespace twill::inline v0::detail
