// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: reading an element needs a named copy: twill::item(a(i))

namespace tw = twill;

float first(tw::host_array<float>& a) { return a(0); }

#ifdef TWILL_MUST_FAIL
float first(tw::device_array<float>& a) { return a(0); }
#endif
