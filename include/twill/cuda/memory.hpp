// SPDX-License-Identifier: MIT
// Device and pinned memory: stream-ordered blocks from twill's own pool, and copies of their bytes.
// The CUDA runtime API alone, so that any compiler may hold, copy and move device arrays.
#pragma once

#include "twill/cuda/stream_block.hpp"

namespace twill::inline v0 {
namespace detail {

inline constexpr int max_devices = 64;

/// twill's own pool of a device, made at its first use: the device's default pool is shared with
/// other libraries.
inline cudaMemPool_t pool_of(int device) {
    static cudaMemPool_t pools[max_devices] = {};
    if (device >= max_devices)
        raise<device_error>("twill: device %d: twill serves %d devices", device, max_devices);
    cudaMemPool_t pool = __atomic_load_n(&pools[device], __ATOMIC_ACQUIRE);
    if (pool)
        return pool;
    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = device;
    cudaMemPool_t made = nullptr;
    check(cudaMemPoolCreate(&made, &properties), "cudaMemPoolCreate");
    // Freed memory stays in the pool: giving it back to the driver at every synchronisation is what
    // makes pools slow.
    std::uint64_t keep = ~std::uint64_t{0};
    check(cudaMemPoolSetAttribute(made, cudaMemPoolAttrReleaseThreshold, &keep),
          "cudaMemPoolSetAttribute");
    if (!__atomic_compare_exchange_n(&pools[device], &pool, made, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE)) {
        cudaMemPoolDestroy(made);
        return pool;
    }
    return made;
}

/// Whether there is one device at most: then every block is on the current one, and nothing need be
/// asked.
inline bool single_device() noexcept {
    static bool const single = device_count() == 1;
    return single;
}

[[noreturn]] TWILL_COLD inline void raise_device_memory(std::size_t bytes, cudaMemPool_t pool) {
    cudaGetLastError();
    std::uint64_t used = 0;
    std::uint64_t reserved = 0;
    std::uint64_t peak = 0;
    std::size_t free = 0;
    std::size_t total = 0;
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &reserved);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &peak);
    cudaMemGetInfo(&free, &total);
    char text[320];
    std::snprintf(text, sizeof(text),
                  "twill: no device memory for %zu bytes: the pool uses %llu, reserves %llu and "
                  "used at most %llu bytes; "
                  "the device has %zu of %zu bytes free",
                  bytes, static_cast<unsigned long long>(used),
                  static_cast<unsigned long long>(reserved), static_cast<unsigned long long>(peak),
                  free, total);
    throw out_of_memory(text, bytes);
}

template <>
struct memory<device_space> {
    /// Uninitialised memory of the current device, ordered on the current stream.
    static storage_ref allocate(std::size_t bytes) {
        int const device = single_device() ? 0 : current_device();
        stream_state* const now = this_thread().stream;
        void* data = nullptr;
        if (bytes != 0) {
            cudaMemPool_t const pool = pool_of(device);
            cudaError_t const code = cudaMallocFromPoolAsync(&data, bytes, pool, handle_of(now));
            if (code == cudaErrorMemoryAllocation)
                raise_device_memory(bytes, pool);
            check(code, "cudaMallocFromPoolAsync");
        }
        auto* made = new (std::nothrow) stream_block;
        if (!made) {
            cudaFreeAsync(data, handle_of(now));
            throw out_of_memory("twill: no host memory for a block", sizeof(stream_block));
        }
        made->data = data;
        made->bytes = bytes;
        made->device = device;
        made->ordered = true;
        retain(now);
        made->writer = now;
        made->destroy = destroy;
        return storage_ref(made);
    }

    /// A copy of a block's bytes on the current stream; does not synchronise.
    static storage_ref clone(storage_ref const& other) {
        if (!other)
            return {};
        reads(other.get());
        storage_ref made = allocate(other.get()->bytes);
        if (made.get()->bytes != 0)
            check(cudaMemcpyAsync(made.get()->data, other.get()->data, made.get()->bytes,
                                  cudaMemcpyDeviceToDevice, handle_of(this_thread().stream)),
                  "cudaMemcpyAsync");
        return made;
    }

    /// Orders the current stream behind a block's last write, or behind all its work, before it is
    /// read or written there. Throws device_error for another device's block.
    struct order {
        int device = 0;
        stream_state* now = this_thread().stream;

        order() {
            if (!single_device())
                cudaGetDevice(&device);
        }
        void reads(block* b) const {
            if (b)
                order_read(on_device(b, device), now);
        }
        void writes(block* b) const {
            if (b)
                order_write(on_device(b, device), now);
        }
    };
    static void reads(block* b) { order().reads(b); }
    static void writes(block* b) { order().writes(b); }

private:
    static stream_block* on_device(block* b, int device) {
        if (b->device != device) [[unlikely]]
            raise<device_error>(
                "twill: an array of device %d is used while device %d is current; call "
                "select_device(%d) first",
                b->device, device, b->device);
        return static_cast<stream_block*>(b);
    }
    static void destroy(block* dead) noexcept {
        auto* b = static_cast<stream_block*>(dead);
        if (b->data) {
            int device = b->device;
            if (!single_device())
                cudaGetDevice(&device);
            // The default stream's handle means the current device's.
            bool const elsewhere = device != b->device;
            if (elsewhere)
                cudaSetDevice(b->device);
            order_free(b);
            cudaError_t const code = cudaFreeAsync(b->data, handle_of(b->writer));
            if (code != cudaSuccess && code != cudaErrorCudartUnloading)
                std::fprintf(stderr, "twill: cudaFreeAsync: %s\n", cudaGetErrorString(code));
            if (elsewhere)
                cudaSetDevice(device);
        }
        forget_streams(b);
        delete b;
    }
};

template <>
struct memory<pinned_space> {
    /// Uninitialised page-locked memory.
    static storage_ref allocate(std::size_t bytes) {
        void* data = nullptr;
        cudaError_t const code = cudaHostAlloc(&data, bytes ? bytes : 1, cudaHostAllocDefault);
        if (code == cudaErrorMemoryAllocation) {
            cudaGetLastError();
            char text[96];
            std::snprintf(text, sizeof(text), "twill: no page-locked memory for %zu bytes", bytes);
            throw out_of_memory(text, bytes);
        }
        check(code, "cudaHostAlloc");
        auto* made = new (std::nothrow) stream_block;
        if (!made) {
            cudaFreeHost(data);
            throw out_of_memory("twill: no host memory for a block", sizeof(stream_block));
        }
        made->data = data;
        made->bytes = bytes;
        made->ordered = true;
        made->writer = this_thread().stream;
        retain(made->writer);
        made->destroy = [](block* dead) noexcept {
            auto* b = static_cast<stream_block*>(dead);
            // A copy that is still running may read or write the memory.
            order_free(b);
            cudaStreamSynchronize(handle_of(b->writer));
            cudaFreeHost(b->data);
            forget_streams(b);
            delete b;
        };
        return storage_ref(made);
    }
    static storage_ref clone(storage_ref const& other) {
        if (!other)
            return {};
        storage_ref made = allocate(other.get()->bytes);
        std::memcpy(made.get()->data, other.get()->data, other.get()->bytes);
        return made;
    }
    static void reads(block*) noexcept {}
    static void writes(block*) noexcept {}
};

/// Bytes to, from or on the current device, on the current stream.
struct device_transfer {
    static void run(block* to_block, void* to, block* from_block, void const* from,
                    std::size_t bytes) {
        if (bytes == 0)
            return;
        if (to_block && to_block->device >= 0)
            memory<device_space>::writes(to_block);
        else if (to_block && to_block->ordered)
            order_write(static_cast<stream_block*>(to_block));
        if (from_block && from_block->device >= 0)
            memory<device_space>::reads(from_block);
        else if (from_block && from_block->ordered)
            order_read(static_cast<stream_block*>(from_block));
        check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, handle_of(this_thread().stream)),
              "cudaMemcpyAsync");
    }
    static void wait(block*) { synchronize(); }
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

}  // namespace detail

/// What twill's pool of the current device holds, in bytes.
struct pool_statistics {
    std::uint64_t used;
    std::uint64_t reserved;
    std::uint64_t peak;
};
/// Reads the pool's counters; does not synchronise.
inline pool_statistics memory_pool_statistics(source_location place = source_location::current()) {
    return detail::at_place(place, [&] {
        cudaMemPool_t const pool = detail::pool_of(current_device());
        pool_statistics result{};
        detail::check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &result.used),
                      "cudaMemPoolGetAttribute");
        detail::check(
            cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &result.reserved),
            "cudaMemPoolGetAttribute");
        detail::check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &result.peak),
                      "cudaMemPoolGetAttribute");
        return result;
    });
}
/// Gives unused memory of the pool back to the driver, keeping at least `keep` bytes.
inline void trim_memory_pool(std::size_t keep = 0,
                             source_location place = source_location::current()) {
    detail::at_place(place, [&] {
        detail::check(cudaMemPoolTrimTo(detail::pool_of(current_device()), keep),
                      "cudaMemPoolTrimTo");
    });
}

}  // namespace twill::inline v0
