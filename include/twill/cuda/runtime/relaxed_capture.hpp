// SPDX-License-Identifier: MIT
// Calls of libraries that allocate while another thread captures a graph.
#pragma once

#include <cuda_runtime_api.h>

namespace twill::inline v0::detail {

/// In its scope the thread may make what allocates on the device (a library's handle, its plan),
/// which a capture of another thread would neither allow nor survive.
class relaxed_capture {
public:
    relaxed_capture() { cudaThreadExchangeStreamCaptureMode(&mode_); }
    ~relaxed_capture() { cudaThreadExchangeStreamCaptureMode(&mode_); }
    relaxed_capture(relaxed_capture const&) = delete;
    relaxed_capture& operator=(relaxed_capture const&) = delete;

private:
    cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

}  // namespace twill::inline v0::detail
