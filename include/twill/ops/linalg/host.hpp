// SPDX-License-Identifier: MIT
// Solvers on the host: a batch is a loop over LAPACK's or Eigen's routines, on several threads
// where the matrices are small.
#pragma once

#include "twill/host/pool.hpp"
#include "twill/ops/linalg/eigen.hpp"
#include "twill/ops/linalg/lapack.hpp"

#if defined(TWILL_HAS_LAPACKE) || defined(TWILL_HAS_EIGEN)

namespace twill::inline v0::detail {

template <>
struct dense_solver<host_space> {
    template <class T>
    static bool keeps_operands(index_t, index_t, index_t) {
        return false;
    }
    template <class T>
    static bool takes_rows(index_t, index_t, index_t) {
        return false;
    }
    template <class T>
    static void solve(T* a, T* b, index_t n, index_t k, index_t batch, matrix_op op, bool,
                      info_meaning const& by) {
        each(batch, n, by, [&](index_t i) {
            buffer<int> pivots(static_cast<std::size_t>(n));
            int const info = host_routines<T>::lu(a + i * n * n, n, n, pivots.data());
            if (info == 0)
                host_routines<T>::lu_solve(a + i * n * n, pivots.data(), b + i * n * k, n, k, op);
            return info;
        });
    }
    template <class T>
    static bool inverts(index_t) {
        return false;
    }
    template <class T>
    static void invert(T const*, T*, index_t, index_t, info_meaning const&) {}
    template <class T>
    static void lu(T* a, index_t m, index_t n, index_t batch, int* pivots) {
        index_t const least = smaller(m, n);
        each(batch, m, {}, [&](index_t i) {
            host_routines<T>::lu(a + i * m * n, m, n, pivots + i * least);
            return 0;
        });
    }
    template <class T>
    static void lu_solve(T const* a, int const* pivots, T* b, index_t n, index_t k, index_t batch,
                         matrix_op op) {
        each(batch, n, {}, [&](index_t i) {
            host_routines<T>::lu_solve(a + i * n * n, pivots + i * n, b + i * n * k, n, k, op);
            return 0;
        });
    }
    template <class T>
    static void cholesky(T* a, index_t n, index_t batch, bool upper, info_meaning const& by) {
        each(batch, n, by,
             [&](index_t i) { return host_routines<T>::cholesky(a + i * n * n, n, upper); });
    }
    template <class T>
    static bool keeps_triangle(index_t, index_t) {
        return true;
    }
    static bool prefers_lower(index_t) { return false; }
    template <class T>
    static void triangular(T const* a, T* b, index_t n, index_t k, index_t batch, triangle_kind how,
                           info_meaning const& by) {
        each(batch, n, by, [&](index_t i) {
            T const* const matrix = a + i * n * n;
            for (index_t d = 0; !how.unit && d < n; ++d)
                if (matrix[d * n + d] == T(0))
                    return static_cast<int>(d) + 1;
            host_routines<T>::triangular(matrix, b + i * n * k, n, k, how);
            return 0;
        });
    }
    template <class T>
    static void qr(T* a, T* tau, index_t m, index_t n, index_t batch) {
        index_t const least = smaller(m, n);
        each(batch, larger(m, n), {}, [&](index_t i) {
            host_routines<T>::qr(a + i * m * n, m, n, tau + i * least);
            return 0;
        });
    }
    template <class T>
    static void form_q(T* a, T const* tau, index_t m, index_t columns, index_t k, index_t batch) {
        each(batch, m, {}, [&](index_t i) {
            host_routines<T>::form_q(a + i * m * columns, m, columns, k, tau + i * k);
            return 0;
        });
    }
    template <class T>
    static void svd(T* a, real_t<T>* s, T* u, T* vh, index_t m, index_t n, bool full, index_t batch,
                    info_meaning const& by) {
        index_t const least = smaller(m, n);
        index_t const left = m * (full ? m : least);
        index_t const right = n * (full ? n : least);
        each(batch, larger(m, n), by, [&](index_t i) {
            if (!is_finite(a + i * m * n, m * n))
                return no_convergence;
            return host_routines<T>::svd(a + i * m * n, m, n, s + i * least,
                                         u ? u + i * left : nullptr, u ? vh + i * right : nullptr,
                                         full);
        });
    }
    template <class T>
    static void eigh(T* a, real_t<T>* w, index_t n, index_t batch, bool vectors,
                     info_meaning const& by) {
        each(batch, n, by, [&](index_t i) {
            for (index_t j = 0; j < n; ++j)
                if (!is_finite(a + (i * n + j) * n, j + 1))
                    return no_convergence;
            return host_routines<T>::eigh(a + i * n * n, n, w + i * n, vectors);
        });
    }
    template <class T>
    static void eig(T* a, complex<real_t<T>>* w, complex<real_t<T>>* v, index_t n, index_t batch,
                    info_meaning const& by) {
        each(batch, n, by, [&](index_t i) {
            if (!is_finite(a + i * n * n, n * n))
                return no_convergence;
            return host_routines<T>::eig(a + i * n * n, n, w + i * n, v ? v + i * n * n : nullptr);
        });
    }
    template <class T>
    static void multiply(T const* a, T const* b, T* c, index_t m, index_t n, index_t k,
                         index_t batch, matrix_op opa, matrix_op opb) {
        each(batch, larger(m, n, k), {}, [&](index_t i) {
            host_routines<T>::multiply(a + i * m * k, b + i * k * n, c + i * m * n, m, n, k, opa,
                                       opb);
            return 0;
        });
    }

private:
    /// Above it the library's own threads have enough to do with one matrix.
    static constexpr index_t most_small = 64;

    /// Libraries print of numbers that are not finite, give NaN for them, or never end.
    template <class T>
    static bool is_finite(T const* x, index_t count) {
        for (index_t i = 0; i < count; ++i)
            if (!isfinite_function{}(x[i]))
                return false;
        return true;
    }
    static constexpr int no_convergence = 1;

    /// body(i), which returns its info, for every matrix of a batch; throws the first one's.
    template <class Body>
    static void each(index_t batch, index_t size, info_meaning const& by, Body&& body) {
        buffer<int> info(static_cast<std::size_t>(batch));
        if (batch > 1 && size <= most_small) {
            index_t const piece = divide_up(batch, 64);
            parallel_pieces(divide_up(batch, piece), [&](index_t p) {
                for (index_t i = p * piece; i < smaller((p + 1) * piece, batch); ++i)
                    info.data()[i] = body(i);
            });
        } else {
            for (index_t i = 0; i < batch; ++i)
                info.data()[i] = body(i);
        }
        throw_info(by, info.data(), batch);
    }
};

}  // namespace twill::inline v0::detail

#endif
