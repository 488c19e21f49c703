// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>
#include <vector>

// expect first: a range of another library stands beside an array
// expect first: to_device(range) or host_array<T>(range)

namespace tw = twill;

tw::host_array<float> add(tw::host_array<float> const& a, std::vector<float> const& b) {
#ifdef TWILL_MUST_FAIL
    return a + b;
#else
    return a + tw::host_array<float>(b);
#endif
}
