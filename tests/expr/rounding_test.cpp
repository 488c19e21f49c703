// SPDX-License-Identifier: MIT
// Rounding, division and selection: exact results, so floats are compared bit by bit.
#include "goldens/float_arithmetic.hpp"
#include "support/rows.hpp"

namespace tw = twill;
using namespace twill_test;

namespace {

TEST(rounding, one_argument_as_numpy) {
    for_list(tw::goldens::float_types{}, [](auto type) {
        using T = typename decltype(type)::type;
        using G = tw::goldens::float_goldens<T>;
        SCOPED_TRACE(tw::detail::type_name<T>::value);
        auto const u = to_space(G::u);
        expect_rows(rows(sign(u), rint(u), round(u), floor(u), ceil(u), trunc(u), abs(u), square(u),
                         reciprocal(u), sqrt(u)),
                    {{"sign", to_vector(G::sign)},
                     {"rint", to_vector(G::rint)},
                     {"round", to_vector(G::rint)},
                     {"floor", to_vector(G::floor)},
                     {"ceil", to_vector(G::ceil)},
                     {"trunc", to_vector(G::trunc)},
                     {"abs", to_vector(G::absolute)},
                     {"square", to_vector(G::square)},
                     {"reciprocal", to_vector(G::reciprocal)},
                     {"sqrt", to_vector(G::sqrt)}});
        expect_rows(rows(signbit(u), isnan(u), isinf(u), isfinite(u)),
                    {{"signbit", to_vector(G::signbit)},
                     {"isnan", to_vector(G::isnan)},
                     {"isinf", to_vector(G::isinf)},
                     {"isfinite", to_vector(G::isfinite)}});
    });
}

TEST(rounding, two_arguments_as_numpy) {
    for_list(tw::goldens::float_types{}, [](auto type) {
        using T = typename decltype(type)::type;
        using G = tw::goldens::float_goldens<T>;
        SCOPED_TRACE(tw::detail::type_name<T>::value);
        auto const x = to_space(G::x);
        auto const y = to_space(G::y);
        expect_rows(rows(fmod(x, y), remainder(x, y), floor_divide(x, y), true_divide(x, y),
                         copysign(x, y), maximum(x, y), minimum(x, y), fmax(x, y), fmin(x, y)),
                    {{"fmod", to_vector(G::fmod)},
                     {"remainder", to_vector(G::remainder)},
                     {"floor_divide", to_vector(G::floor_divide)},
                     {"true_divide", to_vector(G::divide)},
                     {"copysign", to_vector(G::copysign)},
                     {"maximum", to_vector(G::maximum)},
                     {"minimum", to_vector(G::minimum)},
                     {"fmax", to_vector(G::fmax)},
                     {"fmin", to_vector(G::fmin)}});
    });
}

TEST(rounding, half_to_even_and_signed_zeros) {
    auto const x = to_space<double>({0.5, 1.5, -0.5, 2.5, 0.0, -0.0, NAN});
    expect_rows(rows(rint(x), sign(x)), {{"rint", {0.0, 2.0, -0.0, 2.0, 0.0, -0.0, NAN}},
                                         {"sign", {1.0, 1.0, -1.0, 1.0, 0.0, 0.0, NAN}}});
}

TEST(rounding, remainder_of_infinities_and_zeros) {
    auto const x = to_space({1.0, -1.0, 1.0, 1.0, 6.0, -6.0});
    auto const y = to_space<double>({INFINITY, INFINITY, -INFINITY, 0.0, -3.0, 3.0});
    EXPECT_TRUE(equal(remainder(x, y), {1.0, INFINITY, -INFINITY, NAN, -0.0, 0.0}));
    auto const a = to_space<double>({1.0, 1.0, -1.0, 0.0, INFINITY, -1.0});
    auto const b = to_space<double>({0.1, 0.0, 0.0, 0.0, 2.0, INFINITY});
    EXPECT_TRUE(equal(floor_divide(a, b), {9.0, INFINITY, -INFINITY, NAN, NAN, -1.0}));
}

TEST(rounding, divmod_is_floor_divide_and_remainder) {
    auto const [quotient, rest] = divmod(to_space({7, -7, 7, -7, 5}), to_space({2, 2, -2, -2, 0}));
    EXPECT_TRUE(equal(quotient, {3, -4, -4, 3, 0}));
    EXPECT_TRUE(equal(rest, {1, 1, -1, -1, 0}));
}

TEST(rounding, integers_pass_unchanged_and_divide_in_float64) {
    auto const i = to_space({7, -7, 0});
    expect_rows(rows(floor(i), ceil(i), trunc(i), rint(i), round(i), sign(i)),
                {{"floor", {7, -7, 0}},
                 {"ceil", {7, -7, 0}},
                 {"trunc", {7, -7, 0}},
                 {"rint", {7, -7, 0}},
                 {"round", {7, -7, 0}},
                 {"sign", {1, -1, 0}}});
    expect_rows(rows(true_divide(i, 2), true_divide(i, 0), copysign(i, -1)),
                {{"true_divide", {3.5, -3.5, 0.0}},
                 {"true_divide by 0", {INFINITY, -INFINITY, NAN}},
                 {"copysign", {-7.0, -7.0, -0.0}}});
    expect_rows(rows(isnan(i), isinf(i), isfinite(i), signbit(i)),
                {{"isnan", {false, false, false}},
                 {"isinf", {false, false, false}},
                 {"isfinite", {true, true, true}},
                 {"signbit", {false, true, false}}});
    EXPECT_TRUE(equal(sign(to_space<std::uint8_t>({0, 200})), {0, 1}));
}

TEST(rounding, extrema_propagate_nan_and_order_zeros) {
    auto const x = to_space({NAN, 1.0f, NAN, -0.0f, 0.0f, -0.0f});
    auto const y = to_space({1.0f, NAN, NAN, 0.0f, -0.0f, -0.0f});
    expect_rows(rows(maximum(x, y), minimum(x, y), fmax(x, y), fmin(x, y)),
                {{"maximum", {NAN, NAN, NAN, 0.0f, 0.0f, -0.0f}},
                 {"minimum", {NAN, NAN, NAN, -0.0f, -0.0f, -0.0f}},
                 {"fmax", {1.0f, 1.0f, NAN, 0.0f, 0.0f, -0.0f}},
                 {"fmin", {1.0f, 1.0f, NAN, -0.0f, -0.0f, -0.0f}}});
}

TEST(rounding, clip) {
    auto const x = to_space({-1.0f, 0.5f, 3.0f, NAN, -0.0f});
    expect_rows(rows(clip(x, 0, 1), clip(x, 2.0, 1.0), clip(x, NAN, 1.0), clip(x, 0.0f, NAN)),
                {{"0, 1", {0.0f, 0.5f, 1.0f, NAN, 0.0f}},
                 {"lo > hi gives hi", {1.0f, 1.0f, 1.0f, NAN, 1.0f}},
                 {"nan low", {NAN, NAN, NAN, NAN, NAN}},
                 {"nan high", {NAN, NAN, NAN, NAN, NAN}}});
    // Bounds may be arrays and broadcast.
    auto const low = to_space(std::vector<float>{0.0f, 1.0f}, tw::extents(2, 1));
    EXPECT_TRUE(equal(clip(x(tw::slice(0, 3)), low, low + 1), {0, 0.5f, 1, 1, 1, 2}));
    auto const some = to_space<float>({-2, 0.5f, NAN, 7});
    EXPECT_TRUE(equal(clip(some, 0, tw::none), values(maximum(some, 0))));
    EXPECT_TRUE(equal(clip(some, tw::none, 1.5f), values(minimum(some, 1.5f))));
    // An integer beyond all that the type holds bounds nothing; one that would leave nothing in it
    // is an error, as NumPy has it.
    auto const bytes = to_space<std::uint8_t>({1, 200});
    EXPECT_TRUE(equal(clip(bytes, -5, 300), values(bytes)));
    EXPECT_TRUE(equal(clip(bytes, tw::none, 256), values(bytes)));
    EXPECT_TRUE(equal(clip(bytes, std::int64_t{-1} << 40, 100), std::vector<std::uint8_t>{1, 100}));
    EXPECT_TRUE(equal(clip(to_space<std::int64_t>({-3, 5}), 0, ~std::uint64_t{0}),
                      std::vector<std::int64_t>{0, 5}));
    EXPECT_TRUE(equal(clip(to_space<std::int8_t>({-128, 127}), -129, 126),
                      std::vector<std::int8_t>{-128, 126}));
    EXPECT_THROW((void)clip(bytes, 256, 300).shape(), tw::value_error);
    EXPECT_THROW((void)clip(bytes, -2, -1).shape(), tw::value_error);
    EXPECT_THROW((void)clip(bytes, 256, tw::none).shape(), tw::value_error);
}

TEST(rounding, where_selects_and_promotes) {
    auto const condition = to_space({true, false, true});
    auto const i = to_space({1, 2, 3});
    auto const f = to_space({0.5f, 1.5f, 2.5f});
    EXPECT_TRUE(equal(where(condition, i, f), {1.0f, 1.5f, 3.0f}));
    EXPECT_TRUE(equal(where(condition, i, -1), {1, -1, 3}));
    EXPECT_TRUE(equal(where(condition, 1.5f, i), {1.5f, 2.0f, 1.5f}));
    EXPECT_TRUE(equal(where(condition, 1, 2.5), {1.0, 2.5, 1.0}));
    // Numbers are conditions too, and NaN is true.
    EXPECT_TRUE(equal(where(to_space({NAN, 0.0f, -0.0f}), i, 0), {1, 0, 0}));
    auto const column = to_space(std::vector<bool>{true, false}, tw::extents(2, 1));
    EXPECT_TRUE(equal(where(column, i, i * 10), {1, 2, 3, 10, 20, 30}));
    EXPECT_THROW((void)where(condition, to_space<std::int8_t>({1, 2, 3}), 128).shape(),
                 tw::value_error);
}

}  // namespace
