// SPDX-License-Identifier: MIT
// One answer about two operands: allclose, array_equal.
#pragma once

#include "twill/expr/generators.hpp"
#include "twill/expr/math.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/expr/operators.hpp"
#include "twill/ops/reduce/reductions.hpp"

namespace twill::inline v0 {

namespace detail {

struct allclose_function : isclose_function {
    constexpr allclose_function(double rtol, double atol) : isclose_function{rtol, atol} {}
    static constexpr char const* name = "allclose";
};
template <class X>
auto whether_nan(X const& x) {
    if constexpr (operand<X>)
        return isnan(as_node(x));
    else
        return scalar_leaf<bool>{is_nan(x)};
}
/// F, or both are NaN where that is asked for.
template <class F, class A, class B>
auto close_or_nan(A const& a, B const& b, double rtol, double atol, bool equal_nan) {
    return close_by<F>(a, b, rtol, atol) || (whether_nan(a) && whether_nan(b) && equal_nan);
}

}  // namespace detail

/// Whether all elements are close (see isclose); true for two empty operands. A rank-0 bool
/// expression.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] auto allclose(A&& a, B&& b, double rtol = 1e-5, double atol = 1e-8) {
    return all(detail::close_by<detail::allclose_function>(std::forward<A>(a), std::forward<B>(b),
                                                           rtol, atol));
}

/// isclose with NaN close to NaN where `equal_nan`.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] auto isclose(A const& a, B const& b, double rtol, double atol, bool equal_nan) {
    return detail::close_or_nan<detail::isclose_function>(a, b, rtol, atol, equal_nan);
}
/// allclose with NaN close to NaN where `equal_nan`.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] auto allclose(A const& a, B const& b, double rtol, double atol, bool equal_nan) {
    return all(detail::close_or_nan<detail::allclose_function>(a, b, rtol, atol, equal_nan));
}

namespace detail {
// With different shapes no element is compared.
template <class X, class Y, class Equal>
auto equal_shapes_and(X const& x, Y const& y, Equal const& equal, source_location const& place) {
    bool same = false;
    if constexpr (X::rank == Y::rank)
        same = x.shape(place) == y.shape(place);
    auto part = [&](auto const& node) {
        auto map = identity_mapping(node.shape(place));
        if (!same)
            for (int d = 0; d < std::remove_cvref_t<decltype(node)>::rank; ++d)
                map.shape[d] = 0;
        return rearrange(node, map);
    };
    return all(equal(part(x), part(y))) && same;
}
}  // namespace detail

/// Whether shapes and all elements are equal; different shapes are an answer, not an error. A
/// rank-0 bool expression.
template <detail::operand A, detail::operand B>
[[nodiscard]] auto array_equal(A const& a, B const& b,
                               source_location place = source_location::current()) {
    return detail::equal_shapes_and(
        detail::as_node(a), detail::as_node(b), [](auto const& x, auto const& y) { return x == y; },
        place);
}
/// The same with NaN equal to NaN where `equal_nan`.
template <detail::operand A, detail::operand B>
[[nodiscard]] auto array_equal(A const& a, B const& b, bool equal_nan,
                               source_location place = source_location::current()) {
    return detail::equal_shapes_and(
        detail::as_node(a), detail::as_node(b),
        [&](auto const& x, auto const& y) { return x == y || (isnan(x) && isnan(y) && equal_nan); },
        place);
}

/// Whether the shapes broadcast together and all elements are equal then; shapes that do not are an
/// answer, not an error. A rank-0 bool expression.
template <detail::operand A, detail::operand B>
[[nodiscard]] auto array_equiv(A const& a, B const& b,
                               source_location place = source_location::current()) {
    auto const& x = detail::as_node(a);
    auto const& y = detail::as_node(b);
    constexpr int rank =
        detail::rank_of<A> > detail::rank_of<B> ? detail::rank_of<A> : detail::rank_of<B>;
    extents<rank> all_of;
    for (int d = 0; d < rank; ++d)
        all_of[d] = 1;
    auto const x_shape = x.shape(place);
    auto const y_shape = y.shape(place);
    bool const fits =
        detail::broadcast_axes(all_of.values, rank, x_shape.values, detail::rank_of<A>) &&
        detail::broadcast_axes(all_of.values, rank, y_shape.values, detail::rank_of<B>);
    // With shapes that do not fit no element is compared.
    auto part = [&](auto const& node) {
        auto map = detail::identity_mapping(node.shape(place));
        if (!fits)
            for (int d = 0; d < std::remove_cvref_t<decltype(node)>::rank; ++d)
                map.shape[d] = 0;
        return detail::rearrange(node, map);
    };
    return all(part(x) == part(y)) && fits;
}

}  // namespace twill::inline v0
