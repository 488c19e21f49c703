// SPDX-License-Identifier: MIT
#pragma once

#include <twill/device.hpp>
#include <twill/twill.hpp>

// mixed_add.cu
twill::device_array<float> on_device(twill::host_array<float> const& a);
twill::device_array<float> doubled(twill::device_array<float> const& a);
twill::host_array<float> on_host(twill::device_array<float> const& a);

// mixed_hold.cpp
struct holder {
    explicit holder(twill::device_array<float> array);
    twill::device_array<float> release();

private:
    twill::device_array<float> array_;
};
