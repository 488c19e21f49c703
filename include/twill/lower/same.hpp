// SPDX-License-Identifier: MIT
// Whether two nodes of one type have the same value at every element. State is compared as bytes:
// where padding differs, a value is computed twice.
#pragma once

#include "twill/lower/lowering.hpp"

namespace twill::inline v0::detail {

template <class T, int Rank, class Lie>
bool same_node(memory_node<T, Rank, Lie> const& a, memory_node<T, Rank, Lie> const& b) {
    return a.data == b.data && same_bytes(a.stride, b.stride);
}
template <class T>
bool same_node(broadcast_node<T> const& a, broadcast_node<T> const& b) {
    return a.data == b.data;
}
template <class T>
bool same_node(scalar_node<T> const& a, scalar_node<T> const& b) {
    return same_bytes(a.number, b.number);
}
template <int Rank, class Lie>
bool same_node(index_node<Rank, Lie> const& a, index_node<Rank, Lie> const& b) {
    if constexpr (Rank == 0)
        return a.number == b.number;
    else
        return a.start == b.start && same_bytes(a.stride, b.stride);
}
template <class F, class... N>
bool same_node(apply_node<F, N...> const& a, apply_node<F, N...> const& b) {
    if constexpr (!std::is_empty_v<stored<F>>)
        if (!same_bytes(a.function, b.function))
            return false;
    if constexpr (!are_members<N...>)
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return (same_node(get<I>(a), get<I>(b)) && ...);
        }(std::index_sequence_for<N...>{});
    else if constexpr (sizeof...(N) == 1)
        return same_node(a.first, b.first);
    else
        return same_node(a.first, b.first) && same_node(a.second, b.second);
}

template <class Node>
bool same_erased(void const* a, void const* b) {
    return same_node(*static_cast<Node const*>(a), *static_cast<Node const*>(b));
}

}  // namespace twill::inline v0::detail
