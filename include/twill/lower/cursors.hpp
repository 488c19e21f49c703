// SPDX-License-Identifier: MIT
// Positions in a loop, as strategies count them. A node of a tree is asked for V lanes at one.
#pragma once

#include "twill/lower/lanes.hpp"
#include "twill/shape/extents.hpp"

namespace twill::inline v0::detail {

/// Everything is contiguous: lane l of the cursor is element i + l, and every packet is aligned.
struct packed_cursor {
    index_t i;
};
/// A loop over one axis, operands lying as they say.
struct full_cursor {
    index_t i;
};
/// The same where every operand's elements are neighbours: read as at a near_cursor.
struct near_full_cursor {
    index_t i;
};
/// V lanes of each of some operands that have been read: every leaf of a tree is one of those.
template <int V, class Leaf>
struct once_read {
    lanes<typename Leaf::value_type, V> values;
};
template <int V, class... Leaf>
struct once_cursor : once_read<V, Leaf>... {};
/// Lane l is the element at index (at[0], ..., at[Rank - 2], inner + l), of a loop of any size.
template <int Rank>
struct grid_cursor {
    fixed<index_t, Rank - 1> at;
    index_t inner;
    int count;  ///< lanes that are in the loop: the first one and those after it

    /// To a packet at `j` of an axis of `extent` elements.
    template <int V>
    TWILL_INLINE_HD void set_inner(index_t j, index_t extent) {
        inner = j;
        count = extent - j < V ? static_cast<int>(extent - j) : V;
    }
};
/// The same, all lanes in range, in a loop over which every operand spans less than 2^31 elements.
template <int Rank>
struct row_cursor {
    fixed<int, Rank - 1> at;
    int inner;
};
/// Twice as many lanes: those of a row_cursor, and behind them those `apart` rows later.
template <int Rank>
struct pair_cursor : row_cursor<Rank> {
    int apart;
};
/// The same in a loop where all functions that read lines of memory do.
template <class Cursor>
struct lined_cursor : Cursor {};
/// As row_cursor, in a loop all of whose operands have stride 0 or 1 along the inner axis: every
/// packet is read the same way, without a branch that would wait for memory.
template <int Rank>
struct near_cursor : row_cursor<Rank> {};
/// V lanes of rows that follow each other and have at least V elements: those from `cut` on are the
/// first of the row `next`. Lanes outside [first, last) stand for the outermost ones in it.
template <int Rank>
struct through_cursor : row_cursor<Rank> {
    fixed<int, Rank - 1> next;
    int cut;
    int first;
    int last;
};
/// Which lanes of an across_cursor are in the row.
enum class across {
    whole,  ///< all
    cut,    ///< those up to `room` elements behind the first; the others are not read
    held,   ///< the same; the others read the element `room` behind the first, as a function of
            ///< theirs may not take every value
};
/// The same, lane l being the element 32 * l behind the first: a warp's lanes are neighbours.
/// `Stretched`: some operands may have stride 0.
template <int Rank, bool Stretched, across Part>
struct across_cursor : row_cursor<Rank> {
    int room = 0;
};
/// As row_cursor, lane l being the element l * apart behind the first: threads side by side have
/// neighbours. Lanes from `count` on stand for the first one.
template <int Rank>
struct spread_cursor : row_cursor<Rank> {
    int apart;
    int count;
};
/// As row_cursor, with some operands staged in shared memory: element (row, column + l) of a staged
/// tile, which is stored transposed with `pitch` elements a line.
template <int Rank>
struct tile_cursor : row_cursor<Rank> {
    char const* staged;
    char const* mirror;  ///< what is staged for the mirror image of this tile
    int row;
    int column;
    int pitch;
};

}  // namespace twill::inline v0::detail
