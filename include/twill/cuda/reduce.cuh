// Reductions on the device: how outputs and elements are dealt to threads, and in how many parts.
// It depends on the shape and the device alone, so the bits are the same on every run of a device.
#pragma once

#include "twill/cuda/reduce_kernels.cuh"

namespace twill::inline v0::detail {

/// Threads that fill the current device.
inline index_t resident_threads() {
    static index_t cached[max_devices] = {};
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    index_t known = device < max_devices ? __atomic_load_n(&cached[device], __ATOMIC_RELAXED) : 0;
    if (known)
        return known;
    int processors = 0;
    int threads = 0;
    check(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device),
          "cudaDeviceGetAttribute");
    check(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, device),
          "cudaDeviceGetAttribute");
    known = static_cast<index_t>(processors) * threads;
    if (device < max_devices)
        __atomic_store_n(&cached[device], known, __ATOMIC_RELAXED);
    return known;
}

template <>
struct reduction_backend<device_space> {
    template <class Tree, class Reducer, class Out, int Rank>
    static void run(reduce_plan<Tree, Reducer, Out, Rank> p) {
        reduce_shape<Rank> shape{};
        switch (arrange(p, shape)) {
            case scheme::nothing:
                return;
            case scheme::identities:
                return finish(p, shape, nullptr);
            case scheme::columns:
                return with_parts(p, shape, [&](auto const& target) {
                    index_t const chunks = divide_up(shape.packets, index_t{1} << shape.log2_group);
                    launch(reduce_columns_kernel<Tree, Reducer, Out, Rank>,
                           p.outputs / shape.extent[Rank - 1] * chunks * shape.splits,
                           block_threads, 0, p.tree, shape, target);
                });
            case scheme::short_rows:
                return with_parts(p, shape, [&](auto const& target) {
                    launch(reduce_short_kernel<Tree, Reducer, Out, Rank>,
                           divide_up(p.outputs,
                                     (block_threads >> shape.log2_group) * packets_in_flight),
                           block_threads, 0, p.tree, shape, target);
                });
            case scheme::long_rows:
                return with_parts(p, shape, [&](auto const& target) {
                    launch(reduce_long_kernel<Tree, Reducer, Out, Rank>, p.outputs * shape.splits,
                           block_threads, 0, p.tree, shape, target);
                });
        }
    }

    /// How many kernels `run` launches for a plan.
    template <class Tree, class Reducer, class Out, int Rank>
    static int kernels(reduce_plan<Tree, Reducer, Out, Rank> p) {
        reduce_shape<Rank> shape{};
        scheme const how = arrange(p, shape);
        return how == scheme::nothing ? 0
                                      : (how == scheme::identities || shape.splits == 1 ? 1 : 2);
    }

private:
    enum class scheme { nothing, identities, columns, short_rows, long_rows };

    /// Chooses how outputs and their elements are dealt to threads.
    template <class Tree, class Reducer, class Out, int Rank>
    static scheme arrange(reduce_plan<Tree, Reducer, Out, Rank>& p, reduce_shape<Rank>& shape) {
        if (p.outputs == 0)
            return scheme::nothing;
        constexpr int V = reduce_lanes<Tree, Reducer>;
        shape = {p.extent, p.stride, p.split, Rank, p.outputs, p.reduced, 1, 1, 1, 0, 0, false};
        if (p.reduced == 0) {
            // Every output is the identity; the finish kernel merges no parts.
            shape.splits = 0;
            return scheme::identities;
        }
        // With every reduced axis of size 1, outputs are columns of one row.
        bool const copies = p.split == Rank;
        if (p.columns && !copies)
            rotate(p, shape);
        shape.flat = classify_operands<V>(p);
        if (p.columns || copies) {
            index_t const inner = shape.extent[Rank - 1];
            shape.kept_end = copies ? Rank - 1 : p.split - 1;
            shape.reduced_end = Rank - 1;
            shape.rows = p.reduced;
            shape.packets = divide_up(inner, V);
            // Narrow blocks leave several threads a column, whose accumulators merge; with columns
            // enough that is not worth it.
            bool const many = shape.packets * (p.outputs / inner) > resident_threads();
            shape.log2_group = log2_ceiling(shape.packets, many ? 8 : 6);
            index_t const height = block_threads >> shape.log2_group;
            cut(shape, shape.rows,
                p.outputs / inner * divide_up(shape.packets, index_t{1} << shape.log2_group),
                height * packets_in_flight * 4);
            return scheme::columns;
        }
        index_t const inner = p.extent[Rank - 1];
        shape.rows = p.reduced / inner;
        shape.packets = divide_up(inner, V);
        index_t const packets = shape.rows * shape.packets;
        if (packets < 128) {
            shape.log2_group = log2_ceiling(packets, 5);
            return scheme::short_rows;
        }
        cut(shape, packets, p.outputs, block_threads * packets_in_flight * 2);
        return scheme::long_rows;
    }

    /// Cuts outputs into parts of `all` units where there are too few blocks to fill the device.
    template <int Rank>
    static void cut(reduce_shape<Rank>& shape, index_t all, index_t blocks, index_t least) {
        index_t const wanted = resident_threads() / block_threads * 2;
        index_t parts = blocks < wanted ? wanted / blocks : 1;
        index_t const most = divide_up(all, least);
        if (parts > most)
            parts = most;
        shape.part = divide_up(all, parts);
        shape.splits = divide_up(all, shape.part);
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
        using Out = typename Plan::out_type;
        using accumulator = typename Reducer::accumulator;
        if (shape.splits == 1)
            return launch_parts(reduce_target<Reducer, Out, Rank>{p.reducer, p.out(), nullptr});
        storage_ref const scratch = memory<device_space>::allocate(
            byte_count(shape.splits * shape.outputs, sizeof(accumulator)));
        auto* const partial = static_cast<accumulator*>(scratch.get()->data);
        launch_parts(reduce_target<Reducer, Out, Rank>{p.reducer, p.out(), partial});
        finish(p, shape, partial);
    }

    template <class Plan, int Rank>
    static void finish(Plan const& p, reduce_shape<Rank> const& shape,
                       typename Plan::reducer_type::accumulator* partial) {
        using Reducer = typename Plan::reducer_type;
        using Out = typename Plan::out_type;
        int const log2_width = log2_ceiling(shape.outputs, 5);
        launch(reduce_finish_kernel<Reducer, Out, Rank>,
               divide_up(shape.outputs, index_t{1} << log2_width), block_threads, 0, shape,
               reduce_target<Reducer, Out, Rank>{p.reducer, p.out(), partial}, log2_width);
    }
};

}  // namespace twill::inline v0::detail
