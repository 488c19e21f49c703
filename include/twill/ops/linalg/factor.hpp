// SPDX-License-Identifier: MIT
// Factors of matrices: cholesky, lu, lu_factor and lu_solve, qr. Matrices stand in the last two
// axes, batches of them in the axes before; where and when they run, and element types, as
// ops/linalg/solve.hpp says.
#pragma once

#include "twill/expr/triangles.hpp"
#include "twill/ops/linalg/solve.hpp"

namespace twill::inline v0 {
namespace detail {

template <class E>
auto leading(E const& x, index_t rows, index_t columns) {
    auto map = identity_mapping(x.shape());
    map.shape[E::rank - 2] = rows;
    map.shape[E::rank - 1] = columns;
    return rearrange(x, map);
}
/// Which matrix of a batch an index belongs to, as a value.
template <int Rank>
index_leaf<Rank> batch_index(extents<Rank> const& shape) {
    index_leaf<Rank> result{0, {shape, {}}};
    index_t step = 1;
    for (int d = Rank - 3; d >= 0; --d) {
        result.layout.stride[d] = step;
        step *= shape[d];
    }
    return result;
}

/// Where row i of a matrix stands after the exchanges of an elimination.
struct exchanged_row_function {
    static constexpr char const* name = "exchanged_row";
    static constexpr bool costly = true;
    int const* pivots;  ///< from one on, `count` a matrix
    index_t count;
    TWILL_HD constexpr index_t operator()(index_t member, index_t row) const {
        int const* const own = pivots + member * count;
        for (index_t k = 0; k < count; ++k) {
            index_t const other = own[k] - 1;
            row = row == k ? other : (row == other ? k : row);
        }
        return row;
    }
};
template <class T>
struct is_row_function {
    static constexpr char const* name = "permutation";
    TWILL_HD constexpr T operator()(index_t to, index_t column) const { return T(to == column); }
};
/// L of a matrix that holds L and U: ones on the diagonal.
struct unit_lower_function {
    static constexpr char const* name = "unit_lower";
    template <class T>
    TWILL_HD constexpr T operator()(T const& x, index_t i, index_t j) const {
        return j < i ? x : T(j == i ? 1 : 0);
    }
};
/// The first columns of matrices in memory, zeros in those behind them; by columns, so that the
/// indices are (matrix, column, row).
template <class T>
struct first_columns_function {
    static constexpr char const* name = "first_columns";
    T const* from;
    index_t rows;
    index_t columns;  ///< there are
    index_t kept;
    TWILL_HD constexpr T operator()(index_t member, index_t column, index_t row) const {
        return column < kept ? from[(member * columns + column) * rows + row] : T{};
    }
};

template <class A>
auto cholesky_factor(A const& a, bool upper, caller const& by) {
    using Space = typename A::space;
    using T = solver_t<typename A::value_type>;
    using solver = dense_solver<Space>;
    auto const shape = square_shape(a, by);
    auto const m = matrices_of(shape);
    execution now;
    // The other triangle of the result is 0, and is not read of a.
    decltype(auto) elements = elements_as<T>(a);
    info_meaning const meaning{by.operation, raise_indefinite};
    if (!upper && solver::prefers_lower(m.rows) && !m.empty()) {
        auto columns = spoilable_columns<T, Space>(now, tril(elements));
        solver::cholesky(memory_of(columns), m.rows, m.batch, false, meaning);
        if (solver::template keeps_triangle<T>(m.rows, m.batch))
            return by_rows(now, std::move(columns));
        return array_of(evaluate_fresh<T, Space>(now, tril(matrix_transpose(columns))));
    }
    auto work = upper ? evaluate_fresh<T, Space>(now, triu(elements))
                      : evaluate_fresh<T, Space>(now, tril(elements));
    if (m.empty())
        return array_of(std::move(work));
    // The matrix by rows is its conjugate by columns: U^H U of that are L L^H of this, U by columns
    // being L by rows.
    solver::cholesky(memory_of(work), m.rows, m.batch, !upper, meaning);
    if (solver::template keeps_triangle<T>(m.rows, m.batch))
        return array_of(std::move(work));
    return array_of(upper ? evaluate_fresh<T, Space>(now, triu(work))
                          : evaluate_fresh<T, Space>(now, tril(work)));
}

/// L and U in one matrix by columns, and the pivots.
template <class T, class Space, class A>
auto eliminated(execution& now, A const& a, caller const& by) {
    constexpr int rank = A::rank;
    auto const shape = a.shape(by.place);
    auto const m = matrices_of(shape);
    auto work = spoilable_columns<T, Space>(now, a);
    auto pivots = uninitialised<int, Space>(now, with_last<rank - 1, rank - 2>(shape, m.least()));
    if (!m.empty())
        dense_solver<Space>::lu(memory_of(work), m.rows, m.columns, m.batch, memory_of(pivots));
    return std::pair{std::move(work), std::move(pivots)};
}

}  // namespace detail

namespace linalg {

/// L with L L^H = a for positive definite matrices (..., n, n), lower triangular with zeros above;
/// of a only the lower triangle is read. With `upper` U with U^H U = a, of which only the upper one
/// is. Does not wait. Throws shape_error, and linalg_error for a matrix that is not positive
/// definite, on the device from the next call that waits.
template <twill::detail::operand A>
[[nodiscard]] auto cholesky(A const& a, bool upper = false,
                            source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        return twill::detail::cholesky_factor(twill::detail::as_node(a), upper,
                                              {"cholesky", place});
    });
}

}  // namespace linalg

namespace detail {

/// For random::multivariate_normal, which does not include this.
template <class Space>
struct covariance_solver {
    template <class C>
    static auto lower(C const& covariance, source_location const& place) {
        return linalg::cholesky(covariance, false, place);
    }
};

}  // namespace detail

namespace linalg {

/// a = p l u: a permutation, a lower triangular matrix with ones on its diagonal, an upper one.
template <class Permutation, class Triangle>
struct lu_result {
    Permutation p;
    Triangle l;
    Triangle u;
};
/// `auto [p, l, u] = lu(a)` of matrices (..., m, n), of shapes (..., m, m), (..., m, k) and
/// (..., k, n) with k = min(m, n), as SciPy's: a = p l u, with row exchanges for the largest
/// pivots. Singular matrices have factors, too. Does not wait.
template <twill::detail::operand A>
[[nodiscard]] auto lu(A const& a, source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        using namespace twill::detail;
        using E = node_of<A>;
        using Space = typename E::space;
        using T = solver_t<typename E::value_type>;
        constexpr int rank = E::rank;
        caller const by{"lu", place};
        decltype(auto) node = as_node(a);
        execution now;
        auto const [work, pivots] = eliminated<T, Space>(now, node, by);
        auto const shape = node.shape(place);
        auto const m = matrices_of(shape);
        auto const rows = matrix_transpose(work);
        auto const low = leading(rows, m.rows, m.least());
        auto l = evaluate_fresh<T, Space>(
            now, make_elementwise(unit_lower_function{}, low, axis_index_of<rank - 2>(low.shape()),
                                  axis_index_of<rank - 1>(low.shape())));
        auto u = evaluate_fresh<T, Space>(now, triu(leading(rows, m.least(), m.columns)));
        auto const column = with_last<rank, rank - 2>(shape, m.rows, index_t{1});
        auto const to = evaluate_fresh<index_t, Space>(
            now, make_elementwise(exchanged_row_function{pivots.data, m.least()},
                                  batch_index(column), axis_index_of<rank - 2>(column)));
        auto const square = with_last<rank, rank - 2>(shape, m.rows, m.rows);
        auto p = evaluate_fresh<real_t<T>, Space>(
            now, make_elementwise(is_row_function<real_t<T>>{}, as_node(broadcast_to(to, square)),
                                  axis_index_of<rank - 1>(square)));
        using permutation = array<real_t<T>, rank, Space>;
        return lu_result<permutation, array<T, rank, Space>>{
            array_of(std::move(p)), array_of(std::move(l)), array_of(std::move(u))};
    });
}

/// L (below the diagonal, whose ones are not stored) and U of a matrix in one, and the row that was
/// exchanged with each, from 0 on.
template <class Factors, class Pivots>
struct lu_factors {
    Factors lu;
    Pivots pivots;
};
/// What lu_solve() takes, of matrices (..., m, n), as SciPy's. Singular matrices have factors, too.
/// Does not wait.
template <twill::detail::operand A>
[[nodiscard]] auto lu_factor(A const& a, source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        using namespace twill::detail;
        using E = node_of<A>;
        using Space = typename E::space;
        using T = solver_t<typename E::value_type>;
        caller const by{"lu_factor", place};
        execution now;
        auto [work, pivots] = eliminated<T, Space>(now, as_node(a), by);
        auto from_zero = evaluate_fresh<std::int32_t, Space>(now, as_node(pivots - 1));
        auto factors = by_rows(now, std::move(work));
        using indices = array<std::int32_t, E::rank - 1, Space>;
        return lu_factors<array<T, E::rank, Space>, indices>{std::move(factors),
                                                             array_of(std::move(from_zero))};
    });
}
/// x with a x = b from lu_factor(a) of square matrices; with `transposed` of the transpose. b as
/// solve()'s, whose batch is that of the factors or none. A pivot of 0 gives infinities. Does not
/// wait. Throws shape_error.
template <class Factors, class Pivots, twill::detail::operand B>
[[nodiscard]] auto lu_solve(lu_factors<Factors, Pivots> const& factors, B const& b,
                            bool transposed = false,
                            source_location place = source_location::current()) {
    return twill::detail::at_place(place, [&] {
        using namespace twill::detail;
        using E = node_of<Factors>;
        using R = node_of<B>;
        using Space = typename E::space;
        using T = solver_t<typename E::value_type, typename R::value_type>;
        constexpr bool vectors = R::rank == 1;
        caller const by{"lu_solve", place};
        decltype(auto) node = as_node(factors.lu);
        decltype(auto) sides = as_node(b);
        system_shapes<E, R, vectors> const s(node, sides, by);
        constexpr int rank = s.rank;
        execution now;
        auto const rows = sides_of<vectors>(sides, s.sides);
        auto x = s.k == 1 ? spoilable<T, Space>(now, rows) : spoilable_columns<T, Space>(now, rows);
        if (s.sides.size() != 0) {
            auto const matrix =
                spoilable_columns<T, Space>(now, as_node(broadcast_to(node, s.matrix)));
            auto const of_pivots = with_last<rank - 1, rank - 2>(s.matrix, s.n);
            auto const pivots = evaluate_fresh<int, Space>(
                now, as_node(broadcast_to(factors.pivots + 1, of_pivots)));
            dense_solver<Space>::lu_solve(matrix.data, pivots.data, memory_of(x), s.n, s.k, s.count,
                                          transposed ? matrix_op::transposed : matrix_op::plain);
        }
        if (s.k == 1)
            return without_sides<vectors>(array<T, rank, Space>(adopt_t{}, std::move(x)));
        return without_sides<vectors>(by_rows(now, std::move(x)));
    });
}

/// How much of Q: as many columns as min(m, n), or all m.
enum class qr_mode { reduced, complete };
/// a = q r: q with orthonormal columns, r upper triangular.
template <class Matrix>
struct qr_result {
    Matrix q;
    Matrix r;
};
/// `auto [q, r] = qr(a)` of matrices (..., m, n), by Householder reflections: of shapes (..., m, k)
/// and (..., k, n), k being min(m, n) or, for qr_mode::complete, m. Signs are LAPACK's: r's
/// diagonal may be negative. Does not wait. On the device the reflections of a batch are applied
/// one matrix after another.
template <twill::detail::operand A>
[[nodiscard]] auto qr(A const& a, qr_mode mode = qr_mode::reduced,
                      source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        using namespace twill::detail;
        using E = node_of<A>;
        using Space = typename E::space;
        using T = solver_t<typename E::value_type>;
        constexpr int rank = E::rank;
        decltype(auto) node = as_node(a);
        auto const shape = node.shape(place);
        auto const m = matrices_of(shape);
        index_t const columns = mode == qr_mode::complete ? m.rows : m.least();
        execution now;
        auto const work = spoilable_columns<T, Space>(now, node);
        auto const tau =
            uninitialised<T, Space>(now, with_last<rank - 1, rank - 2>(shape, m.least()));
        if (!m.empty())
            dense_solver<Space>::qr(memory_of(work), memory_of(tau), m.rows, m.columns, m.batch);
        auto r = evaluate_fresh<T, Space>(
            now, triu(leading(matrix_transpose(work), columns, m.columns)));
        auto q = [&] {
            if (columns == m.columns)
                return work;
            auto const by_columns = with_last<rank, rank - 2>(shape, columns, m.rows);
            return evaluate_fresh<T, Space>(
                now,
                make_elementwise(first_columns_function<T>{work.data, m.rows, m.columns, m.least()},
                                 batch_index(by_columns), axis_index_of<rank - 2>(by_columns),
                                 axis_index_of<rank - 1>(by_columns)));
        }();
        if (m.rows != 0 && columns != 0 && m.batch != 0)
            dense_solver<Space>::form_q(memory_of(q), tau.data, m.rows, columns, m.least(),
                                        m.batch);
        using matrix = array<T, rank, Space>;
        return qr_result<matrix>{by_rows(now, std::move(q)), array_of(std::move(r))};
    });
}

}  // namespace linalg
}  // namespace twill::inline v0
