// SPDX-License-Identifier: MIT
// roll, tile, repeat: elements at other places, as lazy expressions. In a statement the operand is
// read where it stands, and nothing is moved before.
#pragma once

#include "twill/ops/join/build.hpp"

namespace twill::inline v0 {
namespace detail {

template <int Unfolds, class E>
auto remap_of(char const* name, E const& x, source_location const& place) {
    remap_rule<E::rank, Unfolds> rule{name, x.shape(place), {}};
    for (int d = 0; d < E::rank; ++d)
        rule.axes[d].size = rule.shape[d];
    return rule;
}
inline index_t checked_repeats(index_t count, caller const& by) {
    if (count < 0)
        raise<value_error>(by.place, "twill: %s: a count of %lld", by.operation,
                           static_cast<long long>(count));
    return count;
}
inline index_t checked_repeat_size(index_t size, index_t count, caller const& by) {
    index_t product = 0;
    if (__builtin_mul_overflow(size, checked_repeats(count, by), &product))
        raise<shape_error>(by.place, "twill: %s: %lld times %lld elements are more than 2^63",
                           by.operation, static_cast<long long>(count),
                           static_cast<long long>(size));
    return product;
}

template <class E, int Given>
auto tile_nodes(E const& x, extents<Given> const& counts, source_location const& place) {
    constexpr int rank = E::rank;
    caller const by{"tile", place};
    auto rule = remap_of<Given>("tile", x, place);
    for (int i = 0; i < Given; ++i) {
        int const d = i + rank - Given;
        index_t const size = rule.shape[d];
        rule.shape[d] = checked_repeat_size(size, counts[i], by);
        rule.axes[d] = axis_rule::wrap(size, 0);
    }
    checked_size(rule.shape.values, rank, place);
    return make_rearrangement(rule, x);
}
template <class X, int Given>
auto tile_by(X const& x, extents<Given> const& counts, source_location const& place) {
    return tile_nodes(of_rank<Given>(x, place), counts, place);
}
}  // namespace detail

/// Every element `shift` places further along an axis, those beyond the end at its beginning:
/// `roll(u, 1, axis<0>)`, `roll(u, -1)` for rank 1; along several axes, `roll(u, 1, axis<0, 1>)`,
/// the same for each. Lazy; throws axis_error.
template <detail::operand X, detail::axes_or_number Axes>
[[nodiscard]] auto roll(X const& x, detail::integer shift, Axes along,
                        source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    auto const node = detail::as_node(x);
    auto rule = detail::remap_of<0>("roll", node, place);
    using traits = detail::axes_traits<decltype(detail::as_axes(along)), rank>;
    std::uint64_t const chosen = traits::mask(detail::as_axes(along), {"roll", place});
    for (int d = 0; d < rank; ++d) {
        index_t const size = rule.shape[d];
        if (chosen >> d & 1)
            rule.axes[d] =
                detail::axis_rule::wrap(size, size > 0 ? detail::floor_modulo(shift, size) : 0);
    }
    return detail::make_rearrangement(rule, node);
}
template <detail::operand X>
[[nodiscard]] auto roll(X const& x, detail::integer shift,
                        source_location place = source_location::current()) {
    static_assert(detail::rank_of<X> == 1,
                  "twill: roll of an array of several axes: say along which, as in roll(m, 1, "
                  "axis<0>); all elements in C order are roll(ravel(m), 1)");
    return roll(x, shift, 0, place);
}
/// The same along several axes at once: `roll(u, {1, -1}, axis<0, 1>)`.
template <detail::operand X, int Count, class Axes>
    requires detail::is_axes<Axes>
[[nodiscard]] auto roll(X const& x, index_t const (&shifts)[Count], Axes along,
                        source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    static_assert(detail::axes_traits<Axes, rank>::count == Count,
                  "twill: roll takes one shift for every axis");
    detail::axes_traits<Axes, rank>::mask(along, {"roll", place});
    auto const node = detail::as_node(x);
    auto rule = detail::remap_of<0>("roll", node, place);
    auto const list = detail::list_of_axes(along);
    for (int i = 0; i < Count; ++i) {
        int const axis = detail::normalise_axis(list.values[i], rank, {"roll", place});
        index_t const size = rule.shape[axis];
        rule.axes[axis] =
            detail::axis_rule::wrap(size, size > 0 ? detail::floor_modulo(shifts[i], size) : 0);
    }
    return detail::make_rearrangement(rule, node);
}

/// The operand side by side with itself, counts[d] times along axis d, the last count belonging to
/// the last axis: `tile(a, 3)`, `tile(m, 2, 1)`. With more counts than axes the operand gets new
/// ones in front. Lazy; throws value_error for a negative count, and shape_error.
template <detail::operand X, class... Counts>
    requires(sizeof...(Counts) > 0 && (std::is_integral_v<Counts> && ...))
[[nodiscard]] auto tile(X const& x, detail::first_index first, Counts... counts) {
    constexpr int given = 1 + static_cast<int>(sizeof...(Counts));
    return detail::tile_by(x, extents<given>(first.value, detail::saturated_index(counts)...),
                           first.place);
}
template <detail::operand X>
[[nodiscard]] auto tile(X const& x, detail::first_index count) {
    return detail::tile_by(x, extents<1>(count.value), count.place);
}

/// The same counts in braces: `tile(m, {2, 1})`.
template <detail::operand X, int Given>
[[nodiscard]] auto tile(X const& x, index_t const (&counts)[Given],
                        source_location place = source_location::current()) {
    return detail::tile_by(x, detail::extents_of(counts), place);
}

/// Every element (or slice of an axis) `count` times in a row. Lazy; throws value_error for a
/// negative count, axis_error, shape_error.
template <detail::operand X, detail::axes_or_number Axes>
[[nodiscard]] auto repeat(X const& x, detail::integer count, Axes along,
                          source_location place = source_location::current()) {
    auto const node = detail::as_node(x);
    auto rule = detail::remap_of<1>("repeat", node, place);
    int const axis = detail::one_axis<detail::rank_of<X>>(along, {"repeat", place});
    index_t const size = rule.shape[axis];
    rule.shape[axis] = detail::checked_repeat_size(size, count, {"repeat", place});
    detail::checked_size(rule.shape.values, detail::rank_of<X>, place);
    rule.axes[axis] = {detail::axis_rule::way::split, 0, size, count > 0 ? count.value : 1, 1, 0};
    return detail::make_rearrangement(rule, node);
}
template <detail::operand X>
[[nodiscard]] auto repeat(X const& x, detail::integer count,
                          source_location place = source_location::current()) {
    static_assert(detail::rank_of<X> == 1,
                  "twill: repeat of an array of several axes: say along which, as in repeat(m, 2, "
                  "axis<0>); all elements in C order are repeat(ravel(m), 2)");
    return repeat(x, count, 0, place);
}

}  // namespace twill::inline v0
