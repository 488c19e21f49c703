// SPDX-License-Identifier: MIT
// Which streams use a block of memory, and the waits that keep their work in order.
#pragma once

#include "twill/cuda/stream.hpp"

namespace twill::inline v0::detail {

/// A block whose work is ordered by streams: it knows the stream of its last write and those that
/// have read it since. A read on another stream waits for the write; a write, and the free, wait
/// for the write and every read. An event is recorded only when another stream has to wait, so one
/// stream alone costs nothing.
struct stream_block : block {
    static constexpr int most_readers = 6;
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

/// Makes `later` wait for what `earlier` was given so far.
inline cudaError_t try_order(stream_state const* earlier, stream_state const* later) noexcept {
    cudaEvent_t event = nullptr;
    cudaError_t code = cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    if (code != cudaSuccess)
        return code;
    code = cudaEventRecord(event, handle_of(earlier));
    if (code == cudaSuccess)
        code = cudaStreamWaitEvent(handle_of(later), event, 0);
    cudaEventDestroy(event);
    return code;
}

/// Before the current stream, `now`, reads the block.
inline void order_read(stream_block* b, stream_state* now = this_thread().stream) {
    // What the writer's own stream reads is before whatever waits for that stream.
    if (__atomic_load_n(&b->writer, __ATOMIC_ACQUIRE) == now)
        return;
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

/// Before the current stream, `now`, writes the block.
inline void order_write(stream_block* b, stream_state* now = this_thread().stream) {
    if (__atomic_load_n(&b->writer, __ATOMIC_ACQUIRE) == now &&
        __atomic_load_n(&b->reader_count, __ATOMIC_ACQUIRE) == 0)
        return;
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

/// Before the block is freed on its writer's stream. Nobody else holds it any more.
inline void order_free(stream_block* b) noexcept {
    for (int i = 0; i < b->reader_count; ++i)
        if (b->readers[i] != b->writer)
            try_order(b->readers[i], b->writer);
}
inline void forget_streams(stream_block* b) noexcept {
    for (int i = 0; i < b->reader_count; ++i)
        release(b->readers[i]);
    release(b->writer);
}

}  // namespace twill::inline v0::detail
