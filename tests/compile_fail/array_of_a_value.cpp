// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: of elements of one value: array<T> x = full(extents(n), value)

namespace tw = twill;

tw::host_array<float> ones_of(tw::index_t n) {
#ifdef TWILL_MUST_FAIL
    tw::host_array<float> x(n, 1.0f);
#else
    tw::host_array<float> x = tw::full(tw::extents(n), 1.0f);
#endif
    return x;
}
