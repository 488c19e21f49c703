// SPDX-License-Identifier: MIT
#pragma once

// What the tests of hoisting and of reuse share: operands, comparisons, a function of the user.

#include "support/testing.hpp"

namespace twill_test {

using twill::extents;
using twill::full_extent;
using twill::index_t;
using twill::newaxis;
using twill::none;
using twill::slice;

/// Numbers without a pattern in [0.1, 1.1), or small integers.
template <class T>
T number(index_t i, int seed) {
    index_t const x = (i * 7919 + seed * 104729 + i / 251 * 31) % 1000;
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(x % 7);
    else
        return static_cast<T>(0.1 + static_cast<double>(x) * 1e-3);
}
template <class T, int Rank>
array<T, Rank> numbers(extents<Rank> const& shape, int seed) {
    std::vector<T> all;
    for (index_t i = 0; i < shape.size(); ++i)
        all.push_back(number<T>(i, seed));
    return to_space(all, shape);
}
template <class T>
array<T> line(index_t count, int seed) {
    return numbers<T>(extents<1>(count), seed);
}

/// Equal up to `tolerance` relative to the larger of 1 and the expected value: sums may be
/// contracted differently.
template <class X, class Y>
::testing::AssertionResult close(X const& x, Y const& expected, double tolerance = 1e-13) {
    return compare(values(x), values(expected), [tolerance](auto a, auto b) {
        double const p = static_cast<double>(a), q = static_cast<double>(b);
        return std::fabs(p - q) <= tolerance * std::fmax(1.0, std::fabs(q));
    });
}
template <class X, class Y>
::testing::AssertionResult identical(X const& x, Y const& expected) {
    return equal(x, values(expected));
}

/// How many elements are still -1.
template <class X>
index_t untouched(X const& x) {
    index_t count = 0;
    for (auto const v : values(x))
        count += v == -1.0f ? 1 : 0;
    return count;
}

/// Exact for small integers of any type.
struct curve {
    template <class T>
    TWILL_TEST_HD T operator()(T x) const {
        return static_cast<T>(x * x - x);
    }
};

}  // namespace twill_test
