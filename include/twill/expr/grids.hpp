// SPDX-License-Identifier: MIT
// ogrid and mgrid: coordinates at right angles.
#pragma once

#include "twill/expr/generators.hpp"

namespace twill::inline v0 {
namespace detail {

/// What is along an axis of a grid: how many indices, or coordinates.
template <class X>
concept grid_line = (std::is_integral_v<X> && !std::is_same_v<X, bool>) || rank_of<X> == 1;

template <class X>
auto as_grid_line(char const* name, X const& x) {
    if constexpr (std::is_integral_v<X>)
        return counter(checked_count(saturated_index(x), {name, nowhere}));
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

}  // namespace detail

/// One operand for each argument, as a tuple, which lies along its own axis and has one element
/// along all others: `auto [y, x] = ogrid(4, 5)` are the row and column indices (int64) of a 4 x 5
/// matrix, `ogrid(linspace(-1.0, 1.0, 5), arange(0.0, 2.0, 0.5))` coordinates. They broadcast
/// against each other. Lazy; throws value_error for a negative count.
template <detail::grid_line... X>
    requires(sizeof...(X) > 0)
[[nodiscard]] auto ogrid(X const&... along) {
    constexpr int rank = static_cast<int>(sizeof...(X));
    return [&]<std::size_t... D>(std::index_sequence<D...>) {
        return std::tuple{detail::open_grid_line<static_cast<int>(D), rank>(
            detail::as_grid_line("ogrid", along))...};
    }(std::index_sequence_for<X...>{});
}
/// The same with every operand stretched to the shape of the grid.
template <detail::grid_line... X>
    requires(sizeof...(X) > 0)
[[nodiscard]] auto mgrid(X const&... along) {
    return detail::make_meshgrid<indexing::ij>(detail::as_grid_line("mgrid", along)...);
}

}  // namespace twill::inline v0
