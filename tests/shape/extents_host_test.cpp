// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <twill/shape/extents.hpp>

namespace {

namespace tw = twill;
using tw::extents;
using tw::index_t;

TEST(Extents, DeducesItsRankFromTheSizes) {
    auto const shape = extents(2, 3u, index_t{4});
    static_assert(std::is_same_v<decltype(shape), extents<3> const>);
    EXPECT_EQ(shape[0], 2);
    EXPECT_EQ(shape[1], 3);
    EXPECT_EQ(shape[2], 4);
    EXPECT_EQ(shape.size(), 24);
    static_assert(extents<3>::rank == 3);
}

TEST(Extents, AreConstantExpressions) {
    constexpr extents<2> shape(5, 7);
    static_assert(shape.size() == 35);
    static_assert(shape == extents(5, 7));
    static_assert(!(shape == extents(7, 5)));
}

TEST(Extents, RankZeroHasOneElement) {
    EXPECT_EQ(extents<0>().size(), 1);
    EXPECT_TRUE(extents<0>() == extents<0>());
}

TEST(Extents, DefaultIsEmpty) {
    EXPECT_EQ(extents<1>().size(), 0);
    EXPECT_EQ(extents<3>().size(), 0);
}

TEST(Extents, ASingleSizeIsNoImplicitShape) {
    static_assert(!std::is_convertible_v<int, extents<1>>);
    static_assert(std::is_constructible_v<extents<1>, int>);
    static_assert(!std::is_constructible_v<extents<2>, int>);
    static_assert(!std::is_constructible_v<extents<1>, double>);
}

TEST(CheckedSize, CountsElements) {
    EXPECT_EQ(tw::detail::checked_size(extents(2, 3, 4).values, 3), 24);
    EXPECT_EQ(tw::detail::checked_size(extents<0>().values, 0), 1);
    EXPECT_EQ(tw::detail::checked_size(extents(index_t{1} << 40, 1 << 22).values, 2),
              index_t{1} << 62);
}

TEST(CheckedSize, ThrowsForNegativeExtentsAndNamesTheAxis) {
    try {
        tw::detail::checked_size(extents(2, -3).values, 2);
        FAIL();
    } catch (tw::shape_error const& problem) {
        EXPECT_NE(std::string(problem.what()).find("(2, -3)"), std::string::npos) << problem.what();
        EXPECT_NE(std::string(problem.what()).find("axis 1"), std::string::npos) << problem.what();
    }
    EXPECT_THROW(tw::detail::checked_size(extents(0, -1).values, 2), tw::shape_error);
}

TEST(CheckedSize, ThrowsWhenTheProductOverflows) {
    index_t const big = index_t{1} << 40;
    EXPECT_THROW(tw::detail::checked_size(extents(big, big).values, 2), tw::shape_error);
    EXPECT_THROW(tw::detail::checked_size(extents(big, 1 << 23).values, 2), tw::shape_error);
}

TEST(CheckedSize, AnEmptyAxisMakesAnyOtherSizeEmpty) {
    index_t const big = index_t{1} << 40;
    EXPECT_EQ(tw::detail::checked_size(extents(big, big, 0).values, 3), 0);
    EXPECT_EQ(tw::detail::checked_size(extents(0, big, big).values, 3), 0);
}

// Also under the undefined behaviour sanitizer: none of this may overflow.
TEST(Extents, AnEmptyAxisMakesTheSizeZeroHoweverLongTheOthersAre) {
    index_t const big = index_t{1} << 40;
    EXPECT_EQ(extents(big, big, 0).size(), 0);
    EXPECT_EQ(extents(0, big, big).size(), 0);
    static_assert(extents(index_t{1} << 62, 2, 0).size() == 0);
    EXPECT_EQ(extents(index_t{1} << 62, 1).size(), index_t{1} << 62);
}

TEST(ShapeText, ReadsAsAPythonTuple) {
    EXPECT_STREQ(tw::detail::text_of(extents<0>()).text, "()");
    EXPECT_STREQ(tw::detail::text_of(extents(3)).text, "(3,)");
    EXPECT_STREQ(tw::detail::text_of(extents(2, 0, 4)).text, "(2, 0, 4)");
}

TEST(ShapeText, StaysInsideItsBufferForManyAxes) {
    extents<16> shape;
    for (int d = 0; d < 16; ++d)
        shape[d] = index_t{1} << 62;
    std::string const text = tw::detail::text_of(shape).text;
    EXPECT_LT(text.size(), sizeof(tw::detail::shape_text));
    EXPECT_EQ(text.back(), ')');
}

}  // namespace
