// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>
#include <vector>

// expect first: a range of another library is no operand
// expect first: to_device(range) or host_array<T>(range)

namespace tw = twill;

float total(std::vector<float> const& x) {
#ifdef TWILL_MUST_FAIL
    return tw::item(tw::sum(x));
#else
    return tw::item(tw::sum(tw::host_array<float>(x)));
#endif
}
