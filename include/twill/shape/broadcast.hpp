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

/// A shape where its rank is not known to the compiler.
struct shape_values {
    index_t const* extent;
    int rank;
};

[[noreturn]] TWILL_COLD inline void raise_broadcast(caller const& by, shape_values const* operands,
                                                    int count) {
    char list[400] = {};
    int used = 0;
    for (int i = 0; i < count && used < 280; ++i)
        used += std::snprintf(list + used, sizeof(list) - static_cast<std::size_t>(used), "%s%s",
                              i == 0 ? "" : (i + 1 == count ? " and " : ", "),
                              shape_text(operands[i].extent, operands[i].rank).text);
    raise<shape_error>(by.place, "twill: %s: operands of shapes %s do not broadcast together",
                       by.operation, list);
}
TWILL_NOINLINE inline void broadcast_all(caller const& by, shape_values const* operands, int count,
                                         index_t* result, int rank) {
    for (int d = 0; d < rank; ++d)
        result[d] = 1;
    for (int i = 0; i < count; ++i)
        if (!broadcast_axes(result, rank, operands[i].extent, operands[i].rank))
            raise_broadcast(by, operands, count);
}

/// The shape that the operands have together; throws shape_error naming the operation and every
/// shape.
template <int Rank, int... Ranks>
extents<Rank> broadcast_shapes(caller const& by, extents<Ranks> const&... operands) {
    shape_values const all[] = {{operands.values, Ranks}...};
    extents<Rank> result;
    broadcast_all(by, all, static_cast<int>(sizeof...(Ranks)), result.values, Rank);
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
