// SPDX-License-Identifier: MIT
// take, put and their kin by name; positions and indices.
#pragma once

#include "twill/ops/index/masked.hpp"
#include "twill/ops/index/scatter.hpp"
#include "twill/shape/axes.hpp"

namespace twill::inline v0 {
namespace detail {

template <class X>
concept index_operand = operand<X> && is_integer<value_of<X>>;
template <class X>
concept mask_operand = operand<X> && std::is_same_v<value_of<X>, bool>;

template <class X>
inline constexpr bool may_be_written = false;
template <viewed X>
inline constexpr bool may_be_written<X> =
    !std::is_const_v<typename decltype(as_view(std::declval<X&>()))::element_type>;

/// The node of an operand that is chosen from.
template <class X>
auto node_chosen_from(X&& x) {
    if constexpr (viewed<X>)
        return as_view(x).expression();
    else
        return as_node(std::forward<X>(x));
}

/// gather_chosen with a mode, and an index for one axis.
template <bool Writes, out_of_range Mode, int Axis, class Source, class I>
auto gather_along(char const* call, Source const& from, I const& i) {
    constexpr int behind = Source::rank - 1 - Axis;
    constexpr axis_set whole = every_axis(Source::rank) & ~(axis_set{1} << Axis);
    auto const shape = from.shape(nowhere);
    auto index = [&]<int D>(std::integral_constant<int, D>) {
        if constexpr (D == Axis)
            return with_axes_behind<behind>(i);
        else
            return whole_axis<Source::rank - 1 - D + (D < Axis ? I::rank - 1 : 0)>(shape[D]);
    };
    return [&]<int... D>(std::integer_sequence<int, D...>) {
        return make_gather<Writes, Mode, whole>(call, from,
                                                index(std::integral_constant<int, D>{})...);
    }(std::make_integer_sequence<int, Source::rank>{});
}
/// One index for every element along an axis, the others standing still.
template <bool Writes, out_of_range Mode, int Axis, class Source, class I>
auto gather_beside(char const* call, Source const& from, I const& i, source_location const& place) {
    static_assert(Source::rank == I::rank,
                  "twill: take_along_axis and put_along_axis take as many axes of indices as the "
                  "array has");
    constexpr axis_set whole = every_axis(Source::rank) & ~(axis_set{1} << Axis);
    auto const shape = from.shape(place);
    auto const given = i.shape(place);
    for (int d = 0; d < Source::rank; ++d)
        if (d != Axis && given[d] != shape[d] && given[d] != 1 && shape[d] != 1)
            raise<shape_error>(place, "twill: %s: indices of shape %s beside an array of shape %s",
                               call, text_of(given).text, text_of(shape).text);
    auto index = [&]<int D>(std::integral_constant<int, D>) {
        if constexpr (D == Axis)
            return i;
        else
            return whole_axis<Source::rank - 1 - D>(shape[D]);
    };
    return [&]<int... D>(std::integer_sequence<int, D...>) {
        return make_gather<Writes, Mode, whole>(call, from,
                                                index(std::integral_constant<int, D>{})...);
    }(std::make_integer_sequence<int, Source::rank>{});
}
template <class Axes, int Rank>
constexpr int known_axis() {
    using traits = axes_traits<Axes, Rank>;
    static_assert(traits::count == 1, "twill: this takes one axis");
    int axis = 0;
    while ((traits::bits >> axis & 1) == 0)
        ++axis;
    return axis;
}

/// All elements in C order, as one axis: of a contiguous array a view, otherwise a copy.
template <class Source>
auto in_one_line(Source const& x) {
    using Space = typename Source::space;
    auto const all = contiguous_leaf(own_leaf(x));
    return leaf<typename Source::value_type, 1, Space, dense>(
        all.storage, all.data, contiguous(extents<1>(all.layout.shape.size())));
}

/// A view's elements as one axis, to be written.
template <out_of_range Mode, class T, int Rank, class Space>
auto positions_in(view<T, Rank, Space> const& x, char const* call) {
    return [&x, call]<class I>(I const& i) {
        if constexpr (Rank == 1) {
            return make_gather<true, Mode, 0>(call, x.expression(), i);
        } else {
            // Checked as one axis: a position beyond the last element becomes an index beyond
            // every axis.
            auto const shape = x.shape();
            return [&]<int... D>(std::integer_sequence<int, D...>) {
                return make_gather < true, Mode == out_of_range::error ? Mode : nothing_there,
                       0 > (call, x.expression(),
                            make_elementwise(
                                checked_unravelled<Mode>{unravelling(shape, D), shape.size()},
                                i)...);
            }(std::make_integer_sequence<int, Rank>{});
        }
    };
}

}  // namespace detail

/// The elements of `x` at indices along an axis: for x of shape (n, m), take(x, i, axis<1>) has the
/// shape (n, i's...). Lazy: it fuses into what reads it. Negative indices count from the end; one
/// out of range throws index_error, on the device at the next call that waits, where its element
/// reads as T{}.
template <detail::operand X, detail::index_operand I, int... Axis>
[[nodiscard]] auto take(X&& x, I const& i, axis_t<Axis...>) {
    constexpr int axis = detail::known_axis<axis_t<Axis...>, detail::rank_of<X>>();
    return detail::gather_along<false, out_of_range::error, axis>(
        "take", detail::node_chosen_from(std::forward<X>(x)), detail::as_node(i));
}
/// The same of an axis given by `mode`: take<out_of_range::wrap>(x, i, axis<0>) takes indices
/// modulo the axis, out_of_range::clip the nearest there is; an axis without elements then gives
/// T{}.
template <out_of_range Mode, detail::operand X, detail::index_operand I, int... Axis>
[[nodiscard]] auto take(X&& x, I const& i, axis_t<Axis...>) {
    constexpr int axis = detail::known_axis<axis_t<Axis...>, detail::rank_of<X>>();
    return detail::gather_along<false, Mode, axis>(
        "take", detail::node_chosen_from(std::forward<X>(x)), detail::as_node(i));
}
/// The same from all elements in C order. What is not contiguous is copied first.
template <out_of_range Mode = out_of_range::error, detail::operand X, detail::index_operand I>
[[nodiscard]] auto take(X&& x, I const& i, source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::gather_along<false, Mode, 0>(
            "take", detail::in_one_line(detail::node_chosen_from(std::forward<X>(x))),
            detail::as_node(i));
    });
}
/// The elements at indices of their own along an axis, as argsort and argmax give them: element
/// (i, j) of take_along_axis(x, k, axis<1>) is x(i, k(i, j)). `k` has as many axes as x; the others
/// broadcast (shape_error). Lazy; indices as for take, and by mode as there.
template <out_of_range Mode = out_of_range::error, detail::operand X, detail::index_operand I,
          int... Axis>
[[nodiscard]] auto take_along_axis(X&& x, I const& k, axis_t<Axis...>,
                                   source_location place = source_location::current()) {
    constexpr int axis = detail::known_axis<axis_t<Axis...>, detail::rank_of<X>>();
    return detail::gather_beside<false, Mode, axis>(
        "take_along_axis", detail::node_chosen_from(std::forward<X>(x)), detail::as_node(k), place);
}
/// Writes values at such indices: x(i, k(i, j)) = v(i, j). Values broadcast to k's shape.
template <out_of_range Mode = out_of_range::error, detail::viewed X, detail::index_operand I,
          int... Axis, class V>
void put_along_axis(X&& x, I const& k, V const& values, axis_t<Axis...>,
                    source_location place = source_location::current()) {
    using T = detail::value_of<X>;
    constexpr int axis = detail::known_axis<axis_t<Axis...>, detail::rank_of<X>>();
    static_assert(detail::may_be_written<X>, "twill: these elements may only be read");
    detail::at_place(place, [&] {
        auto const to = detail::gather_beside<true, Mode, axis>(
            "put_along_axis", detail::as_view(x).expression(), detail::as_node(k), place);
        detail::scatter_values<detail::put_value>(to, detail::value_node<T>(values),
                                                  "put_along_axis");
    });
}
namespace detail {

/// put, scatter_add and their kin: one value for each position in C order.
template <class Put, out_of_range Mode = out_of_range::error, class X, class I, class V>
void put_at(char const* call, X&& x, I const& i, V const& values, source_location const& place) {
    static_assert(may_be_written<X>, "twill: these elements may only be read");
    at_place(place, [&] {
        auto const to = positions_in<Mode>(as_view(x), call)(as_node(i));
        scatter_values<Put>(to, value_node<value_of<X>>(values), call);
    });
}
/// Sums that are the same bits on every run: the values of each position are summed in a fixed
/// order first, as a group.
template <class X, class I, class V>
void add_in_order(X&& x, I const& i, V const& values, source_location const& place) {
    using T = value_of<X>;
    using Space = space_of<X>;
    static_assert(
        requires(array<index_t, 1, Space> const& keys) { group_by(keys); },
        "twill: scatter_add(..., deterministic) groups the values by position: include "
        "<twill/statistics.hpp>, on the device <twill/statistics.cuh>");
    at_place(place, [&] {
        auto const at = as_node(i);
        auto const shape = at.shape();
        if (shape.size() == 0)
            return;
        auto const keys =
            evaluate<Space>(make_elementwise(from_start_function{as_view(x).shape().size()}, at));
        array<T, rank_of<I>, Space> given(shape);
        given.assign_in_place(value_node<T>(values), "scatter_add");
        extents<1> const line(shape.size());
        auto const groups = group_by(reshape(keys, line));
        put_at<put_sum>("scatter_add", x, groups.keys(), groups.sum(reshape(given, line)), place);
    });
}

}  // namespace detail
/// Writes values at positions of x, counted through all its elements in C order; values broadcast
/// to the positions' shape. Indices as for take: one out of range is skipped and reported, unless
/// put<out_of_range::wrap> or clip gives it a meaning. Where a position stands twice, one of the
/// values stays.
template <out_of_range Mode = out_of_range::error, detail::viewed X, detail::index_operand I,
          class V>
void put(X&& x, I const& i, V const& values, source_location place = source_location::current()) {
    detail::put_at<detail::put_value, Mode>("put", x, i, values, place);
}
/// For scatter_add: the same bits on every run, whatever the order in which the device gets there.
struct deterministic_t {};
inline constexpr deterministic_t deterministic{};

/// Adds values to the elements at positions of x in C order; every value counts, also where a
/// position stands more than once. Sums of floats depend on the order on the device: they may
/// differ in the last bits from run to run.
template <detail::viewed X, detail::index_operand I, class V>
void scatter_add(X&& x, I const& i, V const& values,
                 source_location place = source_location::current()) {
    detail::put_at<detail::put_sum>("scatter_add", x, i, values, place);
}
/// The same with sums that do not: values of one position are summed in a fixed order, then added.
/// On the device it sorts floats by position, with <twill/statistics.cuh>, and waits for how many
/// positions there are; integers and the host's sums are the same on every run as they are.
template <detail::viewed X, detail::index_operand I, class V>
void scatter_add(X&& x, I const& i, V const& values, deterministic_t,
                 source_location place = source_location::current()) {
    if constexpr (std::is_same_v<detail::space_of<X>, device_space> &&
                  !detail::is_integer<detail::value_of<X>>)
        detail::add_in_order(x, i, values, place);
    else
        detail::put_at<detail::put_sum>("scatter_add", x, i, values, place);
}
/// The least of each element and the values at its positions, as minimum(): NaN if one is.
template <detail::viewed X, detail::index_operand I, class V>
void scatter_min(X&& x, I const& i, V const& values,
                 source_location place = source_location::current()) {
    detail::put_at<detail::put_least>("scatter_min", x, i, values, place);
}
/// The greatest of each element and the values at its positions, as maximum().
template <detail::viewed X, detail::index_operand I, class V>
void scatter_max(X&& x, I const& i, V const& values,
                 source_location place = source_location::current()) {
    detail::put_at<detail::put_greatest>("scatter_max", x, i, values, place);
}

/// The index along each axis of a shape of a position in C order, as a tuple of lazy expressions; a
/// position that the shape does not have gives an index that no axis has.
template <detail::index_operand I, int Rank>
[[nodiscard]] auto unravel_index(I const& position, extents<Rank> const& shape) {
    return [&]<int... D>(std::integer_sequence<int, D...>) {
        return std::tuple{detail::make_elementwise(
            detail::checked_unravelled<>{detail::unravelling(shape, D), shape.size()},
            detail::as_node(position))...};
    }(std::make_integer_sequence<int, Rank>{});
}
/// The position in C order of an index for every axis of a shape: lazy. An index out of range gives
/// a position that no shape has, or by `mode` is taken modulo its axis or for the nearest.
template <out_of_range Mode = out_of_range::error, int Rank, detail::index_operand... I>
    requires(sizeof...(I) == Rank)
[[nodiscard]] auto ravel_multi_index(extents<Rank> const& shape, I const&... index) {
    detail::ravelled<Rank, Mode> f{};
    for (int d = 0; d < Rank; ++d)
        f.extent[d] = shape[d];
    return detail::make_elementwise(f, detail::as_node(index)...);
}

}  // namespace twill::inline v0
