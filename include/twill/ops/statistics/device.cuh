// SPDX-License-Identifier: MIT
// Counting and reductions of runs on the device.
#pragma once

#include <algorithm>

#include "twill/ops/sort/device.cuh"
#include "twill/ops/statistics/add_by_key.cuh"
#include "twill/ops/statistics/counts.cuh"
#include "twill/ops/statistics/runs.cuh"

namespace twill::inline v0::detail {

template <>
struct tally<device_space> {
    template <class T, class Lie, class Bin>
    static auto counts(execution& now, leaf<T, 1, device_space, Lie> const& x, index_t bins,
                       Bin const& bin) {
        auto const result = now.fresh<index_t, device_space>(extents<1>(bins));
        index_t const count = x.layout.shape[0];
        if (bins == 0)
            return result;
        operand_row const row = x.row(reads::memory, false);
        now.begin<device_space>(&row, 1, nullptr);
        auto* const to = reinterpret_cast<unsigned long long*>(data_of(result));
        check(cudaMemsetAsync(to, 0, byte_count(bins, sizeof(index_t)), handle_of(stream_now())),
              "cudaMemsetAsync");
        if (count == 0)
            return result;
        bool const shared = counts_values<T> || bins <= shared_counters;
        index_t const blocks = std::min(
            divide_up(count, count_threads * (shared ? counted_in_shared : counted_at_once)),
            resident_threads() / count_threads);
        if (shared) {
            int const counters = counts_values<T> ? 256 : static_cast<int>(bins);
            auto const address = reinterpret_cast<std::uintptr_t>(x.data) / sizeof(T);
            int const past = static_cast<int>(address % counted_lanes<T>);
            int const before =
                static_cast<int>(std::min<index_t>(count, past == 0 ? 0 : counted_lanes<T> - past));
            launch(count_shared_kernel<T, Bin>, blocks, count_threads, 0, x.data, count, before,
                   bin, counters, log2_count_copies(counters), to);
        } else {
            launch(count_global_kernel<T, Bin>, blocks, count_threads, 0, x.data, count, bin, to);
        }
        return result;
    }

    template <class Reducer, class V, class LieV, class LieO, class LieS>
    static auto reduce_runs(execution& now, Reducer const& reducer,
                            leaf<V, 1, device_space, LieV> const& values,
                            leaf<index_t, 1, device_space, LieO> const& order,
                            leaf<index_t, 1, device_space, LieS> const& starts) {
        using R = typename Reducer::result;
        using A = typename Reducer::accumulator;
        index_t const runs = starts.layout.shape[0] - 1;
        auto const result = now.fresh<R, device_space>(extents<1>(runs));
        if (runs == 0)
            return result;
        operand_row const rows[] = {values.row(reads::memory, false),
                                    order.row(reads::memory, false),
                                    starts.row(reads::memory, false)};
        now.begin<device_space>(rows, 3, nullptr);
        launch(empty_runs_kernel<Reducer, R>, divide_up(runs, run_threads), run_threads, 0, reducer,
               starts.data, runs, data_of(result));
        // Of some elements the last may be in no run: their tiles have nothing to do.
        index_t const tiles = divide_up(order.layout.shape[0], run_tile);
        if (tiles == 0)
            return result;
        storage_ref const parts =
            memory<device_space>::allocate(byte_count(tiles, sizeof(run_part<A>)));
        auto* const part = static_cast<run_part<A>*>(parts.get()->data);
        launch(reduce_runs_kernel<Reducer, V, R>, tiles, run_threads, 0, reducer, values.data,
               order.data, starts.data, runs, part, data_of(result));
        launch(join_runs_kernel<Reducer, R>, 1, join_threads<A>, 0, reducer, part, tiles,
               starts.data, data_of(result));
        return result;
    }

    template <class A, class V, class Lie, class LieK>
    static auto sums(execution& now, leaf<V, 1, device_space, Lie> const& values,
                     leaf<std::uint32_t, 1, device_space, LieK> const& bins, index_t keys) {
        auto const result = now.fresh<table_sum_t<A>, device_space>(extents<1>(keys));
        using Operation = atomic_sum<A>;
        by_key<Operation>(now, values, bins, keys,
                          reinterpret_cast<typename Operation::total*>(data_of(result)));
        return result;
    }
    template <class Form, class V, class Lie, class LieK>
    static auto least(execution& now, leaf<V, 1, device_space, Lie> const& values,
                      leaf<std::uint32_t, 1, device_space, LieK> const& bins, index_t keys) {
        auto const result = now.fresh<typename Form::entry, device_space>(extents<1>(keys));
        by_key<atomic_least<Form>>(now, values, bins, keys, data_of(result));
        return result;
    }

private:
    template <class Operation, class V, class Lie, class LieK>
    static void by_key(execution& now, leaf<V, 1, device_space, Lie> const& values,
                       leaf<std::uint32_t, 1, device_space, LieK> const& bins, index_t keys,
                       typename Operation::total* to) {
        using entry = typename Operation::entry;
        if (keys == 0)
            return;
        operand_row const rows[] = {values.row(reads::memory, false),
                                    bins.row(reads::memory, false)};
        now.begin<device_space>(rows, 2, nullptr);
        launch(fill_table_kernel<Operation>, divide_up(keys, count_threads), count_threads, 0, to,
               keys);
        index_t const count = bins.layout.shape[0];
        if (count == 0)
            return;
        index_t const blocks = std::min(divide_up(count, count_threads * counted_at_once),
                                        resident_threads() / count_threads);
        bool const fits =
            keys * static_cast<index_t>(sizeof(entry)) <= static_cast<index_t>(shared_table_bytes);
        launch(
            fits ? add_by_key_kernel<Operation, true, V> : add_by_key_kernel<Operation, false, V>,
            blocks, count_threads, 0, values.data, bins.data, count, static_cast<int>(keys), to);
    }
};

}  // namespace twill::inline v0::detail
