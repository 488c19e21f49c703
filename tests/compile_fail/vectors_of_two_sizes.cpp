// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>
#include <twill/vec.hpp>

// expect: vectors of different sizes in one operation

namespace tw = twill;

void add(tw::host_array<tw::vec<float, 3>>& a, tw::host_array<tw::vec<float, 2>> const& b) {
#ifdef TWILL_MUST_FAIL
    a = a + b;
#else
    a = a + make_vec(component(b, 0), component(b, 1), 0.0f);
#endif
}
