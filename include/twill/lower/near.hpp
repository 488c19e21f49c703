// SPDX-License-Identifier: MIT
// Which trees are read in packets from any place along the inner axis.
#pragma once

#include "twill/lower/tree.hpp"

namespace twill::inline v0::detail {

/// Whether a tree can be read at a near_cursor, V lanes at a time.
template <class Node, int V>
inline constexpr bool is_near = false;
template <class T, int Rank, class Lie, int V>
inline constexpr bool is_near<memory_node<T, Rank, Lie>, V> = packs_between<T, V>;
template <int Rank, class Lie, int V>
inline constexpr bool is_near<index_node<Rank, Lie>, V> = true;
template <class T, int V>
inline constexpr bool is_near<broadcast_node<T>, V> = true;
template <class T, int V>
inline constexpr bool is_near<scalar_node<T>, V> = true;
template <class F, class... N, int V>
inline constexpr bool is_near<apply_node<F, N...>, V> = (true && ... && is_near<N, V>);

/// Whether a tree can be read at an across_cursor.
template <class Node>
inline constexpr bool is_across = false;
template <class T, int Rank, class Lie>
inline constexpr bool is_across<memory_node<T, Rank, Lie>> = true;
template <class T>
inline constexpr bool is_across<broadcast_node<T>> = true;
template <class T>
inline constexpr bool is_across<scalar_node<T>> = true;
template <class F, class... N>
inline constexpr bool is_across<apply_node<F, N...>> = (true && ... && is_across<N>);

}  // namespace twill::inline v0::detail
