// SPDX-License-Identifier: MIT
// The tiles of a reduction over pairs: which axes of the loop they have and what each operand
// changes along. All of it is known from types.
#pragma once

#include "twill/ops/pairs/tree.hpp"
#include "twill/ops/reduce/plan.hpp"

namespace twill::inline v0::detail {

// What an operand changes along: the rows of a tile, its columns, the reduced axes.
inline constexpr int along_rows = 1;
inline constexpr int along_columns = 2;
inline constexpr int along_reduced = 4;

/// The axes of a loop: rows and columns of the tile (-1: none), the reduced ones.
struct pair_axes {
    int row = -1;
    int column = -1;
    axis_set reduced = 0;

    constexpr bool valid() const { return row >= 0; }
    constexpr int along(axis_set axes) const {
        return (axes & axis_bit(row) ? along_rows : 0) |
               (axes & axis_bit(column) ? along_columns : 0) | (axes & reduced ? along_reduced : 0);
    }
};
/// The axes of a node; none where it is no array.
template <class Node>
inline constexpr axis_set pair_axes_of = 0;
template <class Node>
    requires requires { Node::axes; }
inline constexpr axis_set pair_axes_of<Node> = Node::axes;
/// Whether an operand is read from memory.
template <class Node>
inline constexpr bool is_pair_memory = false;
template <class T, int Rank, class Lie>
inline constexpr bool is_pair_memory<memory_node<T, Rank, Lie>> = true;

template <class... L>
constexpr bool suits_pairs(pair_axes const& a, types<L...>) {
    bool fits = true;
    bool shared = false;  // an operand along the reduced axes that several outputs share
    auto look = [&](axis_set axes, bool memory) {
        int const along = a.along(axes);
        if (!memory)
            return;
        int const both = along_rows | along_columns;
        if (a.column < 0)
            fits = fits && !((along & along_rows) && (along & along_reduced));
        else
            fits = fits && (along & both) != both;
        shared = shared || ((along & along_reduced) && (along & both) != both);
    };
    (look(pair_axes_of<L>, is_pair_memory<L>), ...);
    return fits && shared;
}
/// A tile of two kept axes.
template <class Leaves>
constexpr pair_axes choose_two_axes(int rank, axis_set reduced) {
    for (int c = rank - 1; c >= 0; --c)
        for (int r = c - 1; r >= 0; --r)
            if (!(reduced >> c & 1) && !(reduced >> r & 1) &&
                suits_pairs({r, c, reduced}, Leaves{}))
                return {r, c, reduced};
    return {};
}
/// The tile of a loop of `rank` axes: of one kept axis where no operand changes both along it and
/// along the reduced ones, of two otherwise. No operand changes along both of them.
template <class Leaves>
constexpr pair_axes choose_pair_axes(int rank, axis_set reduced) {
    for (int r = rank - 1; r >= 0; --r)
        if (!(reduced >> r & 1) && suits_pairs({r, -1, reduced}, Leaves{}))
            return {r, -1, reduced};
    return choose_two_axes<Leaves>(rank, reduced);
}

/// The tile of a nested reduction: columns along the axis that the outer one reduces.
template <class Leaves>
constexpr pair_axes choose_nested_axes(int rank, axis_set reduced, int column) {
    for (int r = rank - 1; r >= 0; --r)
        if (r != column && !(reduced >> r & 1) && suits_pairs({r, column, reduced}, Leaves{}))
            return {r, column, reduced};
    return {};
}

/// What a statement's loop is made of: `Tree` reduced over the axes `Reduced` of a loop of Rank.
/// `Column`: the axis that an outer reduction reduces, if there is one; or that the tile has two.
inline constexpr int two_kept_axes = -2;
template <class Tree, class Reducer, int Rank, axis_set Reduced, int Column = -1>
struct pair_loop {
    using tree_type = Tree;
    using reducer_type = Reducer;
    using leaves = typename pair_leaves<Tree>::type;
    static constexpr int rank = Rank;
    static constexpr bool nested = Column >= 0;
    static constexpr pair_axes axes = nested ? choose_nested_axes<leaves>(Rank, Reduced, Column)
                                      : Column == two_kept_axes
                                          ? choose_two_axes<leaves>(Rank, Reduced)
                                          : choose_pair_axes<leaves>(Rank, Reduced);
    static constexpr axis_set batch =
        ((axis_set{1} << Rank) - 1) & ~Reduced & ~axis_bit(axes.row) & ~axis_bit(axes.column);
    static constexpr bool flat = axes.column < 0;

    template <class Leaf>
    static constexpr int along = axes.along(pair_axes_of<Leaf>);
};

}  // namespace twill::inline v0::detail
