// SPDX-License-Identifier: MIT
// Stores of packets from kernels, and copies into shared memory. The compiler may split the
// assignment of a 16-byte struct into four stores and merge them with those of a slower path; the
// store intrinsics stay whole. They order memory, so kernels load everything first.
#pragma once

#include <cuda_runtime.h>

#include "twill/cuda/device/groups.cuh"
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

/// A packet of each thread of a warp, one after the other from `p` on, which is the calling
/// thread's and may lie between packet boundaries: what belongs to the aligned packet that starts
/// in a thread's own comes from the next thread.
template <int V, class Out, class T>
__device__ __forceinline__ void put_along_warp(Out* p, lanes<T, V> const& x, bool stream = false) {
    if constexpr (!packs<Out, V> || sizeof(Out) % 4 != 0 || sizeof(Out) * V > 16) {
        put<V>(p, 1, x, 0, V, stream);
    } else {
        int const start = static_cast<int>(reinterpret_cast<std::uintptr_t>(p) / sizeof(Out) % V);
        if (start == 0)
            return put_packet<V>(p, x, stream);
        lanes<Out, 2 * V> both;
#pragma unroll
        for (int l = 0; l < V; ++l) {
            both.values[l] = static_cast<Out>(x.values[l]);
            both.values[V + l] = shuffle_down(both.values[l], 1, 32);
        }
        int const lane = static_cast<int>(threadIdx.x) % 32;
        int const skipped = V - start;
        if (lane == 0 || lane == 31)
#pragma unroll
            for (int l = 0; l < V; ++l)
                if (lane == 0 ? l < skipped : l >= skipped)
                    p[l] = both.values[l];
                    // Moved down by 1, 2, ... places: an index that is no constant would bring them
                    // to memory.
#pragma unroll
        for (int by = 1; by < V; by *= 2)
#pragma unroll
            for (int l = 0; l + by < 2 * V; ++l)
                both.values[l] = skipped & by ? both.values[l + by] : both.values[l];
        if (lane != 31)
            put_packet<V>(p + skipped, part_of<V, 0>(both), stream);
    }
}

/// Copies an element from global to shared memory; it is there after wait_for_copies(). Elements of
/// other sizes or alignments, and devices before compute capability 8.0, wait at once. `Once`: no
/// other thread reads it, so that it need not stay in the first-level cache.
template <bool Once = false, class T>
__device__ __forceinline__ void copy_async(T* shared, T const* global) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if constexpr (alignof(T) == sizeof(T) &&
                  (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16)) {
        if constexpr (Once && sizeof(T) == 16)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                             static_cast<unsigned>(__cvta_generic_to_shared(shared))),
                         "l"(global)
                         : "memory");
        else
            asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(
                             static_cast<unsigned>(__cvta_generic_to_shared(shared))),
                         "l"(global), "n"(sizeof(T))
                         : "memory");
        return;
    }
#endif
    *shared = *global;
}
/// What was copied since the last call is a group.
__device__ __forceinline__ void end_copy_group() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
/// Waits for all groups but the last `Left`.
template <int Left>
__device__ __forceinline__ void wait_for_groups() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" ::"n"(Left) : "memory");
#endif
}
__device__ __forceinline__ void wait_for_copies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

}  // namespace twill::inline v0::detail
