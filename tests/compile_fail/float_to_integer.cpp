// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: this assignment could lose values
// expect: say twill::cast<T>(expression)

namespace tw = twill;

void assign(tw::host_array<int>& to, tw::host_array<float> const& from) {
    to = tw::cast<int>(from * 2.0f);
#ifdef TWILL_MUST_FAIL
    to = from * 2.0f;
#endif
}
