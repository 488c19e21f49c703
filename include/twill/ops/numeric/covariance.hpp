// SPDX-License-Identifier: MIT
// cov and corrcoef.
#pragma once

#include "twill/array/copy.hpp"
#include "twill/expr/math.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/expr/operators.hpp"
#include "twill/expr/views.hpp"
#include "twill/ops/reduce/reductions.hpp"

namespace twill::inline v0 {
namespace detail {

template <class X>
auto centred(X const& x) {
    using R = float_result_t<value_of<X>>;
    auto const wide = cast<R>(x);
    return evaluate(wide - mean(wide, axis<1>, keepdims));
}
template <class V, class C>
auto conjugated(C const& c) {
    if constexpr (is_complex<V>)
        return conj(c);
    else
        return c.expression();
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
template <class C>
auto covariance_of(C const& c, double lost) {
    using V = value_of<C>;
    auto const products =
        c(full_extent, newaxis, full_extent) * conjugated<V>(c(newaxis, full_extent, full_extent));
    return make_elementwise(per_freedom_function{static_cast<double>(c.extent(1)) - lost},
                            sum(products, axis<2>));
}

}  // namespace detail

/// The covariances of variables, one a row, of which the columns are observations (transpose what
/// lies the other way): a square expression, in float64 for integers. The centred data are computed
/// at the call, into memory that the expression holds. NaN where there are not more observations
/// than `lost`.
template <detail::operand X>
    requires(detail::rank_of<X> == 2)
auto cov(X const& x, ddof lost = ddof(1), source_location place = source_location::current()) {
    return detail::at_place(place,
                            [&] { return detail::covariance_of(detail::centred(x), lost.value); });
}
/// The variance of one variable, as a rank-0 expression.
template <detail::operand X>
    requires(detail::rank_of<X> == 1)
auto cov(X const& x, ddof lost = ddof(1)) {
    return var(x, lost);
}
/// The covariances of two variables of as many observations (shape_error), 2 x 2.
template <detail::operand X, detail::operand Y>
    requires(detail::rank_of<X> == 1 && detail::rank_of<Y> == 1)
auto cov(X const& x, Y const& y, ddof lost = ddof(1),
         source_location place = source_location::current()) {
    using V = detail::float_result_t<promote_t<detail::value_of<X>, detail::value_of<Y>>>;
    using space = detail::merged_space_t<detail::space_of<X>, detail::space_of<Y>>;
    return detail::at_place(place, [&] {
        index_t const n = detail::shape_of(x, place)[0];
        if (detail::shape_of(y, place)[0] != n)
            detail::raise<shape_error>("twill: cov: %lld observations of x, %lld of y",
                                       static_cast<long long>(n),
                                       static_cast<long long>(detail::shape_of(y, place)[0]));
        array<V, 2, space> both(2, n);
        both(0) = cast<V>(x);
        both(1) = cast<V>(y);
        return detail::covariance_of(detail::centred(both), lost.value);
    });
}

namespace detail {

template <class C>
auto correlations(C const& c) {
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
        return clip(scaled, R(-1), R(1));
}

}  // namespace detail

/// Pearson's correlation coefficients of variables, one a row: cov scaled by the standard
/// deviations, within [-1, 1]. The covariances are computed at the call.
template <detail::operand X>
    requires(detail::rank_of<X> == 2)
auto corrcoef(X const& x, source_location place = source_location::current()) {
    return detail::at_place(place,
                            [&] { return detail::correlations(evaluate(cov(x, ddof(1), place))); });
}
/// The coefficients of two variables of as many observations (shape_error), 2 x 2.
template <detail::operand X, detail::operand Y>
    requires(detail::rank_of<X> == 1 && detail::rank_of<Y> == 1)
auto corrcoef(X const& x, Y const& y, source_location place = source_location::current()) {
    return detail::at_place(
        place, [&] { return detail::correlations(evaluate(cov(x, y, ddof(1), place))); });
}

}  // namespace twill::inline v0
