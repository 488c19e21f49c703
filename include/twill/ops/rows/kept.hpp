// SPDX-License-Identifier: MIT
// What threads of a device keep of a row, as far as types tell: an operand, or the values of a
// costly term; which reductions are made together.
#pragma once

#include "twill/ops/rows/tree.hpp"

namespace twill::inline v0::detail {

template <class A, class B>
struct wider_of {
    using type = std::conditional_t<(sizeof(B) > sizeof(A)), B, A>;
};
/// The type of the operand that threads may keep: of the widest ones the first.
template <class Node>
struct kept_element {
    using type = void;
};
template <class T, int Rank, class Lie>
struct kept_element<memory_node<T, Rank, Lie>> {
    using type = T;
};
template <class T, int Rank>
struct kept_element<side_row<T, Rank>> {
    using type = T;
};
template <class R, class N>
struct kept_element<reduced_node<R, N>> : kept_element<N> {};
template <class N>
struct kept_element<common_node<N>> {
    using type = typename N::value_type;
};
template <class A, class B>
using wider_element = typename std::conditional_t<
    std::is_void_v<A>, std::type_identity<B>,
    std::conditional_t<std::is_void_v<B>, std::type_identity<A>, wider_of<A, B>>>::type;
template <class F, class N>
struct kept_element<apply_node<F, N>> : kept_element<N> {};
template <class F, class N, class... Rest>
    requires(sizeof...(Rest) > 0)
struct kept_element<apply_node<F, N, Rest...>> {
    using type = wider_element<typename kept_element<N>::type,
                               typename kept_element<apply_node<F, Rest...>>::type>;
};

/// For every record of a tree, in order: whether it is one that threads keep, surely or if it is
/// the same array, or lies beside that, element for element.
enum class record_keeping { never, beside, maybe, always };
template <int Records>
struct keeping_table {
    record_keeping how[Records > 0 ? Records : 1] = {};
    int count = 0;

    template <class T, class Node>
    constexpr void add(std::type_identity<Node>) {
        for (int k = 0; k < Node::records; ++k)
            how[count++] = record_keeping::never;
    }
    template <class T, class Own, int Rank, class Lie>
    constexpr void add(std::type_identity<memory_node<Own, Rank, Lie>>) {
        how[count++] = std::is_same_v<T, Own> ? record_keeping::always : record_keeping::beside;
    }
    template <class T, class Own, int Rank>
    constexpr void add(std::type_identity<side_row<Own, Rank>>) {
        how[count++] = std::is_same_v<T, Own> ? record_keeping::maybe : record_keeping::beside;
    }
    template <class T, class R, class N>
    constexpr void add(std::type_identity<reduced_node<R, N>>) {
        add<T>(std::type_identity<N>{});
    }
    template <class T, class N>
    constexpr void add(std::type_identity<common_node<N>>) {
        add<T>(std::type_identity<N>{});
    }
    template <class T, class F, class... N>
    constexpr void add(std::type_identity<apply_node<F, N...>>) {
        (add<T>(std::type_identity<N>{}), ...);
    }
};
template <class Tree>
constexpr keeping_table<Tree::records> find_kept_records() {
    keeping_table<Tree::records> result;
    result.template add<typename kept_element<Tree>::type>(std::type_identity<Tree>{});
    return result;
}
template <class Tree>
inline constexpr auto kept_records = find_kept_records<Tree>();

/// Whether a tree whose reductions are done needs operands of type T that have all axes, except
/// inside terms of type Term.
template <class T, class Term, class Node>
inline constexpr bool needs_kept = false;
template <class T, class Term, int Rank, class Lie>
inline constexpr bool needs_kept<T, Term, memory_node<T, Rank, Lie>> = true;
template <class T, class Term, int Rank>
inline constexpr bool needs_kept<T, Term, side_row<T, Rank>> = true;
template <class T, class Term, class N>
inline constexpr bool needs_kept<T, Term, common_node<N>> = true;
template <class T, class Term, class F, class... N>
inline constexpr bool needs_kept<T, Term, apply_node<F, N...>> =
    !std::is_same_v<Term, apply_node<F, N...>> && (false || ... || needs_kept<T, Term, N>);

/// What is computed of an element of type T.
template <class T>
struct computed_element {
    using type = compute_t<T>;
};
template <>
struct computed_element<void> {
    using type = void;
};
template <class T>
using kept_value = typename computed_element<T>::type;

/// Whether a tree has operands that may be what threads keep.
template <class Tree>
inline constexpr bool has_side_rows = [] {
    for (record_keeping const how : kept_records<Tree>.how)
        if (how == record_keeping::maybe)
            return true;
    return false;
}();

/// Whether a tree has operands that are the same for all rows.
template <class Node>
inline constexpr bool has_shared_rows = false;
template <class T, int Rank>
inline constexpr bool has_shared_rows<shared_row<T, Rank>> = true;
template <class F, class... N>
inline constexpr bool has_shared_rows<apply_node<F, N...>> = (false || ... || has_shared_rows<N>);
template <class R, class N>
inline constexpr bool has_shared_rows<reduced_node<R, N>> = has_shared_rows<N>;

/// The costly operand of the last reduction, exp(x - max) in a softmax, where the result needs what
/// threads keep of type T inside that term alone: then they keep its values from there on. Void
/// elsewhere.
template <class T, class Tree, class Reductions>
struct keepable_term {
    using type = void;
};
template <class T, class Tree, class... Node>
    requires(sizeof...(Node) > 0)
struct keepable_term<T, Tree, types<Node...>> {
    static constexpr int last = sizeof...(Node) - 1;
    template <class Last, class Term = typename Last::operand_type>
    static std::conditional_t<
        terms_of<Term> != 0 && std::is_same_v<typename Term::value_type, kept_value<T>> &&
            first_alike<Tree, last> == last && depth_of<Last> == depth_of<Tree> &&
            (... && (depth_of<Node> < depth_of<Tree> || std::is_same_v<Node, Last>)) &&
            !needs_kept<T, Term, Tree>,
        std::type_identity<Term>, std::type_identity<void>>
        choose(std::type_identity<Last>);
    using type = typename decltype((std::type_identity<void>{}, ...,
                                    choose(std::type_identity<Node>{})))::type;
};
/// Whether all terms of that type in a tree, outside reductions, equal `term`.
template <class Term, class Node>
bool same_terms(Term const&, Node const&) {
    return true;
}
template <class Term, class F, class... N>
bool same_terms(Term const& term, apply_node<F, N...> const& node) {
    if constexpr (std::is_same_v<Term, apply_node<F, N...>>) {
        return same_node(term, node);
    } else {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return (true && ... && same_terms(term, get<I>(node)));
        }(std::index_sequence_for<N...>{});
    }
}
template <class Term, class Tree>
bool keeps_term(Tree const& tree) {
    if constexpr (!std::is_void_v<Term>)
        return same_terms(reduction_at<reductions_of<Tree> - 1>(tree).operand, tree);
    else
        return false;
}

/// The reductions of a tree at a depth, in order; without those that have the type of an earlier
/// one, if `Distinct`.
template <class Tree, int Depth, bool Distinct>
struct reductions_at_depth {
    template <int... A, int... B>
    static std::integer_sequence<int, A..., B...> join(std::integer_sequence<int, A...>,
                                                       std::integer_sequence<int, B...>);
    template <int K = 0>
    static auto list() {
        if constexpr (K == reductions_of<Tree>)
            return std::integer_sequence<int>{};
        else if constexpr (reductions_in<Tree>.depth[K] == Depth + 1 &&
                           (!Distinct || first_alike<Tree, K> == K))
            return decltype(join(std::integer_sequence<int, K>{}, list<K + 1>())){};
        else
            return list<K + 1>();
    }
    using type = decltype(list());
};

/// The costly operand of the last reduction whose values are kept from there on.
template <class Tree>
using kept_term = typename keepable_term<typename kept_element<Tree>::type, Tree,
                                         typename reduced_nodes<Tree>::type>::type;

}  // namespace twill::inline v0::detail
