// SPDX-License-Identifier: MIT
// Memory in which the blocks of a launch leave parts of a result for the last of them to merge, and
// the counters that tell which one is the last.
#pragma once

#include "twill/cuda/runtime/memory.hpp"

namespace twill::inline v0::detail {

/// What a launch on the current stream may use until it ends. Its counters are zero before, and
/// must be zero when it ends.
struct launch_workspace {
    storage_ref held;  ///< null for memory of the stream's own
    unsigned* counters = nullptr;
    void* parts = nullptr;
};

inline constexpr std::size_t most_counters = 4096;
inline constexpr std::size_t counter_bytes = most_counters * sizeof(unsigned);
/// What a stream keeps for parts; launches that need more have memory of their own for them.
inline constexpr std::size_t kept_part_bytes = 112 * 1024;

/// The workspace of a stream, made at its first use; launches on a stream follow one another, so
/// they share it. Null for streams that others made, of which it is not known when their work is
/// done, and while a graph is captured: the graph may run beside the stream.
inline char* workspace_of(stream_state* s) {
    if (s->is == stream_state::borrowed)
        return nullptr;
    if (s->is == stream_state::owned) {
        cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
        check(cudaStreamIsCapturing(s->handle, &capture), "cudaStreamIsCapturing");
        if (capture != cudaStreamCaptureStatusNone)
            return nullptr;
    }
    void* known = __atomic_load_n(&s->workspace, __ATOMIC_ACQUIRE);
    if (known)
        return static_cast<char*>(known);
    void* made = nullptr;
    check(cudaMallocFromPoolAsync(&made, counter_bytes + kept_part_bytes, pool_of(s->device),
                                  handle_of(s)),
          "cudaMallocFromPoolAsync");
    // Other threads see it once it is in the stream that the counters will be zero.
    cudaError_t const cleared = cudaMemsetAsync(made, 0, counter_bytes, handle_of(s));
    if (cleared != cudaSuccess ||
        !__atomic_compare_exchange_n(&s->workspace, &known, made, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE)) {
        cudaFreeAsync(made, handle_of(s));
        check(cleared, "cudaMemsetAsync");
        return static_cast<char*>(known);
    }
    return static_cast<char*>(made);
}

/// A workspace with room for `bytes` of parts.
TWILL_COLD inline launch_workspace take_workspace(std::size_t bytes) {
    launch_workspace result;
    char* const kept = workspace_of(stream_now());
    if (kept && bytes <= kept_part_bytes) {
        result.counters = reinterpret_cast<unsigned*>(kept);
        result.parts = kept + counter_bytes;
        return result;
    }
    // Where the stream's counters cannot be used, the block has some in front of the parts.
    std::size_t const ahead = kept ? 0 : counter_bytes;
    result.held = memory<device_space>::allocate(ahead + bytes);
    char* const own = static_cast<char*>(result.held.get()->data);
    if (!kept)
        check(cudaMemsetAsync(own, 0, counter_bytes, handle_of(stream_now())), "cudaMemsetAsync");
    result.counters = reinterpret_cast<unsigned*>(kept ? kept : own);
    result.parts = own + ahead;
    return result;
}

}  // namespace twill::inline v0::detail
