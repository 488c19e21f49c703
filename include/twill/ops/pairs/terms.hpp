// SPDX-License-Identifier: MIT
// The subtrees of a reduction over pairs that are worth keeping (common subexpression elimination):
// what has the same functions over the same operands as an earlier one takes its value. The
// reciprocal of a divisor is one of them: several dividends share it.
#pragma once

#include "twill/ops/pairs/tree.hpp"

namespace twill::inline v0::detail {

/// Stands for 1 / Node in the list of terms.
template <class Node>
struct pair_reciprocal {
    using value_type = float;
};
template <class Node>
inline constexpr bool is_float_quotient = false;
template <class A, class B>
inline constexpr bool is_float_quotient<apply_node<divide, A, B>> =
    std::is_same_v<typename A::value_type, float> && std::is_same_v<typename B::value_type, float>;

inline constexpr int least_kept_weight = 8;
template <class F, class... N>
inline constexpr bool is_pair_term =
    pair_weight<apply_node<F, N...>> >= least_kept_weight && !std::is_same_v<F, join_function>;

/// The terms of a tree, those of operands before those of what is computed from them.
template <class Node>
struct pair_terms {
    using type = types<>;
};
/// The reciprocal in a quotient.
template <class Node>
struct reciprocal_terms {
    using type = types<>;
};
template <class A, class B>
    requires is_float_quotient<apply_node<divide, A, B>>
struct reciprocal_terms<apply_node<divide, A, B>> {
    using type = types<pair_reciprocal<B>>;
};
template <class F, class... N>
struct pair_terms<apply_node<F, N...>> {
    using Node = apply_node<F, N...>;
    using type = decltype((types<>{} + ... + typename pair_terms<N>::type{}) +
                          typename reciprocal_terms<Node>::type{} +
                          std::conditional_t<is_pair_term<F, N...>, types<Node>, types<>>{});
};
template <class Node>
inline constexpr int pair_term_count = length(typename pair_terms<Node>::type{});
template <std::size_t I, class... N>
inline constexpr int pair_terms_before = sum_before(I, {pair_term_count<N>..., 0});

struct pair_term_place {
    int type = 0;
    int first = 0;  ///< its operands among those of the tree
    int count = 0;
};
template <class Node>
struct pair_term_lister {
    template <class All>
    static constexpr void list(All, pair_term_place*, int&, int) {}
};
template <class F, class... N>
struct pair_term_lister<apply_node<F, N...>> {
    using Node = apply_node<F, N...>;
    template <class All>
    static constexpr void list(All all, pair_term_place* to, int& next, int first) {
        int at = first;
        ((pair_term_lister<N>::list(all, to, next, at), at += pair_leaf_count<N>), ...);
        if constexpr (is_float_quotient<Node>)
            reciprocal(all, to, next, at, types<N...>{});
        if constexpr (is_pair_term<F, N...>)
            to[next++] = {position_in<Node>(all), first, pair_leaf_count<Node>};
    }

private:
    template <class All, class A, class B>
    static constexpr void reciprocal(All all, pair_term_place* to, int& next, int end,
                                     types<A, B>) {
        to[next++] = {position_in<pair_reciprocal<B>>(all), end - pair_leaf_count<B>,
                      pair_leaf_count<B>};
    }
};

template <class Tree>
struct pair_term_table {
    static constexpr int count = pair_term_count<Tree>;
    int twin[count + 1] = {};    ///< the first term of the same value; itself
    bool asked[count + 1] = {};  ///< a later term takes its value
};
template <class Tree, bool Shared>
constexpr pair_term_table<Tree> make_pair_term_table() {
    pair_term_table<Tree> t;
    pair_term_place place[t.count + 1] = {};
    int next = 0;
    pair_term_lister<Tree>::list(typename pair_terms<Tree>::type{}, place, next, 0);
    auto const& number = pair_table_of<Tree>.number;
    for (int k = 0; k < t.count; ++k) {
        t.twin[k] = k;
        for (int m = 0; Shared && m < k && t.twin[k] == k; ++m) {
            bool same = place[m].type == place[k].type;
            for (int l = 0; same && l < place[k].count; ++l)
                same = number[place[m].first + l] == number[place[k].first + l];
            if (same) {
                t.twin[k] = m;
                t.asked[m] = true;
            }
        }
    }
    return t;
}
template <class Tree, bool Shared = true>
inline constexpr pair_term_table<Tree> pair_term_table_of = make_pair_term_table<Tree, Shared>();

/// Which of the terms that are taken for an earlier one have its value: numbers in them may differ,
/// the state of functions, and operands that a kernel does not take for the same.
struct pair_twins {
    std::uint64_t which = 0;  ///< as bits, of the first 64
    bool all = true;
};
template <class Tree, int Term, class Node>
void check_terms(Node const&, void const**, pair_twins&) {}
template <class Tree, int Term, class F, class... N>
void check_terms(apply_node<F, N...> const& node, void const** nodes, pair_twins& twins) {
    using Node = apply_node<F, N...>;
    auto check = [&]<int K>(std::integral_constant<int, K>, auto const& of) {
        constexpr int twin = pair_term_table_of<Tree>.twin[K];
        using Node_of_term = std::remove_cvref_t<decltype(of)>;
        nodes[K] = &of;
        if constexpr (twin != K) {
            bool const right = same_node(*static_cast<Node_of_term const*>(nodes[twin]), of);
            twins.all = twins.all && right;
            if constexpr (K < 64)
                twins.which |= std::uint64_t{right} << K;
        }
    };
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (check_terms<Tree, Term + pair_terms_before<I, N...>>(get<I>(node), nodes, twins), ...);
    }(std::index_sequence_for<N...>{});
    if constexpr (is_float_quotient<Node>)
        check(std::integral_constant<int, Term + pair_terms_before<sizeof...(N), N...>>{},
              get<1>(node));
    if constexpr (is_pair_term<F, N...>)
        check(std::integral_constant<int, Term + pair_term_count<Node> - 1>{}, node);
}
/// Whether kernels of this type of tree take something for granted.
template <class Tree>
constexpr bool guesses() {
    bool result = pair_table_of<Tree>.slots < pair_table_of<Tree>.count;
    for (int k = 0; k < pair_term_count<Tree>; ++k)
        result = result || pair_term_table_of<Tree>.twin[k] != k;
    return result;
}
template <class Tree>
pair_twins pair_twins_of(Tree const& tree) {
    pair_twins twins;
    void const* nodes[pair_term_count<Tree> + 1];
    check_terms<Tree, 0>(tree, nodes, twins);
    return twins;
}
/// Whether everything holds that they do.
template <class Tree>
bool guessed_right(Tree const& tree) {
    return shares_rightly(tree) && pair_twins_of(tree).all;
}

}  // namespace twill::inline v0::detail
