// SPDX-License-Identifier: MIT
// Functions of a reduction, `sqrt(sum(square(x), axis<1>))`, `cast<uint8>(mean(x, axis<2>))`,
// `exp(-sum(square(x - y), axis<2>) * g)`: results pass through them where they are finished, and
// not through memory.
#pragma once

#include "twill/eval/execution.hpp"
#include "twill/ops/pairs/nested.hpp"

namespace twill::inline v0::detail {

/// The value of a tree around what a reduction gives.
template <class T, class X>
TWILL_INLINE_HD compute_t<T> value_around(inner_value<T> const&, X const& inner) {
    return widen(static_cast<T>(inner));
}
template <class T, class X>
TWILL_INLINE_HD compute_t<T> value_around(scalar_node<T> const& node, X const&) {
    return node.number;
}
TWILL_EXEC_CHECK_DISABLE
template <class F, class... N, class X>
TWILL_INLINE_HD auto value_around(apply_node<F, N...> const& node, X const& inner) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return node
            .template combine<1>(
                lanes<typename N::value_type, 1>{{value_around(get<I>(node), inner)}}...)
            .values[0];
    }(std::index_sequence_for<N...>{});
}

/// Exponentials of 8192 x 8192 distances take 0.075 ms with their code for each of a thread's
/// results and 0.150 with it once, of results in memory 0.198.
inline constexpr int most_repeated_weight = 64;

/// R, whose results pass through the function that a tree is.
template <class R, class Tree, class Result>
struct function_reducer : R {
    using result = Result;
    Tree tree;

    TWILL_HD typename Tree::value_type finish(typename R::accumulator const& a,
                                              index_t count) const {
        return value_around(tree, R::finish(a, count));
    }
};
/// Whether that takes so much code that it is to stand in a kernel once.
template <class Tree>
inline constexpr bool is_long_tree =
    goes_many_ways<Tree> || (pair_weight<Tree> > most_repeated_weight);
template <class R>
inline constexpr bool is_long_finish = false;
template <class R, class Tree, class Result>
inline constexpr bool is_long_finish<function_reducer<R, Tree, Result>> = is_long_tree<Tree>;

/// Whether an expression has nothing but scalars beside the one reduction in it.
template <class E>
inline constexpr bool has_scalars_alone = false;
template <class T>
inline constexpr bool has_scalars_alone<scalar_leaf<T>> = true;
template <class Reducer, class E, class Axes, bool Keep>
inline constexpr bool has_scalars_alone<reduction<Reducer, E, Axes, Keep>> = true;
template <class F, class... A>
inline constexpr bool has_scalars_alone<elementwise<F, A...>> = (has_scalars_alone<A> && ...);

/// An expression as a function of a reduction, decided by types. What takes much code is worth it
/// over pairs alone: kernels of others finish results in several places.
template <class E>
struct function_of_one {
    static constexpr bool fits = false;
};
template <class F, class... A>
    requires(inner_reduction<elementwise<F, A...>>::count == 1 &&
             has_scalars_alone<elementwise<F, A...>> && !may_fault<elementwise<F, A...>>)
struct function_of_one<elementwise<F, A...>> {
    using E = elementwise<F, A...>;
    using inner = typename inner_reduction<E>::type;
    using operand = std::remove_cvref_t<decltype(inner::operand)>;
    static constexpr int rank = operand::rank;
    static constexpr bool fits = [] {
        // A user's reducer with a state may end in bytes that two compilers use differently.
        using reducer = typename inner::reducer_type;
        if constexpr (inner::rank != E::rank)
            return false;
        else if constexpr ((std::is_empty_v<reducer> || !is_users_function<reducer>) &&
                           !is_long_tree<decltype(lower_around<E::rank>(std::declval<E const&>()))>)
            return true;
        else if constexpr (E::rank > 0)
            return is_over_pairs<decltype(lower<rank>(std::declval<operand const&>())), rank,
                                 known_axes<std::remove_cvref_t<decltype(inner::which)>, rank>>;
        else
            return false;
    }();
};

template <class Reducer, class E, class Axes, class Tree>
auto with_function(reduction<Reducer, E, Axes, false> const& r, Tree const& tree) {
    using Result = typename Tree::value_type;
    return reduction<function_reducer<Reducer, Tree, Result>, E, Axes, false>{
        r.operand, r.which, {r.reducer, tree}};
}

template <class Space>
struct runner<function_of_one_operation, Space> {
    /// On the device: of many results the loops of the host run while they are in a cache.
    template <class E, int Rank>
    static constexpr bool takes = [] {
        if constexpr (std::is_same_v<Space, device_space>)
            return function_of_one<E>::fits;
        else
            return false;
    }();

    template <class E, class T, int Rank>
    static bool statement(execution& now, E const& x, target<T, Rank> const& to) {
        if constexpr (takes<E, Rank>) {
            auto const r = with_function(find_inner(x), lower_around<E::rank>(x));
            auto const table = operands_of(r);
            if (overlap_with(to, table.rows, table.count, true) != overlap::none)
                return false;
            now.begin<Space>(table.rows, table.count, to.is_fresh ? nullptr : to.storage);
            runner<reduce_operation, Space>::run(now, r, to);
            return true;
        }
        return false;
    }
};

}  // namespace twill::inline v0::detail
