// SPDX-License-Identifier: MIT
#include "support/testing.hpp"

namespace {

namespace tw = twill;
using tw::axes;
using tw::axis;
using tw::extents;
using tw::full_extent;
using tw::newaxis;
using tw::none;
using tw::slice;
using twill_test::counted;
using twill_test::equal;
using twill_test::shape;
using twill_test::shape_vector;
using twill_test::space;

TEST(Views, TransposeReversesTheAxes) {
    auto m = counted(extents(2, 3));
    EXPECT_EQ(shape(transpose(m)), (shape_vector{3, 2}));
    EXPECT_TRUE(equal(transpose(m), {0, 3, 1, 4, 2, 5}));
    auto t = counted(extents(2, 3, 4));
    EXPECT_EQ(shape(transpose(t)), (shape_vector{4, 3, 2}));
    EXPECT_EQ(tw::item(transpose(t), 3, 1, 0), tw::item(t, 0, 1, 3));
    auto v = counted(extents(3));
    EXPECT_TRUE(equal(transpose(v), {0, 1, 2}));
}

TEST(Views, AreWindowsIntoTheSameBlock) {
    auto m = counted(extents(4, 6));
    EXPECT_EQ(transpose(m).data(), m.data());
    EXPECT_EQ(reshape(m, 24).data(), m.data());
    EXPECT_EQ(m(1, slice(2)).data(), m.data() + 8);
    EXPECT_EQ(flip(m).data(), m.data() + 23);
    EXPECT_EQ(diagonal(m, 1).data(), m.data() + 1);
    EXPECT_EQ(m(newaxis, 2).data(), m.data() + 12);
}

TEST(Views, PermuteNamesTheSourceOfEachAxis) {
    auto t = counted(extents(2, 3, 4));
    auto p = permute(t, axis<2, 0, 1>);
    EXPECT_EQ(shape(p), (shape_vector{4, 2, 3}));
    for (int i = 0; i < 4; ++i)
        EXPECT_EQ(tw::item(p, i, 1, 2), tw::item(t, 1, 2, i));
    EXPECT_EQ(shape(permute(t, axes(-1, 0, 1))), (shape_vector{4, 2, 3}));
    EXPECT_TRUE(equal(permute(t, axes(-1, 0, 1)), twill_test::values(p)));
    EXPECT_THROW((void)permute(t, axes(0, 1, 1)), tw::axis_error);
    EXPECT_THROW((void)permute(t, axes(0, 1, 3)), tw::axis_error);
}

TEST(Views, SwapaxesExchangesTwo) {
    auto t = counted(extents(2, 3, 4));
    auto s = swapaxes(t, 0, -1);
    EXPECT_EQ(shape(s), (shape_vector{4, 3, 2}));
    EXPECT_EQ(tw::item(s, 3, 1, 0), tw::item(t, 0, 1, 3));
    EXPECT_TRUE(equal(swapaxes(t, 1, 1), twill_test::values(t)));
    EXPECT_THROW((void)swapaxes(t, 0, 3), tw::axis_error);
}

TEST(Views, FlipReversesAllOrSomeAxes) {
    auto m = counted(extents(2, 3));
    EXPECT_TRUE(equal(flip(m), {5, 4, 3, 2, 1, 0}));
    EXPECT_TRUE(equal(flip(m, axis<0>), {3, 4, 5, 0, 1, 2}));
    EXPECT_TRUE(equal(flip(m, axes(-1)), {2, 1, 0, 5, 4, 3}));
    EXPECT_TRUE(equal(flip(flip(m)), {0, 1, 2, 3, 4, 5}));
    EXPECT_THROW((void)flip(m, axes(2)), tw::axis_error);
    EXPECT_EQ(shape(flip(counted(extents(0, 3)))), (shape_vector{0, 3}));
}

TEST(Views, DiagonalOfAnyOffset) {
    auto m = counted(extents(3, 4));
    EXPECT_TRUE(equal(diagonal(m), {0, 5, 10}));
    EXPECT_TRUE(equal(diagonal(m, 1), {1, 6, 11}));
    EXPECT_TRUE(equal(diagonal(m, 3), {3}));
    EXPECT_TRUE(equal(diagonal(m, -2), {8}));
    EXPECT_TRUE(equal(diagonal(m, 4), {}));
    EXPECT_TRUE(equal(diagonal(m, -3), {}));
    EXPECT_TRUE(equal(diagonal(m, 100), {}));
}

TEST(Views, SqueezeAndExpandDims) {
    auto m = counted(extents(1, 3, 1));
    EXPECT_EQ(shape(squeeze(m, axis<0>)), (shape_vector{3, 1}));
    EXPECT_EQ(shape(squeeze(m, axis<0, -1>)), (shape_vector{3}));
    EXPECT_TRUE(equal(squeeze(m, axis<0, 2>), {0, 1, 2}));
    EXPECT_THROW((void)squeeze(m, axis<1>), tw::shape_error);
    auto v = counted(extents(3));
    EXPECT_EQ(shape(expand_dims(v, axis<0>)), (shape_vector{1, 3}));
    EXPECT_EQ(shape(expand_dims(v, axis<-1>)), (shape_vector{3, 1}));
    EXPECT_EQ(shape(expand_dims(v, axis<1>)), (shape_vector{3, 1}));
}

TEST(Views, ReshapeKeepsCOrder) {
    auto m = counted(extents(2, 6));
    EXPECT_EQ(shape(reshape(m, extents(3, 4))), (shape_vector{3, 4}));
    EXPECT_EQ(shape(reshape(m, 3, -1)), (shape_vector{3, 4}));
    EXPECT_EQ(shape(reshape(m, -1)), (shape_vector{12}));
    EXPECT_EQ(tw::item(reshape(m, 3, -1), 2, 1), 9);
    EXPECT_EQ(shape(ravel(m)), (shape_vector{12}));
    auto one = counted(extents(1));
    EXPECT_EQ(twill_test::value(reshape(one, extents<0>())), 0);
}

TEST(Views, ReshapeThrowsWhereItHasNoAnswer) {
    auto m = counted(extents(2, 6));
    EXPECT_THROW((void)reshape(m, 5), tw::shape_error);
    EXPECT_THROW((void)reshape(m, 5, -1), tw::shape_error);
    EXPECT_THROW((void)reshape(m, -1, -1), tw::shape_error);
    EXPECT_THROW((void)reshape(m, -2, 6), tw::shape_error);
    auto empty = counted(extents(0, 3));
    EXPECT_THROW((void)reshape(empty, 0, -1), tw::shape_error);
    EXPECT_EQ(shape(reshape(empty, 5, 0)), (shape_vector{5, 0}));
    EXPECT_EQ(shape(reshape(empty, -1, 3)), (shape_vector{0, 3}));
}

TEST(Views, ReshapeOfAStridedViewIsAViewOrMustBeAskedForACopy) {
    auto m = counted(extents(4, 6));
    auto rows = m(slice(0, none, 2));
    EXPECT_EQ(reshape(rows, 2, 2, 3).data(), m.data());
    EXPECT_TRUE(equal(reshape(rows, 2, 2, 3), {0, 1, 2, 3, 4, 5, 12, 13, 14, 15, 16, 17}));
    EXPECT_THROW((void)ravel(rows), tw::shape_error);
    EXPECT_THROW((void)reshape(transpose(m), 24), tw::shape_error);
    auto copied = tw::evaluate(transpose(m));
    EXPECT_EQ(tw::item(reshape(copied, 24), 1), 6);
}

TEST(Views, BroadcastToRepeatsElements) {
    auto v = counted(extents(3));
    auto wide = broadcast_to(v, extents(2, 3));
    EXPECT_TRUE(equal(wide, {0, 1, 2, 0, 1, 2}));
    EXPECT_TRUE(equal(broadcast_to(expand_dims(v, axis<1>), extents(3, 2)), {0, 0, 1, 1, 2, 2}));
    EXPECT_TRUE(equal(broadcast_to(v, 2, 3), twill_test::values(wide)));
    EXPECT_EQ(shape(broadcast_to(counted(extents(1)), extents(0))), (shape_vector{0}));
    EXPECT_THROW((void)broadcast_to(v, extents(3, 2)), tw::shape_error);
    EXPECT_THROW((void)broadcast_to(v, extents(2, 1)), tw::shape_error);
    EXPECT_TRUE(equal(wide(1, slice(1)), {1, 2}));
    static_assert(!std::is_assignable_v<decltype(wide), int>, "a broadcast view is read only");
}

TEST(Views, IndicesSlicesAndNewaxisTogether) {
    auto t = counted(extents(2, 3, 4));
    EXPECT_TRUE(equal(t(1, 2), {20, 21, 22, 23}));
    EXPECT_TRUE(equal(t(-1, full_extent, 0), {12, 16, 20}));
    EXPECT_TRUE(equal(t(0, slice(1), slice(none, none, -2)), {7, 5, 11, 9}));
    EXPECT_EQ(shape(t(newaxis, 0, newaxis, slice(0, 2))), (shape_vector{1, 1, 2, 4}));
    EXPECT_EQ(shape(t(slice(5, 9))), (shape_vector{0, 3, 4}));
    EXPECT_THROW(t(2), tw::index_error);
    EXPECT_THROW(t(0, -4), tw::index_error);
    EXPECT_THROW(t(slice(0, 1, 0)), tw::value_error);
}

TEST(Views, SliceASlice) {
    auto v = counted(extents(20));
    EXPECT_TRUE(equal(v(slice(2, none, 3))(slice(none, none, -2)), {17, 11, 5}));
    EXPECT_TRUE(equal(v(slice(none, none, -1))(slice(1, 4)), {18, 17, 16}));
}

TEST(Views, WritingThroughThem) {
    auto m = counted(extents(3, 4));
    m(slice(0, none, 2), slice(1, 3)) = -1;
    EXPECT_TRUE(equal(m, {0, -1, -1, 3, 4, 5, 6, 7, 8, -1, -1, 11}));
    diagonal(m) = 100;
    EXPECT_TRUE(equal(m, {100, -1, -1, 3, 4, 100, 6, 7, 8, -1, 100, 11}));
    transpose(m)(0) = counted(extents(3));
    EXPECT_TRUE(equal(m(full_extent, 0), {0, 1, 2}));
    flip(m(0)) = counted(extents(4));
    EXPECT_TRUE(equal(m(0), {3, 2, 1, 0}));
    reshape(m, 12)(slice(8)) += 1;
    EXPECT_TRUE(equal(m(2), {3, 0, 101, 12}));
    expand_dims(m(1), axis<-1>) = 9;
    EXPECT_TRUE(equal(m(1), {9, 9, 9, 9}));
}

TEST(Views, AValueBroadcastsIntoAView) {
    auto m = counted(extents(2, 3));
    m(full_extent) = counted(extents(3));
    EXPECT_TRUE(equal(m, {0, 1, 2, 0, 1, 2}));
    m(full_extent) = expand_dims(counted(extents(2)), axis<1>);
    EXPECT_TRUE(equal(m, {0, 0, 0, 1, 1, 1}));
    EXPECT_THROW(m(full_extent) = counted(extents(2)), tw::shape_error);
    EXPECT_THROW(m(0) = counted(extents(1, 3))(full_extent, slice(0, 2))(0), tw::shape_error);
}

TEST(Views, OfAConstArrayOnlyRead) {
    auto const m = counted(extents(2, 3));
    static_assert(std::is_same_v<decltype(m(0)), tw::view<int const, 1, space>>);
    static_assert(std::is_same_v<decltype(transpose(m)), tw::view<int const, 2, space>>);
    static_assert(std::is_same_v<decltype(reshape(m, 6)), tw::view<int const, 1, space>>);
    EXPECT_TRUE(equal(m(1), {3, 4, 5}));
}

}  // namespace
