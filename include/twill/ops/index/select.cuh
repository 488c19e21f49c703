// SPDX-License-Identifier: MIT
// Marks of a condition on the device (stream compaction): one kernel notes the condition as bits
// and counts them by tiles, one sums the counts, one writes the values of an expression where the
// bits are set. Nothing but the bits and the counts lies in memory in between.
#pragma once

#include <cuda_runtime.h>

#include "twill/cuda/runtime/launch.cuh"
#include "twill/ops/index/locate.cuh"
#include "twill/ops/index/marks.hpp"

namespace twill::inline v0::detail {

inline constexpr int mark_threads = 256;
inline constexpr int mark_warps = mark_threads / 32;
/// Elements of a tile: a word of bits for every thread of a block that selects.
inline constexpr int mark_tile = 32 * mark_threads;
/// Tiles of a block that marks: with one of them, of 8 KiB where the condition is a mask, blocks
/// come and go too fast (2^28 flags: 0.18 ms on an H200).
inline constexpr int marked_tiles = 4;

/// Elements that a thread tests together: as many as one 16-byte access of the widest operand
/// holds.
template <class Tree>
inline constexpr int lanes_marked = Tree::widest <= 1   ? 16
                                    : Tree::widest <= 2 ? 8
                                    : Tree::widest <= 4 ? 4
                                    : Tree::widest <= 8 ? 2
                                                        : 1;

/// What a packet of a tree's values says, a bit each.
template <int V, class Tree>
__device__ __forceinline__ unsigned marks_of_packet(Tree const& tree, index_t at) {
    if constexpr (requires { tree.how; } && V == 16) {
        // Flags in memory, four of a word by one multiplication that puts them side by side.
        if (tree.how == access::packets) {
            uint4 const flags = *reinterpret_cast<uint4 const*>(tree.elements() + at);
            return flags.x * 0x10204080u >> 28 | flags.y * 0x10204080u >> 28 << 4 |
                   flags.z * 0x10204080u >> 28 << 8 | flags.w * 0x10204080u >> 28 << 12;
        }
    }
    auto const x = tree.template at<V>(full_cursor{at});
    unsigned bits = 0;
#pragma unroll
    for (int l = 0; l < V; ++l)
        bits |= (x.values[l] ? 1u : 0u) << l;
    return bits;
}

/// `whole`: the loop has one axis.
template <class Tree, int Rank>
__global__ void __launch_bounds__(mark_threads)
    mark_kernel(__grid_constant__ Tree const tree, __grid_constant__ extents<Rank> const extent,
                index_t const size, bool const whole, unsigned* const bits, index_t* const counts) {
    constexpr int V = lanes_marked<Tree>;
    constexpr int threads_a_word = 32 / V;
    constexpr int stretch = 32 * V;
    constexpr int warps_a_tile = mark_warps / marked_tiles;
    constexpr int rounds = mark_tile / (warps_a_tile * stretch);
    constexpr int together = 4;
    static_assert(rounds % together == 0);
    __shared__ int of_warp[mark_warps];
    int const lane = static_cast<int>(threadIdx.x) % 32;
    int const warp = static_cast<int>(threadIdx.x) / 32;
    index_t const begin =
        (static_cast<index_t>(blockIdx.x) * mark_warps + warp) * (mark_tile / warps_a_tile);
    int found = 0;
#pragma unroll 1
    for (int r = 0; r < rounds; r += together) {
        index_t const start = begin + r * stretch;
        if (whole && start + together * stretch <= size) {
            // All loads first: a store in between would keep them from running ahead.
            unsigned own[together] = {};
#pragma unroll
            for (int k = 0; k < together; ++k)
                own[k] = marks_of_packet<V>(tree, start + k * stretch + lane * V);
#pragma unroll
            for (int k = 0; k < together; ++k) {
                unsigned word = own[k] << lane % threads_a_word * V;
#pragma unroll
                for (int d = 1; d < threads_a_word; d *= 2)
                    word |= __shfl_xor_sync(~0u, word, d);
                if (lane % threads_a_word == 0) {
                    bits[(start + k * stretch) / 32 + lane / threads_a_word] = word;
                    found += __popc(word);
                }
            }
        } else {
            // A word at a time, a lane each element.
#pragma unroll 1
            for (index_t at = start + lane; at - lane < size && at < start + together * stretch;
                 at += 32) {
                unsigned const word = __ballot_sync(
                    ~0u, at < size && tree.template at<1>(locate<Rank>(extent, at)).values[0]);
                if (lane == 0) {
                    bits[at / 32] = word;
                    found += __popc(word);
                }
            }
        }
    }
#pragma unroll
    for (int d = 16; d > 0; d /= 2)
        found += __shfl_xor_sync(~0u, found, d);
    if (lane == 0)
        of_warp[warp] = found;
    __syncthreads();
    index_t const tile = static_cast<index_t>(blockIdx.x) * marked_tiles + threadIdx.x;
    if (threadIdx.x < marked_tiles && tile * mark_tile < size) {
        int sum = 0;
        for (int w = 0; w < warps_a_tile; ++w)
            sum += of_warp[static_cast<int>(threadIdx.x) * warps_a_tile + w];
        counts[tile] = sum;
    }
}

/// What is in the threads of a block before this one, and in all of them.
template <int Threads, class T>
__device__ __forceinline__ T sum_before_thread(T own, T& total) {
    __shared__ T of_warp[Threads / 32];
    int const lane = static_cast<int>(threadIdx.x) % 32;
    int const warp = static_cast<int>(threadIdx.x) / 32;
    T sum = own;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        T const other = __shfl_up_sync(~0u, sum, static_cast<unsigned>(d));
        sum += lane >= d ? other : 0;
    }
    if (lane == 31)
        of_warp[warp] = sum;
    __syncthreads();
    T before = 0;
    total = 0;
#pragma unroll
    for (int w = 0; w < Threads / 32; ++w) {
        before += w < warp ? of_warp[w] : 0;
        total += of_warp[w];
    }
    __syncthreads();
    return before + sum - own;
}

/// Counts become what is before each tile; their sum goes to `total`. One block: Each counts a
/// thread and round are 2^26 elements, more than 20 microseconds of reading.
template <int Threads, int Each>
__global__ void __launch_bounds__(Threads)
    sum_marks_kernel(index_t* const counts, index_t const tiles, index_t* const total) {
    index_t before = 0;
    for (index_t first = 0; first < tiles; first += Threads * Each) {
        index_t const at = first + static_cast<index_t>(threadIdx.x) * Each;
        index_t own[Each];
        index_t sum = 0;
#pragma unroll
        for (int k = 0; k < Each; ++k) {
            own[k] = at + k < tiles ? counts[at + k] : 0;
            sum += own[k];
        }
        index_t of_round = 0;
        index_t here = before + sum_before_thread<Threads>(sum, of_round);
        before += of_round;
#pragma unroll
        for (int k = 0; k < Each; ++k) {
            if (at + k < tiles)
                counts[at + k] = here;
            here += own[k];
        }
    }
    if (threadIdx.x == 0)
        *total = before;
}

/// Values that a thread has on their way at a time: each waits for memory.
template <class T>
inline constexpr int values_underway = sizeof(T) <= 8    ? 8
                                       : sizeof(T) <= 32 ? 4
                                                         : 1;

/// A warp has 32 words of bits: its lanes are the elements of one word after the other.
template <class Tree, class T, int Rank>
__global__ void __launch_bounds__(mark_threads)
    select_kernel(__grid_constant__ Tree const tree, __grid_constant__ extents<Rank> const extent,
                  index_t const size, unsigned const* const bits, index_t const* const counts,
                  T* const to, index_t const step, index_t const most) {
    constexpr int N = values_underway<T>;
    index_t const tile = static_cast<index_t>(blockIdx.x) * mark_tile;
    int const lane = static_cast<int>(threadIdx.x) % 32;
    index_t const word_at = tile / 32 + threadIdx.x;
    unsigned const word = word_at * 32 < size ? bits[word_at] : 0;
    index_t const start = counts[blockIdx.x];
    int total = 0;
    int const before = sum_before_thread<mark_threads>(__popc(word), total);
    if (start >= most)
        return;
    T* const out = to + start * step;
    int const end = most - start < mark_tile ? static_cast<int>(most - start) : mark_tile;
    index_t const first = tile + static_cast<index_t>(threadIdx.x - lane) * 32 + lane;
#pragma unroll 1
    for (int w = 0; w < 32; w += N) {
        typename Tree::value_type values[N];
        int at[N];
#pragma unroll
        for (int k = 0; k < N; ++k) {
            unsigned const here = __shfl_sync(~0u, word, w + k);
            at[k] = __shfl_sync(~0u, before, w + k) + __popc(here & ((1u << lane) - 1));
            at[k] = here >> lane & 1 ? at[k] : mark_tile;
            if (at[k] < end)
                values[k] =
                    tree.template at<1>(locate<Rank>(extent, first + (w + k) * 32)).values[0];
        }
#pragma unroll
        for (int k = 0; k < N; ++k)
            if (at[k] < end)
                out[at[k] * step] = static_cast<T>(values[k]);
    }
}

template <>
struct marks<device_space> {
    template <class E, int Rank>
    void mark(execution&, E const& ready, extents<Rank> const& shape) {
        auto p = make_ordered_loop(ready, shape);
        using Tree = typename decltype(p)::tree_type;
        constexpr int rank = decltype(p)::rank;
        size_ = shape.size();
        tiles_ = divide_up(size_, mark_tile);
        // The counts and their sum, then the bits.
        held_ = memory<device_space>::allocate(
            static_cast<std::size_t>(tiles_ + 1) * sizeof(index_t) +
            static_cast<std::size_t>(divide_up(size_, 32)) * sizeof(unsigned));
        if (tiles_ == 0)
            return;
        auto const all = p.records();
        classify(p.extent.values, rank, all.values, all.count, lanes_marked<Tree>, 0);
        launch(mark_kernel<Tree, rank>, divide_up(tiles_, marked_tiles), mark_threads, 0, p.tree,
               p.extent, size_, p.used <= 1, bits(), counts());
    }
    void count_to(index_t* total) const {
        launch(sum_marks_kernel<1024, 8>, 1, 1024, 0, counts(), tiles_, total);
    }
    index_t count() const {
        count_to(counts() + tiles_);
        index_t total = 0;
        transfer<host_space, device_space>::run_and_wait(nullptr, &total, held_.get(),
                                                         counts() + tiles_, sizeof(total));
        return total;
    }
    template <class Plan, class T>
    void write(Plan const& p, T* to, index_t step, index_t most) const {
        launch(select_kernel<typename Plan::tree_type, T, Plan::rank>, tiles_, mark_threads, 0,
               p.tree, p.extent, size_, bits(), counts(), to, step, most);
    }

private:
    index_t* counts() const { return static_cast<index_t*>(held_.get()->data); }
    unsigned* bits() const { return reinterpret_cast<unsigned*>(counts() + tiles_ + 1); }

    index_t size_ = 0;
    index_t tiles_ = 0;
    storage_ref held_;
};

}  // namespace twill::inline v0::detail
