// SPDX-License-Identifier: MIT
// The kernel of streamed reductions whose packets are of neighbouring outputs: a thread has those
// of several steps under way together.
#pragma once

#include "twill/ops/pairs/stream_place.cuh"
#include "twill/ops/pairs/stream_values.cuh"
#include "twill/ops/reduce/columns_part.cuh"

namespace twill::inline v0::detail {

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

/// Merges what a block's threads have of its columns, and puts the totals; the last block to finish
/// merges the parts of its columns. See finish_columns.
template <class Policy, class Sink, int V, int S>
__device__ __forceinline__ void finish_stream_columns(
    stream_shape<Policy::rank> const& shape,
    stream_target<typename Policy::reducer_type, Sink> const& target,
    typename Policy::reducer_type::accumulator (&sums)[V],
    columns_scratch<typename Policy::reducer_type, S>& scratch) {
    using accumulator = typename Policy::reducer_type::accumulator;
    constexpr int L = columns_scratch<typename Policy::reducer_type, S>::lanes;
    constexpr int words = 4 * ((static_cast<int>(sizeof(accumulator)) + 3) / 4);
    // Worked out again: registers are for the loop.
    unsigned number = blockIdx.x;
    int thread = static_cast<int>(threadIdx.x);
    asm("" : "+r"(number), "+r"(thread));
    auto const blocks = static_cast<unsigned>(shape.blocks);
    unsigned const split = number / blocks;
    unsigned const block = number - split * blocks;
    unsigned const batch = block / static_cast<unsigned>(shape.along);
    index_t const tile = block - batch * static_cast<unsigned>(shape.along);
    part_levels parts(shape, split, block);
    int const width = shape.width;
    int const height = block_threads / width;
    int const own = (width - (shape.shifted ? 1 : 0)) * V;
    index_t const first = tile * own;
    index_t const left = shape.extent[Policy::axes.row] - first;
    int const columns = left < own ? static_cast<int>(left) : own;
    index_t const output = batch * shape.extent[Policy::axes.row] + first;
    index_t const stride = shape.stride[Policy::axes.row];
    index_t const to =
        pair_offset<Policy::batch>(shape.extent, shape.stride, batch) + first * stride;
    auto* const all = reinterpret_cast<accumulator*>(scratch.bytes);
    int const pitch = width * L;
    int const groups = pitch < block_threads ? block_threads / pitch : 1;
    int const group = thread / pitch;
    int const place = thread - group * pitch;
    int const log2_step = shape.packed || shape.shifted ? 0 : width < 32 ? __ffs(width) - 1 : 5;
    // The column at place c, lanes [p, p + L) of threads being at hand.
    auto const column_of = [&](int c, int p) {
        int const x = c / L;
        return (((x >> log2_step) * V + p + c % L) << log2_step) + (x & ((1 << log2_step) - 1));
    };
    auto const merge_rows = [&](accumulator a) {
        if (groups == 1)
            return a;
        __syncthreads();
        return merge_over_y(target.reducer, a, all, pitch, groups);
    };
    auto const put = [&](part_levels const& at, int column, accumulator const& a) {
        if (group != 0 || column >= columns)
            return;
        if (at.left == 0)
            target.sink.put(to + column * stride, target.reducer, a, shape.reduced);
        else
            target.partial[at.slot * shape.outputs + output + column] = a;
    };
#pragma unroll 1
    for (int p = 0; p < V; p += L) {
        if (p > 0)
            __syncthreads();
        int const y = thread / width;
        int const x = thread - y * width;
        int const ahead =
            shape.shifted ? place_in_packet<Policy::batch, V>(shape, batch, y, Policy::axes.inner)
                          : 0;
#pragma unroll
        for (int l = 0; l < V; ++l) {
            int const at = x * V + l - ahead;
            int const lane = at & (V - 1);
            if (y < height && at >= 0 && at < own && (L == V || (lane >= p && lane < p + L)))
                all[y * pitch + (L == V ? at : at / V * L + lane - p)] = sums[l];
        }
        __syncthreads();
#pragma unroll 1
        for (int c = place; c < pitch; c += block_threads) {
            accumulator a = target.reducer.identity();
            if (group < groups) {
                a = all[group * pitch + c];
#pragma unroll 4
                for (int row = group + groups; row < height; row += groups)
                    a = target.reducer.merge(a, all[row * pitch + c]);
            }
            a = merge_rows(a);
            put(parts, column_of(c, p), a);
        }
    }
#pragma unroll 1
    while (parts.left != 0) {
        if (!is_last_part(target.counters + parts.counter, parts.count))
            return;
        part_levels next = parts;
        next.advance(shape);
#pragma unroll 1
        for (int p = 0; p < V; p += L)
#pragma unroll 1
            for (int c = place; c < pitch; c += block_threads) {
                int const column = column_of(c, p);
                accumulator total[1];
                merge_parts<1, words>(
                    target.reducer, target.partial + parts.first * shape.outputs + output + column,
                    parts.step * shape.outputs, group,
                    column < columns && group < groups ? parts.count : 0, groups, 1, total);
                put(next, column, merge_rows(total[0]));
            }
        parts = next;
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
    __shared__ columns_scratch<Reducer, V> scratch;
    stream_part const part(shape);
    int const width = shape.width;
    int const height = block_threads / width;
    int const y = static_cast<int>(threadIdx.x) / width;
    int const x = static_cast<int>(threadIdx.x) - y * width;
    index_t const batch = part.block / static_cast<unsigned>(shape.along);
    index_t const tile = part.block - batch * shape.along;
    index_t const outputs = shape.extent[column];
    stream_at at{};
    at.a_step = height;
    int const shared = shape.shifted ? 1 : 0;
    // The width is a power of two where packets are not read whole.
    int const log2_step = shape.packed || shape.shifted ? 0 : width < 32 ? __ffs(width) - 1 : 5;
    at.b_step = 1 << log2_step;
    index_t const tile_first = tile * (width - shared) * V;
    at.b = tile_first + (((x >> log2_step) * V << log2_step) + (x & (at.b_step - 1)));
    at.packed = shape.packed || shape.shifted;
    int const ahead =
        shape.shifted ? place_in_packet<Policy::batch, V>(shape, batch, y, Policy::axes.inner) : 0;
    at.b -= ahead;
    auto count_from = [&](index_t first) {
        index_t const rest = outputs - first;
        return rest > index_t{V - 1} * at.b_step
                   ? V
                   : static_cast<int>((rest + at.b_step - 1) >> log2_step);
    };
    at.count = count_from(at.b);
    // Threads beyond the last output read what the first one does, and leave it: a warp does not go
    // both ways, one after the other.
    if (at.count <= 0) {
        at.b = tile_first - ahead;
        at.count = count_from(at.b);
    }
    at.first = at.b < 0 ? static_cast<int>(-at.b) : 0;
    bool const whole_packet = at.first == 0 && at.count == V;
    accumulator memory[V];
    pair_accumulators<Reducer, V> sums(target.reducer, memory);
    stream_values<Policy, stream_way::columns> values(tree, shape);
    values.place(batch);
    index_t const length = shape.extent[Policy::axes.inner];
    each_chunk(shape, part, at, values, [&](index_t chunk) {
        at.a = chunk * (height * R) + y;
        index_t const steps = length - at.a;
        // Threads behind the last whole row of them have nothing.
        if (steps <= 0 || y >= height)
            return;
        at.last = 0;
#pragma unroll
        for (int r = 1; r < R; ++r)
            at.last += steps > r * height;
        // A packet that is cut by its row is read whole where there are rows before and behind.
        bool const around = shape.shifted && at.a > 0 && steps > index_t{R - 1} * height + 1;
        values.step(at, at.last == R - 1 && (whole_packet || around));
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
    finish_stream_columns<Policy>(shape, target, totals, scratch);
}

}  // namespace twill::inline v0::detail
