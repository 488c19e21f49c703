// SPDX-License-Identifier: MIT
// The sizes of an array's axes.
#pragma once

#include "twill/core/error.hpp"

namespace twill::inline v0 {
namespace detail {

/// a * b modulo 2^64, without undefined behaviour: for products that a zero may follow, or that
/// are checked elsewhere.
TWILL_HD constexpr index_t wrapping_product(index_t a, index_t b) {
    return static_cast<index_t>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
}

/// An integer of any type; one beyond index_t's range becomes the greatest, never a negative one.
template <class I>
TWILL_HD constexpr index_t saturated_index(I value) {
    static_assert(!std::is_same_v<I, bool>,
                  "twill: true and false are no positions or sizes; a mask is an array of bools");
    constexpr index_t greatest = static_cast<index_t>(~std::uint64_t{0} >> 1);
    if constexpr (std::is_unsigned_v<I> && sizeof(I) >= sizeof(index_t))
        return value > static_cast<I>(greatest) ? greatest : static_cast<index_t>(value);
    else
        return static_cast<index_t>(value);
}

}  // namespace detail

/// The sizes of the axes, outermost first. `extents(2, 3)` is a shape, never data.
template <int Rank>
struct extents {
    static_assert(Rank >= 0);
    static constexpr int rank = Rank;

    index_t values[Rank > 0 ? Rank : 1] = {};

    constexpr extents() = default;
    template <class... Sizes>
        requires(sizeof...(Sizes) == Rank && Rank > 0 && (std::is_integral_v<Sizes> && ...))
    TWILL_HD constexpr explicit(Rank == 1) extents(Sizes... sizes)
        : values{detail::saturated_index(sizes)...} {}

    TWILL_HD constexpr index_t& operator[](int axis) { return values[axis]; }
    TWILL_HD constexpr index_t const& operator[](int axis) const { return values[axis]; }

    /// The number of elements: 1 for rank 0, 0 where an axis has none, however long the others are.
    /// A product beyond 2^63 wraps here; it throws shape_error where such a shape is evaluated.
    TWILL_HD constexpr index_t size() const {
        index_t product = 1;
        for (int axis = 0; axis < Rank; ++axis)
            product = detail::wrapping_product(product, values[axis]);
        return product;
    }

    TWILL_HD friend constexpr bool operator==(extents const& a, extents const& b) {
        for (int axis = 0; axis < Rank; ++axis)
            if (a.values[axis] != b.values[axis])
                return false;
        return true;
    }
};
template <class... Sizes>
    requires(std::is_integral_v<Sizes> && ...)
extents(Sizes...) -> extents<static_cast<int>(sizeof...(Sizes))>;

/// The size of one axis; `auto [rows, columns] = m.shape();` takes them all.
template <std::size_t Axis, int Rank>
    requires(Axis < Rank)
TWILL_HD constexpr index_t get(extents<Rank> const& shape) {
    return shape.values[Axis];
}

namespace detail {

template <class T>
inline constexpr bool is_extents = false;
template <int Rank>
inline constexpr bool is_extents<extents<Rank>> = true;

template <int Rank>
shape_text text_of(extents<Rank> const& shape) noexcept {
    return shape_text(shape.values, Rank);
}

/// Whether an axis has no elements.
template <int Rank>
constexpr bool has_empty_axis(extents<Rank> const& shape) {
    bool empty = false;
    for (int axis = 0; axis < Rank; ++axis)
        empty = empty || shape[axis] == 0;
    return empty;
}

[[noreturn]] TWILL_COLD inline void raise_extent(index_t const* extent, int rank, int axis,
                                                 source_location const& place) {
    raise<shape_error>(place, "twill: shape %s has a negative extent on axis %d",
                       shape_text(extent, rank).text, axis);
}
[[noreturn]] TWILL_COLD inline void raise_size(index_t const* extent, int rank,
                                               source_location const& place) {
    raise<shape_error>(place, "twill: shape %s has more than 2^63 elements",
                       shape_text(extent, rank).text);
}
/// The number of elements; throws shape_error for a negative extent or a product beyond 2^63.
inline index_t checked_size(index_t const* extent, int rank,
                            source_location const& place = nowhere) {
    index_t product = 1;
    bool overflow = false;
    bool empty = false;
    for (int axis = 0; axis < rank; ++axis) {
        if (extent[axis] < 0)
            raise_extent(extent, rank, axis, place);
        empty |= extent[axis] == 0;
        overflow |= __builtin_mul_overflow(product, extent[axis], &product);
    }
    if (empty)
        return 0;
    if (overflow)
        raise_size(extent, rank, place);
    return product;
}
/// The length of an axis that grows; throws shape_error beyond 2^63.
inline index_t checked_sum(index_t size, index_t more, int axis, caller const& by) {
    if (__builtin_add_overflow(size, more, &size))
        raise<shape_error>(by.place, "twill: %s: axis %d has more than 2^63 elements", by.operation,
                           axis);
    return size;
}

}  // namespace detail
}  // namespace twill::inline v0

template <int Rank>
struct std::tuple_size<twill::extents<Rank>>
    : std::integral_constant<std::size_t, static_cast<std::size_t>(Rank)> {};
template <std::size_t Axis, int Rank>
struct std::tuple_element<Axis, twill::extents<Rank>> {
    using type = twill::index_t;
};
