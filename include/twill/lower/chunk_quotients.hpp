// SPDX-License-Identifier: MIT
// Remainders and rounded quotients of whole chunks, on x86-64 processors with AVX2 and FMA.
// They are exact where their scalar forms are, so the bits are those of any other processor.
#pragma once

#include "twill/lower/chunk_functions.hpp"

namespace twill::inline v0::detail {

#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__ILP32__) && !defined(__CUDA_ARCH__)

#define TWILL_FMA __attribute__((target("avx2,fma")))

/// Registers of T: what the compilers call their instructions.
template <class T>
struct registers;
template <>
struct registers<float> {
    using values = float_x8;
    using bits = int_x8;
    static constexpr int lanes = 8;
    static constexpr int sign = static_cast<int>(0x80000000u);
    /// Whole numbers below it have each their own value.
    static constexpr float whole = 0x1p24f;
    TWILL_FMA static values fused(values a, values b, values c) {
        return __builtin_ia32_vfmaddps256(a, b, c);
    }
    TWILL_AVX2 static values trunc(values x) { return __builtin_ia32_roundps256(x, 3); }
    TWILL_AVX2 static values floor(values x) { return __builtin_ia32_roundps256(x, 1); }
    TWILL_AVX2 static int mask(bits x) { return __builtin_ia32_movmskps256(values_of(x)); }
    TWILL_AVX2 static values values_of(bits x) { return __builtin_bit_cast(values, x); }
};
template <>
struct registers<double> {
    using values = double_x4;
    using bits = long_x4;
    static constexpr int lanes = 4;
    static constexpr long long sign = static_cast<long long>(0x8000000000000000u);
    static constexpr double whole = 0x1p53;
    TWILL_FMA static values fused(values a, values b, values c) {
        return __builtin_ia32_vfmaddpd256(a, b, c);
    }
    TWILL_AVX2 static values trunc(values x) { return __builtin_ia32_roundpd256(x, 3); }
    TWILL_AVX2 static values floor(values x) { return __builtin_ia32_roundpd256(x, 1); }
    TWILL_AVX2 static int mask(bits x) { return __builtin_ia32_movmskpd256(values_of(x)); }
    TWILL_AVX2 static values values_of(bits x) { return __builtin_bit_cast(values, x); }
};

/// fmod. Where the quotient is a whole number that has its own value, at most one too large, what
/// one multiply-add leaves is exact: a multiple of y's last place, and not larger than y.
template <class T>
TWILL_FMA typename registers<T>::values rest_of(typename registers<T>::values x,
                                                typename registers<T>::values y) {
    using R = registers<T>;
    using V = typename R::values;
    using B = typename R::bits;
    B const sign = __builtin_bit_cast(B, x) & R::sign;
    V const size = R::values_of(__builtin_bit_cast(B, x) & ~R::sign);
    V const by = R::values_of(__builtin_bit_cast(B, y) & ~R::sign);
    V const quotient = R::trunc(size / by);
    V rest = R::fused(-quotient, by, size);
    rest = rest < T(0) ? rest + by : rest;
    B const below = size < by;
    rest = below ? size : rest;
    V result = R::values_of(__builtin_bit_cast(B, rest) | sign);
    int const left = R::mask(~(below | (quotient < R::whole)));
    if (__builtin_expect(left != 0, 0))
        for (int l = 0; l < R::lanes; ++l)
            if (left >> l & 1)
                result[l] = modulus{}(T(x[l]), T(y[l]));
    return result;
}
/// remainder_function.
template <class T>
TWILL_FMA typename registers<T>::values floored_rest_of(typename registers<T>::values x,
                                                        typename registers<T>::values y) {
    using R = registers<T>;
    using V = typename R::values;
    using B = typename R::bits;
    V const rest = rest_of<T>(x, y);
    V const zero = R::values_of(__builtin_bit_cast(B, y) & R::sign);
    V const other = ((rest < T(0)) ^ (y < T(0))) ? rest + y : rest;
    return ((rest == T(0)) & (y != T(0))) ? zero : other;
}
/// floor_divide_function.
template <class T>
TWILL_FMA typename registers<T>::values floored_quotient_of(typename registers<T>::values x,
                                                            typename registers<T>::values y) {
    using R = registers<T>;
    using V = typename R::values;
    using B = typename R::bits;
    V const rest = rest_of<T>(x, y);
    V const plain = x / y;
    V quotient = (x - rest) / y;
    quotient = ((rest != T(0)) & ((rest < T(0)) ^ (y < T(0)))) ? quotient - T(1) : quotient;
    V const zero = R::values_of(__builtin_bit_cast(B, plain) & R::sign);
    V const floor = R::floor(quotient);
    V const whole = quotient - floor > T(0.5) ? floor + T(1) : floor;
    V const result = quotient == T(0) ? zero : whole;
    return y == T(0) ? plain : result;
}

#define TWILL_CHUNK_FUNCTION(function, ...)                                                        \
    template <>                                                                                    \
    struct chunk_function<function, float> : avx2_function<function, float, &__VA_ARGS__<float>> { \
    };                                                                                             \
    template <>                                                                                    \
    struct chunk_function<function, double>                                                        \
        : avx2_function<function, double, &__VA_ARGS__<double>> {};
TWILL_CHUNK_FUNCTION(modulus, rest_of)
TWILL_CHUNK_FUNCTION(fmod_function, rest_of)
TWILL_CHUNK_FUNCTION(remainder_function, floored_rest_of)
TWILL_CHUNK_FUNCTION(floor_divide_function, floored_quotient_of)
#undef TWILL_CHUNK_FUNCTION
#undef TWILL_FMA
#endif

/// Integers: with one exponent for all, without the loop over its bits.
template <bool Cubes, class T>
TWILL_AVX2 TWILL_NOINLINE void multiply_powers(T* to, T const* x, index_t count) {
    constexpr index_t block = 16;
    index_t i = 0;
    for (; i + block <= count; i += block) {
        T lane[block];
        for (index_t l = 0; l < block; ++l)
            lane[l] = multiply{}(x[i + l], x[i + l]);
        for (index_t l = 0; Cubes && l < block; ++l)
            lane[l] = multiply{}(lane[l], x[i + l]);
        for (index_t l = 0; l < block; ++l)
            to[i + l] = lane[l];
    }
    for (; i < count; ++i)
        to[i] = power_function{}(x[i], static_cast<T>(Cubes ? 3 : 2));
}
/// Integers in registers of 32 bits, and the floating-point ones that divide them. A quotient is
/// not rounded to the next whole number: it is a 2^31st part away from it at least, of 16-bit
/// integers, in float32, a 2^16th.
template <class T>
struct divided {
    static constexpr int lanes = 8;
    typedef int whole __attribute__((vector_size(32)));
    typedef float number __attribute__((vector_size(32)));
};
template <>
struct divided<std::int32_t> {
    static constexpr int lanes = 4;
    typedef int whole __attribute__((vector_size(16)));
    typedef double number __attribute__((vector_size(32)));
};
template <class F, class T>
TWILL_AVX2 TWILL_NOINLINE void divide_integers(T* to, T const* x, T const* y, index_t count) {
    using I = typename divided<T>::whole;
    using N = typename divided<T>::number;
    constexpr int lanes = divided<T>::lanes;
    typedef T elements __attribute__((vector_size(lanes * sizeof(T))));
    constexpr bool floors =
        std::is_same_v<F, floor_divide_function> || std::is_same_v<F, remainder_function>;
    constexpr bool quotients =
        std::is_same_v<F, floor_divide_function> || std::is_same_v<F, divide>;
    index_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        elements u, v;
        __builtin_memcpy(&u, x + i, sizeof(u));
        __builtin_memcpy(&v, y + i, sizeof(v));
        I const a = __builtin_convertvector(u, I), b = __builtin_convertvector(v, I);
        // Of MIN / -1 the conversion would overflow.
        I const none = b == 0, turns = b == -1;
        I const by = (none | turns) ? I{} + 1 : b;
        I quotient = __builtin_convertvector(
            __builtin_convertvector(a, N) / __builtin_convertvector(by, N), I);
        quotient = ((quotient ^ turns) - turns) & ~none;
        I rest = (a - quotient * b) & ~none;
        if constexpr (floors) {
            I const below = (rest != 0) & ((rest ^ b) < 0);
            quotient += below;
            rest += below & b;
        }
        v = __builtin_convertvector(quotients ? quotient : rest, elements);
        __builtin_memcpy(to + i, &v, sizeof(v));
    }
    for (; i < count; ++i)
        to[i] = F{}(x[i], y[i]);
}
template <class F>
inline constexpr bool divides =
    std::is_same_v<F, divide> || std::is_same_v<F, modulus> || std::is_same_v<F, fmod_function> ||
    std::is_same_v<F, remainder_function> || std::is_same_v<F, floor_divide_function>;
template <class F, class T>
    requires(divides<F> && divides_as_float<T>)
struct chunk_function<F, T> {
    static constexpr bool known = true;
    static void over(T* to, T const* x, T const* y, index_t count) {
        if (may_run_avx2())
            return divide_integers<F>(to, x, y, count);
        for (index_t i = 0; i < count; ++i)
            to[i] = F{}(x[i], y[i]);
    }
};

template <class T>
    requires is_integer<T>
struct chunk_function<power_function, T> {
    static constexpr bool known = true;
    static void over(T* to, T const* x, T const* y, index_t count) {
        for (index_t i = 0; i < count; ++i)
            to[i] = power_function{}(x[i], y[i]);
    }
    static bool over_one(T* to, T const* x, T y, index_t count) {
        if ((y != 2 && y != 3) || !may_run_avx2())
            return false;
        y == 3 ? multiply_powers<true>(to, x, count) : multiply_powers<false>(to, x, count);
        return true;
    }
};

}  // namespace twill::inline v0::detail
