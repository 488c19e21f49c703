// SPDX-License-Identifier: MIT
// Sums and extrema by key with atomic operations, in shared memory where the keys fit there.
#pragma once

#include "twill/cuda/runtime/launch.cuh"
#include "twill/ops/statistics/counts.cuh"
#include "twill/ops/statistics/unordered.hpp"

namespace twill::inline v0::detail {

inline constexpr std::size_t shared_table_bytes = shared_counters * sizeof(unsigned);

/// Entries of a block's table and of the result, and how an element enters one.
template <class A>
struct atomic_sum {
    using entry = std::conditional_t<is_integer<A>, unsigned long long, A>;
    using total = std::conditional_t<is_integer<A>, unsigned long long, table_sum_t<A>>;
    static constexpr entry none = entry(0);
    template <class V>
    __device__ static entry of(V x) {
        return static_cast<entry>(convert_value<A>(static_cast<compute_t<V>>(x)));
    }
    template <class E>
    __device__ static void enter(E* to, entry x) {
        atomicAdd(to, static_cast<E>(x));
    }
};
template <class Form>
struct atomic_least {
    using entry = typename Form::entry;
    using total = entry;
    static constexpr entry none = Form::none;
    template <class V>
    __device__ static entry of(V x) {
        return Form::of(x);
    }
    __device__ static void enter(entry* to, entry x) { atomicMin(to, x); }
};

template <class Operation>
__global__ void __launch_bounds__(count_threads)
    fill_table_kernel(typename Operation::total* table, index_t keys) {
    index_t const i = static_cast<index_t>(blockIdx.x) * count_threads + threadIdx.x;
    if (i < keys)
        table[i] = Operation::none;
}

/// `Shared`: the block has a table of its own, which it adds to the result's at its end.
template <class Operation, bool Shared, class V>
__global__ void __launch_bounds__(count_threads)
    add_by_key_kernel(V const* values, std::uint32_t const* bins, index_t count, int keys,
                      typename Operation::total* result) {
    using entry = typename Operation::entry;
    __shared__ entry own[Shared ? shared_table_bytes / sizeof(entry) : 1];
    if constexpr (Shared) {
        for (int k = static_cast<int>(threadIdx.x); k < keys; k += count_threads)
            own[k] = Operation::none;
        __syncthreads();
    }
    auto* const table = [&] {
        if constexpr (Shared)
            return own;
        else
            return result;
    }();
    index_t const stride = static_cast<index_t>(gridDim.x) * count_threads;
    index_t i = static_cast<index_t>(blockIdx.x) * count_threads + threadIdx.x;
    auto enter = [&](std::uint32_t bin, V const& x) {
        if (bin < static_cast<std::uint32_t>(keys))
            Operation::enter(table + bin, Operation::of(x));
    };
    for (; i + (counted_at_once - 1) * stride < count; i += counted_at_once * stride) {
        std::uint32_t bin[counted_at_once];
        V x[counted_at_once];
        for (int k = 0; k < counted_at_once; ++k) {
            bin[k] = bins[i + k * stride];
            x[k] = values[i + k * stride];
        }
        for (int k = 0; k < counted_at_once; ++k)
            enter(bin[k], x[k]);
    }
    for (; i < count; i += stride)
        enter(bins[i], values[i]);
    if constexpr (Shared) {
        __syncthreads();
        for (int k = static_cast<int>(threadIdx.x); k < keys; k += count_threads)
            if (own[k] != Operation::none)
                Operation::enter(result + k, own[k]);
    }
}

}  // namespace twill::inline v0::detail
