// SPDX-License-Identifier: MIT
// Reductions over masks and with initial values against NumPy.
#include "support/indexing.hpp"

#include <cmath>
#include <twill/complex.hpp>
#include <twill/half.hpp>

namespace {

namespace tw = twill;
namespace goldens = twill::goldens::indexing;
using namespace twill_test;
using tw::axis;
using tw::initial;
using tw::keepdims;
using tw::where;

TEST(MaskedReductions, AgreeWithNumPy) {
    indexed_operands const a;
    auto const& x = a.x;
    auto const chosen = where(a.chosen);
    EXPECT_TRUE(is(sum(x, chosen), goldens::sum_all));
    EXPECT_TRUE(is(sum(x, chosen, axis<0>), goldens::sum_0));
    EXPECT_TRUE(is(sum(x, chosen, axis<1>, keepdims), goldens::sum_1));
    EXPECT_TRUE(is(sum(x, where(expand_dims(a.rows, axis<1>)), axis<0>), goldens::sum_rows));
    EXPECT_TRUE(is(sum(x, chosen, initial(10), axis<1>), goldens::sum_initial));
    EXPECT_TRUE(is(prod(x, chosen, axis<0>), goldens::prod_0));
    EXPECT_TRUE(is(prod(x, initial(2), axis<1>), goldens::prod_initial));
    EXPECT_TRUE(is(mean(x, chosen), goldens::mean_all));
    EXPECT_TRUE(is(mean(x, chosen, axis<1>), goldens::mean_1));
    EXPECT_TRUE(is(mean(a.m, where(a.m % 2 == 1), axis<1>), goldens::mean_ints));
    EXPECT_TRUE(is(min(x, chosen, initial(3), axis<1>), goldens::min_1));
    EXPECT_TRUE(is(max(x, where(!a.chosen), initial(-4), axis<0>), goldens::max_0));
    EXPECT_TRUE(is(min(x, initial(-3), axis<0>), goldens::min_initial));
    EXPECT_TRUE(is(max(x(tw::slice(0, 0)), initial(7), axis<0>), goldens::max_initial));
    EXPECT_TRUE(is(any(x > 4.0, chosen, axis<1>), goldens::any_1));
    EXPECT_TRUE(is(all(x > 0.0, chosen, axis<0>), goldens::all_0));
    EXPECT_TRUE(is(count_nonzero(x, chosen, axis<1>), goldens::count_1));
}

TEST(MaskedReductions, OptionsInAnyOrder) {
    indexed_operands const a;
    auto const& x = a.x;
    auto const chosen = where(a.chosen);
    EXPECT_TRUE(is(sum(x, axis<0>, chosen), goldens::sum_0));
    EXPECT_TRUE(is(sum(x, 1, keepdims, chosen), goldens::sum_1));
    EXPECT_TRUE(is(sum(x, axis<1>, initial(10), chosen), goldens::sum_initial));
    EXPECT_TRUE(is(min(x, initial(3), axis<1>, chosen), goldens::min_1));
    EXPECT_TRUE(is(min(x, chosen, axis<1>, initial(3)), goldens::min_1));
    EXPECT_TRUE(is(max(x(tw::slice(0, 0)), axis<0>, initial(7)), goldens::max_initial));
    EXPECT_EQ(values(var(x, axis<1>, tw::ddof(1))), values(var(x, tw::ddof(1), axis<1>)));
    EXPECT_EQ(values(var(x, axis<1>, tw::ddof(1), chosen)),
              values(var(x, chosen, tw::ddof(1), axis<1>)));
    auto const small = to_space<std::int8_t>({1, 2});
    EXPECT_THROW((void)max(small, initial(300)), tw::value_error);
}

// Each element is converted first: 2^24 + 1 is not a float.
TEST(MaskedReductions, AResultTypeCanBeAskedFor) {
    auto const x = to_space({16777216.0f, 1.0f, 5.0f});
    auto const chosen = where(to_space({true, true, false}));
    EXPECT_TRUE(equal(tw::sum<double>(x, chosen), {16777217.0}));
    EXPECT_TRUE(equal(tw::sum<double>(x, axis<0>, keepdims, chosen), {16777217.0}));
    EXPECT_TRUE(equal(tw::sum<double>(x, initial(1)), {16777223.0}));
    EXPECT_TRUE(equal(tw::mean<double>(x, axis<0>, chosen), {8388608.5}));
    EXPECT_TRUE(equal(tw::max<double>(x, initial(0), chosen), {16777216.0}));
    EXPECT_TRUE(equal(tw::var<double>(x, where(x < 6.0f)), {4.0}));
    auto const bytes = to_space<std::uint8_t>({200, 100, 7});
    EXPECT_TRUE(equal(tw::sum<std::uint8_t>(bytes, chosen), {std::uint8_t{44}}));
    EXPECT_TRUE(equal(tw::prod<std::int16_t>(bytes, chosen), {std::int16_t{20000}}));
}

TEST(MaskedReductions, Variances) {
    indexed_operands const a;
    auto const& x = a.x;
    auto const chosen = where(a.chosen);
    EXPECT_TRUE(is(var(x, chosen), goldens::var_all));
    EXPECT_TRUE(is(var(x, chosen, axis<0>), goldens::var_0));
    EXPECT_TRUE(is(var(x, chosen, tw::ddof(1), axis<1>, keepdims), goldens::var_1));
    EXPECT_TRUE(is(stddev(x, chosen, axis<1>), goldens::std_1));
    EXPECT_TRUE(is(stddev(x, chosen, tw::ddof(2)), goldens::std_ddof));
    EXPECT_TRUE(std::isnan(value(var(x, where(x > 99.0)))));
    auto const two = to_space({1.0, 5.0});
    EXPECT_EQ(value(var(two, where(two > 0.0), tw::ddof(2))), INFINITY);
    EXPECT_TRUE(std::isnan(value(var(two * 0.0, where(two > 0.0), tw::ddof(2)))));
}

// A mean far from zero is rounded: what is lost of it may not show in the deviations.
TEST(MaskedReductions, VariancesFarFromZero) {
    using C = tw::complex<float>;
    std::vector<float> real;
    std::vector<C> numbers;
    std::vector<double> apart;
    for (int i = 0; i < 1000; ++i) {
        float const own = static_cast<float>(i * 37 % 101) / 16.0f;
        real.push_back(own + 1e6f);
        numbers.push_back(C(own + 1e6f, -1e6f - own));
        apart.push_back(own);
    }
    auto const exact = to_space(apart);
    auto const x = to_space(real);
    auto const mask = tw::evaluate<space>(tw::arange<int>(1000) % 3 != 0);
    double const wanted = tw::item(var(exact, where(mask)));
    EXPECT_NEAR(tw::item(var(x, where(mask))), wanted, 1e-5 * wanted);
    EXPECT_NEAR(tw::item(stddev(x, where(mask))), std::sqrt(wanted), 1e-5 * wanted);
    EXPECT_NEAR(tw::item(var(to_space(numbers), where(mask))), 2 * wanted, 2e-5 * wanted);
    auto rows = [](auto const& v) { return reshape(v, 2, 500); };
    auto const of_rows = values(var(rows(exact), where(rows(mask)), axis<1>));
    auto const by_rows = values(var(rows(x), where(rows(mask)), axis<1>));
    auto const by_columns = values(var(transpose(rows(x)), where(transpose(rows(mask))), axis<0>));
    for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_NEAR(by_rows[k], of_rows[k], 1e-5 * of_rows[k]);
        EXPECT_NEAR(by_columns[k], of_rows[k], 1e-5 * of_rows[k]);
    }
}

TEST(MaskedReductions, OfWhatIsNotChosenNothingIsSeen) {
    auto const x = to_space<double>({1.0, std::nan(""), 3.0, static_cast<double>(INFINITY)});
    auto const there = to_space<bool>({true, false, true, false});
    EXPECT_EQ(value(sum(x, where(there))), 4);
    EXPECT_EQ(value(mean(x, where(there))), 2);
    EXPECT_EQ(value(var(x, where(there))), 1);
    EXPECT_EQ(value(max(x, where(there), initial(0))), 3);
    EXPECT_TRUE(std::isnan(value(max(x, where(!there), initial(0)))));
    auto const halves = to_space<tw::float16>({tw::float16(1.0f), tw::float16(5.0f)});
    EXPECT_EQ(static_cast<float>(value(max(halves, where(halves < tw::float16(2.0f)), initial(0)))),
              1);
}

TEST(MaskedReductions, AMaskDoesNotStretchTheElements) {
    auto const row = to_space(std::vector<int>{0, 1, 2}, tw::extents(1, 3));
    auto const two = to_space<int>({1, 1, 1, 1, 1, 1});
    auto const mask = reshape(two, 2, 3) > 0;
    EXPECT_THROW((void)sum(row, where(mask)), tw::shape_error);
    EXPECT_THROW((void)mean(row, where(mask)), tw::shape_error);
    EXPECT_THROW((void)var(row, where(mask)), tw::shape_error);
    EXPECT_THROW((void)max(row, where(mask), initial(0)), tw::shape_error);
    EXPECT_THROW((void)count_nonzero(two, where(row(0) > 0)), tw::shape_error);
    EXPECT_EQ(value(sum(reshape(two, 2, 3), where(row > 0))), 4);
}

// Nothing asks for how many there are: the mask is an operand of the reduction.
TEST(MaskedReductions, OfWhatAMaskChooses) {
    indexed_operands const a;
    EXPECT_TRUE(is(sum(a.x(a.chosen)), goldens::sum_all));
    EXPECT_TRUE(is(mean(a.x(a.chosen)), goldens::mean_all));
    EXPECT_TRUE(is(var(a.x(a.chosen)), goldens::var_all));
    EXPECT_EQ(tw::explain(sum(a.x(a.chosen))).bytes_read, 12 * 8 + 12);
    EXPECT_EQ(value(count_nonzero(a.m(a.m > 3))), 8);
    EXPECT_TRUE(value(all(a.m(a.m > 3) > 3)));
    EXPECT_TRUE(value(any(a.m(a.m > 3))));
    EXPECT_THROW((void)sum(a.m(a.m(tw::slice(0, 2)) > 3)), tw::shape_error);
}

// Sums and counts beyond what 16 bits hold, rounded once at the end.
TEST(MaskedReductions, Of16BitFloatsAreSummedInFloat32) {
    auto const number = [](auto const& x) { return static_cast<float>(value(x)); };
    std::vector<tw::float16> pairs(100000, tw::float16(0.0f));
    for (std::size_t i = 1; i < pairs.size(); i += 2)
        pairs[i] = tw::float16(2.0f);
    auto const x = to_space(pairs);
    auto const all = x >= tw::float16(0.0f);
    EXPECT_EQ(number(mean(x, where(all))), 1);
    EXPECT_EQ(number(mean(x(all))), 1);
    EXPECT_EQ(number(var(x, where(all))), 1);
    EXPECT_EQ(number(stddev(x, where(all))), 1);
    EXPECT_EQ(number(stddev(x, where(all), tw::ddof(50000))), 1.4140625f);
    auto const large = to_space(std::vector<tw::float16>(100, tw::float16(60000.0f)));
    EXPECT_EQ(number(mean(large, where(large > tw::float16(0.0f)))), 60000);
    auto const threes = to_space(std::vector<tw::bfloat16>(259, tw::bfloat16(3.0f)));
    EXPECT_EQ(number(mean(threes, where(threes > tw::bfloat16(0.0f)))), 3);
    EXPECT_TRUE((std::is_same_v<decltype(value(mean(x, where(all)))), tw::float16>));
    EXPECT_TRUE((std::is_same_v<decltype(value(var(x, where(all)))), tw::float16>));
}

TEST(MaskedReductions, OfHalvesAtIndicesThatAreComputed) {
    auto const x = to_space<tw::float16>({tw::float16(1.0f), tw::float16(2.0f), tw::float16(4.0f)});
    auto const place = to_space<float>({2.5f, 0.5f, 2.0f});
    EXPECT_EQ(static_cast<float>(value(sum(x(tw::cast<int>(floor(place)))))), 9);
}

// Sums of 16-bit floats and the value that they begin with are rounded together.
TEST(MaskedReductions, InitialValuesOfHalvesAreRoundedOnce) {
    auto const x = tw::evaluate(tw::cast<tw::float16>(to_space({60000.0f, 60000.0f, 1.0f})));
    auto const all = tw::where(to_space(std::vector<bool>{true, true, false}));
    EXPECT_TRUE(equal(tw::cast<float>(sum(x, initial(-60000))), {60000.0f}));
    EXPECT_TRUE(equal(tw::cast<float>(sum(x, all, initial(-60000))), {60000.0f}));
    EXPECT_TRUE(equal(tw::cast<float>(prod(x, initial(0x1p-20))), {3434.0f}));
    EXPECT_TRUE(equal(tw::cast<float>(prod(x, all, initial(0x1p-20))), {3434.0f}));
}

}  // namespace
