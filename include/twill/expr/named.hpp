// SPDX-License-Identifier: MIT
// The operators as functions, for generic code, and NumPy's, CuPy's and the array API's other names
// of functions that twill has. Lazy or not, as what they stand for; those that another header
// declares need it.
#pragma once

#include "twill/expr/math.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/expr/operators.hpp"
#include "twill/shape/axes.hpp"

namespace twill::inline v0 {

/// a + b.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto add(A&& a, B&& b) {
    return detail::binary<detail::add>(std::forward<A>(a), std::forward<B>(b));
}
/// a - b.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto subtract(A&& a, B&& b) {
    return detail::binary<detail::subtract>(std::forward<A>(a), std::forward<B>(b));
}
/// a * b.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto multiply(A&& a, B&& b) {
    return detail::binary<detail::multiply>(std::forward<A>(a), std::forward<B>(b));
}
/// a / b, as the operator: C++'s for integers; see true_divide and floor_divide.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto divide(A&& a, B&& b) {
    return detail::binary<detail::divide>(std::forward<A>(a), std::forward<B>(b));
}
/// a << b.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto left_shift(A&& a, B&& b) {
    return detail::binary<detail::left_shift>(std::forward<A>(a), std::forward<B>(b));
}
/// a >> b.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto right_shift(A&& a, B&& b) {
    return detail::binary<detail::right_shift>(std::forward<A>(a), std::forward<B>(b));
}
/// a == b, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto equal(A&& a, B&& b) {
    return detail::comparison<detail::equal>(std::forward<A>(a), std::forward<B>(b));
}
/// a != b, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto not_equal(A&& a, B&& b) {
    return detail::comparison<detail::not_equal>(std::forward<A>(a), std::forward<B>(b));
}
/// a < b, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto less(A&& a, B&& b) {
    return detail::comparison<detail::less>(std::forward<A>(a), std::forward<B>(b));
}
/// a <= b, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto less_equal(A&& a, B&& b) {
    return detail::comparison<detail::less_equal>(std::forward<A>(a), std::forward<B>(b));
}
/// a > b, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto greater(A&& a, B&& b) {
    return detail::comparison<detail::greater>(std::forward<A>(a), std::forward<B>(b));
}
/// a >= b, exact between integers of any sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto greater_equal(A&& a, B&& b) {
    return detail::comparison<detail::greater_equal>(std::forward<A>(a), std::forward<B>(b));
}
/// -a.
template <detail::operand A>
[[nodiscard]] constexpr auto negative(A&& a) {
    return detail::unary<detail::negate>(std::forward<A>(a));
}
/// +a.
template <detail::operand A>
[[nodiscard]] constexpr auto positive(A&& a) {
    return detail::unary<detail::positive>(std::forward<A>(a));
}
/// ~a.
template <detail::operand A>
[[nodiscard]] constexpr auto bitwise_not(A&& a) {
    return detail::unary<detail::invert>(std::forward<A>(a));
}
/// ~a.
template <detail::operand A>
[[nodiscard]] constexpr auto invert(A&& a) {
    return detail::unary<detail::invert>(std::forward<A>(a));
}
/// ~a.
template <detail::operand A>
[[nodiscard]] constexpr auto bitwise_invert(A&& a) {
    return detail::unary<detail::invert>(std::forward<A>(a));
}
/// a << b.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto bitwise_left_shift(A&& a, B&& b) {
    return detail::binary<detail::left_shift>(std::forward<A>(a), std::forward<B>(b));
}
/// a >> b.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto bitwise_right_shift(A&& a, B&& b) {
    return detail::binary<detail::right_shift>(std::forward<A>(a), std::forward<B>(b));
}
/// abs(a).
template <detail::operand A>
[[nodiscard]] constexpr auto absolute(A&& a) {
    return abs(std::forward<A>(a));
}
/// asin(a).
template <detail::operand A>
[[nodiscard]] constexpr auto arcsin(A&& a) {
    return detail::unary<detail::asin_function>(std::forward<A>(a));
}
/// acos(a).
template <detail::operand A>
[[nodiscard]] constexpr auto arccos(A&& a) {
    return detail::unary<detail::acos_function>(std::forward<A>(a));
}
/// atan(a).
template <detail::operand A>
[[nodiscard]] constexpr auto arctan(A&& a) {
    return detail::unary<detail::atan_function>(std::forward<A>(a));
}
/// asinh(a).
template <detail::operand A>
[[nodiscard]] constexpr auto arcsinh(A&& a) {
    return detail::unary<detail::asinh_function>(std::forward<A>(a));
}
/// acosh(a).
template <detail::operand A>
[[nodiscard]] constexpr auto arccosh(A&& a) {
    return detail::unary<detail::acosh_function>(std::forward<A>(a));
}
/// atanh(a).
template <detail::operand A>
[[nodiscard]] constexpr auto arctanh(A&& a) {
    return detail::unary<detail::atanh_function>(std::forward<A>(a));
}
/// trunc(a).
template <detail::operand A>
[[nodiscard]] constexpr auto fix(A&& a) {
    return detail::unary<detail::trunc_function>(std::forward<A>(a));
}
/// rad2deg(a).
template <detail::operand A>
[[nodiscard]] constexpr auto degrees(A&& a) {
    return rad2deg(std::forward<A>(a));
}
/// deg2rad(a).
template <detail::operand A>
[[nodiscard]] constexpr auto radians(A&& a) {
    return deg2rad(std::forward<A>(a));
}
/// atan2(a, b).
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto arctan2(A&& a, B&& b) {
    return detail::binary<detail::atan2_function>(std::forward<A>(a), std::forward<B>(b));
}
/// remainder(a, b), which has the divisor's sign.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto mod(A&& a, B&& b) {
    return detail::binary<detail::remainder_function>(std::forward<A>(a), std::forward<B>(b));
}
/// abs(a) in floats, float64 for integers.
template <detail::operand A>
[[nodiscard]] constexpr auto fabs(A&& a) {
    using R = detail::float_result_t<detail::value_of<A>>;
    static_assert(!detail::is_complex<R>,
                  "twill: fabs takes real elements; abs takes complex ones");
    if constexpr (std::is_same_v<R, detail::value_of<A>>)
        return absolute(std::forward<A>(a));
    else
        return absolute(cast<R>(std::forward<A>(a)));
}
/// round(a), round(a, decimals): see <twill/numeric.hpp> for the second.
template <detail::operand A, class... Decimals>
[[nodiscard]] constexpr auto around(A&& a, Decimals... decimals) {
    return round(std::forward<A>(a), decimals...);
}
/// conj(a): <twill/complex.hpp>.
template <detail::operand A>
[[nodiscard]] constexpr auto conjugate(A&& a) {
    return conj(std::forward<A>(a));
}
/// arg(a): <twill/complex.hpp>.
template <detail::operand A>
[[nodiscard]] constexpr auto angle(A&& a) {
    return arg(std::forward<A>(a));
}
/// max(a, options...).
template <detail::operand A, class... Options>
[[nodiscard]] auto amax(A&& a, Options... options) {
    return max(std::forward<A>(a), detail::as_axes(options)...);
}
/// min(a, options...).
template <detail::operand A, class... Options>
[[nodiscard]] auto amin(A&& a, Options... options) {
    return min(std::forward<A>(a), detail::as_axes(options)...);
}
/// cumsum(a, options...), include_initial among them with <twill/numeric.hpp>.
template <detail::operand A, class... Options>
[[nodiscard]] auto cumulative_sum(A&& a, Options... options) {
    return cumsum(std::forward<A>(a), options...);
}
/// cumprod(a, options...).
template <detail::operand A, class... Options>
[[nodiscard]] auto cumulative_prod(A&& a, Options... options) {
    return cumprod(std::forward<A>(a), options...);
}
/// The same in T.
template <class T, detail::operand A, class... Options>
[[nodiscard]] auto cumulative_sum(A&& a, Options... options) {
    return cumsum<T>(std::forward<A>(a), options...);
}
template <class T, detail::operand A, class... Options>
[[nodiscard]] auto cumulative_prod(A&& a, Options... options) {
    return cumprod<T>(std::forward<A>(a), options...);
}
/// permute(a, axes): `permute_dims(a, axis<1, 0>)`.
template <detail::operand A, class Axes>
[[nodiscard]] auto permute_dims(A&& a, Axes order) {
    return permute(std::forward<A>(a), order);
}
/// concatenate(axis, a, b, ...): <twill/join.hpp>.
template <class Axis, class... A>
[[nodiscard]] auto concat(Axis which, A&&... a) {
    return concatenate(which, std::forward<A>(a)...);
}
/// unique(a): <twill/sort.hpp>.
template <detail::operand A>
[[nodiscard]] auto unique_values(A const& a, source_location place = source_location::current()) {
    return unique(a, place);
}
/// sort(a, axis<0>): <twill/sort.hpp>.
template <detail::operand A>
[[nodiscard]] auto msort(A const& a, source_location place = source_location::current()) {
    return sort(a, axis<0>, {}, place);
}
/// The elements as complex numbers, in order: <twill/sort.hpp> and <twill/complex.hpp>.
template <detail::operand A>
[[nodiscard]] auto sort_complex(A const& a, source_location place = source_location::current()) {
    using V = detail::value_of<A>;
    if constexpr (detail::is_complex<V>)
        return sort(a, axis<-1>, {}, place);
    else
        return sort(cast<typename detail::complex_of<
                        std::conditional_t<std::is_same_v<V, float>, float, double>>::type>(a),
                    axis<-1>, {}, place);
}

}  // namespace twill::inline v0
