// SPDX-License-Identifier: MIT
// How a reduction is dealt to blocks of a device whose outputs have elements near each other:
// patches that pass through shared memory.
#pragma once

#include "twill/ops/reduce/deal_flat.hpp"

namespace twill::inline v0::detail {

/// Elements of an output in several lines where there is no other way for neighbouring outputs.
inline constexpr index_t most_in_patch = 512;
/// Rows above which lines of more columns are read by others. (Sums over axis 1 of 100 x 200 x 3333
/// float32 take 0.078 ms, 0.141 in patches, of 500 x 20 x 6711 0.133 and 0.129.)
inline constexpr index_t most_rows_of_patch = 24;
inline constexpr index_t most_columns_of_patch = 128;

/// Bytes of a plane of few columns above which it is read as a run of them. (Sums of 20000 x 1000 x
/// 3 float32 take 0.076 ms so, 0.093 in patches, of 60000 x 150 x 2 0.044 and 0.033.)
inline constexpr index_t most_bytes_of_few_columns = 8192;
/// Elements of an output in lines of whole packets up to which wide sums of each take longer than
/// all else. (Deviations of 2 x 2 of 8192 x 8192 float32 take 0.255 ms in columns, 0.202 so, of 4 x
/// 4 0.137 and 0.240.)
inline constexpr index_t few_elements_of_wide_sums = 4;

/// Threads of a group that has an output of a patch together: so many that most threads have work,
/// and that no more than two of a warp find theirs in one bank of shared memory.
inline int patch_group(patch_deal const& cut, index_t outputs, int element_bytes) {
    int const banks = larger(128 / element_bytes, 1);
    int alike = 1;  // units after which banks come again
    while (alike < banks && cut.unit % (alike * 2) == 0)
        alike *= 2;
    int log2 = 0;
    while (log2 < 5 && 2 << log2 <= cut.run &&
           (outputs << (log2 + 1) <= reduce_threads || 16 * alike > (banks * cut.inner) << log2))
        ++log2;
    return log2;
}

/// Outputs whose elements lie near each other in memory, but not in runs: a few lines of each, or
/// all of them in one. `last`: the ways for neighbouring outputs have been asked. False where that
/// is not the way, and then nothing has changed.
TWILL_COLD inline bool deal_patches(reduce_deal& d, reduce_kernels const& with, index_t resident,
                                    bool last, index_t const* extent, int rank, int split,
                                    operand_record const* operands, int count, index_t* stride) {
    if (with.patch_elements == 0 || split == 0 || split == rank || rank - split > 2)
        return false;
    int const lanes = with.row_lanes;
    operand_record const* one = nullptr;
    int start = 0;
    for (int k = 1; k < count; ++k) {
        operand_record const& x = operands[k];
        if (!x.data) {
            // A thread counts an output's elements as they come.
            if (x.stride[rank - 1] != 1 || (rank - split == 2 && extent[rank - 2] != 1 &&
                                            x.stride[rank - 2] != extent[rank - 1]))
                return false;
            continue;
        }
        index_t const offset = lanes > 1 ? packet_offset(x, lanes, 0) : 0;
        index_t const bytes = larger(index_t{x.element_size}, index_t{1});
        auto const ahead = static_cast<int>(offset / bytes);
        if (offset % bytes != 0 || (one && ahead != start))
            return false;
        for (int a = 0; one && a < rank; ++a)
            if (extent[a] != 1 && x.stride[a] != one->stride[a])
                return false;
        one = &x;
        start = ahead;
    }
    if (!one)
        return false;
    patch_deal cut;
    int axis = split - 1;
    index_t inner = one->stride[axis] == 1 && extent[axis] > 1 ? extent[axis--] : 1;
    index_t run = extent[rank - 1];
    index_t lines = rank - split == 2 ? extent[rank - 2] : 1;
    index_t step = lines == 1 ? 0 : one->stride[rank - 2];
    index_t const most = with.patch_elements;
    // Where rows are whole packets a thread has columns of them.
    bool const whole = start == 0 && (inner > 1 ? inner : step) % with.column_lanes == 0 &&
                       !(with.wide_sums && lines > 1 && lines * run <= few_elements_of_wide_sums);
    if (last ? lines == 1 || lines * run > most_in_patch
             : whole || (lines > 1 && lines * run > known_elements))
        return false;
    if (inner == 1 ? lines == 1 || one->stride[rank - 1] != 1 : one->stride[rank - 1] < inner)
        return false;
    bool const columns =
        lines == 1 && (one->stride[rank - 1] != inner || inner > most / run || axis < 0 ||
                       extent[axis] == 1 || one->stride[axis] != run * inner);
    if (columns && run > most_rows_of_patch && inner > most_columns_of_patch)
        return false;
    if (columns) {
        // Lines of neighbouring outputs, with an element of each.
        lines = run;
        step = one->stride[rank - 1];
        run = 1;
        inner = 1;
        axis = split - 1;
    } else if (one->stride[rank - 1] != inner || axis < 0 || extent[axis] == 1 ||
               one->stride[axis] != run * inner) {
        return false;
    }
    if (run > most / inner || run * inner > most / lines)
        return false;
    if (lines == 1 && run * inner * with.patch_bytes > most_bytes_of_few_columns &&
        with.narrow_columns && period_of_columns(inner, with.column_lanes) <= most_period_of_team)
        return false;
    for (int a = 0; a < axis - 1; ++a)
        if (extent[a] != 1)
            return false;
    cut.along_step = axis > 0 && extent[axis - 1] != 1 ? one->stride[axis - 1] : 0;
    index_t const unit = run * inner;
    index_t units = smaller(((most - lanes) / lines - lanes) / unit, extent[axis]);
    // Lines of less than two sectors of memory would be read for nothing.
    if (units < 1 || (lines > 1 && units < extent[axis] && units * unit * with.patch_bytes < 64))
        return false;
    cut.chunks = divide_up(extent[axis], units);
    // Whole packets follow each other in one line, patches of several are about as wide as others.
    if (lines > 1)
        units = divide_up(extent[axis], cut.chunks);
    else if (units > lanes)
        units = units / lanes * lanes;
    cut.chunks = divide_up(extent[axis], units);
    cut.units = static_cast<int>(units);
    cut.unit = static_cast<int>(unit);
    cut.inner = static_cast<int>(inner);
    cut.line = extent[axis];
    index_t pitch = units * unit;
    while (pitch % lanes != (step & (lanes - 1)))
        ++pitch;
    cut.pitch = static_cast<int>(pitch);
    cut.runs = static_cast<int>(columns ? 1 : lines);
    cut.run = static_cast<int>(columns ? lines : run);
    cut.run_step = static_cast<int>(columns ? pitch : inner);
    index_t const packets = units * unit / lanes;
    cut.log2_width = 8;
    while (cut.log2_width > 2 && index_t{1} << (cut.log2_width - 1) >= packets && lines > 1)
        --cut.log2_width;
    cut.patches = d.outputs / inner / cut.line * cut.chunks;
    index_t const places = larger(resident / 2048 * with.patch_blocks, index_t{1});
    if (cut.patches * 2 < places || cut.patches >= index_t{1} << 31)
        return false;
    d.log2_group = patch_group(cut, units * inner, with.patch_bytes);
    cut.known = d.log2_group == 0 && cut.runs * cut.run <= known_elements;
    d.patch = cut;
    d.packet_start = start;
    d.row_step = step;
    d.rows = lines;
    d.blocks = smaller(cut.patches, places);
    d.contiguous = false;
    for (int a = 0; a < rank; ++a)
        stride[a] = one->stride[a];
    for (int a = 0; a < split; ++a)
        d.output_step = extent[a] != 1 ? operands[0].stride[a] : d.output_step;
    if (!lies_in_order(extent, 0, split, operands[0].stride, d.output_step))
        d.output_step = 0;
    return true;
}

}  // namespace twill::inline v0::detail
