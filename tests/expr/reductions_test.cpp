// SPDX-License-Identifier: MIT
// Types and axes of reductions.
#include "support/reductions.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

TEST(reductions, integers_accumulate_in_64_bits) {
    EXPECT_EQ(value(sum(to_space<std::int8_t>({100, 100, 100}))), 300);
    EXPECT_EQ(value(sum(to_space({true, true, false}))), 2);
    EXPECT_EQ(value(prod(to_space<std::uint8_t>({200, 200, 200}))), 8000000u);
    // In 64 bits they wrap.
    EXPECT_EQ(value(sum(to_space<std::int64_t>({INT64_MAX, 1}))), INT64_MIN);
    EXPECT_EQ(value(mean(to_space<std::int64_t>({1, 2}))), 1.5);
}

TEST(reductions, a_result_type_can_be_asked_for) {
    auto const x = to_space<std::uint8_t>({200, 100});
    EXPECT_EQ(value(tw::sum<std::uint8_t>(x)), 44);
    EXPECT_EQ(value(tw::sum<float>(x)), 300.0f);
    EXPECT_EQ(value(tw::prod<std::uint8_t>(x)), 32);
    // Elements are converted first: 2^24 + 1 is not a float.
    EXPECT_EQ(value(tw::sum<double>(to_space({16777216.0f, 1.0f}))), 16777217.0);
    EXPECT_EQ(value(tw::sum<float>(to_space({16777217.0, 16777217.0}))), 33554432.0f);
    EXPECT_EQ(value(tw::sum<int>(to_space({1.9, 2.9, -3.9}))), 0);
    auto const m = to_space(std::vector<std::uint8_t>{3, 1, 2, 5}, tw::extents(2, 2));
    EXPECT_TRUE(equal(tw::max<double>(m, tw::axis<1>), {3.0, 5.0}));
    EXPECT_TRUE(equal(tw::min<float>(m, 0, tw::keepdims), {2.0f, 1.0f}));
    EXPECT_TRUE(equal(tw::mean<float>(m, tw::axis<0>), {2.5f, 3.0f}));
}

TEST(reductions, axes_at_compile_time) {
    auto const x = counted(tw::extents(2, 3, 4));
    EXPECT_EQ(value(sum(x)), 276);
    EXPECT_TRUE(equal(sum(x, tw::axis<0>), {12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34}));
    EXPECT_TRUE(equal(sum(x, tw::axis<1>), {12, 15, 18, 21, 48, 51, 54, 57}));
    EXPECT_TRUE(equal(sum(x, tw::axis<-1>), {6, 22, 38, 54, 70, 86}));
    EXPECT_TRUE(equal(sum(x, tw::axis<0, 2>), {60, 92, 124}));
    EXPECT_TRUE(equal(sum(x, tw::axis<-1, 0>), {60, 92, 124}));
    EXPECT_TRUE(equal(sum(x, tw::axis<0, 1, 2>), {276}));
    static_assert(tw::detail::rank_of<decltype(sum(x, tw::axis<0, 2>))> == 1);
    static_assert(tw::detail::rank_of<decltype(sum(x))> == 0);
    static_assert(tw::detail::rank_of<decltype(sum(x, tw::axis<1>, tw::keepdims))> == 3);
}

TEST(reductions, axes_at_run_time) {
    auto const x = counted(tw::extents(2, 3, 4));
    EXPECT_TRUE(equal(sum(x, tw::axes(1)), {12, 15, 18, 21, 48, 51, 54, 57}));
    EXPECT_TRUE(equal(sum(x, tw::axes(-1)), {6, 22, 38, 54, 70, 86}));
    EXPECT_TRUE(equal(sum(x, tw::axes(2, -3)), {60, 92, 124}));
    for (int const axis : {3, -4, 100}) {
        try {
            (void)values(sum(x, tw::axes(axis)));
            FAIL() << axis;
        } catch (tw::axis_error const& problem) {
            std::string const what = problem.what();
            EXPECT_NE(what.find(std::to_string(axis)), std::string::npos) << what;
            EXPECT_NE(what.find("rank 3"), std::string::npos) << what;
            EXPECT_NE(what.find("sum"), std::string::npos) << what;
        }
    }
    EXPECT_THROW((void)values(sum(x, tw::axes(1, 1))), tw::axis_error);
    EXPECT_THROW((void)values(sum(x, tw::axes(1, -2))), tw::axis_error);
}

TEST(reductions, keepdims_leaves_size_1) {
    auto const x = counted(tw::extents(2, 3, 4));
    EXPECT_EQ(shape(sum(x, tw::keepdims)), (shape_vector{1, 1, 1}));
    EXPECT_EQ(shape(sum(x, tw::axis<1>, tw::keepdims)), (shape_vector{2, 1, 4}));
    EXPECT_EQ(shape(sum(x, tw::keepdims, tw::axes(0, -1))), (shape_vector{1, 3, 1}));
    EXPECT_TRUE(equal(sum(x, tw::axis<1>, tw::keepdims), {12, 15, 18, 21, 48, 51, 54, 57}));
    EXPECT_TRUE(equal(sum(x, tw::keepdims, tw::axes(0, -1)), {60, 92, 124}));
    EXPECT_TRUE(equal(sum(x, tw::keepdims), {276}));
}

TEST(reductions, degrees_of_freedom) {
    auto const x = to_space({1.0, 2.0, 4.0});
    EXPECT_TRUE(within_ulps(var(x), {14.0 / 9.0}, 2));
    EXPECT_TRUE(within_ulps(var(x, tw::ddof(1)), {7.0 / 3.0}, 2));
    EXPECT_TRUE(equal(var(x, tw::ddof(3)), {NAN}));
    EXPECT_TRUE(equal(stddev(x, tw::ddof(4)), {NAN}));
    EXPECT_TRUE(equal(var(to_space({5.0})), {0.0}));
    EXPECT_TRUE(equal(var(to_space({5.0}), tw::ddof(1)), {NAN}));
    EXPECT_TRUE(within_ulps(stddev(to_space<std::uint8_t>({0, 255})), {127.5}, 0));
}

TEST(reductions, of_rank_0_and_size_1) {
    EXPECT_EQ(value(sum(rank0(3.0f))), 3.0f);
    EXPECT_EQ(value(argmax(rank0(3.0f))), 0);
    auto const one = to_space(std::vector<float>{7}, tw::extents(1, 1));
    EXPECT_TRUE(equal(sum(one, tw::axis<0>), {7}));
    EXPECT_TRUE(equal(max(one), {7}));
    auto const column = to_space(std::vector<float>{1, 2, 3}, tw::extents(3, 1));
    EXPECT_TRUE(equal(sum(column, tw::axis<1>), {1, 2, 3}));
    EXPECT_TRUE(equal(sum(column, tw::axis<0>), {6}));
}

TEST(reductions, into_an_element) {
    auto a = to_space({1.0f, 2.0f, 3.0f});
    a(tw::slice(0, 1)) = sum(a);
    EXPECT_TRUE(equal(a, {6.0f, 2.0f, 3.0f}));
}

}  // namespace
