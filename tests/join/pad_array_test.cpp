// SPDX-License-Identifier: MIT
// pad with borders that are computed from the operand, against NumPy.
#include "support/rearranging.hpp"
#include "support/statistics.hpp"

#include <twill/complex.hpp>

namespace {

namespace tw = twill;
namespace goldens = twill::goldens;
namespace padding = twill::padding;
using tw::extents;
using tw::slice;
using twill_test::array;
using twill_test::counted;
using twill_test::equal;
using twill_test::is;
using twill_test::shape;
using twill_test::to_space;

struct operands {
    array<int> v = counted(extents(7));
    array<int, 2> m = counted(extents(3, 4));
    array<int, 2> u = m * m % 11 - 3;
    array<int, 3> t = counted(extents(2, 3, 4));
};

TEST(PadArray, WithStatisticsOfLines) {
    operands const x;
    EXPECT_TRUE(is(pad(x.u, {{1, 2}, {3, 0}}, padding::maximum), goldens::pad_maximum_m));
    EXPECT_TRUE(is(pad(x.u, {{1, 2}, {3, 0}}, padding::mean), goldens::pad_mean_m));
    EXPECT_TRUE(is(pad(x.u, {{1, 2}, {3, 0}}, padding::median), goldens::pad_median_m));
    EXPECT_TRUE(is(pad(x.u, {{1, 2}, {3, 0}}, padding::minimum), goldens::pad_minimum_m));
    auto const t = x.t * x.t % 7;
    EXPECT_TRUE(is(pad(t, 1, padding::maximum), goldens::pad_maximum_t));
    EXPECT_TRUE(is(pad(t, 1, padding::mean), goldens::pad_mean_t));
    EXPECT_TRUE(is(pad(t, 1, padding::median), goldens::pad_median_t));
    EXPECT_TRUE(is(pad(t, 1, padding::minimum), goldens::pad_minimum_t));
}

TEST(PadArray, WithStatisticsNextToTheBorder) {
    operands const x;
    tw::pad_width const widths[] = {{2, 1}, {1, 2}};
    EXPECT_TRUE(is(pad(x.u, widths, padding::maximum(2, 3)), goldens::pad_maximum_some));
    EXPECT_TRUE(is(pad(x.u, widths, padding::mean(2, 3)), goldens::pad_mean_some));
    EXPECT_TRUE(is(pad(x.u, widths, padding::median(2, 3)), goldens::pad_median_some));
    EXPECT_TRUE(is(pad(x.u, widths, padding::minimum(2, 3)), goldens::pad_minimum_some));
    EXPECT_TRUE(is(pad(x.u, 1, padding::mean(99)), goldens::pad_mean_many));
    // One element is the edge.
    EXPECT_TRUE(is(pad(x.v, tw::pad_width(3, 2), padding::median(1)), goldens::pad_edge));
}

TEST(PadArray, WithOneValueBeforeAndAnotherBehind) {
    auto const m = counted(extents(2, 3));
    auto const both = pad(m, {{1, 2}, {2, 1}}, padding::constant(7, -1));
    EXPECT_EQ(both.shape(), extents(5, 6));
    EXPECT_TRUE(equal(both, {7, 7, 7,  7, 7, -1, 7,  7,  0,  1, 2, -1, 7,  7,  3,
                             4, 5, -1, 7, 7, -1, -1, -1, -1, 7, 7, -1, -1, -1, -1}));
    EXPECT_TRUE(
        equal(pad(to_space({1.5f}), 2, padding::constant(1, 2.0)), {1.0f, 1.0f, 1.5f, 2.0f, 2.0f}));
    EXPECT_TRUE(
        equal(pad(to_space({1.5f})(slice(0, 0)), 1, padding::constant(1, 2)), {1.0f, 2.0f}));
    EXPECT_THROW((void)pad(to_space<std::int8_t>({1}), 1, padding::constant(0, 300)),
                 tw::value_error);
    EXPECT_THROW((void)pad(m, -1, padding::constant(0, 1)), tw::value_error);
}

TEST(PadArray, WithRamps) {
    operands const x;
    EXPECT_TRUE(is(pad(x.v, {{4, 3}}, padding::linear_ramp(5, -4)), goldens::pad_ramp));
    EXPECT_TRUE(is(pad(x.u, {{1, 2}, {3, 0}}, padding::linear_ramp), goldens::pad_linear_ramp_m));
    EXPECT_TRUE(
        is(pad(x.t - 9, {{1, 2}, {0, 3}, {2, 1}}, padding::linear_ramp(2)), goldens::pad_ramp_t));
    EXPECT_TRUE(equal(pad(to_space({1.0f, 2.0f}), 2, padding::linear_ramp),
                      {0.0f, 0.5f, 1.0f, 2.0f, 1.0f, 0.0f}));
}

TEST(PadArray, OfOtherTypes) {
    auto const x = to_space({0.5, 2.5, -1.0});
    EXPECT_TRUE(equal(pad(x, 1, padding::mean(2)), {1.5, 0.5, 2.5, -1.0, 0.75}));
    EXPECT_TRUE(equal(pad(x, 1, padding::maximum(2)), {2.5, 0.5, 2.5, -1.0, 2.5}));
    // Halves to even; what the type of the sum does not hold.
    EXPECT_TRUE(equal(pad(to_space<std::uint8_t>({250, 251, 252, 255}), {{1, 1}}, padding::mean(2)),
                      {250, 250, 251, 252, 255, 254}));
    EXPECT_TRUE(equal(pad(to_space({2, 3}), {{1, 0}}, padding::mean), {2, 2, 3}));
    EXPECT_TRUE(equal(pad(to_space({3, 4}), {{1, 0}}, padding::median), {4, 3, 4}));
}

TEST(PadArray, OfComplexNumbers) {
    using number = tw::complex<float>;
    auto const z = to_space({number(1, 2), number(3, -1)});
    EXPECT_TRUE(equal(real(pad(z, 2, padding::linear_ramp(5))), {5, 3, 1, 3, 4, 5}));
    EXPECT_TRUE(equal(imag(pad(z, 2, padding::linear_ramp(5))), {0, 1, 2, -1, -0.5f, 0}));
    EXPECT_TRUE(equal(real(pad(z, 1, padding::mean)), {2, 1, 3, 2}));
    EXPECT_TRUE(equal(imag(pad(z, 1, padding::mean)), {0.5f, 2, -1, 0.5f}));
}

TEST(PadArray, LeavesBordersAlone) {
    operands const x;
    auto const wide = pad(x.m, {{1, 2}, {0, 3}}, padding::empty);
    EXPECT_EQ(shape(wide), (twill_test::shape_vector{6, 7}));
    EXPECT_TRUE(equal(wide(slice(1, 4), slice(0, 4)), twill_test::values(x.m)));
    EXPECT_EQ(shape(pad(array<int, 2>(0, 4), {{1, 1}, {0, 0}}, padding::empty)),
              (twill_test::shape_vector{2, 4}));
}

TEST(PadArray, OfNothing) {
    EXPECT_EQ(shape(pad(array<int, 2>(0, 4), {{0, 0}, {1, 2}}, padding::maximum)),
              (twill_test::shape_vector{0, 7}));
    EXPECT_TRUE(equal(pad(to_space({4, 2}), 0, padding::mean), {4, 2}));
    EXPECT_THROW((void)pad(array<int, 2>(0, 4), 1, padding::mean), tw::value_error);
    EXPECT_THROW((void)pad(array<int, 2>(0, 4), 1, padding::linear_ramp), tw::value_error);
    EXPECT_THROW((void)pad(to_space({1}), {{-1, 0}}, padding::empty), tw::value_error);
    try {
        (void)pad(to_space({1, 2}), 1, padding::mean(0));
        FAIL() << "the mean of nothing";
    } catch (tw::value_error const& e) {
        std::string const text = e.what();
        EXPECT_NE(text.find("pad: a border from the 0 elements next to it"), std::string::npos)
            << text;
        EXPECT_NE(text.find("pad_array_test.cpp:"), std::string::npos) << text;
    }
}

}  // namespace
