// SPDX-License-Identifier: MIT
#include <twill/twill.cuh>
#include <twill/twill.hpp>

// expect first: a function's address is the host's, kernels cannot call it
// expect first: write a function object with a __host__ __device__ operator()

namespace tw = twill;

float twice(float x) { return 2.0f * x; }
float larger(float a, float b) { return a < b ? b : a; }
float square_of(tw::index_t i) { return static_cast<float>(i * i); }

void on_device(tw::device_array<float>& a) {
#ifdef TWILL_MUST_FAIL
    a = tw::map(twice, a);
    a = tw::from_function(tw::extents(3), square_of);
    a(0) = tw::reduce(a, larger, 0.0f);
#else
    a = 2.0f * a;
#endif
}

// On the host a function is as good as a function object.
void on_host(tw::host_array<float>& a) {
    a = tw::map(twice, a) + tw::map(&twice, a);
    a = tw::from_function(tw::extents(3), square_of);
    a(0) = tw::item(tw::reduce(a, larger, 0.0f));
}
