// SPDX-License-Identifier: MIT
// What a thread makes of a row's expression once its reductions are known: values of the whole row
// are computed once, what memory has is loaded before anything is computed.
#pragma once

#include "twill/ops/reduce/kernels.cuh"
#include "twill/ops/rows/plan.hpp"

namespace twill::inline v0::detail {

/// Lane l is element inner + l of a row, if l < count.
template <int Rank>
struct packet_cursor {
    fixed<index_t, Rank - 1> at;
    int inner;
    int count;
};

/// What a node is for the whole row: one of reductions, or of functions of reductions and scalars
/// alone. The node's type tells values of different ones apart.
template <class Node>
struct row_value {
    using value_type = typename Node::value_type;
    static constexpr int records = 0;
    static constexpr int widest = 1;
    static constexpr int bytes_read = 0;

    value_type value;
};
template <class Node>
inline constexpr bool is_row_value = false;
template <class Node>
inline constexpr bool is_row_value<row_value<Node>> = true;
template <class Node>
inline constexpr bool is_same_for_row = is_row_value<Node>;
template <class T>
inline constexpr bool is_same_for_row<scalar_node<T>> = true;

/// A float divided by a value of the row, of type Divisor: the compiler's own steps, the reciprocal
/// taken once. Only what costs little is divided so: behind costly functions it takes longer, by 2
/// to 5 %.
template <class X, class Divisor>
struct row_quotient {
    using value_type = float;
    static constexpr int records = X::records;
    static constexpr int widest = X::widest;
    static constexpr int bytes_read = X::bytes_read;

    X dividend;
    float divisor;
    float reciprocal = 0;
    bool plain;  ///< the divisor is far from overflow and underflow

    __device__ __forceinline__ row_quotient(X const& x, float d) : dividend(x), divisor(d) {
        plain = is_plain(d);
        if (plain)
            reciprocal = __frcp_rn(d);
    }
    template <class Other>
    __device__ __forceinline__ row_quotient(X const& x, row_quotient<Other, Divisor> const& same)
        : dividend(x), divisor(same.divisor), reciprocal(same.reciprocal), plain(same.plain) {}
    /// 2^-60 <= |x| <= 2^60, by its bits without the sign.
    static __device__ __forceinline__ bool is_plain(float x) {
        return (__float_as_uint(x) << 1) - (67u << 24) <= 120u << 24;
    }
    template <int V>
    __device__ __forceinline__ lanes<float, V> of(lanes<float, V> const& x) const {
        bool all = plain;
        for (int l = 0; l < V; ++l)
            all &= is_plain(x.values[l]);
        lanes<float, V> result;
        if (all) {
            for (int l = 0; l < V; ++l) {
                float const q = x.values[l] * reciprocal;
                result.values[l] = fmaf(fmaf(-q, divisor, x.values[l]), reciprocal, q);
            }
        } else {
            for (int l = 0; l < V; ++l)
                result.values[l] = x.values[l] / divisor;
        }
        return result;
    }
};
template <class A, class B>
inline constexpr bool is_row_quotient = false;
template <class A, class Node>
inline constexpr bool is_row_quotient<A, row_value<Node>> =
    !is_same_for_row<A> && terms_of<A> == 0 && std::is_same_v<typename A::value_type, float> &&
    std::is_same_v<typename Node::value_type, float>;

/// The type of a node once the results of its reductions are in it.
template <class Node>
struct settled {
    using type = Node;
};
template <class R, class N>
struct settled<reduced_node<R, N>> {
    using type = row_value<reduced_node<R, N>>;
};
template <class F, class... N>
struct settled<apply_node<F, N...>> {
    static constexpr bool for_row = (is_same_for_row<typename settled<N>::type> && ...) &&
                                    (is_row_value<typename settled<N>::type> || ...);
    using type = std::conditional_t<for_row, row_value<apply_node<F, N...>>,
                                    apply_node<F, typename settled<N>::type...>>;
};
template <class A, class B>
inline constexpr bool is_row_division =
    is_row_quotient<typename settled<A>::type, typename settled<B>::type>;
template <class A, class B>
    requires(is_row_division<A, B>)
struct settled<apply_node<divide, A, B>> {
    static constexpr bool for_row = false;
    using type = row_quotient<typename settled<A>::type, typename settled<B>::type>;
};
template <class Node>
using settled_t = typename settled<Node>::type;

/// What a thread knows when it evaluates a packet: with `Kept`, all operands of type T that have
/// every axis are this packet, which is full; or the values of terms of type Term are.
template <class T, int Rank, int V, bool Kept, class Term>
struct row_state {
    packet_cursor<Rank> cursor;
    packet<T, V> const* kept;
    bool has_term;
};

/// Lanes of an operand that are loaded.
template <class T, int V>
struct loaded_node {
    using value_type = T;
    static constexpr int records = 0;
    static constexpr int widest = 1;
    static constexpr int bytes_read = 0;

    lanes<T, V> x;
};

template <int V, class State>
__device__ __forceinline__ auto kept_lanes(State const& state) {
    lanes<std::remove_cvref_t<decltype(state.kept->values[0])>, V> result;
    for (int l = 0; l < V; ++l)
        result.values[l] = state.kept->values[l];
    return result;
}

// V lanes of a settled node.

template <class T, int Rank, int V, class State, class Lie>
__device__ __forceinline__ lanes<compute_t<T>, V> load_row(memory_node<T, Rank, Lie> const& node,
                                                           State const& state) {
    auto const& c = state.cursor;
    T const* line = node.elements();
    for (int d = 0; d < Rank - 1; ++d)
        line += c.at[d] * node.stride[d];
    if (node.how == access::broadcast)
        return load_broadcast<V>(line);
    if constexpr (packs<T, V>)
        if (node.how == access::packets && c.count == V)
            return load_packet<V>(line + c.inner);
    index_t const stride = node.stride[Rank - 1];
    return load_lanes<V>(line + c.inner * stride, stride, c.count);
}
template <class T, int Rank, class K, int V, bool Kept, class Term, class Lie>
__device__ __forceinline__ lanes<compute_t<T>, V> row_at(
    memory_node<T, Rank, Lie> const& node, row_state<K, Rank, V, Kept, Term> const& state) {
    if constexpr (Kept && std::is_same_v<T, K>) {
        lanes<compute_t<T>, V> result;
        for (int l = 0; l < V; ++l)
            result.values[l] = widen(state.kept->values[l]);
        return result;
    } else {
        return load_row<T, Rank, V>(node, state);
    }
}
template <class T, int Rank, class K, int V, bool Kept, class Term>
__device__ __forceinline__ lanes<compute_t<T>, V> row_at(
    shared_row<T, Rank> const& node, row_state<K, Rank, V, Kept, Term> const& state) {
    return load_row<T, Rank, V>(node, state);
}
template <int Rank, class K, int V, bool Kept, class Term, class Lie>
__device__ __forceinline__ lanes<index_t, V> row_at(
    index_node<Rank, Lie> const& node, row_state<K, Rank, V, Kept, Term> const& state) {
    return node.template at<V>(state.cursor);
}
template <class T, int Rank, class K, int V, bool Kept, class Term>
__device__ __forceinline__ lanes<compute_t<T>, V> row_at(
    broadcast_node<T> const& node, row_state<K, Rank, V, Kept, Term> const& state) {
    return node.template at<V>(state.cursor);
}
template <class T, int Rank, class K, int V, bool Kept, class Term>
__device__ __forceinline__ lanes<compute_t<T>, V> row_at(
    scalar_node<T> const& node, row_state<K, Rank, V, Kept, Term> const& state) {
    return node.template at<V>(state.cursor);
}
template <class Node, int Rank, class K, int V, bool Kept, class Term>
__device__ __forceinline__ lanes<typename Node::value_type, V> row_at(
    row_value<Node> const& node, row_state<K, Rank, V, Kept, Term> const&) {
    lanes<typename Node::value_type, V> result;
    for (int l = 0; l < V; ++l)
        result.values[l] = node.value;
    return result;
}
template <class T, int Rank, class K, int V, bool Kept, class Term>
__device__ __forceinline__ lanes<T, V> row_at(loaded_node<T, V> const& node,
                                              row_state<K, Rank, V, Kept, Term> const&) {
    return node.x;
}
template <class F, class... N, int Rank, class K, int V, bool Kept, class Term>
__device__ __forceinline__ lanes<typename apply_node<F, N...>::value_type, V> row_at(
    apply_node<F, N...> const& node, row_state<K, Rank, V, Kept, Term> const& state) {
    if constexpr (Kept && std::is_same_v<Term, apply_node<F, N...>>)
        if (state.has_term)
            return kept_lanes<V>(state);
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return node.template combine<V>(row_at(get<I>(node), state)...);
    }(std::index_sequence_for<N...>{});
}

template <class X, class D, int Rank, class K, int V, bool Kept, class Term>
__device__ __forceinline__ lanes<float, V> row_at(row_quotient<X, D> const& node,
                                                  row_state<K, Rank, V, Kept, Term> const& state) {
    return node.of(row_at(node.dividend, state));
}

// The same node with what it reads from memory loaded, all of it before anything is computed.

template <class Node, class State>
__device__ __forceinline__ Node const& load_operands(Node const& node, State const&) {
    return node;
}
template <class T, int Rank, class K, int V, bool Kept, class Term, class Lie>
__device__ __forceinline__ auto load_operands(memory_node<T, Rank, Lie> const& node,
                                              row_state<K, Rank, V, Kept, Term> const& state) {
    if constexpr (Kept && std::is_same_v<T, K>)
        return node;
    else
        return loaded_node<compute_t<T>, V>{load_row<T, Rank, V>(node, state)};
}
template <class T, int Rank, class K, int V, bool Kept, class Term>
__device__ __forceinline__ loaded_node<compute_t<T>, V> load_operands(
    shared_row<T, Rank> const& node, row_state<K, Rank, V, Kept, Term> const& state) {
    return {load_row<T, Rank, V>(node, state)};
}
template <class F, class... N, class State, std::size_t... I>
__device__ __forceinline__ auto load_children(apply_node<F, N...> const& node, State const& state,
                                              std::index_sequence<I...>);
template <class F, class... N, int Rank, class K, int V, bool Kept, class Term>
__device__ __forceinline__ auto load_operands(apply_node<F, N...> const& node,
                                              row_state<K, Rank, V, Kept, Term> const& state) {
    if constexpr (Kept && std::is_same_v<Term, apply_node<F, N...>>)
        return node;
    else
        return load_children(node, state, std::index_sequence_for<N...>{});
}
template <class F, class... N, class State, std::size_t... I>
__device__ __forceinline__ auto load_children(apply_node<F, N...> const& node, State const& state,
                                              std::index_sequence<I...>) {
    return apply_node<F, std::remove_cvref_t<decltype(load_operands(get<I>(node), state))>...>{
        {{load_operands(get<I>(node), state)}...}, node.function};
}

template <class X, class D, int Rank, class K, int V, bool Kept, class Term>
__device__ __forceinline__ auto load_operands(row_quotient<X, D> const& node,
                                              row_state<K, Rank, V, Kept, Term> const& state) {
    using loaded = std::remove_cvref_t<decltype(load_operands(node.dividend, state))>;
    return row_quotient<loaded, D>(load_operands(node.dividend, state), node);
}

}  // namespace twill::inline v0::detail
