// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: if (item(max(a) > 1))

namespace tw = twill;

int above(tw::host_array<float> const& a) {
#ifdef TWILL_MUST_FAIL
    if (max(a) > 1.0f)
#else
    if (tw::item(max(a) > 1.0f))
#endif
        return 1;
    return 0;
}
