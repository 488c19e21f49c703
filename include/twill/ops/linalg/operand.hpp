// SPDX-License-Identifier: MIT
// What the operations of linear algebra work on: matrices in the last two axes of an operand, and
// batches of them in the others; which element type they compute in; their elements in memory.
#pragma once

#include "twill/array/evaluate.hpp"
#include "twill/core/complex.hpp"
#include "twill/expr/axis_views.hpp"
#include "twill/expr/complex_operands.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/expr/operators.hpp"
#include "twill/ops/linalg/fault.hpp"

namespace twill::inline v0::detail {

/// Solvers in a space, over matrices that lie one behind the other, each by columns (column-major,
/// as LAPACK's) without gaps; completed by `twill/linalg.hpp` and `twill/linalg.cuh`. T is float,
/// double or a complex of them, S its real type. `a` is read and, unless const, spoilt.
///   keeps_operands<T>(n, k, batch)          whether solve() leaves its matrix as it was
///   takes_rows<T>(n, k, batch)              whether solve() can have right sides by rows
///   solve(a, b, n, k, batch, op, rows, by)  op(a) x = b, n x k; b becomes x
///   inverts<T>(n)                           whether there is
///   invert(a, x, n, batch, by)              the inverse by rows of matrices by rows, which are
///   kept lu(a, m, n, batch, pivots)              P a = L U in place; pivots from 1 on, int
///   lu_solve(lu, pivots, b, n, k, batch, op)
///   cholesky(a, n, batch, upper, by)        in place
///   keeps_triangle<T>(n, batch)             whether it leaves the other triangle as it was
///   prefers_lower(n)                        whether lower triangles are much faster
///   triangular(a, b, n, k, batch, how, by)  op(a) x = b, only a triangle of a is read
///   qr(a, tau, m, n, batch)                 R above the diagonal, reflectors below
///   form_q(a, tau, m, columns, k, batch)    the first columns of Q from k reflectors
///   svd(a, s, u, vh, m, n, full, batch, by)  m >= n; u and vh null where they are not wanted
///   eigh(a, w, n, batch, vectors, by)       of the upper triangle; a becomes the vectors
///   eig(a, w, v, n, batch, by)              complex w and v; v null where it is not wanted
///   multiply(a, b, c, m, n, k, batch, opa, opb)  c = op(a) op(b), c m x n, of k products each
template <class Space>
struct dense_solver;

template <class Space>
constexpr auto require_solver() {
    require_some_space<Space>();
    if constexpr (std::is_same_v<Space, device_space>)
        static_assert(provided<dense_solver<Space>, Space>,
                      "twill: linear algebra on the device: do it in a .cu file that includes "
                      "<twill/linalg.cuh>, and link twill::linalg");
    else
        static_assert(provided<dense_solver<Space>, Space>,
                      "twill: linear algebra on the host: include <twill/linalg.hpp>, and link "
                      "twill::linalg, which finds LAPACKE or Eigen");
}

/// The transpose or the conjugate transpose of a matrix in a library's call.
enum class matrix_op : char { plain = 'N', transposed = 'T', adjoint = 'C' };
/// Of a triangular matrix.
struct triangle_kind {
    bool upper;
    matrix_op op;
    bool unit;  ///< ones on the diagonal, which is not read
};

/// What elements are computed in: floats and complex numbers as they are, 16-bit floats in float32,
/// integers and bool in float64, as NumPy's.
template <class V>
struct solver_element {
    static_assert(is_number<V>, "twill: linear algebra is for numbers");
    using type =
        std::conditional_t<is_complex<V> || std::is_same_v<V, float> || std::is_same_v<V, double>,
                           V, std::conditional_t<is_floating<V> && sizeof(V) == 2, float, double>>;
};
/// The element type of a result of two operands.
template <class... V>
struct solver_element_of {
    static constexpr bool wide =
        (std::is_same_v<typename element<typename solver_element<V>::type>::real, double> || ...);
    using real = std::conditional_t<wide, double, float>;
    using type = std::conditional_t<(is_complex<V> || ...), complex<real>, real>;
};
template <class... V>
using solver_t = typename solver_element_of<V...>::type;
template <class T>
using real_t = typename element<T>::real;

/// A batch of matrices: rows and columns of each, and how many.
struct matrices {
    index_t rows;
    index_t columns;
    index_t batch;

    index_t least() const { return smaller(rows, columns); }
    bool empty() const { return rows == 0 || columns == 0 || batch == 0; }
};

template <int Rank>
index_t batch_size(extents<Rank> const& shape, int axes = 2) {
    index_t result = 1;
    for (int d = 0; d < Rank - axes; ++d)
        result *= shape[d];
    return result;
}
template <int Rank>
matrices matrices_of(extents<Rank> const& shape) {
    return {shape[Rank - 2], shape[Rank - 1], batch_size(shape)};
}

/// Throws shape_error unless the matrices are square.
template <class E>
extents<E::rank> square_shape(E const& x, caller const& by) {
    auto const shape = x.shape(by.place);
    if (shape[E::rank - 1] != shape[E::rank - 2])
        raise<shape_error>(by.place, "twill: %s: the matrices of shape %s are not square",
                           by.operation, text_of(shape).text);
    return shape;
}
/// `Beside`: what may have a space where the matrices are generators, solve(eye(3), b).
template <class X, class... Beside>
constexpr auto require_matrices() {
    static_assert(rank_of<X> >= 2,
                  "twill: this takes matrices: an operand of two axes at least, batches in front");
    using Space = merged_space_t<space_of<X>, space_of<Beside>...>;
    if constexpr (std::is_same_v<Space, no_space>)
        require_space<node_of<X>>();
    require_backend<Space>();
    require_solver<Space>();
}

/// The shape with the last axes replaced by others: `with_last<1>(shape, n)` of a batch of matrices
/// of shape (b, m, k) is (b, n).
template <int Out, int Kept, int Rank, class... Sizes>
extents<Out> with_last(extents<Rank> const& shape, Sizes... sizes) {
    static_assert(Out == Kept + static_cast<int>(sizeof...(Sizes)));
    extents<Out> result;
    for (int d = 0; d < Kept; ++d)
        result[d] = shape[d];
    index_t const last[] = {sizes..., 0};
    for (int d = Kept; d < Out; ++d)
        result[d] = last[d - Kept];
    return result;
}

/// The elements as T; a node that has them already is returned as it is.
template <class T, class E>
decltype(auto) elements_as(E const& x) {
    if constexpr (std::is_same_v<typename E::value_type, T>)
        return (x);
    else
        return cast<T>(x);
}

/// A copy of the elements without gaps that may be spoilt.
template <class T, class Space, class E>
auto spoilable(execution& now, E const& x) {
    decltype(auto) elements = elements_as<T>(x);
    return evaluate_fresh<T, Space>(now, as_node(elements));
}
/// The same, by columns.
template <class T, class Space, class E>
auto spoilable_columns(execution& now, E const& x) {
    return spoilable<T, Space>(now, matrix_transpose(x));
}
/// Elements without gaps that are only read: those of an array are not copied.
template <class T, class Space, class E>
leaf<T, E::rank, Space> readable(execution& now, E const& x) {
    if constexpr (leaf_in_memory<E> && std::is_same_v<typename E::value_type, T>) {
        if (is_contiguous(x.layout)) {
            leaf<T, E::rank, Space> result(x.storage, x.data, x.layout);
            operand_row const row = result.row(reads::memory, false);
            now.begin<Space>(&row, 1, nullptr);
            return result;
        }
    }
    return spoilable<T, Space>(now, x);
}

template <class T, int Rank, class Space>
T* memory_of(leaf<T, Rank, Space, dense> const& fresh) {
    return const_cast<T*>(fresh.data);
}
/// A fresh leaf as an array.
template <class T, int Rank, class Space>
array<T, Rank, Space> array_of(leaf<T, Rank, Space, dense>&& fresh) {
    return array<T, Rank, Space>(adopt_t{}, std::move(fresh));
}
/// Matrices that lie by columns as an array: rows and columns exchanged, in one kernel; matrices of
/// one row or column lie alike either way and are not copied.
template <class T, int Rank, class Space>
array<T, Rank, Space> by_rows(execution& now, leaf<T, Rank, Space, dense>&& columns) {
    auto shape = columns.layout.shape;
    if (shape[Rank - 1] == 1 || shape[Rank - 2] == 1) {
        std::swap(shape[Rank - 1], shape[Rank - 2]);
        return array_of(
            leaf<T, Rank, Space, dense>(columns.storage, columns.data, contiguous(shape)));
    }
    return array_of(evaluate_fresh<T, Space>(now, as_node(matrix_transpose(columns))));
}
/// Fresh memory for an array.
template <class T, class Space, int Rank>
leaf<T, Rank, Space, dense> uninitialised(execution& now, extents<Rank> const& shape) {
    return now.fresh<T, Space>(shape);
}
/// A generator or an expression as an array of a space.
template <class Space, class X>
auto array_from(execution& now, X const& x) {
    return array_of(evaluate_fresh<value_of<X>, Space>(now, as_node(x)));
}

}  // namespace twill::inline v0::detail
