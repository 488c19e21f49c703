// SPDX-License-Identifier: MIT
#include <twill/random.hpp>
#include <twill/twill.hpp>

// expect: random numbers are made from a key and a shape

namespace tw = twill;

void make() {
    tw::random::generator g(7);
    tw::host_array<float> a = tw::random::normal(g, tw::extents(10));
#ifdef TWILL_MUST_FAIL
    a = tw::random::normal(7, tw::extents(10));
#endif
}
