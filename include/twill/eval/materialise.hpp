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
template <class Space, class E, int Out>
auto materialise_node(rearranged<E, Out> const& x) {
    return rearrange(materialise<Space>(x.operand), x.map);
}
template <class Space, class F, class... A>
auto materialise_node(elementwise<F, A...> const& x) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return make_elementwise(static_cast<F const&>(x.function.get()),
                                materialise<Space>(get<I>(x))...);
    }(std::index_sequence_for<A...>{});
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

/// The kind of the first reduction whose operand has none.
template <class E>
struct first_kind {
    using type = void;
};
template <class E, int Out>
struct first_kind<rearranged<E, Out>> : first_kind<E> {};
template <class Reducer, class E, class Axes, bool Keep>
struct first_kind<reduction<Reducer, E, Axes, Keep>>
    : std::conditional_t<contains_reduction<E>, first_kind<E>,
                         reduction_kind_of<reduction<Reducer, E, Axes, Keep>>> {};
template <class F>
struct first_kind<types<F>> {
    using type = void;
};
template <class F, class A, class... Rest>
struct first_kind<types<F, A, Rest...>>
    : std::conditional_t<std::is_void_v<typename first_kind<A>::type>,
                         first_kind<types<F, Rest...>>, first_kind<A>> {};
template <class F, class... A>
struct first_kind<elementwise<F, A...>> : first_kind<types<F, A...>> {};

/// How many such reductions of a kind an expression has.
template <class Kind, class E>
inline constexpr int count_of_kind = 0;
template <class Kind, class E, int Out>
inline constexpr int count_of_kind<Kind, rearranged<E, Out>> = count_of_kind<Kind, E>;
template <class Kind, class Reducer, class E, class Axes, bool Keep>
inline constexpr int count_of_kind<Kind, reduction<Reducer, E, Axes, Keep>> =
    contains_reduction<E>
        ? count_of_kind<Kind, E>
        : (std::is_same_v<Kind, typename reduction_kind_of<reduction<Reducer, E, Axes, Keep>>::type>
               ? 1
               : 0);
template <class Kind, class F, class... A>
inline constexpr int count_of_kind<Kind, elementwise<F, A...>> = (0 + ... + count_of_kind<Kind, A>);

template <class Kind, class E>
auto reductions_of_kind(E const&) {
    return std::tuple<>{};
}
template <class Kind, class E, int Out>
auto reductions_of_kind(rearranged<E, Out> const& x) {
    return reductions_of_kind<Kind>(x.operand);
}
template <class Kind, class Reducer, class E, class Axes, bool Keep>
auto reductions_of_kind(reduction<Reducer, E, Axes, Keep> const& r) {
    if constexpr (contains_reduction<E>)
        return reductions_of_kind<Kind>(r.operand);
    else if constexpr (count_of_kind<Kind, reduction<Reducer, E, Axes, Keep>> == 1)
        return std::tuple{r};
    else
        return std::tuple<>{};
}
template <class Kind, class F, class... A>
auto reductions_of_kind(elementwise<F, A...> const& x) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return std::tuple_cat(reductions_of_kind<Kind>(get<I>(x))...);
    }(std::index_sequence_for<A...>{});
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

/// The expression with the reductions of a kind replaced by results[First], ...
template <class Kind, int First, class Results, class E>
auto substitute(E const& x, Results const& results);
template <class Kind, int First, class Results, class E, int Out>
auto substitute_node(rearranged<E, Out> const& x, Results const& results) {
    return rearrange(substitute<Kind, First>(x.operand, results), x.map);
}
template <class Kind, int First, class Results, class Reducer, class E, class Axes, bool Keep>
auto substitute_node(reduction<Reducer, E, Axes, Keep> const& r, Results const& results) {
    if constexpr (contains_reduction<E>)
        return make_reduction<Reducer, Keep>(substitute<Kind, First>(r.operand, results), r.which,
                                             r.reducer);
    else
        return std::get<static_cast<std::size_t>(First)>(results);
}
template <class Kind, class... A>
struct kinds_before {
    template <std::size_t I>
    static constexpr int count = [] {
        int const counts[] = {count_of_kind<Kind, A>..., 0};
        int sum = 0;
        for (int i = 0; i < static_cast<int>(I); ++i)
            sum += counts[i];
        return sum;
    }();
};
template <class Kind, int First, class Results, class F, class... A>
auto substitute_node(elementwise<F, A...> const& x, Results const& results) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return make_elementwise(
            static_cast<F const&>(x.function.get()),
            substitute<Kind, First + kinds_before<Kind, A...>::template count<I>>(get<I>(x),
                                                                                  results)...);
    }(std::index_sequence_for<A...>{});
}
template <class Kind, int First, class Results, class E>
auto substitute(E const& x, Results const& results) {
    if constexpr (count_of_kind<Kind, E> == 0)
        return x;
    else
        return substitute_node<Kind, First>(x, results);
}

/// As materialise, by value.
template <class Space, class E>
auto materialise_rest(E const& x) {
    return materialise<Space>(x);
}

/// The expression without reductions; itself where it has none.
template <class Space, class E>
decltype(auto) materialise(E const& x) {
    using Kind = typename first_kind<E>::type;
    if constexpr (!contains_reduction<E>) {
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
