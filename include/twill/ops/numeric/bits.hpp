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

struct packbits_function {
    static constexpr char const* name = "packbits";
    bit_order order;
    template <class X>
    TWILL_HD std::uint8_t operator()(array_ref<X, 1> const& x, index_t i) const {
        index_t const left = x.extent(0) - 8 * i;
#if !defined(__CUDA_ARCH__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        if constexpr (sizeof(X) == 1)
            if (left >= 8 && x.stride(0) == 1)
                return packed_at_once(x.data() + 8 * i);
#endif
        // Without branches on the flags, which no processor foresees.
        unsigned byte = 0;
        for (int b = 0; b < 8 && b < left; ++b) {
            auto const flag = static_cast<unsigned>(truth(x(8 * i + b)));
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
struct unpackbits_function {
    static constexpr char const* name = "unpackbits";
    bit_order order;
    template <class X>
    TWILL_HD std::uint8_t operator()(array_ref<X, 1> const& x, index_t i) const {
        int const b = static_cast<int>(i % 8);
        unsigned const byte = x(i / 8);
        return static_cast<std::uint8_t>(byte >> (order == bit_order::big ? 7 - b : b) & 1u);
    }
};

}  // namespace detail

/// Eight flags a byte, of elements in C order, uint8: a bit is set where an integer is not 0 or a
/// bool true, and the last byte is filled up with zeros. Lazy; what has several axes with gaps is
/// copied at the call.
template <detail::operand X>
auto packbits(X const& x, bit_order order = bit_order::big,
              source_location place = source_location::current()) {
    static_assert(
        detail::is_integer<detail::value_of<X>> || detail::is_boolean<detail::value_of<X>>,
        "twill: packbits takes integers and bools; compare others first, packbits(x > 0)");
    return detail::at_place(place, [&] {
        auto const flags = detail::flat_elements(x, place);
        index_t const bytes = (detail::shape_of(flags, place)[0] + 7) / 8;
        return detail::lookup_at_indices(detail::packbits_function{order}, extents<1>(bytes),
                                         detail::as_node(flags));
    });
}
/// The bits of bytes in C order, uint8 of 0 and 1, or the first `count` of them. Lazy. Throws
/// value_error for a count that is negative or more than there are.
template <detail::operand X>
auto unpackbits(X const& x, bit_order order = bit_order::big,
                source_location place = source_location::current()) {
    return unpackbits(x, 8 * detail::shape_of(x, place).size(), order, place);
}
template <detail::operand X>
auto unpackbits(X const& x, detail::integer count, bit_order order = bit_order::big,
                source_location place = source_location::current()) {
    static_assert(std::is_same_v<detail::value_of<X>, std::uint8_t>,
                  "twill: unpackbits takes uint8 elements");
    return detail::at_place(place, [&] {
        auto const bytes = detail::flat_elements(x, place);
        index_t const most = 8 * detail::shape_of(bytes, place)[0];
        if (count < 0 || count > most)
            detail::raise<value_error>(place, "twill: unpackbits: %lld bits of %lld",
                                       static_cast<long long>(count.value),
                                       static_cast<long long>(most));
        return detail::lookup_at_indices(detail::unpackbits_function{order},
                                         extents<1>(count.value), detail::as_node(bytes));
    });
}

}  // namespace twill::inline v0
