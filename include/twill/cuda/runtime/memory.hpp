// SPDX-License-Identifier: MIT
// Device memory: stream-ordered blocks from twill's own pool. The CUDA runtime API alone, so that
// any compiler may hold, copy and move device arrays.
#pragma once

#include "twill/cuda/runtime/fault.hpp"
#include "twill/cuda/runtime/pinned.hpp"
#include "twill/cuda/runtime/stopwatch.hpp"
#include "twill/cuda/runtime/transfer.hpp"

namespace twill::inline v0::detail {

template <>
struct memory<device_space> {
    static constexpr stopwatch const& clock = device_stopwatch;

    /// Uninitialised memory of the current device, ordered on the current stream.
    static storage_ref allocate(std::size_t bytes) {
        stream_state* const now = stream_now();
        void* data = nullptr;
        if (bytes != 0)
            data = allocate_from_pool(bytes, now->device, handle_of(now));
        auto* made = new (std::nothrow) stream_block;
        if (!made) {
            if (data)
                cudaFreeAsync(data, handle_of(now));
            throw out_of_memory("twill: no host memory for a block", sizeof(stream_block));
        }
        made->data = data;
        made->bytes = bytes;
        made->device = now->device;
        made->ordered = true;
        retain(now);
        made->writer = now;
        made->destroy = destroy;
        return storage_ref(made);
    }

    /// A copy of a block's bytes on the current device, on the current stream; does not
    /// synchronise.
    static storage_ref clone(storage_ref const& other) {
        if (!other)
            return {};
        storage_ref made = allocate(other.get()->bytes);
        device_transfer::run(made.get(), made.get()->data, other.get(), other.get()->data,
                             made.get()->bytes);
        return made;
    }

    /// Orders the current stream behind a block's last write, or behind all its work, before it is
    /// read or written there. Throws device_error for another device's block.
    struct order {
        stream_state* now = stream_now();

        void reads(block* b) const {
            if (b)
                order_read(on_device(b, now->device), now);
        }
        void writes(block* b) const {
            if (b)
                order_write(on_device(b, now->device), now);
        }
    };
    static void reads(block* b) { order().reads(b); }
    static void writes(block* b) { order().writes(b); }

    /// Makes a block's device current for a scope, and its default stream; nothing where the device
    /// is current already.
    class visit {
    public:
        explicit visit(block const* b) {
            if (b && stream_now()->device != b->device)
                scope_.enter(b->device, nullptr);
        }

    private:
        thread_scope scope_;
    };

private:
    static stream_block* on_device(block* b, int device) {
        if (b->device != device) [[unlikely]]
            raise<device_error>(
                "twill: an array of device %d is used while device %d is current; call "
                "select_device(%d) first",
                b->device, device, b->device);
        return static_cast<stream_block*>(b);
    }
    TWILL_COLD static void destroy(block* dead) noexcept {
        auto* b = static_cast<stream_block*>(dead);
        if (b->data) {
            // The default stream's handle means the current device's.
            device_switch const there(b->device);
            order_free(b);
            cudaError_t const code = cudaFreeAsync(b->data, handle_of(b->writer));
            if (code != cudaSuccess)
                report(code, "cudaFreeAsync");
        }
        forget_streams(b);
        delete b;
    }
};

}  // namespace twill::inline v0::detail
