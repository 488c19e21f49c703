// SPDX-License-Identifier: MIT
#include <twill/device.hpp>
#include <twill/twill.hpp>

// expect: this evaluates an expression on the device, which needs nvcc
// expect: do it in a .cu file that includes <twill/twill.cuh>

namespace tw = twill;

// Without nvcc: hold, copy, move, pass, to_device, to_host.
tw::host_array<float> there_and_back(tw::host_array<float> const& a) {
    tw::device_array<float> there = tw::to_device(a);
    tw::device_array<float> copy = there;
    tw::device_array<float> moved = std::move(copy);
    return tw::to_host(moved);
}

#ifdef TWILL_MUST_FAIL
tw::device_array<float> sum_of(tw::device_array<float> const& a, tw::device_array<float> const& b) {
    return a + b;
}
#endif
