// SPDX-License-Identifier: MIT
// Functions of reductions over pairs, and reductions of what few rows have over many columns.
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "support/reductions.hpp"
#include "twill/half.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

constexpr auto all = tw::full_extent;
constexpr auto fresh = tw::newaxis;
constexpr bool on_host = std::is_same_v<space, tw::host_space>;

std::size_t at(tw::index_t i) { return static_cast<std::size_t>(i); }

template <class T = float>
std::vector<T> numbers(tw::index_t n, double from, double step) {
    std::vector<T> x;
    for (tw::index_t i = 0; i < n; ++i)
        x.push_back(static_cast<T>(from + step * static_cast<double>(i * 7919 % 1009)));
    return x;
}
template <class X>
void expect_near(X const& got, X const& want, double tolerance) {
    ASSERT_EQ(got.size(), want.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        double const w = static_cast<double>(want[i]);
        ASSERT_NEAR(static_cast<double>(got[i]), w, tolerance * std::abs(w)) << i;
    }
}

/// The same as of results that were in memory.
TEST(pair_functions, of_distances) {
    for (auto const& [n, m, k] : {std::array<tw::index_t, 3>{131, 257, 37},
                                  {8, 9, 2},
                                  {1, 300, 5},
                                  {16, 11, 1500},
                                  {301, 404, 3},
                                  {70, 2, 1001},
                                  {on_device ? 520 : 65, 260, 40}}) {
        SCOPED_TRACE(std::to_string(n) + " x " + std::to_string(m) + " x " + std::to_string(k));
        auto const a = to_space(numbers(n * k, 0.5, 0.01), tw::extents(n, k));
        auto const b = to_space(numbers(m * k, -0.25, 0.02), tw::extents(m, k));
        auto const distance = sum(square(a(all, fresh, all) - b(fresh, all, all)), tw::axis<2>);
        auto const known = tw::evaluate(distance);
        float const scale = 0.01f / static_cast<float>(k);
        float const middle = static_cast<float>(k) * 25.0f;
        auto const plan = tw::explain(exp(-distance * scale));
        EXPECT_EQ(plan.kernels, on_host ? 2 : 1);
        expect_near(values(exp(-distance * scale)), values(exp(-known * scale)), 1e-6);
        expect_near(values(sqrt(distance)), values(sqrt(known)), 1e-6);
        expect_near(values(1.0f / (1.0f + distance)), values(1.0f / (1.0f + known)), 1e-6);
        expect_near(values(sin(pow(distance * scale, 0.3f))), values(sin(pow(known * scale, 0.3f))),
                    1e-5);
        EXPECT_EQ(values(distance < middle), values(known < middle));
        auto const nearest = min(square(a(all, fresh, all) - b(fresh, all, all)), tw::axis<0>);
        expect_near(values(sqrt(nearest) + 1.0f), values(sqrt(tw::evaluate(nearest)) + 1.0f), 1e-6);
        auto const average = mean(abs(a(all, fresh, all) - b(fresh, all, all)), tw::axis<2>);
        expect_near(values(average * 2.0f - 1.0f), values(tw::evaluate(average) * 2.0f - 1.0f),
                    1e-5);
    }
}

/// What is narrow is rounded before the function.
TEST(pair_functions, of_narrow_results) {
    constexpr tw::index_t n = 41, m = 70, k = 21;
    auto const a = to_space(numbers<tw::float16>(n * k, 0.5, 0.01), tw::extents(n, k));
    auto const b = to_space(numbers<tw::float16>(m * k, -0.25, 0.02), tw::extents(m, k));
    auto const product = sum(a(all, fresh, all) * b(fresh, all, all), tw::axis<2>);
    EXPECT_EQ(values(floor(product)), values(floor(tw::evaluate(product))));
}

TEST(pair_functions, of_lines_and_streams) {
    constexpr tw::index_t n = 1201, m = 530;
    auto const x = to_space(numbers(n, 0.5, 0.01)), y = to_space(numbers(m, -0.25, 0.02));
    auto const least = min(abs(x(all, fresh) - y), tw::axis<1>);
    expect_near(values(sqrt(least)), values(sqrt(tw::evaluate(least))), 1e-6);
    auto const matrix = to_space(numbers(n * m, 0, 0.001), tw::extents(n, m));
    auto const rows = sum(matrix * y, tw::axis<1>);
    expect_near(values(sqrt(rows + 1.0f)), values(sqrt(tw::evaluate(rows) + 1.0f)), 1e-6);
    auto const columns = sum(matrix * x(all, fresh), tw::axis<0>);
    expect_near(values(1.0f / (columns + 1.0f)), values(1.0f / (tw::evaluate(columns) + 1.0f)),
                1e-6);
}

/// The right side is read before the result is written.
TEST(pair_functions, over_their_operands) {
    constexpr tw::index_t n = 65;
    auto const elements = numbers(n * n, 0, 0.001);
    tw::array<float, 2, space> m = to_space(elements, tw::extents(n, n));
    auto const want = values(
        exp(-tw::evaluate(sum(square(m(all, fresh, all) - m(fresh, all, all)), tw::axis<2>))));
    m = exp(-sum(square(m(all, fresh, all) - m(fresh, all, all)), tw::axis<2>));
    expect_near(values(m), want, 1e-6);
}

/// Parts of the columns merge: of equal ones the first, NaN before all others.
TEST(pair_functions, few_rows_of_many_columns) {
    for (auto const& [n, m, k] : {std::array<tw::index_t, 3>{on_device ? 300 : 100, 5000, 3},
                                  {70, 20001, 2},
                                  {on_device ? 1025 : 40, 3003, 20},
                                  {10, 30011, 1}}) {
        SCOPED_TRACE(std::to_string(n) + " x " + std::to_string(m) + " x " + std::to_string(k));
        std::vector<float> p(at(n * k)), q(at(m * k));
        for (std::size_t i = 0; i < p.size(); ++i)
            p[i] = static_cast<float>(i * 31 % 7);
        for (std::size_t i = 0; i < q.size(); ++i)
            q[i] = static_cast<float>(i % at(400 * k) * 17 % 11);
        p[at(n / 2 * k)] = std::numeric_limits<float>::quiet_NaN();
        auto const a = to_space(p, tw::extents(n, k)), b = to_space(q, tw::extents(m, k));
        auto const distance = sum(square(a(all, fresh, all) - b(fresh, all, all)), tw::axis<2>);
        float const near = 6.5f * static_cast<float>(k);
        auto const nearest = values(argmin(distance, tw::axis<1>));
        auto const count = values(sum(tw::cast<int>(distance < near), tw::axis<1>));
        auto const total = values(sum(distance, tw::axis<1>));
        auto const farthest = values(max(distance, tw::axis<1>));
        for (tw::index_t i = 0; i < n; i += i < 8 || i == n / 2 - 1 ? 1 : 7) {
            double least = 1e30, most = 0, sum = 0;
            tw::index_t first = 0, within = 0;
            for (tw::index_t j = 0; j < m; ++j) {
                double d = 0;
                for (tw::index_t l = 0; l < k; ++l)
                    d += std::pow(double{p[at(i * k + l)]} - double{q[at(j * k + l)]}, 2);
                first = d < least ? j : first;
                least = std::min(least, d);
                most = std::max(most, d);
                within += d < double{near};
                sum += d;
            }
            ASSERT_EQ(nearest[at(i)], i == n / 2 ? 0 : first) << i;
            ASSERT_EQ(count[at(i)], within) << i;
            if (i == n / 2) {
                ASSERT_TRUE(std::isnan(total[at(i)]) && std::isnan(farthest[at(i)]));
                continue;
            }
            ASSERT_NEAR(static_cast<double>(total[at(i)]), sum, 1e-6 * sum) << i;
            ASSERT_EQ(static_cast<double>(farthest[at(i)]), most) << i;
        }
    }
}

TEST(pair_functions, of_nothing) {
    for (auto const& [n, m, k] : {std::array<tw::index_t, 3>{300, 0, 3}, {300, 70, 0}}) {
        auto const a = to_space(std::vector<float>(at(n * k), 1.0f), tw::extents(n, k));
        auto const b = to_space(std::vector<float>(at(m * k), 2.0f), tw::extents(m, k));
        auto const distance = sum(square(a(all, fresh, all) - b(fresh, all, all)), tw::axis<2>);
        EXPECT_EQ(values(exp(-distance)), std::vector<float>(at(n * m), 1.0f));
        auto const count = values(sum(tw::cast<int>(distance < 1.0f), tw::axis<1>));
        ASSERT_EQ(count.size(), at(n));
        for (auto const c : count)
            ASSERT_EQ(c, m);
    }
}

}  // namespace
