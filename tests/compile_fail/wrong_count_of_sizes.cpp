// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: an array is made of one size for every axis of its rank

namespace tw = twill;

void make() {
    tw::host_array<float, 2> m(2, 3);
#ifdef TWILL_MUST_FAIL
    tw::host_array<float, 2> other(2, 3, 4);
#endif
}
