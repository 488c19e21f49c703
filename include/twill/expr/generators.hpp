// SPDX-License-Identifier: MIT
// Lazy arrays without memory: full, zeros, ones, arange, linspace, logspace, eye, meshgrid,
// indices. They have no space and fuse into either.
#pragma once

#include <tuple>
#include <utility>

#include "twill/expr/exponential.hpp"
#include "twill/expr/linspace.hpp"
#include "twill/expr/map.hpp"
#include "twill/expr/rearrange.hpp"

namespace twill::inline v0 {
namespace detail {

template <class T>
struct constant_function {
    static constexpr char const* name = "full";
    T value;
    TWILL_HD constexpr T operator()(index_t) const { return value; }
};
/// start + i * step, computed in T (a 16-bit float's in float32).
template <class T>
struct arange_function {
    static constexpr char const* name = "arange";
    compute_t<T> start;
    compute_t<T> step;
    TWILL_HD constexpr T operator()(index_t i) const {
        using C = compute_t<T>;
        return static_cast<T>(add{}(start, static_cast<C>(multiply{}(static_cast<C>(i), step))));
    }
};
template <class T>
struct eye_function {
    static constexpr char const* name = "eye";
    index_t k;
    TWILL_HD constexpr T operator()(index_t i, index_t j) const { return i + k == j ? T(1) : T(0); }
};

template <class T, int Rank, class V>
auto make_full(extents<Rank> const& shape, V const& value, source_location const& place) {
    static_assert(complete<T>,
                  "twill: the element type is only declared here: for complex<T> include "
                  "<twill/complex.hpp>, for float16 and bfloat16 <twill/half.hpp>");
    if constexpr (complete<T>) {
        checked_size(shape.values, Rank, place);
        return make_elementwise(constant_function<T>{static_cast<T>(value)},
                                index_leaf<Rank, along<0, true>>{0, {shape, {}}});
    } else {
        return make_full<float>(shape, 0, place);
    }
}

inline index_t arange_count(double start, double stop, double step) {
    if (step == 0 || step != step)
        raise<value_error>("twill: arange: the step may not be 0 or NaN");
    double const exact = ::ceil((stop - start) / step);
    if (!(exact < 9.2e18))
        raise<value_error>("twill: arange: the range has no finite number of elements");
    return exact > 0 ? static_cast<index_t>(exact) : 0;
}
/// Integers count exactly, also beyond 2^53.
template <class T>
index_t arange_length(T start, T stop, T step) {
    if constexpr (is_integer<T>) {
        if (step == 0)
            raise<value_error>("twill: arange: the step may not be 0");
        bool const up = step > 0;
        if (up ? stop <= start : stop >= start)
            return 0;
        using U = std::uint64_t;
        U const distance = up ? static_cast<U>(stop) - static_cast<U>(start)
                              : static_cast<U>(start) - static_cast<U>(stop);
        U const stride = up ? static_cast<U>(step) : U{0} - static_cast<U>(step);
        U const steps = (distance - 1) / stride;
        if (steps >= static_cast<U>(limits<index_t>::max))
            raise<value_error>("twill: arange: the range has more than 2^63 elements");
        return static_cast<index_t>(steps + 1);
    } else {
        return arange_count(static_cast<double>(start), static_cast<double>(stop),
                            static_cast<double>(step));
    }
}
[[noreturn]] TWILL_COLD inline void raise_arange(char const* what, double value, char const* type) {
    raise<value_error>(
        "twill: arange: the %s %.17g does not fit into %s elements; name a wider type", what, value,
        type);
}
/// Throws value_error unless elements of type T hold a float's value (fractions may be lost).
template <class T>
void require_holds(char const* what, double value) {
    double const lowest = static_cast<double>(limits<T>::lowest);
    bool fits = false;
    if constexpr (is_integer<T>) {
        // The first power of two above the type's range is exact, its greatest value may not be.
        double const above = 2.0 * (static_cast<double>(limits<T>::max / 2) + 1.0);
        fits = (value > lowest - 1.0 || value == lowest) && value < above;
    } else {
        fits = value >= lowest && value <= static_cast<double>(limits<T>::max);
    }
    if (!fits)
        raise_arange(what, value, type_name<T>::value);
}
/// Throws value_error unless elements of type T hold what is asked of arange, the stop excepted.
template <class T, class Common, class A, class S>
void require_arange(A start, S step, index_t count) {
    if (count == 0)
        return;
    if constexpr (is_integer<Common> && is_integer<T>) {
        // Between start and stop, so that Common holds it; integer steps may wrap.
        using U = std::uint64_t;
        auto const first = static_cast<Common>(start);
        auto const last = static_cast<Common>(static_cast<U>(first) +
                                              static_cast<U>(count - 1) * static_cast<U>(step));
        if (!std::in_range<T>(first))
            raise_arange("start", static_cast<double>(first), type_name<T>::value);
        if (!std::in_range<T>(last))
            raise_arange("last element", static_cast<double>(last), type_name<T>::value);
    } else if constexpr (is_integer<T> || is_floating<T>) {
        double const first = static_cast<double>(start);
        double const by = static_cast<double>(step);
        require_holds<T>("start", first);
        if (count == 1)
            return;
        require_holds<T>("step", by);
        require_holds<T>("last element", first + static_cast<double>(count - 1) * by);
    }
}
inline index_t checked_count(index_t count, caller const& by) {
    if (count < 0)
        raise<value_error>(by.place, "twill: %s: a count of %lld", by.operation,
                           static_cast<long long>(count));
    return count;
}

inline index_leaf<1> counter(index_t count) { return axis_index_of<0>(extents<1>(count)); }

/// Elements between two numbers: of their type, int64 in the place of uint64, or of T.
template <class A>
using element_of_range = std::conditional_t<std::is_same_v<A, std::uint64_t>, std::int64_t, A>;
template <class T, class A, class B>
using generator_t = canonical_t<
    std::conditional_t<std::is_void_v<T>, element_of_range<promote_numbers_t<A, B>>, T>>;
/// An end of a range; beyond int64, an integer is the greatest there.
template <class C, class A>
C range_end(A value) {
    if constexpr (std::is_same_v<C, std::int64_t> && std::is_integral_v<A> && sizeof(A) == 8)
        return saturated_index(value);
    else
        return static_cast<C>(value);
}

}  // namespace detail

/// How meshgrid's results are indexed: `xy` as NumPy's default (the first two axes swapped), or
/// `ij`.
enum class indexing { xy, ij };

/// Every element `value`.
template <int Rank, class T>
[[nodiscard]] auto full(extents<Rank> const& shape, T const& value,
                        source_location place = source_location::current()) {
    return detail::make_full<detail::canonical_t<T>>(shape, value, place);
}
template <class T>
    requires detail::operand_or_scalar<T>
[[nodiscard]] auto full(detail::integer count, T const& value,
                        source_location place = source_location::current()) {
    return full(extents<1>(count.value), value, place);
}
template <int Rank, class T>
[[nodiscard]] auto full(index_t const (&sizes)[Rank], T const& value,
                        source_location place = source_location::current()) {
    return full(detail::extents_of(sizes), value, place);
}
/// Every element 0.
template <class T = float, int Rank>
[[nodiscard]] auto zeros(extents<Rank> const& shape,
                         source_location place = source_location::current()) {
    return detail::make_full<detail::canonical_t<T>>(shape, 0, place);
}
template <class T = float, class... Sizes>
    requires(std::is_integral_v<Sizes> && ...)
[[nodiscard]] auto zeros(detail::first_index first, Sizes... rest) {
    return zeros<T>(detail::extents_from(first, rest...), first.place);
}
template <class T = float, int Rank>
[[nodiscard]] auto zeros(index_t const (&sizes)[Rank],
                         source_location place = source_location::current()) {
    return zeros<T>(detail::extents_of(sizes), place);
}
template <class T = float>
[[nodiscard]] auto zeros(source_location place = source_location::current()) {
    return zeros<T>(extents<0>(), place);
}
/// Every element 1.
template <class T = float, int Rank>
[[nodiscard]] auto ones(extents<Rank> const& shape,
                        source_location place = source_location::current()) {
    return detail::make_full<detail::canonical_t<T>>(shape, 1, place);
}
template <class T = float, class... Sizes>
    requires(std::is_integral_v<Sizes> && ...)
[[nodiscard]] auto ones(detail::first_index first, Sizes... rest) {
    return ones<T>(detail::extents_from(first, rest...), first.place);
}
template <class T = float, int Rank>
[[nodiscard]] auto ones(index_t const (&sizes)[Rank],
                        source_location place = source_location::current()) {
    return ones<T>(detail::extents_of(sizes), place);
}
template <class T = float>
[[nodiscard]] auto ones(source_location place = source_location::current()) {
    return ones<T>(extents<0>(), place);
}

namespace detail {

/// arange, whose errors name no place yet.
template <class T, class A, class B, class S>
auto make_arange(A start, B stop, S step) {
    using Common = promote_numbers_t<promote_numbers_t<A, B>, S>;
    using R = detail::generator_t<T, Common, Common>;
    if constexpr (std::is_same_v<Common, std::int64_t> && std::is_same_v<A, std::uint64_t>) {
        // Two ends of that type count as they are; downwards nothing begins beyond int64.
        if constexpr (std::is_same_v<B, std::uint64_t>)
            if (step > 0)
                return make_arange<T>(start, stop, static_cast<std::uint64_t>(step));
        if (step < 0 && !std::in_range<std::int64_t>(start))
            raise_arange("start", static_cast<double>(start), "int64");
    }
    index_t const count = detail::arange_length<Common>(
        range_end<Common>(start), range_end<Common>(stop), range_end<Common>(step));
    detail::require_arange<R, Common>(start, step, count);
    // What an empty range starts from is never seen.
    using C = detail::compute_t<R>;
    C const first = count > 0 ? static_cast<C>(start) : C{};
    C const by = count > 1 ? static_cast<C>(step) : C{};
    return detail::make_elementwise(detail::arange_function<R>{first, by}, detail::counter(count));
}

}  // namespace detail

/// start, start + step, ... below stop: ceil((stop - start) / step) elements, element i being start
/// + i * step. The type is the arguments' (int for arange(0, 5), double for arange(0, 1, 0.1),
/// int64 where an integer of 64 bits is among them, as in arange(0, v.size())), or T where given.
/// The wrong direction is empty. Throws value_error for a step of 0, for more than 2^63 elements,
/// and where T cannot hold the first element, the last one or a fractional range's step.
template <class T = void, class A, class B, class S = int>
[[nodiscard]] auto arange(A start, B stop, S step = 1,
                          source_location place = source_location::current()) {
    return detail::at_place(place, [&] { return detail::make_arange<T>(start, stop, step); });
}
/// 0, 1, ... below stop.
template <class T = void, class B>
[[nodiscard]] auto arange(B stop, source_location place = source_location::current()) {
    return arange<T>(B(0), stop, B(1), place);
}

namespace detail {
template <class R, class A, class B>
auto evenly_spaced(A start, B stop, integer count, bool endpoint, source_location const& place) {
    checked_count(count, {"linspace", place});
    index_t const gaps = endpoint ? count - 1 : count.value;
    using C = compute_t<R>;
    linspace_function<R> const element(static_cast<C>(start), static_cast<C>(stop), gaps,
                                       endpoint && count > 1 ? count - 1 : -1);  // 1: start
    return make_elementwise(element, counter(count));
}
}  // namespace detail

/// `count` evenly spaced elements from start to stop, the endpoint exact (or left out). Integers
/// give float64; where an integer type is asked for, `linspace<int>(0, 10, 5)`, numbers in float64
/// are rounded down.
template <class T = void, class A, class B>
[[nodiscard]] auto linspace(A start, B stop, detail::integer count, bool endpoint = true,
                            source_location place = source_location::current()) {
    using R = detail::float_result_t<detail::generator_t<T, A, B>>;
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
        return detail::make_elementwise(
            detail::floored_function<T>{},
            detail::evenly_spaced<R>(start, stop, count, endpoint, place));
    else
        return detail::evenly_spaced<R>(start, stop, count, endpoint, place);
}

/// base to the power of linspace(start, stop, count, endpoint).
template <class T = void, class A, class B>
[[nodiscard]] auto logspace(A start, B stop, detail::integer count, bool endpoint = true,
                            double base = 10.0,
                            source_location place = source_location::current()) {
    using R = detail::float_result_t<detail::generator_t<T, A, B>>;
    auto exponents = detail::evenly_spaced<R>(start, stop, count, endpoint, place);
    return detail::make_elementwise(detail::power_function{}, scalar_leaf<R>{static_cast<R>(base)},
                                    std::move(exponents));
}

/// 1 on diagonal k, 0 elsewhere; all 0 where it lies outside.
template <class T = double>
[[nodiscard]] auto eye(detail::integer rows, detail::integer columns, detail::integer k = 0,
                       source_location place = source_location::current()) {
    extents<2> const shape(rows.value, columns.value);
    detail::checked_size(shape.values, 2, place);
    // Diagonals beyond the corners are alike, and the nearest do not overflow beside an index.
    k = k < -rows ? -rows : (k > columns ? columns.value : k.value);
    return detail::make_elementwise(detail::eye_function<detail::canonical_t<T>>{k},
                                    detail::axis_index_of<0>(shape),
                                    detail::axis_index_of<1>(shape));
}
template <class T = double>
[[nodiscard]] auto eye(detail::integer rows, source_location place = source_location::current()) {
    return eye<T>(rows, rows, 0, place);
}

/// The index along each axis of a shape, as a tuple of expressions: `auto [i, j] = indices(3, 4)`.
template <int Rank>
[[nodiscard]] auto indices(extents<Rank> const& shape,
                           source_location place = source_location::current()) {
    detail::checked_size(shape.values, Rank, place);
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return std::tuple{detail::axis_index_of<static_cast<int>(I)>(shape)...};
    }(std::make_index_sequence<Rank>{});
}
template <class... Sizes>
    requires(std::is_integral_v<Sizes> && ...)
[[nodiscard]] auto indices(detail::first_index first, Sizes... rest) {
    return indices(detail::extents_from(first, rest...), first.place);
}
template <int Rank>
[[nodiscard]] auto indices(index_t const (&sizes)[Rank],
                           source_location place = source_location::current()) {
    return indices(detail::extents_of(sizes), place);
}

namespace detail {

template <class X>
concept coordinate = std::is_same_v<X, not_given> || rank_of<X> == 1;

/// The axis of coordinate i.
constexpr int grid_axis(indexing how, int rank, int i) {
    return how == indexing::xy && rank > 1 && i < 2 ? 1 - i : i;
}
/// A coordinate along one axis of a shape.
template <int Axis, class X, int Rank>
auto make_grid(X const& x, extents<Rank> const& shape) {
    auto map = mapping_onto<1, Rank>(x.shape(), axes_onto<Axis>{});
    map.shape = shape;
    return rearrange(as_node(x), map);
}

/// meshgrid, whose errors name no place yet.
template <indexing Indexing, class... X>
auto make_meshgrid(X const&... coordinates) {
    constexpr int rank = static_cast<int>(sizeof...(X));
    extents<rank> shape;
    int at = 0;
    ((shape[grid_axis(Indexing, rank, at++)] = coordinates.shape()[0]), ...);
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return std::tuple{
            make_grid<grid_axis(Indexing, rank, static_cast<int>(I))>(coordinates, shape)...};
    }(std::index_sequence_for<X...>{});
}
template <indexing Indexing, std::size_t... I, class Operands>
auto meshgrid_of(std::index_sequence<I...>, Operands const& all) {
    return make_meshgrid<Indexing>(get<I>(all)...);
}

}  // namespace detail

/// The coordinate grids of rank-1 operands (arrays or generators), as a tuple of expressions: lazy,
/// no memory. Shapes are (ny, nx, nz, ...) for `xy` and (nx, ny, nz, ...) for
/// `meshgrid<indexing::ij>`.
template <indexing Indexing = indexing::xy, detail::operand A,
          detail::given_or_not B = detail::not_given, detail::given_or_not C = detail::not_given,
          detail::given_or_not D = detail::not_given, detail::given_or_not E = detail::not_given,
          detail::given_or_not F = detail::not_given, detail::given_or_not G = detail::not_given,
          detail::given_or_not H = detail::not_given>
    requires(detail::coordinate<A> && detail::coordinate<B> && detail::coordinate<C> &&
             detail::coordinate<D> && detail::coordinate<E> && detail::coordinate<F> &&
             detail::coordinate<G> && detail::coordinate<H>)
[[nodiscard]] auto meshgrid(A const& a, B const& b = {}, C const& c = {}, D const& d = {},
                            E const& e = {}, F const& f = {}, G const& g = {}, H const& h = {},
                            source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::meshgrid_of<Indexing>(
            detail::count_given<A, B, C, D, E, F, G, H>{},
            detail::children<A const&, B const&, C const&, D const&, E const&, F const&, G const&,
                             H const&>{{a}, {b}, {c}, {d}, {e}, {f}, {g}, {h}});
    });
}
/// The same of any number of operands; `meshgrid(source_location::current(), x...)`.
template <indexing Indexing = indexing::xy, detail::operand... X>
    requires(detail::coordinate<X> && ...)
[[nodiscard]] auto meshgrid(source_location place, X const&... coordinates) {
    return detail::at_place(place, [&] { return detail::make_meshgrid<Indexing>(coordinates...); });
}

}  // namespace twill::inline v0
