// SPDX-License-Identifier: MIT
// Fast variants of functions of float32, opted in to by name: fast::sin(a). On the device they are
// the hardware's approximations, everywhere else and for all other types the ordinary functions.
// Bounds are those of the CUDA C++ Programming Guide, "Intrinsic Functions".
#pragma once

#include <math.h>

#include "twill/expr/build.hpp"
#include "twill/expr/exponential.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/expr/number_math.hpp"
#include "twill/expr/trigonometric.hpp"

namespace twill::inline v0 {
namespace detail {

// The intrinsics exist in device code alone.

struct cos_approximation;
struct sin_approximation {
    using companion = cos_approximation;
    static constexpr char const* name = "fast::sin";
    TWILL_HD static float value(float x) {
#if defined(__CUDA_ARCH__)
        return __sinf(x);
#else
        return ::sinf(x);
#endif
    }
};
struct cos_approximation {
    using companion = sin_approximation;
    static constexpr char const* name = "fast::cos";
    TWILL_HD static float value(float x) {
#if defined(__CUDA_ARCH__)
        return __cosf(x);
#else
        return ::cosf(x);
#endif
    }
};
struct tan_approximation {
    static constexpr char const* name = "fast::tan";
    TWILL_HD static float value(float x) {
#if defined(__CUDA_ARCH__)
        return __tanf(x);
#else
        return ::tanf(x);
#endif
    }
};
struct exp_approximation {
    static constexpr char const* name = "fast::exp";
    TWILL_HD static float value(float x) {
#if defined(__CUDA_ARCH__)
        return __expf(x);
#else
        return ::expf(x);
#endif
    }
};
struct log_approximation {
    static constexpr char const* name = "fast::log";
    TWILL_HD static float value(float x) {
#if defined(__CUDA_ARCH__)
        return __logf(x);
#else
        return ::logf(x);
#endif
    }
};
struct log2_approximation {
    static constexpr char const* name = "fast::log2";
    TWILL_HD static float value(float x) {
#if defined(__CUDA_ARCH__)
        return __log2f(x);
#else
        return ::log2f(x);
#endif
    }
};
struct log10_approximation {
    static constexpr char const* name = "fast::log10";
    TWILL_HD static float value(float x) {
#if defined(__CUDA_ARCH__)
        return __log10f(x);
#else
        return ::log10f(x);
#endif
    }
};

template <class Approximation, class Ordinary>
struct fast_function;
template <class Approximation, class Ordinary>
struct fast_companion {
    using type = void;
};
template <class Approximation, class Ordinary>
    requires requires {
        typename Approximation::companion;
        typename Ordinary::companion;
    }
struct fast_companion<Approximation, Ordinary> {
    using type = fast_function<typename Approximation::companion, typename Ordinary::companion>;
};

/// An approximation for float32, the ordinary function for all other types.
template <class Approximation, class Ordinary>
struct fast_function {
    static constexpr bool in_hardware = true;
    using companion = typename fast_companion<Approximation, Ordinary>::type;
    static constexpr char const* name = Approximation::name;
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T x) const {
        if constexpr (std::is_same_v<T, float>)
            return Approximation::value(x);
        else
            return Ordinary{}(x);
    }
};

struct fast_divide {
    static constexpr char const* name = "fast::divide";
    TWILL_HD static float value(float a, float b) {
#if defined(__CUDA_ARCH__)
        return __fdividef(a, b);
#else
        return a / b;
#endif
    }
    template <class A, class B>
    TWILL_HD constexpr auto operator()(A a, B b) const {
        if constexpr (std::is_same_v<A, float> && std::is_same_v<B, float>)
            return value(a, b);
        else
            return detail::divide{}(a, b);
    }
};

}  // namespace detail

namespace fast {

/// Sine; on the device off by at most 2^-21.41 for |x| <= pi, and by more the larger |x| is.
template <detail::operand A>
[[nodiscard]] constexpr auto sin(A&& a) {
    return detail::unary<detail::fast_function<detail::sin_approximation, detail::sin_function>>(
        std::forward<A>(a));
}
/// Cosine; on the device off by at most 2^-21.19 for |x| <= pi, and by more the larger |x| is.
template <detail::operand A>
[[nodiscard]] constexpr auto cos(A&& a) {
    return detail::unary<detail::fast_function<detail::cos_approximation, detail::cos_function>>(
        std::forward<A>(a));
}
/// Tangent; on the device the quotient of fast::sin and fast::cos.
template <detail::operand A>
[[nodiscard]] constexpr auto tan(A&& a) {
    return detail::unary<detail::fast_function<detail::tan_approximation, detail::tan_function>>(
        std::forward<A>(a));
}
/// e to the x; on the device within 2 + floor(|1.173 x|) ulp.
template <detail::operand A>
[[nodiscard]] constexpr auto exp(A&& a) {
    return detail::unary<detail::fast_function<detail::exp_approximation, detail::exp_function>>(
        std::forward<A>(a));
}
/// Natural logarithm; on the device off by at most 2^-21.41 for x in [0.5, 2], within 3 ulp
/// elsewhere.
template <detail::operand A>
[[nodiscard]] constexpr auto log(A&& a) {
    return detail::unary<detail::fast_function<detail::log_approximation, detail::log_function>>(
        std::forward<A>(a));
}
/// Logarithm to base 2; on the device off by at most 2^-22 for x in [0.5, 2], within 2 ulp
/// elsewhere.
template <detail::operand A>
[[nodiscard]] constexpr auto log2(A&& a) {
    return detail::unary<detail::fast_function<detail::log2_approximation, detail::log2_function>>(
        std::forward<A>(a));
}
/// Logarithm to base 10; on the device off by at most 2^-24 for x in [0.5, 2], within 3 ulp
/// elsewhere.
template <detail::operand A>
[[nodiscard]] constexpr auto log10(A&& a) {
    return detail::unary<
        detail::fast_function<detail::log10_approximation, detail::log10_function>>(
        std::forward<A>(a));
}
/// x / y; on the device within 2 ulp for 2^-126 <= |y| <= 2^126, and 0 for larger finite |y|.
template <class A, class B>
    requires detail::binary_operands<A, B>
[[nodiscard]] constexpr auto divide(A&& a, B&& b) {
    return detail::binary<detail::fast_divide>(std::forward<A>(a), std::forward<B>(b));
}

// The same of single numbers, on both sides of nvcc.

template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto sin(X... x) {
    return detail::of_numbers<
        detail::fast_function<detail::sin_approximation, detail::sin_function>>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto cos(X... x) {
    return detail::of_numbers<
        detail::fast_function<detail::cos_approximation, detail::cos_function>>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto tan(X... x) {
    return detail::of_numbers<
        detail::fast_function<detail::tan_approximation, detail::tan_function>>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto exp(X... x) {
    return detail::of_numbers<
        detail::fast_function<detail::exp_approximation, detail::exp_function>>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto log(X... x) {
    return detail::of_numbers<
        detail::fast_function<detail::log_approximation, detail::log_function>>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto log2(X... x) {
    return detail::of_numbers<
        detail::fast_function<detail::log2_approximation, detail::log2_function>>(x...);
}
template <class... X>
    requires detail::numbers<1, X...>
TWILL_HD constexpr auto log10(X... x) {
    return detail::of_numbers<
        detail::fast_function<detail::log10_approximation, detail::log10_function>>(x...);
}
template <class... X>
    requires detail::numbers<2, X...>
TWILL_HD constexpr auto divide(X... x) {
    return detail::of_numbers<detail::fast_divide>(x...);
}

}  // namespace fast
}  // namespace twill::inline v0
