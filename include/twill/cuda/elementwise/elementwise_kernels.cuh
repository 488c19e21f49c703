// SPDX-License-Identifier: MIT
// The flat and strided kernels of elementwise plans.
#pragma once

#include "twill/cuda/device/access.cuh"
#include "twill/cuda/elementwise/reuse.cuh"
#include "twill/cuda/runtime/launch.cuh"
#include "twill/lower/plan.hpp"

namespace twill::inline v0::detail {

inline constexpr int block_threads = 256;

constexpr int smaller(int a, int b) { return a < b ? a : b; }
constexpr int larger(int a, int b) { return a < b ? b : a; }

/// Elements a thread: as many as one 16-byte access of the widest operand or result holds.
template <class Tree, class Out>
inline constexpr int lanes_of = larger(1, 16 / larger(Tree::widest, static_cast<int>(sizeof(Out))));

/// How far before a pointer the last packet boundary lies, in elements: threads start there, so
/// that stores are aligned.
template <class Out, int V>
TWILL_INLINE_HD int misalignment(Out const* p) {
    return static_cast<int>(reinterpret_cast<std::uintptr_t>(p) / sizeof(Out) % V);
}

/// Contiguous operands, one packet a thread: on a Hopper card that reached the speed of a copy, and
/// neither more work a thread nor a persistent grid did. In short loops it takes one element of it,
/// `each` being 1, because then the first instructions are what takes the time. `before`: elements
/// from a packet boundary to the output. `packed`: every operand is aligned as the output is.
template <class Tree, class Out>
__global__ void __launch_bounds__(block_threads)
    flat_kernel(__grid_constant__ Tree const tree, reuse_plan<Tree> const reuse, Out* const out,
                index_t const size, int const each, int const before, bool const packed) {
    constexpr int V = lanes_of<Tree, Out>;
    index_t const i =
        (static_cast<index_t>(blockIdx.x) * block_threads + threadIdx.x) * each - before;
    bool const whole = each == V && i >= 0 && i + V <= size;
    if (reuse.equal != 0 && whole) {
        put<V>(out + i, 1, reuse_at<V>(tree, full_cursor{i}, reuse), 0, V);
    } else if (packed && whole) {
        put_packet<V>(out + i, tree.template at<V>(packed_cursor{i}));
    } else if (whole) {
        put<V>(out + i, 1, tree.template at<V>(full_cursor{i}), 0, V);
    } else {
#pragma unroll 1
        for (index_t l = i < 0 ? 0 : i; l < i + each && l < size; ++l)
            put<1>(out + l, 1, tree.template at<1>(full_cursor{l}), 0, 1);
    }
}

/// The same for short loops of costly functions. Among several evaluations the compiler puts the
/// arrays of a sine's slow path into local memory, and a kernel that has any takes longer to
/// launch.
template <class Tree, class Out>
__global__ void __launch_bounds__(block_threads)
    short_kernel(__grid_constant__ Tree const tree, Out* const out, int const size) {
    int const i = static_cast<int>(blockIdx.x) * block_threads + static_cast<int>(threadIdx.x);
    if (i < size)
        put<1>(out + i, 1, tree.template at<1>(full_cursor{i}), 0, 1);
}

/// How a strided loop is cut into blocks.
template <int Rank>
struct grid_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the output
    int rows;                     ///< product of all extents but the last
    int chunks;                   ///< blocks along the inner axis
    int log2_width;               ///< threads along the inner axis
    bool by_element;  ///< rows shorter than a few packets, one after the other in the output
    int before;   ///< elements from the packet boundary before a row to the row; -1: differs from
                  ///< row to row
    bool stream;  ///< the output is large and the operands are small
};

/// The index of a row along all axes but the last.
template <int Rank>
__device__ __forceinline__ void locate_row(extents<Rank> const& extent, int row,
                                           fixed<int, Rank - 1>& at) {
#pragma unroll
    for (int d = Rank - 2; d > 0; --d) {
        unsigned const size = static_cast<unsigned>(extent[d]);
        at[d] = 0;
        if (size == 1)
            continue;
        unsigned const quotient = static_cast<unsigned>(row) / size;
        at[d] = row - static_cast<int>(quotient * size);
        row = static_cast<int>(quotient);
    }
    if (Rank > 1)
        at[0] = row;
}

/// Short rows: a thread has a packet of the output, whose elements may lie in several rows.
template <class Tree, class Out, int Rank>
__device__ __forceinline__ void strided_elements(Tree const& tree, Out* out,
                                                 grid_shape<Rank> const& grid) {
    constexpr int V = lanes_of<Tree, Out>;
    int const inner = static_cast<int>(grid.extent[Rank - 1]);
    int const size = grid.rows * inner;
    int const i =
        static_cast<int>((static_cast<index_t>(blockIdx.x) * block_threads + threadIdx.x) * V) -
        grid.before;
    int const first = i < 0 ? -i : 0;
    int const last = size - i < V ? size - i : V;
    if (first >= last)
        return;
    lanes<typename Tree::value_type, V> result;
    int row = (i + first) / inner;
    row_cursor<Rank> cursor;
    cursor.inner = i + first - row * inner;
#pragma unroll
    for (int l = 0; l < V; ++l) {
        if (l < first || l >= last)
            continue;
        locate_row(grid.extent, row, cursor.at);
        result.values[l] = tree.template at<1>(cursor).values[0];
        if (++cursor.inner == inner) {
            cursor.inner = 0;
            ++row;
        }
    }
    put<V>(out + i, 1, result, first, last);
}

/// Any layout: threads along the inner axis, each with one packet of two rows, taken together where
/// both are on axis Rank - 2: how operands lie is then asked once. Loops of several axes that reuse
/// terms are the hoisted kernel's.
template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads)
    strided_kernel(__grid_constant__ Tree const tree, reuse_plan<Tree> const reuse, Out* const out,
                   __grid_constant__ grid_shape<Rank> const grid) {
    constexpr int V = lanes_of<Tree, Out>;
    if (grid.by_element)
        return strided_elements(tree, out, grid);
    int const row_block = static_cast<int>(blockIdx.x / static_cast<unsigned>(grid.chunks));
    int const chunk = static_cast<int>(blockIdx.x) - row_block * grid.chunks;
    int const height = block_threads >> grid.log2_width;
    int const x = static_cast<int>(threadIdx.x) & ((1 << grid.log2_width) - 1);
    int const y = static_cast<int>(threadIdx.x) >> grid.log2_width;
    int const packet = ((chunk << grid.log2_width) + x) * V;
    int const inner = static_cast<int>(grid.extent[Rank - 1]);
    int const step = static_cast<int>(grid.stride[Rank - 1]);
    int row = row_block * 2 * height + y;
    int const last = row + height;
#pragma unroll 1
    for (; row <= last && row < grid.rows; row += height) {
        pair_cursor<Rank> cursor;
        locate_row(grid.extent, row, cursor.at);
        int offset = 0;
#pragma unroll
        for (int d = 0; d < Rank - 1; ++d)
            offset += cursor.at[d] * static_cast<int>(grid.stride[d]);
        cursor.inner =
            packet - (grid.before >= 0 ? grid.before : misalignment<Out, V>(out + offset));
        Out* const p = out + (offset + cursor.inner * step);
        bool const whole = cursor.inner >= 0 && cursor.inner + V <= inner;
        if constexpr (Rank >= 2) {
            bool const follows =
                cursor.at[Rank - 2] + height < static_cast<int>(grid.extent[Rank - 2]);
            if (whole && grid.before >= 0 && follows && row != last) {
                cursor.apart = height;
                auto const both = tree.template at<2 * V>(cursor);
                put<V>(p, step, part_of<V, 0>(both), 0, V, grid.stream);
                put<V>(p + height * static_cast<int>(grid.stride[Rank - 2]), step,
                       part_of<V, 1>(both), 0, V, grid.stream);
                return;
            }
        }
        row_cursor<Rank>& one = cursor;
        if (!whole) {
#pragma unroll 1
            for (int l = 0; l < V; ++l, ++one.inner)
                if (one.inner >= 0 && one.inner < inner)
                    p[l * step] = static_cast<Out>(tree.template at<1>(one).values[0]);
        } else if constexpr (Rank < 2) {
            put<V>(p, step, reuse_at<V>(tree, one, reuse), 0, V, grid.stream);
        } else {
            put<V>(p, step, tree.template at<V>(one), 0, V, grid.stream);
        }
    }
}

}  // namespace twill::inline v0::detail
