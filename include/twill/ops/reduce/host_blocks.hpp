// SPDX-License-Identifier: MIT
// Blocks of short rows: the elements of several rows one after the other, so that what a row costs
// beside its elements is paid once for a block.
#pragma once

#include "twill/host/walk.hpp"

namespace twill::inline v0::detail {

/// Copies rows of elements, `size` bytes each, into a contiguous buffer.
template <class Word>
void gather_rows(char* to, char const* from, index_t row_step, index_t step, index_t rows,
                 index_t count) {
    auto* target = reinterpret_cast<Word*>(to);
    auto const* source = reinterpret_cast<Word const*>(from);
    for (index_t row = 0; row < rows; ++row, source += row_step)
        for (index_t j = 0; j < count; ++j)
            *target++ = source[j * step];
}
TWILL_NOINLINE inline void pack_rows(char* to, char const* from, index_t row_step, index_t step,
                                     index_t rows, index_t count, int size) {
    bool const aligned = reinterpret_cast<std::uintptr_t>(from) % static_cast<unsigned>(size) == 0;
    if (size == 4 && aligned)
        return gather_rows<word32>(to, from, row_step, step, rows, count);
    if (size == 8 && aligned)
        return gather_rows<word64>(to, from, row_step, step, rows, count);
    for (index_t row = 0; row < rows; ++row)
        pack(to + row * count * size, from + row * row_step * size, step, count, size);
}

/// A walk over blocks of rows of a loop of `rank` axes, of which the last has the `inner` elements
/// of a row and the one before counts rows; with `inner` = 0 the last axis counts rows of one
/// element.
class row_blocks {
public:
    /// `positions`: bits of the operands that start anew in every row. `origin`: memory for
    /// as many; `buffers`: as strided_walk.
    row_blocks(index_t const* extent, int rank, index_t inner, operand_record const* operands,
               int count, std::uint64_t positions, loop_origin* origin, char* buffers,
               index_t chunk, index_t element)
        : extent_(extent),
          operands_(operands),
          count_(count),
          row_axis_(inner == 0 ? rank - 1 : rank - 2),
          inner_axis_(rank - 1),
          inner_(inner == 0 ? 1 : inner),
          positions_(positions),
          origin_(origin),
          buffers_(buffers),
          chunk_(chunk),
          element_(element) {}

    index_t row = 0;   ///< the block's first
    index_t rows = 0;  ///< of the block; they lie along one axis

    /// Whether every operand can be read so.
    bool possible() const {
        if (inner_ > chunk_ || row_axis_ < 0)
            return false;
        for (int k = 1; k < count_; ++k)
            if (!operands_[k].data && !(k < 64 && positions_ >> k & 1) && !follows(operands_[k]))
                return false;
        return true;
    }
    /// Keeps where the operands stand at the loop's origin; before anything moves them.
    void keep_origin() {
        for (int k = 1; k < count_; ++k)
            if (operands_[k].data)
                origin_[k].data = static_cast<char const*>(*operands_[k].data);
            else
                origin_[k].start = *operands_[k].start;
    }
    void return_to_origin() const {
        for (int k = 1; k < count_; ++k)
            if (operands_[k].data)
                *operands_[k].data = origin_[k].data;
            else
                *operands_[k].start = origin_[k].start;
    }
    /// Stands before row `first`.
    void start(index_t first, index_t last) {
        row = first;
        rows = 0;
        last_ = last;
    }
    /// Goes to the next block, of at most `most` rows; false after the last one.
    TWILL_NOINLINE bool next(index_t most) {
        row += rows;
        if (row >= last_)
            return false;
        index_t const along = extent_[row_axis_];
        index_t at[max_rank_supported];
        index_t rest = row;
        for (int d = row_axis_; d >= 0; --d) {
            at[d] = d == 0 ? rest : rest % extent_[d];
            rest = d == 0 ? 0 : rest / extent_[d];
        }
        rows = smaller(most, chunk_ / inner_, last_ - row, along - at[row_axis_]);
        for (int k = 1; k < count_; ++k) {
            operand_record const& x = operands_[k];
            index_t offset = 0;
            for (int d = 0; d <= row_axis_; ++d)
                offset += at[d] * x.stride[d];
            if (!x.data) {
                *x.start = origin_[k].start + offset;
                continue;
            }
            char const* const from = origin_[k].data + offset * x.element_size;
            *x.data = from;
            if (follows(x) || rows * inner_ == 1)
                continue;
            char* const buffer = buffers_ + (k - 1) * chunk_ * element_;
            pack_rows(buffer, from, x.stride[row_axis_], x.stride[inner_axis_], rows, inner_,
                      x.element_size);
            *x.data = buffer;
        }
        return true;
    }

private:
    /// Whether the elements of rows follow each other: in memory, or as an index counts.
    bool follows(operand_record const& x) const {
        if (!x.data)
            return row_axis_ == inner_axis_ ||
                   x.stride[row_axis_] == inner_ * x.stride[inner_axis_];
        return (inner_ == 1 || x.stride[inner_axis_] == 1) && x.stride[row_axis_] == inner_;
    }

    index_t const* extent_;
    operand_record const* operands_;
    int count_;
    int row_axis_;
    int inner_axis_;
    index_t inner_;
    std::uint64_t positions_;
    loop_origin* origin_;
    char* buffers_;
    index_t chunk_;
    index_t element_;
    index_t last_ = 0;
};

}  // namespace twill::inline v0::detail
