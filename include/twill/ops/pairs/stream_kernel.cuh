// SPDX-License-Identifier: MIT
// The kernel of streamed reductions whose packets lie along the reduced axis: a thread has those of
// several outputs under way together, and what they share of an operand is loaded once for all.
#pragma once

#include "twill/ops/pairs/stream_place.cuh"
#include "twill/ops/pairs/stream_values.cuh"
#include "twill/ops/reduce/kernels.cuh"

namespace twill::inline v0::detail {

/// Rows: a group of threads, part of a warp or a block, has neighbouring outputs. Parts of a warp
/// have some groups of outputs one after the other: operands of the next ones are on their way
/// while threads merge what they have of these.
template <class Policy, class Sink, bool Shifted>
__global__ void __launch_bounds__(
    block_threads, blocks_held<Shifted ? Policy::shifted_blocks : Policy::blocks, block_threads>)
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
    __shared__ alignas(16) char scratch[R * warps * sizeof(accumulator)];
    stream_part const part(shape);
    int const thread = static_cast<int>(threadIdx.x);
    int const group = 1 << shape.log2_group;
    int const lane = thread & (group - 1);
    int const groups = block_threads >> shape.log2_group;
    index_t const outputs = shape.extent[row];
    index_t const length = shape.extent[Policy::axes.inner];
    stream_at at{};
    constexpr int apart = Shifted ? V : 1;
    at.a_step = apart;
    at.packed = Shifted || shape.packed;
    // A warp's elements lie together: those of a thread are a warp apart, or next to each other.
    int const log2_step = at.packed ? 0 : shape.log2_group < 5 ? shape.log2_group : 5;
    at.b_step = 1 << log2_step;
    int const own = ((lane >> log2_step) * V << log2_step) + (lane & (at.b_step - 1));
    accumulator memory[R];
    pair_accumulators<Reducer, R> sums(target.reducer, memory);
    stream_values<Policy, Shifted ? stream_way::shifted_rows : stream_way::rows> values(tree,
                                                                                        shape);
    accumulator totals[R];
    // Where the outputs are that are under way and those whose totals are to be merged.
    index_t to = 0;
    int last = -1;
    int ahead = 0;        // a packet begins so many elements before its line
    bool around = false;  // what else lies in packets at a line's ends may be read
    index_t merged_to = 0;
    int merged_last = -1;
    bool merges = false;
    index_t line = 0;
    index_t chunk = part.begin;
    if (shape.lines > 1) {
        line = quotient(part.begin, shape.chunks);
        chunk -= line * shape.chunks;
    }
    bool starts = true;
    index_t left = part.end - part.begin;
    // The block's: all its threads take part in what it merges.
    index_t number = index_t{part.block} * groups;
#pragma unroll 1
    while (true) {
        bool const more = number < shape.tiles;
        if (more) {
            if (starts) {
                stream_tile<R, apart> const tile(shape, outputs,
                                                 number + (thread >> shape.log2_group));
                to = pair_offset<Policy::batch>(shape.extent, shape.stride, tile.batch) +
                     tile.first * shape.stride[row];
                last = tile.last;
                at.a = tile.first;
                at.last = last < 0 ? 0 : last;
                if constexpr (Shifted) {
                    ahead = place_in_packet<Policy::batch, V>(shape, tile.batch, tile.first, row);
                    around = tile.first > 0 && tile.first + (R - 1) * V < outputs - 1;
                }
                values.place(tile.batch);
                values.start(line, at);
            } else if (chunk == shape.chunks) {
                chunk = 0;
                values.start(++line, at);
            }
            at.b = (chunk << shape.log2_group) * V + own - ahead;
            index_t const rest = length - at.b;
            at.count = rest > index_t{V - 1} * at.b_step
                           ? V
                           : static_cast<int>((rest + at.b_step - 1) >> log2_step);
            if constexpr (Shifted)
                at.first = at.b < 0 ? static_cast<int>(-at.b) : 0;
            // A warp does not go both ways, one after the other.
            if (at.count > 0)
                values.step(at, __all_sync(__activemask(),
                                           at.last == R - 1 &&
                                               (around || (at.first == 0 && at.count == V))));
        }
        if (merges) {
            merges = false;
            auto put = [&](int r, accumulator const& a) {
                if (r <= merged_last)
                    target.sink.put(merged_to + r * apart * shape.stride[row], target.reducer, a,
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
            } else {
                // A block has outputs of its own, or a part of some.
                auto* const parts = reinterpret_cast<accumulator*>(scratch);
                stream_tile<R, apart> const tile(shape, outputs, part.block);
                index_t const output = tile.batch * outputs + tile.first;
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
                    if (thread <= merged_last) {
                        accumulator a = parts[thread * warps];
#pragma unroll
                        for (int w = 1; w < warps; ++w)
                            a = target.reducer.merge(a, parts[thread * warps + w]);
                        if (whole)
                            put(thread, a);
                        else
                            target.partial[part.split * shape.outputs + output + thread * apart] =
                                a;
                    }
                    if (whole)
                        return;
                    whole = is_last_part(target.counters + part.block, shape.splits);
                    if (!whole)
                        return;
                    merge_parts<R>(target.reducer, target.partial + output, shape.outputs, thread,
                                   static_cast<int>(shape.splits), block_threads, merged_last + 1,
                                   totals, apart);
                }
            }
        }
        if (!more)
            return;
        if (left > 0 && at.count > 0) {
#pragma unroll
            for (int r = 0; r < R; ++r) {
                auto const x = values.at(r, at);
                if constexpr (has_runs<Reducer>)
                    if (sums.filled == 0)
                        sums.now[r] = start_within(target.reducer, x, at.count, at.first);
                add_lanes(target.reducer, sums.now[r], x, at.count, at.first);
            }
            sums.added(V);
        }
        ++chunk;
        starts = --left <= 0;
        if (!starts)
            continue;
        sums.finish();
#pragma unroll
        for (int r = 0; r < R; ++r)
            totals[r] = sums.total(r);
        sums.restart();
        merges = true;
        merged_to = to;
        merged_last = last;
        // Outputs of which there are parts are a block's only ones.
        line = chunk = 0;
        left = part.end - part.begin;
        number += shape.blocks * groups;
    }
}

}  // namespace twill::inline v0::detail
