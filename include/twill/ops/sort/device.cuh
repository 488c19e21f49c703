// SPDX-License-Identifier: MIT
// Sorts on the device.
#pragma once

#include <algorithm>

#include "twill/cuda/elementwise/elementwise.cuh"
#include "twill/expr/generators.hpp"
#include "twill/ops/sort/distinct.cuh"
#include "twill/ops/sort/lines.cuh"
#include "twill/ops/sort/positions.cuh"
#include "twill/ops/sort/radix.cuh"
#include "twill/ops/sort/select.cuh"

namespace twill::inline v0::detail {

template <>
struct sorter<device_space> {
    template <class E, class Order>
    static auto values(execution& now, E const& x, Order const& order) {
        using T = typename E::value_type;
        using Result = device_leaf<T, E::rank>;
        auto const shape = x.shape();
        if (shape.size() == 0)
            return Result(now.fresh<T, device_space>(shape));
        if constexpr (!(is_direction<Order> && is_radix_key<T>)) {
            return Result(merged_values(now, x, order));
        } else {
            if constexpr (E::rank > 1) {
                line_counts const n(shape);
                if (are_sorted_together(n)) {
                    auto const from = ordered_lines(now, x);
                    auto const result = now.fresh<T, device_space>(shape);
                    sort_lines<T, Order, std::uint32_t, false>(from.data, n.lines, n.length,
                                                               data_of(result), nullptr);
                    return Result(result);
                }
            }
            return Result(radix_values<Order>(now, x));
        }
    }

    template <class I, class E, class Order>
    static auto indices(execution& now, E const& x, Order const& order) {
        using T = typename E::value_type;
        using Result = device_leaf<I, E::rank>;
        auto const shape = x.shape();
        if (shape.size() == 0)
            return Result(now.fresh<I, device_space>(shape));
        if constexpr (!(is_direction<Order> && is_radix_key<T>)) {
            return Result(merged_indices<I>(now, x, order));
        } else {
            line_counts const n(shape);
            if (n.length >= index_t{1} << 32)
                raise<value_error>("twill: the order of %lld elements; there may be up to 2^32 - 1",
                                   static_cast<long long>(n.length));
            if constexpr (E::rank > 1)
                if (are_sorted_together(n)) {
                    auto const from = ordered_lines(now, x);
                    auto const result = now.fresh<I, device_space>(shape);
                    sort_lines<T, Order, I, true>(from.data, n.lines, n.length, nullptr,
                                                  data_of(result));
                    return Result(result);
                }
            auto const found = radix_indices<Order>(now, x);
            if constexpr (sizeof(I) == 4)
                return Result(found.storage, reinterpret_cast<I const*>(found.data), found.layout);
            else
                return Result(computed(now, cast_function<I>{}, found));
        }
    }

    template <class I, class E, class Order>
    static auto top(execution& now, E const& x, index_t k, Order const& order) {
        using T = typename E::value_type;
        auto const sizes = x.shape();
        auto part = sizes;
        part[E::rank - 1] = k;
        line_counts const n(sizes);
        if constexpr (is_direction<Order> && is_radix_key<T>) {
            if (n.length > most_sorted_wholly && k > 0 && k <= n.length / 4 && n.lines > 0) {
                // The first k, in no order, and these sorted.
                auto const from = ordered_lines(now, x);
                auto const found = now.fresh<I, device_space>(part);
                line_selection<T, Order, false>(from.data, n.lines, n.length, k - 1)
                    .places(k, data_of(found));
                auto const first = take_from_lines<device_space>(now, from, found);
                auto const sorted = indices<I>(now, first, order);
                return take_from_lines<device_space>(now, found, sorted);
            }
        }
        auto const all = indices<I>(now, x, order);
        auto map = identity_mapping(sizes);
        map.shape = part;
        return evaluate_fresh<I, device_space>(now, rearrange(all, map));
    }

    template <class E>
    static auto ranked(execution& now, E const& x, index_t const (&ranks)[3]) {
        using T = typename E::value_type;
        auto shape = x.shape();
        line_counts const n(shape);
        shape[E::rank - 1] = 3;
        auto const result = now.fresh<T, device_space>(shape);
        if (n.size() == 0)
            return result;
        if (n.length <= most_sorted_wholly) {
            auto const sorted = values(now, x, ascending);
            for (int k = 0; k < 3; ++k)
                copy_column(data_of(result) + k, 3, sorted.data + ranks[k], n.length, n.lines);
            return result;
        }
        auto const from = ordered_lines(now, x);
        for (int k = 0; k < 3; ++k) {
            // Two that are the same are looked for once.
            int same = 0;
            while (ranks[same] != ranks[k])
                ++same;
            if (same < k)
                copy_column(data_of(result) + k, 3, data_of(result) + same, 3, n.lines);
            else
                line_selection<T, ascending_t, true>(from.data, n.lines, n.length, ranks[k])
                    .values(data_of(result) + k, 3);
        }
        return result;
    }

private:
    /// One long line is sorted as an array of one axis is: merging the parts of 2^26 float32 takes
    /// 6.6 ms, a radix sort 1.5.
    static bool are_sorted_together(line_counts const& n) {
        return n.length <= most_sorted_wholly || n.lines > 1;
    }
    /// So few elements are sorted at once.
    static constexpr index_t few_distinct = index_t{1} << 16;
    /// Lines up to this length are sorted where a few of their elements are wanted.
    static constexpr index_t most_sorted_wholly = 4096;

    template <class T>
    static void copy_column(T* to, index_t to_step, T const* from, index_t from_step,
                            index_t count) {
        check(cudaMemcpy2DAsync(to, static_cast<std::size_t>(to_step) * sizeof(T), from,
                                static_cast<std::size_t>(from_step) * sizeof(T), sizeof(T),
                                static_cast<std::size_t>(count), cudaMemcpyDeviceToDevice,
                                handle_of(stream_now())),
              "cudaMemcpy2DAsync");
    }
    static index_t position_tiles(index_t count) {
        return std::max<index_t>(divide_up(count, position_tile), 1);
    }
    /// How many positions are wanted before each tile, and in all.
    template <class Wanted>
    static auto offsets_of_tiles(execution& now, index_t count, Wanted const& wanted) {
        now.begin<device_space>(nullptr, 0, nullptr);
        index_t const tiles = position_tiles(count);
        auto const offsets = now.fresh<index_t, device_space>(extents<1>(tiles + 1));
        launch(count_positions_kernel<Wanted>, tiles, position_threads, 0, wanted, count,
               data_of(offsets));
        launch(offsets_kernel<index_t>, 1, offset_threads, 0, data_of(offsets), tiles);
        return offsets;
    }
    /// Elements without gaps, ordered on the stream.
    template <class E>
    static auto ordered_lines(execution& now, E const& x) {
        auto const from = packed<device_space>(now, x);
        operand_row const row = from.row(reads::memory, false);
        now.begin<device_space>(&row, 1, nullptr);
        return from;
    }

public:
    /// The distinct elements in order. Waits.
    template <class E>
    static auto distinct(execution& now, E const& x) {
        using T = typename E::value_type;
        if constexpr (is_integer<T>) {
            auto const from = ordered_lines(now, x);
            index_t const count = from.layout.shape[0];
            if (count > few_distinct) {
                index_t const blocks = resident_threads() / distinct_threads;
                auto const range = now.fresh<index_t, device_space>(extents<1>(2));
                auto* const found = reinterpret_cast<unsigned long long*>(data_of(range));
                cudaStream_t const stream = handle_of(stream_now());
                check(cudaMemsetAsync(found, 0xff, 2 * sizeof(index_t), stream), "cudaMemsetAsync");
                launch(key_range_kernel<T>, blocks, distinct_threads, 0, from.data, count, found);
                unsigned long long ends[2] = {};
                transfer<host_space, device_space>::run_and_wait(nullptr, ends, range.storage.get(),
                                                                 found, sizeof(ends));
                unsigned long long const least = ends[0];
                // One less than how many keys there may be.
                unsigned long long const span = ~ends[1] - least;
                if (span < most_marks &&
                    span < marks_each * static_cast<unsigned long long>(count)) {
                    auto const entries = static_cast<index_t>(span) + 1;
                    auto const marks = now.fresh<unsigned char, device_space>(extents<1>(entries));
                    check(cudaMemsetAsync(data_of(marks), 0, static_cast<std::size_t>(entries),
                                          stream),
                          "cudaMemsetAsync");
                    launch(mark_keys_kernel<T>, blocks, distinct_threads, 0, from.data, count,
                           least, data_of(marks));
                    auto const marked = positions(now, entries, is_marked{marks.data});
                    return array<T, 1, device_space>(
                        adopt_t{},
                        computed(now, value_of_mark_function<T>{least}, marked.expression()));
                }
            }
            return distinct_of_sorted<device_space>(now, values(now, from, ascending));
        } else {
            return distinct_of_sorted<device_space>(now, values(now, x, ascending));
        }
    }

    /// Waits for the count.
    template <class Wanted>
    static array<index_t, 1, device_space> positions(execution& now, index_t count,
                                                     Wanted const& wanted, bool with_end = false) {
        index_t const tiles = position_tiles(count);
        auto const offsets = offsets_of_tiles(now, count, wanted);
        index_t found = 0;
        transfer<host_space, device_space>::run_and_wait(nullptr, &found, offsets.storage.get(),
                                                         offsets.data + tiles, sizeof(found));
        array<index_t, 1, device_space> result(extents<1>(found + (with_end ? 1 : 0)), nowhere);
        if (result.size() > 0)
            launch(write_positions_kernel<Wanted>, tiles, position_threads, 0, wanted, count,
                   offsets.data, with_end, result.size(), result.data());
        return result;
    }
    /// The first `most` of them, and how many there are. Does not wait.
    template <class Wanted>
    static auto positions_within(execution& now, index_t count, Wanted const& wanted,
                                 index_t most) {
        auto const offsets = offsets_of_tiles(now, count, wanted);
        index_t const tiles = position_tiles(count);
        auto result = evaluate_fresh<index_t, device_space>(now, full(extents<1>(most), count));
        launch(write_positions_kernel<Wanted>, tiles, position_threads, 0, wanted, count,
               offsets.data, false, most, data_of(result));
        auto found = now.fresh<index_t, device_space>(extents<0>());
        check(cudaMemcpyAsync(const_cast<index_t*>(found.data), offsets.data + tiles,
                              sizeof(index_t), cudaMemcpyDeviceToDevice, handle_of(stream_now())),
              "cudaMemcpyAsync");
        return limited<array<index_t, 1, device_space>, device_space>{
            as_array(std::move(result)),
            array<index_t, 0, device_space>(adopt_t{}, std::move(found))};
    }

    template <class K>
    static auto by_small_keys(execution& now, K const& keys, int bits) {
        auto fresh = evaluate_fresh<std::uint32_t, device_space>(now, keys);
        auto const shape = fresh.layout.shape;
        if (shape[0] >= index_t{1} << 32)
            raise<value_error>("twill: %lld elements are grouped; there may be up to 2^32 - 1",
                               static_cast<long long>(shape[0]));
        auto places = computed(now, cast_function<std::uint32_t>{}, column_index(shape));
        auto sorted = radix_sort_pairs(now, std::move(fresh), std::move(places), bits);
        auto order = computed(now, cast_function<index_t>{}, sorted.order);
        return ordered_keys<decltype(order), decltype(sorted.keys)>{std::move(order),
                                                                    std::move(sorted.keys)};
    }

    template <class I, class T>
    static auto scatter(execution& now, leaf<I, 1, device_space> const& to,
                        leaf<T, 1, device_space> const& from) {
        auto const result = now.fresh<T, device_space>(from.layout.shape);
        index_t const count = from.layout.shape[0];
        if (count > 0)
            launch(scatter_kernel<I, T>, divide_up(count, position_threads), position_threads, 0,
                   to.data, from.data, count, data_of(result));
        return result;
    }
};

}  // namespace twill::inline v0::detail
