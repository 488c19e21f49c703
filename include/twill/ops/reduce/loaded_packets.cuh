// SPDX-License-Identifier: MIT
// Packets of flat operands that are loaded before anything is computed of them.
#pragma once

#include "twill/cuda/elementwise/loaded.cuh"
#include "twill/ops/reduce/shape.cuh"

namespace twill::inline v0::detail {

template <class F, class... N>
__device__ __forceinline__ apply_node<F, N...> with_parts(stored<F> const& function,
                                                          N const&... parts) {
    return {{parts...}, function};
}

template <int V, class T, int Rank, class Lie>
__device__ __forceinline__ loaded_node<T, V> load_held(memory_node<T, Rank, Lie> const& node,
                                                       counted_cursor const& c) {
    return load_elements<V>(node.elements() + c.i);
}

/// The packets of a tree's leaves that stand for themselves in registers, as memory has them; of
/// what is not in memory there is nothing.
template <class Node, int V, template <class, int> class Held = loaded_node>
struct leaf_packets {
    static constexpr int bytes = 0;
    template <class Cursor>
    __device__ __forceinline__ void load(Node const&, Cursor const&) {}
    __device__ __forceinline__ Node const& in(Node const& node) const { return node; }
};
template <class T, int Rank, class Lie, int V, template <class, int> class Held>
struct leaf_packets<memory_node<T, Rank, Lie>, V, Held> {
    static constexpr int bytes = V * static_cast<int>(sizeof(T));
    Held<T, V> elements;

    template <class Cursor>
    __device__ __forceinline__ void load(memory_node<T, Rank, Lie> const& node, Cursor const& c) {
        elements = load_held<V>(node, c);
    }
    __device__ __forceinline__ Held<T, V> in(memory_node<T, Rank, Lie> const&) const {
        return elements;
    }
};
template <class F, class... N, int V, template <class, int> class Held>
struct leaf_packets<apply_node<F, N...>, V, Held> {
    static constexpr int bytes = (0 + ... + leaf_packets<N, V, Held>::bytes);
    children<leaf_packets<N, V, Held>...> parts;

    template <class Cursor>
    __device__ __forceinline__ void load(apply_node<F, N...> const& node, Cursor const& c) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (detail::get<I>(parts).load(detail::get<I>(node), c), ...);
        }(std::index_sequence_for<N...>{});
    }
    /// The node with its leaves in registers.
    __device__ __forceinline__ auto in(apply_node<F, N...> const& node) const {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return with_parts<F>(node.function, detail::get<I>(parts).in(detail::get<I>(node))...);
        }(std::index_sequence_for<N...>{});
    }
};

/// A packet of a tree's values that is asked for now and computed later: in a branch that computes
/// anything of what it loads, a thread would wait for memory before it asked for the next packet.
/// (Sums of squares over rows of 512 of 2^28 float16 took 0.355 ms, and 0.165 so, sums of abs(x)
/// over rows of 1024 of 2^29 uint8 0.677 and 0.129.) What of the operands takes more than
/// `MostBytes` is computed at once: there would be no registers.
template <class Tree, int V, int MostBytes>
struct held_values {
    using value_type = typename Tree::value_type;
    static constexpr bool loads_first =
        leaf_packets<Tree, V>::bytes > 0 && leaf_packets<Tree, V>::bytes <= MostBytes;
    std::conditional_t<loads_first, leaf_packets<Tree, V>, lanes<value_type, V>> held;

    __device__ __forceinline__ void load(Tree const& tree, counted_cursor const& c) {
        if constexpr (loads_first)
            held.load(tree, c);
        else
            held = tree.template at<V>(c);
    }
    /// `c`: as it was loaded with.
    __device__ __forceinline__ lanes<value_type, V> value(Tree const& tree,
                                                          counted_cursor const& c) const {
        if constexpr (loads_first)
            return at_root<V>(held.in(tree), c);
        else
            return held;
    }
};

}  // namespace twill::inline v0::detail
