// SPDX-License-Identifier: MIT
// Parts of an expression that have one value for all lanes of a row, as kernels find when they look
// how operands lie: what takes several steps is computed once, and repeated.
#pragma once

#include "twill/expr/quotients.hpp"
#include "twill/lower/lane_functions.hpp"
#include "twill/lower/leaf_nodes.hpp"

namespace twill::inline v0::detail {

template <class F, class... N>
struct apply_node;

/// How many values may stand for all lanes of a node: one for each row; 0 where every lane has its
/// own, whatever operands turn out to be.
template <class Node>
inline constexpr int values_alone = 0;
template <class Node>
    requires(Node::values_alone > 0)
inline constexpr int values_alone<Node> = Node::values_alone;
template <class T>
inline constexpr int values_alone<scalar_node<T>> = 1;
template <class F, class... N>
    requires(sizeof...(N) > 0)
inline constexpr int values_alone<apply_node<F, N...>> = [] {
    int most = 1;
    for (int const count : {values_alone<N>...})
        most = count == 0 || most == 0 ? 0 : count > most ? count : most;
    return most;
}();

/// Whether some leaf that they may stand for has elements of two bytes: such loops are bound by
/// instructions.
template <class Node>
inline constexpr bool has_narrow_alone = false;
template <class Node>
    requires(Node::values_alone > 0)
inline constexpr bool has_narrow_alone<Node> = Node::widest == 2;
template <class F, class... N>
inline constexpr bool has_narrow_alone<apply_node<F, N...>> = (false || ... || has_narrow_alone<N>);

#if defined(__CUDACC__)
/// Whether all of a node's operands turn out to have one element, so that they do.
template <class Node>
__device__ __forceinline__ bool is_alone(Node const& node) {
    if constexpr (requires { node.one; })
        return node.one;
    else
        return true;
}
template <class F, class... N>
__device__ __forceinline__ bool is_alone(apply_node<F, N...> const& node) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return (true && ... && is_alone(detail::get<I>(node)));
    }(std::index_sequence_for<N...>{});
}

/// A row's value for each of its lanes: rows have as many lanes each, or a cursor says where the
/// second one begins.
template <int V, class T, int K, class Cursor>
__device__ __forceinline__ lanes<T, V> repeat_for_lanes(lanes<T, K> const& x, Cursor const& c) {
    lanes<T, V> result;
#pragma unroll
    for (int l = 0; l < V; ++l) {
        if constexpr (K == 2 && requires { c.cut; })
            result.values[l] = l < c.cut ? x.values[0] : x.values[1];
        else
            result.values[l] = x.values[l * K / V];
    }
    return result;
}

/// Whether a function's values are x / y; it says so itself.
template <class F>
inline constexpr bool gives_quotients = false;
template <class F>
    requires(F::gives_quotients)
inline constexpr bool gives_quotients<F> = true;
/// Whether a function takes long enough to ask: several instructions for a value.
template <class F>
inline constexpr bool takes_steps = !requires { F::name; } || has_lane_form<F, float> ||
                                    gives_quotients<F> || requires { requires F::costly; };
/// Whether it divides floats.
template <class F, class... N>
inline constexpr bool divides_floats =
    gives_quotients<F> && (... && std::is_same_v<typename N::value_type, float>);

/// Whether x is 0 or in [2^-60, 2^60), but for its sign: quotients of such numbers, and what is
/// left of them, have no digit below the least one.
__device__ __forceinline__ bool has_plain_quotients(float x) {
    // Without a branch between.
    return static_cast<bool>(((__float_as_uint(x) << 1) - 1 >= 0x42ffffffu) & (fabsf(x) < 0x1p60f));
}
/// Correctly rounded quotients by one number for each row, whose inverse is found once. The steps
/// are those of Markstein, IA-64 and Elementary Functions, 2000: what a quotient is too great by,
/// exactly, tells how to improve it. (Of the significand of all ones the inverse must not be found
/// as 1/2, from where it cannot be improved; devices do not.) Both numbers change their sign where
/// the divisor is positive: what is left of a zero, which is 0, then leaves its sign.
template <int V, int K, class Cursor>
__device__ __forceinline__ lanes<float, V> quotients_by_few(lanes<float, V> const& x,
                                                            lanes<float, K> const& by,
                                                            Cursor const& c) {
    lanes<float, K> sizes, inverses;
    lanes<unsigned, K> turns;
    bool plain = true;
#pragma unroll
    for (int k = 0; k < K; ++k) {
        float const y = fabsf(by.values[k]);
        float const near = near_inverse(y);
        sizes.values[k] = y;
        inverses.values[k] = -fmaf(near, fmaf(-y, near, 1.0f), near);
        turns.values[k] = ~__float_as_uint(by.values[k]) & 0x80000000u;
        plain = plain & (y > 0) & has_plain_quotients(y);
    }
    auto const size = repeat_for_lanes<V>(sizes, c), inverse = repeat_for_lanes<V>(inverses, c);
    auto const turned = repeat_for_lanes<V>(turns, c);
    constexpr int together = V % 4 == 0 ? 4 : V;
    lanes<float, V> result;
#pragma unroll
    for (int first = 0; first < V; first += together) {
        bool all_plain = plain;
        float a[together];
#pragma unroll
        for (int k = 0; k < together; ++k) {
            int const l = first + k;
            float const y = size.values[l], r = inverse.values[l];
            a[k] = __uint_as_float(__float_as_uint(x.values[l]) ^ turned.values[l]);
            float const q = a[k] * r;
            result.values[l] = fmaf(fmaf(y, q, a[k]), r, q);
            all_plain = all_plain & has_plain_quotients(a[k]);
        }
        if (!all_plain) {
#pragma unroll
            for (int k = 0; k < together; ++k)
                result.values[first + k] = a[k] / -size.values[first + k];
        }
    }
    return result;
}
#endif

}  // namespace twill::inline v0::detail
