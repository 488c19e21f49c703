// SPDX-License-Identifier: MIT
// The time that work takes on the current stream, for traces.
#pragma once

#include "twill/core/trace.hpp"
#include "twill/cuda/runtime/stream.hpp"

namespace twill::inline v0::detail {

// Two events around the work. While a graph is captured nothing runs, and no time can be told. What
// fails here must not disturb the program: it leaves the time unknown.

TWILL_COLD inline void start_events(stopwatch::state& s) noexcept {
    s.started = -1;
    cudaStream_t const stream = handle_of(this_thread().stream);
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(stream, &capture) != cudaSuccess ||
        capture != cudaStreamCaptureStatusNone)
        return;
    // Those that are made are destroyed at the end.
    for (void*& e : s.events) {
        cudaEvent_t made = nullptr;
        if (cudaEventCreate(&made) != cudaSuccess) {
            cudaGetLastError();
            return;
        }
        e = made;
    }
    if (cudaEventRecord(static_cast<cudaEvent_t>(s.events[0]), stream) == cudaSuccess)
        s.started = 0;
}
TWILL_COLD inline double stop_events(stopwatch::state& s) noexcept {
    auto const from = static_cast<cudaEvent_t>(s.events[0]);
    auto const to = static_cast<cudaEvent_t>(s.events[1]);
    float milliseconds = 0;
    bool const told = s.started >= 0 &&
                      cudaEventRecord(to, handle_of(this_thread().stream)) == cudaSuccess &&
                      cudaEventSynchronize(to) == cudaSuccess &&
                      cudaEventElapsedTime(&milliseconds, from, to) == cudaSuccess;
    if (from)
        cudaEventDestroy(from);
    if (to)
        cudaEventDestroy(to);
    return told ? 1e3 * static_cast<double>(milliseconds) : -1;
}
inline constexpr stopwatch device_stopwatch{start_events, stop_events};

}  // namespace twill::inline v0::detail
