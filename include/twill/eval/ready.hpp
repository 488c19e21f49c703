// SPDX-License-Identifier: MIT
// What inside an expression must be evaluated first is, into memory of its own; the rest then reads
// it as leaves. Nodes of one group that need nothing else run together:
// `(a - mean(a)) / stddev(a)` reads `a` once for both.
#pragma once

#include <tuple>

#include "twill/eval/execution.hpp"

namespace twill::inline v0::detail {

/// Evaluates `x` into fresh contiguous memory of its own shape; see eval/run.hpp.
template <class T, class Space, class E>
leaf<T, E::rank, Space, dense> evaluate_fresh(execution& now, E const& x);

/// A node's result, whose type says what is known of it beyond that it is dense.
template <class N, class T, int Rank, class Space>
auto known_result(leaf<T, Rank, Space, dense> fresh) {
    if constexpr (requires { typename N::result_lie; })
        return leaf<T, Rank, Space, typename N::result_lie>{std::move(fresh.storage), fresh.data,
                                                            fresh.layout};
    else
        return fresh;
}

/// Bytes of state that a thread may hold for nodes that run together.
inline constexpr std::size_t most_group_bytes = 160;

/// What must agree for nodes to run together; void for one that runs alone. Nodes that join a group
/// say `group` and `group_bytes`, the state that a thread holds for them.
template <class E>
struct group_of_node {
    using type = void;
    static constexpr std::size_t bytes = 0;
};
template <class E>
    requires requires { typename E::group; }
struct group_of_node<E> {
    using type = typename E::group;
    static constexpr std::size_t bytes = E::group_bytes;
};
template <class E>
using group_of = typename group_of_node<E>::type;

/// Whether a node must be evaluated, and nothing under it.
template <class E>
inline constexpr bool is_evaluated_next = E::needs_evaluation && has_ready_operands<E>();

template <class E>
constexpr auto first_group_in();
/// The group of the first of those nodes in an expression that has one; void if none has.
template <class E>
using first_group = typename decltype(first_group_in<E>())::type;
constexpr std::type_identity<void> first_group_among(types<>) { return {}; }
template <class A, class... Rest>
constexpr auto first_group_among(types<A, Rest...>) {
    if constexpr (std::is_void_v<first_group<A>>)
        return first_group_among(types<Rest...>{});
    else
        return std::type_identity<first_group<A>>{};
}
template <class E>
constexpr auto first_group_in() {
    if constexpr (is_evaluated_next<E>)
        return std::type_identity<group_of<E>>{};
    else if constexpr (!contains_evaluation<E>)
        return std::type_identity<void>{};
    else
        return first_group_among(operand_types<E>{});
}

template <class Group, class E>
constexpr int count_in_group_in();
/// How many such nodes of a group an expression has.
template <class Group, class E>
inline constexpr int count_in_group = count_in_group_in<Group, E>();
template <class Group, class... A>
constexpr int sum_in_group(types<A...>) {
    return (0 + ... + count_in_group<Group, A>);
}
template <class Group, class E>
constexpr int count_in_group_in() {
    if constexpr (is_evaluated_next<E>)
        return std::is_same_v<Group, group_of<E>> ? 1 : 0;
    else
        return sum_in_group<Group>(operand_types<E>{});
}

template <class Group, class E>
auto nodes_of_group(E const& x) {
    if constexpr (count_in_group<Group, E> == 0)
        return std::tuple<>{};
    else if constexpr (is_evaluated_next<E>)
        return std::tuple{x};
    else
        return x.apply([](auto const&... operand) {
            return std::tuple_cat(nodes_of_group<Group>(operand)...);
        });
}

/// Whether an expression's nodes of a group are several, but not too many.
template <class... N>
constexpr bool fit_together(std::tuple<N...> const*) {
    return sizeof...(N) > 1 && (std::size_t{0} + ... + group_of_node<N>::bytes) <= most_group_bytes;
}
template <class Group, class E>
inline constexpr bool runs_jointly =
    fit_together(static_cast<decltype(nodes_of_group<Group>(std::declval<E const&>()))*>(nullptr));
template <class E>
inline constexpr bool runs_jointly<void, E> = false;

/// How many nodes of a group the first I of some types have.
template <class Group, int I, class... A>
constexpr int count_before(types<A...>) {
    int const counts[] = {count_in_group<Group, A>..., 0};
    int sum = 0;
    for (int i = 0; i < I; ++i)
        sum += counts[i];
    return sum;
}
/// The expression with the nodes of a group replaced by results[First], ...
template <class Group, int First, class E, class Results>
auto substitute(E const& x, Results const& results) {
    if constexpr (count_in_group<Group, E> == 0)
        return x;
    else if constexpr (is_evaluated_next<E>)
        return known_result<E>(std::get<static_cast<std::size_t>(First)>(results));
    else
        return x.apply([&](auto const&... operand) {
            return [&]<std::size_t... I>(std::index_sequence<I...>) {
                return x.with(
                    substitute<Group, First + count_before<Group, static_cast<int>(I)>(
                                                  operand_types<E>{})>(operand, results)...);
            }(std::index_sequence_for<decltype(operand)...>{});
        });
}

/// Evaluates a part of an expression into memory of its own.
template <class Space, class E>
auto evaluate_inside(execution& now, E const& x) {
    if (now.record)
        ++now.record->temporaries;
    return evaluate_fresh<typename E::value_type, Space>(now, x);
}

/// Nodes of one group, in as few passes as their operation can.
template <class Space, class N, class... Rest>
auto run_together(execution& now, N const& first, Rest const&... rest) {
    return runner<typename N::operation, Space>::together(now, first, rest...);
}

template <class Space, class E>
decltype(auto) make_ready(execution& now, E const& x);
/// As make_ready, by value.
template <class Space, class E>
auto ready_copy(execution& now, E const& x) {
    return make_ready<Space>(now, x);
}

/// What a kernel or loop can read of an operand: its elements in memory if nothing else will do.
template <class Space, class E>
decltype(auto) make_ready(execution& now, E const& x, std::true_type) {
    if constexpr (leaf_in_memory<E>)
        return (x);
    else
        return evaluate_inside<Space>(now, x);
}
template <class Space, class E>
decltype(auto) make_ready(execution& now, E const& x, std::false_type) {
    return make_ready<Space>(now, x);
}

/// The same node over ready operands.
template <class Space, class E>
decltype(auto) ready_operands(execution& now, E const& x) {
    if constexpr (has_ready_operands<E>())
        return (x);
    else
        return transform(x, [&](auto const& operand, auto position) -> decltype(auto) {
            return make_ready<Space>(now, operand,
                                     std::bool_constant<E::how(position.value) == reads::memory>{});
        });
}

/// The expression over what a kernel or loop can read; itself where it is that already.
template <class Space, class E>
decltype(auto) make_ready(execution& now, E const& x) {
    using Group = first_group<E>;
    if constexpr (!contains_evaluation<E>) {
        return (x);
    } else if constexpr (E::needs_evaluation) {
        return known_result<E>(evaluate_inside<Space>(now, x));
    } else if constexpr (runs_jointly<Group, E>) {
        auto const results = std::apply(
            [&](auto const&... n) {
                if (now.record)
                    now.record->temporaries += static_cast<int>(sizeof...(n));
                return run_together<Space>(now, n...);
            },
            nodes_of_group<Group>(x));
        return ready_copy<Space>(now, substitute<Group, 0>(x, results));
    } else {
        return ready_operands<Space>(now, x);
    }
}

}  // namespace twill::inline v0::detail
