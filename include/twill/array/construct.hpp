// SPDX-License-Identifier: MIT
// What an owner is made from: nested lists, sizes, ranges of another library.
#pragma once

#include <initializer_list>

#include "twill/eval/run.hpp"
#include "twill/expr/build.hpp"
#include "twill/shape/extents.hpp"

namespace twill::inline v0 {
template <class T, int Rank, class Space>
class array;

namespace detail {

struct adopt_t {};

template <class Space>
constexpr void refuse_braces_on_device() {
    static_assert(!std::is_same_v<Space, device_space>,
                  "twill: values in braces stand beside operands of the host; on the device they "
                  "are an array, to_device(host_array<T>{...})");
}
/// Values in braces beside an operand X, as an array of the host.
template <class X, class T>
array<T, 1, host_space> array_beside(std::initializer_list<T> values) {
    refuse_braces_on_device<space_of<X>>();
    return array<T, 1, host_space>(values);
}

/// The type of numbers V in braces beside elements T, which formulas have both of: that of the
/// elements where these are no integers, as of a scalar, and beside integers int64 or float64, as
/// of NumPy's lists: weights 1, 1, 1 of uint8 pixels add up to more than 255.
template <class T, class V>
using braced_t = std::conditional_t<
    !is_integer<T>, T,
    std::conditional_t<is_floating<V>, double,
                       std::conditional_t<std::is_same_v<T, std::uint64_t>, T, std::int64_t>>>;
/// What numbers of several types in one list are taken as.
template <class X>
using braced_mixed_of = braced_t<value_of<X>, value_of<X>>;
/// Numbers of one other type, which are converted.
template <class V, class X>
concept braced_beside =
    !std::is_same_v<V, braced_mixed_of<X>> && !std::is_same_v<V, std::uint64_t> &&
    (is_floating<V> || (is_integer<V> && !std::is_same_v<value_of<X>, std::uint64_t>)) &&
    (is_integer<value_of<X>> || is_floating<value_of<X>> || is_complex<value_of<X>>);
template <class X, class V>
auto numbers_beside(std::initializer_list<V> values) {
    using T = braced_t<value_of<X>, V>;
    refuse_braces_on_device<space_of<X>>();
    array<T, 1, host_space> result(extents<1>(static_cast<index_t>(values.size())));
    T* to = result.data();
    for (V const& value : values)
        *to++ = static_cast<T>(value);
    return result;
}

/// Whether a node is all of a block that nobody else holds: what a step left behind.
template <class T, class Space, class E>
bool is_only_holder([[maybe_unused]] E const& x) {
    if constexpr (std::is_same_v<E, leaf<T, E::rank, Space, dense>>)
        return x.storage && x.storage.use_count() == 1 && x.data == x.storage.get()->data;
    else
        return false;
}
/// The elements of a node in memory that nobody else holds.
template <class T, class Space, class E>
leaf<T, E::rank, Space, dense> fresh_elements(E const& x) {
    if constexpr (std::is_same_v<E, leaf<T, E::rank, Space, dense>>)
        if (is_only_holder<T, Space>(x))
            return x;
    return evaluate_fresh<T, Space>(x);
}

/// Nested initialiser lists of a rank.
template <class T, int Rank>
struct nested_list {
    using type = std::initializer_list<typename nested_list<T, Rank - 1>::type>;
};
template <class T>
struct nested_list<T, 1> {
    using type = std::initializer_list<T>;
};
template <class T>
struct nested_list<T, 0> {
    using type = T;
};

template <class List>
void list_shape(List const& list, index_t* extent) {
    *extent = static_cast<index_t>(list.size());
    if constexpr (requires { list.begin()->size(); })
        if (list.size() != 0)
            list_shape(*list.begin(), extent + 1);
}
/// As the first entries tell; copy_list() throws where others are longer or shorter.
template <int Rank, class List>
extents<Rank> shape_of_list(List const& list) {
    extents<Rank> shape;
    list_shape(list, shape.values);
    return shape;
}
template <class T, class List>
void copy_list(List const& list, T*& to, index_t const* extent) {
    if (static_cast<index_t>(list.size()) != *extent)
        raise<shape_error>("twill: nested lists of different lengths: %lld and %zu",
                           static_cast<long long>(*extent), list.size());
    for (auto const& entry : list) {
        if constexpr (requires { entry.size(); })
            copy_list(entry, to, extent + 1);
        else
            *to++ = entry;
    }
}

/// Numbers in braces, of which 16-bit floats are made: they are none by themselves.
template <class U, class T, int Rank>
concept number_in_braces =
    Rank == 1 && std::is_arithmetic_v<U> && is_floating<T> && !std::is_arithmetic_v<T>;

template <class Space>
constexpr void refuse_lists_on_device() {
    static_assert(!std::is_same_v<Space, device_space>,
                  "twill: a device array is filled by a named copy: to_device(host_array<T>{...})");
}
/// Numbers of a list as elements from `to` on.
template <class Space, class T, class U>
void convert_list(std::initializer_list<U> list, T* to) {
    refuse_lists_on_device<Space>();
    for (U const& x : list)
        *to++ = static_cast<T>(x);
}
template <class Space>
constexpr void require_elements_here() {
    static_assert(!std::is_same_v<Space, device_space>,
                  "twill: the elements of a device array are not on the host: copy them with "
                  "to_host(a), or one of them with item(a(i))");
}

/// An integer that counts something; bool does not. A number with a fraction is taken, to be told
/// that it does not either.
template <class I>
concept count_type = std::is_arithmetic_v<I> && !std::is_same_v<I, bool>;
template <class I>
constexpr index_t checked_count(I size) {
    static_assert(std::is_integral_v<I>,
                  "twill: the sizes of an array are integers; static_cast<twill::index_t>(x) where "
                  "the fraction may go");
    if constexpr (std::is_integral_v<I>)
        return saturated_index(size);
    else
        return 0;
}

/// The first of an array's sizes and the place of the call: no defaulted argument can follow a
/// pack, but a conversion to the first parameter can have one.
struct first_size {
    template <count_type I>
    first_size(I size, source_location where = source_location::current())
        : value(checked_count(size)), place(where) {}

    index_t value;
    source_location place;
};

template <int Rank, class... Rest>
extents<Rank> shape_from(index_t first, Rest... rest) {
    constexpr bool fits = sizeof...(Rest) + 1 == Rank;
    static_assert(fits,
                  "twill: an array is made of one size for every axis of its rank; of elements of "
                  "one value: array<T> x = full(extents(n), value)");
    if constexpr (fits)
        return extents<Rank>(first, checked_count(rest)...);
    else
        return {};
}
template <int Rank, class Range>
extents<Rank> range_shape(Range const& range) {
    if constexpr (Rank == 1)
        return extents<1>(static_cast<index_t>(range.size()));
    else
        return {};
}

/// A number in braces where nested lists are asked for.
struct braced_number {
    template <class I>
        requires std::is_arithmetic_v<I>
    braced_number(I) {}
};

/// A shape that must have as many elements as a range of the caller's.
template <int Rank>
void require_count(char const* operation, extents<Rank> const& shape, std::size_t count) {
    if (static_cast<std::size_t>(checked_size(shape.values, Rank)) != count)
        raise<shape_error>("twill: %s: shape %s has %lld elements, the range has %zu", operation,
                           text_of(shape).text, static_cast<long long>(shape.size()), count);
}

}  // namespace detail
}  // namespace twill::inline v0
