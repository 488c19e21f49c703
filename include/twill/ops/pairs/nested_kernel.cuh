// SPDX-License-Identifier: MIT
// The kernel of a reduction over pairs inside another one: a block has rows of outputs and walks
// along the columns, or a part of them, a tile at a time.
#pragma once

#include "twill/cuda/device/groups.cuh"
#include "twill/ops/pairs/nested.hpp"
#include "twill/ops/pairs/tile_kernel.cuh"
#include "twill/ops/reduce/device_reducers.cuh"

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
    /// None is known to be: it was not looked at.
    __device__ __forceinline__ std::uint64_t twins() const { return 0; }

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

/// The outer tree, or a part of it, at the columns of one row.
template <int Width, class Tree, class Neighbours, class Value>
__device__ __forceinline__ auto evaluate_nested(Tree const& tree, Neighbours const& at,
                                                lanes<Value, Width> const& inner) {
    using operands = nested_operands<Tree, Neighbours, Value, Width>;
    operands const x{tree, at, inner};
    pair_evaluation<Tree, Width, operands, false> evaluation(x);
    return evaluation.template at<0, 0>(tree);
}

/// What a thread keeps of the outer reduction of one row. It adds the values of all columns, in
/// order, a packet at a time; `count` of a packet are in the loop.
template <class Policy, class Tree, class Outer>
struct nested_total {
    typename Outer::accumulator total;

    __device__ __forceinline__ void start(Outer const& outer) { total = outer.identity(); }
    template <class Neighbours, class Inner>
    __device__ __forceinline__ void add(Outer const& outer, Tree const& tree, Neighbours const& at,
                                        Inner const& inner, int, int count) {
        constexpr int V = Policy::cut.columns;
        auto const values = evaluate_nested<V>(tree, at, inner);
        if constexpr (requires { requires Outer::takes_next; }) {
            add_lanes(outer, total, values, count);
        } else {
            running_t<Outer> now =
                start_run(outer, values.values[0], values.values[0], values.values[0]);
            if (count == V) {
#pragma unroll
                for (int j = 0; j < V; ++j)
                    outer.add(now, values.values[j]);
            } else {
#pragma unroll
                for (int j = 0; j < V; ++j)
                    if (j < count)
                        outer.add(now, values.values[j]);
            }
            total = outer.merge(total, settle_run(outer, now));
        }
    }
    __device__ __forceinline__ auto finish(Tree const&, pair_shape<Policy::rank> const&,
                                           pair_place<Policy> const&, int) const {
        return total;
    }
};
/// Which column is best; its position is worked out once, of the column that is left.
template <class Policy, class X, class I, class R, bool Greatest>
struct nested_total<Policy, apply_node<locate_function, X, I>, device_arg<R, Greatest>> {
    using Outer = device_arg<R, Greatest>;
    using Tree = apply_node<locate_function, X, I>;
    using value = typename Outer::value;
    value best;
    int column;

    __device__ __forceinline__ void start(Outer const& outer) {
        best = outer.identity().value;
        column = 0;
    }
    template <class Neighbours, class Inner>
    __device__ __forceinline__ void add(Outer const&, Tree const& tree, Neighbours const& at,
                                        Inner const& inner, int first, int count) {
        constexpr int V = Policy::cut.columns;
        auto const values = evaluate_nested<V>(get<0>(tree), at, inner);
        value x[V];
#pragma unroll
        for (int l = 0; l < V; ++l)
            x[l] = static_cast<value>(values.values[l]);
        if (count < V) {
#pragma unroll
            for (int l = 1; l < V; ++l)
                x[l] = l < count ? x[l] : x[0];
        }
        value now = x[0];
#pragma unroll
        for (int l = 1; l < V; ++l)
            now = Outer::best_of(now, x[l]);
        if (!Outer::beats(now, best))
            return;
        int found = 0;
#pragma unroll
        for (int l = V - 1; l >= 0; --l)
            found = Outer::ties(x[l], now) ? l : found;
        best = now;
        column = first + found;
    }
    __device__ __forceinline__ typename Outer::accumulator finish(
        Tree const& tree, pair_shape<Policy::rank> const& shape, pair_place<Policy> place,
        int row) const {
        place.first_column = column;
        nested_neighbours<Policy, 1> const at{shape, place, row};
        return {best, evaluate_nested<1>(get<1>(tree), at, lanes<value, 1>{{best}}).values[0]};
    }
};

template <class Policy, class OuterTree, class Outer, class Sink>
__global__ void __launch_bounds__(Policy::threads, blocks_held<Policy::blocks, Policy::threads>)
    reduce_nested_kernel(__grid_constant__ typename Policy::tree_type const tree,
                         __grid_constant__ OuterTree const outer_tree,
                         __grid_constant__ typename Policy::reducer_type const reducer,
                         __grid_constant__ Outer const outer, __grid_constant__ Sink const sink,
                         __grid_constant__ pair_shape<Policy::rank> const shape,
                         typename Outer::accumulator* const partial, unsigned* const counters) {
    using tile_type = pair_tile<Policy>;
    using inner_reducer = typename Policy::reducer_type;
    using total_type = nested_total<Policy, OuterTree, Outer>;
    using accumulator = typename Outer::accumulator;
    constexpr pair_cut cut = Policy::cut;
    static_assert(cut.column_threads == 1, "a thread has all columns of its rows");
    __shared__ alignas(16) char staged[2 * tile_type::buffer_bytes];
    tile_type tile(tree, shape, staged);
    pair_place<Policy>& place = tile.place;
    auto const row_tiles = static_cast<unsigned>(shape.row_tiles);
    auto const tiles = static_cast<unsigned>(shape.tiles);
    unsigned const split = blockIdx.x / tiles;
    unsigned const number = blockIdx.x - split * tiles;
    place.batch = number / row_tiles;
    place.first_row = index_t{number % row_tiles} * Policy::block_rows;
    // A part of the columns.
    index_t const columns = shape.extent[Policy::axes.column];
    index_t const begin = split * shape.part;
    index_t const end = begin + shape.part < columns ? begin + shape.part : columns;
    place.first_column = begin;
    typename inner_reducer::accumulator memory[tile_type::count];
    typename tile_type::sums_type sums(reducer, memory);
    total_type totals[cut.rows];
#pragma unroll
    for (int i = 0; i < cut.rows; ++i)
        totals[i].start(outer);
    auto steps_from = [&](index_t k) {
        return shape.reduced - k < cut.steps ? static_cast<int>(shape.reduced - k) : cut.steps;
    };
    // Where all steps fit the two buffers, rows stay there.
    bool const rows_stay = shape.reduced <= 2 * cut.steps;
    // Few steps are those of several tiles at a time.
    int const tiles_staged = 1 << (Policy::log2_steps - shape.log2_steps);
    index_t first = 0;
    tile.stage(place, 0, steps_from(0), 0, 0);
#pragma unroll 1
    for (int buffer = 0; place.first_column < end; buffer ^= 1) {
        wait_for_copies();
        __syncthreads();
        pair_place<Policy> next = place;
        index_t next_step = first + cut.steps;
        if (next_step >= shape.reduced) {
            next_step = 0;
            next.first_column += tiles_staged * Policy::block_columns;
        }
        bool const rows_there = rows_stay && next.first_column > begin;
        if (next.first_column < end)
            tile.stage(next, next_step, steps_from(next_step), buffer ^ 1,
                       rows_there  ? -1
                       : rows_stay ? (next_step == 0 ? 0 : 1)
                                   : buffer ^ 1);
        int const steps = steps_from(first);
        int const row_buffer = rows_stay ? (first == 0 ? 0 : 1) : buffer;
        int skipped = 0;
#pragma unroll 1
        do {
            if (first == 0) {
                sums.restart();
                tile.start();
            }
            tile.add_staged(sums, first, steps, buffer, row_buffer, skipped);
            if (next_step != 0) {
                sums.added(steps);
                break;
            }
            sums.filled += steps;
            sums.finish();
            index_t const rest = end - place.first_column;
            int const count = rest < cut.columns ? static_cast<int>(rest) : cut.columns;
#pragma unroll
            for (int i = 0; i < cut.rows; ++i) {
                using value = typename inner_reducer::result;
                lanes<value, cut.columns> inner;
#pragma unroll
                for (int j = 0; j < cut.columns; ++j)
                    inner.values[j] = static_cast<value>(
                        reducer.finish(sums.total(i * cut.columns + j), shape.reduced));
                nested_neighbours<Policy, cut.columns> const at{shape, place, i};
                totals[i].add(outer, outer_tree, at, inner, static_cast<int>(place.first_column),
                              count);
            }
            skipped += 1 << shape.log2_steps;
            place.first_column += Policy::block_columns;
        } while (skipped < cut.steps && place.first_column < end);
        first = next_step;
        place.first_column = next.first_column;
    }
    index_t const rows = shape.extent[Policy::axes.row];
    index_t const from =
        shape.origin + pair_offset<Policy::batch>(shape.extent, shape.stride, place.batch);
    accumulator merged[cut.rows];
#pragma unroll
    for (int i = 0; i < cut.rows; ++i)
        merged[i] = totals[i].finish(outer_tree, shape, place, i);
    if (shape.splits > 1 && !pair_parts<Policy, accumulator, cut.rows>::gather(
                                outer, number, tiles, split, static_cast<unsigned>(shape.splits),
                                partial, counters, merged))
        return;
#pragma unroll
    for (int i = 0; i < cut.rows; ++i) {
        index_t const row = place.first_row + place.row(i);
        if (row < rows)
            sink.put(from + row * shape.stride[Policy::axes.row], outer, merged[i], columns);
    }
}

}  // namespace twill::inline v0::detail
