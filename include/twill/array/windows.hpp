// SPDX-License-Identifier: MIT
// Views that only memory has: overlapping windows, the bits of the elements as another type. And
// what is made of an expression's elements: reshape, ravel, empty_like.
#pragma once

#include "twill/array/evaluate.hpp"
#include "twill/array/whole.hpp"

namespace twill::inline v0 {

namespace detail {
template <int Rank>
[[noreturn]] void raise_window(index_t size, int axis, extents<Rank> const& shape,
                               source_location const& place) {
    raise<shape_error>(place, "twill: sliding_window_view: a window of %lld on axis %d of shape %s",
                       static_cast<long long>(size), axis, text_of(shape).text);
}
}  // namespace detail

/// Every window of the given sizes over the last axes (as many as sizes are given): the result has
/// the shape of the window's positions and behind it that of a window. A view, nothing is copied;
/// its elements repeat, so that it may only be read. Throws shape_error where a window is larger
/// than its axis.
template <int Count, class X>
    requires detail::viewed<X>
[[nodiscard]] auto sliding_window_view(X const& x, extents<Count> const& window,
                                       source_location place = source_location::current()) {
    constexpr int rank = detail::rank_of<X>;
    static_assert(Count <= rank, "twill: a window has at most as many axes as the array");
    auto const whole = detail::as_view(x);
    auto const& from = whole.layout();
    detail::layout<rank + Count> lie;
    for (int d = 0; d < rank; ++d) {
        lie.shape[d] = from.shape[d];
        lie.stride[d] = from.stride[d];
    }
    for (int w = 0; w < Count; ++w) {
        int const d = rank - Count + w;
        if (window[w] < 1 || window[w] > from.shape[d])
            detail::raise_window(window[w], d, from.shape, place);
        lie.shape[d] = from.shape[d] - window[w] + 1;
        lie.shape[rank + w] = window[w];
        lie.stride[rank + w] = from.stride[d];
    }
    using T = typename decltype(whole)::value_type;
    using Space = typename decltype(whole)::space;
    return view<T const, rank + Count, Space>(whole.storage(), whole.data(), lie);
}
/// The sizes as numbers: `sliding_window_view(a, 3)`, `sliding_window_view(m, 3, 3)`.
template <class X, detail::count_type... Rest>
    requires detail::viewed<X>
[[nodiscard]] auto sliding_window_view(X const& x, detail::first_size first, Rest... rest) {
    constexpr int count = static_cast<int>(sizeof...(Rest)) + 1;
    return sliding_window_view(x, detail::shape_from<count>(first.value, rest...), first.place);
}
/// The windows of so many elements along one axis: `sliding_window_view(m, 3, axis<0>)`. The
/// window's own axis is the last one.
template <class X, class Axes>
    requires(detail::viewed<X> && detail::axes_or_number<Axes> && !detail::count_type<Axes>)
[[nodiscard]] auto sliding_window_view(X const& x, detail::first_size window, Axes along) {
    constexpr int rank = detail::rank_of<X>;
    int const at = detail::one_axis<rank>(along, {"sliding_window_view", window.place});
    auto const whole = detail::as_view(x);
    auto lie = detail::layout<rank + 1>{};
    for (int d = 0; d < rank; ++d) {
        lie.shape[d] = whole.layout().shape[d];
        lie.stride[d] = whole.layout().stride[d];
    }
    lie.shape[rank] = window.value;
    lie.stride[rank] = lie.stride[at];
    if (window.value < 1 || window.value > lie.shape[at])
        detail::raise_window(window.value, at, whole.layout().shape, window.place);
    lie.shape[at] -= window.value - 1;
    using T = typename decltype(whole)::value_type;
    using Space = typename decltype(whole)::space;
    return view<T const, rank + 1, Space>(whole.storage(), whole.data(), lie);
}
/// The same of sizes that are known when it is compiled: `sliding_window_view<3, 3>(m)`.
template <index_t... Window, class X>
    requires(sizeof...(Window) > 0 && detail::viewed<X>)
[[nodiscard]] auto sliding_window_view(X const& x,
                                       source_location place = source_location::current()) {
    static_assert(((Window > 0) && ...), "twill: a window has an element at least");
    return sliding_window_view(x, extents<static_cast<int>(sizeof...(Window))>(Window...), place);
}

/// The bits of the elements as elements of type U: a view, writable where the source is. Where the
/// sizes differ the last axis becomes longer or shorter, and must lie without gaps. Throws
/// shape_error.
template <class U, class X>
    requires detail::viewed<X>
[[nodiscard]] auto bit_view(X&& x, source_location place = source_location::current()) {
    static_assert(std::is_trivially_copyable_v<U>, "twill: elements must be trivially copyable");
    auto const whole = detail::as_view(x);
    using T = typename decltype(whole)::element_type;
    using Space = typename decltype(whole)::space;
    using Part = std::conditional_t<std::is_const_v<T>, U const, U>;
    constexpr int rank = detail::rank_of<X>;
    constexpr auto from = static_cast<index_t>(sizeof(T));
    constexpr auto to = static_cast<index_t>(sizeof(U));
    static_assert(from == to || rank > 0,
                  "twill: bit_view of a single element needs a type of its size");
    static_assert(from % to == 0 || to % from == 0,
                  "twill: bit_view: neither size is a multiple of the other");
    auto lie = whole.layout();
    auto refuse = [&](char const* why) {
        detail::raise<shape_error>(place, "twill: bit_view of shape %s: %s",
                                   detail::text_of(whole.layout().shape).text, why);
    };
    if constexpr (from != to) {
        index_t& last = lie.shape[rank - 1];
        if (last > 1 && lie.stride[rank - 1] != 1)
            refuse("the last axis must lie without gaps where the elements' sizes differ");
        if constexpr (from > to) {
            for (int d = 0; d < rank - 1; ++d)
                lie.stride[d] *= from / to;
            last *= from / to;
        } else {
            constexpr index_t many = to / from;
            bool fits = last % many == 0;
            for (int d = 0; d < rank - 1; ++d) {
                fits = fits && (lie.shape[d] <= 1 || lie.stride[d] % many == 0);
                lie.stride[d] /= many;
            }
            if (!fits)
                refuse("rows are no whole number of elements of the wider type");
            last /= many;
        }
        lie.stride[rank - 1] = 1;
    }
    if (reinterpret_cast<std::uintptr_t>(whole.data()) % alignof(U) != 0)
        refuse("the first element is not aligned for the other type");
    return view<Part, rank, Space>(whole.storage(), reinterpret_cast<Part*>(whole.data()), lie);
}

namespace detail {

/// As computed, and a better match than the names that tell of this header.
template <class X>
concept reshaped_by_copy = computed_node<X> && true;

}  // namespace detail

/// An expression's elements in C order under another shape; one extent may be -1. Evaluates the
/// expression into an array of its own, which the result is a view of; throws what `reshape` of an
/// array does.
template <detail::reshaped_by_copy X, int Rank>
[[nodiscard]] auto reshape(X const& x, extents<Rank> const& shape,
                           source_location place = source_location::current()) {
    auto fresh = evaluate(x, place);
    return reshape(fresh, shape, place);
}
template <detail::reshaped_by_copy X, class... Sizes>
    requires detail::integers<Sizes...>
[[nodiscard]] auto reshape(X const& x, detail::first_index first, Sizes... rest) {
    return reshape(x, detail::extents_from(first, rest...), first.place);
}
/// The windows of an expression's elements: evaluates it into an array of its own.
template <int Count, detail::reshaped_by_copy X>
[[nodiscard]] auto sliding_window_view(X const& x, extents<Count> const& window,
                                       source_location place = source_location::current()) {
    auto const fresh = evaluate(x, place);
    return sliding_window_view(fresh, window, place);
}
template <detail::reshaped_by_copy X, class Axes>
    requires(detail::axes_or_number<Axes> && !detail::count_type<Axes>)
[[nodiscard]] auto sliding_window_view(X const& x, detail::first_size window, Axes along) {
    auto const fresh = evaluate(x, window.place);
    return sliding_window_view(fresh, window, along);
}
template <detail::reshaped_by_copy X, detail::count_type... Rest>
[[nodiscard]] auto sliding_window_view(X const& x, detail::first_size first, Rest... rest) {
    constexpr int count = static_cast<int>(sizeof...(Rest)) + 1;
    return sliding_window_view(x, detail::shape_from<count>(first.value, rest...), first.place);
}
template <index_t... Window, detail::reshaped_by_copy X>
    requires(sizeof...(Window) > 0)
[[nodiscard]] auto sliding_window_view(X const& x,
                                       source_location place = source_location::current()) {
    return sliding_window_view<Window...>(evaluate(x, place), place);
}
/// reshape(x, -1): evaluates the expression.
template <detail::reshaped_by_copy X>
[[nodiscard]] auto ravel(X const& x, source_location place = source_location::current()) {
    return reshape(x, extents<1>(-1), place);
}

namespace detail {

/// The elements of an operand in C order, without gaps: a view of them where they lie so, of a copy
/// otherwise.
template <class X>
auto flat_elements(X const& x, source_location const& place) {
    if constexpr (array_like<X>) {
        auto const whole = as_view(x);
        using T = typename decltype(whole)::value_type;
        using Space = typename decltype(whole)::space;
        using flat = view<T const, 1, Space>;
        if (whole.is_contiguous())
            return flat(whole.storage(), whole.data(), contiguous(extents<1>(whole.size())));
        auto const copy = evaluate(x, place);
        return flat(copy.storage(), copy.data(), contiguous(extents<1>(copy.size())));
    } else {
        return ravel(x, place);
    }
}

}  // namespace detail

/// Uninitialised elements in x's shape and space; of x's type, or T.
template <class T = void, detail::operand X>
[[nodiscard]] auto empty_like(X const& x, source_location place = source_location::current()) {
    using R = std::conditional_t<std::is_void_v<T>, detail::value_of<X>, detail::canonical_t<T>>;
    detail::require_space<detail::node_of<X>>();
    return array<R, detail::rank_of<X>, typename detail::memory_space<X>::type>(
        detail::shape_of(x, place), place);
}

namespace detail {

/// x(i, i, ..., i) of axes of one length.
template <class X>
auto long_diagonal(X&& x, source_location const& place) {
    auto const whole = as_view(x);
    auto const& from = whole.layout();
    constexpr int rank = rank_of<X>;
    layout<1> lie;
    lie.shape[0] = from.shape[0];
    lie.stride[0] = 0;
    for (int d = 0; d < rank; ++d) {
        if (from.shape[d] != from.shape[0])
            raise<shape_error>(place,
                               "twill: fill_diagonal: axes of one length have a diagonal: shape %s",
                               text_of(from.shape).text);
        lie.stride[0] += from.stride[d];
    }
    using T = typename decltype(whole)::value_type;
    using Space = typename decltype(whole)::space;
    return view<T, 1, Space>(whole.storage(), whole.data(), lie);
}

}  // namespace detail

/// Assigns `value` to the diagonal of a writable array or view, in place; from rank 3 on to the
/// elements whose indices are equal, where every axis must be as long (shape_error).
template <detail::operand X, class V>
    requires(detail::rank_of<X> >= 2)
void fill_diagonal(X&& x, V const& value, source_location place = source_location::current()) {
    if constexpr (detail::require_written<X>()) {
        auto target = [&] {
            if constexpr (detail::rank_of<X> == 2)
                return diagonal(x, 0, place);
            else
                return detail::long_diagonal(x, place);
        }();
        detail::at_place(place, [&] { target.assign_value(value); });
    }
}

}  // namespace twill::inline v0
