// SPDX-License-Identifier: MIT
// Systems of linear equations: solve, inv, det, slogdet, and triangular ones. Matrices stand in the
// last two axes, batches of them in the axes before. Each runs at the call on the current stream
// and returns arrays without a wait; operands may be expressions and views and are never changed.
// Elements are float, double or complex; integers and bool are computed in double, 16-bit floats in
// float. A singular matrix throws linalg_error: on the host at once, on the device from the next
// call that waits for the stream, and its result is unspecified then.
#pragma once

#include "twill/expr/generators.hpp"
#include "twill/ops/linalg/operand.hpp"
#include "twill/ops/reduce/reductions.hpp"

namespace twill::inline v0 {
namespace detail {

template <class Space>
using solver_of = dense_solver<Space>;

/// The batch of two operands whose last axes are those of matrices.
template <int Out, int RankA, int RankB>
extents<Out> broadcast_batches(extents<RankA> const& a, int axes_a, extents<RankB> const& b,
                               int axes_b, caller const& by) {
    extents<Out> result;
    for (int d = 0; d < Out; ++d)
        result[d] = 1;
    bool const fits = broadcast_axes(result.values, Out, a.values, RankA - axes_a) &&
                      broadcast_axes(result.values, Out, b.values, RankB - axes_b);
    if (!fits)
        raise<shape_error>(by.place,
                           "twill: %s: the batches of the shapes %s and %s do not "
                           "broadcast together",
                           by.operation, text_of(a).text, text_of(b).text);
    return result;
}
template <int RankA, int RankB>
[[noreturn]] TWILL_COLD void raise_sides(extents<RankA> const& a, extents<RankB> const& b,
                                         char const* wanted, caller const& by) {
    raise<shape_error>(by.place, "twill: %s: matrices of shape %s and right sides of shape %s; %s",
                       by.operation, text_of(a).text, text_of(b).text, wanted);
}

/// What right sides are: vectors (one axis alone) or matrices, and the shapes together.
template <class A, class B, bool Vectors>
struct system_shapes {
    static constexpr int batch_rank = Vectors ? A::rank - 2 : larger(A::rank, B::rank) - 2;
    static constexpr int rank = batch_rank + 2;
    extents<batch_rank> batch;
    extents<rank> matrix;
    extents<rank> sides;  ///< n x k
    index_t n;
    index_t k;
    index_t count;
    bool one_matrix;  ///< the same for the whole batch

    system_shapes(A const& a, B const& b, caller const& by) {
        auto const of_a = square_shape(a, by);
        auto const of_b = b.shape(by.place);
        n = of_a[A::rank - 1];
        k = Vectors ? 1 : of_b[B::rank - 1];
        constexpr int axes = Vectors ? 1 : 2;
        if (of_b[B::rank - axes] != n)
            raise_sides(of_a, of_b, "they need as many rows as the matrices", by);
        batch = broadcast_batches<batch_rank>(of_a, 2, of_b, axes, by);
        matrix = with_last<rank, batch_rank>(batch, n, n);
        sides = with_last<rank, batch_rank>(batch, n, k);
        count = batch.size();
        one_matrix = batch_size(of_a) == 1;
    }
};
/// Right sides as matrices of the whole batch.
template <bool Vectors, class B, int Rank>
auto sides_of(B const& b, extents<Rank> const& shape) {
    if constexpr (Vectors) {
        auto map = mapping_by<1, Rank>(b.shape(), [](int) { return Rank - 2; });
        map.shape = shape;
        return rearrange(b, map);
    } else {
        return as_node(broadcast_to(b, shape));
    }
}
/// The result of vectors loses the axis of right sides.
template <bool Vectors, class T, int Rank, class Space>
auto without_sides(array<T, Rank, Space>&& x) {
    if constexpr (Vectors) {
        auto node = x.expression();
        extents<Rank - 1> shape;
        for (int d = 0; d < Rank - 1; ++d)
            shape[d] = node.layout.shape[d];
        return array_of(
            leaf<T, Rank - 1, Space, dense>(node.storage, node.data, contiguous(shape)));
    } else {
        return std::move(x);
    }
}

template <bool Vectors, class A, class B>
auto solved(A const& a, B const& b, caller const& by) {
    using Space = merged_space_t<typename A::space, typename B::space>;
    using T = solver_t<typename A::value_type, typename B::value_type>;
    using solver = dense_solver<Space>;
    system_shapes<A, B, Vectors> const s(a, b, by);
    constexpr int rank = s.rank;
    execution now;
    info_meaning const meaning{by.operation, raise_singular};
    auto const rows = sides_of<Vectors>(b, s.sides);
    if (s.sides.size() == 0)
        return without_sides<Vectors>(array_of(spoilable<T, Space>(now, rows)));
    // One matrix for the whole batch: its right sides are those of one system.
    index_t const systems = s.one_matrix ? 1 : s.count;
    index_t const k = s.one_matrix ? s.k * s.count : s.k;
    bool const by_column = s.k == 1;
    bool const takes_rows =
        !by_column && systems == s.count && solver::template takes_rows<T>(s.n, k, systems);
    auto x = by_column || takes_rows ? spoilable<T, Space>(now, rows)
                                     : spoilable_columns<T, Space>(now, rows);
    // What is kept is read by rows, the transpose by columns; the library's own order is faster.
    bool const keeps = solver::template keeps_operands<T>(s.n, k, systems);
    auto run = [&](auto const& matrix) {
        if (keeps)
            solver::solve(const_cast<T*>(readable<T, Space>(now, matrix).data), memory_of(x), s.n,
                          k, systems, matrix_op::transposed, takes_rows, meaning);
        else
            solver::solve(memory_of(spoilable_columns<T, Space>(now, matrix)), memory_of(x), s.n, k,
                          systems, matrix_op::plain, takes_rows, meaning);
    };
    if (s.one_matrix)
        run(a);
    else
        run(as_node(broadcast_to(a, s.matrix)));
    if (by_column || takes_rows)
        return without_sides<Vectors>(array<T, rank, Space>(adopt_t{}, std::move(x)));
    return without_sides<Vectors>(by_rows(now, std::move(x)));
}

template <class A>
auto inverted(A const& a, caller const& by) {
    using Space = typename A::space;
    using T = solver_t<typename A::value_type>;
    using solver = dense_solver<Space>;
    auto const shape = square_shape(a, by);
    auto const m = matrices_of(shape);
    execution now;
    info_meaning const meaning{by.operation, raise_singular};
    if (solver::template inverts<T>(m.rows)) {
        auto x = uninitialised<T, Space>(now, shape);
        if (!m.empty())
            solver::invert(readable<T, Space>(now, a).data, memory_of(x), m.rows, m.batch, meaning);
        return array_of(std::move(x));
    }
    // The inverse of the transpose is the transpose of the inverse.
    auto const identity = eye<T>(m.rows);
    auto x = spoilable<T, Space>(now, as_node(broadcast_to(identity, shape)));
    if (!m.empty())
        solver::solve(memory_of(spoilable<T, Space>(now, a)), memory_of(x), m.rows, m.rows, m.batch,
                      matrix_op::plain, false, meaning);
    return array_of(std::move(x));
}

/// Whether elimination exchanged this row: pivots count from one.
struct row_exchange_function {
    static constexpr char const* name = "pivot_sign";
    template <class I>
    TWILL_HD constexpr int operator()(I pivot, index_t row) const {
        return static_cast<index_t>(pivot) == row + 1 ? 1 : -1;
    }
};
/// U's diagonal and the sign of the permutation, of every matrix; f(diagonal, sign).
template <class A, class F>
auto from_elimination(A const& a, caller const& by, F&& f) {
    using Space = typename A::space;
    using T = solver_t<typename A::value_type>;
    constexpr int rank = A::rank;
    auto const shape = square_shape(a, by);
    auto const m = matrices_of(shape);
    execution now;
    auto const of_pivots = with_last<rank - 1, rank - 2>(shape, m.rows);
    auto const pivots = uninitialised<int, Space>(now, of_pivots);
    auto const factors = spoilable<T, Space>(now, a);
    if (!m.empty())
        dense_solver<Space>::lu(memory_of(factors), m.rows, m.rows, m.batch, memory_of(pivots));
    auto const exchanges =
        make_elementwise(row_exchange_function{}, pivots, axis_index_of<rank - 2>(of_pivots));
    return f(diagonal(factors, 0, axis<rank - 2, rank - 1>), prod(exchanges, axis<rank - 2>));
}

/// The phase of a number: its sign, or z / |z|; 0 of 0.
struct phase_function {
    static constexpr char const* name = "phase";
    template <class T>
    TWILL_HD T operator()(T const& x) const {
        if constexpr (is_complex<T>) {
            auto const size = abs(x);
            return size == 0 ? T{} : x / size;
        } else {
            return x > T(0) ? T(1) : x < T(0) ? T(-1) : x;
        }
    }
};

template <class A, class B>
auto triangle_solved(A const& a, B const& b, triangle_kind how, caller const& by) {
    using Space = merged_space_t<typename A::space, typename B::space>;
    using T = solver_t<typename A::value_type, typename B::value_type>;
    constexpr bool vectors = B::rank == 1;
    system_shapes<A, B, vectors> const s(a, b, by);
    execution now;
    auto const rows = sides_of<vectors>(b, s.sides);
    if (s.sides.size() == 0)
        return without_sides<vectors>(array_of(spoilable<T, Space>(now, rows)));
    auto x = s.k == 1 ? spoilable<T, Space>(now, rows) : spoilable_columns<T, Space>(now, rows);
    // The matrix by rows is its transpose by columns: the other triangle, and the other operation;
    // the adjoint of it would be the conjugate alone, which BLAS has not.
    auto run = [&](T const* matrix, triangle_kind kind) {
        dense_solver<Space>::triangular(matrix, memory_of(x), s.n, s.k, s.count, kind,
                                        {by.operation, raise_singular});
    };
    auto const all = as_node(broadcast_to(a, s.matrix));
    if (how.op == matrix_op::adjoint && is_complex<T>)
        run(spoilable_columns<T, Space>(now, all).data, how);
    else
        run(readable<T, Space>(now, all).data,
            {!how.upper, how.op == matrix_op::plain ? matrix_op::transposed : matrix_op::plain,
             how.unit});
    if (s.k == 1)
        return without_sides<vectors>(array<T, s.rank, Space>(adopt_t{}, std::move(x)));
    return without_sides<vectors>(by_rows(now, std::move(x)));
}

}  // namespace detail

namespace linalg {

/// x with a x = b for square matrices a of shape (..., n, n), by elimination with row exchanges. b
/// is one vector of n elements (rank 1: the result has shape (..., n)) or right sides as the
/// columns of matrices (..., n, k); batches broadcast. Does not wait. Throws shape_error, and
/// linalg_error for a singular matrix, on the device from the next call that waits.
template <twill::detail::operand A, twill::detail::operand B>
[[nodiscard]] auto solve(A const& a, B const& b,
                         source_location place = source_location::current()) {
    twill::detail::require_matrices<A, B>();
    return twill::detail::at_place(place, [&] {
        return twill::detail::solved<twill::detail::rank_of<B> == 1>(
            twill::detail::as_node(a), twill::detail::as_node(b), {"solve", place});
    });
}

/// The inverses of square matrices (..., n, n). Does not wait. To solve equations solve() is faster
/// and more accurate. Throws shape_error, and linalg_error for a singular matrix, on the device
/// from the next call that waits.
template <twill::detail::operand A>
[[nodiscard]] auto inv(A const& a, source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(
        place, [&] { return twill::detail::inverted(twill::detail::as_node(a), {"inv", place}); });
}

/// The determinants of square matrices, of shape (...): the product of the pivots, 0 for a singular
/// matrix, 1 for one of no rows; it may overflow where slogdet() does not. Does not wait. Throws
/// shape_error.
template <twill::detail::operand A>
[[nodiscard]] auto det(A const& a, source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        return twill::detail::from_elimination(
            twill::detail::as_node(a), {"det", place}, [](auto const& diagonal, auto const& sign) {
                using T = twill::detail::value_of<decltype(diagonal)>;
                constexpr int rank = twill::detail::rank_of<decltype(diagonal)>;
                // The other pivots may overflow, and infinity times 0 is no number.
                return evaluate(where(
                    all(diagonal != T(0), axis<rank - 1>),
                    prod(diagonal, axis<rank - 1>) * cast<twill::detail::real_t<T>>(sign), T(0)));
            });
    });
}

/// Signs (phases of complex matrices) and logarithms of the absolute values of determinants.
template <class Sign, class Logarithm>
struct slogdet_result {
    Sign sign;
    Logarithm logabsdet;
};
/// `auto [sign, logarithm] = slogdet(a)`: det(a) = sign * exp(logarithm); 0 and -inf for a singular
/// matrix. Does not wait. Throws shape_error.
template <twill::detail::operand A>
[[nodiscard]] auto slogdet(A const& a, source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        return twill::detail::from_elimination(
            twill::detail::as_node(a), {"slogdet", place},
            [](auto const& diagonal, auto const& sign) {
                using T = twill::detail::value_of<decltype(diagonal)>;
                constexpr int rank = twill::detail::rank_of<decltype(diagonal)>;
                // -0 and 0 are 0.
                auto phases =
                    evaluate(prod(twill::detail::make_elementwise(twill::detail::phase_function{},
                                                                  twill::detail::as_node(diagonal)),
                                  axis<rank - 1>) *
                                 cast<twill::detail::real_t<T>>(sign) +
                             T(0));
                auto logarithms = evaluate(sum(log(abs(diagonal)), axis<rank - 1>));
                return slogdet_result<decltype(phases), decltype(logarithms)>{
                    std::move(phases), std::move(logarithms)};
            });
    });
}

/// Which triangle of a matrix is read, and whether it stands for its transpose.
struct triangular_options {
    bool lower = false;
    bool transposed = false;     ///< solves with the transpose
    bool conjugated = false;     ///< with transposed: with the conjugate transpose
    bool unit_diagonal = false;  ///< takes ones for the diagonal, which is not read
};
/// x with a x = b where a is upper triangular (lower by option); the other triangle is not read.
/// Shapes as solve()'s. Does not wait. Throws shape_error, and linalg_error for a 0 on the
/// diagonal, on the device from the next call that waits.
template <twill::detail::operand A, twill::detail::operand B>
[[nodiscard]] auto solve_triangular(A const& a, B const& b, triangular_options options = {},
                                    source_location place = source_location::current()) {
    twill::detail::require_matrices<A, B>();
    using twill::detail::matrix_op;
    auto const op = !options.transposed
                        ? matrix_op::plain
                        : (options.conjugated ? matrix_op::adjoint : matrix_op::transposed);
    return twill::detail::at_place(place, [&] {
        return twill::detail::triangle_solved(twill::detail::as_node(a), twill::detail::as_node(b),
                                              {!options.lower, op, options.unit_diagonal},
                                              {"solve_triangular", place});
    });
}

}  // namespace linalg
}  // namespace twill::inline v0
