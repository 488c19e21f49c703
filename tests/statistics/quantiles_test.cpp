// SPDX-License-Identifier: MIT
// Several quantiles at once, axes that stay, options in any order; expected values are NumPy's.
#include "support/statistics.hpp"

namespace tw = twill;
using namespace twill_test;
using tw::axis;
using tw::keepdims;

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr auto hazen = tw::quantile_method::hazen;

array<float, 2> small() { return to_space(tw::host_array<float, 2>{{3, 1, 2}, {7, 4, 9}}); }
array<double, 3> three_axes() {
    std::vector<double> elements(24);
    for (std::size_t i = 0; i < 24; ++i)
        elements[i] = static_cast<double>(i % 7);
    return tw::evaluate(tw::reshape(to_space(elements), 2, 3, 4));
}

TEST(quantiles, several) {
    auto const m = small();
    EXPECT_TRUE(equal(tw::quantile(m, {0.25, 0.5, 0.9}), {2.25f, 3.5f, 8.0f}));
    EXPECT_TRUE(equal(tw::quantile(m, {0.25, 0.5}, axis<1>), {1.5f, 5.5f, 2.0f, 7.0f}));
    EXPECT_TRUE(equal(tw::percentile(m, {25, 50}, 1), {1.5f, 5.5f, 2.0f, 7.0f}));
    // Shares of an array or of an expression, of any rank.
    auto const shares = to_space({0.25, 0.5});
    EXPECT_TRUE(equal(tw::quantile(m, shares, axis<1>), {1.5f, 5.5f, 2.0f, 7.0f}));
    EXPECT_TRUE(equal(tw::quantile(m, tw::linspace(0.0, 1.0, 3)), {1.0f, 3.5f, 9.0f}));
    EXPECT_TRUE(
        equal(tw::percentile(m, std::vector<int>{25, 50}, axis<1>), {1.5f, 5.5f, 2.0f, 7.0f}));
    EXPECT_EQ(tw::quantile(m, tw::reshape(shares, 1, 2), axis<0>).shape(), tw::extents(1, 2, 3));
    // More than a kernel is handed as its parameters.
    auto const many =
        tw::percentile(m, {0,  3,  6,  9,  12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 48, 51,
                           54, 57, 60, 63, 66, 69, 72, 75, 78, 81, 84, 87, 90, 93, 96, 99, 100});
    EXPECT_EQ(many.size(), 35);
    EXPECT_EQ(tw::item(many(0)), 1.0f);
    EXPECT_EQ(tw::item(many(-1)), 9.0f);
    EXPECT_EQ(tw::quantile(m, {}).size(), 0);
    EXPECT_THROW((void)tw::quantile(m, {0.5, 1.5}), tw::value_error);
    try {
        (void)tw::percentile(m, 101);
        FAIL() << "more than all";
    } catch (tw::value_error const& e) {
        EXPECT_NE(std::string(e.what()).find("percentile: 101 is not between 0 and 100"),
                  std::string::npos);
    }
    if constexpr (on_device)
        EXPECT_TRUE(equal(tw::quantile(m, to_space({0.5, -1.0})), {3.5f, static_cast<float>(nan)}));
    else
        EXPECT_THROW((void)tw::quantile(m, to_space({0.5, -1.0})), tw::value_error);
    EXPECT_TRUE(equal(tw::quantile(array<int>(tw::extents(0)), {0.5}), {nan}));
}

// Shares whose product with the number of elements is whole only where it is rounded, by itself.
TEST(quantiles, at_whole_places) {
    auto const x = to_space({1.0, 2.0, 3.0, 4.0, 5.0});
    auto const averaged = tw::quantile_method::averaged_inverted_cdf;
    auto const inverted = tw::quantile_method::inverted_cdf;
    EXPECT_TRUE(equal(tw::quantile(x, {0.2, 0.6}, averaged), {1.5, 3.5}));
    EXPECT_EQ(tw::item(tw::quantile(x, 0.2, averaged)), 1.5);
    EXPECT_TRUE(equal(tw::quantile(x, {0.2, 0.6}, inverted), {1.0, 3.0}));
    EXPECT_EQ(tw::item(tw::nanquantile(x, 0.2, inverted)), 1.0);
    EXPECT_EQ(tw::item(tw::nanquantile(x, 0.2, averaged)), 1.5);
    EXPECT_TRUE(equal(tw::quantile(x, to_space({0.2, 0.6}), averaged), {1.5, 3.5}));
    auto const y = to_space({1, 2, 3, 4, 5, 6, 7, 8, 9, 10});
    EXPECT_TRUE(equal(tw::quantile(y, {0.1, 0.3}, averaged), {1.5, 3.5}));
    EXPECT_TRUE(
        equal(tw::quantile(y, {0.15, 0.25}, tw::quantile_method::closest_observation), {2.0, 2.0}));
}

// Of zeros the sign stays, in short lines and in those of which an element is selected.
TEST(quantiles, of_negative_zeros) {
    for (int count : {3, 5000, 5001}) {
        array<float> const zeros = -tw::zeros<float>(count);
        EXPECT_TRUE(std::signbit(tw::item(tw::median(zeros)))) << count;
    }
}

// More lines than are counted together.
TEST(quantiles, of_many_long_lines) {
    int const lines = 4099;
    int const length = 4097;
    array<std::int16_t, 2> const m = tw::cast<std::int16_t>(
        tw::expand_dims(tw::arange<int>(lines), 1) * 7 + tw::zeros<int>(1, length));
    auto const medians = values(tw::median(m, axis<1>));
    for (int i = 0; i < lines; ++i)
        ASSERT_EQ(medians[static_cast<std::size_t>(i)], i * 7) << i;
}

TEST(quantiles, keep_axes) {
    auto const m = small();
    EXPECT_EQ(tw::median(m, axis<1>, keepdims).shape(), tw::extents(2, 1));
    EXPECT_TRUE(equal(tw::median(m, keepdims, axis<1>), {2.0f, 7.0f}));
    EXPECT_EQ(tw::median(m, keepdims).shape(), tw::extents(1, 1));
    EXPECT_EQ(tw::quantile(m, {0.25, 0.5, 0.9}, keepdims, 0).shape(), tw::extents(3, 1, 3));
    EXPECT_TRUE(equal(m - tw::median(m, axis<1>, keepdims), {1, -1, 0, 0, -3, 2}));
    EXPECT_TRUE(equal(tw::quantile(m, 0.5, tw::quantile_method::lower, keepdims, axis<0>),
                      {3.0f, 1.0f, 2.0f}));
}

TEST(quantiles, several_axes) {
    auto const t = three_axes();
    EXPECT_TRUE(equal(tw::median(t, axis<0, 2>), {1.5, 4.0, 2.0}));
    EXPECT_EQ(tw::median(t, tw::axes(2, 0), keepdims).shape(), tw::extents(1, 3, 1));
    EXPECT_TRUE(within_ulps(tw::quantile(t, {0.1, 0.6}, hazen, axis<0, 2>),
                            {0.0, 0.6, 0.3, 2.3, 4.3, 2.3}, 2));
    EXPECT_EQ(tw::item(tw::median(t, axis<0, 1, 2>)), tw::item(tw::median(t)));
}

TEST(quantiles, several_without_nan) {
    auto const x = to_space(tw::host_array<double, 2>{{1, nan, 3}, {nan, nan, nan}, {5, 1, 2}});
    auto const q = tw::nanquantile(x, {0.0, 0.5, 1.0}, axis<1>, keepdims);
    EXPECT_EQ(q.shape(), tw::extents(3, 3, 1));
    EXPECT_TRUE(equal(q, {1, nan, 1, 2, nan, 2, 3, nan, 5}));
    EXPECT_TRUE(equal(tw::nanpercentile(x, {25, 75}), {1.0, 3.0}));
    EXPECT_TRUE(equal(tw::quantile(x, {0.5, 1.0}, axis<1>), {nan, nan, 2, nan, nan, 5}));
    EXPECT_TRUE(equal(tw::nanmedian(x, axis<1>, keepdims), {2.0, nan, 2.0}));
}

}  // namespace
