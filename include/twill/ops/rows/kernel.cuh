// SPDX-License-Identifier: MIT
// The kernel of expressions with reductions of trailing axes: a group of threads has a row, keeps
// it in registers, reduces it as often as the expression asks and writes the result, so that memory
// is read once. A row that does not fit is read again for each reduction, mostly from the cache.
#pragma once

#include "twill/ops/reduce/device_reducers.cuh"
#include "twill/ops/rows/values.cuh"

namespace twill::inline v0::detail {

template <class List>
struct results_of;
template <class... Node>
struct results_of<types<Node...>> {
    using type = children<typename Node::value_type...>;
    static constexpr std::size_t scratch = [] {
        std::size_t most = 1;
        for (std::size_t size : {group_scratch<typename Node::reducer_type::accumulator>...})
            most = size > most ? size : most;
        return most;
    }();
};

/// How rows are dealt out.
template <class Tree, int Rank>
struct row_shape {
    using element = typename kept_element<Tree>::type;
    using kept_type = std::conditional_t<std::is_void_v<element>, char, element>;

    extents<Rank> extent;
    fixed<index_t, Rank> stride;  ///< of the output
    index_t rows;
    int length;
    int packets;         ///< of a row
    int log2_group;      ///< threads a row
    bool aligned;        ///< the output takes aligned packets
    std::uint64_t same;  ///< reductions that are equal to the first one of their type
    memory_node<kept_type, Rank> operand;  ///< what threads keep
    using term_type =
        typename keepable_term<kept_type, Tree, typename reduced_nodes<Tree>::type>::type;
    bool keeps_term;  ///< threads keep the values of that term instead, after the last reduction
};

/// A thread's packets of its row, P at a time.
template <class Tree, int Rank, int V, int P, bool Kept>
struct row_walk {
    using results_list = results_of<typename reduced_nodes<Tree>::type>;
    using results_type = typename results_list::type;
    using shape_type = row_shape<Tree, Rank>;
    using kept_type = typename shape_type::kept_type;
    using term_type = std::conditional_t<std::is_void_v<typename shape_type::term_type>, void,
                                         settled_t<typename shape_type::term_type>>;
    static constexpr std::size_t pitch = results_list::scratch;

    shape_type const& shape;
    char* scratch;  ///< for two reductions: one may start while others still read the last
    int lane;
    bool active;  ///< has a row
    int turn = 0;
    fixed<index_t, Rank - 1> at{};
    results_type results;
    packet<kept_type, V> kept[Kept ? P : 1];
    bool has_term = false;  ///< what is kept are values of the shape's term

    __device__ __forceinline__ row_walk(shape_type const& how, char* memory, index_t row)
        : shape(how),
          scratch(memory),
          lane(static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) &
               ((1 << how.log2_group) - 1)),
          active(row < how.rows) {
        locate_axes(shape.extent, 0, Rank - 1, active ? row : 0, at);
    }

    /// body(state) for the packets of a chunk, of which there is one if they are kept.
    template <class Body>
    __device__ __forceinline__ void each(int chunk, Body&& body) {
        int const first = (chunk * P << shape.log2_group) + lane;
        int const mine =
            active ? (shape.packets - first + (1 << shape.log2_group) - 1) >> shape.log2_group : 0;
#pragma unroll
        for (int u = 0; u < P; ++u) {
            if (u >= mine)
                continue;
            int const inner = (first + (u << shape.log2_group)) * V;
            int const left = shape.length - inner;
            body(
                row_state<kept_type, Rank, V, Kept, term_type>{
                    {at, inner, Kept || left >= V ? V : left}, kept + (Kept ? u : 0), has_term},
                u);
        }
    }
    __device__ __forceinline__ int chunks() const {
        return Kept ? 1 : (shape.packets + (P << shape.log2_group) - 1) / (P << shape.log2_group);
    }
    __device__ __forceinline__ void load_kept() {
        kept_type const* line = shape.operand.elements();
        for (int d = 0; d < Rank - 1; ++d)
            line += at[d] * shape.operand.stride[d];
        each(0, [&](auto const& state, int u) {
            kept[u] = *reinterpret_cast<packet<kept_type, V> const*>(line + state.cursor.inner);
        });
    }

    /// Fills the results of the reductions in a node, in the order of their numbers.
    template <int First, class R, class N>
    __device__ __forceinline__ void reduce(reduced_node<R, N> const& node) {
        constexpr int k = First + reductions_of<N>;
        constexpr int first = first_alike<Tree>.values[k];
        reduce<First>(node.operand);
        if constexpr (first != k)
            if (shape.same >> k & 1) {
                get<k>(results) = get<first>(results);
                return;
            }
        auto const reducer = to_device_reducer(node.reducer);
        using Reducer = std::remove_cvref_t<decltype(reducer)>;
        lane_accumulators<Reducer, V> sums(reducer);
        constexpr bool keeps =
            Kept && k == reductions_of<Tree> - 1 && !std::is_void_v<typename shape_type::term_type>;
        auto const operand = settle<First>(node.operand);
        int pushed = 0;
        for (int chunk = 0; chunk < chunks(); ++chunk) {
            each(chunk, [&](auto const& state, int u) {
                auto const x = row_at(load_operands(operand, state), state);
                if constexpr (keeps)
                    if (shape.keeps_term)
                        for (int l = 0; l < V; ++l)
                            kept[u].values[l] = x.values[l];
                if constexpr (Kept)
                    sums.add(x);
                else
                    sums.add(x, 0, state.cursor.count);
            });
            if (!Kept && (pushed += P) >= sums.run) {
                sums.flush();
                pushed = 0;
            }
        }
        if constexpr (keeps)
            has_term = shape.keeps_term;
        auto const total = merge_group(reducer, sums.total(), 1 << shape.log2_group,
                                       scratch + (turn++ & 1) * pitch);
        get<k>(results) = static_cast<typename reduced_node<R, N>::value_type>(
            node.reducer.finish(total, shape.length));
    }
    /// A node with the results of its reductions, which are there.
    template <int First, class Node>
    __device__ __forceinline__ Node const& settle(Node const& node) const {
        return node;
    }
    template <int First, class R, class N>
    __device__ __forceinline__ row_value<reduced_node<R, N>> settle(
        reduced_node<R, N> const&) const {
        return {get<First + reductions_of<N>>(results)};
    }
    template <int First, class F, class... N>
    __device__ __forceinline__ settled_t<apply_node<F, N...>> settle(
        apply_node<F, N...> const& node) const {
        return settle_children<First>(node, std::index_sequence_for<N...>{});
    }
    template <int First, class F, class... N, std::size_t... I>
    __device__ __forceinline__ settled_t<apply_node<F, N...>> settle_children(
        apply_node<F, N...> const& node, std::index_sequence<I...>) const {
        using settled_node = settled_t<apply_node<F, N...>>;
        apply_node<F, settled_t<N>...> const result{
            {{settle<First + reductions_before<I, N...>>(get<I>(node))}...}, node.function};
        if constexpr (requires { &settled_node::reciprocal; }) {
            return {get<0>(result), get<1>(result).value};
        } else if constexpr (settled<apply_node<F, N...>>::for_row) {
            // A thread without a row has no results that a user's function may see.
            if (!active)
                return {};
            row_state<kept_type, Rank, 1, false, void> const state{{}, nullptr, false};
            return {row_at(result, state).values[0]};
        } else {
            return result;
        }
    }
    template <int First, class F, class... N>
    __device__ __forceinline__ void reduce(apply_node<F, N...> const& node) {
        reduce_children<First>(node, std::index_sequence_for<N...>{});
    }
    template <int First, class Node>
    __device__ __forceinline__ void reduce(Node const&) {}
    template <int First, class F, class... N, std::size_t... I>
    __device__ __forceinline__ void reduce_children(apply_node<F, N...> const& node,
                                                    std::index_sequence<I...>) {
        (reduce<First + reductions_before<I, N...>>(get<I>(node)), ...);
    }
};

/// With `Kept`, a thread has all its packets in registers.
template <class Tree, class Out, int Rank, int P, bool Kept, int Threads>
__global__ void __launch_bounds__(Threads)
    row_kernel(__grid_constant__ Tree const tree, Out* const out,
               __grid_constant__ row_shape<Tree, Rank> const shape) {
    constexpr int V = lanes_of<Tree, Out>;
    using walk_type = row_walk<Tree, Rank, V, P, Kept>;
    __shared__ __align__(16) char scratch[2 * walk_type::pitch];
    walk_type walk(
        shape, scratch,
        (static_cast<index_t>(blockIdx.x) * blockDim.x + threadIdx.x) >> shape.log2_group);
    if constexpr (Kept)
        walk.load_kept();
    walk.template reduce<0>(tree);
    auto const ready = walk.template settle<0>(tree);
    Out* line = out;
    for (int d = 0; d < Rank - 1; ++d)
        line += walk.at[d] * shape.stride[d];
    for (int chunk = 0; chunk < walk.chunks(); ++chunk)
        walk.each(chunk, [&](auto const& state, int) {
            auto const x = row_at(load_operands(ready, state), state);
            auto const& c = state.cursor;
            if (Kept || (shape.aligned && c.count == V)) {
                put_packet<V>(line + c.inner, x);
            } else {
                index_t const stride = shape.stride[Rank - 1];
                put<V>(line + c.inner * stride, stride, x, 0, c.count);
            }
        });
    // Other blocks may still read this one's shared memory.
    if ((1 << shape.log2_group) > static_cast<int>(blockDim.x))
        synchronize_cluster();
}

}  // namespace twill::inline v0::detail
