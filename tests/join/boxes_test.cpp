// SPDX-License-Identifier: MIT
// How statements with joins run: in boxes of one launch, operands read where they stand.
#include "support/rearranging.hpp"
#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif

namespace {

namespace tw = twill;
namespace padding = twill::padding;
using tw::axis;
using tw::extents;
using tw::full_extent;
using tw::slice;
using twill_test::array;
using twill_test::counted;
using twill_test::equal;
using twill_test::on_device;
using twill_test::space;
using twill_test::to_space;
using twill_test::values;

template <class X>
tw::explanation explained(X const& x) {
    return tw::explain(x);
}

/// Element (i, j) of counted() rows of so many.
float a_at(tw::index_t columns, tw::index_t i, tw::index_t j) {
    return static_cast<float>(i * columns + j);
}

TEST(Boxes, AreOneLaunchWithoutTemporaries) {
    auto const m = counted(extents(6, 9));
    auto const plan = explained(roll(m, 1, axis<0>) + roll(m, -1, axis<1>) - 2 * m);
    EXPECT_STREQ(plan.strategy, "boxes");
    EXPECT_EQ(plan.temporaries, 0);
    EXPECT_EQ(plan.kernels, on_device ? 1 : 4);
    EXPECT_NE(std::string(plan.text).find("roll, 4 boxes"), std::string::npos) << plan.text;
    auto const border = explained(pad(m, 1, padding::reflect) * 2);
    EXPECT_EQ(border.kernels, on_device ? 1 : 9);
    EXPECT_EQ(explained(pad(m, 1)).kernels, on_device ? 1 : 5);
}

TEST(Boxes, PeriodsAreAnAxis) {
    auto const v = counted(extents(7));
    EXPECT_EQ(explained(tile(v, 1000)).kernels, 1);
    EXPECT_EQ(explained(repeat(v, 1000)).kernels, 1);
    EXPECT_EQ(explained(tile(v, 5) + repeat(counted(extents(5)), 7)).kernels, 1);
}

TEST(Boxes, MayBeginAndEndInsideAPeriod) {
    auto const v = to_space<float>({0, 1, 2, 3});
    auto const thrice = repeat(v, 3);
    EXPECT_TRUE(equal(thrice(slice(1, 8)), {0, 0, 1, 1, 1, 2, 2}));
    EXPECT_TRUE(equal(thrice(slice(2, tw::none, 2)), {0, 1, 2, 2, 3}));
    EXPECT_TRUE(equal(thrice(slice(tw::none, tw::none, -5)), {3, 2, 0}));
    EXPECT_TRUE(equal(tile(v, 3)(slice(3, 10)), {3, 0, 1, 2, 3, 0, 1}));
    EXPECT_TRUE(equal(tile(v, 3)(slice(1, tw::none, 3)), {1, 0, 3, 2}));
}

// Columns beside each other: boxes of many short rows, some of more blocks than others.
TEST(Boxes, OfShortRowsTakeTurns) {
    for (tw::index_t const rows : {3, 1000, 70001}) {
        SCOPED_TRACE(rows);
        auto const a = counted(extents(rows, 1)), b = counted(extents(rows, 7));
        auto const c = counted(extents(rows, 30));
        auto const all = values(concatenate(axis<1>, a, b, c, a));
        auto const ends = values(tw::stack(axis<1>, a(full_extent, 0), b(full_extent, 6)));
        for (tw::index_t i = 0; i < rows; ++i) {
            auto const row = all.begin() + 39 * i;
            ASSERT_EQ(row[0], a_at(1, i, 0));
            for (tw::index_t j = 0; j < 7; ++j)
                ASSERT_EQ(row[1 + j], a_at(7, i, j));
            for (tw::index_t j = 0; j < 30; ++j)
                ASSERT_EQ(row[8 + j], a_at(30, i, j));
            ASSERT_EQ(row[38], a_at(1, i, 0));
            ASSERT_EQ(ends[static_cast<std::size_t>(2 * i)], a_at(1, i, 0));
            ASSERT_EQ(ends[static_cast<std::size_t>(2 * i + 1)], a_at(7, i, 6));
        }
    }
}

TEST(Boxes, RollAlongSeveralAxes) {
    auto const m = counted(extents(3, 4));
    EXPECT_TRUE(equal(roll(m, 1, axis<0, 1>), {11, 8, 9, 10, 3, 0, 1, 2, 7, 4, 5, 6}));
    EXPECT_TRUE(equal(roll(m, 1, tw::axes(-1, 0)), {11, 8, 9, 10, 3, 0, 1, 2, 7, 4, 5, 6}));
    EXPECT_TRUE(equal(roll(m, -5, axis<0, 1>), values(roll(m, {-5, -5}, axis<0, 1>))));
    EXPECT_THROW((void)roll(m, 1, tw::axes(0, -2)), tw::axis_error);
}

TEST(Boxes, EvaluateOtherNodesFirst) {
    auto const v = to_space<float>({1, 2, 3, 6});
    auto const x = roll(v, 1) - mean(v);
    EXPECT_TRUE(equal(x, {3, -2, -1, 0}));
    EXPECT_EQ(explained(x).temporaries, 1);
    auto const y = sum(roll(v, 1) * v);
    EXPECT_TRUE(equal(y, {6 + 2 + 6 + 18}));
}

TEST(Boxes, ReadBeforeTheyWrite) {
    auto v = counted(extents(6));
    v = roll(v, 1);
    EXPECT_TRUE(equal(v, {5, 0, 1, 2, 3, 4}));
    v(slice(1, 5)) = roll(v(slice(1, 5)), -1);
    EXPECT_TRUE(equal(v, {5, 1, 2, 3, 0, 4}));
    v += roll(v, 1);
    EXPECT_TRUE(equal(v, {9, 6, 3, 5, 3, 4}));
    v = concatenate(axis<0>, v(slice(3)), v(slice(0, 3)));
    EXPECT_TRUE(equal(v, {5, 3, 4, 9, 6, 3}));
    auto m = counted(extents(2, 3));
    m(full_extent, slice(0, 3)) = pad(v(slice(0, 1)), 1);
    EXPECT_TRUE(equal(m, {0, 5, 0, 0, 5, 0}));
}

TEST(Boxes, TakeAnyLayoutOnBothSides) {
    auto m = counted(extents(4, 6));
    array<int, 2> out(9, 8);
    out = tw::zeros<int>(9, 8);
    out(slice(0, 8, 2), slice(7, 1, -1)) = roll(m, 2, axis<1>);
    auto const expected = values(array<int, 2>(roll(m, 2, axis<1>)));
    EXPECT_TRUE(equal(out(slice(0, 8, 2), slice(7, 1, -1)), expected));
    EXPECT_EQ(tw::item(out, 1, 3), 0);
    EXPECT_TRUE(equal(
        concatenate(axis<0>, transpose(m), transpose(m)(slice(0, 1))),
        values(transpose(array<int, 2>(concatenate(axis<1>, m, m(full_extent, slice(0, 1))))))));
}

TEST(Boxes, JoinTypesAndExpressions) {
    auto const whole = counted(extents(5));
    auto const halves = to_space<double>({0.5, 1.5});
    auto const both = concatenate(axis<0>, whole, halves);
    static_assert(std::is_same_v<decltype(both)::value_type, double>);
    EXPECT_TRUE(equal(both, {0, 1, 2, 3, 4, 0.5, 1.5}));
    EXPECT_TRUE(
        equal(pad(whole * 0.5, 1, padding::constant(9)) + both, {9, 1, 2.5, 4, 5.5, 2.5, 10.5}));
    EXPECT_TRUE(
        equal(concatenate(axis<0>, tw::arange(3), whole * 10), {0, 1, 2, 0, 10, 20, 30, 40}));
    // More choices than the host makes loops of their own for.
    auto const p = pad(halves, 1);
    EXPECT_TRUE(
        equal(p + p * p + pad(halves, {{0, 2}}) * pad(halves, {{2, 0}}), {0, 0.75, 3.75, 0}));
}

TEST(Boxes, Large) {
    tw::index_t const n = 300007;
    array<int> v(n);
    v = cast<int>(tw::arange(n));
    auto const i = tw::arange(n);
    for (tw::index_t const k : {1, 4, -777}) {
        auto const wanted = cast<int>(remainder(i - k, n));
        EXPECT_TRUE(tw::item(array_equal(roll(v, k), wanted)));
    }
    array<int> w = roll(v, 5);
    EXPECT_TRUE(tw::item(all(w == cast<int>(remainder(i - 5, n)))));
    array<int> longer = concatenate(axis<0>, v(slice(1)), v);
    EXPECT_TRUE(tw::item(all(longer(slice(0, n - 1)) == v(slice(1)))));
    EXPECT_TRUE(tw::item(all(longer(slice(n - 1)) == v)));
}

TEST(Boxes, ShortRowsOfMany) {
    int const n = 4099;
    auto const v = counted(extents(n));
    std::vector<int> twice, pairs;
    for (int i = 0; i < n; ++i) {
        twice.insert(twice.end(), {i, i, i});
        pairs.insert(pairs.end(), {i, (i + n - 1) % n});
    }
    EXPECT_TRUE(equal(repeat(v, 3), twice));
    array<int> const rolled = roll(v, 1);
    EXPECT_TRUE(equal(stack(-1, v, rolled), pairs));
    EXPECT_TRUE(equal(stack(axis<1>, v, roll(v, 1)), pairs));
}

TEST(Boxes, SayWhatIsWrong) {
    auto const m = counted(extents(3, 4));
    auto message = [](auto&& f) {
        try {
            f();
        } catch (tw::error const& e) {
            return std::string(e.what());
        }
        return std::string("nothing");
    };
    std::string const joined = message([&] { (void)concatenate(axis<0>, m, transpose(m)); });
    EXPECT_NE(joined.find("concatenate along axis 0: operand 0 of shape (3, 4) has 4 elements on "
                          "axis 1, operand 1 of shape (4, 3) has 3"),
              std::string::npos)
        << joined;
    EXPECT_NE(joined.find("boxes_test.cpp"), std::string::npos) << joined;
    EXPECT_THROW((void)concatenate(2, m, m), tw::axis_error);
    EXPECT_THROW((void)insert(m, 5, 1, axis<0>), tw::index_error);
    EXPECT_THROW((void)insert(m, 0, counted(extents(3)), axis<0>), tw::shape_error);
    EXPECT_THROW((void)remove(m, 3, axis<0>), tw::index_error);
    EXPECT_THROW((void)repeat(m, -1, axis<0>), tw::value_error);
    EXPECT_THROW((void)tile(m, 2, -1), tw::value_error);
    EXPECT_THROW((void)tile(m, tw::index_t{1} << 62), tw::shape_error);
    EXPECT_THROW((void)pad(m, -1), tw::value_error);
    EXPECT_THROW((void)pad(array<int, 2>(0, 4), 1, padding::edge), tw::value_error);
    EXPECT_THROW((void)roll(m, 1, 2), tw::axis_error);
    EXPECT_THROW((void)concatenate(axis<0>, std::vector<array<int>>{}), tw::value_error);
}

}  // namespace
