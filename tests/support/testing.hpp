#pragma once

// What every test includes first: a test is written once against `space`, which is the device when
// nvcc compiles it and the host otherwise.

#include <gtest/gtest.h>

#if defined(__CUDACC__)
#include <twill/elementwise.cuh>
#else
#include <twill/twill.hpp>
#endif

namespace twill_test {

#if defined(__CUDACC__)
using space = twill::device_space;
inline constexpr bool on_device = true;
#else
using space = twill::host_space;
inline constexpr bool on_device = false;
#endif

}  // namespace twill_test
