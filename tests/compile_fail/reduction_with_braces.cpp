// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: several axes of a reduction are one argument: sum(m, axis<0, 1>)

namespace tw = twill;

auto total(tw::host_array<float, 2> const& m) {
#ifdef TWILL_MUST_FAIL
    return tw::sum(m, {0, 1});
#else
    return tw::sum(m, tw::axis<0, 1>);
#endif
}
