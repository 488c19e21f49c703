// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// options: -Werror=unused-result
// expect first: nodiscard

namespace tw = twill;

float total(tw::host_array<float> const& a) {
#ifdef TWILL_MUST_FAIL
    sum(a);
#endif
    return tw::item(sum(a));
}
