// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: a host array from device operands

namespace tw = twill;

void assign(tw::host_array<float>& to, tw::host_array<float> const& from) {
    to(tw::slice(1)) = from;
}

#ifdef TWILL_MUST_FAIL
void assign(tw::host_array<float>& to, tw::device_array<float> const& from) {
    to(tw::slice(1)) = from;
}
#endif
