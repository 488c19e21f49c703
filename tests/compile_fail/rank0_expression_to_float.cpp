// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: reading the value needs a named copy: twill::item(x)

namespace tw = twill;

float half_of_total(tw::host_array<float> const& a) {
#ifdef TWILL_MUST_FAIL
    float const result = sum(a) * 0.5f;
#else
    float const result = tw::item(sum(a) * 0.5f);
#endif
    return result;
}
