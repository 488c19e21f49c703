// SPDX-License-Identifier: MIT
// interp, convolve, correlate and windows against NumPy.
#include "goldens/numeric.hpp"
#include "support/testing.hpp"

#include <twill/half.hpp>
#include <twill/numeric.hpp>

namespace tw = twill;
namespace g = tw::goldens::numeric;
using namespace twill_test;

namespace {

template <class X, std::size_t N>
::testing::AssertionResult near(X const& x, double const (&expected)[N]) {
    return compare(values(x), to_vector(expected), [](double a, double b) {
        return same(a, b) || std::abs(a - b) <= 1e-14 * (8 + std::abs(b));
    });
}

TEST(signal, interp) {
    auto const at = to_space(g::at);
    auto const places = to_space(g::v);
    auto const heights = to_space(g::w);
    EXPECT_TRUE(near(interp(at, places, heights), g::interp));
    EXPECT_TRUE(near(interp(at, places, heights, -9, 99), g::interp_ends));
    // Any shape, operands that are expressions, inside an expression, in place.
    auto const column = to_space(to_vector(g::at), tw::extents(12, 1));
    EXPECT_TRUE(near(interp(column * 1.0, places + 0.0, heights + 0.0) * 1.0, g::interp));
    array<double> own = to_space(g::at);
    own = interp(own, places, heights);
    EXPECT_TRUE(near(own, g::interp));
    EXPECT_TRUE(
        equal(interp(to_space({2.0f}), to_space({1.0f, 3.0f}), to_space({10, 20})), {15.0}));
#if !defined(__CUDACC__)
    EXPECT_TRUE(equal(interp(to_space({0.5, 1.5, -1.0, 9.0}), {0, 1, 2}, {0, 10, 40}),
                      {5.0, 25.0, 0.0, 40.0}));
    EXPECT_TRUE(equal(interp({0.5, 9}, to_space({0, 1}), to_space({0, 10})), {5.0, 10.0}));
#endif
    EXPECT_THROW((void)interp(at, places, at), tw::shape_error);
    EXPECT_THROW((void)interp(at, to_space(std::vector<double>{}), to_space(std::vector<double>{})),
                 tw::shape_error);
}

TEST(signal, interp_between_infinite_values) {
    auto const at = to_space({0.5});
    auto const places = to_space({0.0, 1.0});
    double const inf = INFINITY;
    EXPECT_TRUE(equal(interp(at, places, to_space({inf, inf})), {inf}));
    EXPECT_TRUE(equal(interp(at, places, to_space({-inf, 0.0})), {-inf}));
    EXPECT_TRUE(equal(interp(at, places, to_space({0.0, -inf})), {-inf}));
    EXPECT_TRUE(equal(interp(at, places, to_space({-inf, inf})), {NAN}));
    EXPECT_TRUE(equal(interp(at, places, to_space({2.0, std::nan("")})), {NAN}));
}

TEST(signal, windows) {
    EXPECT_TRUE(near(tw::bartlett(1), g::bartlett_1));
    EXPECT_TRUE(near(tw::bartlett(2), g::bartlett_2));
    EXPECT_TRUE(near(tw::bartlett(7), g::bartlett_7));
    EXPECT_TRUE(near(tw::bartlett(8), g::bartlett_8));
    EXPECT_TRUE(near(tw::blackman(1), g::blackman_1));
    EXPECT_TRUE(near(tw::blackman(2), g::blackman_2));
    EXPECT_TRUE(near(tw::blackman(7), g::blackman_7));
    EXPECT_TRUE(near(tw::blackman(8), g::blackman_8));
    EXPECT_TRUE(near(tw::hamming(1), g::hamming_1));
    EXPECT_TRUE(near(tw::hamming(2), g::hamming_2));
    EXPECT_TRUE(near(tw::hamming(7), g::hamming_7));
    EXPECT_TRUE(near(tw::hamming(8), g::hamming_8));
    EXPECT_TRUE(near(tw::hanning(1), g::hanning_1));
    EXPECT_TRUE(near(tw::hanning(2), g::hanning_2));
    EXPECT_TRUE(near(tw::hanning(7), g::hanning_7));
    EXPECT_TRUE(near(tw::hanning(8), g::hanning_8));
    EXPECT_TRUE(near(tw::kaiser(1, 8.6), g::kaiser_1));
    EXPECT_TRUE(near(tw::kaiser(2, 8.6), g::kaiser_2));
    EXPECT_TRUE(near(tw::kaiser(7, 8.6), g::kaiser_7));
    EXPECT_TRUE(near(tw::kaiser(8, 8.6), g::kaiser_8));
    EXPECT_TRUE(equal(tw::kaiser(3, 0.0), {1.0, 1.0, 1.0}));
    // Of another type, beside what is weighed, of nothing.
    EXPECT_TRUE(equal(to_space({2.0f, 2.0f, 8.0f}) * tw::hanning<float>(3), {0.0f, 2.0f, 0.0f}));
    EXPECT_TRUE(equal(tw::hamming(0), {}));
    EXPECT_THROW((void)tw::hanning(-1), tw::value_error);
}

TEST(signal, convolve_and_correlate) {
    auto const w = to_space(g::w);
    auto const small = to_space(g::short_);
    auto const even = to_space(g::even);
    using enum tw::convolution;
    EXPECT_TRUE(near(convolve(w, small), g::convolve_full));
    EXPECT_TRUE(near(convolve(w, small, same), g::convolve_same));
    EXPECT_TRUE(near(convolve(w, small, valid), g::convolve_valid));
    EXPECT_TRUE(near(convolve(even, w), g::convolve_even_full));
    EXPECT_TRUE(near(convolve(even, w, same), g::convolve_even_same));
    EXPECT_TRUE(near(convolve(even, w, valid), g::convolve_even_valid));
    EXPECT_TRUE(near(correlate(w, small, full), g::correlate_full));
    EXPECT_TRUE(near(correlate(w, small, same), g::correlate_same));
    EXPECT_TRUE(near(correlate(w, small), g::correlate_valid));
    EXPECT_TRUE(near(correlate(even, w, full), g::correlate_even_full));
    EXPECT_TRUE(near(correlate(even, w, same), g::correlate_even_same));
    EXPECT_TRUE(near(correlate(even, w), g::correlate_even_valid));
}

// As long as what is computed in blocks, as it is defined.
TEST(signal, of_many_elements) {
    array<int> const a = tw::arange<int>(300) * 7 % 31 - 15;
    array<int> const v = to_space({3, -1, 4, 1, -5});
    auto const x = values(a), by = values(v);
    auto defined = [&](bool flip, std::ptrdiff_t first, std::size_t count, std::ptrdiff_t step,
                       std::ptrdiff_t length = 300) {
        std::vector<int> result(count);
        for (std::size_t i = 0; i < count; ++i)
            for (std::size_t k = 0; k < by.size(); ++k) {
                std::ptrdiff_t const at =
                    first + std::ptrdiff_t(i) + (flip ? 1 : -1) * std::ptrdiff_t(k);
                if (at >= 0 && at * step < length)
                    result[i] += x[std::size_t(at * step)] * by[k];
            }
        return result;
    };
    EXPECT_TRUE(equal(convolve(a, v), defined(false, 0, 304, 1)));
    EXPECT_TRUE(equal(correlate(a, v, tw::convolution::full), defined(true, -4, 304, 1)));
    EXPECT_TRUE(equal(convolve(a(tw::slice(tw::none, tw::none, 2)), v), defined(false, 0, 154, 2)));
    // As long as each other: every element has other terms.
    for (int n : {1, 31, 33, 64, 65, 100, 300}) {
        auto const part = a(tw::slice(0, n));
        array<int> const squares = part * part + 1;
        auto const p = values(part), q = values(squares);
        std::vector<int> sums(static_cast<std::size_t>(2 * n - 1)), turned = sums;
        for (std::size_t i = 0; i < p.size(); ++i)
            for (std::size_t k = 0; k < q.size(); ++k) {
                sums[i + k] += p[i] * q[k];
                turned[i + q.size() - 1 - k] += p[i] * q[k];
            }
        EXPECT_TRUE(equal(convolve(part, squares), sums)) << n;
        EXPECT_TRUE(equal(correlate(part, squares, tw::convolution::full), turned)) << n;
    }
    // What stands beside the operand is not read.
    array<int> beside(tw::extents(400));
    beside = 100000;
    beside(tw::slice(50, 350)) = a;
    auto const inner = beside(tw::slice(50, 350));
    EXPECT_TRUE(equal(convolve(inner, v), defined(false, 0, 304, 1)));
    EXPECT_TRUE(equal(correlate(inner, v, tw::convolution::full), defined(true, -4, 304, 1)));
    for (int n = 260; n < 300; ++n)
        EXPECT_TRUE(equal(convolve(beside(tw::slice(50, 50 + n)), v),
                          defined(false, 0, static_cast<std::size_t>(n + 4), 1, n)))
            << n;
    // Of 16 bits, computed in float32.
    array<tw::float16> const a16 = tw::cast<tw::float16>(a), v16 = tw::cast<tw::float16>(v);
    EXPECT_TRUE(equal(tw::cast<int>(convolve(a16, v16)), defined(false, 0, 304, 1)));
    // Every element as it is by itself.
    array<double> const b = tw::cos(tw::arange<double>(300)), w = to_space(g::w);
    array<double> const all = convolve(b, w);
    for (tw::index_t i : {0, 1, 31, 40, 99, 200, 305})
        EXPECT_TRUE(equal(convolve(b, w)(tw::slice(i, i + 1)), {values(all)[std::size_t(i)]})) << i;
#if !defined(__CUDACC__)
    EXPECT_TRUE(equal(convolve(v, {1, 2}), {3, 5, 2, 9, -3, -10}));
    EXPECT_TRUE(equal(correlate(v, {1, 2}), {1, 7, 6, -9}));
    // Numbers in braces are as NumPy's lists: what they make of bytes does not wrap.
    tw::host_array<std::uint8_t> const bytes{10, 250, 30};
    auto const blurred = tw::evaluate(convolve(bytes, {1, 1, 1}, tw::convolution::valid));
    static_assert(std::is_same_v<decltype(blurred)::value_type, std::int64_t>);
    EXPECT_TRUE(equal(blurred, std::vector<std::int64_t>{290}));
    EXPECT_TRUE(equal(correlate(bytes, {0.5, 0.5}), std::vector<double>{130, 140}));
    // Of several types, and beside others.
    std::uint8_t const weight = 2;
    auto const mixed = tw::evaluate(convolve(bytes, {1, weight, 1}, tw::convolution::valid));
    static_assert(std::is_same_v<decltype(mixed)::value_type, std::int64_t>);
    EXPECT_TRUE(equal(mixed, std::vector<std::int64_t>{540}));
    auto const wide = tw::evaluate(convolve(tw::host_array<std::uint64_t>{1, 2}, {1, 2}));
    static_assert(std::is_same_v<decltype(wide)::value_type, std::uint64_t>);
    EXPECT_TRUE(equal(wide, std::vector<std::uint64_t>{1, 4, 4}));
    using complex = tw::complex<float>;
    EXPECT_TRUE(equal(convolve(tw::host_array<complex>{{1, 0}, {0, 2}}, {1.0f, complex(0, 1)}),
                      std::vector<complex>{{1, 0}, {0, 3}, {-2, 0}}));
    auto const floats = tw::evaluate(convolve(tw::host_array<float>{1, 2}, {0.5, 1}));
    static_assert(std::is_same_v<decltype(floats)::value_type, float>);
    EXPECT_TRUE(equal(floats, std::vector<float>{0.5f, 2, 2}));
#endif
}

TEST(signal, polynomials) {
    double const nan = std::numeric_limits<double>::quiet_NaN();
    auto const x = to_space({-1.0, 0.0, 2.0, nan});
    EXPECT_TRUE(equal(tw::polyval(to_space({1.0, -2.0, 0.5}), x), {3.5, 0.5, 0.5, nan}));
    EXPECT_TRUE(equal(tw::polyval(to_space({2, 3}), to_space({5, -4})), {13, -5}));
    EXPECT_TRUE(equal(1 + tw::polyval(to_space({0.5f}), x * 2), {1.5, 1.5, 1.5, nan}));
    EXPECT_TRUE(equal(tw::polyval(to_space(std::vector<double>{}), x), {0.0, 0.0, 0.0, 0.0}));
#if !defined(__CUDACC__)
    EXPECT_TRUE(equal(tw::polyval({1, 0, 0}, x), {1.0, 0.0, 4.0, nan}));
    EXPECT_TRUE(equal(tw::polyval({100, 100}, tw::host_array<std::int8_t>{100, -100}),
                      std::vector<std::int64_t>{10100, -9900}));
    EXPECT_TRUE(equal(tw::polyval({0.5, 2.0}, tw::host_array<int>{3, 1}), {3.5, 2.5}));
#endif
    EXPECT_EQ(tw::item(tw::polyval(to_space({3, 1, 2}), 2.5)), 23.25);
    EXPECT_EQ(tw::item(tw::polyval(to_space({0.5f, 1.0f}), 3)), 2.5f);
}

TEST(signal, of_views_and_integers) {
    auto const backwards = tw::slice(tw::none, tw::none, -1);
    auto const w = to_space(g::w);
    EXPECT_TRUE(
        near(convolve(w(backwards), to_space(g::short_)(backwards))(backwards), g::convolve_full));
    EXPECT_TRUE(equal(convolve(to_space({1, 2, 3}), to_space({1, 1})), {1, 3, 5, 3}));
    EXPECT_THROW((void)convolve(w, to_space(std::vector<double>{})), tw::shape_error);
}

TEST(interp, at_one_number) {
    auto const places = to_space({1.0f, 2.0f, 4.0f});
    auto const heights = to_space({10.0f, 20.0f, 0.0f});
    EXPECT_EQ(value(interp(2.5, places, heights)), 15.0f);
    EXPECT_EQ(value(interp(9, places, heights, -1, -2)), -2.0f);
}

}  // namespace
