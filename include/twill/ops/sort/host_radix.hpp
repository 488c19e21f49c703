// SPDX-License-Identifier: MIT
// Sorting many items on CPU threads: by the digits of an unsigned key, or by a comparison. Both are
// stable.
#pragma once

#include <algorithm>
#include <bit>
#include <vector>

#include "twill/core/storage.hpp"
#include "twill/host/pool.hpp"
#include "twill/ops/sort/order.hpp"

namespace twill::inline v0::detail {

/// Below this many items a comparison sort needs less time than the passes of a radix sort.
inline constexpr index_t few_items = 512;
/// Items that are worth a piece of a parallel loop of their own.
inline constexpr index_t sorted_piece = index_t{1} << 16;
inline constexpr index_t most_sorted_pieces = 64;

/// body(piece) for every piece, on the calling thread where there is one.
template <class Body>
void sort_pieces(index_t pieces, Body&& body) {
    if (pieces == 1)
        body(index_t{0});
    else
        parallel_pieces(pieces, body);
}

/// The digits that a radix sort goes through: of the bits in which keys differ, from the lowest on.
struct radix_digits {
    int low = 0;
    int width = 0;
    int passes = 0;

    /// Long arrays take wider digits: fewer passes for more room that is written to at once.
    radix_digits(std::uint64_t differing, index_t count) {
        if (differing == 0)
            return;
        int const widest = count < (index_t{1} << 18) ? 8 : 11;
        low = std::countr_zero(differing);
        int const bits = static_cast<int>(std::bit_width(differing)) - low;
        passes = (bits + widest - 1) / widest;
        width = (bits + passes - 1) / passes;
    }
    index_t values() const { return index_t{1} << width; }
    /// Digit `pass` of a key.
    template <class K>
    index_t of(K key, int pass) const {
        return static_cast<index_t>(key >> (low + pass * width) & ((K(1) << width) - 1u));
    }
};

/// Items that one thread goes through, in `from`, ordered by way of `to`; all digits are counted in
/// one read. Gives the one of both that holds them in order.
template <class Item, class Key>
Item* radix_sort_piece(Item* from, Item* to, index_t count, radix_digits const& digits,
                       Key const& key) {
    index_t const values = digits.values();
    std::vector<index_t> counts(static_cast<std::size_t>(digits.passes * values));
    for (index_t i = 0; i < count; ++i) {
        auto const k = key(from[i]);
        for (int d = 0; d < digits.passes; ++d)
            ++counts[static_cast<std::size_t>(d * values + digits.of(k, d))];
    }
    for (int d = 0; d < digits.passes; ++d) {
        index_t* const next = counts.data() + d * values;
        index_t sum = 0;
        for (index_t k = 0; k < values; ++k)
            sum += std::exchange(next[k], sum);
        for (index_t i = 0; i < count; ++i) {
            Item const x = from[i];
            to[next[digits.of(key(x), d)]++] = x;
        }
        std::swap(from, to);
    }
    return from;
}

/// Orders items by their keys, unsigned integers, one digit after the other from the lowest up (LSD
/// radix sort). `other` is as much memory again: gives the one of both that holds them in order.
/// Bits above and below those in which keys differ cost one read together.
template <class Item, class Key>
Item* radix_sort(Item* items, Item* other, index_t count, Key const& key) {
    if (count < 2)
        return items;
    index_t const pieces =
        thread_count() == 1 ? 1 : std::clamp<index_t>(count / sorted_piece, 1, most_sorted_pieces);
    index_t const each = divide_up(count, pieces);
    using K = decltype(key(items[0]));
    K const first = key(items[0]);
    K differing[most_sorted_pieces] = {};
    sort_pieces(pieces, [&](index_t piece) {
        index_t const end = std::min(count, (piece + 1) * each);
        K found = 0;
        for (index_t i = piece * each; i < end; ++i)
            found = static_cast<K>(found | (key(items[i]) ^ first));
        differing[piece] = found;
    });
    std::uint64_t all = 0;
    for (index_t piece = 0; piece < pieces; ++piece)
        all |= differing[piece];
    radix_digits const digits(all, count);
    if (digits.passes == 0)
        return items;
    if (pieces == 1)
        return radix_sort_piece(items, other, count, digits, key);
    // at[piece * values + digit]: how many items, then where the next one goes.
    index_t const values = digits.values();
    std::vector<index_t> at(static_cast<std::size_t>(pieces * values));
    Item* from = items;
    Item* to = other;
    for (int d = 0; d < digits.passes; ++d) {
        sort_pieces(pieces, [&](index_t piece) {
            index_t* const counts = at.data() + piece * values;
            std::fill_n(counts, values, index_t{0});
            index_t const end = std::min(count, (piece + 1) * each);
            for (index_t i = piece * each; i < end; ++i)
                ++counts[digits.of(key(from[i]), d)];
        });
        index_t sum = 0;
        for (index_t v = 0; v < values; ++v)
            for (index_t piece = 0; piece < pieces; ++piece)
                sum += std::exchange(at[static_cast<std::size_t>(piece * values + v)], sum);
        sort_pieces(pieces, [&](index_t piece) {
            index_t* const next = at.data() + piece * values;
            index_t const end = std::min(count, (piece + 1) * each);
            for (index_t i = piece * each; i < end; ++i)
                to[next[digits.of(key(from[i]), d)]++] = from[i];
        });
        std::swap(from, to);
    }
    return from;
}

/// Sorts keys of so few bits that each has a count of its own, and writes where they stood.
inline void order_by_counts(std::uint32_t* key, index_t* place, index_t count, int bits) {
    std::vector<index_t> next((std::size_t{1} << bits) + 1);
    for (index_t i = 0; i < count; ++i)
        ++next[key[i] + 1];
    for (std::size_t k = 1; k < next.size(); ++k)
        next[k] += next[k - 1];
    std::vector<index_t> const first(next);
    for (index_t i = 0; i < count; ++i)
        place[next[key[i]]++] = i;
    for (std::size_t k = 0; k + 1 < first.size(); ++k)
        std::fill(key + first[k], key + first[k + 1], static_cast<std::uint32_t>(k));
}

/// Orders items by a comparison: pieces on their own, then merged in pairs.
template <class Item, class Less>
void merge_sort(Item* items, Item* other, index_t count, Less const& less) {
    index_t const pieces = std::clamp<index_t>(count / sorted_piece, 1, most_sorted_pieces);
    index_t width = divide_up(count, pieces);
    sort_pieces(pieces, [&](index_t piece) {
        index_t const begin = std::min(count, piece * width);
        std::stable_sort(items + begin, items + std::min(count, begin + width), less);
    });
    Item* from = items;
    Item* to = other;
    for (; width < count; width *= 2) {
        sort_pieces(divide_up(count, 2 * width), [&](index_t pair) {
            index_t const begin = pair * 2 * width;
            index_t const middle = std::min(count, begin + width);
            index_t const end = std::min(count, middle + width);
            std::merge(from + begin, from + middle, from + middle, from + end, to + begin, less);
        });
        std::swap(from, to);
    }
    if (from != items)
        std::copy_n(from, count, items);
}

/// line(number, scratch) for every line: lines in parallel where there are several, with scratch of
/// `items` items for the lines of a piece.
template <class Item, class Line>
void for_lines(index_t lines, index_t length, index_t items, Line&& line) {
    auto scratch_of = [&] { return memory<host_space>::allocate(byte_count(items, sizeof(Item))); };
    if (lines == 1 || (lines < 8 && length >= 8 * sorted_piece)) {
        storage_ref const scratch = scratch_of();
        for (index_t l = 0; l < lines; ++l)
            line(l, static_cast<Item*>(scratch.get()->data));
        return;
    }
    index_t const each = std::max<index_t>(1, (index_t{1} << 14) / std::max<index_t>(length, 1));
    sort_pieces(divide_up(lines, each), [&](index_t piece) {
        storage_ref const scratch = scratch_of();
        index_t const end = std::min(lines, (piece + 1) * each);
        for (index_t l = piece * each; l < end; ++l)
            line(l, static_cast<Item*>(scratch.get()->data));
    });
}

}  // namespace twill::inline v0::detail
