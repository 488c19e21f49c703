// SPDX-License-Identifier: MIT
// Views: a strided window into a block that it holds.
#pragma once

#include "twill/array/construct.hpp"
#include "twill/array/elements.hpp"
#include "twill/array/ref.hpp"
#include "twill/array/source.hpp"
#include "twill/expr/operators.hpp"
#include "twill/expr/views.hpp"

namespace twill::inline v0 {
template <class T, int Rank, class Space, class Lie>
class view;

namespace detail {

/// Whether an integer and `Rest` give one element of host memory.
template <int Rank, class Space, class... Rest>
inline constexpr bool names_element = sizeof...(Rest) + 1 == Rank && (is_position<Rest> && ...) &&
                                      !std::is_same_v<Space, device_space>;

template <class T, int Rank, class Space, class Lie>
    requires(Rank >= 1)
struct list_of<view<T, Rank, Space, Lie>> {
    using type = typename nested_list<std::remove_const_t<T>, Rank>::type;
};

}  // namespace detail

/// A window into an array's elements: a slice, a transpose, a reshape. Copying or moving a view
/// never copies elements and leaves the other as it was; assigning to one writes through it (`v =
/// w` copies the elements, it never rebinds). It holds the block, so it stays valid after the array
/// is gone. What an algorithm moves it moves by `=`, so that a std::vector of views is not a place
/// to sort them or to erase one: that writes the elements (std::swap loses some of them; `swap(v,
/// w)` exchanges them). `view<T const, ...>` may only be read. `Lie` is what is known of how its
/// elements lie; every view converts to one of which nothing is.
template <class T, int Rank, class Space, class Lie = detail::strided>
class view : public detail::compound_operators<view<T, Rank, Space, Lie>> {
public:
    using twill_array = void;
    using element_type = T;
    using value_type = std::remove_const_t<T>;
    using space = Space;

    view(detail::storage_ref storage, T* data, detail::layout<Rank> const& layout) noexcept
        : storage_(std::move(storage)), data_(data), layout_(layout) {}
    // Moving copies: nobody can be left with a pointer into a block that he does not hold.
    view(view const&) noexcept = default;
    /// A view that may be written is one that may be read.
    template <class U, class Known>
        requires((std::is_same_v<U, T> || std::is_same_v<U const, T>) &&
                 (std::is_same_v<Lie, Known> || std::is_same_v<Lie, detail::strided>) &&
                 !std::is_same_v<view<U, Rank, Space, Known>, view>)
    view(view<U, Rank, Space, Known> const& other) noexcept
        : storage_(other.storage()), data_(other.data()), layout_(other.layout()) {}
    /// So are elements that repeat, as broadcast_to gives.
    template <class Known>
        requires(std::is_const_v<T> && std::is_same_v<Lie, detail::strided>)
    view(leaf<value_type, Rank, Space, Known> const& other) noexcept
        : storage_(other.storage), data_(other.data), layout_(other.layout) {}

    // Assigning a view copies elements as any other operand does: by the operator below, which
    // knows its place.
    view& operator=(view const&)
        requires(detail::always_false<T>)
    = delete;
    /// Evaluates an operand, a scalar or nested lists into the elements; it broadcasts to this
    /// shape or throws shape_error. Runs on the current stream; copies through a temporary only
    /// where operands overlap inexactly. Where a user's function throws on the host (`v = map(f,
    /// a)`) each element is either its old value or the new one; so it is after an index out of
    /// range, of which an element is read as T{}.
    view& operator=(detail::source<view, detail::plain_assignment> value) {
        value.apply_to(*this);
        return *this;
    }

    static constexpr int rank() { return Rank; }
    extents<Rank> const& shape() const noexcept { return layout_.shape; }
    index_t extent(int axis, source_location place = source_location::current()) const {
        return layout_.shape[detail::normalise_axis(axis, Rank, {"extent", place})];
    }
    index_t stride(int axis, source_location place = source_location::current()) const {
        return layout_.stride[detail::normalise_axis(axis, Rank, {"stride", place})];
    }
    index_t size() const noexcept { return layout_.shape.size(); }
    bool empty() const noexcept { return size() == 0; }
    std::size_t nbytes() const noexcept { return static_cast<std::size_t>(size()) * sizeof(T); }
    /// The index of the device that holds the elements; -1 for host and pinned memory, and for
    /// memory of the user's own.
    int device() const noexcept { return storage_ ? storage_.get()->device : -1; }
    /// The first element. Device work that is still running on the current stream may be writing
    /// it.
    T* data() const noexcept { return data_; }
    bool is_contiguous() const noexcept { return detail::is_contiguous(layout_); }

    /// For the user's own kernels.
    array_ref<T, Rank> ref() const noexcept { return {data_, layout_}; }

    /// A slice, as NumPy's: integers, slices, full_extent, newaxis; missing ones mean the whole
    /// axis. On the host an integer for every axis gives the element itself. Throws index_error and
    /// value_error.
    template <detail::axis_index... I>
    decltype(auto) operator()(detail::first_index first, I const&... rest) const {
        if constexpr (detail::names_element<Rank, Space, I...>)
            return (data_[detail::element_offset(layout_, first, rest...)]);
        else
            return through(detail::index_mapping(layout_.shape, first, rest...));
    }
    template <detail::axis_index... I>
    auto operator()(detail::first_slice first, I const&... rest) const {
        return through(detail::index_mapping(layout_.shape, first, rest...));
    }
    template <detail::axis_index... I>
    auto operator()(detail::first_newaxis first, I const&... rest) const {
        return through(detail::index_mapping(layout_.shape, first, rest...));
    }
    template <detail::axis_index... I>
    auto operator()(detail::first_ellipsis first, I const&... rest) const {
        return through(detail::index_mapping(layout_.shape, first, rest...));
    }
    decltype(auto) operator()() const {
        if constexpr (Rank == 0 && !std::is_same_v<Space, device_space>)
            return (*data_);
        else
            return view(*this);
    }

    /// The element at an index of a host view of rank 1; throws index_error.
    T& operator[](detail::first_index index) const
        requires(Rank == 1)
    {
        require_host();
        return data_[detail::element_offset(layout_, index)];
    }
    template <class I>
        requires detail::no_bracket<I, Rank>
    detail::in_brackets<I, Rank, view, view<T, Rank - 1, Space>> operator[](I const& i) const {
        return detail::refuse_brackets<decltype((*this)[i])>(*this, i);
    }
    /// Sets every element; `x = value` as a function.
    template <class S>
        requires(!std::is_const_v<T> && (detail::scalar<S> || detail::single_element<S, view>))
    void fill(S const& value, source_location place = source_location::current()) const {
        detail::at_place(place, [&] { view(*this) = value; });
    }

    // What is not an array yet.
    template <detail::host_range I>
    auto operator()(I const&) const {
        return detail::refuse_range<I>(*this);
    }
    // A mask, or indices, in braces, beside views of the host.
    template <class B>
        requires std::is_same_v<B, bool>
    auto operator()(std::initializer_list<B> mask,
                    source_location place = source_location::current()) const {
        return (*this)(detail::array_beside<view>(mask), place);
    }
    auto operator()(std::initializer_list<index_t> i,
                    source_location place = source_location::current()) const {
        return (*this)(detail::array_beside<view>(i), place);
    }
    auto operator()(std::initializer_list<index_t> i, std::initializer_list<index_t> j,
                    source_location place = source_location::current()) const {
        return (*this)(detail::array_beside<view>(i), detail::array_beside<view>(j), place);
    }
    auto operator()(detail::first_slice i, std::initializer_list<index_t> j,
                    source_location place = source_location::current()) const {
        return (*this)(i.value, detail::array_beside<view>(j), place);
    }
    template <detail::axis_range J>
    auto operator()(std::initializer_list<index_t> i, J const& j,
                    source_location place = source_location::current()) const {
        return (*this)(detail::array_beside<view>(i), j, place);
    }
    auto operator()(detail::first_slice i, detail::first_slice j, std::initializer_list<index_t> k,
                    source_location place = source_location::current()) const {
        return detail::at_place(
            place, [&] { return (*this)(i.value, j.value, detail::array_beside<view>(k)); });
    }
    template <detail::axis_range J, detail::axis_range K>
    auto operator()(std::initializer_list<index_t> i, J const& j, K const& k,
                    source_location place = source_location::current()) const {
        return detail::at_place(place,
                                [&] { return (*this)(detail::array_beside<view>(i), j, k); });
    }
    auto operator()(detail::first_index i, std::initializer_list<index_t> j,
                    source_location place = source_location::current()) const {
        return (*this)(i.value, detail::array_beside<view>(j), place);
    }
    auto operator()(std::initializer_list<index_t> i, detail::first_index j,
                    source_location place = source_location::current()) const {
        return (*this)(detail::array_beside<view>(i), j.value, place);
    }
    template <detail::axis_index I>
    auto operator()(I const& i, std::initializer_list<index_t> j, std::initializer_list<index_t> k,
                    source_location place = source_location::current()) const {
        return detail::at_place(place, [&] {
            return (*this)(i, detail::array_beside<view>(j), detail::array_beside<view>(k));
        });
    }
    /// Elements chosen by index arrays or a mask, see <twill/index.hpp>.
    template <detail::subscript_operand I>
    auto operator()(I const& i, source_location place = source_location::current()) const {
        return detail::at_place(place, [&] { return elements_at(0, *this, i); });
    }
    template <class I, class J>
        requires detail::any_operand<I, J>
    auto operator()(I const& i, J const& j,
                    source_location place = source_location::current()) const {
        return detail::at_place(place, [&] { return elements_at(0, *this, i, j); });
    }
    template <class... I>
        requires(sizeof...(I) > 2 && detail::any_operand<I...>)
    auto operator()(I const&... i) const {
        return elements_at(0, *this, i...);
    }
    /// The elements of a host view of rank 1 (or 0).
    detail::strided_iterator<T> begin() const { return element_at(0); }
    detail::strided_iterator<T> end() const { return element_at(size()); }

    /// A rank-0 view is not a number by itself: reading it is a copy.
    template <detail::scalar U>
        requires(Rank == 0)
    operator U() const {
        static_assert(detail::always_false<U>,
                      "twill: reading an element needs a named copy: twill::item(a(i)) or "
                      "twill::item(sum(a))");
        return U{};
    }

    // For the library.
    detail::storage_ref const& storage() const noexcept { return storage_; }
    detail::layout<Rank> const& layout() const noexcept { return layout_; }
    leaf<value_type, Rank, Space, Lie> expression() const { return {storage_, data_, layout_}; }
    template <int Out, class Axes>
    view<T, Out, Space, typename detail::mapped_lie<Lie, Rank, Rank, Out, Axes>::type> through(
        detail::mapping<Rank, Out, Axes> const& map) const {
        index_t offset = 0;
        auto const mapped = detail::map_layout(layout_, map, offset);
        return {storage_, data_ + offset, mapped};
    }
    template <int Out>
    view<T, Out, Space> reshaped(extents<Out> const& shape) const {
        detail::layout<Out> result{shape, {}};
        if (!detail::reshape_strides(layout_.shape.values, layout_.stride.values, Rank,
                                     shape.values, Out, result.stride.values))
            detail::raise<shape_error>(
                "twill: reshape: a view of shape %s with these strides has no view of shape %s; "
                "copy it first: reshape(evaluate(x), shape)",
                detail::text_of(layout_.shape).text, detail::text_of(shape).text);
        return {storage_, data_, result};
    }
    template <class List>
    void assign_list(List const& list) {
        constexpr bool on_device = std::is_same_v<Space, device_space>;
        static_assert(!std::is_const_v<T>, "twill: this view may only be read");
        static_assert(!on_device,
                      "twill: elements of a device array are written by a named copy: "
                      "v = to_device(host_array<T>{...})");
        if constexpr (!std::is_const_v<T> && !on_device) {
            extents<Rank> shape;
            detail::list_shape(list, shape.values);
            auto storage = detail::allocate_for<T, Space>(shape.values, Rank);
            T* to = storage ? static_cast<T*>(storage.get()->data) : nullptr;
            T const* const first = to;
            detail::copy_list(list, to, shape.values);
            assign_value(leaf<T, Rank, Space, detail::dense>(std::move(storage), first,
                                                             detail::contiguous(shape)));
        }
    }
    template <class E>
    void assign_value(E const& value) {
        assign_in_place(detail::value_node<value_type>(value), "assignment");
    }
    template <class E>
    void assign_in_place(E const& value, char const* operation) {
        static_assert(!std::is_const_v<T>, "twill: this view may only be read");
        detail::require_same_space<Space, typename E::space>();
        detail::assign<Space, Lie>(storage_, data_, layout_, value, operation);
    }

private:
    static constexpr void require_host() {
        static_assert(!std::is_same_v<Space, device_space>,
                      "twill: the elements of a device array are not on the host: copy them with "
                      "to_host(a), or one of them with item(a(i))");
    }
    detail::strided_iterator<T> element_at(index_t i) const {
        require_host();
        detail::require_one_axis<Rank>();
        return {data_, Rank == 0 ? 1 : layout_.stride[0], i};
    }

    detail::storage_ref storage_;
    T* data_;
    detail::layout<Rank> layout_;
};

/// Exchanges the elements of two views of one shape (shape_error), `swap(m(0), m(1))`; it never
/// rebinds. Through a copy of the first, which is then assigned to the second: of views that
/// overlap the second has what it should. Runs on the current stream.
template <class T, int Rank, class Space, class A, class B>
void swap(view<T, Rank, Space, A> const& a, view<T, Rank, Space, B> const& b,
          source_location place = source_location::current()) {
    detail::at_place(place, [&] {
        if (!(a.shape() == b.shape()))
            detail::raise<shape_error>("twill: swap: views of shapes %s and %s",
                                       detail::text_of(a.shape()).text,
                                       detail::text_of(b.shape()).text);
        auto first = a;
        auto second = b;
        auto const kept = detail::evaluate_fresh<std::remove_const_t<T>, Space>(a.expression());
        first.assign_value(b);
        second.assign_value(kept);
    });
}
/// With those of an array, which goes on having its own memory: `swap(m(0), v)`.
template <class T, int Rank, class Space, class Lie>
void swap(view<T, Rank, Space, Lie> const& a, array<T, Rank, Space>& b,
          source_location place = source_location::current()) {
    swap(a, b.whole(), place);
}
template <class T, int Rank, class Space, class Lie>
void swap(array<T, Rank, Space>& a, view<T, Rank, Space, Lie> const& b,
          source_location place = source_location::current()) {
    swap(a.whole(), b, place);
}
// Nearer than std::swap.
template <class T, int Rank, class Space, class Lie>
void swap(view<T, Rank, Space, Lie>& a, view<T, Rank, Space, Lie>& b,
          source_location place = source_location::current()) {
    swap(std::as_const(a), std::as_const(b), place);
}

/// What a function over existing elements takes: `float sum_of(host_view<float const> v)` is called
/// with an array, a view or a slice; nothing is copied.
template <class T, int Rank = 1>
using host_view = view<T, Rank, host_space>;
template <class T, int Rank = 1>
using device_view = view<T, Rank, device_space>;

}  // namespace twill::inline v0
