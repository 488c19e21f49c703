// SPDX-License-Identifier: MIT
// Sorting many items on CPU threads: by the digits of an unsigned key, or by a comparison. Both are
// stable.
#pragma once

#include <algorithm>
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

/// radix_sort() of few items, whose digits are counted in one read.
template <class Item, class Key>
void radix_sort_piece(Item* items, Item* other, index_t count, int bits, Key const& key) {
    constexpr int most_digits = 8;
    std::uint32_t counts[most_digits][256] = {};
    int const digits = (bits + 7) / 8;
    for (index_t i = 0; i < count; ++i) {
        auto const k = key(items[i]);
        for (int d = 0; d < digits; ++d)
            ++counts[d][k >> (8 * d) & 255u];
    }
    Item* from = items;
    Item* to = other;
    for (int d = 0; d < digits; ++d) {
        std::uint32_t* const next = counts[d];
        if (next[key(from[0]) >> (8 * d) & 255u] == static_cast<std::uint32_t>(count))
            continue;
        std::uint32_t sum = 0;
        for (int k = 0; k < 256; ++k)
            sum += std::exchange(next[k], sum);
        for (index_t i = 0; i < count; ++i) {
            Item const x = from[i];
            to[next[key(x) >> (8 * d) & 255u]++] = x;
        }
        std::swap(from, to);
    }
    if (from != items)
        std::copy_n(from, count, items);
}

/// Orders items by the lowest `bits` of their keys, one digit of 8 bits after the other from the
/// lowest up (LSD radix sort). `other` is as much memory again. Digits in which all items agree
/// cost one read.
template <class Item, class Key>
void radix_sort(Item* items, Item* other, index_t count, int bits, Key const& key) {
    constexpr index_t digits = 256;
    index_t const pieces = std::clamp<index_t>(count / sorted_piece, 1, most_sorted_pieces);
    if (pieces == 1)
        return count > 0 ? radix_sort_piece(items, other, count, bits, key) : void();
    index_t const each = divide_up(count, pieces);
    // at[piece * digits + digit]: how many items, then where the next one goes.
    std::vector<index_t> at(static_cast<std::size_t>(pieces * digits));
    Item* from = items;
    Item* to = other;
    for (int shift = 0; shift < bits; shift += 8) {
        auto digit = [&](Item const& x) { return static_cast<index_t>(key(x) >> shift & 255u); };
        sort_pieces(pieces, [&](index_t piece) {
            index_t* const counts = at.data() + piece * digits;
            std::fill_n(counts, digits, index_t{0});
            index_t const end = std::min(count, (piece + 1) * each);
            for (index_t i = piece * each; i < end; ++i)
                ++counts[digit(from[i])];
        });
        index_t sum = 0;
        bool alike = false;
        for (index_t d = 0; d < digits; ++d) {
            index_t const before = sum;
            for (index_t piece = 0; piece < pieces; ++piece) {
                index_t& here = at[static_cast<std::size_t>(piece * digits + d)];
                sum += std::exchange(here, sum);
            }
            alike = alike || sum - before == count;
        }
        if (alike)
            continue;
        sort_pieces(pieces, [&](index_t piece) {
            index_t* const next = at.data() + piece * digits;
            index_t const end = std::min(count, (piece + 1) * each);
            for (index_t i = piece * each; i < end; ++i)
                to[next[digit(from[i])]++] = from[i];
        });
        std::swap(from, to);
    }
    if (from != items)
        std::copy_n(from, count, items);
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
