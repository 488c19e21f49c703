// SPDX-License-Identifier: MIT
// Runs of flat operands that start and end between packets, and those that a warp reduces alone.
#pragma once

#include "twill/cuda/device/groups.cuh"
#include "twill/ops/reduce/accumulate.cuh"
#include "twill/ops/reduce/device_reducers.cuh"
#include "twill/ops/reduce/loaded_packets.cuh"

namespace twill::inline v0::detail {

/// Element `j` of the run that starts at element `base` of flat operands.
__device__ __forceinline__ counted_cursor cursor_at(index_t base, index_t j,
                                                    reduce_deal const& shape) {
    index_t const i = base + j;
    return {{i}, shape.counts_outputs ? i : j, {}};
}

/// A run of flat operands between two packets: what lies before its first packet, and how many
/// whole packets follow.
struct flat_run {
    index_t start;    ///< its first element
    int head;         ///< elements before the first packet
    index_t packets;  ///< whole ones
    bool cut;         ///< it may start or end between packets

    template <int V>
    static __device__ __forceinline__ flat_run of(reduce_deal const& shape, index_t start) {
        bool const cut = V > 1 && !shape.whole_packets;
        int const head = cut ? static_cast<int>(-start - shape.packet_start) & (V - 1) : 0;
        return {start, head, cut ? (shape.reduced - head) / V : shape.rows * shape.packets, cut};
    }
};

/// What lies before the first packet of a run and behind its last: an element for each of the first
/// threads that share the run.
template <class Tree, int V>
struct run_end {
    /// Operands of one axis may have steps.
    static constexpr bool at_once = has_one_axis<Tree> && !is_one_array<Tree>;
    static constexpr bool loads_first = !at_once && held_values<Tree, 1, 16>::loads_first;
    std::conditional_t<at_once, typename Tree::value_type, held_values<Tree, 1, 16>> x;
    index_t number = -1;  ///< of the element; below zero without one
    index_t start;

    /// Asks memory for that of thread `t`.
    __device__ __forceinline__ void load(Tree const& tree, reduce_deal const& shape,
                                         flat_run const& run, int t) {
        if constexpr (V > 1) {
            if (!run.cut || t >= shape.reduced - run.packets * V)
                return;
            number = t < run.head ? t : run.packets * V + t;
            start = run.start;
            if constexpr (at_once)
                x = tree.template at<1>(full_cursor{start + number}).values[0];
            else
                x.load(tree, cursor_at(start, number, shape));
        }
    }
    template <class Sums>
    __device__ __forceinline__ void add_to(Tree const& tree, reduce_deal const& shape,
                                           Sums& sums) const {
        if (V > 1 && number >= 0) {
            auto const value = [&] {
                if constexpr (at_once)
                    return x;
                else
                    return x.value(tree, cursor_at(start, number, shape)).values[0];
            }();
            lanes<typename Tree::value_type, V> repeated;
            for (int l = 0; l < V; ++l)
                repeated.values[l] = value;
            sums.add(repeated, 0, 1);
        }
    }
};
template <class Tree, int V, class Sums>
__device__ __forceinline__ void add_ends(Tree const& tree, reduce_deal const& shape,
                                         flat_run const& run, int t, Sums& sums) {
    run_end<Tree, V> end;
    end.load(tree, shape, run, t);
    end.add_to(tree, shape, sums);
}

/// What a thread has of a run that a warp reduces, and merges with what the others have.
template <class Reducer, bool = pools_runs<Reducer>>
struct warp_share {
    using merger = Reducer;
    typename Reducer::accumulator sum;

    template <class Sums>
    __device__ __forceinline__ static warp_share of(Sums& sums) {
        return {sums.total()};
    }
    __device__ __forceinline__ static Reducer const& merging(Reducer const& reducer) {
        return reducer;
    }
    __device__ __forceinline__ typename Reducer::accumulator settle(
        typename Reducer::accumulator const& a) const {
        return a;
    }
};
/// Of runs whose threads have a pivot in common.
template <class Reducer>
struct warp_share<Reducer, true> {
    using merger = pooled_merger<Reducer>;
    typename merger::accumulator sum;
    typename Reducer::value pivot;

    template <class Sums>
    __device__ __forceinline__ static warp_share of(Sums& sums) {
        return {merger::of(sums.now[0]), sums.now[0].pivot};
    }
    __device__ __forceinline__ static merger merging(Reducer const&) { return {}; }
    __device__ __forceinline__ typename Reducer::accumulator settle(
        typename merger::accumulator const& a) const {
        return merger::settle(a, pivot);
    }
};

/// Runs of flat operands that are longer than a warp has threads and too short for a block: a warp
/// has `shape.warp_runs` neighbouring ones, one or outputs_a_group. Packets of two are under way
/// together where accumulators are small; of four, what threads have is merged together where those
/// are positions of narrow elements.
template <class Tree, class Reducer, class Sink, int Rank>
__device__ __forceinline__ void reduce_warp_runs(Tree const& tree, reduce_shape<Rank> const& shape,
                                                 reduce_target<Reducer, Sink, Rank> const& target,
                                                 index_t first) {
    using brief = short_reducer<Reducer>;
    using short_type = typename brief::type;
    using share = warp_share<short_type>;
    using merging = typename share::merger;
    constexpr int V = row_lanes<Tree>;
    // What is held of a packet: many operands, or costly functions that are computed at once, leave
    // registers for two.
    constexpr int most_bytes = 48;
    constexpr int operands = leaf_packets<Tree, V>::bytes;
    constexpr bool loads_first = operands > 0 && operands <= most_bytes;
    constexpr int flight = (loads_first ? operands > 32 : terms_of<Tree> != 0)
                               ? smaller(2, packets_in_flight<Tree, V>)
                               : packets_in_flight<Tree, V>;
    constexpr std::size_t bytes = sizeof(typename short_type::accumulator);
    // Sums merge in two instructions; positions, which take more, merge with those of other runs.
    // (Wider accumulators would take the registers. Positions in rows of 500 float32, 2^24 in all:
    // 0.026 ms, one run after the other 0.033.)
    constexpr int runs = bytes <= 4 && flight > 1 && (V <= 4 || operands <= 16) ? 2 : 1;
    constexpr int each = flight / runs;
    // What is computed at once would be in registers meanwhile.
    constexpr bool ends_first = run_end<Tree, V>::loads_first;
    constexpr int together = bytes > 4 && bytes <= 8 ? outputs_a_group : runs;
    short_type const& reducer = brief::of(target.reducer);
    int const lane = static_cast<int>(threadIdx.x) & 31;
    index_t const last = first + shape.warp_runs;
    // Zero, which the compiler does not know: where loading a packet and adding it depend on one
    // thing, it is added, and waited for, before the next one is loaded.
    int const none = shape.warp_runs >> 8;
    share mine[together];
#pragma unroll 1
    for (int done = 0; first < last && first < shape.outputs; first += runs) {
        lane_accumulators<short_type, V> sums[2] = {
            lane_accumulators<short_type, V>(reducer),
            lane_accumulators<short_type, V>(reducer)};  // as many as there are runs are used
        run_end<Tree, V> ends[runs];
        counted_cursor at[runs];
        int packets[runs];  // few enough
        int longest = 0;
#pragma unroll
        for (int r = 0; r < runs; ++r) {
            bool const there = first + r < last && first + r < shape.outputs;
            flat_run const run = flat_run::of<V>(shape, shape.start_of(there ? first + r : first));
            packets[r] = there ? static_cast<int>(run.packets) : 0;
            longest = larger(longest, packets[r]);
            at[r] = cursor_at(run.start, run.head + lane * V, shape);
            if (there && ends_first)
                ends[r].load(tree, shape, run, lane);
        }
        int pushed[runs] = {};
#pragma unroll 1
        for (int q = lane; q < longest; q += 32 * each) {
            held_values<Tree, V, most_bytes> x[runs][each];
            auto const cursor_of = [&](int r, int u) {
                counted_cursor c = at[r];
                c.i += 32 * V * u;
                c.inner += 32 * V * u;
                return c;
            };
#pragma unroll
            for (int r = 0; r < runs; ++r)
#pragma unroll
                for (int u = 0; u < each; ++u)
                    if (q + 32 * u < packets[r])
                        x[r][u].load(tree, cursor_of(r, u));
            int const held = loads_first ? q + none : q;
            // Every thread comes here: there are as many packets as threads at least.
            if constexpr (pools_runs<short_type>)
                if (q == lane)
                    for (int r = 0; r < runs; ++r)
                        sums[r].start_at(
                            start_warp<short_type>(x[r][0].value(tree, cursor_of(r, 0))));
#pragma unroll
            for (int r = 0; r < runs; ++r) {
#pragma unroll
                for (int u = 0; u < each; ++u)
                    if (held + 32 * u < packets[r])
                        sums[r].add_next(x[r][u].value(tree, cursor_of(r, u)));
                if constexpr (!pools_runs<short_type>)
                    sums[r].added(each, pushed[r]);
                at[r].i += 32 * V * each;
                at[r].inner += 32 * V * each;
            }
        }
#pragma unroll
        for (int r = 0; r < runs; ++r) {
            if (!ends_first && first + r < last && first + r < shape.outputs)
                ends[r].load(tree, shape, flat_run::of<V>(shape, shape.start_of(first + r)), lane);
            ends[r].add_to(tree, shape, sums[r]);
            share const own = share::of(sums[r]);
#pragma unroll
            for (int k = 0; k < together; ++k)
                mine[k] = k == done + r || done + r == 0 ? own : mine[k];
        }
        done += runs;
        if (done < together && first + runs < last && first + runs < shape.outputs)
            continue;
        merging const merger = share::merging(reducer);
        auto const put = [&](int k, typename merging::accumulator const& sum) {
            share of = mine[0];
#pragma unroll
            for (int j = 1; j < together; ++j)
                of = j == k ? mine[j] : of;
            index_t const output = first + runs - done + k;
            if (output < shape.outputs && output < last)
                target.template finish<output_axes::first>(shape, output,
                                                           brief::widen(of.settle(sum)));
        };
        if (together > runs && done > runs) {
            typename merging::accumulator all[outputs_a_group];
#pragma unroll
            for (int k = 0; k < outputs_a_group; ++k)
                all[k] = mine[k < together ? k : 0].sum;
            merge_four(merger, 32, lane, all, put);
        } else {
#pragma unroll
            for (int r = 0; r < runs; ++r) {
                auto const sum = merge_lanes(merger, mine[r].sum, 32);
                if (lane == 0)
                    put(r, sum);
            }
        }
        done = 0;
    }
}

}  // namespace twill::inline v0::detail
