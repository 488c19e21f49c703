// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: more indices than the array has axes

namespace tw = twill;

float element(tw::host_array<float, 2>& m) {
    m(tw::newaxis, 0, tw::slice(1)) = 2.0f;
#ifdef TWILL_MUST_FAIL
    return m(0, 0, 0);
#else
    return m(0, 0);
#endif
}
