// SPDX-License-Identifier: MIT
// Quantiles that leave NaN out: lines are sorted whole, since where a line's quantile is depends on
// how many of its elements are numbers.
#pragma once

#include "twill/ops/reduce/reductions.hpp"
#include "twill/ops/sort/sorts.hpp"
#include "twill/ops/statistics/quantiles.hpp"

namespace twill::inline v0 {
namespace detail {

/// A line's quantile of its first elements, which are its numbers.
template <class T>
struct nan_quantile_function {
    static constexpr char const* name = "nanquantile";
    T const* sorted;
    index_t const* numbers;  ///< how many each line has
    index_t length;
    double q;
    quantile_method how;
    bool is_mean;

    TWILL_HD T operator()(index_t line) const {
        using value = compute_t<T>;
        index_t const count = numbers[line];
        if (count == 0)
            return limits<T>::quiet_nan;
        quantile_place const at = quantile_at(q, count, how);
        T const* const first = sorted + line * length;
        return value_between<T>(at, static_cast<value>(first[at.before]),
                                static_cast<value>(first[at.behind]), is_mean);
    }
};

template <class X>
auto nan_quantile_of_lines(X const& x, double q, quantile_method how, bool is_median,
                           caller const& by) {
    using T = typename X::value_type;
    using Space = typename X::space;
    constexpr int rank = X::rank;
    if constexpr (!is_floating<T>) {
        return quantile_of_lines(x, q, how, is_median, by);
    } else {
        if (!(q >= 0 && q <= 1))
            raise<value_error>(by.place, "twill: %s: %g is not between 0 and 1", by.operation, q);
        auto const sorted = sorted_values(x, axis<-1>, ascending, by);
        array<index_t, rank - 1, Space> const numbers = count_nonzero(sorted == sorted, axis<-1>);
        extents<rank> const shape = sorted.shape();
        execution now;
        nan_quantile_function<T> const pick{sorted.data(), numbers.data(), shape[rank - 1], q,
                                            how,           is_median};
        now.template begin<Space>(nullptr, 0, nullptr);
        return as_array(evaluate_fresh<T, Space>(
            now, make_elementwise(pick, index_leaf<rank - 1>{0, contiguous(numbers.shape())})));
    }
}

template <class X, class Axes>
auto nan_quantile_along(X const& x, Axes const& which, double q, quantile_method how,
                        bool is_median, caller const& by) {
    if constexpr (std::is_same_v<Axes, all_axes>) {
        return nan_quantile_of_lines(flat(x), q, how, is_median, by);
    } else {
        constexpr int rank = rank_of<X>;
        static_assert(rank > 0, "twill: this runs along an axis, and the operand has rank 0");
        int const k = one_axis<rank>(which, by);
        return nan_quantile_of_lines(rearrange(as_node(x), axis_to_end(shape_of(x, by.place), k)),
                                     q, how, is_median, by);
    }
}

}  // namespace detail

/// The quantile q of the elements that are not NaN, of all or along one axis; NaN where there are
/// none. Of integers quantile. Sorts; throws value_error for q outside [0, 1]. Does not wait.
template <detail::operand X>
[[nodiscard]] auto nanquantile(X const& x, double q, quantile_method how = quantile_method::linear,
                               source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::nan_quantile_along(x, detail::all_axes{}, q, how, false,
                                          {"nanquantile", place});
    });
}
template <detail::operand X, detail::axes_or_number Axis>
[[nodiscard]] auto nanquantile(X const& x, double q, Axis which,
                               quantile_method how = quantile_method::linear,
                               source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::nan_quantile_along(x, detail::as_axes(which), q, how, false,
                                          {"nanquantile", place});
    });
}
/// nanquantile(x, percent / 100).
template <detail::operand X>
[[nodiscard]] auto nanpercentile(X const& x, double percent,
                                 quantile_method how = quantile_method::linear,
                                 source_location place = source_location::current()) {
    return nanquantile(x, percent / 100, how, place);
}
template <detail::operand X, detail::axes_or_number Axis>
[[nodiscard]] auto nanpercentile(X const& x, double percent, Axis which,
                                 quantile_method how = quantile_method::linear,
                                 source_location place = source_location::current()) {
    return nanquantile(x, percent / 100, which, how, place);
}
/// The middle of the elements that are not NaN, or the mean of the two in the middle.
template <detail::operand X>
[[nodiscard]] auto nanmedian(X const& x, source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::nan_quantile_along(x, detail::all_axes{}, 0.5, quantile_method::linear, true,
                                          {"nanmedian", place});
    });
}
template <detail::operand X, detail::axes_or_number Axis>
[[nodiscard]] auto nanmedian(X const& x, Axis which,
                             source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::nan_quantile_along(x, detail::as_axes(which), 0.5, quantile_method::linear,
                                          true, {"nanmedian", place});
    });
}

}  // namespace twill::inline v0
