// SPDX-License-Identifier: MIT
// Logarithms of sums of exponentials and their kin: one reduction that scales its sum.
#include <cmath>
#include <limits>

#include "support/reduced_functions.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

using tw::index_t;

template <class X, class Axes>
auto log_sum_exp(X const& x, Axes const& axes) {
    return log(sum(exp(x - max(x, axes, tw::keepdims)), axes)) + max(x, axes);
}
template <class X, class Axes>
auto in_steps(X const& x, Axes const& axes) {
    auto const top = tw::evaluate(max(x, axes, tw::keepdims));
    auto const powers = tw::evaluate(exp(x - top));
    auto const sums = tw::evaluate(sum(powers, axes));
    auto const tops = tw::evaluate(max(x, axes));
    return tw::evaluate(log(sums) + tops);
}
TEST(SumsOfExponentials, LogarithmsOfSumsOfExponentials) {
    for (auto const& shape :
         {tw::extents(1, 1), tw::extents(3, 7), tw::extents(300, 10), tw::extents(333, 40),
          tw::extents(20000, 3), tw::extents(5, 9000), tw::extents(2, 40000)}) {
        SCOPED_TRACE(std::to_string(shape[0]) + " x " + std::to_string(shape[1]));
        auto const m = array<float, 2>(matrix(shape[0], shape[1]) * 3.0f);
        EXPECT_TRUE(near(tw::evaluate(log_sum_exp(m, tw::axis<0>)), in_steps(m, tw::axis<0>)));
        EXPECT_TRUE(near(tw::evaluate(log_sum_exp(m, tw::axis<1>)), in_steps(m, tw::axis<1>)));
        EXPECT_TRUE(
            near(tw::evaluate(log_sum_exp(m, tw::axis<0, 1>)), in_steps(m, tw::axis<0, 1>)));
        expect_one_launch(log_sum_exp(m, tw::axis<0>));
        auto const wide = array<double, 2>(tw::cast<double>(m));
        EXPECT_TRUE(
            near(tw::evaluate(log_sum_exp(wide, tw::axis<0>)), in_steps(wide, tw::axis<0>)));
    }
}
// Rows that no thread keeps, of which several blocks have one, or small ones each.
TEST(SumsOfExponentials, LogarithmsOfLongRows) {
    std::vector<tw::extents<2>> shapes{tw::extents(3, 9000)};
    if (on_device)
        shapes = {tw::extents(1, 1000000), tw::extents(3, 300001), tw::extents(600, 8200),
                  tw::extents(1200, 8197)};
    for (auto const& shape : shapes) {
        SCOPED_TRACE(std::to_string(shape[0]) + " x " + std::to_string(shape[1]));
        array<float, 2> m = matrix(shape[0], shape[1]);
        m(shape[0] - 1, shape[1] - 2) = 80.0f;  // all before it are scaled away
        m(0) = m(0) + reshape(tw::arange<float>(shape[1]), shape[1]) * 1e-4f;
        EXPECT_TRUE(near(tw::evaluate(log_sum_exp(m, tw::axis<1>)), in_steps(m, tw::axis<1>)));
        EXPECT_TRUE(
            near(tw::evaluate(log_sum_exp(m, tw::axis<0, 1>)), in_steps(m, tw::axis<0, 1>)));
        auto const e = exp(m - max(m, tw::axis<1>, tw::keepdims));
        array<float, 2> const softmax = e / sum(e, tw::axis<1>, tw::keepdims);
        EXPECT_TRUE(near(sum(softmax, tw::axis<1>), tw::full(tw::extents(shape[0]), 1.0f)));
    }
}
TEST(SumsOfExponentials, ExponentialsBelowAnothersGreatest) {
    auto const m = matrix(90, 60);
    auto const other = array<float, 2>(matrix(90, 60) + 1.5f);
    auto const top = tw::evaluate(max(other, tw::axis<0>));
    array<float> const want = log(sum(exp(m - top), tw::axis<0>)) + max(m, tw::axis<0>);
    EXPECT_TRUE(
        near(log(sum(exp(m - max(other, tw::axis<0>)), tw::axis<0>)) + max(m, tw::axis<0>), want));
}
// What is infinite counts for all, unless as much is subtracted.
TEST(SumsOfExponentials, InfinitiesBelowAnothersGreatest) {
    float const inf = std::numeric_limits<float>::infinity();
    for (index_t const count : {3, 40, 3000}) {
        SCOPED_TRACE(count);
        array<float, 2> x = tw::zeros(count, 4), y = tw::zeros(count, 4);
        x(count / 2, 0) = inf;
        x(count / 2, 1) = inf;
        y(0, 1) = inf;
        x(0, 2) = 3e38f;
        y(1, 3) = inf;
        auto const expect = [&](auto const& sums) {
            auto const got = values(tw::evaluate(sums));
            EXPECT_EQ(got[0], inf);
            EXPECT_TRUE(std::isnan(got[1])) << got[1];
            EXPECT_EQ(got[2], inf);
            EXPECT_EQ(got[3], 0.0f);
        };
        array<float, 2> const u = transpose(x), v = transpose(y);
        expect(sum(exp(x - max(y, tw::axis<0>)), tw::axis<0>));
        expect(exp(log(sum(exp(x - max(y, tw::axis<0>)), tw::axis<0>))));
        expect(sum(exp(u - max(v, tw::axis<1>, tw::keepdims)), tw::axis<1>));
        expect(exp(log(sum(exp(u - max(v, tw::axis<1>, tw::keepdims)), tw::axis<1>))));
        auto const twice = values(
            tw::evaluate(sum(exp(u * 2.0f - max(u, tw::axis<1>, tw::keepdims)), tw::axis<1>)));
        EXPECT_TRUE(std::isnan(twice[0]));
        EXPECT_EQ(twice[2], inf);
        EXPECT_EQ(twice[3], static_cast<float>(count));
    }
}
// Axes that only a run knows: the greatest ones may be along another one.
TEST(SumsOfExponentials, ExponentialsBelowTheGreatestOfAnotherAxis) {
    auto const m = matrix(70, 90);
    for (int const of_sum : {0, 1})
        for (int const of_max : {0, 1}) {
            SCOPED_TRACE(10 * of_sum + of_max);
            auto const top = tw::evaluate(max(m, of_max, tw::keepdims));
            array<float> const want = log(sum(exp(m - top), of_sum));
            auto const below = log(sum(exp(m - max(m, of_max, tw::keepdims)), of_sum));
            // In a statement of its own, and inside of a larger one.
            EXPECT_TRUE(near(tw::evaluate(below), want));
            EXPECT_TRUE(near(below, want));
            EXPECT_TRUE(near(tw::evaluate(below + max(m, of_sum)), want + max(m, of_sum)));
            // The same maxima, and others of their type, beside it.
            auto const e = exp(m - max(m, of_max, tw::keepdims));
            auto const fixed = tw::evaluate(exp(m - top));
            auto const sums = tw::evaluate(sum(fixed, of_sum, tw::keepdims));
            array<float, 2> const softmax = e / sum(e, of_sum, tw::keepdims);
            EXPECT_TRUE(near(softmax, fixed / sums));
            for (int const other : {0, 1}) {
                array<float, 2> const both =
                    e / sum(e, of_sum, tw::keepdims) + max(m, other, tw::keepdims);
                auto const tops = tw::evaluate(max(m, other, tw::keepdims));
                EXPECT_TRUE(near(both, fixed / sums + tops));
            }
        }
}
TEST(SumsOfExponentials, ExponentialsOfInfinitiesAndNan) {
    float const inf = std::numeric_limits<float>::infinity();
    float const nan = std::numeric_limits<float>::quiet_NaN();
    for (index_t const count : {2, 9, 100, 3000, 70000}) {
        SCOPED_TRACE(count);
        std::size_t const n = static_cast<std::size_t>(count);
        std::vector<float> x(n * 6, -0.5f);
        x[n / 2 * 6 + 0] = inf;
        x[n / 2 * 6 + 1] = -inf;
        x[n / 2 * 6 + 2] = nan;
        x[(n - 1) * 6 + 4] = 100.0f;
        x[0 * 6 + 5] = nan;
        x[(n - 1) * 6 + 5] = inf;
        for (std::size_t i = 0; i < n; ++i)
            x[i * 6 + 3] = -inf;
        array<float, 2> const m = reshape(to_space(x), count, 6);
        auto const got = values(tw::evaluate(log_sum_exp(m, tw::axis<0>)));
        EXPECT_TRUE(std::isnan(got[0]));
        EXPECT_NEAR(got[1], std::log(static_cast<double>(count - 1)) - 0.5, 1e-5);
        EXPECT_TRUE(std::isnan(got[2]));
        EXPECT_TRUE(std::isnan(got[3]));
        EXPECT_FLOAT_EQ(got[4], 100.0f);
        EXPECT_TRUE(std::isnan(got[5]));
        // The greatest alone, beside such a sum.
        auto const top = values(tw::evaluate(
            where(max(m, tw::axis<0>) > 50.0f,
                  1.0f + 0.0f * sum(exp(m - max(m, tw::axis<0>)), tw::axis<0>), 0.0f)));
        EXPECT_TRUE(std::isnan(top[0]));
        EXPECT_EQ(top[4], 1.0f);
        EXPECT_EQ(top[2], 0.0f);
        EXPECT_EQ(top[5], 0.0f);
    }
}

}  // namespace
