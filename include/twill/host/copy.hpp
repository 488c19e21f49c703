// SPDX-License-Identifier: MIT
// Copies between any strides, whatever the elements are: compiled once for all expressions.
#pragma once

#include <cstring>

#include "twill/host/pool.hpp"
#include "twill/lower/plan.hpp"

namespace twill::inline v0::detail {

// Words that may stand for elements of any type of their size.
#if defined(__GNUC__) || defined(__clang__)
#define TWILL_MAY_ALIAS __attribute__((may_alias))
#else
#define TWILL_MAY_ALIAS
#endif
using word8 = std::uint8_t TWILL_MAY_ALIAS;
using word16 = std::uint16_t TWILL_MAY_ALIAS;
using word32 = std::uint32_t TWILL_MAY_ALIAS;
using word64 = std::uint64_t TWILL_MAY_ALIAS;

/// to[i] = from[i * stride]. A stride that is known, and blocks of a length that is, are
/// vectorised.
template <index_t Stride, class Word>
void gather_at(Word* to, Word const* from, index_t count) {
    constexpr index_t block = 16;
    index_t i = 0;
    for (; i + block <= count; i += block) {
        Word lane[block];
        for (index_t l = 0; l < block; ++l)
            lane[l] = from[(i + l) * Stride];
        for (index_t l = 0; l < block; ++l)
            to[i + l] = lane[l];
    }
    for (; i < count; ++i)
        to[i] = from[i * Stride];
}
template <class Word>
void gather(void* to, char const* from, index_t stride, index_t count) {
    Word* const target = static_cast<Word*>(to);
    Word const* const source = reinterpret_cast<Word const*>(from);
    if (stride == -1) {
        gather_at<-1>(target, source, count);
    } else if (stride == 2) {
        gather_at<2>(target, source, count);
    } else {
        for (index_t i = 0; i < count; ++i)
            target[i] = source[i * stride];
    }
}
/// One element of 1, 2, 4 or 8 bytes, `count` times: whole words, whatever it is.
TWILL_NOINLINE inline void repeat_element(char* to, char const* one, index_t count, int size) {
    constexpr index_t width = 8, block = 8 * width;
    char bytes[width];
    for (index_t i = 0; i < width; ++i)
        bytes[i] = one[i & (size - 1)];
    std::uint64_t word;
    std::memcpy(&word, bytes, width);
    std::uint64_t const words[] = {word, word, word, word, word, word, word, word};
    index_t const end = count * size;
    index_t done = 0;
    for (; done + block <= end; done += block)
        std::memcpy(to + done, words, block);
    for (; done + width <= end; done += width)
        std::memcpy(to + done, &word, width);
    for (; done < end; done += size)
        std::memcpy(to + done, bytes, static_cast<std::size_t>(size));
}
template <class Word>
void scatter(Word* to, index_t stride, Word const* from, index_t count) {
    for (index_t i = 0; i < count; ++i)
        to[i * stride] = from[i];
}

/// Copies `count` elements that lie `stride` elements apart into a contiguous buffer.
TWILL_NOINLINE inline void pack(void* to, char const* from, index_t stride, index_t count,
                                int size) {
    if (stride == 1) {
        move_bytes(to, from, static_cast<std::size_t>(count * size));
        return;
    }
    if (stride == 0 && 8 % size == 0)
        return repeat_element(static_cast<char*>(to), from, count, size);
    bool const aligned =
        (reinterpret_cast<std::uintptr_t>(from) | reinterpret_cast<std::uintptr_t>(to)) %
            static_cast<unsigned>(size) ==
        0;
    if (size == 1)
        return gather<word8>(to, from, stride, count);
    if (size == 2 && aligned)
        return gather<word16>(to, from, stride, count);
    if (size == 4 && aligned)
        return gather<word32>(to, from, stride, count);
    if (size == 8 && aligned)
        return gather<word64>(to, from, stride, count);
    for (index_t i = 0; i < count; ++i)
        std::memcpy(static_cast<char*>(to) + i * size, from + i * stride * size,
                    static_cast<std::size_t>(size));
}
/// Copies contiguous elements to places that lie `stride` elements apart.
TWILL_NOINLINE inline void unpack(char* to, index_t stride, char const* from, index_t count,
                                  int size) {
    bool const aligned =
        (reinterpret_cast<std::uintptr_t>(from) | reinterpret_cast<std::uintptr_t>(to)) %
            static_cast<unsigned>(size) ==
        0;
    auto words = [&]<class Word>(Word*) {
        scatter(reinterpret_cast<Word*>(to), stride, reinterpret_cast<Word const*>(from), count);
    };
    if (size == 1)
        return words(static_cast<word8*>(nullptr));
    if (size == 2 && aligned)
        return words(static_cast<word16*>(nullptr));
    if (size == 4 && aligned)
        return words(static_cast<word32*>(nullptr));
    if (size == 8 && aligned)
        return words(static_cast<word64*>(nullptr));
    for (index_t i = 0; i < count; ++i)
        std::memcpy(to + i * stride * size, from + i * size, static_cast<std::size_t>(size));
}

/// Four neighbouring lines, which stand beside each other in `from`: what comes into the cache is
/// used at once, even where the lines of a power of two share its places.
inline constexpr index_t lines_at_once = 4;
template <class Word>
void gather_lines(char* to, index_t next_line, char const* from, index_t stride, index_t count) {
    Word* const target = reinterpret_cast<Word*>(to);
    Word const* const source = reinterpret_cast<Word const*>(from);
    for (index_t i = 0; i < count; ++i) {
        Word const a = source[i * stride], b = source[i * stride + 1], c = source[i * stride + 2],
                   d = source[i * stride + 3];
        target[i] = a;
        target[i + next_line] = b;
        target[i + 2 * next_line] = c;
        target[i + 3 * next_line] = d;
    }
}
/// The same; false, and nothing done, for elements that are no words.
TWILL_NOINLINE inline bool pack_lines(char* to, index_t next_line, char const* from, index_t stride,
                                      index_t count, int size) {
    if ((reinterpret_cast<std::uintptr_t>(from) | reinterpret_cast<std::uintptr_t>(to)) %
            static_cast<unsigned>(size) !=
        0)
        return false;
    if (size == 1)
        gather_lines<word8>(to, next_line, from, stride, count);
    else if (size == 2)
        gather_lines<word16>(to, next_line, from, stride, count);
    else if (size == 4)
        gather_lines<word32>(to, next_line, from, stride, count);
    else if (size == 8)
        gather_lines<word64>(to, next_line, from, stride, count);
    else
        return false;
    return true;
}

/// The axis along which a loop's operand lies transposed to its inner axis: a step there is the
/// shortest. Its lines of the cache are used whole where rows are walked in bands; -1: there is
/// none.
inline int banded_axis(index_t const* extent, int rank, operand_record const& x) {
    index_t const inner = magnitude(x.stride[rank - 1]);
    int found = -1;
    index_t least = inner;
    for (int d = 0; d < rank - 1; ++d) {
        index_t const step = magnitude(x.stride[d]);
        if (extent[d] > 1 && step != 0 && step < least) {
            least = step;
            found = d;
        }
    }
    return inner * x.element_size >= 64 ? found : -1;
}

/// Copies operand 1 of a loop in canonical form to operand 0.
class element_copy {
public:
    element_copy(index_t const* extent, int rank, operand_record const* operands)
        : rank_(rank),
          size_(operands[0].element_size),
          to_(static_cast<char*>(const_cast<void*>(*operands[0].data))),
          from_(static_cast<char const*>(*operands[1].data)) {
        for (int d = 0; d < rank; ++d) {
            extent_[d] = extent[d];
            to_step_[d] = operands[0].stride[d];
            from_step_[d] = operands[1].stride[d];
        }
        int const banded = banded_axis(extent, rank, operands[1]);
        if (banded >= 0) {
            bring_last_but_one(banded);
            band_ = larger<index_t>(64 / size_, 8);
            width_ = 64;
        } else if (extent_[rank - 1] < short_row) {
            lengthen();
        }
        lines_ = 1;
        for (int d = 0; d < rank - 1; ++d)
            lines_ *= extent_[d];
    }

    void run() const {
        index_t const inner = extent_[rank_ - 1];
        // Lines of one band stay together.
        index_t const unit = band_ <= lines_ ? band_ : 1;
        index_t const units = divide_up(lines_, unit);
        if (thread_pool::instance().size() == 1 || lines_ * inner * size_ < least_shared)
            return part(0, lines_, 0, inner);
        if (inner >= 2 * piece_elements) {
            index_t const across = divide_up(inner, piece_elements);
            return parallel_pieces(units * across, [&](index_t piece) {
                index_t const first = piece / across * unit;
                index_t const from = piece % across * piece_elements;
                part(first, smaller(lines_, first + unit), from,
                     smaller(inner, from + piece_elements));
            });
        }
        index_t const lines = larger<index_t>(piece_elements / inner / unit, 1) * unit;
        parallel_pieces(divide_up(lines_, lines), [&](index_t piece) {
            part(piece * lines, smaller(lines_, (piece + 1) * lines), 0, inner);
        });
    }

private:
    static constexpr index_t short_row = 16;
    static constexpr index_t least_shared = index_t{1} << 19;  // bytes

    void exchange(int a, int b) {
        std::swap(extent_[a], extent_[b]);
        std::swap(to_step_[a], to_step_[b]);
        std::swap(from_step_[a], from_step_[b]);
    }
    void bring_last_but_one(int axis) {
        for (; axis < rank_ - 2; ++axis)
            exchange(axis, axis + 1);
    }
    /// The longest axis is walked in place of a short one, a stretch of it at a time.
    void lengthen() {
        int longest = rank_ - 1;
        for (int d = 0; d < rank_ - 1; ++d)
            if (extent_[d] > extent_[longest])
                longest = d;
        if (extent_[longest] < 4 * short_row)
            return;
        exchange(longest, rank_ - 1);
        bring_last_but_one(longest);
        band_ = extent_[rank_ - 2];
        width_ = 256;
    }

    /// Indices [from, to) of the inner axis of lines [first, last): in bands of lines.
    void part(index_t first, index_t last, index_t from, index_t to) const {
        for (index_t line = first; line < last;) {
            index_t at[max_rank_supported];
            index_t rest = line;
            index_t to_offset = 0, from_offset = 0;
            for (int d = rank_ - 2; d >= 0; --d) {
                at[d] = rest % extent_[d];
                rest /= extent_[d];
                to_offset += at[d] * to_step_[d];
                from_offset += at[d] * from_step_[d];
            }
            // Lines of a band lie evenly apart.
            index_t count = last - line;
            if (rank_ > 1)
                count = smaller(band_, count, extent_[rank_ - 2] - at[rank_ - 2]);
            for (index_t i = from; i < to; i += width_)
                band(to_offset, from_offset, count, i, smaller(width_, to - i));
            line += count;
        }
    }
    void band(index_t to_offset, index_t from_offset, index_t lines, index_t from,
              index_t count) const {
        index_t const to_inner = to_step_[rank_ - 1];
        index_t const from_inner = from_step_[rank_ - 1];
        to_offset += from * to_inner;
        from_offset += from * from_inner;
        bool const beside =
            rank_ > 1 && to_inner == 1 && from_inner != 1 && from_step_[rank_ - 2] == 1;
        for (index_t i = 0; i < lines; ++i) {
            char* const to = to_ + to_offset * size_;
            char const* const source = from_ + from_offset * size_;
            if (beside && i + lines_at_once <= lines &&
                pack_lines(to, to_step_[rank_ - 2], source, from_inner, count, size_)) {
                to_offset += lines_at_once * to_step_[rank_ - 2];
                from_offset += lines_at_once;
                i += lines_at_once - 1;
                continue;
            }
            if (to_inner == 1)
                pack(to, source, from_inner, count, size_);
            else if (from_inner == 1)
                unpack(to, to_inner, source, count, size_);
            else
                both(to, to_inner, source, from_inner, count);
            if (rank_ > 1) {
                to_offset += to_step_[rank_ - 2];
                from_offset += from_step_[rank_ - 2];
            }
        }
    }
    void both(char* to, index_t to_inner, char const* from, index_t from_inner,
              index_t count) const {
        constexpr index_t room = 4096;
        alignas(64) char buffer[room];
        index_t const most = room / size_;
        if (most == 0) {
            for (index_t i = 0; i < count; ++i)
                std::memcpy(to + i * to_inner * size_, from + i * from_inner * size_,
                            static_cast<std::size_t>(size_));
            return;
        }
        for (index_t done = 0; done < count; done += most) {
            index_t const now = smaller(most, count - done);
            pack(buffer, from + done * from_inner * size_, from_inner, now, size_);
            unpack(to + done * to_inner * size_, to_inner, buffer, now, size_);
        }
    }

    int rank_;
    int size_;
    char* to_;
    char const* from_;
    index_t extent_[max_rank_supported];
    index_t to_step_[max_rank_supported];
    index_t from_step_[max_rank_supported];
    index_t lines_ = 1;
    index_t band_ = index_t{1} << 40;
    index_t width_ = index_t{1} << 40;
};

}  // namespace twill::inline v0::detail
