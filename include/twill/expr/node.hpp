// SPDX-License-Identifier: MIT
// The inner node of an expression: a function object over operands that broadcast together.
#pragma once

#include "twill/expr/leaf.hpp"
#include "twill/shape/slice.hpp"

namespace twill::inline v0 {
namespace detail {

// Children and function objects. std::tuple's get is not callable from device code without further
// flags, and even an empty member grows nested nodes: hence indexed bases and a stored<> that is
// empty.
template <std::size_t I, class T>
struct child {
    T value;
};
template <class Sequence, class... T>
struct children_base;
template <std::size_t... I, class... T>
struct children_base<std::index_sequence<I...>, T...> : child<I, T>... {};
template <class... T>
using children = children_base<std::index_sequence_for<T...>, T...>;

template <std::size_t I, class T>
TWILL_HD constexpr T& get(child<I, T>& c) {
    return c.value;
}
template <std::size_t I, class T>
TWILL_HD constexpr T const& get(child<I, T> const& c) {
    return c.value;
}

/// Function objects without state are made where they are called, never stored.
template <class F, bool Stateless = std::is_empty_v<F> && std::is_default_constructible_v<F>>
struct stored {
    F function;
    TWILL_HD constexpr F const& get() const { return function; }
};
template <class F>
struct stored<F, true> {
    TWILL_EXEC_CHECK_DISABLE
    TWILL_HD constexpr F get() const { return F{}; }
};

/// Several types.
template <class... T>
struct types {};
template <class... A, class... B>
types<A..., B...> operator+(types<A...>, types<B...>);
/// Where a type stands first in a list; the list's length if it does not.
template <class T, class... All>
constexpr int position_in(types<All...>) {
    bool const same[] = {std::is_same_v<T, All>..., true};
    int k = 0;
    while (!same[k])
        ++k;
    return k;
}

template <class F>
constexpr char const* name_of() {
    if constexpr (requires { F::name; })
        return F::name;
    else
        return "map";
}

template <class... A>
inline constexpr int max_rank = 0;
template <class A, class... Rest>
inline constexpr int max_rank<A, Rest...> =
    A::rank > max_rank<Rest...> ? A::rank : max_rank<Rest...>;

}  // namespace detail

/// A function object over operands that broadcast together.
template <class F, class... A>
struct TWILL_NODISCARD elementwise : detail::children<A...> {
    using twill_node = void;
    using function_type = F;
    using value_type = detail::canonical_t<std::remove_cvref_t<decltype(std::declval<F const&>()(
        std::declval<typename A::value_type>()...))>>;
    using space = detail::merged_space_t<typename A::space...>;
    static constexpr int rank = detail::max_rank<A...>;

    detail::stored<F> function;

    /// The broadcast shape; throws shape_error naming the function and the operands' shapes.
    extents<rank> shape(source_location place = source_location::current()) const {
        return shape_of(place, std::index_sequence_for<A...>{});
    }

    /// A slice of the expression, without evaluating it: integers, slices, full_extent and newaxis.
    template <detail::axis_index... I>
    auto operator()(detail::first_index first, I const&... rest) const {
        return detail::subscript(*this, first, rest...);
    }
    template <detail::axis_index... I>
    auto operator()(detail::first_slice first, I const&... rest) const {
        return detail::subscript(*this, first, rest...);
    }
    template <detail::axis_index... I>
    auto operator()(detail::first_newaxis first, I const&... rest) const {
        return detail::subscript(*this, first, rest...);
    }
    auto operator()(source_location place = source_location::current()) const {
        return rearrange(*this, detail::index_mapping(shape(place)));
    }

    /// `if (a == b)` has no single answer, and a rank-0 expression is not a number by itself.
    template <detail::scalar B>
        requires(std::is_same_v<B, bool> || rank == 0)
    explicit(std::is_same_v<B, bool>) operator B() const {
        static_assert(!std::is_same_v<B, bool>,
                      "twill: an expression of arrays is not one bool: use item(all(a == b)), "
                      "item(any(a == b)) or "
                      "item(array_equal(a, b))");
        static_assert(std::is_same_v<B, bool>,
                      "twill: reading the value needs a named copy: twill::item(x)");
        return B{};
    }

    // A generator, or a slice of one, has no elements of its own.
    template <class V>
        requires(!std::is_same_v<V, elementwise>) && detail::operand_or_scalar<V>
    elementwise& operator=(V const&) {
        return detail::refuse_assignment<V>(*this);
    }

private:
    template <std::size_t... I>
    extents<rank> shape_of(source_location const& place, std::index_sequence<I...>) const {
        return detail::broadcast_shapes<rank>({detail::name_of<F>(), place},
                                              detail::get<I>(*this).shape(place)...);
    }
};

namespace detail {

template <class F, class... A>
constexpr elementwise<F, std::remove_cvref_t<A>...> make_elementwise(F const& f, A&&... a) {
    using Node = elementwise<F, std::remove_cvref_t<A>...>;
    if constexpr (std::is_empty_v<stored<F>>)
        return Node{{{std::forward<A>(a)}...}, {}};
    else
        return Node{{{std::forward<A>(a)}...}, {f}};
}

}  // namespace detail
}  // namespace twill::inline v0
