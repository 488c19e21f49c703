// SPDX-License-Identifier: MIT
// Views of a part of every element: a component of vectors and complex numbers, a member of
// structs.
#pragma once

#include "twill/array/evaluate.hpp"
#include "twill/array/whole.hpp"
#include "twill/core/vec.hpp"
#include "twill/expr/vector_functions.hpp"

namespace twill::inline v0 {
namespace detail {

/// What elements consist of: `type`, `count` times.
template <class T>
struct parts_of {
    static constexpr int count = 0;
};
template <class T, int N>
struct parts_of<vec<T, N>> {
    static constexpr int count = N;
    using type = T;
};
template <class T>
struct parts_of<complex<T>> {
    static constexpr int count = 2;
    using type = T;
};

/// The view of a part that lies `offset` bytes behind the start of every element.
template <class Part, class T, int Rank, class Space>
auto part_view(view<T, Rank, Space> const& whole, std::size_t offset) {
    using P = std::conditional_t<std::is_const_v<T>, Part const, Part>;
    using byte = std::conditional_t<std::is_const_v<T>, char const, char>;
    static_assert(
        sizeof(T) % sizeof(Part) == 0,
        "twill: a view steps by whole elements: the size of the struct must be a multiple "
        "of that of its member (reorder or pad the struct, or read it by twill::map)");
    layout<Rank> lie = whole.layout();
    for (int d = 0; d < Rank; ++d)
        lie.stride[d] *= static_cast<index_t>(sizeof(T) / sizeof(Part));
    // An array without elements has no address to step from.
    P* const first = whole.data()
                         ? reinterpret_cast<P*>(reinterpret_cast<byte*>(whole.data()) + offset)
                         : nullptr;
    return view<P, Rank, Space>(whole.storage(), first, lie);
}

[[noreturn]] TWILL_COLD inline void raise_component(index_t which, int count,
                                                    source_location const& place) {
    raise<index_error>(place, "twill: component %lld of elements that have %d",
                       static_cast<long long>(which), count);
}
inline int checked_component(index_t which, int count, source_location const& place) {
    if (which < -count || which >= count)
        raise_component(which, count, place);
    return static_cast<int>(which < 0 ? which + count : which);
}

template <class X>
concept in_parts = operand<X> && parts_of<value_of<X>>::count != 0;

}  // namespace detail

/// Component `which` of every element of type vec<T, N> or complex<T>, counted from the end if
/// negative: a view, which may be written (`component(p, 1) += 2.0f`), of arrays and views, an
/// expression of expressions. Throws index_error.
template <class X>
    requires detail::in_parts<X> && detail::viewed<X>
[[nodiscard]] auto component(X&& x, detail::integer which,
                             source_location place = source_location::current()) {
    using parts = detail::parts_of<detail::value_of<X>>;
    using Part = typename parts::type;
    auto const k = static_cast<std::size_t>(detail::checked_component(which, parts::count, place));
    return detail::part_view<Part>(detail::as_view(x), k * sizeof(Part));
}
template <class X>
    requires detail::vector_operand<X> && (!detail::viewed<X>)
[[nodiscard]] auto component(X&& x, detail::integer which,
                             source_location place = source_location::current()) {
    constexpr int count = detail::parts_of<detail::value_of<X>>::count;
    return detail::make_elementwise(
        detail::component_function{detail::checked_component(which, count, place)},
        detail::as_node(std::forward<X>(x)));
}

/// The same of a component that is known when it is compiled: `component<2>(p)`,
/// `component<-1>(p)`; one that elements do not have is a compile error.
template <int Which, class X>
    requires detail::in_parts<X> && (detail::viewed<X> || detail::vector_operand<X>)
[[nodiscard]] auto component(X&& x, source_location place = source_location::current()) {
    constexpr int count = detail::parts_of<detail::value_of<X>>::count;
    constexpr bool there = Which >= -count && Which < count;
    static_assert(there,
                  "twill: component<K>(x): the elements have fewer components: K is less than "
                  "their number, and at least minus their number");
    return component(std::forward<X>(x), there ? Which : 0, place);
}

/// All components of an array or view of vectors (or complex numbers), as a view with one axis
/// more, the last: `components(p)` of n vec<float, 3> has the shape (n, 3).
template <class X>
    requires detail::in_parts<X> && detail::viewed<X>
[[nodiscard]] auto components(X&& x) {
    using parts = detail::parts_of<detail::value_of<X>>;
    auto const first = detail::part_view<typename parts::type>(detail::as_view(x), 0);
    constexpr int rank = detail::rank_of<X>;
    detail::layout<rank + 1> lie;
    for (int d = 0; d < rank; ++d) {
        lie.shape[d] = first.layout().shape[d];
        lie.stride[d] = first.layout().stride[d];
    }
    lie.shape[rank] = parts::count;
    lie.stride[rank] = 1;
    using T = typename decltype(first)::element_type;
    using Space = typename decltype(first)::space;
    return view<T, rank + 1, Space>(first.storage(), first.data(), lie);
}
/// The same of an expression, which is evaluated into an array of its own.
template <class X>
    requires detail::in_parts<X> && (!detail::viewed<X>)
[[nodiscard]] auto components(X const& x, source_location place = source_location::current()) {
    return components(evaluate(x, place));
}

/// A member of every element of an array or view of structs, as a view that may be written:
/// `member(particles, &particle::mass) *= 2.0f`.
template <class X, class Struct, class Member>
    requires detail::viewed<X> && std::is_base_of_v<Struct, detail::value_of<X>> &&
             (!std::is_function_v<Member>)
[[nodiscard]] auto member(X&& x, Member Struct::*which) {
    using T = detail::value_of<X>;
    static_assert(std::is_standard_layout_v<T>,
                  "twill: member() needs a struct of standard layout, so that members lie at the "
                  "same place in every element");
    alignas(T) char const bytes[sizeof(T)] = {};
    auto const& element = *reinterpret_cast<T const*>(bytes);
    auto const offset = reinterpret_cast<char const*>(&(element.*which)) - bytes;
    return detail::part_view<std::remove_cv_t<Member>>(detail::as_view(x),
                                                       static_cast<std::size_t>(offset));
}

}  // namespace twill::inline v0
