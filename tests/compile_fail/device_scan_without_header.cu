// SPDX-License-Identifier: MIT
#include <twill/elementwise.cuh>

// expect: this evaluates a scan on the device
// expect: <twill/scan.cuh>

namespace tw = twill;

tw::device_array<float> twice(tw::device_array<float> const& a) { return a * 2.0f; }

#ifdef TWILL_MUST_FAIL
tw::device_array<float> running(tw::device_array<float> const& a) { return cumsum(a); }
#endif
