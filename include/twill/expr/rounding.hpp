// SPDX-License-Identifier: MIT
// Rounding, division and selection functions as function objects, with NumPy's edge cases.
#pragma once

#include "twill/expr/arithmetic.hpp"

namespace twill::inline v0::detail {

template <class T>
TWILL_HD constexpr bool is_nan(T x) {
    if constexpr (is_floating<T>)
        return x != x;
    else if constexpr (is_complex<T>)
        return x.real() != x.real() || x.imag() != x.imag();
    else
        return false;
}
template <class T>
TWILL_HD constexpr bool sign_bit(T x) {
    if constexpr (std::is_same_v<T, float>)
        return __builtin_bit_cast(std::int32_t, x) < 0;
    else if constexpr (std::is_same_v<T, double>)
        return __builtin_bit_cast(std::int64_t, x) < 0;
    else if constexpr (is_floating<T>)
        return ::copysign(1.0, static_cast<double>(x)) < 0;
    else if constexpr (std::is_signed_v<T>)
        return x < 0;
    else
        return false;
}
template <class T>
TWILL_HD constexpr T copy_sign(T magnitude, T sign) {
    if constexpr (std::is_same_v<T, float>)
        return ::copysignf(magnitude, sign);
    else
        return ::copysign(magnitude, sign);
}

struct floor_function {
    static constexpr char const* name = "floor";
    static constexpr bool over_chunks = true;
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        static_assert(!is_complex<T>,
                      "twill: floor of complex numbers; take real(x) and imag(x) first");
        if constexpr (std::is_same_v<T, float>)
            return ::floorf(x);
        else if constexpr (std::is_same_v<T, double>)
            return ::floor(x);
        else
            return x;
    }
};
struct ceil_function {
    static constexpr char const* name = "ceil";
    static constexpr bool over_chunks = true;
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        static_assert(!is_complex<T>,
                      "twill: ceil of complex numbers; take real(x) and imag(x) first");
        if constexpr (std::is_same_v<T, float>)
            return ::ceilf(x);
        else if constexpr (std::is_same_v<T, double>)
            return ::ceil(x);
        else
            return x;
    }
};
struct trunc_function {
    static constexpr char const* name = "trunc";
    static constexpr bool over_chunks = true;
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        static_assert(!is_complex<T>,
                      "twill: trunc of complex numbers; take real(x) and imag(x) first");
        if constexpr (std::is_same_v<T, float>)
            return ::truncf(x);
        else if constexpr (std::is_same_v<T, double>)
            return ::trunc(x);
        else
            return x;
    }
};
/// Half to even.
struct rint_function {
    static constexpr char const* name = "rint";
    static constexpr bool over_chunks = true;
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        if constexpr (std::is_same_v<T, float>)
            return ::rintf(x);
        else if constexpr (std::is_same_v<T, double>)
            return ::rint(x);
        else if constexpr (is_complex<T>)
            return {(*this)(x.real()), (*this)(x.imag())};
        else
            return x;
    }
};

struct abs_function {
    static constexpr char const* name = "abs";
    template <class T>
    TWILL_HD constexpr typename element<T>::real operator()(T x) const {
        if constexpr (std::is_same_v<T, float>)
            return ::fabsf(x);
        else if constexpr (std::is_same_v<T, double>)
            return ::fabs(x);
        else if constexpr (is_complex<T>)
            return abs(x);
        else if constexpr (std::is_signed_v<T>)
            return wrapping_magnitude(x);
        else
            return x;
    }
};
/// -1, 0 or 1; NaN for NaN; z / |z| for complex numbers.
struct sign_function {
    static constexpr char const* name = "sign";
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        if constexpr (is_complex<T>) {
            return x == T{} ? T{} : x / T(abs(x));
        } else {
            if (x > T{})
                return T(1);
            if constexpr (!std::is_unsigned_v<T>)
                if (x < T{})
                    return T(-1);
            if (is_nan(x))
                return x;
            return T{};
        }
    }
};
struct square_function {
    static constexpr char const* name = "square";
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        return multiply{}(x, x);
    }
};
template <class T>
TWILL_HD constexpr complex<T> complex_reciprocal(complex<T> z);
struct reciprocal_function {
    static constexpr char const* name = "reciprocal";
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        if constexpr (is_complex<T>)
            return complex_reciprocal(x);
        else
            return divide{}(T(1), x);
    }
};

struct isnan_function {
    static constexpr char const* name = "isnan";
    template <class T>
    TWILL_HD constexpr bool operator()(T x) const {
        return is_nan(x);
    }
};
struct isinf_function {
    static constexpr char const* name = "isinf";
    template <class T>
    TWILL_HD constexpr bool operator()(T x) const {
        if constexpr (is_floating<T>)
            return x == limits<T>::infinity || x == -limits<T>::infinity;
        else if constexpr (is_complex<T>)
            return (*this)(x.real()) || (*this)(x.imag());
        else
            return false;
    }
};
struct isfinite_function {
    static constexpr char const* name = "isfinite";
    template <class T>
    TWILL_HD constexpr bool operator()(T x) const {
        if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
            T const none = x - x;  // NaN unless finite; no branch
            return none == none;
        } else {
            return !is_nan(x) && !isinf_function{}(x);
        }
    }
};
struct signbit_function {
    static constexpr char const* name = "signbit";
    template <class T>
    TWILL_HD constexpr bool operator()(T x) const {
        return sign_bit(x);
    }
};

struct copysign_function {
    static constexpr char const* name = "copysign";
    template <class A, class B>
    TWILL_HD constexpr float_result_t<promote_t<A, B>> operator()(A a, B b) const {
        using R = float_result_t<promote_t<A, B>>;
        return copy_sign(static_cast<R>(a), static_cast<R>(b));
    }
};
struct fmod_function {
    static constexpr char const* name = "fmod";
    template <class>
    static constexpr bool slow = true;
    template <class T>
    static constexpr bool values_over_chunks = modulus::values_over_chunks<T>;
    template <class T>
    static constexpr bool by_one_over_chunks = divide::by_one_over_chunks<T>;
    template <class A, class B>
    TWILL_HD constexpr promote_t<A, B> operator()(A a, B b) const {
        return modulus{}(a, b);
    }
};

/// Division that gives float64 for integers.
struct true_divide_function {
    static constexpr char const* name = "true_divide";
    static constexpr bool gives_quotients = true;
    template <class A, class B>
    TWILL_HD constexpr quotient_t<A, B> operator()(A a, B b) const {
        using R = quotient_t<A, B>;
        return static_cast<R>(a) / static_cast<R>(b);
    }
};

/// The remainder with the divisor's sign; floats follow NumPy's divmod.
struct remainder_function {
    static constexpr char const* name = "remainder";
    template <class>
    static constexpr bool slow = true;
    template <class T>
    static constexpr bool values_over_chunks = modulus::values_over_chunks<T>;
    template <class T>
    static constexpr bool by_one_over_chunks = divide::by_one_over_chunks<T>;
    template <class A, class B>
    TWILL_HD constexpr arithmetic_t<A, B> operator()(A a, B b) const {
        using T = arithmetic_t<A, B>;
        T const y = static_cast<T>(b);
        T const rest = modulus{}(static_cast<T>(a), y);
        if constexpr (is_integer<T>) {
            if constexpr (std::is_signed_v<T>)
                return static_cast<T>(rest + (((rest != 0) & ((rest < 0) != (y < 0))) ? y : T{0}));
            return rest;
        } else {
            if (y == 0)
                return rest;
            if (rest == 0)
                return copy_sign(T{0}, y);
            return (rest < 0) != (y < 0) ? rest + y : rest;
        }
    }
};

/// The quotient rounded down; integers divided by 0 give 0.
struct floor_divide_function {
    static constexpr char const* name = "floor_divide";
    template <class>
    static constexpr bool slow = true;
    template <class T>
    static constexpr bool values_over_chunks = modulus::values_over_chunks<T>;
    template <class T>
    static constexpr bool by_one_over_chunks = divide::by_one_over_chunks<T>;
    template <class A, class B>
    TWILL_HD constexpr arithmetic_t<A, B> operator()(A a, B b) const {
        using T = arithmetic_t<A, B>;
        T const x = static_cast<T>(a);
        T const y = static_cast<T>(b);
        if constexpr (is_integer<T>) {
            T const quotient = divide{}(x, y);
            if constexpr (std::is_signed_v<T>) {
                T const rest = modulus{}(x, y);
                return static_cast<T>(quotient - ((rest != 0) & ((rest < 0) != (y < 0))));
            }
            return quotient;
        } else {
            if (y == 0)
                return x / y;
            T const rest = modulus{}(x, y);
            T quotient = (x - rest) / y;
            if (rest != 0 && (rest < 0) != (y < 0))
                quotient -= T(1);
            if (quotient == 0)
                return copy_sign(T{0}, x / y);
            T const whole = floor_function{}(quotient);
            return quotient - whole > T(0.5) ? whole + T(1) : whole;
        }
    }
};

template <class T>
using bits_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
/// What maximum_function and minimum_function mean is one instruction of these devices.
TWILL_INLINE_HD float device_maximum(float x, float y) {
    float result;
    asm("max.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));
    return result;
}
TWILL_INLINE_HD float device_minimum(float x, float y) {
    float result;
    asm("min.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));
    return result;
}
#endif

/// The greater one; NaN from either side propagates, -0.0 is below +0.0.
struct maximum_function {
    static constexpr char const* name = "maximum";
    template <class A, class B>
    TWILL_HD constexpr promote_t<A, B> operator()(A a, B b) const {
        using T = promote_t<A, B>;
        T const x = static_cast<T>(a);
        T const y = static_cast<T>(b);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        if constexpr (std::is_same_v<T, float>)
            if (!__builtin_is_constant_evaluated())
                return device_maximum(x, y);
#endif
        if constexpr (is_floating<T>) {
            // Without branches, so that loops are vectorised. Both orders give the same but for
            // zeros, whose signs are joined, and NaN, which stays one with more bits set.
            using bits = bits_of<T>;
            constexpr bits sign = bits{1} << (8 * sizeof(T) - 1);
            auto const one = __builtin_bit_cast(bits, x > y ? x : y);
            auto const other = __builtin_bit_cast(bits, y > x ? y : x);
            return __builtin_bit_cast(T, (one & other) | ((one | other) & ~sign));
        } else {
            static_assert(!is_complex<T>, "twill: complex numbers have no order");
            return x < y ? y : x;
        }
    }
};
/// The smaller one; NaN from either side propagates, -0.0 is below +0.0.
struct minimum_function {
    static constexpr char const* name = "minimum";
    template <class A, class B>
    TWILL_HD constexpr promote_t<A, B> operator()(A a, B b) const {
        using T = promote_t<A, B>;
        T const x = static_cast<T>(a);
        T const y = static_cast<T>(b);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        if constexpr (std::is_same_v<T, float>)
            if (!__builtin_is_constant_evaluated())
                return device_minimum(x, y);
#endif
        if constexpr (is_floating<T>) {
            using bits = bits_of<T>;  // see maximum_function
            auto const one = __builtin_bit_cast(bits, x < y ? x : y);
            auto const other = __builtin_bit_cast(bits, y < x ? y : x);
            return __builtin_bit_cast(T, one | other);
        } else {
            static_assert(!is_complex<T>, "twill: complex numbers have no order");
            return y < x ? y : x;
        }
    }
};
/// The greater one; a NaN is ignored where the other is a number.
struct fmax_function {
    static constexpr char const* name = "fmax";
    template <class A, class B>
    TWILL_HD constexpr promote_t<A, B> operator()(A a, B b) const {
        using T = promote_t<A, B>;
        T const x = static_cast<T>(a);
        T const y = static_cast<T>(b);
        return maximum_function{}(is_nan(x) ? y : x, is_nan(y) ? x : y);
    }
};
struct fmin_function {
    static constexpr char const* name = "fmin";
    template <class A, class B>
    TWILL_HD constexpr promote_t<A, B> operator()(A a, B b) const {
        using T = promote_t<A, B>;
        T const x = static_cast<T>(a);
        T const y = static_cast<T>(b);
        return minimum_function{}(is_nan(x) ? y : x, is_nan(y) ? x : y);
    }
};
/// minimum(maximum(x, low), high): low > high gives high.
struct clip_function {
    static constexpr char const* name = "clip";
    template <class X, class L, class H>
    TWILL_HD constexpr promote_t<promote_t<X, L>, H> operator()(X x, L low, H high) const {
        return minimum_function{}(maximum_function{}(x, low), high);
    }
};
struct where_function {
    static constexpr char const* name = "where";
    template <class C, class A, class B>
    TWILL_HD constexpr promote_t<A, B> operator()(C condition, A a, B b) const {
        using T = promote_t<A, B>;
        return truth(condition) ? static_cast<T>(a) : static_cast<T>(b);
    }
};

}  // namespace twill::inline v0::detail
