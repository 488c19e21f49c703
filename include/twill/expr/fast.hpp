// Fast variants of functions of float32, opted in to by name: fast::sin(a). On the device they are
// the hardware's approximations, everywhere else and for all other types the ordinary functions.
// Bounds are those of the CUDA C++ Programming Guide, "Intrinsic Functions".
#pragma once

#include <math.h>

#include "twill/expr/build.hpp"
#include "twill/expr/exponential.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/expr/trigonometric.hpp"

namespace twill::inline v0 {
namespace detail {

// The one place outside cuda/ where a body depends on where it runs: the intrinsics exist in device
// code alone.
#if defined(__CUDA_ARCH__)
#define TWILL_FAST(device, host) return device
#else
#define TWILL_FAST(device, host) return host
#endif

#define TWILL_FAST_FUNCTION(function, ordinary, device, host)        \
    struct fast_##function {                                         \
        static constexpr char const* name = "fast::" #function;      \
        static constexpr bool costly = true;                         \
        template <class T>                                           \
        TWILL_HD constexpr float_result_t<T> operator()(T x) const { \
            if constexpr (std::is_same_v<T, float>)                  \
                TWILL_FAST(device(x), host(x));                      \
            else                                                     \
                return ordinary{}(x);                                \
        }                                                            \
    }
TWILL_FAST_FUNCTION(sin, sin_function, __sinf, ::sinf);
TWILL_FAST_FUNCTION(cos, cos_function, __cosf, ::cosf);
TWILL_FAST_FUNCTION(tan, tan_function, __tanf, ::tanf);
TWILL_FAST_FUNCTION(exp, exp_function, __expf, ::expf);
TWILL_FAST_FUNCTION(log, log_function, __logf, ::logf);
TWILL_FAST_FUNCTION(log2, log2_function, __log2f, ::log2f);
TWILL_FAST_FUNCTION(log10, log10_function, __log10f, ::log10f);
#undef TWILL_FAST_FUNCTION

struct fast_divide {
    static constexpr char const* name = "fast::divide";
    template <class A, class B>
    TWILL_HD constexpr auto operator()(A a, B b) const {
        if constexpr (std::is_same_v<A, float> && std::is_same_v<B, float>)
            TWILL_FAST(__fdividef(a, b), a / b);
        else
            return detail::divide{}(a, b);
    }
};
#undef TWILL_FAST

}  // namespace detail

namespace fast {

/// Sine; on the device off by at most 2^-21.41 for |x| <= pi, and by more the larger |x| is.
template <detail::operand A>
constexpr auto sin(A&& a) {
    return detail::unary<detail::fast_sin>(std::forward<A>(a));
}
/// Cosine; on the device off by at most 2^-21.19 for |x| <= pi, and by more the larger |x| is.
template <detail::operand A>
constexpr auto cos(A&& a) {
    return detail::unary<detail::fast_cos>(std::forward<A>(a));
}
/// Tangent; on the device the quotient of fast::sin and fast::cos.
template <detail::operand A>
constexpr auto tan(A&& a) {
    return detail::unary<detail::fast_tan>(std::forward<A>(a));
}
/// e to the x; on the device within 2 + floor(|1.173 x|) ulp.
template <detail::operand A>
constexpr auto exp(A&& a) {
    return detail::unary<detail::fast_exp>(std::forward<A>(a));
}
/// Natural logarithm; on the device off by at most 2^-21.41 for x in [0.5, 2], within 3 ulp
/// elsewhere.
template <detail::operand A>
constexpr auto log(A&& a) {
    return detail::unary<detail::fast_log>(std::forward<A>(a));
}
/// Logarithm to base 2; on the device off by at most 2^-22 for x in [0.5, 2], within 2 ulp
/// elsewhere.
template <detail::operand A>
constexpr auto log2(A&& a) {
    return detail::unary<detail::fast_log2>(std::forward<A>(a));
}
/// Logarithm to base 10; on the device off by at most 2^-24 for x in [0.5, 2], within 3 ulp
/// elsewhere.
template <detail::operand A>
constexpr auto log10(A&& a) {
    return detail::unary<detail::fast_log10>(std::forward<A>(a));
}
/// x / y; on the device within 2 ulp for 2^-126 <= |y| <= 2^126, and 0 for larger finite |y|.
template <class A, class B>
requires detail::binary_operands<A, B>
constexpr auto divide(A&& a, B&& b) {
    return detail::binary<detail::fast_divide>(std::forward<A>(a), std::forward<B>(b));
}

}  // namespace fast
}  // namespace twill::inline v0
