// SPDX-License-Identifier: MIT
#include <twill/twill.cuh>

// expect first: this evaluates an expression on the host: include <twill/twill.hpp>

namespace tw = twill;

void add(tw::device_array<float>& a) { a = a + 1.0f; }

#ifdef TWILL_MUST_FAIL
void add(tw::host_array<float>& a) { a = a + 1.0f; }
#endif
