// SPDX-License-Identifier: MIT
// The functions of math_binary.hpp for single numbers; see number_math.hpp. An integer to a
// negative power is 0 here (1 and -1 excepted): device code cannot throw.
#pragma once

#include "twill/expr/math_binary.hpp"
#include "twill/expr/number_math.hpp"

namespace twill::inline v0 {

template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto power(X... x) {
    return detail::of_numbers<detail::power_function>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto atan2(X... x) {
    return detail::of_numbers<detail::atan2_function>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto hypot(X... x) {
    return detail::of_numbers<detail::hypot_function>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto logaddexp(X... x) {
    return detail::of_numbers<detail::logaddexp_function>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto fmod(X... x) {
    return detail::of_numbers<detail::fmod_function>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto remainder(X... x) {
    return detail::of_numbers<detail::remainder_function>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto floor_divide(X... x) {
    return detail::of_numbers<detail::floor_divide_function>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto true_divide(X... x) {
    return detail::of_numbers<detail::true_divide_function>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto maximum(X... x) {
    return detail::of_numbers<detail::maximum_function>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto minimum(X... x) {
    return detail::of_numbers<detail::minimum_function>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto fmax(X... x) {
    return detail::of_numbers<detail::fmax_function>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto fmin(X... x) {
    return detail::of_numbers<detail::fmin_function>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto copysign(X... x) {
    return detail::of_numbers<detail::copysign_function>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto logical_and(X... x) {
    return detail::of_numbers<detail::logical_and>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto logical_or(X... x) {
    return detail::of_numbers<detail::logical_or>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto logical_xor(X... x) {
    return detail::of_numbers<detail::logical_xor>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto bitwise_and(X... x) {
    return detail::of_numbers<detail::bitwise_and>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto bitwise_or(X... x) {
    return detail::of_numbers<detail::bitwise_or>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto bitwise_xor(X... x) {
    return detail::of_numbers<detail::bitwise_xor>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto pow(X... x) {
    return detail::of_numbers<detail::power_function>(x...);
}
template <class... X>
    requires detail::numbers<3, X...>
TWILL_HD constexpr auto clip(X... x) {
    return detail::of_numbers<detail::clip_function>(x...);
}
template <class... X>
    requires detail::numbers_or_complex<3, X...>
TWILL_HD constexpr auto where(X... x) {
    return detail::of_numbers<detail::where_function>(x...);
}
template <class T, class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto cast(X... x) {
    return detail::of_numbers<detail::cast_function<detail::canonical_t<T>>>(x...);
}
template <detail::plain_number A, detail::plain_number B>
TWILL_HD constexpr bool isclose(A a, B b, double rtol = 1e-5, double atol = 1e-8) {
    return detail::isclose_function{rtol, atol}(static_cast<detail::canonical_t<A>>(a),
                                                static_cast<detail::canonical_t<B>>(b));
}

}  // namespace twill::inline v0
