// SPDX-License-Identifier: MIT
// Short runs, of which a group of at most 32 threads has several.
#pragma once

#include "twill/ops/reduce/flat_runs.cuh"

namespace twill::inline v0::detail {

/// Two halves of a group exchange accumulators: the lower one keeps the first `Keep`, the upper one
/// the next `Keep`, each merged with the other half's.
template <int Keep, class Reducer>
__device__ __forceinline__ void exchange(Reducer const& reducer, bool upper, int half, int group,
                                         typename Reducer::accumulator (&a)[4]) {
    using accumulator = typename Reducer::accumulator;
#pragma unroll
    for (int k = 0; k < Keep; ++k) {
        accumulator const mine = choose(upper, a[k + Keep], a[k]);
        accumulator const other = shuffle_xor(choose(upper, a[k], a[k + Keep]), half, group);
        a[k] = reducer.merge(choose(upper, other, mine), choose(upper, mine, other));
    }
}

/// Merges the accumulators of the group's four outputs and calls put(k, accumulator) for output k,
/// each in one thread.
template <class Reducer, class Put>
__device__ __forceinline__ void merge_four(Reducer const& reducer, int group, int lane,
                                           typename Reducer::accumulator (&a)[4], Put&& put) {
    if (group >= 4) {
        bool const upper = lane & group / 2;
        bool const odd = lane & group / 4;
        exchange<2>(reducer, upper, group / 2, group, a);
        exchange<1>(reducer, odd, group / 4, group, a);
        for (int distance = group / 8; distance > 0; distance /= 2)
            a[0] = reducer.merge(a[0], shuffle_down(a[0], distance, group));
        if ((lane & (group / 4 - 1)) == 0)
            put((upper ? 2 : 0) + (odd ? 1 : 0), a[0]);
        return;
    }
    if (group == 2)
        exchange<2>(reducer, lane & 1, 1, group, a);
    int const first = lane * 2;
#pragma unroll
    for (int k = 0; k < 4; ++k)
        if (k < 4 / group)
            put(first + k, a[k]);
}

/// Of the group's four outputs, a packet each a thread, the first `own` of which are there.
template <class Reducer, class Sink, int Rank, class T, int V>
__device__ __forceinline__ void reduce_pooled(reduce_target<Reducer, Sink, Rank> const& target,
                                              reduce_shape<Rank> const& shape, int group, int lane,
                                              index_t first, int own,
                                              lanes<T, V> const (&x)[outputs_a_group]) {
    using merger = pooled_merger<Reducer>;
    typename merger::accumulator total[outputs_a_group];
    typename Reducer::value pivot[outputs_a_group];
#pragma unroll
    for (int u = 0; u < outputs_a_group; ++u) {
        auto run = start_group<Reducer>(x[u], static_cast<int>(shape.packets) - 1, group);
        pivot[u] = run.pivot;
        for (int l = 0; l < V; ++l)
            if (u < own)
                Reducer::add(run, x[u].values[l]);
        total[u] = merger::of(run);
    }
    merge_four(merger{}, group, lane, total, [&](int k, typename merger::accumulator const& a) {
        auto const around = k == 0 ? pivot[0] : k == 1 ? pivot[1] : k == 2 ? pivot[2] : pivot[3];
        if (first + k < shape.outputs)
            target.template finish<output_axes::first>(shape, first + k, merger::settle(a, around));
    });
}

/// The same, threads merging what they have.
template <class Short, class Reducer, class Sink, int Rank, class T, int V>
__device__ __forceinline__ void reduce_packets(Short const& reducer,
                                               reduce_target<Reducer, Sink, Rank> const& target,
                                               reduce_shape<Rank> const& shape, int group, int lane,
                                               index_t first, int own,
                                               lanes<T, V> const (&x)[outputs_a_group]) {
    using accumulator = typename Short::accumulator;
    accumulator total[outputs_a_group];
#pragma unroll
    for (int u = 0; u < outputs_a_group; ++u) {
        total[u] = reducer.identity();
        if (u >= own)
            continue;
        if constexpr (requires { reducer.of_packet(x[u]); }) {
            total[u] = reducer.settle(reducer.of_packet(x[u]));
        } else {
            auto run = start_run(reducer, x[u].values[0], x[u].values[V / 2], x[u].values[V - 1]);
            if constexpr (requires { requires Short::takes_packets; })
                reducer.template add_packet<true>(run, x[u]);
            else
                for (int l = 0; l < V; ++l)
                    reducer.add(run, x[u].values[l]);
            total[u] = settle_run(reducer, run);
        }
    }
    merge_four(reducer, group, lane, total, [&](int k, accumulator const& a) {
        if (first + k < shape.outputs)
            target.template finish<output_axes::first>(shape, first + k,
                                                       short_reducer<Reducer>::widen(a));
    });
}

/// Whether operands' rows may lie apart, or where indices say.
template <class Tree>
inline constexpr bool reads_apart = reads_lines<Tree>;
template <class Tree>
    requires(Tree::has_steps)
inline constexpr bool reads_apart<Tree> = true;

/// Short runs: a group of at most 32 threads has four neighbouring outputs. Where a thread has one
/// packet of each output, the packets of all four are in flight together.
template <class Tree, class Reducer, class Sink, int Rank>
__device__ __forceinline__ void reduce_short_runs(
    Tree const& tree, reduce_shape<Rank> const& shape,
    reduce_target<Reducer, Sink, Rank> const& target) {
    using brief = short_reducer<Reducer>;
    using short_type = typename brief::type;
    using accumulator = typename short_type::accumulator;
    constexpr int V = row_lanes<Tree>;
    int const group = 1 << shape.log2_group;
    int const lane = static_cast<int>(threadIdx.x) & (group - 1);
    index_t const number =
        (static_cast<index_t>(blockIdx.x) * block_threads + threadIdx.x) >> shape.log2_group;
    if (shape.warp_runs > 0)
        return reduce_warp_runs(tree, shape, target, number * shape.warp_runs);
    short_type const& reducer = brief::of(target.reducer);
    index_t const first = number * outputs_a_group;
    if (shape.flat && shape.packets <= group) {
        index_t const left = shape.outputs - first;
        int const own = lane >= shape.packets    ? 0
                        : left < outputs_a_group ? static_cast<int>(left)
                                                 : outputs_a_group;
        counted_cursor const c = cursor_at(first * shape.reduced, lane * V, shape);
        lanes<typename Tree::value_type, V> x[outputs_a_group];
#pragma unroll
        for (int u = 0; u < outputs_a_group; ++u) {
            counted_cursor at = c;
            at.i += u * shape.reduced;
            at.inner += shape.counts_outputs ? u * shape.reduced : 0;
            if (u < own)
                x[u] = tree.template at<V>(at);
        }
        if constexpr (pools_runs<short_type>)
            return reduce_pooled(target, shape, group, lane, first, own, x);
        else
            return reduce_packets(reducer, target, shape, group, lane, first, own, x);
    }
    if constexpr (reads_apart<Tree> && std::is_same_v<short_type, Reducer>)
        if (shape.rows == 1 && shape.packets <= group) {
            lanes<typename Tree::value_type, V> x[outputs_a_group];
            int last[outputs_a_group];
#pragma unroll
            for (int u = 0; u < outputs_a_group; ++u) {
                last[u] = 0;
                if (first + u >= shape.outputs || lane >= shape.packets)
                    continue;
                grid_cursor<Rank> cursor{};
                locate_axes(shape.extent, 0, shape.kept_end, first + u, cursor.at);
                last[u] = read_cut_packet<Tree, V>(tree, shape, cursor, lane, x[u]);
            }
            accumulator total[outputs_a_group];
#pragma unroll
            for (int u = 0; u < outputs_a_group; ++u) {
                lane_accumulators<Reducer, V> sums(target.reducer);
                if (last[u] > 0)
                    sums.add(x[u], 0, last[u]);
                total[u] = sums.total();
            }
            return merge_four(reducer, group, lane, total, [&](int k, accumulator const& a) {
                if (first + k < shape.outputs)
                    target.template finish<output_axes::first>(shape, first + k, a);
            });
        }
#pragma unroll 1
    for (int u = 0; u < outputs_a_group; ++u) {
        lane_accumulators<Reducer, V> sums(target.reducer);
        if (first + u < shape.outputs) {
            grid_cursor<Rank> cursor{};
            locate_axes(shape.extent, 0, shape.kept_end, first + u, cursor.at);
            accumulate_packets<Tree, V>(tree, shape, cursor, lane, shape.rows * shape.packets,
                                        group, sums);
        }
        auto total = sums.total();
        for (int distance = group / 2; distance > 0; distance /= 2)
            total = target.reducer.merge(total, shuffle_down(total, distance, group));
        if (lane == 0 && first + u < shape.outputs)
            target.template finish<output_axes::first>(shape, first + u, total);
    }
}

}  // namespace twill::inline v0::detail
