// SPDX-License-Identifier: MIT
// How outputs and elements of a reduction are dealt to threads of a device. Arithmetic over extents
// and strides: nothing here is a template over the expression. It depends on the shape and the
// device alone, so the bits of a result are the same on every run.
#pragma once

#include "twill/ops/reduce/parts.hpp"

namespace twill::inline v0::detail {

/// Threads of a block of every kernel of reductions.
inline constexpr int reduce_threads = 256;
/// Neighbouring outputs of a group of threads where runs are short.
inline constexpr int outputs_a_group = 4;
/// Packets of a run that starts or ends between packets from which on a warp reduces it alone
/// (shorter ones pass through shared memory).
inline constexpr index_t warp_cut_packets = 64;
/// Rows and packets of the tiles in which one output of operands that lie across each other is
/// read.
inline constexpr int tile_high = 32;
inline constexpr int tile_wide = reduce_threads / tile_high;
/// The innermost kept axis becomes the last one.
TWILL_COLD inline void rotate_kept(index_t* extent, int rank, int split,
                                   operand_record const* operands, int count) {
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

/// Whether elements along axes [first, last) lie `step` apart, as in C order.
inline bool lies_in_order(index_t const* extent, int first, int last, index_t const* stride,
                          index_t step) {
    for (int d = last - 1; d >= first; --d) {
        if (extent[d] != 1 && stride[d] != step)
            return false;
        step *= extent[d];
    }
    return true;
}

/// The reduced axes, and whether they are the last ones (rows) or the inner one is kept (columns).
struct reduced_axes {
    int first;
    int last;
    bool rows;
};

/// Whether indices count the elements, of all outputs or (`counts_outputs` false) of one.
TWILL_COLD inline bool indices_count(reduce_deal& d, index_t const* extent, int rank,
                                     reduced_axes const& gone, operand_record const* operands,
                                     int count) {
    int indices = 0;
    int over_all = 0;
    int over_one = 0;
    for (int k = 1; k < count; ++k) {
        if (operands[k].data)
            continue;
        ++indices;
        index_t const* const stride = operands[k].stride;
        bool kept = false;
        for (int a = 0; a < rank; ++a)
            kept = kept || (extent[a] > 1 && stride[a] != 0 && (a < gone.first || a >= gone.last));
        index_t const step = stride[gone.last - 1];
        bool const up = step >= 0;
        over_one += up && !kept && lies_in_order(extent, gone.first, gone.last, stride, step);
        over_all += up && gone.rows && lies_in_order(extent, 0, rank, stride, step);
    }
    if (indices == 0)
        return true;
    d.counts_outputs = over_all == indices;
    return over_all == indices || over_one == indices;
}

/// Whether all memory operands lie alike, their elements next to each other along the inner axis
/// and their first ones at the same place in a packet, with at most one other reduced axis: one
/// number then says where a packet is in each. `stride` receives their strides.
TWILL_COLD inline bool lie_flat(reduce_deal& d, index_t const* extent, int rank,
                                reduced_axes const& gone, operand_record const* operands, int count,
                                int lanes, index_t* stride) {
    index_t next = 1;
    for (int a = rank - 1; a >= 0; --a) {
        stride[a] = next;
        next *= extent[a];
    }
    int arrays = 0;
    d.packet_start = 0;
    for (int k = 1; k < count; ++k) {
        operand_record const& x = operands[k];
        if (!x.data)
            continue;
        if (++arrays == 1)
            for (int a = 0; a < rank; ++a)
                stride[a] = x.stride[a];
        for (int a = 0; a < rank; ++a)
            if (extent[a] != 1 && x.stride[a] != (a == rank - 1 ? 1 : stride[a]))
                return false;
        index_t const offset = lanes > 1 ? packet_offset(x, lanes, 0) : 0;
        auto const ahead = static_cast<int>(offset / (x.element_size > 0 ? x.element_size : 1));
        if (offset % (x.element_size > 0 ? x.element_size : 1) != 0 ||
            (arrays > 1 && ahead != d.packet_start))
            return false;
        d.packet_start = ahead;
    }
    d.row_step = 0;
    for (int a = gone.first; a < (gone.rows ? rank - 1 : gone.last); ++a) {
        if (extent[a] == 1)
            continue;
        if (d.row_step != 0)
            return false;
        d.row_step = stride[a];
    }
    d.whole_packets = extent[rank - 1] % lanes == 0 && d.packet_start == 0;
    for (int a = 0; a < rank - 1; ++a)
        d.whole_packets = d.whole_packets && (extent[a] == 1 || stride[a] % lanes == 0);
    if (!d.whole_packets && gone.rows && d.row_step != 0)
        return false;
    d.contiguous = lies_in_order(extent, 0, rank, stride, 1);
    d.run_step = d.contiguous ? d.reduced : 0;
    int kept = 0;
    for (int a = 0; !d.contiguous && gone.rows && a < gone.first; ++a)
        if (extent[a] != 1)
            d.run_step = ++kept == 1 && d.row_step == 0 ? stride[a] : 0;
    return indices_count(d, extent, rank, gone, operands, count) &&
           (d.contiguous || !d.counts_outputs);
}

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
                      with.column_lanes, stride) &&
             (!alone || d.whole_packets);
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
    // Sums of 7 columns of 2^28 float32 in all: 0.249 ms, in packets of each row 0.281.
    if (d.shared_packets() > 0 && d.contiguous && d.packet_start == 0 && d.outputs == inner &&
        inner <= with.narrow_columns) {
        cut(d, d.rows / with.column_lanes, reduce_threads / inner * with.in_flight, places, 1);
        merge_in_groups(d, reduce_threads / inner);
        return reduce_scheme::narrow_columns;
    }
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
    return d.shared_packets() > 0 ? reduce_scheme::shifted_columns : reduce_scheme::columns;
}

/// Where the runs of the operand with the widest elements start in packets, if they do not all
/// start with one, and its strides.
TWILL_COLD inline void start_in_packets(reduce_deal& d, int rank, operand_record const* operands,
                                        int count, int lanes, index_t* stride) {
    operand_record const* widest = nullptr;
    auto doubles = [](int n) { return (n & (n - 1)) == 0; };
    for (operand_record const* x = operands + 1; x != operands + count; ++x)
        if (x->data && *x->how == access::unit && doubles(x->element_size) &&
            (!widest || x->element_size > widest->element_size))
            widest = x;
    if (!widest || lanes == 1)
        return;
    auto const address = reinterpret_cast<std::uintptr_t>(*widest->data);
    auto const size = static_cast<std::uintptr_t>(widest->element_size);
    d.packet_start = static_cast<int>(address / size % static_cast<unsigned>(lanes));
    // Packets start with those of this operand: others may lie between theirs.
    for (int k = 1; k < count; ++k)
        if (operands[k].data && *operands[k].how == access::packets)
            *operands[k].how = access::unit;
    for (int a = 0; a < rank; ++a)
        stride[a] = widest->stride[a];
}

/// Short runs, one after the other, that start and end between packets: as many as fit are brought
/// to shared memory in packets. False where that is not the way.
TWILL_COLD inline bool deal_tiles(reduce_deal& d, reduce_kernels const& with, index_t inner,
                                  operand_record const* operands, int count) {
    if (d.whole_packets || !d.contiguous || d.packet_start != 0)
        return false;
    // What counts an output's elements would count on from one to the next in a packet.
    for (int k = 1; k < count; ++k)
        if (!operands[k].data && !d.counts_outputs && !with.tile_counts)
            return false;
    d.tile_rows = static_cast<int>(with.tile_elements / inner / with.row_lanes * with.row_lanes);
    if (d.tile_rows == 0)
        return false;
    d.rows = 1;
    d.log2_group = 0;
    while (d.log2_group < 5 && d.tile_rows << (d.log2_group + 1) <= reduce_threads)
        ++d.log2_group;
    d.blocks = divide_up(d.outputs, d.tile_rows);
    return true;
}

/// Whether runs of so many packets are done sooner by a warp each, of which few are then under way,
/// than by blocks, one wave of them after the other. (In packets of a warp, of which it has read
/// 128 when another block would have begun, merged and ended once. Sums of 5140 rows of 816 float32
/// take 7.1 us in the place of 15.5, standard deviations 7.4 in the place of 34.)
inline bool suits_warps(index_t outputs, index_t packets, index_t places) {
    return 128 + packets <= divide_up(outputs, larger(places, index_t{1})) * (256 + packets / 8);
}

/// Runs of flat operands that give the threads of a warp more than a packet each and those of a
/// block too little, where there are warps enough. False where that is not the way.
inline bool deal_warps(reduce_deal& d, reduce_kernels const& with, index_t packets,
                       index_t resident) {
    // Threads of a warp have a packet each at least.
    index_t const shorter = d.whole_packets && d.run_step != 0 ? index_t{with.short_packets}
                            : d.contiguous                     ? warp_cut_packets
                                                               : 32;
    if (d.rows != 1 || packets <= shorter || packets > with.warp_packets ||
        (d.outputs * 32 < resident &&
         !suits_warps(d.outputs, packets, resident / 2048 * with.flat_blocks)))
        return false;
    d.warp_runs = d.outputs * 32 >= resident * outputs_a_group ? outputs_a_group : 1;
    d.log2_group = 5;
    d.blocks = divide_up(d.outputs, index_t{reduce_threads / 32} * d.warp_runs);
    return true;
}

/// Whether some operands have neighbours along the last axis, and others along the one before: read
/// row by row, each neighbour of these would be a sector of memory, seven eighths of it for
/// nothing.
inline bool lie_across(index_t const* extent, int rank, operand_record const* operands, int count) {
    if (rank < 2 || extent[rank - 1] < tile_high || extent[rank - 2] < tile_high)
        return false;
    bool across = false;
    for (int k = 1; k < count; ++k)
        across = across || (operands[k].data && magnitude(operands[k].stride[rank - 2]) == 1 &&
                            magnitude(operands[k].stride[rank - 1]) > 1);
    return across;
}

/// Chooses how outputs and their elements are dealt to threads, of which `resident` fill the
/// device. operands[0] is the output; the loop's axes may change places. `stride` receives those of
/// the operand whose packets count.
TWILL_COLD inline reduce_scheme deal_out(reduce_deal& d, reduce_kernels const& with,
                                         bool may_be_outer, index_t resident, bool columns,
                                         index_t* extent, int rank, int split,
                                         operand_record const* operands, int count,
                                         index_t* stride) {
    d.kept_end = split;
    d.reduced_end = rank;
    if (d.outputs == 0)
        return reduce_scheme::nothing;
    // With every reduced axis of size 1, outputs are columns of one row.
    bool const copies = !with.whole && split == rank;
    if (d.reduced == 0) {
        // Every output is the identity: runs of no packets.
        if (copies) {
            rotate_kept(extent, rank, 1, operands, count);
            d.kept_end = rank - 1;
        }
        d.rows = d.packets = 0;
        d.log2_group = with.whole ? 8 : 0;
        d.blocks = with.whole ? 1 : divide_up(d.outputs, index_t{reduce_threads} * outputs_a_group);
        return with.only_flat ? reduce_scheme::flat_rows : reduce_scheme::rows;
    }
    if (!with.whole && with.column_lanes > 0 && (columns || copies))
        return deal_columns(d, with, resident, copies, may_be_outer, extent, rank, split, operands,
                            count, stride);
    if (copies) {
        // Runs of one element: an axis of size 1 stands first, and then last.
        rotate_kept(extent, rank, 1, operands, count);
        d.kept_end = split = rank - 1;
    }
    index_t const* const result = operands[0].stride;
    for (int a = 0; a < split; ++a)
        d.output_step = extent[a] != 1 ? result[a] : d.output_step;
    if (!lies_in_order(extent, 0, split, result, d.output_step))
        d.output_step = 0;
    index_t const inner = extent[rank - 1];
    int const lanes = with.row_lanes;
    classify(extent, rank, operands, count, lanes, 0);
    d.flat = lie_flat(d, extent, rank, {split, rank, true}, operands, count, lanes, stride) &&
             (d.row_step == 0 || inner < (index_t{1} << 31));
    if (with.only_flat && !d.flat) {
        d.flat = d.stepped = true;
        d.packet_start = 0;
        d.row_step = 0;
        d.whole_packets = inner % lanes == 0;
    }
    d.rows = d.reduced / inner;
    index_t const most = d.rows * divide_up(inner + lanes - 1, lanes);
    if (!with.whole && d.flat && deal_warps(d, with, inner / lanes, resident)) {
        d.packets = inner / lanes;
        return reduce_scheme::rows;
    }
    // Many longer ones in other layouts are dealt to groups of threads, too. (Rows of 1000 float32,
    // 2^18 of them: 0.33 ms, with a block a row 0.77.)
    bool const middling = !with.whole && most < 1024;
    if (middling && d.flat && deal_tiles(d, with, inner, operands, count))
        return reduce_scheme::rows;
    bool const short_runs =
        middling &&
        (most < 128 || d.outputs * 32 / outputs_a_group >= resident ||
         suits_warps(d.outputs / outputs_a_group, most, resident / 2048 * with.rows_blocks));
    // Others have packets of several outputs under way, where all start with packets.
    d.flat = d.flat && (!short_runs || (d.whole_packets && d.run_step != 0));
    d.packets = inner / lanes;
    d.tiled = with.tiles && !d.flat && lie_across(extent, rank, operands, count);
    if (d.tiled) {
        d.packet_start = -1;
        d.rows = d.rows / extent[rank - 2] * divide_up(extent[rank - 2], tile_high);
        d.packets = divide_up(inner, index_t{tile_wide} * lanes);
    } else if (!d.flat) {
        d.packet_start = -1;
        if (inner >= index_t{8} * lanes)
            start_in_packets(d, rank, operands, count, lanes, stride);
        d.packets = divide_up(inner + (d.packet_start >= 0 ? lanes - 1 : 0), lanes);
    }
    index_t const packets = d.rows * d.packets;
    if (short_runs) {
        // Threads that have two packets of an output have fewer to merge with.
        bool const pairs = d.flat && packets >= with.pairs_from && d.outputs * packets >= resident;
        d.log2_group = log2_ceiling(pairs ? divide_up(packets, 2) : packets, 5);  // a warp at most
        d.blocks = divide_up(d.outputs, index_t{reduce_threads >> d.log2_group} * outputs_a_group);
        return reduce_scheme::rows;
    }
    d.blocks = d.outputs;
    d.share = 4;
    index_t const step = d.tiled ? 2 : index_t{reduce_threads} * with.in_flight;
    index_t const places = resident / 2048 * (d.flat ? with.flat_blocks : with.rows_blocks);
    // Beyond one for each place, parts are so long that their beginning and end do not count.
    index_t const long_parts =
        packets / (least_steps * step) * d.blocks / larger(places, index_t{1});
    cut(d, packets, step, places, larger(index_t{1}, smaller(long_parts, index_t{with.row_waves})));
    merge_in_groups(d, reduce_threads);
    return d.flat ? reduce_scheme::flat_rows : reduce_scheme::rows;
}

}  // namespace twill::inline v0::detail
