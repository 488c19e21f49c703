// SPDX-License-Identifier: MIT
#pragma once

// What every test includes first: a test is written once against `space`, which is the device when
// nvcc compiles it and the host otherwise. A reduction test also includes <twill/reduce.cuh> for
// nvcc.

#include <gtest/gtest.h>

#if defined(__CUDACC__)
#include <twill/elementwise.cuh>
#else
#include <twill/twill.hpp>
#endif

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

// For the call operators of the tests' own function objects.
#if defined(__CUDACC__)
#define TWILL_TEST_HD __host__ __device__
#else
#define TWILL_TEST_HD
#endif

namespace twill_test {

#if defined(__CUDACC__)
using space = twill::device_space;
inline constexpr bool on_device = true;
#else
using space = twill::host_space;
inline constexpr bool on_device = false;
#endif

/// An array where the test runs.
template <class T, int Rank = 1>
using array = twill::array<T, Rank, space>;

/// Calls `body` with a std::type_identity of each type.
template <class... T, class Body>
void for_types(Body body) {
    (body(std::type_identity<T>{}), ...);
}

// Bringing values to the test's space.

template <class T, int Rank>
array<T, Rank> to_space(twill::host_array<T, Rank> const& values) {
#if defined(__CUDACC__)
    return twill::to_device(values);
#else
    return values;
#endif
}
template <class T>
array<T> to_space(std::vector<T> const& values) {
    twill::host_array<T> host(twill::extents<1>(values.size()));
    twill::index_t i = 0;
    for (T const value : values)
        host[i++] = value;
    return to_space(host);
}
template <class T>
array<T> to_space(std::initializer_list<T> values) {
    return to_space(std::vector<T>(values));
}
template <class T, std::size_t N>
array<T> to_space(T const (&values)[N]) {
    return to_space(std::vector<T>(values, values + N));
}
/// The values in C order as an array of a shape.
template <class T, int Rank>
array<T, Rank> to_space(std::vector<T> const& values, twill::extents<Rank> const& shape) {
    EXPECT_EQ(static_cast<twill::index_t>(values.size()), shape.size());
    twill::host_array<T, Rank> host(shape);
    T* to = host.elements().begin();
    for (T const value : values)
        *to++ = value;
    return to_space(host);
}
/// A rank-0 array.
template <class T>
array<T, 0> rank0(T value) {
    return to_space(std::vector<T>{value}, twill::extents<0>());
}
/// 0, 1, 2, ... in C order.
template <int Rank>
array<int, Rank> counted(twill::extents<Rank> const& shape) {
    std::vector<int> elements;
    for (int i = 0; i < shape.size(); ++i)
        elements.push_back(i);
    return to_space(elements, shape);
}

// Reading results.

template <class X>
using element_t = twill::detail::value_of<X>;

/// The elements of an array, view or expression in C order; it is evaluated in the test's space.
template <class X>
std::vector<element_t<X>> values(X const& x) {
    auto const host = [&] {
        if constexpr (std::is_same_v<twill::detail::space_of<X>, twill::detail::no_space>)
            return twill::to_host(twill::evaluate<space>(x));
        else
            return twill::to_host(x);
    }();
    return std::vector<element_t<X>>(host.elements().begin(), host.elements().end());
}
/// The value of a rank-0 array, view or expression.
template <class X>
element_t<X> value(X const& x) {
    static_assert(twill::detail::rank_of<X> == 0);
    return values(x).front();
}
using shape_vector = std::vector<twill::index_t>;
/// The shape of an operand.
template <class X>
shape_vector shape(X const& x) {
    auto const extents = x.shape();
    return shape_vector(extents.values, extents.values + twill::detail::rank_of<X>);
}
template <class T, std::size_t N>
std::vector<T> to_vector(T const (&values)[N]) {
    return std::vector<T>(values, values + N);
}

// Comparing.

/// Equal, where NaN equals NaN and -0.0 differs from +0.0.
template <class T>
bool same(T const& a, T const& b) {
    if constexpr (std::is_floating_point_v<T>) {
        if (std::isnan(a) || std::isnan(b))
            return std::isnan(a) && std::isnan(b);
        return a == b && std::signbit(a) == std::signbit(b);
    } else {
        return a == b;
    }
}

/// How many representable values lie from a to b: 0 for two NaNs and for -0.0 with +0.0.
template <class T>
std::uint64_t ulps(T a, T b) {
    static_assert(std::is_floating_point_v<T>);
    using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
    if (std::isnan(a) || std::isnan(b))
        return std::isnan(a) && std::isnan(b) ? 0 : std::numeric_limits<std::uint64_t>::max();
    auto place = [](T x) {
        Bits bits;
        std::memcpy(&bits, &x, sizeof(x));
        std::int64_t const wide = bits;
        return bits < 0 ? std::int64_t{std::numeric_limits<Bits>::min()} - wide : wide;
    };
    std::int64_t const from = place(a), to = place(b);
    return from < to ? static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from)
                     : static_cast<std::uint64_t>(from) - static_cast<std::uint64_t>(to);
}

/// An element as text, floats with all their digits.
template <class T>
std::string text(T const& x) {
    if constexpr (std::is_floating_point_v<T>) {
        char digits[40];
        std::snprintf(digits, sizeof(digits), "%.*g", std::numeric_limits<T>::max_digits10,
                      static_cast<double>(x));
        return digits;
    } else {
        return ::testing::PrintToString(x);
    }
}

/// Compares two vectors with `accept(actual, expected)` and tells the first few differences.
template <class T, class Accept>
::testing::AssertionResult compare(std::vector<T> const& actual, std::vector<T> const& expected,
                                   Accept accept) {
    if (actual.size() != expected.size())
        return ::testing::AssertionFailure()
               << actual.size() << " elements instead of " << expected.size();
    ::testing::AssertionResult result = ::testing::AssertionFailure();
    int wrong = 0;
    for (std::size_t i = 0; i < actual.size(); ++i) {
        T const x = actual[i], y = expected[i];
        if (accept(x, y))
            continue;
        if (++wrong <= 8)
            result << "[" << i << "] is " << text(x) << ", expected " << text(y) << "; ";
    }
    if (wrong == 0)
        return ::testing::AssertionSuccess();
    return result << wrong << " differences";
}

/// The elements of an array, view or expression are these (as `same` has it).
template <class X>
::testing::AssertionResult equal(X const& x, std::vector<element_t<X>> const& expected) {
    return compare(values(x), expected, [](auto const& a, auto const& b) { return same(a, b); });
}
/// The elements are these within a number of ulps; zeros of either sign are equal, NaN equals NaN.
template <class X>
::testing::AssertionResult within_ulps(X const& x, std::vector<element_t<X>> const& expected,
                                       std::uint64_t count) {
    return compare(values(x), expected, [count](auto a, auto b) { return ulps(a, b) <= count; });
}

}  // namespace twill_test
