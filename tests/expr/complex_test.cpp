// SPDX-License-Identifier: MIT
// Complex elements: types, conversions, arithmetic, functions, reductions.
#include "support/rows.hpp"

#include <twill/complex.hpp>

#include <complex>

#if defined(__CUDACC__)
#include <cuComplex.h>
#include <twill/reduce.cuh>
#endif

namespace tw = twill;
using namespace twill_test;

namespace {

using c32 = tw::complex<float>;
using c64 = tw::complex<double>;

template <class T>
constexpr bool has_the_layout_of_std() {
    using own = tw::complex<T>;
    using other = std::complex<T>;
    return sizeof(own) == sizeof(other) && alignof(own) % alignof(other) == 0 &&
           std::is_trivially_copyable_v<own> && std::is_standard_layout_v<own> &&
           std::is_trivially_default_constructible_v<own> && std::is_convertible_v<own, other> &&
           std::is_convertible_v<other, own>;
}

TEST(complex, is_laid_out_as_std_and_cuda) {
    static_assert(has_the_layout_of_std<float>() && has_the_layout_of_std<double>());
    std::complex<double> const parts[2] = {{1.0, 2.0}, {3.0, 4.0}};
    c64 own[2];
    std::memcpy(static_cast<void*>(own), parts, sizeof(own));
    EXPECT_EQ(own[1], c64(3.0, 4.0));
#if defined(__CUDACC__)
    static_assert(sizeof(c32) == sizeof(cuComplex) && alignof(c32) == alignof(cuComplex));
    static_assert(sizeof(c64) == sizeof(cuDoubleComplex) &&
                  alignof(c64) == alignof(cuDoubleComplex));
    EXPECT_EQ(c32(make_cuComplex(1.0f, 2.0f)), c32(1.0f, 2.0f));
    EXPECT_EQ(static_cast<cuDoubleComplex>(c64(1.0, 2.0)).y, 2.0);
#endif
}

TEST(complex, converts_as_std_complex) {
    static_assert(std::is_convertible_v<float, c32> && std::is_convertible_v<int, c64>);
    static_assert(std::is_convertible_v<c32, c64> && !std::is_convertible_v<c64, c32>);
    static_assert(std::is_constructible_v<c32, c64>);
    static_assert(!std::is_convertible_v<std::complex<double>, c32> &&
                  std::is_convertible_v<std::complex<float>, c64>);
    static_assert(!std::is_convertible_v<c32, float>);
    c64 const z = std::complex<double>(1.0, -2.0);
    std::complex<double> const back = z;
    EXPECT_EQ(back, std::complex<double>(1.0, -2.0));
    EXPECT_EQ(c32(z), c32(1.0f, -2.0f));
    c32 narrow(1.0f);
    narrow *= c64(0.0, 2.0);
    EXPECT_EQ(narrow, c32(0.0f, 2.0f));
    EXPECT_EQ(2 * z + 1, c64(3.0, -4.0));
    constexpr c64 constant = c64(1.0, 2.0) * c64(0.0, 1.0) / 2.0;
    static_assert(constant == c64(-1.0, 0.5) && constant.real() == -1.0);
}

template <class X, class T>
constexpr bool has_elements(X const&, T) {
    return std::is_same_v<element_t<X>, T>;
}

TEST(complex, element_types) {
    array<float> const f = to_space({1.0f, 2.0f});
    array<double> const d = to_space({1.0, 2.0});
    array<int> const i = to_space({1, 2});
    array<c32> const z = to_space<c32>({{1.0f, 2.0f}, {3.0f, 4.0f}});
    EXPECT_TRUE(has_elements(f * c64(), c32()));
    EXPECT_TRUE(has_elements(d * c32(), c64()));
    EXPECT_TRUE(has_elements(i * c32(), c32()));
    EXPECT_TRUE(has_elements(i * c64(), c64()));
    EXPECT_TRUE(has_elements(z * 2.0, c32()));
    EXPECT_TRUE(has_elements(z * c64(), c32()));
    EXPECT_TRUE(has_elements(z + d, c64()));
    EXPECT_TRUE(has_elements(z + i, c32()));
    EXPECT_TRUE(has_elements(abs(z), float()));
    EXPECT_TRUE(has_elements(real(z), float()));
    EXPECT_TRUE(has_elements(arg(i), double()));
    EXPECT_TRUE(has_elements(imag(i), int()));
    EXPECT_TRUE(has_elements(z == z, bool()));
    // Scalars of std's type are numbers too.
    EXPECT_TRUE(has_elements(f * std::complex<double>(), c32()));
    EXPECT_TRUE(has_elements(std::complex<float>() - d, c64()));
    static_assert(std::is_same_v<tw::promote_t<c32, double>, c64>);
    static_assert(tw::detail::converts_silently<double, c32>());
    static_assert(!tw::detail::converts_silently<c32, double>());
}

TEST(complex, arithmetic) {
    std::vector<c64> const a = {{1, 2}, {-3, 0.5}, {0, -1}};
    std::vector<c64> const b = {{2, -1}, {4, 4}, {0.25, 0}};
    array<c64> const x = to_space(a);
    array<c64> const y = to_space(b);
    std::complex<double> const k(0, 2);
    expect_rows(rows(x + y, x - y, x * y, -x, conj(x), x * k, 2 - x, x + real(y)),
                {{"add", {{3, 1}, {1, 4.5}, {0.25, -1}}},
                 {"subtract", {{-1, 3}, {-7, -3.5}, {-0.25, -1}}},
                 {"multiply", {{4, 3}, {-14, -10}, {0, -0.25}}},
                 {"negative", {{-1, -2}, {3, -0.5}, {0, 1}}},
                 {"conj", {{1, -2}, {-3, -0.5}, {0, 1}}},
                 {"std scalar", {{-4, 2}, {-1, -6}, {2, 0}}},
                 {"real scalar", {{1, -2}, {5, -0.5}, {2, 1}}},
                 {"real operand", {{3, 2}, {1, 0.5}, {0.25, -1}}}});
    EXPECT_TRUE(equal(x == to_space<c64>({{1, 2}, {-3, 0}, {0, -1}}), {true, false, true}));
    EXPECT_TRUE(equal(isclose(x, x + 1e-9), {true, true, true}));
    EXPECT_TRUE(equal(rint(x * 1.25), {c64(1, 2), c64(-4, 1), c64(0, -1)}));
}

/// Whether two numbers are close relative to the modulus, NaN to NaN, infinity to its like.
template <class T>
bool close(tw::complex<T> got, std::complex<double> want, double eps) {
    std::complex<double> const z(got.real(), got.imag());
    return std::abs(z - want) <= eps * std::numeric_limits<T>::epsilon() * std::abs(want);
}

TEST(complex, division_neither_overflows_nor_underflows) {
    double const huge = 1e300, tiny = 1e-300;
    std::vector<c64> const a = {{1, 2}, {huge, huge}, {tiny, -tiny}, {1e-310, 0}, {3, -4}};
    std::vector<c64> const b = {{3, -4}, {huge, -huge}, {tiny, tiny}, {1e-310, 0}, {0, 2}};
    std::vector<c64> const quotient = {{-0.2, 0.4}, {0, 1}, {0, -1}, {1, 0}, {-2, -1.5}};
    std::vector<c64> const got = values(to_space(a) / to_space(b));
    for (std::size_t i = 0; i < got.size(); ++i)
        EXPECT_TRUE(close(got[i], quotient[i], 4))
            << i << ": " << got[i].real() << " " << got[i].imag();
    c64 const zero = value(rank0(c64(1, -1)) / c64(0, 0));
    EXPECT_EQ(zero.real(), INFINITY);
    EXPECT_EQ(zero.imag(), -INFINITY);
}

TEST(complex, parts) {
    array<c64> const x = to_space<c64>({{3, 4}, {-1, 0}, {0, -2}});
    EXPECT_TRUE(equal(real(x), {3.0, -1.0, 0.0}));
    EXPECT_TRUE(equal(imag(x), {4.0, 0.0, -2.0}));
    EXPECT_TRUE(within_ulps(abs(x), {5.0, 1.0, 2.0}, 1));
    EXPECT_TRUE(
        within_ulps(arg(x), {0.92729521800161219, 3.1415926535897931, -1.5707963267948966}, 2));
    EXPECT_TRUE(equal(tw::cast<float>(x), {3.0f, -1.0f, 0.0f}));
    EXPECT_TRUE(equal(isnan(x * c64(NAN, 0)) || isfinite(x), {true, true, true}));
    array<float> const r = to_space({-2.0f, 3.0f});
    EXPECT_TRUE(equal(imag(r), {0.0f, 0.0f}));
    EXPECT_TRUE(equal(conj(r), {-2.0f, 3.0f}));
    EXPECT_EQ(norm(c64(3, 4)), 25.0);
    EXPECT_TRUE(close(tw::polar(2.0, 0.5), std::polar(2.0, 0.5), 2));
}

TEST(complex, of_a_modulus_and_an_angle) {
    auto const r = to_space({2.0, 1.0, 0.0});
    auto const angle = to_space({0.5, -1.0, 3.0});
    auto const z = values(polar(r, angle));
    for (std::size_t k = 0; k < z.size(); ++k)
        EXPECT_TRUE(close(z[k], tw::polar(values(r)[k], values(angle)[k]), 2));
    EXPECT_TRUE(within_ulps(abs(polar(r, angle)), {2.0, 1.0, 0.0}, 2));
    EXPECT_TRUE(equal(polar(3, to_space({0.0f})), {tw::complex<float>(3, 0)}));
    EXPECT_TRUE(equal(polar(to_space({3, 4}), 0), {c64(3, 0), c64(4, 0)}));
    // As numbers of an absolute value and an angle are taken apart.
    array<c64> const x = to_space<c64>({{3, 4}, {-1, 0.5}});
    auto const again = values(polar(abs(x), arg(x)));
    EXPECT_TRUE(close(again[0], c64(3, 4), 4) && close(again[1], c64(-1, 0.5), 4));
}

TEST(complex, reductions) {
    array<c64> const x = to_space<c64>({{1, 2}, {3, -1}, {0, 0}, {-2, 5}});
    EXPECT_EQ(value(sum(x)), c64(2, 6));
    EXPECT_EQ(value(prod(x + 1)), c64(2, 2) * c64(4, -1) * c64(1, 0) * c64(-1, 5));
    EXPECT_EQ(value(mean(x)), c64(0.5, 1.5));
    // The mean of |x - mean|^2.
    EXPECT_DOUBLE_EQ(value(var(x)), 8.5);
    EXPECT_DOUBLE_EQ(value(stddev(x, tw::ddof(1))), std::sqrt(34.0 / 3.0));
    EXPECT_DOUBLE_EQ(value(norm(x)), std::sqrt(44.0));
    EXPECT_TRUE(value(any(x)));
    EXPECT_FALSE(value(all(x)));
    EXPECT_EQ(value(count_nonzero(x)), 3);
    EXPECT_TRUE(value(array_equal(x, x)));
    static_assert(std::is_same_v<element_t<decltype(var(x))>, double>);
}

TEST(complex, assignments) {
    array<c32> x = to_space<c32>({{1, 2}, {3, 4}});
    x = to_space({1.5f, 2.0f}) + 0.0f;
    EXPECT_TRUE(equal(x, {c32(1.5f), c32(2.0f)}));
    x *= std::complex<double>(0, 1);
    EXPECT_TRUE(equal(x, {c32(0, 1.5f), c32(0, 2.0f)}));
    x = c64(1, 2);
    EXPECT_TRUE(equal(x, {c32(1, 2), c32(1, 2)}));
}

}  // namespace
