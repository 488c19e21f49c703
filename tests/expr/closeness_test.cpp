// SPDX-License-Identifier: MIT
#include "support/testing.hpp"

#include <array>

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif

namespace tw = twill;
using namespace twill_test;

namespace {

TEST(closeness, isclose_is_relative_to_the_second_operand) {
    auto const a = to_space<double>({1.0, 1.0, 1.00002, 0.0, 0.0, 100.0, 1.0});
    auto const b = to_space<double>({1.0, 1.000009, 1.0, 1e-8, 1.1e-8, 100.0009, -1.0});
    EXPECT_TRUE(equal(isclose(a, b), {true, true, false, true, false, true, false}));
    // |a - b| <= atol + rtol * |b| holds in one direction only.
    auto const x = to_space<double>({10.0, 11.0});
    auto const y = to_space<double>({11.0, 10.0});
    EXPECT_TRUE(equal(isclose(x, y, 0.095, 0.0), {true, false}));
    EXPECT_TRUE(equal(isclose(x, y, 0.0, 1.0), {true, true}));
    EXPECT_TRUE(equal(isclose(x, y, 0.0, 0.5), {false, false}));
}

TEST(closeness, infinities_and_nan) {
    auto const a = to_space<float>({INFINITY, -INFINITY, INFINITY, INFINITY, 1.0f, NAN, NAN});
    auto const b = to_space<float>({INFINITY, -INFINITY, -INFINITY, 1.0f, INFINITY, NAN, 1.0f});
    EXPECT_TRUE(equal(isclose(a, b), {true, true, false, false, false, false, false}));
}

TEST(closeness, of_integers_and_scalars) {
    auto const i = to_space({1, 1000000, -5});
    EXPECT_TRUE(equal(isclose(i, to_space({1, 1000001, 5})), {true, true, false}));
    EXPECT_TRUE(equal(isclose(i, 1), {true, false, false}));
    EXPECT_TRUE(equal(isclose(to_space({0.1f + 0.2f, 1.0f}), 0.3), {true, false}));
    // The distance of two integers does not wrap.
    EXPECT_TRUE(
        equal(isclose(to_space<std::uint8_t>({3, 0}), to_space<std::uint8_t>({5, 255}), 0.0, 2.0),
              {true, false}));
    EXPECT_TRUE(equal(
        isclose(to_space<std::int8_t>({-128, 127}), to_space<std::int8_t>({127, 127}), 0.0, 1.0),
        {false, true}));
}

TEST(closeness, of_integers_that_no_element_is) {
    auto const u = to_space<std::uint8_t>({1, 2, 255});
    EXPECT_TRUE(equal(isclose(u, 300), {false, false, false}));
    EXPECT_TRUE(equal(isclose(u, 256, 0.0, 1.0), {false, false, true}));
    EXPECT_TRUE(equal(isclose(-1, u, 0.0, 2.0), {true, false, false}));
    EXPECT_TRUE(equal(isclose(to_space<std::uint64_t>({1, ~std::uint64_t{0}}), -1, 0.0, 2.0),
                      {true, false}));
    EXPECT_FALSE(value(tw::allclose(u, 300)));
    EXPECT_TRUE(value(tw::allclose(to_space<std::uint8_t>({255, 254}), 256, 0.0, 2.0)));
}

TEST(closeness, allclose) {
    auto const x = to_space({1.0f, 2.0f});
    EXPECT_TRUE(value(tw::allclose(x, x + 1e-6f)));
    EXPECT_FALSE(value(tw::allclose(x, to_space({1.0f, 2.1f}))));
    EXPECT_TRUE(value(tw::allclose(x, to_space({1.0f, 2.1f}), 0.1)));
    EXPECT_FALSE(value(tw::allclose(to_space({NAN}), to_space({NAN}))));
    EXPECT_TRUE(value(tw::allclose(x * 0, 0)));
    EXPECT_TRUE(
        value(tw::allclose(to_space(std::vector<float>{}), to_space(std::vector<float>{}))));
    // Shapes broadcast, or are an error.
    EXPECT_TRUE(value(tw::allclose(to_space({1.0f, 1.0f}), rank0(1.0f))));
    auto const three = to_space({1.0f, 2.0f, 3.0f});
    for (bool const equal_nan : {false, true}) {
        try {
            (void)(equal_nan ? value(tw::allclose(x, three, 1e-5, 1e-8, true))
                             : value(tw::allclose(x, three)));
            FAIL() << "two elements and three";
        } catch (tw::shape_error const& e) {
            EXPECT_EQ(std::string(e.what()).find("twill: allclose: "), 0u) << e.what();
        }
    }
}

TEST(closeness, nan_beside_nan) {
    auto const x = to_space({1.0f, NAN}), y = to_space({NAN, 1.0f});
    EXPECT_TRUE(value(tw::allclose(x, x + 1e-6f, 1e-5, 1e-8, true)));
    EXPECT_FALSE(value(tw::allclose(x, x, 1e-5, 1e-8, false)));
    EXPECT_TRUE(equal(isclose(x, x, 1e-5, 1e-8, true), {true, true}));
    EXPECT_TRUE(equal(isclose(x, y, 1e-5, 1e-8, true), {false, false}));
    EXPECT_TRUE(equal(isclose(x, x, 1e-5, 1e-8, false), {true, false}));
    EXPECT_FALSE(value(tw::allclose(x, y, 1e-5, 1e-8, true)));
    for (auto const& [a, b] : {std::array{NAN, 1.0f}, {1.0f, NAN}}) {
        EXPECT_FALSE(value(tw::allclose(to_space({a}), to_space({b}), 1e-5, 1e-8, true)));
        EXPECT_FALSE(value(tw::array_equal(to_space({a}), to_space({b}), true)));
    }
    EXPECT_TRUE(equal(isclose(x, NAN, 1e-5, 1e-8, true), {false, true}));
    EXPECT_FALSE(value(tw::allclose(1.0f, x, 1e-5, 1e-8, true)));
    EXPECT_TRUE(value(tw::array_equal(x, x, true)));
    EXPECT_FALSE(value(tw::array_equal(x, x, false)));
    EXPECT_FALSE(value(tw::array_equal(x, x + 1e-6f, true)));
    EXPECT_FALSE(value(tw::array_equal(x, to_space({1.0f, NAN, 2.0f}), true)));
}

TEST(closeness, array_equal) {
    auto const x = to_space({1, 2, 3});
    EXPECT_TRUE(value(tw::array_equal(x, to_space({1, 2, 3}))));
    EXPECT_FALSE(value(tw::array_equal(x, to_space({1, 2, 4}))));
    EXPECT_TRUE(value(tw::array_equal(x, to_space({1.0f, 2.0f, 3.0f}))));
    EXPECT_FALSE(value(tw::array_equal(to_space({NAN}), to_space({NAN}))));
    EXPECT_TRUE(value(tw::array_equal(to_space({0.0f}), to_space({-0.0f}))));
    EXPECT_TRUE(value(tw::array_equal(x, tw::arange(1, 4))));
    EXPECT_TRUE(value(tw::array_equal(x + 1, x - (-1))));
}

TEST(closeness, array_equal_of_different_shapes_is_false) {
    auto const x = to_space({1, 2, 3});
    EXPECT_FALSE(value(tw::array_equal(x, to_space({1, 2}))));
    // Neither broadcasting nor emptiness makes them equal.
    EXPECT_FALSE(value(tw::array_equal(to_space({1, 1, 1}), to_space({1}))));
    auto const row = to_space(std::vector<int>{1, 2, 3}, tw::extents(1, 3));
    EXPECT_FALSE(value(tw::array_equal(x, row)));
    auto const empty = to_space(std::vector<int>{});
    EXPECT_FALSE(value(tw::array_equal(x, empty)));
    EXPECT_TRUE(value(tw::array_equal(empty, empty)));
    array<int, 2> const no_rows(tw::extents(0, 3));
    array<int, 2> const no_columns(tw::extents(3, 0));
    EXPECT_FALSE(value(tw::array_equal(no_rows, no_columns)));
    EXPECT_TRUE(value(tw::array_equal(no_rows, no_rows)));
    EXPECT_FALSE(value(tw::array_equal(rank0(1), to_space({1}))));
    EXPECT_TRUE(value(tw::array_equal(rank0(1), rank0(1))));
}

}  // namespace
