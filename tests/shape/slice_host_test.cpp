// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <string>
#include <twill/shape/slice.hpp>
#include <vector>

namespace {

namespace tw = twill;
using tw::extents;
using tw::index_t;
using tw::none;
using tw::slice;

constexpr index_t lowest = std::numeric_limits<index_t>::lowest();
constexpr index_t highest = std::numeric_limits<index_t>::max();

/// The indices that a slice of `size` elements names.
std::vector<index_t> picked(slice const& s, index_t size) {
    auto const range = tw::detail::resolve(s, size);
    std::vector<index_t> result;
    for (index_t i = 0; i < range.count; ++i)
        result.push_back(range.start + i * range.step);
    return result;
}

using indices = std::vector<index_t>;

TEST(Slice, PicksAHalfOpenRange) {
    EXPECT_EQ(picked(slice(1, 4), 5), (indices{1, 2, 3}));
    EXPECT_EQ(picked(slice(3), 5), (indices{3, 4}));
    EXPECT_EQ(picked(slice(none, 2), 5), (indices{0, 1}));
    EXPECT_EQ(picked(slice(), 3), (indices{0, 1, 2}));
    EXPECT_EQ(picked(slice(0, none, 2), 5), (indices{0, 2, 4}));
    EXPECT_EQ(picked(slice(1, none, 2), 5), (indices{1, 3}));
}

TEST(Slice, NegativeEndsCountFromTheEnd) {
    EXPECT_EQ(picked(slice(-2), 5), (indices{3, 4}));
    EXPECT_EQ(picked(slice(none, -1), 5), (indices{0, 1, 2, 3}));
    EXPECT_EQ(picked(slice(-4, -1, 2), 5), (indices{1, 3}));
}

TEST(Slice, EndsBeyondTheAxisClamp) {
    EXPECT_EQ(picked(slice(-100, 100, 2), 5), (indices{0, 2, 4}));
    EXPECT_EQ(picked(slice(10, 20), 5), indices{});
    EXPECT_EQ(picked(slice(100, -100, -2), 5), (indices{4, 2, 0}));
    EXPECT_EQ(picked(slice(lowest, highest), 3), (indices{0, 1, 2}));
    EXPECT_EQ(picked(slice(highest, lowest, -1), 3), (indices{2, 1, 0}));
}

TEST(Slice, NegativeStepsRunBackwards) {
    EXPECT_EQ(picked(slice(8, 2, -2), 10), (indices{8, 6, 4}));
    EXPECT_EQ(picked(slice(none, none, -1), 4), (indices{3, 2, 1, 0}));
    EXPECT_EQ(picked(slice(none, none, -3), 7), (indices{6, 3, 0}));
    EXPECT_EQ(picked(slice(2, none, -1), 5), (indices{2, 1, 0}));
    EXPECT_EQ(picked(slice(none, 2, -1), 5), (indices{4, 3}));
    EXPECT_EQ(picked(slice(-1, -4, -1), 5), (indices{4, 3, 2}));
}

TEST(Slice, TheWrongDirectionIsEmpty) {
    EXPECT_EQ(picked(slice(3, 1), 5), indices{});
    EXPECT_EQ(picked(slice(1, 3, -1), 5), indices{});
    EXPECT_EQ(picked(slice(2, 2), 5), indices{});
}

TEST(Slice, ExtremeStepsPickOneElement) {
    EXPECT_EQ(picked(slice(none, none, lowest), 5), (indices{4}));
    EXPECT_EQ(picked(slice(none, none, highest), 5), (indices{0}));
    EXPECT_EQ(picked(slice(none, none, lowest), 0), indices{});
    EXPECT_EQ(picked(slice(0, none, lowest), 1), (indices{0}));
}

TEST(Slice, UnsignedEndsBeyondTheAxisClampToo) {
    EXPECT_EQ(picked(slice(0, SIZE_MAX), 3), (indices{0, 1, 2}));
    EXPECT_EQ(picked(slice(SIZE_MAX), 3), indices{});
    EXPECT_EQ(picked(slice(std::uint64_t{1} << 63, none, -1), 3), (indices{2, 1, 0}));
    EXPECT_EQ(picked(slice(none, none, SIZE_MAX), 3), (indices{0}));
}

TEST(Slice, AStepOfZeroThrows) {
    EXPECT_THROW(picked(slice(0, 5, 0), 5), tw::value_error);
    EXPECT_THROW(picked(slice(none, none, 0), 0), tw::value_error);
}

TEST(Slice, AnEmptyAxisStaysEmpty) {
    for (index_t step : {-2, -1, 1, 3})
        for (index_t start : {-2, 0, 2})
            for (index_t stop : {-2, 0, 2})
                EXPECT_EQ(picked(slice(start, stop, step), 0), indices{});
}

TEST(Slice, PicksWhatPythonsRuleSaysForAllSmallArguments) {
    // Element by element: the indices between the ends, in steps, that lie on the axis.
    for (index_t size = 0; size <= 5; ++size)
        for (index_t start = -7; start <= 7; ++start)
            for (index_t stop = -7; stop <= 7; ++stop)
                for (index_t step : {-3, -2, -1, 1, 2, 3}) {
                    auto place = [&](index_t end) {
                        end = end < 0 ? end + size : end;
                        index_t const low = step < 0 ? -1 : 0;
                        index_t const high = step < 0 ? size - 1 : size;
                        return std::min(std::max(end, low), high);
                    };
                    indices expected;
                    for (index_t i = place(start); step > 0 ? i < place(stop) : i > place(stop);
                         i += step)
                        expected.push_back(i);
                    ASSERT_EQ(picked(slice(start, stop, step), size), expected)
                        << start << ":" << stop << ":" << step << " of " << size;
                }
}

TEST(Index, CountsFromBothEnds) {
    EXPECT_EQ(tw::detail::checked_index(0, 5, 0), 0);
    EXPECT_EQ(tw::detail::checked_index(4, 5, 0), 4);
    EXPECT_EQ(tw::detail::checked_index(-1, 5, 0), 4);
    EXPECT_EQ(tw::detail::checked_index(-5, 5, 0), 0);
}

TEST(Index, OutOfRangeNamesIndexAxisAndSize) {
    try {
        tw::detail::checked_index(7, 5, 2);
        FAIL();
    } catch (tw::index_error const& problem) {
        std::string const text = problem.what();
        EXPECT_NE(text.find("index 7"), std::string::npos) << text;
        EXPECT_NE(text.find("axis 2"), std::string::npos) << text;
        EXPECT_NE(text.find("size 5"), std::string::npos) << text;
    }
    EXPECT_THROW(tw::detail::checked_index(-6, 5, 0), tw::index_error);
    EXPECT_THROW(tw::detail::checked_index(0, 0, 0), tw::index_error);
    EXPECT_THROW(tw::detail::checked_index(lowest, 5, 0), tw::index_error);
}

TEST(Index, UnsignedOnesNeverCountFromTheEnd) {
    EXPECT_EQ(tw::detail::checked_position(std::size_t{4}, 5, 0), 4);
    EXPECT_EQ(tw::detail::checked_position(-1, 5, 0), 4);
    EXPECT_EQ(tw::detail::checked_position(std::int8_t{-1}, 5, 0), 4);
    EXPECT_THROW(tw::detail::checked_position(std::uint64_t{1} << 63, 5, 0), tw::index_error);
    try {
        tw::detail::checked_position(SIZE_MAX, 5, 2);
        FAIL();
    } catch (tw::index_error const& problem) {
        std::string const text = problem.what();
        EXPECT_NE(text.find("index 18446744073709551615"), std::string::npos) << text;
        EXPECT_NE(text.find("axis 2"), std::string::npos) << text;
        EXPECT_NE(text.find("size 5"), std::string::npos) << text;
    }
}

// A step beyond the axis would overflow beside a stride.
TEST(IndexMapping, AStepOfOneElementLeadsNowhere) {
    auto const map = tw::detail::index_mapping(extents(4, 5), slice(none, none, highest),
                                               slice(none, none, lowest));
    EXPECT_TRUE(map.shape == extents(1, 1));
    tw::index_t offset = 0;
    auto const mapped = tw::detail::map_layout(tw::detail::contiguous(extents(4, 5)), map, offset);
    EXPECT_EQ(offset, 4);
    EXPECT_TRUE(mapped.shape == extents(1, 1));
}

TEST(IndexMapping, AnIntegerRemovesItsAxis) {
    auto const map = tw::detail::index_mapping(extents(4, 5, 6), 1, slice(2, none), -1);
    static_assert(
        std::is_same_v<decltype(map),
                       tw::detail::mapping<3, 1, tw::detail::axes_onto<-1, 0, -1>> const>);
    EXPECT_TRUE(map.shape == extents(3));
    EXPECT_EQ(map.axis[0], -1);
    EXPECT_EQ(map.axis[1], 0);
    EXPECT_EQ(map.axis[2], -1);
    EXPECT_EQ(map.start[0], 1);
    EXPECT_EQ(map.start[1], 2);
    EXPECT_EQ(map.start[2], 5);
}

TEST(IndexMapping, MissingIndicesMeanTheWholeAxis) {
    auto const map = tw::detail::index_mapping(extents(4, 5, 6), 1);
    EXPECT_TRUE(map.shape == extents(5, 6));
}

TEST(IndexMapping, NewaxisAddsAnAxisOfSizeOneAnywhere) {
    using tw::full_extent;
    using tw::newaxis;
    EXPECT_TRUE(tw::detail::index_mapping(extents(4), newaxis).shape == extents(1, 4));
    EXPECT_TRUE(tw::detail::index_mapping(extents(4), full_extent, newaxis).shape == extents(4, 1));
    EXPECT_TRUE(tw::detail::index_mapping(extents(4, 5), newaxis, 2, newaxis).shape ==
                extents(1, 1, 5));
    EXPECT_TRUE(tw::detail::index_mapping(extents<0>(), newaxis).shape == extents(1));
}

TEST(IndexMapping, ReportsTheAxisOfABadIndex) {
    try {
        tw::detail::index_mapping(extents(4, 5), tw::newaxis, slice(), 5);
        FAIL();
    } catch (tw::index_error const& problem) {
        EXPECT_NE(std::string(problem.what()).find("axis 1"), std::string::npos) << problem.what();
    }
}

}  // namespace
