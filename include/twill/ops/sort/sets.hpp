// SPDX-License-Identifier: MIT
// unique and the operations on sets. Their results' sizes depend on data: on the device each waits
// for a count. NaNs are one value, zeros of both signs too; NumPy has NaN so in unique alone.
#pragma once

#include "twill/ops/sort/search.hpp"

namespace twill::inline v0 {

/// What unique_counts, unique_inverse and unique_all give.
template <class Values, class Counts>
struct unique_counts_result {
    Values values;
    Counts counts;
};
template <class Values, class Inverse>
struct unique_inverse_result {
    Values values;
    Inverse inverse_indices;
};
template <class Values, class Indices, class Inverse>
struct unique_all_result {
    Values values;
    Indices indices;
    Inverse inverse_indices;
    Indices counts;
};

namespace detail {

/// Whether an element of a sorted line has no equal.
template <class T>
struct stands_alone {
    T const* sorted;
    index_t count;
    TWILL_HD constexpr bool operator()(index_t i) const {
        return (i == 0 || !is_same_value(sorted[i - 1], sorted[i])) &&
               (i + 1 == count || !is_same_value(sorted[i], sorted[i + 1]));
    }
};
/// Whether an element is among others, which are sorted.
template <class T>
struct is_among {
    T const* elements;
    search_function<T, T, bool> find;
    TWILL_HD constexpr bool operator()(index_t i) const { return find(elements[i]); }
};
/// How long run i is.
struct run_length_function {
    static constexpr char const* name = "run_length";
    index_t const* starts;
    index_t runs;
    index_t count;
    TWILL_HD constexpr index_t operator()(index_t i) const {
        return (i + 1 < runs ? starts[i + 1] : count) - starts[i];
    }
};
/// The run that a position belongs to.
struct run_of_function {
    static constexpr char const* name = "run_of";
    search_function<index_t, index_t, index_t> find;
    TWILL_HD constexpr index_t operator()(index_t i) const { return find(i) - 1; }
};

/// 0, 1, 2, ...
inline index_leaf<1> counting(index_t count) {
    index_leaf<1> result{0, {extents<1>(count), {}}};
    result.layout.stride[0] = 1;
    return result;
}
/// A function of positions, evaluated where its memory is.
template <class Space, class F>
auto of_positions(execution& now, index_t count, F const& f) {
    now.begin<Space>(nullptr, 0, nullptr);
    return as_array(evaluate_fresh<index_t, Space>(now, make_elementwise(f, counting(count))));
}

/// The starts of the runs of equal elements in a sorted leaf, as an array of int64; waits.
template <class Space, class T, class Lie>
auto starts_of_runs(execution& now, leaf<T, 1, Space, Lie> const& sorted) {
    return sorter<Space>::positions(now, sorted.layout.shape[0], starts_run<T>{sorted.data});
}
template <class Space>
auto lengths_of_runs(execution& now, array<index_t, 1, Space> const& starts, index_t count) {
    return of_positions<Space>(now, starts.size(),
                               run_length_function{starts.data(), starts.size(), count});
}
/// The number of the run that each position is in.
template <class Space>
auto runs_of_positions(execution& now, array<index_t, 1, Space> const& starts, index_t count) {
    return of_positions<Space>(now, count,
                               run_of_function{{starts.data(), starts.size(), 1, true, false}});
}

/// An element of sorted ones, or none of them behind the last.
template <class T>
struct element_within_function {
    static constexpr char const* name = "take";
    T const* sorted;
    index_t count;
    TWILL_HD constexpr T operator()(index_t i) const { return i < count ? sorted[i] : T{}; }
};
template <class Space, class T, class Index>
auto elements_within(execution& now, array<T, 1, Space> const& sorted, Index const& at) {
    now.begin<Space>(nullptr, 0, nullptr);
    return as_array(evaluate_fresh<T, Space>(
        now,
        make_elementwise(element_within_function<T>{sorted.data(), sorted.size()}, as_node(at))));
}
/// The first `most` distinct elements: make(now, sorted, where their runs start, where these and
/// the next one do).
template <class X, class Make>
auto limited_distinct(X const& x, index_t most, caller const& by, Make const& make) {
    using Space = space_of<X>;
    auto const sorted = sorted_values(x, axis<-1>, ascending, by);
    execution now;
    auto found = sorter<Space>::positions_within(now, sorted.size(),
                                                 starts_run<value_of<X>>{sorted.data()}, most + 1);
    auto elements = make(now, sorted, found.elements(slice(0, most)), found.elements);
    return limited<decltype(elements), Space>{std::move(elements), std::move(found.count)};
}

/// Elements in order, where they stood, and the starts of runs of equal ones.
template <class X>
struct grouped_elements {
    using T = value_of<X>;
    using Space = space_of<X>;
    execution now;
    array<index_t, 1, Space> order;
    array<T, 1, Space> sorted;
    array<index_t, 1, Space> starts;

    grouped_elements(X const& x, caller const& by)
        : order(sorted_indices<index_t>(x, axis<-1>, ascending, by)),
          sorted(as_array(take_from_lines<Space>(now, as_node(x), order.expression()))),
          starts(starts_of_runs(now, sorted.expression())) {}
    auto values() { return take(sorted.expression()); }
    auto firsts() { return take(order.expression()); }
    auto counts() { return lengths_of_runs(now, starts, order.size()); }
    template <int Rank>
    auto inverse(extents<Rank> const& shape) {
        auto const run = runs_of_positions(now, starts, order.size());
        auto const placed = sorter<Space>::scatter(now, leaf<index_t, 1, Space>(order.expression()),
                                                   leaf<index_t, 1, Space>(run.expression()));
        return as_array(
            leaf<index_t, Rank, Space, dense>(placed.storage, placed.data, contiguous(shape)));
    }

private:
    template <class E>
    auto take(E const& from) {
        return as_array(take_from_lines<Space>(now, from, starts.expression()));
    }
};

/// Both operands' elements, one after the other, as their common type.
template <class T, class A, class B>
auto chained(A const& a, B const& b) {
    using Space = merged_space_t<space_of<A>, space_of<B>>;
    auto const x = flat(a);
    auto const y = flat(b);
    index_t const n = x.shape()[0];
    array<T, 1, Space> result(extents<1>(n + y.shape()[0]), nowhere);
    result(slice(0, n)) = x;
    result(slice(n, none)) = y;
    return result;
}
template <class X>
auto distinct_values(X const& x) {
    decltype(auto) node = as_node(x);
    require_sortable<node_of<X>>();
    execution now;
    return sorter<space_of<X>>::distinct(now, node);
}
/// The elements of `a`, distinct and sorted, that are (or are not) among those of `b`.
template <class A, class B>
auto unique_filtered(A const& a, B const& b, bool inverted, caller const& by) {
    using Space = merged_space_t<space_of<A>, space_of<B>>;
    using T = promote_t<value_of<A>, value_of<B>>;
    decltype(auto) first = in_space<Space>(a);
    decltype(auto) second = in_space<Space>(b);
    auto const x = distinct_values(make_elementwise(cast_function<T>{}, flat(first)));
    auto const y =
        sorted_values(make_elementwise(cast_function<T>{}, flat(second)), axis<-1>, ascending, by);
    execution now;
    is_among<T> const among{x.data(), {y.data(), y.size(), 1, false, inverted}};
    auto const kept = sorter<Space>::positions(now, x.size(), among);
    return as_array(take_from_lines<Space>(now, x.expression(), kept.expression()));
}

}  // namespace detail

/// The distinct elements of an operand of any rank, sorted, as an array of rank 1. Waits.
template <detail::operand X>
[[nodiscard]] auto unique(X const& x, source_location place = source_location::current()) {
    return detail::at_place(place, [&] { return detail::distinct_values(detail::flat(x)); });
}
/// The first of them, without waiting: `auto [values, count] = unique(x, capacity(1000));`. There
/// are as many elements as the capacity, T{} behind the last distinct one.
template <detail::operand X>
[[nodiscard]] auto unique(X const& x, capacity most,
                          source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::limited_distinct(
            detail::flat(x), most.elements, {"unique", place},
            [](auto& now, auto const& sorted, auto const& at, auto const&) {
                return detail::elements_within(now, sorted, at);
            });
    });
}
/// The distinct elements, and how often each occurs (int64). Waits.
template <detail::operand X>
[[nodiscard]] auto unique_counts(X const& x, source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        auto const sorted =
            detail::sorted_values(detail::flat(x), axis<-1>, ascending, {"unique_counts", place});
        using Space = detail::space_of<X>;
        detail::execution now;
        auto const starts = detail::starts_of_runs(now, sorted.expression());
        auto values = detail::as_array(
            detail::take_from_lines<Space>(now, sorted.expression(), starts.expression()));
        auto counts = detail::lengths_of_runs(now, starts, sorted.size());
        return unique_counts_result<decltype(values), decltype(counts)>{std::move(values),
                                                                        std::move(counts)};
    });
}
/// The first of them and how often each occurs, without waiting: `auto [both, count] =
/// unique_counts(x, capacity(1000));`. Behind the last distinct one stand T{} and 0.
template <detail::operand X>
[[nodiscard]] auto unique_counts(X const& x, capacity most,
                                 source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::limited_distinct(
            detail::flat(x), most.elements, {"unique_counts", place},
            [](auto& now, auto const& sorted, auto const& at, auto const& starts) {
                using Space = detail::space_of<X>;
                auto values = detail::elements_within(now, sorted, at);
                detail::run_length_function const length{starts.data(), starts.size(), 0};
                auto counts = detail::of_positions<Space>(now, at.size(), length);
                return unique_counts_result<decltype(values), decltype(counts)>{std::move(values),
                                                                                std::move(counts)};
            });
    });
}
/// The distinct elements, and for each element of x which of them it is, in x's shape. Waits.
template <detail::operand X>
[[nodiscard]] auto unique_inverse(X const& x, source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::require_sorter<detail::space_of<X>>();
        detail::grouped_elements groups(detail::flat(x), {"unique_inverse", place});
        auto values = groups.values();
        auto inverse = groups.inverse(detail::shape_of(x, place));
        return unique_inverse_result<decltype(values), decltype(inverse)>{std::move(values),
                                                                          std::move(inverse)};
    });
}
/// The distinct elements, where each occurs first (in C order), which of them each element of x is,
/// and how often each occurs. Waits.
template <detail::operand X>
[[nodiscard]] auto unique_all(X const& x, source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::require_sorter<detail::space_of<X>>();
        detail::grouped_elements groups(detail::flat(x), {"unique_all", place});
        auto values = groups.values();
        auto indices = groups.firsts();
        auto inverse = groups.inverse(detail::shape_of(x, place));
        return unique_all_result<decltype(values), decltype(indices), decltype(inverse)>{
            std::move(values), std::move(indices), std::move(inverse), groups.counts()};
    });
}

/// The distinct elements that both operands have, sorted. Waits.
template <detail::operand A, detail::operand B>
[[nodiscard]] auto intersect1d(A const& a, B const& b,
                               source_location place = source_location::current()) {
    return detail::at_place(
        place, [&] { return detail::unique_filtered(a, b, false, {"intersect1d", place}); });
}
/// The distinct elements of a that b has not, sorted. Waits.
template <detail::operand A, detail::operand B>
[[nodiscard]] auto setdiff1d(A const& a, B const& b,
                             source_location place = source_location::current()) {
    return detail::at_place(
        place, [&] { return detail::unique_filtered(a, b, true, {"setdiff1d", place}); });
}
/// The distinct elements of both operands, sorted. Waits.
template <detail::operand A, detail::operand B>
[[nodiscard]] auto union1d(A const& a, B const& b,
                           source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        using T = promote_t<detail::value_of<A>, detail::value_of<B>>;
        return detail::distinct_values(detail::chained<T>(a, b));
    });
}
/// The distinct elements that one of both operands has and the other has not, sorted. Waits.
template <detail::operand A, detail::operand B>
[[nodiscard]] auto setxor1d(A const& a, B const& b,
                            source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        using T = promote_t<detail::value_of<A>, detail::value_of<B>>;
        using Space = detail::merged_space_t<detail::space_of<A>, detail::space_of<B>>;
        detail::caller const by{"setxor1d", place};
        decltype(auto) first = detail::in_space<Space>(a);
        decltype(auto) second = detail::in_space<Space>(b);
        auto const both = detail::chained<T>(detail::distinct_values(detail::flat(first)),
                                             detail::distinct_values(detail::flat(second)));
        auto const sorted = detail::sorted_values(both, axis<-1>, ascending, by);
        detail::execution now;
        auto const kept = detail::sorter<Space>::positions(
            now, sorted.size(), detail::stands_alone<T>{sorted.data(), sorted.size()});
        return detail::as_array(
            detail::take_from_lines<Space>(now, sorted.expression(), kept.expression()));
    });
}

// With values in braces, beside operands of the host: `setdiff1d(x, {1, 2})`.
template <detail::operand A>
[[nodiscard]] auto intersect1d(A const& a, std::initializer_list<detail::value_of<A>> b,
                               source_location place = source_location::current()) {
    return intersect1d(a, detail::array_beside<A>(b), place);
}
template <detail::operand A>
[[nodiscard]] auto setdiff1d(A const& a, std::initializer_list<detail::value_of<A>> b,
                             source_location place = source_location::current()) {
    return setdiff1d(a, detail::array_beside<A>(b), place);
}
template <detail::operand A>
[[nodiscard]] auto union1d(A const& a, std::initializer_list<detail::value_of<A>> b,
                           source_location place = source_location::current()) {
    return union1d(a, detail::array_beside<A>(b), place);
}
template <detail::operand A>
[[nodiscard]] auto setxor1d(A const& a, std::initializer_list<detail::value_of<A>> b,
                            source_location place = source_location::current()) {
    return setxor1d(a, detail::array_beside<A>(b), place);
}

}  // namespace twill::inline v0
