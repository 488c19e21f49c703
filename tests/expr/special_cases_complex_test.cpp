// SPDX-License-Identifier: MIT
// What the Python array API standard states of special values of functions of complex numbers:
// zeros, infinities and NaN in either part, with the signs of zeros.
#include "goldens/special_cases_complex.hpp"
#include "support/rows.hpp"

#include <twill/complex.hpp>

namespace tw = twill;
namespace g = tw::goldens::special;
using namespace twill_test;

namespace {

constexpr std::size_t part_count = std::size(g::parts);

/// Every pair of parts.
template <class T>
array<tw::complex<T>> samples() {
    std::vector<tw::complex<T>> result;
    for (double const x : g::parts)
        for (double const y : g::parts)
            result.push_back({static_cast<T>(x), static_cast<T>(y)});
    return to_space(result);
}

struct statements {
    char const* name;
    g::complex_case const* first;
    std::size_t count;

    template <std::size_t N>
    statements(char const* function, g::complex_case const (&cases)[N])
        : name(function), first(cases), count(N) {}
};

std::size_t place_of(double part) {
    std::size_t i = 0;
    while (!same(g::parts[i], part))
        ++i;
    return i;
}

/// NaN, zeros with their signs and infinities exactly, angles within two units of the last place.
template <class T>
bool as_stated(T actual, double stated, bool either_sign) {
    T const expected = static_cast<T>(stated);
    if (std::isfinite(stated) && stated != 0)
        return ulps(either_sign ? std::abs(actual) : actual, expected) <= 2;
    return same(actual, expected) || (either_sign && same(actual, -expected));
}

template <class X>
void expect_statements(X const& x, std::vector<statements> const& functions) {
    auto const all = values(x);
    ASSERT_EQ(all.size(), functions.size() * part_count * part_count);
    auto at = all.begin();
    for (statements const& f : functions) {
        for (auto c = f.first; c != f.first + f.count; ++c) {
            auto const z =
                at[static_cast<std::ptrdiff_t>(place_of(c->x) * part_count + place_of(c->y))];
            EXPECT_TRUE(as_stated(z.real(), c->real, c->either & 1) &&
                        as_stated(z.imag(), c->imag, c->either & 2))
                << f.name << "(" << c->x << ", " << c->y << ") is (" << z.real() << ", " << z.imag()
                << "), stated (" << c->real << ", " << c->imag << ")";
        }
        at += part_count * part_count;
    }
}

template <class T>
void check_exponentials() {
    auto const x = samples<T>();
    expect_statements(rows(exp(x), expm1(x), log(x), log1p(x), log2(x), log10(x), sqrt(x), sign(x)),
                      {{"exp", g::exp_of_complex},
                       {"expm1", g::expm1_of_complex},
                       {"log", g::log_of_complex},
                       {"log1p", g::log1p_of_complex},
                       {"log2", g::log2_of_complex},
                       {"log10", g::log10_of_complex},
                       {"sqrt", g::sqrt_of_complex},
                       {"sign", g::sign_of_complex}});
}
template <class T>
void check_trigonometry() {
    auto const x = samples<T>();
    expect_statements(rows(sin(x), cos(x), tan(x), asin(x), acos(x), atan(x)),
                      {{"sin", g::sin_of_complex},
                       {"cos", g::cos_of_complex},
                       {"tan", g::tan_of_complex},
                       {"asin", g::asin_of_complex},
                       {"acos", g::acos_of_complex},
                       {"atan", g::atan_of_complex}});
    expect_statements(rows(sinh(x), cosh(x), tanh(x), asinh(x), acosh(x), atanh(x)),
                      {{"sinh", g::sinh_of_complex},
                       {"cosh", g::cosh_of_complex},
                       {"tanh", g::tanh_of_complex},
                       {"asinh", g::asinh_of_complex},
                       {"acosh", g::acosh_of_complex},
                       {"atanh", g::atanh_of_complex}});
}

// nvcc takes long for these: one type each on the device.
TEST(special_cases_complex, exponentials) {
    check_exponentials<float>();
#if !defined(__CUDACC__)
    check_exponentials<double>();
#endif
}
TEST(special_cases_complex, trigonometry) {
    check_trigonometry<double>();
#if !defined(__CUDACC__)
    check_trigonometry<float>();
#endif
}

// Sums and rounding treat each part as a real number; an infinite part makes a number infinite.
TEST(special_cases_complex, parts) {
    using T = double;
    auto const x = samples<T>();
    auto const all = values(x);
    T const inf = std::numeric_limits<T>::infinity();
    auto const sum = values(x + tw::complex<T>(inf, -0.0));
    auto const modulus = values(abs(x));
    auto const infinite = values(isinf(x));
    auto const not_numbers = values(isnan(x));
    auto const finite = values(isfinite(x));
    auto const rounded = values(round(x));
    for (std::size_t i = 0; i < all.size(); ++i) {
        T const a = all[i].real();
        T const b = all[i].imag();
        EXPECT_TRUE(same(sum[i].real(), a + inf) && same(sum[i].imag(), b + -0.0)) << i;
        EXPECT_EQ(infinite[i], std::isinf(a) || std::isinf(b));
        EXPECT_EQ(not_numbers[i], std::isnan(a) || std::isnan(b));
        EXPECT_EQ(finite[i], std::isfinite(a) && std::isfinite(b));
        EXPECT_TRUE(same(rounded[i].real(), std::nearbyint(a)) &&
                    same(rounded[i].imag(), std::nearbyint(b)))
            << i;
        if (infinite[i]) {
            EXPECT_EQ(modulus[i], inf) << i;
        } else if (not_numbers[i]) {
            EXPECT_TRUE(std::isnan(modulus[i])) << i;
        } else if (a == 0 || b == 0) {
            EXPECT_TRUE(same(modulus[i], std::abs(a == 0 ? b : a))) << i;
        }
    }
}

}  // namespace
