// SPDX-License-Identifier: MIT
// Reductions and scans into memory that they read: as if it were read first.

#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#include <twill/scan.cuh>
#endif

namespace tw = twill;
using twill_test::array;

namespace {

// Rows and columns of as many elements as make a race show.
array<float, 2> counted(tw::index_t rows, tw::index_t columns) {
    return tw::evaluate(
        reshape(array<float>(tw::arange<float>(rows * columns) % 97.0f), rows, columns));
}

template <class X, class Y>
bool same(X const& x, Y const& y) {
    return tw::item(array_equal(x, y));
}

TEST(OverlapOfSteps, AReductionIntoItsOwnOperand) {
    auto const m = counted(300, 200);
    array<float> const columns = sum(m, tw::axis<0>);
    array<float> const rows = sum(m, tw::axis<1>);
    array<float, 2> x = m;
    x(0) = sum(x, tw::axis<0>);
    EXPECT_TRUE(same(x(0), columns));
    EXPECT_TRUE(same(x(tw::slice(1, tw::none)), m(tw::slice(1, tw::none))));
    x = m;
    x(tw::full_extent, 3) = sum(x, tw::axis<1>);
    EXPECT_TRUE(same(x(tw::full_extent, 3), rows));
    x = m;
    x(tw::slice(0, 1)) = sum(x, tw::axis<0>, tw::keepdims);
    EXPECT_TRUE(same(x(0), columns));
    // Beside what it reads there is no need for a temporary, and the result is the same.
    x = m;
    x(299) = sum(x(tw::slice(0, 299)), tw::axis<0>);
    EXPECT_TRUE(same(x(299), sum(m(tw::slice(0, 299)), tw::axis<0>)));
}

TEST(OverlapOfSteps, AReductionOfOneElementIsNoAlias) {
    array<float> x = tw::arange<float>(1000);
    x(tw::slice(0, 1)) = sum(x, tw::keepdims);
    EXPECT_EQ(tw::item(x, 0), 499500.0f);
    EXPECT_EQ(tw::item(x, 999), 999.0f);
}

TEST(OverlapOfSteps, AScanIntoItsOwnOperandNeedsNoCopyAndAShiftedOneDoes) {
    array<float> const original = array<float>(tw::arange<float>(5000) % 7.0f);
    array<float> const sums = cumsum(original);
    array<float> x = original;
    x(tw::full_extent) = cumsum(x);
    EXPECT_TRUE(same(x, sums));
    x = original;
    x(tw::slice(1, tw::none)) = cumsum(x(tw::slice(0, -1)));
    EXPECT_TRUE(same(x(tw::slice(1, tw::none)), sums(tw::slice(0, -1))));
    x = original;
    x(tw::slice(0, -1)) = cumsum(x(tw::slice(1, tw::none)));
    EXPECT_TRUE(same(x(tw::slice(0, -1)), cumsum(original(tw::slice(1, tw::none)))));
    x = original;
    flip(x) = cumsum(x);
    EXPECT_TRUE(same(flip(x), sums));
    array<float, 2> m = counted(90, 90);
    array<float, 2> const down = cumsum(m, tw::axis<0>);
    transpose(m) = cumsum(m, tw::axis<0>);
    EXPECT_TRUE(same(transpose(m), down));
}

TEST(OverlapOfSteps, WhatAnEarlierStepReadsMayBeWritten) {
    auto const m = counted(64, 32);
    array<float, 2> x = m;
    x(tw::full_extent, tw::slice(0, 16)) =
        x(tw::full_extent, tw::slice(0, 16)) -
        mean(x(tw::full_extent, tw::slice(8, 24)), tw::axis<0>)(tw::slice(0, 16));
    EXPECT_TRUE(
        same(x(tw::full_extent, tw::slice(0, 16)),
             m(tw::full_extent, tw::slice(0, 16)) -
                 mean(m(tw::full_extent, tw::slice(8, 24)), tw::axis<0>)(tw::slice(0, 16))));
    // It is through by then: the owner keeps its block.
    array<float, 2> y = m;
    float const* const block = y.data();
    y = y + sum(y);
    EXPECT_EQ(y.data(), block);
    EXPECT_TRUE(same(y, m + sum(m)));
    y = flip(y);
    EXPECT_NE(y.data(), block);
}

}  // namespace
