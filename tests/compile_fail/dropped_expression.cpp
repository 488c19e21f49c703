// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// options: -Werror=unused-result
// expect: nodiscard

namespace tw = twill;

void add(tw::host_array<float>& a, tw::host_array<float> const& b) {
#ifdef TWILL_MUST_FAIL
    a + b;
#else
    a += b;
#endif
}
