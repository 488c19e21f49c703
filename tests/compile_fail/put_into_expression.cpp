// SPDX-License-Identifier: MIT
#include <twill/index.hpp>

// expect: twill: this writes into an array or a view

namespace tw = twill;

void set(tw::host_array<float>& a, tw::host_array<int> const& i) {
#ifdef TWILL_MUST_FAIL
    put(a + a, i, 1.0f);
#else
    put(a, i, 1.0f);
#endif
}
