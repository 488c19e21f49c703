// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: braces hold elements, as nested lists
// expect first: sizes stand in parentheses: m(rows, columns)

namespace tw = twill;

void make() {
    tw::host_array<float, 2> data{{2, 3}};
    tw::host_array<float, 2> m(2, 3);
#ifdef TWILL_MUST_FAIL
    tw::host_array<float, 2> shape{2, 3};
#endif
}
