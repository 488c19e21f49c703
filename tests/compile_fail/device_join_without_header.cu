// SPDX-License-Identifier: MIT
#include <twill/elementwise.cuh>
#include <twill/ops/join/repeat.hpp>

// expect: do it in a .cu file that includes <twill/join.cuh>

namespace tw = twill;

tw::device_array<float> twice(tw::device_array<float> const& a) { return a * 2.0f; }

#ifdef TWILL_MUST_FAIL
tw::device_array<float> rolled(tw::device_array<float> const& a) { return roll(a, 1); }
#endif
