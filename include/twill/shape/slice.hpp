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
concept axis_index =
    std::is_integral_v<std::remove_cvref_t<I>> || std::is_same_v<std::remove_cvref_t<I>, slice> ||
    std::is_same_v<std::remove_cvref_t<I>, full_extent_t> ||
    std::is_same_v<std::remove_cvref_t<I>, newaxis_t>;

template <class I>
inline constexpr bool is_position = std::is_integral_v<std::remove_cvref_t<I>>;
template <class I>
inline constexpr bool is_newaxis = std::is_same_v<std::remove_cvref_t<I>, newaxis_t>;

template <int Rank, class... Indices>
inline constexpr int indexed_rank =
    Rank - (0 + ... + (is_position<Indices> ? 1 : 0)) + (0 + ... + (is_newaxis<Indices> ? 1 : 0));
template <class... Indices>
inline constexpr int consumed_axes = (0 + ... + (is_newaxis<Indices> ? 0 : 1));

inline index_t checked_index(index_t index, index_t size, int axis) {
    if (index < -size || index >= size)
        raise<index_error>("twill: index %lld is out of range for axis %d of size %lld",
                           static_cast<long long>(index), axis, static_cast<long long>(size));
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
inline slice_range resolve(slice const& s, index_t size) {
    index_t const step = s.step.open ? 1 : s.step.value;
    if (step == 0)
        raise<value_error>("twill: a slice's step may not be 0");
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

/// Builds the mapping of one indexing, axis by axis.
template <int In, int Out>
struct mapping_builder {
    mapping<In, Out> map;
    int in = 0;
    int out = 0;

    void add(full_extent_t) { add(slice{}); }
    void add(newaxis_t) { map.shape[out++] = 1; }
    void add(slice const& s) {
        slice_range const r = resolve(s, map.source[in]);
        map.start[in] = r.count > 0 ? r.start : 0;
        // The step of a single element leads nowhere, and may be of any length.
        map.step[in] = r.count > 1 ? r.step : 1;
        map.axis[in] = out;
        map.shape[out++] = r.count;
        ++in;
    }
    template <class I>
        requires std::is_integral_v<I>
    void add(I index) {
        map.start[in] = checked_position(index, map.source[in], in);
        map.axis[in] = -1;
        ++in;
    }
};

template <int Rank, class... Indices>
mapping<Rank, indexed_rank<Rank, Indices...>> index_mapping(extents<Rank> const& shape,
                                                            Indices const&... indices) {
    static_assert(consumed_axes<Indices...> <= Rank,
                  "twill: more indices than the array has axes (newaxis does not count)");
    mapping_builder<Rank, indexed_rank<Rank, Indices...>> builder{{shape, {}, {}, {}, {}}};
    (builder.add(indices), ...);
    while (builder.in < Rank)
        builder.add(full_extent);
    return builder.map;
}

}  // namespace detail
}  // namespace twill::inline v0
