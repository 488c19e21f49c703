// SPDX-License-Identifier: MIT
// How strided loops are dealt to the threads of a grid, and what types say of the ways to read
// their operands.
#pragma once

#include "twill/cuda/elementwise/flat_kernel.cuh"
#include "twill/lower/divisor.hpp"
#include "twill/lower/weight.hpp"

namespace twill::inline v0::detail {

/// How a strided loop is cut into blocks.
template <int Rank>
struct grid_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the output
    /// A row's number by the extent of each axis between the first and the last.
    fixed_divisor by_extent[Rank > 2 ? Rank - 1 : 1];
    int rows;                 ///< product of all extents but the last
    bool down;                ///< blocks are counted down columns of them, not along rows
    int beside;               ///< blocks of a row, or of a column, so counted
    fixed_divisor by_beside;  ///< a block's number by them
    int log2_width;           ///< threads along the inner axis
    bool by_element;          ///< short rows that start in different places: no packets of theirs
    bool through;  ///< rows that follow each other, of which packets of the output are counted
    fixed_divisor by_inner;  ///< an element's number by a row's elements, if so
    /// Rows of a first half of axis Rank - 2, if packets are counted through all of them, `beside`
    /// in a row (a number by it: by_inner, by `half`: by_beside): a thread has the packet in the
    /// other half, too. Otherwise 0.
    int half;
    int before;   ///< elements from the packet boundary before a row to the row; -1: differs from
                  ///< row to row
    bool stream;  ///< the output is large and the operands are small
    int rounds;   ///< rows of a thread
    bool near;    ///< all operands have stride 0 or 1 along the inner axis, some packets of theirs
                  ///< start between packet boundaries
    bool once;    ///< operands of one type are one
    bool lines;   ///< functions that can read lines of memory do (in_lines)
};

/// Elements of a few operands that may be shifted against each other are read in packets where
/// they have so many bytes at most; of many, putting all packets together takes longer. (Nine
/// points of 8192 x 8192 float16 0.189 ms in the place of 0.382, five 0.110 and 0.162.)
template <class Tree>
inline constexpr int widest_near = Tree::records <= 3 ? 2 : 1;
/// Whether types say that operands may be shifted against each other (slices, what is broadcast).
/// Narrow elements are then read in aligned packets, out of two of which those between packet
/// boundaries are put together. Wider ones are read one by one, the threads of a warp side by side:
/// a packet a thread would touch four times the lines of memory with each access. So is an
/// operand that is not, and two of narrow elements, where the result has steps. (A kernel for more
/// takes a third of a second to compile. 8192 x 4096 float16 into every second column 0.081 ms in
/// the place of 0.314, float32 0.159 and 0.252.)
template <class Tree, class Out>
inline constexpr bool reads_near =
    Tree::has_steps && Tree::widest <= widest_near<Tree> && is_near<Tree, lanes_of<Tree, Out>>;
template <class Tree>
inline constexpr bool reads_across =
    is_across<Tree> && (Tree::has_steps ? Tree::widest > widest_near<Tree>
                                        : terms_of<Tree> == 0 && Tree::records > 0 &&
                                              Tree::records <= (Tree::widest <= 2 ? 2 : 1));
/// Few operands: some may be broadcast, and packets of two rows are under way together.
template <class Tree>
inline constexpr bool few_operands = Tree::records <= 3 && !has_repeats<Tree>;

/// Several operands of bytes are read in such packets, or a few elements at a time: each further
/// way to read all of them takes registers, and time to compile. The game of life by eight rolls of
/// 16384 x 16384 bytes takes 1.37 ms in the place of 3.49.
template <class Tree, class Out>
inline constexpr bool only_near = reads_near<Tree, Out> && Tree::widest == 1 && !few_operands<Tree>;

/// Whether packets of the output may lie in two rows: all that a thread needs of both is loaded
/// before it computes. (Of seven operands of 16 bits and more that takes minutes to compile.)
template <class Tree, class Out>
inline constexpr bool reads_through =
    leaf_types<Tree>::known && Tree::records >= 1 && Tree::records <= 8 &&
    Tree::records * lanes_of<Tree, Out> <= 48 &&
    (Tree::widest == 2 || Tree::widest == 4 || Tree::widest == 8) && lanes_of<Tree, Out> > 1 &&
    packs<Out, lanes_of<Tree, Out>>;

/// Whether a tree takes a few instructions an element.
template <class Node>
inline constexpr int light_weight = 0;
template <class F, class... N>
inline constexpr int light_weight<apply_node<F, N...>> =
    (weight_of_cheap<F> + ... + light_weight<N>);
template <class Tree>
inline constexpr bool is_light = terms_of<Tree> == 0 && light_weight<Tree> <= 4;

/// Whether a tree has quotients, roots or other functions of several instructions.
template <class Node>
inline constexpr bool has_longer_functions = false;
template <class F, class... N>
inline constexpr bool has_longer_functions<apply_node<F, N...>> =
    takes_steps<F> || (false || ... || has_longer_functions<N>);

/// Blocks on a multiprocessor that kernels of rows leave registers for, 0 being as the compiler
/// likes. Where lines of memory are read at indices, what hides the wait for an index are others.
template <class Tree, class Out, int Rank>
inline constexpr int blocks_of_lines =
    Tree::widest < 4 || sizeof(Out) < 4 ? elementwise_tuning::line_blocks_narrow
    : line_readers<Tree> == 1 && few_operands<Tree> && is_light<Tree> && Rank < 3
        ? elementwise_tuning::line_blocks
    : line_readers<Tree> <= 2 && Tree::records <= 6 ? elementwise_tuning::line_blocks_several
                                                    : 0;
template <class Tree, class Out, int Rank>
inline constexpr int blocks_of_rows =
    only_near<Tree, Out> ? elementwise_tuning::near_blocks
    : may_read_once_in_rows<Tree> && Tree::widest <= 2
        ? (!has_light_functions<Tree> ? elementwise_tuning::near_blocks
           : terms_of<Tree> != 0 || (Tree::records > 3 && has_longer_functions<Tree>)
               ? elementwise_tuning::once_blocks_in_rows
               : elementwise_tuning::once_blocks_of_cheap)
    : reads_lines<Tree> ? blocks_of_lines<Tree, Out, Rank>
                        : 0;
/// The same of a loop of one box.
template <class Tree, class Out, int Rank>
inline constexpr int blocks_of_strided = [] {
    constexpr bool few = leaf_types<Tree>::known && Tree::records > 1 && few_operands<Tree>;
    if constexpr (few && Tree::widest > 1 && Tree::widest <= 8 && sizeof(Out) <= 8)
        if constexpr (has_light_functions<Tree>)
            return Tree::records == 2 && Tree::widest <= 4 && sizeof(Out) <= 4 &&
                           (terms_of<Tree> != 0 || reads_across<Tree>)
                       ? elementwise_tuning::few_blocks
                       : elementwise_tuning::row_blocks;
    return blocks_of_rows<Tree, Out, Rank>;
}();

/// How a strided kernel can read operands that are shifted against each other.
struct near_reads {
    bool packets;    ///< reads_near
    bool across;     ///< reads_across
    bool stretched;  ///< across: also where some operands have stride 0
    bool scatters;   ///< across: only where the output has steps
    bool only;       ///< packets: also where all start at packet boundaries
    bool lines;      ///< reads_lines
    bool through;    ///< reads_through
};
template <class Tree, class Out>
inline constexpr near_reads near_reads_of{
    reads_near<Tree, Out>, reads_across<Tree>, few_operands<Tree>,      !Tree::has_steps,
    only_near<Tree, Out>,  reads_lines<Tree>,  reads_through<Tree, Out>};

/// The index of a row along all axes but the last.
template <int Rank>
__device__ __forceinline__ void locate_row(grid_shape<Rank> const& grid, int row,
                                           fixed<int, Rank - 1>& at) {
#pragma unroll
    for (int d = Rank - 2; d > 0; --d) {
        int const quotient = grid.by_extent[d].divide(row);
        at[d] = row - quotient * static_cast<int>(grid.extent[d]);
        row = quotient;
    }
    if (Rank > 1)
        at[0] = row;
}

/// The same of the row `by` behind the one that `at` is the index of: most often in the same plane.
template <int Rank>
__device__ __forceinline__ void move_row(grid_shape<Rank> const& grid, int row, int by,
                                         fixed<int, Rank - 1>& at) {
    at[Rank - 2] += by;
    if (at[Rank - 2] >= static_cast<int>(grid.extent[Rank - 2]))
        locate_row(grid, row, at);
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
            row = grid.by_inner.divide(first);
            packet = first - row * inner;
            height = grid.by_inner.divide(block_threads);
            rounds = V;
            return;
        }
        if (grid.half != 0) {
            int const number = static_cast<int>(block) * block_threads + thread;
            int const line = grid.by_inner.divide(number);
            int const plane = Rank > 2 ? grid.by_beside.divide(line) : 0;
            int const own = line - plane * grid.half;
            int const high = static_cast<int>(grid.extent[Rank - 2]);
            height = grid.half;
            packet = (number - line * grid.beside) * V;
            row = plane * high + own;
            rounds = own >= height || row >= grid.rows ? 0 : own + height < high ? 2 : 1;
            return;
        }
        int const line = grid.by_beside.divide(static_cast<int>(block));
        int const place = static_cast<int>(block) - line * grid.beside;
        int const row_block = grid.down ? place : line;
        int const chunk = grid.down ? line : place;
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

}  // namespace twill::inline v0::detail
