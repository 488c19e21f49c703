// SPDX-License-Identifier: MIT
// NumPy's broadcasting: right-aligned, size 1 stretches (also to 0).
#pragma once

#include "twill/shape/extents.hpp"

namespace twill::inline v0::detail {

/// Widens `result` (of rank `rank`) by an operand; false where an axis disagrees.
inline bool broadcast_axes(index_t* result, int rank, index_t const* operand, int operand_rank) {
    bool fits = true;
    for (int d = 0; d < operand_rank; ++d) {
        index_t& have = result[d + rank - operand_rank];
        if (have == operand[d] || operand[d] == 1)
            continue;
        if (have == 1)
            have = operand[d];
        else
            fits = false;
    }
    return fits;
}

[[noreturn]] TWILL_COLD inline void raise_broadcast(caller const& by, shape_text const* shapes,
                                                    int count) {
    char list[400] = {};
    int used = 0;
    for (int i = 0; i < count && used < 280; ++i)
        used += std::snprintf(list + used, sizeof(list) - static_cast<std::size_t>(used), "%s%s",
                              i == 0 ? "" : (i + 1 == count ? " and " : ", "), shapes[i].text);
    raise<shape_error>(by.place, "twill: %s: operands of shapes %s do not broadcast together",
                       by.operation, list);
}

/// The shape that the operands have together; throws shape_error naming the operation and every
/// shape.
template <int Rank, int... Ranks>
extents<Rank> broadcast_shapes(caller const& by, extents<Ranks> const&... operands) {
    extents<Rank> result;
    for (int d = 0; d < Rank; ++d)
        result[d] = 1;
    bool const fits = (broadcast_axes(result.values, Rank, operands.values, Ranks) && ... && true);
    if (!fits) {
        shape_text const shapes[] = {text_of(operands)...};
        raise_broadcast(by, shapes, static_cast<int>(sizeof...(Ranks)));
    }
    return result;
}

/// Throws shape_error unless an operand may be stretched into `target`.
inline void require_broadcastable(caller const& by, index_t const* operand, int operand_rank,
                                  index_t const* target, int rank) {
    bool fits = operand_rank <= rank;
    for (int d = 0; fits && d < operand_rank; ++d)
        fits = operand[d] == 1 || operand[d] == target[d + rank - operand_rank];
    if (!fits)
        raise<shape_error>(by.place, "twill: %s: a value of shape %s does not fit into shape %s",
                           by.operation, shape_text(operand, operand_rank).text,
                           shape_text(target, rank).text);
}

}  // namespace twill::inline v0::detail
