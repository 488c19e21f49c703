// SPDX-License-Identifier: MIT
// Functions of matrices and equations of tensors: expm, tensorsolve, tensorinv; matrices made of
// others: block_diag, toeplitz, vander; diagonals of batches. Where and when they run, and element
// types, as ops/linalg/solve.hpp says.
#pragma once

#include "twill/ops/linalg/derived.hpp"

namespace twill::inline v0 {
namespace detail {

/// How often a matrix x is halved before its approximant of degree 13 is good to double, by the
/// 1-norms of x, x^4 and x^6: |x| below 5.37 does (Higham, The scaling and squaring method for the
/// matrix exponential revisited, 2005), and so do |x^4|^(1/4) and |x^6|^(1/6) below 4.25, which may
/// be far less (Al-Mohy, Higham, A new scaling and squaring algorithm for the matrix exponential,
/// 2009). What overflowed says nothing.
struct halvings_function {
    static constexpr char const* name = "halvings";
    template <class S>
    TWILL_HD int operator()(S norm, S fourth, S sixth) const {
        auto first = static_cast<double>(norm);
        auto of_fourth = static_cast<double>(fourth);
        auto of_sixth = static_cast<double>(sixth);
        int count = 0;
        while (first > 5.371920351148152 && count < 1100 &&
               !(of_fourth <= 326.25390625 && of_sixth <= 5892.961181640625)) {
            first *= 0.5;
            of_fourth *= 0x1p-4;
            of_sixth *= 0x1p-6;
            ++count;
        }
        return count;
    }
};
struct halved_function {
    static constexpr char const* name = "halved";
    template <class T>
    TWILL_HD T operator()(T const& x, int count) const {
        real_t<T> factor(1);
        for (; count > 0; --count)
            factor *= real_t<T>(0.5);
        return x * factor;
    }
};

/// The exponentials of square matrices: (q(x))^-1 p(x) of x halved, squared as often.
template <class A>
auto exponential(A const& a, caller const& by) {
    using Space = typename A::space;
    using T = solver_t<typename A::value_type>;
    using S = real_t<T>;
    constexpr int rank = A::rank;
    using stack = leaf<T, rank, Space>;
    auto const shape = square_shape(a, by);
    auto const m = matrices_of(shape);
    execution now;
    if (m.empty())
        return array_of(spoilable<T, Space>(now, a));
    auto times = [&](auto const& x, auto const& y) {
        return stack(
            product<T, Space, rank>(now, stack(x), matrix_op::plain, stack(y), matrix_op::plain));
    };
    auto kept = [&](auto const& x) { return stack(evaluate_fresh<T, Space>(now, as_node(x))); };
    auto const unit = as_node(broadcast_to(eye<T>(m.rows), shape));
    auto x = kept(elements_as<T>(a));
    auto x2 = times(x, x);
    auto x4 = times(x2, x2);
    auto x6 = times(x4, x2);
    auto norms = [&](stack const& power) { return norm_of_matrices(power, linalg::ord::one, by); };
    auto const halvings = array_of(
        evaluate_fresh<int, Space>(now, make_elementwise(halvings_function{}, as_node(norms(x)),
                                                         as_node(norms(x4)), as_node(norms(x6)))));
    auto const each = expand_dims(expand_dims(halvings, axis<rank - 2>), axis<rank - 1>);
    int const most = item(max(halvings), by.place);
    auto halve = [&](stack& power, int exponent) {
        power = kept(make_elementwise(halved_function{}, power,
                                      as_node(broadcast_to(each * exponent, shape))));
    };
    if (most > 0)
        halve(x, 1);
    if (most > 16) {
        // Powers may have overflowed.
        x2 = times(x, x);
        x4 = times(x2, x2);
        x6 = times(x4, x2);
    } else if (most > 0) {
        halve(x2, 2);
        halve(x4, 4);
        halve(x6, 6);
    }
    // The coefficients of the approximant, the first one as 1: nothing overflows that x does not.
    constexpr double first = 64764752532480000.0;
    auto sum_of = [&](double six, double four, double two) {
        return x6 * S(six / first) + x4 * S(four / first) + x2 * S(two / first);
    };
    auto const odd =
        times(x, kept(times(x6, kept(sum_of(1, 16380, 40840800))) +
                      sum_of(33522128640.0, 10559470521600.0, 1187353796428800.0) + unit * S(0.5)));
    auto const even = kept(times(x6, kept(sum_of(182, 960960, 1323241920))) +
                           sum_of(670442572800.0, 129060195264000.0, 7771770303897600.0) + unit);
    auto result = solved<false>(as_node(even - odd), as_node(even + odd), by);
    for (int i = 0; i < most; ++i) {
        auto const squared = times(result.expression(), result.expression());
        result = where(broadcast_to(each, shape) > i, squared, result);
    }
    return result;
}

/// The elements of a fresh leaf in another shape.
template <class T, int Rank, class Space, int Out>
leaf<T, Out, Space, dense> in_shape(leaf<T, Rank, Space, dense> const& x,
                                    extents<Out> const& shape) {
    return {x.storage, x.data, contiguous(shape)};
}

/// int64 of bool and narrow integers.
template <class V>
using vander_t =
    std::conditional_t<is_boolean<V> || (is_integer<V> && sizeof(V) < 8), std::int64_t, V>;
/// Powers by repeated squaring, of integers in 64 bits: exact as long as they fit.
struct vander_function {
    static constexpr char const* name = "vander";
    index_t last;  ///< the exponent of column 0; -1: exponents rise from 0
    template <class V>
    TWILL_HD constexpr auto operator()(V value, index_t column) const {
        using T = vander_t<V>;
        auto x = static_cast<T>(value);
        index_t power = last < 0 ? column : last - column;
        T result(1);
        for (;; power /= 2) {
            if (power % 2 != 0)
                result = static_cast<T>(result * x);
            if (power < 2)
                return result;
            x = static_cast<T>(x * x);
        }
    }
};
/// The type of the elements of several blocks together.
template <class T, class... Rest>
struct joined_blocks {
    using type = T;
};
template <class T, class U, class... Rest>
struct joined_blocks<T, U, Rest...> : joined_blocks<promote_t<T, U>, Rest...> {};
template <class T>
struct toeplitz_function {
    static constexpr char const* name = "toeplitz";
    T const* column;
    T const* row;
    TWILL_HD constexpr T operator()(index_t i, index_t j) const {
        return i >= j ? column[i - j] : row[j - i];
    }
};

}  // namespace detail

namespace linalg {

/// The exponentials of square matrices (..., n, n), by scaling, squaring and a rational approximant
/// (Higham 2005). Waits for one number: how often the largest matrix has to be squared. Throws
/// shape_error.
template <twill::detail::operand A>
[[nodiscard]] auto expm(A const& a, source_location place = source_location::current()) {
    twill::detail::require_matrices<A>();
    return twill::detail::at_place(place, [&] {
        return twill::detail::exponential(twill::detail::as_node(a), {"expm", place});
    });
}

/// The x with tensordot(a, x, as many axes as x has) = b: a has b's shape followed by x's, which
/// has as many elements as b (shape_error otherwise). Does not wait; linalg_error as solve().
template <twill::detail::operand A, twill::detail::operand B>
[[nodiscard]] auto tensorsolve(A const& a, B const& b,
                               source_location place = source_location::current()) {
    using namespace twill::detail;
    require_space<node_of<A>>();
    constexpr int before = rank_of<B>;
    constexpr int after = rank_of<A> - before;
    static_assert(before > 0 && after > 0,
                  "twill: tensorsolve(a, b): a has the axes of b and then those of the result");
    return at_place(place, [&] {
        using Space = typename node_of<A>::space;
        using T = solver_t<value_of<A>, value_of<B>>;
        caller const by{"tensorsolve", place};
        auto const of_a = shape_of(a, place);
        auto const of_b = shape_of(b, place);
        extents<after> result;
        bool fits = true;
        for (int d = 0; d < before; ++d)
            fits = fits && of_a[d] == of_b[d];
        for (int d = 0; d < after; ++d)
            result[d] = of_a[before + d];
        index_t const n = of_b.size();
        if (!fits || result.size() != n)
            raise_sides(of_a, of_b, "a needs the shape of b, then axes of as many elements", by);
        execution now;
        auto const matrix = in_shape(spoilable<T, Space>(now, as_node(a)), extents<2>(n, n));
        auto const sides = in_shape(spoilable<T, Space>(now, as_node(b)), extents<1>(n));
        auto const x = solved<true>(matrix, sides, by);
        return array_of(in_shape(x.expression(), result));
    });
}
/// The inverse of tensordot by a: of a shape whose first `Split` axes have as many elements as the
/// others (shape_error otherwise), the others first. Does not wait; linalg_error as inv().
template <int Split = 2, twill::detail::operand A>
[[nodiscard]] auto tensorinv(A const& a, source_location place = source_location::current()) {
    using namespace twill::detail;
    require_space<node_of<A>>();
    constexpr int rank = rank_of<A>;
    static_assert(Split > 0 && Split < rank,
                  "twill: tensorinv<k>(a): k axes of a, not all of them");
    return at_place(place, [&] {
        using Space = typename node_of<A>::space;
        using T = solver_t<value_of<A>>;
        auto const shape = shape_of(a, place);
        extents<rank> result;
        index_t n = 1;
        for (int d = 0; d < rank; ++d) {
            result[d] = shape[(d + Split) % rank];
            n *= d < Split ? shape[d] : 1;
        }
        if (n * n != shape.size())
            raise<shape_error>(
                place,
                "twill: tensorinv: the first %d axes of shape %s have %lld elements, "
                "the others another number",
                Split, text_of(shape).text, static_cast<long long>(n));
        execution now;
        auto const matrix = in_shape(spoilable<T, Space>(now, as_node(a)), extents<2>(n, n));
        auto const x = inverted(matrix, {"tensorinv", place});
        return array_of(in_shape(x.expression(), result));
    });
}

/// Elements (..., i, i + k) of matrices in the last two axes, as a view.
template <twill::detail::operand X>
[[nodiscard]] auto diagonal(X&& x, twill::detail::integer k = 0,
                            source_location place = source_location::current()) {
    constexpr int rank = twill::detail::rank_of<X>;
    static_assert(rank >= 2, "twill: diagonal takes matrices: two axes at least");
    return twill::diagonal(std::forward<X>(x), k, axis<rank - 2, rank - 1>, place);
}
/// The sums of diagonal(x, k), as an expression.
template <twill::detail::operand X>
[[nodiscard]] auto trace(X const& x, twill::detail::integer k = 0,
                         source_location place = source_location::current()) {
    return sum(linalg::diagonal(twill::detail::as_node(x), k, place),
               axis<twill::detail::rank_of<X> - 2>);
}
using twill::matrix_transpose;

/// Matrices one behind the other along the diagonal of one that is 0 elsewhere, as an array; their
/// element types join. A kernel for each and one for the zeros; does not wait.
template <twill::detail::operand A, twill::detail::operand... Rest>
[[nodiscard]] auto block_diag(A const& a, Rest const&... rest) {
    using namespace twill::detail;
    static_assert(rank_of<A> == 2 && ((rank_of<Rest> == 2) && ...),
                  "twill: block_diag takes matrices");
    using Space = merged_space_t<space_of<A>, space_of<Rest>...>;
    require_some_space<Space>();
    using T = typename joined_blocks<value_of<A>, value_of<Rest>...>::type;
    index_t rows = 0;
    index_t columns = 0;
    auto grow = [&](auto const& x) {
        auto const shape = shape_of(x, nowhere);
        rows += shape[0];
        columns += shape[1];
    };
    grow(a);
    (grow(rest), ...);
    array<T, 2, Space> result(zeros<T>(extents(rows, columns)), nowhere);
    rows = columns = 0;
    auto place_one = [&](auto const& x) {
        auto const shape = shape_of(x, nowhere);
        result(slice(rows, rows + shape[0]), slice(columns, columns + shape[1])) = cast<T>(x);
        rows += shape[0];
        columns += shape[1];
    };
    place_one(a);
    (place_one(rest), ...);
    return result;
}

/// The matrix whose diagonals are constant, with first column `c` and first row `r` (whose element
/// 0 is not read), as an array. Does not wait.
template <twill::detail::operand C, twill::detail::operand R>
[[nodiscard]] auto toeplitz(C const& c, R const& r,
                            source_location place = source_location::current()) {
    using namespace twill::detail;
    static_assert(rank_of<C> == 1 && rank_of<R> == 1, "twill: toeplitz takes a column and a row");
    using Space = merged_space_t<space_of<C>, space_of<R>>;
    require_some_space<Space>();
    using T = twill::promote_t<value_of<C>, value_of<R>>;
    return at_place(place, [&] {
        execution now;
        auto const column = spoilable<T, Space>(now, as_node(c));
        auto const row = spoilable<T, Space>(now, as_node(r));
        extents<2> const shape(column.layout.shape[0], row.layout.shape[0]);
        return array_of(evaluate_fresh<T, Space>(
            now, make_elementwise(toeplitz_function<T>{column.data, row.data},
                                  axis_index_of<0>(shape), axis_index_of<1>(shape))));
    });
}
/// The same whose first row is the conjugate of its first column.
template <twill::detail::operand C>
[[nodiscard]] auto toeplitz(C const& c, source_location place = source_location::current()) {
    if constexpr (twill::detail::is_complex<twill::detail::value_of<C>>)
        return toeplitz(c, conj(c), place);
    else
        return toeplitz(c, c, place);
}

/// The powers of x, n - 1 to 0 from left to right or, rising, 0 to n - 1: a lazy expression of
/// shape (elements of x, n). Powers of bool and narrow integers are int64; others keep
/// their type. Throws value_error for a negative n.
template <twill::detail::operand X>
[[nodiscard]] auto vander(X const& x, twill::detail::integer n, bool increasing = false,
                          source_location place = source_location::current()) {
    using namespace twill::detail;
    static_assert(rank_of<X> == 1, "twill: vander takes one axis");
    if (n < 0)
        raise<value_error>(place, "twill: vander: %lld columns", static_cast<long long>(n));
    extents<2> const shape(shape_of(x, place)[0], n.value);
    auto map = mapping_by<1, 2>(shape_of(x, place), [](int) { return 0; });
    map.shape = shape;
    return make_elementwise(vander_function{increasing ? -1 : n.value - 1},
                            rearrange(as_node(x), map), axis_index_of<1>(shape));
}
/// As many columns as elements.
template <twill::detail::operand X>
[[nodiscard]] auto vander(X const& x, source_location place = source_location::current()) {
    return vander(x, twill::detail::shape_of(x, place)[0], false, place);
}

}  // namespace linalg
}  // namespace twill::inline v0
