// SPDX-License-Identifier: MIT
// Reductions over pairs: a block has a tile of outputs, a thread some of its rows and columns in
// registers. Operands along the reduced axes are staged in shared memory, the next steps while
// these are computed; what a pair shares is loaded once for all of them.
#pragma once

#include "twill/cuda/runtime/launch.cuh"
#include "twill/ops/pairs/operands.cuh"
#include "twill/ops/pairs/tile_parts.cuh"
#include "twill/ops/reduce/short_rows.cuh"

namespace twill::inline v0::detail {

/// The accumulators of a thread. After some steps they merge into a second level, which is in
/// memory, so that the error of a long sum does not grow with its length.
template <class Reducer, int Count>
struct pair_accumulators {
    using accumulator = typename Reducer::accumulator;
    static constexpr int run = has_runs<Reducer> ? pair_tuning::run : pair_tuning::long_run;
    Reducer const& reducer;
    running_t<Reducer> now[Count];
    accumulator* before;
    int filled = 0;
    bool merged = false;

    __device__ __forceinline__ pair_accumulators(Reducer const& r, accumulator* memory)
        : reducer(r), before(memory) {
        // Otherwise the compiler would keep the second level in registers.
        asm("" : "+l"(before));
        clear();
    }
    __device__ __forceinline__ void clear() {
        if constexpr (!has_runs<Reducer>) {
#pragma unroll
            for (int n = 0; n < Count; ++n)
                now[n] = reducer.identity();
        }
        filled = 0;
    }
    /// So many elements to each of them.
    __device__ __forceinline__ void added(int elements) {
        filled += elements;
        if (filled >= run)
            flush();
    }
    __device__ __forceinline__ void flush() {
        if (has_runs<Reducer> && filled == 0)
            return;
#pragma unroll
        for (int n = 0; n < Count; ++n) {
            accumulator const a = settle_run(reducer, now[n]);
            before[n] = merged ? reducer.merge(before[n], a) : a;
        }
        merged = true;
        clear();
    }
    /// After the last element.
    __device__ __forceinline__ void finish() {
        if (!merged)
            return;
        if constexpr (has_runs<Reducer>) {
            flush();
        } else {
#pragma unroll
            for (int n = 0; n < Count; ++n)
                now[n] = reducer.merge(before[n], now[n]);
        }
    }
    __device__ __forceinline__ accumulator total(int n) const {
        if constexpr (has_runs<Reducer>)
            if (merged || filled == 0)
                return merged ? before[n] : reducer.identity();
        return settle_run(reducer, now[n]);
    }
    /// For another tile.
    __device__ __forceinline__ void restart() {
        merged = false;
        clear();
    }
};

/// A run that begins with the values [first, count) of V: the first or the last is among them.
template <class Reducer, class T, int V>
__device__ __forceinline__ running_t<Reducer> start_within(Reducer const& reducer,
                                                           lanes<T, V> const& x, int count,
                                                           int first) {
    if (first == 0 && count == V)
        return reducer.start(x.values[0], x.values[V / 2], x.values[V - 1]);
    T const own = x.values[first == 0 ? 0 : V - 1];
    return reducer.start(own, own, own);
}

/// A block's work on one tile after the other.
template <class Policy>
struct pair_tile {
    using Tree = typename Policy::tree_type;
    using Reducer = typename Policy::reducer_type;
    using operands = pair_operands<Policy, typename Policy::leaves>;
    using neighbours = pair_neighbours<Policy, operands>;
    static constexpr pair_cut cut = Policy::cut;
    static constexpr int count = cut.rows * cut.columns;
    static constexpr int buffer_bytes = Policy::shared_bytes > 0 ? Policy::shared_bytes : 16;
    using sums_type = pair_accumulators<Reducer, count>;

    Tree const& tree;
    pair_shape<Policy::rank> const& shape;
    char* staged;  ///< two buffers
    pair_place<Policy> place;
    operands x;

    __device__ __forceinline__ pair_tile(Tree const& t, pair_shape<Policy::rank> const& s,
                                         char* memory)
        : tree(t), shape(s), staged(memory), place{} {
        place.row_thread = static_cast<int>(threadIdx.x) / cut.column_threads;
        place.column_thread = static_cast<int>(threadIdx.x) % cut.column_threads;
    }
    /// Once the place is known.
    __device__ __forceinline__ void start() {
        x.each(tree,
               [&](auto& values, auto const& leaf, auto) { values.start(leaf, shape, place); });
    }
    /// Adds the reduced elements [begin, end), at least one.
    __device__ __forceinline__ void accumulate(sums_type& sums, index_t begin, index_t end) {
        auto steps_from = [&](index_t k) {
            return end - k < cut.steps ? static_cast<int>(end - k) : cut.steps;
        };
        int buffer = 0;
#pragma unroll 1
        for (index_t first = begin;; first += cut.steps, buffer ^= 1) {
            bool const more = first < end;
            if (more)
                stage(place, first, steps_from(first), buffer, buffer);
            if (first != begin) {
                int const steps = steps_from(first - cut.steps);
                add_staged(sums, first - cut.steps, steps, buffer ^ 1, buffer ^ 1);
                if (more)
                    sums.added(steps);
                else
                    sums.filled += steps;
            }
            if (!more)
                return;
            wait_for_copies();
            __syncthreads();
        }
    }
    /// Starts to copy steps [first, first + steps) of a place, what changes along the columns into
    /// one buffer and the rest into another (-1: it is there already).
    __device__ __forceinline__ void stage(pair_place<Policy> const& of, index_t first, int steps,
                                          int buffer, int row_buffer) {
        x.each(tree, [&](auto& values, auto const& leaf, auto offset) {
            int const to = (values.along & along_columns) ? buffer : row_buffer;
            if (!Policy::nested || to >= 0)
                values.stage(leaf, shape, of, staged + to * buffer_bytes + decltype(offset)::value,
                             first, steps);
        });
    }
    /// Adds steps [first, first + steps), what changes along the columns being in one buffer,
    /// behind so many steps of tiles before, and the rest in another.
    __device__ __forceinline__ void add_staged(sums_type& sums, index_t first, int steps,
                                               int buffer, int row_buffer, int skipped = 0) {
        int k = 0;
        if constexpr (trusts) {
            running_t<Reducer> before[count];
#pragma unroll
            for (int n = 0; n < count; ++n)
                before[n] = sums.now[n];
            float least = 1.0f;
#pragma unroll 1
            for (; k + cut.together <= steps; k += cut.together)
                least = fminf(least, add_steps<cut.together, true>(sums, first, k, buffer,
                                                                   row_buffer, skipped));
            bool right = least != 0.0f;
#pragma unroll
            for (int n = 0; n < count; ++n)
                right = right && !is_newly_nan(sums.now[n], before[n]);
            if (!right) {
                k = 0;
#pragma unroll
                for (int n = 0; n < count; ++n)
                    sums.now[n] = before[n];
            }
        } else if constexpr (cut.together > 1) {
#pragma unroll 1
            for (; k + cut.together <= steps; k += cut.together)
                add_steps<cut.together, false>(sums, first, k, buffer, row_buffer, skipped);
        }
        // Two steps of what takes more than a product would not fit the registers, but of few
        // outputs, or where the operands along the columns are the same for all threads.
        constexpr int unrolled = Policy::flat            ? 1
                                 : Policy::nested        ? (pair_weight<Tree> > 8 ? 1 : 2)
                                 : Policy::small         ? 4
                                 : pair_weight<Tree> > 1 ? 1
                                                         : 2;
#pragma unroll unrolled
        for (; k < steps; ++k)
            add_steps<1, false>(sums, first, k, buffer, row_buffer, skipped);
    }

private:
    /// Whether quotients and roots are looked at once all that is staged was added.
    static constexpr bool trusts = rare_in<Tree>.here && rare_in<Tree>.shown && keeps_nan<Reducer>;

    template <int Count, bool Trusting>
    __device__ __forceinline__ float add_steps(sums_type& sums, index_t first, int k, int buffer,
                                               int row_buffer, int skipped) {
        float least = 1.0f;
        x.each(tree, [&](auto& values, auto const& leaf, auto offset) {
            int const from = (values.along & along_columns) ? buffer : row_buffer;
            values.template load<Count>(leaf, shape, place,
                                        staged + from * buffer_bytes + decltype(offset)::value,
                                        first, k, skipped);
        });
#pragma unroll
        for (int u = 0; u < Count; ++u)
#pragma unroll
            for (int i = 0; i < (Policy::flat ? 1 : cut.rows); ++i) {
                neighbours const at{x, shape, i, u};
                pair_evaluation<Tree, neighbours::width, neighbours, Policy::guessed, Trusting>
                    evaluation(at);
                auto const values = evaluation.template at<0, 0>(tree);
                least = fminf(least, evaluation.least);
#pragma unroll
                for (int l = 0; l < neighbours::width; ++l) {
                    auto& now = sums.now[i * neighbours::width + l];
                    if constexpr (has_runs<Reducer>)
                        if (sums.filled == 0 && k == 0 && u == 0)
                            now = sums.reducer.start(values.values[l], values.values[l],
                                                     values.values[l]);
                    sums.reducer.add(now, values.values[l]);
                }
            }
        return least;
    }
};

template <class Policy, class Sink, int Rank>
__global__ void __launch_bounds__(Policy::threads, blocks_held<Policy::blocks, Policy::threads>)
    reduce_pairs_kernel(__grid_constant__ typename Policy::tree_type const tree,
                        __grid_constant__ typename Policy::reducer_type const reducer,
                        __grid_constant__ Sink const sink,
                        __grid_constant__ pair_shape<Rank> const shape,
                        typename Policy::reducer_type::accumulator* const partial,
                        unsigned* const counters) {
    using tile_type = pair_tile<Policy>;
    using accumulator = typename Policy::reducer_type::accumulator;
    constexpr pair_cut cut = Policy::cut;
    __shared__ alignas(16) char staged[2 * tile_type::buffer_bytes];
    tile_type tile(tree, shape, staged);
    pair_place<Policy>& place = tile.place;
    // There are fewer than 2^31 blocks.
    auto const tiles = static_cast<unsigned>(shape.tiles);
    auto const column_tiles = static_cast<unsigned>(shape.column_tiles);
    auto const row_tiles = static_cast<unsigned>(shape.row_tiles);
    unsigned const split = blockIdx.x / tiles;
    unsigned number = blockIdx.x - split * tiles;
    unsigned const column_tile = number % column_tiles;
    number /= column_tiles;
    place.batch = number / row_tiles;
    place.first_row = index_t{number % row_tiles} * Policy::block_rows;
    place.first_column = index_t{column_tile} * Policy::block_columns;
    tile.start();
    accumulator memory[tile_type::count];
    typename tile_type::sums_type sums(reducer, memory);
    index_t const begin = split * shape.part;
    tile.accumulate(sums, begin,
                    begin + shape.part < shape.reduced ? begin + shape.part : shape.reduced);
    sums.finish();
    index_t const rows = shape.extent[Policy::axes.row];
    index_t columns = 1;
    index_t column_stride = 0;
    if constexpr (!Policy::flat) {
        columns = shape.extent[Policy::axes.column];
        column_stride = shape.stride[Policy::axes.column];
    }
    index_t const from =
        shape.origin + pair_offset<Policy::batch>(shape.extent, shape.stride, place.batch);
    // Few blocks come here, none of them often: a loop keeps the code short.
    auto put = [&] {
#pragma unroll 1
        for (int n = 0; n < tile_type::count; ++n) {
            index_t const row = place.first_row + place.row(n / cut.columns);
            index_t const column = place.first_column + place.column(n % cut.columns);
            if (row < rows && column < columns)
                sink.put(from + row * shape.stride[Policy::axes.row] + column * column_stride,
                         reducer, memory[n], shape.reduced);
        }
    };
    auto keep_totals = [&] {
#pragma unroll
        for (int n = 0; n < tile_type::count; ++n)
            memory[n] = sums.total(n);
    };
    if (shape.splits > 1) {
        using parts = pair_parts<Policy, accumulator, tile_type::count>;
        accumulator totals[tile_type::count];
#pragma unroll
        for (int n = 0; n < tile_type::count; ++n)
            totals[n] = sums.total(n);
        if (!parts::gather(reducer, blockIdx.x - split * tiles, tiles, split,
                           static_cast<unsigned>(shape.splits), partial, counters, totals))
            return;
#pragma unroll
        for (int n = 0; n < tile_type::count; ++n)
            memory[n] = totals[n];
        return put();
    }
    constexpr int group = place.column_group;
    if constexpr (group > 1 && requires { sink.data; }) {
        using Out = std::remove_pointer_t<decltype(sink.data)>;
        // Long code stands there once.
        constexpr bool costly = is_long_finish<typename Policy::reducer_type>;
        Out* const first = sink.data + from + place.first_column + place.column(0);
        index_t const row_stride = shape.stride[Policy::axes.row];
        if (column_stride == 1) {
            if constexpr (costly)
                keep_totals();
            bool const packed = is_aligned<group>(first) && row_stride % group == 0;
            // Of the columns behind the thread's first one.
            index_t const rest = columns - place.first_column - place.column(0);
#pragma unroll(costly ? 1 : cut.rows)
            for (int i = 0; i < cut.rows; ++i) {
                index_t const row = place.first_row + place.row(i);
                if (row >= rows)
                    continue;
#pragma unroll(costly ? 1 : cut.columns / group)
                for (int j = 0; j < cut.columns; j += group) {
                    lanes<Out, group> finished;
#pragma unroll
                    for (int l = 0; l < group; ++l) {
                        int const n = i * cut.columns + j + l;
                        finished.values[l] = static_cast<Out>(
                            reducer.finish(costly ? memory[n] : sums.total(n), shape.reduced));
                    }
                    int const ahead = place.column(j) - place.column(0);
                    Out* const to = first + row * row_stride + ahead;
                    if (packed && ahead + group <= rest) {
                        put_packet<group>(to, finished);
                        continue;
                    }
#pragma unroll
                    for (int l = 0; l < group; ++l)
                        if (ahead + l < rest)
                            to[l] = finished.values[l];
                }
            }
            return;
        }
    }
    keep_totals();
    put();
}

}  // namespace twill::inline v0::detail
