// SPDX-License-Identifier: MIT
// Solvers on the device: cuSOLVER and cuBLAS, on the current stream, with work areas from twill's
// pool, and own kernels for batches of small matrices. What a library's `info` says stays on the
// device until the next call that waits.
#pragma once

#include "twill/cuda/elementwise/elementwise.cuh"
#include "twill/ops/linalg/block_factors.cuh"
#include "twill/ops/linalg/library.cuh"
#include "twill/ops/linalg/small.cuh"

namespace twill::inline v0::detail {

template <>
struct dense_solver<device_space> {
    /// Batches of small matrices and few right sides.
    template <class T>
    static bool is_small(index_t n, index_t k) {
        return n <= most_small_rows && k <= 64 && small_bytes<T>(n, k) <= small_shared_bytes;
    }
    template <class T>
    static bool keeps_operands(index_t n, index_t k, index_t) {
        return is_small<T>(n, k);
    }
    template <class T>
    static bool takes_rows(index_t n, index_t k, index_t) {
        return is_small<T>(n, k);
    }
    template <class T>
    static bool keeps_triangle(index_t n, index_t batch) {
        return n <= most_small_rows || !is_batched(n, batch);
    }

    template <class T>
    static void solve(T* a, T* b, index_t n, index_t k, index_t batch, matrix_op op, bool rows,
                      info_meaning const& by) {
        if (is_small<T>(n, k)) {
            small_system<T> const system{a,
                                         b,
                                         nullptr,
                                         nullptr,
                                         batch,
                                         static_cast<int>(n),
                                         static_cast<int>(k),
                                         op == matrix_op::transposed,
                                         rows,
                                         false};
            return run_small(system, site_of(by));
        }
        solver_scratch<int> const info(batch);
        solver_call const call;
        if (is_batched(n, batch) && k <= INT32_MAX) {
            solver_scratch<int> const pivots(n * batch);
            auto const of_a = pointers(a, n * n, batch);
            getrf_batched(call, of_a.data(), n, pivots.data(), info.data(), batch);
            getrs_batched(call, of_a.data(), pivots.data(), b, n, k, batch, op);
        } else {
            solver_scratch<std::int64_t> const pivots(n);
            solver_scratch<int> const ignored(1);
            auto const work = getrf_work(call, a, n, n);
            for (index_t i = 0; i < batch; ++i) {
                getrf(call, a + i * n * n, n, n, pivots.data(), work, info.data() + i);
                getrs(call, a + i * n * n, pivots.data(), b + i * n * k, n, k, op, ignored.data());
            }
        }
        report(info.data(), batch, by);
    }
    /// Whether the inverse of so many rows comes from a kernel that reads the matrix alone.
    template <class T>
    static bool inverts(index_t n) {
        return is_small<T>(n, n);
    }
    template <class T>
    static void invert(T const* a, T* x, index_t n, index_t batch, info_meaning const& by) {
        int const size = static_cast<int>(n);
        small_system<T> const system{a, x, nullptr, nullptr, batch, size, size, false, false, true};
        run_small(system, site_of(by));
    }

    template <class T>
    static void lu(T* a, index_t m, index_t n, index_t batch, int* pivots) {
        if (m == n && is_small<T>(n, 0)) {
            small_system<T> const system{a, nullptr, a,     pivots, batch, static_cast<int>(n),
                                         0, false,   false, false};
            return run_small(system, fault_site{});
        }
        if (m == n && is_for_blocks(n, batch))
            return factor_in_blocks(
                block_lu_kernel<T>,
                {a, nullptr, pivots, batch, static_cast<int>(n), static_cast<int>(n), 0});
        solver_call const call;
        solver_scratch<int> const info(batch);
        index_t const least = smaller(m, n);
        auto const wide = execution().fresh<std::int64_t, device_space>(extents<1>(least * batch));
        auto const work = getrf_work(call, a, m, n);
        for (index_t i = 0; i < batch; ++i)
            getrf(call, a + i * m * n, m, n, memory_of(wide) + i * least, work, info.data());
        convert(wide.data, pivots, least * batch);
    }
    template <class T>
    static void lu_solve(T const* a, int const* pivots, T* b, index_t n, index_t k, index_t batch,
                         matrix_op op) {
        solver_call const call;
        if (is_batched(n, batch) && k <= INT32_MAX) {
            auto const of_a = pointers(const_cast<T*>(a), n * n, batch);
            return getrs_batched(call, of_a.data(), pivots, b, n, k, batch, op);
        }
        solver_scratch<std::int64_t> const wide(n * batch);
        solver_scratch<int> const ignored(1);
        convert(pivots, wide.data(), n * batch);
        for (index_t i = 0; i < batch; ++i)
            getrs(call, a + i * n * n, wide.data() + i * n, b + i * n * k, n, k, op,
                  ignored.data());
    }

    template <class T>
    static void cholesky(T* a, index_t n, index_t batch, bool upper, info_meaning const& by) {
        if (n <= most_small_rows) {
            index_t const bytes = n * (n | 1) * static_cast<index_t>(sizeof(T));
            index_t const warps = small_warps(bytes);
            return launch(small_cholesky_kernel<T>, smaller(divide_up(batch, warps), max_blocks),
                          static_cast<unsigned>(32 * warps),
                          static_cast<std::size_t>(bytes * warps), a, static_cast<int>(n), batch,
                          upper, site_of(by));
        }
        solver_call const call;
        solver_scratch<int> const info(batch);
        auto const fill = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        if (is_batched(n, batch)) {
            auto const of_a = pointers(a, n * n, batch);
            call_library("cusolverDnpotrfBatched", solver_names<T>::potrf_batched, call.solver(),
                         fill, n, of_a.data(), n, info.data(), batch);
        } else {
            std::size_t bytes[2] = {};
            auto const type = solver_names<T>::type;
            check(cusolverDnXpotrf_bufferSize(call.solver(), call.parameters(), fill, n, type, a, n,
                                              type, bytes, bytes + 1),
                  "cusolverDnXpotrf_bufferSize");
            solver_work const work(bytes[0], bytes[1]);
            for (index_t i = 0; i < batch; ++i)
                check(cusolverDnXpotrf(call.solver(), call.parameters(), fill, n, type,
                                       a + i * n * n, n, type, work.device(), work.device_bytes,
                                       work.host(), work.host_bytes, info.data() + i),
                      "cusolverDnXpotrf");
        }
        report(info.data(), batch, by);
    }
    /// The factor of an upper triangle takes cuSOLVER 2.8 times as long (4096 rows, float32).
    static bool prefers_lower(index_t n) { return n > most_small_rows; }
    template <class T>
    static void triangular(T const* a, T* b, index_t n, index_t k, index_t batch, triangle_kind how,
                           info_meaning const& by) {
        if (!how.unit) {
            solver_scratch<int> const info(batch);
            launch(zero_diagonal_kernel<T>, divide_up(batch, 8), 256, 0, a, n, batch, info.data());
            report(info.data(), batch, by);
        }
        solver_call const call;
        auto const fill = how.upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        auto const diagonal = how.unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
        T const one(1);
        if (batch == 1)
            return call_library("cublas trsm", solver_names<T>::trsm, call.blas(), CUBLAS_SIDE_LEFT,
                                fill, blas_op(how.op), diagonal, n, k, &one, a, n, b, n);
        auto const of_a = pointers(const_cast<T*>(a), n * n, batch);
        auto const of_b = pointers(b, n * k, batch);
        call_library("cublas trsmBatched", solver_names<T>::trsm_batched, call.blas(),
                     CUBLAS_SIDE_LEFT, fill, blas_op(how.op), diagonal, n, k, &one, of_a.data(), n,
                     of_b.data(), n, batch);
    }

    template <class T>
    static void qr(T* a, T* tau, index_t m, index_t n, index_t batch) {
        if (larger(m, n) > most_small_rows && is_for_blocks(larger(m, n), batch))
            return factor_in_blocks(
                block_qr_kernel<T>,
                {a, tau, nullptr, batch, static_cast<int>(m), static_cast<int>(n), 0});
        solver_call const call;
        if (larger(m, n) <= most_small_rows && is_batched(larger(m, n), batch)) {
            auto const of_a = pointers(a, m * n, batch);
            auto const of_tau = pointers(tau, smaller(m, n), batch);
            int info = 0;
            return call_library("cublas geqrfBatched", solver_names<T>::geqrf_batched, call.blas(),
                                m, n, of_a.data(), m, of_tau.data(), &info, batch);
        }
        std::size_t bytes[2] = {};
        auto const type = solver_names<T>::type;
        check(cusolverDnXgeqrf_bufferSize(call.solver(), call.parameters(), m, n, type, a, m, type,
                                          tau, type, bytes, bytes + 1),
              "cusolverDnXgeqrf_bufferSize");
        solver_work const work(bytes[0], bytes[1]);
        solver_scratch<int> const info(1);
        for (index_t i = 0; i < batch; ++i)
            check(cusolverDnXgeqrf(call.solver(), call.parameters(), m, n, type, a + i * m * n, m,
                                   type, tau + i * smaller(m, n), type, work.device(),
                                   work.device_bytes, work.host(), work.host_bytes, info.data()),
                  "cusolverDnXgeqrf");
    }
    template <class T>
    static void form_q(T* a, T const* tau, index_t m, index_t columns, index_t k, index_t batch) {
        if (is_batched(m, batch))
            return launch(form_q_kernel<T>, batch, small_threads, 0, a, tau, static_cast<int>(m),
                          static_cast<int>(columns), static_cast<int>(k));
        solver_call const call;
        int size = 0;
        require_int(m);
        call_library("cusolverDnorgqr_bufferSize", solver_names<T>::form_q_work, call.solver(), m,
                     columns, k, a, m, tau, &size);
        solver_scratch<T> const work(size);
        solver_scratch<int> const info(1);
        for (index_t i = 0; i < batch; ++i)
            call_library("cusolverDnorgqr", solver_names<T>::form_q, call.solver(), m, columns, k,
                         a + i * m * columns, m, tau + i * k, work.data(), size, info.data());
    }

    template <class T>
    static void svd(T* a, real_t<T>* s, T* u, T* vh, index_t m, index_t n, bool full, index_t batch,
                    info_meaning const& by);
    template <class T>
    static void eigh(T* a, real_t<T>* w, index_t n, index_t batch, bool vectors,
                     info_meaning const& by);
    template <class T>
    static void eig(T* a, complex<real_t<T>>* w, complex<real_t<T>>* v, index_t n, index_t batch,
                    info_meaning const& by);

    template <class T>
    static void multiply(T const* a, T const* b, T* c, index_t m, index_t n, index_t k,
                         index_t batch, matrix_op opa, matrix_op opb) {
        solver_call const call;
        T const one(1);
        T const zero(0);
        index_t const lda = larger(opa == matrix_op::plain ? m : k, index_t{1});
        index_t const ldb = larger(opb == matrix_op::plain ? k : n, index_t{1});
        call_library("cublas gemm", solver_names<T>::gemm, call.blas(), blas_op(opa), blas_op(opb),
                     m, n, k, &one, a, lda, m * k, b, ldb, k * n, &zero, c, m, m * n, batch);
    }

private:
    /// Up to so many rows a batch is one call of cuBLAS; larger matrices fill the device alone.
    static constexpr index_t most_batched_rows = 512;

    static bool is_batched(index_t n, index_t batch) {
        return batch > 1 && n < most_batched_rows && batch <= INT32_MAX;
    }
    /// Whether a batch has enough matrices to be factored in a block each.
    static bool is_for_blocks(index_t n, index_t batch) {
        return is_batched(n, batch) && batch * 16 >= n;
    }
    static void require_int(index_t n) {
        if (n > INT32_MAX)
            raise<value_error>(
                "twill: a matrix of %lld rows or columns is beyond cuSOLVER's "
                "32-bit sizes",
                static_cast<long long>(n));
    }
    template <class T>
    static index_t small_bytes(index_t n, index_t k) {
        return n * ((n + k) | 1) * static_cast<index_t>(sizeof(T));
    }
    static index_t small_warps(index_t bytes_each) {
        index_t warps = small_threads / 32;
        while (warps > 1 && warps * bytes_each > small_shared_bytes)
            warps /= 2;
        return warps;
    }
    template <class T>
    static void run_small(small_system<T> const& system, fault_site const& site) {
        index_t const bytes = small_bytes<T>(system.n, system.k);
        index_t const warps = small_warps(bytes);
        launch(small_system_kernel<T>, smaller(divide_up(system.batch, warps), max_blocks),
               static_cast<unsigned>(32 * warps), static_cast<std::size_t>(bytes * warps), system,
               site, (system.n + system.k) | 1);
    }

    static fault_site site_of(info_meaning const& by) {
        fault_site site = fault_site_of<device_space>(by.operation);
        site.raiser = by.raiser;
        return site;
    }
    static void report(int const* info, index_t batch, info_meaning const& by) {
        launch(report_info_kernel, 1, report_threads, 0, info, batch, site_of(by));
    }
    template <class T>
    static solver_scratch<T*> pointers(T* from, index_t stride, index_t batch) {
        solver_scratch<T*> result(batch);
        launch(pointers_kernel<T>, divide_up(batch, 256), 256, 0, result.data(), from, stride,
               batch);
        return result;
    }
    template <class From, class To>
    static void convert(From const* from, To* to, index_t count) {
        auto const lie = contiguous(extents<1>(count));
        leaf<From, 1, device_space, dense> const x({}, from, lie);
        execution now;
        run_loop<device_space, dense>(now, make_elementwise(cast_function<To>{}, x),
                                      target<To, 1>{nullptr, to, lie, true});
    }

    template <class T>
    static solver_work getrf_work(solver_call const& call, T const* a, index_t m, index_t n) {
        std::size_t bytes[2] = {};
        auto const type = solver_names<T>::type;
        check(cusolverDnXgetrf_bufferSize(call.solver(), call.parameters(), m, n, type, a, m, type,
                                          bytes, bytes + 1),
              "cusolverDnXgetrf_bufferSize");
        return {bytes[0], bytes[1]};
    }
    template <class T>
    static void getrf(solver_call const& call, T* a, index_t m, index_t n, std::int64_t* pivots,
                      solver_work const& work, int* info) {
        auto const type = solver_names<T>::type;
        check(
            cusolverDnXgetrf(call.solver(), call.parameters(), m, n, type, a, m, pivots, type,
                             work.device(), work.device_bytes, work.host(), work.host_bytes, info),
            "cusolverDnXgetrf");
    }
    template <class T>
    static void getrs(solver_call const& call, T const* a, std::int64_t const* pivots, T* b,
                      index_t n, index_t k, matrix_op op, int* info) {
        auto const type = solver_names<T>::type;
        check(cusolverDnXgetrs(call.solver(), call.parameters(), blas_op(op), n, k, type, a, n,
                               pivots, type, b, n, info),
              "cusolverDnXgetrs");
    }
    template <class T>
    static void getrf_batched(solver_call const& call, T** a, index_t n, int* pivots, int* info,
                              index_t batch) {
        call_library("cublas getrfBatched", solver_names<T>::getrf_batched, call.blas(), n, a, n,
                     pivots, info, batch);
    }
    template <class T>
    static void getrs_batched(solver_call const& call, T** a, int const* pivots, T* b, index_t n,
                              index_t k, index_t batch, matrix_op op) {
        auto const of_b = pointers(b, n * k, batch);
        int info = 0;
        call_library("cublas getrsBatched", solver_names<T>::getrs_batched, call.blas(),
                     blas_op(op), n, k, a, n, pivots, of_b.data(), n, &info, batch);
    }
};

}  // namespace twill::inline v0::detail
