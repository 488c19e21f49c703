// SPDX-License-Identifier: MIT
// Unary mathematics. Each function returns a lazy expression of its argument's shape; float
// functions of integers and bools compute and return float64. Nothing copies or synchronises.
#pragma once

#include "twill/expr/build.hpp"
#include "twill/expr/exponential.hpp"
#include "twill/expr/trigonometric.hpp"

namespace twill::inline v0 {

/// Element-wise absolute value (the modulus of complex numbers, real); abs(int8 -128) = -128.
template <detail::operand A>
[[nodiscard]] constexpr auto abs(A&& a) {
    using F = std::conditional_t<detail::is_complex<detail::value_of<A>>, detail::modulus_function,
                                 detail::abs_function>;
    return detail::unary<F>(std::forward<A>(a));
}
/// -1, 0 or 1 element by element; NaN for NaN, z / |z| for complex numbers.
template <detail::operand A>
[[nodiscard]] constexpr auto sign(A&& a) {
    return detail::unary<detail::sign_function>(std::forward<A>(a));
}
/// Square root; NaN below 0.
template <detail::operand A>
[[nodiscard]] constexpr auto sqrt(A&& a) {
    return detail::unary<detail::sqrt_function>(std::forward<A>(a));
}
/// 1 / sqrt(x).
template <detail::operand A>
[[nodiscard]] constexpr auto rsqrt(A&& a) {
    return detail::unary<detail::rsqrt_function>(std::forward<A>(a));
}
/// Cube root.
template <detail::operand A>
[[nodiscard]] constexpr auto cbrt(A&& a) {
    return detail::unary<detail::cbrt_function>(std::forward<A>(a));
}
/// x * x.
template <detail::operand A>
[[nodiscard]] constexpr auto square(A&& a) {
    return detail::unary<detail::square_function>(std::forward<A>(a));
}
/// 1 / x; an integer 1 / 0 is 0.
template <detail::operand A>
[[nodiscard]] constexpr auto reciprocal(A&& a) {
    return detail::unary<detail::reciprocal_function>(std::forward<A>(a));
}
/// e to the x.
template <detail::operand A>
[[nodiscard]] constexpr auto exp(A&& a) {
    return detail::unary<detail::exp_function>(std::forward<A>(a));
}
/// 2 to the x.
template <detail::operand A>
[[nodiscard]] constexpr auto exp2(A&& a) {
    return detail::unary<detail::exp2_function>(std::forward<A>(a));
}
/// 10 to the x.
template <detail::operand A>
[[nodiscard]] constexpr auto exp10(A&& a) {
    return detail::unary<detail::exp10_function>(std::forward<A>(a));
}
/// exp(x) - 1, precise near 0.
template <detail::operand A>
[[nodiscard]] constexpr auto expm1(A&& a) {
    return detail::unary<detail::expm1_function>(std::forward<A>(a));
}
/// Natural logarithm.
template <detail::operand A>
[[nodiscard]] constexpr auto log(A&& a) {
    return detail::unary<detail::log_function>(std::forward<A>(a));
}
/// log(1 + x), precise near 0.
template <detail::operand A>
[[nodiscard]] constexpr auto log1p(A&& a) {
    return detail::unary<detail::log1p_function>(std::forward<A>(a));
}
/// Logarithm to base 2.
template <detail::operand A>
[[nodiscard]] constexpr auto log2(A&& a) {
    return detail::unary<detail::log2_function>(std::forward<A>(a));
}
/// Logarithm to base 10.
template <detail::operand A>
[[nodiscard]] constexpr auto log10(A&& a) {
    return detail::unary<detail::log10_function>(std::forward<A>(a));
}
/// Sine of radians.
template <detail::operand A>
[[nodiscard]] constexpr auto sin(A&& a) {
    return detail::unary<detail::sin_function>(std::forward<A>(a));
}
/// Cosine of radians.
template <detail::operand A>
[[nodiscard]] constexpr auto cos(A&& a) {
    return detail::unary<detail::cos_function>(std::forward<A>(a));
}
/// Tangent of radians.
template <detail::operand A>
[[nodiscard]] constexpr auto tan(A&& a) {
    return detail::unary<detail::tan_function>(std::forward<A>(a));
}
/// Inverse sine.
template <detail::operand A>
[[nodiscard]] constexpr auto asin(A&& a) {
    return detail::unary<detail::asin_function>(std::forward<A>(a));
}
/// Inverse cosine.
template <detail::operand A>
[[nodiscard]] constexpr auto acos(A&& a) {
    return detail::unary<detail::acos_function>(std::forward<A>(a));
}
/// Inverse tangent.
template <detail::operand A>
[[nodiscard]] constexpr auto atan(A&& a) {
    return detail::unary<detail::atan_function>(std::forward<A>(a));
}
/// Hyperbolic sine.
template <detail::operand A>
[[nodiscard]] constexpr auto sinh(A&& a) {
    return detail::unary<detail::sinh_function>(std::forward<A>(a));
}
/// Hyperbolic cosine.
template <detail::operand A>
[[nodiscard]] constexpr auto cosh(A&& a) {
    return detail::unary<detail::cosh_function>(std::forward<A>(a));
}
/// Hyperbolic tangent.
template <detail::operand A>
[[nodiscard]] constexpr auto tanh(A&& a) {
    return detail::unary<detail::tanh_function>(std::forward<A>(a));
}
/// Inverse hyperbolic sine.
template <detail::operand A>
[[nodiscard]] constexpr auto asinh(A&& a) {
    return detail::unary<detail::asinh_function>(std::forward<A>(a));
}
/// Inverse hyperbolic cosine.
template <detail::operand A>
[[nodiscard]] constexpr auto acosh(A&& a) {
    return detail::unary<detail::acosh_function>(std::forward<A>(a));
}
/// Inverse hyperbolic tangent.
template <detail::operand A>
[[nodiscard]] constexpr auto atanh(A&& a) {
    return detail::unary<detail::atanh_function>(std::forward<A>(a));
}
/// Rounds down; integers unchanged.
template <detail::operand A>
[[nodiscard]] constexpr auto floor(A&& a) {
    return detail::unary<detail::floor_function>(std::forward<A>(a));
}
/// Rounds up; integers unchanged.
template <detail::operand A>
[[nodiscard]] constexpr auto ceil(A&& a) {
    return detail::unary<detail::ceil_function>(std::forward<A>(a));
}
/// Rounds towards zero; integers unchanged.
template <detail::operand A>
[[nodiscard]] constexpr auto trunc(A&& a) {
    return detail::unary<detail::trunc_function>(std::forward<A>(a));
}
/// Rounds half to even; integers unchanged.
template <detail::operand A>
[[nodiscard]] constexpr auto rint(A&& a) {
    return detail::unary<detail::rint_function>(std::forward<A>(a));
}
/// Rounds half to even, as NumPy; integers unchanged.
template <detail::operand A>
[[nodiscard]] constexpr auto round(A&& a) {
    return detail::unary<detail::rint_function>(std::forward<A>(a));
}
/// Whether an element is NaN.
template <detail::operand A>
[[nodiscard]] constexpr auto isnan(A&& a) {
    return detail::unary<detail::isnan_function>(std::forward<A>(a));
}
/// Whether an element is infinite.
template <detail::operand A>
[[nodiscard]] constexpr auto isinf(A&& a) {
    return detail::unary<detail::isinf_function>(std::forward<A>(a));
}
/// Whether an element is neither NaN nor infinite.
template <detail::operand A>
[[nodiscard]] constexpr auto isfinite(A&& a) {
    return detail::unary<detail::isfinite_function>(std::forward<A>(a));
}
/// Whether the sign bit is set (-0.0 included).
template <detail::operand A>
[[nodiscard]] constexpr auto signbit(A&& a) {
    return detail::unary<detail::signbit_function>(std::forward<A>(a));
}
/// Error function.
template <detail::operand A>
[[nodiscard]] constexpr auto erf(A&& a) {
    return detail::unary<detail::erf_function>(std::forward<A>(a));
}
/// Complementary error function.
template <detail::operand A>
[[nodiscard]] constexpr auto erfc(A&& a) {
    return detail::unary<detail::erfc_function>(std::forward<A>(a));
}
/// Gamma function.
template <detail::operand A>
[[nodiscard]] constexpr auto tgamma(A&& a) {
    return detail::unary<detail::tgamma_function>(std::forward<A>(a));
}
/// Logarithm of the absolute value of the gamma function.
template <detail::operand A>
[[nodiscard]] constexpr auto lgamma(A&& a) {
    return detail::unary<detail::lgamma_function>(std::forward<A>(a));
}
/// Degrees to radians.
template <detail::operand A>
[[nodiscard]] constexpr auto deg2rad(A&& a) {
    return detail::unary<detail::deg2rad_function>(std::forward<A>(a));
}
/// Radians to degrees.
template <detail::operand A>
[[nodiscard]] constexpr auto rad2deg(A&& a) {
    return detail::unary<detail::rad2deg_function>(std::forward<A>(a));
}
/// !x, for those who port NumPy.
template <detail::operand A>
[[nodiscard]] constexpr auto logical_not(A&& a) {
    return detail::unary<detail::logical_not>(std::forward<A>(a));
}

}  // namespace twill::inline v0
