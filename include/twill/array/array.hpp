// SPDX-License-Identifier: MIT
// The owner: an array of elements in one space.
#pragma once

#include "twill/array/construct.hpp"
#include "twill/array/view.hpp"

namespace twill::inline v0 {
namespace detail {

template <class T, int Rank, class Space>
    requires(Rank >= 1)
struct list_of<array<T, Rank, Space>> {
    using type = typename nested_list<T, Rank>::type;
};

}  // namespace detail

/// Owns its elements, contiguous in C order. Copying copies the elements, moving does not and
/// leaves an array without elements, which may be assigned to (reading one of rank 0 throws
/// value_error); views and expressions made from it hold its block and stay valid. `device_array`
/// and `host_array` are its names for users.
template <class T, int Rank, class Space>
class array : public detail::compound_operators<array<T, Rank, Space>>,
              public detail::owner_slices<array<T, Rank, Space>> {
    static_assert(detail::complete<T>,
                  "twill: the element type is only declared here: for complex<T> include "
                  "<twill/complex.hpp>, for float16 and bfloat16 <twill/half.hpp>");
    static_assert(
        std::disjunction_v<std::bool_constant<!detail::complete<T>>, std::is_trivially_copyable<T>>,
        "twill: elements must be trivially copyable");
    static_assert(!std::is_const_v<T>, "twill: an array owns mutable elements; use array<T> const");

public:
    using twill_array = void;
    using twill_owner = void;
    using element_type = T;
    using value_type = T;
    using space = Space;

    /// No elements; for rank 0 one element, uninitialised.
    array(source_location place = source_location::current()) : array(extents<Rank>(), place) {}
    /// Uninitialised elements. Throws shape_error and out_of_memory.
    explicit array(extents<Rank> const& shape, source_location place = source_location::current()) {
        detail::at_place(place,
                         [&] { reset(detail::allocate_for<T, Space>(shape.values, Rank), shape); });
    }
    /// The elements themselves, as nested lists: always data, never extents. Host memory only.
    array(typename detail::nested_list<T, Rank>::type list,
          source_location place = source_location::current())
        requires(Rank >= 1)
    {
        detail::refuse_lists_on_device<Space>();
        detail::at_place(place, [&] {
            auto const shape = detail::shape_of_list<Rank>(list);
            reset(detail::allocate_for<T, Space>(shape.values, Rank), shape);
            T* to = data();
            detail::copy_list(list, to, shape.values);
        });
    }
    /// Uninitialised elements, one size for every axis as std::vector's count: `m(rows, columns)`.
    /// In a function `array<T> a(extents(n));` declares a function; `array<T> a(n);` does not.
    /// Throws shape_error for a negative size, and out_of_memory.
    template <detail::count_type... Rest>
    explicit array(detail::first_size first, Rest... rest)
        : array(detail::shape_from<Rank>(first.value, rest...), first.place) {}
    // Numbers in braces are elements, never a size, also of 16-bit floats.
    template <detail::number_in_braces<T, Rank> U>
    explicit array(std::initializer_list<U> list,
                   source_location place = source_location::current())
        : array(extents<1>(static_cast<index_t>(list.size())), place) {
        detail::convert_list<Space>(list, data());
    }
    // Numbers in braces where nested lists are asked for: never a shape.
    array(std::initializer_list<detail::braced_number>)
        requires(Rank >= 2)
    {
        static_assert(detail::always_false<T>,
                      "twill: braces hold elements, as nested lists: {{1, 2}, {3, 4}}; sizes stand "
                      "in parentheses: m(rows, columns)");
    }
    /// Evaluates an expression in one kernel or one loop, or copies the elements of a view or of
    /// another array, into fresh memory: anything of this rank and space whose values convert
    /// without `cast`. Throws what the evaluation does, and out_of_memory.
    template <class X>
        requires(!std::is_same_v<X, array>) && detail::operand<X> && (detail::rank_of<X> == Rank)
    array(X const& value, source_location place = source_location::current()) {
        detail::require_same_space<Space, detail::space_of<X>>();
        detail::at_place(place,
                         [&] { take(detail::fresh_elements<T, Space>(detail::as_node(value))); });
    }
    template <detail::operand X>
        requires(detail::rank_of<X> != Rank)
    explicit array(X const&, source_location = source_location::current()) {
        static_assert(detail::always_false<X>,
                      "twill: the expression has another rank than the array it initialises");
    }
    // For the library: takes over fresh memory.
    array(detail::adopt_t, leaf<T, Rank, Space, detail::dense>&& fresh) { take(std::move(fresh)); }
    /// Copies a contiguous range (std::span, std::vector, std::array) into a host array of rank 1.
    template <detail::host_range Range>
    explicit array(Range const& range, source_location place = source_location::current())
        : array(detail::range_shape<Rank>(range), place) {
        using Element = detail::range_element<Range>;
        static_assert(!std::is_same_v<Space, device_space>,
                      "twill: copying host data to the device is a named call: to_device(range)");
        static_assert(Rank == 1,
                      "twill: a range has one axis: say the shape, as in "
                      "to<host_space>(range, extents(rows, columns))");
        static_assert(
            std::is_same_v<detail::canonical_t<Element>, detail::canonical_t<T>>,
            "twill: the range's elements have another type than the array's: make an array of the "
            "range's type first and convert that, as in cast<float>(host_array<double>(range))");
        if constexpr (std::is_convertible_v<Element, T>)
            for (index_t i = 0; i < size(); ++i)
                data()[i] = static_cast<T>(range.data()[i]);
    }

    /// Copies the elements; on the device on the current stream, without synchronising.
    array(array const& other, source_location place = source_location::current()) {
        detail::require_memory<Space>();
        detail::at_place(
            place, [&] { reset(detail::memory<Space>::clone(other.storage_), other.shape_); });
    }
    array(array&& other) noexcept
        : storage_(std::move(other.storage_)),
          data_(std::exchange(other.data_, nullptr)),
          shape_(std::exchange(other.shape_, {})) {}
    // Copy and move assignment are templates, so that `c = a + b` is no conversion to an array that
    // is then moved: it must reach the operator below, which knows its place.
    array& operator=(array const&)
        requires(detail::always_false<T>)
    = delete;
    template <class A>
        requires std::is_same_v<std::remove_cvref_t<A>, array>
    array& operator=(A&& other) & noexcept(std::is_same_v<A, array>) {
        if (static_cast<void const*>(&other) == this)
            return *this;
        if constexpr (std::is_same_v<A, array>) {
            array fresh(std::forward<A>(other));
            swap(*this, fresh);
        } else {
            // Members of a user's class are copied by this very signature, which has no place.
            detail::without_place("in array = array; array = evaluate(array) names its line",
                                  [&] { assign_copy(other); });
        }
        return *this;
    }
    ~array() = default;

    /// Evaluates an expression and takes its shape; a scalar fills the elements there are; nested
    /// lists are the elements themselves. The block is reused where its size fits and nobody else
    /// holds it. Throws before anything is changed; where a user's function throws on the host
    /// (`a = map(f, b)`) the array keeps its elements.
    array& operator=(detail::source<array, detail::plain_assignment> value) & {
        value.apply_to(*this);
        return *this;
    }
    template <class V>
        requires detail::operand_or_scalar<V>
    array& operator=(V const&) && {
        return detail::refuse_to_keep<V>(*this);
    }

    static constexpr int rank() { return Rank; }
    extents<Rank> const& shape() const noexcept { return shape_; }
    index_t extent(int axis, source_location place = source_location::current()) const {
        return shape_[detail::normalise_axis(axis, Rank, {"extent", place})];
    }
    index_t size() const noexcept { return data_ || Rank > 0 ? shape_.size() : 0; }
    bool empty() const noexcept { return size() == 0; }
    /// How many elements lie between two neighbours along an axis.
    index_t stride(int axis, source_location place = source_location::current()) const {
        return detail::contiguous(shape_)
            .stride[detail::normalise_axis(axis, Rank, {"stride", place})];
    }
    std::size_t nbytes() const noexcept { return static_cast<std::size_t>(size()) * sizeof(T); }
    /// The index of the device that holds the elements; -1 for host and pinned memory, and for an
    /// array that was moved from.
    int device() const noexcept { return storage_ ? storage_.get()->device : -1; }
    T* data() noexcept { return data_; }
    T const* data() const noexcept { return data_; }

    /// Host elements of an array of rank 1 (or 0); elements() has those of any rank.
    T* begin() & noexcept {
        detail::require_one_axis<Rank>();
        return host_elements();
    }
    T* end() & noexcept { return begin() + size(); }
    T const* begin() const& noexcept { return const_cast<array&>(*this).begin(); }
    T const* end() const& noexcept { return begin() + size(); }
    void begin() const&& = delete;  // they would outlive the elements
    void end() const&& = delete;
    /// All host elements in C order, as a range with begin(), end(), data(), size() and []. That of
    /// an array without a name, `for (float x : evaluate(a * 2).elements())`, holds the block.
    detail::element_range<T> elements() & noexcept { return {host_elements(), size()}; }
    detail::element_range<T const> elements() const& noexcept { return {host_elements(), size()}; }
    detail::held_elements<T> elements() && noexcept { return {storage_, host_elements(), size()}; }
    detail::held_elements<T const> elements() const&& noexcept {
        return {storage_, host_elements(), size()};
    }

    /// For the user's own kernels, launched on the stream that the array was last used on.
    array_ref<T, Rank> ref() noexcept { return {data_, detail::contiguous(shape_)}; }
    array_ref<T const, Rank> ref() const noexcept { return {data_, detail::contiguous(shape_)}; }

    using detail::owner_slices<array>::operator();
    /// A slice, as NumPy's: integers, slices, full_extent, newaxis, ellipsis; missing ones mean the
    /// whole axis. On the host an integer for every axis gives the element itself. Throws
    /// index_error and value_error.
    template <detail::axis_index... I>
    decltype(auto) operator()(detail::first_index first, I const&... rest) {
        if constexpr (detail::names_element<Rank, Space, I...>)
            return (data_[detail::element_offset(shape_, first, rest...)]);
        else
            return known_whole()(first, rest...);
    }
    template <detail::axis_index... I>
    decltype(auto) operator()(detail::first_index first, I const&... rest) const {
        if constexpr (detail::names_element<Rank, Space, I...>)
            return (std::as_const(data_[detail::element_offset(shape_, first, rest...)]));
        else
            return known_whole()(first, rest...);
    }
    decltype(auto) operator()() { return whole()(); }
    decltype(auto) operator()() const { return whole()(); }
    /// The element at an index of a rank-1 host array; throws index_error.
    T& operator[](detail::first_index index)
        requires(Rank == 1)
    {
        return host_elements()[detail::element_offset(shape_, index)];
    }
    T const& operator[](detail::first_index index) const
        requires(Rank == 1)
    {
        return host_elements()[detail::element_offset(shape_, index)];
    }
    template <class I>
        requires detail::no_bracket<I, Rank>
    detail::in_brackets<I, Rank, array&, view<T, Rank - 1, Space>> operator[](I const& i) const {
        return detail::refuse_brackets<decltype((*this)[i])>(const_cast<array&>(*this), i);
    }
    /// Functions of views take arrays: `void f(host_view<float const> v)`. It holds the block.
    operator view<T, Rank, Space>() { return whole(); }
    operator view<T const, Rank, Space>() const { return whole(); }

    /// A rank-0 array is not a number by itself: reading it is a copy.
    template <detail::scalar U>
        requires(Rank == 0)
    operator U() const {
        static_assert(detail::always_false<U>,
                      "twill: reading the value needs a named copy: twill::item(x); into an "
                      "element of an array, on both spaces: y(slice(i, i + 1)) = x");
        return U{};
    }

    friend void swap(array& a, array& b) noexcept {
        std::swap(a.storage_, b.storage_);
        std::swap(a.data_, b.data_);
        std::swap(a.shape_, b.shape_);
    }

    // For the library.
    leaf<T, Rank, Space, detail::dense> expression() const {
        return {storage_, data_, detail::contiguous(shape_)};
    }
    view<T, Rank, Space> whole() { return known_whole(); }
    view<T const, Rank, Space> whole() const { return known_whole(); }
    template <int Out, class Axes>
    auto through(detail::mapping<Rank, Out, Axes> const& map) {
        return known_whole().through(map);
    }
    template <int Out, class Axes>
    auto through(detail::mapping<Rank, Out, Axes> const& map) const {
        return known_whole().through(map);
    }
    template <int Out>
    auto reshaped(extents<Out> const& target) {
        return whole().reshaped(target);
    }
    template <int Out>
    auto reshaped(extents<Out> const& target) const {
        return whole().reshaped(target);
    }
    void assign_copy(array const& other) {
        if (other.data_ && data_ && other.shape_ == shape_ && storage_.use_count() == 1) {
            detail::require_transfer<Space, Space>();
            detail::transfer<Space, Space>::run(storage_.get(), data_, other.storage_.get(),
                                                other.data_, detail::byte_count(size(), sizeof(T)));
        } else {
            array fresh(other, detail::nowhere);
            swap(*this, fresh);
        }
    }
    template <class List>
    void assign_list(List const& list) {
        array fresh(list, detail::nowhere);
        swap(*this, fresh);
    }
    template <class E>
    void assign_value(E const& value) {
        if constexpr (detail::operand<E>) {
            auto const& x = detail::as_node(value);
            static_assert(detail::rank_of<E> == Rank,
                          "twill: an array takes the shape of what is assigned to it, so the ranks "
                          "must agree; to "
                          "broadcast into it write a(full_extent) = value");
            detail::require_same_space<Space, detail::space_of<E>>();
            detail::require_conversion<detail::value_of<E>, T>();
            constexpr bool may_stop = (detail::calls_user_code<detail::node_of<E>> ||
                                       detail::may_fault<detail::node_of<E>>) &&
                                      !std::is_same_v<Space, device_space>;
            if (detail::is_only_holder<T, Space>(x))
                return take(detail::fresh_elements<T, Space>(x));
            bool reuses = false;
            if constexpr (!may_stop) {
                auto const table = detail::operands_of(x);
                reuses = data_ && detail::may_reuse(storage_, table.rows, table.count);
                if (reuses && detail::assign_alike<Space>(storage_, data_, shape_, x, table))
                    return;
                reuses = reuses && x.shape() == shape_ && may_be_written(table.rows, table.count);
            }
            if (reuses)
                detail::assign<Space, detail::dense>(storage_, data_, detail::contiguous(shape_), x,
                                                     "assignment");
            else
                take(detail::evaluate_fresh<T, Space>(x));
        } else {
            if (Rank == 0 && !data_)
                reset(detail::allocate_for<T, Space>(shape_.values, Rank), shape_);
            assign_in_place(detail::value_node<T>(value), "assignment");
        }
    }
    template <class E>
    void assign_in_place(E const& value, char const* operation) {
        detail::require_same_space<Space, typename E::space>();
        if constexpr (detail::converts_silently<typename E::value_type, T>())
            if (detail::assign_alike<Space>(storage_, data_, shape_, value,
                                            detail::operands_of(value)))
                return;
        detail::assign<Space, detail::dense>(storage_, data_, detail::contiguous(shape_), value,
                                             operation);
    }
    void take(leaf<T, Rank, Space, detail::dense>&& fresh) {
        data_ = const_cast<T*>(fresh.data);
        shape_ = fresh.layout.shape;
        storage_ = std::move(fresh.storage);
    }
    void reset(detail::storage_ref&& storage, extents<Rank> const& shape) {
        // An array that was moved from has no block.
        data_ = storage ? static_cast<T*>(storage.get()->data) : nullptr;
        shape_ = shape;
        storage_ = std::move(storage);
    }
    detail::storage_ref const& storage() const noexcept { return storage_; }

private:
    friend detail::owner_slices<array>;
    /// A view whose type says how elements lie: what is made of it goes on knowing it.
    view<T, Rank, Space, detail::dense> known_whole() {
        require_element();
        return {storage_, data_, detail::contiguous(shape_)};
    }
    view<T const, Rank, Space, detail::dense> known_whole() const {
        require_element();
        return {storage_, data_, detail::contiguous(shape_)};
    }
    /// Of rank 0 an array that was moved from has not even an empty shape.
    void require_element() const {
        if (Rank == 0 && !data_)
            detail::raise_moved_from(detail::nowhere);
    }
    bool may_be_written(detail::operand_row const* rows, int count) const {
        auto const layout = detail::contiguous(shape_);
        return detail::may_be_read_while_written(rows, count,
                                                 detail::written_elements(storage_, data_, layout));
    }
    T* host_elements() const {
        detail::require_elements_here<Space>();
        return data_;
    }

    detail::storage_ref storage_;
    T* data_ = nullptr;
    extents<Rank> shape_;
};

/// `array y = x + 1.0f;`: of the expression's type and rank, in its operands' space.
template <detail::operand X>
    requires(!std::is_same_v<detail::space_of<X>, detail::no_space>)
array(X const&) -> array<detail::value_of<X>, detail::rank_of<X>, detail::space_of<X>>;

template <class T, int Rank = 1>
using host_array = array<T, Rank, host_space>;
template <class T, int Rank = 1>
using device_array = array<T, Rank, device_space>;
template <class T, int Rank = 1>
using pinned_array = array<T, Rank, pinned_space>;

}  // namespace twill::inline v0
