// SPDX-License-Identifier: MIT
// Every copy between spaces is a call of one of these names: to_device, to_host, to_pinned, copy,
// copy_async, item. evaluate turns an expression into an array where it stands.
#pragma once

#include <tuple>

#include "twill/array/array.hpp"
#include "twill/array/evaluate.hpp"
#include "twill/array/wrap.hpp"

namespace twill::inline v0 {
namespace detail {

/// Contiguous bytes from one space into a fresh array of another, after waiting for them.
template <class To, class T, int Rank, class From, class Lie>
array<T, Rank, To> transferred(leaf<T, Rank, From, Lie> const& x) {
    require_transfer<To, From>();
    array<T, Rank, To> result(x.layout.shape);
    transfer<To, From>::run_and_wait(result.storage().get(), result.data(), x.storage.get(), x.data,
                                     byte_count(x.layout.shape.size(), sizeof(T)));
    return result;
}

/// The elements without gaps; where they have to be moved for that, their own device does it.
template <class T, int Rank, class Space, class Lie>
leaf<T, Rank, Space> contiguous_leaf(leaf<T, Rank, Space, Lie> const& x) {
    if (is_contiguous(x.layout))
        return x;
    typename memory<Space>::visit const there(x.storage.get());
    return evaluate_fresh<T, Space>(x);
}

// An element or a slice of an array needs no kernel.
template <class T, int Rank, class Space, class Lie>
leaf<T, Rank, Space, Lie> own_leaf(leaf<T, Rank, Space, Lie> const& x) {
    return x;
}

template <class X>
auto own_leaf(X const& x) {
    if constexpr (array_like<X>) {
        auto leaf = x.expression();
        (void)leaf.shape();  // throws for an array that was moved from
        return leaf;
    } else {
        require_space<node_of<X>>();
        return evaluate_fresh<value_of<X>, space_of<X>>(as_node(x));
    }
}

// What has no space is made where it is wanted.
template <class To, class X>
auto bring(X const& x, source_location place) {
    if constexpr (std::is_same_v<space_of<X>, no_space>)
        return array<value_of<X>, rank_of<X>, To>(x, place);
    else
        return at_place(place, [&] { return transferred<To>(contiguous_leaf(own_leaf(x))); });
}
// An owner is contiguous: copying it needs no kernel, so a file without nvcc may do it.
template <class To, class T, int Rank, class Space>
array<T, Rank, To> bring(array<T, Rank, Space> const& x, source_location place) {
    return at_place(place, [&] { return transferred<To>(own_leaf(x)); });
}
/// The elements of a range as an array of a shape.
template <class To, host_range Range, int Rank>
auto bring(Range const& range, extents<Rank> const& shape, source_location place) {
    using T = canonical_t<range_element<Range>>;
    return at_place(place, [&] {
        require_transfer<To, host_space>();
        require_count("copy of a range", shape, static_cast<std::size_t>(range.size()));
        array<T, Rank, To> result(shape);
        transfer<To, host_space>::run_and_wait(result.storage().get(), result.data(), nullptr,
                                               range.data(), byte_count(result.size(), sizeof(T)));
        return result;
    });
}

/// The elements of a C array, or of nested braces, in a row.
template <class T, std::size_t... Size>
struct listed {
    T const* first;
    T const* data() const { return first; }
    std::size_t size() const { return (Size * ...); }
    static auto shape() {
        return extents<static_cast<int>(sizeof...(Size))>(static_cast<index_t>(Size)...);
    }
};
template <class T>
concept listed_element = !std::is_array_v<T> && !operand<T>;

}  // namespace detail

/// Copies host elements (an array, a view, an expression, or a contiguous range such as
/// std::vector) to the current device, on the current stream. The source may be changed when it
/// returns.
template <detail::operand X>
[[nodiscard]] auto to_device(X const& x, source_location place = source_location::current()) {
    return detail::bring<device_space>(x, place);
}
template <detail::host_range Range>
[[nodiscard]] auto to_device(Range const& range,
                             source_location place = source_location::current()) {
    return detail::bring<device_space>(range, extents<1>(static_cast<index_t>(range.size())),
                                       place);
}
/// The elements of a contiguous range, in C order, as a device array of a shape; shape_error where
/// it has another number of them.
template <detail::host_range Range, int Rank>
[[nodiscard]] auto to_device(Range const& range, extents<Rank> const& shape,
                             source_location place = source_location::current()) {
    return detail::bring<device_space>(range, shape, place);
}
/// The elements of a C array, or in braces: `to_device({1.0f, 2.0f})`, of rank 2 `to_device({{1,
/// 2}, {3, 4}})`.
template <detail::listed_element T, std::size_t Size>
[[nodiscard]] auto to_device(T const (&elements)[Size],
                             source_location place = source_location::current()) {
    detail::listed<T, Size> const all{elements};
    return detail::bring<device_space>(all, all.shape(), place);
}
template <detail::listed_element T, std::size_t Rows, std::size_t Columns>
[[nodiscard]] auto to_device(T const (&elements)[Rows][Columns],
                             source_location place = source_location::current()) {
    detail::listed<T, Rows, Columns> const all{elements[0]};
    return detail::bring<device_space>(all, all.shape(), place);
}
/// Copies the elements of an array, view or expression to the host. Waits for the work that makes
/// them. Arrays and views may be another device's than the current one.
template <detail::operand X>
[[nodiscard]] auto to_host(X const& x, source_location place = source_location::current()) {
    return detail::bring<host_space>(x, place);
}
/// A host array of a contiguous range's elements, or of its elements in C order in a shape; throws
/// shape_error where it has another number of them.
template <detail::host_range Range>
[[nodiscard]] auto to_host(Range const& range, source_location place = source_location::current()) {
    return detail::bring<host_space>(range, extents<1>(static_cast<index_t>(range.size())), place);
}
template <detail::host_range Range, int Rank>
[[nodiscard]] auto to_host(Range const& range, extents<Rank> const& shape,
                           source_location place = source_location::current()) {
    return detail::bring<host_space>(range, shape, place);
}
/// The elements of a C array, or in braces, as for to_device.
template <detail::listed_element T, std::size_t Size>
[[nodiscard]] auto to_host(T const (&elements)[Size],
                           source_location place = source_location::current()) {
    detail::listed<T, Size> const all{elements};
    return detail::bring<host_space>(all, all.shape(), place);
}
template <detail::listed_element T, std::size_t Rows, std::size_t Columns>
[[nodiscard]] auto to_host(T const (&elements)[Rows][Columns],
                           source_location place = source_location::current()) {
    detail::listed<T, Rows, Columns> const all{elements[0]};
    return detail::bring<host_space>(all, all.shape(), place);
}
/// Copies the elements to page-locked host memory. Waits for the work that makes them.
template <detail::operand X>
[[nodiscard]] auto to_pinned(X const& x, source_location place = source_location::current()) {
    return detail::bring<pinned_space>(x, place);
}

/// The same for code that has its space as a parameter: `to<Space>(x)` is to_device(x), to_host(x)
/// or to_pinned(x), and takes contiguous ranges and elements in braces for each of them.
template <class Space, detail::operand X>
auto to(X const& x, source_location place = source_location::current()) {
    return detail::bring<Space>(x, place);
}
template <class Space, detail::host_range Range>
auto to(Range const& range, source_location place = source_location::current()) {
    return detail::bring<Space>(range, extents<1>(static_cast<index_t>(range.size())), place);
}
template <class Space, detail::host_range Range, int Rank>
auto to(Range const& range, extents<Rank> const& shape,
        source_location place = source_location::current()) {
    return detail::bring<Space>(range, shape, place);
}
/// Elements in braces, as well.
template <class Space, detail::listed_element T, std::size_t Size>
auto to(T const (&elements)[Size], source_location place = source_location::current()) {
    detail::listed<T, Size> const all{elements};
    return detail::bring<Space>(all, all.shape(), place);
}
template <class Space, detail::listed_element T, std::size_t Rows, std::size_t Columns>
auto to(T const (&elements)[Rows][Columns], source_location place = source_location::current()) {
    detail::listed<T, Rows, Columns> const all{elements[0]};
    return detail::bring<Space>(all, all.shape(), place);
}

namespace detail {

template <class X>
inline constexpr bool is_owner = false;
template <class T, int Rank, class Space>
inline constexpr bool is_owner<array<T, Rank, Space>> = true;
template <class X>
inline constexpr bool is_owner<X const> = is_owner<X>;

inline bool on_two_devices(block const* a, block const* b) {
    return a && b && a->device != b->device;
}

template <class To, class From>
void copy_elements(To& to, From const& from, bool wait) {
    using T = typename To::value_type;
    using To_space = typename To::space;
    static_assert(std::is_same_v<T, value_of<From>>,
                  "twill: copy moves elements of one type; cast first");
    static_assert(!std::is_const_v<typename To::element_type>, "twill: this view may only be read");
    constexpr int rank = rank_of<To>;
    auto const source = own_leaf(from);
    using From_space = typename memory_space<From>::type;
    static_assert(rank_of<From> == rank, "twill: copy needs two arrays of the same rank");
    auto const target = own_leaf(to);
    if (source.layout.shape != target.layout.shape)
        raise<shape_error>("twill: copy: shape %s is copied to shape %s",
                           text_of(source.layout.shape).text, text_of(target.layout.shape).text);
    if (target.layout.shape.size() == 0)
        return;
    constexpr bool one_space =
        std::is_same_v<execution_space_t<To_space>, execution_space_t<From_space>>;
    constexpr bool devices = one_space && std::is_same_v<To_space, device_space>;
    // Both are contiguous: no kernel, so a file without nvcc may do it.
    constexpr bool owners = is_owner<To> && is_owner<From>;
    if constexpr (one_space && !(devices && owners)) {
        if (!on_two_devices(target.storage.get(), source.storage.get())) {
            typename memory<To_space>::visit const there(target.storage.get());
            return assign<To_space, strided>(target.storage, const_cast<T*>(target.data),
                                             target.layout, source, "copy");
        }
    }
    if constexpr (!one_space || devices) {
        require_transfer<To_space, From_space>();
        using move = transfer<To_space, From_space>;
        std::size_t const bytes = byte_count(source.layout.shape.size(), sizeof(T));
        auto send = [&](auto const& packed, block* storage, T* data) {
            if (wait && !devices)
                move::run_and_wait(storage, data, packed.storage.get(), packed.data, bytes);
            else if (data != packed.data)
                move::run(storage, data, packed.storage.get(), packed.data, bytes);
        };
        if constexpr (owners) {
            send(source, target.storage.get(), const_cast<T*>(target.data));
        } else {
            auto const packed = contiguous_leaf(source);
            if (is_contiguous(target.layout)) {
                send(packed, target.storage.get(), const_cast<T*>(target.data));
            } else {
                typename memory<To_space>::visit const there(target.storage.get());
                array<T, rank, To_space> staged(target.layout.shape);
                wait = true;
                send(packed, staged.storage().get(), staged.data());
                assign<To_space, strided>(target.storage, const_cast<T*>(target.data),
                                          target.layout, staged.expression(), "copy");
            }
        }
    }
}

}  // namespace detail

/// Copies the elements of `from` into the existing elements of `to`, in any two spaces, strided
/// views included. Shapes must be equal (shape_error). Waits until the host side may be read or
/// changed. Arrays and views may be of any two devices, whichever is current.
template <detail::array_like To, detail::operand From>
void copy(To&& to, From const& from, source_location place = source_location::current()) {
    detail::at_place(place, [&] { detail::copy_elements(to, from, true); });
}
/// An array of its own with the elements of `x`, in its space; an expression is evaluated.
template <detail::operand X>
[[nodiscard]] auto copy(X const& x, source_location place = source_location::current()) {
    return evaluate(x, place);
}
template <class To, class From>
    requires((detail::array_like<To> && detail::host_range<From>) ||
             (detail::host_range<To> && detail::array_like<From>))
void copy(To&&, From const&, source_location = source_location::current()) {
    static_assert(detail::always_false<To>,
                  "twill: copy takes arrays and views: a range is seen as one by "
                  "wrap<host_space>(range.data(), extents(range.size()))");
}
/// The same without waiting: between device and pinned memory, on the current stream. The pinned
/// elements may be read or changed after `synchronize()`; both arrays may be destroyed at once,
/// their memory is kept until the copy is done.
template <detail::array_like To, detail::array_like From>
void copy_async(To&& to, From const& from, source_location place = source_location::current()) {
    using T = typename std::remove_cvref_t<To>::space;
    using F = typename std::remove_cvref_t<From>::space;
    static_assert(!std::is_same_v<T, host_space> && !std::is_same_v<F, host_space>,
                  "twill: an asynchronous copy needs pinned host memory: twill::pinned_array");
    detail::at_place(place, [&] { detail::copy_elements(to, from, false); });
}

/// The value of a rank-0 array, view or expression, as a host scalar. On the device it copies and
/// waits.
template <detail::operand X>
    requires(detail::rank_of<X> == 0)
[[nodiscard]] auto item(X const& x, source_location place = source_location::current()) {
    using Space = typename detail::memory_space<X>::type;
    detail::require_some_space<Space>();
    return detail::at_place(place, [&] {
        detail::value_of<X> value;
        if constexpr (!std::is_same_v<Space, detail::no_space>) {
            auto const leaf = detail::own_leaf(x);
            detail::require_transfer<host_space, Space>();
            detail::transfer<host_space, Space>::run_and_wait(nullptr, &value, leaf.storage.get(),
                                                              leaf.data, sizeof(value));
        }
        return value;
    });
}
/// One element: `item(a, i, j)`. Throws index_error.
template <detail::operand X, class... I>
    requires(sizeof...(I) + 1 == detail::rank_of<X> && (std::is_integral_v<I> && ...))
[[nodiscard]] auto item(X const& x, detail::first_index first, I... rest) {
    auto const& node = detail::as_node(x);
    return item(detail::subscript(node, first, rest...), first.place);
}
template <detail::operand X, class... I>
    requires(sizeof...(I) != detail::rank_of<X> && (std::is_integral_v<I> && ...))
detail::value_of<X> item(X const&, I...) {
    static_assert(
        detail::always_false<X>,
        "twill: item reads one element: of rank 0, item(sum(a)), or at an index for every "
        "axis, item(m, i, j)");
    return {};
}
/// A host element is a value already: `item(a(i))` means the same on both spaces.
template <class T>
    requires detail::scalar<T> || std::is_enum_v<T> ||
             (std::is_class_v<T> && std::is_trivially_copyable_v<T> && !detail::operand<T> &&
              !detail::host_range<T>)
[[nodiscard]] constexpr T item(T const& value) {
    return value;
}

}  // namespace twill::inline v0
