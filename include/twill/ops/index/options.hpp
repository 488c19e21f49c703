// SPDX-License-Identifier: MIT
// where(mask) and initial(value) among the options of a reduction, in any order.
#pragma once

#include <tuple>

#include "twill/array/source.hpp"
#include "twill/expr/math_binary.hpp"

namespace twill::inline v0 {
namespace detail {

/// The option of a reduction that leaves elements out.
template <class Mask>
struct masked_by {
    Mask mask;
    source_location place;

    template <class I>
    masked_by const& operator[](I const&) const {
        static_assert(always_false<I>,
                      "twill: where(mask) tells a reduction what counts, sum(x, where(mask)); the "
                      "indices that it gives in NumPy are nonzero(mask), nonzero(mask)[0]");
        return *this;
    }
};
/// What the least or greatest of some elements is compared with.
template <class T>
struct initial_value {
    T value;
    source_location place;
};
template <class X>
concept mask_option = operand<X> && std::is_same_v<value_of<X>, bool>;
/// ddof(n), whose header need not be here.
template <class T>
concept degrees_of_freedom = requires(T const& lost) {
    { lost.value } -> std::same_as<double const&>;
};

/// Options are told from each other by their types, so their order is the caller's; overloads below
/// take them in this one: a mask, an initial value, degrees of freedom, axes and keepdims.
template <class Option>
inline constexpr int place_of_option = degrees_of_freedom<Option> ? 2 : 3;
template <class Mask>
inline constexpr int place_of_option<masked_by<Mask>> = 0;
template <class T>
inline constexpr int place_of_option<initial_value<T>> = 1;
template <class... Options>
struct options_given {
    static constexpr int count = sizeof...(Options);
    static constexpr int place[count + 1] = {place_of_option<Options>..., 3};
    static constexpr bool in_order() {
        for (int k = 0; k < count; ++k)
            if (place[k] > place[k + 1])
                return false;
        return true;
    }
    static constexpr bool special = ((place_of_option<Options> < 2) || ...);
    /// Which of them comes at a place of the order.
    static constexpr int at(int place_in_order) {
        for (int wanted = 0; wanted < 4; ++wanted)
            for (int k = 0; k < count; ++k)
                if (place[k] == wanted && place_in_order-- == 0)
                    return k;
        return 0;
    }
};
template <class... Options>
concept special_options = options_given<Options...>::special;
template <class... Options>
concept out_of_order = special_options<Options...> && !options_given<Options...>::in_order();
template <class... Options>
concept in_order = options_given<Options...>::in_order();
template <class F, class... Options>
auto with_ordered(F&& f, Options const&... options) {
    auto const all = std::tie(options...);
    return [&]<int... K>(std::integer_sequence<int, K...>) {
        return f(std::get<options_given<Options...>::at(K)>(all)...);
    }(std::make_integer_sequence<int, static_cast<int>(sizeof...(Options))>{});
}
/// An initial value as an element; value_error for an integer that the type does not hold, a
/// compile error for what could lose more.
template <class T, class V>
T first_value(initial_value<V> const& from) {
    if constexpr (is_integer<T> && is_integer<canonical_t<V>>) {
        auto const x = weak_leaf<T>("initial", from.value);
        x.fault.check(from.place);
        return x.value;
    } else {
        return value_node<T>(from.value).value;
    }
}

template <class X>
auto number_of(value_of<X> const& value) {
    return scalar_leaf<value_of<X>>{value};
}
/// Throws shape_error unless a mask broadcasts to x, which it may not stretch.
template <class E, class Mask>
void require_mask_for(E const& x, masked_by<Mask> const& by) {
    static_assert(Mask::rank <= E::rank,
                  "twill: where(mask): the mask has more axes than the elements that it is for");
    require_broadcastable({"where(mask)", by.place}, by.mask.shape(by.place).values, Mask::rank,
                          x.shape(by.place).values, E::rank);
}
/// x where the mask is true and `other` elsewhere, in x's type.
template <class X, class Mask>
auto chosen_or(X&& x, masked_by<Mask> const& by, value_of<X> const& other) {
    auto const& elements = as_node(std::forward<X>(x));
    require_mask_for(elements, by);
    return make_elementwise(where_function{}, by.mask, elements, number_of<X>(other));
}

}  // namespace detail

/// For sum, prod, min, max, mean, var, stddev, any, all and count_nonzero, among their
/// options: the elements where a mask, which broadcasts to them, is true: `sum(x, where(x > 0),
/// axis<1>)`; shape_error for a mask that does not. One pass over x, two for var and stddev;
/// nothing waits.
template <detail::operand Mask>
    requires detail::mask_option<Mask>
[[nodiscard]] auto where(Mask&& mask, source_location place = source_location::current()) {
    return detail::masked_by<detail::node_of<Mask>>{detail::as_node(std::forward<Mask>(mask)),
                                                    place};
}
template <class... Masks>
    requires(sizeof...(Masks) < 2 && (!detail::mask_option<Masks> && ...))
auto where(Masks&&...) {
    static_assert(detail::always_false<Masks...>,
                  "twill: where(mask) takes a mask, an array of bools: sum(x, where(x > 0)); "
                  "where(condition, x, y) takes three operands");
    return detail::masked_by<scalar_leaf<bool>>{{true}, detail::nowhere};
}
/// For sum, prod, min and max, among their options: the value that they begin with, and that of no
/// elements: `max(x, initial(0), axis<1>)`.
template <class T>
[[nodiscard]] constexpr detail::initial_value<T> initial(
    T const& value, source_location place = source_location::current()) {
    return {value, place};
}

// The same with options in another order, `sum(x, axis<0>, where(mask))`.
template <detail::operand X, class... Options>
    requires detail::out_of_order<Options...>
auto sum(X&& x, Options const&... options) {
    return detail::with_ordered(
        [&](auto const&... ordered) { return sum(std::forward<X>(x), ordered...); }, options...);
}
template <detail::operand X, class... Options>
    requires detail::out_of_order<Options...>
auto prod(X&& x, Options const&... options) {
    return detail::with_ordered(
        [&](auto const&... ordered) { return prod(std::forward<X>(x), ordered...); }, options...);
}
template <detail::operand X, class... Options>
    requires detail::out_of_order<Options...>
auto min(X&& x, Options const&... options) {
    return detail::with_ordered(
        [&](auto const&... ordered) { return min(std::forward<X>(x), ordered...); }, options...);
}
template <detail::operand X, class... Options>
    requires detail::out_of_order<Options...>
auto max(X&& x, Options const&... options) {
    return detail::with_ordered(
        [&](auto const&... ordered) { return max(std::forward<X>(x), ordered...); }, options...);
}
template <detail::operand X, class... Options>
    requires detail::out_of_order<Options...>
auto mean(X&& x, Options const&... options) {
    return detail::with_ordered(
        [&](auto const&... ordered) { return mean(std::forward<X>(x), ordered...); }, options...);
}
template <detail::operand X, class... Options>
    requires detail::out_of_order<Options...>
auto var(X&& x, Options const&... options) {
    return detail::with_ordered(
        [&](auto const&... ordered) { return var(std::forward<X>(x), ordered...); }, options...);
}
template <detail::operand X, class... Options>
    requires detail::out_of_order<Options...>
auto stddev(X&& x, Options const&... options) {
    return detail::with_ordered(
        [&](auto const&... ordered) { return stddev(std::forward<X>(x), ordered...); }, options...);
}
template <detail::operand X, class... Options>
    requires detail::out_of_order<Options...>
auto any(X&& x, Options const&... options) {
    return detail::with_ordered(
        [&](auto const&... ordered) { return any(std::forward<X>(x), ordered...); }, options...);
}
template <detail::operand X, class... Options>
    requires detail::out_of_order<Options...>
auto all(X&& x, Options const&... options) {
    return detail::with_ordered(
        [&](auto const&... ordered) { return all(std::forward<X>(x), ordered...); }, options...);
}
template <detail::operand X, class... Options>
    requires detail::out_of_order<Options...>
auto count_nonzero(X&& x, Options const&... options) {
    return detail::with_ordered(
        [&](auto const&... ordered) { return count_nonzero(std::forward<X>(x), ordered...); },
        options...);
}
template <detail::operand X, class Mask, class... Options>
auto argmin(X&& x, detail::masked_by<Mask> const&, Options...) {
    static_assert(detail::always_false<X>,
                  "twill: argmin takes no mask: argmin(where(mask, x, value)) with a value that is "
                  "never the least");
    return std::forward<X>(x);
}
template <detail::operand X, class Mask, class... Options>
auto argmax(X&& x, detail::masked_by<Mask> const&, Options...) {
    static_assert(detail::always_false<X>,
                  "twill: argmax takes no mask: argmax(where(mask, x, value)) with a value that is "
                  "never the greatest");
    return std::forward<X>(x);
}

template <detail::operand X, class Mask, class... Options>
auto median(X&& x, detail::masked_by<Mask> const&, Options...) {
    static_assert(detail::always_false<X>,
                  "twill: median takes no mask: median(a(mask)) is that of the elements chosen, "
                  "nanmedian(where(mask, m, NaN), axis<1>) that along an axis");
    return std::forward<X>(x);
}
template <detail::operand X, class Share, class Mask, class... Options>
auto quantile(X&& x, Share const&, detail::masked_by<Mask> const&, Options...) {
    static_assert(detail::always_false<X>,
                  "twill: quantile takes no mask: quantile(a(mask), q) is that of the elements "
                  "chosen, nanquantile(where(mask, m, NaN), q, axis<1>) that along an axis");
    return std::forward<X>(x);
}

}  // namespace twill::inline v0

/// What `auto [rows, columns] = where(mask)` asks for, as in NumPy.
template <class Mask>
struct std::tuple_size<twill::detail::masked_by<Mask>> {
    static_assert(twill::detail::always_false<Mask>,
                  "twill: where(mask) is an option of reductions: the indices where it is true are "
                  "those of nonzero(mask): auto [rows, columns] = nonzero(mask)");
    static constexpr std::size_t value = Mask::rank;
};
