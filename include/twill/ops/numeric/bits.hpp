// SPDX-License-Identifier: MIT
// packbits and unpackbits: flags as the bits of bytes, and back.
#pragma once

#include "twill/array/windows.hpp"
#include "twill/ops/numeric/lookup.hpp"
#include "twill/ops/numeric/signal.hpp"

namespace twill::inline v0 {

/// Which of eight flags is a byte's greatest bit: the first one, as numpy.packbits has it unless
/// told otherwise, or the last one.
enum class bit_order { big, little };

namespace detail {

/// Up to eight flags as the bits of a byte.
struct packed_flags {
    bit_order order;

    /// Of `left` flags that are `step` elements apart, the first eight.
    template <class X>
    TWILL_HD std::uint8_t byte(X const* flags, index_t step, index_t left) const {
#if !defined(__CUDA_ARCH__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        if constexpr (sizeof(X) == 1)
            if (left >= 8 && step == 1)
                return packed_at_once(flags);
#endif
        // Without branches on the flags, which no processor foresees.
        unsigned byte = 0;
        for (int b = 0; b < 8 && b < left; ++b) {
            auto const flag = static_cast<unsigned>(truth(flags[b * step]));
            byte |= flag << (order == bit_order::big ? 7 - b : b);
        }
        return static_cast<std::uint8_t>(byte);
    }

private:
    /// Eight neighbours: of a product that adds bits up which never meet, the last byte has one of
    /// each.
    template <class X>
    std::uint8_t packed_at_once(X const* flags) const {
        std::uint64_t x = 0;
        __builtin_memcpy(&x, flags, 8);
        constexpr std::uint64_t sevens = 0x7f7f7f7f7f7f7f7f;
        if constexpr (!is_boolean<X>)
            x = (((x & sevens) + sevens) | x) >> 7 & 0x0101010101010101;
        return static_cast<std::uint8_t>(
            (x * (order == bit_order::big ? 0x8040201008040201 : 0x0102040810204080)) >> 56);
    }
};
/// The first element of the line along an axis that has an index.
template <class X, int Rank>
TWILL_HD X const* line_through(array_ref<X, Rank> const& x, index_t const (&at)[Rank], int axis) {
    X const* from = x.data();
    for (int d = 0; d < Rank; ++d)
        from += d == axis ? 0 : at[d] * x.stride(d);
    return from;
}
struct packbits_function {
    static constexpr char const* name = "packbits";
    packed_flags flags;
    int axis;
    template <class X, int Rank, class... I>
    TWILL_HD std::uint8_t operator()(array_ref<X, Rank> const& x, I... i) const {
        index_t const at[] = {i...};
        int const along = Rank == 1 ? 0 : axis;
        index_t const first = 8 * at[along];
        return flags.byte(line_through(x, at, along) + first * x.stride(along), x.stride(along),
                          x.extent(along) - first);
    }
};
struct unpackbits_function {
    static constexpr char const* name = "unpackbits";
    bit_order order;
    int axis;
    template <class X, int Rank, class... I>
    TWILL_HD std::uint8_t operator()(array_ref<X, Rank> const& x, I... i) const {
        index_t const at[] = {i...};
        int const along = Rank == 1 ? 0 : axis;
        int const b = static_cast<int>(at[along] % 8);
        unsigned const byte = line_through(x, at, along)[at[along] / 8 * x.stride(along)];
        return static_cast<std::uint8_t>(byte >> (order == bit_order::big ? 7 - b : b) & 1u);
    }
};

template <class X>
auto packed_along(X const& x, int axis, bit_order order, source_location const& place) {
    static_assert(
        is_integer<value_of<X>> || is_boolean<value_of<X>>,
        "twill: packbits takes integers and bools; compare others first, packbits(x > 0)");
    auto shape = shape_of(x, place);
    shape[axis] = shape[axis] / 8 + (shape[axis] % 8 != 0);
    return lookup_at_indices(packbits_function{{order}, axis}, shape, as_node(x));
}
/// The bits along an axis, or the first of them, as many as a count says.
template <class X>
auto unpacked_along(X const& x, int axis, index_t const* count, bit_order order,
                    source_location const& place) {
    static_assert(std::is_same_v<value_of<X>, std::uint8_t>,
                  "twill: unpackbits takes uint8 elements");
    auto shape = shape_of(x, place);
    index_t const most = 8 * shape[axis];
    shape[axis] = count == nullptr ? most : *count;
    if (shape[axis] < 0 || shape[axis] > most)
        raise<value_error>(place, "twill: unpackbits: %lld bits of %lld",
                           static_cast<long long>(shape[axis]), static_cast<long long>(most));
    checked_size(shape.values, rank_of<X>, place);
    return lookup_at_indices(unpackbits_function{order, axis}, shape, as_node(x));
}

}  // namespace detail

/// Eight flags a byte, of elements in C order, uint8: a bit is set where an integer is not 0 or a
/// bool true, and the last byte is filled up with zeros. Lazy; what has several axes with gaps is
/// copied at the call.
template <detail::operand X>
auto packbits(X const& x, bit_order order = bit_order::big,
              source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::packed_along(detail::flat_elements(x, place), 0, order, place);
    });
}
/// The same of the flags along an axis, of which the result has an eighth: `packbits(m, axis<1>)`.
/// Lazy. Throws axis_error.
template <detail::operand X, detail::axes_or_number Axes>
auto packbits(X const& x, Axes along, bit_order order = bit_order::big,
              source_location place = source_location::current()) {
    int const axis = detail::one_axis<detail::rank_of<X>>(along, {"packbits", place});
    return detail::packed_along(x, axis, order, place);
}
/// The bits of bytes in C order, uint8 of 0 and 1, or the first `count` of them. Lazy. Throws
/// value_error for a count that is negative or more than there are.
template <detail::operand X>
auto unpackbits(X const& x, bit_order order = bit_order::big,
                source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::unpacked_along(detail::flat_elements(x, place), 0, nullptr, order, place);
    });
}
template <detail::operand X>
auto unpackbits(X const& x, detail::integer count, bit_order order = bit_order::big,
                source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        return detail::unpacked_along(detail::flat_elements(x, place), 0, &count.value, order,
                                      place);
    });
}
/// The same along an axis, `unpackbits(m, axis<1>)`, which gets eight times as long, or so long as
/// `count` says: `unpackbits(m, 10, axis<1>)`. Lazy. Throws axis_error and value_error.
template <detail::operand X, class Axes>
    requires detail::is_axes<Axes>
auto unpackbits(X const& x, Axes along, bit_order order = bit_order::big,
                source_location place = source_location::current()) {
    int const axis = detail::one_axis<detail::rank_of<X>>(along, {"unpackbits", place});
    return detail::unpacked_along(x, axis, nullptr, order, place);
}
template <detail::operand X, class Axes>
    requires detail::is_axes<Axes>
auto unpackbits(X const& x, detail::integer count, Axes along, bit_order order = bit_order::big,
                source_location place = source_location::current()) {
    int const axis = detail::one_axis<detail::rank_of<X>>(along, {"unpackbits", place});
    return detail::unpacked_along(x, axis, &count.value, order, place);
}

}  // namespace twill::inline v0
