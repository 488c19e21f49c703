// SPDX-License-Identifier: MIT
// Eigen's decompositions on the host, one matrix at a time, by columns: what stands in for LAPACK
// where that is not found. Empty unless the build chose it (CMake's twill::linalg).
#pragma once

#include "twill/ops/linalg/operand.hpp"

#if defined(TWILL_HAS_EIGEN) && !defined(TWILL_HAS_LAPACKE)

#include <complex>

#include <Eigen/Dense>

namespace twill::inline v0::detail {

template <class T>
struct eigen_scalar {
    using type = T;
};
template <class T>
struct eigen_scalar<complex<T>> {
    using type = std::complex<T>;
};

template <class T>
struct host_routines {
    using S = real_t<T>;
    using scalar = typename eigen_scalar<T>::type;
    using matrix = Eigen::Matrix<scalar, Eigen::Dynamic, Eigen::Dynamic>;
    using map = Eigen::Map<matrix>;
    using const_map = Eigen::Map<matrix const>;
    using complex_matrix = Eigen::Matrix<std::complex<S>, Eigen::Dynamic, Eigen::Dynamic>;

    static int lu(T* a, index_t m, index_t n, int* pivots) {
        map x = mapped(a, m, n);
        if (m == n && n > 0) {
            Eigen::PartialPivLU<Eigen::Ref<matrix>> const lu(x);
            // Its permutation as exchanges, LAPACK's way.
            auto const& to = lu.permutationP().indices();
            buffer<int> row_at(static_cast<std::size_t>(n));
            buffer<int> place_of(static_cast<std::size_t>(n));
            for (int i = 0; i < static_cast<int>(n); ++i)
                row_at.data()[i] = place_of.data()[i] = i;
            buffer<int> wanted(static_cast<std::size_t>(n));
            for (int i = 0; i < static_cast<int>(n); ++i)
                wanted.data()[to(i)] = i;
            for (int i = 0; i < static_cast<int>(n); ++i) {
                int const row = wanted.data()[i];
                int const at = place_of.data()[row];
                int const other = row_at.data()[i];
                std::swap(row_at.data()[i], row_at.data()[at]);
                place_of.data()[other] = at;
                place_of.data()[row] = i;
                pivots[i] = at + 1;
            }
        } else {
            // PartialPivLU is for square matrices.
            for (index_t k = 0; k < smaller(m, n); ++k) {
                index_t at = 0;
                x.col(k).tail(m - k).cwiseAbs().maxCoeff(&at);
                at += k;
                pivots[k] = static_cast<int>(at) + 1;
                if (at != k)
                    x.row(k).swap(x.row(at));
                if (x(k, k) == scalar(0))
                    continue;
                index_t const rows = m - k - 1;
                index_t const columns = n - k - 1;
                x.col(k).tail(rows) /= x(k, k);
                if (rows > 0 && columns > 0)
                    x.bottomRightCorner(rows, columns).noalias() -=
                        x.col(k).tail(rows) * x.row(k).tail(columns);
            }
        }
        for (index_t k = 0; k < smaller(m, n); ++k)
            if (x(k, k) == scalar(0))
                return static_cast<int>(k) + 1;
        return 0;
    }
    static void lu_solve(T const* a, int const* pivots, T* b, index_t n, index_t k, matrix_op op) {
        map x = mapped(b, n, k);
        auto exchange = [&](index_t i) {
            if (pivots[i] - 1 != i)
                x.row(i).swap(x.row(pivots[i] - 1));
        };
        if (op == matrix_op::plain) {
            for (index_t i = 0; i < n; ++i)
                exchange(i);
            triangular(a, b, n, k, {false, op, true});
            triangular(a, b, n, k, {true, op, false});
        } else {
            triangular(a, b, n, k, {true, op, false});
            triangular(a, b, n, k, {false, op, true});
            for (index_t i = n; i-- > 0;)
                exchange(i);
        }
    }
    static int cholesky(T* a, index_t n, bool upper) {
        map x = mapped(a, n, n);
        // The other triangle stays; Eigen says only that it failed.
        if (upper) {
            Eigen::LLT<matrix, Eigen::Upper> const done(x);
            if (done.info() != Eigen::Success)
                return first_indefinite(x.adjoint());
            matrix const u = done.matrixU();
            x.template triangularView<Eigen::Upper>() = u;
        } else {
            Eigen::LLT<matrix> const done(x);
            if (done.info() != Eigen::Success)
                return first_indefinite(x);
            matrix const l = done.matrixL();
            x.template triangularView<Eigen::Lower>() = l;
        }
        return 0;
    }
    static void triangular(T const* a, T* b, index_t n, index_t k, triangle_kind how) {
        const_map x(reinterpret_cast<scalar const*>(a), n, n);
        map to = mapped(b, n, k);
        auto solve = [&](auto const& m, bool upper) {
            if (upper && how.unit)
                m.template triangularView<Eigen::UnitUpper>().solveInPlace(to);
            else if (upper)
                m.template triangularView<Eigen::Upper>().solveInPlace(to);
            else if (how.unit)
                m.template triangularView<Eigen::UnitLower>().solveInPlace(to);
            else
                m.template triangularView<Eigen::Lower>().solveInPlace(to);
        };
        if (how.op == matrix_op::plain)
            solve(x, how.upper);
        else if (how.op == matrix_op::transposed)
            solve(x.transpose(), !how.upper);
        else
            solve(x.adjoint(), !how.upper);
    }
    static void qr(T* a, index_t m, index_t n, T* tau) {
        map x = mapped(a, m, n);
        Eigen::HouseholderQR<Eigen::Ref<matrix>> const done(x);
        mapped(tau, smaller(m, n), 1) = done.hCoeffs();
    }
    static void form_q(T* a, index_t m, index_t wanted, index_t k, T const* tau) {
        matrix const reflectors = mapped(a, m, k);
        Eigen::Matrix<scalar, Eigen::Dynamic, 1> const factors =
            const_map(reinterpret_cast<scalar const*>(tau), k, 1);
        // As H = I - tau v v^H, whose factors Eigen's sequence takes conjugated.
        mapped(a, m, wanted) =
            Eigen::householderSequence(reflectors, factors.conjugate()).setLength(k) *
            matrix::Identity(m, wanted);
    }
    static int svd(T* a, index_t m, index_t n, S* s, T* u, T* vh, bool full) {
        index_t const least = smaller(m, n);
        map x = mapped(a, m, n);
        unsigned options = 0;
        if (u)
            options = full ? Eigen::ComputeFullU | Eigen::ComputeFullV
                           : Eigen::ComputeThinU | Eigen::ComputeThinV;
        Eigen::BDCSVD<matrix> const done(x, options);
        if (done.info() != Eigen::Success)
            return 1;
        Eigen::Map<Eigen::Matrix<S, Eigen::Dynamic, 1>>(s, least) = done.singularValues();
        if (u) {
            mapped(u, m, full ? m : least) = done.matrixU();
            mapped(vh, full ? n : least, n) = done.matrixV().adjoint();
        }
        return 0;
    }
    static int eigh(T* a, index_t n, S* w, bool vectors) {
        map x = mapped(a, n, n);
        // Eigen reads the lower triangle.
        matrix const lower = x.adjoint();
        Eigen::SelfAdjointEigenSolver<matrix> const done(
            lower, vectors ? Eigen::ComputeEigenvectors : Eigen::EigenvaluesOnly);
        if (done.info() != Eigen::Success)
            return 1;
        Eigen::Map<Eigen::Matrix<S, Eigen::Dynamic, 1>>(w, n) = done.eigenvalues();
        if (vectors)
            x = done.eigenvectors();
        return 0;
    }
    static int eig(T* a, index_t n, complex<S>* w, complex<S>* v) {
        map x = mapped(a, n, n);
        auto keep = [&](auto const& done) {
            if (done.info() != Eigen::Success)
                return 1;
            Eigen::Map<complex_matrix>(reinterpret_cast<std::complex<S>*>(w), n, 1) =
                done.eigenvalues();
            if (v)
                Eigen::Map<complex_matrix>(reinterpret_cast<std::complex<S>*>(v), n, n) =
                    done.eigenvectors();
            return 0;
        };
        if constexpr (is_complex<T>)
            return keep(Eigen::ComplexEigenSolver<matrix>(x, v != nullptr));
        else
            return keep(Eigen::EigenSolver<matrix>(x, v != nullptr));
    }
    static void multiply(T const* a, T const* b, T* c, index_t m, index_t n, index_t k,
                         matrix_op opa, matrix_op opb) {
        bool const plain_a = opa == matrix_op::plain;
        bool const plain_b = opb == matrix_op::plain;
        const_map x(reinterpret_cast<scalar const*>(a), plain_a ? m : k, plain_a ? k : m);
        const_map y(reinterpret_cast<scalar const*>(b), plain_b ? k : n, plain_b ? n : k);
        map to = mapped(c, m, n);
        matrix const left =
            plain_a ? matrix(x)
                    : (opa == matrix_op::adjoint ? matrix(x.adjoint()) : matrix(x.transpose()));
        matrix const right =
            plain_b ? matrix(y)
                    : (opb == matrix_op::adjoint ? matrix(y.adjoint()) : matrix(y.transpose()));
        to.noalias() = left * right;
    }

private:
    static map mapped(T* a, index_t m, index_t n) {
        return map(reinterpret_cast<scalar*>(a), m, n);
    }
    /// The order of the first leading minor that is not positive.
    template <class X>
    static int first_indefinite(X const& lower) {
        auto const n = static_cast<int>(lower.rows());
        for (int k = 1; k <= n; ++k)
            if (Eigen::LLT<matrix>(lower.topLeftCorner(k, k)).info() != Eigen::Success)
                return k;
        return n;
    }
};

}  // namespace twill::inline v0::detail

#endif
