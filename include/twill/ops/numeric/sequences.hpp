// SPDX-License-Identifier: MIT
// What looks at neighbours along a line: unwrap, ediff1d, trim_zeros.
#pragma once

#include "twill/array/copy.hpp"
#include "twill/array/windows.hpp"
#include "twill/expr/generators.hpp"
#include "twill/ops/numeric/differences.hpp"
#include "twill/ops/numeric/initial.hpp"

namespace twill::inline v0 {
namespace detail {

/// What has to be added from an element on so that it is within half a period of the one before.
template <class R>
struct unwrap_function {
    static constexpr char const* name = "unwrap";
    compute_t<R> period;
    compute_t<R> least;  ///< a smaller step stays as it is
    template <class T>
    TWILL_HD constexpr R operator()(T behind, T before) const {
        using F = compute_t<R>;
        F const half = period / F(2);
        F const step = static_cast<F>(behind) - static_cast<F>(before);
        F inside = remainder_function{}(static_cast<F>(step + half), period) - half;
        if (inside == -half && step > F(0))
            inside = half;
        F const size = step < F(0) ? -step : step;
        return static_cast<R>(size < least ? F(0) : inside - step);
    }
};

}  // namespace detail

/// The phases along an axis (the last one unless given) without their jumps: where an element
/// differs from the one before by more than half a period, whole periods are added to it and to all
/// behind it. In float64 for integers. NumPy's unwrap, whose `discont` is half a period or
/// `least_jump`. Lazy; on the device with <twill/scan.cuh>.
template <detail::operand X, class Axis = axis_t<-1>>
    requires detail::axes_or_number<Axis>
auto unwrap(X const& x, Axis which = {}, double period = 6.28318530717958647693,
            double least_jump = 0, source_location place = source_location::current()) {
    using R = detail::float_result_t<detail::value_of<X>>;
    static_assert(detail::is_floating<R>, "twill: unwrap takes real elements");
    static_assert(detail::rank_of<X> > 0, "twill: unwrap runs along an axis; this has rank 0");
    using F = detail::compute_t<R>;
    int const k = detail::one_axis<detail::rank_of<X>>(which, {"unwrap", place});
    double const least = least_jump > period / 2 ? least_jump : period / 2;
    auto const add = detail::make_elementwise(
        detail::unwrap_function<R>{static_cast<F>(period), static_cast<F>(least)},
        detail::slice_of_axis(x, k, slice(1), place),
        detail::slice_of_axis(x, k, slice(none, -1), place));
    return detail::stored_as<R>(x) + cumsum(add, include_initial, detail::as_axes(which));
}

/// The differences of neighbours among all elements in C order: diff of rank 1. An operand of more
/// axes is laid out in one line, a view where it is contiguous, otherwise a copy.
template <detail::operand X>
auto ediff1d(X const& x, source_location place = source_location::current()) {
    if constexpr (detail::rank_of<X> == 1)
        return diff(x, axis<0>, place);
    else
        return diff(detail::flat_elements(x, place), axis<0>, place);
}

/// Which ends trim_zeros trims.
enum class trim { front, back, both };

/// A view of an array of rank 1 (or a view of one) without the zeros at its ends; NaN is none.
/// Waits for where they end.
template <class T, class Space, class Lie>
[[nodiscard]] auto trim_zeros(view<T, 1, Space, Lie> const& x, trim ends = trim::both,
                              source_location place = source_location::current()) {
    using V = std::remove_const_t<T>;
    index_t const count = x.size();
    index_t first = 0;
    index_t last = count;
    if (count > 0) {
        auto const stays = x != V{};
        auto const [from, to] = evaluate(min(where(stays, arange(count), count)),
                                         max(where(stays, arange(count) + index_t{1}, index_t{0})));
        index_t const behind = item(to, place);
        first = ends == trim::back ? 0 : item(from, place);
        last = ends == trim::front ? count : behind;
        if (behind == 0)
            first = last = 0;
    }
    return x(slice(first, last));
}
template <class T, class Space>
[[nodiscard]] auto trim_zeros(array<T, 1, Space> const& x, trim ends = trim::both,
                              source_location place = source_location::current()) {
    return trim_zeros(x(full_extent), ends, place);
}

}  // namespace twill::inline v0
