// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: host and device operands in one expression
// expect: twill::to_device(x) or twill::to_host(x)

namespace tw = twill;

auto sum_of(tw::host_array<float> const& a, tw::host_array<float> const& b) { return a + b; }
auto scaled(tw::device_array<float> const& a) { return a * 2.0f + tw::arange<float>(3); }

#ifdef TWILL_MUST_FAIL
auto sum_of(tw::host_array<float> const& a, tw::device_array<float> const& b) { return a + b; }
#endif
