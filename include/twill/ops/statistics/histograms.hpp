// SPDX-License-Identifier: MIT
// histogram and histogram2d.
#pragma once

#include "twill/ops/statistics/bins.hpp"

namespace twill::inline v0 {
namespace detail {

/// Counts, densities or weights of a flat operand by a function of its elements.
template <class Option, class X, class Bin, class Edges>
auto binned(X const& x, Bin const& bin, Edges edges, Option const& option, caller const& by) {
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
    if constexpr (is_weighted<Option>) {
        bin_key_function<T, Bin> const key{bin, static_cast<std::uint32_t>(bin.bins)};
        auto sums =
            weights_by_bin<Space>(now, make_elementwise(key, x), flat(option.values), bin.bins, by);
        if (option.shares)
            return result(as_shares(sums));
        return result(std::move(sums));
    } else {
        auto counts = as_array(tally<Space>::counts(now, packed<Space>(now, x), bin.bins, bin));
        if constexpr (std::is_same_v<Option, density_t>)
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
        return {r.low - 0.5, r.high + 0.5};
    return r;
}
/// Equally wide bins over a range.
template <class Space, class E>
struct uniform_bins {
    array<E, 1, Space> edges;
    bin_by_division<E> bin;

    uniform_bins(value_range const& given, index_t bins, caller const& by) {
        check_range(given, bins, by);
        value_range const r = widened(given);
        execution now;
        edges = as_array(evaluate_fresh<E, Space>(
            now, make_elementwise(edge_function<E>{r.low, r.high, bins}, counting(bins + 1))));
        bin = {edges.data(), bins, r.low, r.high};
    }
};
/// The smallest and the greatest element; waits.
template <class X>
value_range range_of(X const& x, caller const& by) {
    if (x.shape(by.place).size() == 0)
        return {0, 1};
    auto const both = evaluate(min(x), max(x));
    value_range const r{static_cast<double>(item(std::get<0>(both), by.place)),
                        static_cast<double>(item(std::get<1>(both), by.place))};
    check_range(r, 1, by);
    return r;
}

}  // namespace detail

/// How many elements of x (any rank) lie in each of `bins` equally wide bins over a range: counts
/// (int64) and edges. A bin has its lower edge, the last one both; elements outside and NaN are
/// left out. Edges and counts are NumPy's. `density` or `weights(w)` follow. Does not wait.
template <detail::operand X, detail::histogram_option Option = counted_t>
[[nodiscard]] auto histogram(X const& x, detail::integer bins, value_range const& over,
                             Option const& option = {},
                             source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::require_countable<X>();
        using Space = detail::space_of<X>;
        using E = detail::edge_t<detail::value_of<X>>;
        detail::caller const by{"histogram", place};
        detail::uniform_bins<Space, E> made(over, bins, by);
        auto const bin = made.bin;
        return detail::binned(detail::flat(x), bin, std::move(made.edges), option, by);
    });
}
/// The same from the smallest element to the greatest, for which it waits; value_error where one is
/// NaN or infinite.
template <detail::operand X, detail::histogram_option Option = counted_t>
[[nodiscard]] auto histogram(X const& x, detail::integer bins = 10, Option const& option = {},
                             source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::require_countable<X>();
        auto const all = detail::flat(x);
        return histogram(all, bins, detail::range_of(all, {"histogram", place}), option, place);
    });
}
/// The same between given edges, which rise; the result has a copy of them.
template <detail::operand X, detail::operand Edges, detail::histogram_option Option = counted_t>
    requires(detail::rank_of<Edges> == 1)
[[nodiscard]] auto histogram(X const& x, Edges const& edges, Option const& option = {},
                             source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::require_countable<X>();
        using Space = detail::space_of<X>;
        using E = detail::edge_t<promote_t<detail::value_of<X>, detail::value_of<Edges>>>;
        detail::caller const by{"histogram", place};
        detail::execution now;
        auto own = detail::as_array(detail::evaluate_fresh<E, Space>(
            now, detail::make_elementwise(detail::cast_function<E>{}, detail::as_node(edges))));
        if (own.size() < 2)
            detail::raise<value_error>(place, "twill: histogram: %lld edges make no bin",
                                       static_cast<long long>(own.size()));
        detail::bin_by_search<E> const bin{own.data(), own.size() - 1};
        return detail::binned(detail::flat(x), bin, std::move(own), option, by);
    });
}

/// How many points (x[i], y[i]) lie in each cell of a grid of equally wide bins over two ranges:
/// counts (int64, axis 0 along x) and both edges. Does not wait.
template <detail::operand X, detail::operand Y>
[[nodiscard]] auto histogram2d(X const& x, Y const& y, detail::integer x_bins,
                               detail::integer y_bins, value_range const& x_range,
                               value_range const& y_range,
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
        uniform_bins<Space, edge_t<value_of<X>>> a(x_range, x_bins, by);
        uniform_bins<Space, edge_t<value_of<Y>>> b(y_range, y_bins, by);
        index_t const cells = x_bins * y_bins;
        require_bins(cells, by);
        using Bin = bin_of_pair<decltype(a.bin), decltype(b.bin)>;
        bin_key_of_pair_function<value_of<X>, value_of<Y>, Bin> const key{
            {a.bin, b.bin}, static_cast<std::uint32_t>(cells)};
        execution now;
        auto const keys =
            evaluate_fresh<std::uint32_t, Space>(now, make_elementwise(key, first, second));
        auto const counts =
            tally<Space>::counts(now, packed<Space>(now, keys), cells, own_number{cells});
        auto grid = as_array(leaf<index_t, 2, Space, dense>(
            counts.storage, counts.data, contiguous(extents<2>(x_bins.value, y_bins.value))));
        return histogram2d_result<decltype(grid), decltype(a.edges), decltype(b.edges)>{
            std::move(grid), std::move(a.edges), std::move(b.edges)};
    });
}

/// The same from the smallest x and y to the greatest, for which it waits.
template <detail::operand X, detail::operand Y>
[[nodiscard]] auto histogram2d(X const& x, Y const& y, detail::integer x_bins = 10,
                               detail::integer y_bins = 10,
                               source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        detail::require_countable<X>();
        detail::require_countable<Y>();
        detail::caller const by{"histogram2d", place};
        auto const first = detail::flat(x);
        auto const second = detail::flat(y);
        detail::require_one_shape(first, second, by);
        return histogram2d(first, second, x_bins, y_bins, detail::range_of(first, by),
                           detail::range_of(second, by), place);
    });
}

}  // namespace twill::inline v0
