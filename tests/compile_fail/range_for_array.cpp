// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>
#include <vector>

// expect first: a range of another library stands beside an array
// expect first: to_device(range) or host_array<T>(range)

namespace tw = twill;

void add(tw::host_array<float>& a, std::vector<float> const& b) {
#ifdef TWILL_MUST_FAIL
    a += b;
    a = b;
    a(tw::slice(0, 3)) = b;
#else
    a += tw::host_array<float>(b);
#endif
}
