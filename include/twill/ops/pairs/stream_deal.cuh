// SPDX-License-Identifier: MIT
// How the loop of a streamed reduction is dealt out to blocks: arithmetic over extents and strides,
// not a template over the expression.
#pragma once

#include "twill/cuda/device/tuning.cuh"
#include "twill/ops/pairs/stream.hpp"
#include "twill/ops/reduce/deal.hpp"

namespace twill::inline v0::detail {

enum class stream_way {
    rows,     ///< packets lie along the reduced axis; a thread has some of them for several outputs
    columns,  ///< packets are of neighbouring outputs; a thread walks along the reduced axis
    shifted_rows,  ///< rows that start between packets, read in aligned ones
    short_rows     ///< rows one behind the other pass through shared memory
};

/// The loop, dealt out to blocks.
template <int Rank>
struct stream_shape {
    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the results; 0 along reduced axes
    index_t outputs;
    index_t reduced;
    index_t lines;   ///< over the reduced axes but the inner one
    index_t chunks;  ///< of a line, each of which a group of threads takes in one step
    index_t along;   ///< tiles of outputs along the kept axis
    index_t tiles;   ///< over the batch too
    index_t blocks;  ///< that have one part of every output
    index_t part;    ///< chunks in one of `splits` parts
    index_t splits;
    int merged;      ///< parts that merge together, and then those of all such groups
    int log2_group;  ///< rows: threads of an output
    int width;       ///< columns: threads side by side, a packet each
    int tile_rows;   ///< short rows of a block
    short_arrays arrays;
    bool packed;      ///< all that lies along packets is read in aligned ones
    bool shifted;     ///< rows in memory start between packets, and are read in aligned ones anyway
    int shift_start;  ///< where they do: elements behind a packet's first one
    fixed<index_t, Rank> shift_stride;  ///< and how that changes along the axes
    std::uint64_t twins;                ///< where nothing is guessed
};

/// What a statement's kernels fix when they are compiled.
struct stream_kernels {
    int row_lanes;
    int column_lanes;  ///< 0: there are rows alone
    bool shifts;       ///< lines that start between packets may be read in aligned ones
    int together;      ///< outputs of a thread (rows), or steps that it takes at a time (columns)
    int blocks;        ///< on a multiprocessor
    int short_widest;  ///< bytes of an element of short rows, at most; 0: they have no kernel
};

/// Axes of one kind become one where every operand allows: `into` takes in what it can of `from`.
inline bool merge_into(index_t* extent, int into, int from, operand_record const* operands,
                       int count) {
    if (extent[from] == 1)
        return false;
    // Of what lacks an axis the kernel knows that it does not change along it: what changes along
    // `from` stays there.
    bool takes = extent[into] == 1;
    for (int k = 1; k < count; ++k)
        takes = takes && (!operands[k].data || operands[k].stride[from] == 0 ||
                          operands[k].stride[into] != 0);
    for (int k = 0; !takes && k < count; ++k)
        if (operands[k].stride[from] != operands[k].stride[into] * extent[into])
            return false;
    for (int k = 0; k < count; ++k) {
        if (takes)
            operands[k].stride[into] = operands[k].stride[from];
        operands[k].stride[from] = 0;
    }
    extent[into] *= extent[from];
    extent[from] = 1;
    return true;
}

/// Whether an operand has one element along axes along which its type has several, as m(0:1, :) of
/// a matrix may: kernels know from types what changes along an axis.
inline bool is_stretched(operand_record const& x, axis_set by_type, axis_set axes) {
    bool still = false;
    for (int d = 0; axes >> d != 0; ++d)
        still = still || ((axes >> d & 1) && x.stride[d] == 0);
    return x.data && still && (by_type & axes) == axes;
}

/// Whether packets of `lanes` elements along `axis` are aligned in every operand that changes
/// along it, as its type says (`by_type`).
inline bool packs_along(index_t const* extent, int rank, int axis, operand_record const* operands,
                        axis_set const* by_type, int count, int lanes) {
    for (int k = 1; k < count; ++k) {
        operand_record const& x = operands[k];
        if (extent[axis] > 1 && is_stretched(x, by_type[k], axis_bit(axis)))
            return false;
        if (!x.data || x.stride[axis] == 0)
            continue;
        if (x.stride[axis] != 1 || packet_offset(x, lanes, 0) != 0)
            return false;
        for (int d = 0; d < rank; ++d)
            if (d != axis && extent[d] > 1 && x.stride[d] % lanes != 0)
                return false;
    }
    return true;
}

/// Threads along columns, as a power of two, of at most `widest`, so that the rows of a thread
/// start at the same place in a packet.
constexpr int with_alike(int widest, int lanes) {
    int log2 = 8;
    while (lanes > 1) {
        lanes /= 2;
        --log2;
    }
    return log2 < widest ? log2 : widest;
}

/// Whether lines along an axis that start between packets can be read in aligned ones: all operands
/// that change along both axes start at the same places, which are told, and what lies around their
/// lines is their own.
inline bool shifts_along(index_t const* extent, int rank, int along, int across, axis_set reduced,
                         operand_record const* operands, axis_set const* by_type, int count,
                         int lanes, int& start, index_t* stride) {
    operand_record const* first = nullptr;
    for (int k = 1; k < count; ++k) {
        operand_record const& x = operands[k];
        if (is_stretched(x, by_type[k], axis_bit(along) | axis_bit(across)))
            return false;
        if (!x.data || x.stride[along] == 0 || x.stride[across] == 0)
            continue;
        if (x.stride[along] != 1 || x.stride[across] < extent[along])
            return false;
        int const offset = static_cast<int>(packet_offset(x, lanes, 0)) / x.element_size;
        for (int d = 0; d < rank; ++d) {
            index_t const rest = (x.stride[d] % lanes + lanes) % lanes;
            if (first && extent[d] > 1 && rest != stride[d])
                return false;
            if (d != along && d != across && (reduced >> d & 1) && extent[d] > 1 && rest != 0)
                return false;
            stride[d] = rest;
        }
        if (first && offset != start)
            return false;
        first = &x;
        start = offset;
    }
    return first != nullptr;
}

/// A group of threads, as a power of two, where a row's packets would leave some of its threads
/// idle, or it starts anywhere: fewer threads then have several packets each, one after the other,
/// as long as tiles are enough for all threads. Matrix times vector of 33 float32 columns takes
/// 0.63 of the time, of 150 columns 0.74.
inline int narrowed_group(int log2_group, index_t packets, bool shifted, index_t tiles,
                          index_t resident) {
    constexpr int least = 2;
    if (log2_group > 5 || (packets > 32 && !shifted))
        return log2_group;
    int narrow = log2_group;
    if (packets > 32) {
        // Half as many threads are a tenth slower where none is idle.
        auto const time = [&](int log2) {
            return (divide_up(packets, index_t{1} << log2) << log2) * (10 + log2_group - log2);
        };
        for (int log2 = log2_group - 1; log2 > least; --log2)
            narrow = time(log2) < time(narrow) ? log2 : narrow;
    } else {
        bool const idle = packets * 8 < index_t{7} << log2_group;
        int const fewer = shifted ? 2 : idle ? 1 : 0;
        narrow = log2_group - fewer > least ? log2_group - fewer : least;
    }
    while (narrow < log2_group && tiles << narrow < resident)
        ++narrow;
    return narrow < log2_group ? narrow : log2_group;
}

/// Rows that start between packets, or have few, and lie one behind the other in every operand that
/// changes along both axes: blocks have as many as fit. False where that is not the way.
template <int Rank>
bool deal_short_rows(stream_shape<Rank>& s, stream_axes const& axes, stream_kernels const& with,
                     operand_record const* operands, axis_set const* by_type, int count,
                     index_t resident) {
    axis_set const both = axis_bit(axes.row) | axis_bit(axes.inner);
    index_t const length = s.reduced;
    index_t const lanes = with.row_lanes;
    if (with.short_widest == 0 || s.outputs != s.extent[axes.row] ||
        length != s.extent[axes.inner] || length > short_rows_tuning::longest ||
        (length % lanes == 0 && length > short_rows_tuning::longest_whole))
        return false;
    std::uint64_t streams = 0;
    for (int k = 1; k < count; ++k) {
        if (!operands[k].data || (by_type[k] & both) != both)
            continue;
        if (operands[k].stride[axes.inner] != 1 || operands[k].stride[axes.row] != length)
            return false;
        streams |= std::uint64_t{1} << k;
    }
    index_t const places = larger(resident / 2048 * short_rows_tuning::blocks, index_t{1});
    if (!find_short_arrays(s.arrays, s.tile_rows, with.short_widest, lanes, length,
                           divide_up(s.outputs, places), operands, streams, count))
        return false;
    s.log2_group = group_of_short_rows(s.tile_rows);
    s.blocks = divide_up(s.outputs, index_t{s.tile_rows});
    s.splits = 1;
    return true;
}

/// Deals a loop out; operands[0] are the results, `by_type` says along which axes operands change
/// as far as types know. `resident`: threads that fill the device.
template <int Rank>
stream_way deal_stream(stream_shape<Rank>& s, stream_axes const& axes, axis_set reduced,
                       stream_kernels const& with, operand_record const* operands,
                       axis_set const* by_type, int count, index_t resident) {
    index_t* const extent = s.extent.values;
    for (bool merged = true; merged;) {
        merged = false;
        for (int d = 0; d < Rank; ++d)
            if (d != axes.row && d != axes.inner)
                merged = merge_into(extent, reduced >> d & 1 ? axes.inner : axes.row, d, operands,
                                    count) ||
                         merged;
    }
    // What changes along both axes decides which of them packets lie along.
    index_t rows = 0;
    index_t columns = 0;
    for (int k = 1; k < count; ++k) {
        operand_record const& x = operands[k];
        if (!x.data || x.stride[axes.row] == 0 || x.stride[axes.inner] == 0)
            continue;
        rows += x.stride[axes.inner] == 1 ? x.element_size : 0;
        columns += x.stride[axes.row] == 1 ? x.element_size : 0;
    }
    bool const down = columns > rows && with.column_lanes > 0;
    int const lanes = down ? with.column_lanes : with.row_lanes;
    index_t const outputs = extent[axes.row];
    index_t const length = extent[axes.inner];
    s.outputs = s.reduced = 1;
    for (int d = 0; d < Rank; ++d)
        (reduced >> d & 1 ? s.reduced : s.outputs) *= extent[d];
    s.lines = length > 0 ? s.reduced / length : 1;
    if (length > 0 && deal_short_rows(s, axes, with, operands, by_type, count, resident))
        return stream_way::short_rows;
    s.packed =
        packs_along(extent, Rank, down ? axes.row : axes.inner, operands, by_type, count, lanes);
    // Ends of lines are masked or left: they should be few.
    s.shifted = with.shifts && !s.packed && lanes > 1 && (down ? outputs : length) >= 4 * lanes &&
                shifts_along(extent, Rank, down ? axes.row : axes.inner,
                             down ? axes.inner : axes.row, reduced, operands, by_type, count, lanes,
                             s.shift_start, s.shift_stride.values);
    index_t const batch = s.outputs / outputs;
    index_t const places = resident / 2048 * with.blocks;
    index_t step = 0;
    index_t longest = length;
    if (down) {
        index_t const packets = divide_up(outputs, lanes);
        // All rows of a thread then start at the same place in a packet. The first packet of a tile
        // may begin before its columns, so that one more is needed.
        index_t const shared = s.shifted ? 1 : 0;
        int const widest = packets * batch > resident ? 8 : 6;
        int const most = s.shifted ? with_alike(widest, lanes) : widest;
        int log2_width = log2_ceiling(packets + shared, most);
        if (s.packed && s.lines == 1)
            log2_width =
                narrowed_columns(log2_width, packets * batch, s.reduced, with.together, places);
        s.width = 1 << log2_width;
        // Few packets leave no thread without one.
        if (s.packed && packets < s.width)
            s.width = static_cast<int>(packets);
        step = (index_t{reduce_threads} / s.width) * with.together;
        s.along = divide_up(outputs, lanes * (s.width - shared));
        s.tiles = s.along * batch;
        s.blocks = s.tiles;
    } else {
        // The outputs of a thread are then those whose rows start at the same place in a packet.
        index_t const apart = s.shifted ? lanes : 1;
        s.along = divide_up(outputs, with.together * apart) * apart;
        s.tiles = s.along * batch;
        longest = s.shifted ? length + lanes - 1 : length;
        // A warp an output where that makes blocks enough, otherwise a block.
        index_t const packets = divide_up(longest, lanes);
        s.log2_group = log2_ceiling(packets, 5);
        if (s.log2_group == 5 &&
            (packets > stream_tuning::warp_packets * 32 ||
             (s.tiles < places * (reduce_threads / 32) && !suits_warps(s.tiles, packets, places))))
            s.log2_group = 8;
        s.log2_group =
            narrowed_group(s.log2_group, packets, s.shifted, s.tiles, places * reduce_threads);
        step = index_t{lanes} << s.log2_group;
        s.blocks = divide_up(s.tiles, index_t{reduce_threads} >> s.log2_group);
        if (s.log2_group <= 5 && s.blocks > places * stream_tuning::waves)
            s.blocks = places * stream_tuning::waves;
    }
    s.chunks = divide_up(longest, step);
    index_t const all = s.lines * s.chunks;
    index_t most = down || s.log2_group == 8 ? all / stream_tuning::fewest_chunks : 1;
    // Rows of threads merge some parts each as fast as one. A part has two chunks at least.
    index_t const merged = down ? reduce_threads / s.width * stream_tuning::merged_parts : 1;
    if (most < merged)
        most = merged < all / 2 ? merged : all / 2;
    // One part of columns for each block that is resident, if that leaves few places empty.
    index_t const waves = !down                                             ? stream_tuning::waves
                          : places / s.blocks * s.blocks * 10 >= places * 9 ? 1
                                                                            : 2;
    index_t const wanted = s.blocks <= most_counted_blocks ? places * waves / s.blocks : 1;
    s.splits = wanted < most ? wanted : most;
    s.splits = s.splits < 1 ? 1 : s.splits;
    s.part = divide_up(all, s.splits);
    s.splits = all > 0 ? divide_up(all, s.part) : 1;
    s.merged = static_cast<int>(s.splits);
    if (down)
        merge_in_groups(s, reduce_threads / s.width);
    return down ? stream_way::columns : s.shifted ? stream_way::shifted_rows : stream_way::rows;
}

}  // namespace twill::inline v0::detail
