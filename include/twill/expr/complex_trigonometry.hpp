// SPDX-License-Identifier: MIT
// Trigonometric and hyperbolic functions of complex numbers and their inverses. Branch cuts and the
// formulas of the inverses are those of W. Kahan, "Branch cuts for complex elementary functions"
// (1987).
#pragma once

#include "twill/expr/complex_functions.hpp"

namespace twill::inline v0 {
namespace detail {

/// i * z and -i * z, exact in every part.
template <class T>
TWILL_HD constexpr complex<T> times_i(complex<T> z) {
    return {-z.imag(), z.real()};
}
template <class T>
TWILL_HD constexpr complex<T> over_i(complex<T> z) {
    return {z.imag(), -z.real()};
}

/// x * y where a zero x wins against a NaN.
template <class T>
TWILL_HD constexpr T zero_times(T x, T y) {
    if (x == T(0))
        return y < T(0) ? -x : x;
    return x * y;
}

template <class T>
inline constexpr T half_pi = T(1.57079632679489661923);

/// log(2 * hypot(x, y)): the inverse hyperbolic functions far from 0.
template <class T>
TWILL_HD T log_twice_modulus(T x, T y) {
    return log_modulus(x * T(0.5), y * T(0.5)) + T(1.38629436111989061883);
}
template <class T>
TWILL_HD bool is_far(complex<T> z) {
    // Here adding 1 changes nothing.
    constexpr T far = sizeof(T) == 4 ? T(0x1p+30) : T(0x1p+60);
    return magnitude_of(z.real()) > far || magnitude_of(z.imag()) > far;
}

}  // namespace detail

template <class T>
TWILL_HD complex<T> sinh(complex<T> z) {
    T const x = z.real();
    T const y = z.imag();
    if (y == T(0))
        return {detail::sinh_function{}(x), y};
    if (detail::is_infinite(x) && !detail::is_finite(y))
        return {x, y - y};
    T const cosine = detail::cos_function{}(y);
    T const sine = detail::sin_function{}(y);
    if (detail::magnitude_of(x) > detail::exp_limit<T>) {
        T const root = detail::exp_function{}(detail::magnitude_of(x) * T(0.5));
        return {detail::copy_sign(T(0.5) * root, x) * cosine * root, T(0.5) * root * sine * root};
    }
    return {detail::zero_times(detail::sinh_function{}(x), cosine),
            detail::cosh_function{}(x)*sine};
}
template <class T>
TWILL_HD complex<T> cosh(complex<T> z) {
    T const x = z.real();
    T const y = z.imag();
    if (y == T(0))
        return {detail::cosh_function{}(x), detail::sign_bit(x) ? -y : y};
    if (detail::is_infinite(x) && !detail::is_finite(y))
        return {detail::magnitude_of(x), y - y};
    T const cosine = detail::cos_function{}(y);
    T const sine = detail::sin_function{}(y);
    if (detail::magnitude_of(x) > detail::exp_limit<T>) {
        T const root = detail::exp_function{}(detail::magnitude_of(x) * T(0.5));
        return {T(0.5) * root * cosine * root, detail::copy_sign(T(0.5) * root, x) * sine * root};
    }
    return {detail::cosh_function{}(x)*cosine,
            detail::zero_times(detail::sinh_function{}(x), sine)};
}
template <class T>
TWILL_HD complex<T> tanh(complex<T> z) {
    T const x = z.real();
    T const y = z.imag();
    if (y == T(0))
        return {detail::tanh_function{}(x), y};
    if (detail::is_nan(x))
        return {x, x};
    if (detail::is_infinite(x) && !detail::is_finite(y))
        return {detail::copy_sign(T(1), x), detail::copy_sign(T(0), y)};
    if (!detail::is_finite(y))
        return {x == T(0) ? x : y - y, y - y};
    constexpr T settled = sizeof(T) == 4 ? T(11) : T(22);  // |tanh| is 1 from here on
    if (detail::magnitude_of(x) > settled) {
        T const decay = detail::exp_function{}(-detail::magnitude_of(x));
        T const sine = detail::sin_function{}(y);
        return {detail::copy_sign(T(1), x), T(4) * sine * detail::cos_function{}(y)*decay * decay};
    }
    T const tangent = detail::tan_function{}(y);
    T const growth = T(1) + tangent * tangent;
    T const sine = detail::sinh_function{}(x);
    T const divisor = T(1) + growth * sine * sine;
    return {growth * detail::sqrt_function{}(T(1) + sine * sine) * sine / divisor,
            tangent / divisor};
}

template <class T>
TWILL_HD complex<T> sin(complex<T> z) {
    return detail::over_i(sinh(detail::times_i(z)));
}
template <class T>
TWILL_HD complex<T> cos(complex<T> z) {
    return cosh(detail::times_i(z));
}
template <class T>
TWILL_HD complex<T> tan(complex<T> z) {
    return detail::over_i(tanh(detail::times_i(z)));
}

/// Branch cuts along the imaginary axis beyond i and -i.
template <class T>
TWILL_HD complex<T> asinh(complex<T> z) {
    T const x = z.real();
    T const y = z.imag();
    if (detail::is_nan(x) && y == T(0))
        return z;
    if (detail::is_far(z))
        return {detail::copy_sign(detail::log_twice_modulus(x, y), x),
                detail::atan2_function{}(y, detail::magnitude_of(x))};
    complex<T> const plus = sqrt(complex<T>(T(1) + y, -x));
    complex<T> const minus = sqrt(complex<T>(T(1) - y, x));
    return {detail::asinh_function{}(plus.real() * minus.imag() - minus.real() * plus.imag()),
            detail::atan2_function{}(y, plus.real() * minus.real() - plus.imag() * minus.imag())};
}
/// The branch cut lies along the real axis below 1.
template <class T>
TWILL_HD complex<T> acosh(complex<T> z) {
    if (detail::is_far(z))
        return {detail::log_twice_modulus(z.real(), z.imag()), arg(z)};
    if (z.real() == T(0) && detail::is_nan(z.imag()))
        return {z.imag(), detail::half_pi<T>};
    complex<T> const minus = sqrt(z - T(1));
    complex<T> const plus = sqrt(z + T(1));
    return {detail::asinh_function{}(minus.real() * plus.real() + minus.imag() * plus.imag()),
            T(2) * detail::atan2_function{}(minus.imag(), plus.real())};
}
/// Branch cuts along the real axis beyond 1 and -1.
template <class T>
TWILL_HD complex<T> atanh(complex<T> z) {
    bool const mirrored = detail::sign_bit(z.real());
    T const x = detail::magnitude_of(z.real());
    T const y = mirrored ? -z.imag() : z.imag();
    T const height = detail::magnitude_of(y);
    constexpr T half_pi = detail::half_pi<T>;
    constexpr T tiny = T(1) / (detail::large<T> * T(2));
    complex<T> result;
    if (detail::is_infinite(x) || detail::is_infinite(y)) {
        result = {T(0), detail::is_nan(y) ? y : detail::copy_sign(half_pi, y)};
    } else if (detail::is_nan(x) || detail::is_nan(y)) {
        result = {x == T(0) ? x : x + y, x + y};
    } else if (detail::is_far(z)) {
        // 1 / z, whose squares would overflow.
        T const modulus = detail::hypot_function{}(x * T(0.5), y * T(0.5));
        result = {x * T(0.25) / modulus / modulus, detail::copy_sign(half_pi, y)};
    } else if (x == T(1) && height < tiny) {
        if (height == T(0))
            result = {detail::limits<T>::infinity, y};
        else
            result = {-detail::log_function{}(
                          detail::sqrt_function{}(height) /
                          detail::sqrt_function{}(detail::hypot_function{}(height, T(2)))),
                      detail::copy_sign(detail::atan2_function{}(T(2), -height) * T(0.5), y)};
    } else {
        T const gap = T(1) - x;
        result = {detail::log1p_function{}(T(4) * x / (gap * gap + y * y)) * T(0.25),
                  -detail::atan2_function{}(T(-2) * y, gap * (T(1) + x) - y * y) * T(0.5)};
    }
    return mirrored ? -result : result;
}

template <class T>
TWILL_HD complex<T> asin(complex<T> z) {
    return detail::over_i(asinh(detail::times_i(z)));
}
/// Branch cuts along the real axis beyond 1 and -1.
template <class T>
TWILL_HD complex<T> acos(complex<T> z) {
    T const x = z.real();
    T const y = z.imag();
    if (detail::is_far(z))
        return {detail::atan2_function{}(detail::magnitude_of(y), x),
                detail::copy_sign(detail::log_twice_modulus(x, y), -y)};
    if (x == T(0) && detail::is_nan(y))
        return {detail::half_pi<T>, y};
    complex<T> const minus = sqrt(T(1) - z);
    complex<T> const plus = sqrt(T(1) + z);
    return {T(2) * detail::atan2_function{}(minus.real(), plus.real()),
            detail::asinh_function{}(plus.real() * minus.imag() - plus.imag() * minus.real())};
}
template <class T>
TWILL_HD complex<T> atan(complex<T> z) {
    return detail::over_i(atanh(detail::times_i(z)));
}

}  // namespace twill::inline v0
