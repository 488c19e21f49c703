// SPDX-License-Identifier: MIT
// Views of expressions: a mapping of indices is pushed down to the leaves, so that a transpose or a
// slice of an expression costs nothing and fuses.
#pragma once

#include "twill/expr/node.hpp"

namespace twill::inline v0 {

/// A view of something that must be evaluated first (a reduction): lowered to a view of its result.
template <class E, int Out>
struct TWILL_NODISCARD rearranged {
    using twill_node = void;
    using value_type = typename E::value_type;
    using space = typename E::space;
    static constexpr int rank = Out;

    E operand;
    detail::mapping<E::rank, Out> map;

    extents<Out> shape(source_location = source_location::current()) const { return map.shape; }

    /// A slice, without evaluating anything: integers, slices, full_extent and newaxis.
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
};

namespace detail {

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

template <class F, class... A, int In, int Out, class Axes>
auto rearrange(elementwise<F, A...> const& x, mapping<In, Out, Axes> const& map);

template <class E, int In, int Out, class Axes>
    requires(E::rank == In)
rearranged<E, Out> rearrange(E const& x, mapping<In, Out, Axes> const& map) {
    return {x, forget_axes(map)};
}

template <class F, class... A, int In, int Out, class Axes, std::size_t... I>
auto rearrange_children(elementwise<F, A...> const& x, mapping<In, Out, Axes> const& map,
                        std::index_sequence<I...>) {
    return make_elementwise(static_cast<F const&>(x.function.get()), rearrange(get<I>(x), map)...);
}
template <class F, class... A, int In, int Out, class Axes>
auto rearrange(elementwise<F, A...> const& x, mapping<In, Out, Axes> const& map) {
    return rearrange_children(x, map, std::index_sequence_for<A...>{});
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
