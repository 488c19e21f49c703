// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: this view may only be read

namespace tw = twill;

void set(tw::host_view<float> v, tw::host_view<float const> constant) {
    v = {1.0f, 2.0f};
#ifdef TWILL_MUST_FAIL
    constant = {1.0f, 2.0f};
#else
    v = constant;
#endif
}
