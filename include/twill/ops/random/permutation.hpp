// SPDX-License-Identifier: MIT
// Random orders without a sort: a bijection of the positions, computed at each of them. Mitchell,
// Stokes, Frank, Holmes, "Bandwidth-Optimal Random Shuffling for GPUs" (2022): a Feistel network
// over the next power of two, walked until the result is in range.
#pragma once

#include "twill/array/evaluate.hpp"
#include "twill/core/processor.hpp"
#include "twill/expr/generators.hpp"
#include "twill/ops/index/indexing.hpp"
#include "twill/ops/random/distributions.hpp"
#include "twill/ops/reduce/reductions.hpp"
#include "twill/ops/scan/scans.hpp"
#include "twill/ops/sort/search.hpp"

namespace twill::inline v0 {
namespace detail {

struct permutation_function {
    static constexpr char const* name = "random::permutation";
    static constexpr bool costly = true;
    static constexpr int rounds = 24;

    std::uint32_t keys[rounds];
    std::uint64_t count;
    int left_bits;
    int right_bits;

    permutation_function(std::uint64_t key, index_t n) : count(static_cast<std::uint64_t>(n)) {
        // Of less than 256 positions not every order would be as likely as every other.
        int bits = 8;
        while (bits < 63 && (std::uint64_t{1} << bits) < count)
            ++bits;
        left_bits = bits / 2;
        right_bits = bits - left_bits;
        for (int i = 0; i < rounds; i += 4) {
            random_words const words =
                random_bits(key, static_cast<std::uint64_t>(i), random_use::permutation);
            for (int w = 0; w < 4; ++w)
                keys[i + w] = words.values[w];
        }
    }
    TWILL_HD index_t operator()(index_t i) const {
        auto x = static_cast<std::uint64_t>(i);
        do
            x = once(x);
        while (x >= count);
        return static_cast<index_t>(x);
    }
    /// Those of i, i + 1, ..., on the host: blocks side by side, as one number waits for each of
    /// its rounds.
    void neighbours(index_t i, index_t* to, index_t n) const {
        index_t j = 0;
        for (; j + block <= n; j += block)
            if (may_run_avx2())
                walk_avx2(static_cast<std::uint64_t>(i + j), to + j);
            else
                walk(static_cast<std::uint64_t>(i + j), to + j);
        for (; j < n; ++j)
            to[j] = (*this)(i + j);
    }

private:
    static constexpr int block = 32;
    /// So many numbers of a block walk on one by one in less time.
    static constexpr int few = 6;
    static constexpr std::uint32_t factor_high = 0xD2B74407u;
    static constexpr std::uint32_t factor_low = 0xB1CE6E93u;

    TWILL_INLINED void walk(std::uint64_t first, index_t* to) const {
        std::uint64_t x[block];
        for (int l = 0; l < block; ++l)
            x[l] = first + static_cast<std::uint64_t>(l);
        all_once(x);
        auto outside = [&] {
            int found = 0;
            for (int l = 0; l < block; ++l)
                found += x[l] >= count;
            return found;
        };
        while (outside() > few) {
            std::uint64_t next[block];
            for (int l = 0; l < block; ++l)
                next[l] = x[l];
            all_once(next);
            for (int l = 0; l < block; ++l)
                x[l] = x[l] >= count ? next[l] : x[l];
        }
        for (int l = 0; l < block; ++l) {
            std::uint64_t one = x[l];
            while (one >= count)
                one = once(one);
            to[l] = static_cast<index_t>(one);
        }
    }
    TWILL_AVX2 void walk_avx2(std::uint64_t first, index_t* to) const { walk(first, to); }
    TWILL_INLINED void all_once(std::uint64_t (&x)[block]) const {
        std::uint32_t left[block], right[block];
        auto const left_mask = static_cast<std::uint32_t>((std::uint64_t{1} << left_bits) - 1);
        auto const right_mask = static_cast<std::uint32_t>((std::uint64_t{1} << right_bits) - 1);
        int const apart = right_bits - left_bits;
        for (int l = 0; l < block; ++l) {
            left[l] = static_cast<std::uint32_t>(x[l] >> right_bits);
            right[l] = static_cast<std::uint32_t>(x[l]) & right_mask;
        }
        for (int round = 0; round < rounds; ++round)
            for (int l = 0; l < block; ++l) {
                // The product by the halves of the factor: registers multiply 32 bits by 32.
                std::uint64_t const product = std::uint64_t{left[l]} * factor_low;
                std::uint32_t const high =
                    static_cast<std::uint32_t>(product >> 32) + left[l] * factor_high;
                std::uint32_t const low =
                    static_cast<std::uint32_t>(product) << apart | right[l] >> left_bits;
                left[l] = (high ^ keys[round] ^ right[l]) & left_mask;
                right[l] = low & right_mask;
            }
        for (int l = 0; l < block; ++l)
            x[l] = std::uint64_t{left[l]} << right_bits | right[l];
    }
    /// A bijection of 2^(left + right) numbers.
    TWILL_INLINE_HD std::uint64_t once(std::uint64_t x) const {
        auto left = static_cast<std::uint32_t>(x >> right_bits);
        auto right = static_cast<std::uint32_t>(x & ((std::uint64_t{1} << right_bits) - 1));
        std::uint32_t const left_mask = (1u << left_bits) - 1;
        auto const right_mask = static_cast<std::uint32_t>((std::uint64_t{1} << right_bits) - 1);
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
        for (int round = 0; round < rounds; ++round) {
            std::uint64_t const product = left * (std::uint64_t{factor_high} << 32 | factor_low);
            auto const high = static_cast<std::uint32_t>(product >> 32);
            auto low = static_cast<std::uint32_t>(product);
            low = (low << (right_bits - left_bits)) | right >> left_bits;
            left = (high ^ keys[round] ^ right) & left_mask;
            right = low & right_mask;
        }
        return static_cast<std::uint64_t>(left) << right_bits | right;
    }
};

inline void require_enough(index_t count, index_t n, source_location const& place) {
    if (count > n)
        raise<value_error>(place,
                           "twill: random::choice: %lld different ones of %lld: there are fewer",
                           static_cast<long long>(count), static_cast<long long>(n));
}
inline void require_as_many(index_t probabilities, index_t n, source_location const& place) {
    if (probabilities != n || n == 0)
        raise<shape_error>(place, "twill: random::choice: %lld probabilities for %lld elements",
                           static_cast<long long>(probabilities), static_cast<long long>(n));
}
/// On the host: that probabilities are numbers that are not negative, of a finite sum above 0.
template <class P, class S>
void require_probabilities(P const& p, S const& sums, source_location const& place) {
    if constexpr (std::is_same_v<typename P::space, host_space>) {
        double const total = item(sums, sums.size() - 1);
        if (!(total > 0.0 && total <= limits<double>::max) || !item(all(p >= 0.0)))
            raise_range(place, "choice: probabilities are finite, not negative and not all 0");
    }
}

}  // namespace detail

namespace random {

/// 0, 1, ..., n - 1 in a random order, as int64. Lazy, without a sort and without memory: element i
/// is computed where it is read. The same on both spaces. Throws value_error for a negative count.
inline auto permutation(key k, detail::integer n,
                        source_location place = source_location::current()) {
    detail::checked_count(n, {"random::permutation", place});
    return detail::make_elementwise(detail::permutation_function(k.value, n.value),
                                    detail::counter(n.value));
}

/// x with its positions along an axis (the first unless said) in a random order: lazy, as
/// take(x, permutation(k, n), axis). Every row stays whole.
template <detail::operand X, detail::axes_or_number Axes = axis_t<0>>
    requires(detail::rank_of<X> > 0)
[[nodiscard]] auto shuffle(key k, X&& x, Axes along = {},
                           source_location place = source_location::current()) {
    int const axis = detail::one_axis<detail::rank_of<X>>(along, {"random::shuffle", place});
    index_t const n = detail::as_node(x).shape(place)[axis];
    return take(std::forward<X>(x), permutation(k, n, place), along, place);
}

struct without_replacement_t {};
/// Beside random::choice: no position twice.
inline constexpr without_replacement_t without_replacement{};

template <class P>
struct probabilities_t {
    P values;
};
/// Beside random::choice: how likely each position is, up to a factor; not negative,
/// and not all 0.
template <detail::operand P>
    requires(detail::rank_of<P> == 1)
auto probabilities(P&& p) {
    return probabilities_t<detail::node_of<P>>{detail::as_node(std::forward<P>(p))};
}

/// `count` elements of x (rows of a matrix, ...: along axis 0), each drawn from all. Lazy: a take.
template <detail::operand X>
    requires(detail::rank_of<X> > 0)
[[nodiscard]] auto choice(key k, X&& x, detail::integer count,
                          source_location place = source_location::current()) {
    detail::checked_count(count, {"random::choice", place});
    index_t const n = detail::as_node(x).shape(place)[0];
    if (n == 0 && count > 0)
        detail::raise<value_error>(place, "twill: random::choice: %lld elements of none",
                                   static_cast<long long>(count.value));
    return take(std::forward<X>(x),
                integers<index_t>(k, extents<1>(count.value), index_t{0},
                                  count.value > 0 ? n : std::max<index_t>(n, 1), place),
                axis<0>);
}
/// `count` different ones, in random order. Throws value_error where there are fewer.
template <detail::operand X>
    requires(detail::rank_of<X> > 0)
[[nodiscard]] auto choice(key k, X&& x, detail::integer count, without_replacement_t,
                          source_location place = source_location::current()) {
    detail::checked_count(count, {"random::choice", place});
    index_t const n = detail::as_node(x).shape(place)[0];
    detail::require_enough(count.value, n, place);
    return take(std::forward<X>(x), permutation(k, n, place)(slice(0, count.value)), axis<0>);
}
/// By probabilities, which are added up in float64 at the call. Throws shape_error where there are
/// not as many as elements, and on the host value_error where one is negative or NaN, or their sum
/// is 0 or not finite; on the device that is not checked. With `<twill/scan.hpp>` or `.cuh`.
template <detail::operand X, class P>
    requires(detail::rank_of<X> > 0)
[[nodiscard]] auto choice(key k, X&& x, detail::integer count, probabilities_t<P> const& p,
                          source_location place = source_location::current()) {
    detail::checked_count(count, {"random::choice", place});
    index_t const n = detail::as_node(x).shape(place)[0];
    detail::require_as_many(p.values.shape(place)[0], n, place);
    // Sums are rounded, but do not change where a probability is 0.
    auto const shares = cast<double>(p.values);
    auto const sums = evaluate(cummax(where(shares > 0.0, cumsum(shares, axis<0>), 0.0), axis<0>));
    detail::require_probabilities(shares, sums, place);
    auto const below = uniform<double>(k, extents<1>(count.value), place) * sums(slice(n - 1, n));
    return take<out_of_range::clip>(std::forward<X>(x), searchsorted(sums, below, side::right),
                                    axis<0>);
}

}  // namespace random
}  // namespace twill::inline v0
