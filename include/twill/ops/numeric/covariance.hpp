// SPDX-License-Identifier: MIT
// cov and corrcoef.
#pragma once

#include "twill/array/copy.hpp"
#include "twill/expr/math.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/expr/operators.hpp"
#include "twill/expr/views.hpp"
#include "twill/ops/products/host.hpp"
#include "twill/ops/products/matmul.hpp"
#include "twill/ops/reduce/reductions.hpp"

namespace twill::inline v0 {

/// How often each observation of cov occurs (integers), and how much it counts.
template <class W>
struct frequency_weights {
    W values;
};
template <class W>
struct analytic_weights {
    W values;
};
/// `cov(m, fweights(f))`: observation i stands for f[i] equal ones.
template <detail::operand W>
auto fweights(W const& w) {
    static_assert(detail::rank_of<W> == 1,
                  "twill: fweights are one integer for each observation: an array of rank 1");
    static_assert(std::is_integral_v<detail::value_of<W>>,
                  "twill: fweights say how often an observation occurs: integers. Weights of other "
                  "types are aweights");
    return frequency_weights<detail::node_of<W>>{detail::as_node(w)};
}
/// `cov(m, aweights(a))`: how much each observation counts beside the others, as the inverse of its
/// variance.
template <detail::operand W>
auto aweights(W const& w) {
    static_assert(detail::rank_of<W> == 1,
                  "twill: aweights are one number for each observation: an array of rank 1");
    static_assert(!detail::is_complex<detail::value_of<W>>, "twill: aweights are real numbers");
    return analytic_weights<detail::node_of<W>>{detail::as_node(w)};
}

namespace detail {

template <class Option, template <class> class Kind>
inline constexpr bool are_weights = false;
template <class W, template <class> class Kind>
inline constexpr bool are_weights<Kind<W>, Kind> = true;
/// What may follow the variables of cov, in any order.
template <class Option>
concept covariance_option =
    std::is_same_v<Option, ddof> || are_weights<Option, frequency_weights> ||
    are_weights<Option, analytic_weights> || std::is_same_v<Option, not_given>;

template <class... O>
inline constexpr bool says_observation_weights =
    ((are_weights<O, frequency_weights> || are_weights<O, analytic_weights>) || ...);

constexpr double lost_among() { return 1; }
template <class O, class... Rest>
constexpr double lost_among(O const& option, Rest const&... rest) {
    if constexpr (std::is_same_v<O, ddof>)
        return option.value;
    else
        return lost_among(rest...);
}
/// The weights of a kind among the options, or not_given.
template <template <class> class Kind>
constexpr not_given weights_of_kind() {
    return {};
}
template <template <class> class Kind, class O, class... Rest>
constexpr auto weights_of_kind(O const& option, Rest const&... rest) {
    if constexpr (are_weights<O, Kind>)
        return option.values;
    else
        return weights_of_kind<Kind>(rest...);
}
/// Throws shape_error unless there is a weight for each of n observations, and value_error for a
/// negative one, for which it waits.
template <class W>
void require_observation_weights(char const* name, W const& w, index_t n, caller const& by) {
    using T = typename W::value_type;
    index_t const count = w.shape(by.place)[0];
    if (count != n)
        raise<shape_error>(by.place, "twill: %s: %lld %s for %lld observations", by.operation,
                           static_cast<long long>(count), name, static_cast<long long>(n));
    if constexpr (is_floating<T> || std::is_signed_v<T>) {
        if (n == 0)
            return;
        T const least = item(min(w), by.place);
        if (least < T(0.0f))
            raise<value_error>(by.place, "twill: %s: %s of %g: weights are not negative",
                               by.operation, name, static_cast<double>(least));
    }
}

/// The elements less their mean along axis 1, in memory; 16-bit floats in float32.
template <class X>
auto centred(X const& x) {
    using R = compute_t<float_result_t<value_of<X>>>;
    auto const wide = cast<R>(x);
    return evaluate(wide - mean(wide, axis<1>, keepdims));
}
template <class V, class C>
auto conjugates(C const& c) {
    if constexpr (is_complex<V>)
        return conj(c);
    else
        return c.expression();
}
/// The products of rows, summed along them.
template <class C>
auto products_of_pairs(C const& c) {
    auto const products = c(full_extent, newaxis, full_extent) *
                          conjugates<value_of<C>>(c(newaxis, full_extent, full_extent));
    return sum(products, axis<2>);
}
/// The same. The host's blocked product reads a row once for many others, and sums what it has for
/// long rows one after another: of float32 in float64.
template <class C>
auto products_of_rows(C const& c) {
    using V = value_of<C>;
    if constexpr (!std::is_same_v<space_of<C>, host_space>) {
        return products_of_pairs(c);
    } else if constexpr (sizeof(typename element<V>::real) == 4) {
        using wide_type = promote_t<V, double>;
        auto const wide = evaluate(cast<wide_type>(c));
        return cast<V>(matmul(wide, transpose(conjugates<wide_type>(wide))));
    } else {
        return matmul(c, transpose(conjugates<V>(c)));
    }
}
/// An observation less and none left: NaN.
struct per_freedom_function {
    static constexpr char const* name = "cov";
    double left;
    template <class T>
    TWILL_HD constexpr T operator()(T total) const {
        using R = typename element<T>::real;
        return left > 0 ? total / static_cast<R>(left) : T(limits<R>::quiet_nan);
    }
};
/// Of weights w = f * a: sum(w) - lost * sum(w * a) / sum(w) in the place of n - lost, as
/// numpy.cov.
struct per_weighted_freedom_function {
    static constexpr char const* name = "cov";
    double lost;
    template <class T>
    TWILL_HD constexpr T operator()(T total, double weight, double product) const {
        return per_freedom_function{weight - lost * (product / weight)}(total);
    }
};

/// The covariances of the rows of x whose columns have weights.
template <class X, class F, class A>
auto weighted_covariance_of(X const& x, F const& f, A const& a, double lost, caller const& by) {
    constexpr bool repeated = !std::is_same_v<F, not_given>;
    constexpr bool graded = !std::is_same_v<A, not_given>;
    index_t const n = shape_of(x, by.place)[1];
    if constexpr (repeated)
        require_observation_weights("fweights", f, n, by);
    if constexpr (graded)
        require_observation_weights("aweights", a, n, by);
    auto const w = [&] {
        if constexpr (repeated && graded)
            return cast<double>(f) * cast<double>(a);
        else if constexpr (repeated)
            return cast<double>(f);
        else
            return cast<double>(a);
    }();
    auto const [weight, product] = [&] {
        if constexpr (graded)
            return evaluate(sum(w), sum(w * cast<double>(a)));
        else
            return evaluate(sum(w), sum(w));
    }();
    using C = compute_t<value_of<X>>;
    using Real = typename element<C>::real;
    auto const row = cast<Real>(w)(newaxis, full_extent);
    auto const wide = cast<C>(x);
    auto const middle = sum(wide * row, axis<1>, keepdims) / cast<Real>(weight);
    // Each of the two factors of a product has the root of the weight.
    auto const c = evaluate((wide - middle) * sqrt(row));
    return make_elementwise(per_weighted_freedom_function{lost}, products_of_rows(c),
                            weight.expression(), product.expression());
}

/// The type of covariances: floats of the elements' precision, or of the weights' if that is wider.
template <class R, class... O>
struct covariance_type {
    using type = R;
};
template <class R, class W, class... Rest>
struct covariance_type<R, frequency_weights<W>, Rest...> : covariance_type<R, Rest...> {};
template <class R, class W, class... Rest>
struct covariance_type<R, analytic_weights<W>, Rest...>
    : covariance_type<promote_t<R, typename W::value_type>, Rest...> {};
template <class R, class O, class... Rest>
struct covariance_type<R, O, Rest...> : covariance_type<R, Rest...> {};

/// What was computed in R's compute type, as R.
template <class R, class E>
auto in_result_type(E const& x) {
    if constexpr (std::is_same_v<R, compute_t<R>>)
        return x;
    else
        return cast<R>(x);
}
/// The covariances of the rows of x; those of 16-bit floats in float32.
template <class X, class... O>
auto wide_covariances(X const& x, source_location const& place, O const&... options) {
    static_assert((0 + ... + (std::is_same_v<O, ddof> ? 1 : 0)) <= 1 &&
                      (0 + ... + (are_weights<O, frequency_weights> ? 1 : 0)) <= 1 &&
                      (0 + ... + (are_weights<O, analytic_weights> ? 1 : 0)) <= 1,
                  "twill: cov takes ddof, fweights and aweights once each");
    double const lost = lost_among(options...);
    if constexpr (says_observation_weights<O...>) {
        using R = typename covariance_type<float_result_t<value_of<X>>, O...>::type;
        return weighted_covariance_of(cast<R>(x), weights_of_kind<frequency_weights>(options...),
                                      weights_of_kind<analytic_weights>(options...), lost,
                                      {"cov", place});
    } else {
        auto const c = centred(x);
        return make_elementwise(per_freedom_function{static_cast<double>(c.extent(1)) - lost},
                                products_of_rows(c));
    }
}
/// The same in their own type.
template <class X, class... O>
auto covariances(X const& x, source_location const& place, O const&... options) {
    using R = typename covariance_type<float_result_t<value_of<X>>, O...>::type;
    return in_result_type<R>(wide_covariances(x, place, options...));
}

}  // namespace detail

/// The covariances of variables, one a row, of which the columns are observations (transpose what
/// lies the other way): a square expression, in float64 for integers; those of 16-bit floats are
/// computed in float32 and rounded once. In any order may follow `ddof(d)` (1 unless given),
/// `fweights(f)`, how often each observation occurs, and `aweights(a)`, how much it counts; both of
/// rank 1. The sum of products is divided by the number of observations less d, with weights w = f
/// * a by sum(w) - d * sum(w * a) / sum(w) (a = 1 where only f is given); NaN where that is not
/// positive. The centred data are computed at the call, into memory that the expression holds.
/// Throws shape_error for weights of another length and value_error for negative ones, for which it
/// waits (not of unsigned weights).
template <detail::operand X, detail::covariance_option A = detail::not_given,
          detail::covariance_option B = detail::not_given,
          detail::covariance_option C = detail::not_given>
    requires(detail::rank_of<X> == 2)
auto cov(X const& x, A const& a = {}, B const& b = {}, C const& c = {},
         source_location place = source_location::current()) {
    return detail::at_place(place, [&] { return detail::covariances(x, place, a, b, c); });
}
namespace detail {

/// Two variables of as many observations (shape_error), as rows.
template <class X, class Y>
auto two_variables(X const& x, Y const& y, caller const& by) {
    using V = float_result_t<promote_t<value_of<X>, value_of<Y>>>;
    using space = merged_space_t<space_of<X>, space_of<Y>>;
    index_t const n = shape_of(x, by.place)[0];
    index_t const beside = shape_of(y, by.place)[0];
    if (beside != n)
        raise<shape_error>(by.place, "twill: %s: %lld observations of x, %lld of y", by.operation,
                           static_cast<long long>(n), static_cast<long long>(beside));
    array<V, 2, space> both(2, n);
    both(0) = cast<V>(x);
    both(1) = cast<V>(y);
    return both;
}

}  // namespace detail

/// The variance of one variable, as a rank-0 expression, with the same options.
template <detail::operand X, detail::covariance_option A = detail::not_given,
          detail::covariance_option B = detail::not_given,
          detail::covariance_option C = detail::not_given>
    requires(detail::rank_of<X> == 1)
auto cov(X const& x, A const& a = {}, B const& b = {}, C const& c = {},
         source_location place = source_location::current()) {
    using namespace detail;
    if constexpr (says_observation_weights<A, B, C>)
        return at_place(place, [&] {
            auto const row = as_node(x)(newaxis, full_extent);
            auto const one = evaluate(covariances(row, place, a, b, c));
            if constexpr (is_complex<value_of<decltype(one)>>)
                return real(one.expression()(0, 0));
            else
                return one.expression()(0, 0);
        });
    else
        return var(x, ddof(lost_among(a, b, c)));
}
/// The covariances of two variables of as many observations (shape_error), 2 x 2, with the same
/// options.
template <detail::operand X, detail::operand Y, detail::covariance_option A = detail::not_given,
          detail::covariance_option B = detail::not_given,
          detail::covariance_option C = detail::not_given>
    requires(detail::rank_of<X> == 1 && detail::rank_of<Y> == 1)
auto cov(X const& x, Y const& y, A const& a = {}, B const& b = {}, C const& c = {},
         source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::covariances(detail::two_variables(x, y, {"cov", place}), place, a, b, c);
    });
}

namespace detail {

template <class X>
auto correlations(X const& x, source_location const& place) {
    auto const c = evaluate(wide_covariances(x, place));
    using C = decltype(c);
    using V = float_result_t<value_of<X>>;
    using R = typename element<value_of<C>>::real;
    auto spread = [&] {
        if constexpr (is_complex<value_of<C>>)
            return sqrt(real(diagonal(c)));
        else
            return sqrt(diagonal(c));
    }();
    auto const scaled = c / spread(full_extent, newaxis) / spread(newaxis, full_extent);
    if constexpr (is_complex<value_of<C>>)
        return scaled;
    else
        return in_result_type<V>(clip(scaled, R(-1), R(1)));
}

}  // namespace detail

/// Pearson's correlation coefficients of variables, one a row: cov scaled by the standard
/// deviations, within [-1, 1]. The covariances are computed at the call.
template <detail::operand X>
    requires(detail::rank_of<X> == 2)
auto corrcoef(X const& x, source_location place = source_location::current()) {
    return detail::at_place(place, [&] { return detail::correlations(x, place); });
}
/// The coefficients of two variables of as many observations (shape_error), 2 x 2.
template <detail::operand X, detail::operand Y>
    requires(detail::rank_of<X> == 1 && detail::rank_of<Y> == 1)
auto corrcoef(X const& x, Y const& y, source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::correlations(detail::two_variables(x, y, {"corrcoef", place}), place);
    });
}

}  // namespace twill::inline v0
