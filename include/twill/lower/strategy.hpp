// SPDX-License-Identifier: MIT
// The ways to walk an element-wise loop.
#pragma once

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

}  // namespace twill::inline v0::detail
