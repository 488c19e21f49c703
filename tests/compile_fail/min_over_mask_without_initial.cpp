// SPDX-License-Identifier: MIT
#include <twill/index.hpp>

// expect: min over a mask needs the value of no elements

namespace tw = twill;

auto least(tw::host_array<float> const& a) { return min(a, tw::where(a > 0.0f), tw::initial(9)); }

#ifdef TWILL_MUST_FAIL
auto least_of_some(tw::host_array<float> const& a) { return min(a, tw::where(a > 0.0f)); }
#endif
