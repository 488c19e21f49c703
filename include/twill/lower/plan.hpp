// SPDX-License-Identifier: MIT
// From strides to a strategy: axes of size 1 dropped, the rest ordered by the output, merged where
// every operand allows, and the way to walk them chosen. Nothing here is a template over the
// expression.
#pragma once

#include "twill/lower/hoist.hpp"
#include "twill/lower/permuted.hpp"
#include "twill/lower/strategy.hpp"

namespace twill::inline v0::detail {

inline constexpr int max_rank_supported = 16;

/// Moves an operand's origin by whole elements.
inline void shift(operand_record const& operand, index_t elements) {
    if (operand.data)
        *operand.data = static_cast<char const*>(*operand.data) + elements * operand.element_size;
    else
        *operand.start += elements;
}

inline index_t magnitude(index_t x) { return x < 0 ? -x : x; }

/// Reorders axes: afterwards axis i is what axis order[i] was, right-aligned in `rank` places.
TWILL_COLD inline void reorder(index_t* values, int rank, int const* order, int used,
                               index_t fill) {
    index_t copy[max_rank_supported];
    for (int d = 0; d < rank; ++d)
        copy[d] = values[d];
    for (int d = 0; d < rank - used; ++d)
        values[d] = fill;
    for (int i = 0; i < used; ++i)
        values[rank - used + i] = copy[order[i]];
}

/// Merges neighbouring axes [first, rank) of the loop where every operand allows it; returns the
/// new first axis.
TWILL_COLD inline int merge_axes(index_t* extent, int first, int rank,
                                 operand_record const* operands, int count) {
    int inner = rank - 1;
    for (int outer = rank - 2; outer >= first; --outer) {
        bool merges = true;
        for (int k = 0; merges && k < count; ++k)
            merges = operands[k].stride[outer] == operands[k].stride[inner] * extent[inner];
        if (merges) {
            extent[inner] *= extent[outer];
        } else {
            --inner;
            extent[inner] = extent[outer];
            for (int k = 0; k < count; ++k)
                operands[k].stride[inner] = operands[k].stride[outer];
        }
    }
    int const used_from = rank > first ? inner : rank;
    for (int d = first; d < used_from; ++d) {
        extent[d] = 1;
        for (int k = 0; k < count; ++k)
            operands[k].stride[d] = 0;
    }
    return used_from;
}

/// Lets axis d run the other way.
TWILL_COLD inline void reverse_axis(index_t const* extent, operand_record const* operands,
                                    int count, int d) {
    for (int k = 0; k < count; ++k) {
        shift(operands[k], operands[k].stride[d] * (extent[d] - 1));
        operands[k].stride[d] = -operands[k].stride[d];
    }
}

/// Axes of more than one element, but for `left_out`, in the order in which the output
/// (operands[0]) lies, along which all run upwards. Returns how many they are.
inline int order_by_output(index_t const* extent, int rank, operand_record const* operands,
                           int count, int left_out, int* order) {
    int used = 0;
    for (int d = 0; d < rank; ++d) {
        if (d == left_out || extent[d] == 1)
            continue;
        index_t const step = operands[0].stride[d];
        if (step < 0)
            reverse_axis(extent, operands, count, d);
        int at = used++;
        while (at > 0 && magnitude(operands[0].stride[order[at - 1]]) < magnitude(step)) {
            order[at] = order[at - 1];
            --at;
        }
        order[at] = d;
    }
    return used;
}

/// Brings a loop into its simplest form, `operands[0]` (the output) deciding the order: afterwards
/// its strides fall, are positive, and the innermost axis stands last. Returns how many axes are
/// left.
TWILL_COLD inline int canonicalise(index_t* extent, int rank, operand_record const* operands,
                                   int count) {
    int order[max_rank_supported] = {};
    int const used = order_by_output(extent, rank, operands, count, -1, order);
    for (int k = 0; k < count; ++k)
        reorder(operands[k].stride, rank, order, used, 0);
    reorder(extent, rank, order, used, 1);
    return rank - merge_axes(extent, rank - used, rank, operands, count);
}

/// The axis along which an operand that is transposed against the output lies contiguously, either
/// way; -1 if there is none. Tiles pay from a few rows on.
inline int transposed_axis(index_t const* extent, int rank, operand_record const& operand) {
    index_t const inner = operand.stride[rank - 1];
    if (!operand.data || inner == 0 || inner == 1 || extent[rank - 1] < 16)
        return -1;
    for (int d = 0; d < rank - 1; ++d)
        if (magnitude(operand.stride[d]) == 1 && extent[d] >= 16)
            return d;
    return -1;
}

/// Makes `axis` the second innermost one.
TWILL_COLD inline void bring_beside_inner(index_t* extent, int rank, operand_record const* operands,
                                          int count, int axis) {
    for (; axis < rank - 2; ++axis) {
        std::swap(extent[axis], extent[axis + 1]);
        for (int k = 0; k < count; ++k)
            std::swap(operands[k].stride[axis], operands[k].stride[axis + 1]);
    }
}

/// The distance from a packet boundary, in bytes, of an element `before` elements ahead of an
/// operand's first.
inline index_t packet_offset(operand_record const& x, int lanes, index_t before) {
    int const bytes = lanes * x.element_size;
    auto const address = static_cast<index_t>(reinterpret_cast<std::uintptr_t>(*x.data));
    index_t const rest = (address - before * x.element_size) % (bytes < 16 ? bytes : 16);
    return rest < 0 ? -rest : rest;
}
/// Whether all rows start at the same distance from a packet boundary.
inline bool rows_agree(index_t const* extent, int rank, operand_record const& x, int lanes) {
    for (int d = 0; d < rank - 1; ++d)
        if (extent[d] > 1 && x.stride[d] % lanes != 0)
            return false;
    return true;
}

/// Notes how each operand lies along the inner axis, for packets of `lanes` elements of which the
/// first starts `before` elements ahead of every row. Returns whether every memory operand is read
/// in aligned packets.
TWILL_COLD inline bool classify(index_t const* extent, int rank, operand_record const* operands,
                                int count, int lanes, index_t before) {
    bool all = true;
    for (int k = 1; k < count; ++k) {
        operand_record const& x = operands[k];
        if (!x.data)
            continue;
        index_t const step = x.stride[rank - 1];
        if (step == 0)
            *x.how = access::broadcast;
        else if (step != 1)
            *x.how = access::any;
        else
            *x.how = before >= 0 && rows_agree(extent, rank, x, lanes) &&
                             packet_offset(x, lanes, before) == 0
                         ? access::packets
                         : access::unit;
        all &= *x.how == access::packets;
    }
    return all;
}

/// Whether a loop and the span of every operand stay below 2^31 elements, so that 32 bits hold
/// every index and offset.
TWILL_COLD inline bool fits_32_bits(index_t const* extent, int rank, operand_record const* operands,
                                    int count) {
    constexpr index_t most = (index_t{1} << 31) - 4096;
    for (int k = -1; k < count; ++k) {
        index_t span = 0;
        for (int d = 0; d < rank; ++d) {
            if (extent[d] <= 1)
                continue;
            if (extent[d] > most)
                return false;
            index_t const step =
                k < 0 ? 1 : magnitude(operands[k].data ? operands[k].stride[d] : 1);
            if (step > most)
                return false;
            span += (extent[d] - 1) * step;
            if (span > most)
                return false;
        }
    }
    return true;
}

/// Bytes that an operand's tile takes, its lines one element apart for the banks of shared memory.
constexpr std::size_t bytes_of_tile(int tile, int element_size) {
    return (static_cast<std::size_t>(tile) * static_cast<std::size_t>(tile + 1) *
                static_cast<std::size_t>(element_size) +
            15) /
           16 * 16;
}

/// Whether some operand lies as the output does.
TWILL_COLD inline bool some_lie_alike(index_t const* extent, int rank,
                                      operand_record const* operands, int count) {
    for (int k = 1; k < count; ++k) {
        bool alike = operands[k].data;
        for (int d = 0; d < rank; ++d)
            alike = alike && (extent[d] == 1 || operands[k].stride[d] == operands[0].stride[d]);
        if (alike)
            return true;
    }
    return false;
}

/// The loop that choose_kernel chooses where one axis is left, or none.
inline strategy choose_for_line(loops_at_hand const& has, int rank, int used,
                                operand_record const* operands, int count) {
    bool flat = has.flat;
    for (int k = 0; used == 1 && flat && k < count; ++k)
        flat = operands[k].flattens || operands[k].stride[rank - 1] == 1;
    return flat || !has.strided ? strategy::flat : strategy::strided;
}
/// The one place where the kernel, or the host's loop, of a loop in canonical form is chosen: what
/// explains, runs and launches it goes by the result. `tile_axis` receives the second axis of a
/// tile.
TWILL_COLD inline strategy choose_kernel(loops_at_hand const& has, index_t const* extent, int rank,
                                         int used, operand_record const* operands, int count,
                                         int& tile_axis) {
    tile_axis = -1;
    if (used <= 1)
        return choose_for_line(has, rank, used, operands, count);
    strategy const other = has.strided ? strategy::strided : strategy::flat;
    if (!has.tiled || operands[0].stride[rank - 1] != 1)
        return other;
    index_t size = 1;
    for (int d = 0; d < rank; ++d)
        size *= extent[d];
    if (size >= has.fewest_permuted && size < has.most_tiled &&
        goes_through_boxes(extent, rank, operands[has.permuted], count == 2) &&
        fits_32_bits(extent, rank, operands, count))
        return strategy::permuted;
    int turned = 0;
    for (int k = 1; k < count && tile_axis < 0; ++k)
        if (bytes_of_tile(has.tile, operands[k].element_size) <= has.tile_bytes)
            tile_axis = transposed_axis(extent, rank, operands[turned = k]);
    index_t const inner = extent[rank - 1];
    bool const is_short = some_lie_alike(extent, rank, operands, count)
                              ? inner < has.short_beside && inner % has.filling_beside != 0
                              : inner < has.short_rows && inner % has.filling != 0;
    if (tile_axis < 0 || is_short || size >= has.most_tiled ||
        !fits_32_bits(extent, rank, operands, count)) {
        tile_axis = -1;
        return other;
    }
    // The lines of a tile run upwards in what is staged; then the output's may run downwards.
    if (operands[turned].stride[tile_axis] < 0)
        reverse_axis(extent, operands, count, tile_axis);
    return strategy::tiled;
}

/// Where a result goes. Without memory it is neither computed nor written.
template <class Out, int Rank>
struct joint_target {
    using element = Out;
    void const* data;  ///< of Out elements; const only so that it is shifted like any operand
    fixed<index_t, Rank> stride;

    TWILL_HD Out* at(index_t offset) const {
        return static_cast<Out*>(const_cast<void*>(data)) + offset;
    }
};

/// The loops that a statement may need on a device, as far as types tell: three at most.
template <class Tree, int Rank, class Target>
struct loops_of {
    static constexpr bool hoisted = Rank >= 2 && hoisting<Tree, Rank>::pays;
    static constexpr bool tiled =
        Rank >= 2 && Tree::bytes_read > 0 && !(Tree::in_order && is_ordered<Target, Rank>);
    static constexpr bool flat = Rank < 2 || (Tree::may_flatten && !hoisted);
    static constexpr bool strided = Rank >= 2;
};

/// An expression ready to run: its tree, where the result goes, and how to walk. `Target`: how the
/// result lies.
template <class Tree, class Out, int Rank, class Target>
struct plan {
    using tree_type = Tree;
    using out_type = Out;
    using target_type = Target;
    using loops = loops_of<Tree, Rank, Target>;
    static constexpr int rank = Rank;

    Tree tree;
    void const* target;  ///< of Out elements; const only so that it is shifted like any operand
    extents<Rank> extent;
    fixed<index_t, Rank> stride;
    unsigned unused_tile = not_staged;
    access unused_access = access::any;
    int used = 0;
    int tile_axis = -1;
    hoisted_set hoisted = {};
    term_set equal = 0;  ///< terms that have the values of earlier ones; for hoisted loops
    strategy how = strategy::empty;

    loop_records<Tree> records() {
        return {{stride.values, &target, nullptr, static_cast<int>(sizeof(Out)), &unused_tile,
                 &unused_access, false},
                tree};
    }

    Out* out() const { return static_cast<Out*>(const_cast<void*>(target)); }

    void prepare(loops_at_hand const& has) {
        if (extent.size() == 0)
            return;
        loop_records<Tree> const all = records();
        used = canonicalise(extent.values, Rank, all.values, all.count);
        how = choose_kernel(has, extent.values, Rank, used, all.values, all.count, tile_axis);
    }
    /// The same of a loop over one axis: nothing is put into order.
    void prepare_line(loops_at_hand const& has) {
        static_assert(Rank == 1, "twill: a line has one axis");
        if (extent[0] == 0)
            return;
        loop_records<Tree> const all = records();
        used = extent[0] == 1 ? 0 : 1;
        if (used == 0)
            for (operand_record const& x : all.values)
                x.stride[0] = 0;
        if (stride[0] < 0)
            reverse_axis(extent.values, all.values, all.count, 0);
        how = choose_for_line(has, 1, used, all.values, all.count);
    }
    /// The same where every operand is contiguous, as the output is.
    void prepare_flat(loops_at_hand const& has) {
        index_t const size = extent.size();
        if (size == 0)
            return;
        if constexpr (Rank > 1) {
            loop_records<Tree> const all = records();
            for (operand_record const& x : all.values)
                for (int d = 0; d < Rank; ++d)
                    x.stride[d] = d == Rank - 1;
            for (int d = 0; d < Rank; ++d)
                extent[d] = d == Rank - 1 ? size : 1;
        }
        used = 1;
        how = has.flat ? strategy::flat : strategy::strided;
    }
    /// Whether the loop is one that tiles with terms find ready: then it is hoisted.
    bool hoists() {
        using terms = hoisting<Tree, Rank>;
        constexpr auto const& table = table_of<Tree>;
        int const down = hoisting_axis(extent.values, Rank);
        if (!is_worth_hoisting(extent.values, Rank, down) ||
            !place_terms(table.terms, table.set_count, terms::ready, records().values + 1,
                         extent.values, Rank, down, hoisted))
            return false;
        equal = equal_terms<table.again | table.companions>(tree);
        tile_axis = down;
        return (equal & terms::equal) == terms::equal;
    }
};

/// The loop of a statement, as `Space` walks it.
template <class Space, class Target = strided, class Tree, class Out, int Rank>
plan<Tree, Out, Rank, Target> make_plan(Tree const& tree, Out* out, layout<Rank> const& target) {
    static_assert(Rank <= max_rank_supported, "twill: arrays have at most 16 axes");
    using Plan = plan<Tree, Out, Rank, Target>;
    constexpr loops_at_hand has = backend<Space>::template loops<Plan>;
    Plan result{tree, out, target.shape, target.stride};
    if constexpr (Rank == 1)
        result.prepare_line(has);
    else
        result.prepare(has);
    if constexpr (has.hoisted)
        if (result.how != strategy::empty && backend<Space>::hoists(result))
            result.how = strategy::hoisted;
    return result;
}
/// That of operands and a target that are contiguous.
template <class Space, class Tree, class Out, int Rank>
plan<Tree, Out, Rank, dense> make_flat_plan(Tree const& tree, Out* out,
                                            layout<Rank> const& target) {
    using Plan = plan<Tree, Out, Rank, dense>;
    Plan result{tree, out, target.shape, target.stride};
    result.prepare_flat(backend<Space>::template loops<Plan>);
    return result;
}

}  // namespace twill::inline v0::detail
