// SPDX-License-Identifier: MIT
// Where quantiles lie among sorted elements, and what is made of their neighbours.
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
        double const shift = rounded_product_plus(q, 1 - alpha - beta, alpha);
        return between(rounded_product_plus(n, q, shift) - 1, as_it_is);
    };
    // The element before a position or behind it, whichever `stays` says.
    auto either = [&](double position, auto stays) {
        double const floor = __builtin_floor(position);
        return place_at(stays(position - floor, floor) ? floor : floor + 1, count);
    };
    double const spaced = rounded_product(n - 1, q);
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
            return either(rounded_product_plus(n, q, -1.0),
                          [](double weight, double) { return weight == 0; });
        case quantile_method::averaged_inverted_cdf:
            return between(rounded_product_plus(n, q, -1.0),
                           [](double weight) { return weight == 0 ? 0.5 : 1.0; });
        case quantile_method::closest_observation:
            return either(rounded_product_plus(n, q, -1.5), [](double weight, double floor) {
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

}  // namespace detail
}  // namespace twill::inline v0
