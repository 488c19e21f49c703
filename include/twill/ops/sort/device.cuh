// SPDX-License-Identifier: MIT
// Sorts on the device.
#pragma once

#include "twill/cuda/elementwise/elementwise.cuh"
#include "twill/ops/sort/positions.cuh"
#include "twill/ops/sort/radix.cuh"

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
        } else if constexpr (E::rank > 1 && sizeof(T) > 4) {
            auto const lines = packed<device_space>(now, x);
            return Result(
                take_from_lines<device_space>(now, lines, indices<index_t>(now, lines, order)));
        } else {
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
            auto const found = radix_indices<Order>(now, x);
            if constexpr (sizeof(I) == 4)
                return Result(found.storage, reinterpret_cast<I const*>(found.data), found.layout);
            else
                return Result(computed(now, cast_function<I>{}, found));
        }
    }

    template <class I, class E, class Order>
    static auto top(execution& now, E const& x, index_t k, Order const& order) {
        auto const all = indices<I>(now, x, order);
        auto const sizes = all.layout.shape;
        auto part = sizes;
        part[E::rank - 1] = k;
        auto map = identity_mapping(sizes);
        map.shape = part;
        return evaluate_fresh<I, device_space>(now, rearrange(all, map));
    }

    /// Waits for the count.
    template <class Wanted>
    static array<index_t, 1, device_space> positions(execution& now, index_t count,
                                                     Wanted const& wanted) {
        now.begin<device_space>(nullptr, 0, nullptr);
        index_t const tiles = divide_up(count, position_tile);
        auto const offsets = now.fresh<index_t, device_space>(extents<1>(tiles + 1));
        if (tiles > 0)
            launch(count_positions_kernel<Wanted>, tiles, position_threads, 0, wanted, count,
                   data_of(offsets));
        launch(offsets_kernel<index_t>, 1, offset_threads, 0, data_of(offsets), tiles);
        index_t found = 0;
        transfer<host_space, device_space>::run_and_wait(nullptr, &found, offsets.storage.get(),
                                                         offsets.data + tiles, sizeof(found));
        array<index_t, 1, device_space> result(extents<1>(found), nowhere);
        if (found > 0)
            launch(write_positions_kernel<Wanted>, tiles, position_threads, 0, wanted, count,
                   offsets.data, result.data());
        return result;
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
