// SPDX-License-Identifier: MIT
// From the number of an element in C order to its index.
#pragma once

#include <cuda_runtime.h>

#include "twill/lower/tree.hpp"

namespace twill::inline v0::detail {

/// The index of element i, in C order, of a loop: by 32-bit division where that holds it.
template <int Rank>
__device__ __forceinline__ grid_cursor<Rank> locate(extents<Rank> const& extent, index_t i) {
    grid_cursor<Rank> cursor;
    cursor.count = 1;
    bool const narrow = i <= 0xffffffff;
#pragma unroll
    for (int d = Rank - 1; d >= 0; --d) {
        index_t const size = extent[d];
        index_t at = i;
        if (d > 0) {
            index_t rest = 0;
            if (size == 1)
                rest = i;
            else if (narrow && size <= 0xffffffff)
                rest = static_cast<unsigned>(i) / static_cast<unsigned>(size);
            else
                rest = i / size;
            at = i - rest * size;
            i = rest;
        }
        if (d == Rank - 1)
            cursor.inner = at;
        else
            cursor.at[d] = at;
    }
    return cursor;
}

}  // namespace twill::inline v0::detail
