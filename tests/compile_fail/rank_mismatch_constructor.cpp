// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect: the expression has another rank than the array it initialises

namespace tw = twill;

tw::host_array<float> row(tw::host_array<float> const& v) {
    tw::host_array<float> same = v + v;
#ifdef TWILL_MUST_FAIL
    tw::host_array<float, 2> other(v + v);
#endif
    return same;
}
