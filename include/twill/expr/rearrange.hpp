// SPDX-License-Identifier: MIT
// Views of expressions: a mapping of indices is pushed down to the leaves, so that a transpose or a
// slice of an expression costs nothing and fuses.
#pragma once

#include "twill/expr/row_shapes.hpp"

namespace twill::inline v0 {
namespace detail {

/// Throws value_error where what a view is taken of has no elements but those that it shows did:
/// an expression that was moved from still has its mapping.
inline void require_elements(index_t const* shape, index_t const* source, int rank) {
    for (int d = 0; d < rank; ++d)
        if (shape[d] == 0 && source[d] != 0)
            raise_moved_from(nowhere);
}

}  // namespace detail

/// A view of something that must be evaluated first (a reduction): lowered to a view of its result.
/// As an operand that broadcasts, it may lack leading axes of the mapping.
template <class E, int In, int Out, class Axes>
struct TWILL_NODISCARD rearranged : detail::subscripts<rearranged<E, In, Out, Axes>> {
    using twill_node = void;
    using value_type = typename E::value_type;
    using space = typename E::space;
    static constexpr int rank = Out;
    using operands = detail::types<E>;
    using functions = detail::types<>;
    /// A view of what has been evaluated is a leaf: see with().
    static constexpr bool needs_evaluation = false;
    static constexpr detail::reads how(int) { return detail::reads::any_index; }

    E operand;
    detail::mapping<In, Out, Axes> map;

    rearranged(E const& x, detail::mapping<In, Out, Axes> const& indices)
        : operand(x), map(indices) {}
    extents<Out> shape(source_location = source_location::current()) const { return map.shape; }
    bool same_step(rearranged const& other) const {
        return map.shape == other.map.shape && map.source == other.map.source &&
               detail::same_bytes(map.start, other.map.start) &&
               detail::same_bytes(map.step, other.map.step) &&
               detail::same_bytes(map.axis, other.map.axis);
    }
    template <class F>
    decltype(auto) apply(F&& f) const {
        return f(operand);
    }
    template <class X>
    auto with(X const& x) const {
        if constexpr (requires { x.layout.shape; })
            detail::require_elements(x.layout.shape.values, map.source.values + (In - X::rank),
                                     X::rank);
        return rearrange(x, map);
    }
};

namespace detail {

template <class E>
inline constexpr bool is_rearranged = false;
template <class E, int In, int Out, class Axes>
inline constexpr bool is_rearranged<rearranged<E, In, Out, Axes>> = true;

template <class T, int Rank, class Space, class Lie, int In, int Out, class Axes>
leaf<T, Out, Space, typename mapped_lie<Lie, Rank, In, Out, Axes>::type> rearrange(
    leaf<T, Rank, Space, Lie> const& x, mapping<In, Out, Axes> const& map) {
    if constexpr (Rank == 0)
        if (!x.data)
            raise_moved_from(nowhere);
    index_t offset = 0;
    layout<Out> const mapped = map_layout(x.layout, map, offset);
    return {x.storage, x.data + offset, mapped};
}

template <int Rank, class Lie, int In, int Out, class Axes>
index_leaf<Out, typename mapped_lie<Lie, Rank, In, Out, Axes>::type> rearrange(
    index_leaf<Rank, Lie> const& x, mapping<In, Out, Axes> const& map) {
    index_t offset = 0;
    layout<Out> const mapped = map_layout(x.layout, map, offset);
    return {x.start + offset, mapped};
}

template <class T, int In, int Out, class Axes>
scalar_leaf<T> rearrange(scalar_leaf<T> const& x, mapping<In, Out, Axes> const&) {
    return x;
}

template <class E, int In, int Out, class Axes>
auto rearrange(E const& x, mapping<In, Out, Axes> const& map) {
    if constexpr (E::needs_evaluation || is_rearranged<E>)
        return rearranged<E, In, Out, Axes>(x, map);
    else
        return transform(x, [&](auto const& operand, auto) { return rearrange(operand, map); });
}

/// The operand seen through `map`: a writable view of an array or view, a node of an expression.
template <class X, int In, int Out, class Axes>
auto view_through(X&& x, mapping<In, Out, Axes> const& map) {
    if constexpr (array_like<X>)
        return x.through(map);
    else
        return rearrange(x, map);
}
/// The operand's shape; `place` is that of the call that asks.
template <class X>
extents<rank_of<X>> shape_of(X const& x, source_location const& place) {
    if constexpr (array_like<X>)
        return x.shape();
    else
        return x.shape(place);
}

}  // namespace detail
}  // namespace twill::inline v0
