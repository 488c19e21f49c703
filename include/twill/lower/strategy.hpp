// SPDX-License-Identifier: MIT
// The ways to walk an element-wise loop, and what a space has for them.
#pragma once

#include <cstddef>

#include "twill/core/types.hpp"

namespace twill::inline v0::detail {

enum class strategy { empty, flat, strided, hoisted, tiled, permuted };

inline char const* name_of(strategy s) {
    switch (s) {
        case strategy::empty:
            return "empty";
        case strategy::flat:
            return "flat";
        case strategy::strided:
            return "strided";
        case strategy::hoisted:
            return "hoisted";
        case strategy::tiled:
            return "tiled";
        case strategy::permuted:
            return "permuted";
    }
    return "";
}

/// The loops that a space has for a statement, as far as types tell.
struct loops_at_hand {
    bool flat = true;
    bool strided = true;
    bool tiled = false;
    bool hoisted = false;
    int tile = 0;                ///< elements along a side of a tile
    std::size_t tile_bytes = 0;  ///< that the tiles of a block may take
    index_t most_tiled = 0;      ///< elements of a loop that is tiled
    /// Rows of fewer elements are not tiled: tiles would be part empty. But for those of a multiple
    /// of `filling` elements. `beside`: where an operand lies as the result does.
    index_t short_rows = 0;
    index_t filling = limits<index_t>::max;
    index_t short_beside = 0;
    index_t filling_beside = limits<index_t>::max;
    /// Loops of so many elements go in boxes where this operand does (goes_through_boxes).
    int permuted = 0;
    index_t fewest_permuted = limits<index_t>::max;
};

}  // namespace twill::inline v0::detail
