// SPDX-License-Identifier: MIT
// Short runs, of which a group of at most 32 threads has several.
#pragma once

#include "twill/ops/reduce/flat_runs.cuh"

namespace twill::inline v0::detail {

/// Packets that a thread has of each of the group's outputs, at most: two where what is held of them
/// takes 16 bytes each (positions are counted as they are added).
template <class Tree>
inline constexpr int packets_a_thread = [] {
    using value = typename Tree::value_type;
    constexpr int V = row_lanes<Tree>;
    constexpr std::size_t bytes = is_located<value> ? larger(Tree::widest, 4) : sizeof(value);
    constexpr int held = leaf_packets<Tree, V>::bytes;
    return terms_of<Tree> == 0 && (bytes * V <= 16 || (held > 0 && held <= 16)) ? 2 : 1;
}();

/// Merges what threads have of the group's four outputs, which take one pivot each. Of a thread's
/// first packets `own` are there, of its second ones `more`; x(p, u) is packet p of output u.
template <int Packets, class Reducer, class Sink, int Rank, class X>
__device__ __forceinline__ void reduce_pooled(reduce_target<Reducer, Sink, Rank> const& target,
                                              reduce_shape<Rank> const& shape, int group, int lane,
                                              index_t first, int own, int more, X const& x) {
    using merger = pooled_merger<Reducer>;
    typename Reducer::running run[outputs_a_group];
    int const last = static_cast<int>(smaller(shape.packets, index_t{group})) - 1;
    auto const add = [&](int u, int count, auto const& packet) {
        for (auto const& value : packet.values)
            if (u < count)
                Reducer::add(run[u], value);
    };
#pragma unroll
    for (int u = 0; u < outputs_a_group; ++u) {
        auto const packet = x(0, u);
        run[u] = start_group<Reducer>(packet, last, group);
        add(u, own, packet);
    }
    if constexpr (Packets > 1)
#pragma unroll
        for (int u = 0; u < outputs_a_group; ++u)
            add(u, more, x(Packets - 1, u));
    typename merger::accumulator total[outputs_a_group];
#pragma unroll
    for (int u = 0; u < outputs_a_group; ++u)
        total[u] = merger::of(run[u]);
    merge_four(merger{}, group, lane, total, [&](int k, typename merger::accumulator const& a) {
        auto const around = choose(k < 2, choose(k == 0, run[0].pivot, run[1].pivot),
                                   choose(k == 2, run[2].pivot, run[3].pivot));
        if (first + k < shape.outputs)
            target.template finish<output_axes::first>(shape, first + k, merger::settle(a, around));
    });
}

/// What a reducer has of one packet.
template <class Short, class T, int V>
__device__ __forceinline__ typename Short::accumulator total_of(Short const& reducer,
                                                                lanes<T, V> const& x) {
    if constexpr (requires { reducer.of_packet(x); }) {
        return reducer.settle(reducer.of_packet(x));
    } else {
        auto run = start_run(reducer, x.values[0], x.values[V / 2], x.values[V - 1]);
        if constexpr (requires { requires Short::takes_packets; })
            reducer.template add_packet<true>(run, x);
        else
            for (int l = 0; l < V; ++l)
                reducer.add(run, x.values[l]);
        return settle_run(reducer, run);
    }
}
/// As reduce_pooled, of runs without a pivot that their threads have in common.
template <int Packets, class Short, class Reducer, class Sink, int Rank, class X>
__device__ __forceinline__ void reduce_packets(Short const& reducer,
                                               reduce_target<Reducer, Sink, Rank> const& target,
                                               reduce_shape<Rank> const& shape, int group, int lane,
                                               index_t first, int own, int more, X const& x) {
    using accumulator = typename Short::accumulator;
    accumulator total[outputs_a_group];
#pragma unroll
    for (int u = 0; u < outputs_a_group; ++u) {
        total[u] = reducer.identity();
        if (u < own)
            total[u] = total_of(reducer, x(0, u));
    }
    if constexpr (Packets > 1)
#pragma unroll
        for (int u = 0; u < outputs_a_group; ++u)
            if (u < more)
                total[u] = reducer.merge(total[u], total_of(reducer, x(Packets - 1, u)));
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

/// What a thread holds of a packet of short runs, of which it has `Packets` for each output.
template <class Tree, int Packets>
using held_runs = held_values<Tree, row_lanes<Tree>,
                              Packets == 1                                ? 64
                              : sizeof(typename Tree::value_type) < 4 ? 32
                                                                          : 16>;
/// Sums of products of int32 in 64 bits have no registers for all packets: each is loaded where it
/// is added. (Rows of 128 take 0.130 ms so, and 0.171 to 0.223.)
template <int Packets, class Tree, class Reducer>
inline constexpr bool adds_one_by_one =
    !held_runs<Tree, Packets>::loads_first && !pools_runs<Reducer> &&
    sizeof(typename Reducer::accumulator) > sizeof(typename Tree::value_type);
template <int Packets, class Tree, class Reducer, class Sink, int Rank>
    requires adds_one_by_one<Packets, Tree, typename short_reducer<Reducer>::type>
__device__ __forceinline__ void reduce_held_runs(Tree const& tree, reduce_shape<Rank> const& shape,
                                                 reduce_target<Reducer, Sink, Rank> const& target,
                                                 int group, int lane, index_t first) {
    constexpr int V = row_lanes<Tree>;
    int const left = static_cast<int>(smaller(shape.outputs - first, index_t{outputs_a_group}));
    int const own = lane < shape.packets ? left : 0;
    int const more = lane + group < shape.packets ? left : 0;
    counted_cursor const c = cursor_at(first * shape.run_step, lane * V, shape);
    lanes<typename Tree::value_type, V> x[Packets][outputs_a_group];
#pragma unroll
    for (int p = 0; p < Packets; ++p)
#pragma unroll
        for (int u = 0; u < outputs_a_group; ++u) {
            counted_cursor at = c;
            at.i += u * shape.run_step + p * group * V;
            at.inner += (shape.counts_outputs ? u * shape.run_step : 0) + p * group * V;
            if (u < (p == 0 ? own : more))
                x[p][u] = tree.template at<V>(at);
        }
    reduce_packets<Packets>(short_reducer<Reducer>::of(target.reducer), target, shape, group, lane,
                            first, own, more,
                            [&](int p, int u) -> auto const& { return x[p][u]; });
}
/// Short runs of flat operands, of which each thread of a group has so many packets at most. (One
/// and two are apart: with a branch between them sums of 2^24 rows of 16 float32 take 1 % longer.)
template <int Packets, class Tree, class Reducer, class Sink, int Rank>
__device__ __forceinline__ void reduce_held_runs(Tree const& tree, reduce_shape<Rank> const& shape,
                                                 reduce_target<Reducer, Sink, Rank> const& target,
                                                 int group, int lane, index_t first) {
    using brief = short_reducer<Reducer>;
    constexpr int V = row_lanes<Tree>;
    int const left = static_cast<int>(smaller(shape.outputs - first, index_t{outputs_a_group}));
    int own = lane < shape.packets ? left : 0;
    int more = lane + group < shape.packets ? left : 0;
    constexpr bool narrow = sizeof(typename Tree::value_type) < 4;
    using values = held_runs<Tree, Packets>;
    // What is not there is read elsewhere, so that no load stands in a branch.
    counted_cursor const c = cursor_at(left > 0 ? first * shape.run_step : 0,
                                       lane < shape.packets ? lane * V : 0, shape);
    auto const cursor_of = [&](int p, int u) {
        bool const there = u < (p == 0 ? own : more);
        index_t const next = there ? p * group * V : 0;
        index_t const output = there ? u * shape.run_step : 0;
        counted_cursor at = c;
        at.i += output + next;
        at.inner += (shape.counts_outputs ? output : 0) + next;
        return at;
    };
    values held[Packets][outputs_a_group];
#pragma unroll
    for (int p = 0; p < Packets; ++p)
#pragma unroll
        for (int u = 0; u < outputs_a_group; ++u)
            held[p][u].load(tree, cursor_of(p, u));
    // Otherwise a packet would be added where it is loaded, as what both depend on is one. (Narrow
    // values of all would be in registers.)
    if constexpr (values::loads_first && !narrow)
        asm("" : "+r"(own), "+r"(more));
    auto const x = [&](int p, int u) { return held[p][u].value(tree, cursor_of(p, u)); };
    if constexpr (pools_runs<typename brief::type>)
        reduce_pooled<Packets>(target, shape, group, lane, first, own, more, x);
    else
        reduce_packets<Packets>(brief::of(target.reducer), target, shape, group, lane, first, own,
                                more, x);
}

/// Short runs: a group of at most 32 threads has four neighbouring outputs. Where a thread has one
/// or two packets of each output, the packets of all four are in flight together.
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
    if (shape.flat && shape.packets <= group)
        return reduce_held_runs<1>(tree, shape, target, group, lane, first);
    if constexpr (packets_a_thread<Tree> > 1)
        if (shape.flat && shape.packets <= 2 * group)
            return reduce_held_runs<2>(tree, shape, target, group, lane, first);
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
