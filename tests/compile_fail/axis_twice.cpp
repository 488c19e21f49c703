// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: axis<...> names an axis twice

namespace tw = twill;

auto flipped(tw::host_array<float, 2> const& m) { return flip(m, tw::axis<0, 1>); }

#ifdef TWILL_MUST_FAIL
auto flipped_twice(tw::host_array<float, 2> const& m) { return flip(m, tw::axis<1, -1>); }
#endif
