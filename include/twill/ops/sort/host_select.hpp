// SPDX-License-Identifier: MIT
// The elements of given ranks on a CPU thread, without sorting the others.
#pragma once

#include "twill/ops/sort/host_radix.hpp"

namespace twill::inline v0::detail {

/// An element's key and where it stood: of equal keys the first comes first.
template <class Key, class I>
struct placed_key {
    Key key;
    I index;
    friend bool operator<(placed_key const& a, placed_key const& b) {
        return (a.key < b.key) | ((a.key == b.key) & (a.index < b.index));
    }
};

/// Brings number k to its place, none before it greater and none behind it smaller. Bounds from a
/// sample leave few numbers between them (Floyd and Rivest's SELECT), and the others need no
/// branch. `other`: as much memory again.
template <class Word>
void select_nth(Word* words, Word* other, index_t count, index_t k) {
    constexpr index_t fewest = 1024;
    constexpr index_t most_sampled = 1024;
    if (count < fewest)
        return std::nth_element(words, words + k, words + count);
    index_t const sampled = smaller(count / 16, most_sampled);
    index_t const step = count / sampled;
    for (index_t i = 0; i < sampled; ++i)
        other[i] = words[i * step];
    std::sort(other, other + sampled);
    // About three standard deviations of the rank of a sampled number.
    index_t const spread = sampled / 16 + 8;
    index_t const at = k / step;
    Word const low = other[clamped<index_t>(at - spread, 0, sampled - 1)];
    Word const high = other[clamped<index_t>(at + spread, 0, sampled - 1)];
    bool const from_start = at < spread;
    bool const to_end = at + spread >= sampled;
    index_t below = 0, between = 0, above = 0;
    for (index_t i = 0; i < count; ++i) {
        Word const x = words[i];
        other[below] = x;
        other[count - 1 - above] = x;
        words[between] = x;
        bool const is_below = !from_start & (x < low);
        bool const is_above = !to_end & (high < x);
        below += is_below;
        above += is_above;
        between += !(is_below | is_above);
    }
    if (k < below)
        std::nth_element(other, other + k, other + below);
    else if (k >= below + between)
        std::nth_element(other + below + between, other + k, other + count);
    else if (low < high || from_start || to_end)
        std::nth_element(words, words + (k - below), words + between);
    std::copy_backward(words, words + between, words + below + between);
    std::copy_n(other, below, words);
    std::copy_n(other + below + between, above, words + below + between);
}

/// Where the elements of a line stand once number k is in its place: the smaller ones first, then
/// those that equal it, each in their order. `keys`: room for twice the line.
template <class T, class I>
void place_around(T const* from, I* to, key_bits_t<T>* keys, index_t length, index_t k) {
    using Key = key_bits_t<T>;
    for (index_t i = 0; i < length; ++i)
        keys[i] = key_of<T>(from[i]);
    select_nth(keys, keys + length, length, k);
    Key const middle = keys[k];
    index_t const smaller_ones =
        std::count_if(keys, keys + k, [&](Key key) { return key < middle; });
    index_t const equal_ones = std::count(keys, keys + length, middle);
    index_t next[3] = {0, smaller_ones, smaller_ones + equal_ones};
    for (index_t i = 0; i < length; ++i) {
        Key const key = key_of<T>(from[i]);
        // Counted without a branch, which would be guessed wrong for most.
        to[next[(key >= middle) + (key > middle)]++] = static_cast<I>(i);
    }
}

/// How many words least_words() needs room for, twice.
inline index_t room_for_least(index_t count, index_t k) {
    return smaller(count, larger<index_t>(4 * k, 128));
}
/// The least k of the different numbers word(i), i < count, in rising order into `room`. Most are
/// seen to be too great by the greatest of those that are held.
template <class Word, class Make>
void least_words(Word* room, Word* other, index_t count, index_t k, Make const& word) {
    index_t const most = room_for_least(count, k);
    index_t held = 0;
    index_t i = 0;
    for (; held < most; ++held, ++i)
        room[held] = word(i);
    for (;;) {
        if (k < held)
            select_nth(room, other, held, k - 1);
        held = k;
        if (i == count)
            break;
        Word const bound = room[k - 1];
        for (; i < count && held < most; ++i) {
            room[held] = word(i);
            held += room[held] < bound;
        }
    }
    std::sort(room, room + k);
}

/// Where the first k of each line stand; positions are numbered by P.
template <class P, class Order, class T, class I>
void top_of_keys(T const* from, index_t lines, index_t length, index_t k, I* to) {
    using Item = placed_key<key_bits_t<T>, P>;
    // Of many the order takes longer than the selection saves.
    bool const sorts = k > length / 8 && length > few_items;
    index_t const room = sorts ? length : room_for_least(length, k);
    for_lines<Item>(lines, length, 2 * room, [&](index_t line, Item* items) {
        T const* const elements = from + line * length;
        auto item = [&](index_t i) {
            return Item{key_of<T, Order>(elements[i]), static_cast<P>(i)};
        };
        Item const* sorted = items;
        if (sorts) {
            for (index_t i = 0; i < length; ++i)
                items[i] = item(i);
            sorted = radix_sort(items, items + length, length, [](Item const& x) { return x.key; });
        } else {
            least_words(items, items + room, length, k, item);
        }
        for (index_t i = 0; i < k; ++i)
            to[line * k + i] = static_cast<I>(sorted[i].index);
    });
}

/// The same by comparisons.
template <class T, class I, class Before>
void top_by_order(T const* from, index_t lines, index_t length, index_t k, I* to,
                  Before const& before) {
    for_lines<I>(lines, length, length, [&](index_t line, I* scratch) {
        T const* const elements = from + line * length;
        for (index_t i = 0; i < length; ++i)
            scratch[i] = static_cast<I>(i);
        auto less = [&](I a, I b) {
            if (before(elements[a], elements[b]))
                return true;
            return !before(elements[b], elements[a]) && a < b;
        };
        if (k < length)
            std::nth_element(scratch, scratch + k - 1, scratch + length, less);
        std::sort(scratch, scratch + k, less);
        std::copy_n(scratch, k, to + line * k);
    });
}

}  // namespace twill::inline v0::detail
