// Reductions of outer products, f(x[i], y[j]) over j: a thread keeps its operands along the outputs
// in registers and reads those along the reduced axis as it goes.
#pragma once

#include "twill/cuda/reduce_kernels.cuh"

namespace twill::inline v0::detail {

/// A reduced element of an outer product; the outputs are the thread's.
struct outer_cursor {
    index_t row;
};

/// An operand of an outer product in a thread: its lanes, or where it changes from row to row, a
/// pointer along them.
template <class T, int V>
struct loaded_memory {
    using value_type = compute_t<T>;
    lanes<value_type, V> kept;
    T const* line;
    index_t step;  ///< 0: the same for all rows

    template <int>
    TWILL_INLINE_HD lanes<value_type, V> at(outer_cursor const& c) const {
        value_type const own = widen(line[c.row * step]);
        lanes<value_type, V> result;
        for (int l = 0; l < V; ++l)
            result.values[l] = step == 0 ? kept.values[l] : own;
        return result;
    }
};
template <int V>
struct loaded_index {
    using value_type = index_t;
    lanes<index_t, V> kept;
    index_t step;

    template <int>
    TWILL_INLINE_HD lanes<index_t, V> at(outer_cursor const& c) const {
        lanes<index_t, V> result = kept;
        for (int l = 0; l < V; ++l)
            result.values[l] += c.row * step;
        return result;
    }
};

template <int V, class T, int Rank>
__device__ __forceinline__ loaded_memory<T, V> load_outer(memory_node<T, Rank> const& node,
                                                          grid_cursor<Rank> const& c) {
    index_t const step = node.stride[Rank - 2];
    if (step == 0)
        return {node.template at<V>(c), node.elements(), 0};
    T const* line = node.elements();
    for (int d = 0; d < Rank - 2; ++d)
        line += c.at[d] * node.stride[d];
    return {{}, line, step};
}
template <int V, int Rank>
__device__ __forceinline__ loaded_index<V> load_outer(index_node<Rank> const& node,
                                                      grid_cursor<Rank> const& c) {
    return {node.template at<V>(c), node.stride[Rank - 2]};
}
template <int V, class T, int Rank>
__device__ __forceinline__ scalar_node<compute_t<T>> load_outer(broadcast_node<T> const& node,
                                                                grid_cursor<Rank> const&) {
    return {widen(*node.data)};
}
template <int V, class T, int Rank>
__device__ __forceinline__ scalar_node<T> load_outer(scalar_node<T> const& node,
                                                     grid_cursor<Rank> const&) {
    return node;
}
template <int V, class F, class... N, int Rank>
__device__ __forceinline__ auto load_outer(apply_node<F, N...> const& node,
                                           grid_cursor<Rank> const& c);
template <class F, class... N>
__device__ __forceinline__ apply_node<F, N...> loaded_node(stored<F> const& f, N const&... nodes) {
    return {{{nodes}...}, f};
}
template <int V, class F, class... N, int Rank, std::size_t... I>
__device__ __forceinline__ auto load_children(apply_node<F, N...> const& node,
                                              grid_cursor<Rank> const& c,
                                              std::index_sequence<I...>) {
    return loaded_node(node.function, load_outer<V>(get<I>(node), c)...);
}
template <int V, class F, class... N, int Rank>
__device__ __forceinline__ auto load_outer(apply_node<F, N...> const& node,
                                           grid_cursor<Rank> const& c) {
    return load_children<V>(node, c, std::index_sequence_for<N...>{});
}

/// Dealt out as reduce_columns_kernel is; the only reduced axis is Rank - 2, along which no operand
/// changes that changes along the last one.
template <class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads)
    reduce_outer_kernel(__grid_constant__ Tree const tree,
                        __grid_constant__ reduce_shape<Rank> const shape,
                        __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = reduce_lanes<Tree, Reducer>;
    __shared__ columns_scratch<Reducer> scratch;
    columns_part const part(shape, V);
    index_t const inner = shape.extent[Rank - 1];
    lane_accumulators<Reducer, V, true> sums(target.reducer);
    int const count = inner - part.column < V ? static_cast<int>(inner - part.column) : V;
    if (count > 0) {
        grid_cursor<Rank> at{};
        locate_axes(shape.extent, 0, shape.kept_end, part.outer, at.at);
        at.template set_inner<V>(part.column, inner);
        auto const loaded = load_outer<V>(tree, at);
        // Lanes beyond the last column compute something that nobody reads.
        constexpr int together = 4;
        int pushed = 0;
        index_t row = part.begin;
        for (; row + (together - 1) * part.height < part.end; row += together * part.height) {
            lanes<typename decltype(loaded)::value_type, V> x[together];
#pragma unroll
            for (int u = 0; u < together; ++u)
                x[u] = loaded.template at<V>(outer_cursor{row + u * part.height});
#pragma unroll
            for (int u = 0; u < together; ++u)
                sums.add(x[u]);
            if ((pushed += together) >= sums.run) {
                sums.flush();
                pushed = 0;
            }
        }
#pragma unroll 1
        for (; row < part.end; row += part.height)
            sums.add(loaded.template at<V>(outer_cursor{row}));
    }
    finish_columns<V>(shape, target, part, count, sums, scratch);
}

}  // namespace twill::inline v0::detail
