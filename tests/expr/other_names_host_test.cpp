// SPDX-License-Identifier: MIT
// Other names of functions that several headers declare.
#include "support/testing.hpp"

#include <twill/complex.hpp>
#include <twill/join.hpp>
#include <twill/named.hpp>
#include <twill/numeric.hpp>
#include <twill/sort.hpp>

namespace tw = twill;
using namespace twill_test;
using tw::axis;

namespace {

TEST(other_names, of_reductions_and_scans) {
    auto const m = to_space(std::vector<int>{3, 1, 2, 0, 5, 4}, tw::extents(2, 3));
    EXPECT_TRUE(equal(tw::amax(m), {5}));
    EXPECT_TRUE(equal(tw::amin(m, axis<1>, tw::keepdims), {1, 0}));
    EXPECT_TRUE(equal(tw::cumulative_sum(m, axis<0>), {3, 1, 2, 3, 6, 6}));
    EXPECT_TRUE(
        equal(tw::cumulative_sum(m, tw::include_initial, axis<1>), {0, 3, 4, 6, 0, 0, 5, 9}));
    EXPECT_TRUE(
        equal(tw::cumulative_sum(m, axis<1>, tw::include_initial), {0, 3, 4, 6, 0, 0, 5, 9}));
    EXPECT_TRUE(equal(tw::cumulative_prod(m, 1), {3, 3, 6, 0, 0, 0}));
    EXPECT_TRUE(equal(tw::cumulative_sum<double>(m, axis<0>), {3.0, 1.0, 2.0, 3.0, 6.0, 6.0}));
    EXPECT_TRUE(equal(tw::cumulative_prod<float>(m, 1), {3.0f, 3.0f, 6.0f, 0.0f, 0.0f, 0.0f}));
}

// These names are not taken for those that the library calls itself.
TEST(other_names, beside_sets) {
    auto const a = to_space({3, 1, 2, 3});
    auto const b = to_space({3, 4, 1});
    EXPECT_TRUE(equal(tw::unique_values(a), {1, 2, 3}));
    EXPECT_TRUE(equal(tw::intersect1d(a, b), {1, 3}));
    EXPECT_TRUE(equal(tw::union1d(a, b), {1, 2, 3, 4}));
    EXPECT_TRUE(equal(tw::setdiff1d(a, b), {2}));
    EXPECT_TRUE(equal(tw::setxor1d(a, b), {2, 4}));
}

TEST(other_names, of_elementwise_functions) {
    EXPECT_TRUE(equal(tw::fabs(to_space({-2, 3})), {2.0, 3.0}));
    EXPECT_TRUE(equal(tw::fabs(to_space({-2.5f})), {2.5f}));
    EXPECT_TRUE(equal(tw::around(to_space({2.5, 0.125})), {2.0, 0.0}));
    EXPECT_TRUE(equal(tw::around(to_space({2.5, 0.125}), 2), {2.5, 0.12}));
    using z = tw::complex<double>;
    auto const c = to_space({z(0, 2), z(-1, 0)});
    EXPECT_TRUE(equal(tw::conjugate(c), {z(0, -2), z(-1, 0)}));
    EXPECT_TRUE(within_ulps(tw::angle(c), {1.5707963267948966, 3.1415926535897931}, 1));
    EXPECT_TRUE(equal(tw::iscomplex(c), {true, false}));
    EXPECT_TRUE(equal(tw::isreal(c), {false, true}));
    EXPECT_TRUE(equal(tw::isreal(to_space({1})), {true}));
    EXPECT_TRUE(tw::iscomplexobj(c) && !tw::isrealobj(c) && tw::isrealobj(to_space({1})));
}

TEST(other_names, of_shapes_sorts_and_sets) {
    auto const m = to_space(std::vector<int>{3, 1, 2, 0, 5, 4}, tw::extents(2, 3));
    EXPECT_TRUE(equal(tw::permute_dims(m, axis<1, 0>), {3, 0, 1, 5, 2, 4}));
    EXPECT_TRUE(equal(tw::concat(axis<0>, m(0), m(1)), {3, 1, 2, 0, 5, 4}));
    EXPECT_TRUE(equal(tw::msort(m), {0, 1, 2, 3, 5, 4}));
    EXPECT_TRUE(equal(tw::unique_values(to_space({2, 1, 2})), {1, 2}));
    using z = tw::complex<double>;
    EXPECT_TRUE(equal(tw::sort_complex(to_space({2, -1})), {z(-1), z(2)}));
    EXPECT_TRUE(equal(tw::sort_complex(to_space({z(1, 2), z(1, -2)})), {z(1, -2), z(1, 2)}));
}

TEST(other_names, array_equiv) {
    auto const row = to_space({1, 2});
    EXPECT_TRUE(
        value(tw::array_equiv(row, to_space(std::vector<int>{1, 2, 1, 2}, tw::extents(2, 2)))));
    EXPECT_FALSE(
        value(tw::array_equiv(row, to_space(std::vector<int>{1, 2, 1, 3}, tw::extents(2, 2)))));
    EXPECT_FALSE(value(tw::array_equiv(row, to_space({1, 2, 3}))));
    EXPECT_TRUE(value(tw::array_equiv(to_space({1, 1}), to_space({1}))));
}

}  // namespace
