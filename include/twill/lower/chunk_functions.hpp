// SPDX-License-Identifier: MIT
// Functions of whole chunks on x86-64 processors with AVX2 or AVX-512: the vector functions of the
// C library (libmvec of glibc, at most 4 units in the last place from the true value), roots and
// rounding. Elsewhere the scalar functions are called.
#pragma once

#include "twill/expr/exponential.hpp"
#include "twill/expr/fast.hpp"
#include "twill/expr/rounding.hpp"
#include "twill/expr/trigonometric.hpp"
#include "twill/lower/chunk_registers.hpp"

namespace twill::inline v0::detail {

/// The approximations are the device's.
template <class Approximation, class Ordinary, class T>
struct chunk_function<fast_function<Approximation, Ordinary>, T> : chunk_function<Ordinary, T> {};

#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__ILP32__) && !defined(__CUDA_ARCH__)

// What the library's functions of registers are called.
#if defined(__clang__) && !defined(__AVX__)
#define TWILL_LIBRARY_FLOATS(arguments, name) _ZGVbN4##arguments##_##name##f
#define TWILL_LIBRARY_DOUBLES(arguments, name) _ZGVbN2##arguments##_##name
#else
#define TWILL_LIBRARY_FLOATS(arguments, name) _ZGVdN8##arguments##_##name##f
#define TWILL_LIBRARY_DOUBLES(arguments, name) _ZGVdN4##arguments##_##name
#endif
#ifdef TWILL_AVX512
#define TWILL_WIDE_FLOATS(arguments, name) &_ZGVeN16##arguments##_##name##f
#define TWILL_WIDE_DOUBLES(arguments, name) &_ZGVeN8##arguments##_##name
#else
#define TWILL_WIDE_FLOATS(arguments, name) nullptr
#define TWILL_WIDE_DOUBLES(arguments, name) nullptr
#endif

/// What computes F over registers, by element type.
template <class F>
struct registers_for {};
template <auto Floats, auto Doubles, auto WideFloats = nullptr, auto WideDoubles = nullptr>
struct register_functions {
    template <class T>
    static constexpr auto narrow() {
        if constexpr (std::is_same_v<T, float>)
            return Floats;
        else
            return Doubles;
    }
    template <class T>
    static constexpr auto wide() {
        if constexpr (std::is_same_v<T, float>)
            return WideFloats;
        else
            return WideDoubles;
    }
};
template <class F, class T>
    requires((std::is_same_v<T, float> || std::is_same_v<T, double>) &&
             requires { registers_for<F>::template narrow<T>(); })
struct chunk_function<F, T> : avx2_function<F, T, registers_for<F>::template narrow<T>(),
                                            registers_for<F>::template wide<T>()> {};

// clang-format off
#ifdef TWILL_AVX512
#define TWILL_WIDE_DECLARATION(name, arguments, ...) \
    extern "C" TWILL_AVX512 float_x16 _ZGVeN16##arguments##_##name##f(float_x16 __VA_OPT__(, float_x16)) noexcept(true); \
    extern "C" TWILL_AVX512 double_x8 _ZGVeN8##arguments##_##name(double_x8 __VA_OPT__(, double_x8)) noexcept(true);
#else
#define TWILL_WIDE_DECLARATION(name, arguments, ...)
#endif
// The library's symbols have their names from it; a last argument says that there are two operands.
#define TWILL_LIBRARY_FUNCTION(function, name, arguments, ...) \
    extern "C" TWILL_AVX2 library_floats TWILL_LIBRARY_FLOATS(arguments, name)(library_floats __VA_OPT__(, library_floats)) noexcept(true); \
    extern "C" TWILL_AVX2 library_doubles TWILL_LIBRARY_DOUBLES(arguments, name)(library_doubles __VA_OPT__(, library_doubles)) noexcept(true); \
    TWILL_WIDE_DECLARATION(name, arguments, __VA_ARGS__) \
    template <> \
    struct registers_for<function> \
        : register_functions<&TWILL_LIBRARY_FLOATS(arguments, name), &TWILL_LIBRARY_DOUBLES(arguments, name), \
                             TWILL_WIDE_FLOATS(arguments, name), TWILL_WIDE_DOUBLES(arguments, name)> {};
#if __GLIBC_PREREQ(2, 22)
TWILL_LIBRARY_FUNCTION(sin_function, sin, v)
TWILL_LIBRARY_FUNCTION(cos_function, cos, v)
TWILL_LIBRARY_FUNCTION(exp_function, exp, v)
TWILL_LIBRARY_FUNCTION(log_function, log, v)
TWILL_LIBRARY_FUNCTION(power_function, pow, vv, two)
#endif
#if __GLIBC_PREREQ(2, 35)
TWILL_LIBRARY_FUNCTION(tan_function, tan, v)
TWILL_LIBRARY_FUNCTION(asin_function, asin, v)
TWILL_LIBRARY_FUNCTION(acos_function, acos, v)
TWILL_LIBRARY_FUNCTION(atan_function, atan, v)
TWILL_LIBRARY_FUNCTION(sinh_function, sinh, v)
TWILL_LIBRARY_FUNCTION(cosh_function, cosh, v)
TWILL_LIBRARY_FUNCTION(tanh_function, tanh, v)
TWILL_LIBRARY_FUNCTION(asinh_function, asinh, v)
TWILL_LIBRARY_FUNCTION(acosh_function, acosh, v)
TWILL_LIBRARY_FUNCTION(atanh_function, atanh, v)
TWILL_LIBRARY_FUNCTION(exp2_function, exp2, v)
TWILL_LIBRARY_FUNCTION(expm1_function, expm1, v)
TWILL_LIBRARY_FUNCTION(log1p_function, log1p, v)
TWILL_LIBRARY_FUNCTION(log2_function, log2, v)
TWILL_LIBRARY_FUNCTION(log10_function, log10, v)
TWILL_LIBRARY_FUNCTION(cbrt_function, cbrt, v)
TWILL_LIBRARY_FUNCTION(erf_function, erf, v)
TWILL_LIBRARY_FUNCTION(erfc_function, erfc, v)
TWILL_LIBRARY_FUNCTION(atan2_function, atan2, vv, two)
TWILL_LIBRARY_FUNCTION(hypot_function, hypot, vv, two)
#endif
#undef TWILL_LIBRARY_FUNCTION
#undef TWILL_WIDE_DECLARATION
#undef TWILL_WIDE_DOUBLES
#undef TWILL_WIDE_FLOATS
#undef TWILL_LIBRARY_DOUBLES
#undef TWILL_LIBRARY_FLOATS
// clang-format on

/// The library's function of registers of 32 bytes, or of less, for F.
template <class F, class T>
inline constexpr auto library_function = registers_for<F>::template narrow<T>();
template <class F, class T>
inline constexpr auto wide_function = registers_for<F>::template wide<T>();

#if __GLIBC_PREREQ(2, 22)
TWILL_AVX2 inline float_x8 power_of_floats(float_x8 x, float_x8 y) {
    return with_easy_powers<float, int_x8, &root_of_floats>(
        by_library<library_floats, library_function<power_function, float>>(x, y), x, y);
}
TWILL_AVX2 inline double_x4 power_of_doubles(double_x4 x, double_x4 y) {
    return with_easy_powers<double, long_x4, &root_of_doubles>(
        by_library<library_doubles, library_function<power_function, double>>(x, y), x, y);
}
template <class T, class Bits, auto Root, auto Power>
struct power_over_chunks
    : avx2_function<power_function, T, Power, wide_function<power_function, T>,
                    &with_easy_powers<T, Bits, Root, decltype(result_of(Power))>> {
    using every = typename power_over_chunks::avx2_function;
    /// With one y for all, where that is faster.
    static bool over_one(T* to, T const* x, T y, index_t count) {
        if (!has_avx2())
            return false;
        if (compute_easy_powers<T, Root>(to, x, y, count))
            return true;
        bool const whole = trunc_function{}(y) == y && y - y == 0;
        if (whole)
            compute_whole_powers<typename every::V, Bits>(to, x, y, count,
                                                          [](auto... of) { every::over(of...); });
        return whole;
    }
};
template <>
struct chunk_function<power_function, float>
    : power_over_chunks<float, int_x8, &root_of_floats, &power_of_floats> {};
template <>
struct chunk_function<power_function, double>
    : power_over_chunks<double, long_x4, &root_of_doubles, &power_of_doubles> {};
#endif

#if __GLIBC_PREREQ(2, 35)
TWILL_AVX2 inline library_doubles cbrt_of_doubles(library_doubles x) {
    return mend_root<double, library_longs>(library_function<cbrt_function, double>(x), x);
}
template <>
struct chunk_function<cbrt_function, float>
    : avx2_function<cbrt_function, float, &cbrt_of_floats, wide_function<cbrt_function, float>,
                    &mend_root<float, int_x8, float_x8>> {};
template <>
struct chunk_function<cbrt_function, double>
    : avx2_function<cbrt_function, double, &cbrt_of_doubles, wide_function<cbrt_function, double>,
                    &mend_root<double, library_longs, library_doubles>> {};

/// Logarithms to base 10 of registers of T.
template <class T, class Bits, class V>
TWILL_AVX2 V log10_of(V x) {
    return mend_short<log10_function, T, Bits>(library_function<log10_function, T>(x), x);
}
template <>
struct chunk_function<log10_function, float>
    : avx2_function<log10_function, float, &log10_of<float, library_ints, library_floats>,
                    wide_function<log10_function, float>,
                    &mend_short<log10_function, float, library_ints, library_floats>> {};
template <>
struct chunk_function<log10_function, double>
    : avx2_function<log10_function, double, &log10_of<double, library_longs, library_doubles>,
                    wide_function<log10_function, double>,
                    &mend_short<log10_function, double, library_longs, library_doubles>> {};
#endif

// Of these compilers make a call that finds the instruction.
template <int Mode>
TWILL_AVX2 float_x8 rounded_floats(float_x8 x) {
    return __builtin_ia32_roundps256(x, Mode);
}
template <int Mode>
TWILL_AVX2 double_x4 rounded_doubles(double_x4 x) {
    return __builtin_ia32_roundpd256(x, Mode);
}
template <int Mode>
struct rounded : register_functions<&rounded_floats<Mode>, &rounded_doubles<Mode>> {};
template <>
struct registers_for<rint_function> : rounded<4> {};
template <>
struct registers_for<floor_function> : rounded<1> {};
template <>
struct registers_for<ceil_function> : rounded<2> {};
template <>
struct registers_for<trunc_function> : rounded<3> {};
template <>
struct registers_for<sqrt_function> : register_functions<&root_of_floats, &root_of_doubles> {};
#endif

}  // namespace twill::inline v0::detail
