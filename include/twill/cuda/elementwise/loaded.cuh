// SPDX-License-Identifier: MIT
// Trees whose operands in memory are loaded before anything is computed: 16-bit floats are widened
// where they are used, so that no load waits for another.
#pragma once

#include "twill/cuda/elementwise/reuse.cuh"
#include "twill/lower/once.hpp"

namespace twill::inline v0::detail {

/// V neighbouring elements in registers, as memory has them.
template <class T, int V>
struct loaded_node {
    using value_type = compute_t<T>;
    static constexpr int records = 0;
    static constexpr int widest = static_cast<int>(sizeof(T));
    static constexpr int bytes_read = static_cast<int>(sizeof(T));
    static constexpr axis_set axes = 0;
    static constexpr bool may_flatten = true;
    static constexpr bool in_order = true;
    static constexpr bool has_steps = false;

    static constexpr int words = static_cast<int>(sizeof(T)) * V / 4;
    /// The compiler takes elements of 16 bits apart where they are loaded.
    packet<unsigned, words> bits;

    template <int Lanes, class Cursor>
    __device__ __forceinline__ lanes<value_type, Lanes> at(Cursor const&) const {
        static_assert(Lanes == V);
        auto const elements = __builtin_bit_cast(packet<T, V>, bits);
        lanes<value_type, V> result;
        for (int l = 0; l < V; ++l)
            result.values[l] = widen(elements.values[l]);
        return result;
    }
};

/// V elements of memory as words.
template <int V, class T>
__device__ __forceinline__ packet<unsigned, loaded_node<T, V>::words> load_words(T const* from) {
    return *reinterpret_cast<packet<unsigned, loaded_node<T, V>::words> const*>(from);
}
template <int V, class T>
__device__ __forceinline__ packet<unsigned, loaded_node<T, V>::words> load_words(T const* from,
                                                                                 int step) {
    packet<T, V> elements;
    for (int l = 0; l < V; ++l)
        elements.values[l] = from[l * step];
    return __builtin_bit_cast(packet<unsigned, loaded_node<T, V>::words>, elements);
}
template <int V, class T, int Rank, class Lie>
__device__ __forceinline__ loaded_node<T, V> load_leaf(memory_node<T, Rank, Lie> const& node,
                                                       full_cursor const& c) {
    auto const* const from = node.elements();
    if (node.how == access::packets)
        return {load_words<V>(from + c.i)};
    index_t const step = node.stride[Rank - 1];
    packet<T, V> elements;
    for (int l = 0; l < V; ++l)
        elements.values[l] = from[(c.i + l) * step];
    return {__builtin_bit_cast(packet<unsigned, loaded_node<T, V>::words>, elements)};
}
template <int V, class T, int Rank, class Lie>
__device__ __forceinline__ loaded_node<T, V> load_leaf(memory_node<T, Rank, Lie> const& node,
                                                       row_cursor<Rank> const& c) {
    auto const* const from = node.elements() + node.row(c);
    if (node.how == access::packets || (node.how == access::unit && is_aligned<V>(from + c.inner)))
        return {load_words<V>(from + c.inner)};
    int const step = node.how == access::broadcast ? 0 : static_cast<int>(node.stride[Rank - 1]);
    return {load_words<V>(from + c.inner * step, step)};
}
/// Both rows, each with half of the lanes.
template <int V, class T, int Rank, class Lie>
__device__ __forceinline__ loaded_node<T, V> load_leaf(memory_node<T, Rank, Lie> const& node,
                                                       pair_cursor<Rank> const& c) {
    row_cursor<Rank> const here = c;
    row_cursor<Rank> next = c;
    next.at[Rank - 2] += c.apart;
    auto const first = load_leaf<V / 2>(node, here).bits;
    auto const second = load_leaf<V / 2>(node, next).bits;
    constexpr int half = loaded_node<T, V / 2>::words;
    loaded_node<T, V> both;
    for (int w = 0; w < half; ++w) {
        both.bits.values[w] = first.values[w];
        both.bits.values[half + w] = second.values[w];
    }
    return both;
}
/// The tree with every leaf of memory loaded.
template <int V, class Node, class Cursor>
__device__ __forceinline__ Node const& load_leaves(Node const& node, Cursor const&) {
    return node;
}
template <int V, class T, int Rank, class Lie, class Cursor>
__device__ __forceinline__ loaded_node<T, V> load_leaves(memory_node<T, Rank, Lie> const& node,
                                                         Cursor const& c) {
    return load_leaf<V>(node, c);
}
template <int V, class F, class... N, class Cursor>
__device__ __forceinline__ auto load_leaves(apply_node<F, N...> const& node, Cursor const& c) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return apply_node<
            F, std::remove_cvref_t<decltype(load_leaves<V>(detail::get<I>(node), c))>...>{
            {{load_leaves<V>(detail::get<I>(node), c)}...}, node.function};
    }(std::index_sequence_for<N...>{});
}

/// Whether some leaf has 16-bit floats.
template <class Node>
inline constexpr bool has_half_leaf = false;
template <class Format, int Rank, class Lie>
inline constexpr bool has_half_leaf<memory_node<basic_half<Format>, Rank, Lie>> = true;
template <class F, class... N>
inline constexpr bool has_half_leaf<apply_node<F, N...>> = (false || ... || has_half_leaf<N>);
/// Whether a thread loads all that it needs before it computes: there are several operands, and
/// registers for them.
template <class Tree>
inline constexpr bool loads_first =
    has_half_leaf<Tree> && leaf_types<Tree>::known && Tree::records >= 2 && Tree::records <= 8;

/// Whether a thread that loads first has few registers besides: few operands, and costly functions
/// that say so.
template <class Node>
inline constexpr bool has_light_functions = true;
template <class F, class... N>
inline constexpr bool has_light_functions<apply_node<F, N...>> =
    !is_unknown<F> && (!is_costly<F> || requires { F::takes_few_registers; }) &&
    (true && ... && has_light_functions<N>);
template <class Tree>
inline constexpr bool takes_few_registers = has_light_functions<Tree> && Tree::records <= 6;

/// reuse_at, of a tree that loads first.
template <int V, class Tree, class Cursor>
__device__ __forceinline__ lanes<typename Tree::value_type, V> reuse_loaded(
    Tree const& tree, Cursor const& c, reuse_plan<Tree> const& reuse) {
    auto const ready = load_leaves<V>(tree, c);
    if constexpr (has_repeats<Tree>) {
        kept_terms<Tree, V> kept;
        return evaluate<Tree, 0, V>(ready, c, kept, reuse.equal);
    } else {
        return ready.template at<V>(c);
    }
}

}  // namespace twill::inline v0::detail
