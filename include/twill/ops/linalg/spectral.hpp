// SPDX-License-Identifier: MIT
// Singular values and eigenvalues: svd, svdvals, eigh, eigvalsh, eig, eigvals. Matrices stand in
// the last two axes, batches of them in the axes before; where and when they run, and element
// types, as ops/linalg/solve.hpp says. What does not converge (on the host also what is not finite)
// throws linalg_error, on the device from the next call that waits.
#pragma once

#include "twill/ops/linalg/factor.hpp"

namespace twill::inline v0 {
namespace linalg {

/// a = u diag(s) vh: orthonormal columns of u, orthonormal rows of vh, s from the largest on.
template <class Matrix, class Values>
struct svd_result {
    Matrix u;
    Values s;
    Matrix vh;
};
/// Eigenvalues, and eigenvectors of length one as the columns of matrices.
template <class Values, class Matrix>
struct eig_result {
    Values eigenvalues;
    Matrix eigenvectors;
};

}  // namespace linalg

namespace detail {

template <class Space, class T, int Rank>
array<T, Rank, Space> identities(execution& now, extents<Rank> const& shape) {
    auto const one = eye<T>(shape[Rank - 2], shape[Rank - 1]);
    return array_of(evaluate_fresh<T, Space>(now, as_node(broadcast_to(one, shape))));
}

/// A wide matrix by rows is a tall one by columns, whose factors by columns are this one's by rows
/// in the other order; a tall one is transposed on the way in, and its factors on the way out.
template <bool Vectors, class A>
auto singular(A const& a, bool full, caller const& by) {
    using Space = typename A::space;
    using T = solver_t<typename A::value_type>;
    using S = real_t<T>;
    using solver = dense_solver<Space>;
    constexpr int rank = A::rank;
    auto const shape = a.shape(by.place);
    auto const m = matrices_of(shape);
    index_t const k = m.least();
    bool const tall = m.rows > m.columns;
    info_meaning const meaning{by.operation, raise_no_convergence};
    execution now;
    auto s = uninitialised<S, Space>(now, with_last<rank - 1, rank - 2>(shape, k));
    auto work = tall ? spoilable_columns<T, Space>(now, a) : spoilable<T, Space>(now, a);
    if constexpr (!Vectors) {
        if (!m.empty())
            solver::svd(memory_of(work), memory_of(s), static_cast<T*>(nullptr),
                        static_cast<T*>(nullptr), larger(m.rows, m.columns), k, false, m.batch,
                        meaning);
        return array_of(std::move(s));
    } else {
        using result = linalg::svd_result<array<T, rank, Space>, array<S, rank - 1, Space>>;
        index_t const left = full ? m.rows : k;
        index_t const right = full ? m.columns : k;
        auto const of_u = with_last<rank, rank - 2>(shape, m.rows, left);
        auto const of_vh = with_last<rank, rank - 2>(shape, right, m.columns);
        if (m.empty())
            return result{identities<Space, T>(now, of_u), array_of(std::move(s)),
                          identities<Space, T>(now, of_vh)};
        // (columns, rows) of what the library calls u and vh.
        auto u = uninitialised<T, Space>(
            now, tall ? with_last<rank, rank - 2>(shape, left, m.rows) : of_vh);
        auto vh = uninitialised<T, Space>(
            now, tall ? with_last<rank, rank - 2>(shape, m.columns, right) : of_u);
        solver::svd(memory_of(work), memory_of(s), memory_of(u), memory_of(vh),
                    larger(m.rows, m.columns), k, full, m.batch, meaning);
        if (tall) {
            auto first = by_rows(now, std::move(u));
            return result{std::move(first), array_of(std::move(s)), by_rows(now, std::move(vh))};
        }
        return result{array_of(std::move(vh)), array_of(std::move(s)), array_of(std::move(u))};
    }
}

template <bool Vectors, class A>
auto hermitian_eigen(A const& a, bool upper, caller const& by) {
    using Space = typename A::space;
    using T = solver_t<typename A::value_type>;
    using S = real_t<T>;
    constexpr int rank = A::rank;
    auto const shape = square_shape(a, by);
    auto const m = matrices_of(shape);
    execution now;
    auto w = uninitialised<S, Space>(now, with_last<rank - 1, rank - 2>(shape, m.rows));
    // The lower triangle by rows is the upper one of the conjugate by columns.
    auto work = upper ? spoilable_columns<T, Space>(now, a) : spoilable<T, Space>(now, a);
    if (!m.empty())
        dense_solver<Space>::eigh(memory_of(work), memory_of(w), m.rows, m.batch, Vectors,
                                  {by.operation, raise_no_convergence});
    if constexpr (!Vectors) {
        return array_of(std::move(w));
    } else {
        using result = linalg::eig_result<array<S, rank - 1, Space>, array<T, rank, Space>>;
        if constexpr (is_complex<T>)
            if (!upper)
                return result{
                    array_of(std::move(w)),
                    array_of(evaluate_fresh<T, Space>(now, as_node(conj(matrix_transpose(work)))))};
        return result{array_of(std::move(w)), by_rows(now, std::move(work))};
    }
}

template <bool Vectors, class A>
auto general_eigen(A const& a, caller const& by) {
    using Space = typename A::space;
    using T = solver_t<typename A::value_type>;
    using C = complex<real_t<T>>;
    constexpr int rank = A::rank;
    auto const shape = square_shape(a, by);
    auto const m = matrices_of(shape);
    execution now;
    auto w = uninitialised<C, Space>(now, with_last<rank - 1, rank - 2>(shape, m.rows));
    auto const work = spoilable_columns<T, Space>(now, a);
    info_meaning const meaning{by.operation, raise_no_convergence};
    if constexpr (!Vectors) {
        if (!m.empty())
            dense_solver<Space>::eig(memory_of(work), memory_of(w), static_cast<C*>(nullptr),
                                     m.rows, m.batch, meaning);
        return array_of(std::move(w));
    } else {
        auto v = uninitialised<C, Space>(now, shape);
        if (!m.empty())
            dense_solver<Space>::eig(memory_of(work), memory_of(w), memory_of(v), m.rows, m.batch,
                                     meaning);
        using result = linalg::eig_result<array<C, rank - 1, Space>, array<C, rank, Space>>;
        return result{array_of(std::move(w)), by_rows(now, std::move(v))};
    }
}

}  // namespace detail

namespace linalg {

/// `auto [u, s, vh] = svd(a)` of matrices (..., m, n): u of shape (..., m, m), s (..., min(m, n)),
/// vh (..., n, n); without `full_matrices` (..., m, k) and (..., k, n) with k = min(m, n). Does not
/// wait.
template <twill::detail::operand A>
[[nodiscard]] auto svd(A const& a, bool full_matrices = true,
                       source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        return twill::detail::singular<true>(twill::detail::as_node(a), full_matrices,
                                             {"svd", place});
    });
}
/// The singular values of matrices (..., m, n), from the largest on, of shape (..., min(m, n)).
/// Does not wait.
template <twill::detail::operand A>
[[nodiscard]] auto svdvals(A const& a, source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        return twill::detail::singular<false>(twill::detail::as_node(a), false, {"svdvals", place});
    });
}

/// `auto [w, v] = eigh(a)` of symmetric or Hermitian matrices (..., n, n), of which only the lower
/// triangle is read, or with `upper` the upper one: real eigenvalues (..., n) from the least on,
/// and orthonormal eigenvectors as the columns of (..., n, n): a v = v diag(w). Does not wait.
/// Throws shape_error.
template <twill::detail::operand A>
[[nodiscard]] auto eigh(A const& a, bool upper = false,
                        source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        return twill::detail::hermitian_eigen<true>(twill::detail::as_node(a), upper,
                                                    {"eigh", place});
    });
}
/// The eigenvalues of eigh() alone. Does not wait.
template <twill::detail::operand A>
[[nodiscard]] auto eigvalsh(A const& a, bool upper = false,
                            source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        return twill::detail::hermitian_eigen<false>(twill::detail::as_node(a), upper,
                                                     {"eigvalsh", place});
    });
}

/// `auto [w, v] = eig(a)` of square matrices (..., n, n): eigenvalues (..., n) in no order, and
/// eigenvectors of length one as the columns of (..., n, n): a v = v diag(w). Both are complex also
/// where a is real. Throws shape_error. On the device matrices are done one after another, and the
/// library works on the host, too: the call waits for it.
template <twill::detail::operand A>
[[nodiscard]] auto eig(A const& a, source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        return twill::detail::general_eigen<true>(twill::detail::as_node(a), {"eig", place});
    });
}
/// The eigenvalues of eig() alone.
template <twill::detail::operand A>
[[nodiscard]] auto eigvals(A const& a, source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        return twill::detail::general_eigen<false>(twill::detail::as_node(a), {"eigvals", place});
    });
}

}  // namespace linalg
}  // namespace twill::inline v0
