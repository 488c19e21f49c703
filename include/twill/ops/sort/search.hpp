// SPDX-License-Identifier: MIT
// searchsorted and isin: binary searches, one for each element of an operand. Lazy: they fuse with
// the operand, and what reads them finds an array.
#pragma once

#include "twill/core/count_passed.hpp"
#include "twill/expr/build.hpp"
#include "twill/ops/sort/sorts.hpp"

namespace twill::inline v0 {

/// On which side of equal elements searchsorted stops.
enum class side { left, right };

namespace detail {

struct search_operation {};

/// How many of `count` sorted elements come before a value, or whether one equals it.
template <class T, class Compared, class Result>
struct search_function {
    static constexpr char const* name = "searchsorted";
    T const* sorted;
    index_t count;
    index_t stride;
    bool behind_equal;
    bool inverted;

    template <class V>
    TWILL_HD constexpr Result operator()(V computed) const {
        Compared value = as_compared(computed);
        bool or_equal = behind_equal;
        index_t position = 0;
        if constexpr (std::is_arithmetic_v<Compared>) {
            // NaN is behind all that are none, which one comparison of floats can tell.
            if constexpr (is_floating<Compared>)
                if (value != value) {
                    if (behind_equal && !std::is_same_v<Result, bool>)
                        return static_cast<Result>(count);
                    or_equal = true;
                    value = limits<Compared>::infinity;
                }
            position = or_equal ? found([&](Compared here) { return here <= value; })
                                : found([&](Compared here) { return here < value; });
            value = as_compared(computed);
        } else {
            constexpr comes_before<Compared, ascending_t> before{};
            if constexpr (is_complex<Compared> && std::is_same_v<Result, bool>)
                // Whichever part is NaN: they are one value.
                if (value != value)
                    return result_at(value,
                                     found([](Compared const& here) { return here == here; }));
            position = found([&](Compared const& here) {
                return before(here, value) || (or_equal && !before(value, here));
            });
        }
        return result_at(value, position);
    }

    /// In kernels: of neighbours, none of which is NaN, at once.
    static constexpr bool in_packets = std::is_arithmetic_v<Compared>;
    template <int V, class X>
    TWILL_INLINE_HD lanes<Result, V> packet(lanes<X, V> const& x) const {
        lanes<Result, V> result;
        Compared value[V];
        bool all_numbers = true;
        for (int l = 0; l < V; ++l) {
            value[l] = as_compared(x.values[l]);
            all_numbers = all_numbers && value[l] == value[l];
        }
        if (V == 1 || !all_numbers) {
            for (int l = 0; l < V; ++l)
                result.values[l] = (*this)(x.values[l]);
            return result;
        }
        index_t position[V] = {};
        if (behind_equal)
            count_passed_together(sorted, count, stride, position, [&](int l, T const& here) {
                return as_compared(here) <= value[l];
            });
        else
            count_passed_together(sorted, count, stride, position, [&](int l, T const& here) {
                return as_compared(here) < value[l];
            });
        for (int l = 0; l < V; ++l)
            result.values[l] = result_at(value[l], position[l]);
        return result;
    }

private:
    TWILL_HD constexpr Result result_at(Compared const& value, index_t position) const {
        if constexpr (std::is_same_v<Result, bool>)
            return (position < count && is_same_value(value, at(position))) != inverted;
        else
            return position;
    }
    TWILL_HD constexpr Compared at(index_t i) const { return as_compared(sorted[i * stride]); }
    /// How many of the first elements are `passed`.
    template <class Passed>
    TWILL_HD constexpr index_t found(Passed const& passed) const {
        return count_passed(sorted, count, stride,
                            [&](T const& here) { return passed(as_compared(here)); });
    }
    template <class V>
    TWILL_HD static constexpr Compared as_compared(V const& x) {
        if constexpr (is_number<Compared>)
            return convert_value<Compared>(x);
        else
            return x;
    }
};

template <class S, class V, class Result>
struct TWILL_NODISCARD search : subscripts<search<S, V, Result>> {
    using twill_node = void;
    using value_type = Result;
    using space = merged_space_t<typename S::space, typename V::space>;
    static constexpr int rank = V::rank;
    using operands = types<S, V>;
    using functions = types<>;
    static constexpr bool needs_evaluation = true;
    using operation = search_operation;
    static constexpr reads how(int k) { return k == 0 ? reads::memory : reads::same_index; }

    S sorted;
    V value;
    bool behind_equal;
    bool inverted;

    search(S const& s, V const& v, bool behind, bool inverse)
        : sorted(s), value(v), behind_equal(behind), inverted(inverse) {}
    extents<rank> shape(source_location place = source_location::current()) const {
        return value.shape(place);
    }
    template <class F>
    decltype(auto) apply(F&& f) const {
        return f(sorted, value);
    }
    template <class A, class B>
    search<A, B, Result> with(A const& a, B const& b) const {
        return {a, b, behind_equal, inverted};
    }
};

template <class A, class B>
struct compared_type {
    using type = promote_t<A, B>;
};
template <class A>
struct compared_type<A, A> {
    using type = A;
};

/// A search as an element-wise loop over its values.
template <class Space, class S, class V, class Result, class T, int Rank>
void run_search(execution& now, search<S, V, Result> const& x, target<T, Rank> const& to) {
    using Element = typename S::value_type;
    using Compared = typename compared_type<Element, typename V::value_type>::type;
    search_function<Element, Compared, Result> const find{x.sorted.data, x.sorted.layout.shape[0],
                                                          x.sorted.layout.stride[0], x.behind_equal,
                                                          x.inverted};
    run_loop<Space, strided>(now, make_elementwise(find, x.value), to);
}
template <>
struct runner<search_operation, host_space> {
    template <class S, class V, class Result, class T, int Rank>
    static void run(execution& now, search<S, V, Result> const& x, target<T, Rank> const& to) {
        run_search<host_space>(now, x, to);
    }
};

template <class V, class T>
concept integer_among = !operand<V> && is_integer<T> && is_integer<canonical_t<V>>;
/// What to search for among elements T, a number as it is; of integers, where it is below or above
/// all that T has (`beyond` -1 or 1), the nearest of these.
template <class T, class V>
auto searched(V const& value, int& beyond) {
    if constexpr (operand<V>) {
        return node_of<V>(as_node(value));
    } else if constexpr (integer_among<V, T>) {
        beyond =
            (less{}(limits<T>::max, value) ? 1 : 0) - (less{}(value, limits<T>::lowest) ? 1 : 0);
        return scalar_leaf<T>{beyond > 0   ? limits<T>::max
                              : beyond < 0 ? limits<T>::lowest
                                           : static_cast<T>(value)};
    } else {
        return scalar_leaf<canonical_t<V>>{value};
    }
}
template <class Result, class S, class V>
auto make_search(S const& sorted, V const& value, bool behind_equal, bool inverted) {
    return search<S, V, Result>(sorted, value, behind_equal, inverted);
}

/// The option of a search that puts elements in order first.
template <class I>
struct in_order_of {
    I order;
    source_location place;
};
template <class S, class I>
auto elements_in_order(S const& x, in_order_of<I> const& by) {
    // Found by the operand's namespace once its header is there.
    constexpr bool known = requires { take(x, by.order, axis<0>, by.place); };
    static_assert(known,
                  "twill: a search by sorter(order) takes elements by their index: include "
                  "<twill/index.hpp>, on the device <twill/index.cuh>");
    if constexpr (known) {
        index_t const size = shape_of(x, by.place)[0];
        index_t const given = by.order.shape(by.place)[0];
        if (given != size)
            raise<shape_error>(by.place,
                               "twill: searchsorted: a sorter of %lld indices for %lld "
                               "elements",
                               static_cast<long long>(given), static_cast<long long>(size));
        return take(x, by.order, axis<0>, by.place);
    } else {
        return as_node(x);
    }
}

/// The space of a set and of what may be in it, an operand or a number.
template <class X, class S>
struct spaces_among {
    using type = space_of<S>;
};
template <operand X, class S>
struct spaces_among<X, S> {
    using type = merged_space_t<space_of<X>, space_of<S>>;
};
template <class X, class S>
using space_among = typename spaces_among<X, S>::type;
template <class X, class S>
auto among(X const& x, S const& set, bool inverted, caller const& by) {
    return at_place(by.place, [&] {
        decltype(auto) here = in_space<space_among<X, S>>(set);
        auto const sorted = sorted_values(flat(here), axis<-1>, ascending, by);
        int beyond = 0;
        auto const value = searched<value_of<S>>(x, beyond);
        auto elements = sorted.expression();
        if (beyond != 0)
            elements.layout.shape[0] = 0;
        return make_search<bool>(elements, value, false, inverted);
    });
}

}  // namespace detail

/// For each value, where it would go into sorted elements (rank 1, ascending, NaN last) so that
/// they stay sorted: before those equal to it, or with `side::right` behind them. An array, view or
/// expression of values, or one number; int64 indices of its shape. Lazy; the values are computed
/// in the search. Elements that are not sorted give indices of no meaning within the range.
template <detail::operand S, detail::operand_or_scalar V>
    requires(detail::rank_of<S> == 1)
[[nodiscard]] auto searchsorted(S const& sorted, V const& values, side where = side::left) {
    using T = detail::value_of<S>;
    bool right = where == side::right;
    auto const value = [&] {
        if constexpr (detail::integer_among<V, T>) {
            int beyond = 0;
            auto const nearest = detail::searched<T>(values, beyond);
            right = beyond > 0 || (beyond == 0 && right);
            return nearest;
        } else {
            return detail::node_beside<T>("searchsorted", values);
        }
    }();
    return detail::make_search<index_t>(detail::node_of<S>(detail::as_node(sorted)), value, right,
                                        false);
}

/// Sorted elements in braces, beside operands of the host: `searchsorted({0.0, 0.5, 1.0}, x)`.
template <detail::operand V>
[[nodiscard]] auto searchsorted(std::initializer_list<double> sorted, V const& values,
                                side where = side::left) {
    return searchsorted(detail::array_beside<V>(sorted), values, where);
}

/// The order in which elements would be sorted, as argsort() gives it, an option of searchsorted().
template <detail::operand I>
[[nodiscard]] auto sorter(I const& order, source_location place = source_location::current()) {
    static_assert(detail::rank_of<I> == 1 && detail::is_integer<detail::value_of<I>>,
                  "twill: sorter(order) takes indices of one axis, as argsort gives them");
    return detail::in_order_of<detail::node_of<I>>{detail::as_node(order), place};
}
/// Among elements that `sorter(order)` puts in order: `searchsorted(a, v, sorter(argsort(a)))`.
/// They are taken in it when the result is computed, with `<twill/index.hpp>`, on the device
/// `<twill/index.cuh>`: an index out of range is told as take() does. Throws shape_error unless
/// there are as many indices as elements.
template <detail::operand S, detail::operand_or_scalar V, class I>
    requires(detail::rank_of<S> == 1)
[[nodiscard]] auto searchsorted(S const& elements, V const& values, side where,
                                detail::in_order_of<I> const& by) {
    return searchsorted(detail::elements_in_order(elements, by), values, where);
}
template <detail::operand S, detail::operand_or_scalar V, class I>
    requires(detail::rank_of<S> == 1)
[[nodiscard]] auto searchsorted(S const& elements, V const& values,
                                detail::in_order_of<I> const& by, side where = side::left) {
    return searchsorted(elements, values, where, by);
}

/// Of values in braces, beside operands of the host; fractions beside integers are fractions.
template <detail::operand S, detail::braced_beside<S> V>
    requires(detail::rank_of<S> == 1)
[[nodiscard]] auto searchsorted(S const& sorted, std::initializer_list<V> values,
                                side where = side::left) {
    return searchsorted(sorted, detail::numbers_beside<S>(values), where);
}
template <detail::operand S>
    requires(detail::rank_of<S> == 1)
[[nodiscard]] auto searchsorted(S const& sorted,
                                std::initializer_list<detail::braced_mixed_of<S>> values,
                                side where = side::left) {
    return searchsorted(sorted, detail::numbers_beside<S>(values), where);
}

/// Whether each element of x, or one number, is among `set`'s (any rank); NaN is among NaNs. The
/// set is sorted at the call, the search is lazy.
template <detail::operand_or_scalar X, detail::operand S>
[[nodiscard]] auto isin(X const& x, S const& set,
                        source_location place = source_location::current()) {
    return detail::among(x, set, false, {"isin", place});
}
/// Whether each element of x is not among `set`'s.
template <detail::operand_or_scalar X, detail::operand S>
[[nodiscard]] auto not_in(X const& x, S const& set,
                          source_location place = source_location::current()) {
    return detail::among(x, set, true, {"not_in", place});
}
/// isin() of the elements in C order, in one line. What has several axes without gaps is not
/// copied; otherwise it is, at the call.
template <detail::operand X, detail::operand S>
[[nodiscard]] auto in1d(X const& x, S const& set,
                        source_location place = source_location::current()) {
    return detail::at_place(
        place, [&] { return detail::among(detail::flat(x), set, false, {"in1d", place}); });
}
/// Among values in braces, beside operands of the host: `isin(x, {1, 2})`.
template <detail::operand X, detail::braced_beside<X> V>
[[nodiscard]] auto isin(X const& x, std::initializer_list<V> set,
                        source_location place = source_location::current()) {
    return isin(x, detail::numbers_beside<X>(set), place);
}
template <detail::operand X>
[[nodiscard]] auto isin(X const& x, std::initializer_list<detail::braced_mixed_of<X>> set,
                        source_location place = source_location::current()) {
    return isin(x, detail::numbers_beside<X>(set), place);
}
template <detail::operand X, detail::braced_beside<X> V>
[[nodiscard]] auto not_in(X const& x, std::initializer_list<V> set,
                          source_location place = source_location::current()) {
    return not_in(x, detail::numbers_beside<X>(set), place);
}
template <detail::operand X>
[[nodiscard]] auto not_in(X const& x, std::initializer_list<detail::braced_mixed_of<X>> set,
                          source_location place = source_location::current()) {
    return not_in(x, detail::numbers_beside<X>(set), place);
}

}  // namespace twill::inline v0
