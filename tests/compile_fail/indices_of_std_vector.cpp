// SPDX-License-Identifier: MIT
#include <vector>

#include <twill/index.hpp>

// expect first: indices are an array: a(host_array<int>(indices))

namespace tw = twill;

auto chosen(tw::host_array<float> const& a, std::vector<int> const& indices) {
#ifdef TWILL_MUST_FAIL
    return a(indices);
#else
    return a(tw::host_array<int>(indices));
#endif
}
