// SPDX-License-Identifier: MIT
#pragma once

// For tests of sorts: the same calls on either space, and what they must give.

#include <algorithm>
#include <numeric>
#include <random>

#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/sort.cuh>
#else
#include <twill/sort.hpp>
#endif

namespace twill_test {

/// Some of few values, NaN, infinities and both zeros among those of floats.
template <class T>
std::vector<T> mixed_values(std::size_t count, unsigned seed, int range = 50) {
    std::mt19937 random(seed);
    std::vector<T> result(count);
    for (std::size_t i = 0; i < count; ++i) {
        T x{};
        auto const number = static_cast<int>(random() % static_cast<unsigned>(range)) - range / 2;
        if constexpr (std::is_integral_v<T>)
            x = static_cast<T>(number);
        else
            x = static_cast<T>(static_cast<float>(number));
        if constexpr (twill::detail::is_floating<T>) {
            switch (random() % 16) {
                case 0:
                    x = static_cast<T>(std::numeric_limits<float>::quiet_NaN());
                    break;
                case 1:
                    x = static_cast<T>(-std::numeric_limits<float>::quiet_NaN());
                    break;
                case 2:
                    x = static_cast<T>(-0.0f);
                    break;
                case 3:
                    x = static_cast<T>(std::numeric_limits<float>::infinity());
                    break;
                default:
                    break;
            }
        }
        result[i] = x;
    }
    return result;
}

/// Whether a comes before b: NaN last in either direction.
template <class T>
bool reference_before(T const& a, T const& b, bool descending) {
    if constexpr (twill::detail::is_floating<T>) {
        auto const x = static_cast<double>(a), y = static_cast<double>(b);
        if (std::isnan(x) || std::isnan(y))
            return !std::isnan(x) && std::isnan(y);
        return descending ? y < x : x < y;
    } else {
        return descending ? b < a : a < b;
    }
}
/// Where the elements of lines of `length` stand in order.
template <class T>
std::vector<twill::index_t> reference_order(std::vector<T> const& x, std::size_t length,
                                            bool descending = false) {
    std::vector<twill::index_t> result(x.size());
    for (std::size_t first = 0; first < x.size(); first += length) {
        auto const begin = result.begin() + static_cast<std::ptrdiff_t>(first);
        std::iota(begin, begin + static_cast<std::ptrdiff_t>(length), twill::index_t{0});
        auto const at = [&](twill::index_t i) { return x[first + static_cast<std::size_t>(i)]; };
        std::stable_sort(begin, begin + static_cast<std::ptrdiff_t>(length),
                         [&](twill::index_t a, twill::index_t b) {
                             return reference_before<T>(at(a), at(b), descending);
                         });
    }
    return result;
}
template <class T>
std::vector<T> reference_taken(std::vector<T> const& x, std::vector<twill::index_t> const& order,
                               std::size_t length) {
    std::vector<T> result(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        result[i] = x[i / length * length + static_cast<std::size_t>(order[i])];
    return result;
}

/// Equal as numbers: NaN equals NaN, and zeros of both signs are equal.
template <class T>
bool same_number(T const& a, T const& b) {
    if constexpr (twill::detail::is_floating<T>) {
        auto const x = static_cast<double>(a), y = static_cast<double>(b);
        return x == y || (std::isnan(x) && std::isnan(y));
    } else {
        return a == b;
    }
}
template <class X>
::testing::AssertionResult same_numbers(X const& x, std::vector<element_t<X>> const& expected) {
    auto const found = values(x);
    if (found.size() != expected.size())
        return ::testing::AssertionFailure()
               << found.size() << " elements instead of " << expected.size();
    for (std::size_t i = 0; i < found.size(); ++i)
        if (!same_number<element_t<X>>(found[i], expected[i]))
            return ::testing::AssertionFailure() << "element " << i << " differs";
    return ::testing::AssertionSuccess();
}

}  // namespace twill_test
