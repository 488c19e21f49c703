// SPDX-License-Identifier: MIT
// The element-wise functions of <twill/numeric.hpp> against NumPy.
#include "goldens/numeric.hpp"
#include "support/rows.hpp"

#include <twill/complex.hpp>
#include <twill/half.hpp>
#include <twill/numeric.hpp>

namespace tw = twill;
namespace g = tw::goldens::numeric;
using namespace twill_test;

namespace {

TEST(numeric_elementwise, two_operands_as_numpy) {
    auto const x = to_space(g::x);
    auto const y = to_space(g::y);
    expect_rows(rows(heaviside(x, y), tw::nextafter(x, y), logaddexp2(x, y)),
                {{"heaviside", to_vector(g::heaviside)},
                 {"nextafter", to_vector(g::nextafter)},
                 {"logaddexp2", to_vector(g::logaddexp2), 4}});
}

TEST(numeric_elementwise, one_operand_as_numpy) {
    auto const x = to_space(g::x);
    auto const [fraction, exponent] = frexp(x);
    auto const [behind, before] = modf(x);
    expect_rows(rows(fraction, tw::cast<double>(exponent), ldexp(fraction, exponent), behind,
                     before, nan_to_num(x), nan_to_num(x, -1, 8, 9), round(x, 2), round(x, -1)),
                {{"frexp", to_vector(g::frexp_fraction)},
                 {"exponent",
                  std::vector<double>(std::begin(g::frexp_exponent), std::end(g::frexp_exponent))},
                 {"ldexp", to_vector(g::x)},
                 {"fraction", to_vector(g::modf_fraction)},
                 {"whole", to_vector(g::modf_whole)},
                 {"nan_to_num", to_vector(g::nan_to_num)},
                 {"nan_to_num given", to_vector(g::nan_to_num_given)},
                 {"round 2", to_vector(g::round_2), 1},
                 {"round -1", to_vector(g::round_minus_1), 1}});
    EXPECT_TRUE(within_ulps(sinc(to_space(g::sinc_x)), to_vector(g::sinc), 4));
    EXPECT_TRUE(within_ulps(tw::i0(to_space(g::i0_x)), to_vector(g::i0), 12));
    EXPECT_TRUE(within_ulps(tw::i0(to_space({0, -2})), {1.0, 2.2795853023360673}, 4));
    // NumPy overflows with exp(x), before the result does, and has NaN at infinity.
    EXPECT_TRUE(within_ulps(tw::i0(to_space<double>({713.0, 720.0, -INFINITY})),
                            {6.7051282636709964e+307, INFINITY, INFINITY}, 200));
}

// Signs of zeros as NumPy's: they say on which side of a branch cut a number is.
TEST(numeric_elementwise, reciprocals_of_complex_numbers) {
    using z = tw::complex<double>;
    auto const x = to_space(std::vector<z>{{-2, -0.0}, {2, 0}, {3, 4}, {INFINITY, 1}, {0, -4}});
    auto const r = reciprocal(x);
    EXPECT_TRUE(equal(real(r), {-0.5, 0.5, 0.12, 0.0, 0.0}));
    EXPECT_TRUE(equal(imag(r), {0.0, -0.0, -0.16, -0.0, 0.25}));
}

TEST(numeric_elementwise, integers) {
    auto const i = to_space(g::i);
    auto const j = to_space(g::j);
    auto const n = tw::slice(tw::none, std::size(g::gcd));
    auto const k = tw::slice(tw::none, std::size(g::lcm));
    EXPECT_TRUE(equal(gcd(i(n), j(n)), to_vector(g::gcd)));
    EXPECT_TRUE(equal(lcm(i(k), j(k)), to_vector(g::lcm)));
    EXPECT_TRUE(equal(bit_count(i), to_vector(g::bit_count)));
    // The lowest number has no absolute value of its type.
    auto const lowest = to_space({INT64_MIN, INT64_MIN / 2});
    EXPECT_TRUE(equal(gcd(lowest, to_space<std::int64_t>({6, -12})), {2, 4}));
    EXPECT_TRUE(equal(lcm(lowest, to_space<std::int64_t>({1, 2})), {INT64_MIN, -(INT64_MIN / 2)}));
    EXPECT_TRUE(equal(bit_count(lowest), {1, 1}));
    EXPECT_TRUE(equal(round(i, -1), to_vector(g::round_i)));
    EXPECT_TRUE(equal(round(i, 3), to_vector(g::i)));
    EXPECT_TRUE(
        within_ulps(float_power(i(tw::slice(1, 4)), -2), {1.0 / 144, 1.0 / 324, 1.0 / 1225}, 2));
}

TEST(numeric_elementwise, types_and_extremes) {
    static_assert(std::is_same_v<element_t<decltype(sinc(to_space({1.0f})))>, float>);
    static_assert(std::is_same_v<element_t<decltype(sinc(to_space({1})))>, double>);
    auto const f = to_space({1.0f, 3e38f, -2.5f});
    // Multiples that no number comes near.
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::lowest();
    auto const wide = to_space({least, std::int64_t{3}});
    EXPECT_TRUE(equal(round(wide, -18), {-9000000000000000000, 0}));
    EXPECT_TRUE(equal(round(wide, -20), {0, 0}));
    // The power of ten is rounded once.
    EXPECT_TRUE(equal(round(to_space({2.7559113e-14f}), 25), {2.7559115e-14f}));
    EXPECT_TRUE(equal(tw::i0(to_space({1e308, 3e307})), {INFINITY, INFINITY}));
    EXPECT_TRUE(equal(round(wide, -400), {0, 0}));
    auto const far = to_space({1.7e308, -2.0, std::numeric_limits<double>::infinity()});
    EXPECT_TRUE(equal(round(far, -400), {0.0, -0.0, std::numeric_limits<double>::infinity()}));
    EXPECT_TRUE(equal(round(f, 10), {1.0f, 3e38f, -2.5f}));  // the product overflows
    EXPECT_TRUE(equal(tw::nextafter(f, INFINITY), {1.00000012f, 3.00000017e38f, -2.49999976f}));
    EXPECT_TRUE(equal(tw::isposinf(to_space({INFINITY, -INFINITY, 0.0f})), {true, false, false}));
    EXPECT_TRUE(equal(tw::isneginf(to_space({INFINITY, -INFINITY, 0.0f})), {false, true, false}));
    EXPECT_TRUE(equal(ldexp(to_space({1.0, 0.0, -3.0}), 2147483647), {INFINITY, 0.0, -INFINITY}));
    // A 16-bit float's neighbour, not a float32's.
    auto const h = evaluate(tw::cast<tw::float16>(to_space({1.0f, -1.0f, 0.0f, 65504.0f})));
    EXPECT_TRUE(equal(tw::cast<float>(tw::nextafter(h, INFINITY)),
                      {1.0009765625f, -0.99951171875f, 5.9604644775390625e-8f, INFINITY}));
}

}  // namespace
