// SPDX-License-Identifier: MIT
// How a reduction is dealt to threads of a device whose outputs have a piece of each row, pieces of
// neighbouring outputs lying side by side: sums over axes 0 and 2, pools.
#pragma once

#include "twill/ops/reduce/deal_columns.hpp"
#include "twill/ops/reduce/deal_patches.hpp"

namespace twill::inline v0::detail {

/// The innermost kept axis and the reduced one behind it, which has `joined` elements, become one,
/// the last; back again.
inline void join_axes(index_t* extent, int rank, int split, operand_record const* operands,
                      int count) {
    index_t const joined = extent[rank - 1];
    rotate_kept(extent, rank, split, operands, count);
    extent[rank - 1] *= joined;
    extent[rank - 2] = 1;
    for (int k = 1; k < count; ++k)
        operands[k].stride[rank - 1] = 1;
}
inline void part_axes(index_t* extent, int rank, int split, operand_record const* operands,
                      int count, index_t joined) {
    extent[rank - 2] = joined;
    extent[rank - 1] /= joined;
    for (int k = 1; k < count; ++k)
        operands[k].stride[rank - 1] = joined;
    auto turn_back = [&](index_t* values) {
        index_t const kept = values[rank - 1];
        for (int d = rank - 1; d >= split; --d)
            values[d] = values[d - 1];
        values[split - 1] = kept;
    };
    turn_back(extent);
    for (int k = 0; k < count; ++k)
        turn_back(operands[k].stride);
}

/// Whether the elements that an output has of a row are neighbours in every operand, and those of
/// the next output follow.
inline bool pieces_follow(index_t const* extent, int rank, int split,
                          operand_record const* operands, int count) {
    if (split == 0 || rank - split < 2 || extent[rank - 1] < 2)
        return false;
    for (int k = 1; k < count; ++k)
        if (!operands[k].data || operands[k].stride[rank - 1] != 1 ||
            operands[k].stride[split - 1] != extent[rank - 1])
            return false;
    return true;
}

/// The fewest columns that are whole outputs and, where rows are whole packets, whole packets.
inline index_t least_joined_columns(reduce_deal const& d, int lanes) {
    int shared = d.whole_packets ? lanes : 1;
    while (d.joined % shared != 0)
        shared /= 2;
    return index_t{d.joined} / shared * (d.whole_packets ? lanes : 1);
}

/// Rows below which a thread has all of them, and the most packets or elements of each. (The
/// largest of 8 x 8 of 8192 x 8192 float64 take 0.417 ms so, 4 packets of each row.)
inline constexpr index_t most_rows_of_thread = 16;
inline constexpr index_t most_packets_of_thread = 3;
inline constexpr index_t most_elements_of_thread = 8;

/// Pools of images whose channels come last: of few rows and elements of a row a thread has all, of
/// neighbouring outputs. False where that is not the way, and the loop is as before.
TWILL_COLD inline bool deal_pools(reduce_deal& d, reduce_kernels const& with, index_t resident,
                                  index_t* extent, int rank, int split,
                                  operand_record const* operands, int count, index_t* stride) {
    if (with.joined_units == 0 || count < 2 || split == 0 || rank - split != 2 ||
        d.reduced > most_in_block)
        return false;
    int const lanes = with.column_lanes;
    bool whole = extent[split - 1] % lanes == 0;
    for (int k = 1; k < count; ++k) {
        operand_record const& x = operands[k];
        if (!x.data || x.stride[split - 1] != 1 || x.stride[rank - 1] == 1)
            return false;
        for (int a = 0; a < rank; ++a) {
            if (extent[a] != 1 && x.stride[a] != operands[1].stride[a])
                return false;
            whole = whole && (a == split - 1 || extent[a] == 1 || x.stride[a] % lanes == 0);
        }
        whole = whole && packet_offset(x, lanes, 0) == 0;
    }
    index_t const shares = d.outputs / (whole ? lanes : 1);
    if (shares * 2 < resident || !fits_32_bits(extent, rank, operands, count))
        return false;
    d.rows = extent[rank - 2];
    d.joined = static_cast<int>(extent[rank - 1]);
    d.row_step = operands[1].stride[rank - 2];
    d.piece_step = operands[1].stride[rank - 1];
    rotate_kept(extent, rank, split, operands, count);
    d.kept_end = split - 1;
    d.reduced_end = rank - 1;
    for (int a = 0; a < rank; ++a)
        stride[a] = operands[1].stride[a];
    d.whole_packets = whole;
    d.all_packets = shares;
    d.blocks = divide_up(shares, reduce_threads);
    return true;
}

/// False where that is not the way, and the loop is as before.
TWILL_COLD inline bool deal_joined_columns(reduce_deal& d, reduce_kernels const& with,
                                           index_t resident, index_t* extent, int rank, int split,
                                           operand_record const* operands, int count,
                                           index_t* stride, reduce_scheme& how) {
    if (with.joined_units == 0 || !pieces_follow(extent, rank, split, operands, count))
        return false;
    reduce_deal const before = d;
    int const lanes = with.column_lanes;
    index_t const joined = extent[rank - 1];
    index_t const outer = d.outputs / extent[split - 1];
    auto const give_up = [&] {
        part_axes(extent, rank, split, operands, count, joined);
        d = before;
        return false;
    };
    join_axes(extent, rank, split, operands, count);
    index_t const inner = extent[rank - 1];
    d.joined = static_cast<int>(joined);
    d.kept_end = split - 1;
    d.reduced_end = rank - 1;
    d.rows = d.reduced / joined;
    classify(extent, rank, operands, count, lanes, 0);
    d.flat = joined <= index_t{lanes} * reduce_threads && d.rows > 1 &&
             lie_flat(d, extent, rank, {d.kept_end, d.reduced_end, false}, operands, count, lanes,
                      stride);
    // Pieces of whole packets, a line of memory long, are read as well where they are.
    bool const whole = d.whole_packets;
    if (!d.flat || (whole && joined % lanes == 0 && joined / lanes >= 8 && d.rows >= 64))
        return give_up();
    how = reduce_scheme::narrow_columns;
    if (deal_narrow_columns(d, with, inner, resident))
        return true;
    how = reduce_scheme::joined_columns;
    d.packets = divide_up(inner, lanes);
    // Of few rows a thread has all, of the fewest whole outputs that are whole packets.
    index_t const least = least_joined_columns(d, lanes);
    index_t const most = whole ? most_packets_of_thread * lanes : most_elements_of_thread;
    index_t const shares = outer * inner / least;
    if (d.rows < most_rows_of_thread && least <= most && shares * 2 >= resident &&
        fits_32_bits(extent, rank, operands, count)) {
        d.own_columns = static_cast<int>(least);
        d.all_packets = shares;
        d.units = whole && d.rows == 2 ? with.joined_units : 1;
        d.blocks = divide_up(divide_up(shares, d.units), reduce_threads);
        return true;
    }
    int const width = log2_ceiling(d.packets, 8);
    // The widest blocks of which an eighth at most is idle, otherwise those of which least is.
    index_t best = 0;
    for (int log2_width = width; log2_width >= 0; --log2_width) {
        index_t const own = (index_t{lanes} << log2_width) / least * least;
        if (own == 0)
            break;
        index_t const chunks = divide_up(inner, own);
        index_t const busy = 1024 * inner / (chunks * (index_t{lanes} << log2_width));
        if (busy <= best)
            continue;
        best = busy;
        d.log2_group = log2_width;
        d.own_columns = static_cast<int>(own);
        if (busy >= 896)
            break;
    }
    index_t const height = reduce_threads >> d.log2_group;
    // Few rows of pieces that make a patch leave a block more to merge than to add.
    bool const patches =
        with.patch_elements != 0 && rank - split == 2 && d.rows < 8 && d.reduced <= most_in_patch;
    if (best == 0 || d.rows * 2 < height || patches)
        return give_up();
    index_t const places = resident / 2048 * with.column_blocks;
    d.blocks = outer * divide_up(inner, d.own_columns);
    index_t const taken = places / d.blocks * d.blocks;
    cut(d, d.rows, height * with.in_flight, places, taken * 10 >= places * 9 ? 1 : 2);
    merge_as_long_as_add(d, height);
    merge_in_groups(d, larger(reduce_threads / (d.own_columns / joined), index_t{1}));
    return true;
}

}  // namespace twill::inline v0::detail
