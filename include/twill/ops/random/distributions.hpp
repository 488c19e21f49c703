// SPDX-License-Identifier: MIT
// Uniform numbers, bits, integers, normal and exponential numbers, and what is a function of those.
#pragma once

#include <bit>

#include "twill/expr/math.hpp"
#include "twill/expr/operators.hpp"
#include "twill/ops/random/draw.hpp"
#include "twill/ops/random/units.hpp"

namespace twill::inline v0 {
namespace detail {

template <class T>
struct bits_distribution {
    static constexpr char const* name = "random::bits";
    static constexpr bool in_pairs = false;
    using word = std::conditional_t<(sizeof(T) > 4), std::uint64_t, std::uint32_t>;
    using result = T;
    TWILL_INLINE_HD T one(word w, attempts const&) const { return static_cast<T>(w); }
};
/// In [0, 1).
template <class T>
struct unit_distribution {
    static constexpr char const* name = "random::uniform";
    static constexpr bool in_pairs = false;
    using word = word_for<T>;
    using result = T;
    TWILL_INLINE_HD T one(word w, attempts const&) const {
        return static_cast<T>(unit_number<T>(w));
    }
};
/// The number before a finite one.
template <class T>
T next_below(T x) {
    using Bits =
        std::conditional_t<sizeof(T) == 8, std::uint64_t,
                           std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint16_t>>;
    constexpr auto sign = static_cast<Bits>(Bits{1} << (sizeof(T) * 8 - 1));
    auto const bits = std::bit_cast<Bits>(x);
    if (static_cast<Bits>(bits & ~sign) == 0)
        return std::bit_cast<T>(static_cast<Bits>(sign | 1));
    return std::bit_cast<T>(static_cast<Bits>((bits & sign) != 0 ? bits + 1 : bits - 1));
}
/// The greatest T of [low, high); low where there is none.
template <class T>
compute_t<T> greatest_below(double low, double high) {
    using C = compute_t<T>;
    auto const from = static_cast<C>(static_cast<T>(static_cast<C>(low)));
    auto const at = static_cast<T>(static_cast<C>(high));
    auto const below = static_cast<C>(static_cast<C>(at) < high ? at : next_below(at));
    return below < from ? from : below;
}
template <class T>
struct uniform_distribution {
    static constexpr char const* name = "random::uniform";
    static constexpr bool in_pairs = false;
    using word = word_for<T>;
    using result = T;
    compute_t<T> low;
    compute_t<T> width;
    compute_t<T> most;  ///< what rounds up to the upper bound is this
    TWILL_INLINE_HD T one(word w, attempts const&) const {
        compute_t<T> const x = rounded_product_plus(width, unit_number<T>(w), low);
        return static_cast<T>(x < most ? x : most);
    }
};
/// low + floor(word * count / 2^bits), but for words that would make some numbers likelier: those
/// are drawn anew. Lemire, "Fast Random Integer Generation in an Interval" (2019).
template <class T, class Word>
struct integers_distribution {
    static constexpr char const* name = "random::integers";
    static constexpr bool in_pairs = false;
    using word = Word;
    using result = T;
    std::uint64_t low;
    Word count;   ///< 0: all that a word can say
    Word unfair;  ///< 2^bits mod count
    TWILL_INLINE_HD T one(Word w, attempts const& more) const {
        if (count == 0)
            return static_cast<T>(low + w);
        Word upper;
        Word lower = multiply(w, upper);
        for (std::uint32_t draw = 0; lower < unfair; ++draw)
            lower = multiply(static_cast<Word>(word_pair(more(draw), 0)), upper);
        return static_cast<T>(low + upper);
    }
    TWILL_INLINE_HD Word multiply(Word w, Word& upper) const {
        if constexpr (sizeof(Word) == 4) {
            std::uint64_t const product = static_cast<std::uint64_t>(w) * count;
            upper = static_cast<Word>(product >> 32);
            return static_cast<Word>(product);
        } else {
            std::uint64_t const w0 = w & 0xffffffffu, w1 = w >> 32;
            std::uint64_t const c0 = count & 0xffffffffu, c1 = count >> 32;
            std::uint64_t const middle = w1 * c0 + (w0 * c0 >> 32);
            std::uint64_t const other = w0 * c1 + (middle & 0xffffffffu);
            upper = w1 * c1 + (middle >> 32) + (other >> 32);
            return w * count;
        }
    }
};
struct bernoulli_distribution {
    static constexpr char const* name = "random::bernoulli";
    static constexpr bool in_pairs = false;
    using word = std::uint32_t;
    using result = bool;
    std::uint64_t threshold;  ///< of 2^32
    TWILL_INLINE_HD bool one(word w, attempts const&) const { return w < threshold; }
};
template <class T>
struct normal_distribution {
    static constexpr char const* name = "random::normal";
    static constexpr bool in_pairs = true;
    using word = word_for<T>;
    using result = T;
    compute_t<T> mean;
    compute_t<T> deviation;
    TWILL_INLINE_HD auto both(word a, word b) const { return both_of(exponential_number(a), b); }
    TWILL_INLINE_HD auto both_of(compute_t<T> half_square, word direction) const {
        auto two = normal_pair_of(half_square, direction);
        for (int l = 0; l < 2; ++l)
            two.values[l] = mean + deviation * two.values[l];
        return two;
    }
};
template <class T>
struct exponential_distribution {
    static constexpr char const* name = "random::exponential";
    static constexpr bool in_pairs = false;
    using word = word_for<T>;
    using result = T;
    compute_t<T> scale;
    TWILL_INLINE_HD T one(word w, attempts const&) const {
        return static_cast<T>(of_exponential(exponential_number(w)));
    }
    TWILL_INLINE_HD compute_t<T> of_exponential(compute_t<T> x) const { return scale * x; }
};
/// The others of location 0 and scale 1.
struct laplace_formula {
    static constexpr char const* name = "random::laplace";
    template <class Word>
    TWILL_INLINE_HD static auto of(Word w) {
        auto const x = exponential_number(static_cast<Word>(w << 1));
        return static_cast<std::make_signed_t<Word>>(w) < 0 ? -x : x;
    }
};
/// The logarithm of u / (1 - u), for u in (0, 1/2]; the word's first bit says on which side.
struct logistic_formula {
    static constexpr char const* name = "random::logistic";
    template <class Word>
    TWILL_INLINE_HD static auto of(Word w) {
        auto const u = positive_number(static_cast<Word>(w << 1)) / 2;
        auto const x = log_function{}(u / (1 - u));
        return static_cast<std::make_signed_t<Word>>(w) < 0 ? -x : x;
    }
};
struct gumbel_formula {
    static constexpr char const* name = "random::gumbel";
    template <class Word>
    TWILL_INLINE_HD static auto of(Word w) {
        return -log_function{}(exponential_number(w));
    }
};
/// tan(pi (u - 1/2)), as the quotient of sine and cosine.
struct cauchy_formula {
    static constexpr char const* name = "random::cauchy";
    template <class Word>
    TWILL_INLINE_HD static auto of(Word w) {
        auto const u = positive_number(static_cast<Word>(w << 2));
        using T = std::remove_const_t<decltype(u)>;
        T sine, cosine;
        sine_and_cosine(u / 4, sine, cosine);
        T const x = (w >> (sizeof(Word) * 8 - 2) & 1) != 0 ? cosine / sine : sine / cosine;
        return static_cast<std::make_signed_t<Word>>(w) < 0 ? -x : x;
    }
};
template <class T, class Formula>
struct standard_distribution {
    static constexpr char const* name = Formula::name;
    static constexpr bool in_pairs = false;
    using word = word_for<T>;
    using result = T;
    TWILL_INLINE_HD T one(word w, attempts const&) const { return static_cast<T>(Formula::of(w)); }
};

[[noreturn]] TWILL_COLD inline void raise_range(source_location const& place, char const* what) {
    raise<value_error>(place, "twill: random::%s", what);
}
inline void require_positive(double scale, source_location const& place, char const* what) {
    if (!(scale >= 0))
        raise_range(place, what);
}

template <class T, int Rank, class I, class J>
auto make_integers(random::key k, extents<Rank> const& shape, I low, J high,
                   source_location const& place) {
    static_assert(is_integer<T>, "twill: random::integers: integer elements, as in integers<int>");
    bool const empty = std::cmp_greater_equal(low, high);
    bool const fits = std::in_range<T>(low) && !empty && (std::in_range<T>(high - 1));
    if (!fits)
        raise<value_error>(
            place, "twill: random::integers: no number from %lld up to (not including) %lld%s%s",
            static_cast<long long>(low), static_cast<long long>(high), empty ? "" : " as ",
            empty ? "" : type_name<T>::value);
    auto const first = static_cast<std::uint64_t>(low);
    std::uint64_t const count = static_cast<std::uint64_t>(high) - first;
    using Word = std::conditional_t<(sizeof(T) > 4), std::uint64_t, std::uint32_t>;
    auto const narrow = static_cast<Word>(count);
    Word const unfair = narrow == 0 ? Word{0} : static_cast<Word>((Word{0} - narrow) % narrow);
    return random_elements(k, shape, integers_distribution<T, Word>{first, narrow, unfair}, place);
}

/// What stands where a random::key and a shape should.
template <class K, class S>
concept no_key_and_shape =
    !std::is_convertible_v<K, random::key> || std::is_integral_v<std::remove_cvref_t<S>>;
struct no_random_numbers {
    template <class T>
    operator T() const;
};
template <class S>
constexpr auto refuse_key_and_shape() {
    static_assert(always_false<S>,
                  "twill: random numbers are made from a key and a shape, as in "
                  "random::uniform(random::key(7), extents(1000)) or normal(k, extents(3, 4))");
    return no_random_numbers{};
}

}  // namespace detail

namespace random {

/// Every bit 0 or 1 alike, of an integer type. Lazy, as all functions here that return expressions:
/// an element is a function of the key and of its number in C order, on both spaces the same bits.
template <class T = std::uint32_t, int Rank>
auto bits(key k, extents<Rank> const& shape, source_location place = source_location::current()) {
    static_assert(detail::is_integer<T>, "twill: random::bits: integer elements");
    return detail::random_elements(k, shape, detail::bits_distribution<T>{}, place);
}

template <class T = float, class K, class S, class... Rest>
    requires detail::no_key_and_shape<K, S>
auto uniform(K&&, S&&, Rest&&...) {
    return detail::refuse_key_and_shape<S>();
}
/// Evenly in [low, high): low + (high - low) * u, where u is a multiple of 2^-24 (float64: 2^-53,
/// float16: 2^-11, bfloat16: 2^-8) below 1; what would round to high is the number below it, and
/// low = high gives low. The same bits on both spaces. Throws value_error where low or high is not
/// finite as a T, where high - low is not as what T is computed in, and where it is negative.
template <class T = float, int Rank>
auto uniform(key k, extents<Rank> const& shape, double low, double high,
             source_location place = source_location::current()) {
    static_assert(detail::is_floating<T>,
                  "twill: random::uniform: float elements; integers<I>(key, "
                  "shape, low, high) makes integers");
    using C = detail::compute_t<T>;
    C const from = static_cast<C>(low);
    C const width = static_cast<C>(high) - from;
    bool const fits = detail::is_in_range<T>(low) && detail::is_in_range<T>(high) &&
                      detail::is_in_range<C>(width);
    detail::require_positive(
        fits ? high - low : -1.0, place,
        "uniform: low, high and high - low are finite in the type, and low is not above high");
    return detail::random_elements(
        k, shape,
        detail::uniform_distribution<T>{from, width, detail::greatest_below<T>(low, high)}, place);
}
/// The shape in braces: `uniform<float>(k, {3, 4})`, `uniform<float>(k, {3, 4}, -1.0, 1.0)`.
template <class T = float, int Rank>
auto uniform(key k, index_t const (&shape)[Rank], double low, double high,
             source_location place = source_location::current()) {
    return uniform<T>(k, detail::extents_of(shape), low, high, place);
}
template <class T = float, int Rank>
auto uniform(key k, index_t const (&shape)[Rank],
             source_location place = source_location::current()) {
    return uniform<T>(k, detail::extents_of(shape), place);
}
/// In [low, 1).
template <class T = float, int Rank>
auto uniform(key k, extents<Rank> const& shape, double low,
             source_location place = source_location::current()) {
    return uniform<T>(k, shape, low, 1.0, place);
}
/// In [0, 1).
template <class T = float, int Rank>
auto uniform(key k, extents<Rank> const& shape,
             source_location place = source_location::current()) {
    static_assert(detail::is_floating<T>,
                  "twill: random::uniform: float elements; integers<I>(key, "
                  "shape, low, high) makes integers");
    return detail::random_elements(k, shape, detail::unit_distribution<T>{}, place);
}

template <class T = float, class K, class S, class... Rest>
    requires detail::no_key_and_shape<K, S>
auto integers(K&&, S&&, Rest&&...) {
    return detail::refuse_key_and_shape<S>();
}
/// Every integer of [low, high) alike, without the bias of a remainder. The same on both spaces.
/// Throws value_error for an empty range and for one that T does not hold.
template <class T = int, int Rank, class I, class J>
    requires(std::is_integral_v<I> && std::is_integral_v<J>)
auto integers(key k, extents<Rank> const& shape, I low, J high,
              source_location place = source_location::current()) {
    return detail::make_integers<T>(k, shape, low, high, place);
}
template <class T = int, int Rank, class I, class J>
    requires(std::is_integral_v<I> && std::is_integral_v<J>)
auto integers(key k, index_t const (&shape)[Rank], I low, J high,
              source_location place = source_location::current()) {
    return detail::make_integers<T>(k, detail::extents_of(shape), low, high, place);
}
/// From 0 up to `high`, not included.
template <class T = int, int Rank, class J>
    requires std::is_integral_v<J>
auto integers(key k, extents<Rank> const& shape, J high,
              source_location place = source_location::current()) {
    return detail::make_integers<T>(k, shape, J{0}, high, place);
}
template <class T = int, int Rank, class J>
    requires std::is_integral_v<J>
auto integers(key k, index_t const (&shape)[Rank], J high,
              source_location place = source_location::current()) {
    return detail::make_integers<T>(k, detail::extents_of(shape), J{0}, high, place);
}

template <class K, class S, class... Rest>
    requires detail::no_key_and_shape<K, S>
auto bernoulli(K&&, S&&, Rest&&...) {
    return detail::refuse_key_and_shape<S>();
}
/// true with probability p, to within 2^-33. Throws value_error unless 0 <= p <= 1.
template <int Rank>
auto bernoulli(key k, extents<Rank> const& shape, double p = 0.5,
               source_location place = source_location::current()) {
    detail::require_positive(p <= 1 ? p : -1.0, place, "bernoulli: p is in [0, 1]");
    return detail::random_elements(
        k, shape, detail::bernoulli_distribution{static_cast<std::uint64_t>(::rint(p * 0x1p32))},
        place);
}

template <class T = float, class K, class S, class... Rest>
    requires detail::no_key_and_shape<K, S>
auto normal(K&&, S&&, Rest&&...) {
    return detail::refuse_key_and_shape<S>();
}
/// Normal numbers of a mean and a standard deviation, by Box and Muller's method. Throws
/// value_error for a negative deviation.
template <class T = float, int Rank>
auto normal(key k, extents<Rank> const& shape, double mean = 0.0, double deviation = 1.0,
            source_location place = source_location::current()) {
    static_assert(detail::is_floating<T>, "twill: random::normal: float elements");
    detail::require_positive(deviation, place,
                             "normal: the standard deviation must not be negative");
    using C = detail::compute_t<T>;
    return detail::random_elements(
        k, shape, detail::normal_distribution<T>{static_cast<C>(mean), static_cast<C>(deviation)},
        place);
}
template <class T = float, int Rank>
auto normal(key k, index_t const (&shape)[Rank], double mean = 0.0, double deviation = 1.0,
            source_location place = source_location::current()) {
    return normal<T>(k, detail::extents_of(shape), mean, deviation, place);
}
template <class T = float, class K, class S, class... Rest>
    requires detail::no_key_and_shape<K, S>
auto standard_normal(K&&, S&&, Rest&&...) {
    return detail::refuse_key_and_shape<S>();
}
template <class T = float, int Rank>
auto standard_normal(key k, extents<Rank> const& shape,
                     source_location place = source_location::current()) {
    return normal<T>(k, shape, 0.0, 1.0, place);
}

template <class T = float, class K, class S, class... Rest>
    requires detail::no_key_and_shape<K, S>
auto exponential(K&&, S&&, Rest&&...) {
    return detail::refuse_key_and_shape<S>();
}
/// Exponentially distributed, of mean `scale`.
template <class T = float, int Rank>
auto exponential(key k, extents<Rank> const& shape, double scale = 1.0,
                 source_location place = source_location::current()) {
    static_assert(detail::is_floating<T>, "twill: random::exponential: float elements");
    detail::require_positive(scale, place, "exponential: the scale must not be negative");
    return detail::random_elements(
        k, shape, detail::exponential_distribution<T>{static_cast<detail::compute_t<T>>(scale)},
        place);
}

}  // namespace random
}  // namespace twill::inline v0
