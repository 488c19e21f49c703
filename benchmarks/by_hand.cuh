// SPDX-License-Identifier: MIT
// Kernels written for one workload that several of the device benchmarks compare twill with.
#pragma once

#include <cstdint>

namespace by_hand {

__device__ inline float4 read(float const* p) { return *reinterpret_cast<float4 const*>(p); }
__device__ inline void write(float* p, float4 x) { *reinterpret_cast<float4*>(p) = x; }
/// The same for what is touched once: the cache gives it up first.
__device__ inline float4 read_once(float const* p) {
    return __ldcs(reinterpret_cast<float4 const*>(p));
}
__device__ inline void write_once(float* p, float4 x) { __stcs(reinterpret_cast<float4*>(p), x); }
__device__ inline float4 plus(float4 a, float4 b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

struct add {
    __device__ float operator()(float a, float b) const { return a + b; }
};
struct larger {
    __device__ float operator()(float a, float b) const { return fmaxf(a, b); }
};
struct smaller {
    __device__ float operator()(float a, float b) const { return fminf(a, b); }
};

template <class Op>
__device__ float warp_reduce(float x, Op op) {
    for (int step = 16; step > 0; step /= 2)
        x = op(x, __shfl_xor_sync(~0u, x, step));
    return x;
}
/// The reduction of one number of each of the block's `Threads` threads, in every thread. `warps`
/// is the caller's: shared memory that no reduction before it still reads.
template <int Threads, class Op>
__device__ float block_reduce(float x, Op op, float* warps) {
    x = warp_reduce(x, op);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = x;
    __syncthreads();
    x = warps[threadIdx.x % 32 % (Threads / 32)];
    for (int step = Threads / 64; step > 0; step /= 2)
        x = op(x, __shfl_xor_sync(~0u, x, step));
    return x;
}

/// Each block of 512 threads sums one stretch of `length` elements, four loads of 16 bytes in
/// flight a thread: of a, or of (a - b) squared where there is a b.
static __global__ void sum_stretches(float* to, float const* a, float const* b,
                                     std::int64_t length) {
    __shared__ float warps[32];
    std::int64_t const from = static_cast<std::int64_t>(blockIdx.x) * length;
    float sum = 0;
    for (std::int64_t i = threadIdx.x * 4; i < length; i += std::int64_t{blockDim.x} * 16) {
        float4 x[4] = {};
        for (int k = 0; k < 4; ++k) {
            std::int64_t const j = i + std::int64_t{blockDim.x} * 4 * k;
            if (j >= length)
                continue;
            x[k] = read(a + from + j);
            if (b) {
                float4 const y = read(b + from + j);
                float4 const d{x[k].x - y.x, x[k].y - y.y, x[k].z - y.z, x[k].w - y.w};
                x[k] = {d.x * d.x, d.y * d.y, d.z * d.z, d.w * d.w};
            }
        }
        for (int k = 0; k < 4; ++k)
            sum += x[k].x + x[k].y + (x[k].z + x[k].w);
    }
    sum = block_reduce<512>(sum, add(), warps);
    if (threadIdx.x == 0)
        to[blockIdx.x] = sum;
}

/// Each thread adds four columns over its block's share of the rows.
template <int Unroll>
__global__ void sum_columns(float* to, float const* m, std::int64_t width,
                            std::int64_t rows_a_block) {
    std::int64_t const column =
        (static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x) * 4;
    std::int64_t const first = static_cast<std::int64_t>(blockIdx.y) * rows_a_block;
    float4 sum{};
#pragma unroll Unroll
    for (std::int64_t row = first; row < first + rows_a_block; ++row)
        sum = plus(sum, read(m + row * width + column));
    write(to + static_cast<std::int64_t>(blockIdx.y) * width + column, sum);
}
/// The sum of 32 rows: a block of 32 x 8 threads adds 32 columns, each thread four rows at once.
static __global__ void sum_32_rows(float* to, float const* m, std::int64_t width) {
    __shared__ float parts[8][32];
    std::int64_t const column = static_cast<std::int64_t>(blockIdx.x) * 32 + threadIdx.x;
    float x[4];
#pragma unroll
    for (int k = 0; k < 4; ++k)
        x[k] = m[(static_cast<std::int64_t>(threadIdx.y) + 8 * k) * width + column];
    parts[threadIdx.y][threadIdx.x] = (x[0] + x[1]) + (x[2] + x[3]);
    __syncthreads();
    if (threadIdx.y == 0) {
        float sum = 0;
        for (int k = 0; k < 8; ++k)
            sum += parts[k][threadIdx.x];
        to[column] = sum;
    }
}

}  // namespace by_hand
