// SPDX-License-Identifier: MIT
// Uniform numbers, exponential and normal ones, of random words: the same formulas on both spaces.
#pragma once

#include "twill/expr/exponential.hpp"
#include "twill/lower/lanes.hpp"
#include "twill/ops/random/philox.hpp"

namespace twill::inline v0::detail {

/// The words that make numbers of type T.
template <class T>
using word_for = std::conditional_t<(sizeof(compute_t<T>) > 4), std::uint64_t, std::uint32_t>;

/// Bits of a uniform number: its significand's, so that none is rounded up to 1.
template <class T>
inline constexpr int unit_bits = sizeof(T) == 8                ? 53
                                 : sizeof(T) == 4              ? 24
                                 : std::is_same_v<T, bfloat16> ? 8
                                                               : 11;

/// A multiple of 2^-unit_bits in [0, 1).
template <class T>
TWILL_INLINE_HD compute_t<T> unit_number(std::uint32_t word) {
    constexpr int bits = unit_bits<T>;
    return static_cast<float>(word >> (32 - bits)) * (1.0f / static_cast<float>(1 << bits));
}
template <class T>
TWILL_INLINE_HD double unit_number(std::uint64_t word) {
    return static_cast<double>(word >> 11) * 0x1p-53;
}

/// Whether a number is between the least and the greatest finite T.
template <class T>
bool is_in_range(double x) {
    auto const most = static_cast<double>(static_cast<compute_t<T>>(limits<T>::max));
    return -most <= x && x <= most;
}

/// In (0, 1], evenly and as near to 0 as the word tells.
TWILL_INLINE_HD float positive_number(std::uint32_t word) {
    return static_cast<float>(word) * 0x1p-32f + 0x1p-33f;
}
TWILL_INLINE_HD double positive_number(std::uint64_t word) {
    return static_cast<double>(word >> 11) * 0x1p-53 + 0x1p-54;
}

/// -log(1 - x), where 1 - x would round to 1: of the middle of those x.
template <class T>
inline constexpr T never_zero = sizeof(T) == 4 ? T(0x1p-26) : T(0x1p-55);
/// The logarithm of a number in [2^-33, 1], to within 1.1 units in the last place. Kernels go
/// without the questions whether it is subnormal, infinite, 0 or no number: log(2^e * (1 + f)) with
/// 1 + f in [2/3, 4/3) is e * log(2) + f + f^2 * p(f), p having the least greatest relative error.
TWILL_INLINE_HD float ordinary_log(float x) {
#if defined(__CUDA_ARCH__)
    int const bits = __float_as_int(x);
    int const exponent = (bits - 0x3f2aaaab) & ~0x7fffff;
    float const f = __int_as_float(bits - exponent) - 1.0f;
    float p = 0.140263587f;
    p = __fmaf_rn(p, f, -0.153885484f);
    p = __fmaf_rn(p, f, 0.139958069f);
    p = __fmaf_rn(p, f, -0.164159596f);
    p = __fmaf_rn(p, f, 0.200111687f);
    p = __fmaf_rn(p, f, -0.250078201f);
    p = __fmaf_rn(p, f, 0.333331972f);
    p = __fmaf_rn(p, f, -0.499999374f);
    return __fmaf_rn(static_cast<float>(exponent), 0x1.62e43p-24f, __fmaf_rn(p, f * f, f));
#else
    return log_function{}(x);
#endif
}
TWILL_INLINE_HD double ordinary_log(double x) { return log_function{}(x); }

/// -log of a number in (0, 1], never 0.
template <class Word>
TWILL_INLINE_HD auto exponential_number(Word word) {
    auto const x = positive_number(word);
    using T = std::remove_const_t<decltype(x)>;
    T const y = -ordinary_log(x);
    return x < T(1) ? y : never_zero<T>;
}

/// The sine and cosine of pi * x for |x| <= 1/4, by their series.
TWILL_INLINE_HD void sine_and_cosine(float x, float& sine, float& cosine) {
    float const y = x * x;
    sine = x * (3.14159265f +
                y * (-5.16771278f + y * (2.55016404f + y * (-0.599264529f + y * 0.0821458866f))));
    cosine = 1.0f +
             y * (-4.93480220f +
                  y * (4.05871213f + y * (-1.33526277f + y * (0.235330630f - y * 0.0258068914f))));
}
TWILL_INLINE_HD void sine_and_cosine(double x, double& sine, double& cosine) {
    double const y = x * x;
    sine =
        x *
        (3.141592653589793 +
         y * (-5.167712780049970 +
              y * (2.550164039877345 +
                   y * (-0.5992645293207921 +
                        y * (0.08214588661112823 +
                             y * (-0.007370430945714351 +
                                  y * (4.663028057676126e-4 + y * (-2.191535344783022e-5 +
                                                                   y * 7.952054001475513e-7))))))));
    cosine = 1.0 + y * (-4.934802200544679 +
                        y * (4.058712126416768 +
                             y * (-1.335262768854589 +
                                  y * (0.2353306303588936 +
                                       y * (-0.02580689139001406 +
                                            y * (0.001929574309403923 +
                                                 y * (-1.046381049248457e-4 +
                                                      y * (4.303069587032947e-6 +
                                                           y * -1.387895246221377e-7))))))));
}

/// The root of a number that is neither 0 nor subnormal nor infinite, to within a unit in the last
/// place.
TWILL_INLINE_HD float ordinary_root(float x) {
#if defined(__CUDA_ARCH__)
    float inverse;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(inverse) : "f"(x));
    float const root = x * inverse;
    return __fmaf_rn(0.5f * inverse, __fmaf_rn(-root, root, x), root);
#else
    return sqrt_function{}(x);
#endif
}
TWILL_INLINE_HD double ordinary_root(double x) { return sqrt_function{}(x); }

/// A quarter of a turn's angle over 2 pi, in [-1/4, 1/4): all operations are exact, or are rounded
/// once.
TWILL_INLINE_HD float quarter_angle(std::uint32_t word) {
#if defined(__CUDA_ARCH__)
    return __fmaf_rn(static_cast<float>(word >> 8), 0x1p-25f, -0.25f);
#else
    return unit_number<float>(word) * 0.5f - 0.25f;
#endif
}
TWILL_INLINE_HD double quarter_angle(std::uint64_t word) {
    return unit_number<double>(word) * 0.5 - 0.25;
}

/// Two normal numbers: a direction, and half of the squared radius, an exponential number. Box and
/// Muller, "A Note on the Generation of Random Normal Deviates" (1958).
template <class T, class Word>
TWILL_INLINE_HD lanes<T, 2> normal_pair_of(T exponential, Word direction) {
    T const radius = ordinary_root(exponential * T(2));
    // The upper two bits say which quarter of the circle; the others an angle in [-pi/4, pi/4).
    int const quarter = static_cast<int>(direction >> (sizeof(Word) * 8 - 2));
    T const angle = quarter_angle(static_cast<Word>(direction << 2));
    T sine, cosine;
    sine_and_cosine(angle, sine, cosine);
    T const x = quarter & 1 ? -sine : cosine;
    T const y = quarter & 1 ? cosine : sine;
    T const length = quarter & 2 ? -radius : radius;
    return {{length * x, length * y}};
}
template <class Word>
TWILL_INLINE_HD auto normal_pair(Word radius, Word direction) {
    return normal_pair_of(exponential_number(radius), direction);
}

}  // namespace twill::inline v0::detail
