// SPDX-License-Identifier: MIT
// Functions over arrays: parameters that are views, templates over anything that can be evaluated,
// loops over host elements.
#include "support/testing.hpp"

#include <algorithm>
#include <numeric>

namespace {

namespace tw = twill;
using tw::extents;
using tw::full_extent;
using tw::none;
using tw::slice;
using twill_test::array;
using twill_test::counted;
using twill_test::equal;
using twill_test::space;
using twill_test::to_space;

tw::index_t size_of(tw::view<int const, 1, space> x) { return x.size(); }
tw::index_t rows_of(tw::view<int const, 2, space> x) { return x.extent(0); }
void set(tw::view<int, 1, space> x, int value) { x = value; }

TEST(Functions, OfViewsTakeArraysViewsAndSlices) {
    array<int> a = to_space({1, 2, 3, 4});
    array<int> const& constant = a;
    EXPECT_EQ(size_of(a), 4);
    EXPECT_EQ(size_of(constant), 4);
    EXPECT_EQ(size_of(a(slice(1))), 3);
    EXPECT_EQ(size_of(constant(slice(none, none, 2))), 2);
    EXPECT_EQ(size_of(to_space({1, 2})), 2);
    auto m = counted(extents(2, 3));
    EXPECT_EQ(rows_of(transpose(m)), 3);
    EXPECT_EQ(size_of(m(1)), 3);
    set(a, 5);
    EXPECT_TRUE(equal(a, {5, 5, 5, 5}));
    set(m(full_extent, 0), -1);
    EXPECT_TRUE(equal(m, {-1, 1, 2, -1, 4, 5}));
}

TEST(Functions, MutableViewsBecomeConstOnesNeverBack) {
    using mutable_view = tw::view<int, 1, space>;
    using const_view = tw::view<int const, 1, space>;
    static_assert(std::is_convertible_v<mutable_view, const_view>);
    static_assert(!std::is_convertible_v<const_view, mutable_view>);
    static_assert(std::is_convertible_v<array<int>&, mutable_view>);
    static_assert(std::is_convertible_v<array<int>&, const_view>);
    static_assert(std::is_convertible_v<array<int> const&, const_view>);
    static_assert(!std::is_convertible_v<array<int> const&, mutable_view>);
    static_assert(!std::is_convertible_v<tw::view<float, 1, space>, const_view>);
    static_assert(std::is_convertible_v<tw::array_ref<int, 2>, tw::array_ref<int const, 2>>);
    static_assert(!std::is_convertible_v<tw::array_ref<int const, 2>, tw::array_ref<int, 2>>);
    static_assert(std::is_trivially_copyable_v<tw::array_ref<int const, 2>>);
    static_assert(
        std::is_same_v<tw::host_view<int const, 2>, tw::view<int const, 2, tw::host_space>>);
    static_assert(std::is_same_v<tw::device_view<int>, tw::view<int, 1, tw::device_space>>);

    // A view holds the block.
    const_view kept = to_space({1, 2, 3});
    EXPECT_TRUE(equal(kept, {1, 2, 3}));
    array<int, 2> m = counted(extents(2, 2));
    tw::array_ref<int const, 2> const r = m.ref();
    EXPECT_EQ(r.data(), m.data());
    EXPECT_EQ(r.stride(0), 2);
}

template <tw::array_expression X>
auto twice(X const& x) {
    return x + x;
}
template <class X>
    requires tw::array_expression_of_rank<X, 2>
int rank_two(X const&) {
    return 2;
}

TEST(Functions, OverAnythingThatCanBeEvaluated) {
    array<int, 2> const m = counted(extents(2, 2));
    EXPECT_TRUE(equal(twice(m), {0, 2, 4, 6}));
    EXPECT_TRUE(equal(twice(m(0)), {0, 2}));
    EXPECT_TRUE(equal(twice(m * 3), {0, 6, 12, 18}));
    EXPECT_EQ(rank_two(m + 1), 2);
    static_assert(tw::array_expression<decltype(tw::arange(3))>);
    static_assert(!tw::array_expression<std::vector<int>>);
    static_assert(!tw::array_expression<int>);
    static_assert(!tw::array_expression_of_rank<decltype(m), 1>);
}

TEST(HostElements, OfViewsAreALoop) {
    tw::host_array<int, 2> m{{1, 2, 3}, {4, 5, 6}};
    auto const column = m(full_extent, 1);
    EXPECT_EQ(column[0], 2);
    EXPECT_EQ(column[1], 5);
    EXPECT_THROW(column[2], tw::index_error);
    column[1] = 50;
    EXPECT_EQ(m(1, 1), 50);
    int sum = 0;
    for (int x : column)
        sum += x;
    EXPECT_EQ(sum, 52);
    for (int& x : m(0, slice(none, none, -2)))
        x = -x;
    EXPECT_EQ(m(0, 0), -1);
    EXPECT_EQ(m(0, 1), 2);
    EXPECT_EQ(m(0, 2), -3);
    static_assert(std::is_same_v<decltype(*std::as_const(m)(0).begin()), int const&>);
    static_assert(std::is_same_v<decltype(std::as_const(m)(0)[0]), int const&>);
    tw::host_array<int> const empty(0);
    EXPECT_EQ(empty(full_extent).begin(), empty(full_extent).end());
}

TEST(HostElements, OfViewsAreWhatAlgorithmsTake) {
    tw::host_array<int> a{5, 0, 3, 0, 4, 0, 1};
    auto const even = a(slice(none, none, 2));
    std::sort(even.begin(), even.end());
    EXPECT_EQ(std::vector<int>(a.begin(), a.end()), (std::vector<int>{1, 0, 3, 0, 4, 0, 5}));
    auto const reversed = a(slice(none, none, -2));
    EXPECT_EQ(std::vector<int>(reversed.begin(), reversed.end()), (std::vector<int>{5, 4, 3, 1}));
    auto const first = even.begin();
    EXPECT_EQ(even.end() - first, 4);
    EXPECT_EQ(first[2], 4);
    EXPECT_EQ(*(2 + first), 4);
    EXPECT_TRUE(first < first + 1);
    static_assert(std::random_access_iterator<decltype(even.begin())>);
    tw::view<int const, 1, tw::host_space> const read = even;
    decltype(read.begin()) const converted = even.begin();
    EXPECT_EQ(converted, read.begin());
}

}  // namespace
