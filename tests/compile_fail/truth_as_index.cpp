// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: twill: true and false are no positions or sizes

namespace tw = twill;

auto some(tw::host_array<float> const& a) {
#ifdef TWILL_MUST_FAIL
    return a(true);
#else
    return a(1);
#endif
}
