// SPDX-License-Identifier: MIT
#include <twill/reduce.cuh>

// expect: __host__ __device__
// expect: host_larger

namespace tw = twill;

struct host_larger {
    float operator()(float a, float b) const { return a < b ? b : a; }
};
struct larger {
    __host__ __device__ float operator()(float a, float b) const { return a < b ? b : a; }
};

float of(tw::device_array<float> const& a) {
#ifdef TWILL_MUST_FAIL
    return tw::item(tw::reduce(a, host_larger{}, 0.0f));
#else
    return tw::item(tw::reduce(a, larger{}, 0.0f));
#endif
}
