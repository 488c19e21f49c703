// SPDX-License-Identifier: MIT
// Which loops the kernel of turned words takes, and how they are cut into tiles.
#pragma once

#include "twill/cuda/elementwise/cut.cuh"
#include "twill/lower/once.hpp"

namespace twill::inline v0::detail {

/// Whether a loop moves elements of one operand unchanged, of a size that gains by it. Transposes,
/// in the place of the kernel for any expression: uint8 16384^2 0.152 ms (0.242), 16383^2 0.222
/// (0.453); float16 0.273 (0.318), 0.352 (0.574); float64 8192^2 0.263 (0.273), 8191 x 8193 0.274
/// (0.363). Elements of four bytes gained nothing: float32 16383^2 0.678 (0.666).
template <class Tree, class Out>
inline constexpr bool only_moves = false;
template <class T, int Rank, class Lie>
inline constexpr bool only_moves<memory_node<T, Rank, Lie>, T> =
    std::is_trivially_copyable_v<T> && alignof(T) == sizeof(T) &&
    (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 8);
/// Whether all operands of an expression, and its result, have elements of the same one or two
/// bytes.
template <class Out, class Leaves>
inline constexpr bool are_narrow = false;
template <class Out, class... T, int... Rank, class... Lie>
inline constexpr bool are_narrow<Out, types<memory_node<T, Rank, Lie>...>> =
    sizeof(Out) <= 2 && ((sizeof(T) == sizeof(Out) && alignof(T) == sizeof(T)) && ...);
template <class Tree, class Out>
inline constexpr bool turns_narrow = !only_moves<Tree, Out> && leaf_types<Tree>::known &&
                                     are_narrow<Out, typename leaf_types<Tree>::type>;
/// Whether this is the kernel of tiles.
template <class Tree, class Out>
inline constexpr bool turns_words = only_moves<Tree, Out> || turns_narrow<Tree, Out>;

/// Rows that are so short that their elements are dealt one by one, and where an operand lies as
/// the result does.
template <class Tree, class Out>
inline constexpr index_t short_rows_of = [] {
    constexpr int size = larger(Tree::widest, static_cast<int>(sizeof(Out)));
    if (only_moves<Tree, Out> && size == 8)
        return elementwise_tuning::short_moves;
    return size >= 8 ? elementwise_tuning::short_beside_wide
                     : elementwise_tuning::short_rows / (turns_words<Tree, Out> ? size : 1);
}();
template <class Tree, class Out>
inline constexpr index_t short_beside_of =
    turns_words<Tree, Out> ? (sizeof(Out) == 1 ? elementwise_tuning::short_beside_bytes
                                               : elementwise_tuning::short_beside_shorts)
                           : (Tree::widest >= 8 ? elementwise_tuning::short_beside_wide
                                                : elementwise_tuning::short_rows);

/// The words of a tile of elements of `Size` bytes.
template <int Size>
struct turned_words {
    using word = std::conditional_t<Size == 1, unsigned, unsigned long long>;
    static constexpr int each = static_cast<int>(sizeof(word)) / Size;  ///< elements of one
    /// Squares of each x each elements of a tile, and words of it along either axis where both are
    /// long, as powers of two.
    static constexpr int log2_squares = Size == 2 ? 10 : 11;
    static constexpr int log2_fewest = 9;  ///< squares, where there are few tiles
    static constexpr int log2_across = 5;
    static constexpr int log2_along = log2_squares - log2_across;
    static constexpr std::size_t square_bytes = sizeof(word) * each;
    /// Elements of a sector of memory.
    static constexpr int ahead = 32 / Size;
    /// Squares whose words a thread loads together.
    static constexpr int batch = 4 / each;
};

/// How two axes of a loop are cut into tiles. Lines of a tile lie along the operand's own
/// contiguous axis, which is axis Rank - 2 of the loop.
struct turned_cut {
    unsigned tiles_row;      ///< along axis Rank - 2
    unsigned tiles_column;   ///< along axis Rank - 1
    fixed_divisor by_plane;  ///< a block's number by all tiles along both
    fixed_divisor by_column;
    int log2_across;  ///< words of a tile along axis Rank - 2
    int log2_along;   ///< and along axis Rank - 1
    /// Elements by which a tile starts ahead of what it writes, where rows of the output start
    /// anywhere: what it writes of each starts and ends at a boundary of so many, a power of two.
    /// 0 where they do not.
    int ahead;
};
template <int Rank>
struct turned_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the output
    turned_cut cut;
};

/// Cuts a loop into tiles of at most 2^log2_squares squares. Returns the number of blocks.
template <int Size>
TWILL_COLD inline index_t cut_turned(loop_view const& loop, int log2_squares, turned_cut& cut) {
    using words = turned_words<Size>;
    constexpr int each = words::each;
    constexpr int most = log2_ceiling(block_threads, 16);
    index_t const lines = loop.extent[loop.rank - 2];
    index_t const inner = loop.inner();
    // Rows that one tile has need no more than whole words.
    int const boundary = inner + each <= index_t{each} << words::log2_along ? each : words::ahead;
    bool const agree = rows_agree(loop.extent, loop.rank, loop.operands[0], boundary) &&
                       packet_offset(loop.operands[0], boundary, 0) == 0;
    cut.ahead = agree ? 0 : boundary;
    int const most_across = log2_ceiling(divide_up(lines, each), most);
    int const most_along = log2_ceiling(divide_up(inner + cut.ahead, each), most);
    cut.log2_along = smaller(log2_squares - smaller(words::log2_across, most_across),
                             smaller(words::log2_along, most_along));
    cut.log2_across = smaller(log2_squares - cut.log2_along, most_across);
    cut.log2_along = smaller(log2_squares - cut.log2_across, most_along);
    index_t const apart = (index_t{each} << cut.log2_along) - cut.ahead;
    cut.tiles_row = static_cast<unsigned>(divide_up(lines, index_t{each} << cut.log2_across));
    cut.tiles_column =
        static_cast<unsigned>(divide_up(inner + (cut.ahead > 0 ? cut.ahead - 1 : 0), apart));
    index_t const plane = index_t{cut.tiles_row} * cut.tiles_column;
    cut.by_plane = fixed_divisor::of(plane);
    cut.by_column = fixed_divisor::of(cut.tiles_column);
    return loop.size() / (lines * inner) * plane;
}

/// Marks the operands that are staged, whose axes are turned: at most three, as many as fit a
/// block's memory. `all`: whatever their axes are. Returns how many there are.
template <int Rank>
TWILL_COLD int mark_turned(loop_view const& loop, bool all) {
    int staged = 0;
    for (int k = 1; k < loop.count && staged < 3; ++k) {
        operand_record const& operand = loop.operands[k];
        if (operand.data &&
            (all || (operand.stride[Rank - 2] == 1 && operand.stride[Rank - 1] != 0 &&
                     operand.stride[Rank - 1] != 1)))
            *operand.tile = static_cast<unsigned>(staged++);
    }
    return staged;
}

}  // namespace twill::inline v0::detail
