// SPDX-License-Identifier: MIT
// Merging the accumulators of neighbouring threads.
#pragma once

#include <cuda_runtime.h>

#include "twill/core/types.hpp"

namespace twill::inline v0::detail {

/// A value as the words that shuffles move and selects choose between.
template <class T>
struct words {
    static_assert(std::is_trivially_copyable_v<T>);
    static constexpr int count = (sizeof(T) + 3) / 4;
    unsigned raw[count];

    __device__ __forceinline__ explicit words(T const& x) : raw{} { memcpy(raw, &x, sizeof(T)); }
    __device__ __forceinline__ T value() const {
        T result;
        memcpy(&result, raw, sizeof(T));
        return result;
    }
};
template <class T>
__device__ __forceinline__ T choose(bool condition, T const& a, T const& b) {
    words<T> x(a);
    words<T> const y(b);
    for (int w = 0; w < words<T>::count; ++w)
        x.raw[w] = condition ? x.raw[w] : y.raw[w];
    return x.value();
}
template <class T>
__device__ __forceinline__ T shuffle_down(T const& x, int distance, int width) {
    words<T> all(x);
    for (int w = 0; w < words<T>::count; ++w)
        all.raw[w] =
            __shfl_down_sync(0xffffffffu, all.raw[w], static_cast<unsigned>(distance), width);
    return all.value();
}
template <class T>
__device__ __forceinline__ T shuffle_up(T const& x, int distance, int width) {
    words<T> all(x);
    for (int w = 0; w < words<T>::count; ++w)
        all.raw[w] =
            __shfl_up_sync(0xffffffffu, all.raw[w], static_cast<unsigned>(distance), width);
    return all.value();
}
template <class T>
__device__ __forceinline__ T shuffle_from(T const& x, int lane, int width) {
    words<T> all(x);
    for (int w = 0; w < words<T>::count; ++w)
        all.raw[w] = __shfl_sync(0xffffffffu, all.raw[w], lane, width);
    return all.value();
}
template <class T>
__device__ __forceinline__ T shuffle_xor(T const& x, int lane_mask, int width) {
    words<T> all(x);
    for (int w = 0; w < words<T>::count; ++w)
        all.raw[w] = __shfl_xor_sync(0xffffffffu, all.raw[w], lane_mask, width);
    return all.value();
}

template <class Reducer>
__device__ __forceinline__ typename Reducer::accumulator merge_lanes(
    Reducer const& reducer, typename Reducer::accumulator a, int width) {
    for (int distance = width / 2; distance > 0; distance /= 2)
        a = reducer.merge(a, shuffle_down(a, distance, width));
    return a;
}
/// Two halves of a group exchange accumulators: the lower one keeps the first `Keep`, the upper one
/// the next `Keep`, each merged with the other half's.
template <int Keep, class Reducer>
__device__ __forceinline__ void exchange(Reducer const& reducer, bool upper, int half, int group,
                                         typename Reducer::accumulator (&a)[4]) {
    using accumulator = typename Reducer::accumulator;
#pragma unroll
    for (int k = 0; k < Keep; ++k) {
        accumulator const mine = choose(upper, a[k + Keep], a[k]);
        accumulator const other = shuffle_xor(choose(upper, a[k], a[k + Keep]), half, group);
        a[k] = reducer.merge(choose(upper, other, mine), choose(upper, mine, other));
    }
}

/// Merges the accumulators of the group's four outputs and calls put(k, accumulator) for output k,
/// each in one thread.
template <class Reducer, class Put>
__device__ __forceinline__ void merge_four(Reducer const& reducer, int group, int lane,
                                           typename Reducer::accumulator (&a)[4], Put&& put) {
    if (group >= 4) {
        bool const upper = lane & group / 2;
        bool const odd = lane & group / 4;
        exchange<2>(reducer, upper, group / 2, group, a);
        exchange<1>(reducer, odd, group / 4, group, a);
        for (int distance = group / 8; distance > 0; distance /= 2)
            a[0] = reducer.merge(a[0], shuffle_down(a[0], distance, group));
        if ((lane & (group / 4 - 1)) == 0)
            put((upper ? 2 : 0) + (odd ? 1 : 0), a[0]);
        return;
    }
    if (group == 2)
        exchange<2>(reducer, lane & 1, 1, group, a);
    int const first = lane * 2;
#pragma unroll
    for (int k = 0; k < 4; ++k)
        if (k < 4 / group)
            put(first + k, a[k]);
}

// A cluster: several blocks that read each other's shared memory, from compute capability 9.0 on.
// Code for older devices has none, and is never launched with clusters (has_hopper_code).

__device__ __forceinline__ void synchronize_cluster() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile(
        "barrier.cluster.arrive.release.aligned;\n\t"
        "barrier.cluster.wait.acquire.aligned;" ::
            : "memory");
#endif
}
/// The same in two halves, without making memory visible: nobody leaves before all are done with
/// each other's shared memory.
__device__ __forceinline__ void arrive_at_cluster() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
#endif
}
__device__ __forceinline__ void wait_for_cluster() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("barrier.cluster.wait;" ::: "memory");
#endif
}
/// What `own`, in shared memory, is in block `rank` of the cluster.
template <class T>
__device__ __forceinline__ T read_cluster(T const* own, unsigned rank) {
    words<T> all(*own);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    unsigned const address = static_cast<unsigned>(__cvta_generic_to_shared(own));
    unsigned theirs;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(theirs) : "r"(address), "r"(rank));
    for (unsigned w = 0; w < words<T>::count; ++w)
        asm volatile("ld.shared::cluster.u32 %0, [%1];"
                     : "=r"(all.raw[w])
                     : "r"(theirs + 4 * w)
                     : "memory");
#else
    (void)rank;
#endif
    return all.value();
}

/// Bytes of shared memory that merge_group needs.
template <class Accumulator>
inline constexpr std::size_t group_scratch = 33 * ((sizeof(Accumulator) + 15) / 16 * 16);

/// Merges the accumulators of a group of threads: part of a warp, a whole block, or the blocks of a
/// cluster. All of them receive the result.
template <class Reducer>
__device__ __forceinline__ typename Reducer::accumulator merge_group(
    Reducer const& reducer, typename Reducer::accumulator a, int group, char* scratch) {
    using accumulator = typename Reducer::accumulator;
    if (group <= 32)
        return shuffle_from(merge_lanes(reducer, a, group), 0, group);
    accumulator* const partial = reinterpret_cast<accumulator*>(scratch);
    int const lane = static_cast<int>(threadIdx.x) & 31;
    int const block = static_cast<int>(blockDim.x);
    a = merge_lanes(reducer, a, 32);
    if (lane == 0)
        partial[threadIdx.x / 32] = a;
    __syncthreads();
    a = lane < (group < block ? group : block) / 32 ? partial[lane] : reducer.identity();
    a = shuffle_from(merge_lanes(reducer, a, 32), 0, 32);
    if (group <= block)
        return a;
    if (threadIdx.x == 0)
        partial[32] = a;
    synchronize_cluster();
    int const blocks = group / block;
    a = lane < blocks ? read_cluster(partial + 32, static_cast<unsigned>(lane))
                      : reducer.identity();
    return shuffle_from(merge_lanes(reducer, a, 32), 0, 32);
}

/// What merge_block needs of shared memory, in blocks of up to 1024 threads.
template <class Accumulator>
struct block_scratch {
    alignas(16) char bytes[32 * sizeof(Accumulator)];
};
/// Merges the accumulators of a block's threads, whole warps; the result is valid in thread 0.
/// Before the scratch memory is used again, the block must have synchronised.
template <class Reducer>
__device__ __forceinline__ typename Reducer::accumulator merge_block(
    Reducer const& reducer, typename Reducer::accumulator a,
    block_scratch<typename Reducer::accumulator>& scratch) {
    auto* const partial = reinterpret_cast<typename Reducer::accumulator*>(scratch.bytes);
    int const warps = static_cast<int>(blockDim.x) / 32;
    a = merge_lanes(reducer, a, 32);
    if (threadIdx.x % 32 == 0)
        partial[threadIdx.x / 32] = a;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int w = 1; w < warps; ++w)
            a = reducer.merge(a, partial[w]);
    return a;
}

/// Merges the accumulators of threads with the same x in a block of (width x height) threads; the
/// result is valid for y = 0.
template <class Reducer>
__device__ __forceinline__ typename Reducer::accumulator merge_over_y(
    Reducer const& reducer, typename Reducer::accumulator value,
    typename Reducer::accumulator* scratch, int width, int height) {
    int const thread = static_cast<int>(threadIdx.x);
    scratch[thread] = value;
    __syncthreads();
    for (int rows = height; rows > 1;) {
        int const half = (rows + 1) / 2;
        if (thread < (rows - half) * width) {
            value = reducer.merge(value, scratch[thread + half * width]);
            scratch[thread] = value;
        }
        __syncthreads();
        rows = half;
    }
    return value;
}

}  // namespace twill::inline v0::detail
