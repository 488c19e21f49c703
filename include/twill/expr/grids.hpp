// SPDX-License-Identifier: MIT
// ogrid and mgrid: coordinates at right angles.
#pragma once

#include "twill/expr/generators.hpp"
#include "twill/expr/given.hpp"

namespace twill::inline v0 {
namespace detail {

/// What is along an axis of a grid: how many indices, or coordinates.
template <class X>
concept grid_line = (std::is_integral_v<X> && !std::is_same_v<X, bool>) || rank_of<X> == 1;
template <class X>
concept grid_line_or_not = std::is_same_v<X, not_given> || grid_line<X>;

template <class X>
auto as_grid_line(caller const& by, X const& x) {
    if constexpr (std::is_integral_v<X>)
        return counter(checked_count(saturated_index(x), by));
    else
        return as_node(x);
}
template <int Axis, int Rank, class X>
auto open_grid_line(X const& line) {
    extents<Rank> shape;
    for (int d = 0; d < Rank; ++d)
        shape[d] = d == Axis ? line.shape()[0] : 1;
    return make_grid<Axis>(line, shape);
}
template <class... X>
auto open_grid(source_location const& place, X const&... along) {
    constexpr int rank = static_cast<int>(sizeof...(X));
    return at_place(place, [&] {
        return [&]<std::size_t... D>(std::index_sequence<D...>) {
            return std::tuple{open_grid_line<static_cast<int>(D), rank>(
                as_grid_line({"ogrid", place}, along))...};
        }(std::index_sequence_for<X...>{});
    });
}
template <class... X>
auto full_grid(source_location const& place, X const&... along) {
    return at_place(place, [&] {
        return make_meshgrid<indexing::ij>(as_grid_line({"mgrid", place}, along)...);
    });
}

}  // namespace detail

/// One operand for each argument, as a tuple, which lies along its own axis and has one element
/// along all others: `auto [y, x] = ogrid(4, 5)` are the row and column indices (int64) of a 4 x 5
/// matrix, `ogrid(linspace(-1.0, 1.0, 5), arange(0.0, 2.0, 0.5))` coordinates. They broadcast
/// against each other. Lazy; throws value_error for a negative count.
template <
    detail::grid_line A, detail::grid_line_or_not B = detail::not_given,
    detail::grid_line_or_not C = detail::not_given, detail::grid_line_or_not D = detail::not_given,
    detail::grid_line_or_not E = detail::not_given, detail::grid_line_or_not F = detail::not_given,
    detail::grid_line_or_not G = detail::not_given, detail::grid_line_or_not H = detail::not_given>
[[nodiscard]] auto ogrid(A const& a, B const& b = {}, C const& c = {}, D const& d = {},
                         E const& e = {}, F const& f = {}, G const& g = {}, H const& h = {},
                         source_location place = source_location::current()) {
    return detail::use_up_to_eight(
        [&](auto const&... along) { return detail::open_grid(place, along...); }, a, b, c, d, e, f,
        g, h);
}
/// The same of any number of arguments; `ogrid(source_location::current(), x...)`.
template <detail::grid_line... X>
    requires(sizeof...(X) > 0)
[[nodiscard]] auto ogrid(source_location place, X const&... along) {
    return detail::open_grid(place, along...);
}
/// As ogrid, with every operand stretched to the shape of the grid.
template <
    detail::grid_line A, detail::grid_line_or_not B = detail::not_given,
    detail::grid_line_or_not C = detail::not_given, detail::grid_line_or_not D = detail::not_given,
    detail::grid_line_or_not E = detail::not_given, detail::grid_line_or_not F = detail::not_given,
    detail::grid_line_or_not G = detail::not_given, detail::grid_line_or_not H = detail::not_given>
[[nodiscard]] auto mgrid(A const& a, B const& b = {}, C const& c = {}, D const& d = {},
                         E const& e = {}, F const& f = {}, G const& g = {}, H const& h = {},
                         source_location place = source_location::current()) {
    return detail::use_up_to_eight(
        [&](auto const&... along) { return detail::full_grid(place, along...); }, a, b, c, d, e, f,
        g, h);
}
/// The same of any number of arguments; `mgrid(source_location::current(), x...)`.
template <detail::grid_line... X>
    requires(sizeof...(X) > 0)
[[nodiscard]] auto mgrid(source_location place, X const&... along) {
    return detail::full_grid(place, along...);
}

}  // namespace twill::inline v0
