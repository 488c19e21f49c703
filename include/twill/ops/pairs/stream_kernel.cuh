// SPDX-License-Identifier: MIT
// The kernels of streamed reductions: a thread has packets of several outputs or steps under way
// together, and what they share of an operand is loaded once for all of them.
#pragma once

#include "twill/ops/pairs/stream_values.cuh"
#include "twill/ops/reduce/columns.cuh"

namespace twill::inline v0::detail {

/// Where accumulators go: into the results or, one of each part, into memory from which the last
/// block to finish merges them.
template <class Reducer, class Sink>
struct stream_target {
    Reducer reducer;
    Sink sink;
    typename Reducer::accumulator* partial;  ///< splits x outputs
    unsigned* counters;                      ///< one for each block of a part
};

/// A block's part of every output, and which of those with that part it is.
struct stream_part {
    unsigned split;
    unsigned block;
    index_t begin;  ///< chunks
    index_t end;

    template <int Rank>
    __device__ __forceinline__ explicit stream_part(stream_shape<Rank> const& shape) {
        auto const blocks = static_cast<unsigned>(shape.blocks);
        split = blockIdx.x / blocks;
        block = blockIdx.x - split * blocks;
        index_t const all = shape.lines * shape.chunks;
        begin = split * shape.part;
        end = begin + shape.part < all ? begin + shape.part : all;
    }
};

/// Calls body(chunk) for each of a part, the operands being at its line.
template <int Rank, class Values, class Body>
__device__ __forceinline__ void each_chunk(stream_shape<Rank> const& shape, stream_part const& part,
                                           stream_at& at, Values& values, Body&& body) {
    index_t line = 0;
    index_t chunk = part.begin;
    if (shape.lines > 1) {
        line = quotient(part.begin, shape.chunks);
        chunk -= line * shape.chunks;
    }
    values.start(line, at);
#pragma unroll 1
    for (index_t left = part.end - part.begin; left > 0; --left) {
        body(chunk);
        if (++chunk == shape.chunks && left > 1) {
            chunk = 0;
            values.start(++line, at);
        }
    }
}

/// Rows: a group of threads, part of a warp or a block, has neighbouring outputs.
template <class Policy, class Sink>
__global__ void __launch_bounds__(block_threads, blocks_held<Policy::blocks, block_threads>)
    reduce_stream_rows_kernel(
        __grid_constant__ typename Policy::tree_type const tree,
        __grid_constant__ stream_shape<Policy::rank> const shape,
        __grid_constant__ stream_target<typename Policy::reducer_type, Sink> const target) {
    using Reducer = typename Policy::reducer_type;
    using accumulator = typename Reducer::accumulator;
    constexpr int V = Policy::row_lanes;
    constexpr int R = Policy::together;
    constexpr int warps = block_threads / 32;
    constexpr int row = Policy::axes.row;
    stream_part const part(shape);
    int const thread = static_cast<int>(threadIdx.x);
    int const group = 1 << shape.log2_group;
    int const lane = thread & (group - 1);
    index_t tile =
        index_t{part.block} * (block_threads >> shape.log2_group) + (thread >> shape.log2_group);
    bool const active = tile < shape.tiles;
    tile = active ? tile : shape.tiles - 1;
    index_t const batch = shape.along == shape.tiles ? 0 : quotient(tile, shape.along);
    index_t const first = (tile - batch * shape.along) * R;
    index_t const outputs = shape.extent[row];
    stream_at at{};
    at.a = first;
    at.a_step = 1;
    at.last = outputs - first < R ? static_cast<int>(outputs - first) - 1 : R - 1;
    // A warp's elements lie together: those of a thread are a warp apart, or next to each other.
    int const log2_step = shape.packed ? 0 : shape.log2_group < 5 ? shape.log2_group : 5;
    at.b_step = 1 << log2_step;
    at.packed = shape.packed;
    int const own = ((lane >> log2_step) * V << log2_step) + (lane & (at.b_step - 1));
    accumulator memory[R];
    pair_accumulators<Reducer, R> sums(target.reducer, memory);
    stream_values<Policy, false> values(tree, shape, batch);
    index_t const length = shape.extent[Policy::axes.inner];
    each_chunk(shape, part, at, values, [&](index_t chunk) {
        at.b = (chunk << shape.log2_group) * V + own;
        index_t const rest = length - at.b;
        at.count = rest > index_t{V - 1} * at.b_step
                       ? V
                       : static_cast<int>((rest + at.b_step - 1) >> log2_step);
        if (at.count <= 0)
            return;
        // A warp does not go both ways, one after the other.
        values.step(at, __all_sync(__activemask(), at.last == R - 1 && at.count == V));
#pragma unroll
        for (int r = 0; r < R; ++r) {
            auto const x = values.at(r, at);
            if constexpr (has_runs<Reducer>)
                if (sums.filled == 0)
                    sums.now[r] =
                        target.reducer.start(x.values[0], x.values[V / 2], x.values[V - 1]);
            add_lanes(target.reducer, sums.now[r], x, at.count);
        }
        sums.added(V);
    });
    sums.finish();
    accumulator totals[R];
#pragma unroll
    for (int r = 0; r < R; ++r)
        totals[r] = sums.total(r);
    index_t const from = pair_offset<Policy::batch>(shape.extent, shape.stride, batch);
    auto put = [&](int r, accumulator const& a) {
        if (active && r <= at.last)
            target.sink.put(from + (first + r) * shape.stride[row], target.reducer, a,
                            shape.reduced);
    };
    if (group <= 32) {
        if constexpr (R == 4) {
            merge_four(target.reducer, group, lane, totals, put);
        } else {
#pragma unroll
            for (int r = 0; r < R; ++r) {
                accumulator const a = merge_lanes(target.reducer, totals[r], group);
                if (lane == 0)
                    put(r, a);
            }
        }
        return;
    }
    __shared__ alignas(16) char scratch[R * warps * sizeof(accumulator)];
    auto* const parts = reinterpret_cast<accumulator*>(scratch);
    bool whole = shape.splits == 1;
#pragma unroll 1
    while (true) {
#pragma unroll
        for (int r = 0; r < R; ++r) {
            accumulator const a = merge_lanes(target.reducer, totals[r], 32);
            if (thread % 32 == 0)
                parts[r * warps + thread / 32] = a;
        }
        __syncthreads();
        index_t const output = batch * outputs + first;
        if (thread <= at.last) {
            accumulator a = parts[thread * warps];
#pragma unroll
            for (int w = 1; w < warps; ++w)
                a = target.reducer.merge(a, parts[thread * warps + w]);
            if (whole)
                put(thread, a);
            else
                target.partial[part.split * shape.outputs + output + thread] = a;
        }
        if (whole)
            return;
        whole = is_last_part(target.counters + part.block, shape.splits);
        if (!whole)
            return;
        merge_parts<R>(target.reducer, target.partial + output, shape.outputs, thread,
                       static_cast<int>(shape.splits), block_threads, at.last + 1, totals);
    }
}

/// Columns: a thread has a packet of outputs.
template <class Policy, class Sink>
__global__ void __launch_bounds__(block_threads, blocks_held<Policy::blocks, block_threads>)
    reduce_stream_columns_kernel(
        __grid_constant__ typename Policy::tree_type const tree,
        __grid_constant__ stream_shape<Policy::rank> const shape,
        __grid_constant__ stream_target<typename Policy::reducer_type, Sink> const target) {
    using Reducer = typename Policy::reducer_type;
    using accumulator = typename Reducer::accumulator;
    constexpr int V = Policy::column_lanes;
    constexpr int R = Policy::together;
    constexpr int column = Policy::axes.row;
    __shared__ columns_scratch<Reducer> scratch;
    stream_part const part(shape);
    int const width = 1 << shape.log2_group;
    int const height = block_threads >> shape.log2_group;
    int const x = static_cast<int>(threadIdx.x) & (width - 1);
    int const y = static_cast<int>(threadIdx.x) >> shape.log2_group;
    index_t const batch = part.block / static_cast<unsigned>(shape.along);
    index_t const tile = part.block - batch * shape.along;
    index_t const outputs = shape.extent[column];
    stream_at at{};
    at.a_step = height;
    int const log2_step = shape.packed ? 0 : shape.log2_group < 5 ? shape.log2_group : 5;
    at.b_step = 1 << log2_step;
    at.b = (tile << shape.log2_group) * V + ((x >> log2_step) * V << log2_step) +
           (x & (at.b_step - 1));
    at.packed = shape.packed;
    index_t const rest = outputs - at.b;
    int const count = rest > index_t{V - 1} * at.b_step
                          ? V
                          : static_cast<int>((rest + at.b_step - 1) >> log2_step);
    // Threads beyond the last output have it too, and leave it.
    at.b = count > 0 ? at.b : outputs - 1;
    at.count = count > 0 ? count : 1;
    accumulator memory[V];
    pair_accumulators<Reducer, V> sums(target.reducer, memory);
    stream_values<Policy, true> values(tree, shape, batch);
    index_t const length = shape.extent[Policy::axes.inner];
    each_chunk(shape, part, at, values, [&](index_t chunk) {
        at.a = chunk * (height * R) + y;
        index_t const steps = length - at.a;
        if (steps <= 0)
            return;
        at.last = steps > index_t{R - 1} * height
                      ? R - 1
                      : static_cast<int>(steps - 1) >> (8 - shape.log2_group);
        values.step(at, at.last == R - 1 && at.count == V);
#pragma unroll
        for (int r = 0; r < R; ++r) {
            if (r > at.last)
                break;
            auto const found = values.at(r, at);
#pragma unroll
            for (int l = 0; l < V; ++l) {
                if constexpr (has_runs<Reducer>)
                    if (sums.filled == 0 && r == 0)
                        sums.now[l] =
                            target.reducer.start(found.values[l], found.values[l], found.values[l]);
                add_after(target.reducer, sums.now[l], found.values[l]);
            }
        }
        sums.added(R);
    });
    sums.finish();
    accumulator totals[V];
#pragma unroll
    for (int l = 0; l < V; ++l)
        totals[l] = sums.total(l);
    index_t const from = pair_offset<Policy::batch>(shape.extent, shape.stride, batch);
    index_t const output = batch * outputs;
    bool whole = shape.splits == 1;
#pragma unroll 1
    while (true) {
        if (height > 1) {
#pragma unroll
            for (int l = 0; l < V; ++l)
                totals[l] =
                    merge_over_y(target.reducer, totals[l],
                                 reinterpret_cast<accumulator*>(scratch.bytes), width, height);
        }
#pragma unroll
        for (int l = 0; l < V; ++l) {
            index_t const at_l = at.b + l * at.b_step;
            if (y != 0 || l >= count)
                continue;
            if (whole)
                target.sink.put(from + at_l * shape.stride[column], target.reducer, totals[l],
                                shape.reduced);
            else
                target.partial[part.split * shape.outputs + output + at_l] = totals[l];
        }
        if (whole)
            return;
        whole = is_last_part(target.counters + part.block, shape.splits);
        if (!whole)
            return;
        // The threads of a column share its parts.
        merge_parts<V, 16>(target.reducer, target.partial + output + at.b, shape.outputs, y,
                           static_cast<int>(shape.splits), height, count, totals, at.b_step);
    }
}

}  // namespace twill::inline v0::detail
