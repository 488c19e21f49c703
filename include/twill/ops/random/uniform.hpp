// SPDX-License-Identifier: MIT
// Bits, uniform numbers and integers, and what is one function of a uniform number.
#pragma once

#include "twill/expr/exponential.hpp"
#include "twill/expr/trigonometric.hpp"
#include "twill/ops/random/draw.hpp"

namespace twill::inline v0 {
namespace detail {

/// Bits of a uniform number: as many as T's significand holds, so that 1 is never reached.
template <class T>
inline constexpr int uniform_bits = is_same_float<T, double>  ? 53
                                    : is_same_float<T, float> ? 24
                                    : std::is_same_v<T, half> ? 11
                                                              : 8;

/// A multiple of 2^-bits in [0, 1), of the upper bits of a word.
template <class T>
TWILL_INLINE_HD compute_t<T> unit_number(std::uint32_t word) {
    constexpr int bits = uniform_bits<T>;
    return static_cast<float>(word >> (32 - bits)) * (1.0f / static_cast<float>(1u << bits));
}
/// (2 w + 1) / 2^33: in (0, 1], and as near to 0 as a word can tell.
TWILL_INLINE_HD float open_number(std::uint32_t word) {
    return static_cast<float>(word) * 0x1p-32f + 0x1p-33f;
}
TWILL_INLINE_HD double unit_number(std::uint64_t pair) {
    return static_cast<double>(pair >> 11) * 0x1p-53;
}
TWILL_INLINE_HD double open_number(std::uint64_t pair) {
    return static_cast<double>(pair >> 11) * 0x1p-53 + 0x1p-54;
}

}  // namespace detail
}  // namespace twill::inline v0
