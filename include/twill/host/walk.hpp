// SPDX-License-Identifier: MIT
// Walking the rows of a strided loop on one thread. What it does depends on numbers alone, so it is
// compiled once: an expression brings a function for one chunk of a row.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>

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

template <class Word>
void gather(void* to, char const* from, index_t stride, index_t count) {
    Word* const target = static_cast<Word*>(to);
    Word const* const source = reinterpret_cast<Word const*>(from);
    for (index_t i = 0; i < count; ++i)
        target[i] = source[i * stride];
}
template <class Word>
void scatter(Word* to, index_t stride, Word const* from, index_t count) {
    for (index_t i = 0; i < count; ++i)
        to[i * stride] = from[i];
}

/// Copies `count` elements that lie `stride` elements apart into a contiguous buffer.
inline void pack(void* to, char const* from, index_t stride, index_t count, int size) {
    bool const aligned = reinterpret_cast<std::uintptr_t>(from) % static_cast<unsigned>(size) == 0;
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

/// Room for one chunk of every operand that is not contiguous along the inner axis.
inline constexpr index_t chunk_elements = 512;
/// The same for elements of any size.
template <int Bytes>
inline constexpr index_t chunk_of =
    Bytes <= 64 ? chunk_elements : (Bytes <= 32768 ? 32768 / Bytes : 1);

/// Where a row starts in an operand.
struct row_operand {
    char const* base;  ///< of memory
    index_t origin;    ///< of an index
    index_t offset;
};

/// A loop whose inner axis stands last.
struct row_walk {
    index_t const* extent;
    int rank;
    int count;                       ///< operands, the output's place among them
    operand_record const* operands;  ///< the output's first
    row_operand* rows;
    char* buffers;  ///< `chunk * element` bytes for every operand but the output
    index_t chunk;
    index_t element;
    void* context;
    void (*step)(void* context, index_t row, index_t at, index_t count);

    /// Inner indices [from, to) of rows [first, last): `step` for chunks of a row, every operand
    /// being contiguous. Operand 0 is the caller's: `at` is its offset there.
    void run(index_t first, index_t last, index_t from, index_t to) const {
        for (int k = 0; k < count; ++k)
            rows[k] = {k > 0 && operands[k].data ? static_cast<char const*>(*operands[k].data)
                                                 : nullptr,
                       k > 0 && operands[k].start ? *operands[k].start : 0, 0};
        index_t at[max_rank_supported] = {};
        index_t rest = first;
        for (int d = rank - 2; d >= 0; --d) {
            at[d] = rest % extent[d];
            rest /= extent[d];
            for (int k = 0; k < count; ++k)
                rows[k].offset += at[d] * operands[k].stride[d];
        }
        for (index_t row = first; row < last; ++row) {
            for (index_t j = from; j < to; j += chunk)
                chunk_of_row(row, j, std::min(chunk, to - j));
            for (int d = rank - 2; d >= 0; --d) {
                bool const wraps = ++at[d] == extent[d];
                index_t const steps = wraps ? 1 - extent[d] : 1;
                for (int k = 0; k < count; ++k)
                    rows[k].offset += steps * operands[k].stride[d];
                if (!wraps)
                    break;
                at[d] = 0;
            }
        }
    }

private:
    void chunk_of_row(index_t row, index_t j, index_t n) const {
        for (int k = 1; k < count; ++k) {
            operand_record const& operand = operands[k];
            index_t const stride = operand.stride[rank - 1];
            index_t const start = rows[k].offset + j * stride;
            if (!operand.data) {
                *operand.start = rows[k].origin + start;
                continue;
            }
            char const* const first = rows[k].base + start * operand.element_size;
            if (stride == 1) {
                *operand.data = first;
            } else {
                char* const buffer = buffers + (k - 1) * chunk * element;
                pack(buffer, first, stride, n, operand.element_size);
                *operand.data = buffer;
            }
        }
        step(context, row, rows[0].offset + j * operands[0].stride[rank - 1], n);
    }
};

/// Bytes on the stack, or on the heap where they are many.
template <std::size_t Bytes>
struct row_buffers {
    static constexpr std::size_t most_on_stack = std::size_t{1} << 18;
    alignas(64) char bytes[Bytes];
    char* get() { return bytes; }
};
template <std::size_t Bytes>
    requires(Bytes > (std::size_t{1} << 18))
struct row_buffers<Bytes> {
    std::unique_ptr<char[]> bytes{new char[Bytes]};
    char* get() { return bytes.get(); }
};

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
    row_buffers<static_cast<std::size_t>((count > 1 ? count - 1 : 1) * chunk * element)> buffers;
    row_operand rows[count];
    struct {
        Plan& local;
        std::remove_reference_t<Step>& step;
    } context{local, step};
    using context_type = decltype(context);
    row_walk{local.extent.values,
             Rank,
             count,
             all.values,
             rows,
             buffers.get(),
             chunk,
             element,
             &context,
             [](void* erased, index_t row, index_t at, index_t n) {
                 auto& c = *static_cast<context_type*>(erased);
                 c.step(c.local.tree, row, at, n);
             }}
        .run(first, last, from, to);
}

}  // namespace twill::inline v0::detail
