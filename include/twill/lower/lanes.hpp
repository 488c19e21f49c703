// SPDX-License-Identifier: MIT
// A few neighbouring elements handled by one thread, and how they are loaded and stored.
#pragma once

#include "twill/core/types.hpp"

namespace twill::inline v0::detail {

/// V values in registers.
template <class T, int V>
struct lanes {
    T values[V];
};

/// Whether V elements of T make a packet that one instruction moves.
template <class T, int V>
inline constexpr bool packs = V > 1 && (sizeof(T) * V == 2 || sizeof(T) * V == 4 ||
                                        sizeof(T) * V == 8 || sizeof(T) * V % 16 == 0);

template <class T, int V>
inline constexpr std::size_t packet_alignment = !packs<T, V>         ? alignof(T)
                                                : sizeof(T) * V < 16 ? sizeof(T) * V
                                                                     : 16;
/// V values as one access to memory of at most 16 bytes; where they do not pack, as they are.
template <class T, int V>
struct alignas(packet_alignment<T, V>) packet {
    T values[V];
};
/// Of elements that device code cannot make, those of std::complex: they are left as they are until
/// some are copied here.
template <class T, int V>
    requires(!std::is_trivially_default_constructible_v<T> && std::is_trivially_copyable_v<T>)
struct alignas(packet_alignment<T, V>) packet<T, V> {
    union {
        T values[V];
    };

    TWILL_HD constexpr packet() {}
    TWILL_HD constexpr packet(T const& x)
        requires(V == 1)
        : values{x} {}
};

/// What an element of memory becomes in registers (a 16-bit float is widened).
template <class T>
TWILL_HD constexpr compute_t<T> widen(T const& x) {
    return static_cast<compute_t<T>>(x);
}

template <int V, class T>
TWILL_INLINE_HD bool is_aligned(T const* p) {
    return reinterpret_cast<std::uintptr_t>(p) % alignof(packet<T, V>) == 0;
}

/// V elements from an aligned pointer, in as few accesses as there can be.
template <int V, class T>
TWILL_INLINE_HD lanes<compute_t<T>, V> load_packet(T const* p) {
    lanes<compute_t<T>, V> result;
#ifdef __CUDA_ARCH__
    // nvcc takes what it loads as bytes apart at once, though words of them may be wanted.
    if constexpr (packs<T, V> && sizeof(T) == 1 && is_integer<T> && V % 4 == 0) {
        packet<unsigned, V / 4> const whole = *reinterpret_cast<packet<unsigned, V / 4> const*>(p);
        for (int l = 0; l < V; ++l)
            result.values[l] = static_cast<T>(whole.values[l / 4] >> l % 4 * 8);
        return result;
    }
#endif
    if constexpr (packs<T, V>) {
        packet<T, V> const whole = *reinterpret_cast<packet<T, V> const*>(p);
        for (int l = 0; l < V; ++l)
            result.values[l] = widen(whole.values[l]);
    } else {
        for (int l = 0; l < V; ++l)
            result.values[l] = widen(p[l]);
    }
    return result;
}

/// Lanes [0, count), `stride` elements apart; the others repeat the first, so that functions of the
/// lanes see elements alone.
template <int V, class T>
TWILL_INLINE_HD lanes<compute_t<T>, V> load_lanes(T const* p, index_t stride, int count) {
    lanes<compute_t<T>, V> result;
    for (int l = 0; l < V; ++l)
        result.values[l] = l == 0 || l < count ? widen(p[l * stride]) : result.values[0];
    return result;
}

/// Moves 2 * W words down by fewer bytes than W words have; bytes that are no words where `Small`.
/// By 1, 2, ... words: an index that is no constant would bring them to memory.
template <bool Small, int N>
TWILL_INLINE_HD void move_down(unsigned (&x)[N], unsigned bytes) {
    constexpr int words = N / 2;
    for (int by = words / 2; by > 0; by /= 2)
        for (int w = 0; w + by < N; ++w)
            x[w] = (bytes / 4 & static_cast<unsigned>(by)) != 0 ? x[w + by] : x[w];
    if constexpr (Small)
        for (int w = 0; w < words; ++w)
            x[w] = static_cast<unsigned>((std::uint64_t{x[w + 1]} << 32 | x[w]) >> bytes % 4 * 8);
}

/// Whether packets that start between two packet boundaries are put together from two aligned ones.
template <class T, int V>
inline constexpr bool packs_between =
    packs<T, V> && V >= 4 && sizeof(T) <= 4 && sizeof(T) * V >= 4 && sizeof(T) * V <= 16;

/// V neighbouring elements from any place, out of the one or two aligned packets that they lie in.
/// Elements one by one would be as many accesses, each of which touches all lines of memory that
/// the packets of a warp have. What the packets have besides is read as well: it never lies in
/// other 16 bytes than one of the elements. `one`: all lanes are the first.
template <int V, class T>
TWILL_INLINE_HD packet<T, V> packet_between(T const* p, bool one = false) {
    static_assert(packs_between<T, V>);
    constexpr int bytes = static_cast<int>(sizeof(T)) * V;
    constexpr int words = bytes / 4;
    using whole = packet<unsigned, words>;
    auto const address = reinterpret_cast<std::uintptr_t>(p);
    unsigned const ahead = static_cast<unsigned>(address % bytes);
    // From the pointer itself, so that kernels know which memory it is.
    whole const* const from =
        reinterpret_cast<whole const*>(reinterpret_cast<char const*>(p) - ahead);
    whole const first = from[0];
    whole second{};
    if (ahead != 0 && !one)
        second = from[1];
    unsigned x[2 * words];
    for (int w = 0; w < words; ++w) {
        x[w] = first.values[w];
        x[words + w] = second.values[w];
    }

    move_down<(sizeof(T) < 4)>(x, ahead);
    unsigned const repeated = sizeof(T) == 1   ? (x[0] & 0xffu) * 0x01010101u
                              : sizeof(T) == 2 ? (x[0] & 0xffffu) * 0x00010001u
                                               : x[0];
    for (int w = 0; w < words; ++w)
        x[w] = one ? repeated : x[w];
    packet<T, V> result;
    static_assert(sizeof(result) == bytes);
    __builtin_memcpy(&result, x, sizeof(result));
    return result;
}
/// The same, widened.
template <int V, class T>
TWILL_INLINE_HD lanes<compute_t<T>, V> load_between(T const* p, bool one = false) {
    packet<T, V> const elements = packet_between<V>(p, one);
    lanes<compute_t<T>, V> wide;
    for (int l = 0; l < V; ++l)
        wide.values[l] = widen(elements.values[l]);
    return wide;
}

/// One element of global memory, whose neighbours are about to be read by others: with it comes
/// what the cache has in a line. Sectors of 32 bytes, each for itself, cost as many rows of memory
/// as lines do: (m - column) / column of 2^25 float32 in rows of 64 takes 0.072 ms in the place of
/// 0.110.
template <class T>
TWILL_INLINE_HD T load_with_neighbours(T const* p) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 750
    if constexpr (sizeof(T) == 4 && alignof(T) == 4) {
        unsigned x;
        asm("ld.global.L2::128B.b32 %0, [%1];" : "=r"(x) : "l"(p));
        return __builtin_bit_cast(T, x);
    } else if constexpr (sizeof(T) == 2 && alignof(T) == 2) {
        unsigned short x;
        asm("ld.global.L2::128B.b16 %0, [%1];" : "=h"(x) : "l"(p));
        return __builtin_bit_cast(T, x);
    } else if constexpr (sizeof(T) == 8 && alignof(T) == 8) {
        unsigned long long x;
        asm("ld.global.L2::128B.b64 %0, [%1];" : "=l"(x) : "l"(p));
        return __builtin_bit_cast(T, x);
    }
#endif
    return *p;
}

template <int V, class T>
TWILL_INLINE_HD lanes<compute_t<T>, V> repeat_element(T const& element) {
    lanes<compute_t<T>, V> result;
    compute_t<T> const x = widen(element);
    for (int l = 0; l < V; ++l)
        result.values[l] = x;
    return result;
}
/// One element in all lanes.
template <int V, class T>
TWILL_INLINE_HD lanes<compute_t<T>, V> load_broadcast(T const* p) {
    return repeat_element<V>(*p);
}
/// The same of an operand that lies in global memory.
template <int V, class T>
TWILL_INLINE_HD lanes<compute_t<T>, V> load_column(T const* p) {
    return repeat_element<V>(load_with_neighbours(p));
}

/// The lanes of a and those of b behind them.
template <class T, int V>
TWILL_INLINE_HD lanes<T, 2 * V> join_lanes(lanes<T, V> const& a, lanes<T, V> const& b) {
    lanes<T, 2 * V> result;
    for (int l = 0; l < V; ++l) {
        result.values[l] = a.values[l];
        result.values[V + l] = b.values[l];
    }
    return result;
}
/// Lanes [V * Part, V * (Part + 1)).
template <int V, int Part, class T, int Lanes>
TWILL_INLINE_HD lanes<T, V> part_of(lanes<T, Lanes> const& x) {
    lanes<T, V> result;
    for (int l = 0; l < V; ++l)
        result.values[l] = x.values[Part * V + l];
    return result;
}

/// Whether a function has another body for kernels. Asked of types: nvcc 13.0 answers no where a
/// requires-expression holds an expanded pack of several types.
template <class F, class... X>
concept has_device_call = requires(F const& f, X const&... x) { f.on_device(x...); };

/// Whether a function computes several neighbouring elements better than one by one, by
/// `packet<V>(lanes...)`.
template <class F>
inline constexpr bool in_packets = false;
template <class F>
    requires(F::in_packets)
inline constexpr bool in_packets<F> = true;

}  // namespace twill::inline v0::detail
