// SPDX-License-Identifier: MIT
// What statistics need of a space: counting elements by a number they are given, and reducing the
// elements of runs.
#pragma once

#include "twill/core/count_passed.hpp"
#include "twill/ops/reduce/reducers.hpp"
#include "twill/ops/sort/sets.hpp"

namespace twill::inline v0::detail {

/// Completed by `twill/statistics.hpp` and `twill/statistics.cuh`.
///   counts(now, x, bins, bin)                how many elements bin(x) sends to each of the bins;
///                                            what it sends elsewhere is left out
///   reduce_runs(now, reducer, v, order, s)   the reduction of v[order[i]], s[r] <= i < s[r + 1],
///                                            for every run r; the same bits on every run
///   sums<A>(now, v, bins, n)                 v summed in A by uint32 bins, in no order (in
///                                            table_sum_t<A>)
///   least<Form>(now, v, bins, n)             the least Form::of(v) by bins
template <class Space>
struct tally;

template <class Space>
constexpr auto require_tally() {
    require_some_space<Space>();
    if constexpr (std::is_same_v<Space, device_space>)
        static_assert(provided<tally<Space>, Space>,
                      "twill: this counts on the device: do it in a .cu file that includes "
                      "<twill/statistics.cuh>");
    else
        static_assert(provided<tally<Space>, Space>,
                      "twill: this counts on the host: include <twill/statistics.hpp>");
}

/// What a table is that sums A element by element: from 2^24 on a float stays as it is.
template <class A>
using table_sum_t = std::conditional_t<std::is_same_v<A, float>, double, A>;

/// The accumulator of one element.
template <class Reducer, class X>
TWILL_HD typename Reducer::accumulator accumulated(Reducer const& reducer, X const& x) {
    if constexpr (requires { typename Reducer::running; }) {
        // Moments: a count that is NaN tells that not all elements were finite.
        using value = typename Reducer::value;
        value const v = static_cast<value>(x);
        bool const finite = v - v == value(0);
        value const nan = limits<value>::quiet_nan;
        return {finite ? value(1) : nan, finite ? v : value(0), value(0), finite ? value(0) : nan};
    } else {
        typename Reducer::accumulator result = reducer.identity();
        reducer.add(result, x);
        return result;
    }
}

/// The run that a position belongs to: the last one that starts there or before.
TWILL_HD constexpr index_t run_at(index_t const* starts, index_t runs, index_t position) {
    return count_passed(starts + 1, runs - 1, 1, [&](index_t start) { return start <= position; });
}

/// An integer as the number of a bin, if it is one of them.
struct own_number {
    index_t bins;
    template <class T>
    TWILL_HD constexpr index_t operator()(T x) const {
        return inside(x) ? static_cast<index_t>(x) : -1;
    }

private:
    template <class T>
    TWILL_HD constexpr bool inside(T x) const {
        if constexpr (is_boolean<T>)
            return static_cast<index_t>(x) < bins;
        else if constexpr (std::is_signed_v<T>)
            return x >= 0 && static_cast<index_t>(x) < bins;
        else
            return static_cast<std::uint64_t>(x) < static_cast<std::uint64_t>(bins);
    }
};
/// The bin as a small key to sort by; what is in none comes last.
template <class T, class Bin>
struct bin_key_function {
    static constexpr char const* name = "bin";
    Bin bin;
    std::uint32_t bins;
    template <class V>
    TWILL_HD constexpr std::uint32_t operator()(V computed) const {
        index_t const b = bin(convert_value<T>(computed));
        return b >= 0 && b < static_cast<index_t>(bins) ? static_cast<std::uint32_t>(b) : bins;
    }
};
/// Of two operands, such as the coordinates of a point.
template <class A, class B, class Bin>
struct bin_key_of_pair_function {
    static constexpr char const* name = "bin";
    Bin bin;
    std::uint32_t bins;
    template <class V, class W>
    TWILL_HD constexpr std::uint32_t operator()(V a, W b) const {
        index_t const at = bin(convert_value<A>(a), convert_value<B>(b));
        return at >= 0 ? static_cast<std::uint32_t>(at) : bins;
    }
};

/// Elements in the order of small keys, and where those of each key begin: starts[bins] is where
/// those of none of them do.
template <class Space>
struct binned_order {
    array<index_t, 1, Space> order;
    array<index_t, 1, Space> starts;

    template <class K>
    binned_order(execution& now, K const& keys, index_t bins) {
        auto sorted = sorter<Space>::by_small_keys(now, keys, log2_ceiling(bins + 1, 32));
        order = as_array(std::move(sorted.order));
        search_function<std::uint32_t, index_t, index_t> const first{
            sorted.keys.data, sorted.keys.layout.shape[0], 1, false, false};
        now.template begin<Space>(nullptr, 0, nullptr);
        starts = as_array(
            evaluate_fresh<index_t, Space>(now, make_elementwise(first, counting(bins + 1))));
    }
};
}  // namespace twill::inline v0::detail
