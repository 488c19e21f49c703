// SPDX-License-Identifier: MIT
#include <twill/elementwise.cuh>

// expect: __host__ __device__
// expect: host_only

namespace tw = twill;

struct host_only {
    float operator()(float x) const { return 2.0f * x; }
};
struct anywhere {
    __host__ __device__ float operator()(float x) const { return 2.0f * x; }
};
struct device_only {
    __device__ float operator()(float x) const { return 2.0f * x; }
};

void assign(tw::device_array<float>& a) {
    a = tw::map(anywhere{}, a) + tw::map(device_only{}, a);
#ifdef TWILL_MUST_FAIL
    a = tw::map(host_only{}, a);
#endif
}

// A host function in a host expression is nobody's concern.
auto on_host(tw::host_array<float> const& a) { return tw::map(host_only{}, a); }
