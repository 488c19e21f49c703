// SPDX-License-Identifier: MIT
// Vectors of normal numbers: means, covariances, factors, and what is refused.
#include <twill/random.hpp>

#include "support/linalg.hpp"

namespace tw = twill;
namespace rnd = tw::random;
namespace la = twill::linalg;
using namespace twill_test;

namespace {

TEST(linalg_normal, means_and_covariances) {
    constexpr int count = 40000, n = 3;
    double const mean[n] = {1, -2, 0.5};
    double const covariance[n][n] = {{2, 0.6, -0.3}, {0.6, 1, 0.2}, {-0.3, 0.2, 0.5}};
    array<double, 2> c(n, n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            c(i, j) = covariance[i][j];
    auto const m = to_space({mean[0], mean[1], mean[2]});
    array<double, 2> const made =
        rnd::multivariate_normal<double>(rnd::key(4), tw::extents(count), m, c);
    ASSERT_EQ(shape(made), (shape_vector{count, n}));
    auto const x = values(made);
    for (std::size_t i = 0; i < n; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < count; ++k)
            sum += x[k * n + i];
        EXPECT_NEAR(sum / count, mean[i], 5 * std::sqrt(covariance[i][i] / count));
        for (std::size_t j = 0; j < n; ++j) {
            double products = 0;
            for (std::size_t k = 0; k < count; ++k)
                products += (x[k * n + i] - mean[i]) * (x[k * n + j] - mean[j]);
            EXPECT_NEAR(products / count, covariance[i][j], 0.05) << i << j;
        }
    }
    // The factor in the place of its square: the same numbers, in float to its roundings.
    array<double, 2> const by_factor = rnd::multivariate_normal<double>(
        rnd::key(4), tw::extents(count), m, rnd::factor(la::cholesky(c)));
    EXPECT_EQ(values(by_factor), x);
}

TEST(linalg_normal, shapes_types_and_singular_ones) {
    // Two numbers that are one: a factor of one column. A mean for each of several vectors.
    array<float, 2> l(2, 1), means(4, 2);
    l = 3.0f;
    means = 0.0f;
    means(tw::full_extent, 1) = 10.0f;
    array<float, 3> const made =
        rnd::multivariate_normal(rnd::key(1), tw::extents(5, 4), means, rnd::factor(l));
    ASSERT_EQ(shape(made), (shape_vector{5, 4, 2}));
    static_assert(std::is_same_v<decltype(rnd::multivariate_normal(
                                     rnd::key(1), tw::extents(5), array<double>(2),
                                     array<double, 2>(2, 2)))::value_type,
                                 float>);
    auto const x = values(made);
    for (std::size_t k = 0; k < x.size(); k += 2)
        EXPECT_NEAR(x[k] + 10.0f, x[k + 1], 1e-5f);
    EXPECT_NE(x[0], x[2]);
    array<float, 1> const one = rnd::multivariate_normal(rnd::key(1), tw::extents(),
                                                         to_space({1.0f, 2.0f}), rnd::factor(l));
    EXPECT_EQ(shape(one), (shape_vector{2}));
}

TEST(linalg_normal, refuses) {
    array<double, 2> c(2, 2);
    c = 1.0;
    auto const two = to_space({0.0, 0.0});
    auto const draw = [&](auto const& mean, auto const& covariance) {
        array<double, 2> const made =
            rnd::multivariate_normal<double>(rnd::key(1), tw::extents(3), mean, covariance);
        (void)values(made);
    };
    EXPECT_THROW(draw(to_space({0.0, 0.0, 0.0}), array<double, 2>(tw::eye<double>(2))),
                 tw::shape_error);
    EXPECT_THROW(draw(two, array<double, 2>(tw::eye<double>(3))), tw::shape_error);
    c(0, 1) = c(1, 0) = 2.0;  // eigenvalues 3 and -1
    EXPECT_THROW(draw(two, c), tw::linalg::linalg_error);
}

}  // namespace
