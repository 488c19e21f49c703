// SPDX-License-Identifier: MIT
// Reductions over pairs on the device: which shapes run as tiles, and in how many parts.
#pragma once

#include "twill/cuda/runtime/workspace.hpp"
#include "twill/ops/pairs/few_kernel.cuh"
#include "twill/ops/pairs/nested_kernel.cuh"
#include "twill/ops/pairs/stream_columns.cuh"
#include "twill/ops/pairs/stream_kernel.cuh"
#include "twill/ops/pairs/stream_short.cuh"
#include "twill/ops/reduce/device_reducers.cuh"

namespace twill::inline v0::detail {

/// How tiles may be cut into parts.
struct pair_splitting {
    index_t places;  ///< of blocks on the device
    index_t fewest;  ///< elements of a part
    index_t whole;   ///< elements that are taken together
    index_t waves;   ///< blocks of a place, one after the other
    index_t ends;    ///< what a block's start and end take, in elements
};
/// Into so many parts that the device's places are done soonest.
inline void split_tiles(pair_splitting const& with, index_t tiles, index_t elements, index_t& part,
                        index_t& splits) {
    splits = 1;
    part = elements;
    index_t best = divide_up(tiles, with.places) * (elements + with.ends);
    for (index_t waves = 1; waves <= with.waves; ++waves) {
        index_t const wanted = with.places * waves / tiles;
        index_t const most = elements / with.fewest;
        index_t const count = wanted < most ? wanted : most;
        if (count < 2)
            continue;
        index_t const steps = divide_up(divide_up(elements, count), with.whole) * with.whole;
        index_t const time =
            divide_up(tiles * divide_up(elements, steps), with.places) * (steps + with.ends);
        if (time < best) {
            best = time;
            part = steps;
            splits = divide_up(elements, steps);
        }
    }
    if (splits < 2 || tiles * pair_merges(static_cast<unsigned>(splits), pair_tuning::merged) >
                          index_t{most_counters}) {
        splits = 1;
        part = elements;
    }
}

/// Tiles of outputs, where each operand lacks some axes. `Guessed` false: for operands that are not
/// what they are taken for. `Small`: tiles of fewer outputs, where they are done sooner.
template <class Plan, bool Guessed = true, bool Small = false>
struct tiled_pairs {
    using policy = pair_policy<typename Plan::pair_tree_type,
                               typename device_reducer<typename Plan::reducer_type>::type,
                               Plan::rank, Plan::pair_reduced, Guessed, -1, Small>;
    using others = tiled_pairs<Plan, Guessed, !Small>;
    static constexpr int outputs = policy::cut.rows * policy::cut.columns;
    static constexpr bool fits = policy::fits &&
                                 !(policy::flat && goes_many_ways<typename policy::tree_type>) &&
                                 (!Small || (!policy::flat && outputs < others::outputs));
    using shape_type = pair_shape<Plan::rank>;

    static bool deal(Plan const& p, shape_type& shape) {
        shape = pair_shape_of<policy>(p);
        if (!suits_tiles<policy>(shape) || !has_short_strides(p.pairs))
            return false;
        index_t const time = split(shape);
        if constexpr (Small) {
            auto other = pair_shape_of<typename others::policy>(p);
            if (time >= others::split(other))
                return false;
        }
        if constexpr (!Guessed)
            shape.twins = pair_twins_of(p.pairs).which;
        return true;
    }
    static void run(Plan const& p, shape_type const& shape) {
        using Sink = typename Plan::sink_type;
        using accumulator = typename policy::reducer_type::accumulator;
        launch_workspace room;
        if (shape.splits > 1)
            room = take_workspace(
                byte_count(shape.splits * shape.tiles * policy::block_rows * policy::block_columns,
                           sizeof(accumulator)));
        launch(reduce_pairs_kernel<policy, Sink, Plan::rank>, shape.tiles * shape.splits,
               policy::threads, 0, p.pairs, to_device_reducer(p.reducer), p.sink, shape,
               static_cast<accumulator*>(room.parts), room.counters);
    }

    /// Cuts the reduced elements into parts where there are too few tiles for the device. Returns
    /// the time that it takes, of tiles of two axes.
    static index_t split(shape_type& s) {
        split_pairs(s.tiles, s.reduced, s.part, s.splits);
        if constexpr (policy::flat)
            return 0;
        else
            return time_of(s.tiles * s.splits, s.part, s.splits > 1);
    }

private:
    /// What a multiprocessor with the most blocks takes.
    static index_t time_of(index_t blocks, index_t steps, bool merges) {
        // Of a step.
        index_t const time =
            Small ? pair_tuning::small_time : divide_up(pair_tuning::tile_time * outputs, 64);
        index_t const ends = Small ? pair_tuning::small_ends : pair_tuning::tile_ends;
        index_t const merging = Small ? pair_tuning::small_merging : pair_tuning::tile_merging;
        return divide_up(blocks, resident_threads() / 2048) * (steps + ends) * time +
               (merges ? merging * pair_tuning::small_time : 0);
    }
    /// Each place has a block or (flat) some of them one after the other.
    static void split_pairs(index_t tiles, index_t reduced, index_t& part, index_t& splits) {
        constexpr index_t fewest = policy::flat ? pair_tuning::fewest_flat_steps
                                   : Small      ? pair_tuning::fewest_small_steps
                                                : pair_tuning::fewest_tile_steps;
        // Steps that are computed, or staged, together.
        constexpr index_t whole = policy::flat ? policy::cut.together : policy::cut.steps;
        split_tiles({resident_threads() / 2048 * policy::blocks, fewest, whole,
                     policy::flat ? pair_tuning::flat_waves : 1, pair_tuning::block_steps},
                    tiles, reduced, part, splits);
    }
};

/// Few outputs of long sums.
template <class Plan>
struct few_pairs {
    using policy = pair_policy<typename Plan::pair_tree_type,
                               typename device_reducer<typename Plan::reducer_type>::type,
                               Plan::rank, Plan::pair_reduced, true, two_kept_axes>;
    static constexpr bool fits = policy::fits;
    using shape_type = pair_shape<Plan::rank>;

    static bool deal(Plan const& p, shape_type& shape) {
        shape = pair_shape_of<policy>(p);
        index_t const rows = shape.extent[policy::axes.row];
        index_t const columns = shape.extent[policy::axes.column];
        if (shape.reduced < pair_tuning::fewest_long_steps || rows < 2 || columns < 2 ||
            shape.row_tiles * policy::block_rows * shape.column_tiles * policy::block_columns <
                rows * columns * pair_tuning::least_part ||
            !has_short_strides(p.pairs))
            return false;
        index_t const batch = shape.tiles / (shape.row_tiles * shape.column_tiles);
        shape.row_tiles = divide_up(rows, index_t{policy::cut.rows});
        shape.column_tiles = divide_up(columns, index_t{policy::cut.columns});
        shape.tiles = shape.row_tiles * shape.column_tiles * batch;
        if (shape.tiles > index_t{most_counters})
            return false;
        index_t const wanted = resident_threads() / 2048 * pair_tuning::few_blocks / shape.tiles;
        index_t const most = shape.reduced / (block_threads * pair_tuning::fewest_few_steps);
        index_t const count = wanted < most ? wanted : most;
        if (count > 1) {
            shape.part =
                divide_up(divide_up(shape.reduced, count), index_t{block_threads}) * block_threads;
            shape.splits = divide_up(shape.reduced, shape.part);
        }
        return true;
    }
    static void run(Plan const& p, shape_type const& shape) {
        using Sink = typename Plan::sink_type;
        using accumulator = typename policy::reducer_type::accumulator;
        launch_workspace room;
        if (shape.splits > 1)
            room = take_workspace(
                byte_count(shape.splits * shape.tiles * policy::cut.rows * policy::cut.columns,
                           sizeof(accumulator)));
        launch(reduce_few_pairs_kernel<policy, Sink, Plan::rank>, shape.tiles * shape.splits,
               block_threads, 0, p.pairs, to_device_reducer(p.reducer), p.sink, shape,
               static_cast<accumulator*>(room.parts), room.counters);
    }
};

/// Operands that stream through, beside others that lack axes; or (`Any`) any.
template <class Plan, bool Guessed = true, bool Any = false>
struct streamed_pairs {
    using policy = stream_policy<typename Plan::pair_tree_type,
                                 typename device_reducer<typename Plan::reducer_type>::type,
                                 Plan::rank, Plan::pair_reduced, Guessed, Any>;
    static constexpr bool fits = policy::fits;
    struct shape_type : stream_shape<Plan::rank> {
        typename Plan::pair_tree_type tree;
        stream_way way;
    };

    static bool deal(Plan const& p, shape_type& shape) {
        constexpr stream_kernels kernels{
            .row_lanes = policy::row_lanes,
            .column_lanes = policy::has_columns ? policy::column_lanes : 0,
            .shifts = policy::shifts,
            .together = policy::together,
            .blocks = policy::blocks,
            .short_widest = has_short_rows<policy> ? room_of_short_rows<policy>.widest : 0};
        shape.tree = p.pairs;
        shape.extent = p.pair_extent;
        shape.stride = p.pair_stride;
        index_t origin = 0;
        loop_records<typename Plan::pair_tree_type> const all(
            {shape.stride.values, nullptr, &origin, 0, nullptr, nullptr, true}, shape.tree);
        axis_set by_type[all.count] = {};
        int k = 0;
        each_pair_leaf<0>(shape.tree, [&](auto const& leaf, auto) {
            using Leaf = std::remove_cvref_t<decltype(leaf)>;
            if constexpr (Leaf::records == 1)
                by_type[++k] = Leaf::axes;
        });
        shape.way = deal_stream(shape, policy::axes, Plan::pair_reduced, kernels, all.values,
                                by_type, all.count, resident_threads());
        if constexpr (!Guessed)
            shape.twins = pair_twins_of(p.pairs).which;
        return true;
    }
    static void run(Plan const& p, shape_type const& shape) {
        using Sink = typename Plan::sink_type;
        using accumulator = typename policy::reducer_type::accumulator;
        launch_workspace room;
        if (shape.splits > 1)
            room = take_workspace(byte_count(shape.splits * shape.outputs, sizeof(accumulator)));
        auto* kernel = reduce_stream_rows_kernel<policy, Sink, false>;
        if constexpr (policy::shifts)
            if (shape.way == stream_way::shifted_rows)
                kernel = reduce_stream_rows_kernel<policy, Sink, true>;
        if constexpr (has_short_rows<policy>)
            if (shape.way == stream_way::short_rows)
                kernel = reduce_stream_short_kernel<policy, Sink>;
        if constexpr (policy::has_columns)
            if (shape.way == stream_way::columns)
                kernel = reduce_stream_columns_kernel<policy, Sink>;
        launch(kernel, shape.blocks * shape.splits, block_threads, 0, shape.tree, shape,
               stream_target<typename policy::reducer_type, Sink>{
                   to_device_reducer(p.reducer), p.sink, static_cast<accumulator*>(room.parts),
                   room.counters});
    }
};

template <>
struct pair_backend<device_space> {
    /// Whether all shapes of a plan run here: two or three kernels, none of those for reductions of
    /// any kind; two more for tiles of two axes, one or two where operands may not be what they are
    /// taken for.
    template <class Plan>
    static constexpr bool always =
        (tiled_pairs<Plan>::fits && streamed_pairs<Plan, true, true>::fits) ||
        (!tiled_pairs<Plan>::policy::axes.valid() && streamed_pairs<Plan>::fits);

    template <class Plan>
    static bool run(Plan const& p) {
        return choose(p, [&](auto way, auto const& shape) { way.run(p, shape); });
    }
    template <class Plan>
    static int kernels(Plan const& p) {
        return choose(p, [](auto, auto const&) {}) ? 1 : 0;
    }
    template <class Plan>
    static int temporaries(Plan const& p) {
        int count = 0;
        choose(p, [&](auto, auto const& shape) { count = shape.splits > 1 ? 1 : 0; });
        return count;
    }

private:
    /// use(way, shape) with the way that suits; false where there is none.
    template <class Plan, class Use>
    static bool choose(Plan const& p, Use&& use) {
        using tiles = tiled_pairs<Plan>;
        if constexpr (always<Plan>) {
            if (p.outputs == 0)
                return false;
            bool const right = p.paired && guessed_right(p.pairs);
            if constexpr (few_pairs<Plan>::fits)
                if (right && p.reduced > 0 && choose_way<few_pairs<Plan>>(p, use))
                    return true;
            if constexpr (tiled_pairs<Plan, true, true>::fits)
                if (right && p.reduced > 0 && choose_way<tiled_pairs<Plan, true, true>>(p, use))
                    return true;
            if constexpr (tiles::fits)
                if (right && p.reduced > 0 && choose_way<tiles>(p, use))
                    return true;
            if constexpr (guesses<typename Plan::pair_tree_type>()) {
                if constexpr (tiles::fits && tiled_pairs<Plan, false>::fits)
                    if (!right && p.paired && p.reduced > 0 &&
                        choose_way<tiled_pairs<Plan, false>>(p, use))
                        return true;
                if (!right)
                    return choose_way<streamed_pairs<Plan, false, tiles::fits>>(p, use);
            }
            return choose_way<streamed_pairs<Plan, true, tiles::fits>>(p, use);
        } else {
            return false;
        }
    }
    template <class Way, class Plan, class Use>
    static bool choose_way(Plan const& p, Use& use) {
        typename Way::shape_type shape{};
        if (!Way::deal(p, shape))
            return false;
        use(Way{}, shape);
        return true;
    }
};

template <>
struct nested_backend<device_space> {
    template <class Plan>
    using policy =
        pair_policy<typename Plan::nested::tree,
                    typename device_reducer<typename Plan::inner_type::reducer_type>::type,
                    Plan::nested::rank, Plan::nested::reduced, true, Plan::nested::column>;

    template <class Plan>
    static void run(Plan const& p) {
        using Policy = policy<Plan>;
        if constexpr (Policy::fits) {
            pair_shape<Policy::rank> shape{};
            cut<Policy>(p, shape);
            auto const outer = to_device_reducer(p.outer);
            using Outer = std::remove_cvref_t<decltype(outer)>;
            using accumulator = typename Outer::accumulator;
            launch_workspace room;
            if (shape.splits > 1)
                room = take_workspace(byte_count(shape.splits * shape.tiles * Policy::block_rows,
                                                 sizeof(accumulator)));
            launch(reduce_nested_kernel<Policy, typename Plan::nested::outer_tree, Outer,
                                        typename Plan::sink_type>,
                   shape.tiles * shape.splits, Policy::threads, 0, p.tree, p.outer_tree,
                   to_device_reducer(p.inner), outer, p.sink, shape,
                   static_cast<accumulator*>(room.parts), room.counters);
        }
    }
    template <class Plan>
    static int kernels(Plan const& p) {
        pair_shape<policy<Plan>::rank> shape{};
        return cut<policy<Plan>>(p, shape) ? 1 : 0;
    }
    template <class Plan>
    static int temporaries(Plan const& p) {
        pair_shape<policy<Plan>::rank> shape{};
        return cut<policy<Plan>>(p, shape) && shape.splits > 1 ? 1 : 0;
    }

private:
    /// Blocks walk along the columns, or along a part of them where there are few rows.
    template <class Policy, class Plan>
    static bool cut(Plan const& p, pair_shape<Policy::rank>& shape) {
        if constexpr (!Policy::fits) {
            return false;
        } else {
            shape = pair_shape_of<Policy>(p);
            if (shape.outputs == 0 || shape.reduced == 0)
                return false;
            shape.tiles /= shape.column_tiles;
            index_t const columns = shape.extent[Policy::axes.column];
            split_tiles(
                {resident_threads() / 2048 * Policy::blocks, pair_tuning::fewest_columns,
                 Policy::block_columns, pair_tuning::nested_waves, pair_tuning::block_columns},
                shape.tiles, columns, shape.part, shape.splits);
            // The inner one's tiles are better where few rows leave most of a tile empty, or many
            // steps would be staged again for each tile of columns.
            bool const suits_parts =
                shape.reduced <= 2 * Policy::cut.steps &&
                shape.extent[Policy::axes.row] * pair_tuning::least_nested_part >=
                    Policy::block_rows;
            return columns < pair_tuning::most_columns &&
                   (suits_parts || shape.tiles >= resident_threads() / 2048 ||
                    columns * shape.reduced <= pair_tuning::small_rows) &&
                   has_short_strides(p.tree) && guessed_right(p.tree);
        }
    }
};

}  // namespace twill::inline v0::detail
