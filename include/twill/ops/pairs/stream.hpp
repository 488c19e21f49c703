// SPDX-License-Identifier: MIT
// Reductions that stream some operands through, while others lack axes of the loop: matrix times
// vector, vector times matrix, rows beside a value of their own. Which axes it is about is known
// from types; how the loop is dealt out is not a template.
#pragma once

#include "twill/ops/pairs/tile.hpp"

namespace twill::inline v0::detail {

/// The kept axis and the reduced one that are walked together (-1: there are none).
struct stream_axes {
    int row = -1;
    int inner = -1;

    constexpr bool valid() const { return row >= 0; }
};
/// Some operand changes along both, and some lacks an axis of the loop. The kept one is the last,
/// if arrays have their neighbours along it; otherwise one that an operand lacks, so that what it
/// has is read once for several outputs.
/// `any`: whether or not operands do.
template <class... L>
constexpr stream_axes choose_stream_axes(int rank, axis_set reduced, types<L...>,
                                         bool any = false) {
    axis_set const axes[] = {(is_pair_memory<L> ? pair_axes_of<L> : every_axis(rank))..., 0};
    bool const memory[] = {is_pair_memory<L>..., false};
    stream_axes result;
    for (int d = 0; d < rank; ++d)
        result.inner = reduced >> d & 1 ? d : result.inner;
    axis_set const inner = axis_bit(result.inner);
    int wanted = 0;
    for (int d = 0; d < rank; ++d) {
        if (reduced >> d & 1)
            continue;
        bool both = any;
        bool spared = false;
        for (std::size_t k = 0; k < sizeof...(L); ++k) {
            both = both || (memory[k] && (axes[k] & inner) && (axes[k] & axis_bit(d)));
            spared = spared || (memory[k] && (axes[k] & inner) && !(axes[k] & axis_bit(d)));
        }
        int const worth = d > result.inner ? 3 : spared ? 2 : 1;
        if (both && worth >= wanted) {
            result.row = d;
            wanted = worth;
        }
    }
    return result;
}

}  // namespace twill::inline v0::detail
