// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: a scan of more than one axis: say which
// expect: flatten with cumsum(reshape(m, -1))

namespace tw = twill;

void run(tw::host_array<float, 2> const& m) {
    tw::host_array<float, 2> rows = cumsum(m, tw::axis<1>);
#ifdef TWILL_MUST_FAIL
    tw::host_array<float, 2> nothing = cumsum(m);
#endif
}
