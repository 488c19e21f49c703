// SPDX-License-Identifier: MIT
// Joins and cuts at several places of an axis: repeat by counts, insert and remove at indices. They
// run at the call and return arrays. Running sums and sorts are those of <twill/scan.cuh> and
// <twill/sort.hpp>, which a program includes that uses them.
#pragma once

#include "twill/core/count_passed.hpp"
#include "twill/ops/index/found.hpp"

namespace twill::inline v0 {
namespace detail {

/// How many of `count` rising numbers are not above a value.
struct not_above_function {
    static constexpr char const* name = "not_above";
    index_t const* rising;
    index_t count;

    template <class I>
    TWILL_HD constexpr index_t operator()(I value) const {
        index_t const x = wide_index(value);
        return count_passed(rising, count, 1, [&](index_t here) { return here <= x; });
    }
};
/// The same for 0, 1, ... `size` - 1, as an array: searched for each.
template <class Space>
array<index_t, 1, Space> counts_not_above_searched(array<index_t, 1, Space> const& rising,
                                                   index_t size) {
    execution now;
    auto const from = rising.expression();
    operand_row const row = from.row(reads::memory, false);
    now.template begin<Space>(&row, 1, nullptr);
    return {adopt_t{}, evaluate_fresh<index_t, Space>(
                           now, make_elementwise(not_above_function{rising.data(), rising.size()},
                                                 counter(size)))};
}
/// On the host they are counted along, one after the other.
template <class Space>
array<index_t, 1, Space> counts_not_above(array<index_t, 1, Space> const& rising, index_t size) {
    if constexpr (std::is_same_v<Space, host_space>) {
        array<index_t, 1, host_space> result{extents<1>(size)};
        index_t* const to = result.data();
        index_t at = 0;
        for (index_t i = 0; i < rising.size(); ++i)
            for (index_t const end = smaller(rising.data()[i], size); at < end; ++at)
                to[at] = i;
        for (; at < size; ++at)
            to[at] = rising.size();
        return result;
    } else {
        return counts_not_above_searched(rising, size);
    }
}

/// Whether a number is outside [low, high].
struct outside_function {
    static constexpr char const* name = "outside";
    index_t low;
    index_t high;
    template <class I>
    TWILL_HD constexpr bool operator()(I i) const {
        index_t const at = wide_index(i);
        return at < low || at > high;
    }
};
/// How many of an operand's elements are outside [low, high]. Waits.
template <class Space, class E>
index_t count_outside(E const& x, index_t low, index_t high) {
    execution now;
    return mark<Space>(now, make_elementwise(outside_function{low, high}, x)).count();
}

/// Writes values, which broadcast, at indices of one axis.
template <class Axes, class T, int Rank, class Space, class I, class V>
void write_along(array<T, Rank, Space>& to, Axes along, I const& at, V const& values,
                 char const* call) {
    auto const all = as_view(to).expression();
    if constexpr (axes_are_known<Axes>) {
        scatter_values<put_value>(
            gather_along<true, out_of_range::error, known_axis_of<Axes, Rank>()>(call, all, at),
            values, call);
    } else {
        int const axis = one_axis<Rank>(along, {call, nowhere});
        scatter_values<put_value>(
            gather_along<true, out_of_range::error, 0>(call, with_axis_in_front(all, axis), at),
            with_axis_in_front(values, axis), call);
    }
}
template <class X>
constexpr axis_t<0> only_axis() {
    static_assert(rank_of<X> == 1,
                  "twill: of an array of several axes say along which, as in repeat(m, counts, "
                  "axis<0>)");
    return {};
}

}  // namespace detail

/// The elements (or slices) of an axis, each as often as `counts` says: one number for each of
/// them (shape_error), none negative (value_error). An array; waits for its size. On the device
/// with <twill/scan.cuh>.
template <detail::operand X, detail::index_operand C, detail::axes_or_number Axes>
    requires(detail::rank_of<C> == 1)
[[nodiscard]] auto repeat(X const& x, C const& counts, Axes along,
                          source_location place = source_location::current()) {
    using namespace detail;
    int const axis = one_axis<rank_of<X>>(along, {"repeat", place});
    using Space = merged_space_t<space_of<X>, space_of<C>>;
    require_some_space<Space>();
    static_assert(
        requires(array<index_t, 1, Space> const& wide) { cumsum(wide); },
        "twill: repeat by counts sums them up: on the device include <twill/scan.cuh>");
    return at_place(place, [&] {
        auto const from = node_chosen_from(x);
        auto const shape = from.shape(place);
        auto const wide = evaluate<Space>(cast<index_t>(counts));
        if (wide.size() != shape[axis])
            raise<shape_error>(place, "twill: repeat: %lld counts for axis %d of shape %s",
                               static_cast<long long>(wide.size()), axis, text_of(shape).text);
        index_t total = 0;
        array<index_t, 1, Space> ends(wide.shape());
        if (wide.size() > 0) {
            if (count_outside<Space>(as_node(wide), 0, limits<index_t>::max) > 0)
                raise<value_error>(place, "twill: repeat: a negative count");
            ends = cumsum(wide);
            total = item(ends(-1));
        }
        return evaluate(gather_by_axis<out_of_range::error>(
            "repeat", from, as_node(counts_not_above(ends, total)), along, place));
    });
}
template <detail::operand X, detail::index_operand C>
    requires(detail::rank_of<C> == 1)
[[nodiscard]] auto repeat(X const& x, C const& counts,
                          source_location place = source_location::current()) {
    return repeat(x, counts, detail::only_axis<X>(), place);
}
/// In braces, beside an operand of the host.
template <detail::operand X, detail::axes_or_number Axes>
[[nodiscard]] auto repeat(X const& x, std::initializer_list<index_t> counts, Axes along,
                          source_location place = source_location::current()) {
    return repeat(x, detail::array_beside<X>(counts), along, place);
}
template <detail::operand X>
[[nodiscard]] auto repeat(X const& x, std::initializer_list<index_t> counts,
                          source_location place = source_location::current()) {
    return repeat(x, detail::array_beside<X>(counts), place);
}

/// x with slices of `values` before several indices of an axis, all counted in x (negative: from
/// the end; its size: at the end); those for one index stand in the order given. Values broadcast
/// to x's other axes and to as many slices as there are indices. An array; waits to check the
/// indices (index_error). With <twill/sort.hpp>, on the device <twill/sort.cuh>.
template <detail::operand X, detail::index_operand I, detail::operand_or_scalar V,
          detail::axes_or_number Axes>
    requires(detail::rank_of<I> == 1)
[[nodiscard]] auto insert(X const& x, I const& indices, V const& values, Axes along,
                          source_location place = source_location::current()) {
    using namespace detail;
    int const axis = one_axis<rank_of<X>>(along, {"insert", place});
    constexpr int rank = rank_of<X>;
    using Space = merged_space_t<space_of<X>, space_of<I>>;
    using T = value_of<X>;
    static_assert(
        requires { argsort(indices); },
        "twill: insert at several indices sorts them: include <twill/sort.hpp>, on the device "
        "<twill/sort.cuh>");
    return at_place(place, [&] {
        auto const from = node_chosen_from(x);
        auto shape = from.shape(place);
        index_t const size = shape[axis];
        auto const given =
            evaluate<Space>(make_elementwise(from_start_function{size}, as_node(indices)));
        index_t const count = given.size();
        if (index_t const wrong = count_outside<Space>(as_node(given), 0, size))
            raise<index_error>(place,
                               "twill: insert: %lld of %lld indices are out of range for "
                               "axis %d of shape %s",
                               static_cast<long long>(wrong), static_cast<long long>(count), axis,
                               text_of(shape).text);
        auto const order = argsort(given);
        array<index_t, 1, Space> const sorted = take(given, order, axis_t<0>{});
        auto slices = shape;
        slices[axis] = count;
        array<T, rank, Space> added(slices);
        added.assign_in_place(value_node<T>(values), "insert");
        shape[axis] += count;
        array<T, rank, Space> result(shape);
        write_along(result, along, as_node(sorted + counter(count)),
                    gather_by_axis<out_of_range::error>("insert", added.expression(),
                                                        as_node(order), along, place),
                    "insert");
        write_along(result, along, as_node(counts_not_above(sorted, size) + counter(size)), from,
                    "insert");
        return result;
    });
}
template <detail::operand X, detail::index_operand I, detail::operand_or_scalar V>
    requires(detail::rank_of<I> == 1)
[[nodiscard]] auto insert(X const& x, I const& indices, V const& values,
                          source_location place = source_location::current()) {
    return insert(x, indices, values, detail::only_axis<X>(), place);
}
/// Indices in braces, beside operands of the host: `insert(x, {1, 3}, 0)`.
template <detail::operand X, detail::operand_or_scalar V, detail::axes_or_number Axes>
[[nodiscard]] auto insert(X const& x, std::initializer_list<index_t> indices, V const& values,
                          Axes along, source_location place = source_location::current()) {
    return insert(x, detail::array_beside<X>(indices), values, along, place);
}
template <detail::operand X, detail::operand_or_scalar V>
[[nodiscard]] auto insert(X const& x, std::initializer_list<index_t> indices, V const& values,
                          source_location place = source_location::current()) {
    return insert(x, detail::array_beside<X>(indices), values, place);
}
/// And values: `insert(x, {1, 3}, {8, 9})`.
template <detail::operand X>
[[nodiscard]] auto insert(X const& x, std::initializer_list<index_t> indices,
                          std::initializer_list<detail::value_of<X>> values,
                          source_location place = source_location::current()) {
    return insert(x, detail::array_beside<X>(indices), detail::array_beside<X>(values), place);
}

/// x without several indices of an axis, NumPy's delete; one that stands twice is removed once. An
/// array; waits for its size (index_error for an index that the axis does not have).
template <detail::operand X, detail::index_operand I, detail::axes_or_number Axes>
    requires(detail::rank_of<I> == 1)
[[nodiscard]] auto remove(X const& x, I const& indices, Axes along,
                          source_location place = source_location::current()) {
    using namespace detail;
    int const axis = one_axis<rank_of<X>>(along, {"remove", place});
    using Space = merged_space_t<space_of<X>, space_of<I>>;
    return at_place(place, [&] {
        auto const from = node_chosen_from(x);
        array<bool, 1, Space> kept(extents<1>(from.shape(place)[axis]));
        kept = true;
        write_along(kept, twill::axis<0>, as_node(indices), scalar_leaf<bool>{false}, "remove");
        return compress(kept, from, along, place);
    });
}
/// x without the slices of an axis where a mask is true. An array; waits for its size.
template <detail::operand X, detail::mask_operand M, detail::axes_or_number Axes>
    requires(detail::rank_of<M> == 1)
[[nodiscard]] auto remove(X const& x, M const& mask, Axes along,
                          source_location place = source_location::current()) {
    using namespace detail;
    index_t const given = as_node(mask).shape(place)[0];
    auto const shape = as_node(x).shape(place);
    int const axis = one_axis<rank_of<X>>(along, {"remove", place});
    if (given != shape[axis])
        raise<shape_error>(place, "twill: remove: a mask of %lld elements for axis %d of shape %s",
                           static_cast<long long>(given), axis, text_of(shape).text);
    return compress(!mask, x, along, place);
}
template <detail::operand X, detail::operand I>
    requires(detail::rank_of<I> == 1 && (detail::index_operand<I> || detail::mask_operand<I>))
[[nodiscard]] auto remove(X const& x, I const& which,
                          source_location place = source_location::current()) {
    return remove(x, which, detail::only_axis<X>(), place);
}
/// Indices in braces, beside operands of the host: `remove(x, {1, 3})`; a slice is named,
/// `remove(x, slice(1, 3))`.
template <detail::operand X, detail::axes_or_number Axes>
[[nodiscard]] auto remove(X const& x, std::initializer_list<index_t> indices, Axes along,
                          source_location place = source_location::current()) {
    return remove(x, detail::array_beside<X>(indices), along, place);
}
template <detail::operand X>
[[nodiscard]] auto remove(X const& x, std::initializer_list<index_t> indices,
                          source_location place = source_location::current()) {
    return remove(x, detail::array_beside<X>(indices), place);
}

}  // namespace twill::inline v0
