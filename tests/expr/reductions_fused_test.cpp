// SPDX-License-Identifier: MIT
// Reductions of expressions, inside expressions, and as the value of an assignment.
#include "support/reductions.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

TEST(reductions_fused, broadcast_operands) {
    auto const wide = tw::broadcast_to(to_space({1.0f, 2.0f}), tw::extents(1000, 2));
    EXPECT_TRUE(equal(sum(wide, tw::axis<0>), {1000.0f, 2000.0f}));
    EXPECT_TRUE(equal(sum(wide), {3000.0f}));
    EXPECT_TRUE(equal(mean(wide, tw::axis<1>)(tw::slice(0, 2)), {1.5f, 1.5f}));
    EXPECT_TRUE(
        equal(sum(tw::ones<int>(3, 4) + to_space({0, 1, 2, 3}), tw::axis<0>), {3, 6, 9, 12}));
    EXPECT_TRUE(equal(sum(tw::broadcast_to(rank0(2.0f), tw::extents(50, 3)), tw::axis<0>),
                      {100, 100, 100}));
}

TEST(reductions_fused, operands_of_one_axis_lie_in_any_way) {
    for (tw::index_t const n : {1, 6, 1003, 70001}) {
        auto const size = static_cast<std::size_t>(2 * n + 2);
        std::vector<int> a(size), b(size);
        for (std::size_t i = 0; i < size; ++i) {
            a[i] = static_cast<int>(i * 7 % 31) - 9;
            b[i] = static_cast<int>(i * 11 % 23) - 5;
        }
        auto const x = to_space(a);
        auto const y = to_space(b);
        auto expected = [&](tw::index_t at, tw::index_t by) {
            std::int64_t sum = 0;
            for (tw::index_t i = 0; i < n; ++i)
                sum += std::int64_t{a[static_cast<std::size_t>(i)]} *
                       b[static_cast<std::size_t>(at + i * by)];
            return sum;
        };
        auto const first = x(tw::slice(0, n));
        EXPECT_EQ(value(sum(first * y(tw::slice(1, n + 1)))), expected(1, 1)) << n;
        EXPECT_EQ(value(sum(first * y(tw::slice(2, 2 * n + 2, 2)))), expected(2, 2)) << n;
        EXPECT_EQ(value(sum(first * y(tw::slice(n, 0, -1)))), expected(n, -1)) << n;
        EXPECT_EQ(value(sum(first * y(tw::slice(3, 4)))), expected(3, 0)) << n;
        array<int> const one = y(tw::slice(3, 4));
        array<int> const many = first;
        EXPECT_EQ(value(sum(many * one)), expected(3, 0)) << n;
        auto const [u, v] = tw::evaluate(sum(many * one), sum(many * many(tw::slice(0, 1))));
        EXPECT_EQ(value(u), expected(3, 0)) << n;
        EXPECT_EQ(value(v), value(sum(many)) * a[0]) << n;
    }
}

TEST(reductions_fused, of_expressions_and_inside_expressions) {
    auto const m = to_space(std::vector<float>{1, 2, 3, 4, 5, 6}, tw::extents(2, 3));
    EXPECT_EQ(value(sum(square(m) - 1)), 85.0f);
    EXPECT_EQ(value(sum(m * transpose(to_space(std::vector<float>{1, 4, 2, 5, 3, 6},
                                               tw::extents(3, 2))))),
              91.0f);
    EXPECT_TRUE(equal(m - mean(m), {-2.5f, -1.5f, -0.5f, 0.5f, 1.5f, 2.5f}));
    EXPECT_TRUE(equal(m - mean(m, tw::axis<1>, tw::keepdims), {-1, 0, 1, -1, 0, 1}));
    EXPECT_TRUE(equal(m / max(m, tw::axis<0>), {0.25f, 0.4f, 0.5f, 1, 1, 1}));
    EXPECT_EQ(value(max(sum(m, tw::axis<0>))), 9.0f);
    EXPECT_EQ(value(sum(m) / 2.0f), 10.5f);
    EXPECT_TRUE(equal(sum(m, tw::axis<0>)(tw::slice(tw::none, tw::none, -1)), {9, 7, 5}));
    // A scalar statement reads the values of that moment.
    array<float, 2> changing = m;
    auto const total = sum(changing);
    changing += 1;
    EXPECT_EQ(value(total), 27.0f);
    EXPECT_EQ(tw::item(total), 27.0f);
}

TEST(reductions_fused, results_are_assigned_and_accumulated) {
    auto const m = to_space(std::vector<float>{1, 2, 3, 4, 5, 6}, tw::extents(2, 3));
    auto rows = to_space({10.0f, 20.0f});
    rows += sum(m, tw::axis<1>);
    EXPECT_TRUE(equal(rows, {16.0f, 35.0f}));
    rows = max(m, tw::axis<1>);
    EXPECT_TRUE(equal(rows, {3.0f, 6.0f}));
    auto two = to_space(std::vector<double>{0, 0, 0, 0, 0, 0}, tw::extents(3, 2));
    two(tw::full_extent, 1) = sum(m, tw::axis<0>);
    EXPECT_TRUE(equal(two, {0, 5, 0, 7, 0, 9}));
    array<float, 0> const all_of_it = sum(m);
    EXPECT_TRUE(equal(all_of_it, {21.0f}));
    auto [low, high, middle] = tw::evaluate(min(m), max(m), mean(m));
    EXPECT_TRUE(equal(low, {1.0f}));
    EXPECT_TRUE(equal(high, {6.0f}));
    EXPECT_TRUE(equal(middle, {3.5f}));
    // A reduction of the array that is written.
    auto own = m;
    own -= min(own);
    EXPECT_TRUE(equal(own, {0, 1, 2, 3, 4, 5}));
}

struct wide_element {
    double values[9];
};
struct first_of_wide {
    TWILL_TEST_HD double operator()(wide_element const& x) const { return x.values[0]; }
};

// Such elements pass through the host's buffers a few at a time.
TEST(reductions_fused, operands_of_wide_elements) {
    tw::host_array<wide_element, 2> x(tw::extents(3, 600));
    for (tw::index_t i = 0; i < x.size(); ++i)
        x.data()[i].values[0] = static_cast<double>(i);
    auto const m = to_space(x);
    auto const got = values(sum(tw::map<double>(first_of_wide{}, m), tw::axis<0>));
    ASSERT_EQ(got.size(), 600u);
    for (std::size_t j = 0; j < 600; ++j)
        ASSERT_EQ(got[j], static_cast<double>(3 * j + 1800)) << j;
}

}  // namespace
