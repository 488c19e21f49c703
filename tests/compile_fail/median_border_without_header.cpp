// SPDX-License-Identifier: MIT
#include <twill/join.hpp>

// expect: twill: padding::median sorts: include <twill/statistics.hpp>

namespace tw = twill;

auto bordered(tw::host_array<float, 2> const& m) {
#ifdef TWILL_MUST_FAIL
    return pad(m, 1, tw::padding::median);
#else
    return pad(m, 1, tw::padding::mean);
#endif
}
