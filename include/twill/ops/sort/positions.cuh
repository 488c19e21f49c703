// SPDX-License-Identifier: MIT
// The positions for which something holds, in order (stream compaction): counted in tiles, the
// counts summed by one block, then written where the sums say.
#pragma once

#include "twill/cuda/runtime/launch.cuh"

namespace twill::inline v0::detail {

inline constexpr int position_threads = 256;
inline constexpr int positions_each = 16;
inline constexpr index_t position_tile = position_threads * positions_each;

template <class Wanted>
__global__ void __launch_bounds__(position_threads)
    count_positions_kernel(Wanted wanted, index_t count, index_t* found) {
    index_t const first = static_cast<index_t>(blockIdx.x) * position_tile + threadIdx.x;
    int sum = 0;
    for (int k = 0; k < positions_each; ++k) {
        index_t const i = first + k * position_threads;
        sum += __syncthreads_count(i < count && wanted(i));
    }
    if (threadIdx.x == 0)
        found[blockIdx.x] = sum;
}

/// Replaces `count` numbers by the sums of those before each, and writes the total behind them.
inline constexpr int offset_threads = 1024;
template <class Number>
__global__ void __launch_bounds__(offset_threads) offsets_kernel(Number* numbers, index_t count) {
    __shared__ Number of_warp[32];
    int const lane = static_cast<int>(threadIdx.x) & 31;
    int const warp = static_cast<int>(threadIdx.x) >> 5;
    Number carry = 0;
    for (index_t first = 0; first < count; first += offset_threads) {
        index_t const i = first + threadIdx.x;
        Number const own = i < count ? numbers[i] : 0;
        Number sum = own;
        for (int step = 1; step < 32; step *= 2) {
            Number const before = __shfl_up_sync(0xffffffffu, sum, static_cast<unsigned>(step));
            sum += lane >= step ? before : 0;
        }
        if (lane == 31)
            of_warp[warp] = sum;
        __syncthreads();
        if (warp == 0) {
            Number total = of_warp[lane];
            for (int step = 1; step < 32; step *= 2) {
                Number const before =
                    __shfl_up_sync(0xffffffffu, total, static_cast<unsigned>(step));
                total += lane >= step ? before : 0;
            }
            of_warp[lane] = total;
        }
        __syncthreads();
        if (i < count)
            numbers[i] = carry + sum - own + (warp > 0 ? of_warp[warp - 1] : 0);
        carry += of_warp[31];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        numbers[count] = carry;
}

template <class Wanted>
__global__ void __launch_bounds__(position_threads)
    write_positions_kernel(Wanted wanted, index_t count, index_t const* offsets, bool with_end,
                           index_t most, index_t* to) {
    __shared__ int of_warp[position_threads / 32];
    int const lane = static_cast<int>(threadIdx.x) & 31;
    int const warp = static_cast<int>(threadIdx.x) >> 5;
    if (with_end && blockIdx.x == 0 && threadIdx.x == 0)
        to[offsets[gridDim.x]] = count;
    index_t next = offsets[blockIdx.x];
    if (next == offsets[blockIdx.x + 1] || next >= most)
        return;
    for (int k = 0; k < positions_each; ++k) {
        index_t const i =
            static_cast<index_t>(blockIdx.x) * position_tile + k * position_threads + threadIdx.x;
        bool const mine = i < count && wanted(i);
        unsigned const here = __ballot_sync(0xffffffffu, mine);
        if (lane == 0)
            of_warp[warp] = __popc(here);
        __syncthreads();
        int before = 0;
        int total = 0;
        for (int w = 0; w < position_threads / 32; ++w) {
            before += w < warp ? of_warp[w] : 0;
            total += of_warp[w];
        }
        index_t const place = next + before + __popc(here & ((1u << lane) - 1));
        if (mine && place < most)
            to[place] = i;
        next += total;
        __syncthreads();
    }
}

/// to[where[i]] = from[i].
template <class I, class T>
__global__ void __launch_bounds__(position_threads)
    scatter_kernel(I const* where, T const* from, index_t count, T* to) {
    index_t const i = static_cast<index_t>(blockIdx.x) * position_threads + threadIdx.x;
    if (i < count)
        to[where[i]] = from[i];
}

}  // namespace twill::inline v0::detail
