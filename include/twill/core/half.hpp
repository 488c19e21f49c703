// SPDX-License-Identifier: MIT
// 16-bit floats: the types, their conversions and the arithmetic of single values. Conversion is
// bit arithmetic on the host and where it is done at compile time; the device has instructions for
// it, which give the same numbers (but may change the bits of a NaN).
#pragma once

#include "twill/core/types.hpp"

// CUDA's own types, which cuda_fp16.h and cuda_bf16.h define.
struct __half;
struct __nv_bfloat16;

namespace twill::inline v0 {
namespace detail {

/// The bits of a double's nearest float, with the last one set where the double is between two
/// floats: rounding these again to fewer bits then gives what rounding the double would.
TWILL_HD constexpr float round_to_odd(double x) {
    float const nearest = static_cast<float>(x);
    double const back = static_cast<double>(nearest);
    if (back == x || x != x)
        return nearest;
    std::uint32_t bits = __builtin_bit_cast(std::uint32_t, nearest);
    // One step towards zero where the float is further from it.
    if ((back < x) == (x < 0))
        --bits;
    return __builtin_bit_cast(float, bits | 1u);
}

/// a or b, both of which are computed: compilers do not move a floating-point sum into a branch,
/// which would keep loops from being vectorised.
TWILL_HD constexpr std::uint32_t choose_bits(bool first, std::uint32_t a, std::uint32_t b) {
    std::uint32_t const mask = 0u - static_cast<std::uint32_t>(first);
    return (a & mask) | (b & ~mask);
}

/// IEEE binary16: 5 bits of exponent, 10 of fraction.
struct binary16 {
    using native = ::__half;
    static constexpr char const* name = "float16";
    static constexpr std::uint16_t greatest = 0x7bff;
    static constexpr std::uint16_t infinity = 0x7c00;
    static constexpr std::uint16_t quiet_nan = 0x7e00;
    static constexpr std::uint16_t least = 0x0400;
    static constexpr std::uint16_t least_subnormal = 0x0001;
    static constexpr std::uint16_t epsilon = 0x1400;
    static constexpr int digits = 11;
    static constexpr int max_exponent = 16;

    /// Rounds half to even.
    TWILL_HD static constexpr std::uint16_t narrow(float x) {
#if defined(__CUDA_ARCH__)
        if (!__builtin_is_constant_evaluated()) {
            std::uint16_t rounded;
            asm("cvt.rn.f16.f32 %0, %1;" : "=h"(rounded) : "f"(x));
            return rounded;
        }
#endif
        std::uint32_t bits = __builtin_bit_cast(std::uint32_t, x);
        std::uint32_t const sign = bits >> 16 & 0x8000u;
        bits &= 0x7fffffffu;
        // Adding 0.5 lets the float adder round a subnormal result; the fraction of the sum is the
        // answer.
        std::uint32_t const small =
            __builtin_bit_cast(std::uint32_t, __builtin_bit_cast(float, bits) + 0.5f) - 0x3f000000u;
        std::uint32_t const normal = (bits - 0x38000000u + 0xfffu + (bits >> 13 & 1u)) >> 13;
        std::uint32_t const special =
            bits > 0x7f800000u ? (0x7e00u | (bits >> 13 & 0x3ffu)) : 0x7c00u;
        std::uint32_t const result = choose_bits(bits < 0x38800000u, small,
                                                 choose_bits(bits < 0x477ff000u, normal, special));
        return static_cast<std::uint16_t>(sign | result);
    }
    TWILL_HD static constexpr float widen(std::uint16_t half) {
#if defined(__CUDA_ARCH__)
        if (!__builtin_is_constant_evaluated()) {
            float wide;
            asm("cvt.f32.f16 %0, %1;" : "=f"(wide) : "h"(half));
            return wide;
        }
#endif
        std::uint32_t const sign = static_cast<std::uint32_t>(half & 0x8000u) << 16;
        std::uint32_t const bits = static_cast<std::uint32_t>(half & 0x7fffu) << 13;
        // A subnormal's fraction below an exponent of 2^-14, less 2^-14.
        std::uint32_t const small = __builtin_bit_cast(
            std::uint32_t, __builtin_bit_cast(float, bits + 0x38800000u) - 0x1p-14f);
        std::uint32_t const normal = bits + (bits < 0x0f800000u ? 0x38000000u : 0x70000000u);
        return __builtin_bit_cast(float, sign | choose_bits(bits < 0x00800000u, small, normal));
    }
};

/// The upper half of a float: 8 bits of exponent, 7 of fraction.
struct brain16 {
    using native = ::__nv_bfloat16;
    static constexpr char const* name = "bfloat16";
    static constexpr std::uint16_t greatest = 0x7f7f;
    static constexpr std::uint16_t infinity = 0x7f80;
    static constexpr std::uint16_t quiet_nan = 0x7fc0;
    static constexpr std::uint16_t least = 0x0080;
    static constexpr std::uint16_t least_subnormal = 0x0001;
    static constexpr std::uint16_t epsilon = 0x3c00;
    static constexpr int digits = 8;
    static constexpr int max_exponent = 128;

    /// Rounds half to even.
    TWILL_HD static constexpr std::uint16_t narrow(float x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        if (!__builtin_is_constant_evaluated()) {
            std::uint16_t rounded;
            asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(rounded) : "f"(x));
            return rounded;
        }
#endif
        std::uint32_t const bits = __builtin_bit_cast(std::uint32_t, x);
        std::uint32_t const rounded = (bits + 0x7fffu + (bits >> 16 & 1u)) >> 16;
        std::uint32_t const nan = bits >> 16 | 0x40u;
        return static_cast<std::uint16_t>((bits & 0x7fffffffu) > 0x7f800000u ? nan : rounded);
    }
    TWILL_HD static constexpr float widen(std::uint16_t half) {
        return __builtin_bit_cast(float, static_cast<std::uint32_t>(half) << 16);
    }
};

}  // namespace detail

/// A float stored in 16 bits: `float16` and `bfloat16`. Expressions compute in float32 and round
/// once where they are stored; reductions accumulate in float32. Conversions to and from other
/// numbers are explicit, but for assignments, and round half to even. The memory is that of CUDA's
/// __half and __nv_bfloat16, to and from which it converts. Operators on single values compute in
/// float32 and round each result.
template <class Format>
class alignas(2) basic_half {
public:
    constexpr basic_half() = default;
    TWILL_HD constexpr explicit basic_half(float x) : bits_(Format::narrow(x)) {}
    TWILL_HD constexpr explicit basic_half(double x)
        : bits_(Format::narrow(detail::round_to_odd(x))) {}
    template <class T>
        requires(std::is_arithmetic_v<T>)
    TWILL_HD constexpr explicit basic_half(T x)
        : basic_half(static_cast<std::conditional_t<(sizeof(T) <= 2), float, double>>(x)) {}
    template <class Other>
        requires(!std::is_same_v<Other, Format>)
    TWILL_HD constexpr explicit basic_half(basic_half<Other> x)
        : basic_half(static_cast<float>(x)) {}
    /// From __half or __nv_bfloat16.
    template <class Native>
        requires(std::is_same_v<Native, typename Format::native>)
    TWILL_HD constexpr basic_half(Native const& x) : bits_(__builtin_bit_cast(std::uint16_t, x)) {}

    TWILL_HD static constexpr basic_half from_bits(std::uint16_t bits) {
        basic_half result{};
        result.bits_ = bits;
        return result;
    }
    TWILL_HD constexpr std::uint16_t bits() const { return bits_; }

    template <class T>
        requires(std::is_arithmetic_v<T>)
    TWILL_HD constexpr explicit operator T() const {
        return static_cast<T>(Format::widen(bits_));
    }
    /// As __half or __nv_bfloat16.
    template <class Native>
        requires(std::is_same_v<Native, typename Format::native>)
    TWILL_HD constexpr operator Native() const {
        return __builtin_bit_cast(Native, bits_);
    }

    TWILL_HD friend constexpr basic_half operator+(basic_half x) { return x; }
    TWILL_HD friend constexpr basic_half operator-(basic_half x) {
        return from_bits(static_cast<std::uint16_t>(x.bits_ ^ 0x8000u));
    }
    TWILL_HD friend constexpr basic_half operator+(basic_half a, basic_half b) {
        return basic_half(a.widened() + b.widened());
    }
    TWILL_HD friend constexpr basic_half operator-(basic_half a, basic_half b) {
        return basic_half(a.widened() - b.widened());
    }
    TWILL_HD friend constexpr basic_half operator*(basic_half a, basic_half b) {
        return basic_half(a.widened() * b.widened());
    }
    TWILL_HD friend constexpr basic_half operator/(basic_half a, basic_half b) {
        return basic_half(a.widened() / b.widened());
    }
    /// A number is rounded to 16 bits where it is assigned.
    template <class T>
        requires(std::is_arithmetic_v<T>)
    TWILL_HD constexpr basic_half& operator=(T x) {
        return *this = basic_half(x);
    }
    TWILL_HD constexpr basic_half& operator+=(basic_half x) { return *this = *this + x; }
    template <class T>
        requires(std::is_arithmetic_v<T>)
    TWILL_HD constexpr basic_half& operator+=(T x) {
        return *this = widened() + static_cast<float>(x);
    }
    TWILL_HD constexpr basic_half& operator-=(basic_half x) { return *this = *this - x; }
    template <class T>
        requires(std::is_arithmetic_v<T>)
    TWILL_HD constexpr basic_half& operator-=(T x) {
        return *this = widened() - static_cast<float>(x);
    }
    TWILL_HD constexpr basic_half& operator*=(basic_half x) { return *this = *this * x; }
    template <class T>
        requires(std::is_arithmetic_v<T>)
    TWILL_HD constexpr basic_half& operator*=(T x) {
        return *this = widened() * static_cast<float>(x);
    }
    TWILL_HD constexpr basic_half& operator/=(basic_half x) { return *this = *this / x; }
    template <class T>
        requires(std::is_arithmetic_v<T>)
    TWILL_HD constexpr basic_half& operator/=(T x) {
        return *this = widened() / static_cast<float>(x);
    }

    TWILL_HD friend constexpr bool operator==(basic_half a, basic_half b) {
        return a.widened() == b.widened();
    }
    TWILL_HD friend constexpr bool operator<(basic_half a, basic_half b) {
        return a.widened() < b.widened();
    }
    TWILL_HD friend constexpr bool operator>(basic_half a, basic_half b) {
        return a.widened() > b.widened();
    }
    TWILL_HD friend constexpr bool operator<=(basic_half a, basic_half b) {
        return a.widened() <= b.widened();
    }
    TWILL_HD friend constexpr bool operator>=(basic_half a, basic_half b) {
        return a.widened() >= b.widened();
    }

private:
    TWILL_HD constexpr float widened() const { return Format::widen(bits_); }

    std::uint16_t bits_;
};

/// IEEE half precision: 11 significant bits, up to 65504.
using float16 = basic_half<detail::binary16>;
/// bfloat16: 8 significant bits, float32's range.
using bfloat16 = basic_half<detail::brain16>;

namespace detail {

template <class Format>
struct element<basic_half<Format>> {
    static constexpr kind category = kind::floating;
    using compute = float;
    using real = basic_half<Format>;
};
template <class Format>
struct type_name<basic_half<Format>> {
    static constexpr char const* value = Format::name;
};
template <class Format>
struct complex_of<basic_half<Format>> : complex_of<float> {};

}  // namespace detail
}  // namespace twill::inline v0

template <class Format>
struct std::numeric_limits<twill::basic_half<Format>> {
    using type = twill::basic_half<Format>;
    static constexpr bool is_specialized = true;
    static constexpr bool is_signed = true;
    static constexpr bool is_integer = false;
    static constexpr bool is_exact = false;
    static constexpr bool has_infinity = true;
    static constexpr bool has_quiet_NaN = true;
    static constexpr bool has_signaling_NaN = false;
    static constexpr bool is_iec559 = false;
    static constexpr bool is_bounded = true;
    static constexpr bool is_modulo = false;
    static constexpr bool traps = false;
    static constexpr bool tinyness_before = false;
    static constexpr std::float_round_style round_style = std::round_to_nearest;
    static constexpr int radix = 2;
    static constexpr int digits = Format::digits;
    static constexpr int digits10 = (digits - 1) * 30103 / 100000;
    static constexpr int max_digits10 = digits * 30103 / 100000 + 2;
    static constexpr int max_exponent = Format::max_exponent;
    static constexpr int min_exponent = 3 - Format::max_exponent;
    static constexpr int max_exponent10 = max_exponent * 30103 / 100000;
    static constexpr int min_exponent10 = -((-min_exponent + 1) * 30103 / 100000);
    static constexpr type min() noexcept { return type::from_bits(Format::least); }
    static constexpr type max() noexcept { return type::from_bits(Format::greatest); }
    static constexpr type lowest() noexcept { return -max(); }
    static constexpr type denorm_min() noexcept { return type::from_bits(Format::least_subnormal); }
    static constexpr type epsilon() noexcept { return type::from_bits(Format::epsilon); }
    static constexpr type round_error() noexcept { return type(0.5f); }
    static constexpr type infinity() noexcept { return type::from_bits(Format::infinity); }
    static constexpr type quiet_NaN() noexcept { return type::from_bits(Format::quiet_nan); }
    static constexpr type signaling_NaN() noexcept { return quiet_NaN(); }
};
