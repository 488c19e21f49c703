// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <twill/shape/broadcast.hpp>

namespace {

namespace tw = twill;
using tw::extents;
using tw::detail::broadcast_shapes;

TEST(Broadcast, AlignsShapesOnTheRight) {
    EXPECT_TRUE(broadcast_shapes<3>("add", extents(5, 1, 4), extents(3, 1)) == extents(5, 3, 4));
    EXPECT_TRUE(broadcast_shapes<3>("add", extents(3, 1), extents(5, 1, 4)) == extents(5, 3, 4));
    EXPECT_TRUE(broadcast_shapes<2>("add", extents(4), extents(3, 1)) == extents(3, 4));
}

TEST(Broadcast, RankZeroFitsEverything) {
    EXPECT_TRUE(broadcast_shapes<2>("add", extents<0>(), extents(2, 3)) == extents(2, 3));
    EXPECT_TRUE(broadcast_shapes<0>("add", extents<0>(), extents<0>()) == extents<0>());
    EXPECT_TRUE(broadcast_shapes<1>("add", extents(0), extents<0>()) == extents(0));
}

TEST(Broadcast, OneStretchesToZero) {
    EXPECT_TRUE(broadcast_shapes<2>("add", extents(2, 0), extents(1)) == extents(2, 0));
    EXPECT_TRUE(broadcast_shapes<2>("add", extents(1, 3), extents(0, 1)) == extents(0, 3));
    EXPECT_TRUE(broadcast_shapes<1>("add", extents(1), extents(0)) == extents(0));
}

TEST(Broadcast, TakesAnyNumberOfOperands) {
    EXPECT_TRUE(broadcast_shapes<3>("where", extents(3, 1), extents(4), extents(2, 1, 1)) ==
                extents(2, 3, 4));
    EXPECT_TRUE(broadcast_shapes<1>("map", extents(7)) == extents(7));
}

TEST(Broadcast, DifferentSizesThrowAndNameOperationAndShapes) {
    try {
        broadcast_shapes<2>("subtract", extents(2, 3), extents(4));
        FAIL();
    } catch (tw::shape_error const& problem) {
        std::string const text = problem.what();
        EXPECT_NE(text.find("subtract"), std::string::npos) << text;
        EXPECT_NE(text.find("(2, 3)"), std::string::npos) << text;
        EXPECT_NE(text.find("(4,)"), std::string::npos) << text;
    }
}

TEST(Broadcast, ZeroDoesNotStretch) {
    EXPECT_THROW(broadcast_shapes<1>("add", extents(0), extents(3)), tw::shape_error);
    EXPECT_THROW(broadcast_shapes<1>("add", extents(3), extents(0)), tw::shape_error);
    EXPECT_THROW(broadcast_shapes<2>("add", extents(0, 3), extents(2, 3)), tw::shape_error);
}

TEST(Broadcast, AThirdOperandMayBreakWhatTwoAgreedOn) {
    EXPECT_THROW(broadcast_shapes<1>("where", extents(1), extents(3), extents(4)), tw::shape_error);
    EXPECT_THROW(broadcast_shapes<1>("where", extents(3), extents(1), extents(4)), tw::shape_error);
    EXPECT_THROW(broadcast_shapes<1>("where", extents(3), extents(4), extents(1)), tw::shape_error);
}

void require(auto const& operand, auto const& target) {
    tw::detail::require_broadcastable("assignment", operand.values, operand.rank, target.values,
                                      target.rank);
}

TEST(Broadcast, ATargetMayBeLargerThanTheValueNeverSmaller) {
    EXPECT_NO_THROW(require(extents(1, 4), extents(3, 4)));
    EXPECT_NO_THROW(require(extents(4), extents(3, 4)));
    EXPECT_NO_THROW(require(extents<0>(), extents(3, 4)));
    EXPECT_NO_THROW(require(extents(1), extents(0)));
    EXPECT_THROW(require(extents(3, 4), extents(1, 4)), tw::shape_error);
    EXPECT_THROW(require(extents(3), extents(3, 4)), tw::shape_error);
    EXPECT_THROW(require(extents(1, 4), extents(4)), tw::shape_error);
    EXPECT_THROW(require(extents(0), extents(1)), tw::shape_error);
}

}  // namespace
