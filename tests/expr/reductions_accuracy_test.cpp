// SPDX-License-Identifier: MIT
// How exact float sums and variances are, on every axis.
#include <algorithm>
#include <array>

#include "support/reductions.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

/// The same bits everywhere: a linear congruential generator.
class random_numbers {
public:
    /// In [0, 1), 32 bits fine.
    double uniform() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<double>(state_ >> 32) * 0x1p-32;
    }
    /// Mean 0, variance 1: a sum of twelve.
    double normal() {
        double total = -6;
        for (int i = 0; i < 12; ++i)
            total += uniform();
        return total;
    }

private:
    std::uint64_t state_ = 20240229;
};

/// Sums of groups in float64: the elements of shape (a, b, c) whose axes in `mask` are summed.
struct reference {
    std::vector<double> sum;
    std::vector<double> magnitude;

    reference(std::vector<float> const& x, std::array<std::size_t, 3> shape, int mask) {
        std::size_t outputs = 1;
        for (std::size_t d = 0; d < 3; ++d)
            if (!(mask >> d & 1))
                outputs *= shape[d];
        sum.resize(outputs);
        magnitude.resize(outputs);
        std::size_t next = 0;
        for (std::size_t i = 0; i < shape[0]; ++i)
            for (std::size_t j = 0; j < shape[1]; ++j)
                for (std::size_t k = 0; k < shape[2]; ++k, ++next) {
                    std::size_t to = mask & 1 ? 0 : i;
                    to = mask & 2 ? to : to * shape[1] + j;
                    to = mask & 4 ? to : to * shape[2] + k;
                    sum[to] += x[next];
                    magnitude[to] += std::abs(static_cast<double>(x[next]));
                }
    }
};

/// The bound of every float sum: c * log2(n) * eps * sum|x| with c = 1, n the number of summed
/// elements.
::testing::AssertionResult within_bound(std::vector<float> const& actual, reference const& expected,
                                        double n, double scale) {
    double const relative =
        1.0 * std::max(1.0, std::log2(n)) * std::numeric_limits<float>::epsilon();
    if (actual.size() != expected.sum.size())
        return ::testing::AssertionFailure() << actual.size() << " results";
    for (std::size_t i = 0; i < actual.size(); ++i) {
        double const off = std::abs(static_cast<double>(actual[i]) * scale - expected.sum[i]);
        if (!(off <= relative * expected.magnitude[i]))
            return ::testing::AssertionFailure()
                   << "[" << i << "] is off by " << off / expected.magnitude[i] << ", bound "
                   << relative << " of sum|x|";
    }
    return ::testing::AssertionSuccess();
}

std::vector<std::vector<float>> inputs(std::size_t n) {
    random_numbers random;
    std::vector<float> mixed, positive, equal_elements(n, 0.1f), wide;
    for (std::size_t i = 0; i < n; ++i) {
        mixed.push_back(static_cast<float>(2 * random.uniform() - 1));
        positive.push_back(static_cast<float>(random.uniform()));
        wide.push_back(static_cast<float>(
            std::ldexp(random.uniform() - 0.5, static_cast<int>(40 * random.uniform()))));
    }
    return {mixed, positive, equal_elements, wide};
}

TEST(reductions_accuracy, float_sums_on_every_axis) {
    constexpr std::size_t n = std::size_t{1} << (on_device ? 20 : 18);
    std::array<std::size_t, 3> const shapes[] = {{1, 1, n},      {1, n, 1},     {n >> 14, 128, 128},
                                                 {2, n / 2, 1},  {n / 2, 1, 2}, {4, n / 64, 16},
                                                 {n / 16, 4, 4}, {3, n / 3, 1}};
    for (auto const& elements : inputs(n)) {
        SCOPED_TRACE("elements like " + text(elements[1]));
        for (auto const& shape : shapes) {
            std::vector<float> const x(
                elements.begin(),
                elements.begin() + static_cast<std::ptrdiff_t>(shape[0] * shape[1] * shape[2]));
            auto const device = to_space(x, tw::extents(shape[0], shape[1], shape[2]));
            auto check = [&](int mask, auto const& total) {
                SCOPED_TRACE("axes " + std::to_string(mask) + " of " +
                             ::testing::PrintToString(shape));
                reference const expected(x, shape, mask);
                double const summed =
                    static_cast<double>(x.size()) / static_cast<double>(expected.sum.size());
                EXPECT_TRUE(within_bound(values(total), expected, summed, 1));
            };
            check(1, sum(device, tw::axes(0)));
            check(2, sum(device, tw::axes(1)));
            check(4, sum(device, tw::axes(2)));
            check(3, sum(device, tw::axes(0, 1)));
            check(6, sum(device, tw::axes(1, 2)));
            check(5, sum(device, tw::axes(0, 2)));
            check(7, sum(device, tw::axes(0, 1, 2)));
        }
    }
}

TEST(reductions_accuracy, float_sums_of_every_layout) {
    std::array<std::size_t, 3> const shape{16, 256, 64};
    random_numbers random;
    std::vector<float> x;
    for (std::size_t i = 0; i < 16 * 256 * 64; ++i)
        x.push_back(static_cast<float>(random.uniform()));
    for (auto const& [layout, operand] : layouts_of(x, tw::extents(16, 256, 64))) {
        SCOPED_TRACE(layout);
        EXPECT_TRUE(within_bound(values(sum(operand, tw::axes(0))), reference(x, shape, 1), 16, 1));
        EXPECT_TRUE(
            within_bound(values(sum(operand, tw::axes(1))), reference(x, shape, 2), 256, 1));
        EXPECT_TRUE(within_bound(values(sum(operand, tw::axes(2))), reference(x, shape, 4), 64, 1));
        EXPECT_TRUE(within_bound(values(sum(operand, tw::axes(0, 1, 2))), reference(x, shape, 7),
                                 16 * 256 * 64, 1));
    }
}

TEST(reductions_accuracy, float_means_are_as_exact_as_sums) {
    std::array<std::size_t, 3> const shape{1, 1024, 1024};
    auto const x = inputs(1024 * 1024)[0];
    auto const device = to_space(x, tw::extents(1, 1024, 1024));
    EXPECT_TRUE(
        within_bound(values(mean(device, tw::axes(1))), reference(x, shape, 2), 1024, 1024));
    EXPECT_TRUE(
        within_bound(values(mean(device, tw::axes(2))), reference(x, shape, 4), 1024, 1024));
}

/// NumPy's answer: the mean first, then the squared deviations, in float64.
template <class T>
double reference_variance(std::vector<T> const& x) {
    double mean = 0, total = 0;
    for (T const v : x)
        mean += static_cast<double>(v);
    mean /= static_cast<double>(x.size());
    for (T const v : x)
        total += (static_cast<double>(v) - mean) * (static_cast<double>(v) - mean);
    return total / static_cast<double>(x.size());
}

TEST(reductions_accuracy, variance_of_large_float64_values) {
    EXPECT_TRUE(equal(var(to_space({1e8 + 1, 1e8 + 2, 1e8 + 3})), {2.0 / 3.0}));
    EXPECT_TRUE(
        within_ulps(stddev(to_space({1e8 + 1, 1e8 + 2, 1e8 + 3})), {std::sqrt(2.0 / 3.0)}, 1));
}

// A column of 2^20 and one of 1000 elements; the same along the other axis and over everything.
TEST(reductions_accuracy, variance_of_float32_values_far_from_zero) {
    for (std::size_t const n : {std::size_t{1000}, std::size_t{1} << 20}) {
        random_numbers random;
        std::vector<float> x(n);
        for (float& v : x)
            v = static_cast<float>(1e4 + random.normal());
        float const firsts[] = {x[0], 1e8f, INFINITY, NAN, -INFINITY};
        for (float const first : firsts) {
            SCOPED_TRACE(std::to_string(n) + " elements, the first " + text(first));
            x[0] = first;
            double const expected = reference_variance(x);
            auto check = [&](std::vector<float> const& actual) {
                ASSERT_EQ(actual.size(), 1u);
                if (std::isfinite(expected)) {
                    EXPECT_NEAR(actual[0] / expected, 1.0, 1e-4);
                } else {
                    EXPECT_TRUE(std::isnan(actual[0])) << actual[0];
                }
            };
            auto const row = to_space(x, tw::extents(1, n));
            auto const column = to_space(x, tw::extents(n, 1));
            check(values(var(row, tw::axes(1))));
            check(values(var(column, tw::axes(0))));
            check(values(var(row)));
        }
    }
}

TEST(reductions_accuracy, variance_along_both_axes) {
    random_numbers random;
    std::vector<float> x(512 * 300);
    for (float& v : x)
        v = static_cast<float>(1e4 + random.normal());
    auto const device = to_space(x, tw::extents(512, 300));
    auto const columns = values(var(device, tw::axes(0)));
    auto const rows = values(var(device, tw::axes(1)));
    for (std::size_t j = 0; j < 300; ++j) {
        std::vector<float> column;
        for (std::size_t i = 0; i < 512; ++i)
            column.push_back(x[i * 300 + j]);
        ASSERT_NEAR(columns[j] / reference_variance(column), 1.0, 1e-4) << j;
    }
    for (std::size_t i = 0; i < 512; ++i) {
        auto const first = x.begin() + static_cast<std::ptrdiff_t>(i * 300);
        ASSERT_NEAR(rows[i] / reference_variance(std::vector<float>(first, first + 300)), 1.0, 1e-4)
            << i;
    }
}

}  // namespace
