// SPDX-License-Identifier: MIT
// Fourier transforms into arrays and views that there are.
#include "fft/reference.hpp"

namespace fft = twill::fft;
using namespace twill_test;
using twill::axis;
using twill::extents;
using twill::full_extent;
using twill::slice;

namespace {

using z = twill::complex<double>;

TEST(FftInto, ArraysAndViews) {
    auto const x = noisy<z>(extents(6, 10));
    auto const all = numbers_of(x);
    array<z, 2> y(extents(6, 10));
    fft::into(y, x);
    EXPECT_TRUE(near(y, complex_sums(all, {1}, false)));
    fft::into(y, x, axis<0>, fft::inverse, fft::norm::forward);
    EXPECT_TRUE(near(y, complex_sums(all, {0}, true)));
    fft::into(y, x, axis<0, 1>, fft::inverse);
    EXPECT_TRUE(near(y, times(complex_sums(all, {0, 1}, true), 1 / 60.0)));
    // A part of a larger array, turned and backwards.
    array<z, 2> large = noisy<z>(extents(30, 14), 2);
    auto const before = numbers_of(large);
    auto part = transpose(large)(slice(2, 8), slice(1, 21, 2));
    fft::into(part, x);
    EXPECT_TRUE(near(part, complex_sums(all, {1}, false)));
    auto backwards = flip(large(slice(21, 27), slice(3, 13)));
    fft::into(backwards, x, fft::norm::ortho);
    EXPECT_TRUE(near(backwards, times(complex_sums(all, {1}, false), 1 / std::sqrt(10.0))));
    fft::into(part, x, fft::inverse);
    EXPECT_TRUE(near(part, times(complex_sums(all, {1}, true), 0.1)));
    part = 0.0;
    backwards = 0.0;
    auto after = numbers_of(large);
    for (std::size_t i = 0; i < after.elements.size(); ++i)
        EXPECT_TRUE(after.elements[i] == before.elements[i] || after.elements[i] == 0.0) << i;
}

TEST(FftInto, RealSides) {
    auto const r = noisy<float>(extents(4, 9));
    array<twill::complex<float>, 2> half(extents(4, 5));
    fft::into(half, r);
    EXPECT_TRUE(near(half, half_of(complex_sums(numbers_of(r), {1}, false), 1)));
    array<float, 2> back(extents(4, 9));
    fft::into(back, half);
    EXPECT_TRUE(near(back, numbers_of(r)));
    fft::into(back(full_extent, full_extent), half + 0.0f);
    EXPECT_TRUE(near(back, numbers_of(r)));
}

TEST(FftInto, ItsOwnMemory) {
    array<z, 2> x = noisy<z>(extents(7, 12));
    auto const all = numbers_of(x);
    fft::into(x, x);
    EXPECT_TRUE(near(x, complex_sums(all, {1}, false)));
    fft::into(x, x, fft::inverse);
    EXPECT_TRUE(near(x, all));
    auto const before = numbers_of(x(full_extent, slice(0, 8)));
    fft::into(x(full_extent, slice(4, 12)), x(full_extent, slice(0, 8)));
    EXPECT_TRUE(near(x(full_extent, slice(4, 12)), complex_sums(before, {1}, false)));
}

TEST(FftInto, Shapes) {
    auto const x = noisy<z>(extents(3, 8));
    array<z, 2> y(extents(3, 7));
    EXPECT_THROW(fft::into(y, x), twill::shape_error);
    array<double, 2> r(extents(3, 8));
    EXPECT_THROW(fft::into(r, x), twill::shape_error);
    array<z, 2> const none(extents(0, 8));
    array<z, 2> nothing(extents(0, 8));
    fft::into(nothing, none);
    EXPECT_EQ(nothing.size(), 0);
}

}  // namespace
