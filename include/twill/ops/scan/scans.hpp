// SPDX-License-Identifier: MIT
// Scans: cumsum, cumprod, cummax, cummin along one axis. Each returns a lazy expression of its
// operand's shape, to be used like any other; nothing is copied to the host. The axis: `axis<1>`,
// or at run time (axis_error) `axes(i)` or a plain integer; an operand of rank 1 needs none.
// Results are the same bits on every run, whatever the number of threads; sums of floats are added
// in a tree, so that their error grows far slower than that of a loop, and two neighbouring sums of
// positive numbers may be out of order by a rounding.
#pragma once

#include "twill/expr/build.hpp"
#include "twill/expr/device_call.hpp"
#include "twill/expr/rearrange.hpp"
#include "twill/ops/reduce/reducers.hpp"
#include "twill/shape/axes.hpp"

namespace twill::inline v0 {
namespace detail {

// What a scan does with two neighbouring runs of elements. No identity: partial results only ever
// meet those after them.

/// `Exact` keeps V as the result's type (cumsum<T>).
template <class V, bool Exact = false>
struct sum_scan {
    static constexpr char const* name = "cumsum";
    using result = std::conditional_t<Exact, V, accumulation_t<V>>;
    using accumulator = compute_t<result>;
    TWILL_HD static accumulator combine(accumulator const& a, accumulator const& b) {
        return static_cast<accumulator>(add{}(a, b));
    }
};
template <class V, bool Exact = false>
struct product_scan {
    static constexpr char const* name = "cumprod";
    using result = std::conditional_t<Exact, V, accumulation_t<V>>;
    using accumulator = compute_t<result>;
    TWILL_HD static accumulator combine(accumulator const& a, accumulator const& b) {
        return static_cast<accumulator>(multiply{}(a, b));
    }
};
template <class V>
struct max_scan {
    static constexpr char const* name = "cummax";
    using result = V;
    using accumulator = extremum_t<V>;
    TWILL_HD static accumulator combine(accumulator const& a, accumulator const& b) {
        return maximum_function{}(a, b);
    }
};
template <class V>
struct min_scan {
    static constexpr char const* name = "cummin";
    using result = V;
    using accumulator = extremum_t<V>;
    TWILL_HD static accumulator combine(accumulator const& a, accumulator const& b) {
        return minimum_function{}(a, b);
    }
};

template <class... Options>
concept scan_options = (axes_or_number<Options> && ...) && sizeof...(Options) <= 1;

}  // namespace detail

/// An operand scanned along one of its axes.
template <class Operator, class E, class Axes>
struct TWILL_NODISCARD scan : detail::subscripts<scan<Operator, E, Axes>> {
    static_assert(E::rank > 0, "twill: a scan runs along an axis, and this operand has rank 0");
    static_assert(E::rank <= 1 || !std::is_same_v<Axes, detail::all_axes>,
                  "twill: a scan of more than one axis: say which, as in cumsum(m, axis<1>), or "
                  "flatten with cumsum(reshape(m, -1))");
    static_assert(E::rank == 0 || std::is_same_v<Axes, detail::all_axes> ||
                      detail::axes_traits<Axes, E::rank>::count == 1,
                  "twill: a scan runs along exactly one axis");
    using twill_node = void;
    using operator_type = Operator;
    using value_type = typename Operator::result;
    using space = typename E::space;
    static constexpr int rank = E::rank;
    using operands = detail::types<E>;
    using functions = detail::types<Operator>;
    static constexpr bool needs_evaluation = true;
    /// An element is read before it is written.
    static constexpr detail::reads how(int) { return detail::reads::same_index; }

    E operand;
    Axes which;

    scan(E const& x, Axes const& axes) : operand(x), which(axes) {}
    template <class F>
    decltype(auto) apply(F&& f) const {
        return f(operand);
    }
    template <class X>
    scan<Operator, X, Axes> with(X const& x) const {
        return {x, which};
    }

    /// The scanned axis; throws axis_error.
    int axis(source_location const& place = detail::nowhere) const {
        return __builtin_ctzll(
            detail::axes_traits<Axes, rank>::mask(which, {Operator::name, place}));
    }
    /// The operand's shape; throws axis_error.
    extents<rank> shape(source_location place = source_location::current()) const {
        axis(place);
        return operand.shape(place);
    }
};

namespace detail {

template <class Operator, class E, class Axes>
scan<Operator, E, Axes> make_scan(E const& operand, Axes const& which) {
    return {operand, which};
}
template <class Operator, class X>
auto scan_with(X&& x) {
    return make_scan<Operator>(as_node(std::forward<X>(x)), all_axes{});
}
template <class Operator, class X, class Axes>
auto scan_with(X&& x, Axes which) {
    return make_scan<Operator>(as_node(std::forward<X>(x)), as_axes(which));
}

}  // namespace detail

/// Running sum along an axis. bool and narrow integers accumulate in 64 bits, 16-bit floats in
/// float32.
template <detail::operand X, class... Options>
    requires detail::scan_options<Options...>
auto cumsum(X&& x, Options... options) {
    return detail::scan_with<detail::sum_scan<detail::value_of<X>>>(std::forward<X>(x), options...);
}
/// Running sum in T: each element is converted first.
template <class T, detail::operand X, class... Options>
    requires detail::scan_options<Options...>
auto cumsum(X&& x, Options... options) {
    using R = detail::canonical_t<T>;
    return detail::scan_with<detail::sum_scan<R, true>>(
        detail::make_elementwise(detail::cast_function<R>{}, detail::as_node(std::forward<X>(x))),
        options...);
}
/// Running product along an axis. bool and narrow integers accumulate in 64 bits, 16-bit floats in
/// float32.
template <detail::operand X, class... Options>
    requires detail::scan_options<Options...>
auto cumprod(X&& x, Options... options) {
    return detail::scan_with<detail::product_scan<detail::value_of<X>>>(std::forward<X>(x),
                                                                        options...);
}
/// Running product in T: each element is converted first.
template <class T, detail::operand X, class... Options>
    requires detail::scan_options<Options...>
auto cumprod(X&& x, Options... options) {
    using R = detail::canonical_t<T>;
    return detail::scan_with<detail::product_scan<R, true>>(
        detail::make_elementwise(detail::cast_function<R>{}, detail::as_node(std::forward<X>(x))),
        options...);
}
/// The greatest element so far along an axis; NaN propagates, -0.0 is below +0.0.
template <detail::operand X, class... Options>
    requires detail::scan_options<Options...>
auto cummax(X&& x, Options... options) {
    return detail::scan_with<detail::max_scan<detail::value_of<X>>>(std::forward<X>(x), options...);
}
/// The smallest element so far along an axis; NaN propagates, -0.0 is below +0.0.
template <detail::operand X, class... Options>
    requires detail::scan_options<Options...>
auto cummin(X&& x, Options... options) {
    return detail::scan_with<detail::min_scan<detail::value_of<X>>>(std::forward<X>(x), options...);
}

}  // namespace twill::inline v0
