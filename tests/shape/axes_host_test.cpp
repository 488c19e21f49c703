// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <twill/shape/axes.hpp>

namespace {

namespace tw = twill;
using tw::axes;
using tw::axis;
using tw::detail::all_axes;
using tw::detail::axes_traits;

template <int Rank, class Axes>
std::uint64_t mask(Axes which) {
    return axes_traits<Axes, Rank>::mask(which, "sum");
}

TEST(Axes, CompileTimeAxesBecomeBits) {
    EXPECT_EQ((mask<3>(axis<0>)), 0b001u);
    EXPECT_EQ((mask<3>(axis<-1>)), 0b100u);
    EXPECT_EQ((mask<3>(axis<0, -1>)), 0b101u);
    EXPECT_EQ((mask<3>(axis<2, 1, 0>)), 0b111u);
    static_assert(axes_traits<std::remove_cvref_t<decltype(axis<0, -1>)>, 3>::count == 2);
}

TEST(Axes, AllAxesOfARank) {
    EXPECT_EQ((mask<0>(all_axes{})), 0u);
    EXPECT_EQ((mask<4>(all_axes{})), 0b1111u);
}

TEST(Axes, RunTimeAxesBecomeTheSameBits) {
    EXPECT_EQ((mask<3>(axes(0))), (mask<3>(axis<0>)));
    EXPECT_EQ((mask<3>(axes(-1, 0))), (mask<3>(axis<0, -1>)));
    static_assert(axes_traits<tw::runtime_axes<2>, 3>::count == 2);
}

TEST(Axes, OutOfRankThrowsAndNamesOperationAxisAndRank) {
    try {
        mask<2>(axes(2));
        FAIL();
    } catch (tw::axis_error const& problem) {
        std::string const text = problem.what();
        EXPECT_NE(text.find("sum"), std::string::npos) << text;
        EXPECT_NE(text.find("axis 2"), std::string::npos) << text;
        EXPECT_NE(text.find("rank 2"), std::string::npos) << text;
    }
    EXPECT_THROW(mask<2>(axes(-3)), tw::axis_error);
    EXPECT_THROW(mask<2>(axes(SIZE_MAX)), tw::axis_error);
}

TEST(Axes, NamingAnAxisTwiceThrows) {
    EXPECT_THROW(mask<3>(axes(1, 1)), tw::axis_error);
    EXPECT_THROW(mask<3>(axes(-1, 2)), tw::axis_error);
}

}  // namespace
