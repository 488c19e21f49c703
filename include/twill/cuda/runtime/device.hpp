// SPDX-License-Identifier: MIT
// Which CUDA devices there are, and which one is current.
#pragma once

#include "twill/cuda/runtime/status.hpp"

namespace twill::inline v0 {

/// How many CUDA devices there are; 0 without a GPU or a driver, never an exception.
inline int device_count() noexcept {
    int count = 0;
    if (cudaGetDeviceCount(&count) != cudaSuccess) {
        cudaGetLastError();
        return 0;
    }
    return count;
}
/// The device that this thread's arrays are made on. Throws device_error where there is none.
inline int current_device(source_location place = source_location::current()) {
    int device = 0;
    detail::check(cudaGetDevice(&device), "cudaGetDevice", place);
    return device;
}

namespace detail {

inline constexpr int max_devices = 64;

/// Whether there is one device alone: then every block is on the current one, and nothing need be
/// asked.
inline bool single_device() noexcept {
    static bool const single = device_count() == 1;
    return single;
}

inline void require_served(int device) {
    if (device < 0 || device >= max_devices)
        raise<device_error>("twill: device %d: twill serves %d devices", device, max_devices);
}
inline void require_device(int device, char const* call, source_location const& place) {
    int const count = device_count();
    if (device < 0 || device >= count)
        raise<device_error>(place, "twill: %s(%d): there are %d CUDA devices", call, device, count);
}
/// The current device; 0 where there is none.
inline int device_or_first() noexcept {
    int device = 0;
    if (!single_device() && cudaGetDevice(&device) != cudaSuccess) {
        cudaGetLastError();
        return 0;
    }
    return device;
}

/// Makes a device current for a few calls. Where there is one device it does nothing.
class device_switch {
public:
    explicit device_switch(int device) noexcept {
        if (single_device() || cudaGetDevice(&before_) != cudaSuccess)
            return;
        switched_ = before_ != device && cudaSetDevice(device) == cudaSuccess;
    }
    ~device_switch() {
        if (switched_)
            cudaSetDevice(before_);
    }
    device_switch(device_switch const&) = delete;
    device_switch& operator=(device_switch const&) = delete;

private:
    int before_ = 0;
    bool switched_ = false;
};

}  // namespace detail
}  // namespace twill::inline v0
