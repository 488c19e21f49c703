// SPDX-License-Identifier: MIT
// The faults of a stream's kernels: a record in page-locked memory, which kernels write and the
// calls that wait for the stream read.
#pragma once

#include "twill/core/fault.hpp"
#include "twill/cuda/runtime/stream.hpp"

namespace twill::inline v0::detail {

/// A record for a stream; the one that an earlier owner of a borrowed stream has left, with what is
/// in it.
inline fault_record* take_fault_record(stream_state const* s) {
    constexpr std::size_t count = 64;
    spare_faults.lock();
    if (s->is == stream_state::borrowed)
        for (fault_record** at = &spare_faults.of_others; *at; at = &(*at)->next)
            if ((*at)->waits_for == s->handle && (*at)->device == s->device) {
                fault_record* const known = *at;
                *at = known->next;
                spare_faults.unlock();
                return known;
            }
    void* made = nullptr;
    cudaError_t code = cudaSuccess;
    if (!spare_faults.free) {
        code = cudaHostAlloc(&made, count * sizeof(fault_record), cudaHostAllocPortable);
        if (code == cudaSuccess) {
            auto* const records = static_cast<fault_record*>(made);
            for (std::size_t i = 0; i < count; ++i) {
                records[i] = {};
                records[i].next = std::exchange(spare_faults.free, records + i);
            }
        }
    }
    fault_record* const result = spare_faults.free;
    if (result) {
        spare_faults.free = result->next;
        result->state = 0;
    }
    spare_faults.unlock();
    check(code, "cudaHostAlloc");
    return result;
}

template <>
struct faults<device_space> {
    /// Of the current stream; made at its first use.
    static fault_record* record() {
        stream_state* const s = stream_now();
        auto* known = __atomic_load_n(&s->faults, __ATOMIC_ACQUIRE);
        if (!known) {
            fault_record* const made = take_fault_record(s);
            if (__atomic_compare_exchange_n(&s->faults, &known, made, false, __ATOMIC_ACQ_REL,
                                            __ATOMIC_ACQUIRE))
                known = made;
            else
                give_back(made, s);
        }
        return known;
    }
    /// What a statement on the device meets is told by the next call that waits.
    static void throw_now() {}
};

}  // namespace twill::inline v0::detail
