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
/// The slope at the first of three elements, of the parabola through them.
struct end_slope_function {
    static constexpr char const* name = "gradient";
    double distance;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T a, T b, T c) const {
        using R = float_result_t<T>;
        using Real = typename element<R>::real;
        return (static_cast<R>(b) * Real(2) - static_cast<R>(a) * Real(1.5) -
                static_cast<R>(c) * Real(0.5)) /
               static_cast<Real>(distance);
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
            auto end = [&](index_t at, index_t inwards) {
                if constexpr (E::order == 1)
                    part(make_elementwise(slope_function{static_cast<double>(inwards) * x.spacing},
                                          stretch(at + inwards, 1), stretch(at, 1)),
                         at, 1);
                else
                    part(
                        make_elementwise(
                            end_slope_function{static_cast<double>(inwards) * x.spacing},
                            stretch(at, 1), stretch(at + inwards, 1), stretch(at + 2 * inwards, 1)),
                        at, 1);
            };
            end(0, 1);
            end(n - 1, -1);
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

/// The derivative of elements at given places (NumPy's formula: exact for parabolas).
template <class R>
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
        auto width = [&](index_t from) {
            return static_cast<Real>(
                static_cast<compute_t<std::remove_const_t<P>>>(places(from + 1)) -
                static_cast<compute_t<std::remove_const_t<P>>>(places(from)));
        };
        if (i == 0)
            return static_cast<R>((value(1) - value(0)) / width(0));
        if (i == last)
            return static_cast<R>((value(0) - value(-1)) / width(last - 1));
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

}  // namespace detail

/// The derivative along an axis (the last one unless given) of elements that lie `spacing` apart:
/// central differences, of the ends one-sided ones; in float64 for integers. Throws axis_error, and
/// shape_error for fewer than two elements (three with edge_order<2>).
template <detail::operand X, class Axis = axis_t<-1>, int Order = 1>
    requires detail::axes_or_number<Axis>
auto gradient(X const& x, double spacing, Axis which = {}, edge_order_t<Order> = {},
              source_location place = source_location::current()) {
    int const axis = detail::one_axis<detail::rank_of<X>>(which, {"gradient", place});
    detail::require_gradient(detail::shape_of(x, place), axis, Order + 1, place);
    return gradient_node<detail::node_of<X const&>, Order>(detail::as_node(x), axis, spacing);
}
/// The same of elements at places of one axis, which rise or fall: as many as along the axis
/// (shape_error).
template <detail::operand X, detail::operand P, class Axis = axis_t<-1>>
    requires detail::axes_or_number<Axis>
auto gradient(X const& x, P const& places, Axis which = {},
              source_location place = source_location::current()) {
    static_assert(detail::rank_of<P> == 1, "twill: gradient: the places have one axis");
    constexpr int rank = detail::rank_of<X>;
    using R = detail::float_result_t<detail::value_of<X>>;
    int const axis = detail::one_axis<rank>(which, {"gradient", place});
    auto const shape = detail::shape_of(x, place);
    detail::require_gradient(shape, axis, 2, place);
    index_t const count = detail::shape_of(places, place)[0];
    if (count != shape[axis])
        detail::raise<shape_error>(place, "twill: gradient: %lld places for axis %d of shape %s",
                                   static_cast<long long>(count), axis,
                                   detail::text_of(shape).text);
    return detail::lookup_at_indices(detail::gradient_at_function<R>{axis}, shape,
                                     detail::as_node(x), detail::as_node(places));
}
/// The derivative of elements that lie 1 apart; of an operand with several axes a tuple of the
/// derivatives along each: `auto [down, across] = gradient(m);`.
template <detail::operand X>
auto gradient(X const& x, source_location place = source_location::current()) {
    static_assert(detail::rank_of<X> > 0, "twill: gradient runs along an axis; this has rank 0");
    if constexpr (detail::rank_of<X> == 1)
        return gradient(x, 1.0, axis<0>, edge_order<1>, place);
    else
        return [&]<std::size_t... D>(std::index_sequence<D...>) {
            return std::tuple(gradient(x, 1.0, axis<static_cast<int>(D)>, edge_order<1>, place)...);
        }(std::make_index_sequence<detail::rank_of<X>>{});
}

}  // namespace twill::inline v0
