// SPDX-License-Identifier: MIT
// Which streams use a block of memory, and the waits that keep their work in order.
#pragma once

#include "twill/cuda/runtime/stream.hpp"

namespace twill::inline v0::detail {

/// A block whose work is ordered by streams: it knows the stream of its last write and those that
/// have read it since. A read on another stream waits for the write; a write, and the free, wait
/// for the write and every read. An event is recorded only when another stream has to wait, so one
/// stream alone costs nothing.
struct stream_block : block {
    static constexpr int most_readers = 6;
    /// For device memory a stream of its device; null for pinned memory that no stream has written.
    stream_state* writer = nullptr;
    stream_state* readers[most_readers] = {};
    int reader_count = 0;
    unsigned char locked = 0;
};

/// Several threads may read one array at once.
class block_lock {
public:
    explicit block_lock(stream_block* b) noexcept : b_(b) {
        while (__atomic_test_and_set(&b_->locked, __ATOMIC_ACQUIRE)) {
        }
    }
    ~block_lock() { __atomic_clear(&b_->locked, __ATOMIC_RELEASE); }
    block_lock(block_lock const&) = delete;
    block_lock& operator=(block_lock const&) = delete;

private:
    stream_block* b_;
};

/// Records what a stream was given so far in a new event, which is of the stream's device, as it
/// has to be; null and an error where that fails.
inline cudaError_t try_record(stream_state const* s, cudaEvent_t& event) noexcept {
    event = nullptr;
    device_switch const there(s->device);
    cudaError_t code = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    if (code == cudaSuccess && (code = cudaEventRecord(event, handle_of(s))) != cudaSuccess) {
        cudaEventDestroy(event);
        event = nullptr;
    }
    return code;
}
/// Makes `later` wait for what `earlier`, if any, was given so far.
inline cudaError_t try_order(stream_state const* earlier, stream_state const* later) noexcept {
    if (!earlier)
        return cudaSuccess;
    cudaEvent_t event = nullptr;
    cudaError_t code = try_record(earlier, event);
    if (code != cudaSuccess)
        return code;
    {
        device_switch const there(later->device);
        code = cudaStreamWaitEvent(handle_of(later), event, 0);
    }
    cudaEventDestroy(event);
    return code;
}

/// A failure that nobody can catch. The end of the process is none: the runtime waits for all work
/// before it goes.
TWILL_COLD inline void report(cudaError_t code, char const* call) noexcept {
    cudaGetLastError();
    if (code != cudaErrorCudartUnloading)
        std::fprintf(stderr, "twill: %s: %s\n", call, cudaGetErrorString(code));
}
/// Where a stream could not be waited for by another: waits here, if need be for the whole device.
TWILL_COLD inline void wait_instead(stream_state const* s, cudaError_t failed,
                                    char const* call) noexcept {
    report(failed, call);
    if (failed == cudaErrorCudartUnloading || (failed = try_synchronize(s)) == cudaSuccess)
        return;
    report(failed, "cudaStreamSynchronize");
    device_switch const there(s->device);
    if ((failed = cudaDeviceSynchronize()) != cudaSuccess)
        report(failed, "cudaDeviceSynchronize");
}

TWILL_COLD inline void order_read_across(stream_block* b, stream_state* now) {
    block_lock const lock(b);
    for (int i = 0; i < b->reader_count; ++i)
        if (b->readers[i] == now)
            return;
    check(try_order(b->writer, now), "cudaStreamWaitEvent");
    if (b->reader_count == stream_block::most_readers) {
        // No room: this stream also waits for one of the readers and stands for it from now on.
        check(try_order(b->readers[0], now), "cudaStreamWaitEvent");
        release(b->readers[0]);
        b->readers[0] = now;
    } else {
        b->readers[b->reader_count] = now;
        __atomic_store_n(&b->reader_count, b->reader_count + 1, __ATOMIC_RELEASE);
    }
    retain(now);
}

TWILL_COLD inline void order_write_across(stream_block* b, stream_state* now) {
    block_lock const lock(b);
    if (b->writer != now)
        check(try_order(b->writer, now), "cudaStreamWaitEvent");
    for (int i = 0; i < b->reader_count; ++i)
        if (b->readers[i] != now)
            check(try_order(b->readers[i], now), "cudaStreamWaitEvent");
    for (int i = 0; i < b->reader_count; ++i)
        release(b->readers[i]);
    __atomic_store_n(&b->reader_count, 0, __ATOMIC_RELEASE);
    retain(now);
    release(b->writer);
    __atomic_store_n(&b->writer, now, __ATOMIC_RELEASE);
}

/// Before the stream `now` reads the block.
inline void order_read(stream_block* b, stream_state* now) {
    // What the writer's own stream reads is before whatever waits for that stream.
    if (__atomic_load_n(&b->writer, __ATOMIC_ACQUIRE) != now) [[unlikely]]
        order_read_across(b, now);
}
/// Before the stream `now` writes the block.
inline void order_write(stream_block* b, stream_state* now) {
    if (__atomic_load_n(&b->writer, __ATOMIC_ACQUIRE) != now ||
        __atomic_load_n(&b->reader_count, __ATOMIC_ACQUIRE) != 0) [[unlikely]]
        order_write_across(b, now);
}

/// Before the block is freed on its writer's stream. Nobody else holds it any more. Never throws,
/// and never leaves a reader out.
inline void order_free(stream_block* b) noexcept {
    for (int i = 0; i < b->reader_count; ++i)
        if (b->readers[i] != b->writer) {
            cudaError_t const code = try_order(b->readers[i], b->writer);
            if (code != cudaSuccess)
                wait_instead(b->readers[i], code, "cudaStreamWaitEvent before memory is freed");
        }
}
inline void forget_streams(stream_block* b) noexcept {
    for (int i = 0; i < b->reader_count; ++i)
        release(b->readers[i]);
    release(b->writer);
    b->reader_count = 0;
    b->writer = nullptr;
}

}  // namespace twill::inline v0::detail
