// SPDX-License-Identifier: MIT
// Where all that reductions and results of a row read of several operands is one formula of them,
// softmax of where(mask, m, -1e9) or layer norm of x + y, threads of a device keep its values,
// which they compute once, in the place of one of the operands.
#pragma once

#include "twill/ops/rows/kept.hpp"

namespace twill::inline v0::detail {

template <class N>
inline constexpr int terms_of<common_node<N>> = terms_of<N>;
template <class N>
bool same_node(common_node<N> const& a, common_node<N> const& b) {
    return same_node(a.operand, b.operand);
}
/// How many operands of a node, of type T or of any, have all axes.
template <class T, class Node>
inline constexpr int whole_operands = 0;
template <class T, class U, int Rank, class Lie>
inline constexpr int whole_operands<T, memory_node<U, Rank, Lie>> =
    std::is_void_v<T> || std::is_same_v<T, U>;
template <class T, class U, int Rank>
inline constexpr int whole_operands<T, side_row<U, Rank>> =
    std::is_void_v<T> || std::is_same_v<T, U>;
template <class T, class F, class... N>
inline constexpr int whole_operands<T, apply_node<F, N...>> = (0 + ... + whole_operands<T, N>);
template <class T, class R, class N>
inline constexpr int whole_operands<T, reduced_node<R, N>> = whole_operands<T, N>;

/// How often a node of type X stands in a tree.
template <class X, class Node>
inline constexpr int occurrences = std::is_same_v<X, Node>;
template <class X, class F, class... N>
    requires(!std::is_same_v<X, apply_node<F, N...>>)
inline constexpr int occurrences<X, apply_node<F, N...>> = (0 + ... + occurrences<X, N>);
template <class X, class R, class N>
inline constexpr int occurrences<X, reduced_node<R, N>> = occurrences<X, N>;

/// The formula, if there is one: nodes of type X, or of one inside X, with all that is read.
template <class Tree, class X>
struct find_common {
    using type = void;
};
template <class Tree, class R, class N>
struct find_common<Tree, reduced_node<R, N>> {
    using type = void;
};
template <class Tree, class X, class... N>
struct find_common_below {
    using type = void;
};
template <class Tree, class X, class N, class... Rest>
struct find_common_below<Tree, X, N, Rest...>
    : std::conditional_t<whole_operands<void, N> == whole_operands<void, X>, find_common<Tree, N>,
                         find_common_below<Tree, X, Rest...>> {};
template <class Tree, class F, class... N>
struct find_common<Tree, apply_node<F, N...>> {
    using node = apply_node<F, N...>;
    static constexpr int own = whole_operands<void, node>;
    static constexpr int times = occurrences<node, Tree>;
    using value = typename node::value_type;
    static constexpr bool fits = own >= 2 && times >= 2 && reductions_of<node> == 0 &&
                                 own * times == whole_operands<void, Tree> &&
                                 whole_operands<value, node> > 0 && node::widest == sizeof(value) &&
                                 sizeof(value) >= 4;
    using type = typename std::conditional_t<
        fits, std::type_identity<node>,
        std::conditional_t<(own >= 2), find_common_below<Tree, node, N...>,
                           std::type_identity<void>>>::type;
};
template <class Tree, class First>
struct common_of_first {
    using type = void;
};
template <class Tree, class Node, class... Rest>
struct common_of_first<Tree, types<Node, Rest...>>
    : find_common<Tree, typename Node::operand_type> {};
/// Of a tree: the first reduction has it inside.
template <class Tree>
using common_formula = typename common_of_first<Tree, typename reduced_nodes<Tree>::type>::type;

/// The tree with nodes of type X as common ones.
template <class X, class Node>
auto with_common(Node const& node) {
    return node;
}
template <class X, class F, class... N>
auto with_common(apply_node<F, N...> const& node);
template <class X, class R, class N>
auto with_common(reduced_node<R, N> const& node) {
    auto const operand = with_common<X>(node.operand);
    return reduced_node<R, std::remove_const_t<decltype(operand)>>{operand, node.reducer,
                                                                   node.result};
}
template <class X, class F, class... N>
auto with_common(apply_node<F, N...> const& node) {
    if constexpr (std::is_same_v<X, apply_node<F, N...>>)
        return common_node<X>{node};
    else
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            using result = apply_node<F, decltype(with_common<X>(get<I>(node)))...>;
            return result{{{with_common<X>(get<I>(node))}...}, node.function};
        }(std::index_sequence_for<N...>{});
}
/// The tree whose rows threads keep.
template <class Tree>
auto as_kept(Tree const& tree) {
    using common = common_formula<Tree>;
    if constexpr (std::is_void_v<common>)
        return tree;
    else
        return with_common<common>(tree);
}

/// The common node of a tree that stands first.
template <class Node>
inline constexpr bool has_common = false;
template <class N>
inline constexpr bool has_common<common_node<N>> = true;
template <class F, class... N>
inline constexpr bool has_common<apply_node<F, N...>> = (false || ... || has_common<N>);
template <class R, class N>
inline constexpr bool has_common<reduced_node<R, N>> = has_common<N>;
template <class N>
TWILL_HD constexpr common_node<N> const& first_common(common_node<N> const& node) {
    return node;
}
template <std::size_t I = 0, class F, class... N>
TWILL_HD constexpr auto const& first_common(apply_node<F, N...> const& node);
template <class R, class N>
TWILL_HD constexpr auto const& first_common(reduced_node<R, N> const& node) {
    return first_common(node.operand);
}
template <std::size_t I, class F, class... N>
TWILL_HD constexpr auto const& first_common(apply_node<F, N...> const& node) {
    auto const& child = get<I>(node);
    if constexpr (has_common<std::remove_cvref_t<decltype(child)>>)
        return first_common(child);
    else
        return first_common<I + 1>(node);
}
/// Whether all common nodes of a tree are equal to the first one.
template <class First, class Node>
bool all_common(First const&, Node const&) {
    return true;
}
template <class N>
bool all_common(common_node<N> const& first, common_node<N> const& node) {
    return same_node(first, node);
}
template <class First, class F, class... N>
bool all_common(First const& first, apply_node<F, N...> const& node);
template <class First, class R, class N>
bool all_common(First const& first, reduced_node<R, N> const& node) {
    return all_common(first, node.operand);
}
template <class First, class F, class... N>
bool all_common(First const& first, apply_node<F, N...> const& node) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return (true && ... && all_common(first, get<I>(node)));
    }(std::index_sequence_for<N...>{});
}
template <class Tree>
bool keeps_one_formula(Tree const& tree) {
    if constexpr (has_common<Tree>)
        return all_common(first_common(tree), tree);
    else
        return true;
}

/// Whether reductions of one type are equal, terms that are kept, and a formula that is.
template <int Reductions, class Tree>
bool keeps_one_of_each(std::uint64_t equal, Tree const& tree) {
    for (int k = 0; k < Reductions; ++k)
        if (reductions_in<Tree>.first_alike[k] != k && !(equal >> k & 1))
            return false;
    return (std::is_void_v<kept_term<Tree>> || keeps_term<kept_term<Tree>>(tree)) &&
           keeps_one_formula(tree);
}

}  // namespace twill::inline v0::detail
