// SPDX-License-Identifier: MIT
// group_by, quantiles and medians.
#include <algorithm>
#include <map>
#include <vector>

#include <twill/complex.hpp>

#include "support/statistics.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(groups, variances_lose_degrees_of_freedom) {
    auto const g = tw::group_by(to_space({0, 1, 1, 0, 1}));
    auto const v = to_space({1.0, 2.0, 4.0, 5.0, 9.0});
    EXPECT_TRUE(equal(g.var(v, tw::ddof(1)), {8.0, 13.0}));
    EXPECT_TRUE(equal(g.var(v, 1), {8.0, 13.0}));
    EXPECT_TRUE(equal(g.stddev(v, tw::ddof(2)), {nan, std::sqrt(26.0)}));
}

// Each element is converted first: 2^24 + 1 is not a float.
TEST(groups, a_result_type_can_be_asked_for) {
    auto const g = tw::group_by(to_space({0, 1, 1, 0}));
    auto const v = to_space({1.0f, 16777216.0f, 1.0f, 3.0f});
    EXPECT_TRUE(equal(g.sum<double>(v), {4.0, 16777217.0}));
    EXPECT_TRUE(equal(g.mean<double>(v), {2.0, 8388608.5}));
    EXPECT_TRUE(equal(g.max<double>(v), {3.0, 16777216.0}));
    EXPECT_TRUE(equal(g.min<int>(v), {1, 1}));
    EXPECT_TRUE(equal(g.var<double>(v, tw::ddof(1)), {2.0, 140737471578112.5}));
    EXPECT_TRUE(equal(g.stddev<double>(to_space({1, 2, 4, 3})), {1.0, 1.0}));
    auto const bytes = to_space<std::uint8_t>({200, 2, 3, 100});
    EXPECT_TRUE(equal(g.sum<std::uint8_t>(bytes), {std::uint8_t{44}, std::uint8_t{5}}));
    EXPECT_TRUE(equal(g.sum<float>(bytes), {300.0f, 5.0f}));
    EXPECT_TRUE(equal(g.prod<float>(bytes), {20000.0f, 6.0f}));
}

TEST(groups, of_several_columns) {
    auto const g = tw::group_by(to_space({2, 1, 2, 1, 3}));
    array<double, 2> const v = tw::reshape(tw::arange(10.0), 5, 2);
    EXPECT_EQ(g.sum(v).shape(), tw::extents(3, 2));
    EXPECT_TRUE(equal(g.sum(v), {8, 10, 4, 6, 8, 9}));
    EXPECT_TRUE(equal(g.max(1.0 + v), {7, 8, 5, 6, 9, 10}));
    EXPECT_TRUE(equal(g.median(v), {4, 5, 2, 3, 8, 9}));
    EXPECT_TRUE(equal(g.first(v), {2, 3, 0, 1, 8, 9}));
    EXPECT_TRUE(equal(g.mean(transpose(tw::evaluate(transpose(v)))), {4, 5, 2, 3, 8, 9}));
    EXPECT_EQ(g.sum(array<float, 2>(tw::extents(5, 0))).shape(), tw::extents(3, 0));
    EXPECT_THROW((void)g.sum(array<float, 2>(tw::extents(4, 2))), tw::shape_error);
}

TEST(groups, of_one_key) {
    auto const key = to_space({3, 1, 3, 0, 1, 3, 7});
    auto const v = to_space({1.0, 2.0, 3.0, nan, 5.0, 6.0, 7.0});
    auto const g = tw::group_by(key);
    EXPECT_EQ(g.size(), 4);
    EXPECT_TRUE(equal(g.keys(), {0, 1, 3, 7}));
    EXPECT_TRUE(equal(g.count(), {1, 2, 3, 1}));
    EXPECT_TRUE(equal(g.sum(v), {nan, 7, 10, 7}));
    EXPECT_TRUE(equal(g.sum(key), {0, 2, 9, 7}));
    EXPECT_TRUE(equal(g.prod(v), {nan, 10, 18, 7}));
    EXPECT_TRUE(equal(g.mean(key * 2), {0, 2, 6, 14}));
    EXPECT_TRUE(equal(g.min(v), {nan, 2, 1, 7}));
    EXPECT_TRUE(equal(g.max(v), {nan, 5, 6, 7}));
    EXPECT_TRUE(equal(g.first(v), {nan, 2, 1, 7}));
    EXPECT_TRUE(equal(g.last(v), {nan, 5, 6, 7}));
    EXPECT_TRUE(equal(g.any(key == 1), {false, true, false, false}));
    EXPECT_TRUE(equal(g.all(v > 1.5), {false, true, false, true}));
    EXPECT_TRUE(within_ulps(g.var(v), {nan, 2.25, 38.0 / 9.0, 0}, 4));
    EXPECT_TRUE(within_ulps(g.stddev(v, 1), {nan, std::sqrt(4.5), std::sqrt(19.0 / 3.0), nan}, 4));
    EXPECT_THROW((void)g.sum(to_space({1, 2})), tw::shape_error);
}

TEST(groups, medians_and_quantiles) {
    auto const key = to_space({3, 1, 3, 0, 1, 3, 7, 3});
    auto const v = to_space({9.0, 2.0, 3.0, nan, 5.0, 6.0, 7.0, -1.0});
    auto const g = tw::group_by(key);
    EXPECT_TRUE(equal(g.median(v), {nan, 3.5, 4.5, 7.0}));
    EXPECT_TRUE(equal(g.median(key + key), {0.0, 2.0, 6.0, 14.0}));
    // One NaN among numbers.
    auto const strange = to_space({9.0, 2.0, nan, 4.0, 5.0, 6.0, 7.0, -1.0});
    EXPECT_TRUE(equal(g.median(strange), {4.0, 3.5, nan, 7.0}));
    EXPECT_TRUE(equal(g.quantile(strange, 0.0), {4.0, 2.0, nan, 7.0}));
    EXPECT_TRUE(equal(g.quantile(v, 0.75), {nan, 4.25, 6.75, 7.0}));
    EXPECT_TRUE(equal(g.quantile(v, 1.0, tw::quantile_method::lower), {nan, 5.0, 9.0, 7.0}));
    EXPECT_THROW((void)g.quantile(v, 1.5), tw::value_error);
    EXPECT_THROW((void)g.median(to_space({1, 2})), tw::shape_error);
    // Groups without elements, and elements without a group.
    auto const of_five = tw::group_by(key, tw::below(5));
    EXPECT_TRUE(equal(of_five.median(v), {nan, 3.5, nan, 4.5, nan}));
    auto const [two, count] = tw::group_by(key, tw::capacity(2));
    EXPECT_TRUE(equal(two.median(v), {nan, 3.5}));
    // Long groups against a median of each.
    array<int> const many = tw::arange<int>(3000) % 7;
    array<double> const x = tw::sin(tw::arange<double>(3000) * 0.37);
    std::vector<double> each[7], medians;
    for (std::size_t i = 0; i < 3000; ++i)
        each[i % 7].push_back(values(x)[i]);
    for (auto& group : each) {
        std::sort(group.begin(), group.end());
        medians.push_back((group[(group.size() - 1) / 2] + group[group.size() / 2]) / 2);
    }
    EXPECT_TRUE(equal(tw::group_by(many).median(x), medians));
}

TEST(groups, of_several_keys) {
    auto const shop = to_space({2, 1, 2, 1, 2});
    auto const day = to_space({1.5, 0.5, 0.5, 0.5, 1.5});
    auto const g = tw::group_by(shop, day);
    EXPECT_TRUE(equal(g.keys<0>(), {1, 2, 2}));
    EXPECT_TRUE(equal(g.keys<1>(), {0.5, 0.5, 1.5}));
    EXPECT_TRUE(equal(g.sum(to_space({1, 2, 3, 4, 5})), {6, 3, 6}));
    auto const none = tw::group_by(array<int>(tw::extents(0)));
    EXPECT_EQ(none.size(), 0);
    EXPECT_EQ(none.sum(array<float>(tw::extents(0))).size(), 0);
}

TEST(groups, below_a_number) {
    auto const key = to_space({3, 1, 3, -1, 1, 3, 5});
    auto const v = to_space({1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f});
    auto const g = tw::group_by(key, tw::below(5));
    EXPECT_TRUE(equal(g.keys(), {0, 1, 2, 3, 4}));
    EXPECT_TRUE(equal(g.count(), {0, 2, 0, 3, 0}));
    EXPECT_TRUE(equal(g.sum(v), {0, 7, 0, 10, 0}));
    auto const n = std::numeric_limits<float>::quiet_NaN();
    EXPECT_TRUE(equal(g.max(v), {n, 5, n, 6, n}));
    EXPECT_TRUE(equal(g.min(key), {0, 1, 0, 3, 0}));
    EXPECT_TRUE(equal(g.mean(v), {n, 3.5f, n, 10.0f / 3.0f, n}));
    EXPECT_TRUE(equal(g.first(v), {0, 2, 0, 1, 0}));
}

// What numpy.add.reduceat gives.
TEST(groups, of_runs_that_begin_somewhere) {
    auto const x = to_space({1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0});
    auto const starts = to_space({0, 2, 2, 5});
    auto const run = searchsorted(starts, tw::arange(x.size()), tw::side::right) - 1;
    auto const g = tw::group_by(run, tw::below(starts.size()));
    EXPECT_TRUE(equal(g.sum(x), {3.0, 0.0, 12.0, 13.0}));
    EXPECT_TRUE(equal(g.max(x), {2.0, nan, 5.0, 7.0}));
}

TEST(groups, in_no_order) {
    auto const key = to_space({3, 1, 3, -1, 1, 3, 5});
    auto const v = to_space({1.0f, -2.0f, 3.0f, 4.0f, -0.5f, 6.0f, 7.0f});
    auto const n = std::numeric_limits<float>::quiet_NaN();
    auto const g = tw::group_by(key, tw::below(5), tw::unordered);
    EXPECT_EQ(g.size(), 5);
    EXPECT_TRUE(equal(g.count(), {0, 2, 0, 3, 0}));
    EXPECT_TRUE(equal(g.sum(v), {0, -2.5f, 0, 10, 0}));
    EXPECT_TRUE(equal(g.sum(key), {0, 2, 0, 9, 0}));
    EXPECT_TRUE(equal(g.mean(v), {n, -1.25f, n, 10.0f / 3.0f, n}));
    EXPECT_TRUE(equal(g.mean(key), {nan, 1, nan, 3, nan}));
    EXPECT_TRUE(equal(g.max(v), {n, -0.5f, n, 6, n}));
    EXPECT_TRUE(equal(g.min(v), {n, -2, n, 1, n}));
    EXPECT_TRUE(equal(g.min(-key), {0, -1, 0, -3, 0}));
    EXPECT_TRUE(equal(g.max(cast<std::int64_t>(-key)), {0, -1, 0, -3, 0}));
    auto const w = where(v == 3.0f, n, v);
    EXPECT_TRUE(equal(g.max(w), {n, -0.5f, n, n, n}));
    EXPECT_TRUE(equal(g.min(w), {n, -2, n, n, n}));
    EXPECT_THROW((void)g.sum(to_space({1, 2})), tw::shape_error);
    for (int const groups : {3, 5000, 60000}) {
        auto const k = to_space(mixed_values<int>(200003, 5, 2 * groups));
        auto const x = to_space(mixed_values<int>(200003, 6, 2000));
        auto const a = tw::group_by(k, tw::below(groups));
        auto const b = tw::group_by(k, tw::below(groups), tw::unordered);
        EXPECT_EQ(values(a.sum(x)), values(b.sum(x)));
        EXPECT_EQ(values(a.max(x)), values(b.max(x)));
        EXPECT_EQ(values(a.min(x)), values(b.min(x)));
        EXPECT_EQ(values(a.count()), values(b.count()));
    }
}

struct add_up {
    template <class T>
    TWILL_TEST_HD T operator()(T a, T b) const {
        return static_cast<T>(a + b);
    }
};
struct keep_last {
    TWILL_TEST_HD int operator()(int a, int b) const { return b < 0 ? a : b; }
};

// Runs of one element and of many thousands, across tiles.
// A float stays as it is from 2^24 ones on.
TEST(groups, large_sums_in_no_order) {
    int const count = (1 << 24) + 1000;
    array<int> const key = tw::zeros<int>(count);
    array<float> const v = tw::ones<float>(count);
    auto const g = tw::group_by(key, tw::below(1 << 22), tw::unordered);
    EXPECT_EQ(tw::item(g.sum(v)(0)), static_cast<float>(count));
    EXPECT_EQ(tw::item(g.mean(v)(0)), 1.0f);
}

// Complex NaNs are one key, whichever part is NaN.
TEST(groups, of_complex_keys) {
    using z = tw::complex<double>;
    auto const key = to_space<z>({{1, nan}, {nan, 1}, {1, nan}, {2, 0}});
    auto const g = tw::group_by(key, to_space({5, 5, 6, 5}));
    EXPECT_TRUE(equal(g.count(), {std::int64_t{1}, std::int64_t{2}, std::int64_t{1}}));
}

TEST(groups, of_many_elements) {
    std::mt19937 random(3);
    for (int const groups : {1, 3, 500, 40000}) {
        std::size_t const count = 60001;
        std::vector<int> key(count), v(count);
        for (std::size_t i = 0; i < count; ++i) {
            // Half of the elements are in one group.
            key[i] = random() % 2 ? 0 : static_cast<int>(random() % static_cast<unsigned>(groups));
            v[i] = static_cast<int>(random() % 1000);
        }
        std::map<int, std::int64_t> sums;
        std::map<int, int> last;
        for (std::size_t i = 0; i < count; ++i) {
            sums[key[i]] += v[i];
            last[key[i]] = v[i];
        }
        std::vector<int> keys, lasts;
        std::vector<std::int64_t> expected;
        for (auto const& [k, s] : sums) {
            keys.push_back(k);
            expected.push_back(s);
            lasts.push_back(last[k]);
        }
        auto const g = tw::group_by(to_space(key));
        auto const a = to_space(v);
        EXPECT_TRUE(equal(g.keys(), keys));
        EXPECT_TRUE(equal(g.sum(a), expected));
        EXPECT_TRUE(equal(g.reduce(a, keep_last{}, -1), lasts));
        EXPECT_TRUE(equal(g.last(a), lasts));
        auto const d = tw::group_by(to_space(key), tw::below(groups));
        auto const dense = values(d.sum(a));
        for (std::size_t i = 0; i < keys.size(); ++i)
            ASSERT_EQ(dense[static_cast<std::size_t>(keys[i])], expected[i]);
        EXPECT_EQ(values(g.mean(a * 0.1)), values(g.mean(a * 0.1)));
    }
}

TEST(quantiles, medians) {
    EXPECT_EQ(value(tw::median(to_space({3, 1, 2, 10}))), 2.5);
    EXPECT_EQ(value(tw::median(to_space({3, 1, 2}))), 2.0);
    EXPECT_TRUE(std::isnan(value(tw::median(to_space({3.0, nan, 2.0})))));
    auto const m = to_space(std::vector<float>{1, 2, 3, 4, 6, 5}, tw::extents(2, 3));
    EXPECT_TRUE(equal(tw::median(m, tw::axis<1>), {2, 5}));
    EXPECT_TRUE(equal(tw::median(m, 0), {2.5f, 4, 4}));
    EXPECT_EQ(value(tw::median(m)), 3.5f);
    EXPECT_TRUE(std::isnan(value(tw::median(array<float>(tw::extents(0))))));
    EXPECT_TRUE(std::isnan(value(tw::median(array<int>(tw::extents(0))))));
    EXPECT_TRUE(equal(tw::median(array<int, 2>(tw::extents(2, 0)), 1), {nan, nan}));
    EXPECT_EQ(tw::median(array<int, 2>(tw::extents(0, 0)), 1).size(), 0);
    auto const x = mixed_values<int>(50001, 5, 100000);
    auto sorted = x;
    std::sort(sorted.begin(), sorted.end());
    EXPECT_EQ(value(tw::median(to_space(x))), sorted[25000]);
}

// numpy.quantile([15, 20, 35, 40, 50], q, method=...) for q = 0, 0.05, 0.3, 0.4, 0.5, 0.99, 1.
TEST(quantiles, methods) {
    using method = tw::quantile_method;
    auto const a = to_space({40.0, 15.0, 50.0, 20.0, 35.0});
    double const shares[] = {0, 0.05, 0.3, 0.4, 0.5, 0.99, 1};
    struct row {
        method how;
        double expected[7];
    };
    row const rows[] = {
        {method::linear, {15.0, 16.0, 23.0, 29.0, 35.0, 49.6, 50.0}},
        {method::lower, {15.0, 15.0, 20.0, 20.0, 35.0, 40.0, 50.0}},
        {method::higher, {15.0, 20.0, 35.0, 35.0, 35.0, 50.0, 50.0}},
        {method::nearest, {15.0, 15.0, 20.0, 35.0, 35.0, 50.0, 50.0}},
        {method::midpoint, {15.0, 17.5, 27.5, 27.5, 35.0, 45.0, 50.0}},
        {method::inverted_cdf, {15.0, 15.0, 20.0, 20.0, 35.0, 50.0, 50.0}},
        {method::averaged_inverted_cdf, {15.0, 15.0, 20.0, 27.5, 35.0, 50.0, 50.0}},
        {method::closest_observation, {15.0, 15.0, 20.0, 20.0, 20.0, 50.0, 50.0}},
        {method::interpolated_inverted_cdf, {15.0, 15.0, 17.5, 20.0, 27.5, 49.5, 50.0}},
        {method::hazen, {15.0, 15.0, 20.0, 27.5, 35.0, 50.0, 50.0}},
        {method::weibull, {15.0, 15.0, 19.0, 26.0, 35.0, 50.0, 50.0}},
        {method::median_unbiased, {15.0, 15.0, 19.666666666666668, 27.0, 35.0, 50.0, 50.0}},
        {method::normal_unbiased, {15.0, 15.0, 19.75, 27.125, 35.0, 50.0, 50.0}}};
    for (row const& r : rows)
        for (int i = 0; i < 7; ++i)
            EXPECT_EQ(value(tw::quantile(a, shares[i], r.how)), r.expected[i])
                << static_cast<int>(r.how) << " " << shares[i];
    EXPECT_EQ(value(tw::percentile(a, 30)), value(tw::quantile(a, 0.3)));
    EXPECT_TRUE(equal(tw::quantile(reshape(a, 1, 5), 0.5, tw::axis<1>), {35}));
    EXPECT_THROW((void)tw::quantile(a, 1.5), tw::value_error);
}

TEST(groups, as_many_as_there_is_room_for) {
    auto const k = to_space({7, 3, 7, 9, 3, 7});
    auto const v = to_space({1.0, 2.0, 3.0, 4.0, 5.0, 6.0});
    auto const [g, count] = tw::group_by(k, tw::capacity(5));
    EXPECT_EQ(value(count), 3);
    EXPECT_EQ(g.size(), 5);
    EXPECT_TRUE(equal(g.keys(), {3, 7, 9, 0, 0}));
    EXPECT_TRUE(equal(g.count(), {2, 3, 1, 0, 0}));
    EXPECT_TRUE(equal(g.sum(v), {7, 10, 4, 0, 0}));
    // Some have no room.
    auto const [few, all] = tw::group_by(k, tw::capacity(2));
    EXPECT_EQ(value(all), 3);
    EXPECT_TRUE(equal(few.keys(), {3, 7}));
    EXPECT_TRUE(equal(few.sum(v), {7, 10}));
    EXPECT_TRUE(equal(few.max(v), {5, 6}));
    auto const [two, pairs] = tw::group_by(k, k - 3, tw::capacity(4));
    EXPECT_EQ(value(pairs), 3);
    EXPECT_TRUE(equal(two.keys<1>(), {0, 4, 6, 0}));
    EXPECT_THROW((void)tw::group_by(k, tw::capacity(-1)), tw::value_error);
    EXPECT_EQ(value(tw::group_by(k(tw::slice(0, 0)), tw::capacity(3)).count), 0);
}

TEST(groups, identities_of_narrower_types) {
    auto const g = tw::group_by(to_space(std::vector<int>{1, 2, 1}));
    EXPECT_TRUE(
        equal(g.reduce(to_space(std::vector<double>{0.25, 1.5, 0.5}), add_up{}, 0), {0.75, 1.5}));
    auto const u = to_space(std::vector<std::uint32_t>{1, 2, 4294967290u});
    EXPECT_TRUE(equal(g.reduce(u, add_up{}, 0), {4294967291u, 2u}));
    EXPECT_THROW((void)g.reduce(u, add_up{}, -1), tw::value_error);
}

}  // namespace
