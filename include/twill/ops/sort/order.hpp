// SPDX-License-Identifier: MIT
// Orders: ascending, descending, or one of the user's; and numbers as unsigned integers in that
// order, which is what a radix sort works on.
#pragma once

#include "twill/core/types.hpp"

namespace twill::inline v0 {

/// From the smallest to the greatest; NaN last.
struct ascending_t {};
inline constexpr ascending_t ascending{};
/// From the greatest to the smallest; NaN last, too.
struct descending_t {};
inline constexpr descending_t descending{};

namespace detail {

template <class Order>
inline constexpr bool is_direction =
    std::is_same_v<Order, ascending_t> || std::is_same_v<Order, descending_t>;
/// ascending, descending, or a function object less(a, b).
template <class Order, class T>
concept order_of = is_direction<Order> || requires(Order const& less, T const& x) {
    { less(x, x) } -> std::convertible_to<bool>;
};

/// Elements whose order is that of unsigned integers of their size: all numbers but complex ones.
template <class T>
inline constexpr bool is_radix_key = is_boolean<T> || is_integer<T> || is_floating<T>;
template <class T>
using key_bits_t = typename integer_of<sizeof(T), false>::type;

/// The significant bits of a key.
template <class T>
inline constexpr int key_width = is_boolean<T> ? 1 : static_cast<int>(sizeof(T)) * 8;

/// An element as an unsigned integer that is ordered as the elements are: NaN last in either
/// direction, zeros of both signs equal unless `SplitsZeros`.
template <class T, class Order = ascending_t, bool SplitsZeros = false>
TWILL_HD constexpr key_bits_t<T> key_of(T x) {
    using U = key_bits_t<T>;
    constexpr bool down = std::is_same_v<Order, descending_t>;
    if constexpr (is_boolean<T>) {
        return static_cast<U>(x != down);
    } else if constexpr (is_integer<T>) {
        constexpr U sign = std::is_signed_v<T> ? static_cast<U>(U(1) << (sizeof(T) * 8 - 1)) : U(0);
        return static_cast<U>((static_cast<U>(x) ^ sign) ^ (down ? static_cast<U>(~U(0)) : U(0)));
    } else {
        U const bits = __builtin_bit_cast(U, x);
        constexpr U sign = static_cast<U>(U(1) << (sizeof(T) * 8 - 1));
        constexpr U infinity = __builtin_bit_cast(U, limits<T>::infinity);
        U const magnitude = static_cast<U>(bits & static_cast<U>(~sign));
        if (magnitude > infinity)
            return static_cast<U>(~U(0));
        if (!SplitsZeros && magnitude == 0)
            return down ? static_cast<U>(~sign) : sign;
        U const up = static_cast<U>((bits & sign) != 0 ? ~bits : bits | sign);
        return down ? static_cast<U>(~up) : up;
    }
}
/// The element of a key that splits zeros; every NaN is the same one.
template <class T, class Order = ascending_t>
TWILL_HD constexpr T value_of_key(key_bits_t<T> key) {
    using U = key_bits_t<T>;
    constexpr bool down = std::is_same_v<Order, descending_t>;
    if constexpr (is_boolean<T>) {
        return (key != 0) != down;
    } else if constexpr (is_integer<T>) {
        constexpr U sign = std::is_signed_v<T> ? static_cast<U>(U(1) << (sizeof(T) * 8 - 1)) : U(0);
        return static_cast<T>(static_cast<U>((key ^ (down ? static_cast<U>(~U(0)) : U(0))) ^ sign));
    } else {
        constexpr U sign = static_cast<U>(U(1) << (sizeof(T) * 8 - 1));
        if (key == static_cast<U>(~U(0)))
            return limits<T>::quiet_nan;
        U const up = static_cast<U>(down ? ~key : key);
        U const bits = static_cast<U>((up & sign) != 0 ? up ^ sign : ~up);
        return __builtin_bit_cast(T, bits);
    }
}

/// The order of elements as a comparison, on host and device. Complex numbers are ordered as NumPy
/// does, by their real parts and then by their imaginary ones: those with a NaN after the others.
template <class T, class Order>
struct comes_before {
    Order order{};
    TWILL_EXEC_CHECK_DISABLE
    TWILL_HD constexpr bool operator()(T const& a, T const& b) const {
        static_assert(
            !is_direction<Order> || !is_vector<T>,
            "twill: vectors have no order of their own: give sort one as its last argument, "
            "or find equal ones by unique(components(x), axis<0>)");
        if constexpr (!is_direction<Order>)
            return static_cast<bool>(order(a, b));
        else if constexpr (is_radix_key<T>)
            return key_of<T, Order>(a) < key_of<T, Order>(b);
        else if constexpr (is_complex<T>)
            return complex_before(a, b);
        else if constexpr (std::is_same_v<Order, ascending_t>)
            return static_cast<bool>(a < b);
        else
            return static_cast<bool>(b < a);
    }

private:
    TWILL_HD static constexpr bool complex_before(T const& a, T const& b) {
        using R = typename element<T>::real;
        auto part_nan = [](R x) { return x != x ? 1 : 0; };
        int const group_a = 2 * part_nan(a.real()) + part_nan(a.imag());
        int const group_b = 2 * part_nan(b.real()) + part_nan(b.imag());
        if (group_a != group_b)
            return group_a < group_b;
        auto const real_a = key_of<R, Order>(a.real());
        auto const real_b = key_of<R, Order>(b.real());
        if (real_a != real_b)
            return real_a < real_b;
        return key_of<R, Order>(a.imag()) < key_of<R, Order>(b.imag());
    }
};

/// An element for which all that are one value to unique() have one place in an order.
struct alike_function {
    static constexpr char const* name = "alike";
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        if constexpr (is_complex<T>) {
            using R = typename element<T>::real;
            return x == x ? x : T(limits<R>::quiet_nan, limits<R>::quiet_nan);
        } else {
            return x;
        }
    }
};

/// Whether two elements are one value to unique() and its kin: NaNs are, and zeros of both signs.
template <class T>
TWILL_HD constexpr bool is_same_value(T const& a, T const& b) {
    if constexpr (is_radix_key<T>)
        return key_of(a) == key_of(b);
    else if constexpr (is_complex<T>)
        return a == b || ((a.real() != a.real() || a.imag() != a.imag()) &&
                          (b.real() != b.real() || b.imag() != b.imag()));
    else
        return static_cast<bool>(a == b);
}

}  // namespace detail
}  // namespace twill::inline v0
