// A reduction ready to run: the loop over the operand with the kept axes first and the reduced ones
// last.
#pragma once

#include "twill/lower/plan.hpp"

namespace twill::inline v0::detail {

/// Orders the axes of a reduction's loop: kept ones in [.., split), reduced ones in [split, rank),
/// each group by how far apart its elements lie, merged where all operands allow. operands[0] is
/// the output, whose strides along reduced axes are 0. Returns the split.
inline int canonicalise_reduction(index_t* extent, int rank, std::uint64_t reduced,
                                  operand_record const* operands, int count) {
    index_t reach[max_rank_supported] = {};
    int order[max_rank_supported] = {};
    int used = 0;
    int kept = 0;
    for (int d = 0; d < rank; ++d) {
        if (extent[d] == 1)
            continue;
        bool flip = false;
        bool decided = false;
        for (int k = 1; k < count; ++k) {
            index_t const step = operands[k].stride[d];
            if (!operands[k].data || step == 0)
                continue;
            if (!decided)
                flip = step < 0;
            decided = true;
            if (magnitude(step) > reach[d])
                reach[d] = magnitude(step);
        }
        // Merging does not depend on the order of elements, so every axis may run upwards.
        if (flip) {
            for (int k = 0; k < count; ++k) {
                shift(operands[k], operands[k].stride[d] * (extent[d] - 1));
                operands[k].stride[d] = -operands[k].stride[d];
            }
        }
        bool const gone = reduced >> d & 1;
        int at = used++;
        while (at > 0) {
            bool const before_gone = reduced >> order[at - 1] & 1;
            if (before_gone == gone ? reach[order[at - 1]] >= reach[d] : gone)
                break;
            order[at] = order[at - 1];
            --at;
        }
        order[at] = d;
        if (!gone)
            ++kept;
    }
    for (int k = 0; k < count; ++k)
        reorder(operands[k].stride, rank, order, used, 0);
    reorder(extent, rank, order, used, 1);
    int const split = rank - used + kept;
    merge_axes(extent, rank - used, split, operands, count);
    merge_axes(extent, split, rank, operands, count);
    return split;
}

/// Whether neighbouring outputs, rather than neighbouring reduced elements, lie next to each other.
inline bool reduces_columns(int rank, int split, operand_record const* operands, int count) {
    if (split == 0 || split == rank)
        return false;
    index_t kept = 0;
    index_t reduced = 0;
    for (int k = 1; k < count; ++k) {
        if (!operands[k].data)
            continue;
        kept += operands[k].stride[split - 1] == 1 ? 1 : 0;
        reduced += operands[k].stride[rank - 1] == 1 ? 1 : 0;
    }
    return kept > reduced;
}

template <class Tree, class Reducer, class Out, int Rank>
struct reduce_plan {
    using tree_type = Tree;
    using out_type = Out;
    using reducer_type = Reducer;
    static constexpr int rank = Rank;

    Tree tree;
    Reducer reducer;
    void const* target;
    extents<Rank> extent;
    fixed<index_t, Rank> stride;
    int split = 0;
    bool columns = false;
    index_t outputs = 1;
    index_t reduced = 1;

    struct records_t {
        operand_record values[Tree::records + 1];
        static constexpr int count = Tree::records + 1;
    };
    records_t records() {
        records_t result{};
        operand_record* next = result.values;
        *next++ = {stride.values, &target, nullptr, static_cast<int>(sizeof(Out)),
                   nullptr,       nullptr, false};
        tree.collect(next);
        return result;
    }
    Out* out() const { return static_cast<Out*>(const_cast<void*>(target)); }

    void prepare(std::uint64_t mask) {
        for (int d = 0; d < Rank; ++d)
            (mask >> d & 1 ? reduced : outputs) *= extent[d];
        if (outputs == 0)
            return;
        records_t all = records();
        if (reduced == 0) {
            // Nothing is read: one loop over the outputs.
            for (int d = 0; d < Rank; ++d)
                if (mask >> d & 1)
                    extent[d] = 1;
        }
        split = canonicalise_reduction(extent.values, Rank, mask, all.values, all.count);
        columns = reduces_columns(Rank, split, all.values, all.count);
    }

    /// Where output `o` (counted over the kept axes) goes.
    TWILL_HD index_t output_offset(index_t o) const {
        index_t offset = 0;
        for (int d = Rank - 1; d >= 0; --d) {
            if (d >= split || extent[d] == 1)
                continue;
            offset += o % extent[d] * stride[d];
            o /= extent[d];
        }
        return offset;
    }
};

template <class Reducer, class Out, int Rank, class Tree>
reduce_plan<Tree, Reducer, Out, Rank> make_reduce_plan(Tree const& tree, Reducer const& reducer,
                                                       Out* out, extents<Rank> const& shape,
                                                       fixed<index_t, Rank> const& stride,
                                                       std::uint64_t mask) {
    static_assert(Rank <= max_rank_supported, "twill: arrays have at most 16 axes");
    reduce_plan<Tree, Reducer, Out, Rank> result{tree, reducer, out, shape, stride};
    result.prepare(mask);
    return result;
}

}  // namespace twill::inline v0::detail
