// SPDX-License-Identifier: MIT
// Exponentials, logarithms, roots and the gamma and error functions as function objects. Integers
// compute in float64; other types find their own function by argument-dependent lookup.
#pragma once

#include <math.h>

#include "twill/core/types.hpp"

namespace twill::inline v0::detail {

struct exp_function {
    static constexpr char const* name = "exp";
    static constexpr bool costly = true;
    static constexpr bool takes_few_registers = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::expf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::exp(static_cast<double>(x));
        else
            return exp(x);
    }
};

struct exp2_function {
    static constexpr char const* name = "exp2";
    static constexpr bool costly = true;
    static constexpr bool takes_few_registers = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::exp2f(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::exp2(static_cast<double>(x));
        else
            return exp2(x);
    }
};

struct expm1_function {
    static constexpr char const* name = "expm1";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::expm1f(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::expm1(static_cast<double>(x));
        else
            return expm1(x);
    }
};

struct log_function {
    static constexpr char const* name = "log";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::logf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::log(static_cast<double>(x));
        else
            return log(x);
    }
};

struct log1p_function {
    static constexpr char const* name = "log1p";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::log1pf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::log1p(static_cast<double>(x));
        else
            return log1p(x);
    }
};

struct log2_function {
    static constexpr char const* name = "log2";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::log2f(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::log2(static_cast<double>(x));
        else
            return log2(x);
    }
};

struct log10_function {
    static constexpr char const* name = "log10";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::log10f(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::log10(static_cast<double>(x));
        else
            return log10(x);
    }
};

struct sqrt_function {
    static constexpr char const* name = "sqrt";
    static constexpr packet_function packet_form = packet_function::root;
    static constexpr bool over_chunks = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::sqrtf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::sqrt(static_cast<double>(x));
        else
            return sqrt(x);
    }
};

struct cbrt_function {
    static constexpr char const* name = "cbrt";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::cbrtf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::cbrt(static_cast<double>(x));
        else
            return cbrt(x);
    }
};

struct erf_function {
    static constexpr char const* name = "erf";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::erff(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::erf(static_cast<double>(x));
        else
            return erf(x);
    }
};

struct erfc_function {
    static constexpr char const* name = "erfc";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::erfcf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::erfc(static_cast<double>(x));
        else
            return erfc(x);
    }
};

struct tgamma_function {
    static constexpr char const* name = "tgamma";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::tgammaf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::tgamma(static_cast<double>(x));
        else
            return tgamma(x);
    }
};

struct exp10_function {
    static constexpr char const* name = "exp10";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::powf(10.0f, x);
        else if constexpr (std::is_same_v<R, double>)
            return ::pow(10.0, static_cast<double>(x));
        else
            return pow(R(10), x);
    }
};

#if defined(__CUDACC__)
/// Whether a number is positive, finite and not subnormal.
__device__ __forceinline__ bool has_plain_inverse_root(float x) {
    return __float_as_uint(x) - 0x00800000u < 0x7f000000u;
}
/// 1 / sqrt(x) of such a number, within 1.5 units in the last place, as the quotient by the rounded
/// root is: the device's approximation and one step of Newton's method.
__device__ __forceinline__ float plain_inverse_root(float x) {
    float r;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return fmaf(0.5f * r, fmaf(-(x * r), r, 1.0f), r);
}
__device__ __forceinline__ float inverse_root(float x) {
    return has_plain_inverse_root(x) ? plain_inverse_root(x) : 1.0f / ::sqrtf(x);
}
#endif
struct rsqrt_function {
    static constexpr char const* name = "rsqrt";
    static constexpr packet_function packet_form = packet_function::inverse_root;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
#if defined(__CUDA_ARCH__)
            return inverse_root(x);
#else
            return 1.0f / ::sqrtf(x);
#endif
        else if constexpr (std::is_same_v<R, double>)
            return 1.0 / ::sqrt(static_cast<double>(x));
        else
            return R(1) / sqrt(x);
    }
};

/// log|gamma(x)|. The C library's lgamma writes a global sign on the host; lgamma_r does not.
struct lgamma_function {
    static constexpr char const* name = "lgamma";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
#if defined(__CUDA_ARCH__) || !defined(__GLIBC__)
        if constexpr (std::is_same_v<R, float>)
            return ::lgammaf(x);
        else
            return ::lgamma(static_cast<double>(x));
#else
        int sign = 0;
        if constexpr (std::is_same_v<R, float>)
            return ::lgammaf_r(x, &sign);
        else
            return ::lgamma_r(static_cast<double>(x), &sign);
#endif
    }
};

/// log(exp(x) + exp(y)) without overflow.
struct logaddexp_function {
    static constexpr char const* name = "logaddexp";
    static constexpr bool costly = true;
    template <class A, class B>
    TWILL_HD constexpr float_result_t<promote_t<A, B>> operator()(A a, B b) const {
        using R = float_result_t<promote_t<A, B>>;
        R const x = static_cast<R>(a);
        R const y = static_cast<R>(b);
        // Equal infinities would give inf - inf.
        if (x == y)
            return x + static_cast<R>(0.69314718055994530942);
        R const difference = x - y;
        if (difference > 0)
            return x + log1p_function{}(exp_function{}(-difference));
        if (difference <= 0)
            return y + log1p_function{}(exp_function{}(difference));
        return difference;
    }
};

}  // namespace twill::inline v0::detail
