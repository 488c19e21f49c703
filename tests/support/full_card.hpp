// SPDX-License-Identifier: MIT
#pragma once

// For tests of what happens where twill's pool keeps all memory of a device. A program of such
// tests is alone on the device: its name has "full_card" in it (tests/CMakeLists.txt).

#include "support/testing.hpp"

namespace twill_test {

/// Takes the device's memory until there is none, and frees it: the pool keeps it. Returns how much
/// is left beside the pool.
inline std::uint64_t fill_card() {
    constexpr twill::index_t mebibyte = twill::index_t{1} << 20;
    twill::synchronize();
    std::vector<twill::device_array<std::uint8_t>> all;
    all.reserve(4096);
    twill::index_t block = 4096 * mebibyte;
    while (block >= 2 * mebibyte && all.size() < all.capacity())
        try {
            all.emplace_back(twill::extents<1>(block));
        } catch (twill::out_of_memory const&) {
            block /= 2;
        }
    all.clear();
    twill::synchronize();
    return twill::memory_info().free;
}

}  // namespace twill_test
