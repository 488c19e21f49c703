// SPDX-License-Identifier: MIT
// bincount and digitize.
#pragma once

#include "twill/ops/statistics/bins.hpp"

namespace twill::inline v0 {

/// How often each integer from 0 to n - 1 occurs in x (any rank), as int64; others are left out.
/// Does not wait: `bincount(labels, below(10))`.
template <detail::operand X>
    requires(detail::is_integer<detail::value_of<X>> || detail::is_boolean<detail::value_of<X>>)
[[nodiscard]] auto bincount(X const& x, integers_below n,
                            source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        using namespace detail;
        using Space = space_of<X>;
        require_countable<X>();
        require_bins(n.count, {"bincount", place});
        execution now;
        return as_array(
            tally<Space>::counts(now, packed<Space>(now, flat(x)), n.count, own_number{n.count}));
    });
}
/// The sums of the weights (float64) of the elements that are each integer from 0 to n - 1; the
/// same bits on every run. Does not wait.
template <detail::operand X, detail::operand W>
    requires(detail::is_integer<detail::value_of<X>> || detail::is_boolean<detail::value_of<X>>)
[[nodiscard]] auto bincount(X const& x, integers_below n, weighted<W> const& w,
                            source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        using namespace detail;
        using Space = space_of<X>;
        require_countable<X>();
        caller const by{"bincount", place};
        require_bins(n.count, by);
        execution now;
        bin_key_function<value_of<X>, own_number> const key{{n.count},
                                                            static_cast<std::uint32_t>(n.count)};
        return weights_by_bin<Space>(now, make_elementwise(key, flat(x)), flat(w.values), n.count,
                                     by);
    });
}
namespace detail {

/// The greatest element and one, or `least`; value_error for a negative one. Waits.
template <class X>
index_t bins_for(X const& x, index_t least, caller const& by) {
    if (least < 0)
        raise<value_error>(by.place, "twill: %s: a least size of %lld", by.operation,
                           static_cast<long long>(least));
    if (x.shape(by.place).size() == 0)
        return least;
    auto const both = evaluate(min(x), max(x));
    auto const smallest = item(std::get<0>(both), by.place);
    auto const greatest = item(std::get<1>(both), by.place);
    if constexpr (std::is_signed_v<std::remove_cvref_t<decltype(smallest)>>)
        if (smallest < 0)
            raise<value_error>(by.place, "twill: %s: the element %lld is negative", by.operation,
                               static_cast<long long>(smallest));
    if (static_cast<std::uint64_t>(greatest) >= std::uint64_t{1} << 31)
        raise<value_error>(by.place, "twill: %s: the element %llu is too great to be counted",
                           by.operation, static_cast<unsigned long long>(greatest));
    index_t const needed = static_cast<index_t>(greatest) + 1;
    return needed > least ? needed : least;
}

}  // namespace detail

/// How often each integer from 0 to the greatest element occurs, and at least `least` numbers;
/// bools are 0 and 1. Waits for the greatest; value_error for a negative element.
template <detail::operand X>
    requires(detail::is_integer<detail::value_of<X>> || detail::is_boolean<detail::value_of<X>>)
[[nodiscard]] auto bincount(X const& x, detail::integer least = 0,
                            source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        auto const all = detail::flat(x);
        return bincount(all, below(detail::bins_for(all, least, {"bincount", place})), place);
    });
}
template <detail::operand X, detail::operand W>
    requires(detail::is_integer<detail::value_of<X>> || detail::is_boolean<detail::value_of<X>>)
[[nodiscard]] auto bincount(X const& x, weighted<W> const& w, detail::integer least = 0,
                            source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        auto const all = detail::flat(x);
        return bincount(all, below(detail::bins_for(all, least, {"bincount", place})), w, place);
    });
}
template <detail::operand X, detail::operand W>
    requires(detail::is_integer<detail::value_of<X>> || detail::is_boolean<detail::value_of<X>>)
[[nodiscard]] auto bincount(X const& x, detail::integer least, weighted<W> const& w,
                            source_location place = source_location::current()) {
    return bincount(x, w, least, place);
}

/// For each element the number of the bin between rising edges that it is in, 0 below the first and
/// edges.size() above the last: bins have their lower edge, with `side::right` their upper one
/// instead (NumPy's right = True). Lazy, as searchsorted.
template <detail::operand_or_scalar X, detail::operand Edges>
    requires(detail::rank_of<Edges> == 1)
[[nodiscard]] auto digitize(X const& x, Edges const& edges, side closed = side::left) {
    return searchsorted(edges, x, closed == side::left ? side::right : side::left);
}
/// Edges in braces, beside operands of the host: `digitize(x, {0.5, 1.5})`.
template <detail::operand X>
[[nodiscard]] auto digitize(X const& x, std::initializer_list<double> edges,
                            side closed = side::left) {
    return digitize(x, detail::array_beside<X>(edges), closed);
}
/// The same between falling edges.
template <detail::operand_or_scalar X, detail::operand Edges>
    requires(detail::rank_of<Edges> == 1)
[[nodiscard]] auto digitize(X const& x, Edges const& edges, descending_t,
                            side closed = side::left) {
    auto const from_behind = detail::as_node(edges)(slice(none, none, -1));
    return from_behind.shape()[0] -
           searchsorted(from_behind, x, closed == side::left ? side::right : side::left);
}

}  // namespace twill::inline v0
