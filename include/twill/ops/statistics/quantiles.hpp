// SPDX-License-Identifier: MIT
// median, quantile and percentile, and the same of what is not NaN. After the operand and the share
// stand axes (`axis<0>`, `axis<0, 2>`, `axes(k)`, an integer; without them all elements),
// `keepdims` and a quantile_method, in any order.
#pragma once

#include "twill/ops/statistics/quantile_lines.hpp"

namespace twill::inline v0 {

/// The element below which the share q of all elements lies, or of those along axes, as an array
/// without these: `quantile(x, 0.9, axis<0>, quantile_method::hazen)`. Floats keep their type,
/// integers give float64; a NaN makes its line's result NaN, and so does a line without elements. A
/// quantile that is one element is that element, beside an infinite one, too (NumPy has NaN then).
/// Throws value_error for q outside [0, 1]. Does not wait.
template <detail::operand X, detail::quantile_option A = detail::not_given,
          detail::quantile_option B = detail::not_given,
          detail::quantile_option C = detail::not_given>
[[nodiscard]] auto quantile(X const& x, double q, A a = {}, B b = {}, C c = {},
                            source_location place = source_location::current()) {
    return detail::quantiles_of({"quantile", place}, x, q, 1, false, a, b, c);
}
/// Several of them, `quantile(x, {0.25, 0.5, 0.75}, axis<1>)`: along a first axis of the result.
/// The elements are sorted once. Does not wait, with up to 32.
template <detail::operand X, detail::quantile_option A = detail::not_given,
          detail::quantile_option B = detail::not_given,
          detail::quantile_option C = detail::not_given>
[[nodiscard]] auto quantile(X const& x, std::initializer_list<double> q, A a = {}, B b = {},
                            C c = {}, source_location place = source_location::current()) {
    return detail::quantiles_of({"quantile", place}, x, q, 1, false, a, b, c);
}
/// The same of an array, an expression or a std::vector of shares, whose axes stand before those
/// that are left. On the device one outside [0, 1] gives NaN.
template <
    detail::operand X, detail::several_shares Q, detail::quantile_option A = detail::not_given,
    detail::quantile_option B = detail::not_given, detail::quantile_option C = detail::not_given>
[[nodiscard]] auto quantile(X const& x, Q const& q, A a = {}, B b = {}, C c = {},
                            source_location place = source_location::current()) {
    return detail::quantiles_of({"quantile", place}, x, q, 1, false, a, b, c);
}
/// quantile(x, percent / 100).
template <detail::operand X, detail::quantile_option A = detail::not_given,
          detail::quantile_option B = detail::not_given,
          detail::quantile_option C = detail::not_given>
[[nodiscard]] auto percentile(X const& x, double percent, A a = {}, B b = {}, C c = {},
                              source_location place = source_location::current()) {
    return detail::quantiles_of({"percentile", place}, x, percent, 100, false, a, b, c);
}
template <detail::operand X, detail::quantile_option A = detail::not_given,
          detail::quantile_option B = detail::not_given,
          detail::quantile_option C = detail::not_given>
[[nodiscard]] auto percentile(X const& x, std::initializer_list<double> percent, A a = {}, B b = {},
                              C c = {}, source_location place = source_location::current()) {
    return detail::quantiles_of({"percentile", place}, x, percent, 100, false, a, b, c);
}
template <
    detail::operand X, detail::several_shares Q, detail::quantile_option A = detail::not_given,
    detail::quantile_option B = detail::not_given, detail::quantile_option C = detail::not_given>
[[nodiscard]] auto percentile(X const& x, Q const& percent, A a = {}, B b = {}, C c = {},
                              source_location place = source_location::current()) {
    return detail::quantiles_of({"percentile", place}, x, percent, 100, false, a, b, c);
}
/// The quantile q of the elements that are not NaN, of all or along axes; NaN where there are none.
/// Of integers quantile. Sorts; throws value_error for q outside [0, 1]. Does not wait.
template <detail::operand X, detail::quantile_option A = detail::not_given,
          detail::quantile_option B = detail::not_given,
          detail::quantile_option C = detail::not_given>
[[nodiscard]] auto nanquantile(X const& x, double q, A a = {}, B b = {}, C c = {},
                               source_location place = source_location::current()) {
    return detail::quantiles_of<true>({"nanquantile", place}, x, q, 1, false, a, b, c);
}
template <detail::operand X, detail::quantile_option A = detail::not_given,
          detail::quantile_option B = detail::not_given,
          detail::quantile_option C = detail::not_given>
[[nodiscard]] auto nanquantile(X const& x, std::initializer_list<double> q, A a = {}, B b = {},
                               C c = {}, source_location place = source_location::current()) {
    return detail::quantiles_of<true>({"nanquantile", place}, x, q, 1, false, a, b, c);
}
template <
    detail::operand X, detail::several_shares Q, detail::quantile_option A = detail::not_given,
    detail::quantile_option B = detail::not_given, detail::quantile_option C = detail::not_given>
[[nodiscard]] auto nanquantile(X const& x, Q const& q, A a = {}, B b = {}, C c = {},
                               source_location place = source_location::current()) {
    return detail::quantiles_of<true>({"nanquantile", place}, x, q, 1, false, a, b, c);
}
/// nanquantile(x, percent / 100).
template <detail::operand X, detail::quantile_option A = detail::not_given,
          detail::quantile_option B = detail::not_given,
          detail::quantile_option C = detail::not_given>
[[nodiscard]] auto nanpercentile(X const& x, double percent, A a = {}, B b = {}, C c = {},
                                 source_location place = source_location::current()) {
    return detail::quantiles_of<true>({"nanpercentile", place}, x, percent, 100, false, a, b, c);
}
template <detail::operand X, detail::quantile_option A = detail::not_given,
          detail::quantile_option B = detail::not_given,
          detail::quantile_option C = detail::not_given>
[[nodiscard]] auto nanpercentile(X const& x, std::initializer_list<double> percent, A a = {},
                                 B b = {}, C c = {},
                                 source_location place = source_location::current()) {
    return detail::quantiles_of<true>({"nanpercentile", place}, x, percent, 100, false, a, b, c);
}
template <
    detail::operand X, detail::several_shares Q, detail::quantile_option A = detail::not_given,
    detail::quantile_option B = detail::not_given, detail::quantile_option C = detail::not_given>
[[nodiscard]] auto nanpercentile(X const& x, Q const& percent, A a = {}, B b = {}, C c = {},
                                 source_location place = source_location::current()) {
    return detail::quantiles_of<true>({"nanpercentile", place}, x, percent, 100, false, a, b, c);
}
/// The middle element, or the mean of the two in the middle: of all elements, or along axes.
template <detail::operand X, detail::quantile_option A = detail::not_given,
          detail::quantile_option B = detail::not_given>
    requires(!std::is_same_v<A, quantile_method> && !std::is_same_v<B, quantile_method>)
[[nodiscard]] auto median(X const& x, A a = {}, B b = {},
                          source_location place = source_location::current()) {
    return detail::quantiles_of({"median", place}, x, 0.5, 1, true, a, b);
}
/// The middle of the elements that are not NaN, or the mean of the two in the middle.
template <detail::operand X, detail::quantile_option A = detail::not_given,
          detail::quantile_option B = detail::not_given>
    requires(!std::is_same_v<A, quantile_method> && !std::is_same_v<B, quantile_method>)
[[nodiscard]] auto nanmedian(X const& x, A a = {}, B b = {},
                             source_location place = source_location::current()) {
    return detail::quantiles_of<true>({"nanmedian", place}, x, 0.5, 1, true, a, b);
}

}  // namespace twill::inline v0
