// SPDX-License-Identifier: MIT
// histogramdd against NumPy.
#include "goldens/numeric.hpp"
#include "support/statistics.hpp"

namespace tw = twill;
namespace g = tw::goldens::numeric;
using namespace twill_test;

namespace {

array<double, 2> points() { return to_space(to_vector(g::points), tw::extents(40, 3)); }

TEST(histogramdd, over_ranges) {
    auto const x = points();
    auto const w = tw::weights(to_space(g::mass));
    auto grid = [&](auto const&... options) {
        return tw::histogramdd(x, {4, 3, 2}, {tw::range(-2, 2), tw::range(-4, 3), tw::range(-1, 1)},
                               options...);
    };
    auto const [counts, edges] = grid();
    EXPECT_EQ(shape(counts), (shape_vector{4, 3, 2}));
    EXPECT_TRUE(equal(counts, to_vector(g::cells)));
    EXPECT_TRUE(equal(edges[0], to_vector(g::grid_0)));
    EXPECT_TRUE(equal(edges[1], to_vector(g::grid_1)));
    EXPECT_TRUE(equal(edges[2], to_vector(g::grid_2)));
    EXPECT_TRUE(equal(grid(w).counts, to_vector(g::cells_mass)));
    EXPECT_TRUE(within_ulps(grid(tw::density).counts, to_vector(g::cells_density), 1));
    EXPECT_TRUE(within_ulps(grid(w, tw::density).counts, to_vector(g::cells_mass_density), 1));
    EXPECT_TRUE(within_ulps(grid(tw::density, w).counts, to_vector(g::cells_mass_density), 1));
    // Of an expression, and of columns that lie as rows.
    auto const lying = tw::evaluate(transpose(x));
    EXPECT_TRUE(equal(tw::histogramdd(transpose(lying) * 2.0, {4, 3, 2},
                                      {tw::range(-4, 4), tw::range(-8, 6), tw::range(-2, 2)})
                          .counts,
                      to_vector(g::cells)));
}

TEST(histogramdd, from_least_to_greatest) {
    auto const own = tw::histogramdd(points(), {2, 3, 4});
    EXPECT_TRUE(equal(own.counts, to_vector(g::cells_own)));
    EXPECT_TRUE(equal(own.edges[1], to_vector(g::grid_own_1)));
    auto const six = tw::histogramdd<3>(points(), 6);
    EXPECT_EQ(shape(six.counts), (shape_vector{6, 6, 6}));
    EXPECT_EQ(value(sum(six.counts)), 40);
    EXPECT_EQ(values(six.counts), values(tw::histogramdd(points(), {6, 6, 6}).counts));
    EXPECT_EQ(tw::histogramdd<2>(array<float, 2>(0, 2)).counts.size(), 100);
}

TEST(histogramdd, edges_between_floats) {
    auto const one = tw::evaluate(reshape(to_space({0.6666667f, 1.1666666f}), 1, 2));
    auto const found = tw::histogramdd(one, {2, 3});
    EXPECT_TRUE(equal(found.counts, {0, 0, 0, 0, 1, 0}));
    EXPECT_TRUE(equal(found.edges[1], {0x1.555554p-1f, 1.0f, 0x1.555554p+0f, 0x1.aaaaaap+0f}));
}

TEST(histogramdd, between_edges) {
    std::array const edges{to_space({-1.0, 0.0, 3.0}), to_space({-9.0, 0.5, 1.0}),
                           to_space({-1.0, 0.0, 0.25})};
    EXPECT_TRUE(within_ulps(tw::histogramdd(points(), edges, tw::density).counts,
                            to_vector(g::cells_of_edges), 1));
    // The bins of another histogram.
    auto const own = tw::histogramdd(points(), {2, 3, 4});
    EXPECT_EQ(values(tw::histogramdd(points(), own.edges).counts), values(own.counts));
}

TEST(histogramdd, of_one_and_two_axes) {
    auto const x = points();
    auto const first = x(tw::full_extent, 0);
    EXPECT_EQ(values(tw::histogramdd(x(tw::full_extent, tw::slice(0, 1)), {5}).counts),
              values(tw::histogram(first, 5).counts));
    EXPECT_EQ(values(tw::histogramdd(x(tw::full_extent, tw::slice(0, 2)), {5, 7}).counts),
              values(tw::histogram2d(first, x(tw::full_extent, 1), 5, 7).counts));
    auto const k = to_space(std::vector<int>{0, 1, 1, 1, 2, 0}, tw::extents(3, 2));
    auto const whole = tw::histogramdd(k, {2, 1});
    EXPECT_TRUE(equal(whole.counts, {1, 2}));
    EXPECT_TRUE(equal(whole.edges[0], {0.0, 1.0, 2.0}));
}

TEST(histogramdd, of_what_does_not_fit) {
    auto const x = points();
    try {
        (void)tw::histogramdd(x, {4, 3});
        FAIL() << "three columns, two axes";
    } catch (tw::shape_error const& e) {
        std::string const text = e.what();
        EXPECT_NE(text.find("points of shape (40, 3) in a grid of 2 axes"), std::string::npos)
            << text;
        EXPECT_NE(text.find("histogramdd_test.cpp:"), std::string::npos) << text;
    }
    EXPECT_THROW((void)tw::histogramdd(x, {4, 0, 2}), tw::value_error);
    EXPECT_THROW((void)tw::histogramdd(x, {2000, 2000, 2000}), tw::value_error);
    EXPECT_THROW((void)tw::histogramdd(x, {1, 1, 1}, tw::weights(to_space({1.0}))),
                 tw::shape_error);
    EXPECT_THROW((void)tw::histogramdd(
                     x, std::array{to_space({1.0}), to_space({0.0, 1.0}), to_space({0.0, 1.0})}),
                 tw::value_error);
    EXPECT_THROW((void)tw::histogramdd(x * NAN, {1, 1, 1}), tw::value_error);
}

}  // namespace
