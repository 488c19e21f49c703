// SPDX-License-Identifier: MIT
#include <twill/index.hpp>

// expect: twill: argmax takes no mask

namespace tw = twill;

auto top(tw::host_array<float> const& a) {
#ifdef TWILL_MUST_FAIL
    return argmax(a, tw::where(a < 9.0f));
#else
    return argmax(where(a < 9.0f, a, -1.0f));
#endif
}
