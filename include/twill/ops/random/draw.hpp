// SPDX-License-Identifier: MIT
// Random numbers as expressions: element i is a function of the key and of i in C order, so that
// they need no memory, fuse, and are the same however a statement is cut; on the host those of a
// logarithm to rounding, which single elements compute otherwise than chunks.
#pragma once

#include "twill/expr/build.hpp"
#include "twill/expr/map.hpp"
#include "twill/lower/tree.hpp"
#include "twill/ops/random/philox.hpp"

namespace twill::inline v0 {
namespace detail {

TWILL_INLINE_HD std::uint32_t word_of(random_words const& x, int which, std::uint32_t) {
    std::uint32_t const low = which & 1 ? x.values[1] : x.values[0];
    std::uint32_t const high = which & 1 ? x.values[3] : x.values[2];
    return which & 2 ? high : low;
}
TWILL_INLINE_HD std::uint64_t word_of(random_words const& x, int which, std::uint64_t) {
    return which & 1 ? word_pair(x, 1) : word_pair(x, 0);
}

/// The elements of a distribution: a block of 128 bits has four words of 32 bits or two of 64, each
/// of which is one element's, or each pair of which two elements'. D has a `name`, the types `word`
/// and `result`, and `one(word, attempts)`, the element, where `attempts` makes more words if one
/// does not do; or, `in_pairs`, `both(word, word)`, two elements as lanes.
template <class D>
struct random_function {
    static constexpr char const* name = D::name;
    static constexpr bool costly = true;
    static constexpr bool in_packets = true;
    using word = typename D::word;
    using computed = compute_t<typename D::result>;
    static constexpr int block = 16 / static_cast<int>(sizeof(word));

    std::uint64_t key;
    D distribution;

    TWILL_HD typename D::result operator()(index_t i) const {
        auto const at = static_cast<std::uint64_t>(i);
        return element(random_bits(key, at / block), at);
    }
    /// Of several elements; neighbours from a block's first on share it.
    template <int V>
    TWILL_INLINE_HD lanes<computed, V> packet(lanes<index_t, V> const& i) const {
        lanes<computed, V> result{};
        if constexpr (V % block == 0) {
            // Lanes are evenly spaced, or a loop's end repeats the first one.
            bool whole = true;
            for (int l = 0; l < V; l += block)
                whole = whole && i.values[l] % block == 0 &&
                        i.values[l + block - 1] - i.values[l] == block - 1;
            if (whole) {
                for (int l = 0; l < V; l += block)
                    whole_block(static_cast<std::uint64_t>(i.values[l]), result.values + l);
                return result;
            }
        }
        // One body for all lanes, none of which is addressed by a variable: each half of the lanes
        // has evenly spaced indices.
        constexpr int half = V > 1 ? V / 2 : 1;
        index_t const step = V > 2 ? i.values[V > 2 ? 1 : 0] - i.values[0] : 0;
        random_words bits{};
        std::uint64_t made = ~std::uint64_t{0};
#if defined(__CUDA_ARCH__)
#pragma unroll 1
#endif
        for (int turn = 0; turn < V; ++turn) {
            auto const at = static_cast<std::uint64_t>(
                turn < half ? i.values[0] + turn * step : i.values[V / 2] + (turn - half) * step);
            if (at / block != made)
                bits = random_bits(key, made = at / block);
            computed const x = widen(element(bits, at));
            for (int l = 0; l < V; ++l)
                result.values[l] = l == turn ? x : result.values[l];
        }
        return result;
    }
    /// Elements at, ..., at + block - 1, the first being a block's.
    template <class To>
    TWILL_INLINE_HD void whole_block(std::uint64_t at, To* to) const {
        random_words const bits = random_bits(key, at / block);
        if constexpr (D::in_pairs) {
            for (int l = 0; l < block; l += 2) {
                auto const two =
                    distribution.both(word_of(bits, l, word{}), word_of(bits, l + 1, word{}));
                to[l] = static_cast<To>(two.values[0]);
                to[l + 1] = static_cast<To>(two.values[1]);
            }
        } else {
            for (int l = 0; l < block; ++l)
                to[l] = static_cast<To>(distribution.one(
                    word_of(bits, l, word{}), attempts{key, at + static_cast<std::uint64_t>(l)}));
        }
    }

private:
    TWILL_INLINE_HD typename D::result element(random_words const& bits, std::uint64_t at) const {
        int const which = static_cast<int>(at % block);
        if constexpr (D::in_pairs) {
            auto const two = distribution.both(word_of(bits, which & ~1, word{}),
                                               word_of(bits, which | 1, word{}));
            return static_cast<typename D::result>(which & 1 ? two.values[1] : two.values[0]);
        } else {
            return distribution.one(word_of(bits, which, word{}), attempts{key, at});
        }
    }
};

/// Elements that take as many words as they need, with parameters beside: D(attempts, p...).
template <class D>
struct sampled_function {
    static constexpr char const* name = D::name;
    static constexpr bool costly = true;

    std::uint64_t key;
    D distribution;

    template <class... P>
    TWILL_HD auto operator()(index_t i, P... parameters) const {
        return distribution(attempts{key, static_cast<std::uint64_t>(i)}, parameters...);
    }
};

/// The number of every element in C order.
template <int Rank>
index_leaf<Rank, dense> element_numbers(extents<Rank> const& shape, source_location const& place) {
    checked_size(shape.values, Rank, place);
    return {0, contiguous(shape)};
}
template <class D, int Rank>
auto random_elements(random::key k, extents<Rank> const& shape, D const& distribution,
                     source_location const& place) {
    return make_elementwise(random_function<D>{k.value, distribution},
                            element_numbers(shape, place));
}
/// Parameters broadcast against the shape.
template <class T, class D, int Rank, class... P>
auto sampled_elements(random::key k, extents<Rank> const& shape, D const& distribution,
                      source_location const& place, P&&... parameters) {
    return make_elementwise(sampled_function<D>{k.value, distribution},
                            element_numbers(shape, place),
                            node_beside<T>(D::name, std::forward<P>(parameters))...);
}

}  // namespace detail
}  // namespace twill::inline v0
