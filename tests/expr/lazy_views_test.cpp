// SPDX-License-Identifier: MIT
// Views of expressions and generators: the mapping reaches the leaves, so the result stays one
// kernel and no element is computed that is not asked for.
#include "support/testing.hpp"

namespace {

namespace tw = twill;
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

TEST(LazyViews, OfAnExpression) {
    auto m = counted(extents(2, 3));
    auto row = counted(extents(3));
    auto e = m * 10 + row;
    EXPECT_TRUE(equal(transpose(e), {0, 30, 11, 41, 22, 52}));
    EXPECT_TRUE(equal(flip(e, axis<1>), {22, 11, 0, 52, 41, 30}));
    EXPECT_TRUE(equal(e(1), {30, 41, 52}));
    EXPECT_TRUE(equal(e(full_extent, slice(none, none, 2)), {0, 22, 30, 52}));
    EXPECT_TRUE(equal(diagonal(e, 1), {11, 52}));
    EXPECT_TRUE(equal(permute(e, axis<1, 0>), {0, 30, 11, 41, 22, 52}));
    EXPECT_EQ(tw::item(e, 1, 2), 52);
    EXPECT_EQ(e.size(), 6);
    EXPECT_EQ(e(1).size(), 3);
    EXPECT_EQ(e.extent(1), 3);
    EXPECT_EQ(e.extent(-2), 2);
    EXPECT_EQ(tw::arange(5).extent(0), 5);
    EXPECT_THROW((void)e.extent(2), tw::axis_error);
    EXPECT_THROW((void)(m + counted(extents(2))).size(), tw::shape_error);
    EXPECT_THROW((void)tw::item(e, 2, 0), tw::index_error);
}

TEST(LazyViews, OperandsOfLowerRankStretchInsideTheExpression) {
    auto column = expand_dims(counted(extents(2)), axis<1>);
    auto row = counted(extents(3));
    auto grid = column * 10 + row;
    EXPECT_TRUE(equal(transpose(grid), {0, 10, 1, 11, 2, 12}));
    EXPECT_TRUE(equal(grid(-1, slice(none, none, -1)), {12, 11, 10}));
    EXPECT_TRUE(equal(diagonal(grid), {0, 11}));
    EXPECT_TRUE(equal(flip(grid), {12, 11, 10, 2, 1, 0}));
    EXPECT_EQ(shape(grid(newaxis)), (shape_vector{1, 2, 3}));
    EXPECT_EQ(shape(expand_dims(grid, axis<1>)), (shape_vector{2, 1, 3}));
    EXPECT_EQ(shape(squeeze(grid(newaxis), axis<0>)), (shape_vector{2, 3}));
    EXPECT_TRUE(equal(broadcast_to(grid(0), extents(2, 3)), {0, 1, 2, 0, 1, 2}));
}

TEST(LazyViews, OfGenerators) {
    EXPECT_TRUE(equal(tw::arange(10)(slice(8, 2, -2)), {8, 6, 4}));
    EXPECT_TRUE(equal(flip(tw::arange(2, 11, 3)), {8, 5, 2}));
    EXPECT_TRUE(equal(transpose(tw::eye<int>(2, 3, 1)), {0, 0, 1, 0, 0, 1}));
    EXPECT_TRUE(equal(diagonal(tw::eye<int>(3)), {1, 1, 1}));
    EXPECT_TRUE(equal(tw::full(extents(2, 2), 7)(0), {7, 7}));
    auto [i, j] = tw::indices(extents(2, 3));
    EXPECT_TRUE(equal(transpose(i * 10 + j), {0, 10, 1, 11, 2, 12}));
    EXPECT_TRUE(equal(j(1, slice(1)), {1, 2}));
    EXPECT_TRUE(equal(tw::linspace(0.0, 4.0, 5)(slice(none, none, -2)), {4.0, 2.0, 0.0}));
    EXPECT_TRUE(equal(broadcast_to(tw::arange(3), extents(2, 3)), {0, 1, 2, 0, 1, 2}));
}

TEST(LazyViews, MeshgridOfArrays) {
    auto [x, y] = tw::meshgrid(counted(extents(3)), counted(extents(2)));
    EXPECT_EQ(shape(x), (shape_vector{2, 3}));
    EXPECT_TRUE(equal(y * 10 + x, {0, 1, 2, 10, 11, 12}));
    EXPECT_TRUE(equal(transpose(y * 10 + x), {0, 10, 1, 11, 2, 12}));
    EXPECT_TRUE(equal(x(0), {0, 1, 2}));
}

}  // namespace
