// SPDX-License-Identifier: MIT
// While streams are captured into graphs: what is asked of the runtime then.
#pragma once

#include <cuda_runtime_api.h>

namespace twill::inline v0::detail {

/// Whether a stream is being captured into a graph, which a wait would spoil.
inline bool is_capturing(cudaStream_t stream) noexcept {
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    return cudaStreamIsCapturing(stream, &capture) != cudaSuccess ||
           capture != cudaStreamCaptureStatusNone;
}

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
