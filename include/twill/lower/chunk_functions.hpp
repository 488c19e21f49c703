// SPDX-License-Identifier: MIT
// Functions of whole chunks on x86-64 processors with AVX2: the vector functions of the C library
// (libmvec of glibc, at most 4 units in the last place from the true value), roots and rounding.
// Elsewhere the scalar functions are called.
#pragma once

#include "twill/core/processor.hpp"
#include "twill/expr/conversion.hpp"
#include "twill/expr/exponential.hpp"
#include "twill/expr/fast.hpp"
#include "twill/expr/rounding.hpp"
#include "twill/expr/trigonometric.hpp"

namespace twill::inline v0::detail {

/// A function F of values of type T for whole chunks: `over(to, x, count)` or `over(to, x, y,
/// count)`; `to` may be x. Not known: `known` is false.
template <class F, class T>
struct chunk_function {
    static constexpr bool known = false;
};
/// The approximations are the device's.
template <class Approximation, class Ordinary, class T>
struct chunk_function<fast_function<Approximation, Ordinary>, T> : chunk_function<Ordinary, T> {};

#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__ILP32__) && !defined(__CUDA_ARCH__)

typedef float float_x8 __attribute__((vector_size(32)));
typedef double double_x4 __attribute__((vector_size(32)));
typedef int int_x8 __attribute__((vector_size(32)));
typedef long long long_x4 __attribute__((vector_size(32)));

// The registers that the C library's functions are given. clang passes those of 32 bytes in memory
// unless the whole file is compiled for AVX, whatever the function itself is compiled for.
#if defined(__clang__) && !defined(__AVX__)
typedef float library_floats __attribute__((vector_size(16)));
typedef double library_doubles __attribute__((vector_size(16)));
typedef int library_ints __attribute__((vector_size(16)));
typedef long long library_longs __attribute__((vector_size(16)));
#define TWILL_LIBRARY_FLOATS(arguments, name) _ZGVbN4##arguments##_##name##f
#define TWILL_LIBRARY_DOUBLES(arguments, name) _ZGVbN2##arguments##_##name
#else
typedef float_x8 library_floats;
typedef double_x4 library_doubles;
typedef int_x8 library_ints;
typedef long_x4 library_longs;
#define TWILL_LIBRARY_FLOATS(arguments, name) _ZGVdN8##arguments##_##name##f
#define TWILL_LIBRARY_DOUBLES(arguments, name) _ZGVdN4##arguments##_##name
#endif

/// The places of a register that are left over at the end compute with ones.
template <class V, class T, V (*Function)(V)>
TWILL_AVX2 void compute_over(T* to, T const* x, index_t count) {
    constexpr index_t lanes = sizeof(V) / sizeof(T);
    V v;
    for (; count >= lanes; count -= lanes, to += lanes, x += lanes) {
        __builtin_memcpy(&v, x, sizeof(V));
        v = Function(v);
        __builtin_memcpy(to, &v, sizeof(V));
    }
    if (count > 0) {
        v = V{} + T(1);
        __builtin_memcpy(&v, x, static_cast<std::size_t>(count) * sizeof(T));
        v = Function(v);
        __builtin_memcpy(to, &v, static_cast<std::size_t>(count) * sizeof(T));
    }
}
template <class V, class T, V (*Function)(V, V)>
TWILL_AVX2 void compute_over(T* to, T const* x, T const* y, index_t count) {
    constexpr index_t lanes = sizeof(V) / sizeof(T);
    V v, w;
    for (; count >= lanes; count -= lanes, to += lanes, x += lanes, y += lanes) {
        __builtin_memcpy(&v, x, sizeof(V));
        __builtin_memcpy(&w, y, sizeof(V));
        v = Function(v, w);
        __builtin_memcpy(to, &v, sizeof(V));
    }
    if (count > 0) {
        w = v = V{} + T(1);
        __builtin_memcpy(&v, x, static_cast<std::size_t>(count) * sizeof(T));
        __builtin_memcpy(&w, y, static_cast<std::size_t>(count) * sizeof(T));
        v = Function(v, w);
        __builtin_memcpy(to, &v, static_cast<std::size_t>(count) * sizeof(T));
    }
}

/// Whether any lane of a mask is set.
template <class Bits>
TWILL_AVX2 bool any_lane(Bits const& mask) {
    long long words[sizeof(Bits) / sizeof(long long)], any = 0;
    __builtin_memcpy(words, &mask, sizeof(Bits));
    for (long long const word : words)
        any |= word;
    return any != 0;
}
TWILL_AVX2 inline bool any_lane(int_x8 mask) {
    return __builtin_ia32_movmskps256(__builtin_bit_cast(float_x8, mask)) != 0;
}
TWILL_AVX2 inline bool any_lane(long_x4 mask) {
    return __builtin_ia32_movmskpd256(__builtin_bit_cast(double_x4, mask)) != 0;
}

/// The bits of a result that are zero in those that are exact.
template <class T>
inline constexpr std::int64_t low_bits = (std::int64_t{1} << (sizeof(T) == 8 ? 32 : 14)) - 1;

/// Results next to a number with few bits, which may be exact (log10(1e7)), are computed by F
/// itself: of any others one in some thousand.
template <class F, class T, class Bits, class V>
TWILL_AVX2 V mend_short(V const& x, V const& y) {
    using whole = std::conditional_t<sizeof(T) == 8, long long, int>;
    Bits bits;
    __builtin_memcpy(&bits, &y, sizeof(V));
    bits = ((bits + whole{4}) & static_cast<whole>(low_bits<T>)) <= whole{8};
    if (!any_lane(bits))
        return y;
    constexpr std::size_t lanes = sizeof(V) / sizeof(T);
    T from[lanes], to[lanes];
    __builtin_memcpy(from, &x, sizeof(V));
    __builtin_memcpy(to, &y, sizeof(V));
    for (std::size_t l = 0; l < lanes; ++l)
        if (bits[l] != 0)
            to[l] = F{}(from[l]);
    V result;
    __builtin_memcpy(&result, to, sizeof(V));
    return result;
}
/// Cube roots next to a number with few bits whose cube is x are that number.
template <class T, class Bits, class V>
TWILL_AVX2 V mend_root(V const& x, V const& y) {
    using whole = std::conditional_t<sizeof(T) == 8, long long, int>;
    Bits bits;
    __builtin_memcpy(&bits, &y, sizeof(V));
    bits += whole{4};
    Bits const near = (bits & static_cast<whole>(low_bits<T>)) <= whole{8};
    bits &= static_cast<whole>(~low_bits<T>);
    V close;
    __builtin_memcpy(&close, &bits, sizeof(V));
    return (near & (close * close * close == x)) ? close : y;
}
/// Cube roots by Newton's method, from a third of the exponent on (W. Kahan's start): 2 units in
/// the last place.
TWILL_AVX2 inline float_x8 cbrt_of_floats(float_x8 x) {
    constexpr int sign_bit_alone = static_cast<int>(0x80000000u);
    int_x8 bits;
    __builtin_memcpy(&bits, &x, sizeof(x));
    int_x8 const sign = bits & sign_bit_alone;
    bits &= ~sign_bit_alone;
    float_x8 size;
    __builtin_memcpy(&size, &bits, sizeof(x));
    int_x8 const tiny = size < 0x1p-100f;
    size = tiny ? size * 0x1p48f : size;
    __builtin_memcpy(&bits, &size, sizeof(x));
    bits = __builtin_convertvector(__builtin_convertvector(bits, float_x8) * (1.0f / 3), int_x8) +
           709958130;
    float_x8 y;
    __builtin_memcpy(&y, &bits, sizeof(x));
    for (int step = 0; step < 3; ++step)
        y = (y + y + size / (y * y)) * (1.0f / 3);
    y = tiny ? y * 0x1p-16f : y;
    // Zero, infinity and NaN are their own roots.
    y = ((size == 0.0f) | !(size < __builtin_inff())) ? size : y;
    __builtin_memcpy(&bits, &y, sizeof(x));
    bits |= sign;
    __builtin_memcpy(&y, &bits, sizeof(x));
    return mend_root<float, int_x8>(x, y);
}

template <class V, class... X>
V result_of(V (*)(X...));

/// A function of the library on registers of 32 bytes, whatever it is given.
template <class Library, Library (*Function)(Library, Library), class V>
TWILL_AVX2 V by_library(V const& x, V const& y) {
    constexpr std::size_t parts = sizeof(V) / sizeof(Library);
    Library a[parts], b[parts];
    __builtin_memcpy(a, &x, sizeof(V));
    __builtin_memcpy(b, &y, sizeof(V));
    for (std::size_t k = 0; k < parts; ++k)
        a[k] = Function(a[k], b[k]);
    V result;
    __builtin_memcpy(&result, a, sizeof(V));
    return result;
}
// Of sqrt compilers make a call that sets errno.
TWILL_AVX2 inline float_x8 root_of_floats(float_x8 x) { return __builtin_ia32_sqrtps256(x); }
TWILL_AVX2 inline double_x4 root_of_doubles(double_x4 x) { return __builtin_ia32_sqrtpd256(x); }
template <class V>
TWILL_AVX2 V square_of(V x) {
    return x * x;
}
template <class V>
TWILL_AVX2 V cube_of(V x) {
    return x * x * x;
}
template <class T, class V>
TWILL_AVX2 V inverse_of(V x) {
    return T(1) / x;
}
template <class T, class V, V (*Root)(V)>
TWILL_AVX2 V root_power_of(V x) {
    return x == -limits<T>::infinity ? -x : Root(x + T(0));
}
/// power_function, lane by lane.
template <class T, class Bits, auto Root, auto Power, class V>
TWILL_AVX2 V power_of(V const& x, V const& y) {
    Bits const square = y == T(2), cube = y == T(3), inverse = y == T(-1), root = y == T(0.5);
    V result = Power(x, y);
    if (any_lane(square | cube | inverse | root)) {
        result = square ? square_of(x) : cube ? cube_of(x) : result;
        result = inverse ? inverse_of<T>(x) : root ? root_power_of<T, V, Root>(x) : result;
    }
    return result;
}
/// Powers with one exponent for all; false, and nothing done, where it is none of the above.
template <class T, auto Root>
bool compute_easy_powers(T* to, T const* x, T y, index_t count) {
    using V = decltype(result_of(Root));
    if (y == T(2))
        compute_over<V, T, &square_of<V>>(to, x, count);
    else if (y == T(3))
        compute_over<V, T, &cube_of<V>>(to, x, count);
    else if (y == T(-1))
        compute_over<V, T, &inverse_of<T, V>>(to, x, count);
    else if (y == T(0.5))
        compute_over<V, T, &root_power_of<T, V, Root>>(to, x, count);
    else
        return false;
    return true;
}

/// For processors without AVX2.
template <class F, class T, class... X>
TWILL_COLD void compute_each(T* to, index_t count, X const*... x) {
    for (index_t i = 0; i < count; ++i)
        to[i] = F{}(x[i]...);
}
template <class F, class T, auto Function>
struct avx2_function {
    using V = decltype(result_of(Function));
    static constexpr bool known = true;
    static void over(T* to, T const* x, index_t count) {
        if (has_avx2())
            return compute_over<V, T, Function>(to, x, count);
        compute_each<F>(to, count, x);
    }
    static void over(T* to, T const* x, T const* y, index_t count) {
        if (has_avx2())
            return compute_over<V, T, Function>(to, x, y, count);
        compute_each<F>(to, count, x, y);
    }
};

#define TWILL_CHUNK_FUNCTION(function, of_floats, of_doubles)                               \
    template <>                                                                             \
    struct chunk_function<function, float> : avx2_function<function, float, &of_floats> {}; \
    template <>                                                                             \
    struct chunk_function<function, double> : avx2_function<function, double, &of_doubles> {};
#define TWILL_VECTOR_DECLARATION(name)                           \
    extern "C" TWILL_AVX2 library_floats TWILL_LIBRARY_FLOATS(   \
        v, name)(library_floats) noexcept(true);                 \
    extern "C" TWILL_AVX2 library_doubles TWILL_LIBRARY_DOUBLES( \
        v, name)(library_doubles) noexcept(true);
#define TWILL_VECTOR_FUNCTION(name)                                      \
    TWILL_VECTOR_DECLARATION(name)                                       \
    TWILL_CHUNK_FUNCTION(name##_function, TWILL_LIBRARY_FLOATS(v, name), \
                         TWILL_LIBRARY_DOUBLES(v, name))
#define TWILL_VECTOR_FUNCTION_OF_TWO(function, name)                          \
    extern "C" TWILL_AVX2 library_floats TWILL_LIBRARY_FLOATS(vv, name)(      \
        library_floats, library_floats) noexcept(true);                       \
    extern "C" TWILL_AVX2 library_doubles TWILL_LIBRARY_DOUBLES(vv, name)(    \
        library_doubles, library_doubles) noexcept(true);                     \
    TWILL_CHUNK_FUNCTION(function##_function, TWILL_LIBRARY_FLOATS(vv, name), \
                         TWILL_LIBRARY_DOUBLES(vv, name))
// clang-format off
#if __GLIBC_PREREQ(2, 22)
TWILL_VECTOR_FUNCTION(sin)
TWILL_VECTOR_FUNCTION(cos)
TWILL_VECTOR_FUNCTION(exp)
TWILL_VECTOR_FUNCTION(log)
extern "C" TWILL_AVX2 library_floats TWILL_LIBRARY_FLOATS(vv, pow)(library_floats, library_floats) noexcept(true);
extern "C" TWILL_AVX2 library_doubles TWILL_LIBRARY_DOUBLES(vv, pow)(library_doubles, library_doubles) noexcept(true);
TWILL_AVX2 inline float_x8 pow_of_floats(float_x8 x, float_x8 y) { return by_library<library_floats, &TWILL_LIBRARY_FLOATS(vv, pow)>(x, y); }
TWILL_AVX2 inline double_x4 pow_of_doubles(double_x4 x, double_x4 y) { return by_library<library_doubles, &TWILL_LIBRARY_DOUBLES(vv, pow)>(x, y); }
TWILL_AVX2 inline float_x8 power_of_floats(float_x8 x, float_x8 y) { return power_of<float, int_x8, &root_of_floats, &pow_of_floats>(x, y); }
TWILL_AVX2 inline double_x4 power_of_doubles(double_x4 x, double_x4 y) { return power_of<double, long_x4, &root_of_doubles, &pow_of_doubles>(x, y); }
template <class T, auto Root, auto Power>
struct power_over_chunks : avx2_function<power_function, T, Power> {
    /// With one y for all, where that is faster.
    static bool over_one(T* to, T const* x, T y, index_t count) {
        return has_avx2() && compute_easy_powers<T, Root>(to, x, y, count);
    }
};
template <>
struct chunk_function<power_function, float> : power_over_chunks<float, &root_of_floats, &power_of_floats> {};
template <>
struct chunk_function<power_function, double> : power_over_chunks<double, &root_of_doubles, &power_of_doubles> {};
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
TWILL_VECTOR_DECLARATION(cbrt)
TWILL_AVX2 inline library_doubles cbrt_of_doubles(library_doubles x) {
    return mend_root<double, library_longs>(x, TWILL_LIBRARY_DOUBLES(v, cbrt)(x));
}
TWILL_CHUNK_FUNCTION(cbrt_function, cbrt_of_floats, cbrt_of_doubles)
TWILL_VECTOR_DECLARATION(log10)
TWILL_AVX2 inline library_floats log10_of_floats(library_floats x) {
    return mend_short<log10_function, float, library_ints>(x, TWILL_LIBRARY_FLOATS(v, log10)(x));
}
TWILL_AVX2 inline library_doubles log10_of_doubles(library_doubles x) {
    return mend_short<log10_function, double, library_longs>(x, TWILL_LIBRARY_DOUBLES(v, log10)(x));
}
TWILL_CHUNK_FUNCTION(log10_function, log10_of_floats, log10_of_doubles)
TWILL_VECTOR_FUNCTION_OF_TWO(atan2, atan2)
TWILL_VECTOR_FUNCTION_OF_TWO(hypot, hypot)
#endif

// Of these compilers make a call that finds the instruction.
#define TWILL_INSTRUCTION(name, floats, doubles, ...)                                      \
    TWILL_AVX2 inline float_x8 name##_of_floats(float_x8 x) { return floats(x __VA_ARGS__); }   \
    TWILL_AVX2 inline double_x4 name##_of_doubles(double_x4 x) { return doubles(x __VA_ARGS__); } \
    TWILL_CHUNK_FUNCTION(name##_function, name##_of_floats, name##_of_doubles)
TWILL_CHUNK_FUNCTION(sqrt_function, root_of_floats, root_of_doubles)
TWILL_INSTRUCTION(rint, __builtin_ia32_roundps256, __builtin_ia32_roundpd256, , 4)
TWILL_INSTRUCTION(floor, __builtin_ia32_roundps256, __builtin_ia32_roundpd256, , 1)
TWILL_INSTRUCTION(ceil, __builtin_ia32_roundps256, __builtin_ia32_roundpd256, , 2)
TWILL_INSTRUCTION(trunc, __builtin_ia32_roundps256, __builtin_ia32_roundpd256, , 3)
// clang-format on
#undef TWILL_INSTRUCTION
#undef TWILL_VECTOR_FUNCTION_OF_TWO
#undef TWILL_VECTOR_FUNCTION
#undef TWILL_VECTOR_DECLARATION
#undef TWILL_CHUNK_FUNCTION
#undef TWILL_LIBRARY_DOUBLES
#undef TWILL_LIBRARY_FLOATS
#endif

}  // namespace twill::inline v0::detail
