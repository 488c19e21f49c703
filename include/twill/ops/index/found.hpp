// SPDX-License-Identifier: MIT
// What depends on where something is not zero, by name: nonzero, argwhere, compress, extract. Each
// waits for how many there are, or takes a capacity and does not.
#pragma once

#include <array>

#include "twill/array/capacity.hpp"
#include "twill/ops/index/indexing.hpp"

namespace twill::inline v0 {

namespace detail {

/// How many elements a result has: all, which waits for their number, or as many as it may.
struct all_of_them {
    template <class Space>
    index_t size_of(marks<Space> const& found) const {
        return found.count();
    }
    template <class Space, class Make>
    auto finish(execution&, marks<Space> const&, Make const& elements) const {
        return elements();
    }
};
struct as_many_as {
    index_t most;

    template <class Space>
    index_t size_of(marks<Space> const&) const {
        return most;
    }
    template <class Space, class Make>
    auto finish(execution& now, marks<Space> const& found, Make const& elements) const {
        auto count = now.fresh<index_t, Space>(extents<0>());
        found.count_to(const_cast<index_t*>(count.data));
        using Elements = decltype(elements());
        return limited<Elements, Space>{elements(),
                                        array<index_t, 0, Space>(adopt_t{}, std::move(count))};
    }
};

/// An array of a shape for values that are to be written; where there may be fewer, of `rest`.
template <class T, class Space, int Rank>
array<T, Rank, Space> room_for(extents<Rank> const& shape, all_of_them, T = {}) {
    return array<T, Rank, Space>(shape);
}
template <class T, class Space, int Rank>
array<T, Rank, Space> room_for(extents<Rank> const& shape, as_many_as, T rest = {}) {
    array<T, Rank, Space> result(shape);
    result.assign_in_place(scalar_leaf<T>{rest}, "assignment");
    return result;
}

/// Does something with the marks of a condition: make(now, marks, size).
template <class Space, class Mask, class Size, class Make>
auto with_marks(Mask const& mask, Size const& size, source_location const& place, Make&& make) {
    return at_place(place, [&] {
        require_some_space<Space>();
        execution now;
        auto const found = mark<Space>(now, as_node(mask));
        index_t const count = size.size_of(found);
        return size.finish(now, found, [&] { return make(now, found, count); });
    });
}
/// The values of an expression where the marks are, as an array.
template <class Space, class E, class Size>
auto array_of_marked(execution& now, marks<Space> const& found, E const& x, index_t count,
                     Size const& size, typename E::value_type rest = {}) {
    using T = typename E::value_type;
    auto result = room_for<T, Space>(extents<1>(count), size, rest);
    write_marked(now, found, x, result.data(), 1, count);
    return result;
}

template <class X, class Size>
auto flat_positions(X const& x, Size const& size, source_location const& place) {
    return with_marks<space_of<X>>(
        x, size, place, [&](execution& now, auto const& found, index_t count) {
            return array_of_marked(now, found, position_in(as_node(x).shape()), count, size);
        });
}
template <class X, class Size>
auto indices_by_axis(X const& x, Size const& size, source_location const& place) {
    return with_marks<space_of<X>>(
        x, size, place, [&](execution& now, auto const& found, index_t count) {
            constexpr int rank = rank_of<X>;
            auto const shape = as_node(x).shape();
            return [&]<int... D>(std::integer_sequence<int, D...>) {
                return std::array<array<index_t, 1, space_of<X>>, rank>{
                    array_of_marked(now, found, axis_index_of<D>(shape), count, size)...};
            }(std::make_integer_sequence<int, rank>{});
        });
}
/// The index of an element, written as one.
template <int Rank>
struct alignas(Rank % 2 == 0 ? 16 : 8) index_row {
    index_t at[Rank];
};
template <int Rank>
struct index_row_function {
    static constexpr char const* name = "argwhere";
    template <class... I>
    TWILL_HD constexpr index_row<Rank> operator()(I... i) const {
        return {{i...}};
    }
};
template <class X, class Size>
auto indices_as_rows(X const& x, Size const& size, source_location const& place) {
    return with_marks<space_of<X>>(
        x, size, place, [&](execution& now, auto const& found, index_t count) {
            constexpr int rank = rank_of<X>;
            auto const shape = as_node(x).shape();
            auto result = room_for<index_t, space_of<X>>(extents<2>(count, rank), size);
            [&]<int... D>(std::integer_sequence<int, D...>) {
                write_marked(
                    now, found,
                    make_elementwise(index_row_function<rank>{}, axis_index_of<D>(shape)...),
                    reinterpret_cast<index_row<rank>*>(result.data()), 1, count);
            }(std::make_integer_sequence<int, rank>{});
            return result;
        });
}
/// The parts of an operand along an axis where a mask of that axis is true.
template <class M, class E, class Size, class Axes>
auto parts_under(M const& mask, E const& from, Axes along, Size const& size,
                 source_location const& place) {
    static_assert(rank_of<M> == 1,
                  "twill: compress takes a mask of one axis; extract(mask, x) one of x's shape");
    using Space = merged_space_t<space_of<M>, typename E::space>;
    int const axis = one_axis<E::rank>(along, {"compress", place});
    auto const shape = from.shape(place);
    index_t const given = as_node(mask).shape(place)[0];
    if (given > shape[axis])
        raise<shape_error>(place,
                           "twill: compress: a mask of %lld elements for axis %d of shape %s",
                           static_cast<long long>(given), axis, text_of(shape).text);
    return with_marks<Space>(
        mask, size, place, [&](execution& now, auto const& found, index_t count) {
            auto const at = array_of_marked(now, found, position_in(extents<1>(given)), count, size,
                                            limits<index_t>::lowest);
            return evaluate(
                gather_by_axis<nothing_there>("compress", from, as_node(at), along, place));
        });
}
/// Without an axis, from all elements in C order.
template <class X>
auto node_of_line(X&& x) {
    if constexpr (rank_of<X> == 1)
        return node_chosen_from(std::forward<X>(x));
    else
        return in_one_line(node_chosen_from(std::forward<X>(x)));
}
/// The elements of an operand where a mask of its shape, or of another shape of as many elements,
/// is true.
template <class M, class X, class Size>
auto elements_extracted(M const& mask, X&& x, Size const& size, source_location const& place) {
    using Space = merged_space_t<space_of<M>, space_of<X>>;
    return with_marks<Space>(
        mask, size, place, [&](execution& now, auto const& found, index_t count) {
            auto const from = [&] {
                if constexpr (rank_of<M> == rank_of<X>)
                    return as_node(std::forward<X>(x));
                else
                    return in_one_line(node_chosen_from(std::forward<X>(x)));
            }();
            auto const given = as_node(mask).shape();
            auto const shape = from.shape();
            bool fits = given.size() == shape.size();
            if constexpr (rank_of<M> == rank_of<X>)
                fits = given == shape;
            if (!fits)
                raise<shape_error>("twill: extract: a mask of shape %s for elements of shape %s",
                                   text_of(given).text, text_of(shape).text);
            return array_of_marked(now, found, from, count, size);
        });
}

}  // namespace detail

/// The positions, in C order, of the elements that are not zero (NaN is not). Waits for their
/// number.
template <detail::operand X>
[[nodiscard]] auto flatnonzero(X const& x, source_location place = source_location::current()) {
    return detail::flat_positions(x, detail::all_of_them{}, place);
}
/// Up to `most` of them and how many there are: `auto [positions, count] = ...`. Does not wait.
template <detail::operand X>
[[nodiscard]] auto flatnonzero(X const& x, capacity most,
                               source_location place = source_location::current()) {
    return detail::flat_positions(x, detail::as_many_as{most.elements}, place);
}
/// Their indices along each axis, an array of them for each: `auto [i, j] = nonzero(m);`. Waits for
/// their number.
template <detail::operand X>
    requires(detail::rank_of<X> > 0)
[[nodiscard]] auto nonzero(X const& x, source_location place = source_location::current()) {
    return detail::indices_by_axis(x, detail::all_of_them{}, place);
}
/// The same of up to `most`, as `elements`, and `count`. Does not wait.
template <detail::operand X>
    requires(detail::rank_of<X> > 0)
[[nodiscard]] auto nonzero(X const& x, capacity most,
                           source_location place = source_location::current()) {
    return detail::indices_by_axis(x, detail::as_many_as{most.elements}, place);
}
/// Their indices as rows: of shape (number, rank). Waits for their number.
template <detail::operand X>
    requires(detail::rank_of<X> > 0)
[[nodiscard]] auto argwhere(X const& x, source_location place = source_location::current()) {
    return detail::indices_as_rows(x, detail::all_of_them{}, place);
}
/// The same of shape (most, rank), and their number. Does not wait.
template <detail::operand X>
    requires(detail::rank_of<X> > 0)
[[nodiscard]] auto argwhere(X const& x, capacity most,
                            source_location place = source_location::current()) {
    return detail::indices_as_rows(x, detail::as_many_as{most.elements}, place);
}

/// The parts of x along an axis (`axis<0>`, `axes(k)` or an integer) where a mask of that axis is
/// true: rows or columns. The mask may be shorter than the axis; throws shape_error where it is
/// longer. Waits for their number.
template <detail::mask_operand M, detail::operand X, detail::axes_or_number Axes>
[[nodiscard]] auto compress(M const& mask, X&& x, Axes along,
                            source_location place = source_location::current()) {
    return detail::parts_under(mask, detail::node_chosen_from(std::forward<X>(x)), along,
                               detail::all_of_them{}, place);
}
/// Up to `most` of them and how many there are. Does not wait.
template <detail::mask_operand M, detail::operand X, detail::axes_or_number Axes>
[[nodiscard]] auto compress(M const& mask, X&& x, Axes along, capacity most,
                            source_location place = source_location::current()) {
    return detail::parts_under(mask, detail::node_chosen_from(std::forward<X>(x)), along,
                               detail::as_many_as{most.elements}, place);
}
/// The same of all elements in C order.
template <detail::mask_operand M, detail::operand X>
[[nodiscard]] auto compress(M const& mask, X&& x,
                            source_location place = source_location::current()) {
    return detail::parts_under(mask, detail::node_of_line(std::forward<X>(x)), axis<0>,
                               detail::all_of_them{}, place);
}
template <detail::mask_operand M, detail::operand X>
[[nodiscard]] auto compress(M const& mask, X&& x, capacity most,
                            source_location place = source_location::current()) {
    return detail::parts_under(mask, detail::node_of_line(std::forward<X>(x)), axis<0>,
                               detail::as_many_as{most.elements}, place);
}
/// The elements of x where a condition of its shape is true, in C order; what is not chosen is not
/// computed. The condition may have another number of axes, but not of elements (shape_error).
/// Waits for their number.
template <detail::operand M, detail::operand X>
[[nodiscard]] auto extract(M const& condition, X&& x,
                           source_location place = source_location::current()) {
    return detail::elements_extracted(condition, std::forward<X>(x), detail::all_of_them{}, place);
}
/// Up to `most` of them and how many there are. Does not wait.
template <detail::operand M, detail::operand X>
[[nodiscard]] auto extract(M const& condition, X&& x, capacity most,
                           source_location place = source_location::current()) {
    return detail::elements_extracted(condition, std::forward<X>(x),
                                      detail::as_many_as{most.elements}, place);
}

/// Writes values where a mask of x's shape is true: a number, or each element's own, counted in C
/// order through all of x and begun again where they end; of no values nothing is written. Does not
/// wait; `x(mask) = values` takes one value for each element chosen.
template <detail::operand X, detail::mask_operand M, detail::operand_or_scalar V>
void putmask(X&& x, M const& mask, V const& values,
             source_location place = source_location::current()) {
    if constexpr (detail::require_written<X>())
        detail::at_place(place, [&] {
            auto const to = detail::as_view(x);
            auto const condition = detail::as_node(mask);
            detail::require_mask_shape(to, condition);
            auto write = [&](auto const& each) {
                auto target = to;
                target.assign_in_place(where(condition, each, to.expression()), "putmask");
            };
            if constexpr (detail::scalar<V>)
                write(detail::value_node<detail::value_of<X>>(values));
            else if (detail::as_node(values).shape().size() > 0)
                write(take<out_of_range::wrap>(values, detail::position_in(to.shape()), place));
        });
}
/// Writes values, in their order and begun again where they end, where a mask of x's shape is true.
/// Throws value_error for no values, unless x has no elements. Waits for how many there are; a
/// number, as `x(mask) = number`, does not wait.
template <detail::operand X, detail::mask_operand M, detail::scalar V>
void place(X&& x, M const& mask, V const& value,
           source_location where_called = source_location::current()) {
    putmask(std::forward<X>(x), mask, value, where_called);
}
template <detail::operand X, detail::mask_operand M, detail::operand V>
void place(X&& x, M const& mask, V const& values,
           source_location where_called = source_location::current()) {
    if constexpr (detail::require_written<X>())
        detail::at_place(where_called, [&] {
            using Space = detail::space_of<X>;
            auto const to = detail::as_view(x);
            auto const condition = detail::as_node(mask);
            detail::require_mask_shape(to, condition);
            if (to.shape().size() == 0)
                return;
            if (detail::as_node(values).shape().size() == 0)
                detail::raise<value_error>("twill: place: no values for elements of shape %s",
                                           detail::text_of(to.shape()).text);
            auto const at = detail::positions_of<Space>(condition);
            put(to, at,
                take<out_of_range::wrap>(values, detail::counter(at.layout.shape[0]), where_called),
                where_called);
        });
}

}  // namespace twill::inline v0
