// SPDX-License-Identifier: MIT
// 2^30 numbers a test: chi square of single words, of neighbours and of normal numbers' shares, and
// correlations.
#include "support/testing.hpp"

#include <twill/random.hpp>
#include <twill/statistics.cuh>
#include <twill/twill.cuh>

namespace tw = twill;
namespace rnd = tw::random;
using namespace twill_test;

namespace {

constexpr long long count = 1ll << 30;

/// Chi square of counts that should be alike, in standard deviations from its mean.
template <class Bins>
double unevenness(Bins const& bins, int many) {
    array<int> const stored = bins;
    auto const found = values(array<std::int64_t>(tw::bincount(stored, tw::below(many))));
    EXPECT_EQ(found.size(), std::size_t(many));
    double const expected = double(count) / many;
    double chi = 0;
    for (auto n : found)
        chi += (double(n) - expected) * (double(n) - expected) / expected;
    return (chi - (many - 1)) / std::sqrt(2.0 * (many - 1));
}

TEST(random_billion, words_are_even) {
    auto const shape = tw::extents(count);
    for (std::uint64_t seed : {0, 1, 2}) {
        rnd::key const k(seed);
        EXPECT_LT(std::abs(unevenness(tw::cast<int>(rnd::bits(k, shape) >> 16), 1 << 16)), 5);
        EXPECT_LT(std::abs(unevenness(tw::cast<int>(rnd::bits(k, shape) & 0xffffu), 1 << 16)), 5);
        EXPECT_LT(std::abs(unevenness(rnd::integers(k, shape, 1000), 1000)), 5);
    }
}

TEST(random_billion, neighbours_and_keys_are_independent) {
    auto const [k, other] = split(rnd::key(5));
    auto const twice = tw::extents(count, 2);
    auto const x = rnd::bits(k, twice) >> 24;
    auto const pairs = x(tw::full_extent, 0) * 256u + x(tw::full_extent, 1);
    EXPECT_LT(std::abs(unevenness(tw::cast<int>(pairs), 1 << 16)), 5);
    auto const across = (rnd::bits(k, tw::extents(count)) >> 24) * 256u +
                        (rnd::bits(other, tw::extents(count)) >> 24);
    EXPECT_LT(std::abs(unevenness(tw::cast<int>(across), 1 << 16)), 5);
}

TEST(random_billion, normal_numbers) {
    auto const shape = tw::extents(count);
    auto const x = rnd::standard_normal<double>(rnd::key(3), shape);
    auto const share = 0.5 * erfc(-x * 0.70710678118654752440);
    EXPECT_LT(std::abs(unevenness(tw::cast<int>(tw::minimum(share * 1024.0, 1023.0)), 1024)), 5);
    auto const f = tw::cast<double>(rnd::standard_normal<float>(rnd::key(4), shape));
    double const n = double(count);
    auto expect_mean = [&](auto const& power, double expected, double variance) {
        array<double, 0> const made = mean(power);
        EXPECT_NEAR(values(made)[0], expected, 5 * std::sqrt(variance / n));
    };
    expect_mean(f, 0, 1);
    expect_mean(f * f, 1, 2);
    expect_mean(f * f * f, 0, 15);
    expect_mean(f * f * f * f, 3, 96);
}

TEST(random_billion, are_not_correlated) {
    rnd::key const k(6);
    auto const x = rnd::uniform<double>(k, tw::extents(count)) - 0.5;
    for (long long lag : {1, 2, 3, 4, 1 << 20}) {
        array<double, 0> const product =
            mean(x(tw::slice(0, count - lag)) * x(tw::slice(lag, count)));
        EXPECT_NEAR(values(product)[0], 0, 5.0 / 12 / std::sqrt(double(count))) << lag;
    }
}

}  // namespace
