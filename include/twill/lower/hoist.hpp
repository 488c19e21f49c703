// SPDX-License-Identifier: MIT
// Terms that need not be computed at every point of a loop: along the two inner axes they vary
// along one at most. Only the usual outcome is a template over the expression.
#pragma once

#include "twill/lower/terms.hpp"

namespace twill::inline v0::detail {

/// The terms that a loop finds ready, largest ones alone: those inside them are not asked for.
struct hoisted_set {
    term_set columns = 0;  ///< the same in every row: one value a column
    term_set rows = 0;     ///< the same along every row: one value a row
    TWILL_HD constexpr term_set all() const { return columns | rows; }
};

/// Of the terms `ready`, those that are the same in every row of a loop in canonical form, whose
/// rows follow each other along axis `down`, and those that are the same along a row; false where a
/// term is neither. `operands` are the tree's.
inline bool place_terms(term const* terms, int count, term_set ready,
                        operand_record const* operands, index_t const* extent, int rank, int down,
                        hoisted_set& result) {
    for (int k = 0; k < count; ++k) {
        if ((ready >> k & 1) == 0)
            continue;
        axis_set const axes =
            axes_of_operands(operands + terms[k].records_from,
                             terms[k].records_to - terms[k].records_from, extent, rank);
        bool const along_rows = axes >> (rank - 1) & 1;
        bool const between_rows = axes >> down & 1;
        if (along_rows && between_rows)
            return false;
        (between_rows ? result.rows : result.columns) |= one_term(k);
    }
    return true;
}

/// The axis along which the rows of a tile follow each other: the second innermost one, unless that
/// is short and there is a longer one.
inline int hoisting_axis(index_t const* extent, int rank) {
    int axis = rank - 2;
    if (extent[axis] < 32)
        for (int d = rank - 3; d >= 0; --d)
            if (extent[d] > extent[axis])
                axis = d;
    return axis;
}
/// Whether rows and columns of a loop are long enough to fetch values that were computed for them.
inline bool is_worth_hoisting(index_t const* extent, int rank, int down) {
    return extent[rank - 1] >= 4 && extent[down] >= 4;
}

/// Where the values of hoisted terms are, and which of them are to be computed.
template <int Terms>
struct hoist_places {
    unsigned offset[Terms];     ///< in shared memory
    unsigned char fill[Terms];  ///< terms to compute: those of columns, then those of rows
    int column_fills = 0;
    int row_fills = 0;
    unsigned bytes = 0;
};

/// Places the values of `columns` columns and `rows` rows. Equal terms share their values.
template <int Terms>
void place_hoisted(hoisted_set const& hoisted, hoist_places<Terms>& places, term const* terms,
                   int const* twin, term_set equal, int columns, int rows) {
    auto place = [&](term_set set, int count) {
        int fills = 0;
        for (int k = 0; k < Terms; ++k) {
            if ((set >> k & 1) == 0)
                continue;
            if ((equal >> k & 1) != 0 && (set >> twin[k] & 1) != 0) {
                places.offset[k] = places.offset[twin[k]];
                continue;
            }
            unsigned const bytes =
                (static_cast<unsigned>(terms[k].bytes) * static_cast<unsigned>(count) + 15) / 16 *
                16;
            places.offset[k] = places.bytes;
            places.bytes += bytes;
            places.fill[places.column_fills + fills++] = static_cast<unsigned char>(k);
        }
        return fills;
    };
    places.column_fills = place(hoisted.columns, columns);
    places.row_fills = place(hoisted.rows, rows);
}

/// Those of `equal` whose twins an evaluation computes, rather than finds ready.
constexpr term_set still_equal(term_set equal, hoisted_set const& hoisted, term const* terms,
                               int const* twin, int count) {
    term_set covered = 0;
    for (int k = 0; k < count; ++k)
        if (hoisted.all() >> k & 1)
            covered |= term_range(terms[k].first, k);
    for (int k = 0; k < count; ++k)
        if ((equal >> k & 1) != 0 && (covered >> twin[k] & 1) != 0)
            equal &= ~one_term(k);
    return equal;
}

/// Bytes that are read of operands which change along all of some axes, at each point.
template <axis_set Axes, class Node>
inline constexpr int bytes_at_each = (Node::axes & Axes) == Axes ? Node::bytes_read : 0;
template <axis_set Axes, class F, class... N>
inline constexpr int bytes_at_each<Axes, apply_node<F, N...>> = (0 + ... + bytes_at_each<Axes, N>);

/// Bytes that the values of hoisted terms take for one row and one column, at most: a tile has no
/// more than 512 of each, so there is always room for them.
inline constexpr int most_hoisted_bytes = 64;

/// The terms of a loop that its tiles find ready: the largest ones that lack one of the two inner
/// axes, as their types tell. All others that may be equal to earlier ones are.
template <class Tree, int Rank>
struct hoisting {
    static constexpr auto const& table = table_of<Tree>;
    static constexpr term_set reusable = table.repeats | table.companions;
    static constexpr axis_set inner = Rank >= 2 ? axis_set{3} << (Rank >= 2 ? Rank - 2 : 0) : 0;
    static constexpr term_set ready = [] {
        term_set result = 0;
        int bytes = 0;
        for (int k = table.set_count - 1; k >= 0;) {
            bool const lacks = (table.terms[k].axes & inner) != inner &&
                               bytes + table.terms[k].bytes <= most_hoisted_bytes;
            if (lacks) {
                result |= one_term(k);
                bytes += table.terms[k].bytes;
            }
            k = lacks || (reusable >> k & 1) != 0 ? table.terms[k].first - 1 : k - 1;
        }
        return result;
    }();
    static constexpr term_set equal =
        still_equal(reusable, hoisted_set{ready, 0}, table.terms, table.twin, table.set_count);
    /// Whether that is faster: where the loop would otherwise wait for the terms rather than for
    /// memory, which moves a byte in the time of seven instructions, and what it still computes
    /// costs less than they do. (m * exp(row) of 16384 x 16384 float32 takes 0.529 ms with the
    /// exponentials of a tile ready and 0.510 ms without, sin(m * exp(row)) 0.366 and 0.277 ms.)
    static constexpr bool pays = [] {
        int saved = 0;
        int rest = work_of<Tree>;
        for (int k = 0; k < table.set_count; ++k) {
            if (((ready | equal) >> k & 1) != 0)
                rest -= table.terms[k].work;
            if ((ready >> k & 1) != 0 && table.terms[k].axes != 0)
                saved += table.terms[k].work;
        }
        int const bytes =
            bytes_at_each<inner, Tree> + static_cast<int>(sizeof(typename Tree::value_type));
        return saved > rest && saved + rest > 7 * bytes;
    }();
};

}  // namespace twill::inline v0::detail
