// SPDX-License-Identifier: MIT
// What a device is.
#pragma once

#include "twill/cuda/runtime/device.hpp"

namespace twill::inline v0 {

/// What a device is and the limits that its kernels keep to.
struct device_properties {
    int device;
    char name[256];
    int major;  ///< compute capability
    int minor;
    std::uint64_t memory;  ///< bytes
    double bandwidth;  ///< of the memory, bytes a second as its clock and width say; 0: not told
    int processors;    ///< multiprocessors
    int threads_per_processor;  ///< at most, resident
    int threads_per_block;      ///< at most
    index_t block_limits[3];    ///< threads of a block along x, y, z, at most
    index_t grid_limits[3];     ///< blocks of a grid along x, y, z, at most
    index_t shared_per_block;   ///< bytes of shared memory, at most, that a kernel may ask for
    index_t shared_per_processor;
    int registers_per_block;  ///< 32-bit ones
    index_t l2_cache;         ///< bytes
    int clock_megahertz;      ///< of the multiprocessors; 0: not told
    bool integrated;          ///< shares the host's memory
    bool error_correction;    ///< of the memory
    char bus[16];             ///< its place, as nvidia-smi prints it
    int driver_version;       ///< the greatest CUDA version that the driver serves: 13000 is 13.0
    int runtime_version;      ///< CUDA's that the program runs with
};

namespace detail {

inline int device_attribute(cudaDeviceAttr attribute, int device, source_location const& place) {
    int value = 0;
    check(cudaDeviceGetAttribute(&value, attribute, device), "cudaDeviceGetAttribute", place);
    return value;
}
/// 0 where a driver does not tell it.
inline int told_attribute(cudaDeviceAttr attribute, int device) {
    int value = 0;
    if (cudaDeviceGetAttribute(&value, attribute, device) != cudaSuccess) {
        cudaGetLastError();
        return 0;
    }
    return value;
}

}  // namespace detail

/// What a device is. Asks the driver: some tens of microseconds. Throws device_error for a device
/// there is not.
inline device_properties device_info(int device,
                                     source_location place = source_location::current()) {
    detail::require_device(device, "device_info", place);
    cudaDeviceProp p{};
    detail::check(cudaGetDeviceProperties(&p, device), "cudaGetDeviceProperties", place);
    auto ask = [&](cudaDeviceAttr attribute) {
        return detail::device_attribute(attribute, device, place);
    };
    device_properties result{};
    result.device = device;
    std::snprintf(result.name, sizeof(result.name), "%s", p.name);
    result.major = p.major;
    result.minor = p.minor;
    result.memory = p.totalGlobalMem;
    // Two transfers a clock of a thousand hertz, eight bits a byte.
    result.bandwidth = 2e3 / 8 * detail::told_attribute(cudaDevAttrMemoryClockRate, device) *
                       detail::told_attribute(cudaDevAttrGlobalMemoryBusWidth, device);
    result.processors = p.multiProcessorCount;
    result.threads_per_processor = p.maxThreadsPerMultiProcessor;
    result.threads_per_block = p.maxThreadsPerBlock;
    for (int d = 0; d < 3; ++d) {
        result.block_limits[d] = p.maxThreadsDim[d];
        result.grid_limits[d] = p.maxGridSize[d];
    }
    result.shared_per_block = ask(cudaDevAttrMaxSharedMemoryPerBlockOptin);
    result.shared_per_processor = ask(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    result.registers_per_block = p.regsPerBlock;
    result.l2_cache = p.l2CacheSize;
    result.clock_megahertz = detail::told_attribute(cudaDevAttrClockRate, device) / 1000;
    result.integrated = p.integrated != 0;
    result.error_correction = p.ECCEnabled != 0;
    std::snprintf(result.bus, sizeof(result.bus), "%04x:%02x:%02x.0",
                  static_cast<unsigned>(p.pciDomainID) & 0xffffu,
                  static_cast<unsigned>(p.pciBusID) & 0xffu,
                  static_cast<unsigned>(p.pciDeviceID) & 0xffu);
    detail::check(cudaDriverGetVersion(&result.driver_version), "cudaDriverGetVersion", place);
    detail::check(cudaRuntimeGetVersion(&result.runtime_version), "cudaRuntimeGetVersion", place);
    return result;
}
/// The same of the current device.
inline device_properties device_info(source_location place = source_location::current()) {
    return device_info(current_device(place), place);
}

}  // namespace twill::inline v0
