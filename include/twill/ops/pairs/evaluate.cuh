// SPDX-License-Identifier: MIT
// Evaluation of a tree over pairs, a packet of neighbours at a time: repeated subtrees once, and
// IEEE quotients and roots whose rare operands are looked for once a packet, or afterwards where
// the sums show them.
#pragma once

#include <cuda_runtime.h>

#include "twill/lower/lane_functions.hpp"
#include "twill/ops/pairs/terms.hpp"
#include "twill/ops/reduce/function_of.hpp"
#include "twill/ops/reduce/joint_reducer.hpp"
#include "twill/ops/reduce/reducers.hpp"

namespace twill::inline v0::detail {

/// 1 / x, correctly rounded where it is no rare one; elsewhere nothing is known of it.
template <int V>
struct reciprocals {
    float values[V];

    __device__ __forceinline__ explicit reciprocals(lanes<float, V> const& x) {
#pragma unroll
        for (int l = 0; l < V; ++l) {
            float r;
            asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x.values[l]));
            values[l] = fmaf(fmaf(-x.values[l], r, 1.0f), r, r);
        }
    }
    /// 0 where one is: beyond 2^126 it underflows. Of 0, infinity and NaN it is NaN, and so are the
    /// quotients.
    __device__ __forceinline__ float least(float before) const {
#pragma unroll
        for (int l = 0; l < V; ++l)
            before = fminf(before, fabsf(values[l]));
        return before;
    }
    reciprocals() = default;
};
/// Correctly rounded, but for dividends below 2^-100, where the last bit may differ; `Trusting`:
/// and but for rare operands, which give NaN if the reciprocal is not 0; `Summed` too: the product
/// by the rounded reciprocal, as near as the quotient where a sum takes it unrounded (fused
/// multiply-add).
template <bool Trusting, bool Summed, int V>
__device__ __forceinline__ lanes<float, V> divide_lanes(lanes<float, V> const& x,
                                                        lanes<float, V> const& y,
                                                        reciprocals<V> const& r) {
    lanes<float, V> result;
    bool plain = Trusting || r.least(1.0f) != 0.0f;
#pragma unroll
    for (int l = 0; l < V; ++l) {
        float const q = x.values[l] * r.values[l];
        if constexpr (Trusting && Summed) {
            result.values[l] = q;
            continue;
        }
        result.values[l] = fmaf(fmaf(-q, y.values[l], x.values[l]), r.values[l], q);
        plain = plain && (Trusting || result.values[l] == result.values[l]);
    }
    if (!plain) {
#pragma unroll
        for (int l = 0; l < V; ++l)
            result.values[l] = x.values[l] / y.values[l];
    }
    return result;
}
/// Functions of one float that are computed a packet at a time.
template <class F>
inline constexpr bool is_lane_root =
    std::is_same_v<F, sqrt_function> || std::is_same_v<F, rsqrt_function>;

// Where a rare operand shows in the sums: it makes NaN, and what takes its value passes NaN on.
template <class F>
inline constexpr bool passes_nan = false;
template <>
inline constexpr bool passes_nan<add> = true;
template <>
inline constexpr bool passes_nan<subtract> = true;
template <>
inline constexpr bool passes_nan<multiply> = true;
template <>
inline constexpr bool passes_nan<divide> = true;
template <>
inline constexpr bool passes_nan<negate> = true;
template <>
inline constexpr bool passes_nan<sqrt_function> = true;
template <>
inline constexpr bool passes_nan<rsqrt_function> = true;
template <>
inline constexpr bool passes_nan<square_function> = true;
template <>
inline constexpr bool passes_nan<exp_function> = true;
template <>
inline constexpr bool passes_nan<log_function> = true;
template <>
inline constexpr bool passes_nan<join_function> = true;

struct rare_operands {
    bool here;   ///< some quotient or root is in the subtree
    bool shown;  ///< each of them shows in its value
};
template <class Node>
inline constexpr rare_operands rare_in = {false, true};
template <class F, class... N>
inline constexpr rare_operands rare_in<apply_node<F, N...>> = [] {
    bool const below = (false || ... || rare_in<N>.here);
    bool const own = is_float_quotient<apply_node<F, N...>> ||
                     (is_lane_root<F> && (std::is_same_v<typename N::value_type, float> && ...));
    return rare_operands{below || own,
                         (!below || passes_nan<F>) && (true && ... && rare_in<N>.shown)};
}();
/// Whether an accumulator is NaN once an element was.
template <class Reducer>
inline constexpr bool keeps_nan = false;
template <class V, bool Exact>
inline constexpr bool keeps_nan<sum_reducer<V, Exact>> =
    std::is_same_v<typename sum_reducer<V, Exact>::accumulator, float>;
template <class V>
inline constexpr bool keeps_nan<mean_reducer<V>> =
    std::is_same_v<typename mean_reducer<V>::accumulator, float>;
template <class R, class Tree, class Result>
inline constexpr bool keeps_nan<function_reducer<R, Tree, Result>> = keeps_nan<R>;
template <class Operands, class... R>
inline constexpr bool keeps_nan<joint_reducer<Operands, R...>> = (keeps_nan<R> && ...);

__device__ __forceinline__ bool is_newly_nan(float now, float before) {
    return now != now && before == before;
}
template <class Numbers, class... A>
__device__ __forceinline__ bool is_newly_nan(children_base<Numbers, A...> const& now,
                                             children_base<Numbers, A...> const& before) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return (false || ... || is_newly_nan(get<I>(now), get<I>(before)));
    }(std::index_sequence_for<A...>{});
}

struct nothing_held {};
template <int V, class Term>
struct kept_lanes_of {
    using type = lanes<typename Term::value_type, V>;
};
template <int V, class Node>
struct kept_lanes_of<V, pair_reciprocal<Node>> {
    using type = reciprocals<V>;
};
/// The values of the terms that later ones take.
template <class Tree, int V, class Sequence, class Terms>
struct pair_kept_base;
template <class Tree, int V, int... I, class... T>
struct pair_kept_base<Tree, V, std::integer_sequence<int, I...>, types<T...>> {
    using type = children<std::conditional_t<pair_term_table_of<Tree>.asked[I],
                                             typename kept_lanes_of<V, T>::type, nothing_held>...>;
};
template <class Tree, int V>
using pair_kept =
    typename pair_kept_base<Tree, V, std::make_integer_sequence<int, pair_term_count<Tree>>,
                            typename pair_terms<Tree>::type>::type;

/// Evaluates at neighbours; x.lanes_of<operand>() has the values of operands. `Guessed`: terms that
/// are taken for equal are; otherwise x.twins() says which of them. `Trusting`: for float sums.
template <class Tree, int V, class Operands, bool Guessed = true, bool Trusting = false>
struct pair_evaluation {
    Operands const& x;
    float least = 1.0f;  ///< trusting: 0 where a quotient may be wrong and not be NaN
    pair_kept<Tree, V> kept;

    __device__ __forceinline__ explicit pair_evaluation(Operands const& operands) : x(operands) {}

    /// Leaf and Term: how many operands and terms come before the node. Summed: nothing is done
    /// with the value but to add it to a sum.
    template <int Leaf, int Term, bool Summed = true, class Node>
    __device__ __forceinline__ lanes<typename Node::value_type, V> at(Node const& node) {
        if constexpr (pair_leaf_count<Node> != 0)
            return x.template lanes_of<Leaf>();
        else
            return node.template at<V>(0);
    }
    template <int Leaf, int Term, bool Summed = true, class F, class... N>
    __device__ __forceinline__ lanes<typename apply_node<F, N...>::value_type, V> at(
        apply_node<F, N...> const& node) {
        using Node = apply_node<F, N...>;
        if constexpr (is_pair_term<F, N...>) {
            constexpr int k = Term + pair_term_count<Node> - 1;
            constexpr int twin = pair_term_table_of<Tree>.twin[k];
            if constexpr (Guessed && twin != k) {
                return get<static_cast<std::size_t>(twin)>(kept);
            } else {
                if constexpr (twin != k)
                    if (is_taken<k>())
                        return get<static_cast<std::size_t>(twin)>(kept);
                constexpr bool summed = Summed && !pair_term_table_of<Tree>.asked[k];
                auto const result =
                    compute<Leaf, Term, summed>(node, std::index_sequence_for<N...>{});
                if constexpr (pair_term_table_of<Tree>.asked[k])
                    get<static_cast<std::size_t>(k)>(kept) = result;
                return result;
            }
        } else {
            return compute<Leaf, Term, Summed>(node, std::index_sequence_for<N...>{});
        }
    }

private:
    /// Whether term K has the value of the one that it is taken for.
    template <int K>
    __device__ __forceinline__ bool is_taken() const {
        if constexpr (Guessed || K >= 64)
            return Guessed;
        else
            return x.twins() >> K & 1;
    }
    template <bool Summed>
    __device__ __forceinline__ static lanes<float, V> divided(lanes<float, V> const& x,
                                                              lanes<float, V> const& y,
                                                              reciprocals<V> const& r) {
        return divide_lanes<Trusting, Summed, V>(x, y, r);
    }
    template <int Leaf, int Term, bool Summed, class F, class... N, std::size_t... I>
    __device__ __forceinline__ lanes<typename apply_node<F, N...>::value_type, V> compute(
        apply_node<F, N...> const& node, std::index_sequence<I...>) {
        using Node = apply_node<F, N...>;
        constexpr bool joined = Summed && std::is_same_v<F, join_function>;
        children<lanes<typename N::value_type, V>...> const values{
            {at<Leaf + pair_leaves_before<I, N...>, Term + pair_terms_before<I, N...>, joined>(
                get<I>(node))}...};
        if constexpr (is_float_quotient<Node>) {
            constexpr int k = Term + pair_terms_before<sizeof...(N), N...>;
            constexpr int twin = pair_term_table_of<Tree>.twin[k];
            auto const& x0 = get<0>(values);
            auto const& x1 = get<sizeof...(N) - 1>(values);
            if constexpr (Guessed && twin != k) {
                return divided<Summed>(x0, x1, get<static_cast<std::size_t>(twin)>(kept));
            } else {
                if constexpr (twin != k)
                    if (is_taken<k>())
                        return divided<Summed>(x0, x1, get<static_cast<std::size_t>(twin)>(kept));
                reciprocals<V> const r(x1);
                if constexpr (Trusting)
                    least = r.least(least);
                if constexpr (pair_term_table_of<Tree>.asked[k])
                    get<static_cast<std::size_t>(k)>(kept) = r;
                return divided<Summed>(x0, x1, r);
            }
        } else if constexpr (is_lane_root<F> &&
                             (std::is_same_v<typename N::value_type, float> && ...)) {
            if constexpr (std::is_same_v<F, sqrt_function>)
                return root_lanes<Trusting, V>(get<I>(values)...);
            else
                return inverse_root_lanes<Trusting, V>(get<I>(values)...);
        } else {
            lanes<typename Node::value_type, V> result;
#pragma unroll
            for (int l = 0; l < V; ++l)
                result.values[l] = node.template combine<1>(lanes<typename N::value_type, 1>{
                                                                {get<I>(values).values[l]}}...)
                                       .values[0];
            return result;
        }
    }
};

}  // namespace twill::inline v0::detail
