// SPDX-License-Identifier: MIT
#include <twill/twill.cuh>

// options: -diag-error 2809
// expect first: nodiscard

namespace tw = twill;

float total(tw::device_array<float> const& a) {
#ifdef TWILL_MUST_FAIL
    sqrt(a);
    sum(a);
#endif
    return tw::item(sum(a));
}
