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

#define TWILL_CHUNK_FUNCTION(function, of_floats, of_doubles, wide_floats, wide_doubles) \
    template <>                                                                          \
    struct chunk_function<function, float>                                               \
        : avx2_function<function, float, &of_floats, wide_floats> {};                    \
    template <>                                                                          \
    struct chunk_function<function, double>                                              \
        : avx2_function<function, double, &of_doubles, wide_doubles> {};
#define TWILL_MENDED_FUNCTION(function, name, of_floats, of_doubles, mend_floats, mend_doubles)    \
    template <>                                                                                    \
    struct chunk_function<function, float>                                                         \
        : mended_function<function, float, &of_floats, TWILL_WIDE_FLOATS(v, name), &mend_floats> { \
    };                                                                                             \
    template <>                                                                                    \
    struct chunk_function<function, double>                                                        \
        : mended_function<function, double, &of_doubles, TWILL_WIDE_DOUBLES(v, name),              \
                          &mend_doubles> {};
// clang-format off
#ifdef TWILL_AVX512
#define TWILL_WIDE_DECLARATION(arguments, name, ...) \
    extern "C" TWILL_AVX512 float_x16 _ZGVeN16##arguments##_##name##f(float_x16 __VA_OPT__(, float_x16)) noexcept(true); \
    extern "C" TWILL_AVX512 double_x8 _ZGVeN8##arguments##_##name(double_x8 __VA_OPT__(, double_x8)) noexcept(true);
#else
#define TWILL_WIDE_DECLARATION(arguments, name, ...)
#endif
#define TWILL_VECTOR_DECLARATION(name) \
    extern "C" TWILL_AVX2 library_floats TWILL_LIBRARY_FLOATS(v, name)(library_floats) noexcept(true); \
    extern "C" TWILL_AVX2 library_doubles TWILL_LIBRARY_DOUBLES(v, name)(library_doubles) noexcept(true); \
    TWILL_WIDE_DECLARATION(v, name)
#define TWILL_VECTOR_DECLARATION_OF_TWO(name) \
    extern "C" TWILL_AVX2 library_floats TWILL_LIBRARY_FLOATS(vv, name)(library_floats, library_floats) noexcept(true); \
    extern "C" TWILL_AVX2 library_doubles TWILL_LIBRARY_DOUBLES(vv, name)(library_doubles, library_doubles) noexcept(true); \
    TWILL_WIDE_DECLARATION(vv, name, two)
#define TWILL_VECTOR_FUNCTION(name) \
    TWILL_VECTOR_DECLARATION(name) \
    TWILL_CHUNK_FUNCTION(name##_function, TWILL_LIBRARY_FLOATS(v, name), TWILL_LIBRARY_DOUBLES(v, name), \
                         TWILL_WIDE_FLOATS(v, name), TWILL_WIDE_DOUBLES(v, name))
#define TWILL_VECTOR_FUNCTION_OF_TWO(name) \
    TWILL_VECTOR_DECLARATION_OF_TWO(name) \
    TWILL_CHUNK_FUNCTION(name##_function, TWILL_LIBRARY_FLOATS(vv, name), TWILL_LIBRARY_DOUBLES(vv, name), \
                         TWILL_WIDE_FLOATS(vv, name), TWILL_WIDE_DOUBLES(vv, name))
#if __GLIBC_PREREQ(2, 22)
TWILL_VECTOR_FUNCTION(sin)
TWILL_VECTOR_FUNCTION(cos)
TWILL_VECTOR_FUNCTION(exp)
TWILL_VECTOR_FUNCTION(log)
TWILL_VECTOR_DECLARATION_OF_TWO(pow)
TWILL_AVX2 inline float_x8 power_of_floats(float_x8 x, float_x8 y) {
    return with_easy_powers<float, int_x8, &root_of_floats>(by_library<library_floats, &TWILL_LIBRARY_FLOATS(vv, pow)>(x, y), x, y);
}
TWILL_AVX2 inline double_x4 power_of_doubles(double_x4 x, double_x4 y) {
    return with_easy_powers<double, long_x4, &root_of_doubles>(by_library<library_doubles, &TWILL_LIBRARY_DOUBLES(vv, pow)>(x, y), x, y);
}
template <class T, class Bits, auto Root, auto Power, auto Wide, auto Mend>
struct power_over_chunks : mended_function<power_function, T, Power, Wide, Mend> {
    using every = mended_function<power_function, T, Power, Wide, Mend>;
    /// With one y for all, where that is faster.
    static bool over_one(T* to, T const* x, T y, index_t count) {
        if (!has_avx2())
            return false;
        if (compute_easy_powers<T, Root>(to, x, y, count))
            return true;
        bool const whole = trunc_function{}(y) == y && y - y == 0;
        if (whole)
            compute_whole_powers<typename every::V, Bits>(to, x, y, count, [](auto... of) { every::over(of...); });
        return whole;
    }
};
template <>
struct chunk_function<power_function, float>
    : power_over_chunks<float, int_x8, &root_of_floats, &power_of_floats, TWILL_WIDE_FLOATS(vv, pow), &with_easy_powers<float, int_x8, &root_of_floats, float_x8>> {};
template <>
struct chunk_function<power_function, double>
    : power_over_chunks<double, long_x4, &root_of_doubles, &power_of_doubles, TWILL_WIDE_DOUBLES(vv, pow), &with_easy_powers<double, long_x4, &root_of_doubles, double_x4>> {};
#endif
#if __GLIBC_PREREQ(2, 35)
TWILL_VECTOR_FUNCTION(tan)
TWILL_VECTOR_FUNCTION(asin)
TWILL_VECTOR_FUNCTION(acos)
TWILL_VECTOR_FUNCTION(atan)
TWILL_VECTOR_FUNCTION(sinh)
TWILL_VECTOR_FUNCTION(cosh)
TWILL_VECTOR_FUNCTION(tanh)
TWILL_VECTOR_FUNCTION(asinh)
TWILL_VECTOR_FUNCTION(acosh)
TWILL_VECTOR_FUNCTION(atanh)
TWILL_VECTOR_FUNCTION(exp2)
TWILL_VECTOR_FUNCTION(expm1)
TWILL_VECTOR_FUNCTION(log1p)
TWILL_VECTOR_FUNCTION(log2)
TWILL_VECTOR_FUNCTION(erf)
TWILL_VECTOR_FUNCTION(erfc)
TWILL_VECTOR_FUNCTION_OF_TWO(atan2)
TWILL_VECTOR_FUNCTION_OF_TWO(hypot)
TWILL_VECTOR_DECLARATION(cbrt)
TWILL_AVX2 inline library_doubles cbrt_of_doubles(library_doubles x) {
    return mend_root<double, library_longs>(TWILL_LIBRARY_DOUBLES(v, cbrt)(x), x);
}
TWILL_MENDED_FUNCTION(cbrt_function, cbrt, cbrt_of_floats, cbrt_of_doubles,
                      (mend_root<float, int_x8, float_x8>), (mend_root<double, library_longs, library_doubles>))
TWILL_VECTOR_DECLARATION(log10)
TWILL_AVX2 inline library_floats log10_of_floats(library_floats x) {
    return mend_short<log10_function, float, library_ints>(TWILL_LIBRARY_FLOATS(v, log10)(x), x);
}
TWILL_AVX2 inline library_doubles log10_of_doubles(library_doubles x) {
    return mend_short<log10_function, double, library_longs>(TWILL_LIBRARY_DOUBLES(v, log10)(x), x);
}
TWILL_MENDED_FUNCTION(log10_function, log10, log10_of_floats, log10_of_doubles,
                      (mend_short<log10_function, float, library_ints, library_floats>),
                      (mend_short<log10_function, double, library_longs, library_doubles>))
#endif

// Of these compilers make a call that finds the instruction.
#define TWILL_INSTRUCTION(name, floats, doubles, ...)                                      \
    TWILL_AVX2 inline float_x8 name##_of_floats(float_x8 x) { return floats(x __VA_ARGS__); }   \
    TWILL_AVX2 inline double_x4 name##_of_doubles(double_x4 x) { return doubles(x __VA_ARGS__); } \
    TWILL_CHUNK_FUNCTION(name##_function, name##_of_floats, name##_of_doubles, nullptr, nullptr)
TWILL_CHUNK_FUNCTION(sqrt_function, root_of_floats, root_of_doubles, nullptr, nullptr)
TWILL_INSTRUCTION(rint, __builtin_ia32_roundps256, __builtin_ia32_roundpd256, , 4)
TWILL_INSTRUCTION(floor, __builtin_ia32_roundps256, __builtin_ia32_roundpd256, , 1)
TWILL_INSTRUCTION(ceil, __builtin_ia32_roundps256, __builtin_ia32_roundpd256, , 2)
TWILL_INSTRUCTION(trunc, __builtin_ia32_roundps256, __builtin_ia32_roundpd256, , 3)
// clang-format on
#undef TWILL_INSTRUCTION
#undef TWILL_VECTOR_FUNCTION_OF_TWO
#undef TWILL_VECTOR_FUNCTION
#undef TWILL_VECTOR_DECLARATION_OF_TWO
#undef TWILL_VECTOR_DECLARATION
#undef TWILL_WIDE_DECLARATION
#undef TWILL_MENDED_FUNCTION
#undef TWILL_CHUNK_FUNCTION
#undef TWILL_WIDE_DOUBLES
#undef TWILL_WIDE_FLOATS
#undef TWILL_LIBRARY_DOUBLES
#undef TWILL_LIBRARY_FLOATS
#endif

}  // namespace twill::inline v0::detail
