// SPDX-License-Identifier: MIT
// Random numbers on the host: whole blocks side by side, in loops that compilers vectorise, and
// logarithms over chunks.
#pragma once

#include "twill/lower/chunk_functions.hpp"
#include "twill/ops/random/distributions.hpp"

namespace twill::inline v0::detail {

template <class D, class T>
struct chunk_function<random_function<D>, T> {
    static constexpr bool known = true;
};

/// Blocks that are made together.
inline constexpr int random_strip = 16;

/// The words of blocks of the numbers block(0), block(1), ..., in the order of the elements.
template <int Blocks, class Block>
TWILL_INLINED void make_words(std::uint64_t key, Block const& block,
                              std::uint32_t (&to)[4 * Blocks]) {
    std::uint32_t x[4][Blocks];
    for (int b = 0; b < Blocks; ++b) {
        std::uint64_t const at = block(b);
        x[0][b] = static_cast<std::uint32_t>(at);
        x[1][b] = static_cast<std::uint32_t>(at >> 32);
        x[2][b] = 0;
        x[3][b] = static_cast<std::uint32_t>(random_use::elements);
    }
    auto k0 = static_cast<std::uint32_t>(key);
    auto k1 = static_cast<std::uint32_t>(key >> 32);
    for (int round = 0; round < 10; ++round) {
        for (int b = 0; b < Blocks; ++b) {
            random_words words{{x[0][b], x[1][b], x[2][b], x[3][b]}};
            philox_round(words, k0, k1);
            for (int w = 0; w < 4; ++w)
                x[w][b] = words.values[w];
        }
        k0 += philox_step_0;
        k1 += philox_step_1;
    }
    for (int b = 0; b < Blocks; ++b)
        for (int w = 0; w < 4; ++w)
            to[4 * b + w] = x[w][b];
}

struct plain_words {
    template <int Blocks, class Block>
    TWILL_INLINED static void make(std::uint64_t key, Block const& block,
                                   std::uint32_t (&to)[4 * Blocks]) {
        make_words<Blocks>(key, block, to);
    }
};

#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__ILP32__) && !defined(__CUDA_ARCH__)
typedef unsigned long long ulong_x4 __attribute__((vector_size(32)));

/// The products of the lower halves of each 64 bits.
TWILL_AVX2 inline ulong_x4 low_products(ulong_x4 a, ulong_x4 b) {
#if defined(__clang__)
    return (a & 0xFFFFFFFFu) * (b & 0xFFFFFFFFu);
#else
    return __builtin_bit_cast(ulong_x4, __builtin_ia32_pmuludq256(__builtin_bit_cast(int_x8, a),
                                                                  __builtin_bit_cast(int_x8, b)));
#endif
}
/// make_words() with each word in the lower half of 64 bits, where registers multiply: nothing
/// changes its place between the rounds, and what is above is never read.
struct avx2_words {
    template <int Blocks, class Block>
    TWILL_AVX2 static void make(std::uint64_t key, Block const& block,
                                std::uint32_t (&to)[4 * Blocks]) {
        if constexpr (Blocks % 4 != 0) {
            make_words<Blocks>(key, block, to);
        } else {
            constexpr int registers = Blocks / 4;
            unsigned long long low[Blocks], high[Blocks];
            for (int b = 0; b < Blocks; ++b) {
                low[b] = block(b);
                high[b] = low[b] >> 32;
            }
            ulong_x4 x[4][registers];
            std::memcpy(x[0], low, sizeof low);
            std::memcpy(x[1], high, sizeof high);
            for (int r = 0; r < registers; ++r) {
                x[2][r] = ulong_x4{};
                x[3][r] = ulong_x4{} + static_cast<unsigned long long>(random_use::elements);
            }
            ulong_x4 const by_0 = ulong_x4{} + philox_factor_0;
            ulong_x4 const by_1 = ulong_x4{} + philox_factor_1;
            auto k0 = static_cast<std::uint32_t>(key);
            auto k1 = static_cast<std::uint32_t>(key >> 32);
            for (int round = 0; round < 10; ++round) {
                ulong_x4 const with_0 = ulong_x4{} + k0;
                ulong_x4 const with_1 = ulong_x4{} + k1;
                for (int r = 0; r < registers; ++r) {
                    ulong_x4 const p = low_products(x[0][r], by_0);
                    ulong_x4 const q = low_products(x[2][r], by_1);
                    x[0][r] = (q >> 32) ^ x[1][r] ^ with_0;
                    x[1][r] = q;
                    x[2][r] = (p >> 32) ^ x[3][r] ^ with_1;
                    x[3][r] = p;
                }
                k0 += philox_step_0;
                k1 += philox_step_1;
            }
            for (int r = 0; r < registers; ++r) {
                ulong_x4 const both[] = {(x[0][r] & 0xFFFFFFFFu) | x[1][r] << 32,
                                         (x[2][r] & 0xFFFFFFFFu) | x[3][r] << 32};
                unsigned long long words[2][4];
                std::memcpy(words, both, sizeof words);
                for (int l = 0; l < 4; ++l) {
                    std::memcpy(to + 16 * r + 4 * l, &words[0][l], 8);
                    std::memcpy(to + 16 * r + 4 * l + 2, &words[1][l], 8);
                }
            }
        }
    }
};
#endif

/// exponential_number of each word.
template <class T, int Count, class Word>
TWILL_INLINED void exponentials_over(T (&to)[Count], Word const (&words)[Count]) {
    T x[Count];
    for (int i = 0; i < Count; ++i)
        x[i] = positive_number(words[i]);
    if constexpr (chunk_function<log_function, T>::known)
        chunk_function<log_function, T>::over(to, x, Count);
    else
        for (int i = 0; i < Count; ++i)
            to[i] = log_function{}(x[i]);
    for (int i = 0; i < Count; ++i)
        to[i] = x[i] < T(1) ? -to[i] : never_zero<T>;
}

/// Elements from their words, element `more.element` and every `step`th after it. Those that need a
/// logarithm have it over all of them.
template <class D, class T, int Count, class Word>
TWILL_INLINED void elements_over(D const& of, attempts more, std::uint64_t step, T (&to)[Count],
                                 Word const (&words)[Count]) {
    if constexpr (D::in_pairs) {
        constexpr int half_count = Count / 2;
        Word radius[half_count], direction[half_count];
        T length[half_count];
        for (int i = 0; i < half_count; ++i) {
            radius[i] = words[2 * i];
            direction[i] = words[2 * i + 1];
        }
        exponentials_over(length, radius);
        for (int i = 0; i < half_count; ++i) {
            auto const two = of.both_of(length[i], direction[i]);
            to[2 * i] = two.values[0];
            to[2 * i + 1] = two.values[1];
        }
    } else if constexpr (requires { of.of_exponential(T{}); }) {
        exponentials_over(to, words);
        for (int i = 0; i < Count; ++i)
            to[i] = of.of_exponential(to[i]);
    } else {
        for (int i = 0; i < Count; ++i, more.element += step)
            to[i] = widen(of.one(words[i], more));
    }
}

/// The elements of the strip that begins at element `at`.
struct random_strip_of {
    template <class Words, class D, class T, int Count>
    TWILL_INLINED static void make(std::uint64_t key, D const& of, std::uint64_t at, std::uint64_t,
                                   T (&to)[Count]) {
        auto const block = [first = at / random_function<D>::block](int b) {
            return first + static_cast<std::uint64_t>(b);
        };
        std::uint32_t bits[4 * random_strip];
        typename D::word words[Count];
        Words::template make<random_strip>(key, block, bits);
        static_assert(sizeof words == sizeof bits);
        std::memcpy(words, bits, sizeof words);
        elements_over(of, attempts{key, at}, 1, to, words);
    }
};
/// Element `at` and every `step`th after it: of a block no more is made than what one needs.
struct random_elements_apart {
    template <class Words, class D, class T, int Count>
    TWILL_INLINED static void make(std::uint64_t key, D const& of, std::uint64_t at,
                                   std::uint64_t step, T (&to)[Count]) {
        constexpr std::uint64_t length = random_function<D>::block;
        constexpr int drawn = D::in_pairs ? 2 : 1;
        auto const block = [&](int i) {
            return (at + static_cast<std::uint64_t>(i) * step) / length;
        };
        std::uint32_t bits[4 * Count];
        typename D::word all[Count * length];
        Words::template make<Count>(key, block, bits);
        static_assert(sizeof all == sizeof bits);
        std::memcpy(all, bits, sizeof all);
        typename D::word words[drawn * Count];
        T made[drawn * Count];
        auto place = [&](int i) {
            return static_cast<int>((at + static_cast<std::uint64_t>(i) * step) % length);
        };
        for (int i = 0; i < Count; ++i)
            for (int w = 0; w < drawn; ++w)
                words[drawn * i + w] =
                    all[i * static_cast<int>(length) + place(i) / drawn * drawn + w];
        elements_over(of, attempts{key, at}, step, made, words);
        for (int i = 0; i < Count; ++i)
            to[i] = made[drawn * i + place(i) % drawn];
    }
};
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__ILP32__) && !defined(__CUDA_ARCH__)
/// Without fused products, which would round differently.
template <class Which, class D, class T, int Count>
__attribute__((target("avx2"))) void make_elements_avx2(std::uint64_t key, D const& of,
                                                        std::uint64_t at, std::uint64_t step,
                                                        T (&to)[Count]) {
    Which::template make<avx2_words>(key, of, at, step, to);
}
#endif
template <class Which, class D, class T, int Count>
void make_elements(std::uint64_t key, D const& of, std::uint64_t at, std::uint64_t step,
                   T (&to)[Count]) {
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__ILP32__) && !defined(__CUDA_ARCH__)
    if (has_avx2())
        return make_elements_avx2<Which>(key, of, at, step, to);
#endif
    Which::template make<plain_words>(key, of, at, step, to);
}

/// Elements first, first + step, ...
template <class Value, class D>
void make_elements_apart(random_function<D> const& of, index_t first, index_t step, Value* to,
                         index_t count) {
    using Result = compute_t<typename D::result>;
    auto const by = static_cast<std::uint64_t>(step);
    for (index_t j = 0; j < count;) {
        auto const at = static_cast<std::uint64_t>(first + j * step);
        if (count - j < 3) {
            Result made[1];
            make_elements<random_elements_apart>(of.key, of.distribution, at, by, made);
            to[j++] = static_cast<Value>(made[0]);
            continue;
        }
        Result made[random_strip];
        make_elements<random_elements_apart>(of.key, of.distribution, at, by, made);
        for (int i = 0; i < random_strip && j < count; ++i, ++j)
            to[j] = static_cast<Value>(made[i]);
    }
}

template <class Value, class D, int Rank, class Lie>
void compute_chunk(apply_node<random_function<D>, index_node<Rank, Lie>> const& node,
                   void const* const*, Value* to, index_t count) {
    using Result = compute_t<typename D::result>;
    constexpr int block = random_function<D>::block;
    constexpr index_t strip = index_t{random_strip} * block;
    auto const& of = node.function.get();
    index_node<Rank, Lie> const& index = get<0>(node);
    index_t const first = index.value(0);
    index_t const step = Rank > 0 && count > 1 ? index.value(1) - first : 1;
    if (step != 1)
        return make_elements_apart(of, first, step, to, count);
    // What lies outside of the chunk is made with its strip and left, unless that is most of it:
    // bits do not depend on where a chunk begins.
    for (index_t at = first - first % strip; at < first + count; at += strip) {
        index_t const from = at < first ? first - at : 0;
        index_t const end = smaller(strip, first + count - at);
        Value* const here = to + (at + from - first);
        if (end - from <= random_strip) {
            make_elements_apart(of, at + from, 1, here, end - from);
            continue;
        }
        Result made[strip];
        make_elements<random_strip_of>(of.key, of.distribution, static_cast<std::uint64_t>(at), 1,
                                       made);
        for (index_t i = from; i < end; ++i)
            here[i - from] = static_cast<Value>(made[i]);
    }
}

}  // namespace twill::inline v0::detail
