// SPDX-License-Identifier: MIT
// The sums that a discrete Fourier transform is, in float64, along one axis after the other.
#pragma once

#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/fft.cuh>
#else
#include <twill/fft.hpp>
#endif

#include <twill/half.hpp>

#include <algorithm>
#include <complex>
#include <numbers>

namespace twill_test {

using number = std::complex<double>;

/// Elements in C order.
struct numbers {
    shape_vector shape;
    std::vector<number> elements;

    twill::index_t size() const { return static_cast<twill::index_t>(elements.size()); }
};

/// Several numbers that look random, the same on every machine.
inline double noise(twill::index_t i) {
    auto x = static_cast<std::uint64_t>(i + 1) * 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 31)) * 0xbf58476d1ce4e5b9u;
    return static_cast<double>((x ^ (x >> 29)) >> 40) / 16777216.0 - 0.5;
}
template <class T, int Rank>
array<T, Rank> noisy(twill::extents<Rank> const& shape, twill::index_t seed = 0) {
    std::vector<T> elements;
    using real = typename twill::detail::element<T>::real;
    for (twill::index_t i = 0; i < shape.size(); ++i) {
        auto const part = [&](int k) {
            return static_cast<real>(noise(seed * 1000003 + 2 * i + k));
        };
        if constexpr (twill::detail::is_complex<T>)
            elements.push_back(T(part(0), part(1)));
        else if constexpr (twill::detail::is_integer<T>)
            elements.push_back(static_cast<T>(noise(seed + i) * 100));
        else
            elements.push_back(part(0));
    }
    return to_space(elements, shape);
}

template <class T>
number number_of(T const& x) {
    if constexpr (twill::detail::is_complex<T>)
        return {static_cast<double>(x.real()), static_cast<double>(x.imag())};
    else
        return {static_cast<double>(x), 0};
}
template <class X>
numbers numbers_of(X const& x) {
    numbers result;
    result.shape = shape(x);
    for (auto const& e : values(x))
        result.elements.push_back(number_of(e));
    return result;
}

/// f(line) for every line along an axis; the lines that it returns are the result.
template <class F>
numbers along(numbers const& x, int axis, F const& f) {
    twill::index_t inner = 1;
    for (std::size_t d = static_cast<std::size_t>(axis) + 1; d < x.shape.size(); ++d)
        inner *= x.shape[d];
    twill::index_t const length = x.shape[static_cast<std::size_t>(axis)];
    twill::index_t const outer = x.size() / (length * inner);
    numbers result;
    result.shape = x.shape;
    for (twill::index_t line = 0; line < outer * inner; ++line) {
        std::vector<number> from;
        for (twill::index_t j = 0; j < length; ++j)
            from.push_back(x.elements[static_cast<std::size_t>((line / inner * length + j) * inner +
                                                               line % inner)]);
        auto const to = f(from);
        auto const n = static_cast<twill::index_t>(to.size());
        result.shape[static_cast<std::size_t>(axis)] = n;
        result.elements.resize(static_cast<std::size_t>(outer * inner * n));
        for (twill::index_t j = 0; j < n; ++j)
            result
                .elements[static_cast<std::size_t>((line / inner * n + j) * inner + line % inner)] =
                to[static_cast<std::size_t>(j)];
    }
    return result;
}

inline std::vector<number> sums(std::vector<number> const& x, bool inverse) {
    auto const n = x.size();
    std::vector<number> turn(n);
    for (std::size_t k = 0; k < n; ++k)
        turn[k] = std::polar(1.0, (inverse ? 2 : -2) * std::numbers::pi * static_cast<double>(k) /
                                      static_cast<double>(n));
    std::vector<number> y(n);
    for (std::size_t k = 0; k < n; ++k)
        for (std::size_t j = 0; j < n; ++j)
            y[k] += x[j] * turn[j * k % n];
    return y;
}

/// Along several axes, with as many points as `lengths` says (-1: as many as there are), not
/// scaled.
inline numbers complex_sums(numbers x, std::vector<int> const& axes, bool inverse,
                            std::vector<twill::index_t> const& lengths = {}) {
    for (std::size_t i = 0; i < axes.size(); ++i)
        x = along(x, axes[i], [&](std::vector<number> line) {
            if (!lengths.empty() && lengths[i] >= 0)
                line.resize(static_cast<std::size_t>(lengths[i]));
            return sums(line, inverse);
        });
    return x;
}
/// The half of a spectrum that says all.
inline numbers half_of(numbers const& x, int axis) {
    return along(x, axis, [](std::vector<number> line) {
        line.resize(line.size() / 2 + 1);
        return line;
    });
}
/// The n points of which a line is half the spectrum.
inline numbers real_sums(numbers const& x, int axis, twill::index_t n, bool inverse = true) {
    return along(x, axis, [&](std::vector<number> line) {
        line.resize(static_cast<std::size_t>(n / 2 + 1));
        line[0] = line[0].real();
        if (n % 2 == 0)
            line[static_cast<std::size_t>(n / 2)] = line[static_cast<std::size_t>(n / 2)].real();
        for (twill::index_t k = n / 2 + 1; k < n; ++k)
            line.push_back(std::conj(line[static_cast<std::size_t>(n - k)]));
        return sums(line, inverse);
    });
}
inline numbers times(numbers x, double factor) {
    for (number& e : x.elements)
        e *= factor;
    return x;
}

/// The shape is the same, and the distance of all elements together at most some roundings of their
/// length.
template <class X>
::testing::AssertionResult near(X const& x, numbers const& expected) {
    using real = typename twill::detail::element<element_t<X>>::real;
    numbers const got = numbers_of(x);
    if (got.shape != expected.shape)
        return ::testing::AssertionFailure()
               << "the shape is " << ::testing::PrintToString(got.shape) << ", not "
               << ::testing::PrintToString(expected.shape);
    double distance = 0;
    double length = 0;
    for (std::size_t i = 0; i < got.elements.size(); ++i) {
        distance += std::norm(got.elements[i] - expected.elements[i]);
        length += std::norm(expected.elements[i]);
    }
    double const bound = 8 * std::numeric_limits<real>::epsilon();
    if (std::sqrt(distance) <= bound * std::sqrt(length))
        return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure()
           << "the distance is " << std::sqrt(distance / length) << " of the length";
}

}  // namespace twill_test
