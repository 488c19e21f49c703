// SPDX-License-Identifier: MIT
// Evaluation of a tree that computes equal terms once: `h` in atan2(h, 1 - h) is kept in registers
// after its first occurrence, and a sine and a cosine of one operand are computed together. Whether
// two terms of one type are equal is found out before the loop.
#pragma once

#include "twill/lower/hoist.hpp"

namespace twill::inline v0::detail {

/// Terms whose values may come with those of earlier ones.
template <class Tree>
inline constexpr term_set reusable_terms = table_of<Tree>.repeats | table_of<Tree>.companions;
/// Whether a tree has such terms; if not, everything here costs nothing.
template <class Tree>
inline constexpr bool has_repeats = reusable_terms<Tree> != 0;
template <class Tree>
    requires(terms_of<Tree> < 2)
inline constexpr bool has_repeats<Tree> = false;

template <int K>
inline constexpr term_set term_bit = K >= 0 && K < most_terms ? one_term(K & (most_terms - 1)) : 0;
/// The companion of partner K.
template <class Tree, int K>
inline constexpr int companion_of = table_of<Tree>.companion_of(K);

/// Which of them do: for kernels.
template <class Tree, bool = has_repeats<Tree>>
struct reuse_plan {
    term_set equal = 0;
};
template <class Tree>
struct reuse_plan<Tree, false> {
    static constexpr term_set equal = 0;
};
template <class Tree>
reuse_plan<Tree> plan_reuse(Tree const& tree) {
    if constexpr (has_repeats<Tree>)
        return {equal_terms<reusable_terms<Tree>>(tree)};
    else
        return {};
}

/// The node type of term K; Node's first term is `First`.
template <int K, int First, class Node>
struct term_node;
template <int K, int First, class F, class... N>
struct term_node<K, First, apply_node<F, N...>> {
    template <std::size_t I = 0>
    static auto find() {
        if constexpr (K == First + terms_of<apply_node<F, N...>> - 1)
            return std::type_identity<apply_node<F, N...>>{};
        else if constexpr (K >= First + terms_before<I + 1, N...>)
            return find<I + 1>();
        else
            return typename term_node<K, First + terms_before<I, N...>,
                                      std::remove_cvref_t<decltype(detail::get<I>(
                                          std::declval<children<N...> const&>()))>>::type{};
    }
    using type = decltype(find());
};

/// V values of each term of a set.
template <class Tree, int V, int K, bool Kept>
struct term_value {};
template <class Tree, int V, int K>
struct term_value<Tree, V, K, true> {
    lanes<typename term_node<K, 0, Tree>::type::type::value_type, V> value;
};
template <class Tree, int V, term_set Set, class Sequence>
struct term_values_base;
template <class Tree, int V, term_set Set, std::size_t... K>
struct term_values_base<Tree, V, Set, std::index_sequence<K...>>
    : term_value<Tree, V, static_cast<int>(K), (Set >> K & 1) != 0>... {
    template <int Term>
    __device__ __forceinline__ auto& at() {
        return static_cast<term_value<Tree, V, Term, true>&>(*this).value;
    }
    template <int Term>
    __device__ __forceinline__ auto const& at() const {
        return static_cast<term_value<Tree, V, Term, true> const&>(*this).value;
    }
    /// Calls f with the number of each term as a constant.
    template <class F>
    __device__ __forceinline__ static void each(F&& f) {
        (call_for<static_cast<int>(K)>(f), ...);
    }

private:
    template <int Term, class F>
    __device__ __forceinline__ static void call_for(F& f) {
        if constexpr ((Set >> Term & 1) != 0)
            f(std::integral_constant<int, Term>{});
    }
};
template <class Tree, int V, term_set Set>
using term_values =
    term_values_base<Tree, V, Set, std::make_index_sequence<term_table<Tree>::set_count>>;
/// The values of the terms that later ones may be equal to.
template <class Tree, int V>
using kept_terms = term_values<Tree, V, table_of<Tree>.twins | table_of<Tree>.companions>;

/// In place of kept_terms: every term is computed.
struct nothing_kept {};

/// Whether a cursor has the values of some terms ready: see hoisted_cursor.
template <class Cursor>
concept has_ready_terms = requires { Cursor::ready_terms; };

template <class Tree, int First, int V, class Node, class Cursor, class Kept>
__device__ __forceinline__ lanes<typename Node::value_type, V> evaluate(Node const& node,
                                                                        Cursor const& c, Kept& kept,
                                                                        term_set equal);

/// A term from its operands, the first one being evaluated first.
template <class Tree, int First, int V, class F, class... N, class Cursor, class Kept,
          std::size_t... I>
__device__ __forceinline__ lanes<typename apply_node<F, N...>::value_type, V> evaluate_operands(
    apply_node<F, N...> const& node, Cursor const& c, Kept& kept, term_set equal,
    std::index_sequence<I...>) {
    children<lanes<typename N::value_type, V>...> const x{
        {evaluate<Tree, First + terms_before<I, N...>, V>(detail::get<I>(node), c, kept,
                                                          equal)}...};
    return node.template combine<V>(detail::get<I>(x)...);
}
/// F and its companion of one value.
template <class F, class T>
__device__ __forceinline__ void compute_together(T x, T& own, T& other) {
    if constexpr (requires { F::packet_form; }) {
        T sine, cosine;
        if constexpr (std::is_same_v<T, float>)
            ::sincosf(x, &sine, &cosine);
        else
            ::sincos(x, &sine, &cosine);
        own = F::packet_form == packet_function::sine ? sine : cosine;
        other = F::packet_form == packet_function::sine ? cosine : sine;
    } else {
        own = F{}(x);
        other = typename companion<F>::type{}(x);
    }
}

/// A sine or a cosine, together with its companion where that has the same operand.
template <class Tree, int First, int V, class F, class N, class Cursor, class Kept>
__device__ __forceinline__ lanes<typename N::value_type, V> evaluate_partner(
    apply_node<F, N> const& node, Cursor const& c, Kept& kept, term_set equal) {
    constexpr int other = companion_of<Tree, First + terms_of<apply_node<F, N>> - 1>;
    auto const x = evaluate<Tree, First, V>(detail::get<0>(node), c, kept, equal);
    if ((equal >> other & 1) == 0)
        return node.template combine<V>(x);
    lanes<typename N::value_type, V> result;
    auto& companions = kept.template at<other>();
#pragma unroll
    for (int l = 0; l < V; ++l)
        compute_together<F>(x.values[l], result.values[l], companions.values[l]);
    return result;
}
template <class Tree, int First, int V, class F, class... N, class Cursor, class Kept>
__device__ __forceinline__ lanes<typename apply_node<F, N...>::value_type, V> evaluate_term(
    apply_node<F, N...> const& node, Cursor const& c, Kept& kept, term_set equal) {
    using Node = apply_node<F, N...>;
    using Value = lanes<typename Node::value_type, V>;
    constexpr int k = First + terms_of<Node> - 1;
    constexpr term_set self = std::is_same_v<Kept, nothing_kept> ? 0 : term_bit<k>;
    constexpr bool repeats = (table_of<Tree>.repeats & self) != 0;
    constexpr bool is_companion = (table_of<Tree>.companions & self) != 0;
    constexpr std::index_sequence_for<N...> operands;
    if constexpr (has_ready_terms<Cursor> && k < most_terms)
        if (c.is_ready(k))
            return c.template ready<typename Node::value_type, V, k>();
    if constexpr (repeats || is_companion) {
        constexpr int from = repeats ? table_of<Tree>.twin[k] : k;
        if (equal >> k & 1)
            return kept.template at<from>();
    }
    Value result;
    if constexpr (repeats || is_companion) {
        nothing_kept nothing;
        result = evaluate_operands<Tree, First, V>(node, c, nothing, equal, operands);
    } else if constexpr ((table_of<Tree>.partners & self) != 0) {
        result = evaluate_partner<Tree, First, V>(node, c, kept, equal);
    } else {
        result = evaluate_operands<Tree, First, V>(node, c, kept, equal, operands);
    }
    if constexpr ((table_of<Tree>.twins & self) != 0)
        kept.template at<k>() = result;
    return result;
}
/// V lanes of a node whose first term is `First`.
template <class Tree, int First, int V, class Node, class Cursor, class Kept>
__device__ __forceinline__ lanes<typename Node::value_type, V> evaluate(Node const& node,
                                                                        Cursor const& c, Kept& kept,
                                                                        term_set equal) {
    if constexpr (terms_of<Node> == 0 && has_ready_terms<Cursor>)
        return c.template leaf<V>(node);
    else if constexpr (terms_of<Node> == 0 ||
                       (std::is_same_v<Kept, nothing_kept> && !has_ready_terms<Cursor>))
        return node.template at<V>(c);
    else
        return evaluate_term<Tree, First, V>(node, c, kept, equal);
}

/// tree.at<V>(cursor), equal terms computed once.
template <int V, class Tree, class Cursor>
__device__ __forceinline__ lanes<typename Tree::value_type, V> reuse_at(
    Tree const& tree, Cursor const& c, reuse_plan<Tree> const& reuse) {
    if constexpr (has_repeats<Tree>) {
        kept_terms<Tree, V> kept;
        return evaluate<Tree, 0, V>(tree, c, kept, reuse.equal);
    } else {
        return tree.template at<V>(c);
    }
}
/// The same at a cursor that has terms ready.
template <int V, class Tree, class Cursor>
    requires has_ready_terms<Cursor>
__device__ __forceinline__ lanes<typename Tree::value_type, V> reuse_at(Tree const& tree,
                                                                        Cursor const& c,
                                                                        reuse_plan<Tree> const&) {
    std::conditional_t<has_repeats<Tree>, kept_terms<Tree, V>, nothing_kept> kept;
    return evaluate<Tree, 0, V>(tree, c, kept, Cursor::equal_terms);
}

/// A tree whose equal terms are computed once, for kernels that evaluate it at no hoisted cursor.
/// `All` terms that may be equal to earlier ones are: it is known when the kernel is compiled.
template <class Tree, bool All>
struct reusing_tree {
    using value_type = typename Tree::value_type;
    static constexpr int widest = Tree::widest;
    static constexpr int records = Tree::records;

    Tree tree;
    std::conditional_t<All, reuse_plan<Tree, false>, reuse_plan<Tree>> reuse;

    template <int V, class Cursor>
    __device__ __forceinline__ lanes<value_type, V> at(Cursor const& c) const {
        return at_node<V>(tree, c);
    }
    /// From the tree's node, or one that has the same functions over other operands.
    template <int V, class Node, class Cursor>
    __device__ __forceinline__ lanes<value_type, V> at_node(Node const& node,
                                                            Cursor const& c) const {
        kept_terms<Tree, V> kept;
        if constexpr (All)
            return evaluate<Tree, 0, V>(node, c, kept, reusable_terms<Tree>);
        else
            return evaluate<Tree, 0, V>(node, c, kept, reuse.equal);
    }
};
template <class Tree, bool All>
inline constexpr int terms_of<reusing_tree<Tree, All>> = terms_of<Tree>;

}  // namespace twill::inline v0::detail
