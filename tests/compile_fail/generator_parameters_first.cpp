// SPDX-License-Identifier: MIT
#include <twill/random.hpp>
#include <twill/twill.hpp>

// expect: a generator's methods take the shape first: g.uniform(extents(n), low, high)

namespace tw = twill;

void make() {
    tw::random::generator g(7);
    tw::host_array<std::int64_t> a = g.poisson({10}, 4.0);
#ifdef TWILL_MUST_FAIL
    a = g.poisson(4.0, 10);
#endif
}
