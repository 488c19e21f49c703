// SPDX-License-Identifier: MIT
// What an operand is, and how anything a user writes beside one becomes a node.
#pragma once

#include "twill/core/space.hpp"
#include "twill/core/types.hpp"
#include "twill/shape/broadcast.hpp"

namespace twill::inline v0::detail {

/// A node of an expression: it has value_type, rank, space and shape().
template <class T>
concept node = requires { typename std::remove_cvref_t<T>::twill_node; };
/// An array or a view: `expression()` gives its leaf.
template <class T>
concept array_like = requires { typename std::remove_cvref_t<T>::twill_array; };
/// Anything that an operator of twill takes as an array.
template <class T>
concept operand = node<T> || array_like<T>;
/// A number beside an operand.
template <class T>
concept scalar = !operand<T> && is_number<canonical_t<std::remove_cvref_t<T>>>;
template <class T>
concept operand_or_scalar = operand<T> || scalar<T>;
// No defaulted argument can follow a pack, so that a call which is to know its place lists its
// operands one by one.
struct not_given {};
template <class X>
concept given_or_not = operand<X> || std::is_same_v<X, not_given>;
template <class... X>
using count_given = std::make_index_sequence<(std::size_t{operand<X>} + ...)>;

/// Arguments of a binary operator: at least one array.
template <class A, class B>
concept binary_operands =
    (operand<A> || operand<B>) && operand_or_scalar<A> && operand_or_scalar<B>;

/// The node of an operand: arrays and views give their leaf, nodes themselves.
template <operand T>
constexpr decltype(auto) as_node(T&& x) {
    if constexpr (node<T>)
        return std::forward<T>(x);
    else
        return x.expression();
}
template <class T>
using node_of = std::remove_cvref_t<decltype(as_node(std::declval<T>()))>;
template <class T>
using value_of = typename node_of<T>::value_type;
template <class T>
using space_of = typename node_of<T>::space;
template <class T>
inline constexpr int rank_of = node_of<T>::rank;

}  // namespace twill::inline v0::detail
