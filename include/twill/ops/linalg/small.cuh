// SPDX-License-Identifier: MIT
// Kernels for batches of small matrices, a warp each, in shared memory: the library's take tens of
// microseconds a step of the factorisation, whatever the size.
#pragma once

#include "twill/cuda/device/fault.cuh"
#include "twill/cuda/runtime/device_info.hpp"
#include "twill/cuda/runtime/launch.cuh"
#include "twill/ops/linalg/operand.hpp"

namespace twill::inline v0::detail {

/// Rows of the matrices that are done here: a lane for each.
inline constexpr index_t most_small_rows = 32;
inline constexpr int small_threads = 128;
inline constexpr index_t small_shared_bytes = 48 * 1024;
/// Shared memory that a block can ask for besides the few words that kernels have of their own.
inline constexpr index_t own_shared_bytes = 256;
inline index_t most_shared_bytes() {
    return device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, stream_now()->device,
                            nowhere) -
           own_shared_bytes;
}
/// To be called before a kernel is launched with so much. The limit is always the greatest one: it
/// is the kernel's, and other threads launch it, too.
TWILL_NOINLINE inline void allow_shared_bytes(void const* kernel, index_t bytes) {
    if (bytes > small_shared_bytes - own_shared_bytes)
        check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                   static_cast<int>(most_shared_bytes())),
              "cudaFuncSetAttribute");
}

/// A number that grows with the size of a pivot; 0 of 0 alone, but for the least subnormal doubles.
__device__ __forceinline__ unsigned pivot_key(float x) { return __float_as_uint(::fabsf(x)); }
__device__ __forceinline__ unsigned pivot_key(double x) {
    return static_cast<unsigned>(__double2hiint(::fabs(x)));
}
template <class T>
__device__ __forceinline__ unsigned pivot_key(complex<T> x) {
    return pivot_key(::fabs(x.real()) + ::fabs(x.imag()));
}
__device__ __forceinline__ unsigned warp_max(unsigned x) {
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(0xffffffffu, x);
#else
    for (int step = 16; step > 0; step /= 2) {
        unsigned const other = __shfl_xor_sync(0xffffffffu, x, step);
        x = other > x ? other : x;
    }
    return x;
#endif
}
template <class T>
__device__ __forceinline__ T conjugate_of(T x) {
    if constexpr (is_complex<T>)
        return T(x.real(), -x.imag());
    else
        return x;
}

/// What is done with a batch of small matrices.
template <class T>
struct small_system {
    T const* a;
    T* b;         ///< right sides, which become the solutions; null for factors alone
    T* factors;   ///< where L and U go, laid as a; may be null
    int* pivots;  ///< beside them, from one on
    index_t batch;
    int n;
    int k;               ///< right sides
    bool by_rows;        ///< how a (and its factors) lie
    bool sides_by_rows;  ///< how b lies
    bool inverts;        ///< the right sides are the unit matrix, which is not in memory
};

/// Subtracts from rows [first, end) of the columns [left, right) multiples of a row: lanes beside
/// one another have columns beside one another.
template <class T>
__device__ __forceinline__ void subtract_row(T* m, int ld, int factor_column, int row, int first,
                                             int end, int left, int right) {
    int const lane = static_cast<int>(threadIdx.x) & 31;
    int const wide = right - left;
    int const group = wide <= 4 ? 4 : wide <= 8 ? 8 : wide <= 16 ? 16 : 32;
    int const column = left + (lane & (group - 1));
    for (int c = column; c < right; c += group) {
        T const above = m[row * ld + c];
        for (int i = first + lane / group; i < end; i += 32 / group)
            m[i * ld + c] -= m[i * ld + factor_column] * above;
    }
}

/// Elimination with row exchanges, then substitution: a warp a matrix.
template <class T>
__global__ void __launch_bounds__(small_threads)
    small_system_kernel(__grid_constant__ small_system<T> const s,
                        __grid_constant__ fault_site const site, int const ld) {
    extern __shared__ __align__(16) unsigned char small_shared[];
    int const lane = static_cast<int>(threadIdx.x) & 31;
    int const warps = static_cast<int>(blockDim.x) >> 5;
    int const warp = static_cast<int>(threadIdx.x) >> 5;
    T* const m = reinterpret_cast<T*>(small_shared) + warp * s.n * ld;
    int const n = s.n;
    int const k = s.k;
    for (index_t member = static_cast<index_t>(blockIdx.x) * warps + warp; member < s.batch;
         member += static_cast<index_t>(gridDim.x) * warps) {
        T const* const a = s.a + member * n * n;
        T* const b = s.b ? s.b + member * n * k : nullptr;
        for (int e = lane; e < n * n; e += 32) {
            int const outer = e / n;
            int const inner = e - outer * n;
            m[s.by_rows ? outer * ld + inner : inner * ld + outer] = a[e];
        }
        for (int e = lane; e < n * k; e += 32) {
            int const width = s.sides_by_rows ? k : n;
            int const outer = e / width;
            int const inner = e - outer * width;
            int const row = s.sides_by_rows ? outer : inner;
            int const column = s.sides_by_rows ? inner : outer;
            m[row * ld + n + column] = s.inverts ? T(row == column ? 1 : 0) : b[e];
        }
        __syncwarp();
        int singular = 0;
        for (int step = 0; step < n; ++step) {
            unsigned const key = lane >= step && lane < n ? pivot_key(m[lane * ld + step]) : 0u;
            unsigned const most = warp_max(key);
            unsigned const holders =
                __ballot_sync(0xffffffffu, key == most && lane >= step && lane < n);
            int const row = __ffs(static_cast<int>(holders)) - 1;
            if (s.pivots && lane == 0)
                s.pivots[member * n + step] = row + 1;
            if (row != step)
                for (int c = lane; c < n + k; c += 32) {
                    T const other = m[row * ld + c];
                    m[row * ld + c] = m[step * ld + c];
                    m[step * ld + c] = other;
                }
            __syncwarp();
            T const pivot = m[step * ld + step];
            if (pivot == T(0)) {
                singular = singular == 0 ? step + 1 : singular;
                continue;
            }
            if (lane > step && lane < n)
                m[lane * ld + step] = m[lane * ld + step] / pivot;
            __syncwarp();
            subtract_row(m, ld, step, step, step + 1, n, step + 1, n + k);
            __syncwarp();
        }
        if (s.factors) {
            for (int e = lane; e < n * n; e += 32) {
                int const outer = e / n;
                int const inner = e - outer * n;
                s.factors[member * n * n + e] =
                    m[s.by_rows ? outer * ld + inner : inner * ld + outer];
            }
        }
        if (b) {
            for (int step = n - 1; step >= 0; --step) {
                T const pivot = m[step * ld + step];
                for (int c = lane; c < k; c += 32)
                    m[step * ld + n + c] = m[step * ld + n + c] / pivot;
                __syncwarp();
                subtract_row(m, ld, step, step, 0, step, n, n + k);
                __syncwarp();
            }
            for (int e = lane; e < n * k; e += 32) {
                int const width = s.sides_by_rows ? k : n;
                int const outer = e / width;
                int const inner = e - outer * width;
                b[e] = m[s.sides_by_rows ? outer * ld + n + inner : inner * ld + n + outer];
            }
            if (singular != 0 && lane == 0)
                note_on_device(site, singular, member, s.batch > 1 ? 1 : 0);
        }
        __syncwarp();
    }
}

/// L of L L^H = a in place, a warp a matrix; element (i, j), j <= i, of both lies at i * n + j
/// `by_rows`, otherwise at j * n + i. The other triangle stays.
template <class T>
__global__ void __launch_bounds__(small_threads)
    small_cholesky_kernel(T* const all, int const n, index_t const batch, bool const by_rows,
                          __grid_constant__ fault_site const site) {
    using S = real_t<T>;
    extern __shared__ __align__(16) unsigned char small_shared[];
    int const lane = static_cast<int>(threadIdx.x) & 31;
    int const warps = static_cast<int>(blockDim.x) >> 5;
    int const warp = static_cast<int>(threadIdx.x) >> 5;
    int const ld = n | 1;
    T* const m = reinterpret_cast<T*>(small_shared) + warp * n * ld;
    for (index_t member = static_cast<index_t>(blockIdx.x) * warps + warp; member < batch;
         member += static_cast<index_t>(gridDim.x) * warps) {
        T* const a = all + member * n * n;
        for (int e = lane; e < n * n; e += 32) {
            int const outer = e / n;
            int const inner = e - outer * n;
            m[by_rows ? outer * ld + inner : inner * ld + outer] = a[e];
        }
        __syncwarp();
        int failed = 0;
        for (int step = 0; step < n; ++step) {
            S diagonal;
            if constexpr (is_complex<T>)
                diagonal = m[step * ld + step].real();
            else
                diagonal = m[step * ld + step];
            if (!(diagonal > S(0))) {
                failed = step + 1;
                break;
            }
            S const root = ::sqrt(diagonal);
            T own{};
            if (lane > step && lane < n) {
                own = m[lane * ld + step] / root;
                m[lane * ld + step] = own;
            }
            __syncwarp();
            // Every lane has read the diagonal.
            if (lane == step)
                m[step * ld + step] = T(root);
            if (lane > step && lane < n)
                for (int c = step + 1; c <= lane; ++c)
                    m[lane * ld + c] -= own * conjugate_of(m[c * ld + step]);
            __syncwarp();
        }
        for (int e = lane; e < n * n; e += 32) {
            int const outer = e / n;
            int const inner = e - outer * n;
            int const i = by_rows ? outer : inner;
            int const j = by_rows ? inner : outer;
            if (j <= i)
                a[e] = m[i * ld + j];
        }
        if (failed != 0 && lane == 0)
            note_on_device(site, failed, member, batch > 1 ? 1 : 0);
        __syncwarp();
    }
}

/// Notes the first matrix of a batch whose info is above 0; one block.
inline constexpr int report_threads = 256;
static __global__ void __launch_bounds__(report_threads)
    report_info_kernel(int const* const info, index_t const batch,
                       __grid_constant__ fault_site const site) {
    __shared__ unsigned long long first;
    if (threadIdx.x == 0)
        first = ~0ull;
    __syncthreads();
    for (index_t i = threadIdx.x; i < batch; i += report_threads)
        if (info[i] > 0) {
            atomicMin(&first, static_cast<unsigned long long>(i));
            break;
        }
    __syncthreads();
    if (threadIdx.x == 0 && first != ~0ull)
        note_on_device(site, info[first], static_cast<index_t>(first), batch > 1 ? 1 : 0);
}

/// to[i] = from + i * stride, for the libraries' batches.
template <class T>
__global__ void __launch_bounds__(256)
    pointers_kernel(T** const to, T* const from, index_t const stride, index_t const count) {
    index_t const i = static_cast<index_t>(blockIdx.x) * 256 + threadIdx.x;
    if (i < count)
        to[i] = from + i * stride;
}

/// info[i]: the first 0 on the diagonal of a matrix, from one on; a warp a matrix.
template <class T>
__global__ void __launch_bounds__(256)
    zero_diagonal_kernel(T const* const a, index_t const n, index_t const batch, int* const info) {
    index_t const member = static_cast<index_t>(blockIdx.x) * 8 + (threadIdx.x >> 5);
    if (member >= batch)
        return;
    unsigned const lane = threadIdx.x & 31;
    int found = 0;
    for (index_t from = 0; from < n && found == 0; from += 32) {
        index_t const i = from + lane;
        bool const zero = i < n && a[member * n * n + i * n + i] == T(0);
        unsigned const any = __ballot_sync(0xffffffffu, zero);
        if (any != 0)
            found = static_cast<int>(from) + __ffs(static_cast<int>(any));
    }
    if (lane == 0)
        info[member] = found;
}

/// The first columns of Q from reflectors, in place, a block a matrix (LAPACK's org2r): H = I - tau
/// v v^H, from the last reflector to the first.
template <class T>
__global__ void __launch_bounds__(small_threads)
    form_q_kernel(T* const all, T const* const taus, int const m, int const columns, int const k) {
    T* const q = all + static_cast<index_t>(blockIdx.x) * m * columns;
    T const* const tau = taus + static_cast<index_t>(blockIdx.x) * k;
    int const lane = static_cast<int>(threadIdx.x) & 31;
    int const warp = static_cast<int>(threadIdx.x) >> 5;
    for (int c = k + warp; c < columns; c += small_threads / 32)
        for (int i = lane; i < m; i += 32)
            q[c * m + i] = T(i == c ? 1 : 0);
    for (int j = k - 1; j >= 0; --j) {
        T const factor = tau[j];
        __syncthreads();
        for (int c = j + 1 + warp; c < columns; c += small_threads / 32) {
            T sum{};
            for (int i = j + lane; i < m; i += 32)
                sum += (i == j ? T(1) : conjugate_of(q[j * m + i])) * q[c * m + i];
            for (int step = 16; step > 0; step /= 2) {
                if constexpr (is_complex<T>)
                    sum += T(__shfl_xor_sync(0xffffffffu, sum.real(), step),
                             __shfl_xor_sync(0xffffffffu, sum.imag(), step));
                else
                    sum += __shfl_xor_sync(0xffffffffu, sum, step);
            }
            sum = factor * sum;
            for (int i = j + lane; i < m; i += 32)
                q[c * m + i] -= sum * (i == j ? T(1) : q[j * m + i]);
        }
        __syncthreads();
        for (int i = static_cast<int>(threadIdx.x); i < m; i += small_threads)
            q[j * m + i] = i < j ? T(0) : (i == j ? T(1) - factor : -factor * q[j * m + i]);
    }
}

/// LAPACK gives the vectors of a conjugate pair of a real matrix as a column of real parts and one
/// of imaginary ones.
template <class T>
__global__ void __launch_bounds__(256)
    eigenvector_pairs_kernel(T const* const from, complex<T> const* const w, complex<T>* const to,
                             index_t const n) {
    index_t const j = blockIdx.x;
    T const imag = w[j].imag();
    for (index_t i = threadIdx.x; i < n; i += 256) {
        index_t const at = j * n + i;
        if (imag > T(0) && j + 1 < n)
            to[at] = {from[at], from[at + n]};
        else if (imag < T(0) && j > 0)
            to[at] = {from[at - n], -from[at]};
        else
            to[at] = {from[at], T(0)};
    }
}

}  // namespace twill::inline v0::detail
