// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>
#include <vector>

// expect first: a range of another library is no operand
// expect first: to_device(range) or host_array<T>(range)

namespace tw = twill;

tw::host_array<float> roots(std::vector<float> const& x) {
#ifdef TWILL_MUST_FAIL
    return tw::sqrt(x);
#else
    return tw::sqrt(tw::host_array<float>(x));
#endif
}
