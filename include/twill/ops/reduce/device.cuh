// SPDX-License-Identifier: MIT
// Reductions on the device: which kernel runs, and where it leaves parts of outputs.
#pragma once

#include "twill/cuda/runtime/workspace.hpp"
#include "twill/ops/pairs/device.cuh"
#include "twill/ops/pairs/outer_kernel.cuh"
#include "twill/ops/reduce/backend.hpp"
#include "twill/ops/reduce/columns.cuh"
#include "twill/ops/reduce/device_reducers.cuh"
#include "twill/ops/rows/kernel.cuh"

namespace twill::inline v0::detail {

template <>
struct reduction_backend<device_space> {
    /// In one launch. The last block to finish a part of an output merges its parts.
    template <class Plan>
    static void run(Plan p) {
        using Tree = typename Plan::tree_type;
        reduce_shape<Plan::rank> shape{};
        if constexpr (has_repeats<Tree>) {
            reuse_plan<Tree> const reuse = plan_reuse(p.tree);
            reduce_scheme const how = arrange(p, shape, reuse.equal == reusable_terms<Tree>);
            if constexpr (outer_lanes_of<Plan> != 0)
                if (how == reduce_scheme::outer_product)
                    return launch_outer(p, reusing_tree<Tree, true>{p.tree, {}}, shape);
            launch_scheme(how, p, reusing_tree<Tree, false>{p.tree, reuse}, shape);
        } else {
            reduce_scheme const how = arrange(p, shape, true);
            if constexpr (outer_lanes_of<Plan> != 0)
                if (how == reduce_scheme::outer_product)
                    return launch_outer(p, p.tree, shape);
            launch_scheme(how, p, p.tree, shape);
        }
    }

    /// How many kernels `run` launches for a plan.
    template <class Plan>
    static int kernels(Plan const& p) {
        return p.outputs == 0 ? 0 : 1;
    }
    /// How many blocks of memory it takes for parts of outputs.
    template <class Plan>
    static int temporaries(Plan p) {
        reduce_shape<Plan::rank> shape{};
        return arrange(p, shape, true) != reduce_scheme::nothing && shape.splits > 1 ? 1 : 0;
    }

    /// Reductions of trailing axes inside an expression run with it, in one kernel.
    static constexpr bool fuses_rows = true;

    /// Whether run_rows is the way: long rows must be many, for a block works alone on each.
    template <class Plan>
    static bool takes_rows(Plan const& p) {
        constexpr index_t few = 96;
        return p.length <= index_t{max_row_threads} * row_packets *
                               lanes_of<typename Plan::tree_type, typename Plan::out_type> ||
               (p.length < (index_t{1} << 30) && p.rows >= few);
    }
    template <class Tree, class Out, int Rank>
    static void run_rows(row_plan<Tree, Out, Rank> p) {
        constexpr int V = lanes_of<Tree, Out>;
        auto const all = p.records();
        classify(p.extent.values, Rank, all.values, all.count, V, 0);
        row_shape<Tree, Rank> shape{};
        shape.extent = p.extent;
        shape.stride = p.stride;
        shape.rows = p.rows;
        shape.length = static_cast<int>(p.length);
        shape.packets = static_cast<int>(divide_up(p.length, V));
        shape.aligned = p.stride[Rank - 1] == 1 && packet_offset(all.values[0], V, 0) == 0 &&
                        rows_agree(p.extent.values, Rank, all.values[0], V);
        shape.same = equal_reductions(p.tree);
        shape.keeps_term = keeps_term<typename row_shape<Tree, Rank>::term_type>(p.tree);
        using element = typename row_shape<Tree, Rank>::element;
        if constexpr (!std::is_void_v<element>) {
            if (shape.aligned && p.length % V == 0 && keep_operand<element>(p.tree, shape)) {
                if (shape.packets <= 32 * few_row_packets) {
                    shape.log2_group = log2_ceiling(divide_up(shape.packets, few_row_packets), 5);
                    return launch_rows<few_row_packets, true, block_threads>(p, shape,
                                                                             block_threads);
                }
                if (run_kept_rows(p, shape))
                    return;
            }
        }
        shape.log2_group = row_threads(shape.packets, log2_max_row_threads);
        launch_rows<few_row_packets, false, max_row_threads>(
            p, shape, shape.log2_group > 5 ? 1 << shape.log2_group : 128);
    }

private:
    static constexpr int log2_max_row_threads = 10;
    static constexpr int max_row_threads = 1 << log2_max_row_threads;
    static constexpr int row_packets = 8;
    /// Blocks of a cluster are half as large: two fit on a multiprocessor, and one computes while
    /// the other waits.
    static constexpr int log2_cluster_threads = 9;
    static constexpr int few_row_packets = 2;
    static constexpr int log2_max_cluster = 3;

    /// The threads of a row of many packets, as a power of two.
    static int row_threads(index_t packets, int most) {
        int const wanted = log2_ceiling(divide_up(packets, row_packets), most);
        return wanted < 5 ? 5 : wanted;
    }

    /// Rows that fit into the registers of a block, or of a cluster; false where they do not.
    template <class Tree, class Out, int Rank>
    static bool run_kept_rows(row_plan<Tree, Out, Rank> const& p, row_shape<Tree, Rank>& shape) {
        constexpr auto* kernel = row_kernel<Tree, Out, Rank, row_packets, true, max_row_threads>;
        shape.log2_group = row_threads(shape.packets, log2_cluster_threads + log2_max_cluster);
        if (shape.packets > row_packets << shape.log2_group)
            return false;
        if (shape.log2_group <= log2_max_row_threads) {
            launch_rows<row_packets, true, max_row_threads>(
                p, shape, shape.log2_group > 5 ? 1 << shape.log2_group : 128);
            return true;
        }
        if (!has_hopper_code<kernel>())
            return false;
        int const log2_cluster = shape.log2_group - log2_cluster_threads;
        launch_clusters(kernel, p.rows << log2_cluster, 1u << log2_cluster_threads,
                        1u << log2_cluster, p.tree, p.out(), shape);
        return true;
    }

    template <int P, bool Kept, int Threads, class Tree, class Out, int Rank>
    static void launch_rows(row_plan<Tree, Out, Rank> const& p, row_shape<Tree, Rank> const& shape,
                            int threads) {
        launch(row_kernel<Tree, Out, Rank, P, Kept, Threads>,
               divide_up(p.rows << shape.log2_group, threads), static_cast<unsigned>(threads), 0,
               p.tree, p.out(), shape);
    }

    /// Whether all operands of one type that have every axis are one array, in aligned packets.
    template <class T, class Tree, int Rank>
    static bool keep_operand(Tree const& tree, row_shape<Tree, Rank>& shape) {
        bool first = true;
        bool same = true;
        for_each_kept<T>(tree, [&](auto const& node) {
            if (first)
                shape.operand = node.plain();
            first = false;
            same = same && node.how == access::packets && same_node(node.plain(), shape.operand);
        });
        return same;
    }

    /// What the kernels for outer products take; they need to know which terms are equal.
    template <class Tree>
    using outer_tree = std::conditional_t<has_repeats<Tree>, reusing_tree<Tree, true>, Tree>;
    template <class Plan>
    static constexpr int outer_lanes_of = [] {
        if constexpr (Plan::has_columns &&
                      may_be_outer<outer_tree<typename Plan::tree_type>, Plan::rank>)
            return outer_lanes<outer_tree<typename Plan::tree_type>>;
        else
            return 0;
    }();

    /// Chooses how outputs and their elements are dealt to threads.
    template <class Plan>
    static reduce_scheme arrange(Plan& p, reduce_shape<Plan::rank>& shape, bool may_be_outer) {
        using Tree = typename Plan::tree_type;
        using Reducer = typename device_reducer<typename Plan::reducer_type>::type;
        constexpr reduce_kernels kernels{
            .row_lanes = row_lanes<Tree>,
            .column_lanes = Plan::has_columns ? column_lanes<Tree, Reducer> : 0,
            .in_flight = packets_in_flight<Tree, row_lanes<Tree>>,
            .flat_blocks = flat_blocks<Plan::whole, Tree, Reducer>,
            .rows_blocks = rows_blocks<Tree, Reducer>,
            .column_blocks = column_blocks<Tree, Reducer>,
            .tile_elements = tile_elements<Tree>,
            .tile_counts = is_located<typename Tree::value_type>,
            .row_waves = sizeof(typename Reducer::accumulator) <= 8 ? reduce_tuning::row_waves
                                                                    : reduce_tuning::row_waves_wide,
            .warp_packets =
                reduce_tuning::warp_packets(row_lanes<Tree>, sizeof(typename Reducer::accumulator)),
            .outer_lanes = outer_lanes_of<Plan>,
            .whole = Plan::whole,
            .only_flat = Plan::whole && is_one_array<Tree>};
        shape.outputs = p.outputs;
        shape.reduced = p.reduced;
        auto const all = p.records();
        reduce_scheme const how =
            deal_out(shape, kernels, may_be_outer, resident_threads(), p.columns, p.extent.values,
                     Plan::rank, p.split, all.values, all.count, shape.packet_stride.values);
        shape.extent = p.extent;
        shape.stride = p.stride;
        return how;
    }

    template <class Plan, class Tree, int Rank>
    static void launch_scheme(reduce_scheme how, Plan const& p, Tree const& tree,
                              reduce_shape<Rank> const& shape) {
        using Reducer = typename device_reducer<typename Plan::reducer_type>::type;
        using Sink = typename Plan::sink_type;
        if (how == reduce_scheme::nothing)
            return;
        kernel_of<Plan, Tree> kernel = reduce_flat_kernel<Plan::whole, Tree, Reducer, Sink, Rank>;
        if constexpr (!(Plan::whole && is_one_array<typename Plan::tree_type>))
            if (how == reduce_scheme::rows)
                kernel = reduce_rows_kernel<Plan::whole, Tree, Reducer, Sink, Rank>;
        if constexpr (Plan::has_columns) {
            if (how == reduce_scheme::columns)
                kernel = reduce_columns_kernel<Tree, Reducer, Sink, Rank>;
            if constexpr (column_lanes<Tree, Reducer> > 1)
                if (how == reduce_scheme::shifted_columns)
                    kernel = reduce_shifted_columns_kernel<Tree, Reducer, Sink, Rank>;
        }
        launch_kernel(kernel, p, tree, shape);
    }
    template <class Plan, class Tree, int Rank>
    static void launch_outer(Plan const& p, Tree const& tree, reduce_shape<Rank> const& shape) {
        using Reducer = typename device_reducer<typename Plan::reducer_type>::type;
        launch_kernel(reduce_outer_kernel<Tree, Reducer, typename Plan::sink_type, Rank>, p, tree,
                      shape);
    }

    template <class Plan>
    using target_of = reduce_target<typename device_reducer<typename Plan::reducer_type>::type,
                                    typename Plan::sink_type, Plan::rank>;
    template <class Plan, class Tree>
    using kernel_of = void (*)(Tree, reduce_shape<Plan::rank>, target_of<Plan>);

    template <class Plan, class Tree>
    static void launch_kernel(kernel_of<Plan, Tree> kernel, Plan const& p, Tree const& tree,
                              reduce_shape<Plan::rank> const& shape) {
        using accumulator = typename target_of<Plan>::accumulator;
        launch_workspace room;
        if (shape.splits > 1)
            room = take_workspace(byte_count(shape.splits * shape.outputs, sizeof(accumulator)));
        launch(kernel, shape.blocks * shape.splits, block_threads, 0, tree, shape,
               target_of<Plan>{to_device_reducer(p.reducer), p.sink, p.origin,
                               static_cast<accumulator*>(room.parts), room.counters});
    }
};

}  // namespace twill::inline v0::detail
