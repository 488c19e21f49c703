// SPDX-License-Identifier: MIT
// A user's own functions over operands and indices.
#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

struct saxpy {
    template <class T>
    TWILL_TEST_HD T operator()(T a, T x, T y) const {
        return a * x + y;
    }
};
/// A function object with state.
struct scale {
    float factor;
    TWILL_TEST_HD float operator()(float x) const { return x * factor; }
};
/// Written for one type: arguments are converted to what the operands hold, not to what it takes.
struct half_of_byte {
    TWILL_TEST_HD std::uint8_t operator()(std::uint8_t x) const {
        return static_cast<std::uint8_t>(x / 2);
    }
};
struct point {
    float x;
    float y;
    friend bool operator==(point const&, point const&) = default;
};
struct make_point {
    TWILL_TEST_HD point operator()(float x, float y) const { return {x, y}; }
};
struct length_squared {
    TWILL_TEST_HD float operator()(point p) const { return p.x * p.x + p.y * p.y; }
};
struct index_sum {
    TWILL_TEST_HD std::int64_t operator()(std::int64_t i, std::int64_t j) const {
        return 10 * i + j;
    }
};
struct is_diagonal {
    TWILL_TEST_HD bool operator()(std::int64_t i, std::int64_t j) const { return i == j; }
};

TEST(map, applies_a_function_object) {
    auto const x = to_space({1.0f, 2.0f, 3.0f});
    auto const y = to_space({10.0f, 20.0f, 30.0f});
    EXPECT_TRUE(equal(tw::map(saxpy{}, x, x, y), {11.0f, 24.0f, 39.0f}));
    EXPECT_TRUE(equal(tw::map(scale{2.5f}, x), {2.5f, 5.0f, 7.5f}));
    // State is copied into the expression.
    scale by{1.0f};
    auto const scaled = tw::map(by, y);
    by.factor = 100.0f;
    EXPECT_TRUE(equal(scaled, {10.0f, 20.0f, 30.0f}));
}

TEST(map, scalars_are_passed_as_they_are) {
    auto const x = to_space({1.0f, 2.0f, 3.0f});
    auto const y = to_space({10.0f, 20.0f, 30.0f});
    EXPECT_TRUE(equal(tw::map(saxpy{}, 2.0f, x, y), {12.0f, 24.0f, 36.0f}));
    EXPECT_TRUE(equal(tw::map(saxpy{}, 2.0f, x, 1.0f), {3.0f, 5.0f, 7.0f}));
}

TEST(map, operands_broadcast) {
    auto const column = to_space(std::vector<float>{1.0f, 2.0f}, tw::extents(2, 1));
    auto const row = to_space({10.0f, 20.0f, 30.0f});
    auto const grid = tw::map(saxpy{}, column, row, row);
    EXPECT_EQ(shape(grid), (std::vector<tw::index_t>{2, 3}));
    EXPECT_TRUE(equal(grid, {20, 40, 60, 30, 60, 90}));
    EXPECT_TRUE(equal(tw::map(saxpy{}, rank0(3.0f), row, row), {40, 80, 120}));
    EXPECT_THROW((void)values(tw::map(saxpy{}, row, row, to_space({1.0f, 2.0f}))), tw::shape_error);
}

TEST(map, fuses_with_other_operations) {
    auto const x = to_space({1.0f, 2.0f, 3.0f});
    EXPECT_TRUE(equal(tw::map(scale{2.0f}, x + 1) * x, {4.0f, 12.0f, 24.0f}));
    auto const reversed = x(tw::slice(tw::none, tw::none, -1));
    EXPECT_TRUE(equal(tw::map(scale{2.0f}, reversed), {6.0f, 4.0f, 2.0f}));
}

TEST(map, the_result_type_is_deduced_or_named) {
    auto const x = to_space<std::uint8_t>({255, 7});
    auto const halves = tw::map(half_of_byte{}, x);
    static_assert(std::is_same_v<element_t<decltype(halves)>, std::uint8_t>);
    EXPECT_TRUE(equal(halves, {127, 3}));
    auto const wide = tw::map<double>(half_of_byte{}, x);
    static_assert(std::is_same_v<element_t<decltype(wide)>, double>);
    EXPECT_TRUE(equal(wide, {127.0, 3.0}));
}

TEST(map, elements_may_be_of_a_users_type) {
    auto const x = to_space({1.0f, 2.0f, 3.0f});
    array<point> const points = tw::map(make_point{}, x, 2 * x);
    EXPECT_TRUE(equal(points, {{1, 2}, {2, 4}, {3, 6}}));
    EXPECT_TRUE(equal(tw::map(length_squared{}, points), {5.0f, 20.0f, 45.0f}));
    EXPECT_TRUE(equal(points(tw::slice(tw::none, tw::none, 2)), {{1, 2}, {3, 6}}));
    auto const chosen = tw::map(length_squared{}, tw::map(make_point{}, x, x)) + 1;
    EXPECT_TRUE(equal(chosen, {3.0f, 9.0f, 19.0f}));
}

TEST(map, from_function_gives_the_indices) {
    auto const grid = tw::from_function(tw::extents(2, 3), index_sum{});
    EXPECT_EQ(shape(grid), (std::vector<tw::index_t>{2, 3}));
    EXPECT_TRUE(equal(grid, {0, 1, 2, 10, 11, 12}));
    EXPECT_TRUE(
        equal(tw::from_function(tw::extents(2, 2), is_diagonal{}), {true, false, false, true}));
    EXPECT_TRUE(equal(tw::from_function<float>(tw::extents(1, 2), index_sum{}), {0.0f, 1.0f}));
    // A slice of it, and fused with an array.
    EXPECT_TRUE(equal(grid(1, tw::slice(tw::none, tw::none, -1)), {12, 11, 10}));
    EXPECT_TRUE(equal(grid + to_space({100, 200, 300}), {100, 201, 302, 110, 211, 312}));
    EXPECT_TRUE(equal(tw::from_function(tw::extents(0, 3), index_sum{}), {}));
}

#if !defined(__CUDACC__)
TEST(map, lambdas_on_the_host) {
    auto const x = to_space({1.0f, 2.0f, 3.0f});
    EXPECT_TRUE(equal(tw::map([](float v) { return v * v; }, x), {1.0f, 4.0f, 9.0f}));
    float const offset = 0.5f;
    EXPECT_TRUE(
        equal(tw::map([offset](float v) { return static_cast<int>(v + offset); }, x), {1, 2, 3}));
    EXPECT_TRUE(
        equal(tw::from_function(tw::extents(3), [](tw::index_t i) { return i * i; }), {0, 1, 4}));
}
#endif

}  // namespace
