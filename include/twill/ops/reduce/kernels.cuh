// SPDX-License-Identifier: MIT
// The kernels of reductions whose reduced elements are neighbours: the operand expression is fused
// into the load, parts of an output merge in a fixed order.
#pragma once

#include "twill/ops/reduce/short_runs.cuh"

namespace twill::inline v0::detail {

/// Into `sums`, of which the first `count` are outputs `lane_step` apart: their parts `first`,
/// first + step, ... of `splits`, several loads being under way together.
// There are fewer than 2^31 parts: few of many blocks, or many of few.
template <int V, int Most = 32, class Reducer>
__device__ __forceinline__ void merge_parts(Reducer const& reducer,
                                            typename Reducer::accumulator const* parts,
                                            index_t apart, int first, int splits, int step,
                                            int count, typename Reducer::accumulator (&sums)[V],
                                            int lane_step = 1) {
    using accumulator = typename Reducer::accumulator;
    constexpr int words = V * ((static_cast<int>(sizeof(accumulator)) + 3) / 4);
    // The kernel for long runs has few registers.
    constexpr int most = V > 1 ? Most : words <= 2 ? 6 : words <= 4 ? 16 : 32;
    constexpr int together = words >= most ? 1 : most / words;
#pragma unroll
    for (int l = 0; l < V; ++l)
        sums[l] = reducer.identity();
#pragma unroll 1
    for (int s = first; s < splits; s += step * together) {
        accumulator part[together][V];
#pragma unroll
        for (int u = 0; u < together; ++u)
#pragma unroll
            for (int l = 0; l < V; ++l)
                if (l < count && s + u * step < splits)
                    part[u][l] = parts[(s + u * step) * apart + l * lane_step];
#pragma unroll
        for (int u = 0; u < together; ++u)
#pragma unroll
            for (int l = 0; l < V; ++l)
                if (l < count && s + u * step < splits)
                    sums[l] = reducer.merge(sums[l], part[u][l]);
    }
}

/// What the last step of a block is that has one output, or a part of one: the last block to finish
/// merges the parts.
template <output_axes Axes, class Reducer, class Sink, int Rank, class Sums>
__device__ __forceinline__ void finish_block(reduce_shape<Rank> const& shape,
                                             reduce_target<Reducer, Sink, Rank> const& target,
                                             rows_part const& part, Sums& sums) {
    using accumulator = typename Reducer::accumulator;
    __shared__ block_scratch<accumulator> scratch;
    accumulator a[1] = {sums.total()};
    part_levels parts(shape, part.split, static_cast<unsigned>(part.output));
#pragma unroll 1
    while (true) {
        a[0] = merge_block(target.reducer, a[0], scratch);
        if (parts.left == 0) {
            if (threadIdx.x == 0)
                target.template finish<Axes>(shape, part.output, a[0]);
            return;
        }
        if (threadIdx.x == 0)
            target.partial[parts.slot * shape.outputs + part.output] = a[0];
        if (!is_last_part(target.counters + parts.counter, parts.count))
            return;
        merge_parts(target.reducer, target.partial + parts.first * shape.outputs + part.output,
                    parts.step * shape.outputs, static_cast<int>(threadIdx.x), parts.count,
                    block_threads, 1, a);
        parts.advance(shape);
    }
}

/// Blocks of reduce_flat_kernel that should fit on a multiprocessor: memory is fastest with as many
/// threads as there can be, if they have the registers for what they load and add up.
template <bool Whole, class Tree, class Reducer>
inline constexpr int flat_blocks = [] {
    using tuning = reduce_tuning;
    constexpr auto bytes = sizeof(typename Reducer::accumulator);
    if (terms_of<Tree> != 0)
        return Tree::widest > 4                     ? tuning::costly_blocks
               : terms_of<Tree> > tuning::few_terms ? tuning::fewest_blocks
                                                    : tuning::flat_blocks_costly;
    if (bytes > 32)
        return tuning::fewest_blocks;
    if (Tree::records > 1)
        return tuning::flat_blocks_operands;
    if (bytes > 8)
        return Whole ? tuning::flat_blocks_wide : tuning::flat_blocks_operands;
    if (!Whole || !is_one_array<Tree>)
        return tuning::flat_blocks_runs;
    return Tree::widest == 1 ? tuning::flat_blocks_bytes : tuning::flat_blocks;
}();

/// Long runs of operands that lie alike: a block an output, or one of its parts. `Whole`: there is
/// one output; where operands have one axis, they may lie in any way.
template <bool Whole, class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  blocks_held<flat_blocks<Whole, Tree, Reducer>, block_threads>)
    reduce_flat_kernel(__grid_constant__ Tree const tree,
                       __grid_constant__ reduce_shape<Rank> const shape,
                       __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = row_lanes<Tree>;
    rows_part const part(shape);
    lane_accumulators<Reducer, V> sums(target.reducer);
    flat_run const run = flat_run::of<V>(shape, Whole ? 0 : shape.start_of(part.output));
    counted_cursor const c = cursor_at(run.start, run.head, shape);
    index_t const begin = part.begin + threadIdx.x;
    index_t const end = part.end < run.packets ? part.end : run.packets;
    if constexpr (!(Whole && is_one_run<Tree>))
        accumulate_runs<Tree, V>(tree, shape, c, begin, end, sums);
    else if (!is_one_array<Tree> && shape.stepped)
        accumulate_steps<Tree, V>(tree, begin, end, sums);
    else
        accumulate_flat<Tree, V>(tree, c, V, V, begin, end, block_threads, sums);
    if (part.split == shape.splits - 1)
        add_ends<Tree, V>(tree, shape, run, static_cast<int>(threadIdx.x), sums);
    finish_block<Whole ? output_axes::none : output_axes::any>(shape, target, part, sums);
}

/// Whether an index counts in a node.
template <class Node>
inline constexpr bool has_indices = false;
template <int Rank, class Lie>
inline constexpr bool has_indices<index_node<Rank, Lie>> = true;
template <class F, class... N>
inline constexpr bool has_indices<apply_node<F, N...>> = (false || ... || has_indices<N>);

/// What short runs that pass through shared memory have there: their values or, `with_positions`,
/// located ones, where other indices count besides.
template <class Tree>
struct tile_values {
    static constexpr bool with_positions = is_located<typename Tree::value_type>;
    using type = typename Tree::value_type;

    static __device__ __forceinline__ Tree const& source(Tree const& tree) { return tree; }
    /// Element j of the run that starts at element `base`, whose value is x.
    static __device__ __forceinline__ type const& element(Tree const&, reduce_deal const&, index_t,
                                                          int, type const& x) {
        return x;
    }
};
template <class X, int Rank, class Lie>
    requires(!has_indices<X>)
struct tile_values<apply_node<locate_function, X, index_node<Rank, Lie>>> {
    using tree_type = apply_node<locate_function, X, index_node<Rank, Lie>>;
    static constexpr bool with_positions = false;
    using type = typename X::value_type;

    static __device__ __forceinline__ X const& source(tree_type const& tree) {
        return get<0>(tree);
    }
    static __device__ __forceinline__ located<type> element(tree_type const& tree,
                                                            reduce_deal const& shape, index_t base,
                                                            int j, type const& x) {
        return {x, get<1>(tree).template at<1>(cursor_at(base, j, shape)).values[0]};
    }
};

/// Elements of short runs that a block keeps in shared memory.
template <class Tree>
inline constexpr int tile_elements =
    sizeof(typename tile_values<Tree>::type) > 128
        ? 128
        : 16 * 1024 / static_cast<int>(sizeof(typename tile_values<Tree>::type));

/// Brings `count` elements from `from` on, where a packet begins, to shared memory.
template <int V, class Source, class T>
__device__ __forceinline__ void fill_tile(Source const& source, reduce_deal const& shape, T* tile,
                                          index_t from, int count) {
    // All that a thread has, where registers allow it and functions cost little.
    constexpr int words = V * ((static_cast<int>(sizeof(T)) + 3) / 4);
    constexpr int together = words <= 4 && terms_of<Source> == 0 ? 4 : 2;
    int const thread = static_cast<int>(threadIdx.x);
    int const packets = count / V;
    for (int q = thread; q < packets; q += block_threads * together) {
        lanes<T, V> x[together];
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (q + u * block_threads < packets)
                x[u] = source.template at<V>(cursor_at(from, (q + u * block_threads) * V, shape));
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (q + u * block_threads < packets)
                for (int l = 0; l < V; ++l)
                    tile[(q + u * block_threads) * V + l] = x[u].values[l];
    }
    if (int const rest = packets * V + thread; rest < count)
        tile[rest] = source.template at<1>(cursor_at(from, rest, shape)).values[0];
}
/// The same of elements with their positions, which begin again in each run: one by one.
template <class Tree>
__device__ __forceinline__ void fill_tile_singly(Tree const& tree, reduce_deal const& shape,
                                                 typename Tree::value_type* tile, index_t from,
                                                 int count) {
    constexpr int together = 4;
    int const inner = static_cast<int>(shape.reduced);
    int const over = block_threads % inner;
    int const thread = static_cast<int>(threadIdx.x);
    int column = thread % inner;
    for (int j = thread; j < count; j += block_threads * together) {
        typename Tree::value_type x[together];
#pragma unroll
        for (int u = 0; u < together; ++u) {
            int const at = j + u * block_threads;
            if (at < count)
                x[u] =
                    tree.template at<1>(cursor_at(from + (at - column), column, shape)).values[0];
            column += over;
            column -= column >= inner ? inner : 0;
        }
#pragma unroll
        for (int u = 0; u < together; ++u)
            if (j + u * block_threads < count)
                tile[j + u * block_threads] = x[u];
    }
}

/// Runs in shared memory that a thread adds up without a loop.
inline constexpr int few_elements = 8;

/// Runs of at most so many elements, which a block has in shared memory, each in one thread.
template <class Tree, class Reducer, class Sink, int Rank, class T>
__device__ __forceinline__ void reduce_few(Tree const& tree, reduce_shape<Rank> const& shape,
                                           reduce_target<Reducer, Sink, Rank> const& target,
                                           T const* tile, index_t first, int rows) {
    using values = tile_values<Tree>;
    using brief = short_reducer<Reducer>;
    auto const& reducer = brief::of(target.reducer);
    int const inner = static_cast<int>(shape.reduced);
#pragma unroll 1
    for (int row = static_cast<int>(threadIdx.x); row < rows; row += block_threads) {
        index_t const base = (first + row) * inner;
        T const* const run = tile + row * inner;
        auto const element = [&](int j, T const& x) ->
            typename Tree::value_type { return values::element(tree, shape, base, j, x); };
        T x[few_elements];
#pragma unroll
        for (int j = 0; j < few_elements; ++j)
            if (j < inner)
                x[j] = run[j];
        int const middle = inner / 2;
        auto sum = start_run(reducer, element(0, x[0]), element(middle, run[middle]),
                             element(inner - 1, run[inner - 1]));
#pragma unroll
        for (int j = 0; j < few_elements; ++j)
            if (j < inner) {
                if constexpr (requires { requires brief::type::takes_packets; })
                    reducer.template add_packet<true>(
                        sum, lanes<typename Tree::value_type, 1>{{element(j, x[j])}});
                else
                    reducer.add(sum, element(j, x[j]));
            }
        target.template finish<output_axes::first>(shape, first + row,
                                                   brief::widen(settle_run(reducer, sum)));
    }
}

/// Short runs of operands that lie alike, starting and ending between packets: a block brings
/// neighbouring ones to shared memory in whole packets; a group of threads then has one, each
/// thread elements that lie one behind the other.
template <class Tree, class Reducer, class Sink, int Rank>
__device__ __forceinline__ void reduce_tile(Tree const& tree, reduce_shape<Rank> const& shape,
                                            reduce_target<Reducer, Sink, Rank> const& target) {
    using values = tile_values<Tree>;
    using T = typename values::type;
    using brief = short_reducer<Reducer>;
    constexpr int together = sizeof(T) <= 8 ? 4 : 1;
    __shared__ alignas(16) char scratch[sizeof(T) * tile_elements<Tree>];
    T* const tile = reinterpret_cast<T*>(scratch);
    int const thread = static_cast<int>(threadIdx.x);
    int const inner = static_cast<int>(shape.reduced);
    index_t const first = static_cast<index_t>(blockIdx.x) * shape.tile_rows;
    index_t const left = shape.outputs - first;
    int const rows = left < shape.tile_rows ? static_cast<int>(left) : shape.tile_rows;
    if constexpr (values::with_positions)
        fill_tile_singly(tree, shape, tile, first * inner, rows * inner);
    else
        fill_tile<row_lanes<Tree>>(values::source(tree), shape, tile, first * inner, rows * inner);
    __syncthreads();
    auto const& reducer = brief::of(target.reducer);
    if (shape.log2_group == 0 && inner <= few_elements)
        return reduce_few(tree, shape, target, tile, first, rows);
    int const group = 1 << shape.log2_group;
    int const lane = thread & (group - 1);
    // An odd number, so that neighbouring threads find theirs in different banks.
    int const each = (inner + group - 1) >> shape.log2_group | 1;
    int const begin = lane * each;
    int const end = begin + each < inner ? begin + each : inner;
    for (int row = thread >> shape.log2_group; row - (thread >> shape.log2_group) < rows;
         row += block_threads >> shape.log2_group) {
        lane_accumulators<typename brief::type, 1> sums(reducer);
        index_t const base = (first + row) * inner;
        T const* const run = tile + row * inner;
        int pushed = 0;
#pragma unroll 1
        for (int j = begin; row < rows && j < end; j += together) {
            T x[together];
#pragma unroll
            for (int u = 0; u < together; ++u)
                x[u] = run[j + u < end ? j + u : j];
#pragma unroll
            for (int u = 0; u < together; ++u)
                if (j + u < end)
                    sums.add_next(lanes<typename Tree::value_type, 1>{
                        {values::element(tree, shape, base, j + u, x[u])}});
            sums.added(together, pushed);
        }
        auto const total = merge_lanes(reducer, sums.total(), group);
        if (lane == 0 && row < rows)
            target.template finish<output_axes::first>(shape, first + row, brief::widen(total));
    }
}

/// Blocks of reduce_rows_kernel on a multiprocessor.
template <class Tree, class Reducer>
inline constexpr int rows_blocks =
    terms_of<Tree> != 0 ? (Tree::widest > 4 || terms_of<Tree> > reduce_tuning::few_terms
                               ? reduce_tuning::costly_blocks
                               : reduce_tuning::rows_blocks)
    : sizeof(typename Reducer::accumulator) <= 8 && row_lanes<Tree> <= 8
        ? reduce_tuning::rows_blocks
        : reduce_tuning::rows_blocks_wide;

/// Runs of any layout and length: a block has an output or one of its parts or, where runs are
/// short, many outputs.
template <bool Whole, class Tree, class Reducer, class Sink, int Rank>
__global__ void __launch_bounds__(block_threads,
                                  blocks_held<rows_blocks<Tree, Reducer>, block_threads>)
    reduce_rows_kernel(__grid_constant__ Tree const tree,
                       __grid_constant__ reduce_shape<Rank> const shape,
                       __grid_constant__ reduce_target<Reducer, Sink, Rank> const target) {
    constexpr int V = row_lanes<Tree>;
    if constexpr (!Whole)
        if (shape.log2_group <= 5)
            return shape.tile_rows > 0 ? reduce_tile(tree, shape, target)
                                       : reduce_short_runs(tree, shape, target);
    rows_part const part(shape);
    lane_accumulators<Reducer, V> sums(target.reducer);
    grid_cursor<Rank> cursor{};
    bool tiled = false;
    if constexpr (may_tile<Whole, Tree, Rank>)
        if (shape.tiled) {
            tiled = true;
            accumulate_tiles<Tree, V>(tree, shape, cursor, part.begin, part.end, sums);
        }
    if (!tiled) {
        locate_axes(shape.extent, 0, shape.kept_end, part.output, cursor.at);
        accumulate_packets<Tree, V>(tree, shape, cursor, part.begin + threadIdx.x, part.end,
                                    block_threads, sums);
    }
    finish_block<output_axes::first>(shape, target, part, sums);
}

}  // namespace twill::inline v0::detail
