// SPDX-License-Identifier: MIT
// sort, argsort and what follows from them. They run at the call and return arrays; none waits for
// the device. The axis is the last one unless `axis<0>` (checked at compile time), or at run time
// (axis_error) `axes(i)` or a plain integer says otherwise. The order is `ascending` (without a
// word), `descending`, or a function object less(a, b) for both spaces. Every sort is stable: equal
// elements, and zeros of both signs are equal, stay in the order they had (on the device sort() may
// order zeros by their sign, where it makes elements of its keys). NaN comes last in either
// direction; complex numbers are ordered by their real parts and then their imaginary ones.
#pragma once

#include "twill/array/whole.hpp"
#include "twill/expr/build.hpp"
#include "twill/ops/sort/operand.hpp"

namespace twill::inline v0 {
namespace detail {

/// Elements that have the order asked for.
template <class X, class Order>
concept ordered_operand = operand<X> && !axes_or_number<Order> && order_of<Order, value_of<X>>;

template <class E>
constexpr auto require_sortable() {
    require_space<E>();
    require_backend<typename E::space>();
    require_sorter<typename E::space>();
}

/// f(x, axis) where the space sorts along any axis, otherwise with_axis_last().
template <class Space, class E, class Axes, class F>
auto along_axis(E const& x, Axes const& which, caller const& by, F&& f) {
    if constexpr (requires { sorter<Space>::along_any_axis; }) {
        static_assert(E::rank > 0, "twill: this runs along an axis, and the operand has rank 0");
        return f(x, one_axis<E::rank>(which, by));
    } else {
        return with_axis_last(x, which, by, f);
    }
}

template <class X, class Axes, class Order>
auto sorted_values(X const& x, Axes which, Order const& order, caller const& by) {
    decltype(auto) node = as_node(x);
    using E = node_of<X>;
    require_sortable<E>();
    return along_axis<typename E::space>(node, which, by, [&](auto const& lines, auto... at) {
        execution now;
        return as_array(sorter<typename E::space>::values(now, lines, order, at...));
    });
}
/// What run(sorter, now, lines, axis...) says of where elements stand along an axis.
template <class I, class X, class Axes, class Run>
auto indices_along(X const& x, Axes which, caller const& by, Run const& run) {
    decltype(auto) node = as_node(x);
    using E = node_of<X>;
    require_sortable<E>();
    static_assert(std::is_same_v<canonical_t<I>, std::int32_t> ||
                      std::is_same_v<canonical_t<I>, std::int64_t>,
                  "twill: indices are std::int32_t or std::int64_t");
    return along_axis<typename E::space>(node, which, by, [&](auto const& lines, auto... at) {
        index_t const length = node.shape(by.place)[one_axis<E::rank>(which, by)];
        if (length > static_cast<index_t>(limits<I>::max))
            raise<value_error>(by.place, "twill: %s: an axis of %lld elements needs int64 indices",
                               by.operation, static_cast<long long>(length));
        execution now;
        return as_array(run(sorter<typename E::space>{}, now, lines, at...));
    });
}
template <class I, class X, class Axes, class Order>
auto sorted_indices(X const& x, Axes which, Order const& order, caller const& by) {
    return indices_along<I>(x, which, by, [&](auto sort, auto& now, auto const& lines, auto... at) {
        return decltype(sort)::template indices<canonical_t<I>>(now, lines, order, at...);
    });
}

/// Operands of one shape.
template <class A, class B>
void require_one_shape(A const& a, B const& b, caller const& by) {
    static_assert(A::rank == B::rank, "twill: keys and values must have one shape");
    if (a.shape(by.place) != b.shape(by.place))
        raise<shape_error>(by.place, "twill: %s: the shapes %s and %s differ", by.operation,
                           text_of(a.shape(by.place)).text, text_of(b.shape(by.place)).text);
}

/// The elements of x in the order of `index`, along an axis that with_axis_last moved for it, where
/// the index is: x may be a generator.
template <class X, class Axes, class Index>
auto take_along(X const& x, Axes which, Index const& index, caller const& by) {
    using Space = space_of<Index>;
    auto const at = index.expression();
    if constexpr (!is_last_axis<Axes, X::rank>) {
        int const k = one_axis<X::rank>(which, by);
        if (k != X::rank - 1) {
            auto const lines = rearrange(at, axis_to_end(at.shape(), k));
            execution now;
            auto moved = as_array(
                take_from_lines<Space>(now, rearrange(x, axis_to_end(x.shape(), k)), lines));
            return put_axis_back(std::move(moved), k);
        }
    }
    execution now;
    return as_array(take_from_lines<Space>(now, x, at));
}

template <class Axes, class Order, class K, class... V>
auto sort_together(caller const& by, Axes which, Order const& order, K const& keys, V const&... v) {
    (require_same_space<typename K::space, typename V::space>(), ...);
    (require_one_shape(keys, v, by), ...);
    auto const index = sorted_indices<index_t>(keys, which, order, by);
    return std::tuple{take_along(keys, which, index, by), take_along(v, which, index, by)...};
}
template <std::size_t... I, class... X>
auto sort_given(std::index_sequence<I...>, caller const& by, std::tuple<X const&...> const& x) {
    return sort_together(by, axis<-1>, ascending, as_node(std::get<I>(x))...);
}

/// One key more, more important than those before: equal ones stay in the order they have.
template <class Index, class K>
void sort_by_one_more(Index& index, K const& key, caller const& by) {
    if (key.shape(by.place) != index.shape())
        raise<shape_error>(by.place, "twill: %s: the shapes %s and %s differ", by.operation,
                           text_of(key.shape(by.place)).text, text_of(index.shape()).text);
    auto const seen = take_along(key, axis<-1>, index, by);
    auto const next = sorted_indices<index_t>(seen, axis<-1>, ascending, by);
    index = take_along(index.expression(), axis<-1>, next, by);
}
template <std::size_t... I, class... X>
auto lexsort_given(std::index_sequence<0, I...>, caller const& by,
                   std::tuple<X const&...> const& x) {
    auto index = sorted_indices<index_t>(std::get<0>(x), axis<-1>, ascending, by);
    (sort_by_one_more(index, as_node(std::get<I>(x)), by), ...);
    return index;
}

inline index_t checked_position(index_t k, index_t length, caller const& by) {
    if (k < -length || k >= length)
        raise<index_error>(by.place, "twill: %s: element %lld of an axis of %lld", by.operation,
                           static_cast<long long>(k), static_cast<long long>(length));
    return k < 0 ? k + length : k;
}
template <class X, class Axes>
index_t axis_length(X const& x, Axes which, caller const& by) {
    return shape_of(x, by.place)[one_axis<rank_of<X>>(which, by)];
}

}  // namespace detail

/// The elements in order along an axis, as an array of x's shape.
template <detail::operand X, detail::axes_or_number Axis = axis_t<-1>, class Order = ascending_t>
    requires detail::ordered_operand<X, Order>
[[nodiscard]] auto sort(X const& x, Axis which = {}, Order const& order = {},
                        source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::sorted_values(x, detail::as_axes(which), order, {"sort", place});
    });
}
template <detail::operand X, class Order>
    requires detail::ordered_operand<X, Order>
[[nodiscard]] auto sort(X const& x, Order const& order,
                        source_location place = source_location::current()) {
    return sort(x, axis<-1>, order, place);
}
/// All elements in order: `sort(m, none)`.
template <detail::operand X, class Order = ascending_t>
    requires detail::ordered_operand<X, Order>
[[nodiscard]] auto sort(X const& x, none_t, Order const& order = {},
                        source_location place = source_location::current()) {
    return sort(detail::flat(x), axis<-1>, order, place);
}

/// Where the elements of the sorted array stand in x: `take_along_axis(x, argsort(x), axis)` is
/// sort(x). The indices are int64 unless `argsort<std::int32_t>` asks for less memory (value_error
/// where an axis is too long for them).
template <class I = index_t, detail::operand X, detail::axes_or_number Axis = axis_t<-1>,
          class Order = ascending_t>
    requires detail::ordered_operand<X, Order>
[[nodiscard]] auto argsort(X const& x, Axis which = {}, Order const& order = {},
                           source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::sorted_indices<I>(x, detail::as_axes(which), order, {"argsort", place});
    });
}
template <class I = index_t, detail::operand X, class Order>
    requires detail::ordered_operand<X, Order>
[[nodiscard]] auto argsort(X const& x, Order const& order,
                           source_location place = source_location::current()) {
    return argsort<I>(x, axis<-1>, order, place);
}
/// Where all elements in order stand in C order: `argsort(m, none)`.
template <class I = index_t, detail::operand X, class Order = ascending_t>
    requires detail::ordered_operand<X, Order>
[[nodiscard]] auto argsort(X const& x, none_t, Order const& order = {},
                           source_location place = source_location::current()) {
    return argsort<I>(detail::flat(x), axis<-1>, order, place);
}

/// Sorts the elements of an array or a view where they are, along an axis. Needs memory for a copy
/// meanwhile.
template <detail::operand X, detail::axes_or_number Axis = axis_t<-1>, class Order = ascending_t>
    requires detail::ordered_operand<X, Order>
void sort_in_place(X&& x, Axis which = {}, Order const& order = {},
                   source_location place = source_location::current()) {
    if constexpr (detail::require_written<X>())
        detail::at_place(place, [&] {
            detail::as_view(x).assign_value(
                detail::sorted_values(x, detail::as_axes(which), order, {"sort_in_place", place}));
        });
}
template <detail::operand X, class Order>
    requires detail::ordered_operand<X, Order>
void sort_in_place(X&& x, Order const& order, source_location place = source_location::current()) {
    sort_in_place(x, axis<-1>, order, place);
}

/// Keys in order along an axis, and values of the same shape (shape_error) that move with them, as
/// a tuple of arrays: `auto [k, v] = sort_by_key(keys, values);`.
template <detail::operand K, detail::operand V, detail::axes_or_number Axis = axis_t<-1>,
          class Order = ascending_t>
    requires detail::ordered_operand<K, Order>
[[nodiscard]] auto sort_by_key(K const& keys, V const& values, Axis which = {},
                               Order const& order = {},
                               source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::sort_together({"sort_by_key", place}, detail::as_axes(which), order,
                                     detail::as_node(keys), detail::as_node(values));
    });
}
/// The same with several values, along the last axis: the keys are sorted once.
template <detail::operand K, detail::operand A, detail::operand B,
          detail::given_or_not C = detail::not_given, detail::given_or_not D = detail::not_given,
          detail::given_or_not E = detail::not_given, detail::given_or_not F = detail::not_given>
[[nodiscard]] auto sort_by_key(K const& keys, A const& a, B const& b, C const& c = {},
                               D const& d = {}, E const& e = {}, F const& f = {},
                               source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::sort_given(detail::count_given<K, A, B, C, D, E, F>{},
                                  {"sort_by_key", place}, std::tie(keys, a, b, c, d, e, f));
    });
}

/// The order of several keys of one shape, along the last axis, as int64 indices: by the last key,
/// where that is equal by the one before, and so on (as NumPy's).
template <detail::operand A, detail::operand B, detail::given_or_not C = detail::not_given,
          detail::given_or_not D = detail::not_given, detail::given_or_not E = detail::not_given,
          detail::given_or_not F = detail::not_given>
[[nodiscard]] auto lexsort(A const& a, B const& b, C const& c = {}, D const& d = {},
                           E const& e = {}, F const& f = {},
                           source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::lexsort_given(detail::count_given<A, B, C, D, E, F>{}, {"lexsort", place},
                                     std::tie(a, b, c, d, e, f));
    });
}

/// x rearranged along an axis so that element `kth` is the one of the sorted array, those before it
/// are not greater and those behind it not smaller; in which order is not said. Throws index_error.
template <detail::operand X, detail::axes_or_number Axis = axis_t<-1>>
[[nodiscard]] auto partition(X const& x, detail::integer kth, Axis which = {},
                             source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        auto const along = detail::as_axes(which);
        detail::caller const by{"partition", place};
        index_t const k = detail::checked_position(kth, detail::axis_length(x, along, by), by);
        using E = detail::node_of<X>;
        using sorter = detail::sorter<typename E::space>;
        if constexpr (requires { sorter::along_any_axis; }) {
            detail::require_sortable<E>();
            decltype(auto) node = detail::as_node(x);
            detail::execution now;
            return detail::as_array(
                sorter::parted(now, node, k, detail::one_axis<E::rank>(along, by)));
        } else {
            return detail::sorted_values(x, along, ascending, by);
        }
    });
}
/// The same at several places at once, for which all is sorted: `partition(x, {1, 3})`.
template <detail::operand X, detail::axes_or_number Axis = axis_t<-1>>
[[nodiscard]] auto partition(X const& x, std::initializer_list<index_t> places, Axis which = {},
                             source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        auto const along = detail::as_axes(which);
        detail::caller const by{"partition", place};
        for (index_t const kth : places)
            (void)detail::checked_position(kth, detail::axis_length(x, along, by), by);
        return detail::sorted_values(x, along, ascending, by);
    });
}
/// Where the elements of partition(x, kth) stand in x.
template <class I = index_t, detail::operand X, detail::axes_or_number Axis = axis_t<-1>>
[[nodiscard]] auto argpartition(X const& x, detail::integer kth, Axis which = {},
                                source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        auto const along = detail::as_axes(which);
        detail::caller const by{"argpartition", place};
        index_t const k = detail::checked_position(kth, detail::axis_length(x, along, by), by);
        return detail::indices_along<I>(
            x, along, by, [&](auto sort, auto& now, auto const& lines, auto... at) {
                using sorter = decltype(sort);
                using index = detail::canonical_t<I>;
                if constexpr (requires { sorter::along_any_axis; })
                    return sorter::template parted_indices<index>(now, lines, k, at...);
                else
                    return sorter::template indices<index>(now, lines, ascending, at...);
            });
    });
}

}  // namespace twill::inline v0
