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

/// Looks for terms that do not vary along axis `down`, or else along the inner axis, of a loop in
/// canonical form. `operands` are the tree's; terms of `equal` are not computed at all.
inline hoisted_set find_hoisted(term const* terms, int count, term_set equal,
                                operand_record const* operands, index_t const* extent, int rank,
                                int down) {
    hoisted_set result;
    for (int k = count - 1; k >= 0;) {
        bool along_rows = false;
        bool between_rows = false;
        for (int r = terms[k].records_from; r < terms[k].records_to; ++r) {
            along_rows |= extent[rank - 1] > 1 && operands[r].stride[rank - 1] != 0;
            between_rows |= extent[down] > 1 && operands[r].stride[down] != 0;
        }
        if (!between_rows)
            result.columns |= one_term(k);
        else if (!along_rows)
            result.rows |= one_term(k);
        bool const done = !between_rows || !along_rows || (equal >> k & 1) != 0;
        k = done ? terms[k].first - 1 : k - 1;
    }
    return result;
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
    unsigned offset[Terms];          ///< in shared memory
    unsigned char fill[Terms];       ///< terms to compute: those of columns, then those of rows
    unsigned char fill_from[Terms];  ///< the first term inside each
    int column_fills = 0;
    int row_fills = 0;
    unsigned bytes = 0;
};

/// Places the values of `columns` columns and `rows` rows into at most `most` bytes; terms for
/// which there is no room leave the set. Equal terms share their values.
template <int Terms>
void place_hoisted(hoisted_set& hoisted, hoist_places<Terms>& places, term const* terms,
                   int const* twin, term_set equal, int columns, int rows, unsigned most) {
    auto place = [&](term_set& set, int count) {
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
            if (places.bytes + bytes > most) {
                set &= ~one_term(k);
                continue;
            }
            places.offset[k] = places.bytes;
            places.bytes += bytes;
            int const at = places.column_fills + fills++;
            places.fill[at] = static_cast<unsigned char>(k);
            places.fill_from[at] = static_cast<unsigned char>(terms[k].first);
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

/// The usual outcome: all terms of one operand are ready, no others, and all terms are equal that
/// may be.
template <class Tree>
struct usual_hoisting {
    static constexpr term_set reusable = table_of<Tree>.repeats | table_of<Tree>.companions;
    static constexpr term_set ready = [] {
        constexpr auto const& table = table_of<Tree>;
        term_set result = 0;
        for (int k = table.set_count - 1; k >= 0;) {
            if (table.simple >> k & 1)
                result |= one_term(k);
            k = ((table.simple | reusable) >> k & 1) != 0 ? table.terms[k].first - 1 : k - 1;
        }
        return result;
    }();
    static constexpr term_set equal =
        still_equal(reusable, hoisted_set{ready, 0}, table_of<Tree>.terms, table_of<Tree>.twin,
                    table_of<Tree>.set_count);
};

}  // namespace twill::inline v0::detail
