// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>
#include <vector>

// expect: the range's elements have another type than the array's

namespace tw = twill;

tw::host_array<float> make(std::vector<double> const& range) {
#ifdef TWILL_MUST_FAIL
    return tw::host_array<float>(range);
#else
    return tw::cast<float>(tw::host_array<double>(range));
#endif
}
