// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: this number is a count, a position or a shift: an integer

namespace tw = twill;

auto above(tw::host_array<float, 2> const& m) { return diagonal(m, 1); }

#ifdef TWILL_MUST_FAIL
auto halfway_above(tw::host_array<float, 2> const& m) { return diagonal(m, 1.5); }
#endif
