// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: [] is for elements in memory, and this is a generator or another expression

namespace tw = twill;

void make() {
#ifdef TWILL_MUST_FAIL
    auto u = tw::zeros(4);
#else
    tw::host_array<float> u = tw::zeros(4);
#endif
    u[0] = 1.0f;
}
