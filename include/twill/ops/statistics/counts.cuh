// SPDX-License-Identifier: MIT
// Counting elements by bin on the device: in shared memory where the bins fit there, otherwise in
// the result itself. Counts are integers, so that their order does not matter.
#pragma once

#include "twill/cuda/runtime/launch.cuh"

namespace twill::inline v0::detail {

inline constexpr int count_threads = 512;
/// Elements that a thread has in flight.
inline constexpr int counted_at_once = 8;
/// Counters of a block in shared memory.
inline constexpr index_t shared_counters = 8192;

/// Adds one in shared memory, where the hardware does so once for all threads that have one bin.
__device__ __forceinline__ void count_in_shared(unsigned* counters, index_t bin) {
    if (bin >= 0)
        atomicAdd(counters + bin, 1u);
}
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

/// `copies` tables of the bins in shared memory, of which each warp uses one.
template <class T, class Bin>
__global__ void __launch_bounds__(count_threads)
    count_shared_kernel(T const* x, index_t count, Bin bin, int bins, int copies,
                        unsigned long long* result) {
    __shared__ unsigned counters[shared_counters];
    for (int i = static_cast<int>(threadIdx.x); i < bins * copies; i += count_threads)
        counters[i] = 0;
    __syncthreads();
    unsigned* const own = counters + static_cast<int>(threadIdx.x >> 5) % copies * bins;
    index_t const stride = static_cast<index_t>(gridDim.x) * count_threads;
    index_t i = static_cast<index_t>(blockIdx.x) * count_threads + threadIdx.x;
    for (; i + (counted_at_once - 1) * stride < count; i += counted_at_once * stride) {
        T element[counted_at_once];
        for (int k = 0; k < counted_at_once; ++k)
            element[k] = x[i + k * stride];
        for (int k = 0; k < counted_at_once; ++k)
            count_in_shared(own, bin(element[k]));
    }
    for (; i < count; i += stride)
        count_in_shared(own, bin(x[i]));
    __syncthreads();
    for (int b = static_cast<int>(threadIdx.x); b < bins; b += count_threads) {
        unsigned long long sum = 0;
        for (int c = 0; c < copies; ++c)
            sum += counters[c * bins + b];
        if (sum != 0)
            atomicAdd(result + b, sum);
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
