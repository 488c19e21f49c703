// SPDX-License-Identifier: MIT
// LU and QR of batches of matrices of 33 rows to some hundred, a block a matrix, in shared memory
// where they fit. cuBLAS's batched QR takes 2 to 14 times as long (64 to 500 rows, float32, H200);
// its batched LU is as fast up to 128 rows and faster beyond, but stops at a pivot of 0, and what
// it leaves then are the factors of no matrix.
#pragma once

#include "twill/ops/linalg/jacobi_rotation.cuh"

namespace twill::inline v0::detail {

inline constexpr int most_factor_threads = 512;

/// A batch of matrices by columns, one behind the other, factored in place.
template <class T>
struct factor_batch {
    T* a;
    T* tau;       ///< of QR: factors of the reflectors
    int* pivots;  ///< of LU: from one on
    index_t batch;
    int m;
    int n;
    int step;  ///< between columns in shared memory; 0: the work is done where they are

    __device__ block_matrix<T> take(index_t member, unsigned char* shared) const {
        T* const given = a + member * m * n;
        if (step == 0)
            return {given, m, m};
        block_matrix<T> const x{reinterpret_cast<T*>(shared), m, step};
        copy(given, x, true);
        return x;
    }
    __device__ void put(index_t member, block_matrix<T> const& x) const {
        if (step != 0)
            copy(a + member * m * n, x, false);
    }

private:
    __device__ void copy(T* given, block_matrix<T> const& x, bool in) const {
        int const lane = static_cast<int>(threadIdx.x) & 31;
        __syncthreads();
        for (int c = static_cast<int>(threadIdx.x) >> 5; c < n;
             c += static_cast<int>(blockDim.x) >> 5)
            for (int i = lane; i < m; i += 32) {
                T* const outside = given + static_cast<index_t>(c) * m + i;
                if (in)
                    x.column(c)[i] = *outside;
                else
                    *outside = x.column(c)[i];
            }
        __syncthreads();
    }
};

/// Elimination with row exchanges of square matrices. A column of zeros is passed over.
template <class T>
__global__ void __launch_bounds__(most_factor_threads)
    block_lu_kernel(__grid_constant__ factor_batch<T> const all) {
    extern __shared__ __align__(16) unsigned char factor_shared[];
    __shared__ int pivot_row;
    int const n = all.n;
    int const thread = static_cast<int>(threadIdx.x);
    int const threads = static_cast<int>(blockDim.x);
    int const lane = thread & 31;
    int const warp = thread >> 5;
    for (index_t member = blockIdx.x; member < all.batch; member += gridDim.x) {
        auto const a = all.take(member, factor_shared);
        for (int k = 0; k < n; ++k) {
            T* const column = a.column(k);
            if (warp == 0) {
                unsigned key = 0;
                int row = k;
                for (int i = k + lane; i < n; i += 32) {
                    unsigned const own = pivot_key(column[i]);
                    row = own > key ? i : row;
                    key = own > key ? own : key;
                }
                unsigned const most = warp_max(key);
                // The first of the rows that are as large.
                unsigned const first = warp_max(key == most ? static_cast<unsigned>(n - row) : 0u);
                if (lane == 0) {
                    pivot_row = n - static_cast<int>(first);
                    all.pivots[member * n + k] = pivot_row + 1;
                }
            }
            __syncthreads();
            int const row = pivot_row;
            if (row != k)
                for (int c = thread; c < n; c += threads) {
                    T const other = a.column(c)[row];
                    a.column(c)[row] = a.column(c)[k];
                    a.column(c)[k] = other;
                }
            __syncthreads();
            T const pivot = column[k];
            if (pivot == T(0))
                continue;
            for (int i = k + 1 + thread; i < n; i += threads)
                column[i] = column[i] / pivot;
            __syncthreads();
            for (int c = k + 1 + warp; c < n; c += threads / 32) {
                T* const other = a.column(c);
                T const above = other[k];
                for (int i = k + 1 + lane; i < n; i += 32)
                    other[i] -= column[i] * above;
            }
            __syncthreads();
        }
        all.put(member, a);
    }
}

/// The reflector that makes a column a multiple of the first unit vector (LAPACK's larfg), found by
/// every warp alike: with x the elements below alpha, H = 1 - tau v v^H and v = (1, x * factor).
template <class T>
struct reflector {
    using S = real_t<T>;
    T tau;
    T factor;
    S beta;
    int shift;  ///< x is scaled by this power of 2 before; so no square overflows

    __device__ reflector(T const* column, int k, int m) {
        int const lane = static_cast<int>(threadIdx.x) & 31;
        int top = -100000;
        for (int i = k + lane; i < m; i += 32) {
            int const power = exponent_of(column[i]);
            top = power > top ? power : top;
        }
        for (int step = 16; step > 0; step /= 2) {
            int const other = __shfl_xor_sync(0xffffffffu, top, step);
            top = other > top ? other : top;
        }
        shift = top < jacobi_numbers<S>::not_finite ? -top : 0;
        S sum(0);
        for (int i = k + 1 + lane; i < m; i += 32)
            sum += squared_size(by_power_of_two(column[i], shift));
        sum = sum_of_lanes(sum, 32);
        T const alpha = by_power_of_two(column[k], shift);
        S real;
        S imag(0);
        if constexpr (is_complex<T>) {
            real = alpha.real();
            imag = alpha.imag();
        } else {
            real = alpha;
        }
        if (sum == S(0) && imag == S(0)) {
            tau = T(0);
            factor = T(0);
            beta = ::scalbn(real, -shift);
            return;
        }
        S const length = -::copysign(::sqrt(sum + squared_size(alpha)), real);
        factor = T(1) / (alpha - T(length));
        if constexpr (is_complex<T>)
            tau = T((length - real) / length, -imag / length);
        else
            tau = (length - real) / length;
        beta = ::scalbn(length, -shift);
    }
};

/// R above the diagonal, reflectors below it, as LAPACK's geqrf.
template <class T>
__global__ void __launch_bounds__(most_factor_threads)
    block_qr_kernel(__grid_constant__ factor_batch<T> const all) {
    extern __shared__ __align__(16) unsigned char factor_shared[];
    int const m = all.m;
    int const n = all.n;
    int const least = m < n ? m : n;
    int const thread = static_cast<int>(threadIdx.x);
    int const threads = static_cast<int>(blockDim.x);
    int const lane = thread & 31;
    int const warp = thread >> 5;
    for (index_t member = blockIdx.x; member < all.batch; member += gridDim.x) {
        auto const a = all.take(member, factor_shared);
        for (int k = 0; k < least; ++k) {
            T* const column = a.column(k);
            reflector<T> const by(column, k, m);
            __syncthreads();
            for (int i = k + 1 + thread; i < m; i += threads)
                column[i] = by_power_of_two(column[i], by.shift) * by.factor;
            if (thread == 0) {
                column[k] = T(by.beta);
                all.tau[member * least + k] = by.tau;
            }
            __syncthreads();
            T const applied = conjugate_of(by.tau);
            for (int c = k + 1 + warp; c < n; c += threads / 32) {
                T* const other = a.column(c);
                T sum(0);
                for (int i = k + 1 + lane; i < m; i += 32)
                    sum = plus_inner(sum, column[i], other[i]);
                sum = applied * (sum_of_lanes(sum, 32) + other[k]);
                __syncwarp();
                for (int i = k + 1 + lane; i < m; i += 32)
                    other[i] -= sum * column[i];
                if (lane == 0)
                    other[k] -= sum;
            }
            __syncthreads();
        }
        all.put(member, a);
    }
}

/// Launches one of the kernels above.
template <class T>
void factor_in_blocks(void (*kernel)(factor_batch<T>), factor_batch<T> all) {
    index_t const room = most_shared_bytes();
    // Neighbouring columns begin in other banks.
    index_t const step = all.m | 1;
    index_t const inside = step * all.n * static_cast<index_t>(sizeof(T));
    bool const in_shared = inside <= room;
    all.step = in_shared ? static_cast<int>(step) : 0;
    if (in_shared)
        allow_shared_bytes(reinterpret_cast<void const*>(kernel), inside);
    index_t const warps =
        smaller(divide_up(index_t{all.n}, index_t{4}), index_t{most_factor_threads / 32});
    launch(kernel, smaller(all.batch, max_blocks), static_cast<unsigned>(32 * warps),
           static_cast<std::size_t>(in_shared ? inside : 0), all);
}

}  // namespace twill::inline v0::detail
