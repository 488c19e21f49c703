// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: copy moves elements of one type; cast first

namespace tw = twill;

void move(tw::host_array<double>& to, tw::host_array<float> const& from) {
    tw::copy(to, tw::cast<double>(from));
#ifdef TWILL_MUST_FAIL
    tw::copy(to, from);
#endif
}
