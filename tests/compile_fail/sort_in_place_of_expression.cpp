// SPDX-License-Identifier: MIT
#include <twill/sort.hpp>

// expect: twill: this writes into an array or a view

namespace tw = twill;

void order(tw::host_array<float>& a) {
#ifdef TWILL_MUST_FAIL
    sort_in_place(a + a);
#else
    sort_in_place(a);
#endif
}
