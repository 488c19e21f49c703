// SPDX-License-Identifier: MIT
// Many short lines sorted at once on a CPU: a row of them stands side by side, and a sorting
// network compares their elements at equal places. It has no branch that depends on data, and its
// loops are for the compiler to vectorise, for the processor that runs them. Batcher's merge
// exchange (Knuth, The Art of Computer Programming 3, 5.2.2 M), which takes any length.
#pragma once

#include "twill/host/elementwise.hpp"
#include "twill/ops/sort/host_radix.hpp"

namespace twill::inline v0::detail {

/// Lanes hold signed integers, which all vector units compare.
template <std::size_t Bytes>
using lane_of_bytes = typename integer_of<Bytes, true>::type;
/// Lanes of a row: a cache line of them. With places each row has as many behind them, where the
/// elements stood.
template <class Lane>
inline constexpr index_t network_lanes = 64 / static_cast<index_t>(sizeof(Lane));
template <class Lane, bool Placed>
inline constexpr index_t network_row = network_lanes<Lane> * (Placed ? 2 : 1);
/// The longest lines that are sorted so.
template <class Lane>
inline constexpr index_t most_network = sizeof(Lane) < 8 ? 1024 : 512;

/// Puts what comes first into row a and the other into row b, lane by lane.
template <bool Placed, class Lane>
TWILL_INLINED void exchange_rows(Lane* a, Lane* b) {
    constexpr index_t lanes = network_lanes<Lane>;
    if constexpr (Placed) {
        TWILL_INDEPENDENT_ITERATIONS
        for (index_t l = 0; l < lanes; ++l) {
            Lane const x = a[l];
            Lane const y = b[l];
            Lane const i = a[lanes + l];
            Lane const j = b[lanes + l];
            // Without a branch.
            bool const swaps =
                static_cast<int>(y < x) | (static_cast<int>(y == x) & static_cast<int>(j < i));
            a[l] = swaps ? y : x;
            b[l] = swaps ? x : y;
            a[lanes + l] = swaps ? j : i;
            b[lanes + l] = swaps ? i : j;
        }
    } else {
        TWILL_INDEPENDENT_ITERATIONS
        for (index_t l = 0; l < lanes; ++l) {
            Lane const x = a[l];
            Lane const y = b[l];
            a[l] = y < x ? y : x;
            b[l] = y < x ? x : y;
        }
    }
}
/// Sorts every lane of `length` rows.
template <bool Placed, class Lane>
TWILL_INLINED void merge_exchange(Lane* rows, index_t length) {
    constexpr index_t size = network_row<Lane, Placed>;
    index_t top = 1;
    while (2 * top < length)
        top *= 2;
    for (index_t p = top; p > 0; p /= 2) {
        index_t q = top;
        index_t r = 0;
        for (index_t d = p;; d = q - p, q /= 2, r = p) {
            for (index_t from = r; from < length - d; from += 2 * p) {
                index_t const end = from + p < length - d ? from + p : length - d;
                for (index_t i = from; i < end; ++i)
                    exchange_rows<Placed>(rows + i * size, rows + (i + d) * size);
            }
            if (q == p)
                break;
        }
    }
}

template <bool Placed, class Lane>
TWILL_NOINLINE void sort_rows_anywhere(Lane* rows, index_t length) {
    merge_exchange<Placed>(rows, length);
}
#ifdef __x86_64__
template <bool Placed, class Lane>
TWILL_NOINLINE __attribute__((target("avx2"))) void sort_rows_avx2(Lane* rows, index_t length) {
    merge_exchange<Placed>(rows, length);
}
template <bool Placed, class Lane>
TWILL_NOINLINE __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq"))) void sort_rows_avx512(
    Lane* rows, index_t length) {
    merge_exchange<Placed>(rows, length);
}
#endif
template <bool Placed, class Lane>
void sort_rows(Lane* rows, index_t length) {
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl"))
        return sort_rows_avx512<Placed>(rows, length);
    if (__builtin_cpu_supports("avx2"))
        return sort_rows_avx2<Placed>(rows, length);
#endif
    sort_rows_anywhere<Placed>(rows, length);
}

/// The lines along an axis of contiguous elements: the elements of a line are `inner` apart, and
/// lines next to each other are neighbours inside of that.
struct line_layout {
    index_t lines;
    index_t length;
    index_t inner;
    template <int Rank>
    line_layout(extents<Rank> const& shape, int axis) : lines(1), length(shape[axis]), inner(1) {
        for (int d = 0; d < Rank; ++d) {
            lines *= d == axis ? 1 : shape[d];
            inner *= d > axis ? shape[d] : 1;
        }
    }
    /// Where a line begins.
    index_t begin(index_t line) const { return line / inner * (length * inner) + line % inner; }
};

/// body(row, lane, index) for every element of up to `lanes` lines from `first` on, in the order in
/// which they stand in memory.
template <index_t Lanes, class Body>
TWILL_INLINED void for_group(line_layout const& of, index_t first, Body const& body) {
    index_t const count = std::min(Lanes, of.lines - first);
    index_t const begin = of.begin(first);
    if (of.inner == 1) {
        for (index_t l = 0; l < count; ++l)
            for (index_t i = 0; i < of.length; ++i)
                body(i, l, begin + l * of.length + i);
    } else if (count == Lanes && first % of.inner + Lanes <= of.inner) {
        for (index_t i = 0; i < of.length; ++i)
            for (index_t l = 0; l < Lanes; ++l)
                body(i, l, begin + i * of.inner + l);
    } else {
        for (index_t l = 0; l < count; ++l) {
            index_t const own = of.begin(first + l);
            for (index_t i = 0; i < of.length; ++i)
                body(i, l, own + i * of.inner);
        }
    }
}

/// Elements as signed integers, and back.
template <class T, class Order, bool SplitsZeros = true>
struct lane_form {
    using key = key_bits_t<T>;
    using lane = lane_of_bytes<sizeof(T)>;
    static constexpr key sign = static_cast<key>(key(1) << (8 * sizeof(T) - 1));
    static lane to_lane(T x) {
        return static_cast<lane>(static_cast<key>(key_of<T, Order, SplitsZeros>(x) ^ sign));
    }
    static T from_lane(lane x) {
        return value_of_key<T, Order>(static_cast<key>(static_cast<key>(x) ^ sign));
    }
};

/// Sorts a row of lines, from `first` on, where they are. Does nothing and returns false if there
/// is a negative zero, which stays where it is among zeros: lanes tell it from the others.
template <class T, class Order>
bool sort_line_group(T* data, line_layout const& of, index_t first,
                     typename lane_form<T, Order>::lane* rows) {
    using form = lane_form<T, Order>;
    constexpr index_t lanes = network_lanes<typename form::lane>;
    if (of.lines - first < lanes)
        std::fill_n(rows, of.length * lanes, typename form::lane{});
    bool negative_zero = false;
    for_group<lanes>(of, first, [&](index_t i, index_t l, index_t at) {
        if constexpr (is_floating<T>)
            negative_zero |= __builtin_bit_cast(typename form::key, data[at]) == form::sign;
        rows[i * lanes + l] = form::to_lane(data[at]);
    });
    if (negative_zero)
        return false;
    sort_rows<false>(rows, of.length);
    for_group<lanes>(of, first, [&](index_t i, index_t l, index_t at) {
        data[at] = form::from_lane(rows[i * lanes + l]);
    });
    return true;
}

/// Where the elements of a row of lines stand in order. Narrow elements stand above their places in
/// wider lanes.
template <class T>
inline constexpr bool is_placed_above = sizeof(T) <= 4;
template <class T>
using placed_lane = lane_of_bytes<(sizeof(T) <= 2 ? 4 : 8)>;
template <class T, class Order, class I>
void order_line_group(T const* data, line_layout const& of, index_t first, I* to,
                      placed_lane<T>* rows) {
    using form = lane_form<T, Order, false>;
    using Lane = placed_lane<T>;
    constexpr bool above = is_placed_above<T>;
    [[maybe_unused]] constexpr int shift = 4 * static_cast<int>(sizeof(Lane));
    constexpr index_t lanes = network_lanes<Lane>;
    constexpr index_t size = network_row<Lane, !above>;
    if (of.lines - first < lanes)
        std::fill_n(rows, of.length * size, Lane{});
    for_group<lanes>(of, first, [&](index_t i, index_t l, index_t at) {
        Lane const key = form::to_lane(data[at]);
        if constexpr (above) {
            rows[i * size + l] = (key << shift) | static_cast<Lane>(i);
        } else {
            rows[i * size + l] = key;
            rows[i * size + lanes + l] = i;
        }
    });
    sort_rows<!above>(rows, of.length);
    for_group<lanes>(of, first, [&](index_t i, index_t l, index_t at) {
        if constexpr (above)
            to[at] = static_cast<I>(rows[i * size + l] & ((Lane{1} << shift) - 1));
        else
            to[at] = static_cast<I>(rows[i * size + lanes + l]);
    });
}

/// group(first, scratch) for every row of lines, with scratch for so many items, rows in parallel.
template <index_t Lanes, class Item, class Group>
void for_line_groups(line_layout const& of, index_t items, Group&& group) {
    index_t const groups = divide_up(of.lines, Lanes);
    index_t const each =
        std::max<index_t>(1, (index_t{1} << 15) / std::max<index_t>(of.length * Lanes, 1));
    sort_pieces(divide_up(groups, each), [&](index_t piece) {
        storage_ref const scratch = memory<host_space>::allocate(byte_count(items, sizeof(Item)));
        index_t const end = std::min(groups, (piece + 1) * each);
        for (index_t g = piece * each; g < end; ++g)
            group(g * Lanes, static_cast<Item*>(scratch.get()->data));
    });
}

}  // namespace twill::inline v0::detail
