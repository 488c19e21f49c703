// SPDX-License-Identifier: MIT
#include <twill/extend.hpp>
#include <twill/twill.cuh>
#include <twill/twill.hpp>

// expect: __host__ __device__
// expect: host_only

namespace tw = twill;

struct host_only {
    static constexpr char const* name = "host_only";
    float operator()(float x) const { return 2.0f * x; }
};
struct anywhere {
    static constexpr char const* name = "anywhere";
    __host__ __device__ float operator()(float x) const { return 2.0f * x; }
};
struct device_only {
    float factor;
    __device__ float operator()(float x) const { return factor * x; }
};

void assign(tw::device_array<float>& a) {
    a = tw::extend::elementwise(anywhere{}, a) + tw::extend::elementwise(device_only{2.0f}, a);
#ifdef TWILL_MUST_FAIL
    a = tw::extend::elementwise(host_only{}, a);
#endif
}

// A host function in a host expression is nobody's concern.
void on_host(tw::host_array<float>& a) { a = tw::extend::elementwise(host_only{}, a); }
