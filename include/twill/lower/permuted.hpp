// SPDX-License-Identifier: MIT
// Boxes of a loop in which an operand with another order of axes, and the result, both have long
// runs. Nothing here is a template over the expression.
#pragma once

#include "twill/lower/leaf_nodes.hpp"

namespace twill::inline v0::detail {

/// Axes along which a box may have more than one element.
inline constexpr int box_axes = 4;

/// A box of a loop, along at most box_axes of its axes.
struct box_deal {
    int used = 0;
    int axis[box_axes] = {};  ///< in the output's order, the fastest first
    index_t size[box_axes] = {};
    int order[box_axes] = {};  ///< which of them come first in the operand's order
    int pitch[box_axes] = {};  ///< slots of shared memory from one element to the next
    int count = 1;             ///< elements
    int slots = 1;
};

/// Axes of more than one element, those that an operand has closest together first.
TWILL_COLD inline int order_of_axes(index_t const* extent, int rank, index_t const* stride,
                                    int* order) {
    int used = 0;
    for (int d = rank - 1; d >= 0; --d) {
        if (extent[d] == 1)
            continue;
        int at = used++;
        for (; at > 0 && stride[order[at - 1]] > stride[d]; --at)
            order[at] = order[at - 1];
        order[at] = d;
    }
    return used;
}

/// Whether an operand, contiguous along axis `order[0]` and upwards along all, goes through boxes:
/// its order of axes is not the output's, and what a warp reads or writes of it otherwise lies far
/// apart. Its neighbours along either side's first axis do not where that axis is the other side's
/// second one, and short. As multiples of the time of a copy, float32, before and in boxes: axes
/// (2, 1, 0) of 8192 x 1024 x 8 6.7 and 1.19, of 3 x 4096 x 5461 3.9 and 1.5; (0, 2, 1) of 8192 x
/// 1024 x 8 2.2 and 1.17, of 65536 x 341 x 3 1.7 and 1.18; (1, 0, 2) of 262144 x 64 x 4 2.2
/// and 1.20; a transpose to rows of 31 1.56 and 1.18, out of such 1.73 and 1.27, but out of rows of
/// 3 1.13 and 1.17, to rows of 8 1.06 and 1.13. Moves of two bytes take 1.6 of a copy in boxes, of
/// one 2.7.
/// Beside another operand, which hides some of the wait, where it takes several times as long: m +
/// permute(n) takes 5.0 of a copy's time and 1.13 at axes (2, 1, 0) of 8192 x 1024 x 8, 1.00 out of
/// rows of 3.
TWILL_COLD inline bool lies_in_boxes(index_t const* extent, int rank, int const* order,
                                     int element_size, bool alone) {
    int const first = order[0];
    index_t const inner = extent[rank - 1];
    index_t const bytes = inner * element_size;
    bool const narrow = element_size <= 2;
    if (first == rank - 1)  // runs in common
        return order[1] != rank - 2 &&
               (narrow ? bytes < 16 || (alone && inner < 128 && bytes % 16 != 0) : bytes < 64);
    index_t const lines = extent[first];
    index_t const short_lines = element_size == 4 ? 32 : 16;
    index_t const short_inner = element_size == 4 ? 64 : element_size == 1 ? 17 : 16;
    if ((lines < short_lines && order[1] != rank - 1) || (inner < short_inner && first != rank - 2))
        return true;
    bool const long_rows = inner >= 4096;
    bool const few = lines < short_lines && inner >= 64;
    if (!alone)
        return few && (narrow ? lines >= 8 && lines % 2 == 0 : lines * element_size >= 32);
    if (narrow)
        return (few && (!long_rows || (lines >= 4 && lines % 2 == 0))) ||
               (inner >= 16 && inner < 48 && (inner % 8 != 0 || (inner <= 32 && lines <= 32)));
    return (few && !(long_rows && lines * element_size <= (element_size > 4 ? 24 : 16))) ||
           (element_size == 4 && inner < 64 && bytes > 32);
}

/// Whether an operand does: not where it lies downwards along an axis, or is stretched. `alone`:
/// there is no other one.
TWILL_COLD inline bool goes_through_boxes(index_t const* extent, int rank, operand_record const& x,
                                          bool alone) {
    int order[16] = {};
    return order_of_axes(extent, rank, x.stride, order) >= 2 && x.stride[order[0]] == 1 &&
           lies_in_boxes(extent, rank, order, x.element_size, alone);
}

/// How far a box of extents `size` runs without a gap along axes in some order; `next` receives the
/// first one that it does not have all of, or -1.
inline index_t run_of_box(index_t const* extent, index_t const* size, int const* order, int used,
                          int& next) {
    index_t run = 1;
    next = -1;
    for (int i = 0; i < used && next < 0; ++i) {
        run *= size[order[i]];
        if (size[order[i]] < extent[order[i]])
            next = order[i];
    }
    return run;
}

/// Boxes of at most `most` elements along an axis, few of which are smaller than others: elements
/// of boxes that are not whole are looked at one by one.
inline index_t even_size(index_t extent, index_t most) {
    index_t const boxes = (extent + most - 1) / most;
    index_t const even = (extent + boxes - 1) / boxes;
    if (boxes == 1)
        return even;
    if (boxes < 16)
        for (index_t size = most; size * 4 >= even * 3; --size)
            if (extent % size == 0)
                return size;
    index_t const rounded = (even + 7) / 8 * 8;
    return rounded < most ? rounded : even;
}

/// The extents of a box of at most `most` elements: always what has the shorter runs grows.
TWILL_COLD inline void grow_box(index_t const* extent, int rank, index_t const* operand,
                                index_t most, index_t* size) {
    int by_output[16] = {};
    int by_operand[16] = {};
    int used = 0;
    for (int d = rank - 1; d >= 0; --d) {
        size[d] = 1;
        if (extent[d] > 1)
            by_output[used++] = d;
    }
    order_of_axes(extent, rank, operand, by_operand);
    index_t volume = 1;
    int axes = 0;
    auto const grow = [&](int d, index_t to) {
        index_t const longer = to < extent[d] ? to : extent[d];
        if (d < 0 || volume / size[d] * longer > most || (size[d] == 1 && axes == box_axes))
            return false;
        axes += size[d] == 1;
        volume = volume / size[d] * longer;
        size[d] = longer;
        return true;
    };
    int out = -1;
    int in = -1;
    for (;;) {
        index_t const written = run_of_box(extent, size, by_output, used, out);
        index_t const read = run_of_box(extent, size, by_operand, used, in);
        if (out < 0)
            break;
        int const first = written <= read ? out : in;
        int const second = written <= read ? in : out;
        if (!grow(first, size[first] * 2) && !grow(second, size[second] * 2))
            break;
    }
    // What is left of it, and no box much smaller than others.
    for (int const d : {out, in})
        if (d >= 0)
            grow(d, even_size(extent[d], size[d]));
    for (int const d : {out, in}) {
        if (d < 0)
            continue;
        index_t const even = even_size(extent[d], most / (volume / size[d]));
        bool const whole = even > size[d] && extent[d] < 16 * even && extent[d] % even == 0;
        if (whole || even * 4 > size[d] * 5)
            grow(d, even);
    }
}

/// A box of a loop for an operand, of at most `most` elements, whose slots have `bytes`.
TWILL_COLD inline box_deal deal_box(index_t const* extent, int rank, operand_record const& x,
                                    int most, int bytes) {
    index_t size[16];
    grow_box(extent, rank, x.stride, most, size);
    box_deal box;
    for (int d = rank - 1; d >= 0; --d)
        if (size[d] > 1) {
            box.axis[box.used] = d;
            box.size[box.used++] = size[d];
            box.count *= static_cast<int>(size[d]);
        }
    int steps[16];
    int const used = order_of_axes(size, rank, x.stride, steps);
    for (int i = 0; i < used; ++i)
        for (int m = 0; m < used; ++m)
            if (box.axis[m] == steps[i])
                box.order[i] = m;
    // Threads that follow each other write elements of the operand that do: their slots should be
    // in banks that follow each other.
    int const banks = 128 / bytes;
    int wanted[box_axes] = {};
    for (int i = 0, run = 1; i < used && run < banks; ++i) {
        wanted[box.order[i]] = run;
        run *= static_cast<int>(box.size[box.order[i]]);
    }
    // As far as there is memory: otherwise in banks that are apart, or anywhere.
    int next = 0;
    for (int attempt = 0; attempt == 0 || next > most + most / 2; ++attempt) {
        next = 1;
        for (int m = 0; m < used; ++m) {
            if (m > 0 && wanted[m] > 0 && attempt == 0)
                while (next % banks != wanted[m] % banks)
                    ++next;
            if (m > 0 && wanted[m] > 0 && attempt == 1)
                next |= 1;
            box.pitch[m] = next;
            next *= static_cast<int>(box.size[m]);
        }
    }
    box.slots = next;
    return box;
}

}  // namespace twill::inline v0::detail
