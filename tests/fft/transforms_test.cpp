// SPDX-License-Identifier: MIT
// Fourier transforms against the sums that they are: lengths, axes, layouts, options.
#include "fft/reference.hpp"

namespace fft = twill::fft;
using namespace twill_test;
using twill::axes;
using twill::axis;
using twill::extents;
using twill::full_extent;
using twill::slice;

namespace {

template <class T>
using z = twill::complex<T>;

TEST(Fft, EveryLength) {
    for_types<float, double>([]<class T>(std::type_identity<T>) {
        for (twill::index_t const n :
             {1,  2,  3,  4,  5,  6,   7,   8,   9,   11,  13,  16,  17,  25,
              31, 32, 49, 64, 97, 101, 121, 128, 210, 243, 257, 360, 512, 1009}) {
            SCOPED_TRACE(n);
            double const one = 1 / static_cast<double>(n);
            auto const x = noisy<T>(extents(n), n);
            auto const y = noisy<z<T>>(extents(n), n + 1);
            EXPECT_TRUE(near(fft::fft(y), complex_sums(numbers_of(y), {0}, false)));
            EXPECT_TRUE(near(fft::ifft(y), times(complex_sums(numbers_of(y), {0}, true), one)));
            EXPECT_TRUE(near(fft::fft(x), complex_sums(numbers_of(x), {0}, false)));
            EXPECT_TRUE(near(fft::rfft(x), half_of(complex_sums(numbers_of(x), {0}, false), 0)));
            EXPECT_TRUE(near(fft::ihfft(x),
                             times(half_of(complex_sums(numbers_of(x), {0}, true), 0), one)));
            // What is not the conjugate of itself backwards is taken for it.
            auto const half = noisy<z<T>>(extents(n / 2 + 1), n + 2);
            auto const all = numbers_of(half);
            EXPECT_TRUE(near(fft::irfft(half, fft::length(n)), times(real_sums(all, 0, n), one)));
            EXPECT_TRUE(near(fft::hfft(half, fft::length(n)), real_sums(all, 0, n, false)));
            EXPECT_EQ(numbers_of(half).elements, all.elements) << "the operand was written";
        }
    });
}

TEST(Fft, EveryAxis) {
    auto const x = noisy<z<double>>(extents(4, 5, 6));
    auto const r = noisy<double>(extents(4, 5, 6), 1);
    auto const all = numbers_of(x);
    auto const real = numbers_of(r);
    for (int d = -3; d < 3; ++d) {
        int const at = d < 0 ? d + 3 : d;
        twill::index_t const n = x.extent(d);
        EXPECT_TRUE(near(fft::fft(x, axes(d)), complex_sums(all, {at}, false))) << d;
        EXPECT_TRUE(near(fft::ifft(x, axes(d)),
                         times(complex_sums(all, {at}, true), 1 / static_cast<double>(n))))
            << d;
        EXPECT_TRUE(near(fft::rfft(r, axes(d)), half_of(complex_sums(real, {at}, false), at))) << d;
        EXPECT_TRUE(
            near(fft::irfft(x, axes(d), fft::norm::forward), real_sums(all, at, 2 * (n - 1))))
            << d;
    }
    EXPECT_TRUE(near(fft::fft(x, axis<1>), complex_sums(all, {1}, false)));
    EXPECT_TRUE(near(fft::fft2(x), complex_sums(all, {1, 2}, false)));
    EXPECT_TRUE(near(fft::fftn(x), complex_sums(all, {0, 1, 2}, false)));
    EXPECT_TRUE(near(fft::fftn(x, axis<2, 0>), complex_sums(all, {0, 2}, false)));
    EXPECT_TRUE(near(fft::ifftn(x, fft::norm::forward), complex_sums(all, {0, 1, 2}, true)));
    for (auto const& [a, b] : {std::pair(0, 1), {1, 0}, {0, 2}, {2, 0}, {1, 2}, {2, 1}}) {
        SCOPED_TRACE(std::to_string(a) + " " + std::to_string(b));
        EXPECT_TRUE(near(fft::rfftn(r, axes(a, b)), half_of(complex_sums(real, {a, b}, false), b)));
        twill::index_t const n = 2 * (x.extent(b) - 1);
        EXPECT_TRUE(near(fft::irfft2(x, axes(a, b), fft::norm::forward),
                         real_sums(complex_sums(all, {a}, true), b, n)));
    }
    EXPECT_TRUE(near(fft::rfftn(r), half_of(complex_sums(real, {0, 1, 2}, false), 2)));
}

TEST(Fft, EightAxes) {
    auto const x = noisy<z<float>>(extents(2, 3, 2, 2, 3, 1, 2, 3));
    auto const all = numbers_of(x);
    EXPECT_TRUE(near(fft::fftn(x), complex_sums(all, {0, 1, 2, 3, 4, 5, 6, 7}, false)));
    EXPECT_TRUE(near(fft::fftn(x, axis<1, 3, 4, 7>), complex_sums(all, {1, 3, 4, 7}, false)));
    auto const r = noisy<float>(extents(3, 2, 3, 2, 5), 4);
    auto const spectrum = fft::rfftn(r);
    EXPECT_TRUE(near(spectrum, half_of(complex_sums(numbers_of(r), {0, 1, 2, 3, 4}, false), 4)));
    EXPECT_TRUE(near(fft::irfftn(spectrum, fft::length(3, 2, 3, 2, 5)), numbers_of(r)));
    EXPECT_TRUE(near(
        fft::irfftn(fft::rfftn(r, axis<4, 2, 1, 0>), axis<4, 2, 1, 0>, fft::length(5, 3, 2, 3)),
        numbers_of(r)));
}

TEST(Fft, Norms) {
    auto const x = noisy<z<double>>(extents(6, 10));
    auto const sum = complex_sums(numbers_of(x), {0, 1}, false);
    auto const back = complex_sums(numbers_of(x), {0, 1}, true);
    EXPECT_TRUE(near(fft::fft2(x, fft::norm::backward), sum));
    EXPECT_TRUE(near(fft::fft2(x, fft::norm::ortho), times(sum, 1 / std::sqrt(60.0))));
    EXPECT_TRUE(near(fft::fft2(x, fft::norm::forward), times(sum, 1 / 60.0)));
    EXPECT_TRUE(near(fft::ifft2(x), times(back, 1 / 60.0)));
    EXPECT_TRUE(near(fft::ifft2(x, fft::norm::ortho), times(back, 1 / std::sqrt(60.0))));
    EXPECT_TRUE(near(fft::ifft2(x, fft::norm::forward), back));
    // The points count, not the half of the spectrum.
    auto const r = noisy<double>(extents(6, 10), 3);
    EXPECT_TRUE(
        near(fft::irfft2(fft::rfft2(r, fft::norm::ortho), fft::norm::ortho), numbers_of(r)));
    EXPECT_TRUE(near(fft::hfft(fft::ihfft(r, fft::norm::ortho), fft::norm::ortho), numbers_of(r)));
    EXPECT_TRUE(near(fft::hfft(fft::ihfft(r)), numbers_of(r)));
}

TEST(Fft, Lengths) {
    auto const x = noisy<z<double>>(extents(5, 7));
    auto const all = numbers_of(x);
    for (int const n : {1, 3, 7, 8, 12}) {
        EXPECT_TRUE(near(fft::fft(x, fft::length(n)), complex_sums(all, {1}, false, {n}))) << n;
        EXPECT_TRUE(near(fft::fft(x, fft::length(n), axis<0>), complex_sums(all, {0}, false, {n})))
            << n;
        EXPECT_TRUE(near(fft::fftn(x, axis<1, 0>, fft::length(n, 6)),
                         complex_sums(all, {1, 0}, false, {n, 6})))
            << n;
        EXPECT_TRUE(near(fft::irfft(x, fft::length(n), fft::norm::forward), real_sums(all, 1, n)))
            << n;
    }
    EXPECT_TRUE(near(fft::fft2(x, fft::length(-1, 4)), complex_sums(all, {1}, false, {4})) ==
                near(fft::fft2(x, fft::length(5, 4)), complex_sums(all, {1}, false, {4})));
    EXPECT_TRUE(near(fft::fft2(x, fft::length(-1, 4)), complex_sums(all, {0, 1}, false, {5, 4})));
    // A length names the last axis.
    EXPECT_TRUE(near(fft::fftn(x, fft::length(9)), complex_sums(all, {1}, false, {9})));
    auto const none = twill::evaluate<space>(twill::zeros<double>(0));
    EXPECT_TRUE(near(fft::fft(none, fft::length(3)), {{3}, {0, 0, 0}}));
}

template <class X>
void transforms_of(X const& x, char const* what) {
    SCOPED_TRACE(what);
    auto const all = numbers_of(x);
    EXPECT_TRUE(near(fft::fft(x), complex_sums(all, {1}, false)));
    EXPECT_TRUE(near(fft::fft(x, axis<0>), complex_sums(all, {0}, false)));
    EXPECT_TRUE(near(fft::fft2(x), complex_sums(all, {0, 1}, false)));
    EXPECT_TRUE(near(fft::irfft(x, fft::norm::forward), real_sums(all, 1, 2 * (all.shape[1] - 1))));
    EXPECT_EQ(numbers_of(x).elements, all.elements) << "the operand was written";
}
TEST(Fft, Views) {
    auto const x = noisy<z<double>>(extents(9, 12));
    using view = twill::view<z<double> const, 2, space>;
    transforms_of(view(x(slice(1, 8), slice(2, 11))), "a part");
    transforms_of(view(x(slice(0, 9, 2), slice(1, 12, 3))), "steps");
    transforms_of(view(transpose(x)), "transposed");
    transforms_of(view(flip(x)), "backwards");
    transforms_of(view(x(slice(8, 0, -2), full_extent)), "lines backwards");
    transforms_of(view(transpose(x)(slice(3, 9), slice(8, 2, -1))), "all of it");
    transforms_of(view(twill::broadcast_to(x(slice(2, 3), full_extent), extents(5, 12))),
                  "one line again and again");
    auto const r = noisy<float>(extents(8, 10), 5);
    EXPECT_TRUE(near(fft::rfft2(transpose(r)),
                     half_of(complex_sums(numbers_of(transpose(r)), {0, 1}, false), 1)));
    EXPECT_TRUE(
        near(fft::rfft(r(full_extent, slice(0, 10, 2)), axis<0>),
             half_of(complex_sums(numbers_of(r(full_extent, slice(0, 10, 2))), {0}, false), 0)));
}

TEST(Fft, MiddleAxesOfManyLines) {
    auto const x = noisy<z<float>>(extents(9, 5, 8));
    EXPECT_TRUE(near(fft::fft(x, axis<1>), complex_sums(numbers_of(x), {1}, false)));
    EXPECT_TRUE(
        near(fft::ifft(x, axis<1>, fft::norm::forward), complex_sums(numbers_of(x), {1}, true)));
    auto const r = noisy<float>(extents(9, 5, 8), 2);
    auto const spectrum = half_of(complex_sums(numbers_of(r), {1}, false), 1);
    EXPECT_TRUE(near(fft::rfft(r, axis<1>), spectrum));
    EXPECT_TRUE(near(fft::irfft(fft::rfft(r, axis<1>), axis<1>, fft::length(5)), numbers_of(r)));
    EXPECT_TRUE(near(fft::ihfft(r, axis<1>, fft::norm::forward),
                     half_of(complex_sums(numbers_of(r), {1}, true), 1)));
}

TEST(Fft, TypesAndExpressions) {
    auto const i = noisy<int>(extents(12));
    static_assert(std::is_same_v<decltype(fft::fft(i)), array<z<double>, 1>>);
    EXPECT_TRUE(near(fft::fft(i), complex_sums(numbers_of(i), {0}, false)));
    static_assert(std::is_same_v<decltype(fft::irfft(i)), array<double, 1>>);
    EXPECT_TRUE(near(fft::irfft(i, fft::norm::forward), real_sums(numbers_of(i), 0, 22)));
    auto const above = i > 0;
    static_assert(std::is_same_v<decltype(fft::rfft(above)), array<z<double>, 1>>);
    EXPECT_TRUE(near(fft::rfft(above), half_of(complex_sums(numbers_of(above), {0}, false), 0)));
    array<twill::float16> const narrow = twill::cast<twill::float16>(noisy<float>(extents(10)));
    static_assert(std::is_same_v<decltype(fft::rfft(narrow)), array<z<float>, 1>>);
    array<float> const wide = twill::cast<float>(narrow);
    EXPECT_TRUE(near(fft::fft(narrow), complex_sums(numbers_of(wide), {0}, false)));
    auto const x = noisy<float>(extents(3, 8));
    auto const window = 0.5f * x + 1.0f;
    EXPECT_TRUE(near(fft::rfft(window), half_of(complex_sums(numbers_of(window), {1}, false), 1)));
    EXPECT_TRUE(near(fft::ifft(window), times(complex_sums(numbers_of(window), {1}, true), 0.125)));
    EXPECT_TRUE(near(fft::fft(window, fft::length(11)),
                     complex_sums(numbers_of(window), {1}, false, {11})));
}

TEST(Fft, Errors) {
    auto const x = noisy<z<float>>(extents(4, 6));
    EXPECT_THROW((void)fft::fft(x, axes(2)), twill::axis_error);
    EXPECT_THROW((void)fft::fft2(x, axes(0, -2)), twill::axis_error);
    EXPECT_THROW((void)fft::fft(x, fft::length(0)), twill::value_error);
    EXPECT_THROW((void)fft::fft(x, fft::length(-3)), twill::value_error);
    EXPECT_THROW((void)fft::irfft(x(full_extent, slice(0, 1))), twill::value_error);
    array<float, 2> const empty(extents(3, 0));
    EXPECT_THROW((void)fft::fft(empty), twill::value_error);
    try {
        (void)fft::rfft(empty);
        FAIL();
    } catch (twill::value_error const& e) {
        EXPECT_NE(std::string(e.what()).find("fft::rfft: 0 points along axis 1 of an operand of "
                                             "shape (3, 0)"),
                  std::string::npos)
            << e.what();
        EXPECT_NE(std::string(e.what()).find("transforms_test.cpp"), std::string::npos);
    }
    // No lines of some points.
    EXPECT_EQ(shape(fft::rfft(empty, axis<0>)), (shape_vector{2, 0}));
    EXPECT_EQ(shape(fft::fft(empty, fft::length(4))), (shape_vector{3, 4}));
}

TEST(Fft, ThereAndBack) {
    auto const x = noisy<z<double>>(extents(37, 1024));
    auto const y = fft::fft2(x);
    EXPECT_TRUE(near(fft::ifft2(y), numbers_of(x)));
    double given = 0;
    double found = 0;
    for (number const e : numbers_of(x).elements)
        given += std::norm(e);
    for (number const e : numbers_of(y).elements)
        found += std::norm(e);
    EXPECT_NEAR(found / (37.0 * 1024), given, 1e-12 * given) << "Parseval";
    auto const r = noisy<float>(extents(300001), 9);
    EXPECT_TRUE(near(fft::irfft(fft::rfft(r), fft::length(300001)), numbers_of(r)));
}

}  // namespace
