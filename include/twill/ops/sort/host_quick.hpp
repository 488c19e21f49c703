// SPDX-License-Identifier: MIT
// Quicksort of integers on x86-64 processors with AVX-512: a register of elements is compared with
// the pivot at once, and each side's are stored side by side (compress). Blacher, Giesen and
// Kühne, Fast and Robust Vectorized In-Place Sorting of Primitive Types, 2021.
#pragma once

#include <vector>

#include "twill/ops/sort/host_network.hpp"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__CUDA_ARCH__)
#define TWILL_SORTS_IN_REGISTERS

namespace twill::inline v0::detail {

#define TWILL_SORT_TARGET \
    __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,popcnt,bmi,bmi2")))
#define TWILL_SORT_INLINE \
    __attribute__((always_inline, target("avx512f,avx512vl,avx512bw,avx512dq,popcnt,bmi,bmi2")))

inline bool sorts_in_registers() {
    static bool const has =
        __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return has;
}

/// Signed integers that fill a register.
template <class Lane>
struct sort_register;
template <>
struct sort_register<std::int32_t> {
    using values = int __attribute__((vector_size(64)));
    using mask = unsigned short;
    /// Where x < y, or x <= y.
    template <bool OrEqual>
    TWILL_SORT_INLINE static inline mask compare(values const& x, values const& y) {
        return static_cast<mask>(
            __builtin_ia32_cmpd512_mask(x, y, OrEqual ? 2 : 1, static_cast<mask>(-1)));
    }
    /// The lanes of a mask, side by side.
    TWILL_SORT_INLINE static inline values compress(values const& x, mask wanted) {
        return __builtin_ia32_compresssi512_mask(x, x, wanted);
    }
    /// The first lanes of x where the mask has bits, those of y elsewhere.
    TWILL_SORT_INLINE static inline values expand(values const& x, values const& y, mask to) {
        return __builtin_ia32_expandsi512_mask(x, y, to);
    }
    TWILL_SORT_INLINE static inline values load_some(std::int32_t const* from, mask there) {
        return __builtin_ia32_loaddqusi512_mask(reinterpret_cast<int const*>(from), values{},
                                                there);
    }
    /// One more where the mask has bits.
    TWILL_SORT_INLINE static inline void count(values& x, mask where) {
#if defined(__clang__)
        x = __builtin_ia32_selectd_512(where, x + 1, x);
#else
        x = __builtin_ia32_paddd512_mask(x, values{} + 1, x, where);
#endif
    }
    TWILL_SORT_INLINE static inline void store(std::int32_t* to, values const& x, mask wanted) {
        __builtin_ia32_storedqusi512_mask(reinterpret_cast<int*>(to), x, wanted);
    }
};
template <>
struct sort_register<std::int64_t> {
    using values = long long __attribute__((vector_size(64)));
    using mask = unsigned char;
    template <bool OrEqual>
    TWILL_SORT_INLINE static inline mask compare(values const& x, values const& y) {
        return static_cast<mask>(
            __builtin_ia32_cmpq512_mask(x, y, OrEqual ? 2 : 1, static_cast<mask>(-1)));
    }
    TWILL_SORT_INLINE static inline values compress(values const& x, mask wanted) {
        return __builtin_ia32_compressdi512_mask(x, x, wanted);
    }
    TWILL_SORT_INLINE static inline values expand(values const& x, values const& y, mask to) {
        return __builtin_ia32_expanddi512_mask(x, y, to);
    }
    TWILL_SORT_INLINE static inline values load_some(std::int64_t const* from, mask there) {
        return __builtin_ia32_loaddqudi512_mask(reinterpret_cast<long long const*>(from), values{},
                                                there);
    }
    TWILL_SORT_INLINE static inline void count(values& x, mask where) {
#if defined(__clang__)
        x = __builtin_ia32_selectq_512(where, x + 1, x);
#else
        x = __builtin_ia32_paddq512_mask(x, values{} + 1, x, where);
#endif
    }
    TWILL_SORT_INLINE static inline void store(std::int64_t* to, values const& x, mask wanted) {
        __builtin_ia32_storedqudi512_mask(reinterpret_cast<long long*>(to), x, wanted);
    }
};

/// Lanes on their way to the two ends of a range.
template <class Lane, bool OrEqual>
struct lane_partition {
    using reg = sort_register<Lane>;
    using values = typename reg::values;
    using mask = typename reg::mask;
    static constexpr int width = 64 / static_cast<int>(sizeof(Lane));

    values pivot;
    Lane* low;   ///< behind what was stored at the beginning
    Lane* high;  ///< where what was stored at the end begins

    TWILL_SORT_INLINE static inline values load(Lane const* from) {
        values x;
        __builtin_memcpy(&x, from, sizeof(x));
        return x;
    }
    TWILL_SORT_INLINE static inline void store(Lane* to, values const& x) {
        __builtin_memcpy(to, &x, sizeof(x));
    }
    /// A register, where both ends have room for one.
    TWILL_SORT_INLINE inline void put(values const& x) {
        mask const below = reg::template compare<OrEqual>(x, pivot);
        int const count = __builtin_popcount(below);
        values const both = reg::expand(reg::compress(x, static_cast<mask>(~below)),
                                        reg::compress(x, below), static_cast<mask>(-1u << count));
        store(low, both);
        store(high - width, both);
        low += count;
        high -= width - count;
    }
    TWILL_SORT_INLINE inline void put_four(Lane const* from) {
        values const x = load(from);
        values const y = load(from + width);
        values const z = load(from + 2 * width);
        values const w = load(from + 3 * width);
        put(x);
        put(y);
        put(z);
        put(w);
    }
    /// Some lanes of one, where the ends have room for no others.
    TWILL_SORT_INLINE inline void put_last(values const& x, mask there) {
        auto const below = static_cast<mask>(reg::template compare<OrEqual>(x, pivot) & there);
        auto const above = static_cast<mask>(~below & there);
        int const count = __builtin_popcount(below);
        int const rest = __builtin_popcount(above);
        reg::store(low, reg::compress(x, below), static_cast<mask>((1u << count) - 1));
        low += count;
        high -= rest;
        reg::store(high, reg::compress(x, above), static_cast<mask>((1u << rest) - 1));
    }
};

/// As part_lanes, of fewer than 16 registers.
template <class Lane, bool OrEqual>
TWILL_SORT_TARGET TWILL_NOINLINE index_t part_few_lanes(Lane* lanes, index_t count, Lane pivot) {
    using part = lane_partition<Lane, OrEqual>;
    using mask = typename part::mask;
    constexpr index_t width = part::width;
    Lane copy[16 * width];
    std::copy_n(lanes, count, copy);
    part to{typename part::values{} + pivot, lanes, lanes + count};
    for (index_t k = 0; k < count; k += width) {
        index_t const left = count - k;
        to.put_last(part::load(copy + k),
                    static_cast<mask>(left < width ? (1u << left) - 1 : (1u << width) - 1));
    }
    return to.low - lanes;
}
/// Lanes below the pivot, or up to it, before the others; gives how many.
template <class Lane, bool OrEqual>
TWILL_SORT_TARGET TWILL_NOINLINE index_t part_lanes(Lane* lanes, index_t count, Lane pivot) {
    using part = lane_partition<Lane, OrEqual>;
    using values = typename part::values;
    using mask = typename part::mask;
    constexpr index_t width = part::width;
    // Registers that are read from one side: which one is a branch that is not foreseen.
    constexpr index_t block = 8;
    if (count < 2 * block * width)
        return part_few_lanes<Lane, OrEqual>(lanes, count, pivot);
    part to{values{} + pivot, lanes, lanes + count};
    // Room for what comes next: a block from each side is held.
    values held[2 * block];
    for (index_t k = 0; k < block; ++k) {
        held[k] = part::load(lanes + k * width);
        held[block + k] = part::load(lanes + count - (k + 1) * width);
    }
    Lane const* left = lanes + block * width;
    Lane const* right = lanes + count - block * width;
    while (right - left >= block * width) {
        // The half that is nearer to what is stored comes first.
        if (left - to.low <= to.high - right) {
            to.put_four(left);
            to.put_four(left + 4 * width);
            left += block * width;
        } else {
            right -= block * width;
            to.put_four(right + 4 * width);
            to.put_four(right);
        }
    }
    while (right - left >= width) {
        bool const first = left - to.low <= to.high - right;
        right -= first ? 0 : width;
        values const x = part::load(first ? left : right);
        left += first ? width : 0;
        to.put(x);
    }
    auto const rest = static_cast<mask>((1u << (right - left)) - 1);
    to.put_last(part::reg::load_some(left, rest), rest);
    for (index_t k = 0; k + 1 < 2 * block; ++k)
        to.put(held[k]);
    to.put_last(held[2 * block - 1], static_cast<mask>(-1));
    return to.low - lanes;
}

/// Counts for each lane of register S, or those of all, whether lane `own` of register R comes
/// before it: of equal ones the first.
template <class Lane, int R, int S, class Values>
TWILL_SORT_INLINE inline void count_before(Values const& one, Values const* x, Values* before,
                                           unsigned later) {
    using reg = sort_register<Lane>;
    using mask = typename reg::mask;
    if constexpr (R == S)
        reg::count(before[S], static_cast<mask>(reg::template compare<false>(one, x[S]) |
                                                (reg::template compare<true>(one, x[S]) & later)));
    else
        reg::count(before[S], reg::template compare<(R < S)>(one, x[S]));
}
template <class Lane, int Registers, int R, class Values>
TWILL_SORT_INLINE inline void count_all_before(Lane const* own, index_t count, Values const* x,
                                               Values* before) {
    constexpr int width = 64 / static_cast<int>(sizeof(Lane));
    for (int l = 0; l < width && R * width + l < count; ++l) {
        Values const one = Values{} + own[R * width + l];
        unsigned const later = ~0u << l << 1;
        count_before<Lane, R, 0>(one, x, before, later);
        if constexpr (Registers > 1)
            count_before<Lane, R, 1>(one, x, before, later);
        if constexpr (Registers > 2) {
            count_before<Lane, R, 2>(one, x, before, later);
            count_before<Lane, R, 3>(one, x, before, later);
        }
    }
}
/// Sorts few lanes, in one, two or four registers: it is counted how many come before each.
template <int Registers, class Lane>
TWILL_SORT_TARGET TWILL_NOINLINE void sort_few_lanes(Lane* lanes, index_t count) {
    using part = lane_partition<Lane, false>;
    using values = typename part::values;
    constexpr index_t width = part::width;
    constexpr index_t all = Registers * width;
    Lane copy[all];
    for (index_t k = 0; k < all; ++k)
        copy[k] = k < count ? lanes[k] : limits<Lane>::max;
    values x[Registers];
    values before[Registers] = {};
    for (int r = 0; r < Registers; ++r)
        x[r] = part::load(copy + r * width);
    count_all_before<Lane, Registers, 0>(copy, count, x, before);
    if constexpr (Registers > 1)
        count_all_before<Lane, Registers, 1>(copy, count, x, before);
    if constexpr (Registers > 2) {
        count_all_before<Lane, Registers, 2>(copy, count, x, before);
        count_all_before<Lane, Registers, 3>(copy, count, x, before);
    }
    Lane places[all];
    for (int r = 0; r < Registers; ++r)
        part::store(places + r * width, before[r]);
    for (index_t k = 0; k < count; ++k)
        lanes[places[k]] = copy[k];
}

/// Lanes [0, middle) and [behind, count) are to be sorted; what is between is in its place.
struct lane_cut {
    index_t middle;
    index_t behind;
};
template <class Lane>
lane_cut cut_lanes(Lane* lanes, index_t count) {
    constexpr int most = 33;
    Lane sample[most];
    index_t const taken = count < 512 ? 3 : count < 8192 ? 9 : most;
    for (index_t k = 0; k < taken; ++k)
        sample[k] = lanes[count / taken * k + count / (2 * taken)];
    std::nth_element(sample, sample + taken / 2, sample + taken);
    Lane const pivot = sample[taken / 2];
    index_t const low = part_lanes<Lane, true>(lanes, count, pivot);
    if (low < count)
        return {low, low};
    // None is greater: those that equal it come last.
    return {part_lanes<Lane, false>(lanes, count, pivot), count};
}
template <class Lane>
void quick_sort_piece(Lane* lanes, index_t count, int depth) {
    constexpr index_t width = 64 / static_cast<index_t>(sizeof(Lane));
    while (count > 4 * width) {
        if (depth-- == 0)
            return std::sort(lanes, lanes + count);
        lane_cut const cut = cut_lanes(lanes, count);
        index_t const above = count - cut.behind;
        if (cut.middle < above) {
            quick_sort_piece(lanes, cut.middle, depth);
            lanes += cut.behind;
            count = above;
        } else {
            quick_sort_piece(lanes + cut.behind, above, depth);
            count = cut.middle;
        }
    }
    if (count <= width)
        sort_few_lanes<1>(lanes, count);
    else if (count <= 2 * width)
        sort_few_lanes<2>(lanes, count);
    else
        sort_few_lanes<4>(lanes, count);
}

/// Brings lane k to its place, none before it greater and none behind it smaller.
template <class Lane>
void quick_select(Lane* lanes, index_t count, index_t k) {
    constexpr index_t width = 64 / static_cast<index_t>(sizeof(Lane));
    for (int depth = 2 * log2_ceiling(count, 62); count > 4 * width; --depth) {
        if (depth == 0)
            return std::nth_element(lanes, lanes + k, lanes + count);
        lane_cut const cut = cut_lanes(lanes, count);
        if (k < cut.middle) {
            count = cut.middle;
        } else if (k < cut.behind) {
            return;
        } else {
            lanes += cut.behind;
            k -= cut.behind;
            count -= cut.behind;
        }
    }
    quick_sort_piece(lanes, count, 0);
}

/// Sorts lanes, on several threads where they are many: pieces are cut in two, all at once, until
/// there are enough of them.
template <class Lane>
void quick_sort(Lane* lanes, index_t count) {
    int const depth = 2 * log2_ceiling(count, 62);
    index_t const threads = count < 2 * sorted_piece ? 1 : thread_count();
    if (threads == 1)
        return quick_sort_piece(lanes, count, depth);
    struct piece {
        Lane* lanes;
        index_t count;
    };
    std::vector<piece> pieces{{lanes, count}};
    while (static_cast<index_t>(pieces.size()) < 4 * threads) {
        std::vector<piece> next(2 * pieces.size());
        sort_pieces(static_cast<index_t>(pieces.size()), [&](index_t k) {
            auto const at = static_cast<std::size_t>(k);
            piece const x = pieces[at];
            next[2 * at] = x;
            next[2 * at + 1] = {x.lanes, 0};
            if (x.count < sorted_piece / 4)
                return;
            lane_cut const cut = cut_lanes(x.lanes, x.count);
            next[2 * at].count = cut.middle;
            next[2 * at + 1] = {x.lanes + cut.behind, x.count - cut.behind};
        });
        pieces = std::move(next);
    }
    sort_pieces(static_cast<index_t>(pieces.size()), [&](index_t k) {
        piece const x = pieces[static_cast<std::size_t>(k)];
        quick_sort_piece(x.lanes, x.count, depth);
    });
}

}  // namespace twill::inline v0::detail

#endif
