// SPDX-License-Identifier: MIT
// Generators and masks by index: tri, tril, triu, identity, geomspace, and generators of another
// array's shape and type. Lazy, without memory.
#pragma once

#include "twill/expr/generators.hpp"
#include "twill/expr/views.hpp"

namespace twill::inline v0 {
namespace detail {

/// What lies on the side of diagonal k that is asked for, 0 elsewhere.
template <bool Lower>
struct triangle_function {
    static constexpr char const* name = Lower ? "tril" : "triu";
    index_t k;
    template <class T>
    TWILL_HD constexpr T operator()(T const& x, index_t i, index_t j) const {
        return (Lower ? j <= i + k : j >= i + k) ? x : T{};
    }
};
template <class T>
struct tri_function {
    static constexpr char const* name = "tri";
    index_t k;
    TWILL_HD constexpr T operator()(index_t i, index_t j) const { return T(j <= i + k); }
};
/// 10^(start + i * step), as NumPy has it, where the exponent is a double: what a float loses of it
/// is put back to first order.
template <class T>
struct geomspace_function {
    static constexpr char const* name = "geomspace";
    static constexpr bool costly = true;
    compute_t<T> sign;
    double start;  ///< of the exponent
    double step;
    T first;
    T stop;
    index_t last;
    TWILL_HD T operator()(index_t i) const {
        using C = compute_t<T>;
        if (i == 0)
            return first;
        if (i == last)
            return stop;
        double const exponent = rounded_product_plus(static_cast<double>(i), step, start);
        C const near = static_cast<C>(exponent);
        C power = power_function{}(C(10), near);
        if constexpr (!std::is_same_v<C, double>) {
            double const rest = exponent - static_cast<double>(near);
            if (rest == rest)  // both may be infinite
                power *= C(1) + static_cast<C>(rest * 2.302585092994045684);
        }
        return static_cast<T>(sign * power);
    }
};

/// Beyond the corners all diagonals are alike, and the nearest do not overflow beside an index.
inline index_t nearest_diagonal(index_t k, index_t rows, index_t columns) {
    return k < -rows ? -rows : (k > columns ? columns : k);
}

template <bool Lower, class X>
auto triangle_of(X const& x, index_t k, source_location const& place) {
    constexpr int rank = rank_of<X>;
    static_assert(rank >= 1, "twill: tril and triu take an axis at least");
    if constexpr (rank == 1) {
        index_t const n = shape_of(x, place)[0];
        return triangle_of<Lower>(broadcast_to(x, extents<2>(n, n), place), k, place);
    } else if constexpr (rank >= 2) {
        auto const shape = shape_of(x, place);
        return make_elementwise(
            triangle_function<Lower>{nearest_diagonal(k, shape[rank - 2], shape[rank - 1])},
            as_node(x), axis_index_of<rank - 2>(shape), axis_index_of<rank - 1>(shape));
    }
}

}  // namespace detail

/// x with 0 above diagonal k of the last two axes; of rank 1 x is every row of a square.
template <detail::operand X>
[[nodiscard]] auto tril(X const& x, detail::integer k = 0,
                        source_location place = source_location::current()) {
    return detail::triangle_of<true>(x, k, place);
}
/// x with 0 below diagonal k of the last two axes; of rank 1 x is every row of a square.
template <detail::operand X>
[[nodiscard]] auto triu(X const& x, detail::integer k = 0,
                        source_location place = source_location::current()) {
    return detail::triangle_of<false>(x, k, place);
}
/// 1 on diagonal k and below it, 0 above.
template <class T = double>
[[nodiscard]] auto tri(detail::integer rows, detail::integer columns, detail::integer k = 0,
                       source_location place = source_location::current()) {
    extents<2> const shape(rows.value, columns.value);
    detail::checked_size(shape.values, 2, place);
    return detail::make_elementwise(
        detail::tri_function<detail::canonical_t<T>>{detail::nearest_diagonal(k, rows, columns)},
        detail::axis_index_of<0>(shape), detail::axis_index_of<1>(shape));
}
template <class T = double>
[[nodiscard]] auto tri(detail::integer rows, source_location place = source_location::current()) {
    return tri<T>(rows, rows, 0, place);
}
/// eye(n).
template <class T = double>
[[nodiscard]] auto identity(detail::integer n, source_location place = source_location::current()) {
    return eye<T>(n, n, 0, place);
}

/// `count` elements from start to stop, each the same multiple of the one before: element i is ten
/// to the power of linspace(log10(start), log10(stop), count), the first exact, and the last too
/// where it is an endpoint. Integers give float64. Throws value_error where start or stop is 0 or
/// their signs differ.
template <class T = void, class A, class B>
[[nodiscard]] auto geomspace(A start, B stop, detail::integer count, bool endpoint = true,
                             source_location place = source_location::current()) {
    using R = detail::float_result_t<detail::generator_t<T, A, B>>;
    static_assert(detail::is_floating<R>, "twill: geomspace has real elements");
    using C = detail::compute_t<R>;
    detail::checked_count(count, {"geomspace", place});
    auto const number = []<class X>(X const& x) {
        return static_cast<double>(static_cast<detail::compute_t<X>>(x));
    };
    double const first = number(start);
    double const final = number(stop);
    if (!(first < 0 ? final < 0 : first > 0 && final > 0))
        detail::raise<value_error>(place,
                                   "twill: geomspace: from %g to %g: both must be of one sign, and "
                                   "neither 0",
                                   first, final);
    index_t const gaps = endpoint ? count - 1 : count.value;
    C const sign = first < 0 ? C(-1) : C(1);
    double const from = ::log10(first < 0 ? -first : first);
    double const to = ::log10(final < 0 ? -final : final);
    return detail::make_elementwise(
        detail::geomspace_function<R>{
            sign, from, gaps > 0 ? (to - from) / static_cast<double>(gaps) : 0.0,
            static_cast<R>(start), static_cast<R>(stop), endpoint ? count - 1 : -1},
        detail::counter(count));
}

/// Every element `value`, in the shape of x; of x's type, or T. Throws value_error for an integer
/// that such elements cannot hold.
template <class T = void, detail::operand X, class V>
[[nodiscard]] auto full_like(X const& x, V const& value,
                             source_location place = source_location::current()) {
    using R = std::conditional_t<std::is_void_v<T>, detail::value_of<X>, detail::canonical_t<T>>;
    static_assert(detail::converts_silently<detail::weak_scalar_t<V, R>, R>(),
                  "twill: full_like: this value does not fit the array's elements: name a type");
    auto const filling = detail::weak_leaf<R>("full_like", value);
    filling.fault.check(place);
    return detail::make_full<R>(detail::shape_of(x, place), filling.value, place);
}
/// Every element 0, in the shape of x; of x's type, or T.
template <class T = void, detail::operand X>
[[nodiscard]] auto zeros_like(X const& x, source_location place = source_location::current()) {
    using R = std::conditional_t<std::is_void_v<T>, detail::value_of<X>, detail::canonical_t<T>>;
    return detail::make_full<R>(detail::shape_of(x, place), R(0), place);
}
/// Every element 1, in the shape of x; of x's type, or T.
template <class T = void, detail::operand X>
[[nodiscard]] auto ones_like(X const& x, source_location place = source_location::current()) {
    using R = std::conditional_t<std::is_void_v<T>, detail::value_of<X>, detail::canonical_t<T>>;
    return detail::make_full<R>(detail::shape_of(x, place), R(1), place);
}

}  // namespace twill::inline v0
