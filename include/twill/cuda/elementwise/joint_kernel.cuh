// SPDX-License-Identifier: MIT
// Several elementwise results in one kernel.
#pragma once

#include "twill/cuda/elementwise/elementwise_kernels.cuh"

namespace twill::inline v0::detail {

template <class Tree, class... Out>
inline constexpr int joint_widest = Tree::widest;
template <class Tree, class First, class... Rest>
inline constexpr int joint_widest<Tree, First, Rest...> = joint_widest<Tree, Rest...> >
                                                                  static_cast<int>(sizeof(First))
                                                              ? joint_widest<Tree, Rest...>
                                                              : static_cast<int>(sizeof(First));
template <class Tree, class... Out>
inline constexpr int joint_lanes =
    joint_widest<Tree, Out...> >= 16 ? 1 : 16 / joint_widest<Tree, Out...>;

/// Result I of V neighbouring elements.
template <std::size_t I, int V, class X, class Out>
__device__ __forceinline__ void put_result(Out* to, lanes<X, V> const& x) {
    lanes<std::remove_cvref_t<decltype(get<I>(x.values[0]))>, V> own;
    for (int l = 0; l < V; ++l)
        own.values[l] = get<I>(x.values[l]);
    put_packet<V>(to, own);
}
template <int V, class X, std::size_t... I, class... Out>
__device__ __forceinline__ void put_results(
    children_base<std::index_sequence<I...>, Out*...> const& out, index_t i, lanes<X, V> const& x) {
    (put_result<I, V>(get<I>(out) + i, x), ...);
}

/// As flat_kernel; the tree's elements are the results side by side, `out` their pointers. The
/// results are aligned.
template <int V, class Tree, class Results>
__global__ void __launch_bounds__(block_threads)
    joint_flat_kernel(__grid_constant__ Tree const tree, __grid_constant__ Results const out,
                      index_t const size, bool const packed) {
    index_t const i = (static_cast<index_t>(blockIdx.x) * block_threads + threadIdx.x) * V;
    if (packed && i + V <= size) {
        put_results<V>(out, i, tree.template at<V>(packed_cursor{i}));
    } else if (i + V <= size) {
        put_results<V>(out, i, tree.template at<V>(full_cursor{i}));
    } else {
#pragma unroll 1
        for (index_t l = i; l < size; ++l)
            put_results<1>(out, l, tree.template at<1>(full_cursor{l}));
    }
}

}  // namespace twill::inline v0::detail
