// SPDX-License-Identifier: MIT
// Functions of registers run over whole chunks, on x86-64 processors with AVX2 or AVX-512, and what
// mends results of the C library's.
#pragma once

#include "twill/core/processor.hpp"
#include "twill/expr/conversion.hpp"
#include "twill/expr/rounding.hpp"

namespace twill::inline v0::detail {

/// A function F of values of type T for whole chunks: `over(to, x, count)` or `over(to, x, y,
/// count)`; `to` may be x. Not known: `known` is false.
template <class F, class T>
struct chunk_function {
    static constexpr bool known = false;
};
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
#else
typedef float_x8 library_floats;
typedef double_x4 library_doubles;
typedef int_x8 library_ints;
typedef long_x4 library_longs;
#endif

#ifdef TWILL_AVX512
typedef float float_x16 __attribute__((vector_size(64)));
typedef double double_x8 __attribute__((vector_size(64)));
#endif

// The places of a register that are left over at the end compute with ones. Compilers move whole
// registers in functions that are compiled for them alone, hence a macro.
#define TWILL_COMPUTE(name, target)                                                               \
    template <class V, auto Function, class T, class... X>                                        \
    target void name(T* to, index_t count, X const*... x) {                                       \
        constexpr index_t lanes = sizeof(V) / sizeof(T);                                          \
        V v[3], result;                                                                           \
        auto const all = static_cast<std::size_t>(count / lanes);                                 \
        for (std::size_t done = 0; done < all; ++done) {                                          \
            int k = 0;                                                                            \
            ((__builtin_memcpy(&v[k++], x, sizeof(V)), x += lanes), ...);                         \
            TWILL_CALL                                                                            \
            __builtin_memcpy(to, &result, sizeof(V));                                             \
            to += lanes;                                                                          \
        }                                                                                         \
        if (auto const bytes = static_cast<std::size_t>(count % lanes) * sizeof(T); bytes != 0) { \
            int k = 0;                                                                            \
            ((v[k] = V{} + T(1), __builtin_memcpy(&v[k++], x, bytes)), ...);                      \
            TWILL_CALL                                                                            \
            __builtin_memcpy(to, &result, bytes);                                                 \
        }                                                                                         \
    }
#define TWILL_CALL                        \
    if constexpr (sizeof...(X) == 1)      \
        result = Function(v[0]);          \
    else if constexpr (sizeof...(X) == 2) \
        result = Function(v[0], v[1]);    \
    else                                  \
        result = Function(v[0], v[1], v[2]);
TWILL_COMPUTE(compute_over, TWILL_AVX2)
#ifdef TWILL_AVX512
TWILL_COMPUTE(compute_wide, TWILL_AVX512)
#endif
#undef TWILL_CALL
#undef TWILL_COMPUTE

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
TWILL_AVX2 V mend_short(V const& y, V const& x) {
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
TWILL_AVX2 V mend_root(V const& y, V const& x) {
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
    return mend_root<float, int_x8>(y, x);
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
/// The powers of a register, lane by lane: those of the easy exponents in the place of `powers`.
template <class T, class Bits, auto Root, class V>
TWILL_AVX2 V with_easy_powers(V const& powers, V const& x, V const& y) {
    Bits const square = y == T(2), cube = y == T(3), inverse = y == T(-1), root = y == T(0.5);
    V result = powers;
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
        compute_over<V, &square_of<V>>(to, count, x);
    else if (y == T(3))
        compute_over<V, &cube_of<V>>(to, count, x);
    else if (y == T(-1))
        compute_over<V, &inverse_of<T, V>>(to, count, x);
    else if (y == T(0.5))
        compute_over<V, &root_power_of<T, V, Root>>(to, count, x);
    else
        return false;
    return true;
}

/// The bits of the sign alone, lane by lane.
template <class Bits, class V>
TWILL_AVX2 Bits signs_of(V const& x) {
    Bits bits;
    __builtin_memcpy(&bits, &x, sizeof(V));
    return bits & std::numeric_limits<std::remove_cvref_t<decltype(bits[0])>>::min();
}
template <class Bits, class V>
TWILL_AVX2 V without_sign(V x) {
    Bits bits;
    __builtin_memcpy(&bits, &x, sizeof(V));
    bits ^= signs_of<Bits>(x);
    __builtin_memcpy(&x, &bits, sizeof(V));
    return x;
}
template <class Bits, class V>
TWILL_AVX2 V with_sign_of(V size, V x) {
    Bits bits;
    __builtin_memcpy(&bits, &size, sizeof(V));
    bits |= signs_of<Bits>(x);
    __builtin_memcpy(&size, &bits, sizeof(V));
    return size;
}
/// Powers with one whole exponent, from `positive(to, x, y, count)`, which computes those of
/// positive numbers: of negative ones the library's functions are slow.
template <class V, class Bits, class T, class Positive>
void compute_whole_powers(T* to, T const* x, T y, index_t count, Positive const& positive) {
    constexpr index_t strip = 128;
    T size[strip], exponent[strip];
    for (index_t j = 0; j < strip; ++j)
        exponent[j] = y;
    bool const odd = trunc_function{}(y / 2) != y / 2;
    for (; count > 0; count -= strip, to += strip, x += strip) {
        index_t const now = smaller(strip, count);
        compute_over<V, &without_sign<Bits, V>>(size, now, x);
        if (odd) {
            positive(size, size, exponent, now);
            compute_over<V, &with_sign_of<Bits, V>>(to, now, static_cast<T const*>(size), x);
        } else {
            positive(to, size, exponent, now);
        }
    }
}

/// For processors without AVX2.
template <class F, class T, class... X>
TWILL_COLD void compute_each(T* to, index_t count, X const*... x) {
    for (index_t i = 0; i < count; ++i)
        to[i] = F{}(x[i]...);
}
/// F by a function of registers of 32 bytes, where the processor has AVX-512 by the wide one.
/// `Mend` mends the wide one's results, given them and the operands; Function has that done.
template <class F, class T, auto Function, auto Wide = nullptr, auto Mend = nullptr>
struct avx2_function {
    using V = decltype(result_of(Function));
    static constexpr bool known = true;
    static void over(T* to, T const* x, index_t count) { run(to, count, x); }
    static void over(T* to, T const* x, T const* y, index_t count) { run(to, count, x, y); }
    /// By registers of 32 bytes, where there are any.
    template <class... X>
    static void narrow(T* to, index_t count, X const*... x) {
        if (has_avx2())
            return compute_over<V, Function>(to, count, x...);
        compute_each<F>(to, count, x...);
    }

private:
    template <class... X>
    static void run(T* to, index_t count, X const*... x) {
#ifdef TWILL_AVX512
        if constexpr (!std::is_null_pointer_v<decltype(Wide)>)
            if (has_avx512())
                return wide(to, count, x...);
#endif
        narrow(to, count, x...);
    }
#ifdef TWILL_AVX512
    template <class... X>
    static void wide(T* to, index_t count, X const*... x) {
        using W = decltype(result_of(Wide));
        if constexpr (std::is_null_pointer_v<decltype(Mend)>) {
            compute_wide<W, Wide>(to, count, x...);
        } else {
            // `to` may be one of the operands.
            constexpr index_t strip = 128;
            T results[strip];
            T const* const made = results;
            for (; count > 0; count -= strip, to += strip, ((x += strip), ...)) {
                index_t const now = smaller(strip, count);
                compute_wide<W, Wide>(results, now, x...);
                compute_over<V, Mend>(to, now, made, x...);
            }
        }
    }
#endif
};
#endif

}  // namespace twill::inline v0::detail
