// SPDX-License-Identifier: MIT
// Reductions over pairs on the device: which shapes run as tiles, and in how many parts.
#pragma once

#include "twill/cuda/runtime/workspace.hpp"
#include "twill/ops/pairs/nested_kernel.cuh"
#include "twill/ops/reduce/device_reducers.cuh"

namespace twill::inline v0::detail {

template <>
struct pair_backend<device_space> {
    template <class Plan>
    using policy = pair_policy<typename Plan::pair_tree_type,
                               typename device_reducer<typename Plan::reducer_type>::type,
                               Plan::rank, Plan::pair_reduced>;
    /// A thread an output is better where sines and the like take the time.
    template <class Policy>
    static constexpr bool has_tiles =
        Policy::fits && !(Policy::flat && has_slow_function<typename Policy::tree_type>);

    template <class Plan>
    static bool run(Plan const& p) {
        using Policy = policy<Plan>;
        if constexpr (has_tiles<Policy>) {
            pair_shape<Policy::rank> shape{};
            if (!cut<Policy>(p, shape))
                return false;
            using Sink = typename Plan::sink_type;
            using accumulator = typename Policy::reducer_type::accumulator;
            launch_workspace room;
            if (shape.splits > 1)
                room =
                    take_workspace(byte_count(shape.splits * shape.outputs, sizeof(accumulator)));
            launch(reduce_pairs_kernel<Policy, Sink, Policy::rank>, shape.tiles * shape.splits,
                   Policy::threads, 0, p.pairs, to_device_reducer(p.reducer), p.sink, shape,
                   static_cast<accumulator*>(room.parts), room.counters);
            return true;
        } else {
            return false;
        }
    }
    template <class Plan>
    static int kernels(Plan const& p) {
        using Policy = policy<Plan>;
        pair_shape<Policy::rank> shape{};
        if constexpr (has_tiles<Policy>)
            if (cut<Policy>(p, shape))
                return 1;
        return 0;
    }
    template <class Plan>
    static int temporaries(Plan const& p) {
        using Policy = policy<Plan>;
        pair_shape<Policy::rank> shape{};
        if constexpr (has_tiles<Policy>)
            if (cut<Policy>(p, shape))
                return shape.splits > 1 ? 1 : 0;
        return 0;
    }

private:
    template <class Policy, class Plan>
    static bool cut(Plan const& p, pair_shape<Policy::rank>& shape) {
        if (!p.paired || p.outputs == 0 || p.reduced == 0)
            return false;
        shape = pair_shape_of<Policy>(p);
        if (!suits_tiles<Policy>(shape) || !guessed_right(p.pairs))
            return false;
        split_pairs(shape.tiles, shape.reduced, Policy::threads, Policy::flat, shape.part,
                    shape.splits);
        return true;
    }
    /// Cuts the reduced elements into parts where there are too few tiles for the device.
    static void split_pairs(index_t tiles, index_t reduced, int threads, bool flat, index_t& part,
                            index_t& splits) {
        // Blocks that run together, and how many times as many there should be.
        index_t const resident = resident_threads() / threads / 2;
        index_t const wanted = flat ? resident * 3 / tiles : resident / 2 / tiles;
        index_t const most = reduced / 128;
        splits = wanted < most ? wanted : most;
        if (splits < 2 || tiles > index_t{most_counters}) {
            splits = 1;
            part = reduced;
            return;
        }
        part = divide_up(divide_up(reduced, splits), 16) * 16;
        splits = divide_up(reduced, part);
    }
};

template <>
struct nested_backend<device_space> {
    template <class Plan>
    using policy =
        pair_policy<typename Plan::nested::tree,
                    typename device_reducer<typename Plan::inner_type::reducer_type>::type,
                    Plan::nested::rank, Plan::nested::reduced, Plan::nested::column>;

    template <class Plan>
    static void run(Plan const& p) {
        using Policy = policy<Plan>;
        if constexpr (Policy::fits) {
            pair_shape<Policy::rank> shape{};
            cut<Policy>(p, shape);
            auto const outer = to_device_reducer(p.outer);
            launch(reduce_nested_kernel<Policy, typename Plan::nested::outer_tree,
                                        std::remove_cvref_t<decltype(outer)>,
                                        typename Plan::sink_type>,
                   shape.tiles, Policy::threads, 0, p.tree, p.outer_tree,
                   to_device_reducer(p.inner), outer, p.sink, shape);
        }
    }
    template <class Plan>
    static int kernels(Plan const& p) {
        using Policy = policy<Plan>;
        pair_shape<Policy::rank> shape{};
        if constexpr (Policy::fits)
            return cut<Policy>(p, shape) ? 1 : 0;
        else
            return 0;
    }

private:
    /// Blocks walk along the columns alone: there must be rows for all of them.
    template <class Policy, class Plan>
    static bool cut(Plan const& p, pair_shape<Policy::rank>& shape) {
        shape = pair_shape_of<Policy>(p);
        shape.tiles /= shape.column_tiles;
        return shape.outputs > 0 && shape.reduced > 0 && shape.outputs >= 4096 &&
               guessed_right(p.tree);
    }
};

}  // namespace twill::inline v0::detail
