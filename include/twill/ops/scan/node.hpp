// SPDX-License-Identifier: MIT
// The node of a scan.
#pragma once

#include "twill/expr/device_call.hpp"
#include "twill/expr/rearrange.hpp"
#include "twill/ops/reduce/reducers.hpp"
#include "twill/shape/axes.hpp"

namespace twill::inline v0 {
namespace detail {

struct scan_operation {};
struct function_of_scan_operation {};

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
/// A user's own function of two elements, associative, which has no state. `Checked`: called where
/// nvcc checks that the device can.
template <class F, class V, bool Checked>
struct function_scan {
    static constexpr char const* name = "accumulate";
    static constexpr bool keeps_order = true;  ///< it need not be commutative
    using result = V;
    /// As extremum_t says, no bool.
    using accumulator = extremum_t<V>;
    TWILL_EXEC_CHECK_DISABLE
    TWILL_HD static accumulator combine(accumulator const& a, accumulator const& b) {
        return static_cast<accumulator>(
            F{}(static_cast<compute_t<V>>(a), static_cast<compute_t<V>>(b)));
    }
};
template <class F, class V>
struct function_scan<F, V, true> : function_scan<F, V, false> {
    using accumulator = extremum_t<V>;
    TWILL_CALL_CHECK_BEGIN
    template <class A>
    TWILL_HD static accumulator combine(A const& a, A const& b) {
        return static_cast<accumulator>(
            F{}(static_cast<compute_t<V>>(a), static_cast<compute_t<V>>(b)));
    }
    TWILL_CALL_CHECK_END
};
template <class F, class V, bool Checked>
inline constexpr bool is_users_function<function_scan<F, V, Checked>> = true;
template <class F, class V, bool Checked>
inline constexpr bool function_runs_on_device<function_scan<F, V, Checked>> =
    accepts_function<device_space, F>();

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
    using operation = detail::scan_operation;
    using claimants = detail::types<detail::function_of_scan_operation>;
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

    bool same_step(scan const& other) const { return axis() == other.axis(); }

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

}  // namespace detail
}  // namespace twill::inline v0
