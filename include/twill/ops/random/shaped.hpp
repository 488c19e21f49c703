// SPDX-License-Identifier: MIT
// Distributions that are one formula of a uniform, a normal or an exponential number. Parameters
// are numbers, or operands that broadcast against the shape; where one makes no sense (a negative
// scale, NaN) the element is NaN, or -1 for integers.
#pragma once

#include "twill/ops/random/distributions.hpp"

namespace twill::inline v0 {
namespace detail {

template <class Formula, class T, int Rank>
auto standard_elements(random::key k, extents<Rank> const& shape, source_location const& place) {
    static_assert(is_floating<T>, "twill: random numbers of this distribution are floats");
    return random_elements(k, shape, standard_distribution<T, Formula>{}, place);
}
/// A parameter as what operators take.
template <class P>
concept random_parameter = operand<P> || scalar<std::remove_cvref_t<P>>;

template <class T>
TWILL_INLINE_HD T no_number() {
    return limits<T>::infinity - limits<T>::infinity;
}
/// A parameter as a P; NaN where it is negative or, of those that are to be `Positive`, 0.
template <class P, bool Positive>
struct parameter_function {
    static constexpr char const* name = "random::parameter";
    template <class V>
    TWILL_HD P operator()(V x) const {
        auto const y = static_cast<compute_t<P>>(x);
        compute_t<P> const zero(0);
        return static_cast<P>((Positive ? y > zero : y >= zero) ? y : no_number<compute_t<P>>());
    }
};
/// The same of what stands beside numbers of type T: of a number at the call.
template <class T, bool Positive = false, random_parameter P>
auto checked_parameter(P&& x) {
    if constexpr (operand<P>) {
        using result = promote_t<T, value_of<P>>;
        return make_elementwise(parameter_function<result, Positive>{},
                                as_node(std::forward<P>(x)));
    } else {
        using number = compute_t<canonical_t<std::remove_cvref_t<P>>>;
        return parameter_function<double, Positive>{}(static_cast<number>(x));
    }
}

/// Moved to a location and stretched by a scale.
template <class Formula, class T, int Rank, class L, class S>
auto located_elements(random::key k, extents<Rank> const& shape, L&& location, S&& scale,
                      source_location const& place) {
    return standard_elements<Formula, T>(k, shape, place) *
               checked_parameter<T>(std::forward<S>(scale)) +
           std::forward<L>(location);
}

struct power_of_exponential_function {
    static constexpr char const* name = "random::weibull";
    static constexpr bool costly = true;
    template <class X, class A>
    TWILL_HD float_result_t<promote_t<X, A>> operator()(X x, A a) const {
        using T = float_result_t<promote_t<X, A>>;
        T const shape = static_cast<T>(a);
        if (!(shape > T(0)))
            return shape == T(0) ? T(0) : no_number<T>();
        return exp_function{}(log_function{}(static_cast<T>(x)) / shape);
    }
};
/// The number of trials up to the first success: the exponential number rounded up.
struct geometric_function {
    static constexpr char const* name = "random::geometric";
    static constexpr bool costly = true;
    TWILL_HD std::int64_t operator()(double x, double p) const {
        if (!(p > 0.0 && p <= 1.0))
            return -1;
        double const trials = ceil_function{}(x / -log1p_function{}(-p));
        return trials < 1.0      ? 1
               : trials < 0x1p63 ? static_cast<std::int64_t>(trials)
                                 : limits<std::int64_t>::max;
    }
};

}  // namespace detail

namespace random {

/// Two exponentials side by side: density exp(-|x - location| / scale) / (2 scale).
template <class T = float, int Rank, detail::random_parameter L = double,
          detail::random_parameter S = double>
auto laplace(key k, extents<Rank> const& shape, L&& location = 0.0, S&& scale = 1.0,
             source_location place = source_location::current()) {
    return detail::located_elements<detail::laplace_formula, T>(k, shape, std::forward<L>(location),
                                                                std::forward<S>(scale), place);
}
/// Distribution function 1 / (1 + exp(-(x - location) / scale)).
template <class T = float, int Rank, detail::random_parameter L = double,
          detail::random_parameter S = double>
auto logistic(key k, extents<Rank> const& shape, L&& location = 0.0, S&& scale = 1.0,
              source_location place = source_location::current()) {
    return detail::located_elements<detail::logistic_formula, T>(
        k, shape, std::forward<L>(location), std::forward<S>(scale), place);
}
/// Distribution function exp(-exp(-(x - location) / scale)).
template <class T = float, int Rank, detail::random_parameter L = double,
          detail::random_parameter S = double>
auto gumbel(key k, extents<Rank> const& shape, L&& location = 0.0, S&& scale = 1.0,
            source_location place = source_location::current()) {
    return detail::located_elements<detail::gumbel_formula, T>(k, shape, std::forward<L>(location),
                                                               std::forward<S>(scale), place);
}
/// Density 1 / (pi (1 + x^2)).
template <class T = float, int Rank>
auto standard_cauchy(key k, extents<Rank> const& shape,
                     source_location place = source_location::current()) {
    return detail::standard_elements<detail::cauchy_formula, T>(k, shape, place);
}
/// exp of a normal number of this mean and deviation.
template <class T = float, int Rank>
auto lognormal(key k, extents<Rank> const& shape, double mean = 0.0, double deviation = 1.0,
               source_location place = source_location::current()) {
    return exp(normal<T>(k, shape, mean, deviation, place));
}
/// Distribution function 1 - exp(-x^a), x >= 0.
template <class T = float, int Rank, detail::random_parameter A>
auto weibull(key k, extents<Rank> const& shape, A&& a,
             source_location place = source_location::current()) {
    auto x = exponential<T>(k, shape, 1.0, place);
    return detail::make_elementwise(detail::power_of_exponential_function{}, std::move(x),
                                    detail::node_beside<T>("random::weibull", std::forward<A>(a)));
}
/// Pareto's second distribution (Lomax): distribution function 1 - (1 + x)^-a, x >= 0, as NumPy's.
template <class T = float, int Rank, detail::random_parameter A>
auto pareto(key k, extents<Rank> const& shape, A&& a,
            source_location place = source_location::current()) {
    return expm1(exponential<T>(k, shape, 1.0, place) /
                 detail::checked_parameter<T, true>(std::forward<A>(a)));
}
/// Distribution function x^a in [0, 1].
template <class T = float, int Rank, detail::random_parameter A>
auto power(key k, extents<Rank> const& shape, A&& a,
           source_location place = source_location::current()) {
    return exp(-exponential<T>(k, shape, 1.0, place) /
               detail::checked_parameter<T, true>(std::forward<A>(a)));
}
/// Distribution function 1 - exp(-x^2 / (2 scale^2)).
template <class T = float, int Rank, detail::random_parameter S = double>
auto rayleigh(key k, extents<Rank> const& shape, S&& scale = 1.0,
              source_location place = source_location::current()) {
    return sqrt(exponential<T>(k, shape, 2.0, place)) *
           detail::checked_parameter<T>(std::forward<S>(scale));
}
/// Trials up to the first success of probability p each, as int64: 1, 2, ...
template <int Rank, detail::random_parameter P>
auto geometric(key k, extents<Rank> const& shape, P&& p,
               source_location place = source_location::current()) {
    auto x = exponential<double>(k, shape, 1.0, place);
    return detail::make_elementwise(
        detail::geometric_function{}, std::move(x),
        detail::node_beside<double>("random::geometric", std::forward<P>(p)));
}

}  // namespace random
}  // namespace twill::inline v0
