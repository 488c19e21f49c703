// SPDX-License-Identifier: MIT
// What inside an expression must be evaluated first is, into memory of its own; the rest then reads
// it as leaves. Nodes of one group that need nothing else run together:
// `(a - mean(a)) / stddev(a)` reads `a` once for both. Equal nodes are evaluated once.
#pragma once

#include <array>
#include <tuple>

#include "twill/eval/claimants.hpp"
#include "twill/eval/execution.hpp"
#include "twill/expr/shared.hpp"

namespace twill::inline v0::detail {

/// Evaluates `x` into fresh contiguous memory of its own shape; see eval/run.hpp.
template <class T, class Space, class E>
leaf<T, E::rank, Space, dense> evaluate_fresh(execution& now, E const& x);
/// The same of what shared() names: its steps say so.
template <class T, class Space, class E>
leaf<T, E::rank, Space, dense> evaluate_fresh(execution& now, shared_node<E> const& x);

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

/// All nodes of a type, wherever they stand: equal ones are evaluated once.
template <class N>
struct copies_of {};

/// Whether a node is one of those that a key stands for: of a group, or copies.
template <class Key, class E>
inline constexpr bool has_key = is_evaluated_next<E> && std::is_same_v<Key, group_of<E>>;
template <class N, class E>
inline constexpr bool has_key<copies_of<N>, E> = std::is_same_v<N, E>;

template <class E>
constexpr auto keys_in();
/// The keys of an expression's nodes, outer ones first.
template <class... A>
constexpr auto keys_among(types<A...>) {
    return (types<>{} + ... + keys_in<A>());
}
template <class E>
constexpr auto keys_in() {
    if constexpr (!contains_evaluation<E>) {
        return types<>{};
    } else {
        constexpr bool in_group = !std::is_void_v<group_of<E>>;
        if constexpr (!E::needs_evaluation)
            return keys_among(operand_types<E>{});
        else if constexpr (in_group && is_evaluated_next<E>)
            return types<group_of<E>>{};
        else if constexpr (!in_group && may_be_equal<E>)
            return types<copies_of<E>>{} + keys_among(operand_types<E>{});
        else
            return keys_among(operand_types<E>{});
    }
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
    if constexpr (has_key<Group, E>)
        return 1;
    else if constexpr (contains_evaluation<E>)
        return sum_in_group<Group>(operand_types<E>{});
    else
        return 0;
}

template <class Group, class E>
auto nodes_of_group(E const& x) {
    if constexpr (count_in_group<Group, E> == 0)
        return std::tuple<>{};
    else if constexpr (has_key<Group, E>)
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
template <class N, class E>
inline constexpr bool runs_jointly<copies_of<N>, E> = (count_in_group<copies_of<N>, E> > 1);

/// The first key of which an expression has several nodes; void if there is none.
template <class E>
constexpr std::type_identity<void> first_joint(types<>) {
    return {};
}
template <class E, class Key, class... Rest>
constexpr auto first_joint(types<Key, Rest...>) {
    if constexpr (runs_jointly<Key, E>)
        return std::type_identity<Key>{};
    else
        return first_joint<E>(types<Rest...>{});
}
template <class E>
using joint_key = typename decltype(first_joint<E>(keys_among(operand_types<E>{})))::type;

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
    else if constexpr (has_key<Group, E>)
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

/// Nodes of one group, in as few passes as their operation can, into dense leaves in a tuple.
template <class Space, class Results, class N, class... Rest>
void run_together_into(execution& now, Results& to, N const& first, Rest const&... rest) {
    runner<typename N::operation, Space>::together(now, to, first, rest...);
}
/// The same into fresh memory.
template <class Space, class... N>
auto run_together(execution& now, N const&... n) {
    std::tuple<leaf<typename N::value_type, N::rank, Space, dense>...> to{
        now.fresh<typename N::value_type, Space>(n.shape())...};
    run_together_into<Space>(now, to, n...);
    return to;
}
/// Nodes of one type, those that are equal once.
template <class Space, class N, class... Same>
auto run_copies(execution& now, N const& first, Same const&... rest) {
    constexpr std::size_t count = 1 + sizeof...(Same);
    N const* const nodes[] = {&first, &rest...};
    std::array<leaf<typename N::value_type, N::rank, Space, dense>, count> results;
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t k = 0;
        while (k < i && !equal_nodes(*nodes[k], *nodes[i]))
            ++k;
        results[i] = k < i ? results[k] : evaluate_inside<Space>(now, *nodes[i]);
    }
    return results;
}
template <class Key>
struct joint_run {
    template <class Space, class... N>
    static auto of(execution& now, N const&... n) {
        if (now.record)
            now.record->temporaries += static_cast<int>(sizeof...(n));
        return run_together<Space>(now, n...);
    }
};
template <class C>
struct joint_run<copies_of<C>> {
    template <class Space, class... N>
    static auto of(execution& now, N const&... n) {
        return run_copies<Space>(now, n...);
    }
};

template <class Space, class E>
decltype(auto) make_ready(execution& now, E const& x);
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

template <class Space, class E>
decltype(auto) ready_operands(execution& now, E const& x);
/// As ready_operands, by value.
template <class Space, class E>
auto copy_of_ready(execution& now, E const& x) {
    return ready_operands<Space>(now, x);
}

/// The same node over ready operands.
template <class Space, class E>
decltype(auto) ready_operands(execution& now, E const& x) {
    if constexpr (has_ready_operands<E>()) {
        return (x);
    } else if constexpr (any_claimed_first<Space>(operand_types<E>{})) {
        // Before nodes inside of them join others.
        return copy_of_ready<Space>(
            now, transform(x, [&](auto const& operand, auto) -> decltype(auto) {
                using A = std::remove_cvref_t<decltype(operand)>;
                if constexpr (is_claimed_first<Space, A>(claimants_of<A>{}))
                    return known_result<A>(evaluate_inside<Space>(now, operand));
                else
                    return (operand);
            }));
    } else if constexpr (!std::is_void_v<preparing<Space, E>>) {
        return copy_of_ready<Space>(now, runner<preparing<Space, E>, Space>::prepared(now, x));
    } else if constexpr (!std::is_void_v<joint_key<E>>) {
        using Key = joint_key<E>;
        auto const results = std::apply(
            [&](auto const&... n) { return joint_run<Key>::template of<Space>(now, n...); },
            nodes_of_group<Key>(x));
        return copy_of_ready<Space>(now, substitute<Key, 0>(x, results));
    } else {
        return transform(x, [&](auto const& operand, auto position) -> decltype(auto) {
            return make_ready<Space>(now, operand,
                                     std::bool_constant<E::how(position.value) == reads::memory>{});
        });
    }
}

/// The expression over what a kernel or loop can read; itself where it is that already.
template <class Space, class E>
decltype(auto) make_ready(execution& now, E const& x) {
    if constexpr (!contains_evaluation<E>)
        return (x);
    else if constexpr (E::needs_evaluation || is_claimed_first<Space, E>(claimants_of<E>{}))
        return known_result<E>(evaluate_inside<Space>(now, x));
    else
        return ready_operands<Space>(now, x);
}

/// Several expressions as the operands of one node.
template <class... E>
struct several {
    using twill_node = void;
    using operands = types<E...>;
    using functions = types<>;
    static constexpr bool needs_evaluation = false;
    static constexpr reads how(int) { return reads::same_index; }

    std::tuple<E...> all;

    template <class F>
    decltype(auto) apply(F&& f) const {
        return std::apply(f, all);
    }
    template <class... X>
    several<X...> with(X const&... x) const {
        return {std::tuple<X...>{x...}};
    }
};

template <class... A>
constexpr auto first_shared_among(types<A...>);
/// The first type of shared nodes in an expression, outer ones first; void if it has none.
template <class E>
constexpr auto first_shared_in() {
    if constexpr (is_shared<E>)
        return types<E>{};
    else
        return first_shared_among(operand_types<E>{});
}
template <class... A>
constexpr auto first_shared_among(types<A...>) {
    return (types<>{} + ... + first_shared_in<A>());
}
template <class... E>
inline constexpr bool any_shared = decltype(first_shared_among(types<E...>{}))::count > 0;

/// Several expressions in which every shared node has been evaluated once.
template <class... E, class First, class... Rest>
auto with_shared_ready(execution& now, several<E...> const& x, types<First, Rest...>) {
    using Key = copies_of<First>;
    auto const results =
        std::apply([&](auto const&... n) { return run_copies<typename First::space>(now, n...); },
                   nodes_of_group<Key>(x));
    auto const ready = substitute<Key, 0>(x, results);
    using left = decltype(first_shared_in<std::remove_cvref_t<decltype(ready)>>());
    if constexpr (left::count == 0)
        return ready;
    else
        return with_shared_ready(now, ready, left{});
}
template <class... E>
auto with_shared_ready(E const&... x) {
    execution now;
    return with_shared_ready(now, several<E...>{std::tuple<E...>{x...}},
                             first_shared_among(types<E...>{}));
}

}  // namespace twill::inline v0::detail
