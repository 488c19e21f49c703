// SPDX-License-Identifier: MIT
// Many searches in a long sorted array: the first levels of the binary search go through shared
// memory, where elements that lie apart cost no cache line each.
#pragma once

#include "twill/cuda/elementwise/elementwise.cuh"
#include "twill/ops/sort/search.hpp"

namespace twill::inline v0::detail {

inline constexpr int search_threads = 1024;
/// Shared memory for every n-th of the sorted elements; two blocks fit a multiprocessor.
inline constexpr int search_shared_bytes = 64 * 1024;

/// Numbers whose order one comparison tells, if NaN is seen to.
template <class T>
inline constexpr bool is_searched_fast =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, std::int32_t> ||
    std::is_same_v<T, std::int64_t>;

/// How many of `count` sorted elements come before each value; `step` is a power of two so that
/// every step-th element fits into shared memory.
template <class T>
__global__ void __launch_bounds__(search_threads, blocks_held<2, search_threads>)
    search_many_kernel(T const* sorted, std::uint32_t count, std::uint32_t step, bool behind_equal,
                       T const* values, index_t searches, index_t* to) {
    extern __shared__ __align__(16) unsigned char search_memory[];
    T* const pivots = reinterpret_cast<T*>(search_memory);
    // Pivot p is the last element of the p-th group of `step`.
    std::uint32_t const groups = count / step;
    for (std::uint32_t p = threadIdx.x; p < groups; p += search_threads)
        pivots[p] = sorted[(p + 1) * step - 1];
    __syncthreads();
    index_t const stride = static_cast<index_t>(gridDim.x) * search_threads;
    for (index_t i = static_cast<index_t>(blockIdx.x) * search_threads + threadIdx.x; i < searches;
         i += stride) {
        T value = values[i];
        bool or_equal = behind_equal;
        bool behind_all = false;
        if constexpr (is_floating<T>) {
            if (value != value) {
                behind_all = behind_equal;
                or_equal = true;
                value = limits<T>::infinity;
            }
        }
        auto passed = [&](T here) { return here < value || (or_equal && here == value); };
        // How many whole groups are passed.
        std::uint32_t group = 0;
        for (std::uint32_t left = groups; left > 0;) {
            std::uint32_t const half = (left + 1) / 2;
            group += passed(pivots[group + half - 1]) ? half : 0;
            left -= half;
        }
        std::uint32_t low = group * step;
        std::uint32_t left = count - low < step ? count - low : step;
        while (left > 0) {
            std::uint32_t const half = (left + 1) / 2;
            low += passed(sorted[low + half - 1]) ? half : 0;
            left -= half;
        }
        to[i] = behind_all ? static_cast<index_t>(count) : static_cast<index_t>(low);
    }
}

template <>
struct runner<search_operation, device_space> {
    template <class S, class V, class Result, class T, int Rank>
    static void run(execution& now, search<S, V, Result> const& x, target<T, Rank> const& to) {
        using Element = typename S::value_type;
        if constexpr (std::is_same_v<Result, index_t> && std::is_same_v<T, index_t> &&
                      std::is_same_v<Element, typename V::value_type> &&
                      is_searched_fast<Element> && leaf_in_memory<V>) {
            index_t const count = x.sorted.layout.shape[0];
            if (count >= long_array && count < index_t{1} << 31 && x.sorted.layout.stride[0] == 1 &&
                to.lie.shape.size() >= many_searches && V::rank == Rank &&
                is_contiguous(x.value.layout) && is_contiguous(to.lie))
                return run_many(now, x, to);
        }
        run_search<device_space>(now, x, to);
    }

private:
    static constexpr index_t long_array = index_t{1} << 13;
    static constexpr index_t many_searches = index_t{1} << 18;

    template <class X, class To>
    static void run_many(execution& now, X const& x, To const& to) {
        using T = typename decltype(x.sorted)::value_type;
        if (now.only_tells(to, "search", "searchsorted"))
            return;
        auto const count = static_cast<std::uint32_t>(x.sorted.layout.shape[0]);
        constexpr auto most = static_cast<std::uint32_t>(search_shared_bytes / sizeof(T));
        std::uint32_t step = 1;
        while (count / step > most)
            step *= 2;
        check(
            cudaFuncSetAttribute(reinterpret_cast<void const*>(search_many_kernel<T>),
                                 cudaFuncAttributeMaxDynamicSharedMemorySize, search_shared_bytes),
            "cudaFuncSetAttribute");
        index_t const searches = to.lie.shape.size();
        index_t const blocks =
            std::min(divide_up(searches, search_threads), resident_threads() / search_threads);
        launch(search_many_kernel<T>, blocks, search_threads, search_shared_bytes, x.sorted.data,
               count, step, x.behind_equal, x.value.data, searches, to.data);
    }
};

}  // namespace twill::inline v0::detail
