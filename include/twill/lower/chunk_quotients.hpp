// SPDX-License-Identifier: MIT
// Remainders and rounded quotients of whole chunks, on x86-64 processors with AVX2 and FMA.
// They are exact where their scalar forms are, so the bits are those of any other processor.
#pragma once

#include "twill/lower/chunk_functions.hpp"

namespace twill::inline v0::detail {

template <class F>
inline constexpr bool divides =
    std::is_same_v<F, divide> || std::is_same_v<F, modulus> || std::is_same_v<F, fmod_function> ||
    std::is_same_v<F, remainder_function> || std::is_same_v<F, floor_divide_function>;
/// Of those, what are rounded down, and what are quotients rather than remainders.
template <class F>
inline constexpr bool rounds_down =
    std::is_same_v<F, floor_divide_function> || std::is_same_v<F, remainder_function>;
template <class F>
inline constexpr bool is_quotient =
    std::is_same_v<F, floor_divide_function> || std::is_same_v<F, divide>;

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

/// What a function of two floats computes of registers.
template <class F, class T>
TWILL_FMA typename registers<T>::values divided_by(typename registers<T>::values x,
                                                   typename registers<T>::values y) {
    if constexpr (std::is_same_v<F, floor_divide_function>)
        return floored_quotient_of<T>(x, y);
    else if constexpr (std::is_same_v<F, remainder_function>)
        return floored_rest_of<T>(x, y);
    else
        return rest_of<T>(x, y);
}
template <class F, class T>
    requires(divides<F> && !std::is_same_v<F, divide> &&
             (std::is_same_v<T, float> || std::is_same_v<T, double>))
struct chunk_function<F, T> : avx2_function<F, T, &divided_by<F, T>> {};
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
/// Whether the compiler may take a reciprocal for a division.
#if defined(__FAST_MATH__) || defined(__RECIPROCAL_MATH__)
inline constexpr bool divides_roughly = true;
#else
inline constexpr bool divides_roughly = false;
#endif
/// Integers in registers of 32 bits, and the floating-point ones that divide them. The quotient of
/// one division is exact enough, of at most 16 bits in float32 and 32 in float64. For others half
/// of the last digit is added to the dividend's size: the quotient is that far from a whole number
/// at least, over the divisor, so the product with a rounded reciprocal does not fall to the other
/// side of one.
template <class T>
struct divided {
    static constexpr int lanes = sizeof(T) < 4 ? 8 : 4;
    using real = std::conditional_t<(sizeof(T) < 4), float, double>;
    typedef T elements __attribute__((vector_size(lanes * sizeof(T))));
    typedef int whole __attribute__((vector_size(lanes * sizeof(int))));
    typedef unsigned wrapping __attribute__((vector_size(lanes * sizeof(int))));
    typedef real number __attribute__((vector_size(32)));
    static constexpr bool is_word = std::is_same_v<T, std::uint32_t>;

    // g++ converts bytes to words one by one, and both to 16 bits at once.
    using between = std::conditional_t<std::is_signed_v<T>, std::int16_t, std::uint16_t>;
    typedef std::conditional_t<sizeof(T) == 1, between, T> steps
        __attribute__((vector_size(lanes * (sizeof(T) == 1 ? 2 : sizeof(T)))));
    TWILL_AVX2 static whole whole_of(elements x) {
        return __builtin_convertvector(__builtin_convertvector(x, steps), whole);
    }
    TWILL_AVX2 static wrapping bits_of(whole x) { return __builtin_bit_cast(wrapping, x); }
    TWILL_AVX2 static whole whole_bits(wrapping x) { return __builtin_bit_cast(whole, x); }
    TWILL_AVX2 static number number_of(whole x) {
        // A processor converts signed ones.
        if constexpr (is_word)
            return __builtin_convertvector(x ^ std::numeric_limits<int>::min(), number) + 0x1p31;
        else
            return __builtin_convertvector(x, number);
    }
    /// The function of dividends and divisors: `by`, and as numbers `factor`, where there is One
    /// its reciprocal.
    template <class F, bool One>
    TWILL_AVX2 static elements of(elements dividends, whole by, number factor) {
        whole const a = whole_of(dividends);
        number const size = number_of(a);
        whole result;
        if constexpr (One || divides_roughly) {
            number const middle = size + (size < 0 ? number{} - real(0.5) : number{} + real(0.5));
            result = __builtin_convertvector(One ? middle * factor : middle / factor, whole);
        } else {
            result = __builtin_convertvector(size / factor, whole);
        }
        whole const none = by == 0;
        if constexpr (is_word) {
            result = (by == 1) ? a : result;
        } else if constexpr (std::is_signed_v<T>) {
            whole const turns = by == -1;
            result = whole_bits(bits_of(result ^ turns) - bits_of(turns));
        }
        result &= ~none;
        whole rest = whole_bits(bits_of(a) - bits_of(result) * bits_of(by)) & ~none;
        if constexpr (rounds_down<F> && std::is_signed_v<T>) {
            whole const below = (rest != 0) & ((rest ^ by) < 0);
            result += below;
            rest += below & by;
        }
        return __builtin_convertvector(
            __builtin_convertvector(is_quotient<F> ? result : rest, steps), elements);
    }
    /// Divisors, with another in the place of 0 and of those whose quotients the conversion cannot
    /// hold: of 1 among words (2), of -1, for MIN / -1 (1).
    TWILL_AVX2 static whole proper(whole by) {
        constexpr int turning = is_word ? 1 : std::is_signed_v<T> ? -1 : 0;
        whole const none = by == 0, turns = by == turning;
        whole const own = none | turns;
        return own ? whole{} + (is_word ? 2 : 1) : by;
    }
};
template <class F, class T>
TWILL_AVX2 TWILL_NOINLINE void divide_integers(T* to, T const* x, T const* y, index_t count) {
    using D = divided<T>;
    index_t i = 0;
    for (; i + D::lanes <= count; i += D::lanes) {
        typename D::elements u, v;
        __builtin_memcpy(&u, x + i, sizeof(u));
        __builtin_memcpy(&v, y + i, sizeof(v));
        auto const by = D::whole_of(v);
        u = D::template of<F, false>(u, by, D::number_of(D::proper(by)));
        __builtin_memcpy(to + i, &u, sizeof(u));
    }
    for (; i < count; ++i)
        to[i] = F{}(x[i], y[i]);
}
/// By one divisor.
template <class F, class T>
TWILL_AVX2 TWILL_NOINLINE void divide_integers(T* to, T const* x, T y, index_t count) {
    using D = divided<T>;
    typename D::whole const by = typename D::whole{} + static_cast<int>(y);
    typename D::number const reciprocal = 1 / D::number_of(D::proper(by));
    index_t i = 0;
    for (; i + D::lanes <= count; i += D::lanes) {
        typename D::elements u;
        __builtin_memcpy(&u, x + i, sizeof(u));
        u = D::template of<F, true>(u, by, reciprocal);
        __builtin_memcpy(to + i, &u, sizeof(u));
    }
    for (; i < count; ++i)
        to[i] = F{}(x[i], y);
}

/// Division of 64-bit integers by one that is not 0, as a multiplication and shifts (Granlund and
/// Montgomery, Division by invariant integers using multiplication, 1994, figures 4.1 and 5.1).
template <class T>
class one_divisor {
    static constexpr bool is_signed = std::is_signed_v<T>;

public:
    explicit one_divisor(T divisor) : divisor_(divisor) {
        auto size = static_cast<std::uint64_t>(divisor);
        if constexpr (is_signed)
            size = divisor < 0 ? 0 - size : size;
        int const digits = size > 1 ? 64 - __builtin_clzll(size - 1) : 0;
        shift_ = digits > 0 ? digits - 1 : 0;
        if constexpr (is_signed) {
            factor_ = static_cast<std::uint64_t>((wide{1} << (64 + shift_)) / size) + 1;
        } else {
            std::uint64_t const power = digits < 64 ? std::uint64_t{1} << digits : 0;
            factor_ = static_cast<std::uint64_t>((wide{power - size} << 64) / size) + 1;
            halves_ = digits > 0;
        }
    }
    template <class F>
    T of(T x) const {
        T result;
        if constexpr (is_signed) {
            auto const high = static_cast<T>(
                static_cast<std::uint64_t>((signed_wide{static_cast<T>(factor_)} * x) >> 64));
            auto const sum = static_cast<std::uint64_t>(x) + static_cast<std::uint64_t>(high);
            auto const size = static_cast<std::uint64_t>(static_cast<T>(sum) >> shift_) -
                              static_cast<std::uint64_t>(x >> 63);
            auto const turned = static_cast<std::uint64_t>(divisor_ >> 63);
            result = static_cast<T>((size ^ turned) - turned);
        } else {
            auto const high = static_cast<std::uint64_t>((wide{factor_} * x) >> 64);
            result = (high + ((x - high) >> halves_)) >> shift_;
        }
        if constexpr (std::is_same_v<F, divide> || (is_quotient<F> && !is_signed))
            return result;
        auto const rest = static_cast<T>(static_cast<std::uint64_t>(x) -
                                         static_cast<std::uint64_t>(result) *
                                             static_cast<std::uint64_t>(divisor_));
        bool below = false;
        if constexpr (rounds_down<F> && is_signed)
            below = rest != 0 && ((rest ^ divisor_) < 0);
        if constexpr (is_quotient<F>)
            return result - below;
        else
            return below ? rest + divisor_ : rest;
    }

private:
    __extension__ typedef unsigned __int128 wide;
    __extension__ typedef __int128 signed_wide;
    T divisor_;
    std::uint64_t factor_;
    int shift_;
    int halves_ = 0;
};
template <class F, class T>
TWILL_NOINLINE void divide_long(T* to, T const* x, T y, index_t count) {
    one_divisor<T> const by(y);
    for (index_t i = 0; i < count; ++i)
        to[i] = by.template of<F>(x[i]);
}

template <class F, class T>
    requires(divides<F> && is_integer<T>)
struct chunk_function<F, T> {
    static constexpr bool known = true;
    static void over(T* to, T const* x, T const* y, index_t count) {
        if constexpr (sizeof(T) <= 4)
            if (may_run_avx2())
                return divide_integers<F>(to, x, y, count);
        for (index_t i = 0; i < count; ++i)
            to[i] = F{}(x[i], y[i]);
    }
    static bool over_one(T* to, T const* x, T y, index_t count) {
        if constexpr (sizeof(T) <= 4) {
            if (!may_run_avx2())
                return false;
            divide_integers<F>(to, x, y, count);
        } else {
            if (y == 0)
                return false;
            divide_long<F>(to, x, y, count);
        }
        return true;
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
