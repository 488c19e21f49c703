// SPDX-License-Identifier: MIT
// Philox 4x32-10: 128 random bits of a counter and a key. Salmon, Moraes, Dror, Shaw, "Parallel
// Random Numbers: As Easy as 1, 2, 3" (2011), section 3.3.
#pragma once

#include <array>

#include "twill/core/types.hpp"

namespace twill::inline v0 {
namespace detail {

/// Four words: a counter, or what Philox makes of it.
struct random_words {
    std::uint32_t values[4];
};

inline constexpr std::uint32_t philox_factor_0 = 0xD2511F53u;
inline constexpr std::uint32_t philox_factor_1 = 0xCD9E8D57u;
/// What is added to the key after each round.
inline constexpr std::uint32_t philox_step_0 = 0x9E3779B9u;
inline constexpr std::uint32_t philox_step_1 = 0xBB67AE85u;

/// One round: two products, crossed.
TWILL_INLINE_HD void philox_round(random_words& x, std::uint32_t k0, std::uint32_t k1) {
    std::uint64_t const product_0 = static_cast<std::uint64_t>(x.values[0]) * philox_factor_0;
    std::uint64_t const product_2 = static_cast<std::uint64_t>(x.values[2]) * philox_factor_1;
    x = {{static_cast<std::uint32_t>(product_2 >> 32) ^ x.values[1] ^ k0,
          static_cast<std::uint32_t>(product_2),
          static_cast<std::uint32_t>(product_0 >> 32) ^ x.values[3] ^ k1,
          static_cast<std::uint32_t>(product_0)}};
}

TWILL_INLINE_HD random_words philox(random_words x, std::uint64_t key) {
    auto k0 = static_cast<std::uint32_t>(key);
    auto k1 = static_cast<std::uint32_t>(key >> 32);
#if defined(__CUDA_ARCH__)
    // Nothing, which differs from thread to thread as far as the compiler knows: keys in registers
    // that a warp shares are slower to read. The mean of 2^28 numbers takes 0.280 ms, with those
    // registers 0.315.
    unsigned const nothing = threadIdx.x >> 16;
    k0 ^= nothing;
    k1 ^= nothing;
#endif
#if defined(__CUDA_ARCH__)
#pragma unroll
#endif
    for (int round = 0; round < 10; ++round) {
        philox_round(x, k0, k1);
        k0 += philox_step_0;
        k1 += philox_step_1;
    }
    return x;
}

/// What the upper half of a counter says: which of several draws for one number this is, and what
/// it is for. Numbers of different use never share a counter.
enum class random_use : std::uint32_t {
    elements,     ///< a block of neighbouring elements
    attempts,     ///< one element's, until one is accepted
    permutation,  ///< the rounds of a bijection
    split,        ///< new keys
    fold,         ///< a key and a number
};

TWILL_INLINE_HD random_words random_bits(std::uint64_t key, std::uint64_t number,
                                         random_use use = random_use::elements,
                                         std::uint32_t draw = 0) {
    return philox({{static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32),
                    draw, static_cast<std::uint32_t>(use)}},
                  key);
}

/// An element's own words, for what may need several draws.
struct attempts {
    std::uint64_t key;
    std::uint64_t element;
    TWILL_INLINE_HD random_words operator()(std::uint32_t draw) const {
        return random_bits(key, element, random_use::attempts, draw);
    }
};

/// Words 0 and 1, or 2 and 3, as one.
TWILL_INLINE_HD std::uint64_t word_pair(random_words const& x, int pair) {
    std::uint32_t const low = pair == 0 ? x.values[0] : x.values[2];
    std::uint32_t const high = pair == 0 ? x.values[1] : x.values[3];
    return low | static_cast<std::uint64_t>(high) << 32;
}

}  // namespace detail

namespace random {

/// What random numbers are made from. The same key always gives the same numbers, on both spaces;
/// `split` makes independent ones of it.
struct key {
    std::uint64_t value = 0;

    constexpr key() = default;
    constexpr explicit key(std::uint64_t seed) : value(seed) {}
    friend constexpr bool operator==(key, key) = default;
};

/// `Count` new keys. Use those instead of the old one: numbers from a key and from its children are
/// independent.
template <int Count = 2>
[[nodiscard]] std::array<key, Count> split(key k) {
    static_assert(Count > 0, "twill: random::split: at least one key");
    std::array<key, Count> result;
    for (int i = 0; i < Count; ++i)
        result[static_cast<std::size_t>(i)] =
            key(detail::word_pair(detail::random_bits(k.value, static_cast<std::uint64_t>(i / 2),
                                                      detail::random_use::split),
                                  i % 2));
    return result;
}
/// A new key of a key and a number: of a step of a loop, say.
[[nodiscard]] inline key fold_in(key k, std::uint64_t number) {
    return key(
        detail::word_pair(detail::random_bits(k.value, number, detail::random_use::fold), 0));
}

}  // namespace random
}  // namespace twill::inline v0
