// SPDX-License-Identifier: MIT
// diff, trapezoid, gradient, average, ptp, cov, corrcoef against NumPy.
#include "goldens/numeric.hpp"
#include "support/testing.hpp"

#include <twill/complex.hpp>
#include <twill/half.hpp>
#include <twill/numeric.hpp>
#if defined(__CUDACC__)
#include <twill/reduce.cuh>
#endif

namespace tw = twill;
namespace g = tw::goldens::numeric;
using namespace twill_test;

namespace {

/// NumPy's values within some roundings of the elements they are made of.
template <class X, std::size_t N>
::testing::AssertionResult near(X const& x, double const (&expected)[N], double within = 1e-14) {
    return compare(values(x), to_vector(expected), [=](double a, double b) {
        return std::abs(a - b) <= within * (8 + std::abs(b));
    });
}
template <class X>
bool all_are(X const& x, double expected) {
    for (auto const v : values(x))
        if (std::abs(static_cast<double>(v) - expected) > 1e-12)
            return false;
    return true;
}
array<double, 2> matrix() { return to_space(to_vector(g::m), tw::extents(4, 7)); }

TEST(differences, diff) {
    auto const m = matrix();
    EXPECT_TRUE(near(diff(m), g::diff));
    EXPECT_TRUE(near(diff(m, tw::axis<0>), g::diff_0));
    EXPECT_TRUE(near(diff(m, tw::axes(0)), g::diff_0));
    EXPECT_TRUE(near(tw::diff<3>(m), g::diff_3));
    EXPECT_TRUE(near(transpose(diff(transpose(m), tw::axes(-1))), g::diff_0));
    EXPECT_TRUE(equal(diff(to_space<std::uint8_t>({3, 1, 2})), {254, 1}));
    EXPECT_TRUE(equal(diff(to_space({1.0f})), {}));
    EXPECT_TRUE(equal(diff(to_space({1.0f}) * 2.0f), {}));
    EXPECT_THROW((void)diff(m, tw::axes(2)), tw::axis_error);
}

TEST(differences, diff_of_bools) {
    auto const b = evaluate(to_space({1, 1, 0}) == 1);
    EXPECT_TRUE(equal(diff(b), {false, true}));
}

TEST(differences, of_all_elements) {
    auto const m = matrix();
    EXPECT_TRUE(near(tw::ediff1d(m), g::ediff1d));
    EXPECT_TRUE(near(tw::ediff1d(m * 2.0) * 0.5, g::ediff1d));
    EXPECT_TRUE(equal(tw::ediff1d(transpose(counted(tw::extents(2, 3)))), {3, -2, 3, -2, 3}));
    EXPECT_TRUE(equal(tw::ediff1d(to_space({1, 4, 2})), {3, -2}));
}

TEST(differences, trim_zeros) {
    auto const x = to_space({0.0f, -0.0f, NAN, 0.0f, 3.0f, 0.0f});
    EXPECT_TRUE(equal(tw::trim_zeros(x), {NAN, 0.0f, 3.0f}));
    EXPECT_TRUE(equal(tw::trim_zeros(x, tw::trim::front), {NAN, 0.0f, 3.0f, 0.0f}));
    EXPECT_TRUE(equal(tw::trim_zeros(x, tw::trim::back), {0.0f, -0.0f, NAN, 0.0f, 3.0f}));
    EXPECT_TRUE(equal(tw::trim_zeros(to_space({0, 0})), {}));
    EXPECT_TRUE(equal(tw::trim_zeros(to_space({0, 0}), tw::trim::back), {}));
    EXPECT_TRUE(equal(tw::trim_zeros(to_space(std::vector<int>{})), {}));
    auto own = to_space({0, 1, 2, 0});
    tw::trim_zeros(own(tw::slice(tw::none, tw::none, -1))) = 5;
    EXPECT_TRUE(equal(own, {0, 5, 5, 0}));
}

TEST(differences, trapezoid) {
    auto const m = matrix();
    EXPECT_TRUE(near(trapezoid(m, 0.5), g::trapezoid));
    EXPECT_TRUE(near(trapezoid(m, 1.0, tw::axis<0>), g::trapezoid_0));
    EXPECT_TRUE(near(trapezoid(m, tw::axis<0>), g::trapezoid_0));
    EXPECT_TRUE(near(trapezoid(m, tw::axes(-2)), g::trapezoid_0));
    EXPECT_TRUE(near(trapezoid(m, to_space(g::v)), g::trapezoid_x));
    EXPECT_TRUE(near(trapezoid(m, to_space(g::v), tw::axis<1>), g::trapezoid_x));
    EXPECT_TRUE(near(trapezoid(m, to_space({0.0, 1.0, 3.0, 3.5}), 0), g::trapezoid_x0));
    EXPECT_TRUE(equal(trapezoid(to_space({1, 2, 4})), {4.5}));
    EXPECT_TRUE(equal(trapezoid(to_space({7.0f})), {0.0f}));
    EXPECT_THROW((void)evaluate(trapezoid(m, to_space({1.0, 2.0}))), tw::shape_error);
}

TEST(differences, gradient) {
    auto const m = matrix();
    EXPECT_TRUE(near(gradient(m, 0.5, 1), g::gradient));
    EXPECT_TRUE(near(gradient(m, 2.0, tw::axis<1>, tw::edge_order<2>), g::gradient_ends));
    EXPECT_TRUE(near(gradient(m, to_space(g::v), tw::axis<1>), g::gradient_x));
    EXPECT_TRUE(near(gradient(m, tw::axis<1>) * 2.0, g::gradient));
    auto const [down, across] = gradient(m);
    EXPECT_TRUE(near(down, g::gradient_0));
    EXPECT_TRUE(near(across * 2.0, g::gradient));
    // Of a view, of an expression, in place.
    EXPECT_TRUE(near(transpose(gradient(transpose(m), 0.5, tw::axis<0>)), g::gradient));
    EXPECT_TRUE(near(gradient(m * 2.0, 1.0, tw::axis<-1>), g::gradient));
    array<double, 2> own = matrix();
    own = gradient(own, 0.5, 1);
    EXPECT_TRUE(near(own, g::gradient));
    EXPECT_TRUE(equal(gradient(to_space({1, 4})), {3.0, 3.0}));
    EXPECT_TRUE(equal(gradient(to_space({1.0f, 4.0f, 9.0f}), 1.0, 0, tw::edge_order<2>),
                      {2.0f, 4.0f, 6.0f}));
    own(tw::full_extent, tw::slice(tw::none, tw::none, -1)) = gradient(matrix(), 0.5, tw::axis<1>);
    EXPECT_TRUE(near(own(tw::full_extent, tw::slice(tw::none, tw::none, -1)), g::gradient));
    EXPECT_THROW((void)gradient(to_space({1.0})), tw::shape_error);
    EXPECT_THROW((void)gradient(m, 1.0, 2), tw::axis_error);
    EXPECT_THROW((void)gradient(m, to_space({1.0, 2.0}), 1), tw::shape_error);
}

TEST(differences, gradient_along_every_axis) {
    auto const m = matrix();
    auto const rows = to_space({0.0, 1.0, 3.0, 3.5});
    auto const columns = to_space(g::v);
    EXPECT_TRUE(near(gradient(m, columns, 1, tw::edge_order<2>), g::gradient_x_ends));
    EXPECT_TRUE(near(gradient(rows, rows, tw::edge_order<2>), {1.0, 1.0, 1.0, 1.0}));
    auto const [down, across] = gradient(m, rows, columns);
    EXPECT_TRUE(near(down, g::gradient_y));
    EXPECT_TRUE(near(across, g::gradient_x));
    auto const [steep, flat] = gradient(m, 2, 0.5);
    EXPECT_TRUE(near(steep * 2.0, g::gradient_0));
    EXPECT_TRUE(near(flat, g::gradient));
    auto const [ends_down, ends_across] = gradient(m, 2.0, tw::edge_order<2>);
    EXPECT_TRUE(near(ends_down, g::gradient_ends_0));
    EXPECT_TRUE(near(ends_across, g::gradient_ends));
    auto const [mixed, at_places] = gradient(m, 1.0, columns, tw::edge_order<2>);
    EXPECT_TRUE(near(mixed * 0.5, g::gradient_ends_0));
    EXPECT_TRUE(near(at_places, g::gradient_x_ends));
    auto const t = counted(tw::extents(2, 3, 4));
    auto const [a, b, c] = gradient(t, 1, 2.0, 0.5f);
    EXPECT_TRUE(all_are(a, 12.0) && all_are(b, 2.0) && all_are(c, 2.0));
    // Unsigned places that fall, and places whose distance is no int32.
    auto const falling = to_space(std::vector<std::uint32_t>{9, 7, 3, 1});
    EXPECT_TRUE(near(gradient(to_space({9.0, 7.0, 3.0, 1.0}), falling, 0), {1.0, 1.0, 1.0, 1.0}));
    auto const wide = to_space(std::vector<std::int32_t>{-2000000000, 0, 2000000000});
    EXPECT_TRUE(near(gradient(to_space({-2e9, 0.0, 2e9}), wide, 0), {1.0, 1.0, 1.0}));
    EXPECT_THROW((void)gradient(m, rows, rows), tw::shape_error);
    EXPECT_THROW((void)gradient(to_space({1.0, 2.0}), 1.0, tw::edge_order<2>), tw::shape_error);
}

TEST(differences, gradient_of_constants_is_zero) {
    auto const ones = to_space({1.0, 1.0, 1.0});
    auto const places = to_space({0.0, 1.0, 2.0});
    auto const positive = [](auto const& slopes) {
        for (double const d : values(slopes))
            if (d != 0 || std::signbit(d))
                return false;
        return true;
    };
    EXPECT_TRUE(positive(gradient(ones)));
    EXPECT_TRUE(positive(gradient(ones, 1.0, 0, tw::edge_order<2>)));
    EXPECT_TRUE(positive(gradient(ones, places, 0)));
    EXPECT_TRUE(positive(gradient(ones, places, 0, tw::edge_order<2>)));
}

TEST(differences, average) {
    auto const m = matrix();
    auto const w = to_space(g::w);
    EXPECT_TRUE(near(average(m, w, tw::axis<1>), g::average));
    EXPECT_TRUE(near(average(m, to_space({1.0, 2.5, 3.0, 1.25}), 0), g::average_0));
    EXPECT_TRUE(near(average(m, tw::axis<1>, tw::weights(w)), g::average));
    EXPECT_TRUE(near(average(m, 0, tw::weights(to_space({1.0, 2.5, 3.0, 1.25}))), g::average_0));
    auto const kept = average(m, tw::axis<1>, tw::keepdims, tw::weights(w));
    EXPECT_TRUE(near(kept, g::average));
    EXPECT_EQ(kept.shape()[1], 1);
    EXPECT_EQ(value(average(m, tw::weights(m * 0 + 1.0))), value(average(m, m * 0 + 1.0)));
    EXPECT_TRUE(near(average(m, abs(m)), g::average_full));
    EXPECT_THROW((void)average(m, to_space({2.0}), tw::axis<1>), tw::shape_error);
    EXPECT_THROW((void)average(m, to_space({2.0, 1.0}), tw::axis<0>), tw::shape_error);
    EXPECT_TRUE(equal(average(to_space({1, 2, 6})), {3.0}));
    EXPECT_TRUE(equal(average(to_space({1.0f, 5.0f}), to_space({3.0f, 1.0f})), {2.0f}));
    EXPECT_TRUE(equal(ptp(to_space({3, -4, 9})), {13}));
    EXPECT_TRUE(equal(tw::mean<double>(to_space({1.0f, 2.0f})), {1.5}));
}

TEST(differences, covariance) {
    auto const m = matrix();
    EXPECT_TRUE(near(cov(m), g::cov));
    EXPECT_TRUE(near(cov(m, tw::ddof(0)), g::cov_0));
    EXPECT_TRUE(near(cov(m(0), m(1)), g::cov_two));
    for (bool const scaled : {false, true}) {
        auto const five = to_space({1.0, 2.0, 3.0, 4.0, 5.0}), two = to_space({1.0, 2.0});
        try {
            scaled ? (void)corrcoef(five, two) : (void)cov(five, two);
            FAIL() << "five observations and two";
        } catch (tw::shape_error const& e) {
            std::string const name = scaled ? "corrcoef" : "cov";
            EXPECT_EQ(std::string(e.what()).find("twill: " + name + ": 5 observations"), 0u)
                << e.what();
        }
    }
    EXPECT_TRUE(near(corrcoef(m), g::corrcoef));
    EXPECT_THROW((void)cov(m(0), to_space({1.0})), tw::shape_error);
    EXPECT_TRUE(
        equal(cov(to_space(std::vector<int>{4, 5}, tw::extents(2, 1))), {NAN, NAN, NAN, NAN}));
}

TEST(differences, covariance_of_long_rows) {
    tw::index_t const n = 400001;
    array<double, 2> wide(3, n);
    wide(0) = sin(tw::arange<double>(n) * 0.1) + 1000.0;
    wide(1) = cos(tw::arange<double>(n) * 0.3) * 3.0 + wide(0);
    wide(2) = tw::arange<double>(n) % 7.0;
    array<float, 2> const x = tw::cast<float>(wide);
    auto const got = values(cov(x)), pairs = values(corrcoef(x));
    auto const want = values(cov(tw::cast<double>(x)));
    for (std::size_t i = 0; i < 9; ++i) {
        double const size = std::sqrt(want[i / 3 * 4] * want[i % 3 * 4]);
        EXPECT_NEAR(got[i], want[i], (on_device ? 1e-6 : 1e-7) * size) << i;
        EXPECT_NEAR(pairs[i], want[i] / size, 1e-6) << i;
    }
}
TEST(differences, covariance_of_half_floats) {
    // A mean of 1000.25, which float16 does not hold; products whose sum is beyond its 65504.
    std::vector<float> const rows = {999.5f, 1000.0f, 1000.5f, 1001.0f, 3.0f, 1.0f, 2.0f, 6.0f};
    auto const x = tw::evaluate(tw::cast<tw::float16>(to_space(rows, tw::extents(2, 4))));
    auto const c = cov(x);
    static_assert(std::is_same_v<tw::detail::value_of<decltype(c)>, tw::float16>);
    EXPECT_TRUE(near(tw::cast<double>(c), {0.4166667, 0.8333333, 0.8333333, 4.6666667}, 0x1p-10));
    auto const r = corrcoef(x);
    static_assert(std::is_same_v<tw::detail::value_of<decltype(r)>, tw::float16>);
    EXPECT_TRUE(near(tw::cast<double>(r), {1.0, 0.5976143, 0.5976143, 1.0}, 0x1p-10));
    auto const far = tw::evaluate(tw::cast<tw::float16>(to_space({-400.0f, 400.0f, 0.0f})));
    EXPECT_TRUE(near(tw::cast<double>(corrcoef(far, far)), {1, 1, 1, 1}, 0x1p-10));
}

TEST(differences, covariance_with_weights) {
    auto const m = matrix();
    auto const f = tw::fweights(to_space(g::often));
    auto const a = tw::aweights(to_space(g::worth));
    EXPECT_TRUE(near(cov(m, f), g::cov_often));
    EXPECT_TRUE(near(cov(m, a), g::cov_worth));
    EXPECT_TRUE(near(cov(m, f, a), g::cov_both));
    EXPECT_TRUE(near(cov(m, tw::ddof(0), a, f), g::cov_both_0));
    EXPECT_TRUE(near(cov(m, a, tw::ddof(2), f), g::cov_both_2));
    EXPECT_TRUE(near(cov(m(0), m(1), f, a), g::cov_two_both));
    EXPECT_TRUE(near(cov(m(0), f, a), g::var_both));
    array<tw::complex<double>, 2> turned(2, 7);
    real(turned) = m(tw::slice(0, 2));
    imag(turned) = m(tw::slice(2, 4));
    auto const c = tw::evaluate(cov(turned, f, a));
    EXPECT_TRUE(near(real(c), g::cov_turned_real));
    EXPECT_TRUE(near(imag(c), g::cov_turned_imag));
    EXPECT_NEAR(value(cov(turned(0), f, a)), g::cov_turned_real[0], 1e-13);
    // Of expressions; float32 stays float32 beside integers.
    EXPECT_TRUE(near(cov(m * 2.0, tw::aweights(to_space(g::worth) * 4.0)) * 0.25, g::cov_worth));
    auto const narrow = cov(tw::cast<float>(m), f);
    static_assert(std::is_same_v<element_t<decltype(narrow)>, float>);
    EXPECT_NEAR(values(narrow)[1], g::cov_often[1], 1e-5);
    // As many observations as weights say, of a type that cannot be negative.
    auto const twice = to_space(std::vector<std::uint8_t>{2, 1});
    EXPECT_TRUE(near(cov(to_space({1.0, 4.0}), tw::fweights(twice)), {3.0}));
    EXPECT_TRUE(near(cov(to_space({1, 4}), tw::fweights(twice), tw::ddof(0)), {2.0}));
    // None left, and none at all.
    EXPECT_TRUE(equal(cov(to_space({1.0, 4.0}), tw::fweights(to_space({1, 0}))), {NAN}));
    EXPECT_TRUE(equal(cov(to_space({1.0, 4.0}), tw::aweights(to_space({0.0, 0.0}))), {NAN}));
}

TEST(differences, covariance_with_wrong_weights) {
    auto const m = matrix();
    EXPECT_THROW((void)cov(m, tw::fweights(to_space({1, 2, 3}))), tw::shape_error);
    EXPECT_THROW((void)cov(m(0), tw::aweights(to_space({1.0}))), tw::shape_error);
    try {
        (void)cov(m, tw::aweights(to_space({1.0, 2.0, -0.5, 0.0, 1.0, 1.0, 1.0})));
        FAIL() << "a negative weight";
    } catch (tw::value_error const& e) {
        std::string const text = e.what();
        EXPECT_NE(text.find("cov: aweights of -0.5: weights are not negative"), std::string::npos)
            << text;
        EXPECT_NE(text.find("differences_test.cpp:"), std::string::npos) << text;
    }
    EXPECT_THROW((void)cov(m(0), tw::fweights(to_space({1, 2, 3, -1, 0, 0, 1}))), tw::value_error);
}

}  // namespace
