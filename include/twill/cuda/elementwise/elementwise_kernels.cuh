// SPDX-License-Identifier: MIT
// The flat and strided kernels of elementwise plans.
#pragma once

#include "twill/cuda/elementwise/flat_kernel.cuh"
#include "twill/lower/weight.hpp"

namespace twill::inline v0::detail {

/// How a strided loop is cut into blocks.
template <int Rank>
struct grid_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the output
    int rows;                     ///< product of all extents but the last
    int chunks;                   ///< blocks along the inner axis
    int log2_width;               ///< threads along the inner axis
    bool by_element;  ///< rows that follow each other, start in different places and are shorter
                      ///< than a few packets
    bool through;     ///< such rows, of any length, of which packets are counted through all
    int before;   ///< elements from the packet boundary before a row to the row; -1: differs from
                  ///< row to row
    bool stream;  ///< the output is large and the operands are small
    int rounds;   ///< rows of a thread
    bool near;    ///< all operands have stride 0 or 1 along the inner axis, some packets of theirs
                  ///< start between packet boundaries
    bool once;    ///< operands of one type are one
    bool lines;   ///< functions that can read lines of memory do (in_lines)
};

/// Whether types say that operands may be shifted against each other (slices, what is broadcast).
/// Narrow elements are then read in aligned packets, out of two of which those between packet
/// boundaries are put together. Wider ones are read one by one, the threads of a warp side by side:
/// a packet a thread would touch four times the lines of memory with each access.
template <class Tree, class Out>
inline constexpr bool reads_near =
    Tree::has_steps && Tree::widest <= 2 && is_near<Tree, lanes_of<Tree, Out>>;
template <class Tree>
inline constexpr bool reads_across = Tree::has_steps && Tree::widest > 2 && is_across<Tree>;
/// Few operands: some may be broadcast, and packets of two rows are under way together.
template <class Tree>
inline constexpr bool few_operands = Tree::records <= 3 && !has_repeats<Tree>;

/// Several operands of bytes are read in such packets, or a few elements at a time: each further
/// way to read all of them takes registers, and time to compile. The game of life by eight rolls of
/// 16384 x 16384 bytes takes 1.37 ms in the place of 3.49.
template <class Tree, class Out>
inline constexpr bool only_near = reads_near<Tree, Out> && Tree::widest == 1 && !few_operands<Tree>;

/// Whether a tree takes a few instructions an element.
template <class Node>
inline constexpr int light_weight = 0;
template <class F, class... N>
inline constexpr int light_weight<apply_node<F, N...>> =
    (weight_of_cheap<F> + ... + light_weight<N>);
template <class Tree>
inline constexpr bool is_light = terms_of<Tree> == 0 && light_weight<Tree> <= 4;

/// Blocks on a multiprocessor that strided kernels leave registers for, 0 being as the compiler
/// likes: where lines of memory are read at indices, what hides the wait for the index are others.
template <class Tree, class Out, int Rank>
inline constexpr int blocks_of_lines =
    Tree::widest < 4 || sizeof(Out) < 4 ? elementwise_tuning::line_blocks_narrow
    : line_readers<Tree> == 1 && few_operands<Tree> && is_light<Tree> && Rank < 3
        ? elementwise_tuning::line_blocks
    : line_readers<Tree> <= 2 && Tree::records <= 6 ? elementwise_tuning::line_blocks_several
                                                    : 0;
template <class Tree, class Out, int Rank>
inline constexpr int blocks_of_strided =
    only_near<Tree, Out> || (may_read_once_in_rows<Tree> && Tree::widest <= 2)
        ? elementwise_tuning::near_blocks
    : reads_lines<Tree> ? blocks_of_lines<Tree, Out, Rank>
    : reads_across<Tree> && Tree::records > 1 &&
            few_operands<Tree>&& is_light<Tree>&& Tree::widest == 4 && sizeof(Out) <= 4
        ? elementwise_tuning::few_blocks
        : 0;

/// How a strided kernel can read operands that are shifted against each other.
struct near_reads {
    bool packets;    ///< reads_near
    bool across;     ///< reads_across
    bool stretched;  ///< across: also where some operands have stride 0
    bool only;       ///< packets: also where all start at packet boundaries
};
template <class Tree, class Out>
inline constexpr near_reads near_reads_of{reads_near<Tree, Out>, reads_across<Tree>,
                                          few_operands<Tree>, only_near<Tree, Out>};

/// How a strided kernel can deal out rows that start in different places: elements of short ones
/// one by one, or packets of all of them.
struct row_deals {
    bool by_element;
    bool through;
};
template <class Tree>
inline constexpr row_deals deals_of{terms_of<Tree> != 0 || reads_lines<Tree>, terms_of<Tree> == 0};

/// How a loop is cut into tiles.
template <int Rank>
struct tile_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;
    unsigned tiles_row;     ///< tiles along axis Rank - 2
    unsigned tiles_column;  ///< tiles along axis Rank - 1
    bool shifted;           ///< rows of the output start anywhere: see shifted_tile
    /// Bytes of a tile's staged operands, where a block has tiles (i, j) and (j, i); otherwise 0.
    unsigned mirrored;
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

/// A packet of each operand of a tree, those of one type being one.
template <class Tree, class Out, int Rank>
__device__ __forceinline__ auto read_all_once(Tree const& tree, grid_shape<Rank> const& grid,
                                              row_cursor<Rank> const& cursor) {
    constexpr int V = lanes_of<Tree, Out>;
    using leaves = typename leaf_types<Tree>::type;
    if constexpr (reads_near<Tree, Out>)
        if (grid.near)
            return read_leaves<V>(tree, near_cursor<Rank>{cursor}, leaves{});
    return read_leaves<V>(tree, cursor, leaves{});
}

/// Functions that can read lines of memory are read in packets only where they do: two ways to read
/// the same packet take twice the registers.
template <class Tree, int Rank>
__device__ __forceinline__ bool may_pack(grid_shape<Rank> const& grid) {
    return !reads_lines<Tree> || grid.lines;
}
template <class Tree, class Cursor>
__device__ __forceinline__ auto in_lines_of(Cursor const& at) {
    if constexpr (reads_lines<Tree>)
        return lined_cursor<Cursor>{at};
    else
        return at;
}

/// Rows that follow each other and start in different places: a thread has an aligned packet of the
/// output, whose elements may lie in several rows. Then, it repeats the expression's code for each.
template <class Tree, class Out, int Rank>
__device__ __forceinline__ void strided_through(Tree const& tree, Out* out,
                                                grid_shape<Rank> const& grid, unsigned block) {
    constexpr int V = lanes_of<Tree, Out>;
    int const inner = static_cast<int>(grid.extent[Rank - 1]);
    int const size = grid.rows * inner;
    int const i =
        static_cast<int>((static_cast<index_t>(block) * block_threads + threadIdx.x) * V) -
        grid.before;
    int const first = i < 0 ? -i : 0;
    int const last = size - i < V ? size - i : V;
    if (first >= last)
        return;
    int row = (i + first) / inner;
    row_cursor<Rank> cursor;
    cursor.inner = i + first - row * inner;
    locate_row(grid.extent, row, cursor.at);
    bool const whole =
        !grid.by_element && last - first == V && cursor.inner + V <= inner && may_pack<Tree>(grid);
    if constexpr (may_read_once_in_rows<Tree>)
        if (whole && grid.once)
            return put<V>(out + i, 1,
                          tree.template at<V>(read_all_once<Tree, Out, Rank>(tree, grid, cursor)),
                          0, V);
    if constexpr (reads_near<Tree, Out> && !may_read_once_in_rows<Tree>)
        if (whole && grid.near)
            return put<V>(out + i, 1, tree.template at<V>(near_cursor<Rank>{cursor}), 0, V);
    if constexpr (!only_near<Tree, Out> && !may_read_once_in_rows<Tree>)
        if (whole)
            return put<V>(out + i, 1, tree.template at<V>(in_lines_of<Tree>(cursor)), 0, V);
    auto const take = [&](auto at) {
        constexpr int G = only_near<Tree, Out> ? smaller(V, 4) : V;
#pragma unroll 1
        for (int g = 0; g < V; g += G) {
            lanes<typename Tree::value_type, G> result;
#pragma unroll
            for (int l = 0; l < G; ++l) {
                // Lanes outside read an element as well: no branch keeps loads from running ahead.
                result.values[l] = tree.template at<1>(at).values[0];
                at.inner += g + l >= first && g + l + 1 < last ? 1 : 0;
                if (at.inner == inner) {
                    at.inner = 0;
                    locate_row(grid.extent, ++row, at.at);
                }
            }
            put<G>(out + i + g, 1, result, larger(first - g, 0), smaller(last - g, G));
        }
    };
    if constexpr ((reads_near<Tree, Out> && !only_near<Tree, Out>) || reads_across<Tree>) {
        if (grid.near)
            take(across_cursor<Rank, true, true>{cursor});
        else
            take(cursor);
    } else {
        take(cursor);
    }
}

/// Where a thread's packets are: one in each of some rows, `height` apart. By element: V elements,
/// a block's threads side by side.
template <int V, bool ByElement = true>
struct strided_position {
    int packet;  ///< in a row
    int row;
    int height;
    int rounds;  ///< packets, or elements

    template <int Rank>
    __device__ __forceinline__ strided_position(grid_shape<Rank> const& grid, unsigned block) {
        int const thread = static_cast<int>(threadIdx.x);
        if (ByElement && grid.by_element) {
            int const inner = static_cast<int>(grid.extent[Rank - 1]);
            int const first = static_cast<int>(block) * (V * block_threads) + thread;
            row = first / inner;
            packet = first - row * inner;
            height = block_threads / inner;
            rounds = V;
            return;
        }
        int const row_block = static_cast<int>(block / static_cast<unsigned>(grid.chunks));
        int const chunk = static_cast<int>(block) - row_block * grid.chunks;
        height = block_threads >> grid.log2_width;
        packet = ((chunk << grid.log2_width) + (thread & ((1 << grid.log2_width) - 1))) * V;
        row = row_block * grid.rounds * height + (thread >> grid.log2_width);
        rounds = grid.rounds;
    }
    template <int Rank>
    __device__ __forceinline__ void advance(grid_shape<Rank> const& grid) {
        row += height;
        --rounds;
        if (ByElement && grid.by_element) {
            int const inner = static_cast<int>(grid.extent[Rank - 1]);
            packet += block_threads - height * inner;
            if (packet >= inner) {
                packet -= inner;
                ++row;
            }
        }
    }
};

/// V elements of a row, a warp's side by side, which the output has `step` apart: `at` and `p` are
/// at the warp's first one. True: so were those of the row `height` behind it.
template <class Tree, class Out, int Rank>
__device__ __forceinline__ bool strided_across(Tree const& tree, reuse_plan<Tree> const& reuse,
                                               Out* p, grid_shape<Rank> const& grid,
                                               row_cursor<Rank> at, bool both, int height,
                                               int step) {
    constexpr int V = lanes_of<Tree, Out>;
    constexpr bool few = few_operands<Tree>;
    int const lane = static_cast<int>(threadIdx.x) % 32;
    int const left = static_cast<int>(grid.extent[Rank - 1]) - at.inner;
    p += lane * step;
    if (left >= 32 * V) {
        at.inner += lane;
        across_cursor<Rank, few, true> cursor{at};
        auto const first = reuse_at<V>(tree, cursor, reuse);
        if (few && both) {
            cursor.at[Rank - 2] += height;
            auto const second = reuse_at<V>(tree, cursor, reuse);
            put<V>(p + height * static_cast<int>(grid.stride[Rank - 2]), 32 * step, second, 0, V);
        }
        put<V>(p, 32 * step, first, 0, V);
        return few && both;
    }
    if (left <= 0)
        return false;
    at.inner += lane < left ? lane : left - 1;
    across_cursor<Rank, few, false> const cursor{at, lane < left ? left - 1 - lane : 0};
    auto const x = reuse_at<V>(tree, cursor, reuse);
#pragma unroll
    for (int l = 0; l < V; ++l)
        if (lane + 32 * l < left)
            p[32 * l * step] = static_cast<Out>(x.values[l]);
    return false;
}

/// V elements of a row, a warp's side by side, two under way together: of functions that do not
/// read the lines of memory that they could. `at` and `p` are at the thread's packet.
template <class Tree, class Out, int Rank>
__device__ __forceinline__ void strided_side_by_side(Tree const& tree, Out* p, row_cursor<Rank> at,
                                                     int inner, int step) {
    constexpr int V = lanes_of<Tree, Out>;
    constexpr int G = smaller(V, 2);
    int const lane = static_cast<int>(threadIdx.x) % 32;
    int const first = at.inner + lane - lane * V;
    p += (lane - lane * V) * step;
#pragma unroll 1
    for (int l = 0; l < V; l += G) {
        lanes<typename Tree::value_type, G> x;
#pragma unroll
        for (int g = 0; g < G; ++g) {
            // What is outside reads an element as well: no branch keeps loads from running ahead.
            int const j = first + 32 * (l + g);
            at.inner = j < 0 || j >= inner ? 0 : j;
            x.values[g] = tree.template at<1>(at).values[0];
        }
#pragma unroll
        for (int g = 0; g < G; ++g) {
            int const j = 32 * (l + g);
            if (first + j >= 0 && first + j < inner)
                p[j * step] = static_cast<Out>(x.values[g]);
        }
    }
}

/// A block of a strided loop: threads along the inner axis, each with one packet of two rows, taken
/// together where both are on axis Rank - 2: how operands lie is then asked once.
template <class Tree, class Out, int Rank>
__device__ __forceinline__ void strided_block(Tree const& tree, reuse_plan<Tree> const& reuse,
                                              Out* const out, grid_shape<Rank> const& grid,
                                              unsigned block) {
    constexpr int V = lanes_of<Tree, Out>;
    int const inner = static_cast<int>(grid.extent[Rank - 1]);
    int const step = static_cast<int>(grid.stride[Rank - 1]);
    constexpr bool by_element = deals_of<Tree>.by_element;
    if constexpr (deals_of<Tree>.through)
        if (grid.through)
            return strided_through(tree, out, grid, block);
    strided_position<V, by_element> place(grid, block);
    int const height = place.height;
#pragma unroll 1
    for (; place.rounds > 0 && place.row < grid.rows; place.advance(grid)) {
        pair_cursor<Rank> cursor;
        locate_row(grid.extent, place.row, cursor.at);
        int offset = 0;
#pragma unroll
        for (int d = 0; d < Rank - 1; ++d)
            offset += cursor.at[d] * static_cast<int>(grid.stride[d]);
        cursor.inner = place.packet;
        if (!by_element || !grid.by_element)
            cursor.inner -= grid.before >= 0 ? grid.before : misalignment<Out, V>(out + offset);
        Out* const p = out + (offset + cursor.inner * step);
        bool const whole = !(by_element && grid.by_element) && cursor.inner >= 0 &&
                           cursor.inner + V <= inner && may_pack<Tree>(grid);
        [[maybe_unused]] bool const follows =
            cursor.at[Rank - 2] + height < static_cast<int>(grid.extent[Rank - 2]);
        if constexpr (reads_across<Tree>)
            if (grid.near) {
                int const lanes_before = static_cast<int>(threadIdx.x) % 32 * V;
                cursor.inner -= lanes_before;
                if (strided_across(tree, reuse, p - lanes_before * step, grid, cursor,
                                   follows && place.rounds > 1, height, step))
                    return;
                continue;
            }
        if constexpr (may_read_once_in_rows<Tree>)
            if (grid.once && whole) {
                auto const read = read_all_once<Tree, Out, Rank>(tree, grid, cursor);
                put<V>(p, step, reuse_at<V>(tree, read, reuse), 0, V, grid.stream);
                continue;
            }
        if constexpr (reads_near<Tree, Out> && !may_read_once_in_rows<Tree>)
            if (grid.near && whole) {
                put<V>(p, step, reuse_at<V>(tree, near_cursor<Rank>{cursor}, reuse), 0, V,
                       grid.stream);
                continue;
            }
        // Loads of two rows are under way together. Where there is a hoisted kernel, this one has
        // what is too short for it.
        if constexpr (!has_repeats<Tree> && !hoisting<Tree, Rank>::pays &&
                      (few_operands<Tree> || !reads_across<Tree>) && !only_near<Tree, Out> &&
                      !may_read_once_in_rows<Tree>) {
            if (whole && grid.before >= 0 && follows && place.rounds > 1) {
                cursor.apart = height;
                auto const both = tree.template at<2 * V>(in_lines_of<Tree>(cursor));
                put<V>(p, step, part_of<V, 0>(both), 0, V, grid.stream);
                put<V>(p + height * static_cast<int>(grid.stride[Rank - 2]), step,
                       part_of<V, 1>(both), 0, V, grid.stream);
                return;
            }
        }
        row_cursor<Rank>& one = cursor;
        if (reads_lines<Tree> && !grid.lines && !grid.by_element && grid.log2_width >= 5) {
            strided_side_by_side(tree, p, one, inner, step);
        } else if (!whole) {
#pragma unroll 1
            for (int l = 0; l < (by_element && grid.by_element ? 1 : V); ++l, ++one.inner)
                if (one.inner >= 0 && one.inner < inner)
                    p[l * step] = static_cast<Out>(tree.template at<1>(one).values[0]);
        } else if constexpr (only_near<Tree, Out> || may_read_once_in_rows<Tree>) {
            constexpr int G = smaller(V, 4);
#pragma unroll 1
            for (int g = 0; g < V; g += G, one.inner += G)
                put<G>(p + g * step, step, reuse_at<G>(tree, in_lines_of<Tree>(one), reuse), 0, G,
                       grid.stream);
        } else {
            put<V>(p, step, reuse_at<V>(tree, in_lines_of<Tree>(one), reuse), 0, V, grid.stream);
        }
    }
}

/// Any layout.
template <class Tree, class Out, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  (blocks_held<blocks_of_strided<Tree, Out, Rank>, block_threads>))
    strided_kernel(__grid_constant__ Tree const tree, reuse_plan<Tree> const reuse, Out* const out,
                   __grid_constant__ grid_shape<Rank> const grid) {
    strided_block(tree, reuse, out, grid, blockIdx.x);
}

}  // namespace twill::inline v0::detail
