// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: an array takes the shape of what is assigned to it, so the ranks must agree
// expect: a(full_extent) = value

namespace tw = twill;

void assign(tw::host_array<float, 2>& m, tw::host_array<float> const& v) {
    m(tw::full_extent) = v + v;
#ifdef TWILL_MUST_FAIL
    m = v + v;
#endif
}
