// SPDX-License-Identifier: MIT
// The kernel of a reduction over pairs inside another one: a block has rows of outputs and walks
// along the columns, a tile at a time.
#pragma once

#include "twill/cuda/device/groups.cuh"
#include "twill/ops/pairs/nested.hpp"
#include "twill/ops/pairs/tile_kernel.cuh"

namespace twill::inline v0::detail {

/// The operands of the outer tree at the columns of one row.
template <class Policy, int Width>
struct nested_neighbours {
    pair_shape<Policy::rank> const& shape;
    pair_place<Policy> const& place;
    int row;

    template <class T, class Value>
    __device__ __forceinline__ lanes<compute_t<T>, Width> at(
        inner_value<T> const&, lanes<Value, Width> const& inner) const {
        lanes<compute_t<T>, Width> result;
#pragma unroll
        for (int l = 0; l < Width; ++l)
            result.values[l] = static_cast<compute_t<T>>(inner.values[l]);
        return result;
    }
    template <class T, class Inner>
    __device__ __forceinline__ lanes<compute_t<T>, Width> at(broadcast_node<T> const& leaf,
                                                             Inner const&) const {
        return load_broadcast<Width>(leaf.data);
    }
    template <class T, int Rank, class Lie, class Inner>
    __device__ __forceinline__ lanes<compute_t<T>, Width> at(memory_node<T, Rank, Lie> const& leaf,
                                                             Inner const&) const {
        lanes<compute_t<T>, Width> result;
#pragma unroll
        for (int l = 0; l < Width; ++l)
            result.values[l] = widen(leaf.elements()[offset(leaf.stride, l)]);
        return result;
    }
    template <int Rank, class Lie, class Inner>
    __device__ __forceinline__ lanes<index_t, Width> at(index_node<Rank, Lie> const& leaf,
                                                        Inner const&) const {
        lanes<index_t, Width> result;
#pragma unroll
        for (int l = 0; l < Width; ++l)
            result.values[l] = leaf.start + offset(leaf.stride, l);
        return result;
    }

private:
    template <int Rank>
    __device__ __forceinline__ index_t offset(fixed<index_t, Rank> const& stride, int l) const {
        index_t const rows = shape.extent[Policy::axes.row];
        index_t const columns = shape.extent[Policy::axes.column];
        index_t const row_at = pair_clamp(place.first_row + place.row(row), rows);
        index_t const column_at = pair_clamp(place.first_column + place.column(l), columns);
        index_t batch = place.batch;
        index_t result = 0;
        int d = Rank - 1;
#pragma unroll
        for (int inner = Policy::rank - 1; inner >= 0; --inner) {
            if (Policy::axes.reduced >> inner & 1)
                continue;
            if (inner == Policy::axes.row) {
                result += row_at * stride[d];
            } else if (inner == Policy::axes.column) {
                result += column_at * stride[d];
            } else {
                index_t const next = batch / shape.extent[inner];
                result += (batch - next * shape.extent[inner]) * stride[d];
                batch = next;
            }
            --d;
        }
        return result;
    }
};
/// Which of some operands leaf number I of all is under.
template <int I, class... N>
inline constexpr std::size_t operand_with_leaf = [] {
    int const counts[] = {pair_leaf_count<N>...};
    std::size_t k = 0;
    for (int before = 0; before + counts[k] <= I; ++k)
        before += counts[k];
    return k;
}();

/// The same with the inner values, as pair_evaluation asks for them.
template <class Tree, class Neighbours, class Value, int Width>
struct nested_operands {
    Tree const& tree;
    Neighbours const& at;
    lanes<Value, Width> const& inner;

    template <int I>
    __device__ __forceinline__ auto lanes_of() const {
        return find<I, 0>(tree);
    }

private:
    template <int I, int First, class Node>
    __device__ __forceinline__ auto find(Node const& node) const {
        return at.at(node, inner);
    }
    template <int I, int First, class F, class... N>
    __device__ __forceinline__ auto find(apply_node<F, N...> const& node) const {
        constexpr std::size_t operand = operand_with_leaf<I - First, N...>;
        return find<I, First + pair_leaves_before<operand, N...>>(get<operand>(node));
    }
};

template <class Policy, class OuterTree, class Outer, class Sink>
__global__ void __launch_bounds__(Policy::threads, blocks_held<Policy::blocks, Policy::threads>)
    reduce_nested_kernel(__grid_constant__ typename Policy::tree_type const tree,
                         __grid_constant__ OuterTree const outer_tree,
                         __grid_constant__ typename Policy::reducer_type const reducer,
                         __grid_constant__ Outer const outer, __grid_constant__ Sink const sink,
                         __grid_constant__ pair_shape<Policy::rank> const shape) {
    using tile_type = pair_tile<Policy>;
    using inner_reducer = typename Policy::reducer_type;
    constexpr pair_cut cut = Policy::cut;
    __shared__ alignas(16) char staged[2 * tile_type::buffer_bytes];
    tile_type tile(tree, shape, staged);
    pair_place<Policy>& place = tile.place;
    auto const row_tiles = static_cast<unsigned>(shape.row_tiles);
    place.batch = blockIdx.x / row_tiles;
    place.first_row = index_t{blockIdx.x % row_tiles} * Policy::block_rows;
    index_t const columns = shape.extent[Policy::axes.column];
    typename inner_reducer::accumulator memory[tile_type::count];
    typename tile_type::sums_type sums(reducer, memory);
    typename Outer::accumulator before[cut.rows];
#pragma unroll
    for (int i = 0; i < cut.rows; ++i)
        before[i] = outer.identity();
#pragma unroll 1
    for (place.first_column = 0; place.first_column < columns;
         place.first_column += Policy::block_columns) {
        sums.restart();
        __syncthreads();
        tile.start();
        tile.accumulate(sums, 0, shape.reduced,
                        place.first_column > 0 && shape.reduced <= cut.steps);
        sums.finish();
#pragma unroll
        for (int i = 0; i < cut.rows; ++i) {
            using value = typename inner_reducer::result;
            lanes<value, cut.columns> inner;
#pragma unroll
            for (int j = 0; j < cut.columns; ++j)
                inner.values[j] = static_cast<value>(
                    reducer.finish(sums.total(i * cut.columns + j), shape.reduced));
            using neighbours = nested_neighbours<Policy, cut.columns>;
            neighbours const at{shape, place, i};
            using operands = nested_operands<OuterTree, neighbours, value, cut.columns>;
            operands const x{outer_tree, at, inner};
            pair_evaluation<OuterTree, cut.columns, operands> evaluation(x);
            auto const values = evaluation.template at<0, 0>(outer_tree);
            index_t const rest = columns - place.first_column - place.column(0);
            if constexpr (requires { requires Outer::takes_next; }) {
                add_lanes(outer, before[i], values,
                          rest < cut.columns ? static_cast<int>(rest) : cut.columns);
            } else if (rest > 0) {
                running_t<Outer> now =
                    start_run(outer, values.values[0], values.values[0], values.values[0]);
#pragma unroll
                for (int j = 0; j < cut.columns; ++j)
                    if (place.first_column + place.column(j) < columns)
                        outer.add(now, values.values[j]);
                before[i] = outer.merge(before[i], settle_run(outer, now));
            }
        }
    }
    index_t const rows = shape.extent[Policy::axes.row];
    index_t const from =
        shape.origin + pair_offset<Policy::batch>(shape.extent, shape.stride, place.batch);
#pragma unroll
    for (int i = 0; i < cut.rows; ++i) {
        auto const total = merge_lanes(outer, before[i], cut.column_threads);
        index_t const row = place.first_row + place.row(i);
        if (place.column_thread == 0 && row < rows)
            sink.put(from + row * shape.stride[Policy::axes.row], outer, total, columns);
    }
}

}  // namespace twill::inline v0::detail
