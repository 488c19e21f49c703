// SPDX-License-Identifier: MIT
// What the functions that join and rearrange have in common.
#pragma once

#include "twill/expr/build.hpp"
#include "twill/ops/join/evaluate.hpp"
#include "twill/shape/axes.hpp"

namespace twill::inline v0::detail {

/// The type of the elements of several operands together.
template <class... T>
struct joined_type;
template <class T>
struct joined_type<T> {
    using type = T;
};
template <class T, class... Rest>
struct joined_type<T, T, Rest...> : joined_type<T, Rest...> {};
template <class T, class U, class... Rest>
struct joined_type<T, U, Rest...> : joined_type<promote_t<T, U>, Rest...> {};
template <class... X>
using joined_type_t = typename joined_type<canonical_t<value_of<X>>...>::type;

/// The operand with elements of type T.
template <class T, class N>
auto with_elements_of(N const& x) {
    if constexpr (std::is_same_v<typename N::value_type, T>)
        return x;
    else
        return make_elementwise(cast_function<T>{}, x);
}

/// A new axis of one element at place `at` of the result.
template <operand X>
auto with_axis(X&& x, int at, source_location const& place) {
    constexpr int rank = rank_of<X>;
    auto map = forget_axes(mapping_by<rank, rank + 1>(shape_of(x, place), [](int d) { return d; }));
    for (int d = 0; d < rank; ++d)
        map.axis[d] = d < at ? d : d + 1;
    for (int d = 0; d < rank; ++d)
        map.shape[map.axis[d]] = map.source[d];
    map.shape[at] = 1;
    return rearrange(as_node(std::forward<X>(x)), map);
}
/// The operand with axes of one element in front, until it has so many.
template <int Rank, operand X>
auto of_rank(X&& x, source_location const& place) {
    constexpr int rank = rank_of<X>;
    if constexpr (rank >= Rank) {
        return as_node(std::forward<X>(x));
    } else {
        constexpr int added = Rank - rank;
        auto map = mapping_by<rank, Rank>(shape_of(x, place), [](int d) { return d + added; });
        for (int d = 0; d < added; ++d)
            map.shape[d] = 1;
        return rearrange(as_node(std::forward<X>(x)), map);
    }
}
/// Part of an axis.
template <class E>
auto part_of_axis(E const& x, int axis, index_t from, index_t to, source_location const& place) {
    auto map = identity_mapping(x.shape(place));
    map.start[axis] = to > from ? from : 0;
    map.shape[axis] = to > from ? to - from : 0;
    return rearrange(x, map);
}
/// A number at every index.
struct fill_function {
    static constexpr char const* name = "full";
    template <class T>
    TWILL_HD constexpr T operator()(T const& x, index_t) const {
        return x;
    }
};
/// What is added to an array along an axis: values stretched along all the others.
template <int Rank, class Beside, class X>
auto added_values(X const& values, extents<Rank> shape, int axis, caller const& by) {
    auto const x = node_beside<Beside>(by.operation, values);
    using E = std::remove_cvref_t<decltype(x)>;
    static_assert(E::rank <= Rank, "twill: what is added has more axes than the array");
    shape[axis] = 1;
    if constexpr (!operand<X>) {
        x.fault.check(by.place);
        return make_elementwise(fill_function{}, x, index_leaf<Rank>{0, {shape, {}}});
    } else {
        // Fewer axes than the array's are those of one slice of it, which lacks `axis`.
        constexpr int missing = E::rank < Rank ? 1 : 0;
        auto map = forget_axes(
            mapping_by<E::rank, Rank>(x.shape(by.place), [](int d) { return d + Rank - E::rank; }));
        index_t slice[Rank];
        for (int d = 0, next = 0; d < Rank; ++d)
            if (d != axis || missing == 0)
                slice[next++] = shape[d];
        if constexpr (missing == 0)
            slice[axis] = shape[axis] = map.source[axis];
        require_broadcastable(by, map.source.values, E::rank, slice, Rank - missing);
        map.shape = shape;
        for (int d = 0; d < E::rank; ++d) {
            int const at = d + Rank - missing - E::rank;
            map.axis[d] = map.source[d] == 1 ? -1 : at < axis ? at : at + missing;
        }
        return rearrange(x, map);
    }
}

/// Throws shape_error unless the shape of operand k agrees with operand 0's but for one axis.
inline void require_joinable(index_t const* first, index_t const* own, int k, int rank, int axis,
                             caller const& by) {
    for (int d = 0; d < rank; ++d)
        if (d != axis && own[d] != first[d])
            raise<shape_error>(
                by.place,
                "twill: %s along axis %d: operand 0 of shape %s has %lld elements on axis %d, "
                "operand %d of shape %s has %lld",
                by.operation, axis, shape_text(first, rank).text, static_cast<long long>(first[d]),
                d, k, shape_text(own, rank).text, static_cast<long long>(own[d]));
}

/// Throws shape_error unless operand k has the shape of operand 0.
inline void require_stackable(index_t const* first, index_t const* own, int k, int rank,
                              caller const& by) {
    for (int d = 0; d < rank; ++d)
        if (own[d] != first[d])
            raise<shape_error>(by.place,
                               "twill: %s: operand 0 has shape %s, operand %d shape %s; what is "
                               "stacked has one shape",
                               by.operation, shape_text(first, rank).text, k,
                               shape_text(own, rank).text);
}

template <class E, class... Rest>
auto concatenate_nodes(int axis, caller const& by, E const& first, Rest const&... rest) {
    constexpr int rank = E::rank;
    constexpr int count = 1 + static_cast<int>(sizeof...(Rest));
    static_assert(((Rest::rank == rank) && ...),
                  "twill: arrays that are joined have the same number of axes; expand_dims adds "
                  "one, stack joins along a new one");
    static_assert(rank > 0, "twill: arrays of rank 0 have no axis to be joined along: use stack");
    extents<rank> const shapes[] = {first.shape(by.place), rest.shape(by.place)...};
    concatenate_rule<rank, count> rule{shapes[0], axis, {}};
    for (int k = 0; k < count; ++k) {
        require_joinable(shapes[0].values, shapes[k].values, k, rank, axis, by);
        rule.bounds[k + 1] = checked_sum(rule.bounds[k], shapes[k][axis], axis, by);
    }
    rule.shape[axis] = rule.bounds[count];
    checked_size(rule.shape.values, rank, by.place);
    using T = typename joined_type<typename E::value_type, typename Rest::value_type...>::type;
    return make_rearrangement(rule, with_elements_of<T>(first), with_elements_of<T>(rest)...);
}

}  // namespace twill::inline v0::detail
