// SPDX-License-Identifier: MIT
// Walking the rows of a strided loop on one thread. Where the next chunk lies depends on numbers
// alone, so that is compiled once for all expressions.
#pragma once

#include "twill/host/copy.hpp"

namespace twill::inline v0::detail {

/// Room for one chunk of every operand that is not contiguous along the inner axis.
inline constexpr index_t chunk_elements = 512;
/// The same for elements of any size: the buffers live on the stack. Chunks of one element are
/// contiguous as they stand, and need none.
template <int Bytes>
inline constexpr index_t chunk_of =
    Bytes <= 64 ? chunk_elements : (Bytes <= 32768 ? 32768 / Bytes : 1);

/// How an operand is followed from row to row; distances in bytes for memory, in steps of its value
/// for an index, in elements for the output.
struct walked_operand {
    char const* base;   ///< of memory
    index_t at;         ///< where the row starts
    index_t next_row;   ///< from a row to the next one, unless an outer axis moves on
    index_t inner;      ///< from an element of a row to the next one
    void const** data;  ///< null for an index and for the output
    index_t* start;     ///< null for memory and for the output
    char* buffer;       ///< for a chunk of memory that is not contiguous, null otherwise
    index_t element_size;
    bool beside;     ///< the next row stands beside this one: several are packed at once
    index_t line;    ///< of those packed
    index_t packed;  ///< lines
};

/// Where an operand stands: memory, or an index.
union loop_origin {
    char const* data;
    index_t start;
};

/// The outer axes along which a row stands elsewhere than none before it.
inline constexpr axis_set every_row = ~axis_set{0};

/// A walk over inner indices [from, to) of rows [first, last) of a loop whose inner axis stands
/// last: as much of a row at a time as is contiguous in every operand, a chunk where some operand
/// has to be made so. Operand 0 is the caller's.
class strided_walk {
public:
    /// The caller's memory: `rows` for `operand_count` operands, `buffers` of `chunk * element`
    /// bytes for each of them but the first, which is the output.
    strided_walk(index_t const* extent, int rank, operand_record const* operands, int operand_count,
                 walked_operand* rows, char* buffers, index_t chunk, index_t element)
        : extent_(extent),
          rank_(rank),
          operands_(operands),
          count_(operand_count),
          rows_(rows),
          buffers_(buffers),
          chunk_(chunk),
          element_(element) {}

    index_t row = 0;
    index_t at = 0;              ///< where the stretch starts in operand 0
    index_t count = 0;           ///< elements of the stretch
    axis_set moved = every_row;  ///< outer axes along which it stands elsewhere than the last
    index_t longest = index_t{1} << 62;  ///< that a stretch may be

    /// Stands before the first stretch.
    TWILL_NOINLINE void start(index_t first, index_t last, index_t from, index_t to) {
        row = first;
        last_ = from < to ? last : first;
        length_ = to - from;
        done_ = 0;
        next_moved_ = every_row;
        // Of no stretches an axis may have no elements.
        if (row >= last_)
            return;
        index_t rest = first;
        for (int d = rank_ - 2; d >= 0; --d) {
            at_[d] = rest % extent_[d];
            rest /= extent_[d];
        }
        most_ = smaller(to - from, longest);
        for (int k = 0; k < count_; ++k)
            begin(k, from, to);
    }
    /// Goes to the next stretch; false after the last one.
    TWILL_NOINLINE bool next() {
        moved = next_moved_;
        next_moved_ = 0;
        if (done_ == length_) {
            done_ = 0;
            ++row;
            if (row < last_ && rank_ > 1) {
                moved = axis_set{1} << (rank_ - 2);
                for (int k = 0; k < count_; ++k)
                    rows_[k].at += rows_[k].next_row;
                if (++at_[rank_ - 2] == extent_[rank_ - 2])
                    carry();
            }
        }
        if (row >= last_)
            return false;
        count = smaller(most_, length_ - done_);
        at = rows_[0].at + done_ * rows_[0].inner;
        for (int k = 1; k < count_; ++k)
            place(rows_[k]);
        done_ += count;
        return true;
    }

private:
    /// The units of an operand's strides.
    index_t unit(int k) const { return k > 0 && operands_[k].data ? operands_[k].element_size : 1; }

    void begin(int k, index_t from, index_t to) {
        operand_record const& x = operands_[k];
        walked_operand& r = rows_[k];
        r = {};
        r.inner = x.stride[rank_ - 1] * unit(k);
        r.next_row = rank_ > 1 ? x.stride[rank_ - 2] * unit(k) : 0;
        r.element_size = x.element_size;
        if (k > 0 && x.data) {
            r.base = static_cast<char const*>(*x.data);
            r.data = x.data;
            if (x.stride[rank_ - 1] != 1 && chunk_ > 1) {
                r.buffer = buffers_ + (k - 1) * chunk_ * element_;
                most_ = smaller(most_, chunk_);
                r.beside = rank_ > 1 && x.stride[rank_ - 2] == 1 && x.stride[rank_ - 1] != 0 &&
                           to - from <= chunk_ / lines_at_once;
            }
        } else if (k > 0) {
            r.start = x.start;
            r.at = *x.start;
        }
        r.at += from * r.inner;
        for (int d = 0; d < rank_ - 1; ++d)
            r.at += at_[d] * x.stride[d] * unit(k);
    }
    void place(walked_operand& r) const {
        index_t const first = r.at + done_ * r.inner;
        if (!r.data) {
            *r.start = first;
        } else if (!r.buffer) {
            *r.data = r.base + first;
        } else if (r.beside) {
            place_line(r, r.base + first);
        } else {
            pack(r.buffer, r.base + first, r.inner / r.element_size, count,
                 static_cast<int>(r.element_size));
            *r.data = r.buffer;
        }
    }
    /// The next of the lines that were packed at once.
    void place_line(walked_operand& r, char const* from) const {
        int const size = static_cast<int>(r.element_size);
        index_t const pitch = chunk_ / lines_at_once;
        if (++r.line >= r.packed) {
            index_t const left = smaller(last_ - row, extent_[rank_ - 2] - at_[rank_ - 2]);
            index_t const step = r.inner / r.element_size;
            r.line = 0;
            r.packed = lines_at_once;
            if (left < lines_at_once || !pack_lines(r.buffer, pitch, from, step, count, size)) {
                pack(r.buffer, from, step, count, size);
                r.packed = 1;
            }
        }
        *r.data = r.buffer + r.line * pitch * size;
    }
    /// The axis before the last has come to its end.
    TWILL_NOINLINE void carry() {
        for (int d = rank_ - 2; d > 0 && at_[d] == extent_[d]; --d) {
            at_[d] = 0;
            ++at_[d - 1];
            moved |= axis_set{1} << (d - 1);
            for (int k = 0; k < count_; ++k)
                rows_[k].at +=
                    (operands_[k].stride[d - 1] - extent_[d] * operands_[k].stride[d]) * unit(k);
        }
    }

    index_t const* extent_;
    int rank_;
    operand_record const* operands_;
    int count_;
    walked_operand* rows_;
    char* buffers_;
    index_t chunk_;
    index_t element_;
    index_t last_ = 0;
    index_t length_ = 0;
    index_t most_ = 0;
    index_t done_ = 0;  ///< of the row
    axis_set next_moved_ = every_row;
    index_t at_[max_rank_supported];
};

/// In which order rows are walked: groups of `rows`, `width` inner elements of each row of a group
/// at a time.
struct row_order {
    index_t rows;
    index_t width;
};
/// Puts the axes of a loop in canonical form in the order in which its operands are read best: a
/// long axis in place of a short inner one, and the axis along which an operand lies closest beside
/// the inner one.
TWILL_COLD inline row_order arrange_rows(index_t* extent, int rank, operand_record const* operands,
                                         int count) {
    constexpr index_t short_row = 16;
    int const inner = rank - 1;
    int longest = inner;
    for (int d = 0; d < inner; ++d)
        if (extent[d] > extent[longest])
            longest = d;
    if (extent[inner] < short_row && extent[longest] >= 4 * short_row) {
        std::swap(extent[inner], extent[longest]);
        for (int k = 0; k < count; ++k)
            std::swap(operands[k].stride[inner], operands[k].stride[longest]);
        if (rank > 1)
            bring_beside_inner(extent, rank, operands, count, longest);
        return {rank > 1 ? extent[rank - 2] : 1, chunk_elements};
    }
    for (int k = 1; k < count; ++k) {
        int const axis = operands[k].data ? banded_axis(extent, rank, operands[k]) : -1;
        if (axis >= 0) {
            bring_beside_inner(extent, rank, operands, count, axis);
            return {index_t{1} << 40, chunk_elements / lines_at_once};
        }
    }
    return {index_t{1} << 40, index_t{1} << 40};
}

/// Walks inner indices [from, to) of rows [first, last) of a loop whose inner axis stands last,
/// `step(tree, row, at, count)` handling a chunk of `count` elements of a row with every operand
/// contiguous. Operand 0 is the caller's: `at` is its offset there.
template <int Rank, class Plan, class Step>
void walk_rows(Plan local, index_t first, index_t last, index_t from, index_t to, Step&& step) {
    auto const all = local.records();
    constexpr int count = decltype(all)::count;
    constexpr int out_size = static_cast<int>(sizeof(typename Plan::out_type));
    constexpr int element = Plan::tree_type::widest;
    constexpr index_t chunk = chunk_of<(element > out_size ? element : out_size)>;
    alignas(64) char buffers[chunk > 1 && count > 1 ? (count - 1) * chunk * element : 1];
    walked_operand rows[count];
    strided_walk walk(local.extent.values, Rank, all.values, count, rows, buffers, chunk, element);
    walk.longest = chunk;
    walk.start(first, last, from, to);
    while (walk.next())
        step(local.tree, walk.row, walk.at, walk.count);
}

}  // namespace twill::inline v0::detail
