// SPDX-License-Identifier: MIT
// interp: a lazy expression that is evaluated by one kernel. Inside a larger expression its results
// go to memory first.
#pragma once

#include "twill/array/evaluate.hpp"
#include "twill/core/count_passed.hpp"
#include "twill/expr/generators.hpp"
#include "twill/expr/math_binary.hpp"
#include "twill/ops/numeric/differences.hpp"
#include "twill/ops/numeric/lookup.hpp"

namespace twill::inline v0 {
namespace detail {

/// Linear interpolation in a table of points whose places rise.
template <class R, class Value>
struct interp_function {
    static constexpr char const* name = "interp";
    static constexpr bool costly = true;
    Value left;
    Value right;
    bool has_left;
    bool has_right;

    template <class P, class T, class X>
    TWILL_HD R operator()(array_ref<P, 1> const& places, array_ref<T, 1> const& values,
                          X const& at) const {
        auto const x = static_cast<place_t<P, X>>(at);
        index_t const first = places.stride(0);
        return value_at(places, values, x,
                        count_passed(places.data() + first, places.extent(0) - 1, first,
                                     [&](P const& here) { return is_before(here, x); }));
    }
    static constexpr bool in_packets = true;
    template <int V, class P, class T, class X>
    TWILL_INLINE_HD lanes<compute_t<R>, V> packet(array_ref<P, 1> const& places,
                                                  array_ref<T, 1> const& values,
                                                  lanes<X, V> const& at) const {
        using F = place_t<P, X>;
        index_t const first = places.stride(0);
        index_t found[V] = {};
        count_passed_together(
            places.data() + first, places.extent(0) - 1, first, found,
            [&](int l, P const& here) { return is_before(here, static_cast<F>(at.values[l])); });
        lanes<compute_t<R>, V> result;
        for (int l = 0; l < V; ++l)
            result.values[l] =
                widen(value_at(places, values, static_cast<F>(at.values[l]), found[l]));
        return result;
    }

private:
    template <class P, class X>
    using place_t = float_result_t<compute_t<promote_t<std::remove_const_t<P>, X>>>;

    template <class P, class F>
    TWILL_HD static bool is_before(P const& place, F x) {
        return static_cast<F>(place) <= x;
    }
    /// `low`: the last place that is not beyond x, if the first one is not.
    template <class P, class T, class F>
    TWILL_HD R value_at(array_ref<P, 1> const& places, array_ref<T, 1> const& values, F x,
                        index_t low) const {
        index_t const last = places.extent(0) - 1;
        auto place = [&](index_t i) { return static_cast<F>(places(i)); };
        auto value = [&](index_t i) { return static_cast<Value>(values(i)); };
        if (x != x)
            return static_cast<R>(value(0) * static_cast<typename element<Value>::real>(x));
        if (x < place(0))
            return static_cast<R>(has_left ? left : value(0));
        if (!(x < place(last)))
            return static_cast<R>(x == place(last) || !has_right ? value(last) : right);
        F const from = place(low);
        if (x == from)
            return static_cast<R>(value(low));
        using Real = typename element<Value>::real;
        F const to = place(low + 1);
        // From the point behind where infinite values leave NaN, and between equal ones their own,
        // as numpy.interp.
        auto between = [&](Real a, Real b) {
            Real const slope = (b - a) / static_cast<Real>(to - from);
            Real at_x = slope * static_cast<Real>(x - from) + a;
            if (at_x != at_x)
                at_x = slope * static_cast<Real>(x - to) + b;
            return at_x != at_x && a == b ? a : at_x;
        };
        Value const a = value(low);
        Value const b = value(low + 1);
        if constexpr (is_complex<Value>)
            return static_cast<R>(Value(between(a.real(), b.real()), between(a.imag(), b.imag())));
        else
            return static_cast<R>(between(a, b));
    }
};

template <int Rank>
void require_table(char const* operation, extents<Rank> const& places, extents<Rank> const& values,
                   source_location const& place) {
    if (!(places == values) || places[0] == 0)
        raise<shape_error>(place, "twill: %s: %lld places for %lld values%s", operation,
                           static_cast<long long>(places[0]), static_cast<long long>(values[0]),
                           places[0] == 0 ? ": the table is empty" : "");
}

}  // namespace detail

/// Linear interpolation at x (an operand or one number) between values at given places, which must
/// rise (not checked: that would wait); beyond them the first or the last value, or `left` and
/// `right` where they are given. NaN for NaN. In the type of the values, float64 for integers.
/// Throws shape_error unless places and values are as many, and at least one.
template <detail::operand_or_scalar X, detail::operand P, detail::operand T>
auto interp(X const& x, P const& places, T const& values,
            source_location place = source_location::current()) {
    static_assert(detail::rank_of<P> == 1 && detail::rank_of<T> == 1,
                  "twill: interp: places and values have one axis");
    using R = detail::float_result_t<detail::value_of<T>>;
    using V = detail::compute_t<R>;
    detail::require_table("interp", detail::shape_of(places, place),
                          detail::shape_of(values, place), place);
    auto const here = [&] {
        if constexpr (detail::operand<X>)
            return detail::node_of<X const&>(detail::as_node(x));
        else
            return scalar_leaf<detail::canonical_t<X>>{x};
    }();
    using Here = std::remove_cvref_t<decltype(here)>;
    return detail::make_lookup(
        detail::interp_function<R, V>{V{}, V{}, false, false}, detail::types<Here>{},
        detail::types<detail::node_of<P const&>, detail::node_of<T const&>>{}, here,
        detail::as_node(places), detail::as_node(values));
}
/// Places and values in braces, beside operands of the host: `interp(x, {0, 1, 2}, {0, 10, 40})`.
template <detail::operand X>
auto interp(X const& x, std::initializer_list<double> places, std::initializer_list<double> values,
            source_location place = source_location::current()) {
    return interp(x, detail::array_beside<X>(places), detail::array_beside<X>(values), place);
}
/// At places in braces, likewise.
template <detail::operand P, detail::operand T>
auto interp(std::initializer_list<double> x, P const& places, T const& values,
            source_location place = source_location::current()) {
    return interp(detail::array_beside<P>(x), places, values, place);
}
template <detail::operand_or_scalar X, detail::operand P, detail::operand T, detail::scalar L,
          detail::scalar H>
auto interp(X const& x, P const& places, T const& values, L const& left, H const& right,
            source_location place = source_location::current()) {
    auto result = interp(x, places, values, place);
    using V = decltype(result.function.left);
    result.function.left = static_cast<V>(left);
    result.function.right = static_cast<V>(right);
    result.function.has_left = result.function.has_right = true;
    return result;
}

template <detail::operand P, detail::operand T, detail::scalar L, detail::scalar H>
auto interp(std::initializer_list<double> x, P const& places, T const& values, L const& left,
            H const& right, source_location place = source_location::current()) {
    return interp(detail::array_beside<P>(x), places, values, left, right, place);
}

template <detail::operand_or_scalar X, detail::operand P, detail::operand T, detail::scalar L>
auto interp(X const& x, P const&, T const&, L const&,
            source_location = source_location::current()) {
    static_assert(
        detail::always_false<L>,
        "twill: interp takes two numbers, the values left and right of all places, or the "
        "length after which these begin again: interp(x, places, values, period(360))");
    return detail::as_node(x);
}

/// The length after which the places of interp() begin again.
struct period {
    double value;
    constexpr explicit period(double length) : value(length) {}
};

namespace detail {

/// A line with its last element before it and its first behind it, these moved by a period.
template <class V>
struct ring_function {
    static constexpr char const* name = "interp";
    index_t count;
    double length;
    template <class T>
    TWILL_HD V operator()(array_ref<T, 1> const& line, index_t i) const {
        using C = compute_t<V>;
        if (i == 0)
            return static_cast<V>(moved(static_cast<C>(line(count - 1)), -length));
        if (i > count)
            return static_cast<V>(moved(static_cast<C>(line(0)), length));
        return static_cast<V>(static_cast<C>(line(i - 1)));
    }

private:
    template <class C>
    TWILL_HD static C moved(C const& x, double by) {
        using R = typename element<C>::real;
        return by == 0 ? x : C(x + C(static_cast<R>(by)));
    }
};
template <class X>
auto ring_of(X const& line, double length, source_location const& place) {
    index_t const count = shape_of(line, place)[0];
    return lookup_at_indices(ring_function<value_of<X>>{count, length}, extents<1>(count + 2),
                             as_node(line));
}
/// Keys in order and values beside them.
template <class K, class V>
auto in_order_of_keys(K const& keys, V const& values, source_location const& place) {
    // Found by the operands' namespace once its header is there.
    constexpr bool known = requires { sort_by_key(keys, values, axis<0>, {}, place); };
    static_assert(known,
                  "twill: interp with a period sorts the places: include <twill/sort.hpp>, on the "
                  "device <twill/sort.cuh>");
    if constexpr (known)
        return sort_by_key(keys, values, axis<0>, {}, place);
    else
        return std::tuple{keys, values};
}

}  // namespace detail

/// interp() where places come again after a period, as angles do after `period(360)`: x and places
/// count from multiples of it, in any order, and between the last place and the first one values
/// are interpolated too. Places are float64. Sorts at the call, for which `<twill/sort.hpp>` is
/// included, on the device
/// `<twill/sort.cuh>`; does not wait. Throws value_error for a period of 0 or one not finite.
template <detail::operand_or_scalar X, detail::operand P, detail::operand T>
auto interp(X const& x, P const& places, T const& values, period of,
            source_location place = source_location::current()) {
    static_assert(detail::rank_of<P> == 1 && detail::rank_of<T> == 1,
                  "twill: interp: places and values have one axis");
    using Space = typename decltype([] {
        using tables = detail::merged_space_t<detail::space_of<P>, detail::space_of<T>>;
        if constexpr (detail::operand<X>)
            return std::type_identity<detail::merged_space_t<tables, detail::space_of<X>>>{};
        else
            return std::type_identity<tables>{};
    }())::type;
    detail::require_some_space<Space>();
    double const length = of.value < 0 ? -of.value : of.value;
    if (!(length > 0 && length - length == 0))
        detail::raise<value_error>(place, "twill: interp: a period of %g", of.value);
    detail::require_table("interp", detail::shape_of(places, place),
                          detail::shape_of(values, place), place);
    auto const [keys, beside] = detail::in_order_of_keys(
        evaluate<Space>(remainder(cast<double>(places), length), place), values, place);
    auto const within = [&] {
        if constexpr (detail::operand<X>)
            return remainder(cast<double>(x), length);
        else
            return remainder(scalar_leaf<double>{static_cast<double>(x)}, length);
    }();
    return interp(within, detail::ring_of(keys, length, place), detail::ring_of(beside, 0, place),
                  place);
}

}  // namespace twill::inline v0
