// SPDX-License-Identifier: MIT
// A reduction over pairs inside another one, `argmin(sum(square(p - c), axis<2>), axis<1>)`: what
// the inner one gives is reduced where it is computed.
#pragma once

#include "twill/expr/traverse.hpp"
#include "twill/ops/pairs/plan.hpp"

namespace twill::inline v0::detail {

/// Stands for the value of the inner reduction in the tree of the outer one.
template <class T>
struct inner_value : value_at_hand {
    using value_type = compute_t<T>;
};
template <class T>
struct pair_leaves<inner_value<T>> {
    using type = types<inner_value<T>>;
};

/// The reduction in an expression; void if it has none, several or one that holds another.
template <class E>
struct inner_reduction {
    using type = void;
    static constexpr int count = contains_evaluation<E> ? 2 : 0;
};
template <class Reducer, class E, class Axes, bool Keep>
struct inner_reduction<reduction<Reducer, E, Axes, Keep>> {
    using type = reduction<Reducer, E, Axes, Keep>;
    static constexpr int count = Keep || contains_evaluation<E> ? 2 : 1;
};
template <class... A>
struct inner_of_operands {
    using type = void;
};
template <class A, class... Rest>
struct inner_of_operands<A, Rest...> {
    using own = typename inner_reduction<A>::type;
    using type =
        std::conditional_t<std::is_void_v<own>, typename inner_of_operands<Rest...>::type, own>;
};
template <class F, class... A>
struct inner_reduction<elementwise<F, A...>> {
    using type = typename inner_of_operands<A...>::type;
    static constexpr int count = (0 + ... + inner_reduction<A>::count);
};
/// The outer expression as a tree, with a hole where the inner reduction was.
template <int Loop, class E>
auto lower_around(E const& x) {
    if constexpr (inner_reduction<E>::count == 0)
        return lower<Loop>(x);
    else if constexpr (std::is_same_v<typename inner_reduction<E>::type, E>)
        return inner_value<typename E::value_type>{};
    else
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return make_node(x.function, lower_around<Loop>(get<I>(x))...);
        }(std::make_index_sequence<operand_types<E>::count>{});
}
/// The inner reduction itself.
template <class E>
auto const& find_inner(E const& x) {
    if constexpr (std::is_same_v<typename inner_reduction<E>::type, E>)
        return x;
    else
        return [&]<std::size_t... I>(std::index_sequence<I...>) -> auto const& {
            constexpr int counts[] = {
                inner_reduction<std::remove_cvref_t<decltype(get<I>(x))>>::count...};
            constexpr std::size_t at = [&] {
                std::size_t k = 0;
                while (counts[k] == 0)
                    ++k;
                return k;
            }();
            return find_inner(get<at>(x));
        }(std::make_index_sequence<operand_types<E>::count>{});
}

/// Axis `axis` of the outer loop as one of the inner one.
constexpr int outer_axis(int axis, axis_set reduced) {
    int d = 0;
    for (;; ++d)
        if (!(reduced >> d & 1) && axis-- == 0)
            return d;
}
/// The outer reduction R as a nested one, decided by types.
template <class R>
struct nested_pairs {
    static constexpr bool fits = false;
};
template <class Reducer, class E, class Axes, bool Keep>
    requires(inner_reduction<E>::count == 1 && !Keep && known_axes<Axes, E::rank> != 0 &&
             one_axis_at_most(known_axes<Axes, E::rank>) &&
             inner_reduction<E>::type::rank == E::rank)
struct nested_pairs<reduction<Reducer, E, Axes, Keep>> {
    using inner = typename inner_reduction<E>::type;
    using inner_operand = std::remove_cvref_t<decltype(inner::operand)>;
    static constexpr int rank = inner_operand::rank;
    static constexpr int outer_rank = E::rank;
    static constexpr axis_set reduced =
        known_axes<std::remove_cvref_t<decltype(inner::which)>, rank>;
    static constexpr int column =
        reduced == 0 ? -1 : outer_axis(__builtin_ctz(known_axes<Axes, E::rank>), reduced);
    using tree = decltype(lower<rank>(std::declval<inner_operand const&>()));
    using leaves = typename pair_leaves<tree>::type;
    using outer_tree = decltype(lower_around<outer_rank>(std::declval<E const&>()));
    static constexpr pair_axes axes = reduced == 0 || reduced == every_axis(rank)
                                          ? pair_axes{}
                                          : choose_nested_axes<leaves>(rank, reduced, column);
    static constexpr bool fits = axes.valid() && lacks_axes(rank, leaves{});
};

/// A nested reduction ready to run.
template <class Nested, class Inner, class Outer, class Sink>
struct nested_plan {
    using nested = Nested;
    using inner_type = Inner;  ///< the inner reduction
    using outer_type = Outer;
    using sink_type = Sink;

    typename Nested::tree tree;
    typename Nested::outer_tree outer_tree;
    typename Inner::reducer_type inner;
    Outer outer;
    Sink sink;
    extents<Nested::rank> pair_extent;
    fixed<index_t, Nested::rank> pair_stride;  ///< of the results; 0 along reduced axes
};
template <class Out, class Reducer, class E, class Axes, bool Keep>
auto plan_nested(Out* data, layout<reduction<Reducer, E, Axes, Keep>::rank> const& target,
                 reduction<Reducer, E, Axes, Keep> const& r) {
    using Nested = nested_pairs<reduction<Reducer, E, Axes, Keep>>;
    auto const& inner = find_inner(r.operand);
    using Inner = std::remove_cvref_t<decltype(inner)>;
    nested_plan<Nested, Inner, Reducer, one_result<Out>> p{
        lower<Nested::rank>(inner.operand),
        lower_around<Nested::outer_rank>(r.operand),
        inner.reducer,
        r.reducer,
        {data},
        inner.operand.shape(),
        {}};
    int out = 0;
    for (int d = 0; d < Nested::rank; ++d)
        if (!(Nested::reduced >> d & 1) && d != Nested::column)
            p.pair_stride[d] = target.stride[out++];
    return p;
}

/// Completed for each space: `run(plan)` runs a nested plan; `kernels(plan)` says how many kernels
/// that launches, 0 where the shape suits another way better; `temporaries(plan)` how many blocks
/// of memory it takes.
template <class Space>
struct nested_backend;

}  // namespace twill::inline v0::detail
