// SPDX-License-Identifier: MIT
// How neighbouring outputs of a reduction are dealt to threads of a device.
#pragma once

#include "twill/ops/reduce/deal_flat.hpp"
#include "twill/ops/reduce/parts.hpp"

namespace twill::inline v0::detail {

/// Packets of columns that a block has side by side, as a power of two, of `all`. Narrower blocks,
/// down to lines of memory, have more of the rows, and their parts take less time to merge: as long
/// as that is more than an eighth of adding them up. (Standard deviations of 4069 x 816 float32
/// along axis 0 take 16 us in the place of 30, sums 10.0 and 12.1.)
inline int narrowed_columns(int log2_width, index_t all, index_t rows, int in_flight,
                            index_t places) {
    index_t const rows_of_thread = rows * all / larger(places * reduce_threads, index_t{1});
    while (log2_width > 3 && index_t{reduce_threads >> (log2_width - 1)} * in_flight <= rows &&
           (places << 2 * log2_width) / reduce_threads * 8 > all * rows_of_thread)
        --log2_width;
    return log2_width;
}

/// Rows of few columns, one behind the other, are a run of elements for each place along the outer
/// axes, which a team of threads has: part of a warp or, where there are few such places, a block.
/// False where that is not the way.
TWILL_COLD inline bool deal_narrow_columns(reduce_deal& d, reduce_kernels const& with,
                                           index_t inner, index_t resident) {
    index_t const lanes = with.column_lanes;
    index_t const outer = d.outputs * d.joined / inner;
    index_t const period = period_of_columns(inner, lanes);
    index_t const packets = divide_up(d.rows * inner + lanes - 1, lanes);
    if (!with.narrow_columns || !d.contiguous || d.rows < 2)
        return false;
    index_t const places = resident / 2048 * with.column_blocks;
    bool const block =
        outer == 1 || (outer * 64 < resident && packets > index_t{64} * with.in_flight);
    bool const whole = d.whole_packets && d.packet_start == 0;
    // Shorter runs have too much to merge, above all where whole packets are a thread's in the
    // other way. (Sums of 2^21 x 10 x 3 float32 take 0.197 ms in teams, 0.177 otherwise, deviations
    // of 2^14 x 64 x 64 0.091 and 0.075, sums of 2^16 x 32 x 32 float16 0.064 and 0.044.)
    index_t const least = !whole ? (with.tile_counts ? 64 : 16) : lanes < 8 ? 2048 : 256;
    if (block ? whole || period > 64 : packets < least || period > most_period_of_team)
        return false;
    d.period = static_cast<int>(period);
    d.packets = packets;
    if (!block) {
        d.log2_group = larger(log2_ceiling(divide_up(packets, index_t{2} * with.in_flight), 5),
                              log2_ceiling(period, 5));
        d.blocks = divide_up(outer << d.log2_group, reduce_threads);
        d.part = packets;
        return true;
    }
    // Sums of 7 columns of 2^28 float32 in all: 0.249 ms, in packets of each row 0.281.
    d.log2_group = 8;
    d.blocks = outer;
    cut(d, packets, reduce_threads / period * period * with.in_flight, places, 1);
    merge_in_groups(d, larger(reduce_threads / (inner / d.joined), index_t{1}));
    return true;
}

/// Neighbouring outputs together. `copies`: every reduced axis has size 1.
TWILL_COLD inline reduce_scheme deal_columns(reduce_deal& d, reduce_kernels const& with,
                                             index_t resident, bool copies, bool may_be_outer,
                                             index_t* extent, int rank, int split,
                                             operand_record const* operands, int count,
                                             index_t* stride) {
    if (!copies)
        rotate_kept(extent, rank, split, operands, count);
    d.kept_end = copies ? rank - 1 : split - 1;
    d.reduced_end = rank - 1;
    d.rows = d.reduced;
    index_t const inner = extent[rank - 1];
    bool const outer = may_be_outer && with.outer_lanes != 0 && !copies &&
                       is_outer(extent, rank, d.rows, operands, count);
    classify(extent, rank, operands, count, with.column_lanes, 0);
    d.packets = outer ? inner : divide_up(inner, with.column_lanes);
    index_t const all = d.packets * (d.outputs / inner);
    // A block has little to do with a few columns of few rows (100000 x 10 x 33: 0.888 ms), or much
    // to merge for few that start between packets (4 x 2^24 + 1: 0.353 ms, alone 0.126).
    int const width = log2_ceiling(d.packets, 8);
    bool const few =
        width < 8 ? d.rows >> (8 - width) < 16 : d.rows < 24 && inner % with.column_lanes != 0;
    bool const alone = !outer && all * 2 >= resident && few;
    d.flat = !copies && !outer &&
             lie_flat(d, extent, rank, {d.kept_end, d.reduced_end, false}, operands, count,
                      with.column_lanes, stride);
    if (d.flat && deal_narrow_columns(d, with, inner, resident))
        return reduce_scheme::narrow_columns;
    d.flat = d.flat && (!alone || d.whole_packets);
    // (The largest of 2 x 2 elements of 8192 x 8192 float32 take 0.174 ms as they are, 0.205 so.)
    if (!copies && !outer && !alone && with.spread_columns && d.rows >= 8 &&
        !(d.flat && d.whole_packets) && !(d.flat && d.contiguous)) {
        d.spread =
            spread_operands(extent, rank, operands, count, with.column_lanes, with.near_columns);
        d.flat = d.flat && d.spread == spread_by::nothing;
    }
    // What counts rows has its step where a cursor of flat operands looks for it.
    for (int k = 1; d.flat && k < count; ++k)
        if (!operands[k].data)
            operands[k].stride[rank - 1] = operands[k].stride[d.reduced_end - 1];
    // Narrow blocks have several threads a column: with columns enough that is not worth it.
    int const widest = all > resident ? 8 : 6;
    d.log2_group = alone ? 8 : log2_ceiling(d.packets + d.shared_packets(), widest);
    if (alone) {
        d.all_packets = all;
        d.blocks = divide_up(all, reduce_threads);
        return reduce_scheme::columns;
    }
    index_t const places = resident / 2048 * with.column_blocks;
    if (d.shared_packets() > 0 && d.log2_group > 8 - log2_ceiling(with.column_lanes, 8))
        d.log2_group = 8 - log2_ceiling(with.column_lanes, 8);
    if (!outer && d.shared_packets() == 0)
        d.log2_group = narrowed_columns(d.log2_group, all, d.rows, with.in_flight, places);
    // Multiprocessors are done together if they have many blocks each.
    if (outer && d.log2_group == 8 && all < 8 * resident)
        d.log2_group = 7;
    index_t const height = reduce_threads >> d.log2_group;
    d.blocks =
        d.outputs / inner * divide_up(d.packets, (index_t{1} << d.log2_group) - d.shared_packets());
    if (outer) {
        cut(d, d.rows, height * with.outer_lanes * 4, resident / 2048 * 4, 2);
        merge_in_groups(d, height);
        return reduce_scheme::outer_product;
    }
    // One part for each block that is resident, if that leaves few places empty.
    index_t const taken = places / d.blocks * d.blocks;
    cut(d, d.rows, height * with.in_flight, places, taken * 10 >= places * 9 ? 1 : 2);
    merge_as_long_as_add(d, height);
    merge_in_groups(d, height);
    return d.spread != spread_by::nothing ? reduce_scheme::spread_columns
           : d.shared_packets() > 0       ? reduce_scheme::shifted_columns
                                          : reduce_scheme::columns;
}

}  // namespace twill::inline v0::detail
