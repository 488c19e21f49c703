// SPDX-License-Identifier: MIT
// What an operand is, and how anything a user writes beside one becomes a node.
#pragma once

#include "twill/core/space.hpp"
#include "twill/core/types.hpp"
#include "twill/shape/broadcast.hpp"

namespace twill::inline v0 {
namespace detail {

/// A node of an expression: it has value_type, rank, space and shape().
template <class T>
concept node = requires { typename std::remove_cvref_t<T>::twill_node; };
/// An array or a view: `expression()` gives its leaf.
template <class T>
concept array_like = requires { typename std::remove_cvref_t<T>::twill_array; };
/// Anything that an operator of twill takes as an array.
template <class T>
concept operand = node<T> || array_like<T>;
/// A number, or a vec of numbers, beside an operand.
template <class T>
concept scalar = !operand<T> && (is_number<canonical_t<std::remove_cvref_t<T>>> ||
                                 is_vector<std::remove_cvref_t<T>>);
template <class T>
concept operand_or_scalar = operand<T> || scalar<T>;
// No defaulted argument can follow a pack, so that a call which is to know its place lists its
// operands one by one.
struct not_given {};
template <class X>
concept given_or_not = operand<X> || std::is_same_v<X, not_given>;
template <class... X>
using count_given = std::make_index_sequence<(std::size_t{!std::is_same_v<X, not_given>} + ...)>;

/// Contiguous elements of another library (std::vector, std::span, std::array): no operand, but
/// recognised where one is expected.
template <class R>
concept host_range = !operand<R> && requires(std::remove_cvref_t<R> const& r) {
    *r.data();
    r.size();
};
template <host_range R>
using range_element =
    std::remove_cvref_t<decltype(*std::declval<std::remove_cvref_t<R> const&>().data())>;
/// What holds elements and is no operand: a range of another library, or a C array.
template <class R>
concept foreign_elements = host_range<R> || std::is_array_v<std::remove_cvref_t<R>>;
/// What may stand beside an operand; ranges are refused with a sentence.
template <class T>
concept operand_scalar_or_range = operand_or_scalar<T> || foreign_elements<T>;
/// Arguments of a binary operator: at least one array.
template <class A, class B>
concept binary_operands =
    (operand<A> || operand<B>) && operand_scalar_or_range<A> && operand_scalar_or_range<B>;

/// The node of an operand: arrays and views give their leaf, or what they say to be read as, nodes
/// themselves.
template <operand T>
constexpr decltype(auto) as_node(T&& x) {
    if constexpr (node<T>)
        return std::forward<T>(x);
    else if constexpr (requires { x.read_as(); })
        return x.read_as();
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
/// A value that is no number, a struct or an enumeration, as the elements of an operand are.
template <class B, class A>
concept single_element =
    operand<A> && !operand_scalar_or_range<B> && std::is_same_v<value_of<A>, B>;

}  // namespace detail

/// Anything that can be evaluated: an array, a view or an expression, in either space.
/// `template <array_expression X> auto rms(X const& x) { return sqrt(mean(square(x))); }`
template <class X>
concept array_expression = detail::operand<X>;
/// The same with a given number of axes.
template <class X, int Rank>
concept array_expression_of_rank = array_expression<X> && detail::rank_of<X> == Rank;

}  // namespace twill::inline v0
