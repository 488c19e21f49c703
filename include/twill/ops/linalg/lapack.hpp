// SPDX-License-Identifier: MIT
// LAPACK and BLAS on the host, one matrix at a time, by columns. Empty unless the build found them
// (CMake's twill::linalg).
#pragma once

#include "twill/ops/linalg/operand.hpp"

#if defined(TWILL_HAS_LAPACKE)

#include <cblas.h>
#include <lapacke.h>

#include <algorithm>

namespace twill::inline v0::detail {

/// An argument as the parameter of a library's function: LAPACKE's and CBLAS's complex numbers are
/// other types of the same memory.
template <class P, class A>
P lapack_argument(A argument) {
    if constexpr (std::is_pointer_v<P> && std::is_pointer_v<A>)
        return reinterpret_cast<P>(
            const_cast<std::remove_const_t<std::remove_pointer_t<A>>*>(argument));
    else
        return static_cast<P>(argument);
}
template <class R, class... P, class... A>
R lapack(R (*function)(P...), A... arguments) {
    return function(lapack_argument<P>(arguments)...);
}

[[noreturn]] TWILL_COLD inline void raise_lapack_size(index_t n) {
    raise<value_error>(
        "twill: a matrix of %lld rows or columns needs more than LAPACK's 32-bit sizes say",
        static_cast<long long>(n));
}
inline lapack_int lapack_size(index_t n) {
    if (n > INT32_MAX)
        raise_lapack_size(n);
    return static_cast<lapack_int>(n);
}
/// What differs is the names.
template <class T>
struct lapack_names;
#define TWILL_LAPACK_NAMES(T, x, g)                               \
    template <>                                                   \
    struct lapack_names<T> {                                      \
        static constexpr auto getrf = &LAPACKE_##x##getrf_work;   \
        static constexpr auto getrs = &LAPACKE_##x##getrs_work;   \
        static constexpr auto potrf = &LAPACKE_##x##potrf_work;   \
        static constexpr auto geqrf = &LAPACKE_##x##geqrf_work;   \
        static constexpr auto form_q = &LAPACKE_##x##g##gqr_work; \
        static constexpr auto gesdd = &LAPACKE_##x##gesdd_work;   \
        static constexpr auto gesvd = &LAPACKE_##x##gesvd_work;   \
        static constexpr auto geev = &LAPACKE_##x##geev_work;     \
        static constexpr auto trsm = &cblas_##x##trsm;            \
        static constexpr auto gemm = &cblas_##x##gemm;            \
    }
TWILL_LAPACK_NAMES(float, s, or);
TWILL_LAPACK_NAMES(double, d, or);
TWILL_LAPACK_NAMES(complex<float>, c, un);
TWILL_LAPACK_NAMES(complex<double>, z, un);
#undef TWILL_LAPACK_NAMES
template <class T>
inline constexpr auto lapack_heevd = [] {
    if constexpr (std::is_same_v<T, float>)
        return &LAPACKE_ssyevd_work;
    else if constexpr (std::is_same_v<T, double>)
        return &LAPACKE_dsyevd_work;
    else if constexpr (std::is_same_v<T, complex<float>>)
        return &LAPACKE_cheevd_work;
    else
        return &LAPACKE_zheevd_work;
}();

/// Asks how much work memory a routine wants, and calls it with so much and, unseen, `room` more.
template <class T, class Routine>
int with_lapack_work(Routine&& routine, index_t room = 0) {
    T wanted{};
    int info = routine(&wanted, lapack_int{-1});
    if (info != 0)
        return info;
    auto count = static_cast<index_t>([&] {
        if constexpr (is_complex<T>)
            return wanted.real();
        else
            return wanted;
    }());
    // float32 cannot say every size.
    count += count / 1024 + 1;
    buffer<T> work(static_cast<std::size_t>(count + room));
    return routine(work.data(), lapack_size(count));
}

/// routine(copy) for a copy of a complex matrix that has a column to spare behind it, whose result
/// is copied back. OpenBLAS (0.3.21, cgemv_n and zgemv_n of 4 i + 2 rows) reads one element too
/// many of a strided vector; where that is a row of a matrix, as in reductions to bidiagonal,
/// tridiagonal and Hessenberg form, it lies up to a column behind the matrix, where memory may end.
template <class T, class Routine>
int with_spare_column(T* matrix, index_t rows, index_t columns, Routine&& routine) {
    if constexpr (is_complex<T>) {
        if (matrix == nullptr)
            return routine(matrix);
        auto const count = static_cast<std::size_t>(rows * columns);
        buffer<T> copy(count + static_cast<std::size_t>(rows));
        std::copy_n(matrix, count, copy.data());
        int const info = routine(copy.data());
        std::copy_n(copy.data(), count, matrix);
        return info;
    } else {
        return routine(matrix);
    }
}

template <class T>
struct host_routines {
    using S = real_t<T>;
    using names = lapack_names<T>;
    static constexpr int columns = LAPACK_COL_MAJOR;

    static int lu(T* a, index_t m, index_t n, int* pivots) {
        return lapack(names::getrf, columns, lapack_size(m), lapack_size(n), a, m, pivots);
    }
    static void lu_solve(T const* a, int const* pivots, T* b, index_t n, index_t k, matrix_op op) {
        lapack(names::getrs, columns, static_cast<char>(op), lapack_size(n), lapack_size(k), a, n,
               pivots, b, n);
    }
    static int cholesky(T* a, index_t n, bool upper) {
        return lapack(names::potrf, columns, upper ? 'U' : 'L', lapack_size(n), a, n);
    }
    static void triangular(T const* a, T* b, index_t n, index_t k, triangle_kind how) {
        auto const uplo = how.upper ? CblasUpper : CblasLower;
        auto const diagonal = how.unit ? CblasUnit : CblasNonUnit;
        lapack_size(n);
        lapack_size(k);
        T const one(1);
        if constexpr (is_complex<T>)
            lapack(names::trsm, CblasColMajor, CblasLeft, uplo, blas_op(how.op), diagonal, n, k,
                   &one, a, n, b, n);
        else
            lapack(names::trsm, CblasColMajor, CblasLeft, uplo, blas_op(how.op), diagonal, n, k,
                   one, a, n, b, n);
    }
    static void qr(T* a, index_t m, index_t n, T* tau) {
        with_lapack_work<T>([&](T* work, lapack_int size) {
            return lapack(names::geqrf, columns, lapack_size(m), lapack_size(n), a, m, tau, work,
                          size);
        });
    }
    static void form_q(T* a, index_t m, index_t wanted, index_t k, T const* tau) {
        with_lapack_work<T>([&](T* work, lapack_int size) {
            return lapack(names::form_q, columns, lapack_size(m), lapack_size(wanted), k, a, m, tau,
                          work, size);
        });
    }
    static int svd(T* a, index_t m, index_t n, S* s, T* u, T* vh, bool full) {
        index_t const rows = full ? n : smaller(m, n);
        return with_spare_column(a, m, n, [&](T* a1) {
            return with_spare_column(vh, rows, n, [&](T* vh1) {
                return with_spare_column(u, m, full ? m : smaller(m, n), [&](T* u1) {
                    return svd_in_room(a1, m, n, s, u1, vh1, full);
                });
            });
        });
    }
    static int svd_in_room(T* a, index_t m, index_t n, S* s, T* u, T* vh, bool full) {
        index_t const least = smaller(m, n);
        index_t const greatest = larger(m, n);
        char const job = !u ? 'N' : (full ? 'A' : 'S');
        index_t const rows = full ? n : least;
        // gesdd counts its work memory in 32 bits, and does not notice where that is too little.
        if (u && 4 * least * least + 7 * least + greatest > INT32_MAX)
            raise_lapack_size(greatest);
        buffer<int> integers(static_cast<std::size_t>(8 * least));
        buffer<S> reals(is_complex<T>
                            ? static_cast<std::size_t>(
                                  least * larger(5 * least + 7, 2 * greatest + 2 * least + 1))
                            : 1);
        return with_lapack_work<T>(
            [&](T* work, lapack_int size) {
                if constexpr (is_complex<T>)
                    return lapack(names::gesdd, columns, job, lapack_size(m), lapack_size(n), a, m,
                                  s, u, m, vh, rows, work, size, reals.data(), integers.data());
                else
                    return lapack(names::gesdd, columns, job, lapack_size(m), lapack_size(n), a, m,
                                  s, u, m, vh, rows, work, size, integers.data());
            },
            greatest);
    }
    static int eigh(T* a, index_t n, S* w, bool vectors) {
        return with_spare_column(a, n, n, [&](T* a1) { return eigh_in_room(a1, n, w, vectors); });
    }
    static int eigh_in_room(T* a, index_t n, S* w, bool vectors) {
        char const job = vectors ? 'V' : 'N';
        if (vectors && 1 + 6 * n + 2 * n * n > INT32_MAX)
            raise_lapack_size(n);
        index_t const many = 3 + 5 * n;
        buffer<int> integers(static_cast<std::size_t>(many));
        index_t const real_count = vectors ? 1 + 5 * n + 2 * n * n : n + 1;
        buffer<S> reals(is_complex<T> ? static_cast<std::size_t>(real_count) : 1);
        return with_lapack_work<T>(
            [&](T* work, lapack_int size) {
                // A question about one of the sizes is one about all of them.
                index_t const asked = size < 0 ? -1 : many;
                if constexpr (is_complex<T>)
                    return lapack(lapack_heevd<T>, columns, job, 'U', lapack_size(n), a, n, w, work,
                                  size, reals.data(), size < 0 ? index_t{-1} : real_count,
                                  integers.data(), asked);
                else
                    return lapack(lapack_heevd<T>, columns, job, 'U', lapack_size(n), a, n, w, work,
                                  size, integers.data(), asked);
            },
            n);
    }
    static int eig(T* a, index_t n, complex<S>* w, complex<S>* v) {
        char const job = v ? 'V' : 'N';
        auto const square = static_cast<std::size_t>(v ? n * n : 1);
        if constexpr (is_complex<T>) {
            buffer<S> reals(static_cast<std::size_t>(2 * n));
            T none{};
            return with_spare_column(a, n, n, [&](T* a1) {
                return with_spare_column(v, n, n, [&](T* v1) {
                    return with_lapack_work<T>(
                        [&](T* work, lapack_int size) {
                            return lapack(names::geev, columns, 'N', job, lapack_size(n), a1, n, w,
                                          &none, 1, v1 ? v1 : &none, n, work, size, reals.data());
                        },
                        n);
                });
            });
        } else {
            buffer<T> parts(static_cast<std::size_t>(2 * n));
            buffer<T> pairs(square);
            T none{};
            int const info = with_lapack_work<T>([&](T* work, lapack_int size) {
                return lapack(names::geev, columns, 'N', job, lapack_size(n), a, n, parts.data(),
                              parts.data() + n, &none, 1, pairs.data(), n, work, size);
            });
            for (index_t j = 0; j < n; ++j)
                w[j] = {parts.data()[j], parts.data()[n + j]};
            if (v)
                unpack_pairs(pairs.data(), w, v, n);
            return info;
        }
    }
    static void multiply(T const* a, T const* b, T* c, index_t m, index_t n, index_t k,
                         matrix_op opa, matrix_op opb) {
        index_t const sizes[] = {m, n, k};
        for (index_t const size : sizes)
            lapack_size(size);
        T const one(1);
        T const zero(0);
        index_t const lda = larger(opa == matrix_op::plain ? m : k, index_t{1});
        index_t const ldb = larger(opb == matrix_op::plain ? k : n, index_t{1});
        if constexpr (is_complex<T>)
            lapack(names::gemm, CblasColMajor, blas_op(opa), blas_op(opb), m, n, k, &one, a, lda, b,
                   ldb, &zero, c, m);
        else
            lapack(names::gemm, CblasColMajor, blas_op(opa), blas_op(opb), m, n, k, one, a, lda, b,
                   ldb, zero, c, m);
    }

private:
    static CBLAS_TRANSPOSE blas_op(matrix_op op) {
        return op == matrix_op::plain ? CblasNoTrans
                                      : (op == matrix_op::adjoint ? CblasConjTrans : CblasTrans);
    }
    /// LAPACK gives the vectors of a conjugate pair as one column of real parts and one of
    /// imaginary ones.
    static void unpack_pairs(T const* from, complex<S> const* w, complex<S>* v, index_t n) {
        for (index_t j = 0; j < n; ++j) {
            bool const first = w[j].imag() > S(0) && j + 1 < n;
            for (index_t i = 0; i < n; ++i) {
                T const real = from[j * n + i];
                if (first) {
                    T const imag = from[(j + 1) * n + i];
                    v[j * n + i] = {real, imag};
                    v[(j + 1) * n + i] = {real, -imag};
                } else {
                    v[j * n + i] = {real, T(0)};
                }
            }
            j += first ? 1 : 0;
        }
    }
};

}  // namespace twill::inline v0::detail

#endif
