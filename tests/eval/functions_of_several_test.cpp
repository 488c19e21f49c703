// SPDX-License-Identifier: MIT
// Functions of several reductions and numbers: the same values as in steps (but for 16-bit results,
// which are not rounded in between), and on the device one launch without a temporary where their
// operands have one shape.
#include <cmath>

#include "support/reduced_functions.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

using tw::index_t;

TEST(FunctionsOfSeveral, RowsColumnsAndAll) {
    for (auto const& shape :
         {tw::extents(1, 1), tw::extents(7, 3), tw::extents(300, 10), tw::extents(5, 100),
          tw::extents(40, 333), tw::extents(2, 20000), tw::extents(20000, 2)}) {
        SCOPED_TRACE(std::to_string(shape[0]) + " x " + std::to_string(shape[1]));
        auto const m = matrix(shape[0], shape[1]);
        auto const w = array<float, 2>(abs(flip(m)) + 1.0f);
        auto along = [&](auto const& axes) {
            auto const highest = tw::evaluate(max(m, axes));
            auto const lowest = tw::evaluate(min(m, axes));
            EXPECT_EQ(values(tw::evaluate(max(m, axes) - min(m, axes))),
                      values(tw::evaluate(highest - lowest)));
            auto const product = tw::evaluate(sum(w * m, axes));
            auto const weight = tw::evaluate(sum(w, axes));
            EXPECT_TRUE(near(sum(w * m, axes) / sum(w, axes), product / weight));
            auto const deviation = tw::evaluate(stddev(m, axes));
            auto const middle = tw::evaluate(mean(m, axes));
            auto const variation = [](auto const& s, auto const& a) {
                return where(a != 0.0f, s / (a + 0.5f), -1.0f);
            };
            EXPECT_TRUE(
                near(variation(stddev(m, axes), mean(m, axes)), variation(deviation, middle)));
            expect_one_launch(max(m, axes) - min(m, axes));
            expect_one_launch(sum(w * m, axes) / sum(w, axes));
        };
        along(tw::axis<0>);
        along(tw::axis<1>);
        along(tw::axes(1));
    }
}
TEST(FunctionsOfSeveral, ThreeAxesAndViews) {
    auto const m = array<float, 3>(reshape(to_space(numbers(24 * 36 * 20)), 24, 36, 20));
    auto const v =
        permute(m, tw::axes(2, 0, 1))(tw::slice(1, 19), tw::full_extent, tw::slice(0, 36, 3));
    auto check = [&](auto const& x, auto const& axes) {
        array<float, 3> const whole = x;
        auto const highest = tw::evaluate(max(whole, axes));
        auto const lowest = tw::evaluate(min(whole, axes));
        EXPECT_EQ(values(tw::evaluate(max(x, axes) - 2.0f * min(x, axes))),
                  values(tw::evaluate(highest - 2.0f * lowest)));
        expect_one_launch(max(x, axes) - 2.0f * min(x, axes));
    };
    check(m, tw::axis<0, 2>);
    check(m, tw::axis<1>);
    check(v, tw::axis<0, 2>);
    check(v, tw::axis<2>);
    check(v, tw::axis<0, 1>);
}
TEST(FunctionsOfSeveral, AxesThatAreKept) {
    auto const m = matrix(40, 30);
    array<float, 2> const range =
        max(m, tw::axis<1>, tw::keepdims) - min(m, tw::axis<1>, tw::keepdims);
    EXPECT_EQ(range.shape(), tw::extents(40, 1));
    EXPECT_EQ(values(range), values(tw::evaluate(max(m, tw::axis<1>) - min(m, tw::axis<1>))));
    expect_one_launch(max(m, tw::axis<1>, tw::keepdims) - min(m, tw::axis<1>, tw::keepdims));
    // Results of two ranks broadcast.
    array<float, 2> const both =
        max(m, tw::axis<0>, tw::keepdims) + max(m, tw::axis<1>, tw::keepdims);
    EXPECT_EQ(both.shape(), tw::extents(40, 30));
    array<float> const top = max(m, tw::axis<0>);
    EXPECT_EQ(values(both(3)), values(tw::evaluate(top + tw::item(max(m(3))))));
}
TEST(FunctionsOfSeveral, OfOtherTypes) {
    auto const m = matrix(60, 50);
    auto const bytes =
        array<std::int8_t, 2>(tw::cast<std::int8_t>(clip(m * 20.0f, -128.0f, 127.0f)));
    auto const lowest = tw::evaluate(min(bytes, tw::axis<1>));
    auto const highest = tw::evaluate(max(bytes, tw::axis<1>));
    EXPECT_EQ(values(tw::evaluate(max(bytes, tw::axis<1>) - min(bytes, tw::axis<1>))),
              values(tw::evaluate(highest - lowest)));
    array<double> wide = sum(bytes, tw::axis<0>) - count_nonzero(bytes, tw::axis<0>);
    auto const total = tw::evaluate(sum(bytes, tw::axis<0>));
    auto const count = tw::evaluate(count_nonzero(bytes, tw::axis<0>));
    EXPECT_EQ(values(wide), values(array<double>(tw::cast<double>(total - count))));
    auto const first = tw::evaluate(argmax(m, tw::axis<1>));
    auto const last = tw::evaluate(argmin(m, tw::axis<1>));
    EXPECT_EQ(values(tw::evaluate(argmax(m, tw::axis<1>) - argmin(m, tw::axis<1>))),
              values(tw::evaluate(first - last)));
    EXPECT_EQ(values(tw::evaluate(any(m > 8.5f, tw::axis<1>) && !all(m > -6.0f, tw::axis<1>))),
              values(tw::evaluate(max(m, tw::axis<1>) > 8.5f && min(m, tw::axis<1>) <= -6.0f)));
}
TEST(FunctionsOfSeveral, ShapesThatDiffer) {
    auto const a = array<float>(to_space(numbers(1000)));
    auto const b = array<float>(to_space(numbers(77)));
    float const want = tw::item(sum(a)) / tw::item(max(b));
    EXPECT_FLOAT_EQ(tw::item(sum(a) / max(b)), want);
    array<float> into(tw::extents(3));
    into = tw::zeros(3);
    into(tw::slice(1, 2)) = sum(a) / max(b);
    EXPECT_FLOAT_EQ(values(into)[1], want);
    // The same reduction of two arrays.
    EXPECT_EQ(tw::item(max(a(tw::slice(0, 500))) - max(a(tw::slice(500, 1000)))),
              tw::item(max(a(tw::slice(0, 500)))) - tw::item(max(a(tw::slice(500, 1000)))));
}
TEST(FunctionsOfSeveral, IntoTheirOperand) {
    auto m = matrix(50, 50);
    auto const want = values(tw::evaluate(max(m, tw::axis<1>) - min(m, tw::axis<1>)));
    m(3) = max(m, tw::axis<1>) - min(m, tw::axis<1>);
    EXPECT_EQ(values(m(3)), want);
    auto n = matrix(50, 50);
    n(tw::full_extent, 7) = max(n, tw::axis<1>) - min(n, tw::axis<1>);
    EXPECT_EQ(values(n(tw::full_extent, 7)), want);
    auto x = array<float>(to_space(numbers(100)));
    float const range = tw::item(max(x) - min(x));
    x(tw::slice(5, 6)) = max(x) - min(x);
    EXPECT_EQ(values(x)[5], range);
}
TEST(FunctionsOfSeveral, EmptyOnes) {
    auto const m = array<float, 2>(tw::zeros(3, 0));
    EXPECT_EQ(values(tw::evaluate(sum(m, tw::axis<1>) - 2.0f * sum(m * m, tw::axis<1>))),
              std::vector<float>(3, 0.0f));
    EXPECT_EQ(tw::evaluate(sum(m, tw::axis<0>) + prod(m, tw::axis<0>)).size(), 0);
    EXPECT_THROW((void)tw::evaluate(max(m, tw::axis<1>) - min(m, tw::axis<1>)), tw::shape_error);
}

}  // namespace
