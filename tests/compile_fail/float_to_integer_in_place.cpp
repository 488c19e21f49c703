// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: this assignment could lose values

namespace tw = twill;

void add(tw::host_array<int>& to, tw::host_array<float> const& from) {
    to += tw::cast<int>(from);
#ifdef TWILL_MUST_FAIL
    to += from;
#endif
}
