// SPDX-License-Identifier: MIT
// Short rows that a block has in shared memory.
#pragma once

#include "twill/cuda/device/groups.cuh"
#include "twill/ops/reduce/shape.cuh"

namespace twill::inline v0::detail {

/// Adds an element that stands behind all before it.
template <class Reducer, class X>
__device__ __forceinline__ void add_after(Reducer const& reducer, running_t<Reducer>& now,
                                          X const& x) {
    if constexpr (requires { requires Reducer::takes_next; })
        reducer.add_next(now, x);
    else
        reducer.add(now, x);
}

/// Adds the values [first, count) of V, which stand behind all before them.
template <class Reducer, class T, int V>
__device__ __forceinline__ void add_lanes(Reducer const& reducer, running_t<Reducer>& now,
                                          lanes<T, V> const& x, int count, int first = 0) {
    if constexpr (requires { requires Reducer::takes_packets; })
        if (first == 0 && count == V)
            return reducer.template add_packet<true>(now, x);
#pragma unroll
    for (int l = 0; l < V; ++l)
        if (l >= first && l < count)
            add_after(reducer, now, x.values[l]);
}
/// Reduces rows that are in shared memory: a group of threads, at most a warp, has one, each
/// elements that lie one behind the other. `values` has elements at<W>(j) of the row at which it
/// starts; a word of memory has `Unit` of them.
/// put(row, accumulator) in one thread of each.
template <int W, int Unit, class Values, class Reducer, class Put>
__device__ __forceinline__ void reduce_short_rows(Values& values, Reducer const& reducer,
                                                  int log2_group, int length, int rows,
                                                  Put const& put) {
    using accumulator = typename Reducer::accumulator;
    int const thread = static_cast<int>(threadIdx.x);
    int const group = 1 << log2_group;
    // An odd number of words: neighbouring threads then find theirs in different banks.
    int const share = (length + group - 1) >> log2_group;
    int const each = ((share + Unit - 1) / Unit | 1) * Unit;
    int const lane = thread & (group - 1);
    int const begin = lane * each;
    int const end = begin + each < length ? begin + each : length;
#pragma unroll 1
    for (int row = thread >> log2_group; row - (thread >> log2_group) < rows;
         row += block_threads >> log2_group) {
        running_t<Reducer> now;
        if constexpr (!has_runs<Reducer>)
            now = reducer.identity();
        bool const mine = row < rows && begin < end;
        if (mine) {
            values.start(row, length);
            int j = begin;
            if constexpr (has_runs<Reducer>) {
                // A pivot near most of them, whatever the first one is.
                auto const first = values.template at<1>(begin);
                auto const middle = values.template at<1>((begin + end) / 2);
                auto const last = values.template at<1>(end - 1);
                now = reducer.start(first.values[0], middle.values[0], last.values[0]);
            }
            if constexpr (W > 1)
#pragma unroll 1
                for (; j + W <= end; j += W)
                    add_lanes(reducer, now, values.template at<W>(j), W);
#pragma unroll 1
            for (; j < end; ++j)
                add_lanes(reducer, now, values.template at<1>(j), 1);
        }
        accumulator a = reducer.identity();
        if (!has_runs<Reducer> || mine)
            a = settle_run(reducer, now);
        if (group > 1)
            a = merge_lanes(reducer, a, group);
        if (lane == 0 && row < rows)
            put(row, a);
    }
}

}  // namespace twill::inline v0::detail
