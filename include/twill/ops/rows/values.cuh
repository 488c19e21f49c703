// SPDX-License-Identifier: MIT
// What a thread makes of a row's expression once its reductions are known: values of the whole row
// are computed once.
#pragma once

#include "twill/cuda/elementwise/elementwise.cuh"
#include "twill/ops/rows/common.hpp"
#include "twill/ops/rows/plan.hpp"

namespace twill::inline v0::detail {

/// Where elements of a row begin.
template <int Rank>
struct row_place {
    fixed<index_t, Rank - 1> at;
    index_t inner;
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
/// taken once. What is costly is divided so where the product with the reciprocal will do: with the
/// other steps it takes longer, by 2 to 5 %.
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
    /// 2^-60 <= |x| <= 2^60, by its bits without the sign.
    static __device__ __forceinline__ bool is_plain(float x) {
        return (__float_as_uint(x) << 1) - (67u << 24) <= 120u << 24;
    }
    /// `Coarse`: it is rounded to 16 bits.
    template <bool Coarse, int V>
    __device__ __forceinline__ lanes<float, V> of(lanes<float, V> const& x) const {
        constexpr bool in_steps = !Coarse && terms_of<X> == 0;
        bool all = Coarse ? plain : in_steps && plain;
        for (int l = 0; in_steps && l < V; ++l)
            all &= is_plain(x.values[l]);
        lanes<float, V> result;
        if (Coarse && all) {
            for (int l = 0; l < V; ++l)
                result.values[l] = x.values[l] * reciprocal;
        } else if (all) {
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
    !is_same_for_row<A> && std::is_same_v<typename A::value_type, float> &&
    std::is_same_v<typename Node::value_type, float>;

/// The type of a node once the results of its reductions are in it.
template <class Node>
struct settled {
    using type = Node;
};
template <class T, int Rank>
struct settled<row_constant<T, Rank>> {
    using type = row_value<row_constant<T, Rank>>;
};
template <class T>
struct settled<broadcast_node<T>> {
    using type = row_value<broadcast_node<T>>;
};
template <class R, class N>
struct settled<reduced_node<R, N>> {
    using type = row_value<reduced_node<R, N>>;
};
template <class N>
struct settled<common_node<N>> {
    using type = common_node<typename settled<N>::type>;
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
template <class Term>
struct settled_or_void {
    using type = settled_t<Term>;
};

/// What a thread has of operands of type Element that have every axis: values of type Own; both are
/// void where it has none. `Rounds`: the format of 16 bits to which values are rounded next, so
/// that an error of 2^-17 of a value is of no account; void where they are not. `Raw`: where
/// threads keep a common formula, it has an operand's elements. `Strided`: elements of a row may
/// lie in any way.
template <class Element, class Own, class Rounds = void, bool Raw = false, bool Strided = false>
struct kept_as {
    static constexpr bool raw = Raw;
    static constexpr bool strided = Strided;
    using element = Element;
    using own = Own;
    using rounds = Rounds;
    static constexpr bool coarse = !std::is_void_v<Rounds>;
};
template <class Out>
struct rounds_to {
    using type = void;
};
template <class Format>
struct rounds_to<basic_half<Format>> {
    using type = Format;
};
/// Functions that leave small errors of their operands, beside a value, small beside the result.
template <class F>
inline constexpr bool leaves_errors_small = false;
template <>
inline constexpr bool leaves_errors_small<multiply> = true;
template <>
inline constexpr bool leaves_errors_small<divide> = true;
template <>
inline constexpr bool leaves_errors_small<negate> = true;
template <class Format>
inline constexpr bool leaves_errors_small<cast_function<basic_half<Format>>> = true;
using nothing_of_row = kept_as<void, void>;

/// What a thread knows when it evaluates U packets of V elements at a time: where they are, and
/// `kept`, where it has them: operands, or terms of type Term.
template <class Kept, int Rank, int V, int U, class Term>
struct row_state {
    row_place<Rank> place[U];
    typename Kept::own const* kept;
};
/// For the operands of a function.
template <class F, class K, int Rank, int V, int U, class Term>
__device__ __forceinline__ decltype(auto) state_below(row_state<K, Rank, V, U, Term> const& state) {
    if constexpr (!K::coarse || leaves_errors_small<F>) {
        return (state);
    } else {
        row_state<kept_as<typename K::element, typename K::own, void, K::raw, K::strided>, Rank, V,
                  U, Term>
            exact;
        for (int u = 0; u < U; ++u)
            exact.place[u] = state.place[u];
        exact.kept = state.kept;
        return exact;
    }
}
/// The exponential of the device's instruction, with an error of at most 2^-17 of the result,
/// subnormal ones included: a quotient may make them large again.
__device__ __forceinline__ float coarse_exp(float x) {
    float result;
    asm("ex2.approx.f32 %0, %1;" : "=f"(result) : "f"(x * 1.44269504f));
    return result;
}
template <int L, class Own>
__device__ __forceinline__ lanes<compute_t<Own>, L> kept_lanes(Own const* kept) {
    lanes<compute_t<Own>, L> result;
    for (int l = 0; l < L; ++l)
        result.values[l] = widen(kept[l]);
    return result;
}
/// Packet u of several.
template <int V, class T, int L>
__device__ __forceinline__ lanes<T, V> packet_of(lanes<T, L> const& x, int u) {
    lanes<T, V> result;
    for (int l = 0; l < V; ++l)
        result.values[l] = x.values[u * V + l];
    return result;
}

template <class T, int Rank, class Lie>
__device__ __forceinline__ T const* line_of(memory_node<T, Rank, Lie> const& node,
                                            fixed<index_t, Rank - 1> const& at) {
    T const* line = node.elements();
    for (int d = 0; d < Rank - 1; ++d)
        line += at[d] * node.stride[d];
    return line;
}
/// All packets are asked for before one is waited for.
template <int V, int U, class T, int Rank, class Lie>
__device__ __forceinline__ lanes<compute_t<T>, V * U> load_row(
    memory_node<T, Rank, Lie> const& node, row_place<Rank> const (&place)[U]) {
    lanes<compute_t<T>, V * U> result;
    auto put = [&](int u, lanes<compute_t<T>, V> const& x) {
        for (int l = 0; l < V; ++l)
            result.values[u * V + l] = x.values[l];
    };
    if constexpr (packs<T, V> && V > 1)
        if (node.how == access::packets) {
#pragma unroll
            for (int u = 0; u < U; ++u)
                put(u, load_packet<V>(line_of(node, place[u].at) + place[u].inner));
            return result;
        }
    index_t const stride = node.stride[Rank - 1];
#pragma unroll
    for (int u = 0; u < U; ++u)
        put(u, load_lanes<V>(line_of(node, place[u].at) + place[u].inner * stride, stride, V));
    return result;
}

/// The same of an operand that has packets where what is kept has them.
template <int V, int U, class T, int Rank, class Lie>
__device__ __forceinline__ lanes<compute_t<T>, V * U> load_beside(
    memory_node<T, Rank, Lie> const& node, row_place<Rank> const (&place)[U]) {
    lanes<compute_t<T>, V * U> result;
#pragma unroll
    for (int u = 0; u < U; ++u) {
        T const* const from = line_of(node, place[u].at) + place[u].inner;
        lanes<compute_t<T>, V> x;
        if constexpr (packs<T, V>)
            x = load_packet<V>(from);
        else
            x = load_lanes<V>(from, 1, V);
        for (int l = 0; l < V; ++l)
            result.values[u * V + l] = x.values[l];
    }
    return result;
}

/// Writes the first `count` packets of x. `Kept`: packets of the output are aligned where they are.
template <bool Kept, class Out, class Shape, class X, int All, int Rank, int Count>
__device__ __forceinline__ void put_row(Out* out, Shape const& shape,
                                        row_place<Rank> const (&place)[Count],
                                        lanes<X, All> const& x, int count) {
    constexpr int L = All / Count;
    index_t const stride = Kept ? 1 : shape.stride[Rank - 1];
#pragma unroll
    for (int v = 0; v < Count; ++v) {
        if (v >= count)
            break;
        Out* to = out + place[v].inner * stride;
        for (int d = 0; d < Rank - 1; ++d)
            to += place[v].at[d] * shape.stride[d];
        if (L > 1 && (Kept || shape.aligned))
            put_packet<L>(to, packet_of<L>(x, v));
        else
            for (int l = 0; l < L; ++l)
                to[l * stride] = static_cast<Out>(x.values[v * L + l]);
    }
}

// The elements of a settled node.

template <class T, int Rank, class K, int V, int U, class Term, class Lie>
__device__ __forceinline__ lanes<compute_t<T>, V * U> row_at(
    memory_node<T, Rank, Lie> const& node, row_state<K, Rank, V, U, Term> const& state) {
    if constexpr (std::is_same_v<T, typename K::element>)
        return kept_lanes<V * U>(state.kept);
    else if constexpr (std::is_void_v<typename K::element> || K::strided)
        return load_row<V>(node, state.place);
    else
        return load_beside<V>(node, state.place);
}
template <class T, int Rank, class K, int V, int U, class Term>
__device__ __forceinline__ lanes<compute_t<T>, V * U> row_at(
    side_row<T, Rank> const& node, row_state<K, Rank, V, U, Term> const& state) {
    if constexpr (std::is_same_v<T, typename K::element>)
        if (node.tile != not_staged)
            return kept_lanes<V * U>(state.kept);
    if constexpr (std::is_void_v<typename K::element> || K::strided)
        return load_row<V>(node, state.place);
    else
        return load_beside<V>(node, state.place);
}
template <class T, int Rank, class K, int V, int U, class Term>
__device__ __forceinline__ lanes<compute_t<T>, V * U> row_at(
    shared_row<T, Rank> const& node, row_state<K, Rank, V, U, Term> const& state) {
    return load_row<V>(node, state.place);
}
template <int Rank, class Lie, class K, int V, int U, class Term>
__device__ __forceinline__ lanes<index_t, V * U> row_at(
    index_node<Rank, Lie> const& node, row_state<K, Rank, V, U, Term> const& state) {
    lanes<index_t, V * U> result;
    for (int u = 0; u < U; ++u) {
        auto const x = node.template at<V>(state.place[u]);
        for (int l = 0; l < V; ++l)
            result.values[u * V + l] = x.values[l];
    }
    return result;
}
template <class T, int Rank, class K, int V, int U, class Term>
__device__ __forceinline__ lanes<compute_t<T>, V * U> row_at(
    scalar_node<T> const& node, row_state<K, Rank, V, U, Term> const& state) {
    return node.template at<V * U>(state.place[0]);
}
template <class Node, int Rank, class K, int V, int U, class Term>
__device__ __forceinline__ lanes<typename Node::value_type, V * U> row_at(
    row_value<Node> const& node, row_state<K, Rank, V, U, Term> const&) {
    lanes<typename Node::value_type, V * U> result;
    for (int l = 0; l < V * U; ++l)
        result.values[l] = node.value;
    return result;
}
template <class N, int Rank, class K, int V, int U, class Term>
__device__ __forceinline__ lanes<typename N::value_type, V * U> row_at(
    common_node<N> const& node, row_state<K, Rank, V, U, Term> const& state) {
    if constexpr (K::raw || std::is_void_v<typename K::element>)
        return row_at(node.operand, state);
    else
        return kept_lanes<V * U>(state.kept);
}
template <class F, class... N, int Rank, class K, int V, int U, class Term>
__device__ __forceinline__ lanes<typename apply_node<F, N...>::value_type, V * U> row_at(
    apply_node<F, N...> const& node, row_state<K, Rank, V, U, Term> const& state) {
    if constexpr (std::is_same_v<Term, apply_node<F, N...>>) {
        return kept_lanes<V * U>(state.kept);
    } else {
        auto const& below = state_below<F>(state);
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            if constexpr (K::coarse && std::is_same_v<F, exp_function> &&
                          std::is_same_v<typename apply_node<F, N...>::value_type, float>) {
                auto x = row_at(get<I>(node)..., below);
                for (float& value : x.values)
                    value = coarse_exp(value);
                return x;
            } else {
                return node.template combine<V * U>(row_at(get<I>(node), below)...);
            }
        }(std::index_sequence_for<N...>{});
    }
}
template <class X, class D, int Rank, class K, int V, int U, class Term>
__device__ __forceinline__ lanes<float, V * U> row_at(row_quotient<X, D> const& node,
                                                      row_state<K, Rank, V, U, Term> const& state) {
    return node.template of<K::coarse>(row_at(node.dividend, state));
}

}  // namespace twill::inline v0::detail
