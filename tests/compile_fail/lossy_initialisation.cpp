// SPDX-License-Identifier: MIT
#include <twill/twill.hpp>

// expect first: this assignment could lose values
// expect first: say twill::cast<T>(expression)

namespace tw = twill;

void make(tw::host_array<float> const& a) {
    tw::host_array<double> wider = a;
    tw::host_array<int> narrower = tw::cast<int>(a);
#ifdef TWILL_MUST_FAIL
    tw::host_array<int> lossy = a;
#endif
}
