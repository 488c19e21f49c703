// SPDX-License-Identifier: MIT
// How outputs and elements of a reduction are dealt to threads of a device. Arithmetic over extents
// and strides: nothing here is a template over the expression. It depends on the shape and the
// device alone, so the bits of a result are the same on every run.
#pragma once

#include "twill/ops/reduce/deal_joined.hpp"

namespace twill::inline v0::detail {

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
TWILL_COLD inline bool deal_tiles(reduce_deal& d, reduce_kernels const& with, index_t resident,
                                  index_t inner, operand_record const* operands, int count) {
    if (d.whole_packets || !d.contiguous || d.packet_start != 0)
        return false;
    // What counts an output's elements would count on from one to the next in a packet.
    for (int k = 1; k < count; ++k)
        if (!operands[k].data && !d.counts_outputs && !with.tile_counts)
            return false;
    int rows = static_cast<int>(with.tile_elements / inner / with.row_lanes * with.row_lanes);
    if (with.array_widest > 0) {
        std::uint64_t streams = 0;
        for (int k = 1; k < count; ++k)
            streams |= std::uint64_t{operands[k].data != nullptr} << k;
        if (!find_short_arrays(
                d.arrays, rows, with.array_widest, with.row_lanes, inner,
                divide_up(d.outputs, larger(resident / 2048 * with.rows_blocks, index_t{1})),
                operands, streams, count))
            return false;
    }
    if (rows < with.row_lanes)
        return false;
    d.tile_rows = rows;
    d.rows = 1;
    d.log2_group = group_of_short_rows(d.tile_rows);
    d.blocks = divide_up(d.outputs, d.tile_rows);
    // Where threads have a run each there is little to wait for.
    if (with.tiles_ahead && inner > few_elements)
        d.blocks = smaller(d.blocks, larger(resident / 2048 * with.rows_blocks, index_t{1}));
    return true;
}

/// Short runs that start and end between packets, read where they lie by groups of threads that
/// have a packet each, and an element of those before and behind them. False where that is not the
/// way: those that may pass through shared memory do unless nearly all threads have a packet (sums
/// of rows of 127 / 203 / 255 of 2^28 float16 take 0.138 / 0.162 / 0.135 ms so, as tiles 0.191 /
/// 0.185 / 0.179, of 77 0.210 and 0.190), and where packets have few elements and sums are wide,
/// unless several operands are read, of which a tile has the values (weighted means of rows of 33 /
/// 67 / 130 of 2^26 float32 take 0.137 / 0.133 / 0.131 ms so, as tiles 0.175 / 0.177 / 0.182).
inline bool deal_cut_runs(reduce_deal& d, reduce_kernels const& with, index_t packets) {
    if (!with.cuts || d.whole_packets || d.run_step == 0 || d.rows != 1 || packets < 2 ||
        packets > 32)
        return false;
    int const own = log2_ceiling(packets, 5);
    int const ends = log2_ceiling(index_t{2} * with.row_lanes, 5);
    int const log2_group = own < ends ? ends : own;
    bool const tiles = d.contiguous && d.packet_start == 0;
    bool const few = with.row_lanes < (with.several ? 4 : 8);
    if (tiles && (packets * 4 < 3 << log2_group || (few && !with.narrow_sums)))
        return false;
    d.packets = packets;
    d.log2_group = log2_group;
    d.blocks = divide_up(d.outputs, index_t{reduce_threads >> log2_group} * outputs_a_group);
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
                            : d.contiguous                     ? index_t{with.cut_packets}
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
    if (!copies &&
        deal_patches(d, with, resident, false, extent, rank, split, operands, count, stride))
        return reduce_scheme::patches;
    reduce_scheme joined;
    if (!copies && deal_joined_columns(d, with, resident, extent, rank, split, operands, count,
                                       stride, joined))
        return joined;
    if (!copies && deal_pools(d, with, resident, extent, rank, split, operands, count, stride))
        return reduce_scheme::joined_columns;
    if (!copies &&
        deal_patches(d, with, resident, true, extent, rank, split, operands, count, stride))
        return reduce_scheme::patches;
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
    if (middling && d.flat && deal_cut_runs(d, with, inner / lanes))
        return reduce_scheme::rows;
    if (middling && d.flat && deal_tiles(d, with, resident, inner, operands, count))
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
        d.small = fits_32_bits(extent, rank, operands, count);
        d.packet_start = -1;
        d.rows = d.rows / extent[rank - 2] * divide_up(extent[rank - 2], tile_high);
        d.packets = divide_up(inner, index_t{tile_wide} * lanes);
    } else if (!d.flat || d.stepped) {
        d.packet_start = d.stepped ? d.packet_start : -1;
        int const log2_apart = log2_ceiling(divide_up(inner, lanes), 5);
        index_t const all = divide_up(inner, index_t{lanes} << log2_apart) << log2_apart;
        // 32 bits count all pieces; broadcast operands may have more elements than memory has.
        constexpr index_t most = (index_t{1} << 31) - 4096;
        if (with.spread && d.rows < most / all)
            d.spread = spread_operands(extent, rank, operands, count, lanes, with.near);
        if (d.spread != spread_by::nothing) {
            d.log2_apart = log2_apart;
            d.packets = all;
            d.down = with.whole && d.rows >= 8;
            d.whole_pieces = d.spread == spread_by::elements && inner >= index_t{32} * lanes;
            for (int k = 1; k < count; ++k)
                d.whole_pieces =
                    d.whole_pieces && (!operands[k].data || operands[k].stride[rank - 1] == 1);
        } else if (!d.stepped) {
            if (inner >= index_t{8} * lanes)
                start_in_packets(d, rank, operands, count, lanes, stride);
            d.packets = divide_up(inner + (d.packet_start >= 0 ? lanes - 1 : 0), lanes);
        }
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
