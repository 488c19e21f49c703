// SPDX-License-Identifier: MIT
// unique along an axis: the distinct slices of an operand, such as the rows of a matrix, in the
// order of their elements in C order. Slices are compared where they lie; what is sorted are their
// numbers.
#pragma once

#include "twill/ops/sort/sets.hpp"

namespace twill::inline v0 {
namespace detail {

/// Lines side by side, each of so many elements, and which comes first by its elements.
template <class T>
struct line_before {
    T const* lines;
    index_t length;
    TWILL_HD constexpr bool operator()(index_t a, index_t b) const {
        comes_before<T, ascending_t> const before{};
        T const* const x = lines + a * length;
        T const* const y = lines + b * length;
        for (index_t i = 0; i < length; ++i) {
            // NaNs of every kind are one value.
            if (!is_same_value(x[i], y[i]))
                return before(x[i], y[i]);
        }
        return false;
    }
};
/// Whether a line, in order, differs from the one before it.
template <class T>
struct starts_line_run {
    T const* lines;
    index_t length;
    index_t const* order;
    TWILL_HD constexpr bool operator()(index_t i) const {
        if (i == 0)
            return true;
        T const* const x = lines + order[i - 1] * length;
        T const* const y = lines + order[i] * length;
        for (index_t k = 0; k < length; ++k)
            if (!is_same_value(x[k], y[k]))
                return true;
        return false;
    }
};
/// The number that stands somewhere in an order.
struct ordered_function {
    static constexpr char const* name = "order";
    index_t const* order;
    TWILL_HD constexpr index_t operator()(index_t i) const { return order[i]; }
};

/// Axis k in front of the others, or back from there.
template <int Rank>
mapping<Rank, Rank> axis_to_front(extents<Rank> const& shape, int k) {
    auto map = forget_axes(identity_mapping(shape));
    for (int d = 0; d < Rank; ++d) {
        map.axis[d] = d == k ? 0 : (d < k ? d + 1 : d);
        map.shape[map.axis[d]] = shape[d];
    }
    return map;
}
template <int Rank>
mapping<Rank, Rank> axis_from_front(extents<Rank> const& shape, int k) {
    auto map = forget_axes(identity_mapping(shape));
    for (int d = 0; d < Rank; ++d) {
        map.axis[d] = d == 0 ? k : (d <= k ? d - 1 : d);
        map.shape[map.axis[d]] = shape[d];
    }
    return map;
}

/// The slices of x along an axis, packed one after the other; their order, the first of equal ones
/// first; and where runs of equal ones start.
template <class X>
struct grouped_lines {
    using T = value_of<X>;
    using Space = space_of<X>;
    static constexpr int rank = rank_of<X>;
    int axis;
    execution now;
    leaf<T, rank, Space, strided> lines;
    index_t count;
    index_t length = 1;
    array<index_t, 1, Space> order;
    array<index_t, 1, Space> starts;

    template <class Axes>
    grouped_lines(X const& x, Axes which, caller const& by)
        : axis(one_axis<rank>(which, by)),
          lines(packed<Space>(now,
                              rearrange(as_node(x), axis_to_front(shape_of(x, by.place), axis)))),
          count(lines.layout.shape[0]) {
        for (int d = 1; d < rank; ++d)
            length *= lines.layout.shape[d];
        reading();
        auto const numbers = evaluate_fresh<index_t, Space>(now, counting(count));
        order = as_array(sorter<Space>::values(now, numbers, line_before<T>{lines.data, length}));
        starts = sorter<Space>::positions(now, count,
                                          starts_line_run<T>{lines.data, length, order.data()});
    }
    /// Where the first of each run stands along the axis.
    auto firsts() {
        now.begin<Space>(nullptr, 0, nullptr);
        return as_array(evaluate_fresh<index_t, Space>(
            now, make_elementwise(ordered_function{order.data()}, starts.expression())));
    }
    /// One slice of each run, the axis where it was.
    array<T, rank, Space> values() {
        auto const first = firsts();
        auto shape = lines.layout.shape;
        shape[0] = first.size();
        extents<2> const table(first.size(), length);
        auto down = forget_axes(mapping_by<1, 2>(first.shape(), [](int) { return 0; }));
        down.shape[0] = first.size();
        down.shape[1] = 1;
        reading();
        auto const taken = evaluate_fresh<T, Space>(
            now, make_elementwise(line_element_function<T>{lines.data, length}, column_index(table),
                                  rearrange(first.expression(), down)));
        leaf<T, rank, Space> const in_front(taken.storage, taken.data, contiguous(shape));
        return array<T, rank, Space>(rearrange(in_front, axis_from_front(shape, axis)), nowhere);
    }
    auto counts() { return lengths_of_runs(now, starts, count); }
    auto inverse() {
        auto const run = runs_of_positions(now, starts, count);
        return as_array(sorter<Space>::scatter(now, leaf<index_t, 1, Space>(order.expression()),
                                               leaf<index_t, 1, Space>(run.expression())));
    }

private:
    /// What comes reads the packed slices.
    void reading() {
        operand_row const row = lines.row(reads::memory, false);
        now.begin<Space>(&row, 1, nullptr);
    }
};
template <class X, class Axis>
auto group_lines(X const& x, Axis which, caller const& by) {
    static_assert(rank_of<X> > 0, "twill: this runs along an axis, and the operand has rank 0");
    require_sortable<node_of<X>>();
    return grouped_lines<X>(x, as_axes(which), by);
}

}  // namespace detail

/// The distinct slices of x along an axis, such as the rows of a matrix, `unique(m, axis<0>)`: an
/// array of x's rank, ordered by their elements in C order. NaNs are one value, zeros of both signs
/// too. Waits. Throws axis_error.
template <detail::operand X, detail::axes_or_number Axis>
[[nodiscard]] auto unique(X const& x, Axis which,
                          source_location place = source_location::current()) {
    return detail::at_place(
        place, [&] { return detail::group_lines(x, which, {"unique", place}).values(); });
}
/// The distinct slices along an axis, and how often each occurs (int64). Waits.
template <detail::operand X, detail::axes_or_number Axis>
[[nodiscard]] auto unique_counts(X const& x, Axis which,
                                 source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        auto groups = detail::group_lines(x, which, {"unique_counts", place});
        auto values = groups.values();
        auto counts = groups.counts();
        return unique_counts_result<decltype(values), decltype(counts)>{std::move(values),
                                                                        std::move(counts)};
    });
}
/// The distinct slices along an axis, and for each slice of x which of them it is. Waits.
template <detail::operand X, detail::axes_or_number Axis>
[[nodiscard]] auto unique_inverse(X const& x, Axis which,
                                  source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        auto groups = detail::group_lines(x, which, {"unique_inverse", place});
        auto values = groups.values();
        auto inverse = groups.inverse();
        return unique_inverse_result<decltype(values), decltype(inverse)>{std::move(values),
                                                                          std::move(inverse)};
    });
}
/// The distinct slices along an axis, where each occurs first, which of them each slice of x is,
/// and how often each occurs. Waits.
template <detail::operand X, detail::axes_or_number Axis>
[[nodiscard]] auto unique_all(X const& x, Axis which,
                              source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        auto groups = detail::group_lines(x, which, {"unique_all", place});
        auto values = groups.values();
        auto indices = groups.firsts();
        auto inverse = groups.inverse();
        return unique_all_result<decltype(values), decltype(indices), decltype(inverse)>{
            std::move(values), std::move(indices), std::move(inverse), groups.counts()};
    });
}

}  // namespace twill::inline v0
