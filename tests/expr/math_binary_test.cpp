// SPDX-License-Identifier: MIT
// Functions of two arguments. Bounds in ulps: the larger of what the C library and the CUDA
// mathematics library document.
#include <algorithm>

#include "goldens/float_arithmetic.hpp"
#include "support/rows.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

TEST(math_binary, as_numpy) {
    for_list(tw::goldens::float_types{}, [](auto type) {
        using T = typename decltype(type)::type;
        using G = tw::goldens::float_goldens<T>;
        SCOPED_TRACE(tw::detail::type_name<T>::value);
        auto const x = to_space(G::x);
        auto const y = to_space(G::y);
        bool const single = sizeof(T) == 4;
        expect_rows(rows(hypot(x, y), atan2(x, y), pow(x, y)),
                    {{"hypot", to_vector(G::hypot), single ? 3u : 2u},
                     {"atan2", to_vector(G::atan2), single ? 3u : 2u},
                     {"pow", to_vector(G::power), single ? 4u : 2u}});
    });
}

// log1p(exp(d)) added to the greater argument: where the two nearly cancel the result is small and
// the bound is relative to the arguments, eps * max(|x|, |y|) each for the difference, the
// logarithm and the sum.
TEST(math_binary, logaddexp_as_numpy) {
    for_list(tw::goldens::float_types{}, [](auto type) {
        using T = typename decltype(type)::type;
        using G = tw::goldens::float_goldens<T>;
        SCOPED_TRACE(tw::detail::type_name<T>::value);
        auto const actual = values(logaddexp(to_space(G::x), to_space(G::y)));
        for (std::size_t i = 0; i < actual.size(); ++i) {
            T const expected = G::logaddexp[i];
            if (!std::isfinite(expected)) {
                EXPECT_TRUE(same(actual[i], expected)) << G::x[i] << " " << G::y[i];
            } else {
                T const eps = std::numeric_limits<T>::epsilon();
                T const size = std::max({T(1), std::abs(G::x[i]), std::abs(G::y[i])});
                EXPECT_TRUE(ulps(actual[i], expected) <= 2 ||
                            std::abs(actual[i] - expected) <= 3 * eps * size)
                    << G::x[i] << " " << G::y[i] << ": " << actual[i] << " not " << expected;
            }
        }
    });
    EXPECT_TRUE(within_ulps(logaddexp(to_space({1000.0, -1000.0}), to_space({1000.0, -1000.0})),
                            {1000.6931471805599, -999.3068528194401}, 0));
}

TEST(math_binary, the_edge_cases_of_the_specification) {
    auto const x = to_space<double>({INFINITY, NAN, 0.0, -0.0, 0.0, -0.0});
    auto const y = to_space<double>({NAN, -INFINITY, -0.0, -0.0, 0.0, 0.0});
    double const pi = 3.141592653589793;
    expect_rows(rows(hypot(x, y), atan2(x, y)), {{"hypot", {INFINITY, INFINITY, 0, 0, 0, 0}, 0},
                                                 {"atan2", {NAN, NAN, pi, -pi, 0.0, -0.0}}});
    auto const base = to_space<double>({0.0, NAN, 1.0, -8.0});
    auto const exponent = to_space<double>({0.0, 0.0, NAN, 1.0 / 3.0});
    EXPECT_TRUE(equal(pow(base, exponent), {1.0, 1.0, 1.0, NAN}));
}

TEST(math_binary, integer_powers) {
    auto const base = to_space({2, 1, -1, 0, -3, 10});
    EXPECT_TRUE(equal(power(base, 3), {8, 1, -1, 0, -27, 1000}));
    EXPECT_TRUE(equal(pow(base, 0), {1, 1, 1, 1, 1, 1}));
    EXPECT_TRUE(equal(pow(base, to_space({-1, -2, -3, -1, -1, 10})), {0, 1, -1, 0, 0, 1410065408}));
    EXPECT_TRUE(equal(pow(2, to_space({0, 1, 31, 32, -1, 5})), {1, 2, INT32_MIN, 0, 0, 32}));
    // A scalar of a higher kind makes the power a float's.
    EXPECT_TRUE(within_ulps(pow(base, -1.0), {0.5, 1, -1, INFINITY, -1.0 / 3.0, 0.1}, 2));
}

TEST(math_binary, a_negative_integer_scalar_exponent_throws) {
    auto const base = to_space({2, 3});
    EXPECT_THROW((void)pow(base, -1), tw::value_error);
    EXPECT_THROW((void)pow(base, std::int64_t{-2}), tw::value_error);
    EXPECT_NO_THROW((void)pow(to_space({2.0f}), -1));
}

TEST(math_binary, types_and_broadcasting) {
    auto const i = to_space({3, 0});
    EXPECT_TRUE(within_ulps(hypot(i, 4), {5.0, 4.0}, 2));
    EXPECT_TRUE(within_ulps(atan2(i, to_space({0.0f, 1.0f})), {1.5707964f, 0.0f}, 3));
    auto const column = to_space(std::vector<double>{3.0, 5.0}, tw::extents(2, 1));
    EXPECT_TRUE(within_ulps(hypot(column, to_space({4.0, 12.0})),
                            {5.0, std::hypot(3.0, 12.0), std::hypot(5.0, 4.0), 13.0}, 2));
}

TEST(math_binary, one_condition_for_all) {
    auto const i = to_space({3, 0});
    EXPECT_TRUE(equal(where(true, i, 7), {3, 0}));
    EXPECT_TRUE(equal(where(false, i * 2, to_space({0.5, 1.5})), {0.5, 1.5}));
    // The shape is that of both.
    EXPECT_TRUE(equal(where(true, to_space({4}), i), {4, 4}));
}

}  // namespace
