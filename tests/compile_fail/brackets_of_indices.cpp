// SPDX-License-Identifier: MIT
#include <twill/index.hpp>

// expect: twill: [] takes an integer

namespace tw = twill;

auto some(tw::host_array<float> const& a, tw::host_array<int> const& i) {
#ifdef TWILL_MUST_FAIL
    return tw::evaluate(a[i]);
#else
    return tw::evaluate(a(i));
#endif
}
