// SPDX-License-Identifier: MIT
// What reductions of outer products hold on chip: operands along the reduced axis in shared memory,
// and those along the outputs, as copies of the thread's value: a loop of many instructions, which
// loads do not hold up, has its registers to itself.
#pragma once

#include "twill/ops/reduce/kernels.cuh"

namespace twill::inline v0::detail {

/// A packet of reduced elements; the output is the thread's.
struct outer_cursor {
    unsigned staged;  ///< an address in shared memory
    int number;       ///< in the staged rows
    index_t row;      ///< its first element
};
/// One that has only `count` elements.
struct outer_end_cursor : outer_cursor {
    int count;
};

/// An operand in shared memory, loaded where it is used. `Lie` as the operand's type says it:
/// operands of two types never share a place.
template <class T, int V, class Lie>
struct staged_memory {
    using value_type = compute_t<T>;
    int start;
    int step;  ///< from packet to packet, in bytes; 0: one value for all rows

    template <int>
    __device__ __forceinline__ lanes<value_type, V> at(outer_cursor const& c) const {
        return load_packet<V>(static_cast<value_type const*>(
            __cvta_shared_to_generic(c.staged + static_cast<unsigned>(start + c.number * step))));
    }
};
struct staged_index {
    using value_type = index_t;
    index_t start;
    index_t step;

    template <int V>
    __device__ __forceinline__ lanes<index_t, V> at(outer_cursor const& c) const {
        return count<V>(c.row, V);
    }
    template <int V>
    __device__ __forceinline__ lanes<index_t, V> at(outer_end_cursor const& c) const {
        return count<V>(c.row, c.count);
    }

private:
    template <int V>
    __device__ __forceinline__ lanes<index_t, V> count(index_t row, int last) const {
        lanes<index_t, V> result;
        for (int l = 0; l < V; ++l)
            result.values[l] = start + (row + (l < last ? l : 0)) * step;
        return result;
    }
};

/// Whether the node that ends at term K is one of `Unread`, which the kernel does not evaluate.
template <term_set Unread, int First, class Node>
inline constexpr bool is_unread =
    terms_of<Node> != 0 && (Unread & term_bit<First + terms_of<Node> - 1>) != 0;

/// The arrays among a node's operands that are read.
template <term_set Unread, int First, class Node>
inline constexpr int staged_operands = 0;
template <term_set Unread, int First, class T, int Rank, class Lie>
inline constexpr int staged_operands<Unread, First, memory_node<T, Rank, Lie>> = 1;
/// Those of the first Count operands of a node.
template <term_set Unread, int First, std::size_t Count, class Sequence, class... N>
inline constexpr int staged_before = 0;
template <term_set Unread, int First, std::size_t Count, std::size_t... I, class... N>
inline constexpr int staged_before<Unread, First, Count, std::index_sequence<I...>, N...> =
    (0 + ... + (I < Count ? staged_operands<Unread, First + terms_before<I, N...>, N> : 0));
template <term_set Unread, int First, class F, class... N>
inline constexpr int staged_operands<Unread, First, apply_node<F, N...>> =
    is_unread<Unread, First, apply_node<F, N...>>
        ? 0
        : staged_before<Unread, First, sizeof...(N), std::index_sequence_for<N...>, N...>;

/// Puts operands into shared memory, `Bytes` of each. The only reduced axis is Rank - 2, the
/// outputs lie along the last one.
template <term_set Unread, int V, int Bytes, int Rank>
struct outer_stage {
    fixed<index_t, Rank> at;  ///< the thread's output; row 0
    char* staged;

    /// The node with its operands staged, the values along the outputs being there.
    template <int First, int Number, class T, class Lie>
    __device__ __forceinline__ staged_memory<T, V, Lie> columns(
        memory_node<T, Rank, Lie> const& node) const {
        using value_type = compute_t<T>;
        constexpr int bytes = V * static_cast<int>(sizeof(value_type));
        if (node.stride[Rank - 2] != 0)
            return {Number * Bytes, bytes};
        value_type const value = widen(origin(node)[at[Rank - 1] * node.stride[Rank - 1]]);
        auto* const own = reinterpret_cast<value_type*>(staged + Number * Bytes) + threadIdx.x * V;
        for (int l = 0; l < V; ++l)
            own[l] = value;
        return {Number * Bytes + static_cast<int>(threadIdx.x) * bytes, 0};
    }
    template <int First, int Number, class Lie>
    __device__ __forceinline__ staged_index columns(index_node<Rank, Lie> const& node) const {
        index_t start = node.start;
        for (int d = 0; d < Rank; ++d)
            start += at[d] * node.stride[d];
        return {start, node.stride[Rank - 2]};
    }
    template <int First, int Number, class T>
    __device__ __forceinline__ scalar_node<compute_t<T>> columns(
        broadcast_node<T> const& node) const {
        return {widen(*node.data)};
    }
    template <int First, int Number, class T>
    __device__ __forceinline__ scalar_node<T> columns(scalar_node<T> const& node) const {
        return node;
    }
    template <int First, int Number, class F, class... N>
    __device__ __forceinline__ auto columns(apply_node<F, N...> const& node) const {
        return children_columns<First, Number>(node, std::index_sequence_for<N...>{});
    }

    /// Copies elements [first, first + rows) of the operands along the reduced axis, and behind
    /// them the last one up to a whole packet: they are there after wait_for_copies().
    template <int First, int Number, class Node>
    __device__ __forceinline__ void rows(Node const&, index_t, int) const {}
    template <int First, int Number, class T, class Lie>
    __device__ __forceinline__ void rows(memory_node<T, Rank, Lie> const& node, index_t first,
                                         int count) const {
        using value_type = compute_t<T>;
        index_t const step = node.stride[Rank - 2];
        if (step == 0)
            return;
        T const* const line = origin(node) + first * step;
        auto* const values = reinterpret_cast<value_type*>(staged + Number * Bytes);
        int copied = 0;
        if constexpr (std::is_same_v<value_type, T> && sizeof(T) < 16) {
            constexpr int together = 16 / static_cast<int>(sizeof(T));
            using whole = packet<T, together>;
            if (step == 1 && is_aligned<together>(line)) {
                copied = count / together * together;
#pragma unroll 1
                for (int i = static_cast<int>(threadIdx.x) * together; i < copied;
                     i += block_threads * together)
                    copy_async(reinterpret_cast<whole*>(values + i),
                               reinterpret_cast<whole const*>(line + i));
            }
        }
#pragma unroll 1
        for (int i = copied + static_cast<int>(threadIdx.x); i < (count + V - 1) / V * V;
             i += block_threads) {
            T const* const from = line + (i < count ? i : count - 1) * step;
            if constexpr (std::is_same_v<value_type, T>)
                copy_async(values + i, from);
            else
                values[i] = widen(*from);
        }
    }
    template <int First, int Number, class F, class... N>
    __device__ __forceinline__ void rows(apply_node<F, N...> const& node, index_t first,
                                         int count) const {
        if constexpr (!is_unread<Unread, First, apply_node<F, N...>>)
            children_rows<First, Number>(node, first, count, std::index_sequence_for<N...>{});
    }

private:
    /// Element 0 of the last two axes.
    template <class T, class Lie>
    __device__ __forceinline__ T const* origin(memory_node<T, Rank, Lie> const& node) const {
        T const* result = node.elements();
        for (int d = 0; d < Rank - 2; ++d)
            result += at[d] * node.stride[d];
        return result;
    }
    template <int First, int Number, class F, class... N, std::size_t... I>
    __device__ __forceinline__ auto children_columns(apply_node<F, N...> const& node,
                                                     std::index_sequence<I...>) const {
        return with_children(
            node.function,
            child_columns<First + terms_before<I, N...>,
                          Number +
                              staged_before<Unread, First, I, std::index_sequence_for<N...>, N...>>(
                get<I>(node))...);
    }
    template <int First, int Number, class Node>
    __device__ __forceinline__ auto child_columns(Node const& node) const {
        if constexpr (is_unread<Unread, First, Node>)
            return unread(node);
        else
            return columns<First, Number>(node);
    }
    /// What columns returns, without looking at memory.
    template <class T, class Lie>
    __device__ __forceinline__ staged_memory<T, V, Lie> unread(
        memory_node<T, Rank, Lie> const&) const {
        return {};
    }
    template <class Lie>
    __device__ __forceinline__ staged_index unread(index_node<Rank, Lie> const&) const {
        return {};
    }
    template <class T>
    __device__ __forceinline__ scalar_node<compute_t<T>> unread(broadcast_node<T> const&) const {
        return {};
    }
    template <class T>
    __device__ __forceinline__ scalar_node<T> unread(scalar_node<T> const& node) const {
        return node;
    }
    template <class F, class... N>
    __device__ __forceinline__ auto unread(apply_node<F, N...> const& node) const {
        return unread_children(node, std::index_sequence_for<N...>{});
    }
    template <class F, class... N, std::size_t... I>
    __device__ __forceinline__ auto unread_children(apply_node<F, N...> const& node,
                                                    std::index_sequence<I...>) const {
        return with_children(node.function, unread(get<I>(node))...);
    }
    template <class F, class... N>
    __device__ __forceinline__ static apply_node<F, N...> with_children(stored<F> const& f,
                                                                        N const&... nodes) {
        return {{{nodes}...}, f};
    }
    template <int First, int Number, class F, class... N, std::size_t... I>
    __device__ __forceinline__ void children_rows(apply_node<F, N...> const& node, index_t first,
                                                  int count, std::index_sequence<I...>) const {
        (rows<First + terms_before<I, N...>,
              Number + staged_before<Unread, First, I, std::index_sequence_for<N...>, N...>>(
             get<I>(node), first, count),
         ...);
    }
};

}  // namespace twill::inline v0::detail
