// SPDX-License-Identifier: MIT
// Sorts on CPU threads.
#pragma once

#include <numeric>

#include "twill/ops/sort/host_registers.hpp"
#include "twill/ops/sort/host_select.hpp"
#include "twill/ops/sort/operand.hpp"

namespace twill::inline v0::detail {

template <>
struct sorter<host_space> {
    static constexpr bool along_any_axis = true;

    template <class E, class Order>
    static auto values(execution& now, E const& x, Order const& order, int axis = E::rank - 1) {
        using T = typename E::value_type;
        auto result = evaluate_fresh<T, host_space>(now, x);
        line_layout const n(result.layout.shape, axis);
        if (now.told() && now.note({"sort", "values", 1, false, 0, text_of(result.layout.shape)}))
            return result;
        T* const data = const_cast<T*>(result.data);
        if (n.length < 2 || n.lines == 0)
            return result;
        if constexpr (is_direction<Order> && is_radix_key<T>) {
            using Lane = typename lane_form<T, Order>::lane;
            constexpr index_t lanes = network_lanes<Lane>;
            if (n.lines > 1 && n.length <= most_network<Lane>) {
                for_line_groups<lanes, Lane>(n, n.length * lanes, [&](index_t first, Lane* rows) {
                    if (sort_line_group<T, Order>(data, n, first, rows))
                        return;
                    auto const held =
                        memory<host_space>::allocate(byte_count((lanes + 1) * n.length, sizeof(T)));
                    sort_columns<lanes>(data, n, first, static_cast<T*>(held.get()->data), order);
                });
                return result;
            }
        }
        if (n.inner == 1)
            for_lines<T>(n.lines, n.length, n.length, [&](index_t line, T* scratch) {
                sort_line(data + line * n.length, scratch, n.length, order);
            });
        else
            for_line_groups<columns, T>(n, (columns + 1) * n.length, [&](index_t first, T* lines) {
                sort_columns<columns>(data, n, first, lines, order);
            });
        return result;
    }

    template <class I, class E, class Order>
    static auto indices(execution& now, E const& x, Order const& order, int axis = E::rank - 1) {
        using T = typename E::value_type;
        auto const from = packed<host_space>(now, x);
        auto result = now.fresh<I, host_space>(from.layout.shape);
        line_layout const n(from.layout.shape, axis);
        if (now.told() && now.note({"sort", "indices", 1, false, 0, text_of(from.layout.shape)}))
            return result;
        I* const to = const_cast<I*>(result.data);
        if (n.length == 0 || n.lines == 0)
            return result;
        if constexpr (is_direction<Order> && is_radix_key<T>) {
            using Lane = placed_lane<T>;
            if (n.lines > 1 && n.length <= most_network<Lane>) {
                for_line_groups<network_lanes<Lane>, Lane>(
                    n, n.length * network_row<Lane, !is_placed_above<T>>,
                    [&](index_t first, Lane* rows) {
                        order_line_group<T, Order>(from.data, n, first, to, rows);
                    });
                return result;
            }
        }
        if constexpr (!is_radix_key<T>)
            order_lines<I>(from.data, n, to, order);
        else if (n.length <= few_places)
            order_lines<placed_key<key_bits_of<T>, std::uint32_t>>(from.data, n, to, order);
        else
            order_lines<placed_key<key_bits_of<T>, index_t>>(from.data, n, to, order);
        return result;
    }

    /// Lines with element k in its place and smaller ones before it.
    template <class E>
    static auto parted(execution& now, E const& x, index_t k, int axis) {
        using T = typename E::value_type;
        line_layout const n(x.shape(), axis);
        if constexpr (is_radix_key<T>) {
            if (n.inner == 1 && n.length > most_network<lane_of_bytes<sizeof(T)>>) {
                using K = key_bits_t<T>;
                auto result = evaluate_fresh<T, host_space>(now, x);
                if (now.told() &&
                    now.note({"select", "partition", 1, false, 0, text_of(result.layout.shape)}))
                    return result;
                T* const data = const_cast<T*>(result.data);
                for_lines<K>(n.lines, n.length, 2 * n.length, [&](index_t line, K* keys) {
                    T* const elements = data + line * n.length;
                    if (part_in_registers(elements, keys, n.length, k))
                        return;
                    for (index_t i = 0; i < n.length; ++i)
                        keys[i] = key_of<T, ascending_t, true>(elements[i]);
                    select_nth(keys, keys + n.length, n.length, k);
                    for (index_t i = 0; i < n.length; ++i)
                        elements[i] = value_of_key<T>(keys[i]);
                });
                return result;
            }
        }
        return values(now, x, ascending, axis);
    }

    /// Where the elements of such lines stand.
    template <class I, class E>
    static auto parted_indices(execution& now, E const& x, index_t k, int axis = E::rank - 1) {
        using T = typename E::value_type;
        line_layout const n(x.shape(), axis);
        if constexpr (is_radix_key<T>) {
            if (n.inner == 1 && n.length > most_network<placed_lane<T>>) {
                auto const from = packed<host_space>(now, x);
                auto result = now.fresh<I, host_space>(from.layout.shape);
                if (!now.told() ||
                    !now.note({"select", "argpartition", 1, false, 0, text_of(from.layout.shape)}))
                    for_lines<key_bits_t<T>>(
                        n.lines, n.length, 2 * n.length, [&](index_t line, key_bits_t<T>* keys) {
                            T const* const elements = from.data + line * n.length;
                            I* const to = const_cast<I*>(result.data) + line * n.length;
                            if (!place_in_registers(elements, to, keys, n.length, k))
                                place_around(elements, to, keys, n.length, k);
                        });
                return result;
            }
        }
        return indices<I>(now, x, ascending, axis);
    }

    /// The first k of each line, and where they stand.
    template <class I, class E, class Order>
    static auto top(execution& now, E const& x, index_t k, Order const& order) {
        using T = typename E::value_type;
        auto const from = packed<host_space>(now, x);
        line_counts const n(from.layout.shape);
        auto shape = from.layout.shape;
        shape[E::rank - 1] = k;
        auto result = now.fresh<I, host_space>(shape);
        if (now.told() && now.note({"select", "top_k", 1, false, 0, text_of(shape)}))
            return result;
        I* const to = const_cast<I*>(result.data);
        if (k == 0)
            return result;
        if constexpr (is_direction<Order> && is_radix_key<T>) {
            if (n.length <= few_places)
                top_of_keys<std::uint32_t, Order>(from.data, n.lines, n.length, k, to);
            else
                top_of_keys<index_t, Order>(from.data, n.lines, n.length, k, to);
            return result;
        }
        top_by_order(from.data, n.lines, n.length, k, to, comes_before<T, Order>{order});
        return result;
    }

    /// The elements of three rising ranks of each line, side by side.
    template <class E>
    static auto ranked(execution& now, E const& x, index_t const (&ranks)[3]) {
        using T = typename E::value_type;
        using K = key_bits_t<T>;
        auto const from = packed<host_space>(now, x);
        line_counts const n(from.layout.shape);
        auto shape = from.layout.shape;
        shape[E::rank - 1] = 3;
        auto result = now.fresh<T, host_space>(shape);
        T* const to = const_cast<T*>(result.data);
        if (n.size() > 0)
            for_lines<K>(n.lines, n.length, 2 * n.length, [&](index_t line, K* keys) {
                T const* const elements = from.data + line * n.length;
                for (index_t i = 0; i < n.length; ++i)
                    keys[i] = key_of<T, ascending_t, true>(elements[i]);
                K* done = keys;
                for (int k = 0; k < 3; ++k) {
                    // What stands behind the rank before is sought among the greater ones alone.
                    K* const wanted = keys + ranks[k];
                    if (k > 0 && ranks[k] == ranks[k - 1] + 1)
                        std::iter_swap(wanted, std::min_element(wanted, keys + n.length));
                    else if (k > 0 && ranks[k] == n.length - 1)
                        std::iter_swap(wanted, std::max_element(done, keys + n.length));
                    else if (k == 0 || ranks[k] != ranks[k - 1])
                        select_nth(done, keys + n.length, keys + n.length - done, wanted - done);
                    done = wanted;
                    to[line * 3 + k] = value_of_key<T>(*wanted);
                }
            });
        return result;
    }

    template <class E>
    static auto distinct(execution& now, E const& x) {
        return distinct_of_sorted<host_space>(now, values(now, x, ascending));
    }

    template <class Wanted>
    static array<index_t, 1, host_space> positions(execution& now, index_t count,
                                                   Wanted const& wanted, bool with_end = false) {
        now.begin<host_space>(nullptr, 0, nullptr);
        index_t const pieces = divide_up(count, piece_elements);
        std::vector<index_t> ends(static_cast<std::size_t>(pieces) + 1);
        auto each = [&](index_t piece, auto&& found) {
            index_t const end = std::min(count, (piece + 1) * piece_elements);
            for (index_t i = piece * piece_elements; i < end; ++i)
                if (wanted(i))
                    found(i);
        };
        sort_pieces(pieces, [&](index_t piece) {
            index_t found = 0;
            each(piece, [&](index_t) { ++found; });
            ends[static_cast<std::size_t>(piece) + 1] = found;
        });
        for (std::size_t p = 1; p < ends.size(); ++p)
            ends[p] += ends[p - 1];
        array<index_t, 1, host_space> result(extents<1>(ends.back() + (with_end ? 1 : 0)), nowhere);
        if (with_end)
            result.data()[ends.back()] = count;
        sort_pieces(pieces, [&](index_t piece) {
            index_t* next = result.data() + ends[static_cast<std::size_t>(piece)];
            each(piece, [&](index_t i) { *next++ = i; });
        });
        return result;
    }

    /// The first `most` of them, and how many there are.
    template <class Wanted>
    static auto positions_within(execution& now, index_t count, Wanted const& wanted,
                                 index_t most) {
        auto const all = positions(now, count, wanted);
        auto result = now.fresh<index_t, host_space>(extents<1>(most));
        index_t* const to = const_cast<index_t*>(result.data);
        index_t const held = std::min(most, all.size());
        std::copy_n(all.data(), held, to);
        std::fill(to + held, to + most, count);
        auto found = now.fresh<index_t, host_space>(extents<0>());
        *const_cast<index_t*>(found.data) = all.size();
        return limited<array<index_t, 1, host_space>, host_space>{
            as_array(std::move(result)),
            array<index_t, 0, host_space>(adopt_t{}, std::move(found))};
    }

    template <class K>
    static auto by_small_keys(execution& now, K const& keys, int bits) {
        auto sorted = evaluate_fresh<std::uint32_t, host_space>(now, keys);
        index_t const count = sorted.layout.shape[0];
        auto order = now.fresh<index_t, host_space>(sorted.layout.shape);
        auto* const key = const_cast<std::uint32_t*>(sorted.data);
        auto* const place = const_cast<index_t*>(order.data);
        if (std::is_sorted(key, key + count))
            std::iota(place, place + count, index_t{0});
        else if (bits <= counted_bits)
            order_by_counts(key, place, count, bits);
        else if (count <= few_places)
            order_small_keys<std::uint32_t>(key, place, count);
        else
            order_small_keys<index_t>(key, place, count);
        return ordered_keys<decltype(order), decltype(sorted)>{std::move(order), std::move(sorted)};
    }

    template <class I, class T>
    static auto scatter(execution& now, leaf<I, 1, host_space> const& to,
                        leaf<T, 1, host_space> const& from) {
        auto result = now.fresh<T, host_space>(from.layout.shape);
        index_t const count = from.layout.shape[0];
        T* const out = const_cast<T*>(result.data);
        sort_pieces(std::max<index_t>(divide_up(count, piece_elements), 1), [&](index_t piece) {
            index_t const end = std::min(count, (piece + 1) * piece_elements);
            for (index_t i = piece * piece_elements; i < end; ++i)
                out[to.data[i]] = from.data[i];
        });
        return result;
    }

private:
    /// Columns that are sorted together where they lie apart.
    static constexpr index_t columns = 16;
    static constexpr int counted_bits = 12;
    /// So many elements are numbered in 32 bits.
    static constexpr index_t few_places = (index_t{1} << 32) - 1;

    // For user types, which have none.
    template <class T, bool = is_radix_key<T>>
    struct key_bits {
        using type = key_bits_t<T>;
    };
    template <class T>
    struct key_bits<T, false> {
        using type = void;
    };
    template <class T>
    using key_bits_of = typename key_bits<T>::type;

    /// Lines from `first` on by way of memory where each is contiguous, with room for one more.
    template <index_t Count, class T, class Order>
    static void sort_columns(T* data, line_layout const& n, index_t first, T* lines,
                             Order const& order) {
        for_group<Count>(n, first, [&](index_t i, index_t l, index_t at) {
            lines[l * n.length + i] = data[at];
        });
        for (index_t l = 0; l < std::min(Count, n.lines - first); ++l)
            sort_line(lines + l * n.length, lines + Count * n.length, n.length, order);
        for_group<Count>(n, first, [&](index_t i, index_t l, index_t at) {
            data[at] = lines[l * n.length + i];
        });
    }
    template <class T, class Order>
    static void sort_line(T* line, T* scratch, index_t length, Order const& order) {
        comes_before<T, Order> const before{order};
        if constexpr (is_direction<Order> && is_radix_key<T>) {
            if (length > few_items && std::is_sorted(line, line + length, before))
                return;
            if (sort_in_registers<T, Order>(line, scratch, length))
                return;
            if (length > few_items) {
                T const* const sorted = radix_sort(line, scratch, length,
                                                   [](T const& x) { return key_of<T, Order>(x); });
                if (sorted != line)
                    std::copy_n(sorted, length, line);
            } else {
                std::stable_sort(line, line + length, before);
            }
        } else {
            merge_sort(line, scratch, length, before);
        }
    }
    /// Sorts keys where they are, and writes where they stood.
    template <class I>
    static void order_small_keys(std::uint32_t* key, index_t* place, index_t count) {
        using Item = placed_key<std::uint32_t, I>;
        for_lines<Item>(1, count, 2 * count, [&](index_t, Item* items) {
            for (index_t i = 0; i < count; ++i)
                items[i] = {key[i], static_cast<I>(i)};
            Item const* const sorted =
                radix_sort(items, items + count, count, [](Item const& x) { return x.key; });
            for (index_t i = 0; i < count; ++i) {
                key[i] = sorted[i].key;
                place[i] = static_cast<index_t>(sorted[i].index);
            }
        });
    }
    template <class Item, class T, class I, class Order>
    static void order_lines(T const* from, line_layout const& n, I* to, Order const& order) {
        if (n.inner == 1)
            for_lines<Item>(n.lines, n.length, 2 * n.length, [&](index_t line, Item* scratch) {
                order_line(from + line * n.length, to + line * n.length, scratch, n.length, order);
            });
        else
            for_line_groups<columns, Item>(n, 2 * n.length, [&](index_t first, Item* scratch) {
                auto const held =
                    memory<host_space>::allocate(byte_count(columns * n.length, sizeof(T)));
                auto const ordered =
                    memory<host_space>::allocate(byte_count(columns * n.length, sizeof(I)));
                T* const lines = static_cast<T*>(held.get()->data);
                I* const places = static_cast<I*>(ordered.get()->data);
                for_group<columns>(n, first, [&](index_t i, index_t l, index_t at) {
                    lines[l * n.length + i] = from[at];
                });
                for (index_t l = 0; l < std::min(columns, n.lines - first); ++l)
                    order_line(lines + l * n.length, places + l * n.length, scratch, n.length,
                               order);
                for_group<columns>(n, first, [&](index_t i, index_t l, index_t at) {
                    to[at] = places[l * n.length + i];
                });
            });
    }
    template <class T, class I, class Item, class Order>
    static void order_line(T const* from, I* to, Item* scratch, index_t length,
                           Order const& order) {
        if constexpr (std::is_same_v<Item, I>) {
            comes_before<T, Order> const before{order};
            std::iota(to, to + length, I(0));
            merge_sort(to, scratch, length, [&](I a, I b) { return before(from[a], from[b]); });
        } else if constexpr (!is_direction<Order>) {
            std::iota(to, to + length, I(0));
            std::stable_sort(to, to + length,
                             [&](I a, I b) { return static_cast<bool>(order(from[a], from[b])); });
        } else {
            // What is in order already, as times and keys of groups often are.
            if (length > few_items &&
                std::is_sorted(from, from + length, comes_before<T, Order>{order}))
                return std::iota(to, to + length, I(0));
            for (index_t i = 0; i < length; ++i)
                scratch[i] = {key_of<T, Order>(from[i]), static_cast<decltype(scratch->index)>(i)};
            Item const* sorted = scratch;
            if (length > few_items)
                sorted = radix_sort(scratch, scratch + length, length,
                                    [](Item const& x) { return x.key; });
            else
                std::sort(scratch, scratch + length);
            for (index_t i = 0; i < length; ++i)
                to[i] = static_cast<I>(sorted[i].index);
        }
    }
};

}  // namespace twill::inline v0::detail
