// SPDX-License-Identifier: MIT
// Options that reductions do not have, to say which they do.
#pragma once

#include <initializer_list>

#include "twill/expr/build.hpp"
#include "twill/expr/ranges.hpp"
#include "twill/shape/axes.hpp"

namespace twill::inline v0 {
namespace detail {

/// Gives the operand back, so that little but the sentence is reported.
template <class... Options, class X>
constexpr auto refuse_options(X&& x) {
    static_assert(!(std::is_same_v<Options, bool> || ...),
                  "twill: a reduction keeps its axes by the word keepdims: sum(m, axis<1>, "
                  "keepdims)");
    static_assert((std::is_same_v<Options, bool> || ...),
                  "twill: several axes of a reduction are one argument: sum(m, axis<0, 1>), or at "
                  "run time sum(m, axes(i, j))");
    return as_node(std::forward<X>(x));
}
template <class X>
constexpr auto refuse_order(X&& x) {
    static_assert(always_false<X>,
                  "twill: norm takes its axes as axis<1> or axes(1) and is Euclidean: for NumPy's "
                  "other orders there are linalg::vector_norm(m, 1, axis<1>) and, of matrices, "
                  "linalg::matrix_norm(m, linalg::ord::one) in <twill/linalg.hpp>");
    return as_node(std::forward<X>(x));
}

}  // namespace detail

template <detail::operand X, class... Options>
    requires detail::mistaken_arguments<Options...>
auto sum(X&& x, Options...) {
    return detail::refuse_options<Options...>(std::forward<X>(x));
}
template <detail::operand X, class... Options>
    requires detail::mistaken_arguments<Options...>
auto prod(X&& x, Options...) {
    return detail::refuse_options<Options...>(std::forward<X>(x));
}
template <detail::operand X, class... Options>
    requires detail::mistaken_arguments<Options...>
auto mean(X&& x, Options...) {
    return detail::refuse_options<Options...>(std::forward<X>(x));
}
template <detail::operand X, class... Options>
    requires detail::mistaken_arguments<Options...>
auto var(X&& x, Options...) {
    return detail::refuse_options<Options...>(std::forward<X>(x));
}
template <detail::operand X, class... Options>
    requires detail::mistaken_arguments<Options...>
auto stddev(X&& x, Options...) {
    return detail::refuse_options<Options...>(std::forward<X>(x));
}
template <detail::operand X, class... Options>
    requires detail::mistaken_arguments<Options...>
auto any(X&& x, Options...) {
    return detail::refuse_options<Options...>(std::forward<X>(x));
}
template <detail::operand X, class... Options>
    requires detail::mistaken_arguments<Options...>
auto all(X&& x, Options...) {
    return detail::refuse_options<Options...>(std::forward<X>(x));
}
template <detail::operand X, class... Options>
    requires detail::mistaken_arguments<Options...>
auto count_nonzero(X&& x, Options...) {
    return detail::refuse_options<Options...>(std::forward<X>(x));
}
template <detail::operand X, class... Options>
    requires detail::mistaken_arguments<Options...>
auto argmax(X&& x, Options...) {
    return detail::refuse_options<Options...>(std::forward<X>(x));
}
template <detail::operand X, class... Options>
    requires detail::mistaken_arguments<Options...>
auto argmin(X&& x, Options...) {
    return detail::refuse_options<Options...>(std::forward<X>(x));
}
template <detail::operand X, class... Options>
    requires detail::mistaken_arguments<Options...>
auto norm(X&& x, Options...) {
    if constexpr ((std::is_same_v<Options, bool> || ...) ||
                  (0 + ... + (detail::axis_number<Options> ? 1 : 0)) == sizeof...(Options))
        return detail::refuse_options<Options...>(std::forward<X>(x));
    else
        return detail::refuse_order(std::forward<X>(x));
}
template <detail::operand X, class Order, class... Options>
    requires std::is_floating_point_v<Order>
auto norm(X&& x, Order, Options...) {
    return detail::refuse_order(std::forward<X>(x));
}
template <detail::operand X, class A, class B, class... Options>
    requires detail::mistaken_arguments<A, B, Options...>
auto max(X&& x, A, B, Options...) {
    return detail::refuse_options<A, B, Options...>(std::forward<X>(x));
}
template <detail::operand X, class A, class B, class... Options>
    requires detail::mistaken_arguments<A, B, Options...>
auto min(X&& x, A, B, Options...) {
    return detail::refuse_options<A, B, Options...>(std::forward<X>(x));
}

// Axes in braces, as a tuple of NumPy's.
template <detail::operand X>
auto sum(X&& x, std::initializer_list<index_t>) {
    return detail::refuse_options<int, int>(std::forward<X>(x));
}
template <detail::operand X>
auto prod(X&& x, std::initializer_list<index_t>) {
    return detail::refuse_options<int, int>(std::forward<X>(x));
}
template <detail::operand X>
auto mean(X&& x, std::initializer_list<index_t>) {
    return detail::refuse_options<int, int>(std::forward<X>(x));
}
template <detail::operand X>
auto var(X&& x, std::initializer_list<index_t>) {
    return detail::refuse_options<int, int>(std::forward<X>(x));
}
template <detail::operand X>
auto stddev(X&& x, std::initializer_list<index_t>) {
    return detail::refuse_options<int, int>(std::forward<X>(x));
}
template <detail::operand X>
auto any(X&& x, std::initializer_list<index_t>) {
    return detail::refuse_options<int, int>(std::forward<X>(x));
}
template <detail::operand X>
auto all(X&& x, std::initializer_list<index_t>) {
    return detail::refuse_options<int, int>(std::forward<X>(x));
}
template <detail::operand X>
auto count_nonzero(X&& x, std::initializer_list<index_t>) {
    return detail::refuse_options<int, int>(std::forward<X>(x));
}
template <detail::operand X>
auto argmax(X&& x, std::initializer_list<index_t>) {
    return detail::refuse_options<int, int>(std::forward<X>(x));
}
template <detail::operand X>
auto argmin(X&& x, std::initializer_list<index_t>) {
    return detail::refuse_options<int, int>(std::forward<X>(x));
}
template <detail::operand X>
auto norm(X&& x, std::initializer_list<index_t>) {
    return detail::refuse_options<int, int>(std::forward<X>(x));
}
template <detail::operand X>
auto max(X&& x, std::initializer_list<index_t>) {
    return detail::refuse_options<int, int>(std::forward<X>(x));
}
template <detail::operand X>
auto min(X&& x, std::initializer_list<index_t>) {
    return detail::refuse_options<int, int>(std::forward<X>(x));
}
// Of a std::vector and its kin, which are no operands.
template <class... Options>
constexpr detail::refused sum(detail::range_of_another const&, Options const&...) {
    return {};
}
template <class... Options>
constexpr detail::refused prod(detail::range_of_another const&, Options const&...) {
    return {};
}
template <class... Options>
constexpr detail::refused min(detail::range_of_another const&, Options const&...) {
    return {};
}
template <class... Options>
constexpr detail::refused max(detail::range_of_another const&, Options const&...) {
    return {};
}
template <class... Options>
constexpr detail::refused mean(detail::range_of_another const&, Options const&...) {
    return {};
}
template <class... Options>
constexpr detail::refused var(detail::range_of_another const&, Options const&...) {
    return {};
}
template <class... Options>
constexpr detail::refused stddev(detail::range_of_another const&, Options const&...) {
    return {};
}
template <class... Options>
constexpr detail::refused any(detail::range_of_another const&, Options const&...) {
    return {};
}
template <class... Options>
constexpr detail::refused all(detail::range_of_another const&, Options const&...) {
    return {};
}
template <class... Options>
constexpr detail::refused count_nonzero(detail::range_of_another const&, Options const&...) {
    return {};
}
template <class... Options>
constexpr detail::refused argmin(detail::range_of_another const&, Options const&...) {
    return {};
}
template <class... Options>
constexpr detail::refused argmax(detail::range_of_another const&, Options const&...) {
    return {};
}
template <class... Options>
constexpr detail::refused norm(detail::range_of_another const&, Options const&...) {
    return {};
}
// What the elements of y are asked for after `array<T> y(extents(n));`.
template <class F, class... Options>
    requires std::is_function_v<F>
float sum(F&, Options...) {
    static_assert(detail::always_false<F>,
                  "twill: this is the sum of a function: array<T> y(extents(n)) declares one, "
                  "array<T> y(n) is an array");
    return 0.0f;
}

}  // namespace twill::inline v0
