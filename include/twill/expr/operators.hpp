// SPDX-License-Identifier: MIT
// The operators. Each returns a lazy expression: nothing runs and nothing is copied until it is
// assigned or evaluated. Shapes broadcast by NumPy's rules and are checked at evaluation
// (shape_error).
#pragma once

#include "twill/expr/build.hpp"

namespace twill::inline v0 {

/// Element-wise sum. Integers wrap.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator+(A&& a, B&& b) {
    return detail::binary<detail::add>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise difference. Integers wrap.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator-(A&& a, B&& b) {
    return detail::binary<detail::subtract>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise product. Integers wrap.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator*(A&& a, B&& b) {
    return detail::binary<detail::multiply>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise quotient: C++'s for integers (truncating, x / 0 = 0); see true_divide and
/// floor_divide.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator/(A&& a, B&& b) {
    return detail::binary<detail::divide>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise remainder with the dividend's sign: C++'s % of integers (x % 0 = 0), fmod of
/// floats; see remainder for the divisor's sign, as in Python.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator%(A&& a, B&& b) {
    return detail::binary<detail::modulus>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise bitwise and of integers and bools.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator&(A&& a, B&& b) {
    return detail::binary<detail::bitwise_and>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise bitwise or of integers and bools.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator|(A&& a, B&& b) {
    return detail::binary<detail::bitwise_or>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise bitwise exclusive or of integers and bools.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator^(A&& a, B&& b) {
    return detail::binary<detail::bitwise_xor>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise left shift; a count past the width, or a negative one, gives 0.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator<<(A&& a, B&& b) {
    return detail::binary<detail::left_shift>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise arithmetic right shift; a count past the width, or a negative one, leaves the sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator>>(A&& a, B&& b) {
    return detail::binary<detail::right_shift>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise logical and; both sides are evaluated. NaN is true.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator&&(A&& a, B&& b) {
    return detail::comparison<detail::logical_and>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise logical or; both sides are evaluated. NaN is true.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator||(A&& a, B&& b) {
    return detail::comparison<detail::logical_or>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise comparison, exact between integers of any sign. For one answer: array_equal(a, b).
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator==(A&& a, B&& b) {
    return detail::comparison<detail::equal>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise comparison, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator!=(A&& a, B&& b) {
    return detail::comparison<detail::not_equal>(std::forward<A>(a), std::forward<B>(b));
}
/// Every element with a value that is no number, a struct or an enumerator, by its own `==`.
template <class A, detail::single_element<A> B>
[[nodiscard]] constexpr auto operator==(A&& a, B const& b) {
    return std::forward<A>(a) == scalar_leaf<B>{b};
}
template <class B, detail::single_element<B> A>
[[nodiscard]] constexpr auto operator==(A const& a, B&& b) {
    return scalar_leaf<A>{a} == std::forward<B>(b);
}
/// The opposite.
template <class A, detail::single_element<A> B>
[[nodiscard]] constexpr auto operator!=(A&& a, B const& b) {
    return std::forward<A>(a) != scalar_leaf<B>{b};
}
template <class B, detail::single_element<B> A>
[[nodiscard]] constexpr auto operator!=(A const& a, B&& b) {
    return scalar_leaf<A>{a} != std::forward<B>(b);
}
/// Element-wise comparison, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator<(A&& a, B&& b) {
    return detail::ordering<detail::less>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise comparison, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator<=(A&& a, B&& b) {
    return detail::ordering<detail::less_equal>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise comparison, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator>(A&& a, B&& b) {
    return detail::ordering<detail::greater>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise comparison, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto operator>=(A&& a, B&& b) {
    return detail::ordering<detail::greater_equal>(std::forward<A>(a), std::forward<B>(b));
}
/// Element-wise negative; wraps for the lowest integer and for unsigned ones.
template <detail::operand A>
[[nodiscard]] constexpr auto operator-(A&& a) {
    return detail::unary<detail::negate>(std::forward<A>(a));
}
/// The elements as they are.
template <detail::operand A>
[[nodiscard]] constexpr auto operator+(A&& a) {
    return detail::unary<detail::positive>(std::forward<A>(a));
}
/// Element-wise logical not; NaN is true.
template <detail::operand A>
[[nodiscard]] constexpr auto operator!(A&& a) {
    return detail::unary<detail::logical_not>(std::forward<A>(a));
}
/// Element-wise complement of integers and bools.
template <detail::operand A>
[[nodiscard]] constexpr auto operator~(A&& a) {
    return detail::unary<detail::invert>(std::forward<A>(a));
}

}  // namespace twill::inline v0
