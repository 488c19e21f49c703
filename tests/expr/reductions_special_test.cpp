// SPDX-License-Identifier: MIT
// Empty operands, NaN, signed zeros and ties.
#include "support/reductions.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

TEST(reductions_special, of_no_elements) {
    array<float, 2> const none_in_row(tw::extents(2, 0));
    EXPECT_TRUE(equal(sum(none_in_row), {0.0f}));
    EXPECT_TRUE(equal(sum(none_in_row, tw::axis<1>), {0.0f, 0.0f}));
    EXPECT_TRUE(equal(sum(none_in_row, tw::axis<0>), {}));
    EXPECT_TRUE(equal(prod(none_in_row, tw::axis<1>), {1.0f, 1.0f}));
    EXPECT_TRUE(equal(tw::all(none_in_row, tw::axis<1>), {true, true}));
    EXPECT_TRUE(equal(tw::any(none_in_row, tw::axis<1>), {false, false}));
    EXPECT_TRUE(equal(count_nonzero(none_in_row, tw::axis<1>), {0, 0}));
    EXPECT_TRUE(equal(mean(none_in_row, tw::axis<1>), {NAN, NAN}));
    EXPECT_TRUE(equal(var(none_in_row, tw::axis<1>), {NAN, NAN}));
    EXPECT_TRUE(equal(stddev(none_in_row), {NAN}));
    EXPECT_TRUE(equal(norm(none_in_row), {0.0f}));
    array<float, 2> const no_rows(tw::extents(0, 3));
    EXPECT_TRUE(equal(sum(no_rows, tw::axis<0>), {0.0f, 0.0f, 0.0f}));
    EXPECT_TRUE(equal(mean(no_rows, tw::axis<0>, tw::keepdims), {NAN, NAN, NAN}));
}

TEST(reductions_special, extrema_of_no_elements_throw) {
    array<float, 2> const none_in_row(tw::extents(2, 0));
    EXPECT_THROW((void)values(max(none_in_row)), tw::shape_error);
    EXPECT_THROW((void)values(min(none_in_row)), tw::shape_error);
    EXPECT_THROW((void)values(argmax(none_in_row)), tw::shape_error);
    EXPECT_THROW((void)values(argmin(none_in_row)), tw::shape_error);
    EXPECT_THROW((void)values(max(none_in_row, tw::axis<1>)), tw::shape_error);
    EXPECT_TRUE(equal(max(none_in_row, tw::axis<0>), {}));
    array<float, 2> const no_rows(tw::extents(0, 3));
    EXPECT_TRUE(equal(max(no_rows, tw::axis<1>), {}));
    EXPECT_EQ(shape(argmin(no_rows, tw::axis<1>)), shape_vector{0});
    EXPECT_THROW((void)values(argmin(no_rows, tw::axis<0>)), tw::shape_error);
    try {
        (void)values(max(none_in_row, tw::axis<1>));
        FAIL();
    } catch (tw::shape_error const& problem) {
        EXPECT_NE(std::string(problem.what()).find("max"), std::string::npos) << problem.what();
        EXPECT_NE(std::string(problem.what()).find("(2, 0)"), std::string::npos) << problem.what();
    }
}

TEST(reductions_special, nan_wins_and_zeros_are_ordered) {
    auto const x = to_space({1.0f, NAN, 3.0f, NAN});
    EXPECT_EQ(value(argmax(x)), 1);
    EXPECT_EQ(value(argmin(x)), 1);
    EXPECT_TRUE(equal(max(x), {NAN}));
    EXPECT_TRUE(equal(min(x), {NAN}));
    EXPECT_TRUE(equal(sum(x), {NAN}));
    EXPECT_EQ(value(count_nonzero(x)), 4);
    EXPECT_TRUE(value(tw::all(x)));
    EXPECT_TRUE(value(tw::any(to_space({0.0f, NAN}))));
    EXPECT_FALSE(value(tw::any(to_space({0.0f, -0.0f}))));
    EXPECT_TRUE(equal(max(to_space({-0.0f, 0.0f, -0.0f})), {0.0f}));
    EXPECT_TRUE(equal(min(to_space({0.0f, -0.0f, 0.0f})), {-0.0f}));
    EXPECT_TRUE(equal(max(to_space<float>({-INFINITY, -INFINITY})), {-INFINITY}));
    EXPECT_TRUE(equal(min(to_space<float>({INFINITY})), {INFINITY}));
    EXPECT_EQ(value(argmin(to_space<float>({INFINITY, INFINITY}))), 0);
}

TEST(reductions_special, the_first_tie_wins_also_far_apart) {
    tw::index_t const n = 100003;
    std::vector<float> elements(static_cast<std::size_t>(n), 1.0f);
    elements[777] = elements[50000] = elements[99999] = 9.0f;
    elements[555] = elements[60000] = -9.0f;
    auto const x = to_space(elements);
    EXPECT_EQ(value(argmax(x)), 777);
    EXPECT_EQ(value(argmin(x)), 555);
    auto const reversed = x(tw::slice(tw::none, tw::none, -1));
    EXPECT_EQ(value(argmax(reversed)), n - 1 - 99999);
    EXPECT_EQ(value(argmin(reversed)), n - 1 - 60000);
    EXPECT_EQ(value(argmax(0 * x)), 0);
    elements[40000] = elements[90000] = NAN;
    EXPECT_EQ(value(argmax(to_space(elements))), 40000);
}

TEST(reductions_special, arg_positions_count_in_c_order_of_the_reduced_axes) {
    auto const x = counted(tw::extents(2, 3, 4));
    EXPECT_EQ(value(argmax(x)), 23);
    EXPECT_TRUE(equal(argmax(x, tw::axis<1>), {2, 2, 2, 2, 2, 2, 2, 2}));
    EXPECT_TRUE(equal(argmax(x, tw::axis<0, 2>), {7, 7, 7}));
    EXPECT_TRUE(equal(argmin(-x, tw::axis<2>, tw::keepdims), {3, 3, 3, 3, 3, 3}));
    EXPECT_EQ(value(argmax(transpose(x))), 23);
}

// Rows that start and end between packets, with ties in every one; beside an index of their own.
TEST(reductions_special, positions_in_short_rows) {
    for (tw::index_t const n : {2, 3, 7, 10, 33, 100, 257}) {
        SCOPED_TRACE(n);
        tw::index_t const count = 5000 / n + 3;
        std::vector<float> x;
        std::vector<std::int64_t> greatest, least, tilted;
        for (tw::index_t i = 0; i < count * n; ++i)
            x.push_back(static_cast<float>(i * 7919 / 3 % 13));
        for (tw::index_t i = 0; i < count; ++i) {
            float const* const row = x.data() + i * n;
            std::int64_t high = 0, low = 0, far = 0;
            for (tw::index_t j = 1; j < n; ++j) {
                high = row[j] > row[high] ? j : high;
                low = row[j] < row[low] ? j : low;
                far = static_cast<float>(j) - row[j] > static_cast<float>(far) - row[far] ? j : far;
            }
            greatest.push_back(high);
            least.push_back(low);
            tilted.push_back(far);
        }
        auto const a = to_space(x, tw::extents(count, n));
        EXPECT_TRUE(equal(argmax(a, tw::axis<1>), greatest));
        EXPECT_TRUE(equal(argmin(a, tw::axis<1>), least));
        EXPECT_TRUE(equal(argmax(tw::cast<float>(tw::arange(n)) - a, tw::axis<1>), tilted));
    }
}

}  // namespace
