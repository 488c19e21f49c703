// SPDX-License-Identifier: MIT
// Indexing: integers, slices, newaxis, and the mapping they make together.
#pragma once

#include "twill/shape/layout.hpp"

namespace twill::inline v0 {

/// An open end of a slice: `slice(none, none, -1)` reverses.
struct none_t {};
inline constexpr none_t none{};
/// A whole axis, as `:` in Python.
struct full_extent_t {};
inline constexpr full_extent_t full_extent{};
/// As many whole axes as the other indices leave, as `...` in Python: `m(ellipsis, 0)`.
struct ellipsis_t {};
inline constexpr ellipsis_t ellipsis{};
/// A new axis of size 1.
struct newaxis_t {};
inline constexpr newaxis_t newaxis{};

/// An end of a slice: an index or `none`. Unsigned ones beyond every axis stay beyond it.
struct slice_bound {
    index_t value;
    bool open;
    constexpr slice_bound() : value(0), open(true) {}
    constexpr slice_bound(none_t) : value(0), open(true) {}
    template <class I>
        requires std::is_integral_v<I>
    constexpr slice_bound(I index) : value(detail::saturated_index(index)), open(false) {}
    template <class F>
        requires std::is_floating_point_v<F>
    constexpr slice_bound(F) : value(0), open(true) {
        static_assert(detail::always_false<F>,
                      "twill: the ends of a slice are integers; "
                      "static_cast<twill::index_t>(x) where the fraction may go");
    }
};

/// `start:stop:step` of an axis. Negative ends count from the end; ends beyond the axis clamp; a
/// step of 0 throws value_error when it is applied.
struct slice {
    slice_bound start;
    slice_bound stop;
    slice_bound step;

    constexpr slice(slice_bound from = {}, slice_bound to = {}, slice_bound by = {})
        : start(from), stop(to), step(by) {}
};

namespace detail {

template <class I>
concept axis_range = std::is_same_v<I, slice> || std::is_same_v<I, full_extent_t>;
template <class I>
concept axis_index =
    std::is_integral_v<std::remove_cvref_t<I>> || std::is_same_v<std::remove_cvref_t<I>, slice> ||
    std::is_same_v<std::remove_cvref_t<I>, full_extent_t> ||
    std::is_same_v<std::remove_cvref_t<I>, newaxis_t> ||
    std::is_same_v<std::remove_cvref_t<I>, ellipsis_t> ||
    std::is_floating_point_v<std::remove_cvref_t<I>>;  // to be told that it is none

// A count, a position or a shift that a function takes: any integer. A number with a fraction would
// otherwise lose it without a word.
struct integer {
    template <class I>
        requires std::is_integral_v<I>
    constexpr integer(I number) : value(saturated_index(number)) {}
    template <class E>
        requires(std::is_enum_v<E> && std::is_convertible_v<E, index_t>)
    constexpr integer(E number) : value(number) {}
    template <class I, I Number>
    constexpr integer(std::integral_constant<I, Number>) : value(saturated_index(Number)) {}
    template <class F>
        requires std::is_floating_point_v<F>
    constexpr integer(F) : value(0) {
        static_assert(always_false<F>,
                      "twill: this number is a count, a position or a shift: an integer; "
                      "static_cast<twill::index_t>(x) where its fraction may go");
    }
    constexpr operator index_t() const { return value; }

    index_t value;
};
// The first index of a subscript, or the first of several sizes, together with the place it stands
// at: no defaulted argument can follow a pack, but the conversion to the first parameter can have
// one.
struct first_index {
    template <class I>
        requires std::is_integral_v<I>
    constexpr first_index(I index, source_location where = source_location::current())
        : value(saturated_index(index)), place(where) {}
    template <class F>
        requires std::is_floating_point_v<F>
    constexpr first_index(F) : value(0), place(source_location::current()) {
        static_assert(always_false<F>,
                      "twill: positions and sizes are integers; static_cast<twill::index_t>(x) "
                      "where the fraction may go");
    }

    index_t value;
    source_location place;
};
/// A shape from its sizes.
template <class... Sizes>
constexpr extents<1 + static_cast<int>(sizeof...(Sizes))> extents_from(first_index const& first,
                                                                       Sizes... rest) {
    return extents<1 + static_cast<int>(sizeof...(Sizes))>(first.value, rest...);
}
/// The same of sizes in braces.
template <int Rank>
constexpr extents<Rank> extents_of(index_t const (&sizes)[Rank]) {
    extents<Rank> shape;
    for (int d = 0; d < Rank; ++d)
        shape[d] = sizes[d];
    return shape;
}
struct first_slice {
    constexpr first_slice(slice const& range, source_location where = source_location::current())
        : value(range), place(where) {}
    constexpr first_slice(full_extent_t, source_location where = source_location::current())
        : place(where) {}

    slice value;
    source_location place;
};
struct first_newaxis {
    constexpr first_newaxis(newaxis_t, source_location where = source_location::current())
        : place(where) {}

    newaxis_t value;
    source_location place;
};
struct first_ellipsis {
    constexpr first_ellipsis(ellipsis_t, source_location where = source_location::current())
        : place(where) {}

    ellipsis_t value;
    source_location place;
};

template <class I>
inline constexpr bool is_position = std::is_integral_v<std::remove_cvref_t<I>>;
template <>
inline constexpr bool is_position<first_index> = true;
template <class I>
inline constexpr bool is_newaxis = std::is_same_v<std::remove_cvref_t<I>, newaxis_t>;
template <>
inline constexpr bool is_newaxis<first_newaxis> = true;

template <class I>
inline constexpr bool is_ellipsis = std::is_same_v<std::remove_cvref_t<I>, ellipsis_t>;
template <>
inline constexpr bool is_ellipsis<first_ellipsis> = true;

template <int Rank, class... Indices>
inline constexpr int indexed_rank =
    Rank - (0 + ... + (is_position<Indices> ? 1 : 0)) + (0 + ... + (is_newaxis<Indices> ? 1 : 0));
template <class... Indices>
inline constexpr int consumed_axes =
    (0 + ... + (is_newaxis<Indices> || is_ellipsis<Indices> ? 0 : 1));

/// Where an index is used: the shape, where it is known, and the caller's place.
struct index_context {
    index_t const* extent = nullptr;
    int rank = 0;
    source_location place = nowhere;
};
[[noreturn]] TWILL_COLD inline void raise_index(index_t index, index_t size, int axis,
                                                index_context const& in) {
    shape_text const shape(in.extent, in.rank);
    raise<index_error>(in.place, "twill: index %lld is out of range for axis %d of size %lld%s%s",
                       static_cast<long long>(index), axis, static_cast<long long>(size),
                       in.extent ? " in shape " : "", in.extent ? shape.text : "");
}
inline index_t checked_index(index_t index, index_t size, int axis, index_context const& in = {}) {
    if (index < -size || index >= size)
        raise_index(index, size, axis, in);
    return index < 0 ? index + size : index;
}

/// The same of an index of any type: an unsigned one never counts from the end.
template <class I>
index_t checked_position(I index, index_t size, int axis) {
    if constexpr (std::is_unsigned_v<I> && sizeof(I) >= sizeof(index_t))
        if (index > static_cast<I>(saturated_index(index)))
            raise<index_error>("twill: index %llu is out of range for axis %d of size %lld",
                               static_cast<unsigned long long>(index), axis,
                               static_cast<long long>(size));
    return checked_index(static_cast<index_t>(index), size, axis);
}

/// Start, step and count of a slice of an axis of `size` elements, as Python's slice.indices.
struct slice_range {
    index_t start;
    index_t step;
    index_t count;
};
inline slice_range resolve(slice const& s, index_t size, source_location const& place = nowhere) {
    index_t const step = s.step.open ? 1 : s.step.value;
    if (step == 0)
        raise<value_error>(place, "twill: a slice's step may not be 0");
    index_t const low = step < 0 ? -1 : 0;
    index_t const high = step < 0 ? size - 1 : size;
    auto clamp = [&](slice_bound const& end, index_t open) {
        if (end.open)
            return open;
        index_t const value = end.value < 0 ? end.value + size : end.value;
        return value < low ? low : (value > high ? high : value);
    };
    index_t const start = clamp(s.start, step < 0 ? high : low);
    index_t const stop = clamp(s.stop, step < 0 ? low : high);
    index_t count = 0;
    if (step > 0 && stop > start)
        count = (stop - start - 1) / step + 1;
    // The distance is taken before the division: -step would overflow for the lowest step.
    if (step < 0 && stop < start)
        count = (stop - start + 1) / step + 1;
    return {start, step, count};
}

/// Where axis `axis` of what is indexed goes: -1 where a position stands for it.
template <int Rank, class... Indices>
constexpr int axis_after(int axis) {
    bool const position[] = {is_position<Indices>..., false};
    bool const fresh[] = {is_newaxis<Indices>..., false};
    bool const several[] = {is_ellipsis<Indices>..., false};
    int in = 0;
    int out = 0;
    for (std::size_t i = 0; i < sizeof...(Indices); ++i) {
        if (several[i]) {
            constexpr int left = Rank - consumed_axes<Indices...>;
            if (axis < in + left)
                return out + axis - in;
            in += left;
            out += left;
            continue;
        }
        if (!fresh[i] && in++ == axis)
            return position[i] ? -1 : out;
        out += position[i] ? 0 : 1;
    }
    return out + axis - in;
}

/// Builds the mapping of one indexing, axis by axis.
template <int In, int Out, class Axes>
struct mapping_builder {
    mapping<In, Out, Axes> map;
    int in = 0;
    int out = 0;
    source_location place = nowhere;
    int left = 0;  ///< axes that the indices do not name

    template <class First>
        requires requires(First const& first) { first.place; }
    void add(First const& first) {
        place = first.place;
        add(first.value);
    }
    void add(full_extent_t) { add(slice{}); }
    void add(newaxis_t) { map.shape[out++] = 1; }
    void add(ellipsis_t) {
        for (int k = 0; k < left; ++k)
            add(full_extent);
    }
    void add(slice const& s) {
        slice_range const r = resolve(s, map.source[in], place);
        map.start[in] = r.count > 0 ? r.start : 0;
        // The step of a single element leads nowhere, and may be of any length.
        map.step[in] = r.count > 1 ? r.step : 1;
        map.axis[in] = out;
        map.shape[out++] = r.count;
        ++in;
    }
    template <class I>
        requires std::is_arithmetic_v<I>
    void add(I index) {
        static_assert(std::is_integral_v<I>,
                      "twill: positions are integers; static_cast<twill::index_t>(x) where the "
                      "fraction may go");
        map.start[in] = checked_index(saturated_index(index), map.source[in], in,
                                      {map.source.values, In, place});
        map.axis[in] = -1;
        ++in;
    }
};

template <int Rank, class... Indices>
auto index_mapping(extents<Rank> const& shape, Indices const&... indices) {
    static_assert(consumed_axes<Indices...> <= Rank,
                  "twill: more indices than the array has axes (newaxis does not count)");
    static_assert((0 + ... + (is_ellipsis<Indices> ? 1 : 0)) <= 1,
                  "twill: one ellipsis at most among the indices");
    return [&]<int... D>(std::integer_sequence<int, D...>) {
        using axes = axes_onto<axis_after<Rank, Indices...>(D)...>;
        mapping_builder<Rank, indexed_rank<Rank, Indices...>, axes> builder{
            {shape, {}, {}, {}, {}}};
        builder.left = Rank - consumed_axes<Indices...>;
        (builder.add(indices), ...);
        while (builder.in < Rank)
            builder.add(full_extent);
        return builder.map;
    }(std::make_integer_sequence<int, Rank>{});
}

/// Where the element at an index for every axis lies; throws index_error.
template <int Rank, class... Rest>
index_t element_offset(layout<Rank> const& l, first_index const& first, Rest... rest) {
    index_t const at[] = {first.value, saturated_index(rest)...};
    index_t offset = 0;
    for (int d = 0; d < Rank; ++d)
        offset +=
            l.stride[d] * checked_index(at[d], l.shape[d], d, {l.shape.values, Rank, first.place});
    return offset;
}
/// The same of elements in C order.
template <int Rank, class... Rest>
index_t element_offset(extents<Rank> const& shape, first_index const& first, Rest... rest) {
    index_t const at[] = {first.value, saturated_index(rest)...};
    index_t offset = 0;
    for (int d = 0; d < Rank; ++d)
        offset = offset * shape[d] +
                 checked_index(at[d], shape[d], d, {shape.values, Rank, first.place});
    return offset;
}

/// A slice of a node of an expression, without evaluating it.
template <class E, class First, class... Indices>
auto subscript(E const& x, First const& first, Indices const&... rest) {
    return rearrange(x, index_mapping(x.shape(first.place), first, rest...));
}

}  // namespace detail
}  // namespace twill::inline v0
