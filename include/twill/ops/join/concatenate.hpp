// SPDX-License-Identifier: MIT
// Joining: concatenate, stack and its kin, append, insert, remove. Each returns a lazy expression;
// in a statement its operands are read where they stand, and nothing is moved before.
#pragma once

#include "twill/array/construct.hpp"
#include "twill/expr/given.hpp"
#include "twill/ops/join/build.hpp"

namespace twill::inline v0 {
namespace detail {

/// One axis of any spelling, with the caller's place: what follows may be any number of operands.
struct placed_axis {
    index_t number;
    source_location place;

    template <axis_number I>
    constexpr placed_axis(I axis, source_location at = source_location::current())
        : number(saturated_index(axis)), place(at) {}
    template <int Axis>
    constexpr placed_axis(axis_t<Axis>, source_location at = source_location::current())
        : number(Axis), place(at) {}
    constexpr placed_axis(runtime_axes<1> axis, source_location at = source_location::current())
        : number(axis.values[0]), place(at) {}
};
/// Whether axis<I...> is one axis of a rank.
template <int... I>
constexpr bool is_one_axis(axis_t<I...>, int rank) {
    return sizeof...(I) == 1 && ((I >= -rank && I < rank) && ...);
}
template <class A, class... X>
inline constexpr int rank_of_first = rank_of<A>;

template <class A, class... X>
auto concatenate_along(placed_axis along, A const& a, X const&... x) {
    caller const by{"concatenate", along.place};
    return concatenate_nodes(normalise_axis(along.number, rank_of<A>, by), by, as_node(a),
                             as_node(x)...);
}
template <class A, class... X>
auto stack_along(placed_axis along, A const& a, X const&... x) {
    caller const by{"stack", along.place};
    static_assert(((rank_of<X> == rank_of<A>) && ...),
                  "twill: arrays that are stacked have the same number of axes");
    int const at = normalise_axis(along.number, rank_of<A> + 1, by);
    extents<rank_of<A>> const shapes[] = {shape_of(a, along.place), shape_of(x, along.place)...};
    for (int k = 1; k <= static_cast<int>(sizeof...(X)); ++k)
        require_stackable(shapes[0].values, shapes[k].values, k, rank_of<A>, by);
    return concatenate_nodes(at, by, with_axis(a, at, along.place),
                             with_axis(x, at, along.place)...);
}
template <int Axis, int Least, class A, class... X>
auto join_of_rank(char const* name, source_location const& place, A const& a, X const&... x) {
    constexpr int rank = rank_of<A> < Least ? Least : rank_of<A>;
    constexpr int axis = Axis < rank ? Axis : 0;
    return concatenate_nodes(axis, {name, place}, of_rank<rank>(a, place),
                             of_rank<rank>(x, place)...);
}
/// An operand of rank 1 as a column; others as they are.
template <class X>
auto as_column(X const& x, source_location const& place) {
    static_assert(rank_of<X> == 1 || rank_of<X> == 2,
                  "twill: column_stack takes arrays of rank 1 or 2");
    if constexpr (rank_of<X> == 1)
        return with_axis(x, 1, place);
    else
        return as_node(x);
}
/// NumPy's atleast_3d: (n) becomes (1, n, 1), (n, m) becomes (n, m, 1).
template <class X>
auto with_depth(X const& x, source_location const& place) {
    if constexpr (rank_of<X> >= 3)
        return as_node(x);
    else if constexpr (rank_of<X> == 2)
        return with_axis(x, 2, place);
    else
        return with_axis(of_rank<2>(x, place), 2, place);
}

}  // namespace detail

/// Any number of operands one after the other along an axis: `concatenate(axis<0>, a, b)`, the axis
/// also as `axes(k)` or an integer. The type is the operands' common one. Throws shape_error where
/// they differ along another axis, axis_error. Lazy: copies nothing before it is evaluated.
template <detail::operand... X>
    requires(sizeof...(X) > 0)
[[nodiscard]] auto concatenate(detail::placed_axis along, X const&... x) {
    return detail::concatenate_along(along, x...);
}
template <int... I, detail::operand... X>
    requires(sizeof...(X) > 0 && !detail::is_one_axis(axis_t<I...>{}, detail::rank_of_first<X...>))
auto concatenate(axis_t<I...>, X const&...) {
    return detail::known_axis_of<axis_t<I...>, detail::rank_of_first<X...>>();
}
/// Up to eight along axis 0.
template <detail::operand A, detail::given_or_not B = detail::not_given,
          detail::given_or_not C = detail::not_given, detail::given_or_not D = detail::not_given,
          detail::given_or_not E = detail::not_given, detail::given_or_not F = detail::not_given,
          detail::given_or_not G = detail::not_given, detail::given_or_not H = detail::not_given>
[[nodiscard]] auto concatenate(A const& a, B const& b = {}, C const& c = {}, D const& d = {},
                               E const& e = {}, F const& f = {}, G const& g = {}, H const& h = {},
                               source_location place = source_location::current()) {
    return detail::use_up_to_eight(
        [&](auto const&... x) { return concatenate(detail::placed_axis(0, place), x...); }, a, b, c,
        d, e, f, g, h);
}

/// Elements in braces behind or before those of rank 1, beside an operand of the host:
/// `concatenate(x, {7, 8})`, `concatenate({0}, x)`.
template <detail::operand X>
    requires(detail::rank_of<X> == 1)
[[nodiscard]] auto concatenate(X const& x, std::initializer_list<detail::value_of<X>> values,
                               source_location place = source_location::current()) {
    return detail::concatenate_along({0, place}, x, detail::array_beside<X>(values));
}
template <detail::operand X>
    requires(detail::rank_of<X> == 1)
[[nodiscard]] auto concatenate(std::initializer_list<detail::value_of<X>> values, X const& x,
                               source_location place = source_location::current()) {
    return detail::concatenate_along({0, place}, detail::array_beside<X>(values), x);
}

// What one writes who knows NumPy's lists.
template <detail::operand X, class... Axes>
X concatenate(std::initializer_list<X> parts, Axes const&...) {
    static_assert(detail::always_false<X>,
                  "twill: concatenate takes its operands without braces: concatenate(a, b) or "
                  "concatenate(axis<1>, a, b)");
    return *parts.begin();
}

/// Any number of operands, all of one shape, one after the other along a new axis of the result.
template <detail::operand... X>
    requires(sizeof...(X) > 0)
[[nodiscard]] auto stack(detail::placed_axis along, X const&... x) {
    return detail::stack_along(along, x...);
}
template <int... I, detail::operand... X>
    requires(sizeof...(X) > 0 &&
             !detail::is_one_axis(axis_t<I...>{}, detail::rank_of_first<X...> + 1))
auto stack(axis_t<I...>, X const&...) {
    return detail::known_axis_of<axis_t<I...>, detail::rank_of_first<X...> + 1>();
}
/// Up to eight along a new axis 0.
template <detail::operand A, detail::given_or_not B = detail::not_given,
          detail::given_or_not C = detail::not_given, detail::given_or_not D = detail::not_given,
          detail::given_or_not E = detail::not_given, detail::given_or_not F = detail::not_given,
          detail::given_or_not G = detail::not_given, detail::given_or_not H = detail::not_given>
[[nodiscard]] auto stack(A const& a, B const& b = {}, C const& c = {}, D const& d = {},
                         E const& e = {}, F const& f = {}, G const& g = {}, H const& h = {},
                         source_location place = source_location::current()) {
    return detail::use_up_to_eight(
        [&](auto const&... x) { return stack(detail::placed_axis(0, place), x...); }, a, b, c, d, e,
        f, g, h);
}

template <detail::operand X, class... Axes>
X stack(std::initializer_list<X> parts, Axes const&...) {
    static_assert(detail::always_false<X>,
                  "twill: stack takes its operands without braces: stack(a, b) or "
                  "stack(axis<1>, a, b)");
    return *parts.begin();
}

/// Side by side: along axis 1, operands of rank 1 along their axis. Up to eight, or more (whose
/// errors name no place).
template <detail::operand A, detail::given_or_not B = detail::not_given,
          detail::given_or_not C = detail::not_given, detail::given_or_not D = detail::not_given,
          detail::given_or_not E = detail::not_given, detail::given_or_not F = detail::not_given,
          detail::given_or_not G = detail::not_given, detail::given_or_not H = detail::not_given>
[[nodiscard]] auto hstack(A const& a, B const& b = {}, C const& c = {}, D const& d = {},
                          E const& e = {}, F const& f = {}, G const& g = {}, H const& h = {},
                          source_location place = source_location::current()) {
    return detail::use_up_to_eight(
        [&](auto const&... x) { return detail::join_of_rank<1, 1>("hstack", place, x...); }, a, b,
        c, d, e, f, g, h);
}
template <detail::operand... X>
    requires(sizeof...(X) > 8)
[[nodiscard]] auto hstack(X const&... x) {
    constexpr source_location place = detail::nowhere;
    return detail::join_of_rank<1, 1>("hstack", place, x...);
}
/// One below the other: along axis 0, operands of rank 1 as rows.
template <detail::operand A, detail::given_or_not B = detail::not_given,
          detail::given_or_not C = detail::not_given, detail::given_or_not D = detail::not_given,
          detail::given_or_not E = detail::not_given, detail::given_or_not F = detail::not_given,
          detail::given_or_not G = detail::not_given, detail::given_or_not H = detail::not_given>
[[nodiscard]] auto vstack(A const& a, B const& b = {}, C const& c = {}, D const& d = {},
                          E const& e = {}, F const& f = {}, G const& g = {}, H const& h = {},
                          source_location place = source_location::current()) {
    return detail::use_up_to_eight(
        [&](auto const&... x) { return detail::join_of_rank<0, 2>("vstack", place, x...); }, a, b,
        c, d, e, f, g, h);
}
template <detail::operand... X>
    requires(sizeof...(X) > 8)
[[nodiscard]] auto vstack(X const&... x) {
    constexpr source_location place = detail::nowhere;
    return detail::join_of_rank<0, 2>("vstack", place, x...);
}
/// One behind the other: along axis 2; (n) counts as (1, n, 1), (n, m) as (n, m, 1).
template <detail::operand A, detail::given_or_not B = detail::not_given,
          detail::given_or_not C = detail::not_given, detail::given_or_not D = detail::not_given,
          detail::given_or_not E = detail::not_given, detail::given_or_not F = detail::not_given,
          detail::given_or_not G = detail::not_given, detail::given_or_not H = detail::not_given>
[[nodiscard]] auto dstack(A const& a, B const& b = {}, C const& c = {}, D const& d = {},
                          E const& e = {}, F const& f = {}, G const& g = {}, H const& h = {},
                          source_location place = source_location::current()) {
    return detail::use_up_to_eight(
        [&](auto const&... x) {
            return detail::concatenate_nodes(2, {"dstack", place}, detail::with_depth(x, place)...);
        },
        a, b, c, d, e, f, g, h);
}
template <detail::operand... X>
    requires(sizeof...(X) > 8)
[[nodiscard]] auto dstack(X const&... x) {
    constexpr source_location place = detail::nowhere;
    return detail::concatenate_nodes(2, {"dstack", place}, detail::with_depth(x, place)...);
}
/// Columns side by side: operands of rank 1 are columns, those of rank 2 have several.
template <detail::operand A, detail::given_or_not B = detail::not_given,
          detail::given_or_not C = detail::not_given, detail::given_or_not D = detail::not_given,
          detail::given_or_not E = detail::not_given, detail::given_or_not F = detail::not_given,
          detail::given_or_not G = detail::not_given, detail::given_or_not H = detail::not_given>
[[nodiscard]] auto column_stack(A const& a, B const& b = {}, C const& c = {}, D const& d = {},
                                E const& e = {}, F const& f = {}, G const& g = {}, H const& h = {},
                                source_location place = source_location::current()) {
    return detail::use_up_to_eight(
        [&](auto const&... x) {
            return detail::concatenate_nodes(1, {"column_stack", place},
                                             detail::as_column(x, place)...);
        },
        a, b, c, d, e, f, g, h);
}
template <detail::operand... X>
    requires(sizeof...(X) > 8)
[[nodiscard]] auto column_stack(X const&... x) {
    constexpr source_location place = detail::nowhere;
    return detail::concatenate_nodes(1, {"column_stack", place}, detail::as_column(x, place)...);
}

/// `values` (an operand of x's rank, or for rank 1 a number) behind x along an axis; x of rank 1
/// needs none. The type is the common one.
template <detail::operand X, detail::operand Y, detail::axes_or_number Axes>
[[nodiscard]] auto append(X const& x, Y const& values, Axes along,
                          source_location place = source_location::current()) {
    detail::caller const by{"append", place};
    return detail::concatenate_nodes(detail::one_axis<detail::rank_of<X>>(along, by), by,
                                     detail::as_node(x), detail::as_node(values));
}
template <detail::operand X, detail::operand_or_scalar Y>
[[nodiscard]] auto append(X const& x, Y const& values,
                          source_location place = source_location::current()) {
    static_assert(detail::rank_of<X> == 1,
                  "twill: append to an array of several axes: say along which, as in append(m, "
                  "rows, axis<0>)");
    return detail::concatenate_nodes(
        0, {"append", place}, detail::as_node(x),
        detail::added_values<1, detail::value_of<X>>(values, extents<1>(1), 0, {"append", place}));
}
/// Values in braces, beside an operand of the host: `append(x, {7, 8})`.
template <detail::operand X>
[[nodiscard]] auto append(X const& x, std::initializer_list<detail::value_of<X>> values,
                          source_location place = source_location::current()) {
    return append(x, detail::array_beside<X>(values), place);
}

/// x with `values` before index `at` of an axis (negative: from the end; its size: at the end).
/// Values broadcast to x's other axes: a number is one slice of it, an operand of x's rank brings
/// as many slices as it has. Throws index_error and shape_error.
template <detail::operand X, detail::operand_or_scalar Y, detail::axes_or_number Axes = int>
[[nodiscard]] auto insert(X const& x, detail::integer at, Y const& values, Axes along,
                          source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    detail::caller const by{"insert", place};
    int const axis = detail::one_axis<rank>(along, by);
    auto const node = detail::as_node(x);
    auto const shape = node.shape(place);
    index_t const size = shape[axis];
    if (at < -size || at > size)
        detail::raise_index(at, size, axis, detail::index_context{shape.values, rank, place});
    index_t const before = at < 0 ? at + size : at.value;
    return detail::concatenate_nodes(
        axis, by, detail::part_of_axis(node, axis, 0, before, place),
        detail::added_values<rank, detail::value_of<X>>(values, shape, axis, by),
        detail::part_of_axis(node, axis, before, size, place));
}
template <detail::operand X, detail::operand_or_scalar Y>
[[nodiscard]] auto insert(X const& x, detail::integer at, Y const& values,
                          source_location place = source_location::current()) {
    static_assert(detail::rank_of<X> == 1,
                  "twill: insert into an array of several axes: say along which, as in insert(m, "
                  "2, row, axis<0>)");
    return insert(x, at, values, 0, place);
}

/// x without the indices of a slice of an axis, NumPy's delete; throws value_error for a step of 0.
template <detail::operand X, std::same_as<slice> S, detail::axes_or_number Axes>
[[nodiscard]] auto remove(X const& x, S const& which, Axes along,
                          source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    detail::caller const by{"remove", place};
    int const axis = detail::one_axis<rank>(along, by);
    auto const node = detail::as_node(x);
    auto const shape = node.shape(place);
    auto gone = detail::resolve(which, shape[axis], place);
    if (gone.step < 0 && gone.count > 0) {
        gone.start += gone.step * (gone.count - 1);
        gone.step = -gone.step;
    }
    if (gone.count < 2)
        gone.step = 1;
    index_t const first = gone.count > 0 ? gone.start : 0;
    index_t const last = gone.count > 0 ? gone.start + gone.step * (gone.count - 1) : -1;
    // Between those that go, the runs of the others stay.
    auto const between =
        detail::part_of_axis(node, axis, first + 1, gone.step > 1 ? last : first, place);
    detail::remap_rule<rank, 1> rule{"remove", between.shape(place), {}};
    if (gone.step > 1) {
        rule.axes[axis] = {
            detail::axis_rule::way::split, 0, rule.shape[axis], gone.step - 1, gone.step, 1};
        rule.shape[axis] = (gone.count - 1) * (gone.step - 1);
    }
    return detail::concatenate_nodes(
        axis, by, detail::part_of_axis(node, axis, 0, first, place),
        detail::make_rearrangement(rule, between),
        detail::part_of_axis(node, axis, last + 1, shape[axis], place));
}
/// The same of one index; throws index_error.
template <detail::operand X, std::integral I, detail::axes_or_number Axes>
[[nodiscard]] auto remove(X const& x, I index, Axes along,
                          source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    detail::caller const by{"remove", place};
    int const axis = detail::one_axis<rank>(along, by);
    auto const node = detail::as_node(x);
    auto const shape = node.shape(place);
    index_t const at = detail::checked_index(detail::saturated_index(index), shape[axis], axis,
                                             detail::index_context{shape.values, rank, place});
    return detail::concatenate_nodes(axis, by, detail::part_of_axis(node, axis, 0, at, place),
                                     detail::part_of_axis(node, axis, at + 1, shape[axis], place));
}
template <detail::operand X, class Which>
    requires(std::is_integral_v<Which> || std::is_same_v<Which, slice>)
[[nodiscard]] auto remove(X const& x, Which which,
                          source_location place = source_location::current()) {
    static_assert(detail::rank_of<X> == 1,
                  "twill: remove from an array of several axes: say along which, as in remove(m, "
                  "2, axis<0>)");
    return remove(x, which, 0, place);
}

}  // namespace twill::inline v0
