// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: positions are integers

namespace tw = twill;

float element(tw::host_array<float, 2> const& m) { return m(1, 2); }

#ifdef TWILL_MUST_FAIL
float element_between(tw::host_array<float, 2> const& m) { return m(1, 2.5); }
#endif
