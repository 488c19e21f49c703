// SPDX-License-Identifier: MIT
// Reductions in chunks: every length around the lanes' and the chunks', a special value at every
// place, several reducers over one chunk, results that do not depend on the threads.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstring>
#include <twill/array/windows.hpp>
#include <twill/twill.hpp>
#include <vector>

namespace {

namespace tw = twill;
using tw::extents;
using tw::host_array;
using tw::index_t;

template <class T>
host_array<T> waves(index_t n) {
    host_array<T> x{extents<1>(n)};
    for (index_t i = 0; i < n; ++i)
        x[i] = static_cast<T>((i * 7919 + i / 13) % 1009) * T(0.25) - T(100);
    return x;
}
template <class T>
T at(host_array<T, 0> const& x) {
    return tw::item(x);
}
template <class T>
bool same_bits(T a, T b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

template <class T>
struct chunks : ::testing::Test {};
using floats = ::testing::Types<float, double>;
TYPED_TEST_SUITE(chunks, floats);

TYPED_TEST(chunks, every_length) {
    using T = TypeParam;
    for (index_t n : {1, 2, 3, 15, 16, 17, 31, 32, 33, 63, 64, 65, 511, 512, 513, 1055, 40000}) {
        SCOPED_TRACE(n);
        auto const x = waves<T>(n);
        double low = 1e9, high = -1e9, total = 0, squares = 0;
        for (T v : x) {
            low = std::fmin(low, static_cast<double>(v));
            high = std::fmax(high, static_cast<double>(v));
            total += static_cast<double>(v);
        }
        double const average = total / static_cast<double>(n);
        for (T v : x)
            squares += (static_cast<double>(v) - average) * (static_cast<double>(v) - average);
        double const deviation = std::sqrt(squares / static_cast<double>(n));
        auto const [a, b, c, d] = tw::evaluate(min(x), max(x), mean(x), stddev(x));
        EXPECT_EQ(static_cast<double>(at(a)), low);
        EXPECT_EQ(static_cast<double>(at(b)), high);
        EXPECT_NEAR(static_cast<double>(at(c)), average, 1e-4);
        EXPECT_NEAR(static_cast<double>(at(d)), deviation, 1e-4);
        // Alone, and of an operand that is computed.
        host_array<T, 0> s = min(x);
        EXPECT_EQ(static_cast<double>(at(s)), low);
        s = max(x * T(2));
        EXPECT_EQ(static_cast<double>(at(s)), 2 * high);
        s = stddev(x * T(2));
        EXPECT_NEAR(static_cast<double>(at(s)), 2 * deviation, 2e-4);
    }
}

TYPED_TEST(chunks, not_a_number_is_found_anywhere) {
    using T = TypeParam;
    for (index_t n : {1, 5, 32, 33, 600})
        for (index_t i = 0; i < n; i += n < 100 ? 1 : 7)
            for (T const nan : {static_cast<T>(NAN), -static_cast<T>(NAN)}) {
                auto x = waves<T>(n);
                x[i] = nan;
                x[n / 2] = n / 2 == i ? nan : static_cast<T>(INFINITY);
                auto const [a, b, d] = tw::evaluate(min(x), max(x), stddev(x));
                EXPECT_TRUE(std::isnan(at(a)) && std::isnan(at(b)) && std::isnan(at(d)))
                    << i << " of " << n;
            }
}

TYPED_TEST(chunks, infinities_are_numbers) {
    using T = TypeParam;
    T const infinity = static_cast<T>(INFINITY);
    auto x = waves<T>(700);
    x[3] = infinity;
    x[600] = -infinity;
    host_array<T, 0> const low = min(x), high = max(x);
    EXPECT_EQ(at(low), -infinity);
    EXPECT_EQ(at(high), infinity);
}

TYPED_TEST(chunks, zeros_are_ordered_anywhere) {
    using T = TypeParam;
    for (index_t n : {1, 2, 31, 32, 33, 65, 515})
        for (index_t i = 0; i < n; i += n < 100 ? 1 : 37) {
            host_array<T> x{extents<1>(n)};
            x = T(0);
            x[i] = -T(0);
            host_array<T, 0> s = min(x);
            EXPECT_TRUE(same_bits(at(s), -T(0))) << i << " of " << n;
            s = max(x);
            EXPECT_TRUE(same_bits(at(s), n == 1 ? -T(0) : T(0))) << i << " of " << n;
            x = -T(0);
            x[i] = T(0);
            s = max(x);
            EXPECT_TRUE(same_bits(at(s), T(0))) << i << " of " << n;
            s = min(x);
            EXPECT_TRUE(same_bits(at(s), n == 1 ? T(0) : -T(0))) << i << " of " << n;
            // Beside numbers that lose.
            x[(i + 1) % n] = n > 1 ? T(-3) : T(0);
            s = max(x);
            EXPECT_TRUE(same_bits(at(s), T(0))) << i << " of " << n;
        }
}

TEST(reductions, of_rows_of_any_length_are_those_of_each_row) {
    for (index_t n : {1, 2, 3, 7, 9, 31, 64, 70, 300, 700}) {
        index_t const rows = 200;
        host_array<float, 2> m{extents<2>(rows, n)};
        auto const x = waves<float>(rows * n);
        for (index_t i = 0; i < rows * n; ++i)
            m(i / n, i % n) = x[i];
        host_array<float, 2> const t = transpose(m);
        auto const back = m(tw::full_extent, tw::slice(tw::none, tw::none, -1));
        // Rows, columns, and rows that do not lie one after the other.
        auto check = [&](auto const& all, int axis_number) {
            auto const axis = tw::axes(axis_number);
            auto const [total, high, at, spread] =
                tw::evaluate(sum(all, axis), max(all, axis), argmax(all, axis), var(all, axis));
            host_array<index_t> const alone = argmax(all, axis);
            for (index_t r = 0; r < rows; ++r) {
                host_array<float> const row = axis_number == 0
                                                  ? host_array<float>(all(tw::full_extent, r))
                                                  : host_array<float>(all(r, tw::full_extent));
                EXPECT_NEAR(total(r), tw::item(sum(row)), 0.01) << r << " of " << n;
                EXPECT_EQ(high(r), tw::item(max(row)));
                EXPECT_EQ(at(r), tw::item(argmax(row)));
                EXPECT_EQ(alone(r), at(r));
                EXPECT_NEAR(spread(r), tw::item(var(row)), 0.01);
            }
        };
        SCOPED_TRACE(n);
        check(m, 1);
        check(t, 0);
        check(back, 1);
        check(transpose(t), 1);
    }
}

// What every row has in common is computed for the first one, chunk by chunk or not at all.
TEST(reductions, of_costly_values_that_rows_share) {
    for (tw::index_t const n : {5, 300, 1000, 5000, 70001}) {
        tw::host_array<float> x{tw::extents(n)};
        for (tw::index_t j = 0; j < n; ++j)
            x[j] = static_cast<float>(j % 997) + 0.5f;
        auto const m = tw::broadcast_to(x, tw::extents(3, n));
        double wanted = 0;
        for (tw::index_t j = 0; j < n; ++j)
            wanted += static_cast<double>(j % 997);
        tw::index_t const highest = tw::index_t{n > 996 ? 996 : n - 1};
        tw::host_array<double> const totals = sum(tw::cast<double>(floor(m)), tw::axis<1>);
        tw::host_array<std::int64_t> const places = argmax(floor(m), tw::axis<1>);
        for (tw::index_t i = 0; i < 3; ++i) {
            EXPECT_EQ(totals[i], wanted) << n << " row " << i;
            EXPECT_EQ(places[i], highest) << n << " row " << i;
        }
    }
}

TEST(reductions, of_several_operands_read_each_its_own) {
    auto const a = waves<float>(3000);
    host_array<double> const b = tw::cast<double>(a) * 3.0;
    auto const [low, high, deviation] = tw::evaluate(min(a), max(b), stddev(exp(b * 0.01) - 1.0));
    host_array<float, 0> const low_alone = min(a);
    host_array<double, 0> const high_alone = max(b);
    host_array<double, 0> const deviation_alone = stddev(exp(b * 0.01) - 1.0);
    EXPECT_EQ(at(low), at(low_alone));
    EXPECT_EQ(at(high), at(high_alone));
    EXPECT_EQ(at(deviation), at(deviation_alone));
    // Costly functions that keep their values for a row, of two reductions together.
    auto const m = reshape(b, 30, 100);
    auto const scale = exp(m(tw::slice(0, 1)) * 0.001);
    auto const [left, right] =
        tw::evaluate(sum(scale * m, tw::axis<1>), var(scale + m, tw::axis<1>));
    host_array<double, 2> const product = scale * m, total = scale + m;
    host_array<double> const left_alone = sum(product, tw::axis<1>);
    host_array<double> const right_alone = var(total, tw::axis<1>);
    for (index_t i = 0; i < 30; ++i) {
        EXPECT_DOUBLE_EQ(left[i], left_alone[i]);
        EXPECT_DOUBLE_EQ(right[i], right_alone[i]);
    }
}

/// Every shape takes another cut into stretches of columns and of rows.
TEST(reductions, of_columns_of_every_shape) {
    for (auto const& [rows, columns] : {std::pair<index_t, index_t>{3, 5},
                                        {64, 255},
                                        {65, 256},
                                        {129, 257},
                                        {1000, 600},
                                        {1025, 512},
                                        {33, 9000},
                                        {600, 4097},
                                        {3000, 1001}}) {
        SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns));
        host_array<double, 2> m{extents(rows, columns)};
        for (index_t i = 0; i < rows; ++i)
            for (index_t j = 0; j < columns; ++j)
                m(i, j) = static_cast<double>(i * 31 % 17 + j);
        host_array<double> const total = sum(m, tw::axis<0>);
        host_array<double> const high = max(m, tw::axis<0>);
        host_array<double> const deviation = var(m, tw::axis<0>);
        // A costly function of the columns alone, and a user's function, which sees elements only.
        auto const column = m(tw::slice(0, 1));
        host_array<double> const scaled = sum(m + exp(column * 1e-4), tw::axis<0>);
        std::atomic<bool> stray = false;  // set on several threads
        auto plus = [&](double a, double b) {
            if (a < 0 || b < 0)
                stray = true;
            return a + b;
        };
        host_array<double> const own = reduce(m, plus, 0.0, tw::axis<0>);
        EXPECT_FALSE(stray);
        double rest = 0, squares = 0, most = 0;
        for (index_t i = 0; i < rows; ++i) {
            double const x = static_cast<double>(i * 31 % 17);
            rest += x;
            squares += x * x;
            most = std::fmax(most, x);
        }
        double const n = static_cast<double>(rows);
        double const want = squares / n - rest / n * rest / n;
        for (index_t j = 0; j < columns; ++j) {
            double const x = static_cast<double>(j);
            ASSERT_EQ(total[j], rest + n * x) << j;
            ASSERT_EQ(own[j], rest + n * x) << j;
            ASSERT_EQ(high[j], most + x) << j;
            ASSERT_NEAR(deviation[j], want, 1e-9) << j;
            ASSERT_NEAR(scaled[j], rest + n * (x + std::exp(x * 1e-4)), 1e-6 * n) << j;
        }
    }
}

/// The bits of a result, with one thread and with several.
template <class Run>
void expect_same_bits_whatever_the_threads(Run&& run) {
    int const before = tw::thread_count();
    tw::set_thread_count(1);
    auto const one = run();
    for (int const threads : {2, 3, 7}) {
        tw::set_thread_count(threads);
        auto const several = run();
        EXPECT_EQ(std::memcmp(one.data(), several.data(),
                              static_cast<std::size_t>(one.size()) * sizeof(*one.data())),
                  0)
            << threads;
    }
    tw::set_thread_count(before);
}
TEST(reductions, do_not_depend_on_the_threads) {
    auto const x = waves<float>(1 << 20);
    auto const m = reshape(x, 512, 2048);
    expect_same_bits_whatever_the_threads([&] { return host_array<float>(sum(m, tw::axis<0>)); });
    expect_same_bits_whatever_the_threads([&] { return host_array<float>(var(m, tw::axis<0>)); });
    expect_same_bits_whatever_the_threads([&] { return host_array<float>(var(m, tw::axis<1>)); });
    expect_same_bits_whatever_the_threads([&] { return host_array<float, 0>(stddev(x)); });
}

/// Flags are joined as bytes: ends of chunks, none, one and all but one set.
TEST(reductions, flags_of_any_length) {
    for (tw::index_t const n : {1, 5, 31, 32, 33, 511, 512, 513, 5000}) {
        host_array<bool> x(n);
        x = false;
        EXPECT_FALSE(tw::item(any(x))) << n;
        EXPECT_FALSE(tw::item(all(x))) << n;
        EXPECT_EQ(tw::item(count_nonzero(x)), 0) << n;
        x[n - 1] = true;
        EXPECT_TRUE(tw::item(any(x))) << n;
        EXPECT_EQ(tw::item(count_nonzero(x)), 1) << n;
        x = true;
        EXPECT_TRUE(tw::item(all(x))) << n;
        EXPECT_EQ(tw::item(count_nonzero(x)), n) << n;
        x[n / 2] = false;
        EXPECT_FALSE(tw::item(all(x))) << n;
        EXPECT_EQ(tw::item(count_nonzero(x)), n - 1) << n;
    }
}

/// Sliding windows: the elements of an output, and those of neighbouring outputs, are neighbours.
TEST(windows, every_reducer) {
    for (index_t const width : {67, 90, 300, 1300}) {
        host_array<double, 2> const m = reshape(waves<double>(9 * width), extents(9, width));
        auto const w = tw::sliding_window_view<3, 5>(m);
        host_array<double, 2> const sums = sum(w, tw::axis<2, 3>), best = max(w, tw::axis<2, 3>);
        host_array<double, 2> const spread = var(w, tw::axis<2, 3>);
        host_array<index_t, 3> const place = argmax(w, tw::axis<3>);
        auto const [joint_sums, joint_best] =
            tw::evaluate(sum(w, tw::axis<2, 3>), max(w, tw::axis<2, 3>));
        EXPECT_TRUE(tw::item(array_equal(joint_sums, sums)));
        EXPECT_TRUE(tw::item(array_equal(joint_best, best)));
        for (index_t i = 0; i < 7; ++i)
            for (index_t j = 0; j < width - 4; ++j) {
                double sum = 0, squares = 0, greatest = m(i, j);
                auto x = [&](index_t k) { return m(i + k / 5, j + k % 5); };
                for (index_t k = 0; k < 15; ++k) {
                    sum += x(k);
                    greatest = std::max<double>(greatest, x(k));
                }
                for (index_t k = 0; k < 15; ++k)
                    squares += (x(k) - sum / 15) * (x(k) - sum / 15);
                ASSERT_EQ(tw::item(sums, i, j), sum);
                ASSERT_EQ(tw::item(best, i, j), greatest);
                for (index_t row = 0; row < 3; ++row) {
                    index_t at = 0;
                    for (index_t k = 0; k < 5; ++k)
                        at = x(row * 5 + k) > x(row * 5 + at) ? k : at;
                    ASSERT_EQ(tw::item(place, i, j, row), at);
                }
                ASSERT_NEAR(tw::item(spread, i, j), squares / 15, 1e-9);
            }
    }
}

TEST(windows, bits_do_not_depend_on_the_threads) {
    host_array<float> const x = sin(tw::arange<float>(70000));
    auto const all = [&] {
        return tw::evaluate(sum(tw::sliding_window_view<33>(x), tw::axis<1>),
                            sum(tw::sliding_window_view<200>(x), tw::axis<1>),
                            var(tw::sliding_window_view<33>(x), tw::axis<1>));
    };
    tw::set_thread_count(1);
    auto const [a, b, c] = all();
    tw::set_thread_count(4);
    auto const [d, e, f] = all();
    EXPECT_TRUE(tw::item(array_equal(a, d)) && tw::item(array_equal(b, e)));
    EXPECT_TRUE(tw::item(array_equal(c, f)));
    tw::set_thread_count(0);
}

}  // namespace
