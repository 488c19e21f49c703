// SPDX-License-Identifier: MIT
// alpha * product + beta * c in a statement, found by the types of its nodes.
#pragma once

#include "twill/expr/arithmetic.hpp"
#include "twill/ops/products/node.hpp"

namespace twill::inline v0::detail {

/// What a statement is to a product.
enum class linear_part {
    none,     ///< something else
    product,  ///< a product, times a number perhaps
    array,    ///< elements in memory, times a number perhaps
    sum,      ///< one of each, added or subtracted
};

template <class E>
inline constexpr linear_part linear_part_of = linear_part::none;
template <class A, class B, class Spec>
inline constexpr linear_part linear_part_of<contraction<A, B, Spec>> = linear_part::product;
template <class T, int Rank, class Space, class Lie>
inline constexpr linear_part linear_part_of<leaf<T, Rank, Space, Lie>> = linear_part::array;

constexpr linear_part scaled_part(linear_part x) {
    return x == linear_part::sum ? linear_part::none : x;
}
constexpr linear_part added_part(linear_part x, linear_part y) {
    bool const both = (x == linear_part::product && y == linear_part::array) ||
                      (x == linear_part::array && y == linear_part::product);
    return both ? linear_part::sum : linear_part::none;
}
template <class S, class E>
inline constexpr linear_part linear_part_of<elementwise<multiply, scalar_leaf<S>, E>> =
    scaled_part(linear_part_of<E>);
template <class S, class E>
inline constexpr linear_part linear_part_of<elementwise<multiply, E, scalar_leaf<S>>> =
    scaled_part(linear_part_of<E>);
template <class E>
inline constexpr linear_part linear_part_of<elementwise<negate, E>> =
    scaled_part(linear_part_of<E>);
template <class X, class Y>
inline constexpr linear_part linear_part_of<elementwise<add, X, Y>> =
    added_part(linear_part_of<X>, linear_part_of<Y>);
template <class X, class Y>
inline constexpr linear_part linear_part_of<elementwise<subtract, X, Y>> =
    added_part(linear_part_of<X>, linear_part_of<Y>);

template <class E>
constexpr auto product_type_in();
template <class... A>
constexpr auto product_type_among(types<A...>) {
    return (types<>{} + ... + product_type_in<A>());
}
template <class E>
constexpr auto product_type_in() {
    if constexpr (is_contraction<E>)
        return types<E>{};
    else
        return product_type_among(operand_types<E>{});
}
template <class P>
constexpr std::type_identity<P> only_type(types<P>) {
    return {};
}
/// The product in a linear statement.
template <class E>
using product_in = typename decltype(only_type(product_type_in<E>()))::type;

template <class E>
constexpr bool is_linear_statement() {
    return (linear_part_of<E> == linear_part::product && !is_contraction<E>) ||
           linear_part_of<E> == linear_part::sum;
}
/// Whether a statement is alpha * product + beta * c with elements of its target's type.
template <class E, class T, int Rank>
inline constexpr bool is_linear = [] {
    if constexpr (is_linear_statement<E>() && E::rank == Rank &&
                  std::is_same_v<typename E::value_type, T>)
        return product_in<E>::rank == Rank && std::is_same_v<typename product_in<E>::value_type, T>;
    return false;
}();

/// Whether a product of factors may stand for them: it neither overflowed nor underflowed. A BLAS
/// does not read what it multiplies by 0: NaN would be lost.
template <class N>
bool is_exact_factor(N x) {
    if constexpr (is_complex<N>) {
        auto const fits = [](auto part) { return part == 0 || is_exact_factor(part); };
        return x != N(0) && fits(x.real()) && fits(x.imag());
    } else {
        N const size = x < N(0) ? -x : x;
        return size >= std::numeric_limits<N>::min() && size <= limits<N>::max;
    }
}

/// Its terms.
template <class Product, class Number>
struct linear_terms {
    Product const* product = nullptr;
    operand_row array = {};
    Number alpha = {};
    Number beta = {};
    bool exact = true;  ///< whether alpha and beta may stand for their factors

    void collect(Product const& x, Number factor) {
        product = &x;
        alpha = factor;
    }
    template <class T, int Rank, class Space, class Lie>
    void collect(leaf<T, Rank, Space, Lie> const& x, Number factor) {
        array = x.row(reads::same_index, false);
        beta = factor;
    }
    template <class S, class E>
    void collect(elementwise<multiply, scalar_leaf<S>, E> const& x, Number factor) {
        collect(get<1>(x), times(factor, get<0>(x).value));
    }
    template <class S, class E>
    void collect(elementwise<multiply, E, scalar_leaf<S>> const& x, Number factor) {
        collect(get<0>(x), times(factor, get<1>(x).value));
    }
    template <class E>
    void collect(elementwise<negate, E> const& x, Number factor) {
        collect(get<0>(x), -factor);
    }
    template <class X, class Y>
    void collect(elementwise<add, X, Y> const& x, Number factor) {
        collect(get<0>(x), factor);
        collect(get<1>(x), factor);
    }
    template <class X, class Y>
    void collect(elementwise<subtract, X, Y> const& x, Number factor) {
        collect(get<0>(x), factor);
        collect(get<1>(x), -factor);
    }

private:
    template <class S>
    Number times(Number factor, S value) {
        Number const both = factor * static_cast<Number>(value);
        exact = exact && is_exact_factor(both);
        return both;
    }
};

}  // namespace twill::inline v0::detail
