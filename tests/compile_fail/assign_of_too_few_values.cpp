// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: takes one value for each target
// expect: assign(tie(u, v), a, b)

namespace tw = twill;

void both(tw::host_array<float>& u, tw::host_array<float>& v) { assign(tie(u, v), u + v, u - v); }

#ifdef TWILL_MUST_FAIL
void one(tw::host_array<float>& u, tw::host_array<float>& v) { assign(tie(u, v), u + v); }
#endif
