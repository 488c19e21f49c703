// SPDX-License-Identifier: MIT
// What follows from the decompositions: least squares, pseudo-inverses, ranks, condition numbers,
// norms of matrices, and equations of tensors. Where and when they run, and element types, as
// ops/linalg/solve.hpp says.
#pragma once

#include "twill/expr/number_math_binary.hpp"
#include "twill/ops/linalg/spectral.hpp"

namespace twill::inline v0 {
namespace detail {

/// The product of batches of matrices by rows, (m, k) and (k, n), or of their adjoints.
template <class T, class Space, int Rank>
auto product(execution& now, leaf<T, Rank, Space> const& a, matrix_op opa,
             leaf<T, Rank, Space> const& b, matrix_op opb) {
    auto const of_a = a.layout.shape;
    auto const of_b = b.layout.shape;
    bool const plain_a = opa == matrix_op::plain;
    bool const plain_b = opb == matrix_op::plain;
    index_t const m = of_a[plain_a ? Rank - 2 : Rank - 1];
    index_t const k = of_a[plain_a ? Rank - 1 : Rank - 2];
    index_t const n = of_b[plain_b ? Rank - 1 : Rank - 2];
    auto result = uninitialised<T, Space>(now, with_last<Rank, Rank - 2>(of_a, m, n));
    if (result.layout.shape.size() == 0)
        return result;
    if (k == 0)
        return evaluate_fresh<T, Space>(now, as_node(zeros<T>(result.layout.shape)));
    // By rows the factors change places.
    dense_solver<Space>::multiply(b.data, a.data, memory_of(result), n, m, k, batch_size(of_a), opb,
                                  opa);
    return result;
}

/// The reciprocals of the singular values that count; 0 for those up to a part of the largest.
struct cut_reciprocal_function {
    static constexpr char const* name = "cut_reciprocal";
    template <class S>
    TWILL_HD constexpr S operator()(S s, S largest, double part) const {
        return static_cast<double>(s) > part * static_cast<double>(largest) ? S(1) / s : S(0);
    }
};
struct counts_function {
    static constexpr char const* name = "counts";
    template <class S>
    TWILL_HD constexpr bool operator()(S s, S largest, double part) const {
        return static_cast<double>(s) > part * static_cast<double>(largest);
    }
};
/// f(s, the largest of its matrix, part) for singular values from the largest on.
template <class F, class S>
auto beside_largest(F const& f, S const& values, double part) {
    using E = node_of<S>;
    auto map = identity_mapping(values.shape());
    map.shape[E::rank - 1] = smaller(index_t{1}, map.shape[E::rank - 1]);
    auto const first = rearrange(as_node(values), map);
    return make_elementwise(f, as_node(values), as_node(broadcast_to(first, values.shape())),
                            scalar_leaf<double>{part});
}
/// What NumPy takes for rounding: the larger side times the roundoff.
template <class T>
double default_cut(matrices const& m) {
    return static_cast<double>(larger(m.rows, m.columns)) *
           static_cast<double>(std::numeric_limits<real_t<T>>::epsilon());
}
template <class Leaf>
auto as_strided(Leaf const& x) {
    return leaf<typename Leaf::value_type, Leaf::rank, typename Leaf::space>(x);
}

/// Infinite for a matrix of zeros, as NumPy has it.
struct condition_function {
    static constexpr char const* name = "condition";
    template <class S>
    TWILL_HD constexpr S operator()(S above, S below) const {
        return above == S(0) && below == S(0) ? limits<S>::infinity : above / below;
    }
};

}  // namespace detail

namespace linalg {

/// The pseudo-inverses (Moore and Penrose) of matrices (..., m, n), of shape (..., n, m), by their
/// singular values: those up to `rcond` times the largest count as 0; unless said max(m, n) times
/// the roundoff of the element type. Does not wait.
template <twill::detail::operand A>
[[nodiscard]] auto pinv(A const& a, double rcond = -1,
                        source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        using namespace twill::detail;
        using E = node_of<A>;
        using T = solver_t<typename E::value_type>;
        using Space = typename E::space;
        decltype(auto) node = as_node(a);
        auto const shape = node.shape(place);
        auto const m = matrices_of(shape);
        auto const [u, s, vh] = singular<true>(node, false, {"pinv", place});
        execution now;
        auto const factor =
            beside_largest(cut_reciprocal_function{}, s, rcond < 0 ? default_cut<T>(m) : rcond);
        // v diag(1 / s) u^H
        auto const scaled =
            evaluate_fresh<T, Space>(now, as_node(vh * expand_dims(factor, axis<E::rank - 1>)));
        return array<T, E::rank, Space>(
            adopt_t{}, product<T, Space, E::rank>(now, as_strided(scaled), matrix_op::adjoint,
                                                  as_strided(u.expression()), matrix_op::adjoint));
    });
}

/// How many singular values of matrices (..., m, n) are above `rtol` times the largest, as int64 of
/// shape (...); rtol as pinv()'s rcond. Does not wait.
template <twill::detail::operand A>
[[nodiscard]] auto matrix_rank(A const& a, double rtol = -1,
                               source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        using namespace twill::detail;
        using E = node_of<A>;
        using T = solver_t<typename E::value_type>;
        decltype(auto) node = as_node(a);
        auto const s = singular<false>(node, false, {"matrix_rank", place});
        double const part = rtol < 0 ? default_cut<T>(matrices_of(node.shape(place))) : rtol;
        return evaluate(
            count_nonzero(beside_largest(counts_function{}, s, part), axis<E::rank - 2>));
    });
}

/// Least squares: the solution, the sums of squares of what is left, the rank, the singular values.
template <class Solution, class Residuals, class Rank, class Values>
struct lstsq_result {
    Solution x;
    Residuals residuals;
    Rank rank;
    Values s;
};
/// `auto [x, residuals, rank, s] = lstsq(a, b)`: the x of least length for which |b - a x| is
/// least, of matrices (..., m, n) and right sides of m elements: one vector, or the columns of
/// (..., m, k) with the batch of a. `residuals` are the sums of |b - a x|^2 of every right side,
/// (..., k), of one vector (...): of one matrix one number, where NumPy has the shape (1,). They
/// are always there: NumPy's are empty where the rank is not full. `rank` counts the singular
/// values `s` above rcond times the largest (as pinv()'s). Does not wait. Throws shape_error.
template <twill::detail::operand A, twill::detail::operand B>
[[nodiscard]] auto lstsq(A const& a, B const& b, double rcond = -1,
                         source_location place = source_location::current()) {
    twill::detail::require_matrices<A, B>();
    return twill::detail::at_place(place, [&] {
        using namespace twill::detail;
        using E = node_of<A>;
        using Space = merged_space_t<typename E::space, space_of<B>>;
        using T = solver_t<typename E::value_type, value_of<B>>;
        constexpr bool vectors = rank_of<B> == 1;
        constexpr int rank = E::rank;
        static_assert(vectors || rank_of<B> == rank,
                      "twill: lstsq takes one vector, or right sides of the matrices' rank");
        caller const by{"lstsq", place};
        decltype(auto) node = as_node(a);
        decltype(auto) sides = as_node(b);
        auto const shape = node.shape(place);
        auto const of_b = sides.shape(place);
        auto const m = matrices_of(shape);
        bool fits = of_b[vectors ? 0 : rank - 2] == m.rows;
        if constexpr (!vectors)
            for (int d = 0; d < rank - 2; ++d)
                fits = fits && of_b[d] == shape[d];
        if (!fits)
            raise_sides(shape, of_b, "they need as many rows as the matrices, and their batch", by);
        index_t const k = vectors ? 1 : of_b[rank_of<B> - 1];
        execution now;
        auto const all = with_last<rank, rank - 2>(shape, m.rows, k);
        auto const right = readable<T, Space>(now, sides_of<vectors>(sides, all));
        auto const matrix = array_of(spoilable<T, Space>(now, node));
        auto [u, s, vh] = singular<true>(matrix.expression(), false, by);
        double const part = rcond < 0 ? default_cut<T>(m) : rcond;
        auto const along = product<T, Space, rank>(now, as_strided(u.expression()),
                                                   matrix_op::adjoint, right, matrix_op::plain);
        auto const scaled = evaluate_fresh<T, Space>(
            now, as_node(along * expand_dims(beside_largest(cut_reciprocal_function{}, s, part),
                                             axis<rank - 1>)));
        auto x = product<T, Space, rank>(now, as_strided(vh.expression()), matrix_op::adjoint,
                                         as_strided(scaled), matrix_op::plain);
        auto const reached =
            product<T, Space, rank>(now, as_strided(matrix.expression()), matrix_op::plain,
                                    as_strided(x), matrix_op::plain);
        auto residuals = [&] {
            auto const squares = square(abs(right - reached));
            if constexpr (vectors)
                return evaluate(sum(squares, axis<rank - 2, rank - 1>));
            else
                return evaluate(sum(squares, axis<rank - 2>));
        }();
        auto ranks =
            evaluate(count_nonzero(beside_largest(counts_function{}, s, part), axis<rank - 2>));
        auto solution = without_sides<vectors>(array<T, rank, Space>(adopt_t{}, std::move(x)));
        return lstsq_result<decltype(solution), decltype(residuals), decltype(ranks), decltype(s)>{
            std::move(solution), std::move(residuals), std::move(ranks), std::move(s)};
    });
}

/// Orders of norms, for matrix_norm(), norm() and cond().
enum class ord {
    fro,        ///< sqrt(sum |x|^2)
    nuc,        ///< the sum of singular values
    inf,        ///< the largest sum of |x| of a row
    one,        ///< the largest sum of |x| of a column
    two,        ///< the largest singular value
    minus_inf,  ///< the smallest sum of |x| of a row
    minus_one,  ///< the smallest sum of |x| of a column
    minus_two   ///< the smallest singular value
};

}  // namespace linalg

namespace detail {

template <class A>
auto norm_of_matrices(A const& a, linalg::ord order, caller const& by) {
    using linalg::ord;
    using T = solver_t<typename A::value_type>;
    using S = real_t<T>;
    using Space = typename A::space;
    constexpr int rank = A::rank;
    using result = array<S, rank - 2, Space>;
    decltype(auto) x = elements_as<T>(a);
    // The largest of none is 0: no norm is less.
    auto const greatest = [&](auto const& values) {
        return values.extent(rank - 2) == 0 ? result(sum(values, axis<rank - 2>), by.place)
                                            : result(max(values, axis<rank - 2>), by.place);
    };
    switch (order) {
        case ord::fro:
            return result(norm(x, axis<rank - 2, rank - 1>), by.place);
        case ord::inf:
            return greatest(evaluate(sum(abs(x), axis<rank - 1>)));
        case ord::minus_inf:
            return result(min(evaluate(sum(abs(x), axis<rank - 1>)), axis<rank - 2>), by.place);
        case ord::one:
            return greatest(evaluate(sum(abs(x), axis<rank - 2>)));
        case ord::minus_one:
            return result(min(evaluate(sum(abs(x), axis<rank - 2>)), axis<rank - 2>), by.place);
        case ord::nuc:
            return result(sum(singular<false>(a, false, by), axis<rank - 2>), by.place);
        case ord::two:
            return greatest(singular<false>(a, false, by));
        case ord::minus_two:
            return result(min(singular<false>(a, false, by), axis<rank - 2>), by.place);
    }
    raise<value_error>(by.place, "twill: %s: there is no such order", by.operation);
}

}  // namespace detail

namespace linalg {

/// The norms of matrices (..., m, n), of shape (...): real, in the precision that they are computed
/// in. Orders two, minus_two and nuc need the singular values. Does not wait. Of matrices without
/// elements it is 0; where there is none to be the smallest, ord::minus_inf of no rows, minus_one
/// of no columns and minus_two of either throw shape_error.
template <twill::detail::operand A>
[[nodiscard]] auto matrix_norm(A const& a, ord order = ord::fro,
                               source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        return twill::detail::norm_of_matrices(twill::detail::as_node(a), order,
                                               {"matrix_norm", place});
    });
}

/// The norm of vectors along axes, all of them unless said (with reductions' options), for an
/// order: (sum |x|^order)^(1 / order); HUGE_VAL and -HUGE_VAL for the largest and the smallest |x|,
/// 0 for how many are not 0. Real, in the precision that the elements are computed in. Does not
/// wait.
template <twill::detail::operand X, class... Options>
    requires twill::detail::reduction_options<Options...>
[[nodiscard]] auto vector_norm(X const& x, double order, Options... options) {
    using namespace twill::detail;
    require_space<node_of<X>>();
    using T = solver_t<value_of<X>>;
    using S = real_t<T>;
    auto const sizes = abs(elements_as<T>(as_node(x)));
    constexpr int rank = rank_of<decltype(sum(sizes, options...))>;
    using result = array<S, rank, typename node_of<X>::space>;
    if (order == 2)
        return result(twill::norm(sizes, options...));
    // The largest of none is 0.
    bool const none = order > std::numeric_limits<double>::max() && sizes.shape().size() == 0;
    if (order == 1 || none)
        return result(sum(sizes, options...));
    if (order == 0)
        return result(cast<S>(count_nonzero(sizes, options...)));
    if (order > std::numeric_limits<double>::max())
        return result(max(sizes, as_axes(options)...));
    if (order < std::numeric_limits<double>::lowest())
        return result(min(sizes, as_axes(options)...));
    return result(
        pow(sum(pow(sizes, static_cast<S>(order)), options...), static_cast<S>(1 / order)));
}
/// The Euclidean norm of all elements, or of the axes said; an expression that fuses into others.
using twill::norm;
/// matrix_norm(a, order).
template <twill::detail::operand A>
[[nodiscard]] auto norm(A const& a, ord order, source_location place = source_location::current()) {
    return matrix_norm(a, order, place);
}

/// The condition numbers of matrices (..., m, n) for a norm, of shape (...): the largest singular
/// value over the smallest for ord::two, otherwise |a| |inv(a)| of square ones, where a singular
/// matrix throws linalg_error as inv() does. Does not wait.
template <twill::detail::operand A>
[[nodiscard]] auto cond(A const& a, ord order = ord::two,
                        source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        using namespace twill::detail;
        using E = node_of<A>;
        using S = real_t<solver_t<typename E::value_type>>;
        using result = array<S, E::rank - 2, typename E::space>;
        decltype(auto) node = as_node(a);
        caller const by{"cond", place};
        if (order == ord::two || order == ord::minus_two) {
            auto const s = singular<false>(node, false, by);
            auto const most = max(s, axis<E::rank - 2>);
            auto const least = min(s, axis<E::rank - 2>);
            auto ratio = [&](auto const& above, auto const& below) {
                return result(
                    make_elementwise(condition_function{}, as_node(above), as_node(below)), place);
            };
            return order == ord::two ? ratio(most, least) : ratio(least, most);
        }
        return result(norm_of_matrices(node, order, by) *
                          norm_of_matrices(inverted(node, by).expression(), order, by),
                      place);
    });
}

}  // namespace linalg
}  // namespace twill::inline v0
