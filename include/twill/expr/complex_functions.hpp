// SPDX-License-Identifier: MIT
// Mathematics of complex numbers, on host and device: principal values, branch cuts and signed
// zeros as C's.
#pragma once

#include "twill/core/complex.hpp"
#include "twill/expr/exponential.hpp"
#include "twill/expr/rounding.hpp"
#include "twill/expr/trigonometric.hpp"

namespace twill::inline v0 {
namespace detail {

template <class T>
TWILL_HD bool is_infinite(T x) {
    return isinf_function{}(x);
}
template <class T>
TWILL_HD bool is_finite(T x) {
    return isfinite_function{}(x);
}

/// 1 / z. The signs of zeros are those of the conjugate, which a division of 1 + 0i would lose.
template <class T>
TWILL_HD constexpr complex<T> complex_reciprocal(complex<T> z) {
    T const x = z.real();
    T const y = z.imag();
    if (abs_function{}(x) >= abs_function{}(y)) {
        T const ratio = y / x;
        T const all = x + y * ratio;
        return {T(1) / all, -ratio / all};
    }
    T const ratio = x / y;
    T const all = x * ratio + y;
    return {ratio / all, T(-1) / all};
}

/// Beyond this, exp overflows or is close to it.
template <class T>
inline constexpr T exp_limit = sizeof(T) == 4 ? T(88) : T(709);
/// Above this a square or a sum of two may overflow; its reciprocal's square is still a normal
/// number.
template <class T>
inline constexpr T large = sizeof(T) == 4 ? T(0x1p+62) : T(0x1p+510);

/// x * x + y * y - 1 for 0 <= y <= x near 1, without cancellation: every product is exact, so
/// contraction changes nothing.
TWILL_HD inline float norm_minus_one(float x, float y) {
    double const a = static_cast<double>(x);
    double const b = static_cast<double>(y);
    return static_cast<float>((a * a - 1.0) + b * b);
}
TWILL_HD inline double norm_minus_one(double x, double y) {
    double const a = static_cast<double>(static_cast<float>(x));
    double const b = static_cast<double>(static_cast<float>(y));
    double const a_rest = x - a;
    double const b_rest = y - b;
    double const halves = a * a - 1.0 + b * b;
    return halves + 2.0 * a * a_rest + 2.0 * b * b_rest + a_rest * a_rest + b_rest * b_rest;
}

/// log(hypot(x, y)), precise also where the modulus is close to 1, overflows or is subnormal.
template <class T>
TWILL_HD T log_modulus(T x, T y) {
    x = magnitude_of(x);
    y = magnitude_of(y);
    if (x < y) {
        T const other = x;
        x = y;
        y = other;
    }
    if (x >= T(0.5) && x < T(2)) {
        T const rest = norm_minus_one(x, y);
        if (rest < T(2))
            return log1p_function{}(rest)*T(0.5);
    }
    // Powers of two, so that scaling is exact.
    T const scale = x > large<T> ? T(1) / large<T> : x < T(1) / large<T> ? large<T> : T(1);
    T const modulus = hypot_function{}(x * scale, y * scale);
    constexpr T log_large = (sizeof(T) == 4 ? T(62) : T(510)) * T(0.69314718055994530942);
    T const shift = x > large<T> ? log_large : x < T(1) / large<T> ? -log_large : T(0);
    return log_function{}(modulus) + shift;
}

}  // namespace detail

template <class T>
TWILL_HD constexpr T real(complex<T> z) {
    return z.real();
}
template <class T>
TWILL_HD constexpr T imag(complex<T> z) {
    return z.imag();
}
template <class T>
TWILL_HD constexpr complex<T> conj(complex<T> z) {
    return {z.real(), -z.imag()};
}
/// The modulus, without overflow.
template <class T>
TWILL_HD T abs(complex<T> z) {
    return detail::hypot_function{}(z.real(), z.imag());
}
/// The angle, in [-pi, pi].
template <class T>
TWILL_HD T arg(complex<T> z) {
    return detail::atan2_function{}(z.imag(), z.real());
}
/// The squared modulus of one number, as std::norm. (`norm` of an operand is its Euclidean norm.)
template <class T>
TWILL_HD constexpr T norm(complex<T> z) {
    return z.real() * z.real() + z.imag() * z.imag();
}
/// The number of a modulus and an angle. Of two types, so that std::polar is the better match where
/// both namespaces are open.
template <class T, class Angle>
    requires(std::is_floating_point_v<T> && std::is_arithmetic_v<Angle>)
TWILL_HD complex<T> polar(T modulus, Angle angle) {
    T const turned = static_cast<T>(angle);
    return {modulus * detail::cos_function{}(turned), modulus * detail::sin_function{}(turned)};
}

namespace detail {

/// power(x), which grows with x, in the direction of an angle: also where power(x) alone overflows,
/// which it may beyond `limit`, and where no direction is known.
template <class Power, class T>
TWILL_HD complex<T> power_along(Power power, T x, T angle, T limit) {
    if (is_infinite(x) && !is_finite(angle)) {
        if (x < T(0))
            return {T(0), T(0)};
        return {x, angle - angle};
    }
    T const cosine = cos_function{}(angle);
    T const sine = sin_function{}(angle);
    if (x > limit) {
        T const root = power(x * T(0.5));
        return {root * cosine * root, root * sine * root};
    }
    T const modulus = power(x);
    return {modulus * cosine, modulus * sine};
}

}  // namespace detail

template <class T>
TWILL_HD complex<T> exp(complex<T> z) {
    if (z.imag() == T(0))
        return {detail::exp_function{}(z.real()), z.imag()};
    return detail::power_along(detail::exp_function{}, z.real(), z.imag(), detail::exp_limit<T>);
}
template <class T>
TWILL_HD complex<T> exp2(complex<T> z) {
    T const angle = z.imag() * T(0.69314718055994530942);
    if (angle == T(0))
        return {detail::exp2_function{}(z.real()), z.imag()};
    return detail::power_along(detail::exp2_function{}, z.real(), angle,
                               sizeof(T) == 4 ? T(127) : T(1023));
}
template <class T>
TWILL_HD complex<T> expm1(complex<T> z) {
    T const x = z.real();
    T const y = z.imag();
    if (y == T(0))
        return {detail::expm1_function{}(x), y};
    if (x > detail::exp_limit<T> || detail::is_infinite(x)) {
        complex<T> const power = exp(z);
        return {power.real() - T(1), power.imag()};
    }
    T const half_sine = detail::sin_function{}(y * T(0.5));
    T const growth = detail::expm1_function{}(x);
    return {growth * detail::cos_function{}(y)-T(2) * half_sine * half_sine,
            detail::exp_function{}(x)*detail::sin_function{}(y)};
}

/// The branch cut lies along the negative real axis.
template <class T>
TWILL_HD complex<T> log(complex<T> z) {
    return {detail::log_modulus(z.real(), z.imag()), arg(z)};
}
template <class T>
TWILL_HD complex<T> log2(complex<T> z) {
    constexpr T factor = T(1.44269504088896340736);
    complex<T> const natural = log(z);
    return {natural.real() * factor, natural.imag() * factor};
}
template <class T>
TWILL_HD complex<T> log10(complex<T> z) {
    constexpr T factor = T(0.43429448190325182765);
    complex<T> const natural = log(z);
    return {natural.real() * factor, natural.imag() * factor};
}
template <class T>
TWILL_HD complex<T> log1p(complex<T> z) {
    T const x = z.real();
    T const y = z.imag();
    T const angle = detail::atan2_function{}(y, T(1) + x);
    if (detail::magnitude_of(x) < T(0.25) && detail::magnitude_of(y) < T(0.25))
        return {detail::log1p_function{}(x * (T(2) + x) + y * y) * T(0.5), angle};
    return {detail::log_modulus(T(1) + x, y), angle};
}

/// The root with a real part that is not negative; the branch cut lies along the negative real
/// axis.
template <class T>
TWILL_HD complex<T> sqrt(complex<T> z) {
    T x = z.real();
    T y = z.imag();
    if (detail::is_infinite(y))
        return {detail::magnitude_of(y), y};
    if (detail::is_infinite(x)) {
        T const rest = y - y;  // 0 or NaN
        if (x > T(0))
            return {x, detail::copy_sign(rest, y)};
        return {detail::magnitude_of(rest), detail::copy_sign(x, y)};
    }
    if (x == T(0) && y == T(0))
        return {T(0), y};
    // Powers of four, whose roots are powers of two.
    T const greatest = detail::magnitude_of(x) > detail::magnitude_of(y) ? detail::magnitude_of(x)
                                                                         : detail::magnitude_of(y);
    T unscale = T(1);
    if (greatest > detail::large<T>) {
        x *= T(0.0625);
        y *= T(0.0625);
        unscale = T(4);
    } else if (greatest < T(1) / detail::large<T>) {
        x *= detail::large<T>;
        y *= detail::large<T>;
        unscale = sizeof(T) == 4 ? T(0x1p-31) : T(0x1p-255);
    }
    T const root = detail::sqrt_function{}(
                       (detail::magnitude_of(x) + detail::hypot_function{}(x, y)) * T(0.5)) *
                   unscale;
    T const other = y * unscale * unscale / (root + root);
    if (x >= T(0))
        return {root, other};
    return {detail::magnitude_of(other), detail::copy_sign(root, y)};
}

namespace detail {

/// A base to a small integer power, not 0.
template <class T>
TWILL_HD complex<T> integer_power(complex<T> base, int exponent) {
    int rest = exponent < 0 ? -exponent : exponent;
    for (; (rest & 1) == 0; rest >>= 1)
        base = base * base;
    complex<T> result = base;
    while ((rest >>= 1) != 0) {
        base = base * base;
        if (rest & 1)
            result = result * base;
    }
    return exponent < 0 ? complex<T>(T(1)) / result : result;
}

}  // namespace detail

/// x^0 = 1; 0 to a power with a positive real part is 0, otherwise NaN. Small integer exponents
/// multiply.
template <class T>
TWILL_HD complex<T> pow(complex<T> base, complex<T> exponent) {
    T const n = exponent.real();
    if (exponent == T(0))
        return {T(1), T(0)};
    if (base == T(0)) {
        if (n > T(0))
            return {T(0), T(0)};
        return {detail::limits<T>::quiet_nan, detail::limits<T>::quiet_nan};
    }
    if (exponent.imag() == T(0) && n > T(-100) && n < T(100) && detail::trunc_function{}(n) == n)
        return detail::integer_power(base, static_cast<int>(n));
    return exp(exponent * log(base));
}
template <class T>
TWILL_HD complex<T> pow(complex<T> base, std::type_identity_t<T> exponent) {
    return pow(base, complex<T>(exponent));
}
template <class T>
TWILL_HD complex<T> pow(std::type_identity_t<T> base, complex<T> exponent) {
    return pow(complex<T>(base), exponent);
}

}  // namespace twill::inline v0
