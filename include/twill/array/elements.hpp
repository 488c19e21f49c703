// SPDX-License-Identifier: MIT
// Host elements for loops and for the standard library's algorithms.
#pragma once

#include "twill/array/construct.hpp"
#include "twill/expr/protocol.hpp"
#include "twill/shape/slice.hpp"

namespace twill::inline v0::detail {

/// Random access to elements that lie a stride apart. <iterator> finds out for itself that it is a
/// random access iterator; including it here would cost nvcc more than half a second a file.
template <class T>
class strided_iterator {
public:
    using value_type = std::remove_const_t<T>;
    using difference_type = std::ptrdiff_t;

    strided_iterator() = default;
    strided_iterator(T* data, index_t stride, index_t position)
        : data_(data), stride_(stride), position_(position) {}
    template <class U>
        requires(!std::is_same_v<U, T> && std::is_same_v<U const, T>)
    strided_iterator(strided_iterator<U> const& other)
        : data_(other.data_), stride_(other.stride_), position_(other.position_) {}

    T& operator*() const { return data_[position_ * stride_]; }
    T* operator->() const { return data_ + position_ * stride_; }
    T& operator[](difference_type n) const { return data_[(position_ + n) * stride_]; }
    strided_iterator& operator++() { return *this += 1; }
    strided_iterator& operator--() { return *this += -1; }
    strided_iterator operator++(int) {
        auto const before = *this;
        ++*this;
        return before;
    }
    strided_iterator operator--(int) {
        auto const before = *this;
        --*this;
        return before;
    }
    strided_iterator& operator+=(difference_type n) {
        position_ += n;
        return *this;
    }
    strided_iterator& operator-=(difference_type n) { return *this += -n; }
    friend strided_iterator operator+(strided_iterator a, difference_type n) { return a += n; }
    friend strided_iterator operator+(difference_type n, strided_iterator a) { return a += n; }
    friend strided_iterator operator-(strided_iterator a, difference_type n) { return a -= n; }
    friend difference_type operator-(strided_iterator const& a, strided_iterator const& b) {
        return a.position_ - b.position_;
    }
    friend bool operator==(strided_iterator const& a, strided_iterator const& b) {
        return a.position_ == b.position_;
    }
    friend bool operator<(strided_iterator const& a, strided_iterator const& b) {
        return a.position_ < b.position_;
    }
    friend bool operator>(strided_iterator const& a, strided_iterator const& b) { return b < a; }
    friend bool operator<=(strided_iterator const& a, strided_iterator const& b) {
        return !(b < a);
    }
    friend bool operator>=(strided_iterator const& a, strided_iterator const& b) {
        return !(a < b);
    }

private:
    template <class>
    friend class strided_iterator;

    T* data_ = nullptr;
    index_t stride_ = 0;
    index_t position_ = 0;
};

/// A contiguous range.
template <class T>
class element_range {
public:
    element_range(T* data, index_t size) : data_(data), size_(size) {}
    T* data() const { return data_; }
    index_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    T* begin() const { return data_; }
    T* end() const { return data_ + size_; }
    T& operator[](index_t i) const { return data_[i]; }

private:
    T* data_;
    index_t size_;
};

/// The elements of an array that has no name: holds the block, so that
/// `for (auto x : evaluate(e).elements())` reads memory that is there.
template <class T>
class held_elements : public element_range<T> {
public:
    held_elements(storage_ref storage, T* data, index_t size)
        : element_range<T>(data, size), storage_(std::move(storage)) {}

private:
    storage_ref storage_;
};

/// What a loop over an array or a view of more than one axis gets instead of an iterator.
template <int Rank>
constexpr auto require_one_axis() {
    static_assert(
        Rank <= 1,
        "twill: a loop over an array of several axes: for rows write "
        "for (index_t i = 0; i < m.extent(0); ++i) with m(i), for all elements in C order of an "
        "array m.elements()");
}

// Gives the array back, so that nothing but the sentence is reported.
template <class I, class X>
auto refuse_range(X const& x) {
    static_assert(always_false<I>,
                  "twill: indices are an array: a(host_array<int>(indices)) of a std::vector, "
                  "a(to_device(indices)) on the device");
    return x;
}

/// The subscripts of an owner, but for those that begin with an integer.
template <class Array>
struct owner_slices {
    template <axis_index... I>
    auto operator()(first_slice first, I const&... rest) {
        return self().known_whole()(first, rest...);
    }
    template <axis_index... I>
    auto operator()(first_slice first, I const&... rest) const {
        return self().known_whole()(first, rest...);
    }
    template <axis_index... I>
    auto operator()(first_newaxis first, I const&... rest) {
        return self().known_whole()(first, rest...);
    }
    template <axis_index... I>
    auto operator()(first_newaxis first, I const&... rest) const {
        return self().known_whole()(first, rest...);
    }
    template <axis_index... I>
    auto operator()(first_ellipsis first, I const&... rest) {
        return self().known_whole()(first, rest...);
    }
    template <axis_index... I>
    auto operator()(first_ellipsis first, I const&... rest) const {
        return self().known_whole()(first, rest...);
    }

    /// Sets every element; `x = value` as a function.
    template <class S>
        requires scalar<S> || single_element<S, Array>
    void fill(S const& value, source_location place = source_location::current()) {
        at_place(place, [&] { self() = value; });
    }

    // What is not an array yet.
    template <host_range I>
    auto operator()(I const&) const {
        return refuse_range<I>(self().known_whole());
    }
    // A mask, or indices, in braces, beside arrays of the host.
    template <class B>
        requires std::is_same_v<B, bool>
    auto operator()(std::initializer_list<B> mask,
                    source_location place = source_location::current()) {
        return (*this)(array_beside<Array>(mask), place);
    }
    template <class B>
        requires std::is_same_v<B, bool>
    auto operator()(std::initializer_list<B> mask,
                    source_location place = source_location::current()) const {
        return (*this)(array_beside<Array>(mask), place);
    }
    auto operator()(std::initializer_list<index_t> i,
                    source_location place = source_location::current()) {
        return (*this)(array_beside<Array>(i), place);
    }
    auto operator()(std::initializer_list<index_t> i,
                    source_location place = source_location::current()) const {
        return (*this)(array_beside<Array>(i), place);
    }
    auto operator()(std::initializer_list<index_t> i, std::initializer_list<index_t> j,
                    source_location place = source_location::current()) {
        return (*this)(array_beside<Array>(i), array_beside<Array>(j), place);
    }
    auto operator()(std::initializer_list<index_t> i, std::initializer_list<index_t> j,
                    source_location place = source_location::current()) const {
        return (*this)(array_beside<Array>(i), array_beside<Array>(j), place);
    }
    auto operator()(first_slice i, std::initializer_list<index_t> j,
                    source_location place = source_location::current()) {
        return (*this)(i.value, array_beside<Array>(j), place);
    }
    template <axis_range J>
    auto operator()(std::initializer_list<index_t> i, J const& j,
                    source_location place = source_location::current()) {
        return self().known_whole()(i, j, place);
    }
    auto operator()(first_slice i, first_slice j, std::initializer_list<index_t> k,
                    source_location place = source_location::current()) {
        return self().known_whole()(i, j, k, place);
    }
    template <axis_range J, axis_range K>
    auto operator()(std::initializer_list<index_t> i, J const& j, K const& k,
                    source_location place = source_location::current()) {
        return self().known_whole()(i, j, k, place);
    }
    auto operator()(first_slice i, std::initializer_list<index_t> j,
                    source_location place = source_location::current()) const {
        return (*this)(i.value, array_beside<Array>(j), place);
    }
    template <axis_range J>
    auto operator()(std::initializer_list<index_t> i, J const& j,
                    source_location place = source_location::current()) const {
        return self().known_whole()(i, j, place);
    }
    auto operator()(first_slice i, first_slice j, std::initializer_list<index_t> k,
                    source_location place = source_location::current()) const {
        return self().known_whole()(i, j, k, place);
    }
    template <axis_range J, axis_range K>
    auto operator()(std::initializer_list<index_t> i, J const& j, K const& k,
                    source_location place = source_location::current()) const {
        return self().known_whole()(i, j, k, place);
    }
    auto operator()(first_index i, std::initializer_list<index_t> j,
                    source_location place = source_location::current()) {
        return self().known_whole()(i, j, place);
    }
    auto operator()(std::initializer_list<index_t> i, first_index j,
                    source_location place = source_location::current()) {
        return self().known_whole()(i, j, place);
    }
    template <axis_index I>
    auto operator()(I const& i, std::initializer_list<index_t> j, std::initializer_list<index_t> k,
                    source_location place = source_location::current()) {
        return self().known_whole()(i, j, k, place);
    }
    auto operator()(first_index i, std::initializer_list<index_t> j,
                    source_location place = source_location::current()) const {
        return self().known_whole()(i, j, place);
    }
    auto operator()(std::initializer_list<index_t> i, first_index j,
                    source_location place = source_location::current()) const {
        return self().known_whole()(i, j, place);
    }
    template <axis_index I>
    auto operator()(I const& i, std::initializer_list<index_t> j, std::initializer_list<index_t> k,
                    source_location place = source_location::current()) const {
        return self().known_whole()(i, j, k, place);
    }
    // Elements chosen by index arrays or a mask, see <twill/index.hpp>.
    template <subscript_operand I>
    auto operator()(I const& i, source_location place = source_location::current()) {
        return at_place(place, [&] { return elements_at(0, self().known_whole(), i); });
    }
    template <class I, class J>
        requires any_operand<I, J>
    auto operator()(I const& i, J const& j, source_location place = source_location::current()) {
        return at_place(place, [&] { return elements_at(0, self().known_whole(), i, j); });
    }
    template <class... I>
        requires(sizeof...(I) > 2 && any_operand<I...>)
    auto operator()(I const&... i) {
        return elements_at(0, self().known_whole(), i...);
    }
    template <subscript_operand I>
    auto operator()(I const& i, source_location place = source_location::current()) const {
        return at_place(place, [&] { return elements_at(0, self().known_whole(), i); });
    }
    template <class I, class J>
        requires any_operand<I, J>
    auto operator()(I const& i, J const& j,
                    source_location place = source_location::current()) const {
        return at_place(place, [&] { return elements_at(0, self().known_whole(), i, j); });
    }
    template <class... I>
        requires(sizeof...(I) > 2 && any_operand<I...>)
    auto operator()(I const&... i) const {
        return elements_at(0, self().known_whole(), i...);
    }

private:
    Array& self() { return static_cast<Array&>(*this); }
    Array const& self() const { return static_cast<Array const&>(*this); }
};

/// What stands between brackets by mistake: anything beside an array of several axes, and beside
/// one of one axis what is no integer.
template <class I, int Rank>
concept no_bracket = Rank != 1 || operand<I> || (axis_index<I> && !is_position<I>);
/// What a refusal gives back, so that nothing but the sentence is reported: of m[i] row i, else the
/// array.
template <class I, int Rank, class Array, class Row>
using in_brackets = std::conditional_t<(Rank > 1 && is_position<I>), Row, Array>;
template <class Result, class I, class Array>
constexpr Result refuse_brackets(Array& x, I const& i) {
    constexpr bool is_element = is_position<I> || std::is_floating_point_v<I>;
    static_assert(is_element,
                  "twill: [] takes an integer: indices, masks and slices stand in parentheses, as "
                  "in a(i), a(a > 0), a(slice(1, 3))");
    static_assert(!is_element || always_false<I>,
                  "twill: [] is for arrays of one axis: m(i) is row i, m(i, j) an element");
    if constexpr (std::is_same_v<std::remove_cvref_t<Result>, std::remove_cvref_t<Array>>)
        return x;
    else
        return x(i);
}

}  // namespace twill::inline v0::detail
