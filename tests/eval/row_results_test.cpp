// SPDX-License-Identifier: MIT
// Expressions over reductions of trailing axes that end with one value a row, and whole arrays as
// one row. The values are those of loops in float64.
#include "support/reductions.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

constexpr auto rows = tw::axis<1>;

std::vector<float> waves(std::size_t n, float scale = 0.003f) {
    std::vector<float> x(n);
    for (std::size_t i = 0; i < n; ++i)
        x[i] = static_cast<float>((i * 7919 + i / 13) % 1009) * scale;
    return x;
}
template <class X>
::testing::AssertionResult near(X const& actual, std::vector<double> const& expected,
                                double tolerance = 1e-4) {
    auto const got = values(actual);
    if (got.size() != expected.size())
        return ::testing::AssertionFailure() << got.size() << " elements";
    for (std::size_t i = 0; i < got.size(); ++i)
        if (!(std::abs(static_cast<double>(got[i]) - expected[i]) <=
              tolerance * std::fmax(1e-2, std::abs(expected[i]))))
            return ::testing::AssertionFailure()
                   << "[" << i << "] is " << got[i] << ", not " << expected[i];
    return ::testing::AssertionSuccess();
}
double log_sum_exp(float const* row, std::size_t n) {
    double most = -INFINITY, sum = 0;
    for (std::size_t j = 0; j < n; ++j)
        most = std::fmax(most, row[j]);
    for (std::size_t j = 0; j < n; ++j)
        sum += std::exp(row[j] - most);
    return std::log(sum) + most;
}

TEST(row_results, every_length) {
    for (std::size_t const n : {1u, 3u, 4u, 31u, 64u, 100u, 257u, 1001u, 4096u, 16387u, 140000u}) {
        SCOPED_TRACE(n);
        std::size_t const count = n < 1000 ? 129 : 5;
        auto const x = waves(count * n);
        auto const m = to_space(x, tw::extents(count, n));
        auto const e = exp(m - max(m, rows, tw::keepdims));
        std::vector<double> want, loss;
        for (std::size_t i = 0; i < count; ++i) {
            double const lse = log_sum_exp(x.data() + i * n, n);
            want.push_back(lse);
            double sum = 0;
            for (std::size_t j = 0; j < n; ++j)
                sum += 0.5 * x[i * n + j] * (x[i * n + j] - lse);
            loss.push_back(-sum);
        }
        EXPECT_TRUE(near(log(sum(e, rows)) + max(m, rows), want));
        array<float, 2> const t = m * 0.5f;
        auto const shifted = m - max(m, rows, tw::keepdims);
        EXPECT_TRUE(
            near(-sum(t * (shifted - log(sum(exp(shifted), rows, tw::keepdims))), rows), loss));
        // Rows that start anywhere.
        if (n > 8) {
            std::vector<double> inside;
            for (std::size_t i = 0; i < count; ++i)
                inside.push_back(log_sum_exp(x.data() + i * n + 3, n - 5));
            auto const part = m(tw::full_extent, tw::slice(3, static_cast<tw::index_t>(n) - 2));
            EXPECT_TRUE(
                near(log(sum(exp(part - max(part, rows, tw::keepdims)), rows)) + max(part, rows),
                     inside));
        }
    }
}

TEST(row_results, beside_arrays_and_inside_other_expressions) {
    auto const x = waves(6 * 40), w = waves(6, 1.0f);
    auto const m = to_space(x, tw::extents(6, 40));
    auto const weight = to_space(w);
    auto const lse = log(sum(exp(m - max(m, rows, tw::keepdims)), rows)) + max(m, rows);
    std::vector<double> want;
    double total = 0;
    for (std::size_t i = 0; i < 6; ++i) {
        want.push_back(log_sum_exp(x.data() + i * 40, 40) * w[i] + 1);
        total += want.back();
    }
    EXPECT_TRUE(near(lse * weight + 1.0f, want));
    EXPECT_NEAR(value(sum(lse * weight + 1.0f)), total, 1e-3 * total);
    // The target is broadcast to; it is read before it is written.
    array<float, 2> twice(tw::extents(2, 6));
    twice(tw::full_extent, tw::full_extent) = lse * weight + 1.0f;
    want.insert(want.end(), want.begin(), want.begin() + 6);
    EXPECT_TRUE(near(twice, want));
    array<float, 2> square = to_space(waves(36), tw::extents(6, 6));
    auto const before = values(square);
    square(0) = sum(exp(square - max(square, rows, tw::keepdims)), rows);
    std::vector<double> sums;
    for (std::size_t i = 0; i < 6; ++i) {
        double most = -1, sum = 0;
        for (std::size_t j = 0; j < 6; ++j)
            most = std::fmax(most, before[i * 6 + j]);
        for (std::size_t j = 0; j < 6; ++j)
            sum += std::exp(before[i * 6 + j] - most);
        sums.push_back(sum);
    }
    EXPECT_TRUE(near(square(0), sums));
}

TEST(row_results, operands_of_other_extents) {
    // Reductions of operands with other rows than the result, in one loop with it.
    auto const x = waves(4 * 5 * 6);
    auto const m = to_space(x, tw::extents(4, 5, 6));
    auto const f =
        m - mean(m, tw::axis<1, 2>, tw::keepdims) +
        sum(m(tw::full_extent, tw::slice(0, 1), tw::full_extent), tw::axis<1, 2>, tw::keepdims) *
            max(m(tw::slice(0, 1), tw::full_extent, tw::slice(1, 4)), tw::axis<1, 2>, tw::keepdims);
    std::vector<double> want;
    for (std::size_t i = 0; i < 4; ++i) {
        double mean = 0, sum = 0, most = -1;
        for (std::size_t j = 0; j < 30; ++j)
            mean += x[i * 30 + j] / 30;
        for (std::size_t k = 0; k < 6; ++k)
            sum += x[i * 30 + k];
        for (std::size_t j = 0; j < 5; ++j)
            for (std::size_t k = 1; k < 4; ++k)
                most = std::fmax(most, x[j * 6 + k]);
        for (std::size_t j = 0; j < 30; ++j)
            want.push_back(x[i * 30 + j] - mean + sum * most);
    }
    EXPECT_TRUE(near(f, want));
    // Rows that are no single run: two axes of a slice, in the operand alone.
    auto const part = m(tw::full_extent, tw::slice(0, 4), tw::slice(1, 6));
    auto const e = exp(part - max(part, tw::axis<1, 2>, tw::keepdims));
    std::vector<double> lse;
    for (std::size_t i = 0; i < 4; ++i) {
        std::vector<float> row;
        for (std::size_t j = 0; j < 4; ++j)
            row.insert(row.end(), x.begin() + static_cast<long>(i * 30 + j * 6 + 1),
                       x.begin() + static_cast<long>(i * 30 + j * 6 + 6));
        lse.push_back(log_sum_exp(row.data(), row.size()));
    }
    EXPECT_TRUE(near(log(sum(e, tw::axis<1, 2>)) + max(part, tw::axis<1, 2>), lse));
}

TEST(row_results, whole_arrays) {
    for (std::size_t const n : {1u, 2u, 5u, 1000u, 100001u, 1000003u}) {
        SCOPED_TRACE(n);
        auto const x = waves(n);
        auto a = to_space(x);
        double const lse = log_sum_exp(x.data(), n);
        std::vector<double> want;
        double mean = 0, squares = 0;
        for (float const v : x) {
            want.push_back(std::exp(v - lse));
            mean += v / static_cast<double>(n);
        }
        for (float const v : x)
            squares += (v - mean) * (v - mean);
        auto const e = exp(a - max(a));
        EXPECT_TRUE(near(e / sum(e), want, n < 200000 ? 1e-4 : 1e-3));
        EXPECT_NEAR(value(log(sum(e)) + max(a)), lse, 1e-4 * lse + 1e-5);
        if (n > 2) {
            std::vector<double> standard;
            for (float const v : x)
                standard.push_back((v - mean) / std::sqrt(squares / static_cast<double>(n)));
            array<float> const first = (a - tw::mean(a)) / stddev(a);
            EXPECT_TRUE(near(first, standard, 1e-2));
            a = (a - tw::mean(a)) / stddev(a);
            EXPECT_TRUE(equal(a, values(first)));
        }
    }
}

TEST(row_results, several_arrays) {
    // Reductions of one type over different arrays; arrays beside the one whose rows are reduced.
    for (std::size_t const n : {5u, 64u, 130u, 1100u}) {
        SCOPED_TRACE(n);
        std::size_t const count = 37;
        auto const x = waves(count * n), y = waves(count * n + 5, 0.001f);
        auto const a = to_space(x, tw::extents(count, n));
        auto const whole = to_space(y);
        auto const b = reshape(whole(tw::slice(5, tw::none)), static_cast<tw::index_t>(count),
                               static_cast<tw::index_t>(n));
        auto at = [&](std::size_t i) { return static_cast<double>(y[i + 5]) + 1; };
        std::vector<double> shares, weighted, cosine;
        for (std::size_t i = 0; i < count; ++i) {
            double most_a = 0, most_b = 0, sum = 0, mean = 0, product = 0, square = 0;
            for (std::size_t j = i * n; j < (i + 1) * n; ++j) {
                most_a = std::fmax(most_a, x[j] + 1.0);
                most_b = std::fmax(most_b, at(j));
            }
            for (std::size_t j = i * n; j < (i + 1) * n; ++j) {
                shares.push_back((x[j] + 1.0) / most_a + at(j) / most_b);
                sum += std::exp(x[j] + 1.0 - most_a);
            }
            for (std::size_t j = i * n; j < (i + 1) * n; ++j) {
                mean += at(j) * std::exp(x[j] + 1.0 - most_a) / sum;
                product += x[j] / most_a * at(j);
                square += at(j) * at(j);
            }
            weighted.push_back(mean);
            cosine.push_back(product / std::sqrt(square));
        }
        array<float, 2> const c = a + 1.0f, d = b + 1.0f;
        EXPECT_TRUE(near(c / max(c, rows, tw::keepdims) + d / max(d, rows, tw::keepdims), shares));
        auto const e = exp(c - max(c, rows, tw::keepdims));
        EXPECT_TRUE(near(sum(d * e / sum(e, rows, tw::keepdims), rows), weighted));
        EXPECT_TRUE(
            near(sum(a / max(c, rows, tw::keepdims) * d, rows) / sqrt(sum(d * d, rows)), cosine));
    }
}

TEST(row_results, short_rows_of_longer_ones) {
    auto const x = waves(33 * 16);
    auto const m = to_space(x, tw::extents(33, 16));
    for (std::size_t n = 1; n <= 13; ++n)
        for (std::size_t const from : {0u, 1u, 3u}) {
            SCOPED_TRACE(n * 10 + from);
            auto const part = m(tw::full_extent, tw::slice(static_cast<tw::index_t>(from),
                                                           static_cast<tw::index_t>(from + n)));
            std::vector<double> want;
            for (std::size_t i = 0; i < 33; ++i)
                want.push_back(log_sum_exp(x.data() + i * 16 + from, n));
            EXPECT_TRUE(near(
                log(sum(exp(part - max(part, rows, tw::keepdims)), rows)) + max(part, rows), want));
        }
}

TEST(row_results, more_rows_than_a_device_has_at_a_time) {
    for (std::size_t const n : {1100u, 1103u}) {
        std::size_t const count = 2300;
        auto const x = waves(count * n);
        auto const m = to_space(x, tw::extents(count, n));
        std::vector<double> want;
        for (std::size_t i = 0; i < count; ++i)
            want.push_back(log_sum_exp(x.data() + i * n, n));
        auto const most = max(m, rows, tw::keepdims);
        EXPECT_TRUE(near(log(sum(exp(m - most), rows)) + max(m, rows), want));
        array<float, 2> const softmax = exp(m - most) / sum(exp(m - most), rows, tw::keepdims);
        EXPECT_TRUE(near(sum(softmax, rows), std::vector<double>(count, 1.0)));
    }
}

TEST(row_results, axes_known_at_run_time_and_integers) {
    std::vector<int> x(6 * 7);
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<int>(i * 31 % 17);
    auto const m = to_space(x, tw::extents(6, 7));
    std::vector<double> last, first;
    for (std::size_t i = 0; i < 6; ++i) {
        int most = 0, sum = 0;
        for (std::size_t j = 0; j < 7; ++j)
            most = std::max(most, x[i * 7 + j]);
        for (std::size_t j = 0; j < 7; ++j)
            sum += most - x[i * 7 + j];
        last.push_back(sum);
    }
    for (std::size_t j = 0; j < 7; ++j) {
        int most = 0, sum = 0;
        for (std::size_t i = 0; i < 6; ++i)
            most = std::max(most, x[i * 7 + j]);
        for (std::size_t i = 0; i < 6; ++i)
            sum += most - x[i * 7 + j];
        first.push_back(sum);
    }
    EXPECT_TRUE(near(sum(max(m, rows, tw::keepdims) - m, rows), last));
    EXPECT_TRUE(near(sum(max(m, tw::axes(1), tw::keepdims) - m, tw::axes(1)), last));
    EXPECT_TRUE(near(sum(max(m, tw::axes(0), tw::keepdims) - m, tw::axes(0)), first));
}

// Rows may be read backwards; what is one element of the result stays where it is.
TEST(row_results, of_rows_that_run_backwards) {
    std::vector<int> x(5 * 9);
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<int>(i * 31 % 17);
    auto const m = to_space(x, tw::extents(5, 9));
    auto const turned = m(tw::full_extent, tw::slice(tw::none, tw::none, -1));
    auto const place = to_space(std::vector<std::int64_t>(5, 1000), tw::extents(5, 1));
    std::vector<std::int64_t> sums, wanted(7 * 4, -1);
    for (std::size_t i = 0; i < 5; ++i) {
        sums.push_back(1000);
        for (std::size_t j = 0; j < 9; ++j)
            sums[i] += x[i * 9 + j];
        wanted[(i + 1) * 4 + 2] = sums[i];
    }
    array<std::int64_t, 2> const all = sum(turned, rows, tw::keepdims) + place;
    EXPECT_EQ(values(all), sums);
    auto canvas = to_space(std::vector<std::int64_t>(7 * 4, -1), tw::extents(7, 4));
    canvas(tw::slice(1, 6), tw::slice(2, 3)) = sum(turned, rows, tw::keepdims) + place;
    EXPECT_EQ(values(canvas), wanted);
    array<std::int64_t, 2> const one =
        sum(turned, tw::keepdims) + place(tw::slice(0, 1), tw::full_extent);
    std::int64_t total = 1000;
    for (auto const s : sums)
        total += s - 1000;
    EXPECT_EQ(values(one), std::vector<std::int64_t>{total});
}

}  // namespace
