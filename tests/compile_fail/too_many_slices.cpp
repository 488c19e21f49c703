// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: more indices than the array has axes

namespace tw = twill;

auto part(tw::host_array<float> const& a) {
    auto const e = a * 2.0f;
#ifdef TWILL_MUST_FAIL
    return e(tw::slice(1), tw::full_extent);
#else
    return e(tw::slice(1), tw::newaxis);
#endif
}
