// SPDX-License-Identifier: MIT
// Scans: cumsum, cumprod, cummax, cummin along one axis. Each returns a lazy expression of its
// operand's shape, to be used like any other; nothing is copied to the host. The axis: `axis<1>`,
// or at run time (axis_error) `axes(i)` or a plain integer; an operand of rank 1 needs none.
// Results are the same bits on every run, whatever the number of threads; sums of floats are added
// in a tree, so that their error grows far slower than that of a loop, and two neighbouring sums of
// positive numbers may be out of order by a rounding.
#pragma once

#include "twill/expr/build.hpp"
#include "twill/ops/scan/function_of.hpp"

namespace twill::inline v0 {
namespace detail {

template <class... Options>
concept scan_options = scan_arguments<Options...> && sizeof...(Options) <= 1;

template <class Operator, class X>
auto scan_with(X&& x) {
    return make_scan<Operator>(as_node(std::forward<X>(x)), all_axes{});
}
template <class Operator, class X, class Axes>
auto scan_with(X&& x, Axes which) {
    return make_scan<Operator>(as_node(std::forward<X>(x)), as_axes(which));
}
/// Gives the operand back, so that little but the sentence is reported.
template <class Option, class X>
constexpr auto refuse_scan_option(X&& x) {
    static_assert(always_false<Option>,
                  "twill: the option of a scan is its axis, an integer: cumsum(m, axis<1>) or "
                  "cumsum(m, 1)");
    return as_node(std::forward<X>(x));
}

}  // namespace detail

/// Running sum along an axis. bool and narrow integers accumulate in 64 bits, 16-bit floats in
/// float32.
template <detail::operand X, class... Options>
    requires detail::scan_options<Options...>
[[nodiscard]] auto cumsum(X&& x, Options... options) {
    return detail::scan_with<detail::sum_scan<detail::value_of<X>>>(std::forward<X>(x), options...);
}
/// Running sum in T: each element is converted first.
template <class T, detail::operand X, class... Options>
    requires detail::scan_options<Options...>
[[nodiscard]] auto cumsum(X&& x, Options... options) {
    using R = detail::canonical_t<T>;
    return detail::scan_with<detail::sum_scan<R, true>>(
        detail::make_elementwise(detail::cast_function<R>{}, detail::as_node(std::forward<X>(x))),
        options...);
}
/// Running product along an axis. bool and narrow integers accumulate in 64 bits, 16-bit floats in
/// float32.
template <detail::operand X, class... Options>
    requires detail::scan_options<Options...>
[[nodiscard]] auto cumprod(X&& x, Options... options) {
    return detail::scan_with<detail::product_scan<detail::value_of<X>>>(std::forward<X>(x),
                                                                        options...);
}
/// Running product in T: each element is converted first.
template <class T, detail::operand X, class... Options>
    requires detail::scan_options<Options...>
[[nodiscard]] auto cumprod(X&& x, Options... options) {
    using R = detail::canonical_t<T>;
    return detail::scan_with<detail::product_scan<R, true>>(
        detail::make_elementwise(detail::cast_function<R>{}, detail::as_node(std::forward<X>(x))),
        options...);
}
/// The greatest element so far along an axis; NaN propagates, -0.0 is below +0.0.
template <detail::operand X, class... Options>
    requires detail::scan_options<Options...>
[[nodiscard]] auto cummax(X&& x, Options... options) {
    return detail::scan_with<detail::max_scan<detail::value_of<X>>>(std::forward<X>(x), options...);
}
/// The smallest element so far along an axis; NaN propagates, -0.0 is below +0.0.
template <detail::operand X, class... Options>
    requires detail::scan_options<Options...>
[[nodiscard]] auto cummin(X&& x, Options... options) {
    return detail::scan_with<detail::min_scan<detail::value_of<X>>>(std::forward<X>(x), options...);
}
/// Running results of a function of two elements along an axis, as NumPy's ufunc.accumulate:
/// element k is f(f(f(x(0), x(1)), ...), x(k)). Elements keep their type, to which the function's
/// results are converted, 16-bit floats in memory alone. The function must be associative, as
/// neighbours are put together first, and a function object without state, such as std::bit_xor<>.
/// On the device it is a `__host__ __device__` one, and also meets elements T{} that there are not,
/// whose results nobody sees.
template <detail::operand X, class F, class... Options>
    requires(detail::scan_options<Options...> &&
             std::is_invocable_v<F const&, detail::compute_t<detail::value_of<X>>,
                                 detail::compute_t<detail::value_of<X>>>)
[[nodiscard]] auto accumulate(X&& x, F const&, Options... options) {
    using V = detail::value_of<X>;
    constexpr bool has_no_state = std::is_empty_v<F> && std::is_default_constructible_v<F>;
    static_assert(has_no_state,
                  "twill: accumulate takes a function without state, which it can make itself: a "
                  "function object that has no members, or a lambda that captures nothing");
    using Space = detail::space_of<X>;
    using function = std::conditional_t<has_no_state && detail::accepts_function<Space, F>(), F,
                                        detail::refused_function<detail::compute_t<V>>>;
    return detail::scan_with<
        detail::function_scan<function, V, std::is_same_v<Space, device_space>>>(std::forward<X>(x),
                                                                                 options...);
}
// An axis is an integer: what a bool there means elsewhere, no scan has.
template <detail::operand X, class Option>
    requires std::is_same_v<Option, bool>
auto cumsum(X&& x, Option) {
    return detail::refuse_scan_option<Option>(std::forward<X>(x));
}
template <detail::operand X, class Option>
    requires std::is_same_v<Option, bool>
auto cumprod(X&& x, Option) {
    return detail::refuse_scan_option<Option>(std::forward<X>(x));
}
template <detail::operand X, class Option>
    requires std::is_same_v<Option, bool>
auto cummax(X&& x, Option) {
    return detail::refuse_scan_option<Option>(std::forward<X>(x));
}
template <detail::operand X, class Option>
    requires std::is_same_v<Option, bool>
auto cummin(X&& x, Option) {
    return detail::refuse_scan_option<Option>(std::forward<X>(x));
}

}  // namespace twill::inline v0
