// SPDX-License-Identifier: MIT
// Short runs, of which a group of at most 32 threads has several.
#pragma once

#include "twill/ops/reduce/flat_runs.cuh"
#include "twill/ops/reduce/spread.cuh"

namespace twill::inline v0::detail {

/// Packets that a thread has of each of the group's outputs, at most: two where what is held of
/// them takes 16 bytes each (positions are counted as they are added).
template <class Tree>
inline constexpr int packets_a_thread = [] {
    using value = typename Tree::value_type;
    constexpr int V = row_lanes<Tree>;
    constexpr std::size_t bytes = is_located<value> ? larger(Tree::widest, 4) : sizeof(value);
    constexpr int held = leaf_packets<Tree, V>::bytes;
    return terms_of<Tree> == 0 && (bytes * V <= 16 || (held > 0 && held <= 16)) ? 2 : 1;
}();

/// Merges what threads have of the group's four outputs, which take one pivot each. Of output u a
/// thread has x(u), if there(0, u), and of two `Parts` y(u), if there(1, u). The group's threads up
/// to `last` have x of each output.
template <int Parts, class Reducer, class Sink, int Rank, class There, class X, class Y>
__device__ __forceinline__ void reduce_pooled(reduce_target<Reducer, Sink, Rank> const& target,
                                              reduce_shape<Rank> const& shape, int group, int lane,
                                              index_t first, int last, There const& there,
                                              X const& x, Y const& y) {
    using merger = pooled_merger<Reducer>;
    typename Reducer::running run[outputs_a_group];
    auto const add = [&](int u, bool counts, auto const& packet) {
        for (auto const& value : packet.values)
            if (counts)
                Reducer::add(run[u], value);
    };
#pragma unroll
    for (int u = 0; u < outputs_a_group; ++u) {
        auto const packet = x(u);
        run[u] = start_group<Reducer>(packet, last, group);
        add(u, there(0, u), packet);
    }
    if constexpr (Parts > 1)
#pragma unroll
        for (int u = 0; u < outputs_a_group; ++u)
            add(u, there(1, u), y(u));
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
template <int Parts, class Short, class Reducer, class Sink, int Rank, class There, class X,
          class Y>
__device__ __forceinline__ void reduce_packets(Short const& reducer,
                                               reduce_target<Reducer, Sink, Rank> const& target,
                                               reduce_shape<Rank> const& shape, int group, int lane,
                                               index_t first, There const& there, X const& x,
                                               Y const& y) {
    using accumulator = typename Short::accumulator;
    accumulator total[outputs_a_group];
#pragma unroll
    for (int u = 0; u < outputs_a_group; ++u) {
        total[u] = reducer.identity();
        if (there(0, u))
            total[u] = total_of(reducer, x(u));
    }
    if constexpr (Parts > 1)
#pragma unroll
        for (int u = 0; u < outputs_a_group; ++u)
            if (there(1, u))
                total[u] = reducer.merge(total[u], total_of(reducer, y(u)));
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
                              Packets == 1                            ? 64
                              : sizeof(typename Tree::value_type) < 4 ? 32
                                                                      : 16>;
/// Whether there are no registers for all packets, so that loading and adding are left for the
/// compiler to join: of wide values that are computed at once, and sums of products of int32 in 64
/// bits. (Rows of 128 of 2^27 int32 took 0.130 ms so, with all packets held 0.171 to 0.223.)
template <int Packets, class Tree, class Reducer>
inline constexpr bool adds_one_by_one = [] {
    using value = typename Tree::value_type;
    return !held_runs<Tree, Packets>::loads_first && !pools_runs<Reducer> &&
           (sizeof(typename Reducer::accumulator) > sizeof(value) ||
            sizeof(value) * row_lanes<Tree> > 16);
}();
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
    reduce_packets<Packets>(
        short_reducer<Reducer>::of(target.reducer), target, shape, group, lane, first,
        [&](int p, int u) { return u < (p == 0 ? own : more); },
        [&](int u) -> auto const& { return x[0][u]; },
        [&](int u) -> auto const& { return x[Packets - 1][u]; });
}

/// Short runs of flat operands, of which each thread of a group has so many packets at most. (One
/// and two are apart: with a branch between them sums of 2^24 rows of 16 float32 take 1 % longer.)
template <int Packets, class Tree, class Reducer, class Sink, int Rank>
__device__ __forceinline__ void reduce_held_runs(Tree const& tree, reduce_shape<Rank> const& shape,
                                                 reduce_target<Reducer, Sink, Rank> const& target,
                                                 int group, int lane, index_t first) {
    constexpr int V = row_lanes<Tree>;
    int const left = static_cast<int>(smaller(shape.outputs - first, index_t{outputs_a_group}));
    int own = lane < shape.packets ? left : 0;
    int more = lane + group < shape.packets ? left : 0;
    auto const there = [&](int p, int u) { return u < (p == 0 ? own : more); };
    // What is not there is read elsewhere, so that no load stands in a branch.
    counted_cursor const c = cursor_at(left > 0 ? first * shape.run_step : 0,
                                       lane < shape.packets ? lane * V : 0, shape);
    auto const cursor_of = [&](int p, int u) {
        index_t const next = there(p, u) ? p * group * V : 0;
        index_t const output = there(p, u) ? u * shape.run_step : 0;
        counted_cursor at = c;
        at.i += output + next;
        at.inner += (shape.counts_outputs ? output : 0) + next;
        return at;
    };
    using values = held_runs<Tree, Packets>;
    values held[Packets][outputs_a_group];
#pragma unroll
    for (int p = 0; p < Packets; ++p)
#pragma unroll
        for (int u = 0; u < outputs_a_group; ++u)
            held[p][u].load(tree, cursor_of(p, u));
    // Otherwise a packet would be added where it is loaded, as what both depend on is one. (Narrow
    // values of all would be in registers.)
    if constexpr (values::loads_first && sizeof(typename Tree::value_type) >= 4)
        asm("" : "+r"(own), "+r"(more));
    auto const x = [&](int u) { return held[0][u].value(tree, cursor_of(0, u)); };
    auto const y = [&](int u) {
        return held[Packets - 1][u].value(tree, cursor_of(Packets - 1, u));
    };
    using brief = short_reducer<Reducer>;
    if constexpr (pools_runs<typename brief::type>)
        reduce_pooled<Packets>(target, shape, group, lane, first,
                               static_cast<int>(smaller(shape.packets, index_t{group})) - 1, there,
                               x, y);
    else
        reduce_packets<Packets>(brief::of(target.reducer), target, shape, group, lane, first, there,
                                x, y);
}

/// Whether they have a kernel where they start between packets: what is loaded of them can be held
/// as it is. (Positions and deviations pass through shared memory in less time; where that is not
/// possible they are read in the way of any layout.)
template <class Tree, class Reducer>
inline constexpr bool has_cut_runs =
    row_lanes<Tree> > 1 &&
    held_values<Tree, row_lanes<Tree>, 64>::loads_first&& held_values<Tree, 1, 16>::loads_first &&
    !is_located<typename Tree::value_type> && !pools_runs<typename short_reducer<Reducer>::type>;

/// Short runs of flat operands that start and end between packets: of each a thread has one packet
/// at most, and one element of those before and behind them.
template <class Tree, class Reducer, class Sink, int Rank>
__device__ __forceinline__ void reduce_cut_runs(Tree const& tree, reduce_shape<Rank> const& shape,
                                                reduce_target<Reducer, Sink, Rank> const& target,
                                                int group, int lane, index_t first) {
    constexpr int V = row_lanes<Tree>;
    int const length = static_cast<int>(shape.reduced);
    int left = static_cast<int>(smaller(shape.outputs - first, index_t{outputs_a_group}));
    // Outputs that are not there are read as others; so are packets and elements.
    auto const start_of = [&](int u) {
        return (u < left ? first + u : index_t{0}) * shape.run_step;
    };
    auto const head_of = [&](int u) {
        return static_cast<int>(-start_of(u) - shape.packet_start) & (V - 1);
    };
    auto const packets_of = [&](int u) { return (length - head_of(u)) / V; };
    auto const there = [&](int p, int u) {
        int const count = packets_of(u);
        return u < left && lane < (p == 0 ? count : length - count * V);
    };
    auto const packet_at = [&](int u) {
        return cursor_at(start_of(u), head_of(u) + (lane < packets_of(u) ? lane * V : 0), shape);
    };
    auto const end_at = [&](int u) {
        int const behind = packets_of(u) * V;
        int const number = lane < head_of(u) ? lane : behind + lane;
        return cursor_at(start_of(u), lane < length - behind ? number : 0, shape);
    };
    held_values<Tree, V, 64> held[outputs_a_group];
    held_values<Tree, 1, 16> ends[outputs_a_group];
#pragma unroll
    for (int u = 0; u < outputs_a_group; ++u)
        held[u].load(tree, packet_at(u));
#pragma unroll
    for (int u = 0; u < outputs_a_group; ++u)
        ends[u].load(tree, end_at(u));
    asm("" : "+r"(left));
    reduce_packets<2>(
        short_reducer<Reducer>::of(target.reducer), target, shape, group, lane, first, there,
        [&](int u) { return held[u].value(tree, packet_at(u)); },
        [&](int u) { return ends[u].value(tree, end_at(u)); });
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
    if constexpr (has_cut_runs<Tree, Reducer>)
        if (shape.flat && !shape.whole_packets)
            return reduce_cut_runs(tree, shape, target, group, lane, first);
    if (shape.flat && shape.packets <= group)
        return reduce_held_runs<1>(tree, shape, target, group, lane, first);
    if constexpr (packets_a_thread<Tree> > 1)
        if (shape.flat && shape.packets <= 2 * group)
            return reduce_held_runs<2>(tree, shape, target, group, lane, first);
    if constexpr (has_spread<Tree, V>)
        if (shape.rows == 1 && shape.packets <= group) {
            if constexpr (has_near<Tree, V>)
                if (shape.spread == spread_by::packets)
                    return reduce_spread_runs<true>(tree, shape, target, group, lane, first);
            if (shape.spread == spread_by::elements)
                return reduce_spread_runs<false>(tree, shape, target, group, lane, first);
        }
    if constexpr (reads_apart<Tree> && std::is_same_v<short_type, Reducer>)
        if (shape.rows == 1 && shape.packets <= group && shape.spread == spread_by::nothing) {
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
            index_t const packets = shape.rows * shape.packets;
            if (!accumulate_unlike<Tree, V>(tree, shape, first + u, 0, packets, group, sums)) {
                grid_cursor<Rank> cursor{};
                locate_axes(shape.extent, 0, shape.kept_end, first + u, cursor.at);
                accumulate_packets<Tree, V>(tree, shape, cursor, lane, packets, group, sums);
            }
        }
        auto total = sums.total();
        for (int distance = group / 2; distance > 0; distance /= 2)
            total = target.reducer.merge(total, shuffle_down(total, distance, group));
        if (lane == 0 && first + u < shape.outputs)
            target.template finish<output_axes::first>(shape, first + u, total);
    }
}

}  // namespace twill::inline v0::detail
