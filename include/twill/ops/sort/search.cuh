// SPDX-License-Identifier: MIT
// Many searches in a long sorted array, as in a B+ tree: above the elements stand levels of every
// n-th one, of which a search reads one sector of memory each; the top level is in shared memory. A
// binary search reads more sectors, one after the other.
#pragma once

#include <algorithm>

#include "twill/cuda/elementwise/elementwise.cuh"
#include "twill/ops/sort/search.hpp"

namespace twill::inline v0::detail {

inline constexpr int search_threads = 1024;
/// Shared memory for the top level; two blocks fit a multiprocessor.
inline constexpr int search_shared_bytes = 64 * 1024;
inline constexpr int most_search_levels = 12;

/// Numbers whose order one comparison tells, if NaN is seen to.
template <class T>
inline constexpr bool is_searched_fast =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, std::int32_t> ||
    std::is_same_v<T, std::int64_t>;
/// The elements of a sector.
template <class T>
inline constexpr std::uint32_t search_fan = 32 / sizeof(T);

/// Element i of level k is the last of the i-th whole group of search_fan elements of level k - 1;
/// level 0 is what is searched.
template <class T>
struct search_levels {
    T const* level[most_search_levels];
    std::uint32_t size[most_search_levels];
    int top;       ///< the level in shared memory
    bool aligned;  ///< level 0, to 16 bytes; the others are
};

template <class T>
__global__ void __launch_bounds__(256) search_level_kernel(T const* below, index_t count, T* to) {
    index_t const i = static_cast<index_t>(blockIdx.x) * 256 + threadIdx.x;
    if (i < count)
        to[i] = below[(i + 1) * search_fan<T> - 1];
}

/// How many of a whole group of elements are passed.
template <class T, class Passed>
__device__ __forceinline__ std::uint32_t passed_of_group(T const* group, bool aligned,
                                                         Passed const& passed) {
    constexpr int fan = static_cast<int>(search_fan<T>);
    struct alignas(16) half {
        T element[fan / 2];
    };
    half both[2];
    if (aligned) {
        both[0] = reinterpret_cast<half const*>(group)[0];
        both[1] = reinterpret_cast<half const*>(group)[1];
    } else {
        for (int k = 0; k < fan; ++k)
            both[k / (fan / 2)].element[k % (fan / 2)] = group[k];
    }
    std::uint32_t result = 0;
    for (int k = 0; k < fan; ++k)
        result += passed(both[k / (fan / 2)].element[k % (fan / 2)]) ? 1u : 0u;
    return result;
}

/// How many elements are passed, from the top level, which is at `pivots`, down.
template <class T, class Passed>
__device__ __forceinline__ std::uint32_t search_down(search_levels<T> const& in, T const* pivots,
                                                     Passed const& passed) {
    std::uint32_t found = static_cast<std::uint32_t>(
        count_passed_at(static_cast<std::int32_t>(in.size[in.top]),
                        [&](std::int32_t i) { return passed(pivots[i]); }));
    for (int k = in.top - 1; k >= 0; --k) {
        found *= search_fan<T>;
        T const* const group = in.level[k] + found;
        if (found + search_fan<T> <= in.size[k]) {
            found += passed_of_group(group, k > 0 || in.aligned, passed);
        } else {
            std::uint32_t const rest = in.size[k] - found;
            std::uint32_t inside = 0;
            while (inside < rest && passed(group[inside]))
                ++inside;
            found += inside;
        }
    }
    return found;
}

/// How many of the sorted elements come before each value.
template <class T>
__global__ void __launch_bounds__(search_threads, blocks_held<2, search_threads>)
    search_many_kernel(search_levels<T> const __grid_constant__ in, bool behind_equal,
                       T const* values, index_t searches, index_t* to) {
    extern __shared__ __align__(16) unsigned char search_memory[];
    T* const pivots = reinterpret_cast<T*>(search_memory);
    for (std::uint32_t p = threadIdx.x; p < in.size[in.top]; p += search_threads)
        pivots[p] = in.level[in.top][p];
    __syncthreads();
    index_t const stride = static_cast<index_t>(gridDim.x) * search_threads;
    for (index_t i = static_cast<index_t>(blockIdx.x) * search_threads + threadIdx.x; i < searches;
         i += stride) {
        T value = values[i];
        bool or_equal = behind_equal;
        bool behind_all = false;
        if constexpr (is_floating<T>) {
            // NaN is behind all that are none.
            if (value != value) {
                behind_all = behind_equal;
                or_equal = true;
                value = limits<T>::infinity;
            }
        }
        std::uint32_t const found =
            or_equal ? search_down(in, pivots, [&](T here) { return here <= value; })
                     : search_down(in, pivots, [&](T here) { return here < value; });
        to[i] = behind_all ? static_cast<index_t>(in.size[0]) : static_cast<index_t>(found);
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
        constexpr index_t fan = search_fan<T>;
        constexpr index_t fits = search_shared_bytes / static_cast<index_t>(sizeof(T));
        index_t const count = x.sorted.layout.shape[0];
        search_levels<T> levels{};
        levels.level[0] = x.sorted.data;
        levels.size[0] = static_cast<std::uint32_t>(count);
        levels.aligned = reinterpret_cast<std::uintptr_t>(x.sorted.data) % 16 == 0;
        // Room for all levels, each from a sector on.
        index_t room = 0;
        for (index_t size = count; size > fits; size /= fan)
            room += divide_up(size / fan, fan) * fan;
        auto const above = now.fresh<T, device_space>(extents<1>(room));
        T* next = const_cast<T*>(above.data);
        while (levels.size[levels.top] > fits) {
            T const* const below = levels.level[levels.top];
            index_t const size = levels.size[levels.top] / fan;
            ++levels.top;
            levels.level[levels.top] = next;
            levels.size[levels.top] = static_cast<std::uint32_t>(size);
            launch(search_level_kernel<T>, divide_up(size, 256), 256, 0, below, size, next);
            next += divide_up(size, fan) * fan;
        }
        check(
            cudaFuncSetAttribute(reinterpret_cast<void const*>(search_many_kernel<T>),
                                 cudaFuncAttributeMaxDynamicSharedMemorySize, search_shared_bytes),
            "cudaFuncSetAttribute");
        index_t const searches = to.lie.shape.size();
        index_t const blocks =
            std::min(divide_up(searches, search_threads), resident_threads() / search_threads);
        launch(search_many_kernel<T>, blocks, search_threads, search_shared_bytes, levels,
               x.behind_equal, x.value.data, searches, to.data);
    }
};

}  // namespace twill::inline v0::detail
