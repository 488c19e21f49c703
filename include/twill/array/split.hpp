// SPDX-License-Identifier: MIT
// An operand in parts: split, array_split, hsplit, vsplit, dsplit, unstack. Of an array or a view
// the parts are views (writable where the source is), of an expression expressions. None copies
// elements or synchronises.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "twill/array/view.hpp"
#include "twill/expr/axis_views.hpp"

namespace twill::inline v0 {
namespace detail {

template <class X>
auto axis_part(X&& x, int axis, index_t from, index_t to, source_location const& place) {
    auto map = identity_mapping(shape_of(x, place));
    map.start[axis] = to > from ? from : 0;
    map.shape[axis] = to > from ? to - from : 0;
    return view_through(x, map);
}
template <class X>
auto axis_slice(X&& x, int axis, index_t at, source_location const& place) {
    constexpr int rank = rank_of<X>;
    mapping<rank, rank - 1> map{shape_of(x, place), {}};
    for (int d = 0; d < rank; ++d) {
        map.step[d] = 1;
        map.axis[d] = d < axis ? d : d - 1;
        if (d != axis)
            map.shape[map.axis[d]] = map.source[d];
    }
    map.axis[axis] = -1;
    map.start[axis] = at;
    return view_through(x, map);
}
/// Where part i of `parts` begins: the first ones are longer where it does not come out even.
constexpr index_t part_begin(index_t size, index_t parts, index_t i) {
    return i * (size / parts) + (i < size % parts ? i : size % parts);
}
inline void require_even(index_t size, index_t parts, int axis, bool even, caller const& by) {
    if (parts < 1)
        raise<value_error>(by.place, "twill: %s into %lld parts", by.operation,
                           static_cast<long long>(parts));
    if (even && size % parts != 0)
        raise<shape_error>(by.place,
                           "twill: %s: axis %d of %lld elements has no %lld equal parts "
                           "(array_split makes unequal ones)",
                           by.operation, axis, static_cast<long long>(size),
                           static_cast<long long>(parts));
}
template <class X, class Axes>
auto split_into(X&& x, index_t parts, Axes along, bool even, caller const& by) {
    int const axis = one_axis<rank_of<X>>(along, by);
    index_t const size = shape_of(x, by.place)[axis];
    require_even(size, parts, axis, even, by);
    std::vector<decltype(axis_part(x, axis, 0, 0, by.place))> result;
    result.reserve(static_cast<std::size_t>(parts));
    for (index_t i = 0; i < parts; ++i)
        result.push_back(axis_part(x, axis, part_begin(size, parts, i),
                                   part_begin(size, parts, i + 1), by.place));
    return result;
}
template <class X, class Axes>
auto split_before(X&& x, std::span<index_t const> places, Axes along, caller const& by) {
    int const axis = one_axis<rank_of<X>>(along, by);
    index_t const size = shape_of(x, by.place)[axis];
    auto clamp = [&](index_t at) {
        at = at < 0 ? at + size : at;
        return at < 0 ? 0 : (at > size ? size : at);
    };
    std::vector<decltype(axis_part(x, axis, 0, 0, by.place))> result;
    index_t from = 0;
    for (index_t const at : places) {
        result.push_back(axis_part(x, axis, from, clamp(at), by.place));
        from = clamp(at);
    }
    result.push_back(axis_part(x, axis, from, size, by.place));
    return result;
}

}  // namespace detail

/// `Parts` equal parts of an axis, as a std::array: `auto [a, b] = split<2>(x, axis<0>)`. Throws
/// shape_error where the axis has no such parts, axis_error.
template <std::size_t Parts, detail::operand X, detail::axes_or_number Axes = axis_t<0>>
[[nodiscard]] auto split(X&& x, Axes along = {},
                         source_location place = source_location::current()) {
    static_assert(Parts > 0, "twill: split into no parts");
    detail::caller const by{"split", place};
    int const axis = detail::one_axis<detail::rank_of<X>>(along, by);
    index_t const size = detail::shape_of(x, place)[axis];
    constexpr auto parts = static_cast<index_t>(Parts);
    detail::require_even(size, parts, axis, true, by);
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        using part = decltype(detail::axis_part(x, axis, 0, 0, place));
        return std::array<part, Parts>{
            detail::axis_part(x, axis, static_cast<index_t>(I) * (size / parts),
                              (static_cast<index_t>(I) + 1) * (size / parts), place)...};
    }(std::make_index_sequence<Parts>{});
}
/// So many equal parts, as a std::vector.
template <detail::operand X, std::integral I, detail::axes_or_number Axes = axis_t<0>>
[[nodiscard]] auto split(X&& x, I parts, Axes along = {},
                         source_location place = source_location::current()) {
    return detail::split_into(x, detail::saturated_index(parts), along, true, {"split", place});
}
/// Parts that begin at the given indices, the first one at 0: one part more than indices. They
/// clamp as a slice's ends do.
template <detail::operand X, detail::axes_or_number Axes = axis_t<0>>
[[nodiscard]] auto split(X&& x, std::span<index_t const> places, Axes along = {},
                         source_location place = source_location::current()) {
    return detail::split_before(x, places, along, {"split", place});
}
/// The indices in braces: `split(x, {1, 3})`.
template <detail::operand X, detail::axes_or_number Axes = axis_t<0>>
[[nodiscard]] auto split(X&& x, std::initializer_list<index_t> places, Axes along = {},
                         source_location place = source_location::current()) {
    return detail::split_before(x, std::span(places.begin(), places.size()), along,
                                {"split", place});
}
/// As split, but parts may differ by an element: the first ones are longer.
template <detail::operand X, std::integral I, detail::axes_or_number Axes = axis_t<0>>
[[nodiscard]] auto array_split(X&& x, I parts, Axes along = {},
                               source_location place = source_location::current()) {
    return detail::split_into(x, detail::saturated_index(parts), along, false,
                              {"array_split", place});
}
template <detail::operand X, detail::axes_or_number Axes = axis_t<0>>
[[nodiscard]] auto array_split(X&& x, std::span<index_t const> places, Axes along = {},
                               source_location place = source_location::current()) {
    return detail::split_before(x, places, along, {"array_split", place});
}
template <detail::operand X, detail::axes_or_number Axes = axis_t<0>>
[[nodiscard]] auto array_split(X&& x, std::initializer_list<index_t> places, Axes along = {},
                               source_location place = source_location::current()) {
    return detail::split_before(x, std::span(places.begin(), places.size()), along,
                                {"array_split", place});
}
/// split along axis 1, of rank 1 along its axis; `parts` is a count or a span of indices.
template <detail::operand X, class Parts>
[[nodiscard]] auto hsplit(X&& x, Parts const& parts,
                          source_location place = source_location::current()) {
    return split(x, parts, detail::rank_of<X> > 1 ? 1 : 0, place);
}
/// split along axis 0 of two axes at least.
template <detail::operand X, class Parts>
[[nodiscard]] auto vsplit(X&& x, Parts const& parts,
                          source_location place = source_location::current()) {
    static_assert(detail::rank_of<X> >= 2, "twill: vsplit takes two axes at least");
    return split(x, parts, 0, place);
}
/// split along axis 2 of three axes at least.
template <detail::operand X, class Parts>
[[nodiscard]] auto dsplit(X&& x, Parts const& parts,
                          source_location place = source_location::current()) {
    static_assert(detail::rank_of<X> >= 3, "twill: dsplit takes three axes at least");
    return split(x, parts, 2, place);
}
/// The `Count` slices of an axis, each without it, as a std::array: `auto [x, y] = unstack<2>(m)`,
/// `unstack<3>(m, axis<1>)`. Throws shape_error unless the axis has as many elements, axis_error.
template <std::size_t Count, detail::operand X, detail::axes_or_number Axes = axis_t<0>>
[[nodiscard]] auto unstack(X&& x, Axes along = {},
                           source_location place = source_location::current()) {
    static_assert(Count > 0, "twill: unstack into no slices");
    int const axis = detail::one_axis<detail::rank_of<X>>(along, {"unstack", place});
    index_t const size = detail::shape_of(x, place)[axis];
    if (size != static_cast<index_t>(Count))
        detail::raise<shape_error>(place, "twill: unstack: axis %d has %lld elements, not %lld",
                                   axis, static_cast<long long>(size),
                                   static_cast<long long>(Count));
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        using part = decltype(detail::axis_slice(x, axis, 0, place));
        return std::array<part, Count>{
            detail::axis_slice(x, axis, static_cast<index_t>(I), place)...};
    }(std::make_index_sequence<Count>{});
}
/// The slices of an axis, each without it, as a std::vector.
template <detail::operand X, detail::axes_or_number Axes = axis_t<0>>
[[nodiscard]] auto unstack(X&& x, Axes along = {},
                           source_location place = source_location::current()) {
    int const axis = detail::one_axis<detail::rank_of<X>>(along, {"unstack", place});
    index_t const size = detail::shape_of(x, place)[axis];
    std::vector<decltype(detail::axis_slice(x, axis, 0, place))> result;
    result.reserve(static_cast<std::size_t>(size));
    for (index_t i = 0; i < size; ++i)
        result.push_back(detail::axis_slice(x, axis, i, place));
    return result;
}

}  // namespace twill::inline v0
