// SPDX-License-Identifier: MIT
// Places in the work of a stream, and the time between them.
#pragma once

#include "twill/cuda/runtime/stream.hpp"

namespace twill::inline v0 {

/// A place in the work of a stream: what was given to the stream before it is done when the event
/// is. Belongs to the device that is current when it is made; may be moved, not copied. Once
/// recorded it keeps its stream alive.
class event {
public:
    /// Not recorded yet: nothing waits for it, and it is done.
    explicit event(source_location place = source_location::current())
        : device_(current_device(place)) {
        detail::check(cudaEventCreate(&handle_), "cudaEventCreate", place);
    }
    event(event&& other) noexcept
        : handle_(std::exchange(other.handle_, nullptr)),
          device_(other.device_),
          recorded_(other.recorded_),
          on_(std::move(other.on_)),
          faults_(std::exchange(other.faults_, nullptr)) {}
    event& operator=(event&& other) noexcept {
        std::swap(handle_, other.handle_);
        std::swap(device_, other.device_);
        std::swap(recorded_, other.recorded_);
        std::swap(on_, other.on_);
        std::swap(faults_, other.faults_);
        return *this;
    }
    ~event() {
        if (handle_)
            cudaEventDestroy(handle_);
    }

    /// Stands behind all that the stream has been given so far; does not wait. Recorded again, it
    /// stands there alone. The stream must be the event's device's (device_error).
    void record(stream const& on, source_location place = source_location::current()) {
        if (on.device() != device_)
            detail::raise<device_error>(
                place, "twill: an event of device %d is recorded on a stream of device %d", device_,
                on.device());
        detail::device_switch const there(device_);
        detail::check(cudaEventRecord(handle_, on.handle()), "cudaEventRecord", place);
        recorded_ = true;
        on_ = on;
        faults_ = on.faults();
    }
    /// The same of this thread's current stream.
    void record(source_location place = source_location::current()) {
        record(current_stream(), place);
    }

    /// Whether the work before it is done; does not wait. Throws cuda_error for work that failed.
    bool done(source_location place = source_location::current()) const {
        cudaError_t const code = cudaEventQuery(handle_);
        if (code != cudaErrorNotReady)
            detail::check(code, "cudaEventQuery", place);
        else
            cudaGetLastError();
        return code == cudaSuccess;
    }
    /// Waits until the work before it is done; throws cuda_error for work that failed and
    /// index_error for an index out of range that it met.
    void synchronize(source_location place = source_location::current()) const {
        detail::check(cudaEventSynchronize(handle_), "cudaEventSynchronize", place);
        detail::throw_fault(faults_, true, place);
    }
    /// What the stream is given from now on runs when the work before the event is done; the caller
    /// does not wait.
    void hold_back(stream const& waiting,
                   source_location place = source_location::current()) const {
        detail::device_switch const there(waiting.device());
        detail::check(cudaStreamWaitEvent(waiting.handle(), handle_, 0), "cudaStreamWaitEvent",
                      place);
    }

    cudaEvent_t handle() const noexcept { return handle_; }
    int device() const noexcept { return device_; }

private:
    friend double elapsed(event const&, event const&, source_location);

    cudaEvent_t handle_ = nullptr;
    int device_;
    bool recorded_ = false;
    stream on_;  ///< where it was recorded, which thus keeps its record of faults
    detail::fault_record* faults_ = nullptr;
};

/// Seconds of the device between two events of one device that were recorded; waits for the later
/// one. Throws value_error for one that was not, device_error for events of two devices.
inline double elapsed(event const& from, event const& to,
                      source_location place = source_location::current()) {
    if (!from.recorded_ || !to.recorded_)
        detail::raise<value_error>(place, "twill: elapsed: an event that was not recorded");
    if (from.device_ != to.device_)
        detail::raise<device_error>(place, "twill: elapsed: events of devices %d and %d",
                                    from.device_, to.device_);
    detail::device_switch const there(from.device_);
    from.synchronize(place);
    to.synchronize(place);
    float milliseconds = 0;
    detail::check(cudaEventElapsedTime(&milliseconds, from.handle_, to.handle_),
                  "cudaEventElapsedTime", place);
    return 1e-3 * static_cast<double>(milliseconds);
}

}  // namespace twill::inline v0
