// SPDX-License-Identifier: MIT
#include <twill/index.hpp>

// expect: the indices that it gives in NumPy are nonzero(mask)

namespace tw = twill;

auto places(tw::host_array<float> const& a) {
#ifdef TWILL_MUST_FAIL
    return where(a > 9.0f)[0];
#else
    return nonzero(a > 9.0f)[0];
#endif
}
