// SPDX-License-Identifier: MIT
// Runs of flat operands that start and end between packets, and those that a warp reduces alone.
#pragma once

#include "twill/cuda/device/groups.cuh"
#include "twill/ops/reduce/accumulate.cuh"

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

/// Runs of flat operands that are longer than a warp has threads and too short for a block: a warp
/// has `shape.warp_runs` neighbouring ones, and packets of two of them are under way together.
template <class Tree, class Reducer, class Sink, int Rank>
__device__ __forceinline__ void reduce_warp_runs(Tree const& tree, reduce_shape<Rank> const& shape,
                                                 reduce_target<Reducer, Sink, Rank> const& target,
                                                 index_t first) {
    using brief = short_reducer<Reducer>;
    using short_type = typename brief::type;
    constexpr int V = row_lanes<Tree>;
    // Costly functions of few packets: what hides memory is other warps.
    constexpr int flight =
        terms_of<Tree> != 0 ? smaller(2, packets_in_flight<Tree, V>) : packets_in_flight<Tree, V>;
    constexpr int runs = sizeof(typename short_type::accumulator) <= 8 && flight > 1 ? 2 : 1;
    constexpr int each = flight / runs;
    short_type const& reducer = brief::of(target.reducer);
    int const lane = static_cast<int>(threadIdx.x) & 31;
    index_t const last = first + shape.warp_runs;
#pragma unroll 1
    for (; first < last && first < shape.outputs; first += runs) {
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
            if (first + r >= last || first + r >= shape.outputs)
                continue;  // the same for all threads of a warp
            if constexpr (terms_of<Tree> != 0)
                ends[r].load(tree, shape, run[r], lane);
            ends[r].add_to(sums[r]);
            typename short_type::accumulator total;
            if constexpr (pools_runs<short_type>) {
                using merger = pooled_merger<short_type>;
                total = merger::settle(merge_lanes(merger{}, merger::of(sums[r].now[0]), 32),
                                       sums[r].now[0].pivot);
            } else {
                total = merge_lanes(reducer, sums[r].total(), 32);
            }
            if (lane == 0)
                target.template finish<output_axes::first>(shape, first + r, brief::widen(total));
        }
    }
}

}  // namespace twill::inline v0::detail
