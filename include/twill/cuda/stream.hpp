// SPDX-License-Identifier: MIT
// Streams and devices: which ones the current thread uses, and guards that change that for a scope.
#pragma once

#include "twill/core/storage.hpp"
#include "twill/cuda/status.hpp"

namespace twill::inline v0 {
namespace detail {

/// A stream that arrays and guards share. A null pointer to it means the legacy default stream of
/// the current device. Compared by this object's identity: handles are reused by the driver.
struct stream_state {
    index_t references = 1;
    cudaStream_t handle = nullptr;
    bool owned = false;
};

inline void retain(stream_state* s) noexcept {
    if (s)
        __atomic_fetch_add(&s->references, 1, __ATOMIC_RELAXED);
}
inline void release(stream_state* s) noexcept {
    if (!s || __atomic_fetch_sub(&s->references, 1, __ATOMIC_ACQ_REL) != 1)
        return;
    if (s->owned)
        cudaStreamDestroy(s->handle);
    delete s;
}
inline cudaStream_t handle_of(stream_state const* s) noexcept {
    return s ? s->handle : cudaStreamLegacy;
}

struct thread_state {
    stream_state* stream;
};
inline thread_state& this_thread() noexcept {
    static thread_local thread_state state{nullptr};
    return state;
}

}  // namespace detail

/// A CUDA stream. Copies share it; arrays that were used on it keep it alive, so their memory is
/// always freed in order.
class stream {
public:
    /// The legacy default stream: it is ordered with the user's own `kernel<<<grid, block>>>()`
    /// launches.
    stream() noexcept = default;
    /// A new stream of the current device that does not synchronise with the default stream.
    static stream create(source_location place = source_location::current()) {
        auto* state = new detail::stream_state;
        state->owned = true;
        cudaError_t const code = cudaStreamCreateWithFlags(&state->handle, cudaStreamNonBlocking);
        if (code != cudaSuccess) {
            delete state;
            detail::raise_cuda(code, "cudaStreamCreateWithFlags", place);
        }
        return stream(state);
    }
    /// A stream of the user's. It must outlive every array that is used on it.
    static stream wrap(cudaStream_t handle) {
        auto* state = new detail::stream_state;
        state->handle = handle;
        return stream(state);
    }
    stream(stream const& other) noexcept : state_(other.state_) { detail::retain(state_); }
    stream(stream&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
    stream& operator=(stream other) noexcept {
        std::swap(state_, other.state_);
        return *this;
    }
    ~stream() { detail::release(state_); }

    cudaStream_t handle() const noexcept { return detail::handle_of(state_); }
    /// Waits until all work of the stream is done; throws cuda_error for a failure of that work.
    void synchronize(source_location place = source_location::current()) const {
        detail::check(cudaStreamSynchronize(handle()), "cudaStreamSynchronize", place);
    }

private:
    friend class stream_guard;
    friend stream current_stream() noexcept;
    explicit stream(detail::stream_state* owned) noexcept : state_(owned) {}
    detail::stream_state* state_ = nullptr;
};

/// The stream that this thread's work runs on.
inline stream current_stream() noexcept {
    detail::stream_state* const s = detail::this_thread().stream;
    detail::retain(s);
    return stream(s);
}

/// Makes a stream current for this thread while the guard lives.
class stream_guard {
public:
    explicit stream_guard(stream const& s) noexcept
        : held_(s), before_(detail::this_thread().stream) {
        detail::this_thread().stream = held_.state_;
    }
    ~stream_guard() { detail::this_thread().stream = before_; }
    stream_guard(stream_guard const&) = delete;
    stream_guard& operator=(stream_guard const&) = delete;

private:
    stream held_;
    detail::stream_state* before_;
};

/// Waits until all work of this thread's current stream is done; throws cuda_error for a failure of
/// that work.
inline void synchronize(source_location place = source_location::current()) {
    detail::check(cudaStreamSynchronize(detail::handle_of(detail::this_thread().stream)),
                  "cudaStreamSynchronize", place);
}

/// How many CUDA devices there are; 0 without a GPU or a driver, never an exception.
inline int device_count() noexcept {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess) {
        cudaGetLastError();
        return 0;
    }
    return count;
}
/// The device that this thread's arrays are made on. Throws device_error where there is none.
inline int current_device(source_location place = source_location::current()) {
    int device = 0;
    detail::check(cudaGetDevice(&device), "cudaGetDevice", place);
    return device;
}
/// Makes a device current for this thread; throws device_error for one there is not.
inline void select_device(int device, source_location place = source_location::current()) {
    int const count = device_count();
    if (device < 0 || device >= count)
        detail::raise<device_error>(place, "twill: select_device(%d): there are %d CUDA devices",
                                    device, count);
    detail::check(cudaSetDevice(device), "cudaSetDevice", place);
}
/// Makes a device current for this thread while the guard lives. The current stream becomes its
/// default stream.
class device_guard {
public:
    explicit device_guard(int device, source_location place = source_location::current())
        : before_(current_device(place)), stream_(stream()) {
        select_device(device, place);
    }
    ~device_guard() { cudaSetDevice(before_); }
    device_guard(device_guard const&) = delete;
    device_guard& operator=(device_guard const&) = delete;

private:
    int before_;
    stream_guard stream_;
};

}  // namespace twill::inline v0
