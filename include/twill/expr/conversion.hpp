// SPDX-License-Identifier: MIT
// Powers, conversions and closeness as function objects.
#pragma once

#include "twill/expr/rounding.hpp"

namespace twill::inline v0::detail {

/// The exponents of the most common powers, which need no logarithm.
template <class T>
TWILL_HD constexpr bool is_easy_exponent(T y) {
    return y == T(2) || y == T(3) || y == T(0.5) || y == T(-1);
}
template <class T>
TWILL_HD T easy_power(T x, T y) {
    if (y == T(2))
        return x * x;
    if (y == T(3))
        return x * x * x;
    if (y == T(-1))
        return T(1) / x;
    if (x == -limits<T>::infinity)
        return -x;
    if constexpr (std::is_same_v<T, float>)
        return ::sqrtf(x + T(0));  // of -0.0: 0.0
    else
        return ::sqrt(x + T(0));
}

/// Integer powers wrap; a negative exponent gives 0, except for the bases 1 and -1.
struct power_function {
    static constexpr char const* name = "power";
    static constexpr bool costly = true;
    template <class A, class B>
    TWILL_HD constexpr arithmetic_t<A, B> operator()(A a, B b) const {
        using T = arithmetic_t<A, B>;
        if constexpr (is_integer<T>) {
            T base = static_cast<T>(a);
            T exponent = static_cast<T>(b);
            if constexpr (std::is_signed_v<T>) {
                if (exponent < 0) {
                    if (base == 1)
                        return 1;
                    if (base == -1)
                        return (exponent & 1) ? T(-1) : T(1);
                    return 0;
                }
            }
            T result = 1;
            while (exponent != 0) {
                if (exponent & 1)
                    result = multiply{}(result, base);
                base = multiply{}(base, base);
                exponent = static_cast<T>(exponent >> 1);
            }
            return result;
        } else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
            T const x = static_cast<T>(a);
            T const y = static_cast<T>(b);
#if !defined(__CUDA_ARCH__)
            // (In kernels the branch keeps loops from being unrolled.)
            if (is_easy_exponent(y))
                return easy_power(x, y);
#endif
            if constexpr (std::is_same_v<T, float>)
                return ::powf(x, y);
            else
                return ::pow(x, y);
        } else {
            return pow(static_cast<T>(a), static_cast<T>(b));
        }
    }
};

#if defined(__CUDA_ARCH__)
/// Devices have instructions that truncate, saturate and make 0 of NaN.
template <class To>
__device__ __forceinline__ To convert_at_once(float x) {
    constexpr bool is_signed = std::is_signed_v<To>;
    int result;
    if constexpr (sizeof(To) == 1 && is_signed)
        asm("cvt.rzi.s8.f32 %0, %1;" : "=r"(result) : "f"(x));
    else if constexpr (sizeof(To) == 1)
        asm("cvt.rzi.u8.f32 %0, %1;" : "=r"(result) : "f"(x));
    else if constexpr (sizeof(To) == 2 && is_signed)
        asm("cvt.rzi.s16.f32 %0, %1;" : "=r"(result) : "f"(x));
    else if constexpr (sizeof(To) == 2)
        asm("cvt.rzi.u16.f32 %0, %1;" : "=r"(result) : "f"(x));
    else if constexpr (is_signed)
        asm("cvt.rzi.s32.f32 %0, %1;" : "=r"(result) : "f"(x));
    else
        asm("cvt.rzi.u32.f32 %0, %1;" : "=r"(result) : "f"(x));
    return static_cast<To>(result);
}
#endif

/// The value as To: floats truncate towards zero, saturate at the ends of an integer type, and NaN
/// becomes 0; integers wrap; anything nonzero is true.
template <class To, class From>
TWILL_HD constexpr To convert_value(From x) {
    if constexpr (std::is_same_v<From, To>) {
        return x;
    } else if constexpr (is_boolean<To>) {
        return truth(x);
    } else if constexpr (is_floating<From> && is_integer<To>) {
#if defined(__CUDA_ARCH__)
        if constexpr (sizeof(To) <= 4 && !std::is_same_v<From, double>)
            if (!__builtin_is_constant_evaluated())
                return convert_at_once<To>(static_cast<float>(x));
#endif
        // Without branches, so that loops are vectorised. The least power of two above To's range
        // is exact in any floating type; max itself may not be.
        using F = std::conditional_t<std::is_same_v<From, double>, double, float>;
        constexpr int bits = 8 * sizeof(To) - (std::is_signed_v<To> ? 1 : 0);
        constexpr int digits = sizeof(F) == 8 ? 53 : 24;
        constexpr F above = F(2) * static_cast<F>(std::uint64_t{1} << (bits - 1));
        constexpr F top = above - (bits > digits ? above / F(std::uint64_t{1} << digits) : F(1));
        constexpr F bottom = std::is_signed_v<To> ? -above : F(0);
        // There are instructions for signed integers of 32 bits.
        using Step = std::conditional_t<sizeof(To) < 4, std::int32_t, To>;
        F const given = static_cast<F>(x);
        F const below = given < top ? given : top;
        auto result = static_cast<Step>(below > bottom ? below : bottom);
        if constexpr (bits > digits)
            result = given >= above ? limits<To>::max : result;
        return static_cast<To>(given == given ? result : Step{});
    } else if constexpr (std::is_same_v<From, bool> && std::is_arithmetic_v<To>) {
        return static_cast<To>(__builtin_bit_cast(unsigned char, x));
    } else if constexpr (is_complex<From> && !is_complex<To>) {
        return convert_value<To>(x.real());
    } else {
        return static_cast<To>(x);
    }
}

template <class To>
struct cast_function {
    static constexpr char const* name = "cast";
    template <class...>
    using brings_to = To;
    template <class From>
    TWILL_HD constexpr To operator()(From x) const {
        return convert_value<To>(x);
    }
};

template <class A, class B,
          bool Integers = (is_integer<A> || is_boolean<A>) && (is_integer<B> || is_boolean<B>)>
struct close_in {
    using type = double;
};
template <class A, class B>
struct close_in<A, B, false> {
    using type = float_result_t<promote_t<A, B>>;
};
/// |a - b| <= atol + rtol * |b|; equal infinities are close, NaN is close to nothing.
struct isclose_function {
    static constexpr char const* name = "isclose";
    double relative;
    double absolute;
    template <class A, class B>
    TWILL_HD constexpr bool operator()(A a, B b) const {
        // Integers are compared in float64: their distance may not wrap.
        using T = typename close_in<A, B>::type;
        T const x = static_cast<T>(a);
        T const y = static_cast<T>(b);
        if (x == y)
            return true;
        if (!isfinite_function{}(x) || !isfinite_function{}(y))
            return false;
        double const difference =
            static_cast<double>(abs_function{}(static_cast<T>(subtract{}(x, y))));
        return difference <= absolute + relative * static_cast<double>(abs_function{}(y));
    }
};

}  // namespace twill::inline v0::detail
