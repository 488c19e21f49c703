// SPDX-License-Identifier: MIT
// Counting elements by bin on the device: in shared memory where the bins fit there, otherwise in
// the result itself. Counts are integers, so that their order does not matter.
#pragma once

#include "twill/cuda/device/access.cuh"
#include "twill/cuda/runtime/launch.cuh"

namespace twill::inline v0::detail {

inline constexpr int count_threads = 512;
/// Elements that a thread has in flight; with more of those that are counted in shared memory, a
/// multiprocessor would hold three blocks in the place of four, and divisions would spill: 2^26
/// float32 in 256 bins take 0.079 ms with 16, 0.075 with 8, float64 0.279 and 0.128.
inline constexpr int counted_at_once = 16;
inline constexpr int counted_in_shared = 8;
/// Those of a packet.
template <class T>
inline constexpr int counted_lanes =
    sizeof(T) <= 16 && packs<T, 16 / sizeof(T)> ? 16 / sizeof(T) : 1;
/// Counters of a block in shared memory.
inline constexpr index_t shared_counters = 8192;

/// Adds one in global memory, or where all threads of a warp have one bin, once for them.
template <class Number>
__device__ __forceinline__ void count_in(Number* counters, index_t bin) {
    unsigned const here = __activemask();
    int const leader = __ffs(static_cast<int>(here)) - 1;
    bool const alike = bin == __shfl_sync(here, bin, leader);
    if (__all_sync(here, alike)) {
        if (static_cast<int>(threadIdx.x & 31) == leader && bin >= 0)
            atomicAdd(counters + bin, static_cast<Number>(__popc(here)));
    } else if (bin >= 0) {
        atomicAdd(counters + bin, Number{1});
    }
}

/// Copies of the bins in shared memory, as a power of two: one for each lane of a warp where they
/// fit.
inline int log2_count_copies(index_t bins) {
    int copies = 5;
    while (copies > 0 && bins << copies > shared_counters)
        --copies;
    return copies;
}

/// Elements of a byte are counted by their values first: there are few of these. A histogram of
/// 2^28 uint8 in 256 bins, each value on an edge, takes 0.073 ms in the place of 0.766.
template <class T>
inline constexpr bool counts_values = sizeof(T) == 1;

/// `1 << log2_copies` tables of the bins in shared memory, of which each lane uses one. The copies
/// of a bin lie side by side, so that the lanes of a warp come to different banks: 2^26 float32 in
/// 256 bins took 0.091 ms in the place of 0.119. `before`: elements ahead of the first packet
/// boundary.
template <class T, class Bin>
__global__ void __launch_bounds__(count_threads, blocks_held<2048 / count_threads, count_threads>)
    count_shared_kernel(T const* x, index_t count, int before, Bin bin, int bins, int log2_copies,
                        unsigned long long* result) {
    constexpr int V = counted_lanes<T>;
    constexpr int together = larger(2, counted_in_shared / V);
    __shared__ unsigned counters[shared_counters];
    int const copies = 1 << log2_copies;
    int const thread = static_cast<int>(threadIdx.x);
    for (int i = thread; i < bins * copies; i += count_threads)
        counters[i] = 0;
    __syncthreads();
    // The address, which the compiler would compute anew for each element.
    unsigned own =
        static_cast<unsigned>(__cvta_generic_to_shared(counters + (thread & (copies - 1))));
    unsigned apart = static_cast<unsigned>(copies * sizeof(unsigned));
    asm("" : "+r"(own), "+r"(apart));
    auto const note = [&](T const& element) {
        int b;
        if constexpr (counts_values<T>)
            b = __builtin_bit_cast(unsigned char, element);
        else
            b = static_cast<int>(bin(element));
        // Once for all threads that have one counter.
        if (b >= 0)
            asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(own + static_cast<unsigned>(b) * apart)
                         : "memory");
    };
    // Whole packets; the elements before and behind them are the first block's.
    index_t const packets = (count - before) / V;
    auto const* const whole = reinterpret_cast<packet<T, V> const*>(x + before);
    index_t const stride = static_cast<index_t>(gridDim.x) * count_threads;
    index_t const first = static_cast<index_t>(blockIdx.x) * count_threads + thread;
    for (index_t i = first; i < packets; i += together * stride) {
        packet<T, V> element[together];
#pragma unroll
        for (int k = 0; k < together; ++k)
            if (i + k * stride < packets)
                element[k] = whole[i + k * stride];
#pragma unroll
        for (int k = 0; k < together; ++k)
            if (i + k * stride < packets)
#pragma unroll
                for (int l = 0; l < V; ++l)
                    note(element[k].values[l]);
    }
    if (first < before)
        note(x[first]);
    if (before + packets * V + first < count)
        note(x[before + packets * V + first]);
    __syncthreads();
    for (int b = thread; b < bins; b += count_threads) {
        unsigned long long sum = 0;
        for (int c = 0; c < copies; ++c)
            sum += counters[(b << log2_copies) + ((b + c) & (copies - 1))];
        if (sum == 0)
            continue;
        if constexpr (counts_values<T>) {
            index_t const of = bin(__builtin_bit_cast(T, static_cast<unsigned char>(b)));
            if (of >= 0)
                atomicAdd(result + of, sum);
        } else {
            atomicAdd(result + b, sum);
        }
    }
}

template <class T, class Bin>
__global__ void __launch_bounds__(count_threads)
    count_global_kernel(T const* x, index_t count, Bin bin, unsigned long long* result) {
    index_t const stride = static_cast<index_t>(gridDim.x) * count_threads;
    index_t i = static_cast<index_t>(blockIdx.x) * count_threads + threadIdx.x;
    for (; i + (counted_at_once - 1) * stride < count; i += counted_at_once * stride) {
        T element[counted_at_once];
        for (int k = 0; k < counted_at_once; ++k)
            element[k] = x[i + k * stride];
        for (int k = 0; k < counted_at_once; ++k)
            count_in(result, bin(element[k]));
    }
    for (; i < count; i += stride)
        count_in(result, bin(x[i]));
}

}  // namespace twill::inline v0::detail
