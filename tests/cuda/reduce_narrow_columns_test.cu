// SPDX-License-Identifier: MIT
// Reductions of rows of few columns, of which teams of threads have those of one place along the
// outer axes: of every width, number of rows and start. Elements are small integers, so that sums
// are exact.
#include <twill/half.hpp>
#include <twill/index.cuh>
#include <twill/twill.cuh>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/series.hpp"
#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;
using tw::index_t;

namespace {

constexpr auto middle = tw::axis<1>;

int element(index_t i) { return static_cast<int>(i * 7919 % 31 % 5); }

/// of(an array of planes x rows x columns) along the middle axis, beside wanted(a column).
template <class T, class Of, class Wanted>
void check(Of&& of, Wanted&& wanted, double tolerance = 0) {
    for (index_t const columns : {1, 2, 3, 4, 5, 7, 8, 12, 16, 24, 31, 48, 64, 100, 128, 200})
        for (index_t const rows : {2, 3, 10, 63, 341})
            for (index_t const planes : {1, 2, 9, 700})
                for (index_t const start : {0, 1}) {
                    if (planes * rows * columns > 200000)
                        continue;
                    SCOPED_TRACE(std::to_string(planes) + " x " + std::to_string(rows) + " x " +
                                 std::to_string(columns) + " from " + std::to_string(start));
                    index_t const size = planes * rows * columns;
                    std::vector<T> x(static_cast<std::size_t>(size + start));
                    for (index_t i = 0; i < size + start; ++i)
                        x[static_cast<std::size_t>(i)] =
                            static_cast<T>(static_cast<float>(element(i)));
                    auto const all = to_space(x);
                    auto const t =
                        reshape(all(tw::slice(start, size + start)), planes, rows, columns);
                    auto const got = values(of(t));
                    ASSERT_EQ(got.size(), static_cast<std::size_t>(planes * columns));
                    for (index_t p = 0; p < planes; ++p)
                        for (index_t c = 0; c < columns; ++c) {
                            series line;
                            for (index_t r = 0; r < rows; ++r)
                                line.push_back(element(start + (p * rows + r) * columns + c));
                            ASSERT_NEAR(
                                static_cast<double>(got[static_cast<std::size_t>(p * columns + c)]),
                                wanted(line), tolerance)
                                << "plane " << p << ", column " << c;
                        }
                }
}

TEST(reduce_narrow_columns, sums_of_float32) {
    check<float>([](auto const& t) { return tw::evaluate(sum(t, middle)); }, sum_of);
}
TEST(reduce_narrow_columns, sums_of_float64) {
    check<double>([](auto const& t) { return tw::evaluate(sum(t, middle)); }, sum_of);
}
TEST(reduce_narrow_columns, sums_of_float16) {
    check<tw::float16>([](auto const& t) { return tw::evaluate(tw::sum<float>(t, middle)); },
                       sum_of);
}
TEST(reduce_narrow_columns, sums_of_bytes) {
    check<std::uint8_t>([](auto const& t) { return tw::evaluate(sum(t, middle)); }, sum_of);
}
TEST(reduce_narrow_columns, largest_of_int16) {
    check<std::int16_t>([](auto const& t) { return tw::evaluate(max(t, middle)); }, largest_of);
}
TEST(reduce_narrow_columns, squares) {
    check<float>([](auto const& t) { return tw::evaluate(sum(t * t + t, middle)); },
                 [](series const& x) {
                     double sum = 0;
                     for (double const e : x)
                         sum += e * e + e;
                     return sum;
                 });
}
TEST(reduce_narrow_columns, variances) {
    check<float>([](auto const& t) { return tw::evaluate(var(t, middle)); }, variance_of, 1e-4);
}
TEST(reduce_narrow_columns, variances_of_float16) {
    check<tw::float16>([](auto const& t) { return tw::evaluate(tw::var<float>(t, middle)); },
                       variance_of, 1e-4);
}

TEST(reduce_narrow_columns, positions) {
    check<float>([](auto const& t) { return tw::evaluate(argmax(t, middle)); }, position_of);
}
TEST(reduce_narrow_columns, positions_of_bytes) {
    check<std::uint8_t>([](auto const& t) { return tw::evaluate(argmax(t * t, middle)); },
                        position_of);
}
TEST(reduce_narrow_columns, positions_of_nan_and_infinity) {
    constexpr float inf = std::numeric_limits<float>::infinity();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> x(3 * 60 * 7, -inf);
    x[(10 * 7) + 2] = nan;
    x[(50 * 7) + 2] = inf;
    x[(59 * 7) + 3] = 1;
    x[(31 * 7) + 4] = nan;
    x[(30 * 7) + 4] = nan;
    auto const all = to_space(x);
    auto const got = values(tw::evaluate(argmax(reshape(all, 3, 60, 7), middle)));
    std::vector<index_t> want(21, 0);
    want[2] = 10;
    want[3] = 59;
    want[4] = 30;
    for (std::size_t i = 0; i < want.size(); ++i)
        EXPECT_EQ(static_cast<index_t>(got[i]), want[i]) << i;
}

// Indices beside which lies what is no index.
TEST(reduce_narrow_columns, elements_at_indices) {
    std::vector<float> x = {1, 2, 3, 4, 5, 6, 7};
    std::vector<index_t> at(304, -1000);
    for (index_t i = 1; i < 304; ++i)
        at[static_cast<std::size_t>(i)] = i * 5 % 7;
    auto const a = to_space(x);
    auto const all = to_space(at);
    auto const indices = tw::evaluate(reshape(all(tw::slice(1, 304)), 101, 3));
    auto const got = values(tw::evaluate(sum(a(indices), tw::axis<0>)));
    for (index_t c = 0; c < 3; ++c) {
        double want = 0;
        for (index_t r = 0; r < 101; ++r)
            want += x[static_cast<std::size_t>((1 + r * 3 + c) * 5 % 7)];
        EXPECT_EQ(static_cast<double>(got[static_cast<std::size_t>(c)]), want);
    }
}

// So many rows of few columns in few planes that blocks have parts of them.
TEST(reduce_narrow_columns, parts_of_planes) {
    for (index_t const columns : {1, 3, 4, 10, 17, 60})
        for (index_t const planes : {1, 3}) {
            SCOPED_TRACE(columns);
            index_t const rows = 400000 / columns + 1;
            tw::device_array<float, 3> const t = reshape(
                tw::cast<float>(tw::arange(planes * rows * columns) % 7), planes, rows, columns);
            auto const got = values(tw::evaluate(sum(t, middle)));
            for (index_t p = 0; p < planes; ++p)
                for (index_t c = 0; c < columns; ++c) {
                    double want = 0;
                    for (index_t r = 0; r < rows; ++r)
                        want += static_cast<double>(((p * rows + r) * columns + c) % 7);
                    ASSERT_EQ(static_cast<double>(got[static_cast<std::size_t>(p * columns + c)]),
                              want)
                        << "plane " << p << ", column " << c;
                }
        }
}

}  // namespace
