// SPDX-License-Identifier: MIT
// Matrices of diagonals, and the sum of one: diag, diagflat, trace.
#pragma once

#include "twill/array/windows.hpp"
#include "twill/expr/axis_views.hpp"
#include "twill/expr/map.hpp"
#include "twill/ops/join/pad.hpp"
#include "twill/ops/reduce/reductions.hpp"

namespace twill::inline v0 {
namespace detail {

struct diag_function {
    static constexpr char const* name = "diag";
    index_t k;
    template <class T>
    TWILL_HD constexpr T operator()(T const& x, index_t i, index_t j) const {
        return i + k == j ? x : T{};
    }
};

}  // namespace detail

/// Of rank 1: the matrix with x on diagonal k and 0 elsewhere, lazy. Of rank 2: diagonal(x, k), a
/// view.
template <detail::operand X>
[[nodiscard]] auto diag(X&& x, detail::integer k = 0,
                        source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    static_assert(rank == 1 || rank == 2, "twill: diag takes one axis or two");
    if constexpr (rank == 2) {
        return diagonal(std::forward<X>(x), k, place);
    } else {
        // Beyond 2^62 no shape fits anyway.
        constexpr index_t most = index_t{1} << 62;
        index_t const far = k < -most ? most : (k < 0 ? -k : (k > most ? most : k.value));
        using T = detail::value_of<X>;
        auto const column = detail::with_axis(
            pad(x, pad_width(k < 0 ? far : 0, k < 0 ? 0 : far), padding::constant<T>(T()), place),
            1, place);
        index_t const size = column.shape(place)[0];
        extents<2> const shape(size, size);
        detail::checked_size(shape.values, 2, place);
        return detail::make_elementwise(detail::diag_function{k}, column,
                                        detail::axis_index_of<0>(shape),
                                        detail::axis_index_of<1>(shape));
    }
}
/// The matrix with all elements of x in C order on diagonal k; copies those of several axes first
/// unless they lie in that order.
template <detail::operand X>
[[nodiscard]] auto diagflat(X const& x, detail::integer k = 0,
                            source_location place = source_location::current()) {
    if constexpr (detail::rank_of<X> == 1)
        return diag(x, k, place);
    else
        return diag(detail::flat_elements(x, place), k, place);
}

/// The sum of diagonal k of two axes (the first two unless said), as a lazy reduction.
template <detail::operand X, class Axes = axis_t<0, 1>>
    requires detail::is_axes<Axes>
[[nodiscard]] auto trace(X const& x, detail::integer k = 0, Axes which = {},
                         source_location place = source_location::current()) {
    return sum(diagonal(x, k, which, place), axis<-1>);
}
/// The same in T: each element is converted first.
template <class T, detail::operand X, class Axes = axis_t<0, 1>>
    requires detail::is_axes<Axes>
[[nodiscard]] auto trace(X const& x, detail::integer k = 0, Axes which = {},
                         source_location place = source_location::current()) {
    return sum<T>(diagonal(x, k, which, place), axis<-1>);
}

}  // namespace twill::inline v0
