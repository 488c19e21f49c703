// SPDX-License-Identifier: MIT
// Trigonometric and hyperbolic functions as function objects. Integers compute in float64;
// other types find their own function by argument-dependent lookup.
#pragma once

#include <math.h>

#include "twill/core/types.hpp"

namespace twill::inline v0::detail {

struct cos_function;
struct sin_function {
    using companion = cos_function;
    static constexpr packet_function packet_form = packet_function::sine;
    static constexpr char const* name = "sin";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::sinf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::sin(static_cast<double>(x));
        else
            return sin(x);
    }
};

struct cos_function {
    using companion = sin_function;
    static constexpr packet_function packet_form = packet_function::cosine;
    static constexpr char const* name = "cos";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::cosf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::cos(static_cast<double>(x));
        else
            return cos(x);
    }
};

struct tan_function {
    static constexpr char const* name = "tan";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::tanf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::tan(static_cast<double>(x));
        else
            return tan(x);
    }
};

struct asin_function {
    static constexpr char const* name = "asin";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::asinf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::asin(static_cast<double>(x));
        else
            return asin(x);
    }
};

struct acos_function {
    static constexpr char const* name = "acos";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::acosf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::acos(static_cast<double>(x));
        else
            return acos(x);
    }
};

struct atan_function {
    static constexpr char const* name = "atan";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::atanf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::atan(static_cast<double>(x));
        else
            return atan(x);
    }
};

struct sinh_function {
    static constexpr char const* name = "sinh";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::sinhf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::sinh(static_cast<double>(x));
        else
            return sinh(x);
    }
};

struct cosh_function {
    static constexpr char const* name = "cosh";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::coshf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::cosh(static_cast<double>(x));
        else
            return cosh(x);
    }
};

struct tanh_function {
    static constexpr char const* name = "tanh";
    static constexpr bool costly = true;
    static constexpr bool takes_few_registers = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::tanhf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::tanh(static_cast<double>(x));
        else
            return tanh(x);
    }
};

struct asinh_function {
    static constexpr char const* name = "asinh";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::asinhf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::asinh(static_cast<double>(x));
        else
            return asinh(x);
    }
};

struct acosh_function {
    static constexpr char const* name = "acosh";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::acoshf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::acosh(static_cast<double>(x));
        else
            return acosh(x);
    }
};

struct atanh_function {
    static constexpr char const* name = "atanh";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = float_result_t<T>;
        if constexpr (std::is_same_v<R, float>)
            return ::atanhf(x);
        else if constexpr (std::is_same_v<R, double>)
            return ::atanh(static_cast<double>(x));
        else
            return atanh(x);
    }
};

struct deg2rad_function {
    static constexpr char const* name = "deg2rad";
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = compute_t<float_result_t<T>>;
        return static_cast<R>(x) * static_cast<R>(0.017453292519943295769);
    }
};

struct rad2deg_function {
    static constexpr char const* name = "rad2deg";
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        using R = compute_t<float_result_t<T>>;
        return static_cast<R>(x) * static_cast<R>(57.295779513082320877);
    }
};

struct atan2_function {
    static constexpr char const* name = "atan2";
    static constexpr bool costly = true;
    template <class A, class B>
    TWILL_HD constexpr float_result_t<promote_t<A, B>> operator()(A y, B x) const {
        using R = float_result_t<promote_t<A, B>>;
        if constexpr (std::is_same_v<R, float>)
            return ::atan2f(static_cast<R>(y), static_cast<R>(x));
        else
            return ::atan2(static_cast<double>(y), static_cast<double>(x));
    }
};

struct hypot_function {
    static constexpr char const* name = "hypot";
    static constexpr bool costly = true;
    template <class A, class B>
    TWILL_HD constexpr float_result_t<promote_t<A, B>> operator()(A x, B y) const {
        using R = float_result_t<promote_t<A, B>>;
        if constexpr (std::is_same_v<R, float>)
            return ::hypotf(static_cast<R>(x), static_cast<R>(y));
        else
            return ::hypot(static_cast<double>(x), static_cast<double>(y));
    }
};
/// The absolute value of complex numbers.
struct modulus_function {
    static constexpr char const* name = "abs";
    static constexpr bool over_chunks = true;
    /// Over chunks: this function of the real and the imaginary parts.
    using of_parts = hypot_function;
    static constexpr bool imaginary_first = false;
    template <class T>
    TWILL_HD constexpr typename T::value_type operator()(T z) const {
        return hypot_function{}(z.real(), z.imag());
    }
};

}  // namespace twill::inline v0::detail
