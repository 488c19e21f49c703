// SPDX-License-Identifier: MIT
// Memory of the user's own, and views of other libraries, as views of twill.
#pragma once

#include "twill/array/view.hpp"

namespace twill::inline v0 {
namespace detail {

/// std::mdspan and its likes: a pointer, extents and strides.
template <class M>
concept mdspan_like = requires(M const& m) {
    m.data_handle();
    m.extent(0);
    m.stride(0);
    { M::rank() } -> std::convertible_to<std::size_t>;
};

}  // namespace detail

/// A view of `shape` contiguous elements at a pointer of the user's, in C order. Nothing is copied,
/// and nothing keeps the memory alive or orders it across streams: it must outlive every use of the
/// view, and the streams that use it are the caller's to order. `wrap<device_space>(p,
/// extents(n))`.
template <class Space, class T, int Rank>
[[nodiscard]] view<T, Rank, Space> wrap(T* data, extents<Rank> const& shape,
                                        source_location place = source_location::current()) {
    detail::at_place(place, [&] { detail::checked_size(shape.values, Rank); });
    return {{}, data, detail::contiguous(shape)};
}

/// The same for the elements of a std::mdspan or a type like it, with its strides. Throws
/// shape_error for more than 2^63 elements.
template <class Space, detail::mdspan_like M>
[[nodiscard]] auto wrap(M const& m) {
    constexpr int rank = static_cast<int>(M::rank());
    using T = std::remove_pointer_t<decltype(m.data_handle())>;
    detail::layout<rank> layout{};
    for (int d = 0; d < rank; ++d) {
        layout.shape[d] = static_cast<index_t>(m.extent(static_cast<std::size_t>(d)));
        layout.stride[d] = static_cast<index_t>(m.stride(static_cast<std::size_t>(d)));
    }
    detail::checked_size(layout.shape.values, rank);
    return view<T, rank, Space>({}, m.data_handle(), layout);
}

}  // namespace twill::inline v0
