// SPDX-License-Identifier: MIT
// What all ways to deal out a reduction share: threads, the order of axes, and whether one number
// says where all its operands are.
#pragma once

#include "twill/ops/reduce/scheme.hpp"

namespace twill::inline v0::detail {

/// Threads of a block of every kernel of reductions.
inline constexpr int reduce_threads = 256;
/// Neighbouring outputs of a group of threads where runs are short.
inline constexpr int outputs_a_group = 4;
/// Rows and packets of the tiles in which one output of operands that lie across each other is
/// read.
inline constexpr int tile_high = 32;
inline constexpr int tile_wide = reduce_threads / tile_high;

/// Which arrays a block has rows of in shared memory: operands k with bit k of `streams` that begin
/// in one place are one array, all lying alike. `rows`: what a block has of them, not many more
/// than `wanted`. False where they have no room.
TWILL_COLD inline bool find_short_arrays(short_arrays& arrays, int& rows, int widest, index_t lanes,
                                         index_t length, index_t wanted,
                                         operand_record const* operands, std::uint64_t streams,
                                         int count) {
    using tuning = short_rows_tuning;
    operand_record const* first[tuning::most_arrays];
    int found = 0;
    arrays.of = 0;
    for (int k = 1; k < count; ++k) {
        if ((streams >> k & 1) == 0)
            continue;
        int a = 0;
        while (a < found && (*first[a]->data != *operands[k].data ||
                             first[a]->element_size != operands[k].element_size))
            ++a;
        if (a == tuning::most_arrays)
            return false;
        first[a] = operands + k;
        found = a == found ? a + 1 : found;
        arrays.of |= static_cast<std::uint64_t>(a) << 4 * (k - 1);
    }
    if (found == 0)
        return false;
    // Rows begin anywhere in a packet.
    arrays.apart = tuning::bytes / found / 16 * 16 + 32;
    index_t const most = (arrays.apart - 32) / (widest * length);
    if (most < 1)
        return false;
    wanted = larger(wanted, index_t{64});
    rows = static_cast<int>(smaller(most, divide_up(wanted, lanes) * lanes));
    rows -= rows > lanes ? static_cast<int>(rows % lanes) : 0;
    return true;
}
/// Threads of a row, as a power of two, where a block has so many rows.
inline int group_of_short_rows(int rows) {
    int log2_group = 0;
    while (log2_group < 5 && rows << (log2_group + 1) <= reduce_threads)
        ++log2_group;
    return log2_group;
}

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

/// Packets after which columns come again, where rows of `inner` follow each other; above so many a
/// part of a warp has none of its own.
inline index_t period_of_columns(index_t inner, index_t lanes) {
    index_t shared = lanes;  // powers of two
    while (inner % shared != 0)
        shared /= 2;
    return inner / shared;
}
inline constexpr index_t most_period_of_team = 32;

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

/// How operands are read that are shifted against each other, or lie in steps along the last axis.
TWILL_COLD inline spread_by spread_operands(index_t const* extent, int rank,
                                            operand_record const* operands, int count, int lanes,
                                            bool near) {
    bool unlike = false;
    for (int k = 1; k < count; ++k) {
        if (!operands[k].data)
            continue;
        index_t const step = operands[k].stride[rank - 1];
        near = near && (step == 0 || step == 1);
        unlike = unlike || *operands[k].how == access::any || *operands[k].how == access::unit;
    }
    if (!unlike || !fits_32_bits(extent, rank, operands, count))
        return spread_by::nothing;
    return near && extent[rank - 1] >= lanes ? spread_by::packets : spread_by::elements;
}

}  // namespace twill::inline v0::detail
