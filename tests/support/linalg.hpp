// SPDX-License-Identifier: MIT
#pragma once

// For tests of linear algebra: batches of matrices on either space, and what they must satisfy,
// computed by plain loops in double.

#include <complex>
#include <random>

#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/linalg.cuh>
#else
#include <twill/linalg.hpp>
#endif

namespace twill_test {

using twill::index_t;
using number = std::complex<double>;

/// Matrices of a batch, one behind the other, by rows.
struct batch {
    index_t count = 0;
    index_t rows = 0;
    index_t columns = 0;
    std::vector<number> elements;

    number& at(index_t b, index_t i, index_t j) {
        return elements[static_cast<std::size_t>((b * rows + i) * columns + j)];
    }
    number at(index_t b, index_t i, index_t j) const {
        return const_cast<batch&>(*this).at(b, i, j);
    }
    static batch of(index_t count, index_t rows, index_t columns) {
        return {count, rows, columns,
                std::vector<number>(static_cast<std::size_t>(count * rows * columns))};
    }
};

template <class T>
using real_of = typename twill::detail::element<T>::real;
template <class T>
T narrow(number x) {
    if constexpr (twill::detail::is_complex<T>)
        return T(static_cast<real_of<T>>(x.real()), static_cast<real_of<T>>(x.imag()));
    else
        return static_cast<T>(x.real());
}
template <class T>
number widen(T x) {
    if constexpr (twill::detail::is_complex<T>)
        return {static_cast<double>(x.real()), static_cast<double>(x.imag())};
    else
        return {static_cast<double>(x), 0.0};
}
/// The unit roundoff of what T is computed in.
template <class T>
double roundoff() {
    return static_cast<double>(std::numeric_limits<real_of<T>>::epsilon());
}

template <class T>
array<T, 3> array_of(batch const& x) {
    std::vector<T> values;
    for (number const v : x.elements)
        values.push_back(narrow<T>(v));
    return to_space(values, twill::extents(x.count, x.rows, x.columns));
}
/// The last two axes of an array are matrices.
template <class X>
batch batch_of(X const& x) {
    constexpr int rank = twill::detail::rank_of<X>;
    auto const shape = x.shape();
    batch result{1, shape[rank - 2], shape[rank - 1], {}};
    for (int d = 0; d < rank - 2; ++d)
        result.count *= shape[d];
    for (auto const& v : values(x))
        result.elements.push_back(widen(v));
    return result;
}
/// Numbers of T's kind between -1 and 1.
template <class T>
batch random_batch(index_t count, index_t rows, index_t columns, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> values(-1.0, 1.0);
    auto result = batch::of(count, rows, columns);
    for (auto& v : result.elements) {
        double const re = values(random);
        v = widen(narrow<T>({re, twill::detail::is_complex<T> ? values(random) : 0.0}));
    }
    return result;
}

inline batch times(batch const& a, batch const& b) {
    auto result = batch::of(a.count, a.rows, b.columns);
    // By parts: without optimisation every operation of std::complex is a call.
    for (index_t m = 0; m < a.count; ++m)
        for (index_t i = 0; i < a.rows; ++i)
            for (index_t k = 0; k < a.columns; ++k) {
                number const x = a.at(m, i, k);
                double const re = x.real(), im = x.imag();
                auto const* from = reinterpret_cast<double const*>(
                    b.elements.data() + ((b.count == 1 ? 0 : m) * b.rows + k) * b.columns);
                auto* to = reinterpret_cast<double*>(result.elements.data() +
                                                     (m * a.rows + i) * b.columns);
                for (double const* const end = from + 2 * b.columns; from != end;
                     from += 2, to += 2) {
                    to[0] += re * from[0] - im * from[1];
                    to[1] += re * from[1] + im * from[0];
                }
            }
    return result;
}
inline batch adjoint(batch const& a) {
    auto result = batch::of(a.count, a.columns, a.rows);
    for (index_t m = 0; m < a.count; ++m)
        for (index_t i = 0; i < a.rows; ++i)
            for (index_t j = 0; j < a.columns; ++j)
                result.at(m, j, i) = std::conj(a.at(m, i, j));
    return result;
}
inline batch identity(index_t count, index_t n) {
    auto result = batch::of(count, n, n);
    for (index_t m = 0; m < count; ++m)
        for (index_t i = 0; i < n; ++i)
            result.at(m, i, i) = 1.0;
    return result;
}
template <class F>
batch mapped(batch a, F&& f) {
    for (index_t m = 0; m < a.count; ++m)
        for (index_t i = 0; i < a.rows; ++i)
            for (index_t j = 0; j < a.columns; ++j)
                a.at(m, i, j) = f(a.at(m, i, j), m, i, j);
    return a;
}
/// a a^H + n 1: positive definite and well conditioned.
inline batch definite(batch const& a) {
    return mapped(times(a, adjoint(a)), [&](number x, index_t, index_t i, index_t j) {
        return i == j ? x + static_cast<double>(a.rows) : x;
    });
}
inline batch hermitian(batch const& a) {
    auto const other = adjoint(a);
    return mapped(a, [&](number x, index_t m, index_t i, index_t j) {
        return 0.5 * (x + other.at(m, i, j));
    });
}
/// The matrix diag(s) of values (count, k), of a shape.
template <class V>
batch diagonal_of(V const& v, index_t count, index_t rows, index_t columns) {
    auto result = batch::of(count, rows, columns);
    auto const all = values(v);
    index_t const k = std::min(rows, columns);
    for (index_t m = 0; m < count; ++m)
        for (index_t i = 0; i < k; ++i)
            result.at(m, i, i) = widen(all[static_cast<std::size_t>(m * k + i)]);
    return result;
}

inline double largest(batch const& a) {
    double result = 0;
    for (auto const& v : a.elements)
        result = std::max(result, std::isnan(std::abs(v)) ? HUGE_VAL : std::abs(v));
    return result;
}
/// Elementwise within `bound`, of matrices of one shape.
inline ::testing::AssertionResult close(batch const& a, batch const& b, double bound) {
    if (a.rows != b.rows || a.columns != b.columns || a.count != b.count)
        return ::testing::AssertionFailure()
               << a.count << " of " << a.rows << " x " << a.columns << " beside " << b.count
               << " of " << b.rows << " x " << b.columns;
    auto const difference = largest(
        mapped(a, [&](number x, index_t m, index_t i, index_t j) { return x - b.at(m, i, j); }));
    if (difference <= bound)
        return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << difference << " apart, more than " << bound;
}
/// The message of what `f` throws as Error, and what waiting for it then does; "" if nothing does.
template <class Error, class F>
std::string thrown(F&& f) {
    try {
        f();
#if defined(__CUDACC__)
        twill::synchronize();
#endif
    } catch (Error const& problem) {
        return problem.what();
    }
    return "";
}
inline bool contains(std::string const& text, char const* part) {
    return text.find(part) != std::string::npos;
}

}  // namespace twill_test
