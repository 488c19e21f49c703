// SPDX-License-Identifier: MIT
// Views: transpose, permute, flip, reshape and friends. Of an array or a view they return a view
// (writable where the source is), of an expression an expression. None copies elements or
// synchronises.
#pragma once

#include "twill/expr/rearrange.hpp"
#include "twill/shape/axes.hpp"

namespace twill::inline v0 {
namespace detail {

/// Where axis d stands in a list of axes.
template <int... I>
constexpr int position_of_axis(axis_t<I...>, int rank, int d) {
    int const list[] = {I..., 0};
    int at = 0;
    while ((list[at] < 0 ? list[at] + rank : list[at]) != d)
        ++at;
    return at;
}
/// What axis d is once those of a list are gone; -1 if it is one of them.
template <int... I>
constexpr int axis_without(axis_t<I...>, int rank, int d) {
    int before = 0;
    for (int const axis : {I...}) {
        int const gone = axis < 0 ? axis + rank : axis;
        if (gone == d)
            return -1;
        before += gone < d ? 1 : 0;
    }
    return d - before;
}

}  // namespace detail

/// The axes in reverse order.
template <detail::operand X>
[[nodiscard]] auto transpose(X&& x, source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    auto const map = detail::mapping_by<rank, rank>(detail::shape_of(x, place),
                                                    [](int d) { return rank - 1 - d; });
    return detail::view_through(std::forward<X>(x), map);
}

/// Axis i of the result is axis `order[i]` of x: `permute(x, axis<2, 0, 1>)` or `permute(x, axes(2,
/// 0, 1))`. Every axis must be named once (axis_error).
template <detail::operand X, class Axes>
    requires detail::is_axes<Axes>
[[nodiscard]] auto permute(X&& x, Axes order, source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    using traits = detail::axes_traits<Axes, rank>;
    static_assert(traits::count == rank, "twill: permute names every axis once");
    traits::mask(order, {"permute", place});
    if constexpr (requires { order.values; }) {
        auto map = detail::forget_axes(detail::identity_mapping(detail::shape_of(x, place)));
        for (int i = 0; i < rank; ++i) {
            int const from = detail::normalise_axis(order.values[i], rank, {"permute", place});
            map.axis[from] = i;
            map.shape[i] = map.source[from];
        }
        return detail::view_through(std::forward<X>(x), map);
    } else {
        auto const map = detail::mapping_by<rank, rank>(detail::shape_of(x, place), [](int d) {
            return detail::position_of_axis(Axes{}, rank, d);
        });
        return detail::view_through(std::forward<X>(x), map);
    }
}

/// permute(x, order).
template <detail::operand X, class Axes>
    requires detail::is_axes<Axes>
[[nodiscard]] auto transpose(X&& x, Axes order,
                             source_location place = source_location::current()) {
    return permute(std::forward<X>(x), order, place);
}
// Axes as plain numbers, as NumPy takes them.
template <detail::operand X, detail::axis_number... I>
    requires(sizeof...(I) >= 2)
auto permute(X&&, I...) {
    static_assert(detail::always_false<X>,
                  "twill: the order of axes is axis<2, 0, 1> or axes(2, 0, 1)");
}
template <detail::operand X, detail::axis_number... I>
    requires(sizeof...(I) >= 2)
auto transpose(X&& x, I... order) {
    return permute(std::forward<X>(x), order...);
}

/// Exchanges two axes; throws axis_error outside the rank.
template <detail::operand X>
[[nodiscard]] auto swapaxes(X&& x, detail::integer first, detail::integer second,
                            source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    int const a = detail::normalise_axis(first, rank, {"swapaxes", place});
    int const b = detail::normalise_axis(second, rank, {"swapaxes", place});
    auto map = detail::forget_axes(detail::identity_mapping(detail::shape_of(x, place)));
    std::swap(map.shape[a], map.shape[b]);
    map.axis[a] = b;
    map.axis[b] = a;
    return detail::view_through(std::forward<X>(x), map);
}

/// The elements of the given axes in reverse order: `axis<0>`, `axes(i, j)` or an integer.
template <detail::operand X, class Axes>
    requires(detail::axes_or_number<Axes> || std::is_same_v<Axes, detail::all_axes>)
[[nodiscard]] auto flip(X&& x, Axes which, source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    using traits = detail::axes_traits<decltype(detail::as_axes(which)), rank>;
    std::uint64_t const bits = traits::mask(detail::as_axes(which), {"flip", place});
    auto map = detail::identity_mapping(detail::shape_of(x, place));
    for (int d = 0; d < rank; ++d) {
        if (!(bits >> d & 1))
            continue;
        map.start[d] = map.source[d] > 0 ? map.source[d] - 1 : 0;
        map.step[d] = -1;
    }
    return detail::view_through(std::forward<X>(x), map);
}
/// The elements of every axis in reverse order.
template <detail::operand X>
[[nodiscard]] auto flip(X&& x, source_location place = source_location::current()) {
    return flip(std::forward<X>(x), detail::all_axes{}, place);
}

/// Elements (i, i + k) of a rank-2 operand, as rank 1; empty where the diagonal lies outside.
template <detail::operand X>
    requires(detail::rank_of<X> == 2)
[[nodiscard]] auto diagonal(X&& x, detail::integer k = 0,
                            source_location place = source_location::current()) {
    auto const shape = detail::shape_of(x, place);
    // Beyond the corners every diagonal is empty.
    index_t const row = k < -shape[0] ? shape[0] : (k < 0 ? -k : 0);
    index_t const column = k > shape[1] ? shape[1] : (k > 0 ? k.value : 0);
    index_t const rows = shape[0] - row;
    index_t const columns = shape[1] - column;
    index_t const count = rows < columns ? rows : columns;
    auto map = detail::mapping_onto<2, 1>(shape, detail::axes_onto<0, 0>{});
    map.shape[0] = count > 0 ? count : 0;
    map.start[0] = count > 0 ? row : 0;
    map.start[1] = count > 0 ? column : 0;
    return detail::view_through(std::forward<X>(x), map);
}

/// The operand stretched to a shape by the broadcasting rules (shape_error otherwise). Elements
/// repeat, so a view of an array made this way may only be read.
template <detail::operand X, int Rank>
[[nodiscard]] auto broadcast_to(X&& x, extents<Rank> const& shape,
                                source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    static_assert(rank <= Rank, "twill: broadcast_to cannot remove axes");
    auto map = detail::mapping_by<rank, Rank>(detail::shape_of(x, place),
                                              [](int d) { return d + Rank - rank; });
    map.shape = shape;
    detail::require_broadcastable({"broadcast_to", place}, map.source.values, rank, shape.values,
                                  Rank);
    detail::checked_size(shape.values, Rank, place);
    for (int d = 0; d < rank; ++d)
        if (map.source[d] == 1)
            map.axis[d] = -1;
    return detail::view_through(detail::as_node(std::forward<X>(x)), map);
}
template <detail::operand X, int Rank>
[[nodiscard]] auto broadcast_to(X&& x, index_t const (&sizes)[Rank],
                                source_location place = source_location::current()) {
    return broadcast_to(std::forward<X>(x), detail::extents_of(sizes), place);
}
template <detail::operand X, class... Sizes>
    requires(std::is_integral_v<Sizes> && ...)
[[nodiscard]] auto broadcast_to(X&& x, detail::first_index first, Sizes... rest) {
    return broadcast_to(std::forward<X>(x), detail::extents_from(first, rest...), first.place);
}

namespace detail {

/// All axes but those of a set; in the types where that is known.
template <int Rank, int... I>
auto mapping_without(extents<Rank> const& shape, axis_t<I...>, std::uint64_t) {
    return mapping_by<Rank, Rank - static_cast<int>(sizeof...(I))>(
        shape, [](int d) { return axis_without(axis_t<I...>{}, Rank, d); });
}
template <int Rank, class Axes>
auto mapping_without(extents<Rank> const& shape, Axes, std::uint64_t gone) {
    constexpr int left = Rank - axes_traits<decltype(as_axes(Axes{})), Rank>::count;
    auto map = forget_axes(mapping_by<Rank, left>(shape, [](int d) { return d < left ? d : -1; }));
    for (int d = 0, next = 0; d < Rank; ++d) {
        map.axis[d] = gone >> d & 1 ? -1 : next++;
        if (map.axis[d] >= 0)
            map.shape[map.axis[d]] = shape[d];
    }
    return map;
}
/// All axes with a new one at a place of the result.
template <int Rank, int Axis>
auto mapping_beside(extents<Rank> const& shape, axis_t<Axis>, int) {
    return mapping_by<Rank, Rank + 1>(shape, [](int d) {
        constexpr int at = Axis < 0 ? Axis + Rank + 1 : Axis;
        return d < at ? d : d + 1;
    });
}
template <int Rank, class Axes>
auto mapping_beside(extents<Rank> const& shape, Axes, int at) {
    auto map = forget_axes(mapping_by<Rank, Rank + 1>(shape, [](int d) { return d; }));
    for (int d = 0; d < Rank; ++d) {
        map.axis[d] = d < at ? d : d + 1;
        map.shape[map.axis[d]] = shape[d];
    }
    return map;
}

}  // namespace detail

/// Removes axes of size 1, `axis<0, 2>`, `axes(i, j)` or an integer; throws shape_error where one
/// is not.
template <detail::operand X, detail::axes_or_number Axes>
[[nodiscard]] auto squeeze(X&& x, Axes which, source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    using traits = detail::axes_traits<decltype(detail::as_axes(which)), rank>;
    std::uint64_t const bits = traits::mask(detail::as_axes(which), {"squeeze", place});
    auto const map = detail::mapping_without(detail::shape_of(x, place), which, bits);
    for (int d = 0; d < rank; ++d)
        if ((bits >> d & 1) && map.source[d] != 1)
            detail::raise<shape_error>(place,
                                       "twill: squeeze: axis %d of shape %s is not of size 1", d,
                                       detail::text_of(map.source).text);
    return detail::view_through(std::forward<X>(x), map);
}
template <detail::operand X>
auto squeeze(X&& x) {
    static_assert(detail::always_false<X>,
                  "twill: how many axes squeeze removes is part of the result's type: say which, "
                  "as in squeeze(x, axis<0>)");
    return detail::as_node(std::forward<X>(x));
}

/// A new axis of size 1 at a position of the result, `axis<0>`, `axes(k)` or an integer; -1
/// appends.
template <detail::operand X, detail::axes_or_number Axes>
[[nodiscard]] auto expand_dims(X&& x, Axes where,
                               source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    int const at = detail::one_axis<rank + 1>(where, {"expand_dims", place});
    auto map = detail::mapping_beside(detail::shape_of(x, place), where, at);
    map.shape[at] = 1;
    return detail::view_through(std::forward<X>(x), map);
}

namespace detail {

/// The shape that reshape is asked for, its unknown extent filled in.
template <int In, int Rank>
extents<Rank> reshape_target(extents<In> const& source, extents<Rank> shape) {
    index_t const size = checked_size(source.values, In);
    extents<Rank> known_extents = shape;
    int unknown = -1;
    for (int d = 0; d < Rank; ++d) {
        if (shape[d] != -1)
            continue;
        if (unknown >= 0)
            raise<shape_error>("twill: reshape: shape %s has two unknown extents",
                               text_of(shape).text);
        unknown = d;
        known_extents[d] = 1;
    }
    index_t const known = checked_size(known_extents.values, Rank);
    if (unknown >= 0) {
        if (known == 0 || size % known != 0)
            raise<shape_error>("twill: reshape: %s of shape %s leaves the unknown extent %s",
                               text_of(source).text, text_of(shape).text,
                               known == 0 ? "ambiguous" : "no whole number");
        shape[unknown] = size / known;
    }
    if (shape.size() != size)
        raise<shape_error>("twill: reshape: shape %s has %lld elements, shape %s has not",
                           text_of(source).text, static_cast<long long>(size), text_of(shape).text);
    return shape;
}
/// reshape, whose errors name no place yet.
template <array_like X, int Rank>
auto reshape_view(X&& x, extents<Rank> const& shape) {
    return x.reshaped(reshape_target(x.shape(), shape));
}

template <class E>
inline constexpr bool is_counted = false;
template <int Rank, class Lie>
inline constexpr bool is_counted<index_leaf<Rank, Lie>> = true;
template <class T>
inline constexpr bool is_counted<scalar_leaf<T>> = true;
template <class... A>
constexpr bool all_counted(types<A...>) {
    return (is_counted<A> && ...);
}
template <class F, class... A>
inline constexpr bool is_counted<elementwise<F, A...>> = all_counted(types<A...>{});
/// What is computed from positions alone, as arange, zeros and random numbers are.
template <class X>
concept counted = node<X> && is_counted<std::remove_cvref_t<X>> && rank_of<X> >= 0;

/// Other expressions, whose elements have a shape of their own only once they are evaluated.
template <class X>
concept computed_node = node<X> && !counted<X>;
template <class... Sizes>
concept integers = (std::is_integral_v<Sizes> && ...);
/// Says which header evaluates them. An expression of the rank asked for, so that nothing but the
/// sentence is reported.
template <int Rank, class X>
auto refuse_to_reshape(X const& x) {
    static_assert(always_false<X>,
                  "twill: reshape and ravel of an expression evaluate it: include "
                  "<twill/rearrange.hpp>, or write reshape(evaluate(x), shape)");
    return rearrange(x, mapping_by<rank_of<X>, Rank>(x.shape(), [](int) { return -1; }));
}

/// The same elements under another shape: positions are counted along other axes.
template <class T, int In, int Out>
scalar_leaf<T> recount(scalar_leaf<T> const& x, extents<In> const&, extents<Out> const&) {
    return x;
}
template <int Rank, class Lie, int In, int Out>
auto recount(index_leaf<Rank, Lie> const& x, extents<In> const& from, extents<Out> const& to) {
    layout<In> whole{from, {}};
    for (int d = 0; d < Rank; ++d)
        if (x.layout.shape[d] == from[d + In - Rank])
            whole.stride[d + In - Rank] = x.layout.stride[d];
    layout<Out> result{to, {}};
    if (!reshape_strides(whole.shape.values, whole.stride.values, In, to.values, Out,
                         result.stride.values))
        raise<shape_error>(
            "twill: reshape: the positions of this generator of shape %s cannot be counted in "
            "shape %s; evaluate it first: reshape(evaluate<host_space>(x), shape)",
            text_of(from).text, text_of(to).text);
    using lie = std::conditional_t<std::is_same_v<Lie, dense>, dense, strided>;
    return index_leaf<Out, lie>(x.start, result);
}
template <class F, class... A, int In, int Out>
auto recount(elementwise<F, A...> const& x, extents<In> const& from, extents<Out> const& to) {
    return transform(x, [&](auto const& operand, auto) { return recount(operand, from, to); });
}

}  // namespace detail

/// The elements of an array or a view in C order under another shape; one extent may be -1
/// (unknown). Returns a view; throws shape_error where the sizes differ, where the unknown is
/// ambiguous, or where only a copy could do it: then `reshape(evaluate(x), shape)` makes the copy
/// by name.
template <detail::array_like X, int Rank>
[[nodiscard]] auto reshape(X&& x, extents<Rank> const& shape,
                           source_location place = source_location::current()) {
    return detail::at_place(place, [&] { return detail::reshape_view(x, shape); });
}
/// The same of a generator, and of what is computed from generators alone: lazy, as they are.
template <detail::counted X, int Rank>
[[nodiscard]] auto reshape(X const& x, extents<Rank> const& shape,
                           source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        auto const from = x.shape(place);
        return detail::recount(x, from, detail::reshape_target(from, shape));
    });
}
/// reshape(x, extents(sizes...)).
template <class X, class... Sizes>
    requires((detail::array_like<X> || detail::counted<X>) && ... && std::is_integral_v<Sizes>)
[[nodiscard]] auto reshape(X&& x, detail::first_index first, Sizes... rest) {
    return reshape(x, detail::extents_from(first, rest...), first.place);
}
template <detail::operand X, int Rank>
[[nodiscard]] auto reshape(X&& x, index_t const (&sizes)[Rank],
                           source_location place = source_location::current()) {
    return reshape(x, detail::extents_of(sizes), place);
}
/// reshape(x, extents<0>()).
template <detail::array_like X>
[[nodiscard]] auto reshape(X&& x, source_location place = source_location::current()) {
    return reshape(x, extents<0>(), place);
}
/// reshape(x, -1).
template <class X>
    requires(detail::array_like<X> || detail::counted<X>)
[[nodiscard]] auto ravel(X&& x, source_location place = source_location::current()) {
    return reshape(x, extents<1>(-1), place);
}

// Those of <twill/rearrange.hpp> are the better match.
template <detail::computed_node X, int Rank>
auto reshape(X const& x, extents<Rank> const&, source_location = source_location::current()) {
    return detail::refuse_to_reshape<Rank>(x);
}
template <detail::computed_node X, class... Sizes>
    requires detail::integers<Sizes...>
auto reshape(X const& x, detail::first_index, Sizes...) {
    return detail::refuse_to_reshape<1 + static_cast<int>(sizeof...(Sizes))>(x);
}
template <detail::computed_node X>
auto ravel(X const& x, source_location = source_location::current()) {
    return detail::refuse_to_reshape<1>(x);
}

}  // namespace twill::inline v0
