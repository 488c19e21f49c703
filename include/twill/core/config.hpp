// SPDX-License-Identifier: MIT
// The version, the index type, small helpers, and the attributes that every header may use. What
// one header alone needs of a compiler stands there (host/elementwise.hpp, and device code under
// cuda/).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#if defined(__CUDACC__)
#define TWILL_HD __host__ __device__
#define TWILL_INLINE_HD __host__ __device__ __forceinline__
// An evaluator may hold a function object that is host-only; it is then only called on the host.
#define TWILL_EXEC_CHECK_DISABLE _Pragma("nv_exec_check_disable")
#else
#define TWILL_HD
#define TWILL_INLINE_HD inline
#define TWILL_EXEC_CHECK_DISABLE
#endif
// Between them a call of a host function from one for both sides is an error, not a warning; 20014
// says the same without the functions' names.
#if defined(__NVCC__)
#define TWILL_CALL_CHECK_BEGIN                                                 \
    _Pragma("nv_diagnostic push") _Pragma("nv_diag_error 20011, 20013, 20015") \
        _Pragma("nv_diag_suppress 20014")
#define TWILL_CALL_CHECK_END _Pragma("nv_diagnostic pop")
#else
#define TWILL_CALL_CHECK_BEGIN
#define TWILL_CALL_CHECK_END
#endif

// TWILL_COLD is for what a statement does once at most, however many elements it has: compiled for
// little time and space. g++ leaves out the passes for loops too, which is a twentieth of what a
// program costs to compile. Where nvcc calls it, it is not told that this is rare, too: a launch
// waits for it (what goes before that of a sum takes 0.20 us in the place of 0.25). Expensive
// optimisations are among others what clears the upper halves of vector registers before a return:
// dirty ones make functions of the C library up to forty times as slow. They cost a fiftieth.
#ifdef __AVX__
#define TWILL_QUICK_TO_COMPILE optimize("O1", "expensive-optimizations")
#else
#define TWILL_QUICK_TO_COMPILE optimize("O1")
#endif
#if defined(__OPTIMIZE__) && defined(__GNUC__) && !defined(__clang__) && defined(__CUDACC__)
#define TWILL_COLD __attribute__((noinline, TWILL_QUICK_TO_COMPILE))
#elif defined(__OPTIMIZE__) && defined(__GNUC__) && !defined(__clang__)
#define TWILL_COLD __attribute__((noinline, cold, TWILL_QUICK_TO_COMPILE))
#elif defined(__GNUC__) || defined(__clang__)
#define TWILL_COLD __attribute__((noinline, cold))
#else
#define TWILL_COLD
#endif
#if defined(__GNUC__) || defined(__clang__)
#define TWILL_NOINLINE __attribute__((noinline))
#define TWILL_INLINED __attribute__((always_inline)) inline
#else
#define TWILL_NOINLINE
#define TWILL_INLINED inline
#endif

// What all libraries of a process share, whatever visibility they are compiled with: the state of
// the runtime, of which there is one, and the exceptions, which one library throws and another
// catches. A library that is opened by dlopen finds the state of the program where that exports it:
// linked with -rdynamic, or with a library that uses twill. And what each library has of its own.
#if defined(__GNUC__) || defined(__clang__)
#define TWILL_SHARED __attribute__((visibility("default")))
#define TWILL_OWN __attribute__((visibility("hidden")))
#else
#define TWILL_SHARED
#define TWILL_OWN
#endif

// For the types of expressions, a statement of which alone is a mistake. nvcc takes `e = a + b` of
// a named expression for one, so that there the operators say it.
#if defined(__CUDACC__)
#define TWILL_NODISCARD
#else
#define TWILL_NODISCARD [[nodiscard]]
#endif

namespace twill::inline v0 {

/// Every size, stride and index. 64 bits end to end.
using index_t = std::int64_t;

/// The version of the library; CMake reads it here.
inline constexpr int version_major = 0;
inline constexpr int version_minor = 1;
inline constexpr int version_patch = 0;

namespace detail {

template <class...>
inline constexpr bool always_false = false;

/// An array of N values that device code may index, also for N = 0.
template <class T, int N>
struct fixed {
    T values[N > 0 ? N : 1];
    TWILL_HD constexpr T& operator[](int i) { return values[i]; }
    TWILL_HD constexpr T const& operator[](int i) const { return values[i]; }
};

/// The least power of two, as its exponent of at most `most`, that is no less than n.
constexpr int log2_ceiling(index_t n, int most) {
    int bits = 0;
    while (bits < most && (index_t{1} << bits) < n)
        ++bits;
    return bits;
}

constexpr index_t divide_up(index_t a, index_t b) { return (a + b - 1) / b; }

// <algorithm> for these alone costs every program that includes the library a tenth of a second.
template <class T>
TWILL_HD constexpr T smaller(T a) {
    return a;
}
template <class T>
TWILL_HD constexpr T smaller(T a, std::type_identity_t<T> b) {
    return b < a ? b : a;
}
template <class T, class... Rest>
TWILL_HD constexpr T smaller(T a, T b, T c, Rest... rest) {
    return smaller(smaller(a, b), c, rest...);
}
template <class T>
TWILL_HD constexpr T larger(T a) {
    return a;
}
template <class T>
TWILL_HD constexpr T larger(T a, std::type_identity_t<T> b) {
    return a < b ? b : a;
}
template <class T, class... Rest>
TWILL_HD constexpr T larger(T a, T b, T c, Rest... rest) {
    return larger(larger(a, b), c, rest...);
}
template <class T>
TWILL_HD constexpr T clamped(T x, std::type_identity_t<T> least, std::type_identity_t<T> most) {
    return smaller(larger(x, least), most);
}

}  // namespace detail
}  // namespace twill::inline v0
