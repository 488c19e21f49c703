// SPDX-License-Identifier: MIT
// How loops with operands that are broadcast are cut into the blocks of broadcast_kernel. Nothing
// here is a template over the expression.
#pragma once

#include "twill/cuda/elementwise/broadcast_kernel.cuh"
#include "twill/cuda/elementwise/cut.cuh"

namespace twill::inline v0::detail {

/// Whether an operand of such a loop lies as the output does, or is a row or a column of it: that
/// is what *x.how becomes. Otherwise false. `no_column`: see rows_by_type; that its type says so
/// does not mean that it is none, as a loop's axes may be others than types know.
TWILL_COLD inline bool classify_broadcast(loop_view const& loop, int before, bool even,
                                          bool no_column, operand_record const& x) {
    int const last = loop.rank - 1;
    bool alike = true;
    bool row = true;
    for (int d = 0; d <= last; ++d) {
        alike = alike && (loop.extent[d] == 1 || x.stride[d] == loop.operands[0].stride[d]);
        row = row && (d == last || loop.extent[d] == 1 || x.stride[d] == 0);
    }
    auto const at =
        reinterpret_cast<std::uintptr_t>(*x.data) / static_cast<unsigned>(x.element_size);
    int const ahead = static_cast<int>(at % static_cast<unsigned>(loop.lanes));
    if (alike) {
        *x.how = access::packets;
        return ahead == before;
    }
    bool const column = x.stride[last] == 0 && !(no_column && row);
    *x.how = column                                      ? access::broadcast
             : even && x.stride[last] == 1 && ahead == 0 ? access::unit
                                                         : access::any;
    return column ? !no_column : row;
}

/// Whether strided_kernel has some threads without a packet in rows of so many, but too few of them
/// to count packets through all rows.
TWILL_COLD inline bool leaves_threads_idle(index_t packets) {
    index_t const width = index_t{1} << log2_row_width(packets);
    index_t const slots = divide_up(packets, width) * width;
    return slots > packets && slots * 32 <= packets * 33;
}

/// Whether an operand of a table is that of an earlier one: the number of the first such operand.
TWILL_COLD inline int first_same_operand(loop_view const& loop, int k) {
    operand_record const& x = loop.operands[k];
    for (int j = 1; j < k; ++j) {
        operand_record const& y = loop.operands[j];
        bool same = *y.data == *x.data && *y.how == *x.how && y.element_size == x.element_size;
        for (int d = 0; d < loop.rank; ++d)
            same = same && (loop.extent[d] == 1 || y.stride[d] == x.stride[d]);
        if (same)
            return j;
    }
    return k;
}

/// How many elements of rows that are shorter than a packet are taken for one row: where packets
/// begin with the output those of a block's threads.
inline index_t joined_rows(index_t inner, int lanes, bool aligned) {
    if (!aligned)
        return inner * divide_up(lanes, inner);
    index_t whole = inner;  // whole packets, as lanes are a power of two
    while (whole % lanes != 0)
        whole *= 2;
    return whole * (index_t{block_threads} * lanes / whole);
}

/// Cuts a loop for broadcast_kernel; false where others are as fast, or its operands lie otherwise.
/// `typed_rows`: rows_by_type. `longer`: there are functions of several instructions. `shared`
/// receives the bytes of shared memory that a block needs.
template <int Rank>
TWILL_COLD bool cut_broadcast(loop_view const& loop, unsigned typed_rows, bool longer,
                              broadcast_shape<Rank>& shape, index_t& blocks, std::size_t& shared) {
    using tuning = elementwise_tuning;
    int const V = loop.lanes;
    index_t const inner = loop.inner();
    index_t const size = loop.size();
    index_t const block_packets = divide_up(size, index_t{block_threads} * V);
    if (block_packets < tuning::broadcast_packets || !in_one_piece(loop))
        return false;
    int const before = output_misalignment(loop);
    bool const joins = inner < V;
    index_t const line = joins ? joined_rows(inner, V, before == 0) : inner;
    index_t const packets = divide_up(line, V);
    shape.even = before == 0 && line % V == 0;
    index_t const strips = divide_up(packets, index_t{block_threads});
    shape.width = static_cast<int>(divide_up(packets, strips));
    // Others are as fast where rows are even and a formula takes few instructions, but for float16
    // in rows that leave threads idle ((m + row) * column in rows of 1000 1.11 times as long as a
    // copy, here 1.02), or has two operands of 4 bytes (m / row in rows of 16384 1.017,
    // here 1.033).
    bool const light = !longer && V < 8;
    bool const two_floats = V == 4 && loop.count == 3;
    if (!joins && shape.even &&
        (two_floats || (!longer && (light || !leaves_threads_idle(packets)))))
        return false;
    index_t copied = 0;
    index_t filled = 0;
    for (int k = 1; k < loop.count; ++k) {
        operand_record const& x = loop.operands[k];
        if (!classify_broadcast(loop, before, shape.even && !joins,
                                (typed_rows >> (k - 1) & 1) != 0, x) ||
            (joins && *x.how == access::broadcast))
            return false;
        copied += *x.how == access::packets ? 1 : 0;
        filled += *x.how == access::any && first_same_operand(loop, k) == k ? packets * V : 0;
    }
    if (shape.even ? copied == 0 : (light && copied > 1) || filled > tuning::broadcast_filled)
        return false;
    index_t const most = longer && loop.count > 4 ? tuning::broadcast_most : tuning::broadcast_each;
    index_t each = larger(index_t{4}, smaller(block_packets / tuning::enough_blocks, most));
    if (!shape.even)
        each = larger(each, divide_up(filled, tuning::broadcast_filled_each));
    index_t const piece = index_t{block_threads} * V * each;
    shape.height = block_threads / shape.width;
    // Threads count on a little behind the last element.
    index_t const step = shape.even ? shape.height * line : index_t{block_threads} * V;
    if (size + (each + broadcast_stages) * step > max_blocks)
        return false;
    shape.each = static_cast<int>(each);
    shape.table_rows = static_cast<int>(shape.even ? shape.height * each : piece / line + 3);
    blocks = shape.even ? divide_up(divide_up(size, line), shape.table_rows) * strips
                        : divide_up(size + before, piece);
    index_t bytes = 0;
    int tables = 0;
    shape.jobs = 0;
    for (int k = 1; k < loop.count; ++k) {
        operand_record const& x = loop.operands[k];
        bool const column = *x.how == access::broadcast;
        *x.tile = static_cast<unsigned>(bytes);
        bool const in_table = column || *x.how == access::any;
        if (int const first = first_same_operand(loop, k); in_table && first != k) {
            *x.tile = *loop.operands[first].tile;
            continue;
        }
        index_t elements = index_t{block_threads} * V;
        if (*x.how == access::packets) {
            elements *= broadcast_stages;
        } else if (in_table) {
            broadcast_table<Rank>& table = shape.tables[tables++];
            index_t const count = column       ? shape.table_rows
                                  : shape.even ? index_t{block_threads}
                                               : packets * V;
            elements = column ? count : count * V;
            table.data = *x.data;
            for (int d = 0; d < Rank; ++d)
                table.stride[d] = static_cast<int>(x.stride[d]);
            table.bytes = x.element_size;
            table.count = static_cast<int>(count);
            table.place = *x.tile;
            table.column = column;
            shape.jobs += table.count;
        }
        bytes += divide_up(elements * x.element_size, 16) * 16;
    }
    if (bytes > static_cast<index_t>(tuning::shared_bytes))
        return false;
    shared = static_cast<std::size_t>(bytes);
    for (int d = 0; d < Rank; ++d)
        shape.extent[d] = loop.extent[d];
    for (int d = 1; d < Rank - 1; ++d)
        shape.by_extent[d] = fixed_divisor::of(loop.extent[d]);
    shape.rows = static_cast<int>(size / inner);
    shape.size = static_cast<int>(size);
    shape.stream = streams(loop);
    shape.strips = static_cast<int>(strips);
    shape.by_width = fixed_divisor::of(shape.width);
    shape.by_strips = fixed_divisor::of(strips);
    shape.before = before;
    shape.pitch = static_cast<int>(packets);
    shape.by_pitch = fixed_divisor::of(packets);
    shape.by_inner = fixed_divisor::of(line);
    shape.line = static_cast<int>(line);
    shape.by_last = fixed_divisor::of(inner);
    return true;
}

}  // namespace twill::inline v0::detail
