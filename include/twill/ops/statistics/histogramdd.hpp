// SPDX-License-Identifier: MIT
// histogramdd: points of several coordinates, counted in a grid of cells.
#pragma once

#include <array>

#include "twill/ops/statistics/histograms.hpp"

namespace twill::inline v0 {

/// The counts of a histogram of points, one axis a coordinate, and the edges along each axis.
template <class Counts, class Edges, int Count>
struct histogramdd_result {
    Counts counts;
    std::array<Edges, Count> edges;
};

namespace detail {

/// The cell of a point as a small key; `none` outside the grid.
template <class T, class Bin, int Count>
struct cell_key_function {
    static constexpr char const* name = "bin";
    fixed<Bin, Count> bins;
    std::uint32_t none;
    template <class... V>
    TWILL_HD constexpr std::uint32_t operator()(V... computed) const {
        static_assert(sizeof...(V) == Count);
        T const point[Count] = {convert_value<T>(computed)...};
        index_t cell = 0;
        for (int d = 0; d < Count; ++d) {
            index_t const at = bins[d](point[d]);
            if (at < 0)
                return none;
            cell = cell * bins[d].bins + at;
        }
        return static_cast<std::uint32_t>(cell);
    }
};
/// What a cell counts, divided by its width along one axis after the other, as NumPy does, then by
/// the sum.
template <class E, int Count>
struct cell_density_function {
    static constexpr char const* name = "density";
    fixed<E const*, Count> edges;
    fixed<index_t, Count> bins;
    template <class C>
    TWILL_HD constexpr double operator()(C count, C total, index_t cell) const {
        index_t at[Count] = {};
        for (int d = Count - 1; d >= 0; --d) {
            at[d] = cell % bins[d];
            cell /= bins[d];
        }
        double share = static_cast<double>(count);
        for (int d = 0; d < Count; ++d)
            share /= static_cast<double>(edges[d][at[d] + 1] - edges[d][at[d]]);
        return share / static_cast<double>(total);
    }
};

/// The edges and bins along every axis, by a function of the axis.
template <int Count, class Make>
auto made_of_axes(Make const& make) {
    return [&]<std::size_t... D>(std::index_sequence<D...>) {
        return std::array{make(static_cast<int>(D))...};
    }(std::make_index_sequence<Count>{});
}
template <int Count, class X>
void require_points(X const& x, caller const& by) {
    static_assert(
        X::rank == 2,
        "twill: histogramdd takes points as rows: an array of rank 2, one column for each "
        "coordinate");
    if (x.shape(by.place)[1] != Count)
        raise<shape_error>(
            by.place,
            "twill: %s: points of shape %s in a grid of %d axes: there is one column "
            "for each axis",
            by.operation, text_of(x.shape(by.place)).text, Count);
}

/// Counts, densities or weights of the rows of x.
template <int Count, class X, class Axes, class... Options>
auto binned_points(X const& x, Axes axes, caller const& by, Options const&... options) {
    static_assert((0 + ... + (is_weighted<Options> ? 1 : 0)) <= 1,
                  "twill: a histogram takes its weights once");
    using Space = typename X::space;
    using Bin = decltype(axes[0].bin);
    using Edges = decltype(axes[0].edges);
    extents<Count> shape;
    fixed<Bin, Count> bins;
    for (int d = 0; d < Count; ++d) {
        bins[d] = axes[static_cast<std::size_t>(d)].bin;
        shape[d] = bins[d].bins;
    }
    index_t const cells = checked_size(shape.values, Count, by.place);
    require_bins(cells, by);
    cell_key_function<typename X::value_type, Bin, Count> const key{
        bins, static_cast<std::uint32_t>(cells)};
    execution now;
    auto const keys = [&]<std::size_t... D>(std::index_sequence<D...>) {
        return evaluate_fresh<std::uint32_t, Space>(
            now, make_elementwise(key, x(full_extent, static_cast<index_t>(D))...));
    }(std::make_index_sequence<Count>{});
    auto as_grid = [&](auto const& flat_counts) {
        auto const all = flat_counts.expression();
        using C = typename std::remove_cvref_t<decltype(all)>::value_type;
        return as_array(leaf<C, Count, Space, dense>(all.storage, all.data, contiguous(shape)));
    };
    auto as_shares = [&](auto const& counts) {
        cell_density_function<value_of<Edges>, Count> share{};
        for (int d = 0; d < Count; ++d) {
            share.edges[d] = axes[static_cast<std::size_t>(d)].edges.data();
            share.bins[d] = shape[d];
        }
        return evaluate(make_elementwise(share, counts.expression(), sum(counts),
                                         index_leaf<1>(counting(cells))),
                        nowhere);
    };
    auto result = [&](auto const& flat_counts) {
        auto grid = as_grid(flat_counts);
        return histogramdd_result<decltype(grid), Edges, Count>{
            std::move(grid), made_of_axes<Count>([&](int d) {
                return std::move(axes[static_cast<std::size_t>(d)].edges);
            })};
    };
    if constexpr (says_weights<Options...>) {
        auto const sums =
            weights_by_bin<Space>(now, keys, flat(weights_among(options...).values), cells, by);
        if ((wants_shares(options) || ...))
            return result(as_shares(sums));
        return result(sums);
    } else {
        auto const counts =
            as_array(tally<Space>::counts(now, packed<Space>(now, keys), cells, own_number{cells}));
        if constexpr (says_density<Options...>)
            return result(as_shares(counts));
        else
            return result(counts);
    }
}

/// From the smallest element of each column to the greatest; waits.
template <int Count, class X>
auto ranges_of_columns(X const& x, caller const& by) {
    fixed<value_range, Count> ranges;
    for (int d = 0; d < Count; ++d)
        ranges[d] = {0, 1};
    if (x.shape(by.place)[0] > 0) {
        auto const both = evaluate(min(x, axis<0>), max(x, axis<0>));
        auto const low = to_host(std::get<0>(both), by.place);
        auto const high = to_host(std::get<1>(both), by.place);
        for (int d = 0; d < Count; ++d)
            ranges[d] = {static_cast<double>(low.data()[d]), static_cast<double>(high.data()[d]),
                         true};
    }
    return ranges;
}
/// Bins and ranges are functions of the axis.
template <int Count, class X, class Bins, class Ranges, class... Options>
auto uniformly_binned_points(X const& x, Bins const& bins, Ranges const& ranges, caller const& by,
                             Options const&... options) {
    using Made = uniform_bins<typename X::space, edge_t<typename X::value_type>>;
    return binned_points<Count>(
        x, made_of_axes<Count>([&](int d) { return Made(ranges[d], bins[d], by); }), by,
        options...);
}

}  // namespace detail

/// How many points lie in each cell of a grid: the rows of x (n, d) are points of d coordinates,
/// `histogramdd(x, {10, 20, 5}, {range(0, 1), range(-1, 1), range(0, 8)})`. Gives the counts
/// (int64, one axis a coordinate) and a std::array of the edges along each axis. Bins, and what
/// lies outside, as for histogram; `density` and `weights(w)` (one for each point) follow in any
/// order, density by the cells' volumes. Throws shape_error where x has not a column for each axis.
/// Does not wait.
template <detail::operand X, int Count, detail::histogram_option A = detail::not_given,
          detail::histogram_option B = detail::not_given>
[[nodiscard]] auto histogramdd(X const& x, detail::integer const (&bins)[Count],
                               value_range const (&ranges)[Count], A const& a = {}, B const& b = {},
                               source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::require_countable<X>();
        detail::caller const by{"histogramdd", place};
        auto const points = detail::as_node(x);
        detail::require_points<Count>(points, by);
        return detail::uniformly_binned_points<Count>(points, bins, ranges, by, a, b);
    });
}
/// The same from the smallest element of each column to the greatest, for which it waits;
/// value_error where one is NaN or infinite.
template <detail::operand X, int Count, detail::histogram_option A = detail::not_given,
          detail::histogram_option B = detail::not_given>
[[nodiscard]] auto histogramdd(X const& x, detail::integer const (&bins)[Count], A const& a = {},
                               B const& b = {},
                               source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::require_countable<X>();
        detail::caller const by{"histogramdd", place};
        auto const points = detail::as_node(x);
        detail::require_points<Count>(points, by);
        return detail::uniformly_binned_points<Count>(
            points, bins, detail::ranges_of_columns<Count>(points, by), by, a, b);
    });
}
/// The same with as many bins along each of `Count` axes: `histogramdd<3>(x, 10)`.
template <int Count, detail::operand X, detail::histogram_option A = detail::not_given,
          detail::histogram_option B = detail::not_given>
[[nodiscard]] auto histogramdd(X const& x, detail::integer bins = 10, A const& a = {},
                               B const& b = {},
                               source_location place = source_location::current()) {
    static_assert(Count > 0, "twill: histogramdd<Count>: a grid has axes");
    return detail::at_place(place, [&] {
        detail::require_countable<X>();
        detail::caller const by{"histogramdd", place};
        auto const points = detail::as_node(x);
        detail::require_points<Count>(points, by);
        detail::fixed<index_t, Count> all;
        for (int d = 0; d < Count; ++d)
            all[d] = bins;
        return detail::uniformly_binned_points<Count>(
            points, all, detail::ranges_of_columns<Count>(points, by), by, a, b);
    });
}
/// The same between given edges, which rise: a std::array of one operand of rank 1 for each axis,
/// such as the edges of another histogram. Does not wait.
template <detail::operand X, detail::operand Edges, std::size_t Count,
          detail::histogram_option A = detail::not_given,
          detail::histogram_option B = detail::not_given>
    requires(detail::rank_of<Edges> == 1)
[[nodiscard]] auto histogramdd(X const& x, std::array<Edges, Count> const& edges, A const& a = {},
                               B const& b = {},
                               source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        using namespace detail;
        require_countable<X>();
        constexpr int count = static_cast<int>(Count);
        using E = edge_t<twill::promote_t<value_of<X>, value_of<Edges>>>;
        caller const by{"histogramdd", place};
        auto const points = as_node(x);
        require_points<count>(points, by);
        return binned_points<count>(points, made_of_axes<count>([&](int d) {
                                        return searched_bins<space_of<X>, E>(
                                            edges[static_cast<std::size_t>(d)], by);
                                    }),
                                    by, a, b);
    });
}

}  // namespace twill::inline v0
