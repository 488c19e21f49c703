// SPDX-License-Identifier: MIT
#include <twill/join.hpp>
#include <twill/twill.hpp>

// expect: this number is a count, a position or a shift: an integer

namespace tw = twill;

auto wider(tw::host_array<float> const& a) { return pad(a, 1); }

#ifdef TWILL_MUST_FAIL
auto wider_by_a_half(tw::host_array<float> const& a) { return pad(a, 1.5); }
#endif
