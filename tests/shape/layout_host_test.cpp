// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <twill/shape/layout.hpp>
#include <vector>

namespace {

namespace tw = twill;
using tw::extents;
using tw::index_t;
using tw::detail::contiguous;
using tw::detail::is_contiguous;
using tw::detail::layout;

using strides = std::vector<index_t>;

template <int Rank>
strides strides_of(layout<Rank> const& l) {
    return strides(l.stride.values, l.stride.values + Rank);
}

/// Every element's offset, in C order.
strides offsets(index_t const* shape, index_t const* stride, int rank) {
    strides result{0};
    for (int d = 0; d < rank; ++d) {
        strides next;
        for (index_t base : result)
            for (index_t i = 0; i < shape[d]; ++i)
                next.push_back(base + i * stride[d]);
        result = next;
    }
    return result;
}

TEST(Layout, ContiguousStridesAreRowMajor) {
    EXPECT_EQ(strides_of(contiguous(extents(2, 3, 4))), (strides{12, 4, 1}));
    EXPECT_EQ(strides_of(contiguous(extents(5))), (strides{1}));
    EXPECT_EQ(strides_of(contiguous(extents<0>())), strides{});
}

TEST(Layout, SizeOneAndEmptyAxesDoNotMatterForContiguity) {
    EXPECT_TRUE(is_contiguous(contiguous(extents(2, 3))));
    EXPECT_TRUE(is_contiguous(layout<2>{extents(1, 3), {{77, 1}}}));
    EXPECT_TRUE(is_contiguous(layout<2>{extents(3, 1), {{1, 0}}}));
    EXPECT_TRUE(is_contiguous(layout<2>{extents(3, 0), {{9, 9}}}));
    EXPECT_FALSE(is_contiguous(layout<2>{extents(3, 2), {{1, 3}}}));
    EXPECT_FALSE(is_contiguous(layout<1>{extents(3), {{-1}}}));
    EXPECT_FALSE(is_contiguous(layout<1>{extents(3), {{0}}}));
    EXPECT_FALSE(is_contiguous(layout<2>{extents(3, 2), {{4, 1}}}));
}

// Also under the undefined behaviour sanitizer: strides nobody uses may not overflow.
TEST(Layout, EmptyShapesMayHaveLongAxes) {
    index_t const big = index_t{1} << 40;
    EXPECT_TRUE(is_contiguous(contiguous(extents(big, big, 0))));
    EXPECT_TRUE(is_contiguous(contiguous(extents(0, big, big, big))));
    tw::detail::mapping<4, 1> map{extents(big, big, big, 0), extents(0), {}, {}, {}};
    for (int d = 0; d < 3; ++d) {
        map.start[d] = big - 1;
        map.axis[d] = -1;
    }
    index_t offset = -1;
    EXPECT_TRUE(is_contiguous(map_layout(contiguous(map.source), map, offset)));
    EXPECT_EQ(offset, 0);
}

TEST(Layout, AnIdentityMappingKeepsTheLayout) {
    auto const l = contiguous(extents(3, 4));
    index_t offset = -1;
    auto const same = map_layout(l, tw::detail::identity_mapping(l.shape), offset);
    EXPECT_EQ(offset, 0);
    EXPECT_TRUE(same.shape == l.shape);
    EXPECT_EQ(strides_of(same), strides_of(l));
}

TEST(Layout, AMappingAppliesToTheAxesAnOperandHas) {
    // An operand of shape (4) in an expression of shape (3, 4), sliced as [1, 3::-1].
    tw::detail::mapping<2, 1> map{extents(3, 4), extents(4), {}, {}, {}};
    map.start[0] = 1;
    map.axis[0] = -1;
    map.start[1] = 3;
    map.step[1] = -1;
    map.axis[1] = 0;
    index_t offset = 0;
    auto const row = map_layout(contiguous(extents(4)), map, offset);
    EXPECT_EQ(offset, 3);
    EXPECT_EQ(strides_of(row), (strides{-1}));
    // A column (3, 1) is stretched along the last axis.
    auto const column = map_layout(contiguous(extents(3, 1)), map, offset);
    EXPECT_EQ(offset, 1);
    EXPECT_EQ(strides_of(column), (strides{0}));
}

TEST(Layout, TwoAxesOntoOneMakeADiagonal) {
    tw::detail::mapping<2, 1> map{extents(3, 3), extents(3), {}, {}, {}};
    map.step[0] = map.step[1] = 1;
    map.axis[0] = map.axis[1] = 0;
    index_t offset = 0;
    EXPECT_EQ(strides_of(map_layout(contiguous(extents(3, 3)), map, offset)), (strides{4}));
}

TEST(Axes, NegativeOnesCountFromTheEnd) {
    EXPECT_EQ(tw::detail::normalise_axis(0, 3, "sum"), 0);
    EXPECT_EQ(tw::detail::normalise_axis(-1, 3, "sum"), 2);
    EXPECT_EQ(tw::detail::normalise_axis(-3, 3, "sum"), 0);
    EXPECT_THROW(tw::detail::normalise_axis(3, 3, "sum"), tw::axis_error);
    EXPECT_THROW(tw::detail::normalise_axis(-4, 3, "sum"), tw::axis_error);
    EXPECT_THROW(tw::detail::normalise_axis(0, 0, "sum"), tw::axis_error);
}

template <int In, int Out>
bool reshape(layout<In> const& from, extents<Out> const& to, strides& result) {
    result.assign(Out, -99);
    return tw::detail::reshape_strides(from.shape.values, from.stride.values, In, to.values, Out,
                                       result.data());
}

TEST(ReshapeStrides, ContiguousLayoutsTakeAnyShape) {
    strides result;
    ASSERT_TRUE(reshape(contiguous(extents(4, 6)), extents(2, 3, 4), result));
    EXPECT_EQ(result, (strides{12, 4, 1}));
    ASSERT_TRUE(reshape(contiguous(extents(2, 3, 4)), extents(24), result));
    EXPECT_EQ(result, (strides{1}));
    ASSERT_TRUE(reshape(contiguous(extents(2, 3)), extents(3, 2), result));
    EXPECT_EQ(result, (strides{2, 1}));
}

TEST(ReshapeStrides, SizeOneAxesComeAndGo) {
    strides result;
    ASSERT_TRUE(reshape(contiguous(extents(1, 6, 1)), extents(6), result));
    EXPECT_EQ(result, (strides{1}));
    ASSERT_TRUE(reshape(contiguous(extents(6)), extents(1, 3, 1, 2, 1), result));
    EXPECT_EQ(result[1], 2);
    EXPECT_EQ(result[3], 1);
    ASSERT_TRUE(reshape(contiguous(extents<0>()), extents(1, 1), result));
    ASSERT_TRUE(reshape(contiguous(extents(1, 1)), extents<0>(), result));
}

TEST(ReshapeStrides, StridedLayoutsWhereTheGroupsAllow) {
    strides result;
    // Every second row of (6, 4): the columns may split, the rows may split, both together may not.
    layout<2> const rows{extents(3, 4), {{8, 1}}};
    ASSERT_TRUE(reshape(rows, extents(3, 2, 2), result));
    EXPECT_EQ(result, (strides{8, 2, 1}));
    EXPECT_FALSE(reshape(rows, extents(12), result));
    EXPECT_FALSE(reshape(rows, extents(6, 2), result));
    // A transposed matrix has no view as a vector.
    EXPECT_FALSE(reshape(layout<2>{extents(4, 3), {{1, 4}}}, extents(12), result));
    // A reversed vector splits.
    ASSERT_TRUE(reshape(layout<1>{extents(6), {{-1}}}, extents(2, 3), result));
    EXPECT_EQ(result, (strides{-3, -1}));
    // Repeated elements stay repeated.
    ASSERT_TRUE(reshape(layout<1>{extents(6), {{0}}}, extents(2, 3), result));
    EXPECT_EQ(result, (strides{0, 0}));
}

TEST(ReshapeStrides, EmptyLayoutsTakeAnyEmptyShape) {
    strides result;
    EXPECT_TRUE(reshape(layout<2>{extents(3, 0), {{5, 7}}}, extents(0, 9), result));
}

/// Every factorisation of `size` into `rank` extents.
template <int Rank, class Body>
void each_shape(index_t size, Body&& body, extents<Rank> shape = {}, int d = 0) {
    if (d == Rank) {
        if (size == 1)
            body(shape);
        return;
    }
    for (index_t n = 1; n <= size; ++n) {
        if (size % n != 0)
            continue;
        shape[d] = n;
        each_shape<Rank>(size / n, body, shape, d + 1);
    }
}

TEST(ReshapeStrides, AgreeWithTheOffsetsOfEveryElement) {
    int views = 0;
    int copies = 0;
    each_shape<3>(24, [&](extents<3> const& from) {
        layout<3> const whole = contiguous(from);
        layout<3> swapped = whole;
        std::swap(swapped.stride[1], swapped.stride[2]);
        std::swap(swapped.shape[1], swapped.shape[2]);
        layout<3> gaps = whole;
        gaps.stride[0] *= 2;
        for (layout<3> const& l : {whole, swapped, gaps}) {
            strides const expected = offsets(l.shape.values, l.stride.values, 3);
            each_shape<2>(24, [&](extents<2> const& to) {
                strides result;
                if (reshape(l, to, result)) {
                    ++views;
                    EXPECT_EQ(offsets(to.values, result.data(), 2), expected);
                } else {
                    // No strides at all give these offsets.
                    ++copies;
                    index_t const inner = to[1] > 1 ? expected[1] - expected[0] : 0;
                    index_t const step = static_cast<index_t>(to[1]);
                    index_t const outer =
                        to[0] > 1 ? expected[static_cast<std::size_t>(step)] - expected[0] : 0;
                    index_t const candidate[2] = {outer, inner};
                    EXPECT_NE(offsets(to.values, candidate, 2), expected);
                }
            });
        }
    });
    EXPECT_GT(views, 0);
    EXPECT_GT(copies, 0);
}

}  // namespace
