// SPDX-License-Identifier: MIT
// Reductions inside an expression are evaluated first, into memory of their own; the rest then
// reads them as leaves.
#pragma once

#include "twill/ops/reduce/joint.hpp"

namespace twill::inline v0::detail {

template <class Space, class E>
decltype(auto) materialise(E const& x);

/// Runs a reduction into `data`.
template <class Space, class Out, class Reducer, class E, class Axes, bool Keep>
void reduce_into(Out* data, layout<reduction<Reducer, E, Axes, Keep>::rank> const& target,
                 reduction<Reducer, E, Axes, Keep> const& r) {
    require_reduction_backend<Space>();
    decltype(auto) operand = materialise<Space>(r.operand);
    announce_reads<Space>(operand);
    reduction_backend<Space>::run(plan_reduction(data, target, r, operand));
}

template <class Space, class Reducer, class E, class Axes, bool Keep>
auto reduced_leaf(reduction<Reducer, E, Axes, Keep> const& r) {
    using T = typename Reducer::result;
    constexpr int rank = reduction<Reducer, E, Axes, Keep>::rank;
    extents<rank> const shape = r.shape();
    storage_ref storage = allocate_for<T, Space>(shape.values, rank);
    T* const data = static_cast<T*>(storage.get()->data);
    layout<rank> const target = contiguous(shape);
    reduce_into<Space>(data, target, r);
    return leaf<T, rank, Space, dense>{std::move(storage), data, target};
}

template <class Space, class Reducer, class E, class Axes, bool Keep>
auto materialise_node(reduction<Reducer, E, Axes, Keep> const& r) {
    return reduced_leaf<Space>(r);
}
template <class Space, class E>
auto materialise_node(E const& x) {
    return transform(
        x, [](auto const& operand) -> decltype(auto) { return materialise<Space>(operand); });
}

// Reductions of one expression that look at operands of one rank along the same axes run together:
// `(a - mean(a)) / stddev(a)` reads `a` once for both.

/// Reductions of operands of one rank along axes of one kind. A pass evaluates the operands of all
/// reductions that were compiled together, also of those that it leaves alone: so none of a user's
/// functions takes part.
template <int Rank, class Axes>
struct reduction_kind {};
template <class E>
struct reduction_kind_of {
    using type = void;
};
template <class Reducer, class E, class Axes, bool Keep>
    requires(!calls_user_code<reduction<Reducer, E, Axes, Keep>>)
struct reduction_kind_of<reduction<Reducer, E, Axes, Keep>> {
    using type = reduction_kind<E::rank, Axes>;
};

/// Bytes of accumulators that a thread may hold.
inline constexpr std::size_t most_accumulator_bytes = 160;

/// Whether a node must be evaluated, and nothing under it.
template <class E>
inline constexpr bool is_evaluated_next =
    E::needs_evaluation && !any_contains_evaluation(operand_types<E>{});

template <class E>
constexpr auto first_kind_in();
/// The kind of the first of those nodes in an expression that has one; void if none has.
template <class E>
using first_kind = typename decltype(first_kind_in<E>())::type;
constexpr std::type_identity<void> first_kind_of(types<>) { return {}; }
template <class A, class... Rest>
constexpr auto first_kind_of(types<A, Rest...>) {
    if constexpr (std::is_void_v<first_kind<A>>)
        return first_kind_of(types<Rest...>{});
    else
        return std::type_identity<first_kind<A>>{};
}
template <class E>
constexpr auto first_kind_in() {
    if constexpr (is_evaluated_next<E>)
        return std::type_identity<typename reduction_kind_of<E>::type>{};
    else
        return first_kind_of(operand_types<E>{});
}

template <class Kind, class E>
constexpr int count_of_kind_in();
/// How many such nodes of a kind an expression has.
template <class Kind, class E>
inline constexpr int count_of_kind = count_of_kind_in<Kind, E>();
template <class Kind, class... A>
constexpr int sum_of_kind(types<A...>) {
    return (0 + ... + count_of_kind<Kind, A>);
}
template <class Kind, class E>
constexpr int count_of_kind_in() {
    if constexpr (is_evaluated_next<E>)
        return std::is_same_v<Kind, typename reduction_kind_of<E>::type> ? 1 : 0;
    else
        return sum_of_kind<Kind>(operand_types<E>{});
}

template <class Kind, class E>
auto reductions_of_kind(E const& x) {
    if constexpr (count_of_kind<Kind, E> == 0)
        return std::tuple<>{};
    else if constexpr (is_evaluated_next<E>)
        return std::tuple{x};
    else
        return x.apply([](auto const&... operand) {
            return std::tuple_cat(reductions_of_kind<Kind>(operand)...);
        });
}

/// Whether an expression's reductions of a kind are several, but not too many.
template <class... R>
constexpr bool fit_together(std::tuple<R...> const*) {
    return sizeof...(R) > 1 &&
           (std::size_t{0} + ... + sizeof(typename R::reducer_type::accumulator)) <=
               most_accumulator_bytes;
}
template <class Kind, class E>
inline constexpr bool runs_jointly = fit_together(
    static_cast<decltype(reductions_of_kind<Kind>(std::declval<E const&>()))*>(nullptr));
template <class E>
inline constexpr bool runs_jointly<void, E> = false;

/// How many nodes of a kind the first I of some types have.
template <class Kind, int I, class... A>
constexpr int count_before(types<A...>) {
    int const counts[] = {count_of_kind<Kind, A>..., 0};
    int sum = 0;
    for (int i = 0; i < I; ++i)
        sum += counts[i];
    return sum;
}
/// The expression with the reductions of a kind replaced by results[First], ...
template <class Kind, int First, class E, class Results>
auto substitute(E const& x, Results const& results) {
    if constexpr (count_of_kind<Kind, E> == 0)
        return x;
    else if constexpr (is_evaluated_next<E>)
        return std::get<static_cast<std::size_t>(First)>(results);
    else
        return x.apply([&](auto const&... operand) {
            return [&]<std::size_t... I>(std::index_sequence<I...>) {
                return x.with(
                    substitute<Kind, First + count_before<Kind, static_cast<int>(I)>(
                                                 operand_types<E>{})>(operand, results)...);
            }(std::index_sequence_for<decltype(operand)...>{});
        });
}

/// As materialise, by value.
template <class Space, class E>
auto materialise_rest(E const& x) {
    return materialise<Space>(x);
}

/// The expression without reductions; itself where it has none.
template <class Space, class E>
decltype(auto) materialise(E const& x) {
    using Kind = first_kind<E>;
    if constexpr (!contains_evaluation<E>) {
        return (x);
    } else if constexpr (runs_jointly<Kind, E>) {
        auto const results = std::apply(
            [](auto const&... r) {
                return joint_reduction<Space, std::remove_cvref_t<decltype(r)>...>(r...).run();
            },
            reductions_of_kind<Kind>(x));
        return materialise_rest<Space>(substitute<Kind, 0>(x, results));
    } else {
        return materialise_node<Space>(x);
    }
}

}  // namespace twill::inline v0::detail
