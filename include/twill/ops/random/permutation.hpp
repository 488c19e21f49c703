// SPDX-License-Identifier: MIT
// Random orders without a sort: a bijection of the positions, computed at each of them. Mitchell,
// Stokes, Frank, Holmes, "Bandwidth-Optimal Random Shuffling for GPUs" (2022): a Feistel network
// over the next power of two, walked until the result is in range.
#pragma once

#include "twill/array/evaluate.hpp"
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

private:
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
            std::uint64_t const product = left * 0xD2B74407B1CE6E93u;
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
        using T = value_of<S>;
        T const total = item(sums, sums.size() - 1);
        if (!(total > T(0)) || total == limits<T>::infinity || !item(all(cast<T>(p) >= T(0))))
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
/// By probabilities, which are added up at the call. Throws shape_error where there are not as many
/// as elements, and on the host value_error where one is negative or NaN, or their sum is 0 or not
/// finite; on the device that is not checked. With `<twill/scan.hpp>` or `.cuh`.
template <detail::operand X, class P>
    requires(detail::rank_of<X> > 0)
[[nodiscard]] auto choice(key k, X&& x, detail::integer count, probabilities_t<P> const& p,
                          source_location place = source_location::current()) {
    using T = detail::float_result_t<typename P::value_type>;
    detail::checked_count(count, {"random::choice", place});
    index_t const n = detail::as_node(x).shape(place)[0];
    detail::require_as_many(p.values.shape(place)[0], n, place);
    auto const sums = evaluate(cumsum<T>(p.values, axis<0>));
    detail::require_probabilities(p.values, sums, place);
    auto const below =
        uniform<T>(k, extents<1>(count.value), 0.0, 1.0, place) * sums(slice(n - 1, n));
    return take<out_of_range::clip>(std::forward<X>(x), searchsorted(sums, below, side::right),
                                    axis<0>);
}

}  // namespace random
}  // namespace twill::inline v0
