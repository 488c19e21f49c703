// SPDX-License-Identifier: MIT
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <cstdio>

// Without a device there is nothing to test: 77 makes ctest report "skipped", never "passed".
int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    int devices = 0;
    cudaError_t const status = cudaGetDeviceCount(&devices);
    if (status != cudaSuccess || devices == 0) {
        std::printf("skipped: no CUDA device (%s)\n", cudaGetErrorString(status));
        return 77;
    }
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, 0) == cudaSuccess) {
        std::printf("device 0: %s, compute capability %d.%d\n", properties.name, properties.major,
                    properties.minor);
    }
    return RUN_ALL_TESTS();
}
