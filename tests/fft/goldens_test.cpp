// SPDX-License-Identifier: MIT
// Fourier transforms, frequencies and shifts against numpy.fft.
#include "fft/reference.hpp"
#include "goldens/fft.hpp"

namespace fft = twill::fft;
namespace goldens = twill::goldens::fft;
using namespace twill_test;
using fft::length;
using fft::norm;
using twill::axes;
using twill::axis;

namespace {

/// As tests/goldens/make_fft.py has them.
template <class F>
auto elements_by(F const& f) {
    std::vector<decltype(f(0))> elements;
    for (int i = 0; i < 60; ++i)
        elements.push_back(f(i));
    return to_space(elements, twill::extents(3, 4, 5));
}
struct operands {
    array<twill::complex<double>, 3> z =
        elements_by([](int i) { return twill::complex<double>(i * 7 % 11 - 5, i * 5 % 13 - 6); });
    array<double, 3> r = elements_by([](int i) { return static_cast<double>(i * 3 % 7 - 3); });
};

template <class X>
::testing::AssertionResult is(X const& x, goldens::fft_case const& expected) {
    numbers wanted{{expected.shape.begin(), expected.shape.end()}, {}};
    for (std::size_t k = 0; k < expected.parts.size(); k += 2)
        wanted.elements.emplace_back(expected.parts[k], expected.parts[k + 1]);
    return near(x, wanted);
}

TEST(FftGoldens, OneAxis) {
    operands const o;
    EXPECT_TRUE(is(fft::fft(o.z), goldens::fft_last));
    EXPECT_TRUE(is(fft::fft(o.z, length(7), axis<0>), goldens::fft_first_7));
    EXPECT_TRUE(is(fft::fft(o.z, axis<1>, norm::ortho), goldens::fft_middle_ortho));
    EXPECT_TRUE(is(fft::fft(o.r), goldens::fft_real));
    EXPECT_TRUE(is(fft::fft(o.z, length(3)), goldens::fft_cut));
    EXPECT_TRUE(is(fft::ifft(o.z), goldens::ifft_last));
    EXPECT_TRUE(is(fft::ifft(o.z, axis<1>, norm::forward), goldens::ifft_middle_forward));
    EXPECT_TRUE(is(fft::rfft(o.r), goldens::rfft_last));
    EXPECT_TRUE(is(fft::rfft(o.r, axis<0>), goldens::rfft_first));
    EXPECT_TRUE(is(fft::rfft(o.r, length(8), norm::forward), goldens::rfft_8_forward));
    EXPECT_TRUE(is(fft::irfft(o.z), goldens::irfft_last));
    EXPECT_TRUE(is(fft::irfft(o.z, length(7)), goldens::irfft_7));
    EXPECT_TRUE(is(fft::irfft(o.z, length(12), axis<1>), goldens::irfft_12_middle));
    EXPECT_TRUE(is(fft::irfft(o.r), goldens::irfft_real));
    EXPECT_TRUE(is(fft::hfft(o.z), goldens::hfft_last));
    EXPECT_TRUE(is(fft::hfft(o.z, length(9), norm::ortho), goldens::hfft_9_ortho));
    EXPECT_TRUE(is(fft::ihfft(o.r), goldens::ihfft_last));
    EXPECT_TRUE(is(fft::ihfft(o.r, norm::forward), goldens::ihfft_forward));
}

TEST(FftGoldens, SeveralAxes) {
    operands const o;
    EXPECT_TRUE(is(fft::fft2(o.z), goldens::fft2_last));
    EXPECT_TRUE(is(fft::fft2(o.z, axis<0, 1>), goldens::fft2_first_axes));
    EXPECT_TRUE(is(fft::ifft2(o.z, norm::ortho), goldens::ifft2_ortho));
    EXPECT_TRUE(is(fft::rfft2(o.r), goldens::rfft2_last));
    EXPECT_TRUE(is(fft::rfft2(o.r, axes(2, 0)), goldens::rfft2_turned));
    EXPECT_TRUE(is(fft::irfft2(o.z), goldens::irfft2_last));
    EXPECT_TRUE(is(fft::irfft2(o.z, length(4, 7)), goldens::irfft2_odd));
    EXPECT_TRUE(is(fft::fftn(o.z), goldens::fftn_all));
    EXPECT_TRUE(is(fft::fftn(o.z, axis<0, 2>), goldens::fftn_apart));
    EXPECT_TRUE(is(fft::fftn(o.z, axis<2, 0>, length(2, 6)), goldens::fftn_lengths));
    EXPECT_TRUE(is(fft::ifftn(o.z), goldens::ifftn_all));
    EXPECT_TRUE(is(fft::rfftn(o.r), goldens::rfftn_all));
    EXPECT_TRUE(is(fft::rfftn(o.r, norm::ortho), goldens::rfftn_ortho));
    EXPECT_TRUE(is(fft::irfftn(o.z), goldens::irfftn_all));
    EXPECT_TRUE(is(fft::irfftn(o.z, length(3, 5, 9)), goldens::irfftn_lengths));
}

TEST(FftGoldens, FrequenciesAndShifts) {
    operands const o;
    EXPECT_TRUE(is(fft::fftfreq(7, 0.1), goldens::fftfreq_7));
    EXPECT_TRUE(is(fft::fftfreq(8), goldens::fftfreq_8));
    EXPECT_TRUE(is(fft::rfftfreq(7, 2.0), goldens::rfftfreq_7));
    EXPECT_TRUE(is(fft::rfftfreq<float>(8), goldens::rfftfreq_8));
    EXPECT_TRUE(is(fft::fftshift(o.r), goldens::fftshift_all));
    EXPECT_TRUE(is(fft::fftshift(o.r, axis<0>), goldens::fftshift_first));
    EXPECT_TRUE(is(fft::ifftshift(o.r), goldens::ifftshift_all));
    EXPECT_TRUE(is(fft::ifftshift(o.r, axes(0, 2)), goldens::ifftshift_two));
    EXPECT_THROW((void)fft::fftfreq(0), twill::value_error);
    EXPECT_THROW((void)fft::rfftfreq(4, 0.0), twill::value_error);
    EXPECT_THROW((void)fft::fftshift(o.r, 3), twill::axis_error);
}

TEST(FftGoldens, GoodLengths) {
    for (twill::index_t n = 1; n < 3000; ++n) {
        auto smooth = [](twill::index_t x) {
            for (int const p : {2, 3, 5, 7})
                while (x % p == 0)
                    x /= p;
            return x == 1;
        };
        twill::index_t wanted = n;
        while (!smooth(wanted))
            ++wanted;
        ASSERT_EQ(fft::next_fast_len(n), wanted);
    }
    EXPECT_EQ(fft::next_fast_len((twill::index_t{1} << 62) - 1), twill::index_t{1} << 62);
    EXPECT_THROW((void)fft::next_fast_len(0), twill::value_error);
}

}  // namespace
