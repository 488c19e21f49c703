// SPDX-License-Identifier: MIT
// Differences along an axis and what sums them: diff, trapezoid, ptp, average. Lazy expressions.
#pragma once

#include "twill/array/construct.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/expr/operators.hpp"
#include "twill/expr/views.hpp"
#include "twill/expr/weights.hpp"
#include "twill/ops/reduce/reductions.hpp"

namespace twill::inline v0 {
namespace detail {

/// x with one axis sliced; of an array a view.
template <class X>
auto slice_of_axis(X const& x, int axis, slice const& range, source_location const& place) {
    auto map = identity_mapping(shape_of(x, place));
    slice_range const r = resolve(range, map.source[axis], place);
    map.start[axis] = r.count > 0 ? r.start : 0;
    map.step[axis] = r.count > 1 ? r.step : 1;
    map.shape[axis] = r.count;
    return rearrange(as_node(x), map);
}

/// b - a; of bools whether they differ.
struct difference_function {
    static constexpr char const* name = "diff";
    template <class T>
    TWILL_HD constexpr T operator()(T b, T a) const {
        if constexpr (is_boolean<T>)
            return a != b;
        else
            return subtract{}(b, a);
    }
};

template <int Times, class X>
auto differences(X const& x, int axis, source_location const& place) {
    if constexpr (Times == 0) {
        return as_node(x);
    } else {
        auto const before = differences<Times - 1>(x, axis, place);
        return make_elementwise(difference_function{}, slice_of_axis(before, axis, slice(1), place),
                                slice_of_axis(before, axis, slice(none, -1), place));
    }
}

struct middle_function {
    static constexpr char const* name = "trapezoid";
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T a, T b) const {
        using R = float_result_t<T>;
        using Real = typename element<R>::real;
        return (static_cast<R>(a) + static_cast<R>(b)) * static_cast<Real>(0.5);
    }
};
template <class X>
auto middles(X const& x, int axis, source_location const& place) {
    return make_elementwise(middle_function{}, slice_of_axis(x, axis, slice(1), place),
                            slice_of_axis(x, axis, slice(none, -1), place));
}

/// A row of values as an operand that lies along one axis of `Rank`.
template <int Rank, class X>
auto along_axis(X const& x, int axis, source_location const& place) {
    auto const shape = shape_of(x, place);
    auto map = forget_axes(mapping_by<1, Rank>(shape, [](int) { return 0; }));
    for (int d = 0; d < Rank; ++d)
        map.shape[d] = d == axis ? shape[0] : 1;
    map.axis[0] = axis;
    return rearrange(as_node(x), map);
}

/// The second of two values that broadcast: how weights meet the shape of what they weigh.
struct second_function {
    static constexpr char const* name = "average";
    template <class A, class B>
    TWILL_HD constexpr B operator()(A, B b) const {
        return b;
    }
};

/// Whether one axis is among the options of a reduction, and which.
template <class... Options>
inline constexpr int axes_given = (0 + ... + (std::is_same_v<Options, keepdims_t> ? 0 : 1));
template <int Rank, class... Options>
int axis_among(caller const& by, Options... options) {
    return one_axis<Rank>(pick_axes(options...), by);
}
template <class R, class E>
auto stored_as(E const& x) {
    if constexpr (std::is_same_v<value_of<E>, R>)
        return x;
    else
        return cast<R>(x);
}
template <class X, class W, class... Options>
auto weighted_average(source_location const& place, X const& x, W const& weights,
                      Options... options) {
    using R = float_result_t<promote_t<value_of<X>, value_of<W>>>;
    constexpr int rank = rank_of<X>;
    static_assert(rank_of<W> <= rank, "twill: average: the weights have more axes than x");
    static_assert(rank_of<W> != 1 || rank == 1 || axes_given<Options...> == 1,
                  "twill: average: weights of rank 1 lie along one axis: average(m, w, axis<1>)");
    using C = compute_t<R>;
    auto const wide = cast<C>(weights);
    if constexpr (rank_of<W> == 1 && rank > 1 && axes_given<Options...> == 1) {
        int const axis = axis_among<rank>({"average", place}, options...);
        auto const shape = shape_of(x, place);
        index_t const count = shape_of(weights, place)[0];
        if (count != shape[axis])
            raise<shape_error>(place, "twill: average: %lld weights for axis %d of shape %s",
                               static_cast<long long>(count), axis, text_of(shape).text);
        auto const total = sum(cast<C>(x) * along_axis<rank>(wide, axis, place), options...);
        return stored_as<R>(total / sum(wide));
    } else {
        auto const stretched = make_elementwise(second_function{}, as_node(x), wide);
        return stored_as<R>(sum(cast<C>(x) * wide, options...) / sum(stretched, options...));
    }
}

}  // namespace detail

/// Differences of neighbours along an axis (the last one unless given), taken `Times` times: one
/// element fewer each time, none of an axis that is shorter. Integers wrap; of bools whether they
/// differ. `diff(x)`, `diff<2>(x, axis<0>)`, `diff(x, axes(k))`. Throws axis_error.
template <int Times = 1, detail::operand X, class Axis = axis_t<-1>>
    requires detail::is_axes<Axis>
auto diff(X const& x, Axis which = {}, source_location place = source_location::current()) {
    static_assert(Times >= 0 && Times <= 8, "twill: diff<Times>: 0 to 8 times");
    static_assert(detail::rank_of<X> > 0, "twill: diff runs along an axis; this has rank 0");
    return detail::differences<Times>(
        x, detail::one_axis<detail::rank_of<X>>(which, {"diff<n>(x, axis)", place}), place);
}

// How often in NumPy, an axis for all other functions.
template <int Times = 1, detail::operand X, detail::axis_number Number>
auto diff(X const& x, Number) {
    static_assert(detail::always_false<X>,
                  "twill: diff(x, 2) is how often in NumPy, and an axis for other functions: say "
                  "diff<2>(x), or diff(x, axis<2>) and diff(x, axes(2))");
    return detail::as_node(x);
}

/// The integral along an axis (the last one unless given) by the trapezoidal rule, of values that
/// lie `spacing` apart; in float64 for integers, 0 of fewer than two. Throws axis_error.
template <detail::operand Y, class Axis = axis_t<-1>>
    requires detail::axes_or_number<Axis>
auto trapezoid(Y const& y, double spacing = 1.0, Axis which = {},
               source_location place = source_location::current()) {
    using R = detail::float_result_t<detail::value_of<Y>>;
    using Real = detail::compute_t<typename detail::element<R>::real>;
    int const axis = detail::one_axis<detail::rank_of<Y>>(which, {"trapezoid", place});
    return sum(detail::middles(y, axis, place), detail::as_axes(which)) *
           static_cast<Real>(spacing);
}
/// The same of values that lie 1 apart: `trapezoid(m, axis<0>)`.
template <detail::operand Y, class Axis>
    requires detail::is_axes<Axis>
auto trapezoid(Y const& y, Axis which, source_location place = source_location::current()) {
    return trapezoid(y, 1.0, which, place);
}
/// The same of values at the places x: one row of them, as many as along the axis, or of y's shape
/// (shape_error).
template <detail::operand Y, detail::operand X, class Axis = axis_t<-1>>
    requires detail::axes_or_number<Axis>
auto trapezoid(Y const& y, X const& x, Axis which = {},
               source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<Y>;
    int const axis = detail::one_axis<rank>(which, {"trapezoid", place});
    constexpr bool row = detail::rank_of<X> == 1 && rank > 1;
    int const own = [&] {
        if constexpr (row)
            return 0;
        else
            return detail::one_axis<detail::rank_of<X>>(which, {"trapezoid", place});
    }();
    auto const shape = detail::shape_of(y, place);
    index_t const count = detail::shape_of(x, place)[own];
    if (count != shape[axis])
        detail::raise<shape_error>(place, "twill: trapezoid: %lld places for axis %d of shape %s",
                                   static_cast<long long>(count), axis,
                                   detail::text_of(shape).text);
    auto const steps = detail::differences<1>(x, own, place);
    auto const areas = [&] {
        auto const heights = detail::middles(y, axis, place);
        if constexpr (row)
            return heights * detail::along_axis<rank>(steps, axis, place);
        else
            return heights * steps;
    }();
    return sum(areas, detail::as_axes(which));
}

/// The greatest element less the smallest; one read. NaN propagates; throws shape_error for no
/// elements.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
auto ptp(X const& x, Options... options) {
    return max(x, detail::options_of("ptp", options)...) -
           min(x, detail::options_of("ptp", options)...);
}

/// sum(x * weights) / sum(weights), in float64 for integers; the weights broadcast to x. Of rank 1
/// they lie along the one axis that is given, as many as it has elements (shape_error). Weights
/// that sum to 0 give NaN or an infinity (NumPy throws there, which would wait for the device).
template <detail::operand X, detail::operand W>
auto average(X const& x, W const& weights, source_location place = source_location::current()) {
    return detail::weighted_average(place, x, weights);
}
template <detail::operand X, detail::operand W, class A>
    requires detail::reduction_options<A>
auto average(X const& x, W const& weights, A option,
             source_location place = source_location::current()) {
    return detail::weighted_average(place, x, weights, detail::options_of("average", option));
}
template <detail::operand X, detail::operand W, class A, class B>
    requires detail::reduction_options<A, B>
auto average(X const& x, W const& weights, A first, B second,
             source_location place = source_location::current()) {
    return detail::weighted_average(place, x, weights, detail::options_of("average", first),
                                    detail::options_of("average", second));
}
/// Weights in braces, beside operands of the host: `average(x, {1, 2, 1})`.
template <detail::operand X>
auto average(X const& x, std::initializer_list<double> weights,
             source_location place = source_location::current()) {
    return average(x, detail::array_beside<X>(weights), place);
}
/// The same with the weights named and behind the axes, as NumPy has them.
template <detail::operand X, class W>
auto average(X const& x, weighted<W> const& w, source_location place = source_location::current()) {
    return average(x, w.values, place);
}
template <detail::operand X, class A, class W>
    requires detail::reduction_options<A>
auto average(X const& x, A option, weighted<W> const& w,
             source_location place = source_location::current()) {
    return average(x, w.values, option, place);
}
template <detail::operand X, class A, class B, class W>
    requires detail::reduction_options<A, B>
auto average(X const& x, A first, B second, weighted<W> const& w,
             source_location place = source_location::current()) {
    return average(x, w.values, first, second, place);
}
/// mean(x, options...).
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
auto average(X const& x, Options... options) {
    return mean(x, detail::options_of("average", options)...);
}

}  // namespace twill::inline v0
