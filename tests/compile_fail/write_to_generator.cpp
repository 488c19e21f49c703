// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: a generator or another expression has no memory to write to

namespace tw = twill;

void make() {
    tw::host_array<float, 2> a = tw::zeros(4, 4);
    a(0) = 1.0f;
#ifdef TWILL_MUST_FAIL
    auto u = tw::zeros(4, 4);
    u(0) = 1.0f;
#endif
}
