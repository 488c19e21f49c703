// SPDX-License-Identifier: MIT
// One path from a CUDA status to an exception.
#pragma once

#include <cuda_runtime_api.h>

#include "twill/core/error.hpp"

namespace twill::inline v0::detail {

/// Throws for a failed call: device_error where there is no device or driver, cuda_error otherwise.
/// Clears the error that the runtime would report again at the next call.
[[noreturn]] TWILL_COLD inline void raise_cuda(cudaError_t code, char const* call,
                                               source_location const& place = nowhere) {
    cudaGetLastError();
    if (code == cudaErrorNoDevice || code == cudaErrorInsufficientDriver ||
        code == cudaErrorStubLibrary || code == cudaErrorInvalidDevice)
        raise<device_error>(
            place, "twill: %s: %s (%s)", call, cudaGetErrorString(code),
            code == cudaErrorInvalidDevice ? "no such device" : "no usable CUDA device");
    char text[256];
    std::snprintf(text, sizeof(text), "twill: %s failed: %s (%s)", call, cudaGetErrorString(code),
                  cudaGetErrorName(code));
    cuda_error problem(text, static_cast<int>(code));
    problem.add_place(place);
    throw problem;
}

inline void check(cudaError_t code, char const* call, source_location const& place = nowhere) {
    if (code != cudaSuccess)
        raise_cuda(code, call, place);
}

}  // namespace twill::inline v0::detail
