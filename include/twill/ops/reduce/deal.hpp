// SPDX-License-Identifier: MIT
// How outputs and elements of a reduction are dealt to threads of a device, and into how many parts
// outputs are cut. Arithmetic over extents and strides: nothing here is a template over the
// expression. It depends on the shape and the device alone, so the bits of a result are the same on
// every run.
#pragma once

#include "twill/lower/plan.hpp"

namespace twill::inline v0::detail {

/// Threads of a block of every kernel of reductions.
inline constexpr int reduce_threads = 256;
/// Neighbouring outputs of a group of threads where runs are short.
inline constexpr int outputs_a_group = 4;
/// The most blocks whose outputs are cut into parts: each has a counter (workspace.hpp).
inline constexpr index_t most_counted_blocks = 4096;

/// What a kernel takes of the loop, but for its extents.
struct reduce_deal {
    int kept_end = 0;     ///< axes [0, kept_end) count outputs
    int reduced_end = 0;  ///< axes [kept_end, reduced_end) count reduced elements
    index_t outputs = 1;
    index_t reduced = 1;
    index_t rows = 1;     ///< reduced elements (columns) or runs of them (rows) of an output
    index_t packets = 1;  ///< of a run (rows), of the inner kept axis (columns)
    index_t splits = 1;   ///< parts that an output is cut into; each leaves one accumulator
    /// Multiprocessors are done at different times with large parts, the first ones; the small ones
    /// that follow even that out.
    index_t large = 0;      ///< how many large ones
    index_t share = 1;      ///< small parts in a large one
    index_t part = 0;       ///< what one of the others handles: packets or rows
    index_t blocks = 1;     ///< that together have one part of every output
    int log2_group = 8;     ///< threads an output (rows) or packets a block (columns)
    bool flat = false;      ///< operands are contiguous and aligned, in whole packets
    int packet_start = -1;  ///< where the operand with the widest elements starts in a packet,
                            ///< if its runs start in different places; otherwise -1
    bool counts_outputs = false;  ///< flat: indices count every element, not those of an output
};

/// What the kernels of an expression fix when they are compiled.
struct reduce_kernels {
    int row_lanes;     ///< elements of a packet along a run
    int column_lanes;  ///< and of one whose elements belong to neighbouring outputs
    int in_flight;     ///< packets that a thread loads together
    int flat_blocks;   ///< blocks of the kernel for flat operands on a multiprocessor
    int outer_lanes;   ///< of the kernel for outer products; 0 where there is none
    bool whole;        ///< every axis is reduced
    bool only_flat;    ///< no kernel but the one for flat operands
};

enum class reduce_scheme { nothing, columns, outer_product, rows, flat_rows };

/// Cuts outputs, where there are too few blocks, into parts of `all` units, so that each
/// multiprocessor has `waves` blocks in the place of one. Parts have whole `step`s of units where
/// they have more than one.
inline void cut(reduce_deal& d, index_t all, index_t step, index_t resident, index_t waves) {
    index_t const wanted = d.blocks <= most_counted_blocks ? resident * waves / d.blocks : 1;
    if (all == 0)
        return;  // elements that do not fill a packet
    index_t const most = divide_up(all, 2 * step);
    index_t const parts = wanted < 1 ? 1 : (wanted < most ? wanted : most);
    d.large = parts * d.blocks > resident ? parts / 2 : 0;
    d.part = divide_up(all, parts + d.large * (d.share - 1));
    if (d.part > step)
        d.part = divide_up(d.part, step) * step;
    if (all <= d.large * d.share * d.part) {
        d.part *= d.share;
        d.large = 0;
    }
    d.splits = d.large + divide_up(all - d.large * d.share * d.part, d.part);
}

/// The innermost kept axis becomes the last one.
inline void rotate_kept(index_t* extent, int rank, int split, operand_record const* operands,
                        int count) {
    auto turn = [&](index_t* values) {
        index_t const kept = values[split - 1];
        for (int d = split - 1; d < rank - 1; ++d)
            values[d] = values[d + 1];
        values[rank - 1] = kept;
    };
    turn(extent);
    for (int k = 0; k < count; ++k)
        turn(operands[k].stride);
}

/// Whether an operand's elements along axes [first, last) lie `step` apart, as in C order.
inline bool lies_in_order(index_t const* extent, int first, int last, operand_record const& x,
                          index_t step) {
    for (int d = last - 1; d >= first; --d) {
        if (extent[d] != 1 && x.stride[d] != step)
            return false;
        step *= extent[d];
    }
    return true;
}

/// Notes how operands lie along the inner axis; whether all are read in aligned packets.
inline bool lie_in_packets(index_t const* extent, int rank, operand_record const* operands,
                           int count, int lanes) {
    if (classify(extent, rank, operands, count, lanes, 0))
        return true;
    // An element by itself is always aligned.
    for (int k = 1; k < count; ++k)
        if (operands[k].data && operands[k].stride[rank - 1] != 1)
            return false;
    return lanes == 1;
}

/// Whether each memory operand is contiguous, and each index counts the elements, of all outputs or
/// (`counts_outputs` false) of one: its step is then where the stride of the last axis was.
inline bool lie_flat(reduce_deal& d, index_t const* extent, int rank, int first_reduced,
                     int last_reduced, operand_record const* operands, int count) {
    int indices = 0;
    int over_all = 0;
    int over_one = 0;
    for (int k = 1; k < count; ++k) {
        operand_record const& x = operands[k];
        if (x.data) {
            if (!lies_in_order(extent, 0, rank, x, 1))
                return false;
            continue;
        }
        ++indices;
        bool kept = false;
        for (int a = 0; a < rank; ++a)
            kept = kept ||
                   (extent[a] > 1 && x.stride[a] != 0 && (a < first_reduced || a >= last_reduced));
        over_one += !kept && lies_in_order(extent, first_reduced, last_reduced, x,
                                           x.stride[last_reduced - 1])
                        ? 1
                        : 0;
        over_all +=
            last_reduced == rank && lies_in_order(extent, 0, rank, x, x.stride[rank - 1]) ? 1 : 0;
    }
    d.counts_outputs = over_all == indices;
    if (over_all != indices && over_one != indices)
        return false;
    for (int k = 1; k < count; ++k)
        if (!operands[k].data)
            operands[k].stride[rank - 1] = operands[k].stride[last_reduced - 1];
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

/// Neighbouring outputs together. `copies`: every reduced axis has size 1.
inline reduce_scheme deal_columns(reduce_deal& d, reduce_kernels const& with, index_t resident,
                                  bool copies, index_t* extent, int rank, int split,
                                  operand_record const* operands, int count) {
    if (!copies)
        rotate_kept(extent, rank, split, operands, count);
    d.kept_end = copies ? rank - 1 : split - 1;
    d.reduced_end = rank - 1;
    d.rows = d.reduced;
    index_t const inner = extent[rank - 1];
    int const lanes = with.column_lanes;
    bool const outer =
        with.outer_lanes != 0 && !copies && is_outer(extent, rank, d.rows, operands, count);
    bool const packed = lie_in_packets(extent, rank, operands, count, lanes);
    d.flat = packed && !copies && !outer && inner % lanes == 0 &&
             lie_flat(d, extent, rank, d.kept_end, d.reduced_end, operands, count);
    d.packets = outer ? inner : divide_up(inner, lanes);
    // Narrow blocks leave several threads a column, whose accumulators merge; with columns enough
    // that is not worth it.
    index_t const all = d.packets * (d.outputs / inner);
    d.log2_group = log2_ceiling(d.packets, all > resident ? 8 : 6);
    // Multiprocessors are done together if they have many blocks each.
    if (outer && d.log2_group == 8 && all < 8 * resident)
        d.log2_group = 7;
    index_t const height = reduce_threads >> d.log2_group;
    d.blocks = d.outputs / inner * divide_up(d.packets, index_t{1} << d.log2_group);
    constexpr index_t together = 4;
    index_t const blocks = resident / 2048 * together;
    if (outer) {
        cut(d, d.rows, height * with.outer_lanes * 4, blocks, 2);
        return reduce_scheme::outer_product;
    }
    cut(d, d.rows, height * with.in_flight, blocks, 2);
    return reduce_scheme::columns;
}

/// The operand with the widest elements among those whose runs lie together but do not all start
/// with a packet; 0 if there is none.
inline int widest_unaligned(operand_record const* operands, int count, int lanes) {
    int widest = 0;
    auto doubles = [](int n) { return (n & (n - 1)) == 0; };
    for (int k = 1; k < count; ++k)
        if (operands[k].data && *operands[k].how == access::unit &&
            doubles(operands[k].element_size) &&
            (widest == 0 || operands[k].element_size > operands[widest].element_size))
            widest = k;
    return lanes > 1 && doubles(lanes) ? widest : 0;
}

/// Chooses how outputs and their elements are dealt to threads, of which `resident` fill the
/// device. operands[0] is the output; the loop's axes may change places.
inline reduce_scheme deal_out(reduce_deal& d, reduce_kernels const& with, index_t resident,
                              bool columns, index_t* extent, int rank, int split,
                              operand_record const* operands, int count, int* packet_stride) {
    d.kept_end = split;
    d.reduced_end = rank;
    if (d.outputs == 0)
        return reduce_scheme::nothing;
    if (d.reduced == 0) {
        // Every output is the identity: runs of no packets.
        d.rows = d.packets = 0;
        d.log2_group = with.whole ? 8 : 0;
        d.blocks = with.whole ? 1 : divide_up(d.outputs, reduce_threads * outputs_a_group);
        return with.only_flat ? reduce_scheme::flat_rows : reduce_scheme::rows;
    }
    // With every reduced axis of size 1, outputs are columns of one row.
    bool const copies = !with.whole && split == rank;
    if (!with.whole && (columns || copies))
        return deal_columns(d, with, resident, copies, extent, rank, split, operands, count);
    index_t const inner = extent[rank - 1];
    // The rest of the only run is a few elements.
    d.flat = lie_in_packets(extent, rank, operands, count, with.row_lanes) &&
             (inner % with.row_lanes == 0 || (with.whole && d.reduced == inner)) &&
             lie_flat(d, extent, rank, split, rank, operands, count);
    d.rows = d.reduced / inner;
    int const unaligned = d.flat ? 0 : widest_unaligned(operands, count, with.row_lanes);
    if (unaligned != 0) {
        operand_record const& x = operands[unaligned];
        auto const address = reinterpret_cast<std::uintptr_t>(*x.data);
        auto const size = static_cast<std::uintptr_t>(x.element_size);
        d.packet_start = static_cast<int>(address / size % static_cast<unsigned>(with.row_lanes));
        // Packets start with those of x: others may lie between theirs.
        for (int k = 1; k < count; ++k)
            if (operands[k].data && *operands[k].how == access::packets)
                *operands[k].how = access::unit;
        for (int a = 0; a < rank; ++a)
            packet_stride[a] = static_cast<int>(x.stride[a] % with.row_lanes);
    }
    d.packets = d.flat
                    ? inner / with.row_lanes
                    : divide_up(inner + (unaligned != 0 ? with.row_lanes - 1 : 0), with.row_lanes);
    index_t const packets = d.rows * d.packets;
    if (!with.whole && packets < 128) {
        d.log2_group = log2_ceiling(packets, 5);
        d.blocks = divide_up(d.outputs, (reduce_threads >> d.log2_group) * outputs_a_group);
        return reduce_scheme::rows;
    }
    d.blocks = d.outputs;
    d.share = 4;
    constexpr index_t strided_blocks = 3;
    cut(d, packets, reduce_threads * with.in_flight,
        resident / 2048 * (d.flat ? with.flat_blocks : strided_blocks), 4);
    return d.flat ? reduce_scheme::flat_rows : reduce_scheme::rows;
}

}  // namespace twill::inline v0::detail
