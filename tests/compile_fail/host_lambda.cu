// SPDX-License-Identifier: MIT
#include <twill/elementwise.cuh>

// expect first: this lambda cannot be called on the device
// expect first: a __host__ __device__ operator(), or compile with --extended-lambda

namespace tw = twill;

struct twice {
    __host__ __device__ float operator()(float x) const { return 2.0f * x; }
};

void assign(tw::device_array<float>& a) {
    a = tw::map(twice{}, a);
#ifdef TWILL_MUST_FAIL
    a = tw::map([](float x) { return 2.0f * x; }, a);
#endif
}

auto on_host(tw::host_array<float> const& a) {
    return tw::map([](float x) { return 2.0f * x; }, a);
}
