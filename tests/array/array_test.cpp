// SPDX-License-Identifier: MIT
#include <array>
#include <span>

#include "support/testing.hpp"

namespace {

template <class A>
concept has_begin = requires(A&& a) { std::forward<A>(a).begin(); };

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

TEST(Array, FromExtentsHasThatShape) {
    array<float, 3> a(extents(2, 3, 4));
    EXPECT_EQ(shape(a), (sizes{2, 3, 4}));
    EXPECT_EQ(a.size(), 24);
    EXPECT_EQ(a.extent(0), 2);
    EXPECT_EQ(a.extent(-1), 4);
    EXPECT_THROW(a.extent(3), tw::axis_error);
    EXPECT_FALSE(a.empty());
    EXPECT_NE(a.data(), nullptr);
    static_assert(array<float, 3>::rank() == 3);
}

TEST(Array, ABareSizeIsAShapeOnlyWhenSaidSo) {
    static_assert(!std::is_convertible_v<int, array<float>>);
    // Iterators of an array without a name would outlive it; a loop over one does not.
    static_assert(!has_begin<tw::host_array<float>>);
    static_assert(has_begin<tw::host_array<float>&> && has_begin<tw::host_array<float> const&>);
    static_assert(!std::is_convertible_v<extents<1>, array<float>>);
    EXPECT_EQ(array<float>(extents(5)).size(), 5);
}

TEST(Array, DefaultIsEmpty) {
    array<float> a;
    array<float, 2> m;
    EXPECT_TRUE(a.empty());
    EXPECT_EQ(shape(m), (sizes{0, 0}));
    a = to_space({1.0f, 2.0f});
    EXPECT_TRUE(equal(a, {1, 2}));
}

TEST(Array, RankZeroHoldsOneElement) {
    array<float, 0> a;
    EXPECT_EQ(a.size(), 1);
    EXPECT_FALSE(a.empty());
    a = 3.5f;
    EXPECT_EQ(tw::item(a), 3.5f);
    a += 1.0f;
    EXPECT_EQ(tw::item(a), 4.5f);
    array<float, 0> b = a * 2.0f;
    EXPECT_EQ(tw::item(b), 9.0f);
    array<float> c = to_space({1.0f, 2.0f}) + b;
    EXPECT_TRUE(equal(c, {10, 11}));
}

TEST(Array, ZeroSizesAreOrdinary) {
    array<float, 2> a(extents(3, 0));
    EXPECT_EQ(a.size(), 0);
    EXPECT_EQ(shape(a), (sizes{3, 0}));
    a = 1.0f;
    a += 1.0f;
    array<float, 2> b = a * 2.0f;
    EXPECT_EQ(shape(b), (sizes{3, 0}));
    array<float, 2> c = b;
    EXPECT_EQ(shape(c), (sizes{3, 0}));
    EXPECT_TRUE(equal(c, {}));
    a(slice(1)) = b(slice(1));
    EXPECT_EQ(shape(tw::evaluate(a + to_space({1.0f}))), (sizes{3, 0}));
}

TEST(Array, ImpossibleShapesThrow) {
    EXPECT_THROW(array<float>(extents(-1)), tw::shape_error);
    EXPECT_THROW((array<float, 2>(extents(tw::index_t{1} << 40, tw::index_t{1} << 40))),
                 tw::shape_error);
    EXPECT_THROW((array<double>(extents(tw::index_t{1} << 61))), tw::out_of_memory);
    EXPECT_THROW((array<char>(extents((tw::index_t{1} << 62)))), tw::out_of_memory);
}

TEST(Array, SizesBeyondInt64AreNotNegative) {
    std::size_t const unknown = static_cast<std::size_t>(-1);
    EXPECT_THROW(array<float> a(unknown), tw::out_of_memory);
    EXPECT_EQ(tw::extents(unknown)[0], std::numeric_limits<tw::index_t>::max());
    array<float, 2> const m(2, 3);
    EXPECT_THROW((void)reshape(m, 2, unknown), tw::shape_error);
    EXPECT_THROW((void)reshape(m, tw::extents(2, unknown)), tw::shape_error);
    EXPECT_EQ(shape(reshape(m, 3, -1)), (std::vector<tw::index_t>{3, 2}));
}

TEST(Array, OutOfMemoryTellsTheBytes) {
    try {
        array<float> a(extents(tw::index_t{1} << 55));
        FAIL();
    } catch (tw::out_of_memory const& problem) {
        EXPECT_EQ(problem.requested(), std::size_t{1} << 57);
    }
}

// Host arrays take their elements from the program; a device array gets them by a named copy.

TEST(HostArray, NestedListsAreAlwaysData) {
    tw::host_array<int> one{3};
    EXPECT_EQ(shape(one), (sizes{1}));
    tw::host_array<int> four{1, 3, 4, 2};
    EXPECT_EQ(shape(four), (sizes{4}));
    EXPECT_EQ(four[1], 3);
    tw::host_array<int, 2> m{{1, 2, 3}, {4, 5, 6}};
    EXPECT_EQ(shape(m), (sizes{2, 3}));
    EXPECT_EQ(m(1, 0), 4);
    tw::host_array<float, 3> t{{{1}, {2}}, {{3}, {4}}, {{5}, {6}}};
    EXPECT_EQ(shape(t), (sizes{3, 2, 1}));
    EXPECT_EQ(t(2, 0, 0), 5.0f);
}

TEST(HostArray, RaggedListsThrow) {
    EXPECT_THROW((tw::host_array<int, 2>{{1, 2}, {3}}), tw::shape_error);
    EXPECT_THROW((tw::host_array<int, 2>{{1}, {2, 3}}), tw::shape_error);
    EXPECT_THROW((tw::host_array<int, 3>{{{1}, {2}}, {{3}}}), tw::shape_error);
    EXPECT_THROW((tw::host_array<int, 3>{{{1}, {2}}, {{3}, {}}}), tw::shape_error);
}

TEST(HostArray, AssignsNestedLists) {
    tw::host_array<int, 2> m;
    m = {{1, 2}, {3, 4}};
    EXPECT_EQ(shape(m), (sizes{2, 2}));
    EXPECT_EQ(m(1, 1), 4);
    tw::host_array<int> v;
    v = {7, 8, 9};
    EXPECT_EQ(shape(v), (sizes{3}));
    EXPECT_EQ(v[2], 9);
}

TEST(HostArray, FromContiguousRanges) {
    std::vector<double> const vector{1, 2, 3};
    std::array<float, 2> const pair{4, 5};
    double const plain[] = {6, 7};
    EXPECT_EQ(tw::host_array<double>(vector)[2], 3.0);
    EXPECT_EQ(tw::host_array<float>(pair).size(), 2);
    EXPECT_EQ(tw::host_array<double>(std::span(plain))[1], 7.0);
    EXPECT_EQ(tw::host_array<double>(std::vector<double>()).size(), 0);
}

TEST(HostArray, ElementsAreInCOrder) {
    tw::host_array<int, 2> m{{1, 2}, {3, 4}};
    int sum = 0;
    for (int& x : m.elements())
        sum = 10 * sum + x++;
    EXPECT_EQ(sum, 1234);
    EXPECT_EQ(m(1, 1), 5);
    tw::host_array<int, 2> const& constant = m;
    EXPECT_EQ(constant.elements().size(), 4);
    EXPECT_EQ(constant.elements()[3], 5);
    tw::host_array<int> const a{1, 2, 3};
    EXPECT_EQ(a.end() - a.begin(), 3);
    // Those of an array without a name hold its block: this reads memory that is there.
    int total = 0;
    for (int const x : tw::host_array<int, 2>(m).elements())
        total += x;
    EXPECT_EQ(total, 2 + 3 + 4 + 5);
    auto const held = tw::host_array<int>(a).elements();
    tw::host_array<int> const other{7, 7, 7};
    EXPECT_EQ(held[1], 2);
}

TEST(HostArray, ElementsAreReachedByIndex) {
    tw::host_array<int> v{1, 2, 3};
    v[-1] = 9;
    EXPECT_EQ(v(2), 9);
    v(0) = 5;
    EXPECT_EQ(v[0], 5);
    EXPECT_THROW(v[3], tw::index_error);
    EXPECT_THROW(v(-4), tw::index_error);
    tw::host_array<int> const& constant = v;
    static_assert(std::is_same_v<decltype(constant[0]), int const&>);
    EXPECT_EQ(constant[1], 2);
}

// Values.

TEST(Array, CopyIsDeep) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    array<float> b = a;
    EXPECT_NE(a.data(), b.data());
    b += 10.0f;
    EXPECT_TRUE(equal(a, {1, 2, 3}));
    EXPECT_TRUE(equal(b, {11, 12, 13}));
    b = a;
    EXPECT_TRUE(equal(b, {1, 2, 3}));
    EXPECT_NE(a.data(), b.data());
}

TEST(Array, CopyTakesAnotherShape) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    array<float> b(extents(7));
    b = a;
    EXPECT_TRUE(equal(b, {1, 2, 3}));
}

TEST(Array, MoveTakesTheBlock) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    auto const data = a.data();
    array<float> b = std::move(a);
    EXPECT_EQ(b.data(), data);
    EXPECT_TRUE(equal(b, {1, 2, 3}));
    array<float> c(extents(2));
    c = std::move(b);
    EXPECT_EQ(c.data(), data);
    EXPECT_TRUE(equal(c, {1, 2, 3}));
    static_assert(std::is_nothrow_move_constructible_v<array<float, 2>>);
    static_assert(std::is_nothrow_swappable_v<array<float, 2>>);
}

TEST(Array, AMovedFromArrayIsEmptyAndUsable) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    array<float> const taken = std::move(a);
    EXPECT_TRUE(a.empty());
    array<float> copy = a;
    EXPECT_TRUE(copy.empty());
    array<float> result = a + a;
    EXPECT_TRUE(result.empty());
    a += 1.0f;
    a = 2.0f;
    EXPECT_TRUE(equal(a, {}));
    a = taken * 2.0f;
    EXPECT_TRUE(equal(a, {2, 4, 6}));
}

TEST(Array, AMovedFromArrayTakesAnAssignedOne) {
    array<float, 2> a = to_space(floats{1, 2, 3, 4}, extents(2, 2));
    array<float, 2> b = std::move(a);
    a = b;
    EXPECT_TRUE(equal(a, {1, 2, 3, 4}));
    b = std::move(a);
    swap(a, b);
    EXPECT_TRUE(equal(a, {1, 2, 3, 4}));
}

TEST(Array, AMovedFromRankZeroArrayHasNoElementUntilOneIsAssigned) {
    array<float, 0> a = twill_test::rank0(1.0f);
    array<float, 0> b = std::move(a);
    EXPECT_TRUE(a.empty());
    EXPECT_THROW((void)tw::item(a), tw::value_error);
    EXPECT_THROW(b = a + 1.0f, tw::value_error);
    EXPECT_THROW(a += 1.0f, tw::value_error);
    EXPECT_THROW((void)a(), tw::value_error);
    EXPECT_THROW((void)std::as_const(a)(), tw::value_error);
    EXPECT_THROW((void)a(tw::newaxis), tw::value_error);
    EXPECT_THROW((void)reshape(a, 1), tw::value_error);
    EXPECT_THROW((void)transpose(a), tw::value_error);
    EXPECT_THROW((void)expand_dims(a, tw::axis<0>), tw::value_error);
    EXPECT_THROW((void)broadcast_to(a, extents(2)), tw::value_error);
    EXPECT_THROW((void)tw::to_host(a), tw::value_error);
    array<float, 0> copy = a;
    EXPECT_TRUE(copy.empty());
    a = 5.0f;
    EXPECT_EQ(tw::item(a), 5.0f);
    copy = b;
    EXPECT_EQ(tw::item(copy), 1.0f);
}

TEST(Array, SelfAssignmentChangesNothing) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    auto const data = a.data();
    auto& same = a;
    a = same;
    EXPECT_EQ(a.data(), data);
    a = std::move(same);
    EXPECT_EQ(a.data(), data);
    EXPECT_TRUE(equal(a, {1, 2, 3}));
    swap(a, same);
    EXPECT_TRUE(equal(a, {1, 2, 3}));
}

TEST(Array, AssigningAnExpressionTakesItsShape) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    array<float> c(extents(5));
    c = a + a;
    EXPECT_TRUE(equal(c, {2, 4, 6}));
    array<float, 2> m(extents(1, 1));
    m = tw::transpose(to_space(floats{1, 2, 3, 4, 5, 6}, extents(2, 3)));
    EXPECT_EQ(shape(m), (sizes{3, 2}));
    EXPECT_TRUE(equal(m, {1, 4, 2, 5, 3, 6}));
}

TEST(Array, AssigningReusesTheBlockThatNobodyElseHolds) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    array<float> c(extents(3));
    auto const data = c.data();
    c = a + a;
    EXPECT_EQ(c.data(), data);
    c = a;  // a copy is a new value
    EXPECT_TRUE(equal(c, {1, 2, 3}));
}

TEST(Array, AssigningLeavesViewsOfTheOldValueAlone) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    auto old = a(slice(0, 2));
    a = a * 10.0f;
    EXPECT_TRUE(equal(a, {10, 20, 30}));
    EXPECT_TRUE(equal(old, {1, 2}));
}

TEST(Array, AScalarFillsTheElementsThereAre) {
    array<float, 2> m(extents(2, 2));
    auto const data = m.data();
    m = 4;
    EXPECT_EQ(m.data(), data);
    EXPECT_TRUE(equal(m, {4, 4, 4, 4}));
    auto row = m(0);
    m = 1.5;
    EXPECT_TRUE(equal(row, {1.5f, 1.5f}));
}

TEST(Array, FromAnExpressionOrAGenerator) {
    array<float> a = to_space({1.0f, 2.0f});
    array<float> b = a * 2.0f - 1.0f;
    EXPECT_TRUE(equal(b, {1, 3}));
    array<double> widened = a * 2.0f;
    EXPECT_TRUE(equal(widened, {2.0, 4.0}));
    array<float, 2> z = tw::zeros(2, 3);
    EXPECT_EQ(z.size(), 6);
    EXPECT_TRUE(equal(z, floats(6, 0.0f)));
}

TEST(Array, FromAViewOrANarrowerArray) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f, 4.0f});
    array<float> b = a(slice(none, none, -2));
    EXPECT_TRUE(equal(b, {4, 2}));
    array<double> widened = a;
    EXPECT_TRUE(equal(widened, {1.0, 2.0, 3.0, 4.0}));
    b += 1.0f;
    EXPECT_TRUE(equal(a, {1, 2, 3, 4}));
}

TEST(Array, AFailingAssignmentChangesNothing) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    array<float> b = to_space({1.0f, 2.0f});
    auto const data = a.data();
    EXPECT_THROW(a = a + b, tw::shape_error);
    EXPECT_THROW(a += b, tw::shape_error);
    EXPECT_THROW(a(slice(1)) = a, tw::shape_error);
    EXPECT_THROW(a = b + to_space({1.0f, 2.0f, 3.0f}), tw::shape_error);
    EXPECT_EQ(a.data(), data);
    EXPECT_EQ(shape(a), (sizes{3}));
    EXPECT_TRUE(equal(a, {1, 2, 3}));
    EXPECT_TRUE(equal(b, {1, 2}));
}

TEST(Array, RunningOutOfMemoryChangesNothing) {
    array<float> a = to_space({1.0f, 2.0f, 3.0f});
    auto const data = a.data();
    EXPECT_THROW(a = tw::zeros(tw::index_t{1} << 57), tw::out_of_memory);
    EXPECT_EQ(a.data(), data);
    EXPECT_TRUE(equal(a, {1, 2, 3}));
}

TEST(Array, SwapExchangesBlocks) {
    array<float> a = to_space({1.0f});
    array<float> b = to_space({2.0f, 3.0f});
    auto const data = a.data();
    swap(a, b);
    EXPECT_EQ(b.data(), data);
    EXPECT_TRUE(equal(a, {2, 3}));
}

TEST(Array, RefIsATriviallyCopyableWindow) {
    array<float, 2> m(extents(2, 3));
    auto const r = m.ref();
    static_assert(std::is_trivially_copyable_v<decltype(r)>);
    EXPECT_EQ(r.data(), m.data());
    EXPECT_EQ(r.extent(1), 3);
    EXPECT_EQ(r.stride(0), 3);
    EXPECT_EQ(&r(1, 2), m.data() + 5);
    array<float, 2> const& constant = m;
    static_assert(std::is_same_v<decltype(constant.ref()), tw::array_ref<float const, 2>>);
    EXPECT_EQ(constant.ref().data(), m.data());
    EXPECT_EQ(m(tw::full_extent, slice(0, none, 2)).ref().stride(1), 2);
}

TEST(Array, Filled) {
    array<float, 2> m(extents(2, 3));
    m.fill(1);
    m(1).fill(2.5f);
    m(full_extent, slice(0, 1)).fill(-1);
    EXPECT_TRUE(equal(m, {-1, 1, 1, -1, 2.5f, 2.5f}));
    tw::view<float, 2, space> const all = m;
    all.fill(7);
    EXPECT_TRUE(equal(m, floats(6, 7)));
    array<int> none_at_all(extents(0));
    none_at_all.fill(3);
    array<std::uint8_t> narrow(extents(2));
    EXPECT_THROW(narrow.fill(256), tw::value_error);
}

}  // namespace
