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
TWILL_SHARED TWILL_COLD inline void open_pool(int owner, int device) {
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

/// What arrays of a device may use together, in bytes; 0: all there is.
TWILL_SHARED inline std::uint64_t& memory_limit_of(int device) {
    static std::uint64_t limits[max_devices] = {};
    return limits[device];
}

[[noreturn]] TWILL_COLD inline void raise_memory_limit(std::size_t bytes, std::uint64_t used,
                                                       std::uint64_t limit) {
    char text[192];
    std::snprintf(text, sizeof(text),
                  "twill: no device memory for %zu bytes: arrays use %llu of the %llu bytes that "
                  "set_memory_limit allows",
                  bytes, static_cast<unsigned long long>(used),
                  static_cast<unsigned long long>(limit));
    throw out_of_memory(text, bytes);
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

/// Once the device's work is done, gives the driver back what the pool keeps.
TWILL_COLD inline void give_back_memory(cudaMemPool_t pool) {
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    check(cudaMemPoolTrimTo(pool, 0), "cudaMemPoolTrimTo");
}
/// A second attempt: once what the pool held in pieces is given back.
TWILL_COLD inline cudaError_t allocate_again(void** data, std::size_t bytes, cudaMemPool_t pool,
                                             cudaStream_t stream) {
    cudaGetLastError();
    std::size_t free = 0;
    std::size_t total = 0;
    if (is_capturing(stream) || cudaMemGetInfo(&free, &total) != cudaSuccess || bytes > total)
        return cudaErrorMemoryAllocation;
    give_back_memory(pool);
    return cudaMallocFromPoolAsync(data, bytes, pool, stream);
}
/// Throws out_of_memory where so many bytes more would be above a limit, also when the device has
/// done what it was given: until then what was freed counts.
TWILL_NOINLINE inline void keep_to_limit(std::size_t bytes, std::uint64_t limit, cudaMemPool_t pool,
                                         cudaStream_t stream) {
    std::uint64_t used = 0;
    for (bool const waits : {true, false}) {
        check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used),
              "cudaMemPoolGetAttribute");
        if (bytes <= limit && used <= limit - bytes)
            return;
        if (bytes > limit || !waits || is_capturing(stream))
            break;
        check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    }
    raise_memory_limit(bytes, used, limit);
}
/// Memory of a device's pool, ordered on a stream. Throws out_of_memory.
inline void* allocate_from_pool(std::size_t bytes, int device, cudaStream_t stream) {
    cudaMemPool_t const pool = pool_of(device);
    std::uint64_t const limit = __atomic_load_n(&memory_limit_of(device), __ATOMIC_RELAXED);
    if (limit != 0) [[unlikely]]
        keep_to_limit(bytes, limit, pool, stream);
    // Atomic operations on small elements reach the whole word around them, loads of elements
    // between packet boundaries the whole packets.
    std::size_t const asked = bytes < ~std::size_t{15} ? (bytes + 15) / 16 * 16 : bytes;
    void* data = nullptr;
    cudaError_t code = cudaMallocFromPoolAsync(&data, asked, pool, stream);
    if (code == cudaErrorMemoryAllocation) [[unlikely]] {
        code = allocate_again(&data, asked, pool, stream);
        if (code == cudaErrorMemoryAllocation)
            raise_device_memory(bytes, pool);
    }
    check(code, "cudaMallocFromPoolAsync");
    return data;
}

/// The same for what a library makes, which allocates beside twill's pool: its status, and where
/// that is one of those of too little memory, the status of a second attempt, once the pool has
/// given back what it keeps. `make` leaves nothing behind where it fails.
template <class Make, class... Status>
auto make_with_room(Make const& make, Status... too_little) {
    auto status = make();
    if (!((status == too_little) || ...)) [[likely]]
        return status;
    cudaGetLastError();
    stream_state* const now = stream_now();
    if (is_capturing(handle_of(now)))
        return status;
    give_back_memory(pool_of(now->device));
    return make();
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

/// The memory of a device, in bytes.
struct memory_figures {
    std::uint64_t free;      ///< of the device, for every program
    std::uint64_t total;     ///< of the device
    std::uint64_t used;      ///< by arrays of this process, freed ones until the device is done
    std::uint64_t reserved;  ///< by twill's pool, for arrays to come too
    std::uint64_t peak;      ///< the most that was used at a time
    std::uint64_t limit;     ///< what set_memory_limit allows; 0: all there is
};
/// The memory of the current device; does not synchronise.
inline memory_figures memory_info(source_location place = source_location::current()) {
    return detail::at_place(place, [] {
        std::size_t free = 0;
        std::size_t total = 0;
        detail::check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
        pool_statistics const pool = memory_pool_statistics();
        std::uint64_t const limit =
            __atomic_load_n(&detail::memory_limit_of(current_device()), __ATOMIC_RELAXED);
        return memory_figures{free, total, pool.used, pool.reserved, pool.peak, limit};
    });
}
/// From now on the arrays of the current device may use so many bytes together, those that exist
/// included; what asks for more throws out_of_memory. Memory that was freed counts until the device
/// is done with it: where that alone is in the way, an allocation waits for it. 0 takes the limit
/// away. (Threads that allocate at the same moment may pass it together, by one allocation each.)
inline void set_memory_limit(std::uint64_t bytes,
                             source_location place = source_location::current()) {
    int const device = current_device(place);
    detail::at_place(place, [&] { detail::require_served(device); });
    __atomic_store_n(&detail::memory_limit_of(device), bytes, __ATOMIC_RELAXED);
}
/// The same as a part of the device's memory, above 0 and up to 1 (value_error).
inline void set_memory_limit_fraction(double part,
                                      source_location place = source_location::current()) {
    if (!(part > 0 && part <= 1))
        detail::raise<value_error>(
            place, "twill: set_memory_limit_fraction(%g): a part above 0 and up to 1", part);
    double const bytes = part * static_cast<double>(memory_info(place).total);
    set_memory_limit(bytes < 1 ? 1 : static_cast<std::uint64_t>(bytes), place);
}
/// set_memory_limit(0.5) is set_memory_limit_fraction(0.5).
template <class Part>
    requires std::is_floating_point_v<Part>
void set_memory_limit(Part part, source_location place = source_location::current()) {
    set_memory_limit_fraction(static_cast<double>(part), place);
}

}  // namespace twill::inline v0
