// SPDX-License-Identifier: MIT
// real(z) and imag(z) of elements in memory: read as functions, written as views.
#include "support/testing.hpp"

#include <twill/complex.hpp>
#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif

namespace tw = twill;
using namespace twill_test;

namespace {

template <class T>
class ComplexParts : public ::testing::Test {};
using real_types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(ComplexParts, real_types);

TYPED_TEST(ComplexParts, AreWritten) {
    using T = TypeParam;
    using Z = tw::complex<T>;
    auto z = to_space<Z>({{1, 2}, {3, 4}, {5, 6}});
    real(z) = to_space<T>({7, 8, 9});
    EXPECT_TRUE(equal(z, {{7, 2}, {8, 4}, {9, 6}}));
    imag(z) = T(0);
    real(z) *= T(2);
    imag(z)(tw::slice(1, tw::none)) += real(z)(tw::slice(1, tw::none));
    EXPECT_TRUE(equal(z, {{14, 0}, {16, 16}, {18, 18}}));
    // What is read overlaps what is written.
    real(z) = real(z)(tw::slice(tw::none, tw::none, -1)) + imag(z);
    EXPECT_TRUE(equal(z, {{18, 0}, {32, 16}, {32, 18}}));
    imag(z) = real(z);
    EXPECT_TRUE(equal(imag(z), {18, 32, 32}));
    // Of a view, along a column.
    tw::array<Z, 2, space> m(3, 2);
    m = Z(1, 1);
    imag(m(tw::full_extent, 1)) = real(z);
    EXPECT_TRUE(equal(imag(m), {1, 18, 1, 32, 1, 32}));
    EXPECT_TRUE(equal(real(transpose(m)), std::vector<T>(6, T(1))));
    array<Z> none(tw::extents(0));
    real(none) = T(1);
    EXPECT_EQ(real(none).size(), 0);
}

TYPED_TEST(ComplexParts, AreRead) {
    using T = TypeParam;
    using Z = tw::complex<T>;
    auto const z = to_space<Z>({{1, 2}, {3, 4}, {5, 6}});
    array<T> const r = real(z);
    EXPECT_TRUE(equal(r, {1, 3, 5}));
    EXPECT_TRUE(equal(real(z) * real(z) + imag(z) * imag(z), {5, 25, 61}));
    EXPECT_EQ(value(sum(imag(z))), T(12));
    EXPECT_TRUE(equal(real(z + z), {2, 6, 10}));
    EXPECT_TRUE(equal(reshape(imag(z), 3, 1), {2, 4, 6}));
    EXPECT_EQ(tw::item(real(z)(1)), T(3));
    auto const e = real(z) + T(1);
    EXPECT_TRUE(equal(e, {2, 4, 6}));
    tw::view<T const, 1, space> const parts = imag(z);
    EXPECT_TRUE(equal(parts, {2, 4, 6}));
}

}  // namespace
