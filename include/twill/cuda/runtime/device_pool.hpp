// SPDX-License-Identifier: MIT
// twill's own pool of each device's memory.
#pragma once

#include "twill/cuda/runtime/stream_block.hpp"

namespace twill::inline v0 {
namespace detail {

/// twill's own pool of a device, made at its first use: the device's default pool is shared with
/// other libraries. Never destroyed: arrays in static objects use it.
TWILL_SHARED inline cudaMemPool_t pool_of(int device) {
    static cudaMemPool_t pools[max_devices] = {};
    require_served(device);
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

/// Lets a device reach another's pool, once, where the machine can do that: copies between them
/// then go directly. A pool is not opened by cudaDeviceEnablePeerAccess.
TWILL_SHARED inline void open_pool(int owner, int device) {
    static std::uint64_t opened[max_devices] = {};
    static_assert(max_devices <= 64);
    std::uint64_t const bit = std::uint64_t{1} << device;
    if (__atomic_fetch_or(&opened[owner], bit, __ATOMIC_RELAXED) & bit)
        return;
    int reaches = 0;
    cudaMemAccessDesc access{};
    access.location.type = cudaMemLocationTypeDevice;
    access.location.id = device;
    access.flags = cudaMemAccessFlagsProtReadWrite;
    if (cudaDeviceCanAccessPeer(&reaches, device, owner) != cudaSuccess ||
        (reaches && cudaMemPoolSetAccess(pool_of(owner), &access, 1) != cudaSuccess))
        cudaGetLastError();  // the copy takes another way
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

}  // namespace detail

/// What a pool holds, in bytes.
struct pool_statistics {
    std::uint64_t used;
    std::uint64_t reserved;
    std::uint64_t peak;
};
/// Reads the counters of twill's pool of the current device; does not synchronise.
inline pool_statistics memory_pool_statistics(source_location place = source_location::current()) {
    return detail::at_place(place, [] {
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
/// Gives unused memory of the current device's pool back to the driver, keeping at least `keep`
/// bytes.
inline void trim_memory_pool(std::size_t keep = 0,
                             source_location place = source_location::current()) {
    detail::at_place(place, [&] {
        detail::check(cudaMemPoolTrimTo(detail::pool_of(current_device()), keep),
                      "cudaMemPoolTrimTo");
    });
}

}  // namespace twill::inline v0
