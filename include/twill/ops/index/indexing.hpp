// SPDX-License-Identifier: MIT
// take, put and their kin by name; positions and indices.
#pragma once

#include "twill/ops/index/along.hpp"
#include "twill/ops/index/masked.hpp"
#include "twill/ops/index/scatter.hpp"

namespace twill::inline v0 {
namespace detail {

/// The node of an operand that is chosen from.
template <class X>
auto node_chosen_from(X&& x) {
    if constexpr (viewed<X>)
        return as_view(x).expression();
    else
        return as_node(std::forward<X>(x));
}

/// All elements in C order, as one axis: of a contiguous array a view, otherwise a copy.
template <class Source>
auto in_one_line(Source const& x) {
    using Space = typename Source::space;
    auto const all = contiguous_leaf(own_leaf(x));
    return leaf<typename Source::value_type, 1, Space, dense>(
        all.storage, all.data, contiguous(extents<1>(all.layout.shape.size())));
}

/// Elements in memory as one axis, to be written.
template <out_of_range Mode, class Leaf, class I>
auto at_positions(char const* call, Leaf const& x, I const& i) {
    if constexpr (Leaf::rank == 1) {
        return make_gather<true, Mode, 0>(call, x, i);
    } else {
        // Checked as one axis: a position beyond the last element becomes an index beyond
        // every axis.
        auto const shape = x.layout.shape;
        if constexpr (Mode != out_of_range::error)
            if (shape.size() == 0 && i.shape(nowhere).size() != 0)
                raise<index_error>(
                    "twill: %s: positions in an array of shape %s, which has no "
                    "elements",
                    call, text_of(shape).text);
        return [&]<int... D>(std::integer_sequence<int, D...>) {
            return make_gather < true, Mode == out_of_range::error ? Mode : nothing_there,
                   0 > (call, x,
                        make_elementwise(
                            checked_unravelled<Mode, true>{unravelling(shape, D), shape.size()},
                            i)...);
        }(std::make_integer_sequence<int, Leaf::rank>{});
    }
}

}  // namespace detail

/// The elements of `x` at indices along an axis (`axis<1>`, `axes(k)` or an integer): for x of
/// shape (n, m), take(x, i, axis<1>) has the shape (n, i's...). Lazy: it fuses into what reads it.
/// Negative indices count from the end; one out of range throws index_error, on the device at the
/// next call that waits, where its element reads as T{}. By `mode` there is none: take<
/// out_of_range::wrap>(x, i, axis<0>) takes indices modulo the axis, out_of_range::clip the nearest
/// there is; where the axis has no elements that throws index_error at once.
template <out_of_range Mode = out_of_range::error, detail::operand X, class I,
          detail::axes_or_number Axes>
[[nodiscard]] auto take(X&& x, I const& i, Axes along,
                        source_location place = source_location::current()) {
    if constexpr (detail::index_argument<I>)
        return detail::gather_by_axis<Mode>("take", detail::node_chosen_from(std::forward<X>(x)),
                                            detail::index_node_of(i), along, place);
    else
        return detail::refuse_indices<I>(x);
}
/// The same from all elements in C order. What is not contiguous is copied first.
template <out_of_range Mode = out_of_range::error, detail::operand X, class I>
[[nodiscard]] auto take(X&& x, I const& i, source_location place = source_location::current()) {
    if constexpr (detail::index_argument<I>)
        return detail::at_place(place, [&] {
            return detail::gather_along<false, Mode, 0>(
                "take", detail::in_one_line(detail::node_chosen_from(std::forward<X>(x))),
                detail::index_node_of(i));
        });
    else
        return detail::refuse_indices<I>(x);
}
/// Indices in braces, beside operands of the host: `take(x, {0, 2}, axis<0>)`.
template <out_of_range Mode = out_of_range::error, detail::operand X, detail::axes_or_number Axes>
[[nodiscard]] auto take(X&& x, std::initializer_list<index_t> i, Axes along,
                        source_location place = source_location::current()) {
    return take<Mode>(std::forward<X>(x), detail::array_beside<X>(i), along, place);
}
template <out_of_range Mode = out_of_range::error, detail::operand X>
[[nodiscard]] auto take(X&& x, std::initializer_list<index_t> i,
                        source_location place = source_location::current()) {
    return take<Mode>(std::forward<X>(x), detail::array_beside<X>(i), place);
}
/// The elements at indices of their own along an axis, the last one unless said, as argsort and
/// argmax give them: element (i, j) of take_along_axis(x, k, axis<1>) is x(i, k(i, j)). `k` has as
/// many axes as x; the others broadcast (shape_error). Lazy; indices as for take, and by mode as
/// there.
template <out_of_range Mode = out_of_range::error, detail::operand X, detail::index_operand I,
          detail::axes_or_number Axes = axis_t<-1>>
[[nodiscard]] auto take_along_axis(X&& x, I const& k, Axes along = {},
                                   source_location place = source_location::current()) {
    return detail::gather_beside_by_axis<Mode>("take_along_axis",
                                               detail::node_chosen_from(std::forward<X>(x)),
                                               detail::as_node(k), along, place);
}
/// Writes values at such indices: x(i, k(i, j)) = v(i, j). Values broadcast to k's shape.
template <out_of_range Mode = out_of_range::error, detail::operand X, detail::index_operand I,
          class V, detail::axes_or_number Axes>
void put_along_axis(X&& x, I const& k, V const& values, Axes along,
                    source_location place = source_location::current()) {
    using T = detail::value_of<X>;
    if constexpr (detail::require_written<X>())
        detail::at_place(place, [&] {
            detail::at_known_axis<detail::rank_of<X>>(
                along, {"put_along_axis", place}, [&]<int Axis>(std::integral_constant<int, Axis>) {
                    auto const to = detail::gather_beside<true, Mode, Axis>(
                        "put_along_axis", detail::as_view(x).expression(), detail::as_node(k),
                        place);
                    detail::scatter_values<detail::put_value>(to, detail::value_node<T>(values),
                                                              "put_along_axis");
                });
        });
}
/// Writes values at positions of x, counted through all its elements in C order; values broadcast
/// to the positions' shape. Indices as for take: one out of range is skipped and reported, unless
/// put<out_of_range::wrap> or clip gives it a meaning. Where a position stands twice, one of the
/// values stays.
template <out_of_range Mode = out_of_range::error, detail::operand X, detail::index_argument I,
          class V>
void put(X&& x, I const& i, V const& values, source_location place = source_location::current()) {
    if constexpr (detail::require_written<X>())
        detail::at_place(place, [&] {
            detail::scatter_values<detail::put_value>(
                detail::at_positions<Mode>("put", detail::as_view(x).expression(),
                                           detail::index_node_of(i)),
                detail::value_node<detail::value_of<X>>(values), "put");
        });
}
/// Positions in braces, beside arrays of the host: `put(x, {0, 2}, 5.0)`.
template <out_of_range Mode = out_of_range::error, detail::operand X, class V>
void put(X&& x, std::initializer_list<index_t> i, V const& values,
         source_location place = source_location::current()) {
    put<Mode>(std::forward<X>(x), detail::array_beside<X>(i), values, place);
}
template <out_of_range Mode = out_of_range::error, detail::operand X>
void put(X&& x, std::initializer_list<index_t> i,
         std::initializer_list<detail::value_of<std::remove_cvref_t<X>>> values,
         source_location place = source_location::current()) {
    put<Mode>(std::forward<X>(x), detail::array_beside<X>(i), detail::array_beside<X>(values),
              place);
}
namespace detail {

template <class G>
inline constexpr bool is_gathered = false;
template <bool W, out_of_range Mode, axis_set Whole, class S, class... I>
inline constexpr bool is_gathered<gathered<W, Mode, Whole, S, I...>> = true;
/// Elements at indices, as x(i) and x(i, j).
template <class G>
concept chosen_elements = is_gathered<std::remove_cvref_t<G>>;
/// What x(i) is written in.
template <class X>
concept written_by_row = operand<X> && !chosen_elements<X>;

/// scatter_add and its kin: every value counts.
template <class Put, class G, class V>
void put_chosen(char const* call, G to, V const& values, source_location const& place) {
    at_place(place, [&] {
        to.name = call;
        scatter_values<Put>(to, value_node<typename G::value_type>(values), call);
    });
}
/// The position in C order of each of the elements; of an index out of range one that there is not.
template <class G>
auto positions_of_chosen(G const& x) {
    ravelled<std::remove_cvref_t<decltype(x.source)>::rank, out_of_range::error> f{};
    int axis = 0;
    auto from_start = [&](auto const& i) {
        index_t const size = x.source.layout.shape[axis];
        f.extent[axis++] = size;
        return make_elementwise(from_start_function{size}, i);
    };
    return x.index.apply([&](auto const&... i) {
        auto const all = std::tuple{from_start(i)...};
        return std::apply([&](auto const&... each) { return make_elementwise(f, each...); }, all);
    });
}
/// Sums that are the same bits on every run: the values of each position are summed in a fixed
/// order first, as a group.
template <class G, class V>
void add_in_order(G const& to, V const& values, source_location const& place) {
    using T = typename G::value_type;
    using Space = typename G::space;
    static_assert(
        requires(array<index_t, 1, Space> const& keys) { group_by(keys); },
        "twill: scatter_add(..., deterministic) groups the values by position: include "
        "<twill/statistics.hpp>, on the device <twill/statistics.cuh>");
    at_place(place, [&] {
        auto const shape = to.shape();
        if (shape.size() == 0)
            return;
        auto const keys = evaluate<Space>(positions_of_chosen(to));
        array<T, G::rank, Space> given(shape);
        given.assign_in_place(value_node<T>(values), "scatter_add");
        extents<1> const line(shape.size());
        auto const groups = group_by(reshape(keys, line));
        put_chosen<put_sum>(
            "scatter_add",
            at_positions<out_of_range::error>("scatter_add", to.source, as_node(groups.keys())),
            groups.sum(reshape(given, line)), place);
    });
}

}  // namespace detail
/// For scatter_add: the same bits on every run, whatever the order in which the device gets there.
struct deterministic_t {};
inline constexpr deterministic_t deterministic{};

/// Adds values to elements at indices, `scatter_add(m(i, j), v)`: every value counts, also where an
/// element is named more than once (NumPy's add.at). Values broadcast to the indices' shape. Sums
/// of floats depend on the order on the device: they may differ in the last bits from run to run.
template <detail::chosen_elements G, class V>
void scatter_add(G const& to, V const& values, source_location place = source_location::current()) {
    detail::put_chosen<detail::put_sum>("scatter_add", to, values, place);
}
/// The same with sums that do not: values of one position are summed in a fixed order, then added.
/// On the device it sorts floats by position, with <twill/statistics.cuh>, and waits for how many
/// positions there are; integers and the host's sums are the same on every run as they are.
template <detail::chosen_elements G, class V>
void scatter_add(G const& to, V const& values, deterministic_t,
                 source_location place = source_location::current()) {
    if constexpr (std::is_same_v<typename G::space, device_space> &&
                  !detail::is_integer<typename G::value_type>)
        detail::add_in_order(to, values, place);
    else
        detail::put_chosen<detail::put_sum>("scatter_add", to, values, place);
}
/// The least of each element and the values at its indices, as minimum(): NaN if one is.
template <detail::chosen_elements G, class V>
void scatter_min(G const& to, V const& values, source_location place = source_location::current()) {
    detail::put_chosen<detail::put_least>("scatter_min", to, values, place);
}
/// The greatest of each element and the values at its indices, as maximum().
template <detail::chosen_elements G, class V>
void scatter_max(G const& to, V const& values, source_location place = source_location::current()) {
    detail::put_chosen<detail::put_greatest>("scatter_max", to, values, place);
}
/// The same of x(i): along the first axis of x.
template <detail::written_by_row X, detail::index_operand I, class V>
void scatter_add(X&& x, I const& i, V const& values,
                 source_location place = source_location::current()) {
    if constexpr (detail::require_written<X>())
        scatter_add(x(i), values, place);
}
/// Indices in braces, beside arrays of the host: `scatter_add(x, {0, 2, 0}, 1.0)`.
template <detail::written_by_row X, class V>
void scatter_add(X&& x, std::initializer_list<index_t> i, V const& values,
                 source_location place = source_location::current()) {
    scatter_add(std::forward<X>(x), detail::array_beside<X>(i), values, place);
}
/// The same of x(i, j).
template <detail::written_by_row X, detail::index_operand I, detail::index_operand J,
          detail::operand_or_scalar V>
void scatter_add(X&& x, I const& i, J const& j, V const& values,
                 source_location place = source_location::current()) {
    if constexpr (detail::require_written<X>())
        scatter_add(x(i, j), values, place);
}
template <detail::written_by_row X, detail::index_operand I, class V>
void scatter_add(X&& x, I const& i, V const& values, deterministic_t,
                 source_location place = source_location::current()) {
    if constexpr (detail::require_written<X>())
        scatter_add(x(i), values, deterministic, place);
}
template <detail::written_by_row X, detail::index_operand I, class V>
void scatter_min(X&& x, I const& i, V const& values,
                 source_location place = source_location::current()) {
    if constexpr (detail::require_written<X>())
        scatter_min(x(i), values, place);
}
template <detail::written_by_row X, detail::index_operand I, class V>
void scatter_max(X&& x, I const& i, V const& values,
                 source_location place = source_location::current()) {
    if constexpr (detail::require_written<X>())
        scatter_max(x(i), values, place);
}

/// The index along each axis of a shape of a position in C order, as a tuple of lazy expressions; a
/// position that the shape does not have, a negative one too, gives an index that no axis has.
template <detail::index_argument I, int Rank>
[[nodiscard]] auto unravel_index(I const& position, extents<Rank> const& shape) {
    return [&]<int... D>(std::integer_sequence<int, D...>) {
        return std::tuple{detail::make_elementwise(
            detail::checked_unravelled<out_of_range::error, false>{detail::unravelling(shape, D),
                                                                   shape.size()},
            detail::index_node_of(position))...};
    }(std::make_integer_sequence<int, Rank>{});
}
/// Of positions in braces, on the host.
template <int Rank>
[[nodiscard]] auto unravel_index(std::initializer_list<index_t> positions,
                                 extents<Rank> const& shape) {
    return unravel_index(detail::array_beside<array<index_t, 1, host_space>>(positions), shape);
}
/// The position in C order of an index for every axis of a shape: lazy. An index out of range gives
/// a position that no shape has, or by `mode` is taken modulo its axis or for the nearest.
template <out_of_range Mode = out_of_range::error, int Rank, detail::index_argument... I>
    requires(sizeof...(I) == Rank)
[[nodiscard]] auto ravel_multi_index(extents<Rank> const& shape, I const&... index) {
    detail::ravelled<Rank, Mode> f{};
    for (int d = 0; d < Rank; ++d)
        f.extent[d] = shape[d];
    return detail::make_elementwise(f, detail::index_node_of(index)...);
}
/// The same of a tuple of indices, as nonzero() and unravel_index() give them:
/// `ravel_multi_index(nonzero(m), m.shape())`.
template <out_of_range Mode = out_of_range::error, class Indices, int Rank>
    requires(std::tuple_size<Indices>::value == Rank)
[[nodiscard]] auto ravel_multi_index(Indices const& index, extents<Rank> const& shape) {
    return std::apply(
        [&](auto const&... along) { return ravel_multi_index<Mode>(shape, along...); }, index);
}

}  // namespace twill::inline v0
