// SPDX-License-Identifier: MIT
#include <twill/random.hpp>
#include <twill/twill.hpp>

// expect: a generator's methods take the shape first: g.uniform(extents(n), low, high)

namespace tw = twill;

void make(long n) {
    tw::random::generator g(7);
    tw::host_array<float> a = g.uniform({n});
#ifdef TWILL_MUST_FAIL
    a = g.uniform(n);
#endif
}
