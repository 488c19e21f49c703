// SPDX-License-Identifier: MIT
// top_k: the first elements of the sorted array, without sorting all of it.
#pragma once

#include "twill/ops/sort/sorts.hpp"

namespace twill::inline v0 {

/// What top_k gives: elements, and where they stand along the axis.
template <class Values, class Indices>
struct top_elements {
    Values values;
    Indices indices;
};

/// The k greatest elements along an axis, the greatest first; with `ascending` the k smallest, the
/// smallest first. NaN counts as last in either order, and of equal elements the first come first.
/// Returns values and int64 indices (or those asked for), with k in the place of the axis's size:
/// `auto [values, indices] = top_k(x, 5);`. Throws value_error where the axis has fewer than k.
/// Does not wait.
template <class I = index_t, detail::operand X, detail::axes_or_number Axis = axis_t<-1>,
          class Order = descending_t>
    requires detail::ordered_operand<X, Order>
[[nodiscard]] auto top_k(X const& x, detail::integer k, Axis which = {}, Order const& order = {},
                         source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        using E = detail::node_of<X>;
        constexpr int rank = E::rank;
        static_assert(rank > 0, "twill: top_k runs along an axis, and the operand has rank 0");
        using sorter = detail::sorter<typename E::space>;
        detail::require_sortable<E>();
        detail::caller const by{"top_k", place};
        auto const along = detail::as_axes(which);
        int const at = detail::one_axis<rank>(along, by);
        index_t const length = detail::shape_of(x, place)[at];
        if (k < 0 || k > length)
            detail::raise<value_error>(place, "twill: top_k: %lld elements of an axis of %lld",
                                       static_cast<long long>(k), static_cast<long long>(length));
        if (length > static_cast<index_t>(detail::limits<I>::max))
            detail::raise<value_error>(place,
                                       "twill: top_k: an axis of %lld elements needs int64 indices",
                                       static_cast<long long>(length));
        auto select = [&](auto const& lines) {
            detail::execution now;
            auto const from = detail::packed<typename E::space>(now, lines);
            auto indices =
                detail::as_array(sorter::template top<detail::canonical_t<I>>(now, from, k, order));
            auto values = detail::as_array(
                detail::take_from_lines<typename E::space>(now, from, indices.expression()));
            return top_elements<decltype(values), decltype(indices)>{std::move(values),
                                                                     std::move(indices)};
        };
        if constexpr (!detail::is_last_axis<decltype(along), rank>) {
            if (at != rank - 1) {
                auto found = select(detail::rearrange(
                    detail::as_node(x), detail::axis_to_end(detail::shape_of(x, place), at)));
                found.values = detail::put_axis_back(std::move(found.values), at);
                found.indices = detail::put_axis_back(std::move(found.indices), at);
                return found;
            }
        }
        return select(detail::as_node(x));
    });
}

}  // namespace twill::inline v0
