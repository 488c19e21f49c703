// SPDX-License-Identifier: MIT
// histogram, histogram2d, bincount, digitize.
#include "support/statistics.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Elements on the edges and beside them are counted as a search among the edges counts them.
template <class T>
void check_near_edges(double low, double high, int bins) {
    SCOPED_TRACE(testing::Message() << low << " to " << high << ", " << bins << " bins");
    auto const edges = tw::to_host(
        tw::evaluate(tw::histogram(to_space(std::vector<T>{}), bins, tw::range(low, high)).edges));
    T const most = std::numeric_limits<T>::infinity();
    std::vector<T> x;
    for (T const e : std::vector<T>(edges.data(), edges.data() + edges.size())) {
        T below = e, above = e;
        x.push_back(e);
        for (int k = 0; k < 3; ++k) {
            x.push_back(below = std::nextafter(below, -most));
            x.push_back(above = std::nextafter(above, most));
        }
        x.push_back(e + static_cast<T>(0.4 * (high - low) / bins));
    }
    auto const elements = to_space(x);
    auto const by_division = tw::histogram(elements, bins, tw::range(low, high));
    auto const by_search = tw::histogram(elements, by_division.edges);
    EXPECT_EQ(values(by_division.counts), values(by_search.counts));
}

TEST(histograms, elements_on_edges) {
    for (int const bins : {1, 3, 10, 256, 1000, 8191, 20000}) {
        for (auto const& [low, high] :
             {std::pair{0.0, 1.0}, {-3.7, 11.3}, {100.0, 101.0}, {-1e-30, 1e-31}, {-2e38, 2e38}}) {
            check_near_edges<double>(low, high, bins);
            check_near_edges<float>(low, high, bins);
        }
    }
    check_near_edges<double>(1e6, 1e6 + 1, 1000);
    check_near_edges<double>(-1e308, 7e307, 100);
}

TEST(histograms, small) {
    auto const a = to_space({0.0f, 0.1f, 0.5f, 1.0f, 2.0f, 0.999f, nan, -0.1f, inf});
    auto const h = tw::histogram(a, 4, tw::range(0, 1));
    EXPECT_TRUE(equal(h.counts, {2, 0, 1, 2}));
    EXPECT_TRUE(equal(h.edges, {0.0f, 0.25f, 0.5f, 0.75f, 1.0f}));
    EXPECT_TRUE(equal(tw::histogram(a, to_space({0.0f, 0.5f, 2.0f})).counts, {2, 4}));
#if !defined(__CUDACC__)
    EXPECT_THROW((void)tw::histogram(a, to_space({1.0f, 0.5f, 2.0f})), tw::value_error);
    EXPECT_EQ(tw::histogram(a, to_space({0.0f, 0.5f, 0.5f})).counts.size(), 2);
#endif
    EXPECT_TRUE(equal(tw::histogram(a, 2, tw::range(0, 1), tw::density).counts, {0.8, 1.2}));
    auto const w = to_space({1, 2, 3, 4, 5, 6, 7, 8, 9});
    EXPECT_TRUE(equal(tw::histogram(a, 4, tw::range(0, 1), tw::weights(w)).counts, {3, 0, 3, 10}));
    EXPECT_TRUE(equal(tw::histogram(a, 2, tw::range(0, 1), tw::weights(w, tw::density)).counts,
                      {0.375, 1.625}));
    // The range of the elements; integers have edges of float64.
    auto const k = to_space({1, 2, 2, 4, 1, 1});
    auto const all = tw::histogram(k, 3);
    EXPECT_TRUE(equal(all.counts, {3, 2, 1}));
    EXPECT_TRUE(equal(all.edges, {1.0, 2.0, 3.0, 4.0}));
    EXPECT_TRUE(equal(tw::histogram(to_space({7, 7}), 2).edges, {6.5, 7.0, 7.5}));
    EXPECT_TRUE(equal(tw::histogram(array<float>(tw::extents(0)), 2).counts, {0, 0}));
    EXPECT_THROW((void)tw::histogram(a, 4), tw::value_error);
    // As wide as no float, where edges are floats' own, and between numbers.
    auto const wide = to_space({-3e38f, 3e38f});
    EXPECT_THROW((void)tw::histogram(wide, 4), tw::value_error);
    EXPECT_NO_THROW((void)tw::histogram(wide, 4, tw::range(-3e38, 3e38)));
    EXPECT_THROW((void)tw::histogram(k, 0, tw::range(0, 1)), tw::value_error);
    EXPECT_THROW((void)tw::histogram(k, 3, tw::range(2, 1)), tw::value_error);
    EXPECT_THROW((void)tw::histogram(k, to_space({1.0})), tw::value_error);
    // Where floats do not tell the edges apart NumPy refuses, too, but for the subnormal ones.
    EXPECT_THROW((void)tw::histogram(to_space({1e300, 1e300}), 2), tw::value_error);
    EXPECT_THROW((void)tw::histogram(to_space({1.0, 1 + 2.3e-16}), 2), tw::value_error);
    EXPECT_THROW((void)tw::histogram(k, 100, tw::range(-1.7e308, 1.7e308)), tw::value_error);
    EXPECT_THROW((void)tw::histogram(k, 2, tw::range(0, 1e-320)), tw::value_error);
    EXPECT_THROW((void)tw::histogram(a, 3, tw::range(1, 1.0000002)), tw::value_error);
    EXPECT_THROW((void)tw::histogram(to_space({1.0f}), 5, tw::range(0, 1e300)), tw::value_error);
    EXPECT_THROW((void)tw::histogram(to_space({1.0f}), 10, tw::range(0, 1e-44)), tw::value_error);
    EXPECT_TRUE(equal(tw::histogram(to_space({1.0, 1 + 4.5e-16}), 2).counts, {1, 1}));
    EXPECT_THROW((void)tw::histogram(k, 3, tw::range(0, 1), tw::weights(w)), tw::shape_error);
}

// Weights, density and the range in any order.
TEST(histograms, options_in_any_order) {
    auto const a = to_space({0.5, 1.5, 2.5, 0.5, 3.0});
    auto const w = to_space({1.0, 2.0, 3.0, 4.0, 0.5});
    std::vector<double> const expected = {0.47619047619047616, 0.19047619047619047,
                                          0.3333333333333333};
    auto const to_three = tw::range(0, 3);
    auto check = [&](auto const&... options) {
        EXPECT_TRUE(equal(tw::histogram(a, 3, options...).counts, expected));
    };
    check(to_three, tw::density, tw::weights(w));
    check(tw::weights(w), to_three, tw::density);
    check(tw::density, tw::weights(w), to_three);
    EXPECT_TRUE(
        equal(tw::histogram(a, to_space({0.0, 1.0, 2.0, 3.0}), tw::density, tw::weights(w)).counts,
              expected));
    EXPECT_EQ(tw::histogram(a, to_three).counts.size(), 10);
    EXPECT_EQ(value(tw::sum(tw::histogram(a, tw::weights(w)).counts)), 10.5);
}

TEST(histograms, of_pairs_with_weights) {
    auto const x = to_space({0.5, 1.5, 2.5, 0.5, 3.0});
    auto const y = to_space({0.1, 0.9, 0.4, 0.7, 0.2});
    auto const w = to_space({1.0, 2.0, 3.0, 4.0, 0.5});
    auto grid = [&](auto const&... options) {
        return tw::histogram2d(x, y, 2, 2, tw::range(0, 3), tw::range(0, 1), options...).counts;
    };
    EXPECT_TRUE(within_ulps(
        grid(tw::density),
        {0.26666666666666666, 0.26666666666666666, 0.5333333333333333, 0.26666666666666666}, 1));
    EXPECT_TRUE(equal(grid(tw::weights(w)), {1.0, 4.0, 3.5, 2.0}));
    EXPECT_TRUE(within_ulps(
        grid(tw::weights(w), tw::density),
        {0.12698412698412698, 0.5079365079365079, 0.4444444444444445, 0.25396825396825395}, 1));
    auto const [counts, x_edges, y_edges] =
        tw::histogram2d(x, y, to_space({0.0, 1.0, 3.0}), to_space({0.0, 0.5, 0.7}), tw::density);
    EXPECT_TRUE(within_ulps(counts, {0.5, 1.2500000000000002, 0.5, 0.0}, 1));
    EXPECT_TRUE(equal(y_edges, {0.0, 0.5, 0.7}));
    EXPECT_THROW((void)grid(tw::weights(to_space({1.0}))), tw::shape_error);
}

TEST(histograms, edges_alone) {
    auto const x = to_space({1.0f, 2.0f, 5.0f});
    EXPECT_TRUE(equal(tw::histogram_bin_edges(x, 4), {1.0f, 2.0f, 3.0f, 4.0f, 5.0f}));
    EXPECT_TRUE(equal(tw::histogram_bin_edges(x, 2, tw::range(0, 1)), {0.0f, 0.5f, 1.0f}));
    EXPECT_TRUE(equal(tw::histogram_bin_edges(to_space({7, 7}), 2), {6.5, 7.0, 7.5}));
    EXPECT_EQ(tw::histogram_bin_edges(x).size(), 11);
    EXPECT_THROW((void)tw::histogram_bin_edges(x, 0), tw::value_error);
    EXPECT_THROW((void)tw::histogram_bin_edges(x * NAN), tw::value_error);
}

// Every element is in the bin that the edges say, also where the division lands one off.
// NumPy's: between elements edges are computed in their type, between numbers in float64.
TEST(histograms, edges_between_floats) {
    auto const x = to_space({-3.0f, 1.0f, 0.33333334f});
    auto const [counts, edges] = tw::histogram(x, 6);
    EXPECT_TRUE(equal(counts, {1, 0, 0, 0, 1, 1}));
    EXPECT_TRUE(equal(edges, {-3.0f, -0x1.2aaaaap+1f, -0x1.aaaaaap+0f, -1.0f, -0x1.55555p-2f,
                              0x1.55556p-2f, 1.0f}));
    EXPECT_TRUE(equal(tw::histogram_bin_edges(x, 6), values(edges)));
    EXPECT_TRUE(equal(
        tw::histogram(x, 6, tw::range(-3, 1)).edges,
        {-3.0f, -0x1.2aaaaap+1f, -0x1.aaaaaap+0f, -1.0f, -0x1.555556p-2f, 0x1.555556p-2f, 1.0f}));
    EXPECT_TRUE(equal(tw::histogram(to_space({2.6666665f, 1.0f, 6.0f}), 3).counts, {1, 1, 1}));
    // A single value, half a unit to either side.
    EXPECT_TRUE(equal(tw::histogram_bin_edges(to_space({-1.0f}), 7),
                      {-1.5f, -0x1.5b6db6p+0f, -0x1.36db6ep+0f, -0x1.124924p+0f, -0x1.db6db6p-1f,
                       -0x1.924924p-1f, -0x1.49249p-1f, -0.5f}));
    EXPECT_EQ(tw::histogram2d(x, x, 3).counts.shape(), tw::extents(3, 3));
    EXPECT_EQ(tw::histogram2d(x, x).counts.shape(), tw::extents(10, 10));
    auto const both = to_space({-1.0, 0.5, 2.0});
    EXPECT_TRUE(equal(tw::histogram2d(x, x, both).counts,
                      values(tw::histogram2d(x, x, both, both).counts)));
    auto const pairs = tw::histogram2d(x, x + 1.0f, 6, 1);
    EXPECT_TRUE(equal(pairs.counts, {1, 0, 0, 0, 1, 1}));
}

TEST(histograms, the_last_bin_has_its_upper_edge) {
    auto const x = to_space({0.0, 1.0, 2.0, 3.0, 4.0, 4.5});
    EXPECT_TRUE(equal(tw::histogram(x, 4, tw::range(0, 4)).counts, {1, 1, 1, 2}));
}

TEST(histograms, follow_their_edges) {
    auto check = [](auto const& x, tw::index_t bins, double low, double high) {
        using T = typename std::remove_cvref_t<decltype(x)>::value_type;
        auto const h = tw::histogram(to_space(x), bins, tw::range(low, high));
        auto const edges = values(h.edges);
        std::vector<tw::index_t> counts(static_cast<std::size_t>(bins));
        for (T const v : x) {
            if (!(v >= edges.front() && v <= edges.back()))
                continue;
            auto at = std::upper_bound(edges.begin(), edges.end(), v) - edges.begin() - 1;
            ++counts[static_cast<std::size_t>(std::min<std::ptrdiff_t>(at, bins - 1))];
        }
        EXPECT_TRUE(equal(h.counts, counts)) << bins;
    };
    for (tw::index_t const bins : {1, 3, 10, 100, 1000, 20000}) {
        std::vector<double> on_edges;
        std::vector<float> narrow;
        for (int i = 0; i <= bins; ++i) {
            double const edge = -3.0 + i * (7.3 / static_cast<double>(bins));
            for (double const x : {edge, std::nextafter(edge, 9.0), std::nextafter(edge, -9.0)})
                on_edges.push_back(x);
            auto const f = static_cast<float>(edge);
            for (float const x : {f, std::nextafter(f, 9.0f), std::nextafter(f, -9.0f)})
                narrow.push_back(x);
        }
        check(on_edges, bins, -3.0, 4.3);
        check(narrow, bins, -3.0, 4.3);
    }
    check(mixed_values<float>(300001, 3, 1000), 256, -400, 400);
    check(std::vector<float>(70000, 0.5f), 256, 0, 1);
}

/// Elements of a byte, from any address, as those of the same values in float64.
template <class T>
void check_bytes(double low, double high) {
    std::vector<T> x;
    std::vector<double> wide;
    for (int const v : mixed_values<std::int32_t>(10007, 5, 300)) {
        x.push_back(static_cast<T>(v));
        wide.push_back(static_cast<double>(x.back()));
    }
    auto const bytes = to_space(x);
    auto const doubles = to_space(wide);
    for (int const bins : {1, 7, 256, 20000})
        for (int const from : {0, 1, 5}) {
            auto const some = tw::slice(from, tw::none);
            EXPECT_EQ(values(tw::histogram(bytes(some), bins, tw::range(low, high)).counts),
                      values(tw::histogram(doubles(some), bins, tw::range(low, high)).counts))
                << bins << " bins, from " << from;
        }
}
TEST(histograms, of_bytes) {
    check_bytes<std::uint8_t>(0, 256);
    check_bytes<std::uint8_t>(3.5, 200);
    check_bytes<std::int8_t>(-100, 27);
    check_bytes<bool>(0, 1);
}

TEST(histograms, of_two_coordinates) {
    auto const x = to_space({0.1, 0.9, 0.5, 1.0, 3.0});
    auto const y = to_space({0.0, 2.0, 1.0, 0.5, 1.0});
    auto const own = tw::histogram2d(x, y, 2, 3);
    auto const given = tw::histogram2d(x, y, 2, 3, tw::range(tw::item(min(x)), tw::item(max(x))),
                                       tw::range(tw::item(min(y)), tw::item(max(y))));
    EXPECT_EQ(values(own.counts), values(given.counts));
    EXPECT_EQ(values(own.x_edges), values(given.x_edges));
    auto const h = tw::histogram2d(x, y, 2, 4, tw::range(0, 1), tw::range(0, 2));
    EXPECT_EQ(shape(h.counts), (shape_vector{2, 4}));
    EXPECT_TRUE(equal(h.counts, {1, 0, 0, 0, 0, 1, 1, 1}));
    EXPECT_TRUE(equal(h.y_edges, {0, 0.5, 1, 1.5, 2}));
}

TEST(bincounts, small) {
    auto const k = to_space({3, 1, 3, 0, 1, 3, 7});
    EXPECT_TRUE(equal(tw::bincount(k), {1, 2, 0, 3, 0, 0, 0, 1}));
    EXPECT_TRUE(equal(tw::bincount(k, 10), {1, 2, 0, 3, 0, 0, 0, 1, 0, 0}));
    EXPECT_TRUE(equal(tw::bincount(k, tw::below(4)), {1, 2, 0, 3}));
    EXPECT_TRUE(equal(tw::bincount(k - 1, tw::below(3)), {2, 0, 3}));
    EXPECT_TRUE(equal(tw::bincount(k, tw::weights(k * 0.5)), {0, 1, 0, 4.5, 0, 0, 0, 3.5}));
    EXPECT_TRUE(equal(tw::bincount(k, 9, tw::weights(k * 0.5)), {0, 1, 0, 4.5, 0, 0, 0, 3.5, 0}));
    EXPECT_EQ(tw::bincount(array<int>(tw::extents(0))).size(), 0);
    EXPECT_EQ(tw::bincount(array<int>(tw::extents(0)), 3).size(), 3);
    EXPECT_THROW((void)tw::bincount(k - 1), tw::value_error);
    EXPECT_TRUE(equal(tw::bincount(k > 1), {3, 4}));
    EXPECT_TRUE(equal(tw::bincount(k > 9), {7}));
    EXPECT_TRUE(equal(tw::bincount(k > 1, 3, tw::weights(k * 0.5)), {1.0, 8.0, 0.0}));
}

TEST(bincounts, many) {
    for (int const bins : {1, 5, 300, 9000, 100000}) {
        auto const x = mixed_values<std::int32_t>(200003, 11, 2 * bins);
        std::vector<tw::index_t> counts(static_cast<std::size_t>(bins));
        for (int const v : x)
            if (v >= 0 && v < bins)
                ++counts[static_cast<std::size_t>(v)];
        EXPECT_TRUE(equal(tw::bincount(to_space(x), tw::below(bins)), counts)) << bins;
    }
}

TEST(digitizing, rising_and_falling_edges) {
    auto const x = to_space({-1.0f, 0.0f, 0.4f, 0.5f, 2.0f, nan});
    auto const up = to_space({0.0f, 0.5f, 2.0f});
    auto const down = to_space({2.0f, 0.5f, 0.0f});
    EXPECT_TRUE(equal(tw::digitize(x, up), {0, 1, 1, 2, 3, 3}));
    EXPECT_TRUE(equal(tw::digitize(x, up, tw::side::right), {0, 0, 1, 1, 2, 3}));
    EXPECT_TRUE(equal(tw::digitize(x, down, tw::descending), {3, 2, 2, 1, 0, 0}));
    EXPECT_TRUE(equal(tw::digitize(x, down, tw::descending, tw::side::right), {3, 3, 2, 2, 1, 0}));
}

}  // namespace
