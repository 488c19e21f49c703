// SPDX-License-Identifier: MIT
// Mathematics of two and three operands, selection, conversion and closeness. Each function returns
// a lazy expression; shapes broadcast and are checked at evaluation. Nothing copies or
// synchronises.
#pragma once

#include "twill/expr/build.hpp"
#include "twill/expr/exponential.hpp"
#include "twill/expr/trigonometric.hpp"

namespace twill::inline v0 {

/// The first operand to the power of the second. Integer powers wrap; see pow.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto power(A&& a, B&& b) {
    return detail::binary<detail::power_function>(std::forward<A>(a), std::forward<B>(b));
}
/// The angle of the point (x, y), signed zeros as C's.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto atan2(A&& a, B&& b) {
    return detail::binary<detail::atan2_function>(std::forward<A>(a), std::forward<B>(b));
}
/// sqrt(x^2 + y^2) without overflow; hypot(inf, nan) = inf.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto hypot(A&& a, B&& b) {
    return detail::binary<detail::hypot_function>(std::forward<A>(a), std::forward<B>(b));
}
/// log(exp(x) + exp(y)) without overflow.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto logaddexp(A&& a, B&& b) {
    return detail::binary<detail::logaddexp_function>(std::forward<A>(a), std::forward<B>(b));
}
/// C's remainder: the dividend's sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto fmod(A&& a, B&& b) {
    return detail::binary<detail::fmod_function>(std::forward<A>(a), std::forward<B>(b));
}
/// NumPy's remainder: the divisor's sign; an integer x % 0 is 0.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto remainder(A&& a, B&& b) {
    return detail::binary<detail::remainder_function>(std::forward<A>(a), std::forward<B>(b));
}
/// The quotient rounded down; an integer x // 0 is 0.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto floor_divide(A&& a, B&& b) {
    return detail::binary<detail::floor_divide_function>(std::forward<A>(a), std::forward<B>(b));
}
/// The quotient, in float64 for integers.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto true_divide(A&& a, B&& b) {
    return detail::binary<detail::true_divide_function>(std::forward<A>(a), std::forward<B>(b));
}
/// The greater of two elements; NaN from either side propagates, -0.0 is below +0.0.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto maximum(A&& a, B&& b) {
    return detail::binary<detail::maximum_function>(std::forward<A>(a), std::forward<B>(b));
}
/// The smaller of two elements; NaN from either side propagates, -0.0 is below +0.0.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto minimum(A&& a, B&& b) {
    return detail::binary<detail::minimum_function>(std::forward<A>(a), std::forward<B>(b));
}
/// The greater of two elements; a NaN is ignored where the other is a number.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto fmax(A&& a, B&& b) {
    return detail::binary<detail::fmax_function>(std::forward<A>(a), std::forward<B>(b));
}
/// The smaller of two elements; a NaN is ignored where the other is a number.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto fmin(A&& a, B&& b) {
    return detail::binary<detail::fmin_function>(std::forward<A>(a), std::forward<B>(b));
}
/// The first operand's magnitude with the second's sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto copysign(A&& a, B&& b) {
    return detail::binary<detail::copysign_function>(std::forward<A>(a), std::forward<B>(b));
}
/// a && b, for those who port NumPy.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto logical_and(A&& a, B&& b) {
    return detail::comparison<detail::logical_and>(std::forward<A>(a), std::forward<B>(b));
}
/// a || b, for those who port NumPy.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto logical_or(A&& a, B&& b) {
    return detail::comparison<detail::logical_or>(std::forward<A>(a), std::forward<B>(b));
}
/// Whether exactly one of two elements is true.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto logical_xor(A&& a, B&& b) {
    return detail::comparison<detail::logical_xor>(std::forward<A>(a), std::forward<B>(b));
}
/// a & b, for those who port NumPy.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto bitwise_and(A&& a, B&& b) {
    return detail::binary<detail::bitwise_and>(std::forward<A>(a), std::forward<B>(b));
}
/// a | b, for those who port NumPy.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto bitwise_or(A&& a, B&& b) {
    return detail::binary<detail::bitwise_or>(std::forward<A>(a), std::forward<B>(b));
}
/// a ^ b, for those who port NumPy.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto bitwise_xor(A&& a, B&& b) {
    return detail::binary<detail::bitwise_xor>(std::forward<A>(a), std::forward<B>(b));
}
/// power(a, b); throws value_error for integers to a negative scalar exponent (an array's negative
/// exponents give 0, except for the bases 1 and -1).
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto pow(A&& a, B&& b, source_location place = source_location::current()) {
    using Base = detail::canonical_t<typename detail::element_type<A>::type>;
    using Exponent = detail::canonical_t<typename detail::element_type<B>::type>;
    if constexpr (detail::scalar<B> && detail::is_integer<Base> && detail::is_integer<Exponent>)
        if (b < Exponent{})
            detail::raise<value_error>(
                place,
                "twill: pow: integers to the negative power %lld; cast the base to a floating type",
                static_cast<long long>(b));
    return detail::binary<detail::power_function>(std::forward<A>(a), std::forward<B>(b));
}

/// (floor_divide(a, b), remainder(a, b)) as a pair of expressions.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto divmod(A const& a, B const& b) {
    return std::pair(floor_divide(a, b), remainder(a, b));
}

namespace detail {

/// A bound beside elements of type T. An integer that no element passes is the type's own bound:
/// clip(x, 0, 300) of uint8 leaves what is above.
template <class T, bool Low, class B>
constexpr decltype(auto) bound_beside(B&& bound) {
    using S = canonical_t<std::remove_cvref_t<B>>;
    if constexpr (scalar<B> && is_integer<S> && is_integer<T>) {
        S const value = static_cast<S>(bound);
        bool const passed =
            Low ? is_negative(value) &&
                      (!std::is_signed_v<T> || static_cast<std::int64_t>(value) <
                                                   static_cast<std::int64_t>(limits<T>::lowest))
                : !is_negative(value) && static_cast<std::uint64_t>(value) >
                                             static_cast<std::uint64_t>(limits<T>::max);
        return passed ? weak_leaf<T>("clip", Low ? limits<T>::lowest : limits<T>::max)
                      : weak_leaf<T>("clip", value);
    } else {
        return node_beside<T>("clip", std::forward<B>(bound));
    }
}

}  // namespace detail

/// minimum(maximum(x, low), high): low > high gives high, NaN anywhere gives NaN. The bounds may be
/// scalars; an integer beyond all that the elements' type holds bounds nothing.
template <detail::operand X, detail::operand_or_scalar L, detail::operand_or_scalar H>
[[nodiscard]] constexpr auto clip(X&& x, L&& low, H&& high) {
    using T = detail::value_of<X>;
    auto&& low_node = detail::bound_beside<T, true>(std::forward<L>(low));
    auto&& high_node = detail::bound_beside<T, false>(std::forward<H>(high));
    return detail::make_elementwise(
        detail::function_for<T>(detail::clip_function{}), detail::as_node(std::forward<X>(x)),
        std::forward<decltype(low_node)>(low_node), std::forward<decltype(high_node)>(high_node));
}

/// With one bound: `clip(x, low, none)` is maximum(x, low), `clip(x, none, high)` minimum(x, high).
template <detail::operand X, detail::operand_or_scalar L>
[[nodiscard]] constexpr auto clip(X&& x, L&& low, none_t) {
    return maximum(std::forward<X>(x),
                   detail::bound_beside<detail::value_of<X>, true>(std::forward<L>(low)));
}
template <detail::operand X, detail::operand_or_scalar H>
[[nodiscard]] constexpr auto clip(X&& x, none_t, H&& high) {
    return minimum(std::forward<X>(x),
                   detail::bound_beside<detail::value_of<X>, false>(std::forward<H>(high)));
}

// What one writes who has one bound.
template <detail::operand X, detail::operand_or_scalar L>
[[nodiscard]] constexpr auto clip(X&& x, L&&) {
    static_assert(detail::always_false<L>,
                  "twill: clip takes two bounds; one of them may be none: clip(x, low, none) or "
                  "clip(x, none, high)");
    return std::forward<X>(x);
}

namespace detail {

/// where, or a function that is told by another name.
template <class F, class C, class A, class B>
constexpr auto where_by(C&& condition, A&& a, B&& b) {
    using TA = typename element_type<A>::type;
    using TB = typename element_type<B>::type;
    constexpr auto choose = function_for<value_of<C>, TA, TB>(F{});
    if constexpr (scalar<A> && scalar<B>) {
        using T = promote_numbers_t<TA, TB>;
        return make_elementwise(choose, as_node(std::forward<C>(condition)),
                                weak_leaf<T>(F::name, a), weak_leaf<T>(F::name, b));
    } else {
        return make_elementwise(choose, as_node(std::forward<C>(condition)),
                                node_beside<TB>(F::name, std::forward<A>(a)),
                                node_beside<TA>(F::name, std::forward<B>(b)));
    }
}

}  // namespace detail

/// `a` where the condition is true, `b` elsewhere; both are evaluated. The three shapes broadcast.
template <detail::operand C, detail::operand_or_scalar A, detail::operand_or_scalar B>
[[nodiscard]] constexpr auto where(C&& condition, A&& a, B&& b) {
    return detail::where_by<detail::where_function>(std::forward<C>(condition), std::forward<A>(a),
                                                    std::forward<B>(b));
}

/// One of them may be a single element that is no number, a struct as the other's elements are.
template <detail::operand C, detail::operand A, detail::single_element<A> B>
[[nodiscard]] constexpr auto where(C&& condition, A&& a, B const& b) {
    return where(std::forward<C>(condition), std::forward<A>(a), scalar_leaf<B>{b});
}
template <detail::operand C, detail::operand B, detail::single_element<B> A>
[[nodiscard]] constexpr auto where(C&& condition, A const& a, B&& b) {
    return where(std::forward<C>(condition), scalar_leaf<A>{a}, std::forward<B>(b));
}
/// Both may be enumerators.
template <detail::operand C, class E>
    requires std::is_enum_v<E>
[[nodiscard]] constexpr auto where(C&& condition, E a, E b) {
    return where(std::forward<C>(condition), scalar_leaf<E>{a}, scalar_leaf<E>{b});
}

/// One condition for all: a or b as a whole, in the shape of both. Both are evaluated.
template <std::same_as<bool> C, detail::operand_or_scalar A, detail::operand_or_scalar B>
    requires(detail::operand<A> || detail::operand<B>)
[[nodiscard]] constexpr auto where(C condition, A&& a, B&& b) {
    return where(scalar_leaf<bool>{condition}, std::forward<A>(a), std::forward<B>(b));
}

/// The elements as T: floats truncate and saturate, NaN becomes 0, integers wrap, nonzero is true.
template <class T, detail::operand A>
[[nodiscard]] constexpr auto cast(A&& a) {
    using V = detail::canonical_t<T>;
    using C = detail::component_t<V>;
    using To = detail::cast_function<C>;
    // What is computed in a wider type is rounded here.
    if constexpr (std::is_same_v<detail::value_of<A>, V> && std::is_same_v<detail::compute_t<C>, C>)
        return detail::as_node(std::forward<A>(a));
    else
        return detail::make_elementwise(detail::function_for<detail::value_of<A>, T>(To{}),
                                        detail::as_node(std::forward<A>(a)));
}

namespace detail {

/// isclose, or what is told by another name. As for comparisons an integer beside integers keeps
/// its own type: the answer is the mathematical one.
template <class F, class A, class B>
constexpr auto close_by(A&& a, B&& b, double rtol, double atol) {
    using TA = typename element_type<A>::type;
    using TB = typename element_type<B>::type;
    constexpr bool integers = compares_as_integers<canonical_t<TA>, canonical_t<TB>>;
    return make_elementwise(
        function_for<TA, TB>(F{rtol, atol}),
        node_beside<std::conditional_t<integers, TA, TB>>(F::name, std::forward<A>(a)),
        node_beside<std::conditional_t<integers, TB, TA>>(F::name, std::forward<B>(b)));
}

}  // namespace detail

/// Whether |a - b| <= atol + rtol * |b|, element by element; equal infinities are close, NaN is
/// not.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto isclose(A&& a, B&& b, double rtol = 1e-5, double atol = 1e-8) {
    return detail::close_by<detail::isclose_function>(std::forward<A>(a), std::forward<B>(b), rtol,
                                                      atol);
}

}  // namespace twill::inline v0
