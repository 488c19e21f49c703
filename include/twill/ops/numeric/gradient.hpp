// SPDX-License-Identifier: MIT
// gradient: central differences along an axis, of the ends one-sided ones. A lazy expression: the
// inside is one kernel over two slices, each end another; inside a larger expression the result
// goes to memory first.
#pragma once

#include <tuple>

#include "twill/expr/generators.hpp"
#include "twill/ops/numeric/differences.hpp"
#include "twill/ops/numeric/lookup.hpp"

namespace twill::inline v0 {

/// Of which order the differences at the ends are: `gradient(x, h, axis<0>, edge_order<2>)`.
template <int Order>
struct edge_order_t {
    static_assert(Order == 1 || Order == 2, "twill: gradient: an edge_order is 1 or 2");
};
template <int Order>
inline constexpr edge_order_t<Order> edge_order{};

namespace detail {

/// (b - a) / distance.
struct slope_function {
    static constexpr char const* name = "gradient";
    double distance;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T b, T a) const {
        using R = float_result_t<T>;
        using Real = typename element<R>::real;
        return (static_cast<R>(b) - static_cast<R>(a)) / static_cast<Real>(distance);
    }
};
/// The slope of the parabola through three elements, at the first one; `Last`: they go backwards,
/// from the last one. The numerators are of the same value but for the sign of a 0.
template <bool Last>
struct end_slope_function {
    static constexpr char const* name = "gradient";
    double distance;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T a, T b, T c) const {
        using R = float_result_t<T>;
        using Real = typename element<R>::real;
        R const at_end = static_cast<R>(a) * Real(1.5);
        R const next = static_cast<R>(b) * Real(2);
        R const beyond = static_cast<R>(c) * Real(0.5);
        if constexpr (Last)
            return (at_end - next + beyond) / static_cast<Real>(distance);
        else
            return (next - at_end - beyond) / static_cast<Real>(distance);
    }
};

struct gradient_operation {
    template <class Space>
    struct in {
        template <class E, class T, int Rank>
        static void run(execution& now, E const& x, target<T, Rank> const& to) {
            int const axis = x.axis;
            index_t const n = to.lie.shape[axis];
            /// So many elements of the operand along the axis, from one of them on.
            auto stretch = [&](index_t first, index_t count) {
                auto map = identity_mapping(x.operand.layout.shape);
                map.start[axis] = first;
                map.shape[axis] = count;
                return rearrange(x.operand, map);
            };
            auto part = [&](auto const& value, index_t first, index_t count) {
                target<T, Rank> there = to;
                there.data += first * to.lie.stride[axis];
                there.lie.shape[axis] = count;
                run_loop<Space, strided>(now, value, there);
            };
            if (n > 2)
                part(make_elementwise(slope_function{2 * x.spacing}, stretch(2, n - 2),
                                      stretch(0, n - 2)),
                     1, n - 2);
            if constexpr (E::order == 1) {
                slope_function const slope{x.spacing};
                part(make_elementwise(slope, stretch(1, 1), stretch(0, 1)), 0, 1);
                part(make_elementwise(slope, stretch(n - 1, 1), stretch(n - 2, 1)), n - 1, 1);
            } else {
                part(make_elementwise(end_slope_function<false>{x.spacing}, stretch(0, 1),
                                      stretch(1, 1), stretch(2, 1)),
                     0, 1);
                part(make_elementwise(end_slope_function<true>{x.spacing}, stretch(n - 1, 1),
                                      stretch(n - 2, 1), stretch(n - 3, 1)),
                     n - 1, 1);
            }
        }
    };
};

}  // namespace detail

/// The derivative of an operand along an axis, its elements `spacing` apart.
template <class E, int Order>
struct TWILL_NODISCARD gradient_node : detail::subscripts<gradient_node<E, Order>> {
    using twill_node = void;
    using value_type = detail::float_result_t<typename E::value_type>;
    using space = typename E::space;
    static constexpr int rank = E::rank;
    static constexpr int order = Order;
    using operands = detail::types<E>;
    using functions = detail::types<>;
    static constexpr bool needs_evaluation = true;
    using operation = detail::gradient_operation;
    static constexpr detail::reads how(int) { return detail::reads::memory; }

    E operand;
    int axis;
    double spacing;

    gradient_node(E const& x, int along, double apart) : operand(x), axis(along), spacing(apart) {}
    extents<rank> shape(source_location place = source_location::current()) const {
        return operand.shape(place);
    }
    template <class F>
    decltype(auto) apply(F&& f) const {
        return f(operand);
    }
    template <class X>
    gradient_node<X, Order> with(X const& x) const {
        return {x, axis, spacing};
    }
};

namespace detail {

/// The derivative of elements at given places (NumPy's formulas: exact for parabolas, at the ends
/// too with Order 2).
template <class R, int Order>
struct gradient_at_function {
    static constexpr char const* name = "gradient";
    int axis;

    template <class T, int Rank, class P, class... I>
    TWILL_HD R operator()(array_ref<T, Rank> const& f, array_ref<P, 1> const& places,
                          I... index) const {
        index_t const at[] = {index...};
        index_t const step = f.stride(axis);
        index_t const last = f.extent(axis) - 1;
        T const* const here = &f(index...);
        using C = compute_t<R>;
        using Real = typename element<C>::real;
        auto value = [&](index_t k) { return static_cast<C>(here[k * step]); };
        index_t const i = at[axis];
        // Integers, which may be unsigned, have their distances in float64.
        using Place = std::remove_const_t<P>;
        using Distance = std::conditional_t<is_integer<Place>, double, compute_t<Place>>;
        auto width = [&](index_t from) {
            return static_cast<Real>(static_cast<Distance>(places(from + 1)) -
                                     static_cast<Distance>(places(from)));
        };
        if (i == 0 || i == last) {
            Real const near = width(i == 0 ? 0 : last - 1);
            if constexpr (Order == 1) {
                return static_cast<R>((i == 0 ? value(1) - value(0) : value(0) - value(-1)) / near);
            } else {
                // The neighbours inwards are at `in` and 2 * in, the nearer one `near` away.
                index_t const in = i == 0 ? 1 : -1;
                Real const far = width(i == 0 ? 1 : last - 2);
                Real const both = near + far;
                Real const sign = static_cast<Real>(in);
                return static_cast<R>(value(0) * (-sign * (near + both) / (near * both)) +
                                      value(in) * (sign * both / (near * far)) -
                                      value(2 * in) * (sign * near / (far * both)));
            }
        }
        Real const before = width(i - 1);
        Real const behind = width(i);
        return static_cast<R>(value(-1) * (-behind / (before * (before + behind))) +
                              value(0) * ((behind - before) / (before * behind)) +
                              value(1) * (before / (behind * (before + behind))));
    }
};

template <int Rank>
void require_gradient(extents<Rank> const& shape, int axis, index_t least,
                      source_location const& place) {
    if (shape[axis] < least)
        raise<shape_error>(place,
                           "twill: gradient: axis %d of shape %s has fewer elements than the %lld "
                           "that the differences at its ends need",
                           axis, text_of(shape).text, static_cast<long long>(least));
}

/// How elements lie along an axis: so far apart, or at the places of an operand of rank 1.
template <class S>
concept gradient_places = operand<S> && rank_of<S> == 1;
template <class S>
concept gradient_spacing = std::is_arithmetic_v<S> || gradient_places<S>;
/// A spacing of the second axis. An integer there is an axis.
template <class S>
concept next_spacing = std::is_floating_point_v<S> || gradient_places<S>;

template <int Order, class X, class S>
auto gradient_along(X const& x, S const& spacing, int axis, source_location const& place) {
    auto const shape = shape_of(x, place);
    require_gradient(shape, axis, Order + 1, place);
    if constexpr (std::is_arithmetic_v<S>) {
        return gradient_node<node_of<X const&>, Order>(as_node(x), axis,
                                                       static_cast<double>(spacing));
    } else {
        using R = float_result_t<value_of<X>>;
        index_t const count = shape_of(spacing, place)[0];
        if (count != shape[axis])
            raise<shape_error>(place, "twill: gradient: %lld places for axis %d of shape %s",
                               static_cast<long long>(count), axis, text_of(shape).text);
        return lookup_at_indices(gradient_at_function<R, Order>{axis}, shape, as_node(x),
                                 as_node(spacing));
    }
}
template <int Order, class X, class... S>
auto gradient_of_axes(X const& x, source_location const& place, S const&... spacing) {
    static_assert(rank_of<X> == sizeof...(S),
                  "twill: gradient takes one spacing for every axis, or one for all of them");
    return [&]<std::size_t... D>(std::index_sequence<D...>) {
        return std::tuple{gradient_along<Order>(x, spacing, static_cast<int>(D), place)...};
    }(std::index_sequence_for<S...>{});
}

}  // namespace detail

/// The derivative along an axis of elements that lie `spacing` apart, or at the places of an
/// operand of rank 1, which rise or fall and are as many as along the axis (shape_error): central
/// differences, of the ends one-sided ones; in float64 for integers. Throws axis_error, and
/// shape_error for fewer than two elements (three with edge_order<2>).
template <detail::operand X, detail::gradient_spacing S, class Axis, int Order = 1>
    requires detail::axes_or_number<Axis>
auto gradient(X const& x, S const& spacing, Axis which, edge_order_t<Order> = {},
              source_location place = source_location::current()) {
    int const axis = detail::one_axis<detail::rank_of<X>>(which, {"gradient", place});
    return detail::gradient_along<Order>(x, spacing, axis, place);
}
/// The derivative along an axis of elements that lie 1 apart: `gradient(m, axis<1>)`.
template <detail::operand X, class Axis, int Order = 1>
    requires detail::is_axes<Axis>
auto gradient(X const& x, Axis which, edge_order_t<Order> order = {},
              source_location place = source_location::current()) {
    return gradient(x, 1.0, which, order, place);
}
/// The same along every axis: of an operand with several axes a tuple of the derivatives along
/// each, `auto [down, across] = gradient(m, 0.5);`.
template <detail::operand X, detail::gradient_spacing S, int Order = 1>
auto gradient(X const& x, S const& spacing, edge_order_t<Order> = {},
              source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    static_assert(rank > 0, "twill: gradient runs along an axis; this has rank 0");
    static_assert(rank == 1 || std::is_arithmetic_v<S>,
                  "twill: gradient: places of an operand with several axes: say of which axis "
                  "they are, gradient(m, x, axis<1>), or give those of every axis");
    if constexpr (rank == 1)
        return detail::gradient_along<Order>(x, spacing, 0, place);
    else
        return [&]<std::size_t... D>(std::index_sequence<D...>) {
            return std::tuple(
                detail::gradient_along<Order>(x, spacing, static_cast<int>(D), place)...);
        }(std::make_index_sequence<rank>{});
}
/// The same with a spacing or places for each axis: `gradient(m, 0.5, 2.0)`, `gradient(m, y, x)`.
template <detail::operand X, detail::gradient_spacing A, detail::next_spacing B, int Order = 1>
auto gradient(X const& x, A const& first, B const& second, edge_order_t<Order> = {},
              source_location place = source_location::current()) {
    return detail::gradient_of_axes<Order>(x, place, first, second);
}
template <detail::operand X, detail::gradient_spacing A, detail::next_spacing B,
          detail::next_spacing C, int Order = 1>
auto gradient(X const& x, A const& first, B const& second, C const& third, edge_order_t<Order> = {},
              source_location place = source_location::current()) {
    return detail::gradient_of_axes<Order>(x, place, first, second, third);
}
/// The derivatives of elements that lie 1 apart.
template <detail::operand X, int Order = 1>
auto gradient(X const& x, edge_order_t<Order> order = {},
              source_location place = source_location::current()) {
    return gradient(x, 1.0, order, place);
}

}  // namespace twill::inline v0
