// SPDX-License-Identifier: MIT
#include <twill/elementwise.cuh>

// options: --extended-lambda
// expect: the result type of a __device__ lambda cannot be deduced: write twill::map<float>(f, ...)

namespace tw = twill;

tw::device_array<float> twice(tw::device_array<float> const& a) {
    auto const f = [] __device__(float x) { return 2.0f * x; };
#ifdef TWILL_MUST_FAIL
    return tw::map(f, a);
#else
    return tw::map<float>(f, a);
#endif
}
