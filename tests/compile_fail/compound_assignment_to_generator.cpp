// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: a generator or another expression has no memory to write to

namespace tw = twill;

void make() {
#ifdef TWILL_MUST_FAIL
    auto u = tw::zeros(4, 4);
#else
    tw::host_array<float, 2> u = tw::zeros(4, 4);
#endif
    u += 1.0f;
    u(0) += 1.0f;
}
