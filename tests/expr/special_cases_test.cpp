// SPDX-License-Identifier: MIT
// What the Python array API standard states of special values, for every element-wise function and
// both float types.
#include "goldens/special_cases.hpp"
#include "support/rows.hpp"

#include <twill/named.hpp>
#include <twill/numeric.hpp>

namespace tw = twill;
namespace g = tw::goldens::special;
using namespace twill_test;

namespace {

/// Samples in T; NaNs keep their sign.
template <class T, std::size_t N>
array<T> samples(double const (&values)[N]) {
    std::vector<T> result;
    for (double const v : values)
        result.push_back(std::isnan(v) ? std::copysign(std::numeric_limits<T>::quiet_NaN(),
                                                       static_cast<T>(std::signbit(v) ? -1 : 1))
                                       : static_cast<T>(v));
    return to_space(result);
}

struct statement {
    char const* name;
    char const* results;
    std::size_t count;

    template <std::size_t N>
    statement(char const* function, char const (&letters)[N])
        : name(function), results(letters), count(N - 1) {}
};

double result_of(char letter) {
    for (auto const& known : g::results)
        if (known.letter == letter)
            return known.value;
    throw std::logic_error(std::string("no result is written ") + letter);
}

/// Row i of x against statement i, where that says something; multiples of pi within two units of
/// the last place.
template <class X, class Sample>
void expect_statements(X const& x, std::vector<statement> const& statements, Sample const& sample) {
    using T = element_t<X>;
    std::vector<T> const all = values(x);
    ASSERT_EQ(all.size(), statements.size() * statements.front().count);
    auto at = all.begin();
    for (statement const& s : statements)
        for (std::size_t i = 0; i < s.count; ++i) {
            T const actual = *at++;
            double const stated = result_of(s.results[i]);
            if (stated == g::unstated)
                continue;
            bool const is_angle = std::isfinite(stated) && std::abs(stated) > 0.7 &&
                                  std::abs(stated) < 3.2 && std::floor(stated * 4) != stated * 4;
            T const expected = static_cast<T>(stated);
            EXPECT_TRUE(is_angle ? ulps(actual, expected) <= 2 : same(actual, expected))
                << s.name << sample(i) << " is " << text(actual) << ", stated " << stated;
        }
}

template <class T>
void check_one_operand() {
    auto const x = samples<T>(g::one);
    auto const sample = [](std::size_t i) { return "(" + text(g::one[i]) + ")"; };
    expect_statements(
        rows(abs(x), acos(x), acosh(x), asin(x), asinh(x), atan(x), atanh(x), ceil(x)),
        {{"abs", g::abs_of},
         {"acos", g::acos_of},
         {"acosh", g::acosh_of},
         {"asin", g::asin_of},
         {"asinh", g::asinh_of},
         {"atan", g::atan_of},
         {"atanh", g::atanh_of},
         {"ceil", g::ceil_of}},
        sample);
    expect_statements(rows(cos(x), cosh(x), exp(x), expm1(x), floor(x), log(x), log1p(x), log2(x),
                           log10(x), round(x)),
                      {{"cos", g::cos_of},
                       {"cosh", g::cosh_of},
                       {"exp", g::exp_of},
                       {"expm1", g::expm1_of},
                       {"floor", g::floor_of},
                       {"log", g::log_of},
                       {"log1p", g::log1p_of},
                       {"log2", g::log2_of},
                       {"log10", g::log10_of},
                       {"round", g::round_of}},
                      sample);
    expect_statements(
        rows(sign(x), sin(x), sinh(x), sqrt(x), tan(x), tanh(x), trunc(x), tw::cast<T>(isnan(x)),
             tw::cast<T>(isinf(x)), tw::cast<T>(isfinite(x)), tw::cast<T>(signbit(x))),
        {{"sign", g::sign_of},
         {"sin", g::sin_of},
         {"sinh", g::sinh_of},
         {"sqrt", g::sqrt_of},
         {"tan", g::tan_of},
         {"tanh", g::tanh_of},
         {"trunc", g::trunc_of},
         {"isnan", g::isnan_of},
         {"isinf", g::isinf_of},
         {"isfinite", g::isfinite_of},
         {"signbit", g::signbit_of}},
        sample);
}

template <class T>
void check_two_operands() {
    auto const x = samples<T>(g::first);
    auto const y = samples<T>(g::second);
    auto const sample = [](std::size_t i) {
        return "(" + text(g::first[i]) + ", " + text(g::second[i]) + ")";
    };
    expect_statements(rows(tw::add(x, y), tw::subtract(x, y), tw::multiply(x, y), tw::divide(x, y),
                           tw::true_divide(x, y), tw::floor_divide(x, y), tw::remainder(x, y),
                           tw::cast<T>(tw::equal(x, y)), tw::cast<T>(tw::not_equal(x, y))),
                      {{"add", g::add_of},
                       {"subtract", g::subtract_of},
                       {"multiply", g::multiply_of},
                       {"divide", g::divide_of},
                       {"true_divide", g::divide_of},
                       {"floor_divide", g::floor_divide_of},
                       {"remainder", g::remainder_of},
                       {"equal", g::equal_of},
                       {"not_equal", g::not_equal_of}},
                      sample);
    expect_statements(
        rows(tw::atan2(x, y), tw::copysign(x, y), tw::hypot(x, y), tw::logaddexp(x, y),
             tw::nextafter(x, y), tw::pow(x, y), tw::maximum(x, y), tw::minimum(x, y)),
        {{"atan2", g::atan2_of},
         {"copysign", g::copysign_of},
         {"hypot", g::hypot_of},
         {"logaddexp", g::logaddexp_of},
         {"nextafter", g::nextafter_of},
         {"pow", g::pow_of},
         {"maximum", g::maximum_of},
         {"minimum", g::minimum_of}},
        sample);
    // Signs of results, of NaN too; a limit that is NaN.
    expect_statements(
        rows(tw::cast<T>(signbit(copysign(x, y))), tw::cast<T>(signbit(x * y)),
             tw::cast<T>(signbit(x / y)), tw::cast<T>(signbit(tw::floor_divide(x, y))),
             tw::clip(x, y, T(1e35)), tw::clip(x, T(-1e35), y)),
        {{"signbit of copysign", g::copysign_sign_of},
         {"signbit of multiply", g::multiply_sign_of},
         {"signbit of divide", g::divide_sign_of},
         {"signbit of floor_divide", g::floor_divide_sign_of},
         {"clip to what is above", g::maximum_of},
         {"clip to what is below", g::maximum_of}},
        sample);
}

TEST(special_cases, of_float32) {
    check_one_operand<float>();
    check_two_operands<float>();
}
TEST(special_cases, of_float64) {
    check_one_operand<double>();
    check_two_operands<double>();
}

}  // namespace
