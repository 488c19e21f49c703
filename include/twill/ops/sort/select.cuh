// SPDX-License-Identifier: MIT
// The element of a given rank in each of some lines, and the first k of each, without sorting them:
// digit by digit from the highest one (radix select), each a histogram of the elements that agree
// with what is known. Few long lines are dealt to many blocks.
#pragma once

#include "twill/ops/sort/positions.cuh"
#include "twill/ops/sort/radix.cuh"

namespace twill::inline v0::detail {

inline constexpr int select_threads = 512;
inline constexpr int select_warps = select_threads / 32;
inline constexpr int select_bits = 11;
inline constexpr int select_bins = 1 << select_bits;
inline constexpr int selected_at_once = 8;
/// Counters of each bin: neighbouring threads, whose elements often fall into one, use others.
inline constexpr int select_copies = 4;

/// What is known of the element of a rank: its highest bits, and its rank among those that have
/// them, too.
template <class K>
struct select_state {
    K key;
    index_t rank;
};
/// How lines are dealt to blocks.
struct select_deal {
    index_t length;
    index_t chunks;  ///< of a line
    index_t chunk;   ///< elements
};

/// body(element, its index in the line) of a block's chunk of a line; all threads take part in
/// every round of the loop where `Whole`.
template <class T, class Body>
__device__ __forceinline__ void for_chunk(T const* in, select_deal const& deal, Body&& body) {
    index_t const line = static_cast<index_t>(blockIdx.x) / deal.chunks;
    index_t const from = (static_cast<index_t>(blockIdx.x) - line * deal.chunks) * deal.chunk;
    index_t const end = from + deal.chunk < deal.length ? from + deal.chunk : deal.length;
    T const* const x = in + line * deal.length;
    index_t i = from + threadIdx.x;
    for (; i + (selected_at_once - 1) * select_threads < end;
         i += selected_at_once * select_threads) {
        T element[selected_at_once];
        for (int k = 0; k < selected_at_once; ++k)
            element[k] = x[i + k * select_threads];
        for (int k = 0; k < selected_at_once; ++k)
            body(element[k]);
    }
    for (; i < end; i += select_threads)
        body(x[i]);
}

/// Counts the digits above `shift` of the elements that agree above them with what is known.
template <class T, class Order, bool SplitsZeros>
__global__ void __launch_bounds__(select_threads)
    select_count_kernel(T const* in, select_deal deal, select_state<key_bits_t<T>> const* known,
                        int shift, int bits, unsigned long long* counts) {
    using K = key_bits_t<T>;
    __shared__ unsigned found[select_bins * select_copies];
    for (int b = static_cast<int>(threadIdx.x); b < select_bins * select_copies;
         b += select_threads)
        found[b] = 0;
    unsigned* const own = found + threadIdx.x % select_copies;
    __syncthreads();
    index_t const line = static_cast<index_t>(blockIdx.x) / deal.chunks;
    int const above = shift + bits;
    bool const first = above >= static_cast<int>(sizeof(K)) * 8;
    K const high = first ? K(0) : static_cast<K>(known[line].key >> above);
    unsigned const mask = (1u << bits) - 1;
    for_chunk(in, deal, [&](T const& x) {
        K const key = key_of<T, Order, SplitsZeros>(x);
        if (first || static_cast<K>(key >> above) == high)
            atomicAdd(own + (static_cast<unsigned>(key >> shift) & mask) * select_copies, 1u);
    });
    __syncthreads();
    unsigned long long* const to = counts + line * select_bins;
    for (int b = static_cast<int>(threadIdx.x); b < (1 << bits); b += select_threads) {
        unsigned long long sum = 0;
        for (int c = 0; c < select_copies; ++c)
            sum += found[b * select_copies + c];
        if (sum != 0)
            atomicAdd(to + b, sum);
    }
}

/// Finds the digit of the rank that is looked for, a block a line; clears the counts.
template <class K>
__global__ void __launch_bounds__(select_threads)
    select_digit_kernel(select_state<K>* known, int shift, unsigned long long* counts) {
    constexpr int each = select_bins / select_threads;
    __shared__ index_t sums[select_warps];
    int const me = static_cast<int>(threadIdx.x);
    unsigned long long* const own =
        counts + static_cast<index_t>(blockIdx.x) * select_bins + me * each;
    index_t count[each];
    index_t sum = 0;
    for (int k = 0; k < each; ++k) {
        count[k] = static_cast<index_t>(own[k]);
        own[k] = 0;
        sum += count[k];
    }
    // How many elements have a lower digit than this thread's.
    int const lane = me & 31;
    index_t before = sum;
    for (int step = 1; step < 32; step *= 2) {
        index_t const other = __shfl_up_sync(0xffffffffu, before, static_cast<unsigned>(step));
        before += lane >= step ? other : 0;
    }
    if (lane == 31)
        sums[me >> 5] = before;
    __syncthreads();
    before -= sum;
    for (int w = 0; w < me >> 5; ++w)
        before += sums[w];
    select_state<K>& state = known[blockIdx.x];
    index_t rank = state.rank;
    __syncthreads();
    if (rank < before || rank >= before + sum)
        return;
    rank -= before;
    for (int k = 0; k < each; ++k) {
        if (rank < count[k]) {
            state.key =
                static_cast<K>(state.key | static_cast<K>(static_cast<K>(me * each + k) << shift));
            state.rank = rank;
            return;
        }
        rank -= count[k];
    }
}

template <class K>
__global__ void __launch_bounds__(position_threads)
    select_start_kernel(select_state<K>* known, index_t lines, index_t rank) {
    index_t const line = static_cast<index_t>(blockIdx.x) * position_threads + threadIdx.x;
    if (line < lines)
        known[line] = {K(0), rank};
}

/// The elements of lines that have a rank, as T at every `step` from `to`.
template <class T, class Order>
__global__ void __launch_bounds__(position_threads)
    selected_value_kernel(select_state<key_bits_t<T>> const* known, index_t lines, T* to,
                          index_t step) {
    index_t const line = static_cast<index_t>(blockIdx.x) * position_threads + threadIdx.x;
    if (line < lines)
        to[line * step] = value_of_key<T, Order>(known[line].key);
}

/// For each chunk of a line how many elements come before the element selected, and how many are
/// equal to it: counts[line][0][chunk] and counts[line][1][chunk].
template <class T, class Order>
__global__ void __launch_bounds__(select_threads)
    selected_count_kernel(T const* in, select_deal deal, select_state<key_bits_t<T>> const* known,
                          index_t* counts) {
    __shared__ unsigned long long sums[2];
    if (threadIdx.x < 2)
        sums[threadIdx.x] = 0;
    __syncthreads();
    index_t const line = static_cast<index_t>(blockIdx.x) / deal.chunks;
    auto const last = known[line].key;
    index_t before = 0;
    index_t equal = 0;
    for_chunk(in, deal, [&](T const& x) {
        auto const key = key_of<T, Order>(x);
        before += key < last ? 1 : 0;
        equal += key == last ? 1 : 0;
    });
    if (before != 0)
        atomicAdd(sums, static_cast<unsigned long long>(before));
    if (equal != 0)
        atomicAdd(sums + 1, static_cast<unsigned long long>(equal));
    __syncthreads();
    if (threadIdx.x < 2)
        counts[line * 2 * deal.chunks + threadIdx.x * deal.chunks + (blockIdx.x % deal.chunks)] =
            static_cast<index_t>(sums[threadIdx.x]);
}

/// Writes where the first k elements of each line stand: those before the one selected, in their
/// order, and then as many of its equals as there is room for.
template <class T, class Order, class I>
__global__ void __launch_bounds__(select_threads)
    selected_write_kernel(T const* in, select_deal deal, select_state<key_bits_t<T>> const* known,
                          index_t const* counts, index_t k, I* places) {
    __shared__ int of_warp[2][selected_at_once * select_warps];
    __shared__ int totals[2];
    __shared__ index_t next[2];
    index_t const line = static_cast<index_t>(blockIdx.x) / deal.chunks;
    index_t const chunk = static_cast<index_t>(blockIdx.x) - line * deal.chunks;
    auto const last = known[line].key;
    index_t const equals = known[line].rank + 1;
    if (threadIdx.x < 2) {
        index_t const* const of_line = counts + line * 2 * deal.chunks + threadIdx.x * deal.chunks;
        index_t sum = threadIdx.x == 0 ? 0 : k - equals;
        for (index_t c = 0; c < chunk; ++c)
            sum += of_line[c];
        next[threadIdx.x] = sum;
    }
    __syncthreads();
    index_t at[2] = {next[0], next[1]};
    index_t const here = counts[line * 2 * deal.chunks + chunk];
    if (here == 0 && (at[1] >= k || counts[line * 2 * deal.chunks + deal.chunks + chunk] == 0))
        return;
    index_t const end =
        (chunk + 1) * deal.chunk < deal.length ? (chunk + 1) * deal.chunk : deal.length;
    int const lane = static_cast<int>(threadIdx.x) & 31;
    int const warp = static_cast<int>(threadIdx.x) >> 5;
    for (index_t from = chunk * deal.chunk; from < end; from += selected_at_once * select_threads) {
        unsigned is[2] = {0, 0};
        for (int part = 0; part < selected_at_once; ++part) {
            index_t const i = from + part * select_threads + threadIdx.x;
            if (i >= end)
                continue;
            auto const key = key_of<T, Order>(in[line * deal.length + i]);
            is[0] |= key < last ? 1u << part : 0u;
            is[1] |= key == last ? 1u << part : 0u;
        }
        if (!__syncthreads_or(static_cast<int>(is[0] | is[1])))
            continue;
        unsigned mine[2][selected_at_once];
        for (int kind = 0; kind < 2; ++kind)
            for (int part = 0; part < selected_at_once; ++part) {
                mine[kind][part] = __ballot_sync(0xffffffffu, (is[kind] >> part & 1u) != 0);
                if (lane == 0)
                    of_warp[kind][part * select_warps + warp] = __popc(mine[kind][part]);
            }
        __syncthreads();
        if (warp < 2) {
            // How many are in parts and warps before each, and in all.
            constexpr int each = selected_at_once * select_warps / 32;
            int* const counts_of_kind = of_warp[warp] + lane * each;
            int own[each];
            int sum = 0;
            for (int c = 0; c < each; ++c)
                sum += own[c] = counts_of_kind[c];
            int before = sum;
            for (int step = 1; step < 32; step *= 2) {
                int const other = __shfl_up_sync(0xffffffffu, before, static_cast<unsigned>(step));
                before += lane >= step ? other : 0;
            }
            if (lane == 31)
                totals[warp] = before;
            before -= sum;
            for (int c = 0; c < each; ++c) {
                counts_of_kind[c] = before;
                before += own[c];
            }
        }
        __syncthreads();
        for (int kind = 0; kind < 2; ++kind) {
            for (int part = 0; part < selected_at_once; ++part) {
                if ((is[kind] >> part & 1u) == 0)
                    continue;
                index_t const to = at[kind] + of_warp[kind][part * select_warps + warp] +
                                   __popc(mine[kind][part] & ((1u << lane) - 1));
                if (to < k)
                    places[line * k + to] =
                        static_cast<I>(from + part * select_threads + threadIdx.x);
            }
            at[kind] += totals[kind];
        }
    }
}

/// Lines whose digits are counted at a time: enough to keep a device busy.
inline constexpr index_t selected_lines = 4096;

/// The elements of a rank in lines, found digit by digit. `SplitsZeros` where they are wanted
/// themselves, with their sign.
template <class T, class Order, bool SplitsZeros>
struct line_selection {
    using K = key_bits_t<T>;
    T const* in;
    index_t lines;
    select_deal deal;
    storage_ref held;
    select_state<K>* known;

    line_selection(T const* elements, index_t count, index_t length, index_t rank)
        : in(elements), lines(count) {
        index_t const together = smaller(lines, selected_lines);
        index_t const blocks = 2 * resident_threads() / select_threads;
        index_t const most = divide_up(length, select_threads * selected_at_once);
        index_t const wanted = divide_up(blocks, lines);
        index_t const chunks = wanted < most ? wanted : most;
        deal = {length, chunks, divide_up(length, chunks)};
        std::size_t const states = byte_count(lines, sizeof(select_state<K>) + 8) / 8 * 8;
        std::size_t const bins = byte_count(together * select_bins, sizeof(unsigned long long));
        held = memory<device_space>::allocate(states + bins);
        known = static_cast<select_state<K>*>(held.get()->data);
        auto* const counts =
            reinterpret_cast<unsigned long long*>(static_cast<char*>(held.get()->data) + states);
        check(cudaMemsetAsync(counts, 0, bins, handle_of(stream_now())), "cudaMemsetAsync");
        launch(select_start_kernel<K>, divide_up(lines, position_threads), position_threads, 0,
               known, lines, rank);
        for (index_t line = 0; line < lines; line += together)
            find(line, smaller(together, lines - line), counts);
    }
    /// Writes the elements to every `step` of `to`.
    void values(T* to, index_t step) const {
        launch(selected_value_kernel<T, Order>, divide_up(lines, position_threads),
               position_threads, 0, known, lines, to, step);
    }
    /// Where those up to the rank stand, k of each line.
    template <class I>
    void places(index_t k, I* to) const {
        storage_ref const scratch =
            memory<device_space>::allocate(byte_count(lines * deal.chunks, 2 * sizeof(index_t)));
        auto* const counts = static_cast<index_t*>(scratch.get()->data);
        launch(selected_count_kernel<T, Order>, lines * deal.chunks, select_threads, 0, in, deal,
               known, counts);
        launch(selected_write_kernel<T, Order, I>, lines * deal.chunks, select_threads, 0, in, deal,
               known, counts, k, to);
    }

private:
    void find(index_t line, index_t many, unsigned long long* counts) {
        for (int above = static_cast<int>(sizeof(K)) * 8; above > 0;) {
            int const bits = above < select_bits ? above : select_bits;
            above -= bits;
            launch(select_count_kernel<T, Order, SplitsZeros>, many * deal.chunks, select_threads,
                   0, in + line * deal.length, deal, known + line, above, bits, counts);
            launch(select_digit_kernel<K>, many, select_threads, 0, known + line, above, counts);
        }
    }
};

}  // namespace twill::inline v0::detail
