// SPDX-License-Identifier: MIT
// Runs of flat operands that start and end between packets, and those that a warp reduces alone.
#pragma once

#include "twill/cuda/device/groups.cuh"
#include "twill/ops/reduce/accumulate.cuh"
#include "twill/ops/reduce/device_reducers.cuh"

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

template <class Tree>
__device__ __forceinline__ typename Tree::value_type element_at(Tree const& tree,
                                                                reduce_deal const& shape,
                                                                index_t base, index_t j) {
    if constexpr (has_one_axis<Tree> && !is_one_array<Tree>)
        return tree.template at<1>(full_cursor{base + j}).values[0];
    else
        return tree.template at<1>(cursor_at(base, j, shape)).values[0];
}

/// What lies before the first packet of a run and behind its last: an element for each of the first
/// threads that share the run.
template <class Tree, int V>
struct run_end {
    typename Tree::value_type x;
    bool there = false;

    /// Asks memory for that of thread `t`.
    __device__ __forceinline__ void load(Tree const& tree, reduce_deal const& shape,
                                         flat_run const& run, int t) {
        if constexpr (V > 1) {
            there = run.cut && t < shape.reduced - run.packets * V;
            if (there)
                x = element_at(tree, shape, run.start, t < run.head ? t : run.packets * V + t);
        }
    }
    template <class Sums>
    __device__ __forceinline__ void add_to(Sums& sums) const {
        if (V > 1 && there) {
            lanes<typename Tree::value_type, V> repeated;
            for (int l = 0; l < V; ++l)
                repeated.values[l] = x;
            sums.add(repeated, 0, 1);
        }
    }
};
template <class Tree, int V, class Sums>
__device__ __forceinline__ void add_ends(Tree const& tree, reduce_deal const& shape,
                                         flat_run const& run, int t, Sums& sums) {
    run_end<Tree, V> end;
    end.load(tree, shape, run, t);
    end.add_to(sums);
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
    // Costly functions of few packets: what hides memory is other warps.
    constexpr int flight =
        terms_of<Tree> != 0 ? smaller(2, packets_in_flight<Tree, V>) : packets_in_flight<Tree, V>;
    constexpr std::size_t bytes = sizeof(typename short_type::accumulator);
    // Sums merge in two instructions; positions, which take more, merge with those of other runs.
    // (Wider accumulators would take the registers. Positions in rows of 500 float32, 2^24 in all:
    // 0.026 ms, one run after the other 0.033.)
    constexpr int runs = bytes <= 4 && flight > 1 ? 2 : 1;
    constexpr int each = flight / runs;
    constexpr int together = bytes > 4 && bytes <= 8 ? outputs_a_group : runs;
    short_type const& reducer = brief::of(target.reducer);
    int const lane = static_cast<int>(threadIdx.x) & 31;
    index_t const last = first + shape.warp_runs;
    share mine[together];
#pragma unroll 1
    for (int held = 0; first < last && first < shape.outputs; first += runs) {
        lane_accumulators<short_type, V> sums[2] = {
            lane_accumulators<short_type, V>(reducer),
            lane_accumulators<short_type, V>(reducer)};  // as many as there are runs are used
        flat_run run[runs];
        counted_cursor at[runs];
        index_t longest = 0;
#pragma unroll
        for (int r = 0; r < runs; ++r) {
            bool const there = first + r < last && first + r < shape.outputs;
            run[r] = flat_run::of<V>(shape, shape.start_of(there ? first + r : first));
            if (!there)
                run[r].packets = 0;
            at[r] = cursor_at(run[r].start, run[r].head, shape);
            longest = run[r].packets > longest ? run[r].packets : longest;
        }
        run_end<Tree, V> ends[runs];
        int pushed[runs] = {};
        for (index_t q = lane; q < longest; q += 32 * each) {
            lanes<typename Tree::value_type, V> x[runs][each];
#pragma unroll
            for (int r = 0; r < runs; ++r)
#pragma unroll
                for (int u = 0; u < each; ++u) {
                    index_t const packet = q + 32 * u;
                    counted_cursor c = at[r];
                    c.i += packet * V;
                    c.inner += packet * V;
                    if (packet < run[r].packets)
                        x[r][u] = tree.template at<V>(c);
                }
            // Every thread comes here: there are more packets than threads. (Costly functions would
            // keep the packets' values in memory meanwhile. No if constexpr: nvcc warns of the
            // pragma before a discarded loop.)
            if constexpr (pools_runs<short_type>)
                if (q == lane)
                    for (int r = 0; r < runs; ++r)
                        sums[r].start_at(start_warp<short_type>(x[r][0]));
            if (terms_of<Tree> == 0 && q == lane)
#pragma unroll
                for (int r = 0; r < runs; ++r)
                    if (run[r].packets > 0)
                        ends[r].load(tree, shape, run[r], lane);
#pragma unroll
            for (int r = 0; r < runs; ++r) {
#pragma unroll
                for (int u = 0; u < each; ++u)
                    if (q + 32 * u < run[r].packets)
                        sums[r].add_next(x[r][u]);
                if constexpr (!pools_runs<short_type>)
                    sums[r].added(each, pushed[r]);
            }
        }
#pragma unroll
        for (int r = 0; r < runs; ++r) {
            if constexpr (terms_of<Tree> != 0)
                if (run[r].packets > 0)
                    ends[r].load(tree, shape, run[r], lane);
            ends[r].add_to(sums[r]);
            share const own = share::of(sums[r]);
#pragma unroll
            for (int k = 0; k < together; ++k)
                mine[k] = k == held + r || held + r == 0 ? own : mine[k];
        }
        held += runs;
        if (held < together && first + runs < last && first + runs < shape.outputs)
            continue;
        merging const merger = share::merging(reducer);
        auto const put = [&](int k, typename merging::accumulator const& sum) {
            share of = mine[0];
#pragma unroll
            for (int j = 1; j < together; ++j)
                of = j == k ? mine[j] : of;
            index_t const output = first + runs - held + k;
            if (output < shape.outputs && output < last)
                target.template finish<output_axes::first>(shape, output,
                                                           brief::widen(of.settle(sum)));
        };
        if (together > runs && held > runs) {
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
        held = 0;
    }
}

}  // namespace twill::inline v0::detail
