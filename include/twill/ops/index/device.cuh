// SPDX-License-Identifier: MIT
// Writes at indices on the device, one thread an element of the indices' shape; and the search for
// what is not zero: flags are counted by tiles, the counts summed, and the positions written.
#pragma once

#include "twill/cuda/device/fault.cuh"
#include "twill/cuda/device/put_atomic.cuh"
#include "twill/cuda/runtime/launch.cuh"
#include "twill/ops/index/nonzero.hpp"
#include "twill/ops/index/scatter.hpp"

namespace twill::inline v0::detail {

inline constexpr int scatter_threads = 256;

/// The index of element i, in C order, of a loop: by 32-bit division where that holds it.
template <int Rank>
__device__ __forceinline__ grid_cursor<Rank> locate(extents<Rank> const& extent, index_t i) {
    grid_cursor<Rank> cursor;
    cursor.count = 1;
    bool const narrow = i <= 0xffffffff;
#pragma unroll
    for (int d = Rank - 1; d >= 0; --d) {
        index_t const size = extent[d];
        index_t at = i;
        if (d > 0) {
            index_t rest = 0;
            if (size == 1)
                rest = i;
            else if (narrow && size <= 0xffffffff)
                rest = static_cast<unsigned>(i) / static_cast<unsigned>(size);
            else
                rest = i / size;
            at = i - rest * size;
            i = rest;
        }
        if (d == Rank - 1)
            cursor.inner = at;
        else
            cursor.at[d] = at;
    }
    return cursor;
}

template <class Tree, class Sink, int Rank>
__global__ void __launch_bounds__(scatter_threads)
    scatter_kernel(__grid_constant__ Tree const tree, __grid_constant__ Sink const sink,
                   __grid_constant__ extents<Rank> const extent, index_t const size) {
    index_t const threads = static_cast<index_t>(gridDim.x) * scatter_threads;
    for (index_t i = static_cast<index_t>(blockIdx.x) * scatter_threads + threadIdx.x; i < size;
         i += threads) {
        auto const values = tree.template at<1>(locate<Rank>(extent, i)).values[0];
        auto* const to = sink.template find<true>(values);
        if (!to)
            continue;
        if constexpr (Sink::put::counts_repeats)
            put_atomic<typename Sink::put>(to, Sink::value_of(values));
        else
            *to = Sink::value_of(values);
    }
}

template <>
struct scatter_backend<device_space> {
    template <class Plan, class Sink>
    static void run(Plan const& p, Sink const& sink) {
        index_t const size = p.extent.size();
        index_t const blocks = divide_up(size, scatter_threads);
        launch(scatter_kernel<typename Plan::tree_type, Sink, Plan::rank>,
               blocks < max_blocks ? blocks : max_blocks, scatter_threads, 0, p.tree, sink,
               p.extent, size);
    }
};

inline constexpr int nonzero_threads = 256;
inline constexpr int flags_a_thread = 16;
inline constexpr int flags_a_tile = nonzero_threads * flags_a_thread;

/// A thread's flags of a tile, a bit each.
__device__ __forceinline__ unsigned load_flags(bool const* flags, index_t from, index_t size) {
    unsigned bits = 0;
    if (from + flags_a_thread <= size &&
        reinterpret_cast<std::uintptr_t>(flags + from) % flags_a_thread == 0) {
        uint4 const whole = *reinterpret_cast<uint4 const*>(flags + from);
        unsigned const words[] = {whole.x, whole.y, whole.z, whole.w};
#pragma unroll
        for (int w = 0; w < 4; ++w)
#pragma unroll
            for (int b = 0; b < 4; ++b)
                bits |= (words[w] >> (8 * b) & 1) << (4 * w + b);
    } else {
        for (int k = 0; k < flags_a_thread && from + k < size; ++k)
            bits |= flags[from + k] ? 1u << k : 0u;
    }
    return bits;
}
/// How many are in the block, and before this thread.
__device__ __forceinline__ int sum_before_thread(int own, int& total) {
    __shared__ int of_warp[nonzero_threads / 32];
    int const lane = static_cast<int>(threadIdx.x) % 32;
    int const warp = static_cast<int>(threadIdx.x) / 32;
    int sum = own;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
        int const other = __shfl_up_sync(~0u, sum, static_cast<unsigned>(d));
        sum += lane >= d ? other : 0;
    }
    if (lane == 31)
        of_warp[warp] = sum;
    __syncthreads();
    int before = 0;
    total = 0;
#pragma unroll
    for (int w = 0; w < nonzero_threads / 32; ++w) {
        before += w < warp ? of_warp[w] : 0;
        total += of_warp[w];
    }
    return before + sum - own;
}

// The kernels are static: they are no templates, and each file that includes them has its own.

static __global__ void __launch_bounds__(nonzero_threads)
    count_flags_kernel(bool const* flags, index_t size, index_t* counts) {
    index_t const from =
        (static_cast<index_t>(blockIdx.x) * nonzero_threads + threadIdx.x) * flags_a_thread;
    int total = 0;
    sum_before_thread(from < size ? __popc(load_flags(flags, from, size)) : 0, total);
    if (threadIdx.x == 0)
        counts[blockIdx.x] = total;
}
/// Counts become what is before each tile, and behind the last one the sum of all.
static __global__ void __launch_bounds__(1024) sum_tiles_kernel(index_t* counts, index_t tiles) {
    __shared__ index_t of_warp[32];
    int const lane = static_cast<int>(threadIdx.x) % 32;
    int const warp = static_cast<int>(threadIdx.x) / 32;
    index_t before = 0;
    for (index_t first = 0; first < tiles; first += 1024) {
        index_t const i = first + threadIdx.x;
        index_t const own = i < tiles ? counts[i] : 0;
        index_t sum = own;
#pragma unroll
        for (int d = 1; d < 32; d *= 2) {
            index_t const other = __shfl_up_sync(~0u, sum, static_cast<unsigned>(d));
            sum += lane >= d ? other : 0;
        }
        if (lane == 31)
            of_warp[warp] = sum;
        __syncthreads();
        index_t here = before;
        for (int w = 0; w < 32; ++w) {
            here += w < warp ? of_warp[w] : 0;
            before += of_warp[w];
        }
        if (i < tiles)
            counts[i] = here + sum - own;
        __syncthreads();
    }
    if (threadIdx.x == 0)
        counts[tiles] = before;
}
static __global__ void __launch_bounds__(nonzero_threads)
    find_flags_kernel(bool const* flags, index_t size, index_t const* before, index_t* to) {
    __shared__ unsigned short found[flags_a_tile];
    index_t const tile = static_cast<index_t>(blockIdx.x) * flags_a_tile;
    int const at = static_cast<int>(threadIdx.x) * flags_a_thread;
    unsigned bits = tile + at < size ? load_flags(flags, tile + at, size) : 0;
    int total = 0;
    int next = sum_before_thread(__popc(bits), total);
    for (; bits != 0; bits &= bits - 1)
        found[next++] = static_cast<unsigned short>(at + __ffs(static_cast<int>(bits)) - 1);
    __syncthreads();
    index_t* const out = to + before[blockIdx.x];
    for (int k = static_cast<int>(threadIdx.x); k < total; k += nonzero_threads)
        out[k] = tile + found[k];
}

template <>
struct nonzero_backend<device_space> {
    index_t count(bool const* flags, index_t size) {
        index_t const tiles = divide_up(size, flags_a_tile);
        before_ =
            memory<device_space>::allocate(static_cast<std::size_t>(tiles + 1) * sizeof(index_t));
        launch(count_flags_kernel, tiles, nonzero_threads, 0, flags, size, counts());
        launch(sum_tiles_kernel, 1, 1024, 0, counts(), tiles);
        index_t total = 0;
        transfer<host_space, device_space>::run_and_wait(nullptr, &total, before_.get(),
                                                         counts() + tiles, sizeof(total));
        return total;
    }
    void find(bool const* flags, index_t size, index_t* to) const {
        launch(find_flags_kernel, divide_up(size, flags_a_tile), nonzero_threads, 0, flags, size,
               counts(), to);
    }

private:
    index_t* counts() const { return static_cast<index_t*>(before_.get()->data); }
    storage_ref before_;
};

}  // namespace twill::inline v0::detail
