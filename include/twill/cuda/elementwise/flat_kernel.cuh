// SPDX-License-Identifier: MIT
// The flat kernel of elementwise plans: a loop over one axis.
#pragma once

#include "twill/cuda/device/access.cuh"
#include "twill/cuda/device/tuning.cuh"
#include "twill/cuda/elementwise/loaded.cuh"
#include "twill/cuda/runtime/launch.cuh"
#include "twill/lower/near.hpp"
#include "twill/lower/once.hpp"
#include "twill/lower/plan.hpp"

namespace twill::inline v0::detail {

inline constexpr int block_threads = elementwise_tuning::block_threads;

/// Elements a thread: as many as one 16-byte access of the widest operand or result holds.
template <class Tree, class Out>
inline constexpr int lanes_of = larger(1, 16 / larger(Tree::widest, static_cast<int>(sizeof(Out))));

/// Elements of a packet of V that are computed at a time where all are too many: V is no multiple
/// of four where an element has 3, 5 or 6 bytes.
template <int V>
inline constexpr int few_lanes = V % 4 == 0 ? 4 : V;

/// How far before a pointer the last packet boundary lies, in elements: threads start there, so
/// that stores are aligned.
template <class Out, int V>
TWILL_INLINE_HD int misalignment(Out const* p) {
    return static_cast<int>(reinterpret_cast<std::uintptr_t>(p) / sizeof(Out) % V);
}

/// Dense operands of bytes, which are taken out of their packets where these were loaded: loads
/// without branches between them do not wait for each other. 2^28 sums of uint8 take 0.186 ms in
/// the place of 0.217.
template <class Tree, class Out>
inline constexpr bool reads_flat_near =
    !Tree::has_steps && Tree::widest == 1 && is_near<Tree, lanes_of<Tree, Out>>;

/// Costly functions of no operand in memory (random numbers): a thread has several packets, and
/// what they share, the keys of all rounds, is made once.
template <class Tree>
inline constexpr bool generates = Tree::bytes_read == 0 && terms_of<Tree> != 0;

/// A small parameter, of which the compiler does not know any more that it is one: what follows
/// from it is then computed once for all packets of a thread. Nothing is added to it that differs
/// from thread to thread as far as the compiler knows.
template <class T>
__device__ __forceinline__ T kept_in_registers(T const& x) {
    if constexpr (sizeof(T) % 4 != 0 || sizeof(T) > 64 || !std::is_trivially_copyable_v<T>) {
        return x;
    } else {
        struct word_array {
            unsigned values[sizeof(T) / 4];
        };
        auto words = __builtin_bit_cast(word_array, x);
#pragma unroll
        for (unsigned& word : words.values)
            word ^= threadIdx.x >> 16;
        return __builtin_bit_cast(T, words);
    }
}

/// Whole packets from element i on, every `stride`-th; returns the first element that was not made.
/// Parameters that the compiler knew as such would be read, and what follows from them computed,
/// anew for each packet: 2^28 uniform numbers took 0.341 ms in the place of 0.301.
template <int V, class Tree, class Out>
__device__ __forceinline__ index_t make_packets(Tree const& parameter,
                                                reuse_plan<Tree> const& reuse, Out* const out,
                                                index_t i, index_t stride, index_t size) {
    Tree const tree = kept_in_registers(parameter);
    stride = kept_in_registers(stride);
#pragma unroll 1
    for (; i + V <= size; i += stride)
        put_packet<V>(out + i, reuse_at<V>(tree, full_cursor{i}, reuse));
    return i;
}

/// Blocks on a multiprocessor that the flat kernel leaves registers for; 0: as the compiler likes.
template <class Tree>
inline constexpr int blocks_of_flat =
    may_read_once<Tree> && terms_of<Tree> == 0 && (Tree::widest == 2 || Tree::widest == 4) &&
            sizeof(typename Tree::value_type) <= 4
        ? elementwise_tuning::once_blocks
    : loads_first<Tree> && takes_few_registers<Tree> ? elementwise_tuning::loading_blocks
                                                     : 0;

/// A loop over one axis, one packet a thread: on a Hopper card that reached the speed of a copy,
/// and neither more work a thread nor a persistent grid did. In short loops it takes one element of
/// it, `each` being 1, because then the first instructions are what takes the time. `before`:
/// elements from a packet boundary to the output, whose elements lie `step` apart. `once`:
/// operands of one type are one.
template <class Tree, class Out>
__global__ void __launch_bounds__(block_threads, (blocks_held<blocks_of_flat<Tree>, block_threads>))
    flat_kernel(__grid_constant__ Tree const tree, reuse_plan<Tree> const reuse, Out* const out,
                index_t const step, index_t const size, int const each, int const before,
                bool const once) {
    constexpr int V = lanes_of<Tree, Out>;
    index_t i = (static_cast<index_t>(blockIdx.x) * block_threads + threadIdx.x) * each - before;
    [[maybe_unused]] index_t const stride = static_cast<index_t>(gridDim.x) * block_threads * each;
#pragma unroll 1
    do {
        if constexpr (generates<Tree>) {
            if (i >= 0 && each == V && packs<Out, V> && step == 1 && is_aligned<V>(out + i))
                i = make_packets<V>(tree, reuse, out, i, stride, size);
        } else if (each == V && i >= 0 && i + V <= size) {
            using cursor =
                std::conditional_t<reads_flat_near<Tree, Out>, near_full_cursor, full_cursor>;
            if constexpr (may_read_once<Tree>)
                if (once) {
                    if constexpr (loads_first<Tree>)
                        return put<V>(
                            out + i * step, step,
                            reuse_loaded<V>(tree, load_leaves_once<V>(tree, full_cursor{i}),
                                            full_cursor{i}, reuse),
                            0, V);
                    auto const read =
                        read_leaves<V>(tree, cursor{i}, typename leaf_types<Tree>::type{});
                    return put<V>(out + i * step, step, reuse_at<V>(tree, read, reuse), 0, V);
                }
            if constexpr (loads_first<Tree>)
                put<V>(out + i * step, step,
                       reuse_loaded<V>(tree, load_leaves<V>(tree, full_cursor{i}), full_cursor{i},
                                       reuse),
                       0, V);
            else
                put<V>(out + i * step, step, reuse_at<V>(tree, cursor{i}, reuse), 0, V);
            return;
        }
#pragma unroll 1
        for (index_t l = i < 0 ? 0 : i; l < i + each && l < size; ++l)
            put<1>(out + l * step, 1, tree.template at<1>(full_cursor{l}), 0, 1);
        i += stride;
    } while (generates<Tree> && i < size);
}

}  // namespace twill::inline v0::detail
