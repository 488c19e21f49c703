// SPDX-License-Identifier: MIT
// Elements of given ranks: numbers for which the bounds of a sample are good, useless or wrong.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <twill/sort.hpp>
#include <twill/statistics.hpp>
#include <twill/twill.hpp>
#include <vector>

namespace {

namespace tw = twill;
using tw::extents;
using tw::host_array;
using tw::index_t;

/// Lines of several kinds.
template <class T>
host_array<T, 2> lines_of(index_t length) {
    constexpr index_t kinds = 8;
    host_array<T, 2> x(kinds, length);
    std::mt19937 engine(5);
    for (index_t i = 0; i < length; ++i) {
        x(0, i) = static_cast<T>(engine() % 100000);
        x(1, i) = static_cast<T>(i);
        x(2, i) = static_cast<T>(length - i);
        x(3, i) = T(7);
        x(4, i) = static_cast<T>(engine() % 3);
        x(5, i) = static_cast<T>(i % 16 == 0 ? 0 : i);  // a sample sees zeros alone
        x(6, i) = static_cast<T>(i < length / 2 ? i : length - i);
        x(7, i) = static_cast<T>(engine() % 50);
        if constexpr (std::is_floating_point_v<T>)
            if (engine() % 4 == 0)
                x(7, i) = engine() % 2 ? std::numeric_limits<T>::quiet_NaN() : -T(0);
    }
    return x;
}

template <class T>
struct select : ::testing::Test {};
using elements = ::testing::Types<float, double, std::int32_t, std::uint8_t>;
TYPED_TEST_SUITE(select, elements);

TYPED_TEST(select, what_sorting_gives) {
    using T = TypeParam;
    auto same = [](T a, T b) { return a == b || (a != a && b != b); };
    for (index_t const length : {1, 40, 1023, 1024, 1500, 20011}) {
        auto const x = lines_of<T>(length);
        host_array<T, 2> const sorted = tw::sort(x);
        host_array<index_t, 2> const up = tw::argsort(x);
        host_array<index_t, 2> const down = tw::argsort(x, tw::axis<-1>, tw::descending);
        for (index_t const k : {index_t{1}, index_t{10}, length / 8, length / 2, length}) {
            if (k < 1 || k > length)
                continue;
            auto const [most, most_at] = tw::top_k(x, k);
            auto const [least, least_at] = tw::top_k(x, k, tw::axis<-1>, tw::ascending);
            host_array<T, 2> const parted = tw::partition(x, k - 1);
            host_array<T, 2> const again = tw::sort(parted);
            for (index_t line = 0; line < x.shape()[0]; ++line) {
                for (index_t i = 0; i < k; ++i) {
                    ASSERT_EQ(tw::item(most_at, line, i), down(line, i)) << length << ' ' << k;
                    ASSERT_EQ(tw::item(least_at, line, i), up(line, i)) << length << ' ' << k;
                    ASSERT_TRUE(same(tw::item(most, line, i), x(line, down(line, i))));
                    ASSERT_TRUE(same(tw::item(least, line, i), x(line, up(line, i))));
                }
                T const pivot = sorted(line, k - 1);
                ASSERT_TRUE(same(parted(line, k - 1), pivot)) << length << ' ' << k << ' ' << line;
                bool right = true;
                for (index_t i = 0; i < length; ++i) {
                    T const y = parted(line, i);
                    right = right && same(again(line, i), sorted(line, i)) &&
                            (pivot != pivot || (i < k ? y <= pivot : !(y < pivot)));
                }
                ASSERT_TRUE(right) << length << ' ' << k << ' ' << line;
            }
        }
        if constexpr (std::is_floating_point_v<T>) {
            host_array<T> const middle = tw::median(x, tw::axis<1>);
            for (index_t line = 0; line < 7; ++line) {
                T const a = sorted(line, (length - 1) / 2), b = sorted(line, length / 2);
                ASSERT_NEAR(middle[line], a + (b - a) / 2, 1e-3 * static_cast<double>(b + 1));
            }
        }
    }
}

}  // namespace
