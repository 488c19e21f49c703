// SPDX-License-Identifier: MIT
// Loops whose output lies in one piece, over which rows and columns are broadcast: how they are cut
// into blocks, and which statements may have one.
#pragma once

#include "twill/cuda/elementwise/strided_shape.cuh"

namespace twill::inline v0::detail {

/// An operand that is broadcast: a block puts what it needs of it into shared memory.
template <int Rank>
struct broadcast_table {
    void const* data;
    int stride[Rank];
    int bytes;       ///< of an element
    int count;       ///< of packets of a row, or elements of a column
    unsigned place;  ///< in shared memory
    bool column;
};

/// How such a loop is cut into blocks. Operands lie as the output does (access::packets), are one
/// row, whose packets are aligned where the output's are (access::unit) or are not (access::any),
/// or have one element for each row (access::broadcast); `tile` says where in shared memory they
/// are.
template <int Rank>
struct broadcast_shape {
    extents<Rank> extent;
    /// A row's number by the extent of each axis between the first and the last.
    fixed_divisor by_extent[Rank > 2 ? Rank - 1 : 1];
    int rows;               ///< product of all extents but the last
    int line;               ///< elements of a row, or of several that are shorter than a packet
    fixed_divisor by_last;  ///< an element's number by the last extent
    int size;               ///< product of all extents
    int each;               ///< packets of a thread
    bool stream;            ///< nobody reads the output soon
    /// Every packet lies in one row, or several short ones that are taken for one (`line`). A block
    /// has some rows, or parts of them: a thread's packets are in one column.
    bool even;
    int table_rows;           ///< rows of a block; uneven: with those of which it has a part
    int width;                ///< even: threads along a row
    int height;               ///< even: rows side by side
    int strips;               ///< even: blocks along a row
    fixed_divisor by_width;   ///< even
    fixed_divisor by_strips;  ///< even
    int before;               ///< uneven: elements from a packet boundary to the output
    int pitch;  ///< uneven: packets of a row that start at one distance from its first element
    fixed_divisor by_pitch;           ///< uneven
    fixed_divisor by_inner;           ///< uneven: an element's number by `line`
    int jobs;                         ///< packets and elements of all tables
    broadcast_table<Rank> tables[8];  ///< as many as reads_through has operands
};

/// Bytes of an element of the narrowest operand; 0 where elements are not one word.
template <class Node>
inline constexpr int narrowest = 16;
template <class T, int Rank, class Lie>
inline constexpr int narrowest<memory_node<T, Rank, Lie>> =
    alignof(T) == sizeof(T) ? static_cast<int>(sizeof(T)) : 0;
template <class F, class... N>
    requires(sizeof...(N) > 0)
inline constexpr int narrowest<apply_node<F, N...>> = [] {
    int least = 16;
    for (int const bytes : {narrowest<N>...})
        least = smaller(least, bytes);
    return least;
}();
/// Which operands are not looked at for being columns, as their types have the last axis alone, one
/// bit each: the host sees to it that they are none.
template <class Node, int Rank>
inline constexpr unsigned rows_by_type = 0;
template <class T, int Rank, class Lie>
inline constexpr unsigned rows_by_type<memory_node<T, Rank, Lie>, Rank> =
    may_be_column<memory_node<T, Rank, Lie>, Rank> ? 0 : 1;
template <class F, class... N, int Rank>
inline constexpr unsigned rows_by_type<apply_node<F, N...>, Rank> = [] {
    unsigned all = 0;
    int first = 0;
    ((all |= rows_by_type<N, Rank> << first, first += N::records), ...);
    return all;
}();
/// Whether few operands are bytes, and packets of them are those of the output.
template <class Tree, class Out>
inline constexpr bool passes_bytes =
    leaf_types<Tree>::known && Tree::widest == 1 && few_operands<Tree> && lanes_of<Tree, Out> > 1 &&
    packs<Out, lanes_of<Tree, Out>>;
/// Whether a statement has such a kernel: any operand may turn out to be broadcast.
template <class Tree, class Out, int Rank>
inline constexpr bool may_broadcast =
    Rank >= 2 && (reads_through<Tree, Out> || passes_bytes<Tree, Out>) && Tree::records >= 2 &&
    !has_repeats<Tree> && !reads_lines<Tree> && !hoisting<Tree, Rank>::pays &&
    alignof(Out) == sizeof(Out) && narrowest<Tree> * lanes_of<Tree, Out> >= 4;

}  // namespace twill::inline v0::detail
