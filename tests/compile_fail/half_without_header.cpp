// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: for float16 and bfloat16 <twill/half.hpp>

namespace tw = twill;

tw::host_array<float> make() { return tw::host_array<float>(3); }

#ifdef TWILL_MUST_FAIL
tw::host_array<tw::float16> make_half() { return tw::host_array<tw::float16>(3); }
#endif
