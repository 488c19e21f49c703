// SPDX-License-Identifier: MIT
// The indices of triangles and diagonals of a matrix and of open meshes, as tuples of lazy
// expressions: computed where they are read, without a mask.
#pragma once

#include <tuple>

#include "twill/expr/generators.hpp"
#include "twill/ops/index/found.hpp"

namespace twill::inline v0 {
namespace detail {

/// The elements (r, c) with c <= r + k of a matrix in C order: rows that grow by one element each,
/// then whole ones.
struct triangle {
    index_t columns = 0;
    index_t first_row = 0;    ///< that has any
    index_t first_width = 0;  ///< of it
    index_t growing = 0;      ///< rows that are not whole
    index_t whole = 0;

    triangle() = default;
    triangle(index_t n, index_t m, index_t k) : columns(m) {
        // Diagonals beyond the corners are all alike.
        k = k < -n ? -n : k > m ? m : k;
        first_row = smaller(n, k < 0 ? -k : 0);
        first_width = smaller(first_row + k + 1, m);
        index_t const rows = n - first_row;
        growing = m == 0 ? rows : smaller(rows, m - first_width);
        whole = rows - growing;
        if (rows == 0 || m == 0)
            first_width = growing = whole = 0;
    }
    /// Elements in the first rows of those that grow.
    TWILL_HD constexpr index_t before(index_t rows) const {
        return rows * first_width + (rows % 2 == 0 ? rows / 2 * (rows - 1) : (rows - 1) / 2 * rows);
    }
    index_t size() const { return before(growing) + whole * columns; }
    /// The row, or the column, of an element.
    TWILL_HD index_t at(index_t position, bool column) const {
        index_t const grown = before(growing);
        if (position >= grown) {
            index_t const rest = position - grown;
            return column ? rest % columns : first_row + growing + rest / columns;
        }
        double const b = 2.0 * static_cast<double>(first_width) - 1.0;
        auto row =
            static_cast<index_t>((::sqrt(b * b + 8.0 * static_cast<double>(position)) - b) / 2.0);
        row = row < 0 ? 0 : row;
        while (row > 0 && before(row) > position)
            --row;
        while (before(row + 1) <= position)
            ++row;
        return column ? position - before(row) : first_row + row;
    }
};
/// An upper triangle is a lower one from the other end.
struct triangle_index_function {
    static constexpr char const* name = "triangle_indices";
    triangle of;
    index_t last_row;
    index_t last_column;
    index_t size;
    bool upper;
    bool column;

    template <class I>
    TWILL_HD index_t operator()(I position) const {
        index_t const p = static_cast<index_t>(position);
        if (!upper)
            return of.at(p, column);
        return (column ? last_column : last_row) - of.at(size - 1 - p, column);
    }
};
inline auto triangle_indices(char const* call, bool upper, index_t n, index_t k, index_t m,
                             source_location const& place) {
    if (n < 0 || m < 0)
        raise<value_error>(place, "twill: %s: a matrix of %lld x %lld", call,
                           static_cast<long long>(n), static_cast<long long>(m));
    extents<2> const shape(n, m);
    checked_size(shape.values, 2, place);
    // Of an upper triangle turned round, c <= r + (m - n - k); k within the matrix first.
    index_t const within = k < -n ? -n : k > m ? m : k;
    triangle const of(n, m, upper ? m - n - within : within);
    index_t const size = of.size();
    triangle_index_function const f{of, n - 1, m - 1, size, upper, false};
    triangle_index_function g = f;
    g.column = true;
    return std::tuple{make_elementwise(f, counter(size)), make_elementwise(g, counter(size))};
}
template <class X>
extents<2> matrix_shape(X const& m, source_location const& place) {
    static_assert(rank_of<X> == 2, "twill: the indices of a triangle are those of a matrix");
    return shape_of(m, place);
}

}  // namespace detail

namespace detail {

/// A line of indices along axis `Axis` of `Rank`, a mask as the positions where it is true.
template <int Rank, int Axis, class I>
auto index_along(I const& i, source_location const& place) {
    static_assert(rank_of<I> == 1, "twill: ix_ takes indices or masks of one axis each");
    if constexpr (is_mask<I>) {
        return index_along<Rank, Axis>(flatnonzero(i, place), place);
    } else {
        auto const line = as_node(i);
        auto map = mapping_by<1, Rank>(line.shape(place), [](int) { return Axis; });
        for (int d = 0; d < Rank; ++d)
            map.shape[d] = d == Axis ? map.shape[d] : 1;
        return rearrange(line, map);
    }
}

}  // namespace detail

/// Lines of indices, one for each axis, as a tuple whose operands stand at right angles:
/// `auto [r, c] = ix_(rows, columns); m(r, c)` are the elements where those rows and columns cross.
/// Lazy; a mask stands for the positions where it is true, and waits for their number.
template <detail::operand... I>
    requires(sizeof...(I) > 0 && ((detail::index_operand<I> || detail::mask_operand<I>) && ...))
[[nodiscard]] auto ix_(I const&... lines) {  // NOLINT(readability-identifier-naming)
    constexpr int rank = sizeof...(I);
    return [&]<int... D>(std::integer_sequence<int, D...>) {
        return std::tuple{detail::index_along<rank, D>(lines, detail::nowhere)...};
    }(std::make_integer_sequence<int, rank>{});
}

/// Lines in braces, for arrays of the host: `m(ix_({0, 2}, {1, 3}))`.
[[nodiscard]] inline auto ix_(  // NOLINT(readability-identifier-naming)
    std::initializer_list<index_t> rows, std::initializer_list<index_t> columns) {
    return ix_(host_array<index_t>(rows), host_array<index_t>(columns));
}

/// The rows and columns of the elements of an n x m matrix (m: n) on and below its diagonal k, in C
/// order: `auto [i, j] = tril_indices(4); m(i, j) = 0;`. Lazy; throws value_error for negative
/// sizes.
[[nodiscard]] inline auto tril_indices(detail::integer n, detail::integer k, detail::integer m,
                                       source_location place = source_location::current()) {
    return detail::triangle_indices("tril_indices", false, n, k, m, place);
}
[[nodiscard]] inline auto tril_indices(detail::integer n, detail::integer k = 0,
                                       source_location place = source_location::current()) {
    return tril_indices(n, k, n, place);
}
/// The same on and above diagonal k.
[[nodiscard]] inline auto triu_indices(detail::integer n, detail::integer k, detail::integer m,
                                       source_location place = source_location::current()) {
    return detail::triangle_indices("triu_indices", true, n, k, m, place);
}
[[nodiscard]] inline auto triu_indices(detail::integer n, detail::integer k = 0,
                                       source_location place = source_location::current()) {
    return triu_indices(n, k, n, place);
}
/// Those of a matrix's own shape.
template <detail::operand X>
[[nodiscard]] auto tril_indices_from(X const& m, detail::integer k = 0,
                                     source_location place = source_location::current()) {
    auto const shape = detail::matrix_shape(m, place);
    return tril_indices(shape[0], k, shape[1], place);
}
template <detail::operand X>
[[nodiscard]] auto triu_indices_from(X const& m, detail::integer k = 0,
                                     source_location place = source_location::current()) {
    auto const shape = detail::matrix_shape(m, place);
    return triu_indices(shape[0], k, shape[1], place);
}
/// The indices of the main diagonal of an array of `Rank` axes of n elements, one for each axis.
/// Lazy; throws value_error for a negative size.
template <int Rank = 2>
[[nodiscard]] auto diag_indices(detail::integer n,
                                source_location place = source_location::current()) {
    static_assert(Rank > 0, "twill: diag_indices needs an axis");
    if (n < 0)
        detail::raise<value_error>(place, "twill: diag_indices: %lld elements",
                                   static_cast<long long>(n));
    return [&]<int... D>(std::integer_sequence<int, D...>) {
        return std::tuple{(static_cast<void>(D), detail::counter(n))...};
    }(std::make_integer_sequence<int, Rank>{});
}
/// Those of an array whose axes have one size (shape_error otherwise), at least two of them.
template <detail::operand X>
[[nodiscard]] auto diag_indices_from(X const& x,
                                     source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    static_assert(rank >= 2, "twill: diag_indices_from takes an array of at least two axes");
    auto const shape = detail::shape_of(x, place);
    for (int d = 1; d < rank; ++d)
        if (shape[d] != shape[0])
            detail::raise<shape_error>(place, "twill: diag_indices_from: the axes of %s differ",
                                       detail::text_of(shape).text);
    return diag_indices<rank>(shape[0], place);
}
/// The indices where f(ones(n, n), k) is not zero, f being tril, triu or their like: a pair of
/// arrays of a space. Waits for their number.
template <class Space, class F>
[[nodiscard]] auto mask_indices(detail::integer n, F&& f, detail::integer k = 0,
                                source_location place = source_location::current()) {
    return nonzero(evaluate<Space>(f(ones<int>(extents(n.value, n.value), place), k.value), place),
                   place);
}

}  // namespace twill::inline v0
