// SPDX-License-Identifier: MIT
// Element-wise functions beyond those of twill.hpp. Each returns a lazy expression that fuses;
// shapes broadcast and are checked at evaluation. Nothing copies or synchronises.
#pragma once

#include "twill/expr/math.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/ops/numeric/functions.hpp"

namespace twill::inline v0 {

/// sin(pi x) / (pi x), and 1 at 0.
template <detail::operand A>
constexpr auto sinc(A&& a) {
    return detail::unary<detail::sinc_function>(std::forward<A>(a));
}
/// 0 where x < 0, 1 where x > 0, `at_zero` where x = 0; NaN for NaN.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto heaviside(A&& x, B&& at_zero) {
    return detail::binary<detail::heaviside_function>(std::forward<A>(x), std::forward<B>(at_zero));
}
/// log2(2^x + 2^y) without overflow.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto logaddexp2(A&& a, B&& b) {
    return detail::binary<detail::logaddexp2_function>(std::forward<A>(a), std::forward<B>(b));
}
/// The next representable number after a towards b, of the type that both have together; b where
/// they are equal. 16-bit floats step in 16 bits.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto nextafter(A&& a, B&& b) {
    using TA = detail::canonical_t<typename detail::element_type<A>::type>;
    using TB = detail::canonical_t<typename detail::element_type<B>::type>;
    using Left = std::conditional_t<detail::operand<A>, TA, detail::weak_scalar_t<TA, TB>>;
    using Right = std::conditional_t<detail::operand<B>, TB, detail::weak_scalar_t<TB, TA>>;
    using V = detail::float_result_t<promote_t<Left, Right>>;
    static_assert(detail::is_floating<V>, "twill: nextafter takes real elements");
    return detail::binary<detail::nextafter_function<V>>(std::forward<A>(a), std::forward<B>(b));
}
/// Fraction and exponent (int32) of x = fraction * 2^exponent, 0.5 <= |fraction| < 1, as a pair of
/// expressions; (0, 0) for 0, (x, 0) for infinities and NaN.
template <detail::operand A>
auto frexp(A const& x) {
    return std::pair(detail::unary<detail::frexp_fraction_function>(x),
                     detail::unary<detail::frexp_exponent_function>(x));
}
/// x * 2^exponent, the exponents being integers.
template <class A, class B>
    requires detail::binary_operands<A, B>
auto ldexp(A&& x, B&& exponent) {
    if constexpr (detail::scalar<B>) {
        using E = detail::canonical_t<std::remove_cvref_t<B>>;  // not weak: no float beside floats
        return detail::make_elementwise(detail::ldexp_function{},
                                        detail::as_node(std::forward<A>(x)),
                                        scalar_leaf<E>{static_cast<E>(exponent)});
    } else {
        return detail::binary<detail::ldexp_function>(std::forward<A>(x),
                                                      std::forward<B>(exponent));
    }
}
/// The parts behind and before the point, both with the sign of x, as a pair of expressions.
template <detail::operand A>
constexpr auto modf(A const& x) {
    return std::pair(detail::unary<detail::modf_fraction_function>(x),
                     detail::unary<detail::modf_whole_function>(x));
}
/// The greatest common divisor of integers, not negative; gcd(0, 0) = 0.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto gcd(A&& a, B&& b) {
    return detail::binary<detail::gcd_function>(std::forward<A>(a), std::forward<B>(b));
}
/// The least common multiple of integers, not negative; 0 beside 0. Wraps.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto lcm(A&& a, B&& b) {
    return detail::binary<detail::lcm_function>(std::forward<A>(a), std::forward<B>(b));
}

namespace detail {

template <class X>
constexpr auto as_wide_float(X&& x) {
    using V = canonical_t<typename element_type<X>::type>;
    using R = std::conditional_t<is_complex<V>, typename complex_of<double>::type, double>;
    if constexpr (operand<X>)
        return cast<R>(std::forward<X>(x));
    else
        return static_cast<R>(x);
}

}  // namespace detail

/// a to the power of b in float64 (complex128 for complex elements), also of integers.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto float_power(A&& a, B&& b) {
    return power(detail::as_wide_float(std::forward<A>(a)),
                 detail::as_wide_float(std::forward<B>(b)));
}

template <detail::operand A, std::floating_point Decimals>
auto round(A&& a, Decimals) {
    static_assert(detail::always_false<A>,
                  "twill: round(x, decimals): how many decimals is an integer; multiples of a step "
                  "are round(x / step) * step");
    return std::forward<A>(a);
}
/// Rounds to a number of decimals, half to even: round(x, 2), round(x, -3). NumPy's formula,
/// rint(x * 10^d) / 10^d, except that a float whose product overflows stays as it is. Integers are
/// rounded exactly, and unchanged where decimals are asked for.
template <detail::operand A>
auto round(A&& a, int decimals) {
    using V = typename detail::element<detail::value_of<A>>::real;
    using F = std::conditional_t<detail::is_floating<V>, detail::compute_t<V>, std::uint64_t>;
    auto power_of_ten = [&](int count) {
        // Of floats rounded once.
        using Wide = std::conditional_t<std::is_same_v<F, float>, double, F>;
        auto scale = static_cast<Wide>(1);
        for (int i = 0; i < count; ++i)
            scale = static_cast<Wide>(scale * 10);
        return static_cast<F>(scale);
    };
    // The greatest powers of ten that the types hold; the next is more than twice their greatest
    // number.
    constexpr int most = !detail::is_floating<V> ? 19 : sizeof(F) == 4 ? 38 : 308;
    int const digits = decimals > most ? most : decimals < -most ? -most : decimals;
    bool const up = digits >= 0;
    F const scale = decimals < -most ? F(0) : power_of_ten(up ? digits : -digits);
    return detail::make_elementwise(detail::round_decimals_function<F>{scale, up},
                                    detail::as_node(std::forward<A>(a)));
}

/// How many bits of |x| are set, as uint8.
template <detail::operand A>
constexpr auto bit_count(A&& a) {
    return detail::unary<detail::bit_count_function>(std::forward<A>(a));
}
/// Whether an element is +infinity.
template <detail::operand A>
constexpr auto isposinf(A&& a) {
    return detail::unary<detail::isposinf_function>(std::forward<A>(a));
}
/// Whether an element is -infinity.
template <detail::operand A>
constexpr auto isneginf(A&& a) {
    return detail::unary<detail::isneginf_function>(std::forward<A>(a));
}

/// NaN as a number (0 unless given), infinities as the greatest and the lowest number of the type
/// unless given; the parts of complex elements each.
template <detail::operand A>
auto nan_to_num(A&& a, double nan = 0.0) {
    using V = detail::value_of<A>;
    using R = typename detail::element<V>::real;
    using C = detail::compute_t<R>;
    return detail::make_elementwise(
        detail::nan_to_num_function<V>{static_cast<C>(nan), static_cast<C>(detail::limits<R>::max),
                                       static_cast<C>(detail::limits<R>::lowest)},
        detail::as_node(std::forward<A>(a)));
}
template <detail::operand A>
auto nan_to_num(A&& a, double nan, double positive_infinity, double negative_infinity) {
    using V = detail::value_of<A>;
    using C = detail::compute_t<typename detail::element<V>::real>;
    return detail::make_elementwise(
        detail::nan_to_num_function<V>{static_cast<C>(nan), static_cast<C>(positive_infinity),
                                       static_cast<C>(negative_infinity)},
        detail::as_node(std::forward<A>(a)));
}

}  // namespace twill::inline v0
