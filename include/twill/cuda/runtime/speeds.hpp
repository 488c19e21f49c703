// SPDX-License-Identifier: MIT
// What a device does in a second, by what its driver says of it.
#pragma once

#include "twill/core/machine.hpp"
#include "twill/cuda/runtime/device_info.hpp"

namespace twill::inline v0::detail {

/// Shares of what the clocks allow, and times, as measured on one H200 (benchmarks/model.cu).
struct device_model {
    static constexpr double memory = 0.9;
    /// Of 64 bytes a clock and multiprocessor; of the second-level cache's bytes.
    static constexpr double cache = 0.42;
    static constexpr double cache_held = 0.75;
    static constexpr double arithmetic = 0.7;
    static constexpr double latency = 1.2e-6;
    static constexpr double meeting = 1.6e-6;
    static constexpr double launch = 3.6e-6;
};

TWILL_COLD inline machine_speeds find_device_speeds(int device) {
    auto const told = [&](cudaDeviceAttr attribute) {
        return static_cast<double>(told_attribute(attribute, device));
    };
    using model = device_model;
    machine_speeds s;
    double const clock = 1e3 * told(cudaDevAttrClockRate);
    double const processors = told(cudaDevAttrMultiProcessorCount);
    double const major = told(cudaDevAttrComputeCapabilityMajor);
    double const minor = told(cudaDevAttrComputeCapabilityMinor);
    double const lanes = major < 8 || (major == 8 && minor == 0) ? 64 : 128;
    double const ratio = told(cudaDevAttrSingleToDoublePrecisionPerfRatio);
    // Two transfers a clock of a thousand hertz, eight bits a byte.
    s.memory = model::memory * 2e3 / 8 * told(cudaDevAttrMemoryClockRate) *
               told(cudaDevAttrGlobalMemoryBusWidth);
    if (clock == 0 || processors == 0 || s.memory == 0)
        return {};
    s.cache = model::cache * 64 * processors * clock;
    s.cache = s.cache > s.memory ? s.cache : s.memory;
    s.cache_bytes = model::cache_held * told(cudaDevAttrL2CacheSize);
    s.singles = model::arithmetic * processors * lanes * clock;
    s.doubles = s.singles / (ratio > 0 ? ratio : 32);
    s.latency = model::latency;
    s.meeting = model::meeting;
    s.launch = model::launch;
    return s;
}
/// Of the current device; asked once a thread and device.
inline machine_speeds const& device_speeds() {
    struct known {
        int device = -1;
        machine_speeds speeds;
    };
    static thread_local known here;
    int const device = device_or_first();
    if (here.device != device)
        here = {device, find_device_speeds(device)};
    return here.speeds;
}

}  // namespace twill::inline v0::detail
