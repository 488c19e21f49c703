// SPDX-License-Identifier: MIT
// What arrays are made from: sizes, other arrays and views, ranges; and what they say of
// themselves.
#include "support/testing.hpp"

#include <twill/half.hpp>
#include <twill/vec.hpp>

namespace {

namespace tw = twill;
using tw::extents;
using tw::full_extent;
using twill_test::array;
using twill_test::counted;
using twill_test::equal;
using twill_test::shape;
using twill_test::space;
using twill_test::to_space;
using sizes = twill_test::shape_vector;

TEST(Construct, FromSizesInParentheses) {
    array<float> a(5);
    EXPECT_EQ(shape(a), (sizes{5}));
    int const rows = 2;
    std::size_t const columns = 3;
    array<int, 2> m(rows, columns);
    EXPECT_EQ(shape(m), (sizes{2, 3}));
    array<double, 3> t(2, 0, 4L);
    EXPECT_EQ(shape(t), (sizes{2, 0, 4}));
    m = 7;
    EXPECT_TRUE(equal(m, {7, 7, 7, 7, 7, 7}));
    static_assert(!std::is_convertible_v<int, array<float>>);
    static_assert(!std::is_constructible_v<array<float>, bool>);
}

TEST(Construct, BracesAreData) {
    tw::host_array<int> const five{5};
    EXPECT_EQ(shape(five), (sizes{1}));
    EXPECT_EQ(five[0], 5);
    tw::host_array<int, 2> const column{{1}, {2}};
    EXPECT_EQ(shape(column), (sizes{2, 1}));
    EXPECT_EQ(column(1, 0), 2);
    // Where a number is none of the elements by itself, too.
    tw::host_array<tw::float16> const half{5};
    EXPECT_EQ(shape(half), (sizes{1}));
    EXPECT_EQ(static_cast<float>(half[0]), 5.0f);
    tw::host_array<tw::bfloat16> const halves{1.5f, 2.5f};
    EXPECT_EQ(shape(halves), (sizes{2}));
    EXPECT_EQ(static_cast<float>(halves[1]), 2.5f);
    EXPECT_EQ(shape(tw::host_array<tw::float16>{}), (sizes{0}));
    using three = tw::vec<float, 3>;
    EXPECT_EQ(shape(tw::host_array<three>{{1, 2, 3}, {4, 5, 6}}), (sizes{2}));
    EXPECT_EQ(shape(tw::host_array<three>{three{1, 2, 3}}), (sizes{1}));
}

// An array, a view or an expression in braces is copied, as members are initialised.
TEST(Construct, BracesHoldAnArray) {
    struct layer {
        explicit layer(array<double> x) : weights{std::move(x)} {}
        array<double> weights;
    };
    auto const a = to_space({1.0, 2.0});
    array<double> b{a};
    array<double> const c{std::move(b)};
    EXPECT_TRUE(equal(c, {1.0, 2.0}));
    EXPECT_TRUE(equal(layer{a}.weights, {1.0, 2.0}));
    auto const returned = [](array<double> const& x) -> array<double> { return {x}; };
    EXPECT_TRUE(equal(returned(a), {1.0, 2.0}));
    EXPECT_TRUE(equal(array<double>{a(tw::slice(0, 1))}, {1.0}));
    EXPECT_TRUE(equal(array<double>{a * 2.0}, {2.0, 4.0}));
    auto const m = to_space(std::vector<double>{1, 2, 3, 4}, extents(2, 2));
    EXPECT_TRUE(equal(array<double>{m(1, full_extent)}, {3.0, 4.0}));
}

TEST(Construct, ANegativeSizeNamesTheCallersPlace) {
    unsigned line = 0;
    try {
        line = __LINE__ + 1;
        array<float, 2> m(3, -4);
        FAIL();
    } catch (tw::shape_error const& problem) {
        std::string const text = problem.what();
        EXPECT_NE(text.find("(3, -4)"), std::string::npos) << text;
        EXPECT_NE(text.find("construct_test.cpp:" + std::to_string(line)), std::string::npos)
            << text;
    }
}

array<int> row_of(array<int, 2> const& m) { return m(1); }
array<double, 2> doubled(array<int, 2> const& m) { return m * 2; }

TEST(Construct, FromAnythingOfTheRankThatConverts) {
    auto const m = counted(extents(2, 3));
    array<int, 2> const t = transpose(m);
    EXPECT_TRUE(equal(t, {0, 3, 1, 4, 2, 5}));
    array<int> const column = m(full_extent, 2);
    EXPECT_TRUE(equal(column, {2, 5}));
    EXPECT_TRUE(equal(row_of(m), {3, 4, 5}));
    EXPECT_TRUE(equal(doubled(m), {0., 2., 4., 6., 8., 10.}));
    array<double, 2> const widened = m;
    EXPECT_TRUE(equal(widened, {0., 1., 2., 3., 4., 5.}));
    array<std::int64_t> const from_view = m(0);
    EXPECT_TRUE(equal(from_view, {0, 1, 2}));
    array<int> const generated = tw::arange(3);
    EXPECT_TRUE(equal(generated, {0, 1, 2}));
    // The elements are copies.
    array<int, 2> source = m;
    array<int> const copy = source(0);
    source = 9;
    EXPECT_TRUE(equal(copy, {0, 1, 2}));
}

int rank_taken(array<int, 1> const&) { return 1; }
int rank_taken(array<int, 2> const&) { return 2; }

TEST(Construct, TheTypeIsTheExpressions) {
    array<float, 2> const m = tw::full(extents(2, 3), 1.5f);
    tw::array sum = m + 1;
    static_assert(std::is_same_v<decltype(sum), array<float, 2>>);
    tw::array const row = m(0);
    tw::array const less = m(0) < 2.0f;
    static_assert(std::is_same_v<decltype(row), array<float> const>);
    static_assert(std::is_same_v<decltype(less), array<bool> const>);
    tw::array const again = sum;
    EXPECT_TRUE(equal(sum, {2.5f, 2.5f, 2.5f, 2.5f, 2.5f, 2.5f}));
    EXPECT_TRUE(equal(row, {1.5f, 1.5f, 1.5f}));
    EXPECT_TRUE(equal(less, {true, true, true}));
    EXPECT_NE(again.data(), sum.data());
}

TEST(Construct, OverloadsAreChosenByRank) {
    auto const m = counted(extents(2, 3));
    EXPECT_EQ(rank_taken(transpose(m)), 2);
    EXPECT_EQ(rank_taken(m(0)), 1);
    EXPECT_EQ(rank_taken(m + 1), 2);
    EXPECT_EQ(rank_taken(tw::arange(3)), 1);
    static_assert(!std::is_convertible_v<tw::view<int, 2, space>, array<int, 1>>);
    static_assert(std::is_convertible_v<tw::view<int const, 2, space>, array<double, 2>>);
}

TEST(Construct, LoadingIntoASpaceGivenAsAParameter) {
    std::vector<float> const range{0, 1, 2, 3, 4, 5};
    auto const a = tw::to<space>(range);
    static_assert(std::is_same_v<decltype(a), array<float> const>);
    EXPECT_TRUE(equal(a, range));
    auto const m = tw::to<space>(range, extents(2, 3));
    EXPECT_EQ(shape(m), (sizes{2, 3}));
    EXPECT_TRUE(equal(m(1), {3, 4, 5}));
    tw::host_array<float> const host{1, 2, 3};
    EXPECT_TRUE(equal(tw::to<space>(host), {1, 2, 3}));
    auto const back = tw::to<tw::host_space>(transpose(m));
    static_assert(std::is_same_v<decltype(back), tw::host_array<float, 2> const>);
    EXPECT_EQ(back(2, 1), 5.0f);
    EXPECT_THROW(tw::to<space>(range, extents(2, 2)), tw::shape_error);
    EXPECT_THROW(tw::to<space>(range, extents(-2, -3)), tw::shape_error);
    EXPECT_EQ(tw::to<space>(std::vector<int>{}, extents(0, 3)).size(), 0);
}

TEST(Construct, WhatAnArraySaysOfItself) {
    array<float, 2> m(3, 4);
    EXPECT_EQ(m.device(), twill_test::on_device ? 0 : -1);
    EXPECT_EQ(m(0).device(), m.device());
    EXPECT_EQ(tw::host_array<float>(3).device(), -1);
    EXPECT_EQ(m.stride(0), 4);
    EXPECT_EQ(m.stride(-1), 1);
    EXPECT_THROW(m.stride(2), tw::axis_error);
    EXPECT_EQ(m.nbytes(), 48u);
    EXPECT_EQ(m(full_extent, tw::slice(0, tw::none, 2)).nbytes(), 24u);
    auto const [rows, columns] = m.shape();
    EXPECT_EQ(rows, 3);
    EXPECT_EQ(columns, 4);
    auto const [only] = m(0).shape();
    EXPECT_EQ(only, 4);
    array<float, 2> const taken = std::move(m);
    EXPECT_EQ(m.device(), -1);
}

}  // namespace
