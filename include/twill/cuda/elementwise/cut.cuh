// SPDX-License-Identifier: MIT
// How the loops of elementwise plans are cut into blocks. Nothing here is a template over the
// expression.
#pragma once

#include "twill/cuda/elementwise/strided_kernel.cuh"

namespace twill::inline v0::detail {

/// A loop that is about to run, without its types: operands[0] is the output, of which a thread
/// writes packets of `lanes` elements.
struct loop_view {
    index_t* extent;
    int rank;
    operand_record const* operands;
    int count;
    int lanes;

    index_t inner() const { return extent[rank - 1]; }
    index_t size() const {
        index_t product = 1;
        for (int d = 0; d < rank; ++d)
            product *= extent[d];
        return product;
    }
};

/// How far before the output the last packet boundary lies, in elements.
inline int output_misalignment(loop_view const& loop) {
    operand_record const& out = loop.operands[0];
    return static_cast<int>(reinterpret_cast<std::uintptr_t>(*out.data) /
                            static_cast<unsigned>(out.element_size) %
                            static_cast<unsigned>(loop.lanes));
}
/// How far before every row of the output the first packet starts, in elements; -1 where rows
/// differ in it.
inline int packet_start(loop_view const& loop) {
    if (loop.operands[0].stride[loop.rank - 1] != 1)
        return 0;
    return rows_agree(loop.extent, loop.rank, loop.operands[0], loop.lanes)
               ? output_misalignment(loop)
               : -1;
}
inline void classify(loop_view const& loop, index_t before) {
    classify(loop.extent, loop.rank, loop.operands, loop.count, loop.lanes, before);
}

/// A loop over one axis.
struct flat_shape {
    index_t size;
    index_t step;  ///< of the output
    index_t blocks;
    int each;    ///< elements a thread
    int before;  ///< elements from a packet boundary to the output
};
/// `near`: packets are read at a near_full_cursor.
TWILL_COLD inline flat_shape cut_flat(loop_view const& loop, bool in_packets = false,
                                      bool near = false) {
    using tuning = elementwise_tuning;
    flat_shape result{loop.size(), loop.rank > 0 ? loop.operands[0].stride[loop.rank - 1] : 1, 0, 1,
                      0};
    // In a short loop alignment is not looked at.
    if (in_packets || result.size > tuning::short_loop) {
        // Elements apart: neighbouring threads take neighbouring ones, which share sectors.
        result.each = in_packets || result.step == 1 ? loop.lanes : 1;
        result.before = result.step == 1 ? output_misalignment(loop) : 0;
        classify(loop, result.before);
        for (int k = 1; k < loop.count && near; ++k)
            if (loop.operands[k].data && loop.operands[k].stride[loop.rank - 1] != 1)
                result.each = 1;  // a single one, stretched
    }
    result.blocks = divide_up(result.size + result.before, block_threads * result.each);
    return result;
}

/// Whether the output is larger than caches are and the operands, which are broadcast, smaller:
/// then it need not stay in the cache.
TWILL_COLD inline bool streams(loop_view const& loop) {
    if (loop.size() < elementwise_tuning::streamed_bytes / loop.operands[0].element_size)
        return false;
    for (int k = 1; k < loop.count; ++k) {
        bool broadcast = !loop.operands[k].data;
        for (int d = 0; d < loop.rank; ++d)
            broadcast = broadcast || (loop.extent[d] > 1 && loop.operands[k].stride[d] == 0);
        if (!broadcast)
            return false;
    }
    return true;
}

/// Whether the output's elements lie one after the other.
inline bool in_one_piece(loop_view const& loop) {
    index_t step = 1;
    for (int d = loop.rank - 1; d >= 0; --d) {
        if (loop.extent[d] != 1 && loop.operands[0].stride[d] != step)
            return false;
        step *= loop.extent[d];
    }
    return true;
}

/// Whether a loop is read as near_reads says: all operands have stride 0 or 1 along the inner axis,
/// some packets of theirs start between packet boundaries. Across also where the output has steps:
/// what a warp writes at a time is then as close together as it can be.
TWILL_COLD inline bool is_near_loop(loop_view const& loop, near_reads const& can) {
    if (!can.packets && !can.across)
        return false;
    bool const scatters = can.across && loop.operands[0].stride[loop.rank - 1] != 1;
    if (can.scatters && !scatters)
        return false;
    bool between = can.only || scatters;
    for (int k = 1; k < loop.count; ++k) {
        if (!loop.operands[k].data)
            continue;
        access const how = *loop.operands[k].how;
        if (how == access::any || (how == access::broadcast && can.across && !can.stretched))
            return false;
        between = between || how == access::unit;
    }
    return between;
}
/// How far before every row a warp's first element lies, so that as many operands as can be are
/// read, or written, where lines of the cache begin: what a warp reads at a time is then one of
/// them, not parts of two. Of few operands the first warp of each row, which is not full, costs as
/// much. u - (u * (u - u_left) + v * (u - u_up)) of 16384 x 16384 float32 takes 0.89 ms in the
/// place of 1.10, seven points of 512 x 512 x 512 0.371 in the place of 0.397.
TWILL_COLD inline int across_start(loop_view const& loop) {
    constexpr int line = 32;
    int votes[line] = {};
    int best = 0;
    for (int k = 0; k < loop.count; ++k) {
        operand_record const& x = loop.operands[k];
        if (!x.data || x.stride[loop.rank - 1] != 1 || !rows_agree(loop.extent, loop.rank, x, line))
            continue;
        int const at = static_cast<int>(reinterpret_cast<std::uintptr_t>(*x.data) /
                                        static_cast<unsigned>(x.element_size) % line);
        if (++votes[at] > votes[best])
            best = at;
    }
    return best;
}
/// Threads along rows of so many packets, as a power of two: few of them without a packet.
TWILL_COLD inline int log2_row_width(index_t packets) {
    int const widest = log2_ceiling(packets, elementwise_tuning::strided_log2_width);
    auto const slots = [&](int bits) { return divide_up(packets, index_t{1} << bits) << bits; };
    int best = widest;
    for (int bits = widest - 1; bits >= 5; --bits)
        if (slots(bits) * 10 < slots(best) * 9)
            best = bits;
    return best;
}

/// Whether few rows are channels that lie side by side in an operand: what one of them reads has
/// all, and is there for the others as long as the cache holds it.
TWILL_COLD inline bool are_interleaved(loop_view const& loop) {
    for (int k = 1; k < loop.count; ++k) {
        operand_record const& x = loop.operands[k];
        index_t const beside = x.data ? magnitude(x.stride[loop.rank - 2]) : 0;
        if (beside > 0 && beside < magnitude(x.stride[loop.rank - 1]) &&
            loop.extent[loop.rank - 2] < elementwise_tuning::most_channels)
            return true;
    }
    return false;
}

/// `by_element`: elements of short rows are dealt one by one, and packets lie in one row.
template <int Rank>
TWILL_COLD index_t cut_strided(loop_view const& loop, bool by_element, grid_shape<Rank>& grid,
                               near_reads const& can = {}) {
    using tuning = elementwise_tuning;
    int const before = packet_start(loop);
    index_t const inner = loop.inner();
    index_t const rows = loop.size() / inner;
    int const V = loop.lanes;
    grid.rows = static_cast<int>(rows);
    grid.before = before;
    bool const follow = before < 0 && in_one_piece(loop);
    bool const few = follow && inner < tuning::fewest_packets * V;
    // An operand that lies as the output does is then read in aligned packets, too: m * row of
    // 255 x 1023 x 1023 float32 takes 0.67 ms in the place of 0.91.
    bool const alike = follow && some_lie_alike(loop.extent, loop.rank, loop.operands, loop.count);
    bool const through = can.through && follow && (alike || by_element) && inner >= V;
    grid.by_element = !through && (few || (!by_element && !can.lines && before < 0 &&
                                           inner < tuning::shortest_row && (alike || V <= 4)));
    grid.through = through || (!by_element && (few || alike));
    grid.half = 0;
    for (int d = 0; d < Rank; ++d) {
        grid.extent[d] = loop.extent[d];
        grid.stride[d] = loop.operands[0].stride[d];
    }
    for (int d = 1; d < Rank - 1; ++d)
        grid.by_extent[d] = fixed_divisor::of(loop.extent[d]);
    classify(loop, before);
    grid.near = is_near_loop(loop, can);
    grid.once = false;
    grid.lines = false;
    grid.beside = 1;
    grid.down = false;
    grid.rounds = 2;
    grid.log2_width = 0;
    grid.stream = streams(loop);
    if (grid.through || grid.by_element) {
        grid.by_inner = fixed_divisor::of(inner);
        grid.near = grid.near && grid.through;
        grid.before = grid.through ? output_misalignment(loop) : 0;
        return divide_up(rows * inner + grid.before, block_threads * V);
    }
    // A warp whose elements are side by side is in one row.
    if (can.across)
        grid.near = grid.near && inner >= 32 * V;
    if (can.across && grid.near)
        grid.before = can.stretched ? 0 : across_start(loop);
    index_t const packets = divide_up(inner + (grid.before >= 0 ? grid.before : V - 1), V);
    grid.log2_width = log2_row_width(packets);
    index_t const chunks = divide_up(packets, index_t{1} << grid.log2_width);
    grid.down = are_interleaved(loop);
    if (!grid.near && !can.lines && !grid.down && (chunks << grid.log2_width) * 32 > packets * 33) {
        grid.half = static_cast<int>(divide_up(loop.extent[Rank - 2], index_t{2}));
        grid.beside = static_cast<int>(packets);
        grid.by_inner = fixed_divisor::of(packets);
        grid.by_beside = fixed_divisor::of(grid.half);
        return divide_up(rows / loop.extent[Rank - 2] * grid.half * packets, block_threads);
    }
    // Several operands may be views of one array that are some rows apart: what a block reads of
    // its neighbours' rows is less, the more rows it has.
    index_t const height = block_threads >> grid.log2_width;
    while (grid.near && loop.count > 4 && grid.rounds < tuning::most_rounds &&
           chunks * (rows / (2 * grid.rounds * height)) >= tuning::enough_blocks)
        grid.rounds *= 2;
    index_t const column = divide_up(rows, grid.rounds * height);
    grid.beside = static_cast<int>(grid.down ? column : chunks);
    grid.by_beside = fixed_divisor::of(grid.beside);
    return chunks * column;
}

/// Whether 32 bits hold every index of a loop, those of a block's threads behind its end too, and
/// its blocks fit one launch.
inline bool fits_one_launch(loop_view const& loop) {
    return fits_32_bits(loop.extent, loop.rank, loop.operands, loop.count) &&
           loop.size() < max_blocks - 2 * block_threads * 16;
}
inline void launch_pieces(loop_view const& loop, void (*launch)(void*), void* what);
/// The two halves along the axis on which some operand reaches farthest.
TWILL_COLD inline void launch_halves(loop_view const& loop, void (*launch)(void*), void* what) {
    int longest = 0;
    index_t reach = -1;
    for (int d = 0; d < loop.rank; ++d)
        for (int k = 0; k < loop.count; ++k) {
            index_t const step = loop.operands[k].data ? magnitude(loop.operands[k].stride[d]) : 0;
            index_t const far = (loop.extent[d] - 1) * (step > 1 ? step : 1);
            if (far > reach) {
                reach = far;
                longest = d;
            }
        }
    index_t const whole = loop.extent[longest];
    index_t const middle = whole / 2;
    auto move = [&](index_t by) {
        for (int k = 0; k < loop.count; ++k)
            shift(loop.operands[k], by * loop.operands[k].stride[longest]);
    };
    loop.extent[longest] = middle;
    launch_pieces(loop, launch, what);
    loop.extent[longest] = whole - middle;
    move(middle);
    launch_pieces(loop, launch, what);
    move(-middle);
    loop.extent[longest] = whole;
}
/// Calls launch(what) for pieces of a loop that fit: extents and origins are those of the piece.
TWILL_COLD inline void launch_pieces(loop_view const& loop, void (*launch)(void*), void* what) {
    if (fits_one_launch(loop))
        launch(what);
    else
        launch_halves(loop, launch, what);
}

/// Marks the operands that are the transpose of a staged one.
TWILL_COLD inline void find_mirrored(loop_view const& loop) {
    int const rank = loop.rank;
    auto staged = [](operand_record const& o) { return o.data && *o.tile != not_staged; };
    for (int k = 1; k < loop.count; ++k) {
        operand_record const& direct = loop.operands[k];
        if (!direct.data || staged(direct))
            continue;
        for (int j = 1; j < loop.count; ++j) {
            operand_record const& other = loop.operands[j];
            if (!staged(other) || (*other.tile & staged_as_mirror) || *other.data != *direct.data ||
                other.element_size != direct.element_size ||
                other.stride[rank - 1] != direct.stride[rank - 2] ||
                other.stride[rank - 2] != direct.stride[rank - 1])
                continue;
            bool same = true;
            for (int d = 0; d < rank - 2; ++d)
                same = same && other.stride[d] == direct.stride[d];
            if (same) {
                *direct.tile = *other.tile | staged_as_mirror;
                break;
            }
        }
    }
}

/// Stages what fits of the operands that are transposed, in tiles of size x size, of which the
/// first `ahead` columns may be their neighbour's as well (shifted_tile). Returns the bytes of
/// shared memory that a block needs and, in `blocks`, how many there are.
template <int Rank>
TWILL_COLD std::size_t cut_tiled(loop_view const& loop, int tile_axis, int size, int ahead,
                                 tile_shape<Rank>& grid, index_t& blocks) {
    bring_beside_inner(loop.extent, Rank, loop.operands, loop.count, tile_axis);
    constexpr std::size_t most = elementwise_tuning::shared_bytes;
    std::size_t shared = 0;
    bool all_staged = true;
    for (int k = 1; k < loop.count; ++k) {
        operand_record const& operand = loop.operands[k];
        bool const staged = operand.data && operand.stride[Rank - 2] == 1 &&
                            operand.stride[Rank - 1] != 0 && operand.stride[Rank - 1] != 1;
        if (!staged) {
            all_staged = all_staged && !operand.data;
            continue;
        }
        std::size_t const bytes = bytes_of_tile(size, operand.element_size);
        if (shared + bytes > most) {
            all_staged = false;
            continue;  // it is read as it lies
        }
        *operand.tile = static_cast<unsigned>(shared);
        shared += bytes;
    }
    bool const agree = loop.operands[0].stride[Rank - 1] == 1 &&
                       rows_agree(loop.extent, Rank, loop.operands[0], loop.lanes) &&
                       packet_offset(loop.operands[0], loop.lanes, 0) == 0;
    classify(loop, agree ? 0 : -1);
    grid.shifted = !agree && all_staged && ahead > 0;
    for (int d = 0; d < Rank; ++d) {
        grid.extent[d] = loop.extent[d];
        grid.stride[d] = loop.operands[0].stride[d];
    }
    index_t const rows = divide_up(loop.extent[Rank - 2], size);
    index_t const columns = grid.shifted
                                ? divide_up(loop.extent[Rank - 1] + ahead - 1, size - ahead)
                                : divide_up(loop.extent[Rank - 1], size);
    index_t const outer = loop.size() / (loop.extent[Rank - 2] * loop.extent[Rank - 1]);
    bool const mirrored =
        loop.extent[Rank - 2] == loop.extent[Rank - 1] && 2 * shared <= most && !grid.shifted;
    if (mirrored)
        find_mirrored(loop);
    grid.tiles_row = static_cast<unsigned>(rows);
    grid.tiles_column = static_cast<unsigned>(columns);
    grid.mirrored = mirrored ? static_cast<unsigned>(shared) : 0;
    index_t const row = mirrored ? divide_up(rows, 2) * 2 + 1 : columns;
    index_t const plane = mirrored ? divide_up(rows, 2) * row : rows * columns;
    grid.plane = static_cast<unsigned>(plane);
    grid.by_plane = fixed_divisor::of(plane);
    grid.by_row = fixed_divisor::of(row);
    blocks = outer * plane;
    return mirrored ? 2 * shared : shared;
}

}  // namespace twill::inline v0::detail
