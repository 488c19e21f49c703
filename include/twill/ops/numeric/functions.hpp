// SPDX-License-Identifier: MIT
// Function objects of twill/numeric.hpp, with NumPy's edge cases.
#pragma once

#include "twill/expr/exponential.hpp"
#include "twill/expr/rounding.hpp"
#include "twill/expr/trigonometric.hpp"

namespace twill::inline v0::detail {

/// sin(pi x) / (pi x), 1 at 0. The argument of the sine is reduced before it meets pi, so that the
/// zeros are exact.
struct sinc_function {
    static constexpr char const* name = "sinc";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T value) const {
        using R = float_result_t<T>;
        static_assert(!is_complex<R>, "twill: sinc takes real elements");
        constexpr R pi = static_cast<R>(3.14159265358979323846);
        R const x = static_cast<R>(value);
        if (x == R(0))
            return R(1);
        R const rest = x - R(2) * rint_function{}(x / R(2));  // in [-1, 1]
        R const near = rest > R(0.5) ? R(1) - rest : rest < R(-0.5) ? R(-1) - rest : rest;
        return sin_function{}(pi * near) / (pi * x);
    }
};

/// 0 below zero, 1 above, `b` at zero; NaN for NaN.
struct heaviside_function {
    static constexpr char const* name = "heaviside";
    template <class A, class B>
    TWILL_HD constexpr float_result_t<promote_t<A, B>> operator()(A a, B b) const {
        using R = float_result_t<promote_t<A, B>>;
        static_assert(!is_complex<R>, "twill: heaviside takes real elements");
        R const x = static_cast<R>(a);
        if (x > R(0))
            return R(1);
        if (x < R(0))
            return R(0);
        return x == R(0) ? static_cast<R>(b) : x;
    }
};

struct logaddexp2_function {
    static constexpr char const* name = "logaddexp2";
    static constexpr bool costly = true;
    template <class A, class B>
    TWILL_HD constexpr float_result_t<promote_t<A, B>> operator()(A a, B b) const {
        using R = float_result_t<promote_t<A, B>>;
        static_assert(!is_complex<R>, "twill: logaddexp2 takes real elements");
        R const x = static_cast<R>(a);
        R const y = static_cast<R>(b);
        if (x == y)
            return x + R(1);
        R const d = x - y;
        if (d != d)
            return d;
        constexpr R log2_e = static_cast<R>(1.44269504088896340736);
        return (d > R(0) ? x : y) + log1p_function{}(exp2_function{}(d > R(0) ? -d : d)) * log2_e;
    }
};

/// The bits of a float, to count representable numbers by.
template <class T>
struct float_bits;
template <>
struct float_bits<float> {
    using type = std::int32_t;
};
template <>
struct float_bits<double> {
    using type = std::int64_t;
};
/// The next representable number after `a` towards `b`. V is how the elements are stored: 16-bit
/// floats are computed with as float32.
template <class V>
struct nextafter_function {
    static constexpr char const* name = "nextafter";
    template <class A, class B>
    TWILL_HD constexpr V operator()(A a, B b) const {
        if constexpr (std::is_same_v<V, float> || std::is_same_v<V, double>) {
            return next<V, typename float_bits<V>::type>(static_cast<V>(a), static_cast<V>(b));
        } else {
            // Of 16-bit floats the type itself knows its bits.
            if (static_cast<float>(a) != static_cast<float>(a))
                return V(static_cast<float>(a));
            if (static_cast<float>(b) != static_cast<float>(b))
                return V(static_cast<float>(b));
            return next<V, std::int16_t>(V(static_cast<float>(a)), V(static_cast<float>(b)));
        }
    }

private:
    template <class T, class Bits>
    TWILL_HD static constexpr T next(T x, T to) {
        if (x != x)
            return x;
        if (to != to || x == to)
            return to;
        Bits bits = __builtin_bit_cast(Bits, x);
        constexpr Bits sign = limits<Bits>::lowest;
        if (x == T(0.0f))
            bits = static_cast<Bits>((x < to ? 0 : sign) | 1);
        else
            bits = static_cast<Bits>((x < to) == (bits >= 0) ? bits + 1 : bits - 1);
        return __builtin_bit_cast(T, bits);
    }
};

/// The fraction of x = fraction * 2^exponent, 0.5 <= |fraction| < 1.
struct frexp_fraction_function {
    static constexpr char const* name = "frexp";
    template <class T>
    TWILL_HD float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        int exponent = 0;
        if constexpr (std::is_same_v<R, float>)
            return ::frexpf(x, &exponent);
        else
            return ::frexp(static_cast<double>(x), &exponent);
    }
};
/// The exponent that belongs to it; 0 for 0, infinities and NaN.
struct frexp_exponent_function {
    static constexpr char const* name = "frexp";
    template <class T>
    TWILL_HD std::int32_t operator()(T value) const {
        using R = float_result_t<T>;
        R const x = static_cast<R>(value);
        int exponent = 0;
        if (x - x != R(0))
            return 0;
        if constexpr (std::is_same_v<R, float>)
            (void)::frexpf(x, &exponent);
        else
            (void)::frexp(static_cast<double>(x), &exponent);
        return exponent;
    }
};
/// x * 2^exponent.
struct ldexp_function {
    static constexpr char const* name = "ldexp";
    template <class A, class B>
    TWILL_HD float_result_t<A> operator()(A a, B b) const {
        static_assert(is_integer<B> || is_boolean<B>, "twill: ldexp: the exponents are integers");
        static_assert(!is_complex<A>, "twill: ldexp takes real elements");
        // Beyond that everything is 0 or infinite.
        constexpr long long most = 100000;
        int exponent = 0;
        if constexpr (std::is_unsigned_v<B>)
            exponent = static_cast<int>(
                static_cast<std::uint64_t>(b) > 100000u ? most : static_cast<long long>(b));
        else
            exponent = static_cast<int>(static_cast<long long>(b) > most    ? most
                                        : static_cast<long long>(b) < -most ? -most
                                                                            : b);
        if constexpr (std::is_same_v<float_result_t<A>, float>)
            return ::ldexpf(a, exponent);
        else
            return ::ldexp(static_cast<double>(a), exponent);
    }
};
/// The part after the point, with the sign of x; of an infinity 0.
struct modf_fraction_function {
    static constexpr char const* name = "modf";
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T value) const {
        using R = float_result_t<T>;
        static_assert(!is_complex<R>, "twill: modf takes real elements");
        R const x = static_cast<R>(value);
        R const whole = trunc_function{}(x);
        return copy_sign(x == whole ? R(0) : x - whole, x);
    }
};
struct modf_whole_function {
    static constexpr char const* name = "modf";
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        return trunc_function{}(static_cast<float_result_t<T>>(x));
    }
};

/// |x| as an unsigned number, also of the lowest one.
template <class T>
TWILL_HD constexpr std::make_unsigned_t<T> unsigned_magnitude(T x) {
    using U = std::make_unsigned_t<T>;
    return is_negative(x) ? static_cast<U>(0 - static_cast<wrapping_t<T>>(x)) : static_cast<U>(x);
}
/// The greatest common divisor, by Euclid's algorithm; gcd(0, 0) = 0.
struct gcd_function {
    static constexpr char const* name = "gcd";
    template <class A, class B>
    TWILL_HD constexpr promote_t<A, B> operator()(A a, B b) const {
        using T = promote_t<A, B>;
        static_assert(is_integer<T>, "twill: gcd takes integers");
        auto x = unsigned_magnitude(static_cast<T>(a));
        auto y = unsigned_magnitude(static_cast<T>(b));
        while (y != 0) {
            auto const rest = static_cast<decltype(x)>(x % y);
            x = y;
            y = rest;
        }
        return static_cast<T>(x);
    }
};
/// The least common multiple; wraps where the type does not hold it, 0 beside 0.
struct lcm_function {
    static constexpr char const* name = "lcm";
    template <class A, class B>
    TWILL_HD constexpr promote_t<A, B> operator()(A a, B b) const {
        using T = promote_t<A, B>;
        static_assert(is_integer<T>, "twill: lcm takes integers");
        T const x = static_cast<T>(a);
        T const y = static_cast<T>(b);
        if (x == 0 || y == 0)
            return 0;
        auto const divisor = unsigned_magnitude(gcd_function{}(x, y));
        return static_cast<T>(static_cast<wrapping_t<T>>(unsigned_magnitude(x) / divisor) *
                              static_cast<wrapping_t<T>>(unsigned_magnitude(y)));
    }
};

/// Half to even at `scale` steps a unit, or (not `up`) at multiples of `scale`. A float so large
/// that the product overflows has no digits to round. A scale of 0 stands for multiples that are
/// more than twice as great as any number: 0 is the nearest.
template <class Scale>
struct round_decimals_function {
    static constexpr char const* name = "round";
    Scale scale;
    bool up;
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        if constexpr (is_complex<T>) {
            return {(*this)(x.real()), (*this)(x.imag())};
        } else if constexpr (is_floating<T>) {
            T const s = static_cast<T>(scale);
            if (s == T(0))
                return x - x == T(0) ? x * T(0) : x;
            T const whole = rint_function{}(up ? x * s : x / s);
            if (whole - whole != T(0))
                return x;
            return up ? whole / s : whole * s;
        } else if constexpr (is_boolean<T>) {
            return x;
        } else {
            if (up)
                return x;
            if (scale == 0)
                return 0;
            // Between two multiples of the scale the nearer one, at a tie the even one.
            std::uint64_t const size = unsigned_magnitude(x);
            std::uint64_t const quotient = size / scale;
            std::uint64_t const rest = size - quotient * scale;
            bool const above = rest > scale - rest || (rest == scale - rest && (quotient & 1u));
            std::uint64_t const rounded = (quotient + (above ? 1 : 0)) * scale;
            return static_cast<T>(is_negative(x) ? std::uint64_t{0} - rounded : rounded);
        }
    }
};

/// How many bits of |x| are set.
struct bit_count_function {
    static constexpr char const* name = "bit_count";
    template <class T>
    TWILL_HD constexpr std::uint8_t operator()(T x) const {
        static_assert(is_integer<T> || is_boolean<T>, "twill: bit_count takes integers");
        if constexpr (is_boolean<T>) {
            return x ? 1 : 0;
        } else {
            // Sums of neighbouring groups of 1, 2 and 4 bits (Warren, Hacker's Delight, 5-1).
            std::uint64_t b = unsigned_magnitude(x);
            b -= b >> 1 & 0x5555555555555555u;
            b = (b & 0x3333333333333333u) + (b >> 2 & 0x3333333333333333u);
            b = (b + (b >> 4)) & 0x0f0f0f0f0f0f0f0fu;
            return static_cast<std::uint8_t>(b * 0x0101010101010101u >> 56);
        }
    }
};

struct isposinf_function {
    static constexpr char const* name = "isposinf";
    template <class T>
    TWILL_HD constexpr bool operator()(T x) const {
        static_assert(!is_complex<T>, "twill: isposinf takes real elements");
        if constexpr (is_floating<T>)
            return x == limits<T>::infinity;
        else
            return false;
    }
};
struct isneginf_function {
    static constexpr char const* name = "isneginf";
    template <class T>
    TWILL_HD constexpr bool operator()(T x) const {
        static_assert(!is_complex<T>, "twill: isneginf takes real elements");
        if constexpr (is_floating<T>)
            return x == -limits<T>::infinity;
        else
            return false;
    }
};

/// NaN becomes `nan`, infinities `positive` and `negative`; V is how the elements are stored.
template <class V>
struct nan_to_num_function {
    using real = compute_t<typename element<V>::real>;
    static constexpr char const* name = "nan_to_num";
    real nan;
    real positive;
    real negative;
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        if constexpr (is_complex<T>) {
            return {(*this)(x.real()), (*this)(x.imag())};
        } else if constexpr (is_floating<T>) {
            if (x != x)
                return static_cast<T>(nan);
            if (x - x != T(0))
                return static_cast<T>(x > T(0) ? positive : negative);
            return x;
        } else {
            return x;
        }
    }
};

/// NaN becomes a number, which elements of the nan family's functions start from.
template <int Number>
struct without_nan_function {
    static constexpr char const* name = "without_nan";
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        return is_nan(x) ? T(static_cast<float>(Number)) : x;
    }
};
struct is_number_function {
    static constexpr char const* name = "is_number";
    template <class T>
    TWILL_HD constexpr bool operator()(T x) const {
        return !is_nan(x);
    }
};
/// x - middle, and 0 where x is NaN: an infinite x leaves NaN.
struct deviation_function {
    static constexpr char const* name = "deviation";
    template <class A, class B>
    TWILL_HD constexpr B operator()(A x, B middle) const {
        B const away = static_cast<B>(x) - middle;
        return is_nan(x) ? B(0) : away;
    }
};
/// A total divided by a count, less what is lost of it; NaN where nothing is left.
struct counted_share_function {
    static constexpr char const* name = "share";
    double lost = 0;
    template <class A>
    TWILL_HD constexpr A operator()(A total, index_t count) const {
        using R = typename element<A>::real;
        double const left = static_cast<double>(count) - lost;
        return left > 0 ? total / static_cast<R>(left) : A(limits<R>::quiet_nan);
    }
};

}  // namespace twill::inline v0::detail
