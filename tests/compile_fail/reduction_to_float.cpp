// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: reading the value needs a named copy: twill::item(

namespace tw = twill;

float total(tw::host_array<float> const& a) {
#ifdef TWILL_MUST_FAIL
    float const result = sum(a);
#else
    float const result = tw::item(sum(a));
#endif
    return result;
}
