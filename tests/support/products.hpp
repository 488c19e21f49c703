// SPDX-License-Identifier: MIT
#pragma once

// For tests of products: small whole numbers, whose sums are exact in every type, and plain loops
// to compare with.

#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/products.cuh>
#else
#include <twill/products.hpp>
#endif

#include <twill/complex.hpp>
#include <twill/half.hpp>

namespace twill_test {

using twill::index_t;

template <class T>
inline constexpr bool is_complex_number = twill::detail::is_complex<T>;

/// The `i`-th of some numbers between -4 and 4.
template <class T>
T whole_number(index_t i, index_t seed) {
    auto const at = [&](index_t k) {
        return static_cast<float>((k * 7 + seed * 5 + k / 11) % 9 - 4);
    };
    if constexpr (is_complex_number<T>)
        return T(static_cast<typename T::value_type>(at(i)),
                 static_cast<typename T::value_type>(at(i + 3)));
    else if constexpr (std::is_same_v<T, bool>)
        return at(i) > 2;
    else if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<int>(at(i)));
    else
        return static_cast<T>(at(i));
}
template <class T, int Rank>
array<T, Rank> whole_numbers(twill::extents<Rank> const& shape, index_t seed = 0) {
    twill::host_array<T, Rank> host(shape);
    index_t i = 0;
    for (T& x : host.elements())
        x = whole_number<T>(i++, seed);
    return to_space(host);
}

/// The elements of an operand and its shape, on the host.
template <class T>
struct matrix {
    index_t rows;
    index_t columns;
    std::vector<T> elements;
    T operator()(index_t i, index_t j) const {
        return elements[static_cast<std::size_t>(i * columns + j)];
    }
};
template <class X>
matrix<element_t<X>> read_matrix(X const& x) {
    auto const shape = x.shape();
    return {shape[0], shape[1], values(x)};
}

/// a + b * c where 16-bit floats are float32 and bool is `or` of `and`.
template <class T>
auto plain_sum(matrix<T> const& a, matrix<T> const& b, index_t i, index_t j) {
    if constexpr (std::is_same_v<T, bool>) {
        bool any = false;
        for (index_t k = 0; k < a.columns; ++k)
            any = any || (a(i, k) && b(k, j));
        return any;
    } else {
        using C = twill::detail::compute_t<T>;
        C sum = C(0);
        for (index_t k = 0; k < a.columns; ++k)
            sum = static_cast<C>(sum + static_cast<C>(a(i, k)) * static_cast<C>(b(k, j)));
        return sum;
    }
}
template <class T>
std::vector<T> plain_product(matrix<T> const& a, matrix<T> const& b) {
    std::vector<T> result;
    for (index_t i = 0; i < a.rows; ++i)
        for (index_t j = 0; j < b.columns; ++j)
            result.push_back(static_cast<T>(plain_sum(a, b, i, j)));
    return result;
}

/// A view about whose steps nothing is known to the compiler: one type for all layouts.
template <class T, int Rank>
using any_view = twill::view<T, Rank, space>;

/// rows x columns in several layouts: C order, transposed, rows and columns apart, reversed, every
/// other element, one row or column stretched.
template <class T>
std::vector<any_view<T const, 2>> matrices(index_t rows, index_t columns, index_t seed) {
    using namespace twill;
    std::vector<any_view<T const, 2>> result;
    result.push_back(whole_numbers<T>(extents(rows, columns), seed)());
    result.push_back(transpose(whole_numbers<T>(extents(columns, rows), seed)()));
    result.push_back(whole_numbers<T>(extents(rows + 2, columns + 3), seed)(slice(1, rows + 1),
                                                                            slice(2, columns + 2)));
    result.push_back(
        whole_numbers<T>(extents(rows, columns), seed)(slice(none, none, -1), full_extent));
    result.push_back(whole_numbers<T>(extents(2 * rows, 2 * columns), seed)(slice(none, none, 2),
                                                                            slice(none, none, 2)));
    return result;
}

}  // namespace twill_test
