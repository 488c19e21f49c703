// SPDX-License-Identifier: MIT
// One axis as a plain integer, in reductions and scans.
#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/scan.cuh>
#include <twill/twill.cuh>
#endif

namespace tw = twill;
using namespace twill_test;

namespace {

struct larger {
    TWILL_TEST_HD int operator()(int a, int b) const { return a < b ? b : a; }
};

TEST(axis_number, means_that_axis) {
    auto const m = counted(tw::extents(2, 3));
    static_assert(tw::detail::rank_of<decltype(sum(m, 1))> == 1);
    EXPECT_TRUE(equal(sum(m, 1), {3, 12}));
    EXPECT_TRUE(equal(sum(m, std::size_t{0}), {3, 5, 7}));
    EXPECT_TRUE(equal(max(m, -1), {2, 5}));
    EXPECT_TRUE(equal(argmax(m, 1), {2, 2}));
    EXPECT_TRUE(equal(any(m, 1), {true, true}));
    EXPECT_TRUE(equal(tw::reduce(m, larger{}, -1, 1), {2, 5}));
    EXPECT_TRUE(equal(cumsum(m, 1), {0, 1, 3, 3, 7, 12}));
}

TEST(axis_number, stands_beside_the_other_options) {
    auto const m = to_space(std::vector<double>{1, 3, 5, 9}, tw::extents(2, 2));
    auto const kept = sum(m, 1, tw::keepdims);
    EXPECT_EQ(shape(kept), (shape_vector{2, 1}));
    EXPECT_EQ(shape(sum(m, tw::keepdims, 0)), (shape_vector{1, 2}));
    EXPECT_TRUE(equal(var(m, tw::ddof(1), 1), {2.0, 8.0}));
    EXPECT_TRUE(equal(tw::sum<float>(m, 1), {4.0f, 14.0f}));
}

TEST(axis_number, is_checked_where_it_is_evaluated) {
    auto const m = counted(tw::extents(2, 3));
    EXPECT_THROW((void)evaluate(sum(m, 2)), tw::axis_error);
    EXPECT_THROW((void)evaluate(mean(m, -3)), tw::axis_error);
    EXPECT_THROW((void)evaluate(cumsum(m, 2)), tw::axis_error);
}

template <class X, class Axis>
concept sums = requires(X const& x, Axis a) { sum(x, a); };
// A bool is refused with a sentence: compile_fail/reduction_with_truth.
static_assert(sums<array<int, 2>, int> && !sums<array<int, 2>, float>);

}  // namespace
