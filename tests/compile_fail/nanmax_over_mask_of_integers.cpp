// SPDX-License-Identifier: MIT
#include <twill/index.hpp>
#include <twill/numeric.hpp>

// expect first: over a mask need the value of no elements

namespace tw = twill;

auto greatest(tw::host_array<int> const& a) { return nanmax(a, tw::where(a > 0), tw::initial(0)); }

#ifdef TWILL_MUST_FAIL
auto greatest_of_some(tw::host_array<int> const& a) { return nanmax(a, tw::where(a > 0)); }
#endif
