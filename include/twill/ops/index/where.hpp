// SPDX-License-Identifier: MIT
// Reductions over a mask, and such as begin with a value. The reductions are those of
// <twill/twill.hpp> and <twill/reduce.cuh>.
#pragma once

#include "twill/expr/math_binary.hpp"
#include "twill/ops/index/masked.hpp"
#include "twill/ops/index/options.hpp"
#include "twill/ops/reduce/deviations.hpp"

namespace twill::inline v0 {
namespace detail {

/// 1 where a mask is true, with the shape of both operands.
struct counted_function {
    static constexpr char const* name = "where";
    template <class X>
    TWILL_HD constexpr bool operator()(bool chosen, X const&) const {
        return chosen;
    }
};

/// x - center where a mask is true, else 0.
struct distance_function {
    static constexpr char const* name = "where";
    template <class T>
    TWILL_HD constexpr T operator()(bool chosen, T const& x, T const& center) const {
        T const away = x - center;
        return chosen ? away : T{};
    }
};
/// What was computed in a wider type, as elements of V.
template <class V, class E>
auto rounded_to(E const& x) {
    if constexpr (std::is_same_v<value_of<E>, V>)
        return x;
    else
        return cast<V>(x);
}

}  // namespace detail

/// Sum over a mask; of none 0.
template <detail::operand X, class Mask, class... Options>
    requires detail::in_order<detail::masked_by<Mask>, Options...>
auto sum(X&& x, detail::masked_by<Mask> const& by, Options... options) {
    return sum(detail::chosen_or(std::forward<X>(x), by, detail::value_of<X>{}), options...);
}
/// Product over a mask; of none 1.
template <detail::operand X, class Mask, class... Options>
    requires detail::in_order<detail::masked_by<Mask>, Options...>
auto prod(X&& x, detail::masked_by<Mask> const& by, Options... options) {
    return prod(detail::chosen_or(std::forward<X>(x), by, detail::value_of<X>(1)), options...);
}
/// Whether any element under a mask is true.
template <detail::operand X, class Mask, class... Options>
    requires detail::in_order<detail::masked_by<Mask>, Options...>
auto any(X&& x, detail::masked_by<Mask> const& by, Options... options) {
    return any(detail::chosen_or(std::forward<X>(x), by, detail::value_of<X>{}), options...);
}
/// Whether every element under a mask is true.
template <detail::operand X, class Mask, class... Options>
    requires detail::in_order<detail::masked_by<Mask>, Options...>
auto all(X&& x, detail::masked_by<Mask> const& by, Options... options) {
    return all(detail::chosen_or(std::forward<X>(x), by, detail::value_of<X>(1)), options...);
}
/// How many elements under a mask are not zero.
template <detail::operand X, class Mask, class... Options>
    requires detail::in_order<detail::masked_by<Mask>, Options...>
auto count_nonzero(X&& x, detail::masked_by<Mask> const& by, Options... options) {
    return count_nonzero(detail::chosen_or(std::forward<X>(x), by, detail::value_of<X>{}),
                         options...);
}
namespace detail {

/// The mean over a mask in C.
template <class C, class X, class Mask, class... Options>
auto mean_over(X&& x, masked_by<Mask> const& by, Options... options) {
    auto const count = make_elementwise(counted_function{}, by.mask, as_node(x));
    return sum(chosen_or(cast<C>(x), by, C{}), options...) /
           cast<typename element<C>::real>(sum(count, options...));
}

}  // namespace detail

/// Arithmetic mean over a mask, in one pass; of none NaN. 16-bit floats are summed in float32.
template <detail::operand X, class Mask, class... Options>
    requires detail::in_order<detail::masked_by<Mask>, Options...>
auto mean(X&& x, detail::masked_by<Mask> const& by, Options... options) {
    using V = detail::value_of<decltype(mean(x, options...))>;
    return detail::rounded_to<V>(detail::mean_over<detail::compute_t<V>>(
        std::forward<X>(x), by, detail::options_of("mean", options)...));
}
namespace detail {

/// Sums that stand beside what they are of.
template <class E, class... Options>
auto kept_sum(E const& x, Options... options) {
    if constexpr ((false || ... || std::is_same_v<Options, keepdims_t>))
        return sum(x, options...);
    else
        return sum(x, options..., keepdims);
}
/// The type of the variances of X.
template <class X>
using variance_of = typename element<float_result_t<value_of<X>>>::real;
/// Variance over a mask, divided by the elements' number less `lost`, in the type that its elements
/// are computed in.
template <class X, class Mask, class... Options>
auto variance_over(X&& x, masked_by<Mask> const& by, double lost, Options... options) {
    using V = compute_t<float_result_t<value_of<X>>>;
    using R = typename element<V>::real;
    auto const elements = cast<V>(as_node(std::forward<X>(x)));
    auto const chosen = make_elementwise(counted_function{}, by.mask, elements);
    auto const center =
        kept_sum(chosen_or(elements, by, V{}), options...) / cast<R>(kept_sum(chosen, options...));
    auto const apart = make_elementwise(distance_function{}, by.mask, elements, center);
    auto const count = sum(chosen, options...);
    auto const left = maximum(cast<R>(count) - static_cast<R>(lost), R(0));
    return make_elementwise(around_mean_function{},
                            reduce_with(apart, deviation_reducer<V>{}, options...), count) /
           left;
}

}  // namespace detail

/// Variance over a mask around the mean there, divided by the number of elements under it less the
/// degrees of freedom lost, `var(x, where(mask), ddof(1), axis<0>)`. Where none are left it is
/// infinite, and NaN if no element differs from the mean.
template <detail::operand X, class Mask, class... Options>
    requires detail::in_order<detail::masked_by<Mask>, Options...>
auto var(X&& x, detail::masked_by<Mask> const& by, Options... options) {
    return detail::rounded_to<detail::variance_of<X>>(
        detail::variance_over(std::forward<X>(x), by, 0, detail::options_of("var", options)...));
}
template <detail::operand X, class Mask, detail::degrees_of_freedom Lost, class... Options>
    requires detail::in_order<Options...>
auto var(X&& x, detail::masked_by<Mask> const& by, Lost lost, Options... options) {
    return detail::rounded_to<detail::variance_of<X>>(detail::variance_over(
        std::forward<X>(x), by, lost.value, detail::options_of("var", options)...));
}
/// Its square root.
template <detail::operand X, class Mask, class... Options>
    requires detail::in_order<detail::masked_by<Mask>, Options...>
auto stddev(X&& x, detail::masked_by<Mask> const& by, Options... options) {
    return detail::rounded_to<detail::variance_of<X>>(sqrt(detail::variance_over(
        std::forward<X>(x), by, 0, detail::options_of("stddev", options)...)));
}
template <detail::operand X, class Mask, detail::degrees_of_freedom Lost, class... Options>
    requires detail::in_order<Options...>
auto stddev(X&& x, detail::masked_by<Mask> const& by, Lost lost, Options... options) {
    return detail::rounded_to<detail::variance_of<X>>(sqrt(detail::variance_over(
        std::forward<X>(x), by, lost.value, detail::options_of("stddev", options)...)));
}

/// Sum and product that begin with a value; those of 16-bit floats are rounded once, behind it.
template <detail::operand X, class T, class... Options>
    requires detail::in_order<detail::initial_value<T>, Options...>
auto sum(X&& x, detail::initial_value<T> const& from, Options... options) {
    using V = detail::value_of<X>;
    if constexpr (!std::is_same_v<V, detail::compute_t<V>>)
        return detail::rounded_to<V>(sum<detail::compute_t<V>>(x, options...) + from.value);
    else
        return sum(std::forward<X>(x), options...) + from.value;
}
template <detail::operand X, class Mask, class T, class... Options>
auto sum(X&& x, detail::masked_by<Mask> const& by, detail::initial_value<T> const& from,
         Options... options) {
    using V = detail::value_of<X>;
    if constexpr (!std::is_same_v<V, detail::compute_t<V>>)
        return detail::rounded_to<V>(sum<detail::compute_t<V>>(x, by, options...) + from.value);
    else
        return sum(std::forward<X>(x), by, options...) + from.value;
}
template <detail::operand X, class T, class... Options>
    requires detail::in_order<detail::initial_value<T>, Options...>
auto prod(X&& x, detail::initial_value<T> const& from, Options... options) {
    using V = detail::value_of<X>;
    if constexpr (!std::is_same_v<V, detail::compute_t<V>>)
        return detail::rounded_to<V>(prod<detail::compute_t<V>>(x, options...) * from.value);
    else
        return prod(std::forward<X>(x), options...) * from.value;
}
template <detail::operand X, class Mask, class T, class... Options>
auto prod(X&& x, detail::masked_by<Mask> const& by, detail::initial_value<T> const& from,
          Options... options) {
    using V = detail::value_of<X>;
    if constexpr (!std::is_same_v<V, detail::compute_t<V>>)
        return detail::rounded_to<V>(prod<detail::compute_t<V>>(x, by, options...) * from.value);
    else
        return prod(std::forward<X>(x), by, options...) * from.value;
}

/// Sum and product in T over a mask, or that begin with a value: each element is converted first.
template <class T, detail::operand X, class... Options>
    requires detail::special_options<Options...>
auto sum(X&& x, Options const&... options) {
    return detail::rounded_to<detail::canonical_t<T>>(sum(cast<T>(std::forward<X>(x)), options...));
}
template <class T, detail::operand X, class... Options>
    requires detail::special_options<Options...>
auto prod(X&& x, Options const&... options) {
    return detail::rounded_to<detail::canonical_t<T>>(
        prod(cast<T>(std::forward<X>(x)), options...));
}

/// The least of `from` and the elements, also where there are none.
template <detail::operand X, class T, class... Options>
    requires detail::in_order<detail::initial_value<T>, Options...>
auto min(X&& x, detail::initial_value<T> const& from, Options... options) {
    return reduce(std::forward<X>(x), detail::minimum_function{},
                  detail::first_value<detail::value_of<X>>(from),
                  detail::options_of("min", options)...);
}
template <detail::operand X, class Mask, class T, class... Options>
auto min(X&& x, detail::masked_by<Mask> const& by, detail::initial_value<T> const& from,
         Options... options) {
    auto const start = detail::first_value<detail::value_of<X>>(from);
    return min(detail::chosen_or(std::forward<X>(x), by, start), from, options...);
}
/// The greatest of `from` and the elements, also where there are none.
template <detail::operand X, class T, class... Options>
    requires detail::in_order<detail::initial_value<T>, Options...>
auto max(X&& x, detail::initial_value<T> const& from, Options... options) {
    return reduce(std::forward<X>(x), detail::maximum_function{},
                  detail::first_value<detail::value_of<X>>(from),
                  detail::options_of("max", options)...);
}
template <detail::operand X, class Mask, class T, class... Options>
auto max(X&& x, detail::masked_by<Mask> const& by, detail::initial_value<T> const& from,
         Options... options) {
    auto const start = detail::first_value<detail::value_of<X>>(from);
    return max(detail::chosen_or(std::forward<X>(x), by, start), from, options...);
}
namespace detail {

template <class X>
inline constexpr bool is_masked = false;
template <class T, int Rank, class Space, class Mask>
inline constexpr bool is_masked<masked<T, Rank, Space, Mask>> = true;
/// a(mask).
template <class X>
concept masked_operand = operand<X> && is_masked<std::remove_cvref_t<X>>;

/// reduce(a, where(mask)) for a(mask), whose shapes must agree.
template <class X, class Reduce>
auto reduce_masked(X const& x, Reduce&& reduce) {
    require_mask_shape(x.of(), x.mask());
    return reduce(x.of(), where(x.mask(), nowhere));
}

}  // namespace detail

// Of a(mask), whose size nobody need know then: nothing waits.

template <detail::masked_operand X>
auto sum(X&& x) {
    return detail::reduce_masked(x, [](auto const& a, auto const& by) { return sum(a, by); });
}
template <detail::masked_operand X>
auto prod(X&& x) {
    return detail::reduce_masked(x, [](auto const& a, auto const& by) { return prod(a, by); });
}
template <detail::masked_operand X>
auto mean(X&& x) {
    return detail::reduce_masked(x, [](auto const& a, auto const& by) { return mean(a, by); });
}
template <detail::masked_operand X>
auto var(X&& x) {
    return detail::reduce_masked(x, [](auto const& a, auto const& by) { return var(a, by); });
}
template <detail::masked_operand X>
auto any(X&& x) {
    return detail::reduce_masked(x, [](auto const& a, auto const& by) { return any(a, by); });
}
template <detail::masked_operand X>
auto all(X&& x) {
    return detail::reduce_masked(x, [](auto const& a, auto const& by) { return all(a, by); });
}
template <detail::masked_operand X>
auto count_nonzero(X&& x) {
    return detail::reduce_masked(
        x, [](auto const& a, auto const& by) { return count_nonzero(a, by); });
}

// Of no elements they would have no value.
template <detail::operand X, class Mask, class... Options>
    requires detail::in_order<detail::masked_by<Mask>, Options...>
auto min(X&& x, detail::masked_by<Mask> const&, Options...) {
    static_assert(detail::always_false<X>,
                  "twill: min over a mask needs the value of no elements: min(x, where(mask), "
                  "initial(value))");
    return std::forward<X>(x);
}
template <detail::operand X, class Mask, class... Options>
    requires detail::in_order<detail::masked_by<Mask>, Options...>
auto max(X&& x, detail::masked_by<Mask> const&, Options...) {
    static_assert(detail::always_false<X>,
                  "twill: max over a mask needs the value of no elements: max(x, where(mask), "
                  "initial(value))");
    return std::forward<X>(x);
}

}  // namespace twill::inline v0
