// SPDX-License-Identifier: MIT
// The traversal: every walk over an expression goes through here, and what a node does not say is a
// compile error.
#pragma once

#include "twill/expr/node.hpp"

namespace twill::inline v0::detail {

template <class E>
concept says_what_it_reads = requires {
    typename E::operands;
    typename E::functions;
    E::needs_evaluation;
};
/// A leaf that reads memory.
template <class E>
concept leaf_in_memory = requires(E const& x) { x.row(reads::same_index, false); };

/// The operands of a node, as types.
template <class E>
struct operands_of_node {
    static_assert(says_what_it_reads<E>,
                  "twill: this node does not say what it reads: a node needs what "
                  "twill/expr/protocol.hpp lists");
    using type = typename E::operands;
};
template <class E>
using operand_types = typename operands_of_node<E>::type;

/// Whether a node's operands are read by a step of its own, before the statement's: nodes that a
/// claimant runs within the statement say `reads_in_statement`.
template <class E>
inline constexpr bool is_earlier_step = E::needs_evaluation;
template <class E>
    requires(E::reads_in_statement)
inline constexpr bool is_earlier_step<E> = false;

/// f(operand) for every operand of a node.
template <class E, class F>
void for_each_operand(E const& x, F&& f) {
    if constexpr (operand_types<E>::count > 0)
        x.apply([&](auto const&... operand) { (f(operand), ...); });
}

/// f(leaf) for every leaf under a node.
template <class E, class F>
void for_each_leaf(E const& x, F&& f) {
    if constexpr (operand_types<E>::count == 0)
        f(x);
    else
        x.apply([&](auto const&... operand) { (for_each_leaf(operand, f), ...); });
}

/// x.with(children...), which are moved from or, where they are references, passed on.
template <class E, std::size_t... I, class... T>
auto take_children(E const& x, children_base<std::index_sequence<I...>, T...>& c) {
    return x.with(static_cast<T&&>(get<I>(c))...);
}
/// The same node over f(operand, its number as a constant) of every operand, in their order.
template <class E, class F>
auto transform(E const& x, F&& f) {
    if constexpr (operand_types<E>::count == 0)
        return x;
    else
        return x.apply([&](auto const&... operand) {
            return [&]<int... I>(std::integer_sequence<int, I...>) {
                using done_type =
                    children<decltype(f(operand, std::integral_constant<int, I>{}))...>;
                // The order of evaluation inside braces is that of the text.
                done_type done{{f(operand, std::integral_constant<int, I>{})}...};
                return take_children(x, done);
            }(std::make_integer_sequence<int, sizeof...(operand)>{});
        });
}

template <class E>
constexpr int count_rows();
template <class... A>
constexpr int sum_of_rows(types<A...>) {
    return (0 + ... + count_rows<A>());
}
/// How many operands in memory an expression has.
template <class E>
constexpr int count_rows() {
    return leaf_in_memory<E> ? 1 : sum_of_rows(operand_types<E>{});
}

/// How operand k of a node is read.
template <class E, int K>
inline constexpr reads how_read = E::how(K);
/// Whether a node holds its operands as children.
template <std::size_t... I, class... A>
void take_for_children(children_base<std::index_sequence<I...>, A...> const&);
template <class E>
concept holds_children = requires(E const& x) { take_for_children(x); };

template <class E, class... A>
constexpr bool has_members_of(types<A...>) {
    if constexpr (are_members<A...>)
        return std::is_base_of_v<children<A...>, E>;
    else
        return false;
}
/// Whether they are members of it.
template <class E>
inline constexpr bool has_members = has_members_of<E>(operand_types<E>{});

/// The operands in memory of an expression, in their order: what code that is not a template over
/// the expression works on.
template <int Most>
struct operand_table {
    operand_row rows[Most > 0 ? Most : 1];
    int count = 0;
    bool numbers_fit = true;  ///< every scalar into the type that it takes

    template <class E>
    void add(E const& x, reads how, bool before) {
        if constexpr (leaf_in_memory<E>)
            rows[count++] = x.row(how, before);
        else if constexpr (requires { x.fits(); })
            numbers_fit = numbers_fit && x.fits();
        else if constexpr (has_members<E>)
            add_members(x, how, before || is_earlier_step<E>);
        else if constexpr (holds_children<E>)
            add_children<E>(x, how, before || is_earlier_step<E>);
        else
            add_operands(x, how, before || is_earlier_step<E>);
    }
    template <class E>
    TWILL_INLINED void add_members(E const& x, reads how, bool before) {
        add(x.first, wider(how, how_read<E, 0>), before);
        if constexpr (operand_types<E>::count == 2)
            add(x.second, wider(how, how_read<E, 1>), before);
    }
    template <class E>
    void add_operands(E const& x, reads how, bool before) {
        if constexpr (has_members<E>)
            add_members(x, how, before);
        else if constexpr (holds_children<E>)
            add_children<E>(x, how, before);
        else if constexpr (operand_types<E>::count > 0)
            x.apply([&](auto const&... operand) {
                int k = 0;
                (add(operand, wider(how, E::how(k++)), before), ...);
            });
    }
    template <class E, std::size_t... I, class... A>
    void add_children(children_base<std::index_sequence<I...>, A...> const& x, reads how,
                      bool before) {
        (add(get<I>(x), wider(how, how_read<E, static_cast<int>(I)>), before), ...);
    }
};
/// Of a whole expression.
template <class E>
    requires(count_rows<E>() <= 4)
operand_table<count_rows<E>()> operands_of(E const& x) {
    operand_table<count_rows<E>()> table;
    table.add(x, reads::same_index, false);
    return table;
}
// Not inlined where they are many: a statement asks more than once.
template <class E>
TWILL_NOINLINE operand_table<count_rows<E>()> operands_of(E const& x) {
    operand_table<count_rows<E>()> table;
    table.add(x, reads::same_index, false);
    return table;
}
/// Of the last step of an expression: what its node reads, also where that is one which others
/// would have to wait for.
template <class E>
operand_table<count_rows<E>()> operands_of_step(E const& x) {
    if constexpr (E::needs_evaluation) {
        operand_table<count_rows<E>()> table;
        table.add_operands(x, reads::same_index, false);
        return table;
    } else {
        return operands_of(x);
    }
}

// What is known of an expression by its nodes' types.

/// Whether operand k of a node must be evaluated because the node reads it in memory only.
template <class E, class... A>
constexpr bool lacks_memory(types<A...>) {
    int k = 0;
    return (false || ... || (E::how(k++) == reads::memory && !leaf_in_memory<A>));
}
template <class E>
constexpr bool contains_evaluation_in();
/// Whether an expression has nodes that must be evaluated before it.
template <class E>
inline constexpr bool contains_evaluation = contains_evaluation_in<E>();
template <class... A>
constexpr bool any_contains_evaluation(types<A...>) {
    return (false || ... || contains_evaluation<A>);
}
/// Whether a node's operands are what it can read.
template <class E>
constexpr bool has_ready_operands() {
    if constexpr (operand_types<E>::count == 0)
        return true;
    else
        return !any_contains_evaluation(operand_types<E>{}) && !lacks_memory<E>(operand_types<E>{});
}
template <class E>
constexpr bool contains_evaluation_in() {
    return E::needs_evaluation || !has_ready_operands<E>();
}

template <class E>
constexpr bool may_fault_in();
/// Whether an expression has nodes that may meet a fault (core/fault.hpp): those say `may_fault`.
template <class E>
inline constexpr bool may_fault = may_fault_in<E>();
template <class... A>
constexpr bool any_may_fault(types<A...>) {
    return (false || ... || may_fault<A>);
}
template <class E>
constexpr bool may_fault_in() {
    if constexpr (requires { requires E::may_fault; })
        return true;
    else
        return any_may_fault(operand_types<E>{});
}

/// The library's own function objects have names, and do not throw.
template <class F>
inline constexpr bool is_users_function = !requires { F::name; };
template <class E>
constexpr bool calls_user_code_in();
/// Whether an expression calls a user's function, which may throw in the middle of a host loop.
template <class E>
inline constexpr bool calls_user_code = calls_user_code_in<E>();
template <class... F>
constexpr bool any_is_user_code(types<F...>) {
    return (false || ... || is_users_function<F>);
}
template <class... A>
constexpr bool any_calls_user_code(types<A...>) {
    return (false || ... || calls_user_code<A>);
}
template <class E>
constexpr bool calls_user_code_in() {
    return any_calls_user_code(operand_types<E>{}) || any_is_user_code(typename E::functions{});
}

}  // namespace twill::inline v0::detail
