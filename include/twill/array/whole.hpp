// SPDX-License-Identifier: MIT
// Arrays and views alike, as views of all their elements.
#pragma once

#include "twill/array/array.hpp"

namespace twill::inline v0::detail {

template <class T, int Rank, class Space, class Lie>
view<T, Rank, Space> as_view(view<T, Rank, Space, Lie> const& x) {
    return {x.storage(), x.data(), x.layout()};
}
template <class T, int Rank, class Space>
view<T, Rank, Space> as_view(array<T, Rank, Space>& x) {
    return x;
}
/// Of a constant array, one that may only be read.
template <class T, int Rank, class Space>
view<T const, Rank, Space> as_view(array<T, Rank, Space> const& x) {
    return x;
}
template <class X>
concept viewed = array_like<X> && requires(X& x) { as_view(x); };

template <class X>
inline constexpr bool may_be_written = false;
template <viewed X>
inline constexpr bool may_be_written<X> =
    !std::is_const_v<typename decltype(as_view(std::declval<X&>()))::element_type>;
/// Whether a function that writes into its operand may; what else it does needs no compiling then.
template <class X>
consteval bool require_written() {
    static_assert(!viewed<X> || may_be_written<X>, "twill: these elements may only be read");
    static_assert(viewed<X>,
                  "twill: this writes into an array or a view; an expression has no memory to "
                  "write to");
    return may_be_written<X>;
}

}  // namespace twill::inline v0::detail
