// SPDX-License-Identifier: MIT
#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#include <twill/twill.hpp>
#endif

namespace {

namespace tw = twill;
using tw::extents;
using tw::full_extent;
using tw::none;
using tw::slice;
using twill_test::array;
using twill_test::equal;
using twill_test::rank0;
using twill_test::shape;
using twill_test::space;
using twill_test::to_space;
using floats = std::vector<float>;
using sizes = std::vector<tw::index_t>;

array<float, 2> matrix() { return to_space(floats{0, 1, 2, 3, 4, 5}, extents(2, 3)); }

TEST(ToHost, CopiesArraysViewsAndExpressions) {
    auto m = matrix();
    auto whole = tw::to_host(m);
    static_assert(std::is_same_v<decltype(whole), tw::host_array<float, 2>>);
    EXPECT_EQ(whole(1, 2), 5.0f);
    auto strided = tw::to_host(m(full_extent, slice(none, none, -2)));
    EXPECT_EQ(shape(strided), (sizes{2, 2}));
    EXPECT_EQ(strided(1, 0), 5.0f);
    EXPECT_EQ(strided(1, 1), 3.0f);
    auto computed = tw::to_host(m * 2.0f);
    EXPECT_EQ(computed(1, 1), 8.0f);
    EXPECT_EQ(tw::to_host(m(slice(2))).size(), 0);
    EXPECT_EQ(tw::to_host(transpose(m))(2, 0), 2.0f);
}

TEST(ToHost, TakesRanges) {
    floats const six{0, 1, 2, 3, 4, 5};
    EXPECT_TRUE(equal(tw::to_host(six), six));
    EXPECT_TRUE(equal(tw::to_host(six, extents(2, 3))(1), {3, 4, 5}));
    EXPECT_THROW((void)tw::to_host(six, extents(2, 2)), tw::shape_error);
}

TEST(To, TakesElementsInBracesAndCArrays) {
    auto const line = tw::to<space>({1.0f, 2.0f, 3.0f});
    static_assert(std::is_same_v<decltype(line), array<float> const>);
    EXPECT_TRUE(equal(line, {1, 2, 3}));
    auto const rows = tw::to<space>({{1, 2}, {3, 4}, {5, 6}});
    static_assert(std::is_same_v<decltype(rows), array<int, 2> const>);
    EXPECT_EQ(shape(rows), (sizes{3, 2}));
    EXPECT_TRUE(equal(rows(2), {5, 6}));
    double const own[2][3] = {{1, 2, 3}, {4, 5, 6}};
    EXPECT_TRUE(equal(tw::to<space>(own)(full_extent, 1), {2, 5}));
    EXPECT_TRUE(equal(tw::to<space>(own[1]), {4, 5, 6}));
    EXPECT_TRUE(equal(tw::to<space>({true, false}), {true, false}));
    EXPECT_EQ(tw::to_host({5})(0), 5);
    EXPECT_EQ(tw::to_host({{1.5}, {2.5}})(1, 0), 2.5);
}

TEST(ToHost, TheCopyIsIndependent) {
    auto m = matrix();
    auto host = tw::to_host(m);
    host(0, 0) = 100.0f;
    m += 1.0f;
    EXPECT_EQ(tw::item(m, 0, 0), 1.0f);
    EXPECT_EQ(host(0, 0), 100.0f);
    EXPECT_EQ(host(0, 1), 1.0f);
}

TEST(To, MakesAGeneratorWhereItIsWanted) {
    auto const counted = tw::to<space>(tw::arange(4));
    static_assert(std::is_same_v<std::remove_const_t<decltype(counted)>, array<int>>);
    EXPECT_TRUE(equal(counted, {0, 1, 2, 3}));
    EXPECT_TRUE(equal(tw::to_host(tw::full(extents(2, 2), 3.0f)), {3, 3, 3, 3}));
}

TEST(Copy, OfOneOperandIsAnArrayOfItsOwn) {
    auto m = matrix();
    auto same = tw::copy(m);
    static_assert(std::is_same_v<decltype(same), array<float, 2>>);
    auto const column = tw::copy(m(full_extent, 1)), doubled = tw::copy(m(0) * 2);
    m = 7.0f;
    EXPECT_TRUE(equal(same, {0, 1, 2, 3, 4, 5}));
    EXPECT_TRUE(equal(column, {1, 4}));
    EXPECT_TRUE(equal(doubled, {0, 2, 4}));
}

TEST(Copy, MovesElementsBetweenArrays) {
    auto m = matrix();
    array<float, 2> to(extents(2, 3));
    auto const data = to.data();
    tw::copy(to, m);
    EXPECT_EQ(to.data(), data);
    EXPECT_TRUE(equal(to, {0, 1, 2, 3, 4, 5}));
    tw::host_array<float, 2> host(extents(2, 3));
    tw::copy(host, m);
    EXPECT_EQ(host(1, 2), 5.0f);
    host += 10.0f;
    tw::copy(to, host);
    EXPECT_TRUE(equal(to, {10, 11, 12, 13, 14, 15}));
}

TEST(Copy, MovesElementsBetweenStridedViews) {
    auto m = matrix();
    tw::host_array<float, 2> host(extents(3, 4));
    host = -1.0f;
    // Both strided, in two spaces.
    tw::copy(host(full_extent, slice(0, none, 2)), transpose(m));
    EXPECT_TRUE(equal(host, {0, -1, 3, -1, 1, -1, 4, -1, 2, -1, 5, -1}));
    // Contiguous into strided, and the other way.
    tw::copy(m(full_extent, 1), host(slice(1), 0));
    EXPECT_TRUE(equal(m, {0, 1, 2, 3, 2, 5}));
    tw::copy(host(0, slice(1)), m(1));
    EXPECT_TRUE(equal(host(0), {0, 3, 2, 5}));
    tw::copy(m(slice(none, none, -1)), m);
    EXPECT_TRUE(equal(m, {3, 2, 5, 0, 1, 2}));
}

TEST(Copy, TakesAnExpression) {
    auto m = matrix();
    tw::host_array<float, 2> host(extents(2, 3));
    tw::copy(host, m + m);
    EXPECT_EQ(host(1, 2), 10.0f);
    tw::copy(host(0), m(0) - m(1));
    EXPECT_EQ(host(0, 0), -3.0f);
}

TEST(Copy, ShapesMustBeEqual) {
    auto m = matrix();
    array<float, 2> to(extents(2, 1));
    EXPECT_THROW(tw::copy(to, m), tw::shape_error);
    EXPECT_THROW(tw::copy(m, to), tw::shape_error);
    tw::host_array<float, 2> host(extents(3, 2));
    EXPECT_THROW(tw::copy(host, m), tw::shape_error);
    EXPECT_TRUE(equal(m, {0, 1, 2, 3, 4, 5}));
    array<float, 2> empty(extents(0, 3));
    tw::copy(empty, m(slice(2)));
}

TEST(Item, ReadsRankZeroAndSingleElements) {
    auto m = matrix();
    EXPECT_EQ(tw::item(rank0(7)), 7);
    EXPECT_EQ(tw::item(m(1, 1)), 4.0f);
    EXPECT_EQ(tw::item(m, 0, 2), 2.0f);
    EXPECT_EQ(tw::item(m + m, 1, -1), 10.0f);
    EXPECT_EQ(tw::item(rank0(7) + rank0(1)), 8);
    EXPECT_EQ(tw::item(sum(m)), 15.0f);
    static_assert(std::is_same_v<decltype(tw::item(sum(m))), float>);
    EXPECT_EQ(tw::item(3.5), 3.5);
    EXPECT_THROW((void)tw::item(m, 2, 0), tw::index_error);
    EXPECT_THROW((void)tw::item(m, 0, 3), tw::index_error);
}

TEST(Evaluate, MakesAnArrayInTheExpressionsSpace) {
    auto m = matrix();
    auto e = tw::evaluate(m + 1.0f);
    static_assert(std::is_same_v<decltype(e), array<float, 2>>);
    EXPECT_TRUE(equal(e, {1, 2, 3, 4, 5, 6}));
    auto v = tw::evaluate(transpose(m));
    static_assert(std::is_same_v<decltype(v), array<float, 2>>);
    EXPECT_TRUE(equal(v, {0, 3, 1, 4, 2, 5}));
    EXPECT_NE(tw::evaluate(m).data(), m.data());
    static_assert(std::is_same_v<decltype(tw::evaluate(sum(m))), array<float, 0>>);
}

TEST(Evaluate, GeneratorsInANamedSpace) {
    auto a = tw::evaluate<space>(tw::arange(4));
    static_assert(std::is_same_v<decltype(a), array<int>>);
    EXPECT_TRUE(equal(a, {0, 1, 2, 3}));
    auto host = tw::evaluate<tw::host_space>(tw::arange(4) * 2);
    EXPECT_EQ(host[3], 6);
}

TEST(Evaluate, SeveralExpressionsMakeATuple) {
    auto m = matrix();
    auto [lowest, highest, rows] = tw::evaluate(min(m), max(m), sum(m, tw::axis<1>));
    static_assert(std::is_same_v<decltype(lowest), array<float, 0>>);
    EXPECT_EQ(tw::item(lowest), 0.0f);
    EXPECT_EQ(tw::item(highest), 5.0f);
    EXPECT_TRUE(equal(rows, {3, 12}));
    auto [twice, shifted] = tw::evaluate(m + m, m + 1.0f);
    EXPECT_EQ(tw::item(twice, 1, 2), 10.0f);
    EXPECT_EQ(tw::item(shifted, 1, 2), 6.0f);
}

TEST(Evaluate, FixesTheValueOfARecipe) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    auto recipe = sum(a);
    auto fixed = tw::evaluate(sum(a));
    a *= 10.0f;
    EXPECT_EQ(tw::item(recipe), 60.0f);
    EXPECT_EQ(tw::item(fixed), 6.0f);
}

#if defined(__CUDACC__)

TEST(ToDevice, CopiesRangesArraysViewsAndExpressions) {
    std::vector<float> const range{1, 2, 3};
    EXPECT_TRUE(equal(tw::to_device(range), {1, 2, 3}));
    tw::host_array<float, 2> host{{1, 2}, {3, 4}};
    EXPECT_TRUE(equal(tw::to_device(host), {1, 2, 3, 4}));
    EXPECT_TRUE(equal(tw::to_device(host(full_extent, 1)), {2, 4}));
    EXPECT_TRUE(equal(tw::to_device(transpose(host) * 2.0f), {2, 6, 4, 8}));
}

TEST(ToDevice, TakesElementsInBraces) {
    EXPECT_TRUE(equal(tw::to_device({1, 2, 3}), {1, 2, 3}));
    EXPECT_EQ(shape(tw::to_device({{1.0f, 2.0f}, {3.0f, 4.0f}})), (sizes{2, 2}));
}

TEST(ToDevice, TheSourceMayBeChangedAtOnce) {
    std::vector<float> range(1 << 20, 1.0f);
    auto device = tw::to_device(range);
    std::fill(range.begin(), range.end(), 2.0f);
    EXPECT_EQ(tw::item(device, (1 << 20) - 1), 1.0f);
}

TEST(Pinned, CopiesInBothDirections) {
    tw::pinned_array<float> pinned = tw::to_pinned(to_space({1.0f, 2.0f, 3.0f}));
    EXPECT_EQ(pinned[2], 3.0f);
    pinned += 1.0f;
    auto device = tw::to_device(pinned);
    EXPECT_TRUE(equal(device, {2, 3, 4}));
    device *= 2.0f;
    tw::copy(pinned, device);
    EXPECT_EQ(pinned[0], 4.0f);
}

#endif

}  // namespace
