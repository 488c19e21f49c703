// SPDX-License-Identifier: MIT
// Functions of several reductions of one shape and of numbers alone, `max(x) - min(x)`,
// `sum(w * x) / sum(w)`: one pass over the operands, whose results pass through the function where
// they are finished. The logarithm of a sum of exponentials, `log(sum(exp(x - max(x)))) + max(x)`,
// is one, too: both of its reductions come of one that scales its sum where a greater element
// turns up.
#pragma once

#include "twill/ops/reduce/function_of_exponentials.hpp"
#include "twill/ops/reduce/joint.hpp"
#include "twill/ops/rows/fusion.hpp"

namespace twill::inline v0::detail {

/// The value of reduction K in the tree of a function of several.
template <int K, class T>
struct joined_value : inner_value<T> {};
template <int K, class T, class Values>
TWILL_INLINE_HD auto value_around(joined_value<K, T> const&, Values const& values) {
    return get<K>(values);
}
/// Several results of which one is made as they are finished; each by itself where `out` is null.
template <class Out, class Tree, class... Finished>
struct joined_results : several_results<Finished...> {
    Tree tree;
    Out* out;

    template <class Reducer>
    TWILL_HD void put(index_t at, Reducer const& reducer, typename Reducer::accumulator const& a,
                      index_t count) const {
        if (out)
            out[at] = static_cast<Out>(
                value_around(tree, values_of(a, count, std::index_sequence_for<Finished...>{})));
        else
            several_results<Finished...>::put(at, reducer, a, count);
    }

private:
    template <class A, std::size_t... I>
    TWILL_HD auto values_of(A const& a, index_t count, std::index_sequence<I...>) const {
        return children<compute_t<typename Finished::out>...>{
            {static_cast<compute_t<typename Finished::out>>(
                get<I>(this->results).reducer.finish(get<Finished::core>(a), count))}...};
    }
};
template <class Out, class Tree>
struct results_joined {
    Tree tree;
    Out* out = nullptr;
    template <class... Finished>
    joined_results<Out, Tree, Finished...> sink(several_results<Finished...> const& all) const {
        return {all, tree, out};
    }
};

/// How many reductions an expression has, where all of them have its rank and none holds another.
template <class E, int Rank>
inline constexpr int reductions_side_by_side = contains_evaluation<E> ? 1000 : 0;
template <class Reducer, class E, class Axes, bool Keep, int Rank>
inline constexpr int reductions_side_by_side<reduction<Reducer, E, Axes, Keep>, Rank> =
    contains_evaluation<E> || reduction<Reducer, E, Axes, Keep>::rank != Rank ? 1000 : 1;
template <class F, class... A, int Rank>
inline constexpr int reductions_side_by_side<elementwise<F, A...>, Rank> =
    (0 + ... + reductions_side_by_side<A, Rank>);
template <class Group>
inline constexpr bool is_reduction_group = false;
template <int Rank, class Axes, axis_set Varying>
inline constexpr bool is_reduction_group<reduction_group<Rank, Axes, Varying>> = true;

/// The expression as a tree whose leaves are the results of its reductions.
template <class Group, int First, class E>
auto lower_results(E const& x) {
    if constexpr (!contains_evaluation<E>)
        return lower<E::rank>(x);
    else if constexpr (has_key<Group, E>)
        return joined_value<First, typename E::value_type>{};
    else
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return make_node(x.function,
                             lower_results<Group, First + count_before<Group, static_cast<int>(I)>(
                                                              operand_types<E>{})>(get<I>(x))...);
        }(std::make_index_sequence<operand_types<E>::count>{});
}

/// An expression as a function of several reductions, decided by types.
template <class E>
struct function_of_several {
    static constexpr bool fits = false;
};
template <class F, class... A>
    requires(has_scalars_alone<elementwise<F, A...>> && contains_evaluation<elementwise<F, A...>> &&
             !may_fault<elementwise<F, A...>>)
struct function_of_several<elementwise<F, A...>> {
    using E = elementwise<F, A...>;
    using sum = typename scaled_sum_in<E>::type;

    static decltype(auto) prepared(E const& x) {
        if constexpr (std::is_void_v<sum>)
            return (x);
        else
            return with_scaled_sums<sum, scaled_parts>(x);
    }
    using ready = std::remove_cvref_t<decltype(prepared(std::declval<E const&>()))>;
    using group = joint_key<ready>;
    static constexpr bool fits = [] {
        if constexpr (is_reduction_group<group> &&
                      reductions_side_by_side<ready, E::rank> == count_in_group<group, ready>)
            return pair_weight<decltype(lower_results<group, 0>(std::declval<ready const&>()))> <=
                   most_repeated_weight;
        return false;
    }();
};

template <class Space>
struct runner<function_of_several_operation, Space> {
    template <class E, int Rank>
    static constexpr bool takes = [] {
        if constexpr (std::is_same_v<Space, device_space>)
            return function_of_several<E>::fits && !may_run_rows<E, Rank>;
        else
            return false;
    }();

    template <class E, class T, int Rank>
    static bool statement(execution& now, E const& x, target<T, Rank> const& to) {
        if constexpr (std::is_same_v<Space, device_space> && function_of_exponentials<E>::fits) {
            using how = function_of_exponentials<E>;
            auto const whole = how::whole(x);
            // A kernel that keeps rows is faster where they are neither short nor long.
            index_t const results = to.lie.shape.size();
            index_t const row =
                results == 0 ? 0 : find_inner(whole).operand.shape().size() / results;
            bool const kept = may_run_rows<E, Rank> && row > 128 && row <= 2048;
            if (!kept && how::of_one_array(whole)) {
                auto const r = with_function(find_inner(whole), how::tree(x));
                auto const table = operands_of(r);
                if (overlap_with(to, table.rows, table.count, true) == overlap::none) {
                    now.begin<Space>(table.rows, table.count, to.is_fresh ? nullptr : to.storage);
                    runner<reduce_operation, Space>::run(now, r, to);
                    return true;
                }
            }
        }
        if constexpr (takes<E, Rank>) {
            using how = function_of_several<E>;
            using group = typename how::group;
            decltype(auto) ready = how::prepared(x);
            auto const tree = lower_results<group, 0>(ready);
            using End = results_joined<T, std::remove_const_t<decltype(tree)>>;
            return std::apply(
                [&]<class... N>(N const&... n) {
                    joint_reduction<Space, End, N...> joint({tree}, n...);
                    if (joint.run_as_one(now, to))
                        return true;
                    std::tuple<leaf<typename N::value_type, N::rank, Space, dense>...> results{
                        now.fresh<typename N::value_type, Space>(n.shape())...};
                    if (now.record)
                        now.record->temporaries += static_cast<int>(sizeof...(N));
                    joint.run(now, results);
                    auto const rest = substitute<group, 0>(ready, results);
                    auto const table = operands_of(rest);
                    now.begin<Space>(table.rows, table.count, to.is_fresh ? nullptr : to.storage);
                    run_loop<Space, strided>(now, rest, to);
                    return true;
                },
                nodes_of_group<group>(ready));
        }
        return false;
    }
};

}  // namespace twill::inline v0::detail
