// SPDX-License-Identifier: MIT
#include <twill/index.hpp>

// expect first: where(mask) is an option of reductions: the indices where it is true are those of
// expect first: auto [rows, columns] = nonzero(mask)

namespace tw = twill;

tw::index_t first_row(tw::host_array<bool, 2> const& mask) {
#ifdef TWILL_MUST_FAIL
    auto const [rows, columns] = tw::where(mask);
#else
    auto const [rows, columns] = tw::nonzero(mask);
#endif
    return rows[0] + columns[0];
}
