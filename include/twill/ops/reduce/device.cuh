// SPDX-License-Identifier: MIT
// Reductions on the device: which kernel runs, and where it leaves parts of outputs.
#pragma once

#include "twill/cuda/runtime/workspace.hpp"
#include "twill/ops/pairs/device.cuh"
#include "twill/ops/pairs/outer_kernel.cuh"
#include "twill/ops/reduce/backend.hpp"
#include "twill/ops/reduce/columns.cuh"
#include "twill/ops/reduce/device_reducers.cuh"
#include "twill/ops/reduce/joined_columns.cuh"
#include "twill/ops/reduce/narrow_columns.cuh"
#include "twill/ops/reduce/patches.cuh"

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
            launch_scheme(how, p, scheme_tree<Tree>{p.tree, reuse}, shape);
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

private:
    /// What the kernels of schemes take.
    template <class Tree>
    using scheme_tree = std::conditional_t<has_repeats<Tree>, reusing_tree<Tree, false>, Tree>;
    /// What the kernels for outer products take; they need to know which terms are equal.
    template <class Tree>
    using outer_tree = std::conditional_t<has_repeats<Tree>, reusing_tree<Tree, true>, Tree>;
    /// Whether there are kernels for columns: a block's accumulators stand in shared memory.
    template <class Plan>
    static constexpr bool has_columns =
        Plan::has_columns &&
        sizeof(columns_scratch<typename device_reducer<typename Plan::reducer_type>::type>) <=
            elementwise_tuning::shared_bytes - 64;  // beside the flag of the last part
    /// Of a matrix, columns will do.
    template <class Plan, class Tree>
    static constexpr bool has_patches =
        has_columns<Plan> && Plan::rank >= 3 && patch_elements<Tree> > 0;
    template <class Plan, class Tree>
    static constexpr bool joins_columns =
        has_columns<Plan> && Plan::has_joined_columns &&
        has_joined_columns<Tree, typename device_reducer<typename Plan::reducer_type>::type>;
    template <class Plan>
    static constexpr int outer_lanes_of = [] {
        if constexpr (has_columns<Plan> &&
                      may_be_outer<outer_tree<typename Plan::tree_type>, Plan::rank>)
            return outer_lanes<outer_tree<typename Plan::tree_type>>;
        else
            return 0;
    }();

    /// Packets of a run from which on a thread has two of it.
    template <class Tree, class Reducer>
    static constexpr int pairs_from =
        packets_a_thread<Tree> == 1
            ? 33
            : reduce_tuning::pairs_from(is_located<typename Tree::value_type> && Tree::widest > 4,
                                        sizeof(typename Reducer::accumulator));

    /// Chooses how outputs and their elements are dealt to threads.
    template <class Plan>
    TWILL_NOINLINE static reduce_scheme arrange(Plan& p, reduce_shape<Plan::rank>& shape,
                                                bool may_be_outer) {
        using Tree = typename Plan::tree_type;
        using Reducer = typename device_reducer<typename Plan::reducer_type>::type;
        constexpr reduce_kernels kernels{
            .row_lanes = row_lanes<Tree>,
            .column_lanes = has_columns<Plan> ? column_lanes<Tree, Reducer> : 0,
            .in_flight = packets_in_flight<Tree, row_lanes<Tree>>,
            .flat_blocks = flat_blocks<Plan::whole, Tree, Reducer>,
            .rows_blocks = rows_blocks<Tree, Reducer>,
            .column_blocks = column_blocks<Tree, Reducer>,
            .tile_elements = tile_elements<scheme_tree<Tree>, Reducer>,
            .tiles_ahead = tiles_ahead<scheme_tree<Tree>, Reducer>,
            .array_widest = has_several_arrays<scheme_tree<Tree>>
                                ? room_of_short_rows<arrays_frame<scheme_tree<Tree>>>.widest
                                : 0,
            .tile_counts = is_located<typename Tree::value_type>,
            .cuts = has_cut_runs<scheme_tree<Tree>, Reducer>,
            .cut_packets = reduce_tuning::cut_packets(
                row_lanes<Tree>, Tree::records > 1 && terms_of<Tree> == 0,
                is_located<typename Tree::value_type> ||
                    pools_runs<typename short_reducer<Reducer>::type> ||
                    (Tree::records == 1 && sizeof(typename Reducer::accumulator) > 8)),
            .several = Tree::records > 1,
            .narrow_sums = sizeof(typename Reducer::accumulator) <= 4,
            .short_packets = 32 * packets_a_thread<Tree>,
            .pairs_from = pairs_from<Tree, Reducer>,
            .warp_packets =
                reduce_tuning::warp_packets(row_lanes<Tree>, sizeof(typename Reducer::accumulator)),
            .outer_lanes = outer_lanes_of<Plan>,
            .row_waves = Plan::whole || sizeof(typename Reducer::accumulator) > 8
                             ? 1
                             : reduce_tuning::row_waves,
            .narrow_columns = has_narrow_columns<Tree, Reducer>,
            .wide_sums = sizeof(typename Reducer::accumulator) > 8,
            .patch_elements =
                has_patches<Plan, scheme_tree<Tree>> ? patch_elements<scheme_tree<Tree>> : 0,
            .patch_blocks = reduce_tuning::patch_blocks,
            .patch_bytes = static_cast<int>(sizeof(typename patch_values<scheme_tree<Tree>>::type)),
            .joined_units = joins_columns<Plan, scheme_tree<Tree>>
                                ? joined_units<scheme_tree<Tree>, Reducer>
                                : 0,
            .whole = Plan::whole,
            .tiles = may_tile<Plan::whole, Tree, Plan::rank>,
            .spread = has_spread<scheme_tree<Tree>, row_lanes<Tree>> &&
                      (spreads_one_axis<Tree> || !(Plan::whole && is_one_run<Tree>)),
            .near = has_near<Tree, row_lanes<Tree>>,
            .spread_columns =
                has_columns<Plan> && has_spread<scheme_tree<Tree>, column_lanes<Tree, Reducer>>,
            .near_columns = has_near<Tree, column_lanes<Tree, Reducer>>,
            .only_flat = Plan::whole && is_one_run<Tree>};
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
        static_assert(std::is_same_v<Tree, scheme_tree<typename Plan::tree_type>>,
                      "what a block keeps was dealt out for another tree");
        if (how == reduce_scheme::nothing)
            return;
        kernel_of<Plan, Tree> kernel = reduce_flat_kernel<Plan::whole, Tree, Reducer, Sink, Rank>;
        if constexpr (!(Plan::whole && is_one_run<typename Plan::tree_type>))
            if (how == reduce_scheme::rows)
                kernel = reduce_rows_kernel<Plan::whole, Tree, Reducer, Sink, Rank>;
        if constexpr (has_columns<Plan>) {
            if (how == reduce_scheme::columns)
                kernel = reduce_columns_kernel<Tree, Reducer, Sink, Rank>;
            if constexpr (has_spread<Tree, column_lanes<Tree, Reducer>>)
                if (how == reduce_scheme::spread_columns)
                    kernel = reduce_spread_columns_kernel<Tree, Reducer, Sink, Rank>;
            if constexpr (column_lanes<Tree, Reducer> > 1)
                if (how == reduce_scheme::shifted_columns)
                    kernel = reduce_shifted_columns_kernel<Tree, Reducer, Sink, Rank>;
            if constexpr (joins_columns<Plan, Tree>)
                if (how == reduce_scheme::joined_columns)
                    kernel = reduce_joined_columns_kernel<Tree, Reducer, Sink, Rank>;
            if constexpr (has_patches<Plan, Tree>)
                if (how == reduce_scheme::patches)
                    kernel = reduce_patches_kernel<Tree, Reducer, Sink, Rank>;
            if constexpr (has_narrow_columns<Tree, Reducer>)
                if (how == reduce_scheme::narrow_columns)
                    kernel = reduce_narrow_columns_kernel<Tree, Reducer, Sink, Rank>;
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
