// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: this view may only be read

namespace tw = twill;

void fill(tw::host_array<float>& a, tw::host_array<float> const& b) {
    a(tw::slice(1)) = b(tw::slice(1));
#ifdef TWILL_MUST_FAIL
    b(tw::slice(1)) = b(tw::slice(1));
#endif
}
