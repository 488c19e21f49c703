// SPDX-License-Identifier: MIT
// Reductions on the device: how outputs and elements are dealt to threads, and in how many parts.
// It depends on the shape and the device alone, so the bits are the same on every run of a device.
#pragma once

#include "twill/ops/pairs/outer_kernel.cuh"
#include "twill/ops/reduce/device_reducers.cuh"
#include "twill/ops/rows/kernel.cuh"

namespace twill::inline v0::detail {

template <>
struct reduction_backend<device_space> {
    template <class Plan>
    static void run(Plan const& p) {
        using Reducer = typename Plan::reducer_type;
        using R = typename device_reducer<Reducer>::type;
        if constexpr (std::is_same_v<R, Reducer>)
            run_plan(p);
        else
            run_plan(with_reducer(p, to_device_reducer(p.reducer)));
    }

    /// How many kernels `run` launches for a plan.
    template <class Plan>
    static int kernels(Plan p) {
        reduce_shape<Plan::rank> shape{};
        scheme const how = with_kernel_tree(
            p.tree, [&](auto make) { return arrange<typename decltype(make)::type>(p, shape); });
        return how == scheme::nothing ? 0
                                      : (how == scheme::identities || shape.splits == 1 ? 1 : 2);
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

    enum class scheme {
        nothing,
        identities,
        columns,
        outer_product,
        short_rows,
        flat_rows,
        long_rows
    };

    template <class Plan>
    static void run_plan(Plan p) {
        with_kernel_tree(p.tree, [&](auto make) {
            reduce_shape<Plan::rank> shape{};
            scheme const how = arrange<typename decltype(make)::type>(p, shape);
            if (how == scheme::nothing)
                return;
            if (how == scheme::identities)
                return finish(p, shape, nullptr);
            auto const& tree = make(p.tree);
            with_parts(p, shape,
                       [&](auto const& target) { run_parts(how, p, tree, shape, target); });
        });
    }

    template <class Plan, class Tree, class Reducer, class Sink, int Rank>
    static void run_parts(scheme how, Plan const& p, Tree const& tree,
                          reduce_shape<Rank> const& shape,
                          reduce_target<Reducer, Sink, Rank> const& target) {
        if constexpr (!Plan::whole) {
            if (how == scheme::columns)
                launch(reduce_columns_kernel<Tree, Reducer, Sink, Rank>,
                       shape.blocks * shape.splits, block_threads, 0, tree, shape, target);
            if (how == scheme::short_rows)
                launch(reduce_short_kernel<Tree, Reducer, Sink, Rank>,
                       divide_up(p.outputs, (block_threads >> shape.log2_group) * outputs_a_group),
                       block_threads, 0, tree, shape, target);
        }
        if constexpr (!Plan::whole && may_be_outer<Tree, Rank>)
            if (how == scheme::outer_product)
                launch(reduce_outer_kernel<Tree, Reducer, Sink, Rank>, shape.blocks * shape.splits,
                       block_threads, 0, tree, shape, target);
        if (how == scheme::flat_rows)
            launch(reduce_flat_kernel<Tree, Reducer, Sink, Rank>, shape.blocks * shape.splits,
                   block_threads, 0, tree, shape, target);
        if (how == scheme::long_rows)
            launch(reduce_long_kernel<Tree, Reducer, Sink, Rank>, shape.blocks * shape.splits,
                   block_threads, 0, tree, shape, target);
    }

    /// Whether no array changes along both of the last two axes of the rotated loop, one of which
    /// has all reduced elements.
    template <class Plan, int Rank>
    static bool is_outer(Plan& p, reduce_shape<Rank> const& shape) {
        if (shape.rows != shape.extent[Rank - 2])
            return false;
        auto const all = p.records();
        for (int k = 1; k < all.count; ++k)
            if (all.values[k].data && all.values[k].stride[Rank - 1] != 0 &&
                all.values[k].stride[Rank - 2] != 0)
                return false;
        return true;
    }

    /// Chooses how outputs and their elements are dealt to threads.
    template <class KernelTree, class Plan, int Rank>
    static scheme arrange(Plan& p, reduce_shape<Rank>& shape) {
        using Tree = typename Plan::tree_type;
        using Reducer = typename Plan::reducer_type;
        if (p.outputs == 0)
            return scheme::nothing;
        constexpr int V = reduce_lanes<Tree, Reducer>;
        shape = {p.extent, p.stride, p.split, Rank, p.outputs, p.reduced, 1,    1,
                 1,        0,        7,       0,    0,         0,         false};
        if (p.reduced == 0) {
            // Every output is the identity; the finish kernel merges no parts.
            shape.splits = 0;
            return scheme::identities;
        }
        // With every reduced axis of size 1, outputs are columns of one row.
        bool const copies = !Plan::whole && p.split == Rank;
        if (p.columns && !copies)
            rotate(p, shape);
        shape.flat = classify_operands<V>(p);
        if (!Plan::whole && (p.columns || copies)) {
            index_t const inner = shape.extent[Rank - 1];
            shape.kept_end = copies ? Rank - 1 : p.split - 1;
            shape.reduced_end = Rank - 1;
            shape.rows = p.reduced;
            bool outer = false;
            if constexpr (!Plan::whole && may_be_outer<KernelTree, Rank>)
                outer = !copies && is_outer(p, shape);
            shape.packets = outer ? inner : divide_up(inner, V);
            // Narrow blocks leave several threads a column, whose accumulators merge; with columns
            // enough that is not worth it.
            index_t const all = shape.packets * (p.outputs / inner);
            bool const many = all > resident_threads();
            shape.log2_group = log2_ceiling(shape.packets, many ? 8 : 6);
            // Multiprocessors are done together if they have many blocks each.
            if (outer && shape.log2_group == 8 && all < 8 * resident_threads())
                shape.log2_group = 7;
            index_t const height = block_threads >> shape.log2_group;
            shape.blocks =
                p.outputs / inner * divide_up(shape.packets, index_t{1} << shape.log2_group);
            index_t const resident = resident_blocks(4);
            if (outer) {
                cut(shape, shape.rows, height * outer_lanes<KernelTree> * 4, resident, 2);
                return scheme::outer_product;
            }
            cut(shape, shape.rows, height * packets_in_flight<Tree>, resident, 2);
            return scheme::columns;
        }
        index_t const inner = p.extent[Rank - 1];
        shape.rows = p.reduced / inner;
        shape.packets = divide_up(inner, V);
        index_t const packets = shape.rows * shape.packets;
        if (!Plan::whole && packets < 128) {
            shape.log2_group = log2_ceiling(packets, 5);
            return scheme::short_rows;
        }
        shape.blocks = p.outputs;
        shape.share = 4;
        cut(shape, packets, block_threads * packets_in_flight<Tree>,
            resident_blocks(shape.flat ? flat_blocks<KernelTree, Reducer> : 3), 4);
        return shape.flat ? scheme::flat_rows : scheme::long_rows;
    }

    /// Blocks that fill the current device where so many fit on a multiprocessor of 2048 threads.
    static index_t resident_blocks(int together) { return resident_threads() / 2048 * together; }

    /// Cuts outputs, where there are too few blocks, into parts of `all` units, so that each
    /// multiprocessor has `waves` blocks in the place of one. Parts have whole `step`s of units
    /// where they have more than one.
    template <int Rank>
    static void cut(reduce_shape<Rank>& shape, index_t all, index_t step, index_t resident,
                    index_t waves) {
        index_t const wanted = resident * waves / shape.blocks;
        index_t const most = divide_up(all, 2 * step);
        index_t const parts = wanted < 1 ? 1 : (wanted < most ? wanted : most);
        shape.large = parts * shape.blocks > resident ? parts / 2 : 0;
        shape.part = divide_up(all, parts + shape.large * (shape.share - 1));
        if (shape.part > step)
            shape.part = divide_up(shape.part, step) * step;
        if (all <= shape.large * shape.share * shape.part) {
            shape.part *= shape.share;
            shape.large = 0;
        }
        shape.splits =
            shape.large + divide_up(all - shape.large * shape.share * shape.part, shape.part);
    }

    /// Notes how operands lie along the inner axis; whether the whole operand is contiguous,
    /// aligned and in whole packets.
    template <int V, class Plan>
    static bool classify_operands(Plan& p) {
        auto const all = p.records();
        index_t const* const extent = p.extent.values;
        if (!classify(extent, Plan::rank, all.values, all.count, V, 0) ||
            extent[Plan::rank - 1] % V != 0)
            return false;
        for (int k = 1; k < all.count; ++k) {
            index_t step = all.values[k].stride[Plan::rank - 1];
            for (int d = Plan::rank - 2; d >= 0; --d) {
                step *= extent[d + 1];
                if (extent[d] != 1 && all.values[k].stride[d] != step)
                    return false;
            }
        }
        return true;
    }

    /// The innermost kept axis becomes the last one.
    template <class Plan, int Rank>
    static void rotate(Plan& p, reduce_shape<Rank>& shape) {
        auto const all = p.records();
        auto turn = [&](index_t* values) {
            index_t const kept = values[p.split - 1];
            for (int d = p.split - 1; d < Rank - 1; ++d)
                values[d] = values[d + 1];
            values[Rank - 1] = kept;
        };
        turn(p.extent.values);
        for (int k = 0; k < all.count; ++k)
            turn(all.values[k].stride);
        shape.extent = p.extent;
        shape.stride = p.stride;
    }

    template <class Plan, int Rank, class Launch>
    static void with_parts(Plan const& p, reduce_shape<Rank> const& shape, Launch&& launch_parts) {
        using Reducer = typename Plan::reducer_type;
        using Sink = typename Plan::sink_type;
        using accumulator = typename Reducer::accumulator;
        if (shape.splits == 1)
            return launch_parts(
                reduce_target<Reducer, Sink, Rank>{p.reducer, p.sink, p.origin, nullptr});
        storage_ref const scratch = memory<device_space>::allocate(
            byte_count(shape.splits * shape.outputs, sizeof(accumulator)));
        auto* const partial = static_cast<accumulator*>(scratch.get()->data);
        launch_parts(reduce_target<Reducer, Sink, Rank>{p.reducer, p.sink, p.origin, partial});
        finish(p, shape, partial);
    }

    template <class Plan, int Rank>
    static void finish(Plan const& p, reduce_shape<Rank> const& shape,
                       typename Plan::reducer_type::accumulator* partial) {
        using Reducer = typename Plan::reducer_type;
        using Sink = typename Plan::sink_type;
        // A few outputs of many parts take a block each.
        bool const deep = shape.outputs <= 32 && shape.splits >= block_threads;
        int const log2_width = deep ? 0 : log2_ceiling(shape.outputs, 5);
        unsigned const threads = deep ? finish_threads : block_threads;
        using accumulator = typename Reducer::accumulator;
        launch_behind<reduce_finish_kernel<Reducer, Sink, Rank>>(
            divide_up(shape.outputs, index_t{1} << log2_width), threads,
            deep ? group_scratch<accumulator> : threads * sizeof(accumulator), shape,
            reduce_target<Reducer, Sink, Rank>{p.reducer, p.sink, p.origin, partial}, log2_width);
    }
};

}  // namespace twill::inline v0::detail
