// SPDX-License-Identifier: MIT
// histogram and histogram2d.
#pragma once

#include "twill/ops/statistics/bins.hpp"

namespace twill::inline v0 {
namespace detail {

/// Counts, densities or weights of a flat operand by a function of its elements.
template <class... Options, class X, class Bin, class Edges>
auto binned(X const& x, Bin const& bin, Edges edges, caller const& by, Options const&... options) {
    static_assert((0 + ... + (is_weighted<Options> ? 1 : 0)) <= 1,
                  "twill: a histogram takes its weights once");
    using Space = typename X::space;
    using T = typename X::value_type;
    execution now;
    auto as_shares = [&](auto const& counts) {
        auto const e = edges.expression();
        return evaluate(make_elementwise(share_function{}, counts.expression(), sum(counts),
                                         e(slice(0, bin.bins)), e(slice(1, none))),
                        nowhere);
    };
    auto result = [&](auto counts) {
        return histogram_result<decltype(counts), Edges>{std::move(counts), std::move(edges)};
    };
    if constexpr (says_weights<Options...>) {
        bin_key_function<T, Bin> const key{bin, static_cast<std::uint32_t>(bin.bins)};
        auto sums = weights_by_bin<Space>(now, make_elementwise(key, x),
                                          flat(weights_among(options...).values), bin.bins, by);
        if ((wants_shares(options) || ...))
            return result(as_shares(sums));
        return result(std::move(sums));
    } else {
        auto counts = as_array(tally<Space>::counts(now, packed<Space>(now, x), bin.bins, bin));
        if constexpr (says_density<Options...>)
            return result(as_shares(counts));
        else
            return result(std::move(counts));
    }
}
/// The same of pairs, in a grid of cells.
template <class... Options, class X, class Y, class BinsX, class BinsY>
auto binned_pairs(X const& x, Y const& y, BinsX a, BinsY b, caller const& by,
                  Options const&... options) {
    static_assert((0 + ... + (is_weighted<Options> ? 1 : 0)) <= 1,
                  "twill: a histogram takes its weights once");
    using Space = merged_space_t<typename X::space, typename Y::space>;
    index_t const cells = checked_size(extents<2>(a.bin.bins, b.bin.bins).values, 2, by.place);
    require_bins(cells, by);
    using Bin = bin_of_pair<decltype(a.bin), decltype(b.bin)>;
    bin_key_of_pair_function<typename X::value_type, typename Y::value_type, Bin> const key{
        {a.bin, b.bin}, static_cast<std::uint32_t>(cells)};
    execution now;
    auto const keys = evaluate_fresh<std::uint32_t, Space>(now, make_elementwise(key, x, y));
    auto as_grid = [&](auto const& counts) {
        using C = typename std::remove_cvref_t<decltype(counts)>::value_type;
        return as_array(leaf<C, 2, Space, dense>(counts.storage, counts.data,
                                                 contiguous(extents<2>(a.bin.bins, b.bin.bins))));
    };
    auto as_shares = [&](auto const& counts) {
        auto const e = a.edges.expression();
        auto const f = b.edges.expression();
        return evaluate(
            make_elementwise(cell_share_function{}, counts.expression(), sum(counts),
                             e(slice(0, a.bin.bins), newaxis), e(slice(1, none), newaxis),
                             f(slice(0, b.bin.bins)), f(slice(1, none))),
            nowhere);
    };
    auto result = [&](auto counts) {
        return histogram2d_result<decltype(counts), decltype(a.edges), decltype(b.edges)>{
            std::move(counts), std::move(a.edges), std::move(b.edges)};
    };
    if constexpr (says_weights<Options...>) {
        auto sums = as_grid(
            weights_by_bin<Space>(now, keys, flat(weights_among(options...).values), cells, by)
                .expression());
        if ((wants_shares(options) || ...))
            return result(as_shares(sums));
        return result(std::move(sums));
    } else {
        auto counts =
            as_grid(tally<Space>::counts(now, packed<Space>(now, keys), cells, own_number{cells}));
        if constexpr (says_density<Options...>)
            return result(as_shares(counts));
        else
            return result(std::move(counts));
    }
}

inline void check_range(value_range const& r, index_t bins, caller const& by) {
    if (bins < 1 || bins >= index_t{1} << 31)
        raise<value_error>(by.place, "twill: %s: %lld bins", by.operation,
                           static_cast<long long>(bins));
    if (!(r.low <= r.high) || r.low - r.low != 0 || r.high - r.high != 0)
        raise<value_error>(by.place, "twill: %s: the range from %g to %g is not finite and rising",
                           by.operation, r.low, r.high);
}
/// A range of one value reaches half a unit to either side.
inline value_range widened(value_range r) {
    if (r.low == r.high)
        return {r.low - 0.5, r.high + 0.5, r.found};
    return r;
}
/// Edges that rounding makes equal, or whose distance or its reciprocal overflows, make no bins.
template <class E>
void require_apart(edge_function<E> const& edge, caller const& by) {
    double const width = edge.high - edge.low;
    double const bins = static_cast<double>(edge.bins);
    double const most =
        larger(edge.low < 0 ? -edge.low : edge.low, edge.high < 0 ? -edge.high : edge.high);
    double const greatest = static_cast<double>(std::numeric_limits<E>::max());
    bool apart = width <= (edge.in_elements ? greatest : limits<double>::max) &&
                 bins / width <= limits<double>::max && most <= greatest;
    // More than a few roundings of floats there.
    double const near = 4 * larger(most * static_cast<double>(std::numeric_limits<E>::epsilon()),
                                   static_cast<double>(std::numeric_limits<E>::denorm_min()));
    if (width / bins <= near)
        for (index_t i = 0; apart && i < edge.bins; ++i)
            apart = edge(i) < edge(i + 1);
    if (!apart)
        raise<value_error>(by.place,
                           "twill: %s: the range from %g to %g is too narrow or too wide "
                           "for %lld bins of float%d",
                           by.operation, edge.low, edge.high, static_cast<long long>(edge.bins),
                           static_cast<int>(8 * sizeof(E)));
}
/// Equally wide bins over a range.
template <class Space, class E>
struct uniform_bins {
    array<E, 1, Space> edges;
    bin_by_division<E> bin;

    uniform_bins(value_range const& given, index_t bins, caller const& by) {
        check_range(given, bins, by);
        value_range r = widened(given);
        if (r.found)
            r = {static_cast<double>(static_cast<E>(r.low)),
                 static_cast<double>(static_cast<E>(r.high)), true};
        edge_function<E> const edge{r.low, r.high, bins, r.found};
        require_apart(edge, by);
        execution now;
        edges = as_array(evaluate_fresh<E, Space>(now, make_elementwise(edge, counting(bins + 1))));
        bin = {edges.data(), bins, r.low, r.high};
    }
};
/// Bins between given edges, of which it has a copy. Edges on the device are not checked, which
/// would wait.
template <class Space, class E>
struct searched_bins {
    array<E, 1, Space> edges;
    bin_by_search<E> bin;

    template <class Edges>
    searched_bins(Edges const& given, caller const& by) {
        execution now;
        edges = as_array(
            evaluate_fresh<E, Space>(now, make_elementwise(cast_function<E>{}, as_node(given))));
        if (edges.size() < 2)
            raise<value_error>(by.place, "twill: %s: %lld edges make no bin", by.operation,
                               static_cast<long long>(edges.size()));
        if constexpr (std::is_same_v<Space, host_space>)
            for (index_t k = 1; k < edges.size(); ++k)
                if (edges.data()[k] < edges.data()[k - 1])
                    raise<value_error>(
                        by.place, "twill: %s: edge %lld, %g, is below the one before", by.operation,
                        static_cast<long long>(k), static_cast<double>(edges.data()[k]));
        bin = {edges.data(), edges.size() - 1};
    }
};
/// The smallest and the greatest element; waits.
template <class X>
value_range range_of(X const& x, caller const& by) {
    if (x.shape(by.place).size() == 0)
        return {0, 1};
    auto const both = evaluate(min(x), max(x));
    value_range const r{static_cast<double>(item(std::get<0>(both), by.place)),
                        static_cast<double>(item(std::get<1>(both), by.place)), true};
    check_range(r, 1, by);
    return r;
}

}  // namespace detail

/// How many elements of x (any rank) lie in each of `bins` equally wide bins over a range: counts
/// (int64) and edges. A bin has its lower edge, the last one both; elements outside and NaN are
/// left out. Edges and counts are NumPy's. `density` and `weights(w)` follow, in any order: with
/// weights their sums stand for the counts, with density shares of all by the bins' widths, both
/// float64. Throws value_error for edges that floats do not tell apart. Does not wait.
template <detail::operand X, detail::histogram_option A = detail::not_given,
          detail::histogram_option B = detail::not_given>
[[nodiscard]] auto histogram(X const& x, detail::integer bins, value_range const& over,
                             A const& a = {}, B const& b = {},
                             source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::require_countable<X>();
        using Space = detail::space_of<X>;
        using E = detail::edge_t<detail::value_of<X>>;
        detail::caller const by{"histogram", place};
        detail::uniform_bins<Space, E> made(over, bins, by);
        auto const bin = made.bin;
        return detail::binned(detail::flat(x), bin, std::move(made.edges), by, a, b);
    });
}
// With the range behind them.
template <detail::operand X, detail::histogram_option A>
[[nodiscard]] auto histogram(X const& x, detail::integer bins, A const& a, value_range const& over,
                             source_location place = source_location::current()) {
    return histogram(x, bins, over, a, detail::not_given{}, place);
}
template <detail::operand X, detail::histogram_option A, detail::histogram_option B>
[[nodiscard]] auto histogram(X const& x, detail::integer bins, A const& a, B const& b,
                             value_range const& over,
                             source_location place = source_location::current()) {
    return histogram(x, bins, over, a, b, place);
}
template <detail::operand X, detail::histogram_option A, detail::histogram_option B>
[[nodiscard]] auto histogram(X const& x, detail::integer bins, A const& a, value_range const& over,
                             B const& b, source_location place = source_location::current()) {
    return histogram(x, bins, over, a, b, place);
}
/// The same from the smallest element to the greatest, for which it waits; value_error where one is
/// NaN or infinite.
template <detail::operand X, detail::histogram_option A = detail::not_given,
          detail::histogram_option B = detail::not_given>
[[nodiscard]] auto histogram(X const& x, detail::integer bins = 10, A const& a = {},
                             B const& b = {}, source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::require_countable<X>();
        auto const all = detail::flat(x);
        return histogram(all, bins, detail::range_of(all, {"histogram", place}), a, b, place);
    });
}
// What one writes who has other libraries' range.
template <detail::operand X, detail::scalar L, detail::scalar H>
auto histogram(X const& x, detail::integer, L const&, H const&) {
    static_assert(detail::always_false<L>,
                  "twill: the range of a histogram is one argument: histogram(x, bins, "
                  "range(low, high))");
    return x;
}
// Of ten bins.
template <detail::operand X, detail::histogram_option A = detail::not_given,
          detail::histogram_option B = detail::not_given>
[[nodiscard]] auto histogram(X const& x, value_range const& over, A const& a = {}, B const& b = {},
                             source_location place = source_location::current()) {
    return histogram(x, 10, over, a, b, place);
}
template <detail::operand X, detail::histogram_option A,
          detail::histogram_option B = detail::not_given>
[[nodiscard]] auto histogram(X const& x, A const& a, B const& b = {},
                             source_location place = source_location::current()) {
    return histogram(x, 10, a, b, place);
}
/// The same between given edges, of which the result has a copy. On the host falling ones throw
/// value_error; on the device they are not checked.
template <detail::operand X, detail::operand Edges, detail::histogram_option A = detail::not_given,
          detail::histogram_option B = detail::not_given>
    requires(detail::rank_of<Edges> == 1)
[[nodiscard]] auto histogram(X const& x, Edges const& edges, A const& a = {}, B const& b = {},
                             source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::require_countable<X>();
        using E = detail::edge_t<promote_t<detail::value_of<X>, detail::value_of<Edges>>>;
        detail::caller const by{"histogram", place};
        detail::searched_bins<detail::space_of<X>, E> made(edges, by);
        auto const bin = made.bin;
        return detail::binned(detail::flat(x), bin, std::move(made.edges), by, a, b);
    });
}

/// Edges in braces, beside operands of the host: `histogram(x, {0.0, 0.5, 2.0})`.
template <detail::operand X, detail::histogram_option A = detail::not_given,
          detail::histogram_option B = detail::not_given>
[[nodiscard]] auto histogram(X const& x, std::initializer_list<double> edges, A const& a = {},
                             B const& b = {}, source_location place = source_location::current()) {
    return histogram(x, detail::array_beside<X>(edges), a, b, place);
}

/// The edges alone of the histogram with as many bins over a range, an array of bins + 1 elements.
/// Does not wait.
template <detail::operand X>
[[nodiscard]] auto histogram_bin_edges(X const&, detail::integer bins, value_range const& over,
                                       source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::require_countable<X>();
        using E = detail::edge_t<detail::value_of<X>>;
        return detail::uniform_bins<detail::space_of<X>, E>(over, bins,
                                                            {"histogram_bin_edges", place})
            .edges;
    });
}
/// The same from the smallest element to the greatest, for which it waits; value_error where one is
/// NaN or infinite.
template <detail::operand X>
[[nodiscard]] auto histogram_bin_edges(X const& x, detail::integer bins = 10,
                                       source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::require_countable<X>();
        detail::caller const by{"histogram_bin_edges", place};
        return histogram_bin_edges(x, bins, detail::range_of(detail::flat(x), by), place);
    });
}

/// How many points (x[i], y[i]) lie in each cell of a grid of equally wide bins over two ranges:
/// counts (int64, axis 0 along x) and both edges. `density` and `weights(w)` as for histogram, by
/// the cells' areas. Does not wait.
template <detail::operand X, detail::operand Y, detail::histogram_option A = detail::not_given,
          detail::histogram_option B = detail::not_given>
[[nodiscard]] auto histogram2d(X const& x, Y const& y, detail::integer x_bins,
                               detail::integer y_bins, value_range const& x_range,
                               value_range const& y_range, A const& a = {}, B const& b = {},
                               source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        using namespace detail;
        require_countable<X>();
        require_countable<Y>();
        using Space = merged_space_t<space_of<X>, space_of<Y>>;
        caller const by{"histogram2d", place};
        auto const first = flat(x);
        auto const second = flat(y);
        require_one_shape(first, second, by);
        return binned_pairs(
            first, second, uniform_bins<Space, edge_t<value_of<X>>>(x_range, x_bins, by),
            uniform_bins<Space, edge_t<value_of<Y>>>(y_range, y_bins, by), by, a, b);
    });
}
/// The same between given edges, checked as those of histogram.
template <detail::operand X, detail::operand Y, detail::operand EdgesX, detail::operand EdgesY,
          detail::histogram_option A = detail::not_given,
          detail::histogram_option B = detail::not_given>
    requires(detail::rank_of<EdgesX> == 1 && detail::rank_of<EdgesY> == 1)
[[nodiscard]] auto histogram2d(X const& x, Y const& y, EdgesX const& x_edges, EdgesY const& y_edges,
                               A const& a = {}, B const& b = {},
                               source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        using namespace detail;
        require_countable<X>();
        require_countable<Y>();
        using Space = merged_space_t<space_of<X>, space_of<Y>>;
        using E = edge_t<twill::promote_t<value_of<X>, value_of<EdgesX>>>;
        using F = edge_t<twill::promote_t<value_of<Y>, value_of<EdgesY>>>;
        caller const by{"histogram2d", place};
        auto const first = flat(x);
        auto const second = flat(y);
        require_one_shape(first, second, by);
        return binned_pairs(first, second, searched_bins<Space, E>(x_edges, by),
                            searched_bins<Space, F>(y_edges, by), by, a, b);
    });
}
/// The same from the smallest x and y to the greatest, for which it waits. One number of bins is
/// that of both axes.
template <detail::operand X, detail::operand Y, detail::histogram_option A = detail::not_given,
          detail::histogram_option B = detail::not_given>
[[nodiscard]] auto histogram2d(X const& x, Y const& y, detail::integer x_bins,
                               detail::integer y_bins, A const& a = {}, B const& b = {},
                               source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::require_countable<X>();
        detail::require_countable<Y>();
        detail::caller const by{"histogram2d", place};
        auto const first = detail::flat(x);
        auto const second = detail::flat(y);
        detail::require_one_shape(first, second, by);
        return histogram2d(first, second, x_bins, y_bins, detail::range_of(first, by),
                           detail::range_of(second, by), a, b, place);
    });
}
template <detail::operand X, detail::operand Y, detail::histogram_option A = detail::not_given,
          detail::histogram_option B = detail::not_given>
[[nodiscard]] auto histogram2d(X const& x, Y const& y, detail::integer bins = 10, A const& a = {},
                               B const& b = {},
                               source_location place = source_location::current()) {
    return histogram2d(x, y, bins, bins, a, b, place);
}
/// Between the same edges along both axes.
template <detail::operand X, detail::operand Y, detail::operand Edges,
          detail::histogram_option A = detail::not_given,
          detail::histogram_option B = detail::not_given>
    requires(detail::rank_of<Edges> == 1)
[[nodiscard]] auto histogram2d(X const& x, Y const& y, Edges const& edges, A const& a = {},
                               B const& b = {},
                               source_location place = source_location::current()) {
    return histogram2d(x, y, edges, edges, a, b, place);
}

}  // namespace twill::inline v0
