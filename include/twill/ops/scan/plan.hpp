// SPDX-License-Identifier: MIT
// A scan ready to run: the loop over its operand, as rows along which elements follow each other or
// as neighbouring columns.
#pragma once

#include "twill/lower/plan.hpp"

namespace twill::inline v0::detail {

/// Whether neighbours of the innermost kept axis, rather than those of the scanned one, lie next to
/// each other.
inline bool scans_columns(index_t length, int axis, int kept, operand_record const* operands,
                          int count) {
    if (length == 1)
        return true;
    int votes = 0;
    for (int k = 0; k < count; ++k) {
        if (!operands[k].data)
            continue;
        votes += magnitude(operands[k].stride[kept]) == 1 ? 1 : 0;
        votes -= magnitude(operands[k].stride[axis]) == 1 ? 1 : 0;
    }
    if (votes != 0)
        return votes > 0;
    return magnitude(operands[0].stride[kept]) < magnitude(operands[0].stride[axis]);
}

/// Orders the axes of a scan's loop: the kept ones as the output (operands[0]) lies, merged where
/// all operands allow, and the scanned one last, or last but one where columns are neighbours.
/// Returns whether they are.
inline bool canonicalise_scan(index_t* extent, int rank, int axis, operand_record const* operands,
                              int count) {
    int order[max_rank_supported] = {};
    int used = order_by_output(extent, rank, operands, count, axis, order);
    bool const columns =
        used > 0 && scans_columns(extent[axis], axis, order[used - 1], operands, count);
    order[used] = axis;
    if (columns)
        std::swap(order[used - 1], order[used]);
    ++used;
    for (int k = 0; k < count; ++k)
        reorder(operands[k].stride, rank, order, used, 0);
    reorder(extent, rank, order, used, 1);
    merge_axes(extent, rank - used, rank - (columns ? 2 : 1), operands, count);
    return columns;
}

/// Where the results of a scan go.
template <class Out>
struct scan_result {
    using value_type = Out;
    Out* data;

    scan_result at(Out* first) const { return {first}; }
};

template <class Tree, class Operator, class Out, int Rank, class Sink = scan_result<Out>>
struct scan_plan {
    using tree_type = Tree;
    using operator_type = Operator;
    using out_type = Out;
    static constexpr int rank = Rank;

    Tree tree;
    Sink given;  ///< before axes were turned round
    void const* target;
    extents<Rank> extent;
    fixed<index_t, Rank> stride;
    bool columns = false;
    index_t length = 1;  ///< along the scanned axis
    index_t lines = 1;   ///< how many scans there are

    loop_records<Tree> records() {
        return {{stride.values, &target, nullptr, static_cast<int>(sizeof(Out)), nullptr, nullptr,
                 false},
                tree};
    }
    Out* out() const { return static_cast<Out*>(const_cast<void*>(target)); }
    Sink sink() const { return given.at(out()); }
    bool empty() const { return length == 0 || lines == 0; }

    void prepare(int axis) {
        for (int d = 0; d < Rank; ++d) {
            index_t& count = d == axis ? length : lines;
            count = wrapping_product(count, extent[d]);
        }
        if (empty())
            return;
        loop_records<Tree> const all = records();
        columns = canonicalise_scan(extent.values, Rank, axis, all.values, all.count);
    }
};

template <class Operator, int Rank, class Tree, class Sink>
auto make_scan_plan(Tree const& tree, Sink const& sink, layout<Rank> const& target, int axis) {
    static_assert(Rank <= max_rank_supported, "twill: arrays have at most 16 axes");
    scan_plan<Tree, Operator, typename Sink::value_type, Rank, Sink> result{
        tree, sink, sink.data, target.shape, target.stride};
    result.prepare(axis);
    return result;
}

}  // namespace twill::inline v0::detail
