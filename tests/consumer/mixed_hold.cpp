// SPDX-License-Identifier: MIT
#include "mixed.hpp"

#include <utility>

holder::holder(twill::device_array<float> array) : array_(std::move(array)) {}

twill::device_array<float> holder::release() {
    twill::device_array<float> copy = array_;
    array_ = std::move(copy);
    return std::move(array_);
}
