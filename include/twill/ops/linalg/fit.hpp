// SPDX-License-Identifier: MIT
// Polynomials through points, by least squares, and where polynomials are zero.
#pragma once

#include <initializer_list>

#include "twill/ops/linalg/derived.hpp"
#include "twill/ops/linalg/spectral.hpp"
#include "twill/ops/linalg/tensors.hpp"

namespace twill::inline v0 {
namespace linalg {

/// The coefficients, that of the highest power first, of the polynomial of a degree that is nearest
/// to points (x(i), y(i)) by least squares, as numpy.polyfit; for each column of y where that has
/// two axes. By lstsq() of the powers of x, each divided by its greatest. Takes and returns at
/// least float32. Does not wait. Throws value_error for a negative degree, and shape_error where
/// there are no points or sizes differ.
template <twill::detail::operand X, twill::detail::operand Y>
[[nodiscard]] auto polyfit(X const& x, Y const& y, twill::detail::integer degree,
                           source_location place = source_location::current()) {
    using namespace twill::detail;
    static_assert(rank_of<X> == 1 && (rank_of<Y> == 1 || rank_of<Y> == 2),
                  "twill: polyfit takes the places as one axis, and values as one or two");
    using T = solver_t<value_of<X>, value_of<Y>>;
    using Space = merged_space_t<space_of<X>, space_of<Y>>;
    return at_place(place, [&] {
        if (degree < 0)
            raise<value_error>(place, "twill: polyfit: a degree of %lld",
                               static_cast<long long>(degree.value));
        index_t const points = shape_of(x, place)[0];
        if (shape_of(y, place)[0] != points)
            raise<shape_error>(place, "twill: polyfit: %lld places and values of shape %s",
                               static_cast<long long>(points), text_of(shape_of(y, place)).text);
        if (points == 0)
            raise<shape_error>(place, "twill: polyfit: no points");
        auto const powers = evaluate<Space>(vander(cast<T>(x), degree.value + 1, false, place));
        auto const greatest = evaluate<Space>(max(abs(powers), axis<0>));
        auto const by = evaluate<Space>(where(greatest == 0, 1, greatest));
        double const cut = static_cast<double>(points) *
                           static_cast<double>(std::numeric_limits<real_t<T>>::epsilon());
        auto const found = lstsq(powers / by, y, cut, place);
        if constexpr (rank_of<Y> == 1)
            return evaluate<Space>(found.x / by);
        else
            return evaluate<Space>(found.x / by(full_extent, newaxis));
    });
}

/// The roots of a polynomial, of which p has the coefficients, that of the highest power first,
/// which must not be 0: the eigenvalues of its companion matrix, complex and in no order, as
/// numpy.roots. Takes and returns at least float32. Throws shape_error where p has no elements, on
/// the host value_error where its first one is 0, and what eigvals() throws.
template <twill::detail::operand P>
[[nodiscard]] auto roots(P const& p, source_location place = source_location::current()) {
    using namespace twill::detail;
    static_assert(rank_of<P> == 1, "twill: roots takes coefficients as one axis");
    using T = solver_t<value_of<P>, value_of<P>>;
    using Space = space_of<P>;
    return at_place(place, [&] {
        index_t const count = shape_of(p, place)[0];
        if (count == 0)
            raise<shape_error>(place, "twill: roots: no coefficients");
        auto const c = evaluate<Space>(cast<T>(p));
        if constexpr (std::is_same_v<Space, host_space>)
            if (c(0) == T(0))
                raise<value_error>(place,
                                   "twill: roots: the coefficient of the highest power is 0: leave "
                                   "it out, p(slice(1, none))");
        auto const column = arange<index_t>(count - 1);
        auto const row = column(full_extent, newaxis);
        return eigvals(evaluate<Space>(where(row == 0, -c(slice(1, none)) / c(slice(0, 1)),
                                             where(row == column + 1, T(1), T(0)))),
                       place);
    });
}
/// In braces, on the host: `roots({1, -6, 11, -6})`.
template <class T>
[[nodiscard]] auto roots(std::initializer_list<T> p,
                         source_location place = source_location::current()) {
    return roots(array<T, 1, host_space>(p), place);
}
// Of numbers of several types.
template <class T = double>
[[nodiscard]] auto roots(std::initializer_list<double> p,
                         source_location place = source_location::current()) {
    return roots(array<T, 1, host_space>(p), place);
}

}  // namespace linalg
}  // namespace twill::inline v0
