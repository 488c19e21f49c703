// SPDX-License-Identifier: MIT
// The discrete Fourier transforms of numpy.fft. They run at the call and return arrays; on the
// device none waits, and no operand is written. Elements are computed in float32 (of float32,
// complex64 and 16-bit floats) or float64 (of others). Options follow the operand in any order:
// `axis<0>` or `axes(i)`, fft::length(n), and where the factor goes, fft::norm::ortho. Formulas:
// numpy.org/doc/2.0/reference/routines.fft.html, "Implementation details" and "Normalization".
#pragma once

#include "twill/ops/fft/evaluate.hpp"

namespace twill::inline v0::fft {

/// The transform of x along an axis, the last one unless said, as complex numbers of x's shape:
/// y[k] = sum over j of x[j] exp(-2 pi i j k / n). `fft::fft(x, axis<0>, fft::length(1024),
/// fft::norm::ortho)`. Throws axis_error, value_error for an axis without points and out_of_memory.
template <detail::operand X, detail::fft_option A = detail::no_fft_option,
          detail::fft_option B = detail::no_fft_option,
          detail::fft_option C = detail::no_fft_option>
[[nodiscard]] auto fft(X const& x, A a = {}, B b = {}, C c = {},
                       source_location place = source_location::current()) {
    return detail::transformed<detail::fft_kind::complex, false, 1>("fft::fft", place, x, a, b, c);
}
/// The inverse: ifft(fft(x)) is x. The factor 1/n is a kernel of its own on the device where x is
/// read as it lies, and part of the kernel that computes an expression.
template <detail::operand X, detail::fft_option A = detail::no_fft_option,
          detail::fft_option B = detail::no_fft_option,
          detail::fft_option C = detail::no_fft_option>
[[nodiscard]] auto ifft(X const& x, A a = {}, B b = {}, C c = {},
                        source_location place = source_location::current()) {
    return detail::transformed<detail::fft_kind::complex, true, 1>("fft::ifft", place, x, a, b, c);
}
/// The transform of real x along an axis, of which the first n / 2 + 1 numbers say all: the others
/// are their conjugates.
template <detail::operand X, detail::fft_option A = detail::no_fft_option,
          detail::fft_option B = detail::no_fft_option,
          detail::fft_option C = detail::no_fft_option>
[[nodiscard]] auto rfft(X const& x, A a = {}, B b = {}, C c = {},
                        source_location place = source_location::current()) {
    return detail::transformed<detail::fft_kind::real_to_complex, false, 1>("fft::rfft", place, x,
                                                                            a, b, c);
}
/// The inverse of rfft: n real numbers of n / 2 + 1 complex ones; n is fft::length(n), otherwise
/// the even number 2 (m - 1) of m given ones. Imaginary parts of the first one, and of the last one
/// for an even n, are taken for 0. x is copied: the device's library writes over what it reads.
template <detail::operand X, detail::fft_option A = detail::no_fft_option,
          detail::fft_option B = detail::no_fft_option,
          detail::fft_option C = detail::no_fft_option>
[[nodiscard]] auto irfft(X const& x, A a = {}, B b = {}, C c = {},
                         source_location place = source_location::current()) {
    return detail::transformed<detail::fft_kind::complex_to_real, true, 1>("fft::irfft", place, x,
                                                                           a, b, c);
}
/// The transform, n real numbers, of what is the conjugate of itself backwards, given by n / 2 + 1
/// numbers: irfft(conj(x)) with the factor of the other direction.
template <detail::operand X, detail::fft_option A = detail::no_fft_option,
          detail::fft_option B = detail::no_fft_option,
          detail::fft_option C = detail::no_fft_option>
[[nodiscard]] auto hfft(X const& x, A a = {}, B b = {}, C c = {},
                        source_location place = source_location::current()) {
    return detail::transformed<detail::fft_kind::complex_to_real, false, 1>("fft::hfft", place, x,
                                                                            a, b, c);
}
/// The inverse of hfft: conj(rfft(x)) / n.
template <detail::operand X, detail::fft_option A = detail::no_fft_option,
          detail::fft_option B = detail::no_fft_option,
          detail::fft_option C = detail::no_fft_option>
[[nodiscard]] auto ihfft(X const& x, A a = {}, B b = {}, C c = {},
                         source_location place = source_location::current()) {
    return detail::transformed<detail::fft_kind::real_to_complex, true, 1>("fft::ihfft", place, x,
                                                                           a, b, c);
}

/// The transform along several axes: all, as many of the last ones as fft::length(n, m, ...) names
/// lengths, or `axis<0, 2>`, `axes(i, j)`. fft2 and its kin: the last two unless said.
template <detail::operand X, detail::fft_option A = detail::no_fft_option,
          detail::fft_option B = detail::no_fft_option,
          detail::fft_option C = detail::no_fft_option>
[[nodiscard]] auto fftn(X const& x, A a = {}, B b = {}, C c = {},
                        source_location place = source_location::current()) {
    return detail::transformed<detail::fft_kind::complex, false, 0>("fft::fftn", place, x, a, b, c);
}
template <detail::operand X, detail::fft_option A = detail::no_fft_option,
          detail::fft_option B = detail::no_fft_option,
          detail::fft_option C = detail::no_fft_option>
[[nodiscard]] auto ifftn(X const& x, A a = {}, B b = {}, C c = {},
                         source_location place = source_location::current()) {
    return detail::transformed<detail::fft_kind::complex, true, 0>("fft::ifftn", place, x, a, b, c);
}
/// Of real x: the axis named last has n / 2 + 1 numbers.
template <detail::operand X, detail::fft_option A = detail::no_fft_option,
          detail::fft_option B = detail::no_fft_option,
          detail::fft_option C = detail::no_fft_option>
[[nodiscard]] auto rfftn(X const& x, A a = {}, B b = {}, C c = {},
                         source_location place = source_location::current()) {
    return detail::transformed<detail::fft_kind::real_to_complex, false, 0>("fft::rfftn", place, x,
                                                                            a, b, c);
}
template <detail::operand X, detail::fft_option A = detail::no_fft_option,
          detail::fft_option B = detail::no_fft_option,
          detail::fft_option C = detail::no_fft_option>
[[nodiscard]] auto irfftn(X const& x, A a = {}, B b = {}, C c = {},
                          source_location place = source_location::current()) {
    return detail::transformed<detail::fft_kind::complex_to_real, true, 0>("fft::irfftn", place, x,
                                                                           a, b, c);
}
template <detail::operand X, detail::fft_option A = detail::no_fft_option,
          detail::fft_option B = detail::no_fft_option,
          detail::fft_option C = detail::no_fft_option>
[[nodiscard]] auto fft2(X const& x, A a = {}, B b = {}, C c = {},
                        source_location place = source_location::current()) {
    return detail::transformed<detail::fft_kind::complex, false, 2>("fft::fft2", place, x, a, b, c);
}
template <detail::operand X, detail::fft_option A = detail::no_fft_option,
          detail::fft_option B = detail::no_fft_option,
          detail::fft_option C = detail::no_fft_option>
[[nodiscard]] auto ifft2(X const& x, A a = {}, B b = {}, C c = {},
                         source_location place = source_location::current()) {
    return detail::transformed<detail::fft_kind::complex, true, 2>("fft::ifft2", place, x, a, b, c);
}
template <detail::operand X, detail::fft_option A = detail::no_fft_option,
          detail::fft_option B = detail::no_fft_option,
          detail::fft_option C = detail::no_fft_option>
[[nodiscard]] auto rfft2(X const& x, A a = {}, B b = {}, C c = {},
                         source_location place = source_location::current()) {
    return detail::transformed<detail::fft_kind::real_to_complex, false, 2>("fft::rfft2", place, x,
                                                                            a, b, c);
}
template <detail::operand X, detail::fft_option A = detail::no_fft_option,
          detail::fft_option B = detail::no_fft_option,
          detail::fft_option C = detail::no_fft_option>
[[nodiscard]] auto irfft2(X const& x, A a = {}, B b = {}, C c = {},
                          source_location place = source_location::current()) {
    return detail::transformed<detail::fft_kind::complex_to_real, true, 2>("fft::irfft2", place, x,
                                                                           a, b, c);
}

}  // namespace twill::inline v0::fft
