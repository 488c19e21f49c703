// SPDX-License-Identifier: MIT
#include "support/testing.hpp"

#include <algorithm>

namespace {

namespace tw = twill;
using tw::extents;
using tw::full_extent;
using tw::none;
using tw::slice;
using twill_test::array;
using twill_test::equal;
using twill_test::on_device;
using twill_test::shape;
using twill_test::space;
using twill_test::to_space;
using floats = std::vector<float>;
using sizes = std::vector<tw::index_t>;

array<float, 2> matrix() { return to_space(floats{0, 1, 2, 3, 4, 5}, extents(2, 3)); }

TEST(View, KnowsItsShapeAndStrides) {
    auto m = matrix();
    auto v = m(full_extent, slice(none, none, -2));
    static_assert(std::is_convertible_v<decltype(v), tw::view<float, 2, space>>);
    static_assert(decltype(v)::rank() == 2);
    EXPECT_EQ(shape(v), (sizes{2, 2}));
    EXPECT_EQ(v.size(), 4);
    EXPECT_EQ(v.extent(-1), 2);
    EXPECT_EQ(v.stride(0), 3);
    EXPECT_EQ(v.stride(-1), -2);
    EXPECT_EQ(v.data(), m.data() + 2);
    EXPECT_FALSE(v.is_contiguous());
    EXPECT_TRUE(m(1).is_contiguous());
    EXPECT_FALSE(v.empty());
    EXPECT_TRUE(m(slice(2)).empty());
    EXPECT_THROW(v.extent(2), tw::axis_error);
    EXPECT_THROW(v.stride(-3), tw::axis_error);
}

TEST(View, CopyingOneCopiesNoElements) {
    auto m = matrix();
    auto v = m(1);
    auto w = v;
    EXPECT_EQ(w.data(), v.data());
    w = 9.0f;
    EXPECT_TRUE(equal(v, {9, 9, 9}));
    EXPECT_TRUE(equal(m, {0, 1, 2, 9, 9, 9}));
}

TEST(View, AssignmentCopiesElementsAndNeverRebinds) {
    auto m = matrix();
    auto first = m(0);
    auto second = m(1);
    auto const data = first.data();
    first = second;
    EXPECT_EQ(first.data(), data);
    EXPECT_TRUE(equal(m, {3, 4, 5, 3, 4, 5}));
    second = 0.0f;
    EXPECT_TRUE(equal(first, {3, 4, 5}));
    first = std::move(second);
    EXPECT_TRUE(equal(m, {0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(first.data(), data);
}

TEST(View, TakesArraysViewsExpressionsAndScalars) {
    auto m = matrix();
    m(0) = to_space({7.0f, 8.0f, 9.0f});
    m(1) = m(0) * 2.0f;
    EXPECT_TRUE(equal(m, {7, 8, 9, 14, 16, 18}));
    m(full_extent, 1) = 1;
    EXPECT_TRUE(equal(m(full_extent, 1), {1, 1}));
    m(0) = tw::arange<float>(3);
    EXPECT_TRUE(equal(m(0), {0, 1, 2}));
    m(0) = to_space({1.5}) - 1.0;  // float64 rounds to float32
    EXPECT_TRUE(equal(m(0), {0.5f, 0.5f, 0.5f}));
}

TEST(View, CompoundOperatorsWriteInPlace) {
    auto m = matrix();
    auto row = m(1);
    row += 1.0f;
    row -= m(0);
    row *= 2.0f;
    row /= to_space({4.0f});
    EXPECT_TRUE(equal(m, {0, 1, 2, 2, 2, 2}));
}

TEST(View, AnEllipsisStandsForTheAxesThatAreLeft) {
    auto t = twill_test::counted(tw::extents(2, 3, 4));
    EXPECT_TRUE(equal(t(tw::ellipsis, 1), {1, 5, 9, 13, 17, 21}));
    EXPECT_TRUE(equal(t(1, tw::ellipsis, 0), {12, 16, 20}));
    EXPECT_TRUE(equal(t(tw::ellipsis, 2, tw::slice(0, 2)), {8, 9, 20, 21}));
    EXPECT_EQ(t(tw::newaxis, tw::ellipsis).shape(), tw::extents(1, 2, 3, 4));
    EXPECT_EQ(t(tw::ellipsis, tw::newaxis, 0).shape(), tw::extents(2, 3, 1));
    EXPECT_EQ(t(0, 1, 2, tw::ellipsis).shape(), tw::extents());
    EXPECT_TRUE(equal((t + 1)(tw::ellipsis, 0), {1, 5, 9, 13, 17, 21}));
    t(tw::ellipsis, tw::slice(1, tw::none)) = 0;
    EXPECT_TRUE(equal(t(0), {0, 0, 0, 0, 4, 0, 0, 0, 8, 0, 0, 0}));
}

TEST(View, IntegerCompoundOperators) {
    array<int> a = to_space({12, 13, 14});
    auto v = a(slice(1));
    v %= 5;
    EXPECT_TRUE(equal(a, {12, 3, 4}));
    v <<= 2;
    v >>= 1;
    EXPECT_TRUE(equal(a, {12, 6, 8}));
    v &= 12;
    v |= 1;
    v ^= 4;
    EXPECT_TRUE(equal(a, {12, 1, 13}));
}

TEST(View, IsFilledByAScalarOfAnyStride) {
    auto m = matrix();
    transpose(m)(slice(0, none, 2)) = -1.0f;
    EXPECT_TRUE(equal(m, {-1, 1, -1, -1, 4, -1}));
}

TEST(View, MayBeLargerThanItsValueNeverSmaller) {
    auto m = matrix();
    m(full_extent) = m(0);
    EXPECT_TRUE(equal(m, {0, 1, 2, 0, 1, 2}));
    EXPECT_THROW(m(slice(0, 1)) = m, tw::shape_error);
    EXPECT_THROW(m(slice(0, 0)) = m, tw::shape_error);
    m(slice(0, 0)) = m(slice(0, 1));
    EXPECT_TRUE(equal(m, {0, 1, 2, 0, 1, 2}));
}

TEST(View, OfRankZeroReadsOneElement) {
    auto m = matrix();
    EXPECT_EQ(tw::item(m(1, 2)), 5.0f);
    EXPECT_EQ(tw::item(m, 1, -3), 3.0f);
    m(1, 1) = 40.0f;
    EXPECT_EQ(tw::item(m(1, 1)), 40.0f);
    m(1, 1) += 2.0f;
    EXPECT_EQ(tw::item(m, 1, 1), 42.0f);
    EXPECT_TRUE(equal(m(0) + m(1, 1), {42, 43, 44}));
    EXPECT_THROW(m(2, 0), tw::index_error);
    EXPECT_THROW(m(0, -4), tw::index_error);
    if constexpr (on_device)
        static_assert(std::is_same_v<decltype(m(0, 0)), tw::view<float, 0, space>> || !on_device);
    else
        static_assert(std::is_same_v<decltype(m(0, 0)), float&> || on_device);
}

TEST(View, OfConstElementsCanOnlyBeRead) {
    auto const m = matrix();
    auto v = m(0);
    static_assert(std::is_same_v<decltype(v), tw::view<float const, 1, space>>);
    static_assert(std::is_same_v<decltype(v.data()), float const*>);
    EXPECT_TRUE(equal(v + v, {0, 2, 4}));
    array<float> copy(v);
    copy += 1.0f;
    EXPECT_TRUE(equal(m, {0, 1, 2, 3, 4, 5}));
}

TEST(View, RefReachesTheSameElements) {
    auto m = matrix();
    auto r = m(full_extent, slice(1)).ref();
    static_assert(std::is_trivially_copyable_v<decltype(r)>);
    EXPECT_EQ(&r(1, 1), m.data() + 5);
    EXPECT_EQ(r.size(), 4);
}

// Axes at run time mean what those in types do.
TEST(View, AxesAtRunTime) {
    auto const m = twill_test::counted(tw::extents(2, 1, 3));
    EXPECT_EQ(squeeze(m, 1).shape(), tw::extents(2, 3));
    EXPECT_EQ(squeeze(m, tw::axes(-2)).shape(), tw::extents(2, 3));
    EXPECT_TRUE(equal(squeeze(m, 1), {0, 1, 2, 3, 4, 5}));
    EXPECT_THROW((void)squeeze(m, 0), tw::shape_error);
    EXPECT_THROW((void)squeeze(m, 3), tw::axis_error);
    EXPECT_EQ(expand_dims(m, -1).shape(), tw::extents(2, 1, 3, 1));
    EXPECT_EQ(expand_dims(m, tw::axes(0)).shape(), tw::extents(1, 2, 1, 3));
    EXPECT_TRUE(equal(expand_dims(transpose(m) + 1, 1), {1, 4, 2, 5, 3, 6}));
    EXPECT_THROW((void)expand_dims(m, 4), tw::axis_error);
    EXPECT_TRUE(equal(flip(m, 2), {2, 1, 0, 5, 4, 3}));
    EXPECT_TRUE(equal(flip(m, tw::axes(0, -1)), {5, 4, 3, 2, 1, 0}));
}

float total_of(tw::view<float const, 2, space> x) {
    float sum = 0;
    for (float const value : twill_test::values(x))
        sum += value;
    return sum;
}
// A function of views that are read takes elements that repeat.
TEST(View, OfABroadcast) {
    EXPECT_EQ(total_of(broadcast_to(matrix()(1), extents(4, 3))), 48);
    EXPECT_EQ(total_of(matrix()), 15);
}

TEST(View, SwapExchangesElements) {
    auto m = matrix();
    using std::swap;
    swap(m(0), m(1));
    EXPECT_TRUE(equal(m, {3, 4, 5, 0, 1, 2}));
    auto first = m(0), second = m(1);
    auto const data = first.data();
    swap(first, second);
    EXPECT_EQ(first.data(), data);
    EXPECT_TRUE(equal(m, {0, 1, 2, 3, 4, 5}));
    swap(first, second(slice(none, none, -1)));
    EXPECT_TRUE(equal(m, {5, 4, 3, 2, 1, 0}));
    EXPECT_THROW(swap(m(0), m(1, slice(2))), tw::shape_error);
    // With an array, whose memory stays its own.
    array<float> line = to_space({7.0f, 8.0f, 9.0f});
    auto const* const memory = line.data();
    auto const before = twill_test::values(m(0));
    swap(m(0), line);
    EXPECT_TRUE(equal(m(0), {7.0f, 8.0f, 9.0f}));
    EXPECT_TRUE(equal(line, before));
    swap(line, m(0));
    EXPECT_TRUE(equal(m(0), before));
    EXPECT_TRUE(equal(line, {7.0f, 8.0f, 9.0f}));
    EXPECT_EQ(line.data(), memory);
    // std::reverse swaps what it reverses.
    std::vector<tw::view<float, 1, space>> rows{m(0), m(1)};
    std::reverse(rows.begin(), rows.end());
    EXPECT_TRUE(equal(m, {2, 1, 0, 5, 4, 3}));
}

#if !defined(__CUDACC__)
TEST(View, TakesNestedLists) {
    auto m = matrix();
    m(0) = {7, 8, 9};
    m(1, slice(0, 2)) = {-1.0f};
    EXPECT_TRUE(equal(m, {7, 8, 9, -1, -1, 5}));
    m(full_extent, slice(1, none)) = {{1, 2}, {3, 4}};
    EXPECT_TRUE(equal(m, {7, 1, 2, -1, 3, 4}));
    m(full_extent, full_extent) = {{0, 0, 1}};
    EXPECT_TRUE(equal(m, {0, 0, 1, 0, 0, 1}));
    EXPECT_THROW((m(0) = {1, 2}), tw::shape_error);
    EXPECT_THROW((m(full_extent, slice(0, 2)) = {{1, 2}, {3}}), tw::shape_error);
    EXPECT_TRUE(equal(m, {0, 0, 1, 0, 0, 1}));
}
#endif

}  // namespace
