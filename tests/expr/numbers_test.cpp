// SPDX-License-Identifier: MIT
// One function for numbers and for arrays, on both sides of nvcc, and beside the standard
// library's.
#include <cmath>
#include <complex>
#include <cstdlib>

#include <twill/complex.hpp>

#include "support/testing.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

template <class X>
TWILL_TEST_HD auto gauss_of_number(X x) {
    using twill::exp;
    using twill::square;
    return exp(-square(x));
}
template <class X>
auto gauss(X const& x) {
    using twill::exp;
    using twill::square;
    return exp(-square(x));
}
/// Several functions at once, in device code too.
struct mixture {
    template <class T>
    TWILL_TEST_HD T operator()(T x) const {
        using namespace twill;
        T const root = twill::sqrt(twill::abs(x)) + twill::maximum(x, T(1)) + twill::pow(x, 2);
        return twill::where(x > T(0), root, twill::clip(x, T(-1), T(2))) + gauss_of_number(x) +
               twill::cast<T>(twill::floor_divide(x, T(2))) + twill::fast::divide(x, T(4));
    }
};
template <class T>
T mixture_here(T x) {
    T const root = std::sqrt(std::abs(x)) + std::max(x, T(1)) + x * x;
    return (x > T(0) ? root : std::max(x, T(-1))) + std::exp(-x * x) + std::floor(x / T(2)) +
           x / T(4);
}

TEST(numbers, the_same_function_takes_a_number_or_an_array) {
    EXPECT_EQ(gauss(2.0), std::exp(-4.0));
    EXPECT_EQ(gauss(2.0f), std::exp(-4.0f));
    static_assert(std::is_same_v<decltype(gauss(2.0f)), float>);
    EXPECT_TRUE(within_ulps(gauss(to_space({0.0f, 2.0f})), {1.0f, std::exp(-4.0f)}, 4));
}

TEST(numbers, functions_of_numbers_run_where_they_are_called) {
    std::vector<double> const x{-3.5, -0.25, 0.5, 4.0};
    std::vector<double> expected;
    for (double const v : x)
        expected.push_back(mixture_here(v));
    EXPECT_TRUE(within_ulps(tw::map(mixture{}, to_space(x)), expected, 8));
    for (std::size_t i = 0; i < x.size(); ++i)
        EXPECT_LE(ulps(mixture{}(x[i]), expected[i]), 8u);
    EXPECT_TRUE(within_ulps(tw::map(mixture{}, to_space({0.5f})), {mixture_here(0.5f)}, 8));
}

TEST(numbers, mean_what_they_mean_for_elements) {
    EXPECT_EQ(tw::round(2.5), 2.0);
    EXPECT_EQ(tw::remainder(-1, 3), 2);
    EXPECT_EQ(tw::square(std::int8_t(100)), std::int8_t(16));
    EXPECT_EQ(tw::pow(2, 10), 1024);
    EXPECT_EQ(tw::pow(2, -1), 0);
    EXPECT_EQ(tw::sign(-3), -1);
    EXPECT_EQ(tw::cast<int>(2.9), 2);
    EXPECT_TRUE(tw::isclose(1.0, 1.0 + 1e-9));
    EXPECT_TRUE(std::isnan(tw::maximum(1.0, std::nan(""))));
    static_assert(std::is_same_v<decltype(tw::sin(1)), double>);
    static_assert(std::is_same_v<decltype(tw::fast::sin(1.0f)), float>);
    static_assert(std::is_same_v<decltype(tw::maximum(1, 2.0f)), float>);
}

// What overload resolution finds with both namespaces open is what it finds with std's alone.
namespace beside_std {
using namespace std;
using namespace twill;

template <class T, class Found>
inline constexpr bool is = std::is_same_v<T, Found>;

static_assert(is<double, decltype(sin(1))> && is<float, decltype(sin(1.0f))>);
static_assert(is<long double, decltype(sin(1.0L))> && is<double, decltype(exp(true))>);
static_assert(is<int, decltype(abs(-1))> && is<long, decltype(abs(-1L))>);
static_assert(is<int, decltype(abs(short(-1)))> && is<float, decltype(abs(-1.0f))>);
static_assert(is<double, decltype(pow(2, 3))> && is<double, decltype(pow(2.0f, 2))>);
static_assert(is<float, decltype(pow(2.0f, 2.0f))> && is<double, decltype(floor(3))>);
static_assert(is<double, decltype(fmax(1, 2))> && is<double, decltype(atan2(1, 2.0f))>);
static_assert(is<double, decltype(hypot(3, 4))> && is<double, decltype(round(3))>);
static_assert(is<bool, decltype(isnan(1.0))> && is<bool, decltype(isnan(1))>);
static_assert(is<double, decltype(square(2.0))> && is<int, decltype(square(2))>);
static_assert(is<std::complex<double>, decltype(polar(1.0, 2.0))>);
static_assert(is<std::complex<float>, decltype(conj(std::complex<float>()))>);
static_assert(is<double, decltype(norm(2.0))> && is<float, decltype(arg(2.0f))>);

TEST(numbers, both_namespaces_may_be_open) {
    EXPECT_EQ(max(1, 2), 2);
    EXPECT_EQ(min(2.0, 1.0), 1.0);
    EXPECT_EQ(remainder(5.0, 3.0), -1.0);
    EXPECT_EQ(round(2.5), 3.0);
    EXPECT_TRUE(equal(abs(to_space({-1.0f, 2.0f})), {1, 2}));
    EXPECT_TRUE(equal(square(to_space({-1, 2})), {1, 4}));
}
}  // namespace beside_std

}  // namespace
