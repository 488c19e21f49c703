// SPDX-License-Identifier: MIT
// The functions that groups are made and asked with.
#pragma once

#include "twill/ops/statistics/quantile_lines.hpp"
#include "twill/ops/statistics/tally.hpp"

namespace twill::inline v0::detail {

template <class A, class B>
struct either_starts {
    A a;
    B b;
    TWILL_HD constexpr bool operator()(index_t i) const { return a(i) || b(i); }
};
template <class Space, class Key>
auto starts_by(Key const& key) {
    return starts_run<typename Key::value_type>{key.data()};
}
template <class Space, class Key, class Next, class... Rest>
auto starts_by(Key const& key, Next const& next, Rest const&... rest) {
    auto const others = starts_by<Space>(next, rest...);
    return either_starts<starts_run<typename Key::value_type>, decltype(others)>{{key.data()},
                                                                                 others};
}

/// The first or the last element of a group.
template <class T>
struct group_end_function {
    static constexpr char const* name = "group_end";
    T const* from;
    index_t const* order;
    index_t const* starts;
    int last;
    TWILL_HD constexpr T operator()(index_t group) const {
        index_t const begin = starts[group];
        index_t const end = starts[group + 1];
        return begin == end ? T{} : from[order[last != 0 ? end - 1 : begin]];
    }
};

/// The group that a position of the order belongs to.
struct group_of_function {
    static constexpr char const* name = "group_of";
    index_t const* starts;
    index_t groups;
    TWILL_HD constexpr index_t operator()(index_t i) const {
        return count_passed(starts, groups + 1, 1, [&](index_t start) { return start <= i; }) - 1;
    }
};
/// A quantile of the elements of a group, which stand sorted.
template <class T>
struct group_quantile_function {
    static constexpr char const* name = "group_quantile";
    using result = float_result_t<T>;
    using value = compute_t<result>;
    T const* sorted;
    index_t const* starts;
    double q;
    quantile_method how;
    bool is_median;
    TWILL_HD result operator()(index_t group) const {
        index_t const count = starts[group + 1] - starts[group];
        if (count == 0)
            return limits<result>::quiet_nan;
        T const* const first = sorted + starts[group];
        value const last = static_cast<value>(first[count - 1]);
        if (last != last)
            return static_cast<result>(last);
        quantile_place const at = quantile_at(q, count, how);
        return value_between<result>(at, static_cast<value>(first[at.before]),
                                     static_cast<value>(first[at.behind]), is_median);
    }
};

/// How many degrees of freedom a variance leaves out: a number or ddof(n).
struct lost_degrees {
    double value;
    constexpr lost_degrees(double lost) : value(lost) {}
    template <class D>
        requires requires(D const& d) {
            { d.value } -> std::same_as<double const&>;
        }
    constexpr lost_degrees(D const& lost) : value(lost.value) {}
};
/// What min and max give for a group of a dense key that has no elements.
template <class Reducer>
struct empty_aware : Reducer {
    template <class A>
    TWILL_HD auto finish(A const& a, index_t count) const {
        using R = decltype(Reducer::finish(a, count));
        if constexpr (is_floating<R>)
            return count > 0 ? Reducer::finish(a, count) : limits<R>::quiet_nan;
        else
            return count > 0 ? Reducer::finish(a, count) : R{};
    }
};

}  // namespace twill::inline v0::detail
