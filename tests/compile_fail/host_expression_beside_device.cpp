// SPDX-License-Identifier: MIT
#include <twill/device.hpp>
#include <twill/expr/operators.hpp>

// expect first: this evaluates an expression on the host: include <twill/twill.hpp>

namespace tw = twill;

void keep(tw::host_array<float>& a) { a = tw::host_array<float>(3); }

#ifdef TWILL_MUST_FAIL
void add(tw::host_array<float>& a) { a = a + 1.0f; }
#endif
