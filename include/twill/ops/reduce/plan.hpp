// SPDX-License-Identifier: MIT
// A reduction ready to run: the loop over the operand with the kept axes first and the reduced ones
// last.
#pragma once

#include "twill/lower/plan.hpp"

namespace twill::inline v0::detail {

// The accumulator of a run, whether or not the reducer has one of its own.

template <class R>
struct running_of {
    using type = typename R::accumulator;
};
template <class R>
    requires requires { typename R::running; }
struct running_of<R> {
    using type = typename R::running;
};
template <class R>
using running_t = typename running_of<R>::type;

template <class R>
inline constexpr bool has_runs = !std::is_same_v<running_t<R>, typename R::accumulator>;

/// Whether merging accumulators is exact, so that how many are merged in which order is the same.
template <class R>
inline constexpr bool merges_exactly = [] {
    if constexpr (requires { R::merges_exactly; })
        return R::merges_exactly;
    else
        return false;
}();

/// An empty run; a, b and c are elements of it.
template <class R, class X>
TWILL_HD running_t<R> start_run(R const& reducer, X const& a, X const& b, X const& c) {
    if constexpr (has_runs<R>)
        return reducer.start(a, b, c);
    else
        return reducer.identity();
}
/// Whether the elements behind an accumulator must be noted, and one of them.
template <class R>
bool overflows(typename R::accumulator const& a) {
    if constexpr (has_runs<R>)
        return R::overflows(a);
    else
        return false;
}
template <class R, class X>
void note_element(running_t<R>& run, X const& x) {
    if constexpr (has_runs<R>)
        R::note(run, x);
}
template <class R>
TWILL_HD typename R::accumulator settle_run(R const& reducer, running_t<R> const& run) {
    if constexpr (has_runs<R>)
        return reducer.settle(run);
    else
        return run;
}

/// Orders the axes of a reduction's loop: kept ones in [.., split), reduced ones in [split, rank),
/// each group by how far apart its elements lie, merged where all operands allow. operands[0] is
/// the output, whose strides along reduced axes are 0. Returns the split.
TWILL_COLD inline int canonicalise_reduction(index_t* extent, int rank, std::uint64_t reduced,
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
        if (flip)
            reverse_axis(extent, operands, count, d);
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

/// Whether each operand varies along kept axes or along reduced ones, none along both: outputs
/// share the reduced operands and keep their own.
inline bool is_outer_product(index_t const* extent, int rank, int split,
                             operand_record const* operands, int count) {
    for (int k = 1; k < count; ++k) {
        if (operands[k].stride[split - 1] == 0)
            continue;
        for (int d = split; d < rank; ++d)
            if (extent[d] > 1 && operands[k].stride[d] != 0)
                return false;
    }
    return true;
}

/// Whether no array changes along both of the last two axes of the rotated loop, one of which has
/// all reduced elements.
inline bool is_outer(index_t const* extent, int rank, index_t rows, operand_record const* operands,
                     int count) {
    if (rank < 2 || rows != extent[rank - 2])
        return false;
    for (int k = 1; k < count; ++k)
        if (operands[k].data && operands[k].stride[rank - 1] != 0 &&
            operands[k].stride[rank - 2] != 0)
            return false;
    return true;
}

/// Elements of an output up to which, and outputs in a line from which on, a thread has all of an
/// output that is a small block of several axes.
inline constexpr index_t most_in_block = 64;
inline constexpr index_t fewest_blocks_in_line = 32;
/// Outputs from which on an outer product is worth a thread an output.
inline constexpr index_t many_outputs = 4096;

/// Whether outputs have a few elements each, in short pieces, and neighbouring outputs' pieces lie
/// near each other, as in pooling: 2 x 2 blocks of an image.
inline bool has_small_blocks(index_t const* extent, int rank, int split,
                             operand_record const* operands, int count) {
    index_t reduced = 1;
    for (int d = split; d < rank; ++d)
        reduced = wrapping_product(reduced, extent[d]);
    if (rank - split < 2 || reduced > most_in_block || extent[split - 1] < fewest_blocks_in_line)
        return false;
    for (int k = 1; k < count; ++k)
        if (operands[k].data && magnitude(operands[k].stride[split - 1]) > extent[rank - 1])
            return false;
    return true;
}

/// Whether neighbouring outputs, rather than neighbouring reduced elements, are handled together.
TWILL_COLD inline bool reduces_columns(index_t const* extent, int rank, int split,
                                       operand_record const* operands, int count, bool lines) {
    if (split == 0 || split == rank)
        return false;
    // Lines that indices choose lie along the axis that the last index counts.
    for (int k = count - 1; lines && k > 0; --k) {
        if (operands[k].data)
            continue;
        if (operands[k].stride[rank - 1] != 0)
            return false;
        if (operands[k].stride[split - 1] != 0)
            return true;
    }
    if (extent[split - 1] >= many_outputs && is_outer_product(extent, rank, split, operands, count))
        return true;
    if (has_small_blocks(extent, rank, split, operands, count))
        return true;
    // Operands that change along both decide; what the others have to say is read again and again.
    index_t kept = 0;
    index_t reduced = 0;
    for (int k = 1; k < count; ++k) {
        if (!operands[k].data)
            continue;
        bool const both = operands[k].stride[split - 1] != 0 && operands[k].stride[rank - 1] != 0;
        index_t const weight = both ? count : 1;
        kept += operands[k].stride[split - 1] == 1 ? weight : 0;
        reduced += operands[k].stride[rank - 1] == 1 ? weight : 0;
    }
    return kept > reduced;
}

/// The part of a reduction's plan that no type decides.
struct reduction_order {
    int split = 0;         ///< the first reduced axis
    bool columns = false;  ///< neighbouring outputs are handled together
    index_t outputs = 1;
    index_t reduced = 1;  ///< elements of each output
};
TWILL_COLD inline void prepare_reduction(index_t* extent, int rank, std::uint64_t mask,
                                         operand_record const* operands, int count, bool lines,
                                         reduction_order& order) {
    for (int d = 0; d < rank; ++d) {
        index_t& product = mask >> d & 1 ? order.reduced : order.outputs;
        product = wrapping_product(product, extent[d]);
    }
    if (order.outputs == 0)
        return;
    if (order.reduced == 0) {
        // Nothing is read: one loop over the outputs.
        for (int d = 0; d < rank; ++d)
            if (mask >> d & 1)
                extent[d] = 1;
    }
    order.split = canonicalise_reduction(extent, rank, mask, operands, count);
    order.columns = reduces_columns(extent, rank, order.split, operands, count, lines);
}

/// Where output `o` (counted over the kept axes) goes.
inline index_t offset_of_output(index_t o, index_t const* extent, index_t const* stride,
                                int split) {
    index_t offset = 0;
    for (int d = split - 1; d >= 0; --d) {
        if (extent[d] == 1)
            continue;
        if (o < extent[d])
            return offset + o * stride[d];
        offset += o % extent[d] * stride[d];
        o /= extent[d];
    }
    return offset;
}

/// Where the result of a reduction goes.
template <class Out>
struct one_result {
    Out* data;

    template <class Reducer>
    TWILL_HD void put(index_t at, Reducer const& reducer, typename Reducer::accumulator const& a,
                      index_t count) const {
        data[at] = static_cast<Out>(reducer.finish(a, count));
    }
};

/// Whether a set of axes is the last ones.
constexpr bool is_trailing(axis_set axes, int rank) {
    axis_set const others = every_axis(rank) & ~axes;
    return (others & (others + 1)) == 0;
}

/// Whether a set of axes has no gap.
constexpr bool are_together(axis_set axes) {
    axis_set const filled = axes | (axes - 1);
    return (filled & (filled + 1)) == 0;
}

/// What a reduction's types say of its loop.
enum class reduced_are {
    all_axes,   ///< one output: neither columns nor short rows
    innermost,  ///< neighbours: no kernel for columns is compiled
    together,   ///< without a gap: in C order an output has no pieces of rows
    any_axes
};
/// `Reduced`: the axes that are named when it is compiled, none where they are not. Every operand
/// that lies in C order with all its axes has neighbours along the last one. Where others are kept
/// behind reduced ones, outputs may be small blocks.
template <class Tree, int Rank, bool Whole, axis_set Reduced>
inline constexpr reduced_are what_is_reduced = [] {
    if constexpr (Whole)
        return reduced_are::all_axes;
    else if constexpr (requires { Tree::has_steps; })
        return !Tree::has_steps && Tree::bytes_read > 0 && (Reduced >> (Rank - 1) & 1) != 0 &&
                       is_trailing(Reduced, Rank)
                   ? reduced_are::innermost
               : Reduced == 0 || !are_together(Reduced) ? reduced_are::any_axes
                                                        : reduced_are::together;
    else
        return reduced_are::any_axes;
}();

template <class Tree, class Reducer, class Sink, int Rank, reduced_are Reduced>
struct reduce_plan : reduction_order {
    using tree_type = Tree;
    using sink_type = Sink;
    using reducer_type = Reducer;
    using out_type = char;  ///< results do not pass through the loop's buffers
    static constexpr int rank = Rank;
    static constexpr bool whole = Reduced == reduced_are::all_axes;
    static constexpr bool has_columns =
        Reduced == reduced_are::any_axes || Reduced == reduced_are::together;
    static constexpr bool has_joined_columns = Reduced == reduced_are::any_axes;

    Tree tree;
    Reducer reducer;
    Sink sink;
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the results
    index_t origin = 0;           ///< where in the results the loop's first element goes

    loop_records<Tree> records() {
        return {{stride.values, nullptr, &origin, 0, nullptr, nullptr, true}, tree};
    }

    void prepare(std::uint64_t mask) {
        loop_records<Tree> const all = records();
        prepare_reduction(extent.values, Rank, mask, all.values, all.count, reads_lines<Tree>,
                          *this);
    }
};

template <reduced_are Reduced, class Reducer, class Sink, int Rank, class Tree>
reduce_plan<Tree, Reducer, Sink, Rank, Reduced> make_reduce_plan(
    Tree const& tree, Reducer const& reducer, Sink const& sink, extents<Rank> const& shape,
    fixed<index_t, Rank> const& stride, std::uint64_t mask) {
    static_assert(Rank <= max_rank_supported, "twill: arrays have at most 16 axes");
    reduce_plan<Tree, Reducer, Sink, Rank, Reduced> result{{}, tree, reducer, sink, shape, stride};
    result.prepare(mask);
    return result;
}

}  // namespace twill::inline v0::detail
