// SPDX-License-Identifier: MIT
// Tests of more than 2^31 elements are for devices that have room for them.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

namespace twill_test {

/// Whether the current device has so much memory, used or not.
inline bool device_has_gigabytes(std::size_t least) {
    std::size_t free = 0;
    std::size_t total = 0;
    return cudaMemGetInfo(&free, &total) == cudaSuccess && total >> 30 >= least;
}

}  // namespace twill_test

/// Skips the test where the arrays of it, and what is made of them, do not fit.
#define TWILL_SKIP_BELOW_GIGABYTES(least)         \
    if (!twill_test::device_has_gigabytes(least)) \
    GTEST_SKIP() << "needs " #least " GB of device memory"
