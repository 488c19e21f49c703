// SPDX-License-Identifier: MIT
// Copies of bytes to, from and between devices.
#pragma once

#include "twill/cuda/runtime/device_pool.hpp"

namespace twill::inline v0::detail {

/// The device whose memory a pointer points to: its block's; -1 for the host's. Memory of the
/// user's own has no block, and where there is one device nobody needs to know.
inline int device_holding(block const* b, void const* p) noexcept {
    if (b)
        return b->device;
    cudaPointerAttributes known{};
    if (single_device() || cudaPointerGetAttributes(&known, p) != cudaSuccess) {
        cudaGetLastError();
        return -1;
    }
    return known.type == cudaMemoryTypeDevice ? known.device : -1;
}

/// Copies bytes whichever device is current. The copy runs on the device that holds them, on the
/// current stream if that is the device's and on its default stream otherwise; between two devices
/// it runs on the target's. Events order it on both sides.
struct device_transfer {
    /// The current stream is behind the copy.
    static void run(block* to_block, void* to, block* from_block, void const* from,
                    std::size_t bytes) {
        stream_state* const now = stream_now();
        stream_state const* const s = start(now, to_block, to, from_block, from, bytes);
        if (s != now)
            check(try_order(s, now), "cudaStreamWaitEvent");
    }
    /// The same; then the bytes have arrived.
    static void run_and_wait(block* to_block, void* to, block* from_block, void const* from,
                             std::size_t bytes) {
        stream_state const* const s = start(stream_now(), to_block, to, from_block, from, bytes);
        check(try_synchronize(s), "cudaStreamSynchronize");
        throw_fault(s->faults, true);
    }

private:
    TWILL_COLD static stream_state* start(stream_state* s, block* to_block, void* to,
                                          block* from_block, void const* from, std::size_t bytes) {
        int to_device = -1;
        int from_device = -1;
        if (!single_device()) {
            to_device = device_holding(to_block, to);
            from_device = device_holding(from_block, from);
            int const runs = to_device >= 0 ? to_device : from_device;
            if (runs >= 0 && runs != s->device) {
                // What has no block is ordered by the current stream alone.
                if ((!to_block && to_device >= 0) || (!from_block && from_device >= 0))
                    check(try_order(s, default_stream(runs)), "cudaStreamWaitEvent");
                s = default_stream(runs);
            }
        }
        if (bytes == 0)
            return s;
        if (to_block && to_block->ordered)
            order_write(static_cast<stream_block*>(to_block), s);
        if (from_block && from_block->ordered)
            order_read(static_cast<stream_block*>(from_block), s);
        // Memory of a pool may only be copied while the stream's device is current, and between
        // devices that do not reach it only by the call for peers.
        device_switch const there(s->device);
        if (to_device >= 0 && from_device >= 0 && to_device != from_device) {
            open_pool(from_device, to_device);
            open_pool(to_device, from_device);
            check(cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, handle_of(s)),
                  "cudaMemcpyPeerAsync");
        } else {
            check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, handle_of(s)),
                  "cudaMemcpyAsync");
        }
        return s;
    }
};
template <>
struct transfer<device_space, host_space> : device_transfer {};
template <>
struct transfer<host_space, device_space> : device_transfer {};
template <>
struct transfer<device_space, pinned_space> : device_transfer {};
template <>
struct transfer<pinned_space, device_space> : device_transfer {};
template <>
struct transfer<device_space, device_space> : device_transfer {};
template <>
struct transfer<pinned_space, host_space> : transfer<host_space, host_space> {};
template <>
struct transfer<host_space, pinned_space> : transfer<host_space, host_space> {};
template <>
struct transfer<pinned_space, pinned_space> : transfer<host_space, host_space> {};

}  // namespace twill::inline v0::detail
