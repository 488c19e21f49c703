// SPDX-License-Identifier: MIT
// Distributions against their own: moments, and for those with a formula the largest distance of
// the distribution functions (Kolmogorov and Smirnov). Keys are fixed, so that a test that passes
// passes always.
#include "support/testing.hpp"

#include <twill/random.hpp>
#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif

#include <algorithm>

namespace tw = twill;
namespace rnd = tw::random;
using namespace twill_test;

namespace {

constexpr long long count = 40000;

template <class X>
std::vector<double> drawn(X const& x) {
    return values(array<double>(tw::cast<double>(x)));
}

/// Mean and variance, to five standard errors.
void expect_moments(char const* name, std::vector<double> const& x, double mean, double variance) {
    double sum = 0, squares = 0, fourth = 0;
    for (double v : x)
        sum += v;
    double const n = double(x.size()), m = sum / n;
    for (double v : x) {
        squares += (v - m) * (v - m);
        fourth += (v - m) * (v - m) * (v - m) * (v - m);
    }
    double const s2 = squares / n;
    EXPECT_NEAR(m, mean, 5 * std::sqrt(variance / n)) << name;
    EXPECT_NEAR(s2, variance, 5 * std::sqrt(std::max(fourth / n - s2 * s2, 1e-12) / n)) << name;
}
/// The distance of the empirical distribution function is below what one in 10^4 samples exceeds.
template <class Cdf>
void expect_distribution(char const* name, std::vector<double> x, Cdf cdf) {
    std::sort(x.begin(), x.end());
    double distance = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        double const f = cdf(x[i]);
        distance = std::max({distance, std::abs(f - double(i) / double(x.size())),
                             std::abs(f - double(i + 1) / double(x.size()))});
    }
    EXPECT_LT(distance * std::sqrt(double(x.size())), 2.23) << name;
}

rnd::key const k(2024);
auto const shape = tw::extents(count);

TEST(random_distributions, of_one_word) {
    expect_distribution("uniform", drawn(rnd::uniform(k, shape, -1.0, 3.0)),
                        [](double x) { return (x + 1) / 4; });
    expect_distribution("normal", drawn(rnd::normal(k, shape, 2.0, 3.0)),
                        [](double x) { return 0.5 * std::erfc(-(x - 2) / 3 / std::sqrt(2.0)); });
    expect_distribution("normal, doubles", drawn(rnd::standard_normal<double>(k, shape)),
                        [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); });
    expect_distribution("exponential", drawn(rnd::exponential<double>(k, shape, 2.0)),
                        [](double x) { return 1 - std::exp(-x / 2); });
    expect_distribution("laplace", drawn(rnd::laplace(k, shape, 1.0, 2.0)), [](double x) {
        double const y = (x - 1) / 2;
        return y < 0 ? 0.5 * std::exp(y) : 1 - 0.5 * std::exp(-y);
    });
    expect_distribution("logistic", drawn(rnd::logistic<double>(k, shape)),
                        [](double x) { return 1 / (1 + std::exp(-x)); });
    expect_distribution("gumbel", drawn(rnd::gumbel(k, shape)),
                        [](double x) { return std::exp(-std::exp(-x)); });
    expect_distribution("cauchy", drawn(rnd::standard_cauchy(k, shape)),
                        [](double x) { return 0.5 + std::atan(x) / 3.14159265358979; });
    expect_distribution("weibull", drawn(rnd::weibull(k, shape, 1.5)),
                        [](double x) { return 1 - std::exp(-std::pow(x, 1.5)); });
    expect_distribution("pareto", drawn(rnd::pareto(k, shape, 3.0)),
                        [](double x) { return 1 - std::pow(1 + x, -3); });
    expect_distribution("power", drawn(rnd::power(k, shape, 3.0)),
                        [](double x) { return std::pow(x, 3); });
    expect_distribution("rayleigh", drawn(rnd::rayleigh(k, shape, 2.0)),
                        [](double x) { return 1 - std::exp(-x * x / 8); });
    expect_moments("lognormal", drawn(rnd::lognormal(k, shape, 0.0, 0.5)), std::exp(0.125),
                   (std::exp(0.25) - 1) * std::exp(0.25));
}

TEST(random_distributions, that_reject) {
    for (double a : {0.05, 0.5, 1.0, 2.5, 100.0})
        expect_moments("gamma", drawn(rnd::gamma<double>(k, shape, a, 2.0)), 2 * a, 4 * a);
    // Of a shape of which single elements are few units in the last place apart.
    expect_moments("gamma of many", drawn(rnd::gamma<float>(k, shape, 1e12) - 1e12f), 0, 1e12);
    // The smallest ones are above 0.
    tw::index_t const at = 30389494;
    EXPECT_GT(drawn(rnd::gamma<float>(rnd::key(200), tw::extents(1 << 25),
                                      1.0)(tw::slice(at, at + 1)))[0],
              0.0);
    expect_distribution("gamma of 1", drawn(rnd::gamma(k, shape, 1.0)),
                        [](double x) { return 1 - std::exp(-x); });
    expect_distribution("beta of 1 and 3", drawn(rnd::beta(k, shape, 1.0, 3.0)),
                        [](double x) { return 1 - std::pow(1 - x, 3); });
    // Both far below 1: all of it next to 0 and 1, nothing lost.
    auto const extreme = drawn(rnd::beta(k, shape, 1e-3, 1e-3));
    expect_moments("beta", extreme, 0.5, 0.25 / (2e-3 + 1));
    expect_moments("chi square", drawn(rnd::chisquare<double>(k, shape, 3.0)), 3, 6);
    expect_moments("t", drawn(rnd::standard_t<double>(k, shape, 12.0)), 0, 1.2);
    expect_moments("f", drawn(rnd::f<double>(k, shape, 6.0, 20.0)), 20.0 / 18,
                   2 * 400.0 * 24 / (6 * 324.0 * 16));
}

TEST(random_distributions, of_counts) {
    for (double mean : {0.0, 0.3, 9.9, 10.1, 300.0, 1e9})
        expect_moments("poisson", drawn(rnd::poisson(k, shape, mean)), mean, mean);
    for (double p : {0.1, 0.5, 0.93})
        for (double n : {1.0, 20.0, 1000.0, 1e9})
            expect_moments("binomial", drawn(rnd::binomial(k, shape, n, p)), n * p,
                           n * p * (1 - p));
    // Counts that no double tells apart.
    auto const half = std::int64_t{500000000000000000};
    expect_moments("binomial of many", drawn(rnd::binomial(k, shape, 2 * half, 0.5) - half), 0,
                   2.5e17);
    std::int64_t const odd = (std::int64_t{1} << 53) + 1;
    EXPECT_TRUE(equal(rnd::binomial(k, tw::extents(1), odd, 1.0), {odd}));
    EXPECT_TRUE(equal(rnd::binomial(k, tw::extents(2), to_space({odd, -odd}), 1.0),
                      {odd, std::int64_t{-1}}));
    expect_moments("geometric", drawn(rnd::geometric(k, shape, 0.3)), 1 / 0.3, 0.7 / 0.09);
    expect_moments("negative binomial", drawn(rnd::negative_binomial(k, shape, 2.5, 0.4)), 3.75,
                   9.375);
    expect_moments("bernoulli", drawn(rnd::bernoulli(k, shape, 0.3)), 0.3, 0.21);
    expect_moments("integers", drawn(rnd::integers<std::int64_t>(k, shape, -50, 51)), 0, 850);
    EXPECT_TRUE(
        equal(rnd::binomial(k, tw::extents(2), 5, 1.0), {std::int64_t{5}, std::int64_t{5}}));
    EXPECT_TRUE(equal(rnd::geometric(k, tw::extents(2), 1.0), {std::int64_t{1}, std::int64_t{1}}));
}

TEST(random_distributions, parameters_broadcast) {
    array<double> const means = to_space({1.0, 100.0, -1.0});
    auto const x = values(array<std::int64_t, 2>(rnd::poisson(k, tw::extents(1000, 3), means)));
    double small = 0, large = 0;
    for (std::size_t i = 0; i < x.size(); i += 3) {
        small += double(x[i]) / 1000;
        large += double(x[i + 1]) / 1000;
        EXPECT_EQ(x[i + 2], -1);  // no such distribution
    }
    EXPECT_NEAR(small, 1, 0.2);
    EXPECT_NEAR(large, 100, 2);
    // The type asked for, whatever the parameters are.
    auto const g = rnd::gamma<float>(k, tw::extents(3), means);
    static_assert(std::is_same_v<decltype(g)::value_type, float>);
    EXPECT_TRUE(std::isnan(drawn(rnd::gamma(k, tw::extents(1), -1.0))[0]));
}

TEST(random_distributions, parameters_without_sense) {
    auto const few = tw::extents(3);
    auto expect_none = [](char const* name, auto const& x) {
        for (double v : drawn(x))
            EXPECT_TRUE(std::isnan(v)) << name;
    };
    for (double bad : {-1.0, double(NAN)}) {
        expect_none("laplace", rnd::laplace(k, few, 0.0, bad));
        expect_none("logistic", rnd::logistic<double>(k, few, 0.0, bad));
        expect_none("gumbel", rnd::gumbel(k, few, 0.0, bad));
        expect_none("rayleigh", rnd::rayleigh(k, few, bad));
        expect_none("weibull", rnd::weibull(k, few, bad));
        expect_none("pareto", rnd::pareto(k, few, bad));
        expect_none("power", rnd::power<double>(k, few, bad));
        expect_none("gamma", rnd::gamma(k, few, 2.0, bad));
        expect_none("gamma", rnd::gamma(k, few, bad, 2.0));
    }
    expect_none("pareto of 0", rnd::pareto(k, few, 0.0));
    expect_none("power of 0", rnd::power(k, few, 0));
    // The limits that are distributions still.
    for (double v : drawn(rnd::laplace(k, few, 3.0, 0.0)))
        EXPECT_EQ(v, 3.0);
    for (double v : drawn(rnd::rayleigh(k, few, 0)))
        EXPECT_EQ(v, 0.0);
    for (double v : drawn(rnd::weibull(k, few, 0.0)))
        EXPECT_EQ(v, 0.0);
    for (double v : drawn(rnd::gamma(k, few, 2.0, 0.0)))
        EXPECT_EQ(v, 0.0);
    // One for each element, of integers too.
    auto const scales = to_space({2, -2, 0});
    auto const x = drawn(rnd::laplace(k, few, 1.0, scales));
    EXPECT_FALSE(std::isnan(x[0]));
    EXPECT_TRUE(std::isnan(x[1]));
    EXPECT_EQ(x[2], 1.0);
    auto const y = drawn(rnd::pareto(k, few, to_space({2.0f, -2.0f, 0.0f})));
    EXPECT_GT(y[0], 0.0);
    EXPECT_TRUE(std::isnan(y[1]) && std::isnan(y[2]));
    EXPECT_EQ(drawn(rnd::weibull(k, few, to_space({2.0f, -2.0f, 0.0f})))[2], 0.0);
    EXPECT_EQ(drawn(rnd::weibull(k, few, to_space({2, -2, 0})))[2], 0.0);
    auto const z = rnd::weibull(k, few, to_space({2.0, -2.0, 0.0}));
    static_assert(std::is_same_v<decltype(z)::value_type, double>);
    EXPECT_TRUE(std::isnan(drawn(z)[1]));
    for (double p : {-1.0, 0.0, 2.0, double(NAN)})
        EXPECT_TRUE(
            equal(rnd::geometric(k, tw::extents(2), p), {std::int64_t{-1}, std::int64_t{-1}}))
            << p;
}

/// They read no memory, in sums neither: points in a quarter of a circle.
TEST(random_distributions, fuse) {
    auto const [x, y] = split(k);
    auto const inside = square(rnd::uniform(x, tw::extents(1000, 1000))) +
                            square(rnd::uniform(y, tw::extents(1000, 1000))) <
                        1.0f;
    array<double, 0> const share = tw::mean<double>(inside);
    EXPECT_NEAR(4 * values(share)[0], 3.14159265, 0.008);
    // Neighbours are not correlated.
    array<double> const a = rnd::standard_normal<double>(x, shape);
    array<double, 0> const product = mean(a(tw::slice(0, count - 1)) * a(tw::slice(1, count)));
    EXPECT_NEAR(values(product)[0], 0, 5 / std::sqrt(double(count)));
    array<double, 0> const across = mean(a * rnd::standard_normal<double>(y, shape));
    EXPECT_NEAR(values(across)[0], 0, 5 / std::sqrt(double(count)));
}

}  // namespace
