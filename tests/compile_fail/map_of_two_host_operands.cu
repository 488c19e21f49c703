// SPDX-License-Identifier: MIT
#include <twill/elementwise.cuh>

// expect: __host__ __device__
// expect: host_sum

namespace tw = twill;

struct host_sum {
    template <class T>
    T operator()(T x, T y) const {
        return x + y;
    }
};
struct sum_anywhere {
    template <class T>
    __host__ __device__ T operator()(T x, T y) const {
        return x + y;
    }
};

void assign(tw::device_array<float>& a) {
    a += tw::map(sum_anywhere{}, a, 2.0f);
#ifdef TWILL_MUST_FAIL
    a += tw::map(host_sum{}, a, 2.0f);
#endif
}
