// SPDX-License-Identifier: MIT
// Narrow integers as the words of memory that they were loaded as: what kernels take out of these,
// convert and combine. Packets of them are lanes all the same; the compiler sees that lanes joined
// into a word again are the word.
#pragma once

#include "twill/expr/rounding.hpp"
#include "twill/lower/lanes.hpp"

namespace twill::inline v0::detail {

#ifdef __CUDA_ARCH__
/// Of neighbours in memory, which the compiler finds to be what was loaded.
template <class T>
__device__ __forceinline__ unsigned join_word(T const* x) {
    constexpr int size = static_cast<int>(sizeof(T));
    unsigned word = 0;
    for (int l = 0; l < 4 / size; ++l)
        word |= static_cast<unsigned>(static_cast<std::make_unsigned_t<T>>(x[l])) << l * 8 * size;
    return word;
}
#endif

/// Integers of one or two bytes that lie in words of memory, as floats: their bits below those of
/// 2^23 are so much more than it. A conversion of its own takes a device four times as long.
template <int V, class T>
TWILL_INLINE_HD lanes<float, V> floats_in_words(lanes<T, V> const& x) {
    lanes<float, V> result;
#ifdef __CUDA_ARCH__
    constexpr int size = static_cast<int>(sizeof(T));
    constexpr int each = 4 / size;
    constexpr unsigned least = !std::is_signed_v<T> ? 0u : size == 1 ? 0x80u : 0x8000u;
    static_assert(is_integer<T> && V % each == 0);
    for (int w = 0; w < V / each; ++w) {
        unsigned word = join_word<T>(x.values + w * each);
        word ^= least * (size == 1 ? 0x01010101u : 0x00010001u);
        for (int l = 0; l < each; ++l) {
            unsigned const bytes =
                static_cast<unsigned>(size == 1 ? 0x7440 + l : 0x7410 + 0x22 * l);
            result.values[w * each + l] = __uint_as_float(__byte_perm(word, 0x4b000000u, bytes)) -
                                          (8388608.0f + static_cast<float>(least));
        }
    }
#else
    for (int l = 0; l < V; ++l)
        result.values[l] = static_cast<float>(x.values[l]);
#endif
    return result;
}

/// The same integers, each taken out of its word by one instruction; the compiler's way takes two.
template <int V, class T>
TWILL_INLINE_HD lanes<T, V> integers_in_words(lanes<T, V> const& x) {
#ifdef __CUDA_ARCH__
    lanes<T, V> result;
    constexpr int size = static_cast<int>(sizeof(T));
    constexpr int each = 4 / size;
    for (int w = 0; w < V / each; ++w) {
        unsigned const word = join_word<T>(x.values + w * each);
        for (int l = 0; l < each; ++l) {
            // The bytes above are its sign's.
            unsigned const sign =
                std::is_signed_v<T> ? 8u + static_cast<unsigned>(l * size + size - 1) : 4u;
            unsigned const bytes = size == 1
                                       ? static_cast<unsigned>(l) | sign * 0x1110u
                                       : static_cast<unsigned>(l * 0x22 + 0x10) | sign * 0x1100u;
            int const value = static_cast<int>(__byte_perm(word, 0u, bytes));
            __builtin_assume(value >= static_cast<int>(limits<T>::lowest) &&
                             value <= static_cast<int>(limits<T>::max));
            result.values[w * each + l] = static_cast<T>(value);
        }
    }
    return result;
#else
    return x;
#endif
}

#ifdef __CUDA_ARCH__
/// Four bytes at a time, as the function objects of these names have them.
template <class T>
__device__ __forceinline__ unsigned in_four(add const&, unsigned a, unsigned b) {
    return ((a & 0x7f7f7f7fu) + (b & 0x7f7f7f7fu)) ^ ((a ^ b) & 0x80808080u);
}
template <class T>
__device__ __forceinline__ unsigned in_four(subtract const&, unsigned a, unsigned b) {
    return ((a | 0x80808080u) - (b & 0x7f7f7f7fu)) ^ (~(a ^ b) & 0x80808080u);
}
template <class T>
__device__ __forceinline__ unsigned in_four(bitwise_and const&, unsigned a, unsigned b) {
    return a & b;
}
template <class T>
__device__ __forceinline__ unsigned in_four(bitwise_or const&, unsigned a, unsigned b) {
    return a | b;
}
template <class T>
__device__ __forceinline__ unsigned in_four(bitwise_xor const&, unsigned a, unsigned b) {
    return a ^ b;
}
/// The greater ones of pairs of 16 bits decide what their upper bytes are; the lower bytes are
/// brought there.
template <class T>
__device__ __forceinline__ unsigned in_four(maximum_function const&, unsigned a, unsigned b) {
    unsigned const c = __byte_perm(a, 0u, 0x2404u);
    unsigned const d = __byte_perm(b, 0u, 0x2404u);
    if constexpr (std::is_signed_v<T>)
        return __byte_perm(__vmaxs2(c, d), __vmaxs2(a, b), 0x7351u);
    else
        return __byte_perm(__vmaxu2(c, d), __vmaxu2(a, b), 0x7351u);
}
template <class T>
__device__ __forceinline__ unsigned in_four(minimum_function const&, unsigned a, unsigned b) {
    unsigned const c = __byte_perm(a, 0u, 0x2404u);
    unsigned const d = __byte_perm(b, 0u, 0x2404u);
    if constexpr (std::is_signed_v<T>)
        return __byte_perm(__vmins2(c, d), __vmins2(a, b), 0x7351u);
    else
        return __byte_perm(__vminu2(c, d), __vminu2(a, b), 0x7351u);
}
#endif
/// The functions that have it.
template <class F>
inline constexpr bool takes_four = false;
template <>
inline constexpr bool takes_four<add> = true;
template <>
inline constexpr bool takes_four<subtract> = true;
template <>
inline constexpr bool takes_four<bitwise_and> = true;
template <>
inline constexpr bool takes_four<bitwise_or> = true;
template <>
inline constexpr bool takes_four<bitwise_xor> = true;
template <>
inline constexpr bool takes_four<maximum_function> = true;
template <>
inline constexpr bool takes_four<minimum_function> = true;

template <class F, int V, class T>
TWILL_INLINE_HD lanes<T, V> combine_fours(F const& function, lanes<T, V> const& a,
                                          lanes<T, V> const& b) {
    lanes<T, V> result;
#ifdef __CUDA_ARCH__
    for (int w = 0; w < V / 4; ++w) {
        unsigned const word =
            in_four<T>(function, join_word<T>(a.values + 4 * w), join_word<T>(b.values + 4 * w));
        for (int l = 0; l < 4; ++l)
            result.values[4 * w + l] = static_cast<T>(word >> l * 8);
    }
#else
    for (int l = 0; l < V; ++l)
        result.values[l] = function(a.values[l], b.values[l]);
#endif
    return result;
}

/// The type that a function brings its operands to before it does anything else, where it says so;
/// void where nothing is known.
template <class F, class... X>
struct brought_to {
    using type = void;
};
template <class F, class... X>
    requires requires { typename F::template brings_to<X...>; }
struct brought_to<F, X...> {
    using type = typename F::template brings_to<X...>;
};
/// Whether the lanes of a node are parts of words.
template <class Node>
inline constexpr bool lies_in_words = false;
template <class Node>
    requires(Node::in_words)
inline constexpr bool lies_in_words<Node> = true;
template <class Node, int V>
inline constexpr bool has_words =
    lies_in_words<Node> && V * static_cast<int>(sizeof(typename Node::value_type)) % 4 == 0;
/// Whether a function of two operands takes four bytes of them at a time: both are there in words,
/// or one of them and a number.
template <class F, class... N>
inline constexpr bool combines_fours = false;
template <class F, class A, class B>
    requires(takes_four<F>)
inline constexpr bool combines_fours<F, A, B> =
    sizeof(typename A::value_type) == 1 && is_integer<typename A::value_type> &&
    std::is_same_v<typename A::value_type, typename B::value_type> &&
    ((lies_in_words<A> && (lies_in_words<B> || B::records == 0)) ||
     (A::records == 0 && lies_in_words<B>));
/// What a function that brings its operands to To is given of one.
template <int V, class Node, class To, class X>
TWILL_INLINE_HD auto from_words(lanes<X, V> const& x) {
    if constexpr (!has_words<Node, V>)
        return x;
    else if constexpr (std::is_same_v<To, float>)
        return floats_in_words<V>(x);
    else
        return integers_in_words<V>(x);
}

}  // namespace twill::inline v0::detail
