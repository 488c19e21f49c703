// SPDX-License-Identifier: MIT
#include <cuda_runtime_api.h>

#include <cstdio>

#include "mixed.hpp"

int main() {
    int devices = 0;
    if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
        std::puts("mixed_app: skipped, no CUDA device");
        return 77;
    }
    holder held(on_device(twill::host_array<float>{1, 2, 3}));
    twill::host_array<float> const c = on_host(doubled(held.release()));
    if (c.size() != 3 || c(0) != 2.0f || c(2) != 6.0f) {
        std::puts("mixed_app: wrong sum");
        return 1;
    }
    std::puts("mixed_app: ok");
    return 0;
}
