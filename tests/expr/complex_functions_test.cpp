// SPDX-License-Identifier: MIT
// Functions of complex elements against std::complex<double>, on branch cuts and at extremes.
#include "support/rows.hpp"

#include <twill/complex.hpp>

#include <complex>

namespace tw = twill;
using namespace twill_test;

namespace {

using c64 = tw::complex<double>;

/// Whether two numbers are close relative to the modulus, NaN to NaN, infinity to its like.
template <class T>
bool close(tw::complex<T> got, std::complex<double> want, double eps) {
    std::complex<double> const z(got.real(), got.imag());
    return std::abs(z - want) <= eps * std::numeric_limits<T>::epsilon() * std::abs(want);
}

/// Points around the branch cuts and on them, from either side.
template <class T>
std::vector<tw::complex<T>> points() {
    std::vector<tw::complex<T>> result;
    for (double x : {-40.0, -2.5, -1.0, -0.3, -0.0, 0.0, 0.6, 1.0, 1.75, 30.0})
        for (double y : {-3.25, -1.0, -0.0, 0.0, 0.8, 1e-3, 12.0})
            result.push_back({static_cast<T>(x), static_cast<T>(y)});
    return result;
}

/// One row of function values against std::complex<double>.
template <class T, class Reference>
void expect_function(char const* name, tw::complex<T> const* got,
                     std::vector<tw::complex<T>> const& x, Reference reference) {
    for (std::size_t i = 0; i < x.size(); ++i) {
        std::complex<double> const at(x[i].real(), x[i].imag());
        std::complex<double> const want = reference(at);
        if (!std::isfinite(std::abs(want)) || std::abs(want) > std::numeric_limits<T>::max())
            continue;
        EXPECT_TRUE(close(got[i], want, 16)) << name << at << " is (" << got[i].real() << ","
                                             << got[i].imag() << "), expected " << want;
    }
}

template <class T>
void check_exponentials() {
    auto const p = points<T>();
    auto const n = p.size();
    array<tw::complex<T>> const x = to_space(p);
    auto const got = values(
        rows(exp(x), log(x), sqrt(x), log10(x), pow(x, 3), pow(x, tw::complex<T>(T(0.5), T(-1)))));
    using z = std::complex<double>;
    expect_function<T>("exp", &got[0], p, [](z a) { return std::exp(a); });
    expect_function<T>("log", &got[n], p, [](z a) { return std::log(a); });
    expect_function<T>("sqrt", &got[2 * n], p, [](z a) { return std::sqrt(a); });
    expect_function<T>("log10", &got[3 * n], p, [](z a) { return std::log10(a); });
    expect_function<T>("cube", &got[4 * n], p, [](z a) { return a * a * a; });
    expect_function<T>("pow", &got[5 * n], p, [](z a) {
        return a == 0.0 ? z(0.0, 0.0) : std::exp(z(0.5, -1.0) * std::log(a));
    });
}
template <class T>
void check_trigonometry() {
    auto const p = points<T>();
    auto const n = p.size();
    array<tw::complex<T>> const x = to_space(p);
    auto const got = values(rows(sin(x), cos(x), tan(x), sinh(x), cosh(x), tanh(x), asin(x),
                                 acos(x), atan(x), asinh(x), acosh(x), atanh(x)));
    using z = std::complex<double>;
    expect_function<T>("sin", &got[0], p, [](z a) { return std::sin(a); });
    expect_function<T>("cos", &got[n], p, [](z a) { return std::cos(a); });
    expect_function<T>("tan", &got[2 * n], p, [](z a) { return std::tan(a); });
    expect_function<T>("sinh", &got[3 * n], p, [](z a) { return std::sinh(a); });
    expect_function<T>("cosh", &got[4 * n], p, [](z a) { return std::cosh(a); });
    expect_function<T>("tanh", &got[5 * n], p, [](z a) { return std::tanh(a); });
    expect_function<T>("asin", &got[6 * n], p, [](z a) { return std::asin(a); });
    expect_function<T>("acos", &got[7 * n], p, [](z a) { return std::acos(a); });
    expect_function<T>("atan", &got[8 * n], p, [](z a) { return std::atan(a); });
    expect_function<T>("asinh", &got[9 * n], p, [](z a) { return std::asinh(a); });
    expect_function<T>("acosh", &got[10 * n], p, [](z a) { return std::acosh(a); });
    expect_function<T>("atanh", &got[11 * n], p, [](z a) { return std::atanh(a); });
}

// nvcc takes long for these: one type each on the device.
TEST(complex_functions, exponentials) {
    check_exponentials<float>();
#if !defined(__CUDACC__)
    check_exponentials<double>();
#endif
}
TEST(complex_functions, trigonometry) {
    check_trigonometry<double>();
#if !defined(__CUDACC__)
    check_trigonometry<float>();
#endif
}

// As NumPy's: nothing is multiplied by 1 first, which makes NaN of infinities and loses a sign.
TEST(complex_functions, small_whole_powers) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    array<c64> const x = to_space<c64>({{inf, 1}, {-2, inf}, {3, -0.0}});
    std::vector<c64> const one = values(pow(x, 1)), two = values(pow(x, 2));
    std::vector<c64> const first = {{inf, 1}, {-2, inf}, {3, -0.0}};
    std::vector<c64> const second = {{inf, inf}, {-inf, -inf}, {9, -0.0}};
    array<c64> const y = to_space<c64>({{2, 1}, {-1, 3}});
    EXPECT_TRUE(equal(pow(y, 4), values(square(square(y)))));
    EXPECT_TRUE(equal(pow(y, 6), values(square(y) * square(square(y)))));
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_TRUE(same(one[i].real(), first[i].real()) && same(one[i].imag(), first[i].imag()))
            << i;
        EXPECT_TRUE(same(two[i].real(), second[i].real()) && same(two[i].imag(), second[i].imag()))
            << i;
    }
}

TEST(complex_functions, extreme_arguments) {
    // The modulus or the square overflows, the result does not; near 1 the logarithm is exact.
    std::vector<c64> const p = {{1e300, -1e300}, {1e-300, 1e-300}, {710, 0.8}, {0.6, 0.8}};
    array<c64> const x = to_space(p);
    std::vector<c64> const root = values(sqrt(x));
    std::vector<c64> const logarithm = values(log(x));
    std::vector<c64> const power = values(exp(x));
    for (std::size_t i = 0; i < 3; ++i) {
        std::complex<double> const at = p[i];
        EXPECT_TRUE(close(root[i], std::sqrt(at), 8)) << i;
        EXPECT_TRUE(close(logarithm[i], std::log(at), 8)) << i;
    }
    std::complex<double> const huge = std::exp(std::complex<double>(p[2]));
    EXPECT_NEAR(power[2].real() / huge.real(), 1.0, 1e-14);
    EXPECT_NEAR(power[2].imag() / huge.imag(), 1.0, 1e-14);
    // Where exp2(x) and expm1(x) alone overflow.
    std::vector<c64> const q = {{1024, 1.5}, {709.9, 1.5}, {-0.5, 0.0}};
    array<c64> const y = to_space(q);
    std::vector<c64> const grown = values(rows(exp2(y), expm1(y)));
    std::complex<double> const two = std::exp(std::complex<double>(0, 1.5 * std::log(2.0)));
    EXPECT_NEAR(grown[0].real() / (0x1p1023 * two.real() * 2), 1.0, 1e-13);
    EXPECT_NEAR(grown[4].real() / std::exp(std::complex<double>(q[1])).real(), 1.0, 1e-13);
    // 0.6^2 + 0.8^2 - 1 of these doubles, rounded from the exact value.
    EXPECT_NEAR(logarithm[3].real(), 2.2204460492503132e-17, 1e-30);
}

}  // namespace
