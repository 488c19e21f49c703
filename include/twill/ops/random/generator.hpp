// SPDX-License-Identifier: MIT
// The stateful form, for ported code: every call gives other numbers.
#pragma once

#include "twill/ops/random/distributions.hpp"
#include "twill/ops/random/permutation.hpp"
#include "twill/ops/random/shapes.hpp"

namespace twill::inline v0 {
namespace detail {

template <class A>
int shape_first() {
    static_assert(
        always_false<A>,
        "twill: a generator's methods take the shape first: g.uniform(extents(n), low, high) "
        "or g.integers({n}, low, high)");
    return 0;
}

}  // namespace detail

namespace random {

/// A sequence of keys. Where a function of this namespace asks for a key, a generator may stand: it
/// gives its next one, as in `laplace<float>(g, extents(n), 0.0, 2.0)`. Not for several threads at
/// once: give each its own, from `split` or `fold_in`.
class generator {
public:
    explicit generator(std::uint64_t seed) : root_(seed) {}
    explicit generator(key k) : root_(k) {}

    /// The next key, never the same again.
    [[nodiscard]] key next() { return fold_in(root_, drawn_++); }
    operator key() { return next(); }

    // The shape as extents(...) or in braces.
    template <class T = float, int Rank>
    auto uniform(extents<Rank> const& shape, double low = 0.0, double high = 1.0,
                 source_location place = source_location::current()) {
        return random::uniform<T>(next(), shape, low, high, place);
    }
    template <class T = float, int Rank>
    auto uniform(index_t const (&shape)[Rank], double low = 0.0, double high = 1.0,
                 source_location place = source_location::current()) {
        return random::uniform<T>(next(), shape, low, high, place);
    }
    template <class T = float, int Rank>
    auto normal(extents<Rank> const& shape, double mean = 0.0, double deviation = 1.0,
                source_location place = source_location::current()) {
        return random::normal<T>(next(), shape, mean, deviation, place);
    }
    template <class T = float, int Rank>
    auto normal(index_t const (&shape)[Rank], double mean = 0.0, double deviation = 1.0,
                source_location place = source_location::current()) {
        return random::normal<T>(next(), shape, mean, deviation, place);
    }
    template <class T = float, int Rank>
    auto standard_normal(extents<Rank> const& shape,
                         source_location place = source_location::current()) {
        return random::normal<T>(next(), shape, 0.0, 1.0, place);
    }
    template <class T = float, int Rank>
    auto standard_normal(index_t const (&shape)[Rank],
                         source_location place = source_location::current()) {
        return random::normal<T>(next(), shape, 0.0, 1.0, place);
    }
    template <class T = int, int Rank, class I, class J>
        requires(std::is_integral_v<I> && std::is_integral_v<J>)
    auto integers(extents<Rank> const& shape, I low, J high,
                  source_location place = source_location::current()) {
        return random::integers<T>(next(), shape, low, high, place);
    }
    template <class T = int, int Rank, class I, class J>
        requires(std::is_integral_v<I> && std::is_integral_v<J>)
    auto integers(index_t const (&shape)[Rank], I low, J high,
                  source_location place = source_location::current()) {
        return random::integers<T>(next(), shape, low, high, place);
    }
    template <class T = int, int Rank, class J>
        requires std::is_integral_v<J>
    auto integers(extents<Rank> const& shape, J high,
                  source_location place = source_location::current()) {
        return random::integers<T>(next(), shape, high, place);
    }
    template <class T = int, int Rank, class J>
        requires std::is_integral_v<J>
    auto integers(index_t const (&shape)[Rank], J high,
                  source_location place = source_location::current()) {
        return random::integers<T>(next(), shape, high, place);
    }
    template <class T = float, int Rank>
    auto exponential(extents<Rank> const& shape, double scale = 1.0,
                     source_location place = source_location::current()) {
        return random::exponential<T>(next(), shape, scale, place);
    }
    template <class T = float, int Rank>
    auto exponential(index_t const (&shape)[Rank], double scale = 1.0,
                     source_location place = source_location::current()) {
        return random::exponential<T>(next(), shape, scale, place);
    }
    template <int Rank>
    auto bernoulli(extents<Rank> const& shape, double p = 0.5,
                   source_location place = source_location::current()) {
        return random::bernoulli(next(), shape, p, place);
    }
    template <int Rank>
    auto bernoulli(index_t const (&shape)[Rank], double p = 0.5,
                   source_location place = source_location::current()) {
        return random::bernoulli(next(), shape, p, place);
    }
    template <class T = float, int Rank, detail::random_parameter A,
              detail::random_parameter S = double>
    auto gamma(extents<Rank> const& shape, A&& a, S&& scale = 1.0,
               source_location place = source_location::current()) {
        return random::gamma<T>(next(), shape, std::forward<A>(a), std::forward<S>(scale), place);
    }
    template <class T = float, int Rank, detail::random_parameter A,
              detail::random_parameter S = double>
    auto gamma(index_t const (&shape)[Rank], A&& a, S&& scale = 1.0,
               source_location place = source_location::current()) {
        return random::gamma<T>(next(), shape, std::forward<A>(a), std::forward<S>(scale), place);
    }
    template <class T = float, int Rank, detail::random_parameter A, detail::random_parameter B>
    auto beta(extents<Rank> const& shape, A&& a, B&& b,
              source_location place = source_location::current()) {
        return random::beta<T>(next(), shape, std::forward<A>(a), std::forward<B>(b), place);
    }
    template <class T = float, int Rank, detail::random_parameter A, detail::random_parameter B>
    auto beta(index_t const (&shape)[Rank], A&& a, B&& b,
              source_location place = source_location::current()) {
        return random::beta<T>(next(), shape, std::forward<A>(a), std::forward<B>(b), place);
    }
    template <int Rank, detail::random_parameter M>
    auto poisson(extents<Rank> const& shape, M&& mean,
                 source_location place = source_location::current()) {
        return random::poisson(next(), shape, std::forward<M>(mean), place);
    }
    template <int Rank, detail::random_parameter M>
    auto poisson(index_t const (&shape)[Rank], M&& mean,
                 source_location place = source_location::current()) {
        return random::poisson(next(), shape, std::forward<M>(mean), place);
    }
    template <int Rank, detail::random_parameter N, detail::random_parameter P>
    auto binomial(extents<Rank> const& shape, N&& n, P&& p,
                  source_location place = source_location::current()) {
        return random::binomial(next(), shape, std::forward<N>(n), std::forward<P>(p), place);
    }
    template <int Rank, detail::random_parameter N, detail::random_parameter P>
    auto binomial(index_t const (&shape)[Rank], N&& n, P&& p,
                  source_location place = source_location::current()) {
        return random::binomial(next(), shape, std::forward<N>(n), std::forward<P>(p), place);
    }

    // What numbers before the shape, or in its place, are told. NumPy's order is another.
    template <class T = float, class A, class... B>
        requires(std::is_arithmetic_v<A>)
    auto uniform(A const&, B const&...) {
        return detail::shape_first<A>();
    }
    template <class T = float, class A, class... B>
        requires(std::is_arithmetic_v<A>)
    auto normal(A const&, B const&...) {
        return detail::shape_first<A>();
    }
    template <class T = float, class A, class... B>
        requires(std::is_arithmetic_v<A>)
    auto standard_normal(A const&, B const&...) {
        return detail::shape_first<A>();
    }
    template <class T = int, class A, class... B>
        requires(std::is_arithmetic_v<A>)
    auto integers(A const&, B const&...) {
        return detail::shape_first<A>();
    }
    template <class T = float, class A, class... B>
        requires(std::is_arithmetic_v<A>)
    auto exponential(A const&, B const&...) {
        return detail::shape_first<A>();
    }
    template <class T = float, class A, class... B>
        requires(std::is_arithmetic_v<A>)
    auto gamma(A const&, B const&...) {
        return detail::shape_first<A>();
    }
    template <class T = float, class A, class... B>
        requires(std::is_arithmetic_v<A>)
    auto beta(A const&, B const&...) {
        return detail::shape_first<A>();
    }
    template <class A, class... B>
        requires(std::is_arithmetic_v<A>)
    auto bernoulli(A const&, B const&...) {
        return detail::shape_first<A>();
    }
    template <class A, class... B>
        requires(std::is_arithmetic_v<A>)
    auto poisson(A const&, B const&...) {
        return detail::shape_first<A>();
    }
    template <class A, class... B>
        requires(std::is_arithmetic_v<A>)
    auto binomial(A const&, B const&...) {
        return detail::shape_first<A>();
    }

    /// Positions and elements in a random order, as the functions of these names.
    [[nodiscard]] auto permutation(detail::integer n,
                                   source_location place = source_location::current()) {
        return random::permutation(next(), n, place);
    }
    template <detail::operand X, detail::axes_or_number Axes = axis_t<0>>
        requires(detail::rank_of<X> > 0)
    [[nodiscard]] auto shuffle(X&& x, Axes along = {},
                               source_location place = source_location::current()) {
        return random::shuffle(next(), std::forward<X>(x), along, place);
    }
    template <detail::operand X>
        requires(detail::rank_of<X> > 0)
    [[nodiscard]] auto choice(X&& x, detail::integer count,
                              source_location place = source_location::current()) {
        return random::choice(next(), std::forward<X>(x), count, place);
    }
    /// without_replacement, or probabilities(p).
    template <detail::operand X, class How>
        requires(detail::rank_of<X> > 0 && !std::is_same_v<How, source_location>)
    [[nodiscard]] auto choice(X&& x, detail::integer count, How const& how,
                              source_location place = source_location::current()) {
        return random::choice(next(), std::forward<X>(x), count, how, place);
    }

private:
    key root_;
    std::uint64_t drawn_ = 0;
};

}  // namespace random
}  // namespace twill::inline v0
