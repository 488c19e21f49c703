// SPDX-License-Identifier: MIT
// Several reductions of outer products in one pass: an operand that the first one has at the same
// place is staged and loaded once for both.
#pragma once

#include "twill/ops/pairs/outer_stage.cuh"

namespace twill::inline v0::detail {

template <class Node>
inline constexpr bool is_join = false;
template <class... N>
inline constexpr bool is_join<apply_node<join_function, N...>> = true;

template <class Node>
inline constexpr bool is_array_operand = false;
template <class T, int Rank, class Lie>
inline constexpr bool is_array_operand<memory_node<T, Rank, Lie>> = true;
template <class T, int V, bool Kept, class Lie>
inline constexpr bool is_array_operand<staged_memory<T, V, Kept, Lie>> = true;

template <class Node>
inline constexpr int operand_count = 0;
template <class F, class... N>
inline constexpr int operand_count<apply_node<F, N...>> = sizeof...(N);

/// Calls body.pair<First, Number>(operand, like) for the arrays among a node's operands that stand
/// where `like` reads one of the same type, body.other<First, Number>(node) for the rest of it.
/// First and Number: how many terms and staged operands come before; LikeFirst: terms before like.
template <term_set Unread, int First, int Number, int LikeFirst, class Node, class Like, class Body>
__device__ __forceinline__ void walk_beside(Node& node, Like& like, Body const& body);
/// Both nodes come twice: for the types of their operands, and as they are, const or not.
template <term_set Unread, int First, int Number, int LikeFirst, class F, class... N, class F0,
          class... M, class Body, std::size_t... I>
__device__ __forceinline__ void walk_operands(apply_node<F, N...> const&,
                                              apply_node<F0, M...> const&, auto& node, auto& like,
                                              Body const& body, std::index_sequence<I...>) {
    (walk_beside<Unread, First + terms_before<I, N...>,
                 Number + staged_before<Unread, First, I, std::index_sequence_for<N...>, N...>,
                 LikeFirst + terms_before<I, M...>>(get<I>(node), get<I>(like), body),
     ...);
}
template <term_set Unread, int First, int Number, int LikeFirst, class Node, class Like, class Body>
__device__ __forceinline__ void walk_beside(Node& node, Like& like, Body const& body) {
    using node_type = std::remove_const_t<Node>;
    using like_type = std::remove_const_t<Like>;
    if constexpr (is_unread<Unread, First, node_type>)
        return;
    else if constexpr (is_unread<Unread, LikeFirst, like_type>)
        body.template other<First, Number>(node);
    else if constexpr (is_array_operand<node_type> && std::is_same_v<node_type, like_type>)
        body.template pair<First, Number>(node, like);
    else if constexpr (operand_count<node_type> > 0 &&
                       operand_count<node_type> == operand_count<like_type>)
        walk_operands<Unread, First, Number, LikeFirst>(
            node, like, node, like, body, std::make_index_sequence<operand_count<node_type>>{});
    else
        body.template other<First, Number>(node);
}
template <term_set Unread, class... N, class Body, std::size_t... I>
__device__ __forceinline__ void walk_results(apply_node<join_function, N...> const&, auto& join,
                                             Body const& body, std::index_sequence<I...>) {
    body.template other<0, 0>(get<0>(join));
    (walk_beside<Unread, terms_before<I + 1, N...>,
                 staged_before<Unread, 0, I + 1, std::index_sequence_for<N...>, N...>, 0>(
         get<I + 1>(join), get<0>(join), body),
     ...);
}
/// The same for the results of a join, each beside the first one, which goes to body.other as a
/// whole; so does a tree that is no join.
template <term_set Unread, class Tree, class Body>
__device__ __forceinline__ void walk_join(Tree& tree, Body const& body) {
    if constexpr (is_join<std::remove_const_t<Tree>>)
        walk_results<Unread>(
            tree, tree, body,
            std::make_index_sequence<operand_count<std::remove_const_t<Tree>> - 1>{});
    else
        body.template other<0, 0>(tree);
}

/// Whether all such pairs are the same memory.
struct compare_pairs {
    bool& same;
    template <int, int, class T, int Rank, class Lie>
    __device__ __forceinline__ void pair(memory_node<T, Rank, Lie> const& a,
                                         memory_node<T, Rank, Lie> const& b) const {
        same &= a.data == b.data;
        for (int d = 0; d < Rank; ++d)
            same &= a.stride[d] == b.stride[d];
    }
    template <int, int, class Node>
    __device__ __forceinline__ void other(Node const&) const {}
};
/// Stages rows, those of a pair once if it is shared.
template <class Stage>
struct stage_rows {
    Stage const& stage;
    index_t first;
    int count;
    bool shared;
    template <int First, int Number, class Node>
    __device__ __forceinline__ void pair(Node const& node, Node const&) const {
        if (!shared)
            other<First, Number>(node);
    }
    template <int First, int Number, class Node>
    __device__ __forceinline__ void other(Node const& node) const {
        stage.template rows<First, Number>(node, first, count);
    }
};
/// What is shared is where the first one is.
struct share_pairs {
    template <int, int, class Node>
    __device__ __forceinline__ void pair(Node& node, Node const& like) const {
        node.start = like.start;
    }
    template <int, int, class Node>
    __device__ __forceinline__ void other(Node const&) const {}
};
/// Loads operands; `Shared`: those of a pair once.
template <term_set Unread, bool Shared>
struct fetch_operands {
    outer_cursor const& cursor;
    template <int, int, class Node>
    __device__ __forceinline__ void pair(Node& node, Node const& like) const {
        if constexpr (Shared)
            node.kept = like.kept;
        else
            node.fetch(cursor);
    }
    template <int First, int, class Node>
    __device__ __forceinline__ void other(Node& node) const {
        fetch<Unread, First>(node, cursor);
    }
};

}  // namespace twill::inline v0::detail
