// SPDX-License-Identifier: MIT
// Quotients of integers. For kernels what depends on the divisor alone is written out, so that the
// compiler finds it once where many elements are divided by one number; its own division repeats it
// for each, in a call for narrow types.
#pragma once

#include "twill/core/types.hpp"

namespace twill::inline v0::detail {

/// Integers compute in an unsigned type of at least 32 bits: uint16 * uint16 would overflow int.
template <class T>
using wrapping_t = std::conditional_t<(sizeof(T) < 4), std::uint32_t, std::make_unsigned_t<T>>;

/// -x; -MIN is MIN. ptxas of CUDA 13.0 takes what neg.s16 and abs.s16 give for numbers of 16 bits
/// without cutting them off: -32768 was 32768 where the result was widened or compared. So kernels
/// compute both in 32 bits, in a form that is not narrowed again. And of three negatives of 32 bits
/// whose greatest or smallest is asked for, `max(max(-a, -b), -c)`, it takes b as it is on devices
/// of compute capability 9.0: they are computed as ~x + 1.
template <class T>
TWILL_HD constexpr T wrapping_negative(T x) {
#if defined(__CUDA_ARCH__)
    if constexpr (is_integer<T> && sizeof(T) == 2) {
        if (!__builtin_is_constant_evaluated()) {
            int result;
            asm("neg.s32 %0, %1;" : "=r"(result) : "r"(static_cast<int>(x)));
            return static_cast<T>(result);
        }
    } else if constexpr (std::is_same_v<T, std::int32_t>) {
        if (!__builtin_is_constant_evaluated()) {
            int inverted;
            asm("not.b32 %0, %1;" : "=r"(inverted) : "r"(x));
            return static_cast<T>(static_cast<unsigned>(inverted) + 1u);
        }
    }
#endif
    return static_cast<T>(wrapping_t<T>{0} - static_cast<wrapping_t<T>>(x));
}
/// |x|; |MIN| is MIN.
template <class T>
TWILL_HD constexpr T wrapping_magnitude(T x) {
#if defined(__CUDA_ARCH__)
    if constexpr (std::is_same_v<T, std::int16_t> || std::is_same_v<T, std::int32_t>)
        if (!__builtin_is_constant_evaluated()) {
            int result;
            asm("abs.s32 %0, %1;" : "=r"(result) : "r"(static_cast<int>(x)));
            return static_cast<T>(result);
        }
#endif
    return x < 0 ? wrapping_negative(x) : x;
}
/// a + b. Kernels keep sums of 16 bits from being compared with 0 as a with neg.s16 of b.
template <class T>
TWILL_HD constexpr T wrapping_sum(T a, T b) {
    auto sum = static_cast<wrapping_t<T>>(a) + static_cast<wrapping_t<T>>(b);
#if defined(__CUDA_ARCH__)
    if constexpr (is_integer<T> && sizeof(T) == 2)
        if (!__builtin_is_constant_evaluated())
            asm("" : "+r"(sum));
#endif
    return static_cast<T>(sum);
}

#if defined(__CUDACC__)
/// 1 / y, with an error of at most one place.
__device__ __forceinline__ float near_inverse(float y) {
    float result;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(y));
    return result;
}
#endif
#if defined(__CUDA_ARCH__)

/// Of up to 16 bits. (x + 1/2) / y is at least 1 / 2y away from every integer, and rounding moves
/// it by less.
template <class T>
__device__ __forceinline__ T narrow_quotient(T x, T y) {
    float inverse = near_inverse(static_cast<float>(y));
    inverse = y == 0 ? 0.0f : inverse;
    if constexpr (std::is_signed_v<T>) {
        float const from = __int_as_float(0x4b400000 + x) - 12582912.0f;
        return static_cast<T>(static_cast<int>((from + ::copysignf(0.5f, from)) * inverse));
    } else {
        // The integer below is in the last bits beside 2^23, from where x came.
        float const from = __uint_as_float(0x4b000000u | x) - 8388607.5f;
        return static_cast<T>(__float_as_uint(__fadd_rz(from * inverse, 8388608.0f)));
    }
}

/// Of 32 bits: the inverse as a fraction of 2^32, improved once, is at most two too small a
/// quotient.
__device__ __forceinline__ unsigned word_quotient(unsigned x, unsigned y) {
    unsigned inverse = static_cast<unsigned>(near_inverse(static_cast<float>(y)) * 4294966272.0f);
    inverse += __umulhi(inverse, (0u - y) * inverse);
    unsigned quotient = __umulhi(x, inverse);
    unsigned rest = x - quotient * y;
    if (rest >= y) {
        ++quotient;
        rest -= y;
    }
    if (rest >= y)
        ++quotient;
    return y == 0 ? 0 : quotient;
}
__device__ __forceinline__ int word_quotient(int x, int y) {
    unsigned const of_x = static_cast<unsigned>(x >> 31);
    unsigned const of_y = static_cast<unsigned>(y >> 31);
    unsigned const sign = of_x ^ of_y;
    unsigned const quotient = word_quotient((static_cast<unsigned>(x) ^ of_x) - of_x,
                                            (static_cast<unsigned>(y) ^ of_y) - of_y);
    return static_cast<int>((quotient ^ sign) - sign);
}
/// x / y as `divide` has it: 0 where y is, and the least number divided by -1 is itself.
template <class T>
__device__ __forceinline__ T device_quotient(T x, T y) {
    if constexpr (sizeof(T) <= 2)
        return narrow_quotient(x, y);
    else if constexpr (std::is_signed_v<T>)
        return static_cast<T>(word_quotient(static_cast<int>(x), static_cast<int>(y)));
    else
        return static_cast<T>(word_quotient(static_cast<unsigned>(x), static_cast<unsigned>(y)));
}
#endif

/// The quotient of integers, cut off; x / 0 is 0 and MIN / -1 is MIN.
template <class T>
TWILL_HD constexpr T integer_quotient(T x, T y) {
#if !defined(__CUDA_ARCH__)
    if constexpr (sizeof(T) <= 4) {
        // Exact: with so many more digits no quotient is rounded up to an integer. Of floats
        // processors divide vectors.
        using Float = std::conditional_t<(sizeof(T) < 4), float, double>;
        bool const negates = std::is_signed_v<T> && y == static_cast<T>(-1);
        // Half of the last digit more: a division of the compiler's that is not rounded correctly
        // (-ffast-math) does not fall below an integer.
        Float const whole = static_cast<Float>(y == 0 ? T{0} : x);
        Float const dividend = whole + (whole < 0 ? Float(-0.5) : Float(0.5));
        Float const divisor = static_cast<Float>(((y == 0) | negates) ? T{1} : y);
        auto const quotient = static_cast<wrapping_t<T>>(static_cast<T>(dividend / divisor));
        auto const sign = static_cast<wrapping_t<T>>(negates);
        return static_cast<T>((quotient ^ (wrapping_t<T>{0} - sign)) + sign);
    }
#else
    if constexpr (sizeof(T) <= 4)
        if (!__builtin_is_constant_evaluated())
            return device_quotient(x, y);
#endif
    if (y == 0)
        return 0;
    if constexpr (std::is_signed_v<T>)
        if (y == -1)
            return wrapping_negative(x);
    return static_cast<T>(x / y);
}
/// What is left of it, with the dividend's sign; x % 0 is 0.
template <class T>
TWILL_HD constexpr T integer_rest(T x, T y) {
    if constexpr (sizeof(T) <= 4) {
        auto const quotient = static_cast<wrapping_t<T>>(integer_quotient(x, y));
        return static_cast<T>(static_cast<wrapping_t<T>>(y == 0 ? T{0} : x) -
                              quotient * static_cast<wrapping_t<T>>(y));
    }
    if (y == 0)
        return 0;
    if constexpr (std::is_signed_v<T>)
        if (y == -1)
            return 0;
    return static_cast<T>(x % y);
}

}  // namespace twill::inline v0::detail
