// SPDX-License-Identifier: MIT
// Arrays whose elements are std::complex: computed as twill's complex, stored as they were.
#include "support/testing.hpp"

#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif
#include <twill/complex.hpp>

#include <complex>

namespace tw = twill;
using namespace twill_test;

namespace {

template <class T>
class StdComplex : public testing::Test {};
using parts = testing::Types<float, double>;
TYPED_TEST_SUITE(StdComplex, parts);

/// 3 + 4i, -1 + 2i, 0 - 5i
template <class T>
array<std::complex<T>> three() {
    tw::host_array<std::complex<T>> z(3);
    z(0) = {3, 4};
    z(1) = {-1, 2};
    z(2) = {0, -5};
    return to_space(z);
}
template <class T>
std::vector<T> values(array<T> const& x) {
    auto const host = tw::to_host(x);
    return {host.data(), host.data() + host.size()};
}

TYPED_TEST(StdComplex, PartsAndSizesAreReal) {
    using T = TypeParam;
    auto const z = three<T>();
    static_assert(std::is_same_v<decltype(tw::evaluate(tw::abs(z))), array<T>>);
    static_assert(std::is_same_v<decltype(tw::evaluate(tw::real(z))), array<T>>);
    static_assert(std::is_same_v<decltype(tw::evaluate(tw::isnan(z))), array<bool>>);
    EXPECT_EQ(values<T>(tw::abs(z)), (std::vector<T>{5, std::sqrt(T(5)), 5}));
    EXPECT_EQ(values<T>(tw::real(z)), (std::vector<T>{3, -1, 0}));
    EXPECT_EQ(values<T>(tw::imag(z)), (std::vector<T>{4, 2, -5}));
    EXPECT_NEAR(tw::to_host(tw::evaluate(tw::arg(z)))(0), std::atan2(4.0, 3.0), 1e-6);
}

TYPED_TEST(StdComplex, ArithmeticAndFunctions) {
    using T = TypeParam;
    using Z = std::complex<T>;
    auto const z = three<T>();
    array<Z> const squares = z * z;
    array<Z> const mirrored = tw::conj(z) + T(1);
    EXPECT_EQ(values(squares), (std::vector<Z>{{-7, 24}, {-3, -4}, {-25, 0}}));
    EXPECT_EQ(values(mirrored), (std::vector<Z>{{4, -4}, {0, -2}, {1, 5}}));
    array<Z> const roots = tw::sqrt(z);
    EXPECT_NEAR(std::abs(tw::to_host(roots)(0) - Z(2, 1)), 0, 1e-6);
}

TYPED_TEST(StdComplex, Reductions) {
    using T = TypeParam;
    auto const z = three<T>();
    EXPECT_EQ(std::complex<T>(tw::item(tw::sum(z))), std::complex<T>(2, 1));
    static_assert(std::is_same_v<decltype(tw::item(tw::norm(z))), T>);
    EXPECT_NEAR(tw::item(tw::norm(z)), std::sqrt(55.0), 1e-5);
    static_assert(std::is_same_v<decltype(tw::item(tw::stddev(z))), T>);
    EXPECT_NEAR(tw::item(tw::var(z)), 55.0 / 3 - 5.0 / 9, 1e-5);
    EXPECT_EQ(tw::item(tw::max(tw::abs(z))), T(5));
    EXPECT_EQ(tw::item(tw::count_nonzero(z)), 3);
    array<std::complex<T>, 2> const m = tw::reshape(z, 1, 3);
    static_assert(std::is_same_v<decltype(tw::evaluate(tw::norm(m, tw::axis<1>))), array<T>>);
    EXPECT_NEAR(tw::to_host(tw::evaluate(tw::norm(m, tw::axis<1>)))(0), std::sqrt(55.0), 1e-5);
}

TYPED_TEST(StdComplex, RowsBesideOthers) {
    using T = TypeParam;
    using Z = std::complex<T>;
    array<Z, 2> const m = tw::full(tw::extents(5, 100), Z(1, 0)),
                      p = tw::full(tw::extents(40, 3), Z(1, 0));
    array<Z> const q = tw::full(tw::extents(100), Z(0, 1)), r = tw::full(tw::extents(3), Z(0, 2));
    array<Z> const products = sum(m * q, tw::axis<1>), points = sum(p * r, tw::axis<1>);
    EXPECT_EQ(values(products), std::vector<Z>(5, Z(0, 100)));
    EXPECT_EQ(values(points), std::vector<Z>(40, Z(0, 6)));
    array<Z, 2> const shares = m / sum(m, tw::axis<1>, tw::keepdims), beside = m * q;
    EXPECT_NEAR(std::abs(tw::to_host(shares)(4, 99) - Z(T(0.01))), 0, 1e-6);
    EXPECT_EQ(tw::to_host(beside)(4, 99), Z(0, 1));
}

#if !defined(__CUDACC__)
TYPED_TEST(StdComplex, UsersFunctionsTakeTheirOwnType) {
    using T = TypeParam;
    using Z = std::complex<T>;
    auto const z = three<T>();
    auto const twice = tw::map([](Z x) { return x.real() * 2; }, z);
    static_assert(std::is_same_v<decltype(tw::evaluate(twice)), array<T>>);
    EXPECT_EQ(values<T>(twice), (std::vector<T>{6, -2, 0}));
}
#endif

}  // namespace
