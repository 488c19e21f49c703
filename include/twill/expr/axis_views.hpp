// SPDX-License-Identifier: MIT
// More views: axes moved, turned, added; arrays brought to one shape. Of an array or a view they
// return a view (writable where the source is), of an expression an expression. None copies
// elements or synchronises.
#pragma once

#include <tuple>

#include "twill/expr/given.hpp"
#include "twill/expr/views.hpp"

namespace twill::inline v0 {
namespace detail {

/// The operand with axis i of the result being axis order[i] of it.
template <class X, int Rank>
auto permuted(X&& x, fixed<int, Rank> const& order, source_location const& place) {
    auto map = forget_axes(identity_mapping(shape_of(x, place)));
    for (int i = 0; i < Rank; ++i) {
        map.axis[order[i]] = i;
        map.shape[i] = map.source[order[i]];
    }
    return view_through(std::forward<X>(x), map);
}
/// Two different axes of a rank, as they are given.
template <int Rank, class Axes>
fixed<int, 2> two_axes(Axes which, caller const& by) {
    using traits = axes_traits<Axes, Rank>;
    static_assert(traits::count == 2, "twill: this takes two axes");
    traits::mask(which, by);
    auto const list = list_of_axes(which);
    return {{normalise_axis(list.values[0], Rank, by), normalise_axis(list.values[1], Rank, by)}};
}

}  // namespace detail

/// The last two axes exchanged.
template <detail::operand X>
[[nodiscard]] auto matrix_transpose(X&& x, source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    static_assert(rank >= 2, "twill: matrix_transpose takes two axes at least");
    auto const map = detail::mapping_by<rank, rank>(detail::shape_of(x, place), [](int d) {
        return d == rank - 1 ? rank - 2 : (d == rank - 2 ? rank - 1 : d);
    });
    return detail::view_through(std::forward<X>(x), map);
}

/// Axis `from` moved to place `to` of the result, the others in their order; throws axis_error.
template <detail::operand X>
[[nodiscard]] auto moveaxis(X&& x, detail::integer from, detail::integer to,
                            source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    int const source = detail::normalise_axis(from, rank, {"moveaxis", place});
    int const target = detail::normalise_axis(to, rank, {"moveaxis", place});
    detail::fixed<int, rank> order{};
    for (int i = 0, next = 0; i < rank; ++i) {
        next += next == source ? 1 : 0;
        order[i] = i == target ? source : next++;
    }
    return detail::permuted(std::forward<X>(x), order, place);
}
/// Several at once: `moveaxis(x, axis<0, 1>, axis<-1, 0>)`, also `axes(...)`. Throws axis_error.
template <detail::operand X, class From, class To>
    requires detail::is_axes<From> && detail::is_axes<To>
[[nodiscard]] auto moveaxis(X&& x, From from, To to,
                            source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    using from_traits = detail::axes_traits<From, rank>;
    using to_traits = detail::axes_traits<To, rank>;
    static_assert(from_traits::count == to_traits::count,
                  "twill: moveaxis takes as many places as axes");
    detail::caller const by{"moveaxis", place};
    std::uint64_t const moved = from_traits::mask(from, by);
    to_traits::mask(to, by);
    auto const sources = detail::list_of_axes(from);
    auto const targets = detail::list_of_axes(to);
    detail::fixed<int, rank> order{};
    std::uint64_t taken = 0;
    for (int i = 0; i < from_traits::count; ++i) {
        int const at = detail::normalise_axis(targets.values[i], rank, by);
        order[at] = detail::normalise_axis(sources.values[i], rank, by);
        taken |= std::uint64_t{1} << at;
    }
    for (int i = 0, next = 0; i < rank; ++i) {
        if (taken >> i & 1)
            continue;
        while (moved >> next & 1)
            ++next;
        order[i] = next++;
    }
    return detail::permuted(std::forward<X>(x), order, place);
}
/// The axis moved back until it stands before place `start`, as NumPy's; throws axis_error.
template <detail::operand X>
[[nodiscard]] auto rollaxis(X&& x, detail::integer which, detail::integer start = 0,
                            source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    int const from = detail::normalise_axis(which, rank, {"rollaxis", place});
    index_t const before = start < 0 ? start + rank : start.value;
    if (before < 0 || before > rank)
        detail::raise<axis_error>(place, "twill: rollaxis: start %lld is out of range for rank %d",
                                  static_cast<long long>(start), rank);
    return moveaxis(std::forward<X>(x), from, before > from ? before - 1 : before, place);
}

/// Rank 0 becomes (1); others stay as they are.
template <detail::operand X>
[[nodiscard]] auto atleast_1d(X&& x, source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    auto map = detail::mapping_by<rank, (rank < 1 ? 1 : rank)>(detail::shape_of(x, place),
                                                               [](int d) { return d; });
    if constexpr (rank == 0)
        map.shape[0] = 1;
    return detail::view_through(std::forward<X>(x), map);
}
/// Rank 0 becomes (1, 1), (n) becomes (1, n).
template <detail::operand X>
[[nodiscard]] auto atleast_2d(X&& x, source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    constexpr int added = rank < 2 ? 2 - rank : 0;
    auto map = detail::mapping_by<rank, rank + added>(detail::shape_of(x, place),
                                                      [](int d) { return d + added; });
    for (int d = 0; d < added; ++d)
        map.shape[d] = 1;
    return detail::view_through(std::forward<X>(x), map);
}
/// Rank 0 becomes (1, 1, 1), (n) becomes (1, n, 1), (n, m) becomes (n, m, 1), as NumPy's.
template <detail::operand X>
[[nodiscard]] auto atleast_3d(X&& x, source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    auto map = detail::mapping_by<rank, (rank < 3 ? 3 : rank)>(
        detail::shape_of(x, place), [](int d) { return rank == 1 ? 1 : d; });
    if constexpr (rank < 3)
        for (int d = 0; d < 3; ++d)
            if (rank == 1 ? d != 1 : d >= rank)
                map.shape[d] = 1;
    return detail::view_through(std::forward<X>(x), map);
}

/// Turned by `quarters` times 90 degrees from the first of two axes towards the second.
template <detail::operand X, class Axes = axis_t<0, 1>>
    requires detail::is_axes<Axes>
[[nodiscard]] auto rot90(X&& x, index_t quarters = 1, Axes which = {},
                         source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    auto const [a, b] = detail::two_axes<rank>(which, {"rot90", place}).values;
    auto map = detail::forget_axes(detail::identity_mapping(detail::shape_of(x, place)));
    index_t const turns = (quarters % 4 + 4) % 4;
    if (turns % 2 == 1) {
        map.axis[a] = b;
        map.axis[b] = a;
        map.shape[a] = map.source[b];
        map.shape[b] = map.source[a];
    }
    auto reverse = [&](int axis) {
        map.start[axis] = map.source[axis] > 0 ? map.source[axis] - 1 : 0;
        map.step[axis] = -1;
    };
    if (turns == 1 || turns == 2)
        reverse(b);
    if (turns == 2 || turns == 3)
        reverse(a);
    return detail::view_through(std::forward<X>(x), map);
}
/// The columns in reverse order (axis 1).
template <detail::operand X>
[[nodiscard]] auto fliplr(X&& x, source_location place = source_location::current()) {
    static_assert(detail::rank_of<X> >= 2, "twill: fliplr takes two axes at least");
    return flip(std::forward<X>(x), axis<1>, place);
}
/// The rows in reverse order (axis 0).
template <detail::operand X>
[[nodiscard]] auto flipud(X&& x, source_location place = source_location::current()) {
    static_assert(detail::rank_of<X> >= 1, "twill: flipud takes an axis at least");
    return flip(std::forward<X>(x), axis<0>, place);
}

/// Elements with indices (i, i + k) along two axes, as a new last axis in their place. Empty where
/// the diagonal lies outside. Throws axis_error.
template <detail::operand X, class Axes>
    requires detail::is_axes<Axes>
[[nodiscard]] auto diagonal(X&& x, detail::integer k, Axes which,
                            source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    auto const [a, b] = detail::two_axes<rank>(which, {"diagonal", place}).values;
    detail::mapping<rank, rank - 1> map{detail::shape_of(x, place), {}};
    for (int d = 0, next = 0; d < rank; ++d) {
        map.step[d] = 1;
        map.axis[d] = d == a || d == b ? rank - 2 : next;
        if (d != a && d != b)
            map.shape[next++] = map.source[d];
    }
    index_t const down = map.source[a];
    index_t const across = map.source[b];
    index_t const row = k < -down ? down : (k < 0 ? -k : 0);
    index_t const column = k > across ? across : (k > 0 ? k.value : 0);
    index_t const count = down - row < across - column ? down - row : across - column;
    map.shape[rank - 2] = count > 0 ? count : 0;
    map.start[a] = count > 0 ? row : 0;
    map.start[b] = count > 0 ? column : 0;
    return detail::view_through(std::forward<X>(x), map);
}
/// The same of the first two axes.
template <detail::operand X>
    requires(detail::rank_of<X> > 2)
[[nodiscard]] auto diagonal(X&& x, detail::integer k = 0,
                            source_location place = source_location::current()) {
    return diagonal(std::forward<X>(x), k, axis<0, 1>, place);
}

namespace detail {

template <class X>
inline constexpr bool is_shape_or_not = std::is_same_v<X, not_given>;
template <int Rank>
inline constexpr bool is_shape_or_not<extents<Rank>> = true;
template <class X>
concept shape_or_not = is_shape_or_not<X>;

template <int... Ranks>
auto shape_of_all(source_location const& place, extents<Ranks> const&... shapes) {
    constexpr int rank = [] {
        int most = 0;
        ((most = Ranks > most ? Ranks : most), ...);
        return most;
    }();
    return broadcast_shapes<rank>({"broadcast_shapes", place}, shapes...);
}

}  // namespace detail

/// The shape that operands of these shapes broadcast to; throws shape_error.
template <detail::shape_or_not A, detail::shape_or_not B = detail::not_given,
          detail::shape_or_not C = detail::not_given, detail::shape_or_not D = detail::not_given,
          detail::shape_or_not E = detail::not_given, detail::shape_or_not F = detail::not_given,
          detail::shape_or_not G = detail::not_given, detail::shape_or_not H = detail::not_given>
[[nodiscard]] auto broadcast_shapes(A const& a, B const& b = {}, C const& c = {}, D const& d = {},
                                    E const& e = {}, F const& f = {}, G const& g = {},
                                    H const& h = {},
                                    source_location place = source_location::current()) {
    return detail::use_up_to_eight(
        [&](auto const&... shapes) { return detail::shape_of_all(place, shapes...); }, a, b, c, d,
        e, f, g, h);
}
/// The same of any number of shapes; `broadcast_shapes(source_location::current(), shapes...)`.
template <int... Ranks>
    requires(sizeof...(Ranks) > 0)
[[nodiscard]] auto broadcast_shapes(source_location place, extents<Ranks> const&... shapes) {
    return detail::shape_of_all(place, shapes...);
}
/// The operands stretched to their common shape, as a tuple; see broadcast_to. Throws shape_error.
template <detail::operand A, detail::operand B, detail::given_or_not C = detail::not_given,
          detail::given_or_not D = detail::not_given>
[[nodiscard]] auto broadcast_arrays(A const& a, B const& b, C const& c = {}, D const& d = {},
                                    source_location place = source_location::current()) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        detail::children<A const&, B const&, C const&, D const&> const all{{a}, {b}, {c}, {d}};
        auto const shape = detail::broadcast_shapes<
            detail::max_rank<detail::node_of<decltype(detail::get<I>(all))>...>>(
            {"broadcast_arrays", place}, detail::shape_of(detail::get<I>(all), place)...);
        return std::tuple{broadcast_to(detail::get<I>(all), shape, place)...};
    }(detail::count_given<A, B, C, D>{});
}

}  // namespace twill::inline v0
