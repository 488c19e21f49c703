// SPDX-License-Identifier: MIT
// median, quantile and percentile.
#pragma once

#include "twill/ops/statistics/tally.hpp"

namespace twill::inline v0 {

/// How a quantile between two elements is made of them; NumPy's names. Those after `midpoint` are
/// the estimators of R. Hyndman and Y. Fan, Sample quantiles in statistical packages, 1996.
enum class quantile_method {
    linear,
    lower,
    higher,
    nearest,
    midpoint,
    inverted_cdf,
    averaged_inverted_cdf,
    closest_observation,
    interpolated_inverted_cdf,
    hazen,
    weibull,
    median_unbiased,
    normal_unbiased
};

namespace detail {

/// A quantile as two neighbours of the sorted elements and the second one's weight.
struct quantile_place {
    index_t before;
    index_t behind;
    double weight;
};

TWILL_HD inline quantile_place place_between(double position, double weight, index_t count) {
    double const floor = __builtin_floor(position);
    if (position >= static_cast<double>(count - 1))
        return {count - 1, count - 1, weight};
    if (position < 0)
        return {0, 0, weight};
    auto const before = static_cast<index_t>(floor);
    return {before, before + 1, weight};
}
TWILL_HD inline quantile_place place_at(double position, index_t count) {
    index_t const last = count - 1;
    auto const whole = static_cast<index_t>(position < 0 ? 0 : position);
    index_t const inside = whole < last ? whole : last;
    return {inside, inside, 0};
}

/// Where the quantile q of `count` sorted elements is.
TWILL_HD inline quantile_place quantile_at(double q, index_t count, quantile_method how) {
    double const n = static_cast<double>(count);
    // Neighbours of a position; `fixed` says what weight they have.
    auto between = [&](double position, auto fixed) {
        return place_between(position, fixed(position - __builtin_floor(position)), count);
    };
    auto as_it_is = [](double weight) { return weight; };
    auto continuous = [&](double alpha, double beta) {
        return between(n * q + (alpha + q * (1 - alpha - beta)) - 1, as_it_is);
    };
    // The element before a position or behind it, whichever `stays` says.
    auto either = [&](double position, auto stays) {
        double const floor = __builtin_floor(position);
        return place_at(stays(position - floor, floor) ? floor : floor + 1, count);
    };
    double const spaced = (n - 1) * q;
    switch (how) {
        case quantile_method::linear:
            return between(spaced, as_it_is);
        case quantile_method::lower:
            return place_at(__builtin_floor(spaced), count);
        case quantile_method::higher:
            return place_at(__builtin_ceil(spaced), count);
        case quantile_method::nearest:
            return place_at(__builtin_nearbyint(spaced), count);
        case quantile_method::midpoint:
            return between(0.5 * (__builtin_floor(spaced) + __builtin_ceil(spaced)),
                           [](double weight) { return weight == 0 ? 0.0 : 0.5; });
        case quantile_method::inverted_cdf:
            return either(n * q - 1, [](double weight, double) { return weight == 0; });
        case quantile_method::averaged_inverted_cdf:
            return between(n * q - 1, [](double weight) { return weight == 0 ? 0.5 : 1.0; });
        case quantile_method::closest_observation:
            return either(n * q - 1.5, [](double weight, double floor) {
                return weight == 0 && static_cast<index_t>(floor) % 2 != 0;
            });
        case quantile_method::interpolated_inverted_cdf:
            return continuous(0, 1);
        case quantile_method::hazen:
            return continuous(0.5, 0.5);
        case quantile_method::weibull:
            return continuous(0, 0);
        case quantile_method::median_unbiased:
            return continuous(1.0 / 3.0, 1.0 / 3.0);
        case quantile_method::normal_unbiased:
            return continuous(3.0 / 8.0, 3.0 / 8.0);
    }
    return between(spaced, as_it_is);
}

/// What lies between two neighbours. A median of two is their mean.
template <class R>
TWILL_HD constexpr R value_between(quantile_place const& at, compute_t<R> a, compute_t<R> b,
                                   bool is_mean) {
    using value = compute_t<R>;
    if (at.before == at.behind || at.weight == 0)
        return static_cast<R>(a);
    if (is_mean)
        return static_cast<R>((a + b) / value(2));
    value const weight = static_cast<value>(at.weight);
    value const difference = b - a;
    return static_cast<R>(weight >= value(0.5) ? b - difference * (value(1) - weight)
                                               : a + difference * weight);
}
/// A line's quantile from three of its elements; NaN where the line has one.
template <class T>
struct quantile_function {
    static constexpr char const* name = "quantile";
    using result = float_result_t<T>;
    using value = compute_t<result>;
    T const* ranked;  ///< of each line the two neighbours and the last element
    quantile_place at;
    bool is_mean;

    TWILL_HD constexpr result operator()(index_t line) const {
        value const last = static_cast<value>(ranked[3 * line + 2]);
        if (last != last)
            return static_cast<result>(last);
        return value_between<result>(at, static_cast<value>(ranked[3 * line]),
                                     static_cast<value>(ranked[3 * line + 1]), is_mean);
    }
};

template <class R>
struct not_a_number {
    static constexpr char const* name = "quantile";
    TWILL_HD constexpr R operator()(index_t) const { return limits<R>::quiet_nan; }
};

template <class X>
auto quantile_of_lines(X const& x, double q, quantile_method how, bool is_median,
                       caller const& by) {
    using T = typename X::value_type;
    using Space = typename X::space;
    constexpr int rank = X::rank;
    require_sortable<X>();
    static_assert(is_radix_key<T>, "twill: quantiles are of real numbers");
    extents<rank - 1> kept;
    extents<rank> const shape = x.shape(by.place);
    for (int d = 0; d + 1 < rank; ++d)
        kept[d] = shape[d];
    index_t const length = shape[rank - 1];
    if (!(q >= 0 && q <= 1))
        raise<value_error>(by.place, "twill: %s: %g is not between 0 and 1", by.operation, q);
    using R = typename quantile_function<T>::result;
    execution now;
    index_leaf<rank - 1> line{0, contiguous(kept)};
    if (length == 0) {
        if (!is_floating<T> && kept.size() > 0)
            raise<value_error>(by.place, "twill: %s of no elements", by.operation);
        return as_array(evaluate_fresh<R, Space>(now, make_elementwise(not_a_number<R>{}, line)));
    }
    quantile_place const at = quantile_at(q, length, how);
    // Only floats can have a NaN, which is the last.
    index_t const last = is_floating<T> ? length - 1 : at.behind;
    auto const ranked = sorter<Space>::ranked(now, x, {at.before, at.behind, last});
    quantile_function<T> const pick{ranked.data, at, is_median};
    now.template begin<Space>(nullptr, 0, nullptr);
    return as_array(evaluate_fresh<R, Space>(now, make_elementwise(pick, line)));
}

template <class X, class Axes>
auto quantile_along(X const& x, Axes const& which, double q, quantile_method how, bool is_median,
                    caller const& by) {
    if constexpr (std::is_same_v<Axes, all_axes>) {
        return quantile_of_lines(flat(x), q, how, is_median, by);
    } else {
        constexpr int rank = rank_of<X>;
        static_assert(rank > 0, "twill: this runs along an axis, and the operand has rank 0");
        int const k = one_axis<rank>(which, by);
        return quantile_of_lines(rearrange(as_node(x), axis_to_end(shape_of(x, by.place), k)), q,
                                 how, is_median, by);
    }
}

}  // namespace detail

/// The element below which the share q of all elements lies, or along one axis, as an array without
/// that axis. Floats keep their type, integers give float64; a NaN makes its line's result NaN.
/// A quantile that is one element is that element, beside an infinite one, too (NumPy has NaN
/// then). Throws value_error for q outside [0, 1]. Does not wait.
template <detail::operand X>
[[nodiscard]] auto quantile(X const& x, double q, quantile_method how = quantile_method::linear,
                            source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::quantile_along(x, detail::all_axes{}, q, how, false, {"quantile", place});
    });
}
template <detail::operand X, detail::axes_or_number Axis>
[[nodiscard]] auto quantile(X const& x, double q, Axis which,
                            quantile_method how = quantile_method::linear,
                            source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::quantile_along(x, detail::as_axes(which), q, how, false,
                                      {"quantile", place});
    });
}
/// quantile(x, percent / 100).
template <detail::operand X>
[[nodiscard]] auto percentile(X const& x, double percent,
                              quantile_method how = quantile_method::linear,
                              source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::quantile_along(x, detail::all_axes{}, percent / 100, how, false,
                                      {"percentile", place});
    });
}
template <detail::operand X, detail::axes_or_number Axis>
[[nodiscard]] auto percentile(X const& x, double percent, Axis which,
                              quantile_method how = quantile_method::linear,
                              source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::quantile_along(x, detail::as_axes(which), percent / 100, how, false,
                                      {"percentile", place});
    });
}
/// The middle element, or the mean of the two in the middle: of all elements, or along one axis.
template <detail::operand X>
[[nodiscard]] auto median(X const& x, source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::quantile_along(x, detail::all_axes{}, 0.5, quantile_method::linear, true,
                                      {"median", place});
    });
}
template <detail::operand X, detail::axes_or_number Axis>
[[nodiscard]] auto median(X const& x, Axis which,
                          source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::quantile_along(x, detail::as_axes(which), 0.5, quantile_method::linear, true,
                                      {"median", place});
    });
}

}  // namespace twill::inline v0
