// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: reading the value needs a named copy: twill::item(

namespace tw = twill;

bool found(tw::host_array<float> const& a) {
    if (tw::item(any(a > 3.0f)))
        return true;
#ifdef TWILL_MUST_FAIL
    if (any(a > 3.0f))
        return true;
#endif
    return false;
}
