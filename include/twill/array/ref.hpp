// SPDX-License-Identifier: MIT
// A non-owning, trivially copyable reference to an array's elements: what a user's own kernel
// takes.
#pragma once

#include "twill/shape/layout.hpp"

namespace twill::inline v0 {

/// Pointer, extents and strides of an array or view. Copyable into a kernel; keeps nothing alive
/// and checks nothing.
template <class T, int Rank>
class array_ref {
public:
    using element_type = T;

    TWILL_HD constexpr array_ref(T* data, detail::layout<Rank> const& layout)
        : data_(data), layout_(layout) {}
    /// A reference that may be written is one that may be read.
    template <class U>
        requires(!std::is_same_v<U, T> && std::is_same_v<U const, T>)
    TWILL_HD constexpr array_ref(array_ref<U, Rank> const& other)
        : data_(other.data()), layout_(other.layout()) {}

    TWILL_HD static constexpr int rank() { return Rank; }
    TWILL_HD constexpr T* data() const { return data_; }
    TWILL_HD constexpr extents<Rank> const& shape() const { return layout_.shape; }
    TWILL_HD constexpr index_t extent(int axis) const { return layout_.shape[axis]; }
    TWILL_HD constexpr index_t stride(int axis) const { return layout_.stride[axis]; }
    TWILL_HD constexpr index_t size() const { return layout_.shape.size(); }

    TWILL_HD constexpr detail::layout<Rank> const& layout() const { return layout_; }

    /// The element at an index; not checked.
    template <class... I>
        requires(sizeof...(I) == Rank && (std::is_integral_v<I> && ...))
    TWILL_HD constexpr T& operator()(I... indices) const {
        index_t const at[Rank > 0 ? Rank : 1] = {static_cast<index_t>(indices)...};
        index_t offset = 0;
        for (int d = 0; d < Rank; ++d)
            offset += at[d] * layout_.stride[d];
        return data_[offset];
    }

    /// As a std::mdspan with layout_stride, or any type with its constructor:
    /// `r.to<std::mdspan<...>>()`.
    template <class Mdspan>
    constexpr Mdspan to(source_location place = source_location::current()) const {
        static_assert(Mdspan::rank() == Rank, "twill: the mdspan has another rank");
        using extents_type = typename Mdspan::extents_type;
        using size_type = typename extents_type::index_type;
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            extents_type const sizes(static_cast<size_type>(layout_.shape[static_cast<int>(I)])...);
            if constexpr (std::is_constructible_v<typename Mdspan::mapping_type, extents_type,
                                                  decltype(stride_array<size_type>())>)
                return Mdspan(data_,
                              typename Mdspan::mapping_type(sizes, stride_array<size_type>()));
            else
                return contiguous_mdspan<Mdspan>(sizes, place);
        }(std::make_index_sequence<Rank>{});
    }

private:
    /// What layout_stride's mapping takes: converts to any array of Rank values.
    template <class Size>
    struct strides {
        Size values[Rank > 0 ? Rank : 1];
        template <class Array>
            requires requires(Array a) { a[0]; }
        constexpr operator Array() const {
            Array result{};
            for (int d = 0; d < Rank; ++d)
                result[static_cast<std::size_t>(d)] = values[d];
            return result;
        }
    };
    template <class Size>
    constexpr strides<Size> stride_array() const {
        strides<Size> result{};
        for (int d = 0; d < Rank; ++d)
            result.values[d] = static_cast<Size>(layout_.stride[d]);
        return result;
    }
    template <class Mdspan, class Extents>
    constexpr Mdspan contiguous_mdspan(Extents const& sizes, source_location const& place) const {
        if (!detail::is_contiguous(layout_))
            detail::raise<shape_error>(
                place, "twill: shape %s is strided: use an mdspan with layout_stride",
                detail::text_of(layout_.shape).text);
        return Mdspan(data_, sizes);
    }

    T* data_;
    detail::layout<Rank> layout_;
};

}  // namespace twill::inline v0
