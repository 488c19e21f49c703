// SPDX-License-Identifier: MIT
// Float functions of one argument. The bounds are in ulps of the result: the larger of what the C
// library and the CUDA mathematics library document, and at least 1 because the expected float is
// itself rounded twice.
#include <algorithm>

#include "goldens/float_functions.hpp"
#include "support/rows.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

/// One function's arguments, expected results and bound.
template <class T>
struct function_case {
    char const* name;
    std::vector<T> x;
    std::vector<T> y;
    std::uint64_t ulps;
};

template <class T, class Goldens>
function_case<T> make_case(char const* name, std::uint64_t for_float, std::uint64_t for_double) {
    function_case<T> result{name, {}, {}, sizeof(T) == 4 ? for_float : for_double};
    for (double const x : Goldens::x)
        result.x.push_back(static_cast<T>(x));
    for (double const y : Goldens::y)
        result.y.push_back(static_cast<T>(y));
    return result;
}

/// The arguments as rows of one matrix: row i belongs to function i.
template <class T>
array<T, 2> arguments(std::vector<function_case<T>> const& cases) {
    std::size_t columns = 0;
    for (auto const& c : cases)
        columns = std::max(columns, c.x.size());
    std::vector<T> all;
    for (auto const& c : cases) {
        all.insert(all.end(), c.x.begin(), c.x.end());
        all.resize(all.size() + columns - c.x.size(), T(1));
    }
    return to_space(all, tw::extents(cases.size(), columns));
}
template <class T>
std::vector<expected_row<T>> expected(std::vector<function_case<T>> const& cases) {
    std::vector<expected_row<T>> result;
    for (auto const& c : cases)
        result.push_back({c.name, c.y, c.ulps});
    return result;
}

template <class T>
void test_exponentials() {
    using namespace tw::goldens;
    std::vector<function_case<T>> const cases{
        make_case<T, exp_goldens>("exp", 2, 1),     make_case<T, exp2_goldens>("exp2", 2, 1),
        make_case<T, expm1_goldens>("expm1", 1, 1), make_case<T, log_goldens>("log", 1, 1),
        make_case<T, log1p_goldens>("log1p", 1, 1), make_case<T, log2_goldens>("log2", 1, 2),
        make_case<T, log10_goldens>("log10", 2, 2), make_case<T, cbrt_goldens>("cbrt", 1, 4),
        make_case<T, rsqrt_goldens>("rsqrt", 2, 1)};
    auto const x = arguments(cases);
    expect_rows(
        rows(exp(x), exp2(x), expm1(x), log(x), log1p(x), log2(x), log10(x), cbrt(x), rsqrt(x)),
        expected(cases));
}
template <class T>
void test_trigonometric() {
    using namespace tw::goldens;
    std::vector<function_case<T>> const cases{
        make_case<T, sin_goldens>("sin", 2, 2), make_case<T, cos_goldens>("cos", 2, 2),
        make_case<T, tan_goldens>("tan", 4, 2), make_case<T, asin_goldens>("asin", 2, 2),
        make_case<T, acos_goldens>("acos", 2, 2), make_case<T, atan_goldens>("atan", 2, 2),
        // The constant and the product are each rounded.
        make_case<T, deg2rad_goldens>("deg2rad", 2, 2),
        make_case<T, rad2deg_goldens>("rad2deg", 2, 2)};
    auto const x = arguments(cases);
    expect_rows(rows(sin(x), cos(x), tan(x), asin(x), acos(x), atan(x), deg2rad(x), rad2deg(x)),
                expected(cases));
}
template <class T>
void test_hyperbolic() {
    using namespace tw::goldens;
    std::vector<function_case<T>> const cases{
        make_case<T, sinh_goldens>("sinh", 3, 3),   make_case<T, cosh_goldens>("cosh", 2, 2),
        make_case<T, tanh_goldens>("tanh", 2, 2),   make_case<T, asinh_goldens>("asinh", 3, 3),
        make_case<T, acosh_goldens>("acosh", 4, 3), make_case<T, atanh_goldens>("atanh", 3, 2)};
    auto const x = arguments(cases);
    expect_rows(rows(sinh(x), cosh(x), tanh(x), asinh(x), acosh(x), atanh(x)), expected(cases));
}
template <class T>
void test_special() {
    using namespace tw::goldens;
    std::vector<function_case<T>> const cases{make_case<T, erf_goldens>("erf", 2, 2),
                                              make_case<T, tgamma_goldens>("tgamma", 8, 10),
                                              make_case<T, lgamma_goldens>("lgamma", 7, 4)};
    auto const x = arguments(cases);
    expect_rows(rows(erf(x), tgamma(x), lgamma(x)), expected(cases));
}

TEST(math, exponentials_and_roots) {
    test_exponentials<float>();
    test_exponentials<double>();
}
TEST(math, trigonometric) {
    test_trigonometric<float>();
    test_trigonometric<double>();
}
TEST(math, hyperbolic) {
    test_hyperbolic<float>();
    test_hyperbolic<double>();
}
TEST(math, error_and_gamma_functions) {
    test_special<float>();
    test_special<double>();
}

TEST(math, what_the_goldens_leave_out) {
    auto const x = to_space<double>({0.0, 1.0, -2.0, 0.5, INFINITY, -INFINITY, NAN});
    expect_rows(rows(exp10(x), erfc(x)),
                {{"exp10", {1.0, 10.0, 0.01, 3.1622776601683795, INFINITY, 0.0, NAN}, 2},
                 // CUDA documents 5 ulps.
                 {"erfc",
                  {1.0, 0.15729920705028513, 1.9953222650189527, 0.4795001221869535, 0.0, 2.0, NAN},
                  5}});
    // No cancellation near 0, and zeros keep their sign.
    auto const tiny = to_space({1e-20, -1e-20, 0.0, -0.0});
    expect_rows(rows(expm1(tiny), log1p(tiny), sin(tiny), tanh(tiny), cbrt(tiny * 0)),
                {{"expm1", {1e-20, -1e-20, 0.0, -0.0}},
                 {"log1p", {1e-20, -1e-20, 0.0, -0.0}},
                 {"sin", {1e-20, -1e-20, 0.0, -0.0}},
                 {"tanh", {1e-20, -1e-20, 0.0, -0.0}},
                 {"cbrt", {0.0, -0.0, 0.0, -0.0}}});
}

TEST(math, of_integers_compute_in_float64) {
    auto const i = to_space<std::int8_t>({0, 1, 4, -1});
    expect_rows(
        rows(sqrt(i), exp(i), atan(i), deg2rad(i)),
        {{"sqrt", {0.0, 1.0, 2.0, NAN}, 0},
         {"exp", {1.0, 2.718281828459045, 54.598150033144236, 0.36787944117144233}, 1},
         {"atan", {0.0, 0.7853981633974483, 1.3258176636680326, -0.7853981633974483}, 2},
         {"deg2rad", {0.0, 0.017453292519943295, 0.06981317007977318, -0.017453292519943295}, 1}});
    EXPECT_TRUE(within_ulps(sin(to_space({true, false})), {0.8414709848078965, 0.0}, 2));
    EXPECT_TRUE(within_ulps(log(to_space<std::uint64_t>({std::uint64_t{1} << 63})),
                            {43.66827237527655}, 1));
}

}  // namespace
