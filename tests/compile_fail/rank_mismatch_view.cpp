// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: the value has more axes than the target of the assignment

namespace tw = twill;

void assign(tw::host_array<float, 2> const& m, tw::host_array<float>& v) {
    v(tw::slice(1)) = m(0);
#ifdef TWILL_MUST_FAIL
    v(tw::slice(1)) = m;
#endif
}
