// SPDX-License-Identifier: MIT
// Formulas of one array in which it stands several times, such as polynomials: kernels read it, and
// widen its elements, once. That several operands are one is known when a loop is about to run.
#pragma once

#include "twill/lower/tree.hpp"

namespace twill::inline v0::detail {

struct no_leaf {};
struct mixed_leaves {};
/// The type of every leaf of memory in a tree, where they have one and the rest are numbers.
template <class Node>
struct leaf_type {
    using type = mixed_leaves;
};
template <class T, int Rank, class Lie>
struct leaf_type<memory_node<T, Rank, Lie>> {
    using type = memory_node<T, Rank, Lie>;
};
template <class T>
struct leaf_type<scalar_node<T>> {
    using type = no_leaf;
};
template <class T>
struct leaf_type<broadcast_node<T>> {
    using type = no_leaf;
};
template <class A, class B>
using merged_leaf =
    std::conditional_t<std::is_same_v<A, no_leaf> || std::is_same_v<A, B>, B,
                       std::conditional_t<std::is_same_v<B, no_leaf>, A, mixed_leaves>>;
template <class... Leaf>
struct merge_leaves {
    using type = no_leaf;
};
template <class Leaf, class... Rest>
struct merge_leaves<Leaf, Rest...> {
    using type = merged_leaf<Leaf, typename merge_leaves<Rest...>::type>;
};
template <class F, class... N>
struct leaf_type<apply_node<F, N...>> : merge_leaves<typename leaf_type<N>::type...> {};

/// The first leaf of memory.
template <class T, int Rank, class Lie>
TWILL_INLINE_HD memory_node<T, Rank, Lie> const& first_leaf(memory_node<T, Rank, Lie> const& x) {
    return x;
}
template <std::size_t I = 0, class F, class... N>
TWILL_INLINE_HD auto const& first_leaf(apply_node<F, N...> const& x) {
    auto const& child = get<I>(x);
    if constexpr (std::is_same_v<typename leaf_type<std::remove_cvref_t<decltype(child)>>::type,
                                 no_leaf>)
        return first_leaf<I + 1>(x);
    else
        return first_leaf(child);
}

/// Whether kernels look whether all leaves are one. A few that are one cost no more than it, and
/// what has few operands is not to be compiled twice: x * x * (3 - 2 * x) of 2^28 float16 is as
/// fast as a copy.
template <class Tree>
inline constexpr bool may_read_once = false;
template <class F, class... N>
inline constexpr bool may_read_once<apply_node<F, N...>> =
    apply_node<F, N...>::records >= 4 &&
    !std::is_same_v<typename leaf_type<apply_node<F, N...>>::type, mixed_leaves>;

}  // namespace twill::inline v0::detail
