// SPDX-License-Identifier: MIT
// The terms of a tree: its costly functions (sin, exp, pow, a user's own) and whatever is computed
// from them. They are numbered in post-order, so that the terms inside term k are those of a range
// that ends at k. Known here: which terms have the type of an earlier one, hence may be equal to
// it.
#pragma once

#include "twill/lower/slots.hpp"

namespace twill::inline v0::detail {

template <class Node>
inline constexpr int terms_of = 0;
template <class F, class... N>
inline constexpr int terms_of<apply_node<F, N...>> =
    (0 + ... + terms_of<N>)+(is_costly<F> || is_unknown<F> || (0 + ... + terms_of<N>) != 0 ? 1 : 0);

/// The number of terms in the operands before operand I.
template <std::size_t I, class... N>
inline constexpr int terms_before = sum_before(I, {terms_of<N>..., 0});

/// The function that costs little more beside F of the same operand, as the cosine beside the sine:
/// function objects say `companion`.
template <class F>
struct companion {
    using type = void;
};
template <class F>
    requires requires { typename F::companion; }
struct companion<F> {
    using type = typename F::companion;
};
/// Functions of the hardware.
template <class F>
inline constexpr bool is_fast = requires { F::in_hardware; };
/// Whether a node has costly functions other than those of the hardware.
template <class Node>
inline constexpr bool has_slow_function = false;
template <class F, class... N>
inline constexpr bool has_slow_function<apply_node<F, N...>> =
    ((is_costly<F> || is_unknown<F>) && !is_fast<F>) || (false || ... || has_slow_function<N>);

template <class Node>
inline constexpr bool has_companion = false;
template <class F, class N>
inline constexpr bool has_companion<apply_node<F, N>> =
    !std::is_void_v<typename companion<F>::type> &&
    (std::is_same_v<typename N::value_type, float> ||
     std::is_same_v<typename N::value_type, double>);
template <class Node>
struct companion_node;
template <class F, class N>
struct companion_node<apply_node<F, N>> {
    using type = apply_node<typename companion<F>::type, N>;
};

/// What a function costs at one point, about in instructions of a device: of doubles there are half
/// as many units. Of a user's function nothing is known; what is cheap counts as nothing.
template <class F, class T, int Operands>
inline constexpr int work_of_function = is_unknown<F>    ? 1000
                                        : !is_costly<F>  ? 0
                                        : is_fast<F>     ? 4
                                        : sizeof(T) <= 4 ? 30 * Operands
                                                         : 80 * Operands;
template <class Node>
inline constexpr int work_of = 0;
template <class F, class... N>
inline constexpr int work_of<apply_node<F, N...>> =
    (work_of_function<F, typename apply_node<F, N...>::value_type, static_cast<int>(sizeof...(N))> +
     ... + work_of<N>);

/// What code that is not a template needs to know of a term.
struct term {
    int twin;          ///< the first term of the same type
    int companion;     ///< the first term that could be computed together with it, or none
    int first;         ///< the first term inside this one
    int records_from;  ///< its operands among those of the tree
    int records_to;
    int bytes;      ///< of a value
    int work;       ///< of a value
    axis_set axes;  ///< along which values may differ
};

/// Sets of terms have one bit a term; later terms are never in a set.
using term_set = std::uint32_t;
inline constexpr int most_terms = 32;
constexpr term_set one_term(int k) { return term_set{1} << k; }
/// Terms [first, last].
constexpr term_set term_range(int first, int last) {
    return (one_term(last) - one_term(first)) | one_term(last);
}

/// The nodes of a tree's terms, in the order of their numbers.
template <class Node>
struct term_nodes {
    using type = types<>;
};
template <class F, class... N>
struct term_nodes<apply_node<F, N...>> {
    using Node = apply_node<F, N...>;
    using self = std::conditional_t<terms_of<Node> != 0, types<Node>, types<>>;
    using type = decltype((types<>{} + ... + typename term_nodes<N>::type{}) + self{});
};

template <class Node>
struct term_lister {
    template <class All>
    static constexpr void list(All, term*, int&, int& record) {
        record += Node::records;
    }
};
template <class F, class... N>
struct term_lister<apply_node<F, N...>> {
    using Node = apply_node<F, N...>;
    template <class All>
    static constexpr int companion_in(All all) {
        if constexpr (has_companion<Node>)
            return position_in<typename companion_node<Node>::type>(all);
        else
            return position_in<void>(all);
    }
    template <class All>
    static constexpr void list(All all, term* to, int& next, int& record) {
        if constexpr (terms_of<Node> == 0) {
            record += Node::records;
        } else {
            [[maybe_unused]] int const first = next;
            [[maybe_unused]] int const from = record;
            (term_lister<N>::list(all, to, next, record), ...);
            to[next++] = {position_in<Node>(all),
                          companion_in(all),
                          first,
                          from,
                          record,
                          static_cast<int>(sizeof(typename Node::value_type)),
                          work_of<Node>,
                          Node::axes};
        }
    }
};

template <class Tree>
struct term_table {
    static constexpr int count = terms_of<Tree>;
    static constexpr int set_count = count < most_terms ? count : most_terms;

    term terms[count > 0 ? count : 1];
    int twin[count > 0 ? count : 1];  ///< the first term of the same type; a companion's partner
    term_set again;                   ///< terms with an earlier term of the same type
    term_set any_twins;               ///< and the first ones of those types
    term_set repeats;     ///< the largest of those: an evaluation may use the twin's value
    term_set companions;  ///< an evaluation may compute them together with their twins
    term_set twins;       ///< the twins of repeats
    term_set partners;    ///< the twins of companions

    /// The companion of partner k.
    constexpr int companion_of(int k) const {
        for (int m = 0; m < set_count; ++m)
            if ((companions >> m & 1) != 0 && twin[m] == k)
                return m;
        return k;
    }
};

template <class Tree>
constexpr term_table<Tree> make_term_table() {
    term_table<Tree> result{};
    int next = 0;
    int record = 0;
    term_lister<Tree>::list(typename term_nodes<Tree>::type{}, result.terms, next, record);
    for (int k = 0; k < result.count; ++k) {
        result.twin[k] = result.terms[k].twin;
        if (result.twin[k] != k && k < most_terms) {
            result.again |= one_term(k);
            result.any_twins |= one_term(result.twin[k]);
        }
    }
    for (int k = result.set_count - 1; k >= 0;) {
        if (result.twin[k] != k) {
            result.repeats |= one_term(k);
            result.twins |= one_term(result.twin[k]);
            k = result.terms[k].first - 1;
            continue;
        }
        int const partner = result.terms[k].companion;
        if (partner > k) {
            --k;
            continue;
        }
        result.twin[k] = partner;
        result.companions |= one_term(k);
        result.partners |= one_term(partner);
        k = result.terms[k].first - 1;
    }
    return result;
}
template <class Tree>
inline constexpr term_table<Tree> table_of = make_term_table<Tree>();

/// Terms `asked` and those that they are compared with.
template <class Table>
constexpr term_set with_twins(Table const& table, term_set asked) {
    term_set result = asked;
    for (int k = 0; k < table.set_count; ++k)
        if (asked >> k & 1)
            result |= one_term(table.twin[k]);
    return result;
}
/// Notes the terms of `Noted`; adds to `equal` companions that have the operand of their partners.
template <class Tree, term_set Noted, int First, class Node>
void note_terms(Node const&, equal_values<most_terms>&, term_set&) {}
template <class Tree, term_set Noted, int First, class F, class... N>
void note_terms(apply_node<F, N...> const& node, equal_values<most_terms>& nodes, term_set& equal) {
    using Node = apply_node<F, N...>;
    if constexpr (terms_of<Node> != 0 && First < most_terms) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (note_terms<Tree, Noted, First + terms_before<I, N...>>(get<I>(node), nodes, equal),
             ...);
        }(std::index_sequence_for<N...>{});
        constexpr int k = First + terms_of<Node> - 1;
        if constexpr (k < most_terms && (Noted >> (k < most_terms ? k : 0) & 1) != 0) {
            if constexpr ((table_of<Tree>.companions & one_term(k)) != 0) {
                using Partner = typename companion_node<Node>::type;
                if (same_node(get<0>(nodes.template at<Partner>(table_of<Tree>.twin[k])),
                              get<0>(node)))
                    equal |= one_term(k);
            }
            if constexpr (((table_of<Tree>.again | table_of<Tree>.any_twins) & one_term(k)) != 0)
                nodes.note(k, node);
            else
                nodes.place(k, node);
        }
    }
}
/// Those of the terms `Asked` that need not be computed once their twins are.
template <term_set Asked, class Tree>
term_set equal_terms(Tree const& tree) {
    term_set equal = 0;
    if constexpr (Asked != 0) {
        constexpr auto const& table = table_of<Tree>;
        equal_values<most_terms> nodes;
        note_terms<Tree, with_twins(table_of<Tree>, Asked), 0>(tree, nodes, equal);
        for (int k = 0; k < table.set_count; ++k)
            if ((Asked & table.again) >> k & 1 && nodes.owner[k] == table.twin[k])
                equal |= one_term(k);
    }
    return equal;
}

}  // namespace twill::inline v0::detail
