// SPDX-License-Identifier: MIT
// Permutations, shuffles and choices.
#include "support/testing.hpp"

#include <twill/half.hpp>
#include <twill/random.hpp>
#if defined(__CUDACC__)
#include <twill/index.cuh>
#include <twill/scan.cuh>
#include <twill/sort.cuh>
#else
#include <twill/index.hpp>
#include <twill/scan.hpp>
#include <twill/sort.hpp>
#endif

#include <algorithm>
#include <map>
#include <set>

namespace tw = twill;
namespace rnd = tw::random;
using namespace twill_test;

namespace {

using positions = std::vector<tw::index_t>;

TEST(random_orders, permutations_have_every_position_once) {
    for (long long n : {0, 1, 2, 3, 255, 256, 257, 10000}) {
        positions order = values(rnd::permutation(rnd::key(std::uint64_t(n)), n));
        std::sort(order.begin(), order.end());
        for (long long i = 0; i < n; ++i)
            ASSERT_EQ(order[std::size_t(i)], i) << n;
    }
    EXPECT_NE(values(rnd::permutation(rnd::key(1), 100)),
              values(rnd::permutation(rnd::key(2), 100)));
    EXPECT_THROW((void)rnd::permutation(rnd::key(1), -1), tw::value_error);
}

// Neighbours, which may be computed together, and elements that are not.
TEST(random_orders, elements_of_permutations_do_not_depend_on_others) {
    for (long long n : {600, 1000, 10000}) {
        positions const all = values(rnd::permutation(rnd::key(3), n));
        positions const apart = values(rnd::permutation(rnd::key(3), n)(tw::slice(1, tw::none, 3)));
        positions const middle = values(rnd::permutation(rnd::key(3), n)(tw::slice(5, 100)));
        for (std::size_t i = 0; i < apart.size(); ++i)
            ASSERT_EQ(apart[i], all[1 + 3 * i]) << n;
        for (std::size_t i = 0; i < middle.size(); ++i)
            ASSERT_EQ(middle[i], all[5 + i]) << n;
    }
}

TEST(random_orders, generators_have_methods_of_these_names) {
    auto const x = to_space({10, 20, 30, 40, 50});
    rnd::generator g(5), same(5);
    EXPECT_EQ(values(g.permutation(100)), values(rnd::permutation(same, 100)));
    EXPECT_EQ(values(g.shuffle(x)), values(rnd::shuffle(same, x)));
    EXPECT_EQ(values(g.choice(x, 3)), values(rnd::choice(same, x, 3)));
    EXPECT_EQ(values(g.choice(x, 3, rnd::without_replacement)),
              values(rnd::choice(same, x, 3, rnd::without_replacement)));
    // Distributions, with the shape in braces, too.
    EXPECT_EQ(values(array<float>(g.gamma({3}, 2.0))),
              values(array<float>(rnd::gamma<float>(same, tw::extents(3), 2.0))));
    EXPECT_EQ(values(array<double>(g.beta<double>(tw::extents(3), 2.0, 0.5))),
              values(array<double>(rnd::beta<double>(same, {3}, 2.0, 0.5))));
    EXPECT_EQ(values(array<float>(g.exponential({3}))),
              values(array<float>(rnd::exponential<float>(same, {3}))));
    EXPECT_EQ(values(array<std::int64_t>(g.poisson({3}, to_space({1.0, 5.0, 1e6})))),
              values(array<std::int64_t>(rnd::poisson(same, {3}, to_space({1.0, 5.0, 1e6})))));
    EXPECT_EQ(values(array<std::int64_t>(g.binomial({3}, 10, 0.3))),
              values(array<std::int64_t>(rnd::binomial(same, {3}, 10, 0.3))));
    EXPECT_EQ(values(array<bool>(g.bernoulli({9}))),
              values(array<bool>(rnd::bernoulli(same, {9}))));
    EXPECT_EQ(values(array<int>(g.integers({3}, 10))),
              values(array<int>(rnd::integers(same, tw::extents(3), 0, 10))));
}

TEST(random_orders, every_order_is_as_likely) {
    // 24 orders of four, by 4800 keys: chi square of 23 degrees of freedom exceeds 55 once in 5000.
    std::map<positions, int> seen;
    for (std::uint64_t i = 0; i < 4800; ++i)
        ++seen[values(rnd::permutation(fold_in(rnd::key(11), i), 4))];
    EXPECT_EQ(seen.size(), 24u);
    double chi = 0;
    for (auto const& [order, times] : seen)
        chi += (times - 200.0) * (times - 200.0) / 200.0;
    EXPECT_LT(chi, 55.0);
}

TEST(random_orders, rows_stay_whole) {
    array<int, 2> const m = tw::cast<int>(counted(tw::extents(6, 2)));
    auto const x = values(array<int, 2>(rnd::shuffle(rnd::key(4), m)));
    std::vector<int> first;
    for (std::size_t i = 0; i < x.size(); i += 2) {
        EXPECT_EQ(x[i + 1], x[i] + 1);
        first.push_back(x[i]);
    }
    std::sort(first.begin(), first.end());
    EXPECT_EQ(first, (std::vector<int>{0, 2, 4, 6, 8, 10}));
    auto const columns = values(array<int, 2>(rnd::shuffle(rnd::key(4), m, tw::axis<1>)));
    for (std::size_t i = 0; i < columns.size(); i += 2)
        EXPECT_EQ(columns[i] + columns[i + 1], int(2 * i) + 1);
    EXPECT_TRUE(equal(rnd::shuffle(rnd::key(4), m, -1), columns));
    EXPECT_THROW((void)rnd::shuffle(rnd::key(4), m, 2), tw::axis_error);
    // In place: read before it is written.
    array<int> own = to_space({5, 6, 7, 8, 9});
    own = rnd::shuffle(rnd::key(9), own);
    auto kept = values(own);
    std::sort(kept.begin(), kept.end());
    EXPECT_EQ(kept, (std::vector<int>{5, 6, 7, 8, 9}));
}

TEST(random_orders, choices) {
    array<float> const x = to_space({10.0f, 20.0f, 30.0f, 40.0f});
    rnd::key const k(6);
    auto const drawn = values(rnd::choice(k, x, 4000));
    for (float v : {10.0f, 20.0f, 30.0f, 40.0f})
        EXPECT_NEAR(double(std::count(drawn.begin(), drawn.end(), v)), 1000, 150);
    auto all = values(rnd::choice(k, x, 4, rnd::without_replacement));
    std::sort(all.begin(), all.end());
    EXPECT_EQ(all, (std::vector<float>{10, 20, 30, 40}));
    EXPECT_EQ(values(rnd::choice(k, x, 2, rnd::without_replacement)).size(), 2u);
    EXPECT_THROW((void)rnd::choice(k, x, 5, rnd::without_replacement), tw::value_error);
    EXPECT_THROW((void)rnd::choice(k, x, -1), tw::value_error);
    try {
        (void)rnd::choice(k, array<float>(tw::extents(0)), 2);
        FAIL() << "two elements of none";
    } catch (tw::value_error const& e) {
        EXPECT_EQ(std::string(e.what()).find("twill: random::choice: "), 0u) << e.what();
    }

    auto const likely =
        values(rnd::choice(k, x, 4000, rnd::probabilities(to_space({1.0f, 0.0f, 2.0f, 5.0f}))));
    EXPECT_NEAR(double(std::count(likely.begin(), likely.end(), 10.0f)), 500, 110);
    EXPECT_EQ(std::count(likely.begin(), likely.end(), 20.0f), 0);
    EXPECT_NEAR(double(std::count(likely.begin(), likely.end(), 40.0f)), 2500, 160);
    EXPECT_THROW((void)rnd::choice(k, x, 2, rnd::probabilities(to_space({1.0f}))), tw::shape_error);
    if constexpr (std::is_same_v<space, tw::host_space>) {
        float const nan = NAN, infinity = INFINITY;
        for (auto const& p : std::vector<std::vector<float>>{
                 {0, 0, 0, 0}, {-1, 1, 1, 1}, {1, 1, nan, 1}, {1, -1, 3, nan}, {1, infinity, 1, 1}})
            EXPECT_THROW((void)rnd::choice(k, x, 2, rnd::probabilities(to_space(p))),
                         tw::value_error);
    }
    // Numbers of the probabilities' own type would tell 2048 elements apart.
    tw::index_t const many = 6000;
    auto const alike = array<tw::float16>(tw::full(tw::extents(many), tw::float16(1)));
    auto const some = values(rnd::choice(k, tw::arange(many), 4000, rnd::probabilities(alike)));
    EXPECT_GT(std::set(some.begin(), some.end()).size(), 2800u);
    // None of probability 0 is drawn, whatever the sums before and behind it are rounded to.
    array<float> const u = rnd::uniform(k, tw::extents(1 << 18));
    array<float> const p = where(u < 0.5f, 0.0f, u);
    auto const weights = values(rnd::choice(k, p, 100000, rnd::probabilities(p)));
    EXPECT_EQ(std::count(weights.begin(), weights.end(), 0.0f), 0);
    auto const none = to_space(std::vector<float>{});
    EXPECT_TRUE(equal(rnd::choice(k, none, 0), std::vector<float>{}));
    EXPECT_THROW((void)rnd::choice(k, none, 1), tw::value_error);
}

}  // namespace
