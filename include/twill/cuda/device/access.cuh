// SPDX-License-Identifier: MIT
// Stores of packets from kernels, and copies into shared memory. The compiler may split the
// assignment of a 16-byte struct into four stores and merge them with those of a slower path; the
// store intrinsics stay whole. They order memory, so kernels load everything first.
#pragma once

#include <cuda_runtime.h>

#include "twill/lower/lanes.hpp"

namespace twill::inline v0::detail {

template <int Bytes>
struct device_word;
template <>
struct device_word<2> {
    using type = unsigned short;
};
template <>
struct device_word<4> {
    using type = unsigned;
};
template <>
struct device_word<8> {
    using type = uint2;
};
template <>
struct device_word<16> {
    using type = uint4;
};

/// V values to an aligned pointer of global memory. `stream`: nobody reads them soon.
template <int V, class Out, class T>
__device__ __forceinline__ void put_packet(Out* p, lanes<T, V> const& x, bool stream = false) {
    if constexpr (packs<Out, V>) {
        constexpr int bytes = sizeof(Out) * V < 16 ? static_cast<int>(sizeof(Out)) * V : 16;
        constexpr int count = static_cast<int>(sizeof(Out)) * V / bytes;
        using word = typename device_word<bytes>::type;
        packet<Out, V> whole;
        for (int l = 0; l < V; ++l)
            whole.values[l] = static_cast<Out>(x.values[l]);
        word words[count];
        memcpy(words, &whole, sizeof(words));
        for (int w = 0; w < count; ++w) {
            if (stream)
                __stcs(reinterpret_cast<word*>(p) + w, words[w]);
            else
                __stwb(reinterpret_cast<word*>(p) + w, words[w]);
        }
    } else {
        for (int l = 0; l < V; ++l)
            p[l] = static_cast<Out>(x.values[l]);
    }
}

/// Lanes [first, last) of V values, `stride` elements apart.
template <int V, class Out, class T>
__device__ __forceinline__ void put(Out* p, index_t stride, lanes<T, V> const& x, int first,
                                    int last, bool stream = false) {
    if constexpr (packs<Out, V>)
        if (stride == 1 && first == 0 && last == V && is_aligned<V>(p))
            return put_packet<V>(p, x, stream);
    for (int l = 0; l < V; ++l)
        if (l >= first && l < last)
            p[l * stride] = static_cast<Out>(x.values[l]);
}

/// Copies an element from global to shared memory; it is there after wait_for_copies(). Elements of
/// other sizes or alignments, and devices before compute capability 8.0, wait at once.
template <class T>
__device__ __forceinline__ void copy_async(T* shared, T const* global) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if constexpr (alignof(T) == sizeof(T) &&
                  (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16)) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(
                         static_cast<unsigned>(__cvta_generic_to_shared(shared))),
                     "l"(global), "n"(sizeof(T))
                     : "memory");
        return;
    }
#endif
    *shared = *global;
}
__device__ __forceinline__ void wait_for_copies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

}  // namespace twill::inline v0::detail
