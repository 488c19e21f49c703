// SPDX-License-Identifier: MIT
// Singular values and eigenvalues on the device.
#pragma once

#include "twill/ops/linalg/device.cuh"
#include "twill/ops/linalg/jacobi.cuh"

namespace twill::inline v0::detail {

/// Whether one matrix, m >= n, is done by Jacobi rotations rather than by bidiagonal QR: with
/// vectors 1.0 against 2.3 ms for 64 rows and columns, 54 against 107 for 1024, 1026 against 1229
/// for 4096; values alone 6.6 against 10.8 ms for 256, but 0.99 against 0.41 for 64 and 950 against
/// 545 for 4096 (float32, H200). Sizes of its work area are 32-bit.
inline bool rotates(index_t m, index_t n, bool vectors) {
    return m <= 8 * n && m <= 4096 && (vectors || (n >= 128 && n <= 1024));
}

/// What gesvdj gives is V; its adjoint, by columns.
template <class T>
void adjoint_of(T const* v, T* vh, index_t rows, index_t columns, index_t batch) {
    // (batch, column, row) of V is (batch, row, column) of its transpose.
    auto const from = contiguous(extents<3>(batch, columns, rows));
    auto const to = contiguous(extents<3>(batch, rows, columns));
    leaf<T, 3, device_space, dense> const x({}, v, from);
    target<T, 3> const result{nullptr, vh, to, true};
    execution now;
    auto const turned = matrix_transpose(x);
    if constexpr (is_complex<T>)
        run_loop<device_space, dense>(now, as_node(conj(turned)), result);
    else
        run_loop<device_space, dense>(now, as_node(turned), result);
}

template <class T>
void dense_solver<device_space>::svd(T* a, real_t<T>* s, T* u, T* vh, index_t m, index_t n,
                                     bool full, index_t batch, info_meaning const& by) {
    using names = solver_names<T>;
    if (svd_by_rotations(a, s, u, vh, m, n, full, batch, site_of(by)))
        return;
    solver_call const call;
    solver_scratch<int> const info(batch);
    auto const mode = u ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
    index_t const columns = full ? m : n;
    if (rotates(m, n, u != nullptr)) {
        solver_scratch<T> const v(u ? n * n * batch : n * n);
        solver_scratch<T> const spare(u ? 0 : m * n);
        int const economic = full ? 0 : 1;
        int size = 0;
        call_library("cusolverDngesvdj_bufferSize", names::gesvdj_work, call.solver(), mode,
                     economic, m, n, a, m, s, u ? u : spare.data(), m, v.data(), n, &size,
                     call.jacobi());
        solver_scratch<T> const work(size);
        for (index_t i = 0; i < batch; ++i)
            call_library("cusolverDngesvdj", names::gesvdj, call.solver(), mode, economic, m, n,
                         a + i * m * n, m, s + i * n, u ? u + i * m * columns : spare.data(), m,
                         v.data() + (u ? i * n * n : 0), n, work.data(), size, info.data() + i,
                         call.jacobi());
        if (u)
            adjoint_of(v.data(), vh, n, n, batch);
        return report(info.data(), batch, by);
    }
    auto const type = names::type;
    auto const real = solver_names<real_t<T>>::type;
    signed char const job = u ? (full ? 'A' : 'S') : 'N';
    std::size_t bytes[2] = {};
    check(cusolverDnXgesvd_bufferSize(call.solver(), call.parameters(), job, job, m, n, type, a, m,
                                      real, s, type, u, m, type, vh, n, type, bytes, bytes + 1),
          "cusolverDnXgesvd_bufferSize");
    solver_work const work(bytes[0], bytes[1]);
    for (index_t i = 0; i < batch; ++i)
        check(
            cusolverDnXgesvd(call.solver(), call.parameters(), job, job, m, n, type, a + i * m * n,
                             m, real, s + i * n, type, u ? u + i * m * columns : nullptr, m, type,
                             u ? vh + i * n * n : nullptr, n, type, work.device(),
                             work.device_bytes, work.host(), work.host_bytes, info.data() + i),
            "cusolverDnXgesvd");
    report(info.data(), batch, by);
}

template <class T>
void dense_solver<device_space>::eigh(T* a, real_t<T>* w, index_t n, index_t batch, bool vectors,
                                      info_meaning const& by) {
    solver_call const call;
    solver_scratch<int> const info(batch);
    auto const mode = vectors ? CUSOLVER_EIG_MODE_VECTOR : CUSOLVER_EIG_MODE_NOVECTOR;
    auto const fill = CUBLAS_FILL_MODE_UPPER;
    auto const type = solver_names<T>::type;
    auto const real = solver_names<real_t<T>>::type;
    std::size_t bytes[2] = {};
#if CUSOLVER_VERSION >= 11701  // CUDA 12.6, update 2
    if (batch > 1) {
        check(cusolverDnXsyevBatched_bufferSize(call.solver(), call.parameters(), mode, fill, n,
                                                type, a, n, real, w, type, bytes, bytes + 1, batch),
              "cusolverDnXsyevBatched_bufferSize");
        solver_work const work(bytes[0], bytes[1]);
        check(cusolverDnXsyevBatched(call.solver(), call.parameters(), mode, fill, n, type, a, n,
                                     real, w, type, work.device(), work.device_bytes, work.host(),
                                     work.host_bytes, info.data(), batch),
              "cusolverDnXsyevBatched");
        return report(info.data(), batch, by);
    }
#endif
    check(cusolverDnXsyevd_bufferSize(call.solver(), call.parameters(), mode, fill, n, type, a, n,
                                      real, w, type, bytes, bytes + 1),
          "cusolverDnXsyevd_bufferSize");
    solver_work const work(bytes[0], bytes[1]);
    for (index_t i = 0; i < batch; ++i)
        check(cusolverDnXsyevd(call.solver(), call.parameters(), mode, fill, n, type, a + i * n * n,
                               n, real, w + i * n, type, work.device(), work.device_bytes,
                               work.host(), work.host_bytes, info.data() + i),
              "cusolverDnXsyevd");
    report(info.data(), batch, by);
}

template <class T>
void dense_solver<device_space>::eig(T* a, complex<real_t<T>>* w, complex<real_t<T>>* v, index_t n,
                                     index_t batch, info_meaning const& by) {
#if CUSOLVER_VERSION < 11702
    static_assert(sizeof(T) == 0,
                  "twill: linalg::eig, eigvals and roots on the device need cuSOLVER 11.7.2 or "
                  "later, which is that of CUDA 12.8; on the host they need no CUDA");
#else
    using C = complex<real_t<T>>;
    solver_call const call;
    solver_scratch<int> const info(batch);
    auto const none = CUSOLVER_EIG_MODE_NOVECTOR;
    auto const mode = v ? CUSOLVER_EIG_MODE_VECTOR : none;
    auto const type = solver_names<T>::type;
    auto const complex_type = solver_names<C>::type;
    solver_scratch<T> const pairs(!is_complex<T> && v ? n * n : 1);
    auto vectors_of = [&](index_t i) {
        if constexpr (is_complex<T>)
            return v ? v + i * n * n : pairs.data();
        else
            return pairs.data();
    };
    std::size_t bytes[2] = {};
    check(cusolverDnXgeev_bufferSize(call.solver(), call.parameters(), none, mode, n, type, a, n,
                                     complex_type, w, type, nullptr, n, type, vectors_of(0), n,
                                     type, bytes, bytes + 1),
          "cusolverDnXgeev_bufferSize");
    solver_work const work(bytes[0], bytes[1]);
    for (index_t i = 0; i < batch; ++i) {
        check(cusolverDnXgeev(call.solver(), call.parameters(), none, mode, n, type, a + i * n * n,
                              n, complex_type, w + i * n, type, nullptr, n, type, vectors_of(i), n,
                              type, work.device(), work.device_bytes, work.host(), work.host_bytes,
                              info.data() + i),
              "cusolverDnXgeev");
        if constexpr (!is_complex<T>)
            if (v)
                launch(eigenvector_pairs_kernel<T>, n, 256, 0, pairs.data(), w + i * n,
                       v + i * n * n, n);
    }
    report(info.data(), batch, by);
#endif
}

}  // namespace twill::inline v0::detail
