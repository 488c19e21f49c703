// SPDX-License-Identifier: MIT
// Reductions and scans that leave NaN out. Lazy, as those of reductions.hpp, with the same options;
// of elements that cannot be NaN they are the plain ones.
#pragma once

#include "twill/expr/math_binary.hpp"
#include "twill/expr/operators.hpp"
#include "twill/ops/numeric/functions.hpp"
#include "twill/ops/reduce/deviations.hpp"
#include "twill/ops/reduce/reductions.hpp"
#include "twill/ops/scan/scans.hpp"

namespace twill::inline v0 {
namespace detail {

/// Whether elements of a type can be NaN.
template <class V>
inline constexpr bool may_be_nan = is_floating<V> || is_complex<V>;

template <int Number, class X>
constexpr decltype(auto) without_nan(X&& x) {
    if constexpr (may_be_nan<value_of<X>>)
        return unary<without_nan_function<Number>>(std::forward<X>(x));
    else
        return as_node(std::forward<X>(x));
}

/// The best element that is not NaN; NaN where there is none.
template <class V, bool Greatest>
struct nan_extremum_reducer {
    static constexpr char const* name = Greatest ? "nanmax" : "nanmin";
    static constexpr bool needs_elements = true;
    static constexpr bool merges_exactly = true;
    using result = V;
    using accumulator = compute_t<V>;
    TWILL_HD static accumulator identity() { return limits<accumulator>::quiet_nan; }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) {
        // One compare decides unless a is NaN or both are equal, zeros of either sign then.
        if (Greatest ? b < a : a < b)
            return a;
        if (a != a)
            return b;
        if (a == b)
            return sign_bit(a) == Greatest ? b : a;
        return b != b ? a : b;
    }
    TWILL_HD static void add(accumulator& a, accumulator const& x) { a = merge(a, x); }
    TWILL_HD accumulator finish(accumulator const& a, index_t) const { return a; }
};

/// Where the best element that is not NaN stands; -1 where there is none.
template <class V, bool Greatest>
struct nan_arg_reducer {
    static constexpr char const* name = Greatest ? "nanargmax" : "nanargmin";
    static constexpr bool needs_elements = true;
    static constexpr bool merges_exactly = true;
    using value = compute_t<V>;
    using result = index_t;
    using accumulator = located<value>;
    TWILL_HD static accumulator identity() { return {value{}, -1}; }
    TWILL_HD static void add(accumulator& a, located<value> const& x) {
        if (!is_nan(x.value))
            a = merge(a, x);
    }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) {
        if (a.position < 0)
            return b;
        if (b.position < 0)
            return a;
        bool const b_wins = a.value == b.value ? b.position < a.position
                            : Greatest         ? b.value > a.value
                                               : b.value < a.value;
        return b_wins ? b : a;
    }
    TWILL_HD index_t finish(accumulator const& a, index_t) const { return a.position; }
};

/// The same options with the reduced axes left in.
template <class F, class... Options>
auto keeping(F const& reduce, Options... options) {
    if constexpr (keeps<Options...>)
        return reduce(options...);
    else
        return reduce(options..., keepdims);
}

/// The sum of `values` divided by how many elements of x are not NaN, less `lost`; in the type that
/// V computes in.
template <class V, class X, class Values, class... Options>
auto nan_share(X const& x, Values&& values, double lost, Options... options) {
    return make_elementwise(
        counted_share_function{lost},
        reduce_with(std::forward<Values>(values), sum_reducer<compute_t<V>, true>{}, options...),
        count_nonzero(unary<is_number_function>(x), options...));
}
template <class V, class E>
auto as_stored(E&& x) {
    if constexpr (std::is_same_v<value_of<E>, V>)
        return std::forward<E>(x);
    else
        return cast<V>(std::forward<E>(x));
}
template <class T, class X>
auto converted_with_nan(X&& x) {
    static_assert(may_be_nan<canonical_t<T>> || !may_be_nan<value_of<X>>,
                  "twill: an integer cannot be NaN: ask for a type that can, such as double");
    return converted<T>(std::forward<X>(x));
}
template <class V, class X, class... Options>
auto nan_mean(X const& x, Options... options) {
    return nan_share<V>(x, without_nan<0>(x), 0, options...);
}

template <class X, class... Options>
auto nan_variance(X&& x, ddof lost, Options... options) {
    using V = value_of<X>;
    if constexpr (!may_be_nan<V>) {
        return var(std::forward<X>(x), lost, options...);
    } else {
        using R = typename element<V>::real;
        auto const middle =
            keeping([&](auto... all) { return nan_mean<V>(x, all...); }, options...);
        using C = compute_t<V>;
        auto const sums =
            reduce_with(binary<deviation_function>(x, middle), deviation_reducer<C>{}, options...);
        auto const count = count_nonzero(unary<is_number_function>(x), options...);
        return as_stored<R>(make_elementwise(counted_share_function{lost.value},
                                             make_elementwise(around_mean_function{}, sums, count),
                                             count));
    }
}

/// ddof(n) behind another option, all of them those of a reduction.
template <class First, class... Rest>
concept ddof_behind = reduction_arguments<First> && (std::is_same_v<Rest, ddof> || ...) &&
                      ((std::is_same_v<Rest, ddof> || reduction_arguments<Rest>) && ...);

}  // namespace detail

/// Sum of the elements that are not NaN; 0 of none.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
auto nansum(X&& x, Options... options) {
    return sum(detail::without_nan<0>(std::forward<X>(x)),
               detail::options_of("nansum", options)...);
}
/// The same in T: each element is converted first.
template <class T, detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
auto nansum(X&& x, Options... options) {
    return sum<T>(detail::without_nan<0>(std::forward<X>(x)),
                  detail::options_of("nansum", options)...);
}
/// Product of the elements that are not NaN; 1 of none.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
auto nanprod(X&& x, Options... options) {
    return prod(detail::without_nan<1>(std::forward<X>(x)),
                detail::options_of("nanprod", options)...);
}
template <class T, detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
auto nanprod(X&& x, Options... options) {
    return prod<T>(detail::without_nan<1>(std::forward<X>(x)),
                   detail::options_of("nanprod", options)...);
}
/// The greatest element that is not NaN; NaN where all are. Throws shape_error for no elements.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
auto nanmax(X&& x, Options... options) {
    using V = detail::value_of<X>;
    if constexpr (detail::may_be_nan<V>)
        return detail::reduce_with(std::forward<X>(x), detail::nan_extremum_reducer<V, true>{},
                                   options...);
    else
        return max(std::forward<X>(x), detail::options_of("nanmax", options)...);
}
/// The smallest element that is not NaN; NaN where all are. Throws shape_error for no elements.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
auto nanmin(X&& x, Options... options) {
    using V = detail::value_of<X>;
    if constexpr (detail::may_be_nan<V>)
        return detail::reduce_with(std::forward<X>(x), detail::nan_extremum_reducer<V, false>{},
                                   options...);
    else
        return min(std::forward<X>(x), detail::options_of("nanmin", options)...);
}
/// Position of the greatest element that is not NaN, in C order among the reduced ones, the first
/// of equal ones; -1 where all are NaN (NumPy throws there, which would wait for the device).
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
auto nanargmax(X&& x, Options... options) {
    return detail::reduce_located(detail::nowhere, std::forward<X>(x),
                                  detail::nan_arg_reducer<detail::value_of<X>, true>{}, options...);
}
/// Position of the smallest element that is not NaN; see nanargmax.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
auto nanargmin(X&& x, Options... options) {
    return detail::reduce_located(detail::nowhere, std::forward<X>(x),
                                  detail::nan_arg_reducer<detail::value_of<X>, false>{},
                                  options...);
}
/// Mean of the elements that are not NaN, in float64 for integers; NaN of none.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
auto nanmean(X&& x, Options... options) {
    using V = detail::value_of<X>;
    if constexpr (detail::may_be_nan<V>)
        return detail::as_stored<V>(
            detail::nan_mean<V>(x, detail::options_of("nanmean", options)...));
    else
        return mean(std::forward<X>(x), detail::options_of("nanmean", options)...);
}
/// Variance of the elements that are not NaN around their mean, divided by their number less
/// `lost`; NaN where that is not positive. Reads x twice, as NumPy does: mean first.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
auto nanvar(X&& x, ddof lost, Options... options) {
    return detail::nan_variance(std::forward<X>(x), lost, detail::options_of("nanvar", options)...);
}
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
auto nanvar(X&& x, Options... options) {
    return nanvar(std::forward<X>(x), ddof(0), options...);
}
/// Square root of nanvar.
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
auto nanstd(X&& x, ddof lost, Options... options) {
    return sqrt(
        detail::nan_variance(std::forward<X>(x), lost, detail::options_of("nanstd", options)...));
}
template <detail::operand X, class... Options>
    requires detail::reduction_options<Options...>
auto nanstd(X&& x, Options... options) {
    return nanstd(std::forward<X>(x), ddof(0), options...);
}
// The same with it behind other options, `nanvar(x, axis<0>, ddof(1))`.
template <detail::operand X, class First, class... Rest>
    requires detail::ddof_behind<First, Rest...>
auto nanvar(X&& x, First first, Rest... rest) {
    return nanvar(std::forward<X>(x), rest..., first);
}
template <detail::operand X, class First, class... Rest>
    requires detail::ddof_behind<First, Rest...>
auto nanstd(X&& x, First first, Rest... rest) {
    return nanstd(std::forward<X>(x), rest..., first);
}
/// The same in T: each element is converted first.
template <class T, detail::operand X, class... Options>
auto nanmax(X&& x, Options... options) {
    return nanmax(detail::converted_with_nan<T>(std::forward<X>(x)), options...);
}
template <class T, detail::operand X, class... Options>
auto nanmin(X&& x, Options... options) {
    return nanmin(detail::converted_with_nan<T>(std::forward<X>(x)), options...);
}
template <class T, detail::operand X, class... Options>
auto nanmean(X&& x, Options... options) {
    return nanmean(detail::converted_with_nan<T>(std::forward<X>(x)), options...);
}
template <class T, detail::operand X, class... Options>
auto nanvar(X&& x, Options... options) {
    return nanvar(detail::converted_with_nan<T>(std::forward<X>(x)), options...);
}
template <class T, detail::operand X, class... Options>
auto nanstd(X&& x, Options... options) {
    return nanstd(detail::converted_with_nan<T>(std::forward<X>(x)), options...);
}

/// Running sum along an axis in which NaN counts as 0.
template <detail::operand X, class... Options>
    requires detail::scan_options<Options...>
auto nancumsum(X&& x, Options... options) {
    return cumsum(detail::without_nan<0>(std::forward<X>(x)),
                  detail::options_of("nancumsum", options)...);
}
template <class T, detail::operand X, class... Options>
    requires detail::scan_options<Options...>
auto nancumsum(X&& x, Options... options) {
    return cumsum<T>(detail::without_nan<0>(std::forward<X>(x)),
                     detail::options_of("nancumsum", options)...);
}
/// Running product along an axis in which NaN counts as 1.
template <detail::operand X, class... Options>
    requires detail::scan_options<Options...>
auto nancumprod(X&& x, Options... options) {
    return cumprod(detail::without_nan<1>(std::forward<X>(x)),
                   detail::options_of("nancumprod", options)...);
}
template <class T, detail::operand X, class... Options>
    requires detail::scan_options<Options...>
auto nancumprod(X&& x, Options... options) {
    return cumprod<T>(detail::without_nan<1>(std::forward<X>(x)),
                      detail::options_of("nancumprod", options)...);
}

}  // namespace twill::inline v0
