// SPDX-License-Identifier: MIT
// Division by a number that is known before a kernel runs.
#pragma once

#include "twill/core/types.hpp"

namespace twill::inline v0::detail {

/// Divides numbers from 0 to 2^31 - 1 by one from 1 on: a product's upper bits (Granlund and
/// Montgomery, 1994), 3 instructions on a device where a division is some 25.
struct fixed_divisor {
    unsigned factor = 0;
    int shift = 0;

    static fixed_divisor of(index_t by) {
        int const bits = log2_ceiling(by, 31);
        return {static_cast<unsigned>((std::uint64_t{1} << (31 + bits)) /
                                      static_cast<std::uint64_t>(by)) +
                    1,
                31 + bits};
    }
    template <class I>
    TWILL_INLINE_HD I divide(I x) const {
        return static_cast<I>(std::uint64_t{static_cast<unsigned>(x)} * factor >> shift);
    }
};

}  // namespace twill::inline v0::detail
