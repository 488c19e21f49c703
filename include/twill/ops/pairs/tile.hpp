// SPDX-License-Identifier: MIT
// How a reduction over pairs is cut: which axes of the loop a tile of outputs has, what each
// operand changes along, and how much a thread holds. All of it is known from types.
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
/// The tile of a loop of `rank` axes: of one kept axis where no operand changes both along it and
/// along the reduced ones, of two otherwise. No operand changes along both of them.
template <class Leaves>
constexpr pair_axes choose_pair_axes(int rank, axis_set reduced) {
    for (int r = rank - 1; r >= 0; --r)
        if (!(reduced >> r & 1) && suits_pairs({r, -1, reduced}, Leaves{}))
            return {r, -1, reduced};
    for (int c = rank - 1; c >= 0; --c)
        for (int r = c - 1; r >= 0; --r)
            if (!(reduced >> c & 1) && !(reduced >> r & 1) &&
                suits_pairs({r, c, reduced}, Leaves{}))
                return {r, c, reduced};
    return {};
}

/// The tile of a nested reduction: columns along the axis that the outer one reduces.
template <class Leaves>
constexpr pair_axes choose_nested_axes(int rank, axis_set reduced, int column) {
    for (int r = rank - 1; r >= 0; --r)
        if (r != column && !(reduced >> r & 1) && suits_pairs({r, column, reduced}, Leaves{}))
            return {r, column, reduced};
    return {};
}

/// How a statement's tile is cut for a block of threads.
struct pair_cut {
    int rows;         ///< of a thread
    int columns;      ///< of a thread
    int row_threads;  ///< of a block
    int column_threads;
    int steps;     ///< along the reduced axes that are staged at a time
    int together;  ///< steps that are evaluated together

    constexpr int threads() const { return row_threads * column_threads; }
    constexpr int block_rows() const { return rows * row_threads; }
    constexpr int block_columns() const { return columns * column_threads; }
    /// Elements between the lines of what is staged.
    constexpr int row_pitch() const { return block_rows() + 4; }
    constexpr int column_pitch() const { return block_columns() + 4; }
};
constexpr int power_of_two_below(int x) {
    int p = 1;
    while (2 * p <= x)
        p *= 2;
    return p;
}

/// Elements of an operand that are staged for one step.
constexpr int staged_elements(pair_cut const& cut, int along) {
    if (!(along & along_reduced))
        return 0;
    return along & along_rows ? cut.row_pitch() : along & along_columns ? cut.column_pitch() : 1;
}

/// What a statement's kernel is made of: `Tree` reduced over the axes `Reduced` of a loop of Rank.
/// `Column`: the axis that an outer reduction reduces, if there is one.
template <class Tree, class Reducer, int Rank, axis_set Reduced, int Column = -1>
struct pair_policy {
    using tree_type = Tree;
    using reducer_type = Reducer;
    using leaves = typename pair_leaves<Tree>::type;
    static constexpr int rank = Rank;
    static constexpr bool nested = Column >= 0;
    static constexpr pair_axes axes = nested ? choose_nested_axes<leaves>(Rank, Reduced, Column)
                                             : choose_pair_axes<leaves>(Rank, Reduced);
    static constexpr axis_set batch =
        ((axis_set{1} << Rank) - 1) & ~Reduced & ~axis_bit(axes.row) & ~axis_bit(axes.column);
    static constexpr bool flat = axes.column < 0;

    template <class Leaf>
    static constexpr int along = axes.along(pair_axes_of<Leaf>);
    /// Bytes of what is staged for one step of one operand.
    template <class Leaf>
    static constexpr int staged_bytes(pair_cut const& c) {
        return is_pair_memory<Leaf> ? staged_elements(c, along<Leaf>) *
                                          static_cast<int>(sizeof(typename Leaf::value_type))
                                    : 0;
    }
    template <class... L>
    static constexpr int step_bytes(pair_cut const& c, types<L...>) {
        constexpr auto const& t = pair_table_of<Tree>;
        int const bytes[] = {staged_bytes<L>(c)..., 0};
        int sum = 0;
        for (int s = 0; s < t.slots; ++s)
            sum += bytes[t.first[s]];
        return sum;
    }
    static constexpr pair_cut make_cut() {
        constexpr int bytes = static_cast<int>(sizeof(running_t<Reducer>));
        constexpr int weight = pair_weight<Tree>;
        pair_cut c{};
        c.together = 1;
        if (flat) {
            c.rows = bytes > 32 ? 1 : bytes > 8 || weight > 120 ? 2 : 4;
            c.columns = 1;
            c.row_threads = 128;
            c.column_threads = 1;
            c.together = weight > 120 ? 1 : 4;
        } else if (nested) {
            // A thread has whole rows, so that what it finds in a tile needs no merging.
            c.rows = weight > 24 || bytes > 8 ? 2 : 4;
            c.columns = weight > 24 || bytes > 8 ? 4 : 8;
            c.row_threads = 128;
            c.column_threads = 1;
        } else {
            int const area = weight > 24   ? (bytes <= 16 ? 8 : 4)
                             : bytes <= 4  ? (weight <= 8 ? 64 : 16)
                             : bytes <= 8  ? 32
                             : bytes <= 16 ? 16
                             : bytes <= 32 ? 8
                                           : 4;
            c.rows = area >= 64 ? 8 : area >= 16 ? 4 : 2;
            c.columns = area / c.rows;
            c.row_threads = 16;
            c.column_threads = 16;
        }
        int const one = step_bytes(c, leaves{});
        // Staged twice, so that one is filled while the other is used.
        int const most = one > 0 ? 22 * 1024 / one : 256;
        int const wanted = flat ? 256 : nested ? 8 : 16;
        c.steps = power_of_two_below(most < 1 ? 1 : most < wanted ? most : wanted);
        if (c.together > c.steps)
            c.together = c.steps;
        return c;
    }
    static constexpr pair_cut cut = make_cut();
    static constexpr int stage_bytes = step_bytes(cut, leaves{}) * cut.steps;
    static constexpr bool fits = axes.valid() && stage_bytes <= 24 * 1024 &&
                                 pair_table_of<Tree>.count <= 60 &&
                                 sizeof(running_t<Reducer>) <= 64;

    /// Where the elements of slot S are staged.
    template <class... L>
    static constexpr int offset_in(int slot, types<L...>) {
        int const bytes[] = {staged_bytes<L>(cut)..., 0};
        int sum = 0;
        for (int s = 0; s < slot; ++s)
            sum += (bytes[pair_table_of<Tree>.first[s]] * cut.steps + 15) / 16 * 16;
        return sum;
    }
    static constexpr int shared_bytes = offset_in(pair_table_of<Tree>.slots, leaves{});
    template <int Slot>
    static constexpr int offset = offset_in(Slot, leaves{});
    // As numbers, which kernels may read.
    static constexpr int threads = cut.threads();
    static constexpr int blocks = flat ? 5 : nested ? 5 : 2;  ///< on a multiprocessor
    static constexpr int block_rows = cut.block_rows();
    static constexpr int block_columns = cut.block_columns();
    static constexpr int row_pitch = cut.row_pitch();
    static constexpr int column_pitch = cut.column_pitch();
    /// The reduced axis along which neighbours lie.
    static constexpr int last_reduced = [] {
        int d = Rank - 1;
        while (d > 0 && !(Reduced >> d & 1))
            --d;
        return d;
    }();
};

/// The loop of a reduction over pairs.
template <int Rank>
struct pair_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the results; 0 along reduced axes
    index_t origin;
    index_t outputs;
    index_t reduced;
    index_t part;  ///< of the reduced elements, in one of `splits` parts
    index_t splits;
    index_t row_tiles;
    index_t column_tiles;
    index_t tiles;  ///< over the batch too
};

}  // namespace twill::inline v0::detail
