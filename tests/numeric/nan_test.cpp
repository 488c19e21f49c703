// SPDX-License-Identifier: MIT
// Reductions and scans without NaN against NumPy.
#include "goldens/nan_reductions.hpp"
#include "support/reductions.hpp"

#include <twill/complex.hpp>
#include <twill/half.hpp>
#include <twill/numeric.hpp>

namespace tw = twill;
using namespace twill_test;

namespace {

template <class Goldens>
struct plain_case;
template <class Case, int... Axes>
struct plain_case<tw::goldens::nan_reduction_goldens<Case, Axes...>>
    : reduction_case<tw::goldens::reduction_goldens<Case, Axes...>> {};

template <class Goldens>
void check_nan_reductions() {
    using C = plain_case<Goldens>;
    using T = typename C::type;
    double const eps = std::numeric_limits<T>::epsilon();
    for (auto const& [layout, x] : C::operands()) {
        SCOPED_TRACE(layout);
        EXPECT_TRUE(within(C::over([](auto const&... a) { return nansum(a...); }, x),
                           to_vector(Goldens::nansum), 3 * eps * C::magnitude()));
        EXPECT_TRUE(within_ulps(C::over([](auto const&... a) { return nanprod(a...); }, x),
                                to_vector(Goldens::nanprod), C::count));
        EXPECT_TRUE(equal(C::over([](auto const&... a) { return nanmin(a...); }, x),
                          to_vector(Goldens::nanmin)));
        EXPECT_TRUE(equal(C::over([](auto const&... a) { return nanmax(a...); }, x),
                          to_vector(Goldens::nanmax)));
        EXPECT_TRUE(equal(C::over([](auto const&... a) { return nanargmin(a...); }, x),
                          to_vector(Goldens::nanargmin)));
        EXPECT_TRUE(equal(C::over([](auto const&... a) { return nanargmax(a...); }, x),
                          to_vector(Goldens::nanargmax)));
        EXPECT_TRUE(within(C::over([](auto const&... a) { return nanmean(a...); }, x),
                           to_vector(Goldens::nanmean), 3 * eps * C::magnitude()));
        EXPECT_TRUE(within_ulps(C::over([](auto const&... a) { return nanvar(a...); }, x),
                                to_vector(Goldens::nanvar), 16));
        EXPECT_TRUE(within_ulps(C::over([](auto const&... a) { return nanstd(a...); }, x),
                                to_vector(Goldens::nanstd), 8));
    }
}

using tw::goldens::float64_nan_3d;
template <int... Axes>
using in_3d = tw::goldens::nan_reduction_goldens<float64_nan_3d, Axes...>;

TEST(nan, as_numpy) {
    check_nan_reductions<in_3d<>>();
    check_nan_reductions<in_3d<0>>();
    check_nan_reductions<in_3d<1>>();
    check_nan_reductions<in_3d<2>>();
    check_nan_reductions<in_3d<0, 1>>();
    check_nan_reductions<in_3d<0, 2>>();
    check_nan_reductions<in_3d<1, 2>>();
}

TEST(nan, none_left) {
    float const nan = NAN;
    auto const m = to_space(std::vector<float>{nan, nan, nan, 2, nan, -1}, tw::extents(2, 3));
    auto const rows = tw::axis<1>;
    EXPECT_TRUE(equal(nansum(m, rows), {0.0f, 1.0f}));
    EXPECT_TRUE(equal(nanprod(m, rows), {1.0f, -2.0f}));
    EXPECT_TRUE(equal(nanmax(m, rows), {nan, 2.0f}));
    EXPECT_TRUE(equal(nanmean(m, rows), {nan, 0.5f}));
    EXPECT_TRUE(equal(nanvar(m, tw::ddof(1), rows), {nan, 4.5f}));
    EXPECT_TRUE(equal(nanvar(m, tw::ddof(3), rows), {nan, nan}));
    EXPECT_TRUE(equal(nanvar(m, rows, tw::ddof(1)), {nan, 4.5f}));
    EXPECT_TRUE(equal(nanstd(m, tw::keepdims, tw::ddof(3), rows), {nan, nan}));
    EXPECT_TRUE(equal(nanargmin(m, rows), {-1, 2}));
    EXPECT_THROW((void)evaluate(nanmax(to_space(std::vector<float>{}))), tw::shape_error);
    // The order of zeros, an infinity's deviation, and as part of a larger expression.
    EXPECT_TRUE(equal(nanmax(to_space({-0.0f, nan, 0.0f})), {0.0f}));
    EXPECT_TRUE(equal(nanmin(to_space({0.0f, nan, -0.0f})), {-0.0f}));
    EXPECT_TRUE(equal(nanvar(to_space({1.0f, INFINITY, nan})), {nan}));
    EXPECT_TRUE(equal(m - nanmean(m, rows, tw::keepdims), {nan, nan, nan, 1.5f, nan, -1.5f}));
}

TEST(nan, other_types) {
    EXPECT_TRUE(equal(nansum(to_space<std::int8_t>({100, 100})), {200}));
    EXPECT_TRUE(equal(nanmax(to_space({3, 7})), {7}));
    EXPECT_TRUE(equal(nanmean(to_space({3, 4})), {3.5}));
    // Means of 16-bit floats do not overflow on the way.
    auto const large = evaluate(tw::cast<tw::float16>(to_space({60000.0f, 60000.0f, NAN})));
    EXPECT_TRUE(equal(tw::cast<float>(nanmean(large)), {60000.0f}));
    EXPECT_TRUE(equal(nansum<double>(to_space({1.0f, 1e-12f, NAN})), {1 + double(1e-12f)}));
}

// Each element is converted first: 2^24 + 1 is not a float.
TEST(nan, a_result_type_can_be_asked_for) {
    auto const x = to_space({16777216.0f, NAN, 1.0f});
    EXPECT_TRUE(equal(tw::nanprod<double>(to_space<double>({16777217.0, NAN, 3.0})), {50331651.0}));
    EXPECT_TRUE(equal(tw::nanmean<double>(x), {8388608.5}));
    EXPECT_TRUE(equal(tw::nanvar<double>(x, tw::axis<0>), {70368735789056.25}));
    EXPECT_TRUE(equal(tw::nanstd<double>(to_space({1.0f, NAN, 3.0f}), tw::ddof(0)), {1.0}));
    EXPECT_TRUE(equal(tw::nanmax<double>(x), {16777216.0}));
    EXPECT_TRUE(equal(tw::nanmin<float>(to_space({3, 7})), {3.0f}));
}

TEST(nan, variances_of_complex_numbers) {
    using C = tw::complex<float>;
    auto const z = to_space<C>({C(1, 2), C(NAN, 1), C(3, -2), C(0, NAN)});
    EXPECT_TRUE(equal(nanvar(z), {5.0f}));
    EXPECT_TRUE(equal(nanvar(z, tw::ddof(1)), {10.0f}));
    EXPECT_TRUE(equal(nanstd(z, tw::axis<0>, tw::keepdims), {std::sqrt(5.0f)}));
}

// A mean far from zero is rounded: what is lost of it may not show in the deviations.
TEST(nan, variances_far_from_zero) {
    using C = tw::complex<float>;
    std::vector<float> x;
    std::vector<C> z;
    std::vector<double> exact;
    for (int i = 0; i < 1000; ++i) {
        float const apart = static_cast<float>(i * 37 % 101) / 16.0f;
        x.push_back(i % 3 == 0 ? NAN : apart + 1e6f);
        z.push_back(i % 3 == 0 ? C(1e6f, NAN) : C(apart + 1e6f, -1e6f - apart));
        exact.push_back(i % 3 == 0 ? NAN : apart);
    }
    double const wanted = tw::item(nanvar(to_space(exact)));
    EXPECT_NEAR(tw::item(nanvar(to_space(x))), wanted, 1e-5 * wanted);
    EXPECT_NEAR(tw::item(nanstd(to_space(x))), std::sqrt(wanted), 1e-5 * wanted);
    EXPECT_NEAR(tw::item(nanvar(to_space(z))), 2 * wanted, 2e-5 * wanted);
}

// NumPy's results.
TEST(nan, under_masks_and_from_values) {
    double const nan = NAN;
    auto const m = to_space(std::vector<double>{1, nan, 3, 4, nan, 2, -1, 5, nan, nan, 7, 0},
                            tw::extents(3, 4));
    auto const mask = to_space(std::vector<bool>{true, true, false, true, false, false, true, true,
                                                 true, true, false, false},
                               tw::extents(3, 4));
    auto const chosen = tw::where(mask);
    auto const rows = tw::axis<1>;
    EXPECT_TRUE(equal(nansum(m, chosen, rows), {5.0, 4.0, 0.0}));
    EXPECT_TRUE(equal(nansum(m, tw::initial(10), chosen), {19.0}));
    EXPECT_TRUE(equal(nansum(m, tw::initial(10.0)), {31.0}));
    // Rounded once, behind the value.
    auto const large = tw::evaluate(cast<tw::float16>(to_space({60000.0f, 60000.0f, NAN})));
    EXPECT_TRUE(equal(cast<float>(nansum(large, tw::initial(-60000))), {60000.0f}));
    EXPECT_TRUE(equal(cast<float>(nanprod(large, tw::initial(0x1p-20))), {3434.0f}));
    EXPECT_TRUE(equal(nanprod(m, 0, chosen, tw::initial(2)), {2.0, 2.0, -2.0, 40.0}));
    EXPECT_TRUE(equal(nanmax(m, chosen, rows, tw::initial(-9)), {4.0, 5.0, -9.0}));
    EXPECT_TRUE(equal(nanmin(m, chosen, tw::axis<0>, tw::initial(3)), {1.0, 3.0, -1.0, 3.0}));
    EXPECT_TRUE(equal(nanmin(m, rows, tw::initial(0.5)), {0.5, -1.0, 0.0}));
    EXPECT_TRUE(equal(nanmax(m, chosen, rows), {4.0, 5.0, nan}));
    EXPECT_TRUE(equal(nanmin(m, chosen), {-1.0}));
    EXPECT_TRUE(equal(nanmean(m, chosen, rows), {2.5, 2.0, nan}));
    EXPECT_TRUE(equal(nanmean(m, tw::keepdims, chosen, 0), {1.0, nan, -1.0, 4.5}));
    EXPECT_TRUE(equal(nanvar(m, chosen, rows), {2.25, 9.0, nan}));
    EXPECT_TRUE(equal(nanvar(m, rows, chosen, tw::ddof(1)), {4.5, 18.0, nan}));
    EXPECT_TRUE(
        equal(nanstd(m, tw::ddof(1), chosen, rows), {std::sqrt(4.5), std::sqrt(18.0), nan}));
    EXPECT_TRUE(equal(nanmax(to_space(std::vector<double>{}), tw::initial(4)), {4.0}));
    EXPECT_THROW((void)evaluate(nansum(m, tw::where(to_space({true, false})))), tw::shape_error);
    // Of what cannot be NaN.
    auto const i = to_space(std::vector<int>{1, 2, 3, 4, 5, 6}, tw::extents(2, 3));
    auto const ends = tw::where(to_space({true, false, true}));
    EXPECT_TRUE(equal(nansum(i, ends, rows), {4, 10}));
    EXPECT_TRUE(equal(nanprod(i, ends, rows), {3, 24}));
    EXPECT_TRUE(equal(nanmax(i, ends, rows, tw::initial(4)), {4, 6}));
    EXPECT_TRUE(equal(nanmean(i, ends, rows), {2.0, 5.0}));
    EXPECT_TRUE(equal(nanvar(i, ends, rows), {1.0, 1.0}));
    // In a type asked for, of 16-bit floats and of complex numbers.
    auto const x = to_space({16777216.0f, NAN, 1.0f, 5.0f});
    EXPECT_TRUE(equal(tw::nansum<double>(x, tw::where(x != 5.0f)), {16777217.0}));
    EXPECT_TRUE(equal(tw::nanprod<int>(x(tw::slice(1)), tw::initial(2)), {10}));
    EXPECT_TRUE(equal(tw::nanmean<double>(x, tw::where(x != 5.0f)), {8388608.5}));
    auto const halves = evaluate(tw::cast<tw::float16>(to_space({1.0f, NAN, 3.0f, 9.0f})));
    EXPECT_TRUE(equal(tw::cast<float>(nanmean(halves, tw::where(x != 5.0f))), {2.0f}));
    using C = tw::complex<float>;
    auto const z = to_space<C>({C(1, 2), C(NAN, 1), C(3, -2), C(9, 9)});
    EXPECT_TRUE(equal(nanmean(z, tw::where(x != 5.0f)), {C(2, 0)}));
}

template <class F>
std::string message_of(F const& f) {
    try {
        f();
    } catch (tw::axis_error const& problem) {
        return problem.what();
    }
    return {};
}
TEST(nan, errors_name_what_was_called) {
    auto const m = to_space(std::vector<float>{1, 2, 3, 4}, tw::extents(2, 2));
    auto const i = evaluate(tw::cast<int>(m));
    auto const chosen = tw::where(m > 1.0f);
    auto names = [&](char const* name, auto const& call) {
        std::string const text =
            message_of([&] { (void)call(m).shape(); }) + message_of([&] { (void)call(i).shape(); });
        std::string const wanted = std::string("twill: ") + name + ": axis 5";
        std::size_t const first = text.find(wanted);
        EXPECT_NE(first, std::string::npos) << text;
        EXPECT_NE(text.find(wanted, first + 1), std::string::npos) << text;
    };
    auto const five = tw::axes(5);
    names("nansum", [&](auto const& x) { return nansum(x, 5); });
    names("nanmax", [&](auto const& x) { return nanmax(x, five); });
    names("nanmean", [&](auto const& x) { return nanmean(x, five); });
    names("nanmean", [&](auto const& x) { return nanmean(x, five, chosen); });
    names("nanvar", [&](auto const& x) { return nanvar(x, 5, tw::keepdims); });
    names("nanstd", [&](auto const& x) { return nanstd(x, tw::ddof(1), five); });
    names("nanmin", [&](auto const& x) { return nanmin(x, five, tw::initial(0)); });
    names("ptp", [&](auto const& x) { return ptp(x, 5); });
    names("average", [&](auto const& x) { return average(x, m, five); });
    names("average", [&](auto const& x) { return tw::average(x, five); });
}

}  // namespace
