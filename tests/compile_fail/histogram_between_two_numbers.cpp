// SPDX-License-Identifier: MIT
#include <twill/statistics.hpp>
#include <twill/twill.hpp>

// expect: the range of a histogram is one argument: histogram(x, bins, range(low, high))

namespace tw = twill;

auto count(tw::host_array<float> const& x) {
#ifdef TWILL_MUST_FAIL
    return tw::histogram(x, 10, 0.0, 1.0);
#else
    return tw::histogram(x, 10, tw::range(0.0, 1.0));
#endif
}
