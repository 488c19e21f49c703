// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: a device array from host operands
// expect first: twill::to_device(x) or twill::copy(to, from)

namespace tw = twill;

tw::host_array<float> copied(tw::host_array<float> const& a) { return a(tw::slice(1)); }

#ifdef TWILL_MUST_FAIL
tw::device_array<float> brought(tw::host_array<float> const& a) { return a(tw::slice(1)); }
#endif
