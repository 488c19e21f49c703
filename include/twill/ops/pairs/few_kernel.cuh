// SPDX-License-Identifier: MIT
// Reductions over pairs with few outputs of long sums (sums of points by label, products of a tall
// matrix with itself): the outputs of a thread's tile are a block's, and its threads share the
// reduced elements, each of which they read once for all of these outputs.
#pragma once

#include "twill/ops/pairs/tile_kernel.cuh"

namespace twill::inline v0::detail {

/// Where a block's tile of outputs begins.
struct few_place {
    index_t batch;
    index_t first_row;
    index_t first_column;
};

/// What a thread holds of an operand: values along the tile's rows or its columns.
template <class Policy, class Leaf>
struct few_values;
template <class Policy, class T, int Rank, class Lie>
struct few_values<Policy, memory_node<T, Rank, Lie>> {
    using Leaf = memory_node<T, Rank, Lie>;
    using value_type = typename Leaf::value_type;
    static constexpr int along = Policy::template along<Leaf>;
    static constexpr bool by_row = (along & along_rows) != 0;
    static constexpr int lines = by_row                  ? Policy::cut.rows
                                 : along & along_columns ? Policy::cut.columns
                                                         : 1;
    static constexpr int V = lines < 4 ? lines : 4;
    T const* from;
    int line_stride;
    int last;     ///< of the lines; others are as it is
    bool packed;  ///< lines are neighbours, and all packets of them aligned
    value_type v[lines];

    __device__ __forceinline__ value_type at(int i, int j, int) const {
        return v[lines == 1 ? 0 : by_row ? i : j];
    }
    __device__ __forceinline__ void start(Leaf const& leaf, pair_shape<Rank> const& shape,
                                          few_place const& place) {
        from = leaf.elements() + pair_offset<Policy::batch>(shape.extent, leaf.stride, place.batch);
        last = 0;
        packed = false;
        line_stride = 0;
        if constexpr (lines > 1) {
            constexpr int axis = by_row ? Policy::axes.row : Policy::axes.column;
            index_t const first = by_row ? place.first_row : place.first_column;
            index_t const rest = shape.extent[axis] - first;
            last = rest < lines ? static_cast<int>(rest) - 1 : lines - 1;
            line_stride = static_cast<int>(leaf.stride[axis]);
            from += first * leaf.stride[axis];
            packed = packs<T, V> && line_stride == 1 && last == lines - 1 && is_aligned<V>(from);
#pragma unroll
            for (int d = 0; d < Rank; ++d)
                if (Policy::axes.reduced >> d & 1)
                    packed = packed && leaf.stride[d] % V == 0;
        }
        if constexpr (!(along & along_reduced))
            read(from);
    }
    __device__ __forceinline__ void load(Leaf const& leaf, pair_shape<Rank> const& shape,
                                         index_t k) {
        if constexpr ((along & along_reduced) != 0)
            read(from + pair_offset<Policy::axes.reduced>(shape.extent, leaf.stride, k));
    }

private:
    __device__ __forceinline__ void read(T const* p) {
        if constexpr (lines > 1 && packs<T, V>) {
            if (packed) {
#pragma unroll
                for (int g = 0; g < lines; g += V) {
                    auto const x = *reinterpret_cast<packet<T, V> const*>(p + g);
#pragma unroll
                    for (int l = 0; l < V; ++l)
                        v[g + l] = widen(x.values[l]);
                }
                return;
            }
        }
#pragma unroll
        for (int l = 0; l < lines; ++l)
            v[l] = widen(p[static_cast<index_t>(l < last ? l : last) * line_stride]);
    }
};
template <class Policy, int Rank, class Lie>
struct few_values<Policy, index_node<Rank, Lie>> {
    using Leaf = index_node<Rank, Lie>;
    static constexpr int along = Policy::template along<Leaf>;
    index_t base;
    index_t row_step;
    index_t column_step;
    index_t last_row;  ///< of those there are; others are as it is
    index_t last_column;
    index_t now;

    __device__ __forceinline__ index_t at(int i, int j, int) const {
        index_t result = now;
        if constexpr ((along & along_rows) != 0)
            result += smaller<index_t>(i, last_row) * row_step;
        if constexpr ((along & along_columns) != 0)
            result += smaller<index_t>(j, last_column) * column_step;
        return result;
    }
    __device__ __forceinline__ void start(Leaf const& leaf, pair_shape<Rank> const& shape,
                                          few_place const& place) {
        row_step = leaf.stride[Policy::axes.row];
        column_step = leaf.stride[Policy::axes.column];
        last_row = shape.extent[Policy::axes.row] - 1 - place.first_row;
        last_column = shape.extent[Policy::axes.column] - 1 - place.first_column;
        base = leaf.start + pair_offset<Policy::batch>(shape.extent, leaf.stride, place.batch) +
               place.first_row * row_step + place.first_column * column_step;
        now = base;
    }
    __device__ __forceinline__ void load(Leaf const& leaf, pair_shape<Rank> const& shape,
                                         index_t k) {
        if constexpr ((along & along_reduced) != 0)
            now = base + pair_offset<Policy::axes.reduced>(shape.extent, leaf.stride, k);
    }
};
template <class Policy, class T>
struct few_values<Policy, broadcast_node<T>> {
    using Leaf = broadcast_node<T>;
    compute_t<T> value;

    __device__ __forceinline__ compute_t<T> at(int, int, int) const { return value; }
    template <class Shape>
    __device__ __forceinline__ void start(Leaf const& leaf, Shape const&, few_place const&) {
        value = widen(*leaf.data);
    }
    template <class Shape>
    __device__ __forceinline__ void load(Leaf const&, Shape const&, index_t) {}
};

template <class Policy, class Leaves = typename Policy::leaves>
struct few_held;
template <class Policy, class... L>
struct few_held<Policy, types<L...>>
    : distinct_operands<typename Policy::tree_type, Policy::guessed, few_values<Policy, L>...> {};

/// A block has a part of the sums of one tile, `shape.tiles` blocks each part of all of them.
template <class Policy, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads, pair_tuning::few_blocks)
    reduce_few_pairs_kernel(__grid_constant__ typename Policy::tree_type const tree,
                            __grid_constant__ typename Policy::reducer_type const reducer,
                            __grid_constant__ Sink const sink,
                            __grid_constant__ pair_shape<Rank> const shape,
                            typename Policy::reducer_type::accumulator* const partial,
                            unsigned* const counters) {
    using Tree = typename Policy::tree_type;
    using Reducer = typename Policy::reducer_type;
    using accumulator = typename Reducer::accumulator;
    using operands = few_held<Policy>;
    using neighbours = pair_neighbours<Policy, operands>;
    constexpr pair_cut cut = Policy::cut;
    constexpr int count = cut.rows * cut.columns;
    constexpr int warps = block_threads / 32;
    // Threads that merge one output's parts.
    constexpr int height = block_threads / count;
    __shared__ alignas(16) char scratch[block_threads * sizeof(accumulator)];
    auto* const shared = reinterpret_cast<accumulator*>(scratch);
    static_assert(count * warps <= 2 * block_threads && height >= 1);
    auto const tiles = static_cast<unsigned>(shape.tiles);
    unsigned const split = blockIdx.x / tiles;
    unsigned const tile = blockIdx.x - split * tiles;
    auto const column_tiles = static_cast<unsigned>(shape.column_tiles);
    auto const row_tiles = static_cast<unsigned>(shape.row_tiles);
    unsigned const rows_before = tile / column_tiles;
    few_place const place{rows_before / row_tiles, index_t{rows_before % row_tiles} * cut.rows,
                          index_t{tile % column_tiles} * cut.columns};
    int const thread = static_cast<int>(threadIdx.x);
    operands x;
    x.each(tree, [&](auto& values, auto const& leaf, auto) { values.start(leaf, shape, place); });
    accumulator memory[count];
    pair_accumulators<Reducer, count> sums(reducer, memory);
    index_t const begin = split * shape.part;
    index_t const end = begin + shape.part < shape.reduced ? begin + shape.part : shape.reduced;
#pragma unroll 1
    for (index_t k = begin + thread; k < end; k += block_threads) {
        x.each(tree, [&](auto& values, auto const& leaf, auto) { values.load(leaf, shape, k); });
#pragma unroll
        for (int i = 0; i < cut.rows; ++i) {
            neighbours const at{x, shape, i, 0};
            pair_evaluation<Tree, neighbours::width, neighbours, Policy::guessed> evaluation(at);
            auto const found = evaluation.template at<0, 0>(tree);
#pragma unroll
            for (int l = 0; l < neighbours::width; ++l) {
                auto& now = sums.now[i * neighbours::width + l];
                if constexpr (has_runs<Reducer>)
                    if (sums.filled == 0)
                        now = reducer.start(found.values[l], found.values[l], found.values[l]);
                reducer.add(now, found.values[l]);
            }
        }
        sums.added(1);
    }
    sums.finish();
#pragma unroll
    for (int n = 0; n < count; ++n)
        memory[n] = sums.total(n);
    // Output thread / height of the tile, and which of its parts.
    int const output = thread / height;
    int const own = thread % height;
    accumulator total = reducer.identity();
#pragma unroll 1
    for (int n = 0; n < count; n += block_threads / warps) {
        __syncthreads();
#pragma unroll 1
        for (int m = n; m < count && m < n + block_threads / warps; ++m) {
            accumulator const a = merge_lanes(reducer, memory[m], 32);
            if (thread % 32 == 0)
                shared[(m - n) * warps + thread / 32] = a;
        }
        __syncthreads();
        if (own == 0 && output >= n && output < n + block_threads / warps && output < count) {
            total = shared[(output - n) * warps];
#pragma unroll
            for (int w = 1; w < warps; ++w)
                total = reducer.merge(total, shared[(output - n) * warps + w]);
        }
    }
    if (shape.splits > 1) {
        accumulator* const parts = partial + index_t{tile} * count;
        index_t const apart = index_t{tiles} * count;
        if (own == 0 && output < count)
            parts[split * apart + output] = total;
        if (!is_last_part(counters + tile, shape.splits))
            return;
        accumulator merged[1] = {reducer.identity()};
        if (output < count)
            merge_parts<1>(reducer, parts + output, apart, own, static_cast<int>(shape.splits),
                           height, 1, merged);
        __syncthreads();
        shared[thread] = merged[0];
        __syncthreads();
        if (own == 0 && output < count) {
            total = shared[thread];
#pragma unroll
            for (int p = 1; p < height; ++p)
                total = reducer.merge(total, shared[thread + p]);
        }
    }
    index_t const row = place.first_row + output / cut.columns;
    index_t const column = place.first_column + output % cut.columns;
    if (own == 0 && output < count && row < shape.extent[Policy::axes.row] &&
        column < shape.extent[Policy::axes.column])
        sink.put(
            shape.origin + pair_offset<Policy::batch>(shape.extent, shape.stride, place.batch) +
                row * shape.stride[Policy::axes.row] + column * shape.stride[Policy::axes.column],
            reducer, total, shape.reduced);
}

}  // namespace twill::inline v0::detail
