// SPDX-License-Identifier: MIT
// Extrema, their positions and any/all on the host against plain loops: every element type, lengths
// around the vectors' and the chunks', NaN and both zeros at every place of a vector.
#include <gtest/gtest.h>
#include <twill/twill.hpp>

#include <cmath>
#include <cstdint>
#include <limits>

namespace tw = twill;
using tw::axis;
using tw::index_t;

namespace {

constexpr index_t lengths[] = {1, 2, 31, 63, 64, 65, 127, 128, 129, 200, 511, 513, 1500, 40000};

template <class T>
T value_at(index_t i, index_t seed) {
    auto const mixed = static_cast<std::uint64_t>(i * 7919 + seed * 104729 + 1) * 2654435761u;
    return static_cast<T>(static_cast<std::int64_t>((mixed >> 16) % 250) -
                          (std::is_signed_v<T> ? 125 : 0));
}

template <class T>
class extrema : public testing::Test {};
using element_types =
    testing::Types<float, double, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                   std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, bool>;
TYPED_TEST_SUITE(extrema, element_types);

TYPED_TEST(extrema, are_those_of_a_loop) {
    using T = TypeParam;
    for (index_t const n : lengths) {
        tw::host_array<T> a(n);
        for (index_t i = 0; i < n; ++i)
            a[i] = value_at<T>(i, n);
        index_t least = 0, greatest = 0;
        for (index_t i = 0; i < n; ++i) {
            least = a[i] < a[least] ? i : least;
            greatest = a[i] > a[greatest] ? i : greatest;
        }
        EXPECT_EQ(tw::item(min(a)), a[least]) << n;
        EXPECT_EQ(tw::item(max(a)), a[greatest]) << n;
        EXPECT_EQ(tw::item(argmin(a)), least) << n;
        EXPECT_EQ(tw::item(argmax(a)), greatest) << n;
    }
}

TYPED_TEST(extrema, of_columns_are_those_of_a_loop) {
    using T = TypeParam;
    for (index_t const n : {1, 7, 8, 33, 64, 130}) {
        tw::host_array<T, 2> m(70, n);
        for (index_t i = 0; i < 70; ++i)
            for (index_t j = 0; j < n; ++j)
                m(i, j) = value_at<T>(i, j);
        auto const least = evaluate(min(m, axis<0>));
        auto const greatest = evaluate(max(m, axis<0>));
        for (index_t j = 0; j < n; ++j) {
            T low = m(0, j), high = m(0, j);
            for (index_t i = 1; i < 70; ++i) {
                low = m(i, j) < low ? T(m(i, j)) : low;
                high = m(i, j) > high ? T(m(i, j)) : high;
            }
            EXPECT_EQ(least[j], low);
            EXPECT_EQ(greatest[j], high);
        }
    }
}

template <class T>
class special_values : public testing::Test {};
using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(special_values, floats);

TYPED_TEST(special_values, nan_is_found_wherever_it_stands) {
    using T = TypeParam;
    constexpr T nan = std::numeric_limits<T>::quiet_NaN();
    for (index_t const n : {5, 64, 130, 700}) {
        tw::host_array<T> a(n);
        a = -tw::arange<T>(n) - T(1);
        tw::host_array<T, 2> m(3, n);
        for (index_t i = 0; i < n; ++i) {
            T const kept = a[i];
            a[i] = nan;
            EXPECT_TRUE(std::isnan(tw::item(max(a))));
            EXPECT_TRUE(std::isnan(tw::item(min(a))));
            EXPECT_EQ(tw::item(argmax(a)), i);
            EXPECT_EQ(tw::item(argmin(a)), i);
            for (index_t row = 0; row < 3; ++row) {
                m = T(1);
                m(row, i) = nan;
                EXPECT_TRUE(std::isnan(evaluate(max(m, axis<0>))[i]));
                EXPECT_TRUE(std::isnan(evaluate(min(m, axis<0>))[i]));
                EXPECT_EQ(evaluate(max(m, axis<0>))[(i + 1) % n], T(1));
                if (n > 130)
                    break;
            }
            a[i] = kept;
        }
    }
}

TYPED_TEST(special_values, of_two_zeros_the_better_one_is_kept) {
    using T = TypeParam;
    for (index_t const n : {2, 64, 131}) {
        tw::host_array<T> a(n);
        for (index_t i = 0; i < n; ++i) {
            a = T(0);
            a[i] = -T(0);
            EXPECT_TRUE(std::signbit(tw::item(min(a))));
            EXPECT_FALSE(std::signbit(tw::item(max(a))));
            a = -T(0);
            a[i] = T(0);
            EXPECT_TRUE(std::signbit(tw::item(min(a))));
            EXPECT_FALSE(std::signbit(tw::item(max(a))));
        }
        tw::host_array<T, 2> m(2, n);
        for (index_t row = 0; row < 2; ++row) {
            m = T(0);
            m(row) = -T(0);
            auto const least = evaluate(min(m, axis<0>));
            auto const greatest = evaluate(max(m, axis<0>));
            for (index_t j = 0; j < n; ++j) {
                EXPECT_TRUE(std::signbit(least[j]));
                EXPECT_FALSE(std::signbit(greatest[j]));
            }
        }
    }
}

// Infinities of both signs and sums that overflow look like NaN at first.
TYPED_TEST(special_values, infinities_of_both_signs_are_no_nan) {
    using T = TypeParam;
    constexpr T inf = std::numeric_limits<T>::infinity();
    constexpr T huge = std::numeric_limits<T>::max();
    for (index_t const n : {64, 700, 9000, 40001}) {
        tw::host_array<T> a(n);
        a = tw::arange<T>(n);
        a(tw::slice(0, tw::none, 7)) = -inf;
        a[n - 2] = inf;
        EXPECT_EQ(tw::item(max(a)), inf);
        EXPECT_EQ(tw::item(min(a)), -inf);
        EXPECT_EQ(tw::item(argmax(a)), n - 2);
        EXPECT_EQ(tw::item(argmin(a)), 0);
        a = huge;
        a[n / 2] = -huge;
        a[n - 1] = -inf;
        EXPECT_EQ(tw::item(max(a)), huge);
        EXPECT_EQ(tw::item(argmax(a)), 0);
        EXPECT_EQ(tw::item(argmin(a)), n - 1);
        a[n - 1] = huge;
        EXPECT_EQ(tw::item(argmin(a)), n / 2);
        a[n / 3] = std::numeric_limits<T>::quiet_NaN();
        EXPECT_EQ(tw::item(argmin(a)), n / 3);
        EXPECT_EQ(tw::item(argmax(a)), n / 3);
    }
}

TYPED_TEST(special_values, infinities_are_values) {
    using T = TypeParam;
    constexpr T inf = std::numeric_limits<T>::infinity();
    tw::host_array<T> a(300);
    a = -inf;
    EXPECT_EQ(tw::item(max(a)), -inf);
    EXPECT_EQ(tw::item(argmax(a)), 0);
    a[299] = T(-1e30);
    EXPECT_EQ(tw::item(argmax(a)), 299);
}

TEST(decided, one_element_anywhere_decides) {
    for (index_t const n : {1, 100, 5000, 300000}) {
        tw::host_array<bool> some(n), every(n);
        tw::host_array<float> x(n);
        some = false;
        every = true;
        x = 0.0f;
        EXPECT_FALSE(tw::item(any(some)));
        EXPECT_TRUE(tw::item(all(every)));
        EXPECT_FALSE(tw::item(any(x > 1.0f)));
        for (index_t const i : {index_t{0}, n / 2, n - 1}) {
            some[i] = true;
            every[i] = false;
            x[i] = 2.0f;
            EXPECT_TRUE(tw::item(any(some))) << n << ' ' << i;
            EXPECT_FALSE(tw::item(all(every))) << n << ' ' << i;
            EXPECT_TRUE(tw::item(any(x > 1.0f))) << n << ' ' << i;
            EXPECT_EQ(tw::item(count_nonzero(some)), 1);
            some[i] = false;
            every[i] = true;
            x[i] = 0.0f;
        }
    }
}

/// Columns whose rows come several at a time, also read backwards: the first of equal values, NaN
/// before all, in every column of a register and behind the last one.
TYPED_TEST(extrema, of_columns_are_located) {
    using T = TypeParam;
    for (index_t const rows : {3, 4, 9, 64, 70})
        for (index_t const columns : {5, 40, 131, 300}) {
            tw::host_array<T, 2> m(rows, columns);
            for (index_t i = 0; i < rows; ++i)
                for (index_t j = 0; j < columns; ++j) {
                    m(i, j) = j % 2 != 0 ? value_at<T>(i * columns + j, rows % 5)
                                         : static_cast<T>((i * 7 + j) % 5);
                    if constexpr (std::is_floating_point_v<T>)
                        if ((i * 31 + j) % (rows + 40) == 17)
                            m(i, j) = std::numeric_limits<T>::quiet_NaN();
                }
            auto const expect = [&](auto const& x) {
                tw::host_array<index_t> const least = argmin(x, axis<0>);
                tw::host_array<index_t> const greatest = argmax(x, axis<0>);
                for (index_t j = 0; j < columns; ++j) {
                    index_t low = 0, high = 0;
                    auto const wins = [](T a, T b, bool better) {
                        return !tw::isnan(b) && (tw::isnan(a) || better);
                    };
                    for (index_t i = 0; i < rows; ++i) {
                        low = wins(x(i, j), x(low, j), x(i, j) < x(low, j)) ? i : low;
                        high = wins(x(i, j), x(high, j), x(i, j) > x(high, j)) ? i : high;
                    }
                    ASSERT_EQ(least(j), low) << rows << 'x' << columns << ", column " << j;
                    ASSERT_EQ(greatest(j), high) << rows << 'x' << columns << ", column " << j;
                }
            };
            expect(m(tw::full_extent, tw::full_extent));
            expect(flip(m, axis<0>));
            expect(m(tw::slice(tw::none, tw::none, -1), tw::slice(tw::none, tw::none, -1)));
        }
}

/// Of zeros a maximum has the one without a sign, wherever it stands.
TEST(extrema_of_zeros, have_the_better_sign) {
    for (index_t const n : {1, 5, 31, 32, 33, 64, 100, 1000})
        for (index_t at = 0; at < n; at += n > 100 ? 37 : 1) {
            tw::host_array<float> a(n), b(n);
            a = 0.0f;
            b = -0.0f;
            EXPECT_TRUE(std::signbit(tw::item(max(b))) && !std::signbit(tw::item(min(a))));
            a[at] = -0.0f;
            b[at] = 0.0f;
            ASSERT_TRUE(std::signbit(tw::item(min(a)))) << n << ' ' << at;
            ASSERT_FALSE(std::signbit(tw::item(max(b)))) << n << ' ' << at;
            tw::host_array<double> const c = tw::cast<double>(a), d = tw::cast<double>(b);
            ASSERT_TRUE(std::signbit(tw::item(min(c)))) << n << ' ' << at;
            ASSERT_FALSE(std::signbit(tw::item(max(d)))) << n << ' ' << at;
        }
}

}  // namespace
