// SPDX-License-Identifier: MIT
// Streams and devices: which ones the current thread uses, and guards that change that for a scope.
#pragma once

#include "twill/core/fault.hpp"
#include "twill/core/storage.hpp"
#include "twill/cuda/runtime/device.hpp"
#include "twill/cuda/runtime/relaxed_capture.hpp"

namespace twill::inline v0 {
namespace detail {

/// Records of faults that no stream has. They are never freed: a kernel of a stream that is gone
/// may still write into its own.
struct fault_records {
    fault_record* free;       ///< nothing writes into these
    fault_record* of_others;  ///< of streams that others made, for who wraps the same handle next
    unsigned char locked;

    void lock() noexcept {
        while (__atomic_test_and_set(&locked, __ATOMIC_ACQUIRE)) {
        }
    }
    void unlock() noexcept { __atomic_clear(&locked, __ATOMIC_RELEASE); }
};
TWILL_SHARED inline constinit fault_records spare_faults{nullptr, nullptr, 0};

/// A stream that arrays and guards share. Compared by this object's identity: handles are reused by
/// the driver, and the default stream's handle means another stream on every device.
struct stream_state {
    enum kind : unsigned char {
        permanent,  ///< a device's default stream: never counted, never freed
        borrowed,   ///< the user's
        owned
    };
    index_t references = 1;
    cudaStream_t handle = nullptr;  ///< null: the legacy default stream
    int device = 0;
    kind is = permanent;
    void* workspace = nullptr;       ///< see workspace.hpp
    fault_record* faults = nullptr;  ///< see fault.hpp
};

inline void retain(stream_state* s) noexcept {
    if (s && s->is != stream_state::permanent)
        __atomic_fetch_add(&s->references, 1, __ATOMIC_RELAXED);
}
/// A record that a stream no longer has. Nothing may write into one of twill's own stream any more.
/// Of a stream that others made, which may be gone, it cannot be known whether it is done: its
/// record is for the next who wraps its handle.
inline void give_back(fault_record* unused, stream_state const* s) noexcept {
    bool const borrowed = s->is == stream_state::borrowed;
    if (borrowed) {
        unused->waits_for = s->handle;
        unused->device = s->device;
    }
    spare_faults.lock();
    unused->next = std::exchange(borrowed ? spare_faults.of_others : spare_faults.free, unused);
    spare_faults.unlock();
}
/// Whether a stream has done what it was given; false where that cannot be asked.
TWILL_COLD inline bool is_done(cudaStream_t stream) noexcept {
    relaxed_capture const allowed;
    if (is_capturing(stream))
        return false;
    cudaError_t const code = cudaStreamQuery(stream);
    if (code != cudaSuccess)
        cudaGetLastError();
    return code == cudaSuccess;
}
// Not in line: g++ would see a default stream freed, which never is.
TWILL_NOINLINE inline void destroy(stream_state* s) noexcept {
    // Kernels that still run write into the record, which is then left unused.
    if (s->faults &&
        (s->is == stream_state::borrowed ||
         (is_done(s->handle) && __atomic_load_n(&s->faults->state, __ATOMIC_ACQUIRE) == 0)))
        give_back(s->faults, s);
    if (s->is == stream_state::owned) {
        if (s->workspace)
            cudaFreeAsync(s->workspace, s->handle);
        cudaStreamDestroy(s->handle);
    }
    delete s;
}
inline void release(stream_state* s) noexcept {
    if (!s || s->is == stream_state::permanent ||
        __atomic_fetch_sub(&s->references, 1, __ATOMIC_ACQ_REL) != 1)
        return;
    destroy(s);
}
/// The default stream's handle means the current device's. Null stands for that, too.
inline cudaStream_t handle_of(stream_state const* s) noexcept {
    return s && s->handle ? s->handle : cudaStreamLegacy;
}

/// Every device's default stream. Constant-initialised and never destroyed: arrays in static
/// objects use it.
struct default_streams {
    stream_state of[max_devices];
    constexpr default_streams() noexcept : of{} {
        for (int d = 0; d < max_devices; ++d)
            of[d].device = d;
    }
};
TWILL_SHARED inline constinit default_streams every_default_stream{};

inline stream_state* default_stream(int device) {
    require_served(device);
    return &every_default_stream.of[device];
}

/// What a thread chose. No stream means the default stream of the device that is current, so that
/// the user's own cudaSetDevice is followed.
struct thread_state {
    stream_state* stream;
};
TWILL_SHARED inline thread_state& this_thread() noexcept {
    static thread_local thread_state state{nullptr};
    return state;
}

[[noreturn]] TWILL_COLD inline void raise_stream_elsewhere(int stream, int device) {
    raise<device_error>(
        "twill: the current stream belongs to device %d, but device %d is current: make a device "
        "current with select_device or device_guard, which change the stream, too",
        stream, device);
}
TWILL_COLD inline stream_state* stream_of_several_devices(stream_state* chosen) {
    int const device = current_device();
    if (!chosen)
        return default_stream(device);
    if (chosen->device != device)
        raise_stream_elsewhere(chosen->device, device);
    return chosen;
}
/// The stream that this thread's work runs on, of the current device; never null.
inline stream_state* stream_now() {
    stream_state* const chosen = this_thread().stream;
    if (!single_device())
        return stream_of_several_devices(chosen);
    return chosen ? chosen : every_default_stream.of;
}

/// Waits for what a stream was given.
inline cudaError_t try_synchronize(stream_state const* s) noexcept {
    device_switch const there(s->device);
    return cudaStreamSynchronize(handle_of(s));
}

/// A thread's device and stream, which come back at the end of the scope.
class thread_scope {
public:
    thread_scope() : stream_(this_thread().stream) {
        if (!single_device())
            device_ = current_device();
    }
    ~thread_scope() {
        this_thread().stream = stream_;
        int device = device_;
        if (device_ >= 0 && (cudaGetDevice(&device) != cudaSuccess || device != device_))
            cudaSetDevice(device_);
    }
    thread_scope(thread_scope const&) = delete;
    thread_scope& operator=(thread_scope const&) = delete;
    /// Until then: a device and one of its streams, null for its default one.
    void enter(int device, stream_state* s) {
        if (device_ >= 0 && device != device_)
            check(cudaSetDevice(device), "cudaSetDevice");
        this_thread().stream = s;
    }

private:
    stream_state* stream_;
    int device_ = -1;
};

}  // namespace detail

/// A CUDA stream of one device. Copies share it; arrays that were used on it keep it alive, so
/// their memory is always freed in order.
class stream {
public:
    /// The legacy default stream of the current device: it is ordered with the user's own
    /// `kernel<<<grid, block>>>()` launches.
    stream() : state_(detail::default_stream(detail::device_or_first())) {}
    /// A new stream of the current device that does not synchronise with the default stream.
    static stream create(source_location place = source_location::current()) {
        stream made(nullptr, detail::stream_state::borrowed);
        detail::check(cudaStreamCreateWithFlags(&made.state_->handle, cudaStreamNonBlocking),
                      "cudaStreamCreateWithFlags", place);
        made.state_->is = detail::stream_state::owned;
        return made;
    }
    /// A stream of the user's, which belongs to the current device. It must outlive every array
    /// that is used on it. A null handle means the legacy default stream. Throws value_error for
    /// cudaStreamPerThread.
    static stream wrap(cudaStream_t handle, source_location place = source_location::current()) {
        if (!handle || handle == cudaStreamLegacy)
            return stream();
        if (handle == cudaStreamPerThread)
            detail::raise<value_error>(
                place,
                "twill: stream::wrap(cudaStreamPerThread): that is another stream on every thread, "
                "and arrays keep the streams that they were used on: take stream::create(), one "
                "for each thread, or stream(), the default stream, which is ordered with those of "
                "all threads");
        return stream(handle, detail::stream_state::borrowed);
    }
    stream(stream const& other) noexcept : state_(other.state_) { detail::retain(state_); }
    /// What was moved from is its device's default stream.
    stream(stream&& other) noexcept
        : state_(std::exchange(other.state_,
                               &detail::every_default_stream.of[other.state_->device])) {}
    stream& operator=(stream other) noexcept {
        std::swap(state_, other.state_);
        return *this;
    }
    ~stream() { detail::release(state_); }

    /// For the user's own launches and library calls. A default stream's handle means the default
    /// stream of the device that is current then.
    cudaStream_t handle() const noexcept { return detail::handle_of(state_); }
    int device() const noexcept { return state_->device; }
    /// Waits until all work of the stream is done; throws cuda_error for a failure of that work and
    /// index_error for an index out of range that it met.
    void synchronize(source_location place = source_location::current()) const {
        detail::check(detail::try_synchronize(state_), "cudaStreamSynchronize", place);
        detail::throw_fault(state_->faults, true, place);
    }

    // For the library.
    detail::fault_record* faults() const noexcept { return state_->faults; }

private:
    friend class stream_guard;
    friend stream current_stream();
    explicit stream(detail::stream_state* counted) noexcept : state_(counted) {}
    stream(cudaStream_t handle, detail::stream_state::kind is) : state_(nullptr) {
        int const device = detail::device_or_first();
        detail::require_served(device);
        state_ = new detail::stream_state{1, handle, device, is};
    }
    detail::stream_state* state_;
};

/// The stream that this thread's work runs on; one of the current device.
inline stream current_stream() {
    detail::stream_state* const s = detail::stream_now();
    detail::retain(s);
    return stream(s);
}

/// Makes a stream, and the device that it belongs to, current for this thread while the guard
/// lives. Then the device and the stream from before are current again.
class stream_guard {
public:
    explicit stream_guard(stream const& s) : held_(s) {
        scope_.enter(held_.device(), held_.state_);
    }
    stream_guard(stream_guard const&) = delete;
    stream_guard& operator=(stream_guard const&) = delete;

private:
    stream held_;  // outlives the scope
    detail::thread_scope scope_;
};

/// Waits until all work of this thread's current stream is done; throws cuda_error for a failure of
/// that work and index_error for an index out of range that it met.
inline void synchronize(source_location place = source_location::current()) {
    detail::check(cudaStreamSynchronize(detail::handle_of(detail::this_thread().stream)),
                  "cudaStreamSynchronize", place);
    detail::throw_fault(detail::stream_now()->faults, true, place);
}

/// Makes a device current for this thread; throws device_error for one there is not. A current
/// stream of another device makes way for the device's default stream, to the end of the guard that
/// made it current.
inline void select_device(int device, source_location place = source_location::current()) {
    detail::require_device(device, "select_device", place);
    detail::check(cudaSetDevice(device), "cudaSetDevice", place);
    detail::thread_state& thread = detail::this_thread();
    if (thread.stream && thread.stream->device != device)
        thread.stream = nullptr;
}
/// Makes a device and its default stream current for this thread while the guard lives. Then the
/// device and the stream from before are current again. Throws device_error for a device there is
/// not.
class device_guard {
public:
    explicit device_guard(int device, source_location place = source_location::current()) {
        detail::require_device(device, "device_guard", place);
        scope_.enter(device, nullptr);
    }
    device_guard(device_guard const&) = delete;
    device_guard& operator=(device_guard const&) = delete;

private:
    detail::thread_scope scope_;
};

}  // namespace twill::inline v0
