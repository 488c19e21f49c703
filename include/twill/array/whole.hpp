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

}  // namespace twill::inline v0::detail
