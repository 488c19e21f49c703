// SPDX-License-Identifier: MIT
// Reductions of runs of any lengths on the device (reduce by key): tiles of as many elements, parts
// of runs inside a tile merged by a segmented scan, those that cross tiles by a second kernel.
// Which parts meet depends on the runs alone.
#pragma once

#include "twill/cuda/runtime/launch.cuh"
#include "twill/ops/statistics/tally.hpp"

namespace twill::inline v0::detail {

inline constexpr int run_threads = 256;
inline constexpr int run_elements = 8;
inline constexpr index_t run_tile = run_threads * run_elements;

/// What a tile leaves of runs that cross its ends: the end of the run that came in, and the
/// beginning of the one that goes on. `ends`: whether a run ends inside; otherwise all of the tile
/// is in `tail`.
template <class A>
struct run_part {
    A head;
    A tail;
    index_t head_run;
    int ends;
};
template <class A>
struct running_part {
    A value;
    int ends;
};

/// The inclusive scan of parts over a block's threads, which restarts where a run has ended.
template <int Threads, class Reducer, class A>
__device__ running_part<A> scan_parts(Reducer const& reducer, running_part<A> own,
                                      running_part<A>* shared) {
    int const me = static_cast<int>(threadIdx.x);
    shared[me] = own;
    __syncthreads();
    for (int step = 1; step < Threads; step *= 2) {
        running_part<A> sum = shared[me];
        if (me >= step) {
            running_part<A> const before = shared[me - step];
            if (!sum.ends)
                sum.value = reducer.merge(before.value, sum.value);
            sum.ends |= before.ends;
        }
        __syncthreads();
        shared[me] = sum;
        __syncthreads();
    }
    return shared[me];
}

template <class Reducer, class V, class R>
__global__ void __launch_bounds__(run_threads)
    reduce_runs_kernel(Reducer reducer, V const* values, index_t const* order,
                       index_t const* starts, index_t runs,
                       run_part<typename Reducer::accumulator>* parts, R* result) {
    using A = typename Reducer::accumulator;
    __shared__ running_part<A> shared[run_threads];
    index_t const count = starts[runs];
    index_t const first =
        static_cast<index_t>(blockIdx.x) * run_tile + threadIdx.x * index_t{run_elements};
    index_t const last = first + run_elements < count ? first + run_elements : count;
    running_part<A> own{reducer.identity(), 0};
    A head = reducer.identity();
    index_t head_run = 0;
    if (first < count) {
        index_t run = run_at(starts, runs, first);
        index_t end = starts[run + 1];
        bool fresh = true;
        // All loads before the first element is used: they lie anywhere in memory.
        V element[run_elements];
        int const held = static_cast<int>(last - first);
#pragma unroll
        for (int k = 0; k < run_elements; ++k)
            if (k < held)
                element[k] = values[order[first + k]];
#pragma unroll
        for (int k = 0; k < run_elements; ++k) {
            if (k >= held)
                break;
            index_t const i = first + k;
            A const x = accumulated(reducer, static_cast<compute_t<V>>(element[k]));
            own.value = fresh ? x : reducer.merge(own.value, x);
            fresh = false;
            if (i + 1 != end)
                continue;
            if (own.ends) {
                result[run] = static_cast<R>(reducer.finish(own.value, end - starts[run]));
            } else {
                head = own.value;
                head_run = run;
                own.ends = 1;
            }
            own.value = reducer.identity();
            fresh = true;
            if (i + 1 < count) {
                ++run;
                if (starts[run + 1] <= i + 1)
                    run += run_at(starts + run, runs - run, i + 1);
                end = starts[run + 1];
            }
        }
    }
    int const me = static_cast<int>(threadIdx.x);
    running_part<A> const sum = scan_parts<run_threads>(reducer, own, shared);
    run_part<A>& part = parts[blockIdx.x];
    if (own.ends) {
        A const all = me > 0 ? reducer.merge(shared[me - 1].value, head) : head;
        if (me > 0 && shared[me - 1].ends) {
            result[head_run] =
                static_cast<R>(reducer.finish(all, starts[head_run + 1] - starts[head_run]));
        } else {
            part.head = all;
            part.head_run = head_run;
        }
    }
    if (me == run_threads - 1) {
        part.tail = sum.value;
        part.ends = sum.ends;
    }
}

/// Threads whose parts fit static shared memory.
template <class A>
inline constexpr int join_threads = sizeof(running_part<A>) <= 88 ? 512 : 256;
/// Merges what tiles left, in their order; one block.
template <class Reducer, class R>
__global__ void __launch_bounds__(join_threads<typename Reducer::accumulator>)
    join_runs_kernel(Reducer reducer, run_part<typename Reducer::accumulator> const* parts,
                     index_t tiles, index_t const* starts, R* result) {
    using A = typename Reducer::accumulator;
    constexpr int threads = join_threads<A>;
    __shared__ running_part<A> shared[threads];
    A carry = reducer.identity();
    for (index_t from = 0; from < tiles; from += threads) {
        index_t const tile = from + threadIdx.x;
        running_part<A> own{reducer.identity(), 0};
        if (tile < tiles)
            own = {parts[tile].tail, parts[tile].ends};
        running_part<A> const sum = scan_parts<threads>(reducer, own, shared);
        if (own.ends) {
            int const me = static_cast<int>(threadIdx.x);
            A before = carry;
            if (me > 0)
                before = shared[me - 1].ends ? shared[me - 1].value
                                             : reducer.merge(carry, shared[me - 1].value);
            index_t const run = parts[tile].head_run;
            result[run] = static_cast<R>(reducer.finish(reducer.merge(before, parts[tile].head),
                                                        starts[run + 1] - starts[run]));
        }
        (void)sum;
        running_part<A> const all = shared[threads - 1];
        carry = all.ends ? all.value : reducer.merge(carry, all.value);
        __syncthreads();
    }
}

/// What runs without elements come to.
template <class Reducer, class R>
__global__ void __launch_bounds__(run_threads)
    empty_runs_kernel(Reducer reducer, index_t const* starts, index_t runs, R* result) {
    index_t const run = static_cast<index_t>(blockIdx.x) * run_threads + threadIdx.x;
    if (run < runs && starts[run] == starts[run + 1])
        result[run] = static_cast<R>(reducer.finish(reducer.identity(), 0));
}

}  // namespace twill::inline v0::detail
