// SPDX-License-Identifier: MIT
#include <twill/elementwise.cuh>

// expect: this evaluates a reduction on the device
// expect: <twill/twill.cuh> or <twill/reduce.cuh>

namespace tw = twill;

tw::device_array<float> twice(tw::device_array<float> const& a) { return a * 2.0f; }

#ifdef TWILL_MUST_FAIL
tw::device_array<float, 0> total(tw::device_array<float> const& a) { return sum(a); }
#endif
