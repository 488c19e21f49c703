// SPDX-License-Identifier: MIT
// Products of several matrices that run at the call: matrix_power and multi_dot.
#pragma once

#include "twill/array/evaluate.hpp"
#include "twill/expr/generators.hpp"
#include "twill/ops/products/matmul.hpp"

namespace twill::inline v0 {
namespace detail {

/// The cheapest order of a chain of products by its multiplications, found by dynamic programming
/// (Cormen, Leiserson, Rivest and Stein, Introduction to Algorithms, 15.2). `size[i]` and
/// `size[i + 1]` are the sizes of matrix i.
template <int Count>
struct chain_order {
    double cost[Count][Count] = {};
    int split[Count][Count] = {};

    explicit chain_order(index_t const* size) {
        for (int length = 2; length <= Count; ++length)
            for (int i = 0; i + length <= Count; ++i) {
                int const j = i + length - 1;
                for (int k = i; k < j; ++k) {
                    double const here = cost[i][k] + cost[k + 1][j] +
                                        static_cast<double>(size[i]) *
                                            static_cast<double>(size[k + 1]) *
                                            static_cast<double>(size[j + 1]);
                    if (k == i || here < cost[i][j]) {
                        cost[i][j] = here;
                        split[i][j] = k;
                    }
                }
            }
    }
};

/// An operand as a matrix: a vector is a row, or a column.
template <class R, class Space, class E>
leaf<R, 2, Space, strided> matrix_of_chain(E const& x, bool is_column) {
    auto const held = [&] {
        if constexpr (leaf_in_memory<E> && std::is_same_v<typename E::value_type, R>)
            return leaf<R, E::rank, Space, strided>(x.storage, x.data, x.layout);
        else
            return leaf<R, E::rank, Space, strided>(evaluate_fresh<R, Space>(in_type<R>(x)));
    }();
    layout<2> lie;
    if constexpr (E::rank == 2) {
        lie = held.layout;
    } else {
        lie.shape =
            is_column ? extents<2>(held.layout.shape[0], 1) : extents<2>(1, held.layout.shape[0]);
        lie.stride[is_column ? 0 : 1] = held.layout.stride[0];
    }
    return {held.storage, held.data, lie};
}

template <class Space, class R, int Count>
leaf<R, 2, Space, strided> chain_product(leaf<R, 2, Space, strided> const* matrices,
                                         chain_order<Count> const& order, int from, int to,
                                         source_location const& place) {
    if (from == to)
        return matrices[from];
    int const middle = order.split[from][to];
    auto const left = chain_product<Space>(matrices, order, from, middle, place);
    auto const right = chain_product<Space>(matrices, order, middle + 1, to, place);
    return evaluate(matmul(left, right, precision::exact, place), place).expression();
}

}  // namespace detail

/// a times itself n times, of square matrices or batches of them, by repeated squaring; the
/// identity for n = 0. Throws value_error for a negative n, which linalg::matrix_power takes, and
/// shape_error. Runs at the call and returns an array; does not wait.
template <detail::operand A>
[[nodiscard]] auto matrix_power(A const& a, std::int64_t n,
                                source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<A>;
    static_assert(rank >= 2, "twill: matrix_power takes matrices");
    using R = detail::value_of<A>;
    auto const shape = detail::as_node(a).shape(place);
    if (shape[rank - 1] != shape[rank - 2])
        detail::raise<shape_error>(place,
                                   "twill: matrix_power: matrices of shape %s are not square",
                                   detail::text_of(shape).text);
    if (n < 0)
        detail::raise<value_error>(place,
                                   "twill: matrix_power: the power %lld is negative: "
                                   "linalg::matrix_power takes it of floats",
                                   static_cast<long long>(n));
    auto square = evaluate(a, place);
    if (n == 0) {
        auto const identity = eye<R>(shape[rank - 1], place);
        square() = identity;
        return square;
    }
    // Squares are dropped until the lowest bit of n is reached.
    for (; (n & 1) == 0; n >>= 1)
        square = matmul(square, square, precision::exact, place);
    auto result = square;
    while (n >>= 1) {
        square = matmul(square, square, precision::exact, place);
        if (n & 1)
            result = matmul(result, square, precision::exact, place);
    }
    return result;
}

/// The product of several matrices in the order that takes the fewest multiplications; the first
/// and the last may be vectors. Runs at the call and returns an array; does not wait. Throws
/// shape_error.
template <detail::operand First, detail::operand... X>
[[nodiscard]] auto multi_dot(source_location place, First const& first, X const&... x) {
    using namespace detail;
    constexpr int count = 1 + static_cast<int>(sizeof...(X));
    static_assert(count >= 2, "twill: multi_dot takes two operands at least");
    constexpr int ranks[] = {rank_of<First>, rank_of<X>...};
    static_assert(
        [&] {
            for (int i = 0; i < count; ++i)
                if (ranks[i] != 2 && !(ranks[i] == 1 && (i == 0 || i == count - 1)))
                    return false;
            return true;
        }(),
        "twill: multi_dot takes matrices; the first and the last operand may be vectors");
    using R = value_of<First>;
    static_assert((std::is_same_v<value_of<X>, value_of<First>> && ...),
                  "twill: multi_dot takes operands of one type: cast the others");
    using Space = merged_space_t<space_of<First>, space_of<X>...>;
    int at = 0;
    auto next = [&](auto const& operand) {
        bool const last = ++at == count;
        return matrix_of_chain<R, Space>(as_node(operand), last);
    };
    leaf<R, 2, Space, strided> const matrices[] = {next(first), next(x)...};
    index_t size[count + 1] = {matrices[0].layout.shape[0]};
    for (int i = 0; i < count; ++i) {
        if (i > 0 && matrices[i].layout.shape[0] != size[i])
            raise<shape_error>(
                place, "twill: multi_dot: operands %d and %d of shapes %s and %s do not fit", i,
                i + 1, text_of(matrices[i - 1].layout.shape).text,
                text_of(matrices[i].layout.shape).text);
        size[i + 1] = matrices[i].layout.shape[1];
    }
    auto const product =
        chain_product<Space>(matrices, chain_order<count>(size), 0, count - 1, place);
    constexpr int rank = ranks[0] + ranks[count - 1] - 2;
    extents<rank> shape;
    if constexpr (ranks[0] == 2)
        shape[0] = size[0];
    if constexpr (ranks[count - 1] == 2)
        shape[rank - 1] = size[count];
    return array<R, rank, Space>(
        adopt_t{}, leaf<R, rank, Space, dense>(product.storage, product.data, contiguous(shape)));
}
template <detail::operand A, detail::operand B>
[[nodiscard]] auto multi_dot(A const& a, B const& b,
                             source_location place = source_location::current()) {
    return multi_dot(place, a, b);
}
template <detail::operand A, detail::operand B, detail::operand C>
[[nodiscard]] auto multi_dot(A const& a, B const& b, C const& c,
                             source_location place = source_location::current()) {
    return multi_dot(place, a, b, c);
}
template <detail::operand A, detail::operand B, detail::operand C, detail::operand D>
[[nodiscard]] auto multi_dot(A const& a, B const& b, C const& c, D const& d,
                             source_location place = source_location::current()) {
    return multi_dot(place, a, b, c, d);
}

}  // namespace twill::inline v0
