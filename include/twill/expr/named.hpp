// SPDX-License-Identifier: MIT
// The operators as functions, for generic code, and NumPy's other names of functions that twill
// has. Lazy, as what they stand for.
#pragma once

#include "twill/expr/math.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/expr/operators.hpp"

namespace twill::inline v0 {

/// a + b.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto add(A&& a, B&& b) {
    return detail::binary<detail::add>(std::forward<A>(a), std::forward<B>(b));
}
/// a - b.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto subtract(A&& a, B&& b) {
    return detail::binary<detail::subtract>(std::forward<A>(a), std::forward<B>(b));
}
/// a * b.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto multiply(A&& a, B&& b) {
    return detail::binary<detail::multiply>(std::forward<A>(a), std::forward<B>(b));
}
/// a / b, as the operator: C++'s for integers; see true_divide and floor_divide.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto divide(A&& a, B&& b) {
    return detail::binary<detail::divide>(std::forward<A>(a), std::forward<B>(b));
}
/// a << b.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto left_shift(A&& a, B&& b) {
    return detail::binary<detail::left_shift>(std::forward<A>(a), std::forward<B>(b));
}
/// a >> b.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto right_shift(A&& a, B&& b) {
    return detail::binary<detail::right_shift>(std::forward<A>(a), std::forward<B>(b));
}
/// a == b, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto equal(A&& a, B&& b) {
    return detail::comparison<detail::equal>(std::forward<A>(a), std::forward<B>(b));
}
/// a != b, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto not_equal(A&& a, B&& b) {
    return detail::comparison<detail::not_equal>(std::forward<A>(a), std::forward<B>(b));
}
/// a < b, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto less(A&& a, B&& b) {
    return detail::comparison<detail::less>(std::forward<A>(a), std::forward<B>(b));
}
/// a <= b, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto less_equal(A&& a, B&& b) {
    return detail::comparison<detail::less_equal>(std::forward<A>(a), std::forward<B>(b));
}
/// a > b, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto greater(A&& a, B&& b) {
    return detail::comparison<detail::greater>(std::forward<A>(a), std::forward<B>(b));
}
/// a >= b, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto greater_equal(A&& a, B&& b) {
    return detail::comparison<detail::greater_equal>(std::forward<A>(a), std::forward<B>(b));
}
/// -a.
template <detail::operand A>
constexpr auto negative(A&& a) {
    return detail::unary<detail::negate>(std::forward<A>(a));
}
/// +a.
template <detail::operand A>
constexpr auto positive(A&& a) {
    return detail::unary<detail::positive>(std::forward<A>(a));
}
/// ~a.
template <detail::operand A>
constexpr auto bitwise_not(A&& a) {
    return detail::unary<detail::invert>(std::forward<A>(a));
}
/// ~a.
template <detail::operand A>
constexpr auto invert(A&& a) {
    return detail::unary<detail::invert>(std::forward<A>(a));
}
/// abs(a).
template <detail::operand A>
constexpr auto absolute(A&& a) {
    return detail::unary<detail::abs_function>(std::forward<A>(a));
}
/// asin(a).
template <detail::operand A>
constexpr auto arcsin(A&& a) {
    return detail::unary<detail::asin_function>(std::forward<A>(a));
}
/// acos(a).
template <detail::operand A>
constexpr auto arccos(A&& a) {
    return detail::unary<detail::acos_function>(std::forward<A>(a));
}
/// atan(a).
template <detail::operand A>
constexpr auto arctan(A&& a) {
    return detail::unary<detail::atan_function>(std::forward<A>(a));
}
/// asinh(a).
template <detail::operand A>
constexpr auto arcsinh(A&& a) {
    return detail::unary<detail::asinh_function>(std::forward<A>(a));
}
/// acosh(a).
template <detail::operand A>
constexpr auto arccosh(A&& a) {
    return detail::unary<detail::acosh_function>(std::forward<A>(a));
}
/// atanh(a).
template <detail::operand A>
constexpr auto arctanh(A&& a) {
    return detail::unary<detail::atanh_function>(std::forward<A>(a));
}
/// trunc(a).
template <detail::operand A>
constexpr auto fix(A&& a) {
    return detail::unary<detail::trunc_function>(std::forward<A>(a));
}
/// rad2deg(a).
template <detail::operand A>
constexpr auto degrees(A&& a) {
    return rad2deg(std::forward<A>(a));
}
/// deg2rad(a).
template <detail::operand A>
constexpr auto radians(A&& a) {
    return deg2rad(std::forward<A>(a));
}
/// atan2(a, b).
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto arctan2(A&& a, B&& b) {
    return detail::binary<detail::atan2_function>(std::forward<A>(a), std::forward<B>(b));
}
/// remainder(a, b), which has the divisor's sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
constexpr auto mod(A&& a, B&& b) {
    return detail::binary<detail::remainder_function>(std::forward<A>(a), std::forward<B>(b));
}

}  // namespace twill::inline v0
