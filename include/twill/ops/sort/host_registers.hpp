// SPDX-License-Identifier: MIT
// Sorts of lines of numbers as signed integers that have their order, in registers.
#pragma once

#include "twill/ops/sort/host_quick.hpp"

namespace twill::inline v0::detail {

#ifdef TWILL_SORTS_IN_REGISTERS
/// What is found of numbers on the way.
template <class Lane>
struct lanes_found {
    Lane differing = 0;  ///< bits in which they differ from the first
    bool negative_zero = false;
};

/// Numbers as lane_form has them; a register at a time, and what is left element by element.
template <class T, class Order>
TWILL_SORT_TARGET TWILL_NOINLINE lanes_found<typename lane_form<T, Order>::lane> make_lanes(
    T const* from, typename lane_form<T, Order>::lane* to, index_t count,
    typename lane_form<T, Order>::lane first) {
    using form = lane_form<T, Order>;
    using Lane = typename form::lane;
    using part = lane_partition<Lane, false>;
    using values = typename part::values;
    constexpr bool down = std::is_same_v<Order, descending_t>;
    constexpr Lane sign = std::numeric_limits<Lane>::min();
    values differing = {};
    values zeros = {};
    index_t i = 0;
    for (; i + part::width <= count; i += part::width) {
        values x = part::load(reinterpret_cast<Lane const*>(from + i));
        if constexpr (is_floating<T>) {
            zeros |= x == values{} + sign;
            constexpr auto infinity = __builtin_bit_cast(Lane, limits<T>::infinity);
            values const is_nan = (x & ~(values{} + sign)) > values{} + infinity;
            x ^= (x < values{}) & ~(values{} + sign);
            x = down ? ~x : x;
            x = (is_nan & ~(values{} + sign)) | (~is_nan & x);
        } else {
            x = std::is_unsigned_v<T> ? x ^ (values{} + sign) : x;
            x = down ? ~x : x;
        }
        differing |= x ^ (values{} + first);
        part::store(to + i, x);
    }
    lanes_found<Lane> found;
    for (int l = 0; l < part::width; ++l) {
        found.differing |= static_cast<Lane>(differing[l]);
        found.negative_zero |= zeros[l] != 0;
    }
    for (; i < count; ++i) {
        if constexpr (is_floating<T>)
            found.negative_zero |= __builtin_bit_cast(Lane, from[i]) == sign;
        to[i] = form::to_lane(from[i]);
        found.differing |= to[i] ^ first;
    }
    return found;
}
/// The numbers of lanes.
template <class T, class Order>
TWILL_SORT_TARGET TWILL_NOINLINE void take_lanes(typename lane_form<T, Order>::lane const* from,
                                                 T* to, index_t count) {
    using form = lane_form<T, Order>;
    using Lane = typename form::lane;
    using part = lane_partition<Lane, false>;
    using values = typename part::values;
    constexpr bool down = std::is_same_v<Order, descending_t>;
    constexpr Lane sign = std::numeric_limits<Lane>::min();
    index_t i = 0;
    for (; i + part::width <= count; i += part::width) {
        values x = part::load(from + i);
        if constexpr (is_floating<T>) {
            values const is_nan = x == ~(values{} + sign);
            x = down ? ~x : x;
            x ^= (x < values{}) & ~(values{} + sign);
            constexpr auto nan = __builtin_bit_cast(Lane, limits<T>::quiet_nan);
            x = (is_nan & (values{} + nan)) | (~is_nan & x);
        } else {
            x = down ? ~x : x;
            x = std::is_unsigned_v<T> ? x ^ (values{} + sign) : x;
        }
        part::store(reinterpret_cast<Lane*>(to + i), x);
    }
    for (; i < count; ++i)
        to[i] = form::from_lane(from[i]);
}
#endif

/// Sorts a line by way of scratch memory for as many elements, where registers do it sooner than
/// digits; otherwise nothing is done, and false. Negative zeros, which stay where they are among
/// zeros, are left to digits: lanes tell them from the others.
template <class T, class Order>
bool sort_in_registers([[maybe_unused]] T* line, [[maybe_unused]] T* scratch,
                       [[maybe_unused]] index_t length) {
#ifdef TWILL_SORTS_IN_REGISTERS
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
        using form = lane_form<T, Order>;
        using Lane = typename form::lane;
        constexpr index_t fewest = 64;
        constexpr int fewest_passes = 3;
        if (length < fewest || !sorts_in_registers())
            return false;
        auto* const lanes = reinterpret_cast<Lane*>(scratch);
        index_t const pieces =
            thread_count() == 1 ? 1
                                : std::clamp<index_t>(length / sorted_piece, 1, most_sorted_pieces);
        index_t const each = divide_up(length, pieces);
        auto count_of = [&](index_t piece) { return std::min(length - piece * each, each); };
        Lane const first = form::to_lane(line[0]);
        lanes_found<Lane> found[most_sorted_pieces];
        sort_pieces(pieces, [&](index_t piece) {
            if (piece * each < length)
                found[piece] = make_lanes<T, Order>(line + piece * each, lanes + piece * each,
                                                    count_of(piece), first);
        });
        typename form::key all = 0;
        for (index_t piece = 0; piece < pieces; ++piece) {
            if (found[piece].negative_zero)
                return false;
            all |= static_cast<typename form::key>(found[piece].differing);
        }
        if (length > few_items && radix_digits(all, length).passes < fewest_passes)
            return false;
        quick_sort(lanes, length);
        sort_pieces(pieces, [&](index_t piece) {
            if (piece * each < length)
                take_lanes<T, Order>(lanes + piece * each, line + piece * each, count_of(piece));
        });
        return true;
    }
#endif
    return false;
}

/// Brings element k of a line to its place in the same way, zeros by their signs; false where there
/// are no such registers.
template <class T>
bool part_in_registers([[maybe_unused]] T* line, [[maybe_unused]] key_bits_t<T>* scratch,
                       [[maybe_unused]] index_t length, [[maybe_unused]] index_t k) {
#ifdef TWILL_SORTS_IN_REGISTERS
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8) {
        using Lane = typename lane_form<T, ascending_t>::lane;
        if (!sorts_in_registers())
            return false;
        auto* const lanes = reinterpret_cast<Lane*>(scratch);
        make_lanes<T, ascending_t>(line, lanes, length, Lane{});
        quick_select(lanes, length, k);
        take_lanes<T, ascending_t>(lanes, line, length);
        return true;
    }
#endif
    return false;
}

#ifdef TWILL_SORTS_IN_REGISTERS
/// How many lanes come before one, and how many equal it.
struct lanes_counted {
    index_t below = 0;
    index_t equal = 0;
};
template <class Lane>
TWILL_SORT_TARGET TWILL_NOINLINE lanes_counted count_lanes(Lane const* lanes, index_t count,
                                                           Lane middle) {
    using part = lane_partition<Lane, false>;
    using reg = typename part::reg;
    auto const pivot = typename part::values{} + middle;
    lanes_counted all;
    index_t i = 0;
    for (; i + part::width <= count; i += part::width) {
        auto const x = part::load(lanes + i);
        unsigned const below = reg::template compare<false>(x, pivot);
        unsigned const up_to = reg::template compare<true>(x, pivot);
        all.below += __builtin_popcount(below);
        all.equal += __builtin_popcount(up_to & ~below);
    }
    for (; i < count; ++i) {
        all.below += lanes[i] < middle;
        all.equal += lanes[i] == middle;
    }
    return all;
}
/// Where lanes stand: those before `middle` first, then those that equal it, each in their order.
template <class Lane, class I>
TWILL_SORT_TARGET TWILL_NOINLINE void place_lanes(Lane const* lanes, index_t count, Lane middle,
                                                  I* to) {
    using part = lane_partition<Lane, false>;
    using reg = typename part::reg;
    using mask = typename part::mask;
    using values = typename part::values;
    typedef I places __attribute__((vector_size(sizeof(I) * part::width)));
    values const pivot = values{} + middle;
    values numbers = {};
    for (int l = 0; l < part::width; ++l)
        numbers[l] = l;
    lanes_counted const counted = count_lanes(lanes, count, middle);
    I* next[3] = {to, to + counted.below, to + counted.below + counted.equal};
    I* const end[3] = {next[1], next[2], to + count};
    index_t i = 0;
    for (; i + part::width <= count; i += part::width) {
        values const x = part::load(lanes + i);
        auto const below = static_cast<mask>(reg::template compare<false>(x, pivot));
        auto const up_to = static_cast<mask>(reg::template compare<true>(x, pivot));
        mask const chosen[3] = {below, static_cast<mask>(up_to & ~below),
                                static_cast<mask>(~up_to)};
        for (int s = 0; s < 3; ++s) {
            int const found = __builtin_popcount(chosen[s]);
            auto const all = __builtin_convertvector(reg::compress(numbers, chosen[s]), places);
            // What is behind the last one comes later.
            if (end[s] - next[s] >= part::width)
                __builtin_memcpy(next[s], &all, sizeof(all));
            else
                for (int l = 0; l < found; ++l)
                    next[s][l] = static_cast<I>(all[l]);
            next[s] += found;
        }
        numbers += part::width;
    }
    for (; i < count; ++i)
        *next[(lanes[i] >= middle) + (lanes[i] > middle)]++ = static_cast<I>(i);
}
#endif

/// As place_around, in registers; false where there are no such registers.
template <class T, class I>
bool place_in_registers([[maybe_unused]] T const* from, [[maybe_unused]] I* to,
                        [[maybe_unused]] key_bits_t<T>* keys, [[maybe_unused]] index_t length,
                        [[maybe_unused]] index_t k) {
#ifdef TWILL_SORTS_IN_REGISTERS
    if constexpr ((sizeof(T) == 4 || sizeof(T) == 8) && (sizeof(I) == 4 || sizeof(I) == 8)) {
        using Lane = typename lane_form<T, ascending_t>::lane;
        if (!sorts_in_registers() || length > static_cast<index_t>(limits<Lane>::max))
            return false;
        auto* const lanes = reinterpret_cast<Lane*>(keys);
        // Zeros are equal, lanes tell them from each other.
        if (make_lanes<T, ascending_t>(from, lanes, length, Lane{}).negative_zero)
            return false;
        Lane* const parted = lanes + length;
        std::copy_n(lanes, length, parted);
        quick_select(parted, length, k);
        place_lanes(lanes, length, parted[k], to);
        return true;
    }
#endif
    return false;
}

}  // namespace twill::inline v0::detail
