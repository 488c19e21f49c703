// SPDX-License-Identifier: MIT
// Singular values of batches by one-sided Jacobi rotations, a block a matrix: the library does
// matrices of more than 32 rows one after another.
#pragma once

#include "twill/ops/linalg/jacobi_rotation.cuh"

namespace twill::inline v0::detail {

inline constexpr int most_jacobi_threads = 1024;

template <class T>
struct jacobi_batch {
    T* a;          ///< m x n, m >= n, by columns; spoilt
    real_t<T>* s;  ///< n each, from the largest on
    T* u;          ///< m x `columns`, by columns; null: values alone
    T* vh;         ///< n x n, by columns
    T* v;          ///< n x n for each block; null where shared memory holds both matrices
    index_t batch;
    int m;
    int n;
    int columns;
    int width;   ///< lanes that share a pair of columns, a power of 2
    int step_a;  ///< between the columns of what is rotated
    int step_v;  ///< and of its V
};

/// What is kept beside the matrices in shared memory.
template <class S>
struct jacobi_notes {
    S* norm;    ///< of each column
    S* weight;  ///< of each row in the columns of U that are there
    int* column_at;

    static constexpr index_t bytes(index_t m, index_t n) {
        return (n + m) * static_cast<index_t>(sizeof(S)) + n * static_cast<index_t>(sizeof(int));
    }
    __device__ jacobi_notes(unsigned char* from, int m, int n)
        : norm(reinterpret_cast<S*>(from)),
          weight(norm + n),
          column_at(reinterpret_cast<int*>(weight + m)) {}
};

/// Columns [from, columns) of U, orthonormal to the ones before: each begins as the unit vector of
/// the row that weighs least in them, and loses its part along them twice (Gram and Schmidt).
/// `parts` has room for `columns` elements.
template <class T>
__device__ void complete_columns(T* const u, real_t<T>* const weight, T* const parts, int const m,
                                 int const from, int const columns) {
    using S = real_t<T>;
    int const thread = static_cast<int>(threadIdx.x);
    int const threads = static_cast<int>(blockDim.x);
    int const lane = thread & 31;
    int const warp = thread >> 5;
    for (int i = thread; i < m; i += threads) {
        S sum(0);
        for (int j = 0; j < from; ++j)
            sum += squared_size(u[static_cast<index_t>(j) * m + i]);
        weight[i] = sum;
    }
    for (int c = from; c < columns; ++c) {
        T* const column = u + static_cast<index_t>(c) * m;
        __syncthreads();
        // Every warp finds the same row.
        int row = lane < m ? lane : 0;
        for (int i = lane; i < m; i += 32)
            row = weight[i] < weight[row] ? i : row;
        for (int step = 16; step > 0; step /= 2) {
            int const other = __shfl_xor_sync(0xffffffffu, row, step);
            bool const less = weight[other] < weight[row];
            row = less || (!(weight[row] < weight[other]) && other < row) ? other : row;
        }
        for (int i = thread; i < m; i += threads) {
            T rest(i == row ? 1 : 0);
            for (int j = 0; j < c; ++j) {
                T const* const other = u + static_cast<index_t>(j) * m;
                rest -= other[i] * conjugate_of(other[row]);
            }
            column[i] = rest;
        }
        __syncthreads();
        for (int j = warp; j < c; j += threads / 32) {
            T sum(0);
            for (int i = lane; i < m; i += 32)
                sum = plus_inner(sum, u[static_cast<index_t>(j) * m + i], column[i]);
            sum = sum_of_lanes(sum, 32);
            if (lane == 0)
                parts[j] = sum;
        }
        __syncthreads();
        for (int i = thread; i < m; i += threads) {
            T rest = column[i];
            for (int j = 0; j < c; ++j)
                rest -= u[static_cast<index_t>(j) * m + i] * parts[j];
            column[i] = rest;
        }
        __syncthreads();
        S sum(0);
        for (int i = lane; i < m; i += 32)
            sum += squared_size(column[i]);
        S const norm = ::sqrt(sum_of_lanes(sum, 32));
        __syncthreads();
        for (int i = thread; i < m; i += threads) {
            column[i] = column[i] / norm;
            weight[i] += squared_size(column[i]);
        }
    }
    __syncthreads();
}

template <class T>
__global__ void __launch_bounds__(most_jacobi_threads)
    jacobi_kernel(__grid_constant__ jacobi_batch<T> const all,
                  __grid_constant__ fault_site const site) {
    using S = real_t<T>;
    using numbers = jacobi_numbers<S>;
    extern __shared__ __align__(16) unsigned char jacobi_shared[];
    __shared__ int top;
    __shared__ int rank;
    int const m = all.m;
    int const n = all.n;
    int const thread = static_cast<int>(threadIdx.x);
    int const threads = static_cast<int>(blockDim.x);
    int const lane = thread & 31;
    int const warp = thread >> 5;
    int const column_lane = thread & (all.width - 1);
    int const first_column = thread / all.width;
    int const column_step = threads / all.width;
    T* const shared = reinterpret_cast<T*>(jacobi_shared);
    index_t const elements = static_cast<index_t>(m) * n;
    index_t const of_a = static_cast<index_t>(n) * all.step_a;
    index_t const of_v = all.u ? static_cast<index_t>(n) * all.step_v : 0;
    jacobi_notes<S> const notes(
        jacobi_shared + (all.v ? 0 : (of_a + of_v) * static_cast<index_t>(sizeof(T))), m, n);
    block_matrix<T> const v{!all.u  ? nullptr
                            : all.v ? all.v + static_cast<index_t>(blockIdx.x) * of_v
                                    : shared + of_a,
                            n, all.step_v};
    for (index_t member = blockIdx.x; member < all.batch; member += gridDim.x) {
        T* const given = all.a + member * elements;
        block_matrix<T> const a{all.v ? given : shared, m, all.step_a};
        __syncthreads();
        if (thread == 0) {
            top = -100000;
            rank = 0;
        }
        __syncthreads();
        int highest = -100000;
        for (index_t e = thread; e < elements; e += threads) {
            int const power = exponent_of(given[e]);
            highest = power > highest ? power : highest;
        }
        atomicMax(&top, highest);
        __syncthreads();
        bool const finite = top < numbers::not_finite;
        int const shift = finite ? numbers::top - top : 0;
        for (int c = first_column; c < n; c += column_step) {
            for (int i = column_lane; i < m; i += all.width)
                a.column(c)[i] = by_power_of_two(given[static_cast<index_t>(c) * m + i], shift);
            if (v.data)
                for (int i = column_lane; i < n; i += all.width)
                    v.column(c)[i] = T(c == i ? 1 : 0);
        }
        __syncthreads();
        bool const converged = finite && orthogonalise(a, v, n, all.width);
        if (!converged && thread == 0)
            note_on_device(site, most_jacobi_sweeps, member, all.batch > 1 ? 1 : 0);
        for (int c = warp; c < n; c += threads / 32) {
            S sum(0);
            for (int i = lane; i < m; i += 32)
                sum += squared_size(a.column(c)[i]);
            sum = sum_of_lanes(sum, 32);
            if (lane == 0) {
                notes.norm[c] = sum > numbers::least ? ::sqrt(sum) : S(0);
                if (sum > numbers::least)
                    atomicAdd(&rank, 1);
            }
        }
        __syncthreads();
        for (int c = thread; c < n; c += threads) {
            S const own = notes.norm[c];
            int place = 0;
            for (int other = 0; other < n; ++other) {
                S const x = notes.norm[other];
                place += x > own || (x == own && other < c) ? 1 : 0;
            }
            // What is no number has no order.
            place = finite ? place : c;
            notes.column_at[place] = c;
            all.s[member * n + place] = ::scalbn(own, -shift);
        }
        __syncthreads();
        if (!all.u)
            continue;
        T* const u = all.u + member * m * all.columns;
        for (int p = first_column; p < n; p += column_step) {
            int const column = notes.column_at[p];
            S const norm = notes.norm[column];
            if (norm != S(0))
                for (int i = column_lane; i < m; i += all.width)
                    u[static_cast<index_t>(p) * m + i] = a.column(column)[i] / norm;
        }
        T* const vh = all.vh + member * n * n;
        for (int e = thread; e < n * n; e += threads) {
            int const j = e / n;
            vh[e] = conjugate_of(v.column(notes.column_at[e - j * n])[j]);
        }
        __syncthreads();
        // The columns of what is 0, and those that only the full U has. Nothing else is in `a` now.
        if (finite && rank < all.columns)
            complete_columns(u, notes.weight, a.data, m, rank, all.columns);
    }
}

/// How the matrices of a batch are rotated, and whether they are at all.
struct jacobi_plan {
    bool is_for_it = false;
    bool in_shared = false;
    int width = 0;
    index_t step_a = 0;
    index_t step_v = 0;
    index_t shared_bytes = 0;
    unsigned threads = 0;
    index_t blocks = 0;
};
/// The threads and the steps of a width. Groups of lanes have pairs of neighbouring columns: an odd
/// number of widths between those spreads them over the banks of shared memory.
inline void set_jacobi_width(jacobi_plan& plan, int width, index_t m, index_t n) {
    plan.width = width;
    plan.step_a = (divide_up(m, width) | 1) * width;
    plan.step_v = (divide_up(n, width) | 1) * width;
    index_t const wanted = divide_up(divide_up(n, 2) * width, 32) * 32;
    plan.threads = static_cast<unsigned>(smaller(wanted, index_t{most_jacobi_threads}));
}
/// `bytes` is an element's size, `note_bytes` that of jacobi_notes.
inline jacobi_plan plan_of_jacobi(index_t m, index_t n, index_t batch, bool vectors, bool full,
                                  index_t bytes, index_t note_bytes) {
    jacobi_plan plan;
    constexpr index_t most_columns = 256;
    // Completing U takes as many steps as it lacks columns: in few matrices few of them. A matrix
    // alone fills a multiprocessor: so many of them are worth the library's call for each (H200).
    if (n > most_columns || m > (full ? 4 : 64) * most_columns || batch * 16 < n ||
        (full && batch < 16 && m - n > 64))
        return plan;
    // Few lanes share the arithmetic of an angle. 10^4 of 16 x 16 by 4, 8, 16 and 32: 0.63, 0.87,
    // 1.5 and 3.1 ms; of 32 x 32: 6.2, 5.5, 23 and 15 ms (float32, H200). Few pairs take more.
    int width = m <= 24 ? 4 : 8;
    while (width < 32 && divide_up(n, 2) * width < 128 && width * 8 < m)
        width *= 2;
    set_jacobi_width(plan, width, m, n);
    index_t const room = most_shared_bytes();
    index_t const inside = n * (plan.step_a + (vectors ? plan.step_v : 0)) * bytes + note_bytes;
    plan.in_shared = inside <= room;
    plan.is_for_it = plan.in_shared || (batch >= 16 && note_bytes <= room);
    plan.shared_bytes = plan.in_shared ? inside : note_bytes;
    plan.blocks = smaller(batch, max_blocks);
    if (!plan.in_shared) {
        // Memory is read in whole lines.
        set_jacobi_width(plan, 32, m, n);
        plan.step_a = m;
        plan.step_v = n;
        plan.blocks = smaller(batch, divide_up(resident_threads(), index_t{512}));
    }
    return plan;
}

/// Singular values, and vectors unless `u` is null, by columns; false where another way is better.
template <class T>
bool svd_by_rotations(T* a, real_t<T>* s, T* u, T* vh, index_t m, index_t n, bool full,
                      index_t batch, fault_site const& site) {
    using notes = jacobi_notes<real_t<T>>;
    auto const plan =
        plan_of_jacobi(m, n, batch, u != nullptr, full, sizeof(T), notes::bytes(m, n));
    if (!plan.is_for_it)
        return false;
    storage_ref work;
    if (!plan.in_shared)
        work = memory<device_space>::allocate(
            byte_count(u ? plan.blocks * n * plan.step_v : 1, sizeof(T)));
    allow_shared_bytes(reinterpret_cast<void const*>(jacobi_kernel<T>), plan.shared_bytes);
    jacobi_batch<T> const all{a,
                              s,
                              u,
                              vh,
                              work ? static_cast<T*>(work.get()->data) : nullptr,
                              batch,
                              static_cast<int>(m),
                              static_cast<int>(n),
                              static_cast<int>(full ? m : n),
                              plan.width,
                              static_cast<int>(plan.step_a),
                              static_cast<int>(plan.step_v)};
    launch(jacobi_kernel<T>, plan.blocks, plan.threads, static_cast<std::size_t>(plan.shared_bytes),
           all, site);
    return true;
}

}  // namespace twill::inline v0::detail
