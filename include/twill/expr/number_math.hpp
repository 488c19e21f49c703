// SPDX-License-Identifier: MIT
// The functions of math.hpp for single numbers, on both sides of nvcc, so that one template
// serves numbers, arrays and either space:
//     template <class X>
//     auto gauss(X x) {
//         using twill::exp;
//         using twill::square;
//         return exp(-square(x));
//     }
// They mean what they mean for elements: integers wrap, float functions of integers give double.
// Each takes a pack, the least special of parameters: where std, C or the caller has a function of
// the same name that fits as well, that one is chosen, and `using namespace std` beside `using
// namespace twill` stays unambiguous (round and remainder are then C's: half away from zero, and
// the nearest quotient's).
#pragma once

#include "twill/expr/math.hpp"

namespace twill::inline v0 {
namespace detail {

template <class T>
concept plain_number = std::is_arithmetic_v<T> && !std::is_same_v<T, long double>;
/// N built-in numbers.
template <int N, class... X>
concept numbers = sizeof...(X) == N && (plain_number<X> && ...);
template <int N, class... X>
concept numbers_or_complex = sizeof...(X) == N && ((plain_number<X> || is_own_complex<X>) && ...);
/// C's abs promotes what is narrower than int.
template <class... X>
concept number_with_abs = numbers<1, X...> && ((sizeof(X) >= sizeof(int)) && ...);

template <class F, class... X>
TWILL_HD constexpr auto of_numbers(X... x) {
    return F{}(static_cast<canonical_t<X>>(x)...);
}

}  // namespace detail

template <class... X>
    requires detail::number_with_abs<X...>
TWILL_HD constexpr auto abs(X... x) {
    return detail::of_numbers<detail::abs_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto sign(X... x) {
    return detail::of_numbers<detail::sign_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto sqrt(X... x) {
    return detail::of_numbers<detail::sqrt_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto rsqrt(X... x) {
    return detail::of_numbers<detail::rsqrt_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto cbrt(X... x) {
    return detail::of_numbers<detail::cbrt_function>(x...);
}
template <class... X>
    requires detail::numbers_or_complex<1, X...>
TWILL_HD constexpr auto square(X... x) {
    return detail::of_numbers<detail::square_function>(x...);
}
template <class... X>
    requires detail::numbers_or_complex<1, X...>
TWILL_HD constexpr auto reciprocal(X... x) {
    return detail::of_numbers<detail::reciprocal_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto exp(X... x) {
    return detail::of_numbers<detail::exp_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto exp2(X... x) {
    return detail::of_numbers<detail::exp2_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto exp10(X... x) {
    return detail::of_numbers<detail::exp10_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto expm1(X... x) {
    return detail::of_numbers<detail::expm1_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto log(X... x) {
    return detail::of_numbers<detail::log_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto log1p(X... x) {
    return detail::of_numbers<detail::log1p_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto log2(X... x) {
    return detail::of_numbers<detail::log2_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto log10(X... x) {
    return detail::of_numbers<detail::log10_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto sin(X... x) {
    return detail::of_numbers<detail::sin_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto cos(X... x) {
    return detail::of_numbers<detail::cos_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto tan(X... x) {
    return detail::of_numbers<detail::tan_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto asin(X... x) {
    return detail::of_numbers<detail::asin_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto acos(X... x) {
    return detail::of_numbers<detail::acos_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto atan(X... x) {
    return detail::of_numbers<detail::atan_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto sinh(X... x) {
    return detail::of_numbers<detail::sinh_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto cosh(X... x) {
    return detail::of_numbers<detail::cosh_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto tanh(X... x) {
    return detail::of_numbers<detail::tanh_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto asinh(X... x) {
    return detail::of_numbers<detail::asinh_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto acosh(X... x) {
    return detail::of_numbers<detail::acosh_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto atanh(X... x) {
    return detail::of_numbers<detail::atanh_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto floor(X... x) {
    return detail::of_numbers<detail::floor_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto ceil(X... x) {
    return detail::of_numbers<detail::ceil_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto trunc(X... x) {
    return detail::of_numbers<detail::trunc_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto rint(X... x) {
    return detail::of_numbers<detail::rint_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto round(X... x) {
    return detail::of_numbers<detail::rint_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto isnan(X... x) {
    return detail::of_numbers<detail::isnan_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto isinf(X... x) {
    return detail::of_numbers<detail::isinf_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto isfinite(X... x) {
    return detail::of_numbers<detail::isfinite_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto signbit(X... x) {
    return detail::of_numbers<detail::signbit_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto erf(X... x) {
    return detail::of_numbers<detail::erf_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto erfc(X... x) {
    return detail::of_numbers<detail::erfc_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto tgamma(X... x) {
    return detail::of_numbers<detail::tgamma_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto lgamma(X... x) {
    return detail::of_numbers<detail::lgamma_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto deg2rad(X... x) {
    return detail::of_numbers<detail::deg2rad_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto rad2deg(X... x) {
    return detail::of_numbers<detail::rad2deg_function>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto logical_not(X... x) {
    return detail::of_numbers<detail::logical_not>(x...);
}

}  // namespace twill::inline v0
