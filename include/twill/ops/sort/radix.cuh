// SPDX-License-Identifier: MIT
// cub::DeviceRadixSort over what elements are turned into, and cub::DeviceMergeSort for orders that
// no unsigned integer has. Neither waits; both take 64-bit counts.
#pragma once

#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>

#include "twill/cuda/runtime/launch.cuh"
#include "twill/ops/sort/operand.hpp"

namespace twill::inline v0::detail {

/// call(scratch, bytes, stream) of a CUB algorithm: once for the size of its scratch memory, once
/// with it.
template <class Call>
void with_cub_scratch(char const* name, Call&& call) {
    cudaStream_t const stream = handle_of(stream_now());
    std::size_t bytes = 0;
    check(call(nullptr, bytes, stream), name);
    storage_ref const scratch = memory<device_space>::allocate(bytes > 0 ? bytes : 1);
    check(call(scratch.get()->data, bytes, stream), name);
}

/// What a radix sort is handed for elements of type T: themselves where CUB has their order (its
/// floats have equal zeros, but negative NaNs first: those lose their sign on the way, or are moved
/// afterwards), else the keys of order.hpp. `SplitsZeros` where elements are made of the keys
/// again.
template <class T, class Order, bool SplitsZeros>
struct radix_form {
    static constexpr bool is_float = std::is_same_v<T, float> || std::is_same_v<T, double>;
    static constexpr bool as_is =
        std::is_same_v<Order, ascending_t> && (is_boolean<T> || is_integer<T> || is_float);
    using key = std::conditional_t<as_is && !is_boolean<T>, T, key_bits_t<T>>;

    struct to_key {
        static constexpr char const* name = "sort_key";
        template <class V>
        TWILL_HD constexpr key operator()(V computed) const {
            T const x = convert_value<T>(computed);
            if constexpr (!as_is || is_boolean<T>)
                return key_of<T, Order, SplitsZeros>(x);
            else if constexpr (is_float)
                return x == x ? x : limits<T>::quiet_nan;
            else
                return x;
        }
    };
    struct from_key {
        static constexpr char const* name = "sort_value";
        TWILL_HD constexpr T operator()(key k) const { return value_of_key<T, Order>(k); }
    };
};

template <class T, int Rank>
using device_leaf = leaf<T, Rank, device_space, dense>;
template <class T, int Rank>
T* data_of(device_leaf<T, Rank> const& x) {
    return const_cast<T*>(x.data);
}

/// call(scratch, bytes, stream, first) for each line, from element `first` on; one has the scratch
/// memory after the other.
template <class Call>
void with_cub_scratch(char const* name, line_counts const& all, Call&& call) {
    with_cub_scratch(name, [&](void* scratch, std::size_t& bytes, cudaStream_t stream) {
        cudaError_t code = cudaSuccess;
        index_t const lines = scratch ? all.lines : 1;
        for (index_t line = 0; line < lines && code == cudaSuccess; ++line)
            code = call(scratch, bytes, stream, line * all.length);
        return code;
    });
}

/// Sorts the lines of fresh keys by their lowest bits; what comes back is either buffer.
template <class K, int Rank>
device_leaf<K, Rank> radix_sort_keys(execution& now, device_leaf<K, Rank> keys, int bits) {
    device_leaf<K, Rank> other = now.fresh<K, device_space>(keys.layout.shape);
    line_counts const all(keys.layout.shape);
    // The same one for every line: which depends on the length alone.
    bool moved = false;
    with_cub_scratch("cub::DeviceRadixSort::SortKeys", all,
                     [&](void* scratch, std::size_t& bytes, cudaStream_t stream, index_t first) {
                         cub::DoubleBuffer<K> both(data_of(keys) + first, data_of(other) + first);
                         cudaError_t const code = cub::DeviceRadixSort::SortKeys(
                             scratch, bytes, both, all.length, 0, bits, stream);
                         moved = both.selector != 0;
                         return code;
                     });
    return moved ? std::move(other) : std::move(keys);
}
/// The same of keys that stay as they are.
template <class K, int Rank>
device_leaf<K, Rank> radix_sort_kept_keys(execution& now, K const* keys, extents<Rank> const& shape,
                                          int bits) {
    device_leaf<K, Rank> result = now.fresh<K, device_space>(shape);
    line_counts const all(shape);
    with_cub_scratch("cub::DeviceRadixSort::SortKeys", all,
                     [&](void* scratch, std::size_t& bytes, cudaStream_t stream, index_t first) {
                         return cub::DeviceRadixSort::SortKeys(scratch, bytes, keys + first,
                                                               data_of(result) + first, all.length,
                                                               0, bits, stream);
                     });
    return result;
}
/// Sorts the lines of fresh keys and values of one shape by the keys' lowest bits.
template <class K, class V, int Rank>
ordered_keys<device_leaf<V, Rank>, device_leaf<K, Rank>> radix_sort_pairs(
    execution& now, device_leaf<K, Rank> keys, device_leaf<V, Rank> values, int bits) {
    device_leaf<K, Rank> other_keys = now.fresh<K, device_space>(keys.layout.shape);
    device_leaf<V, Rank> other = now.fresh<V, device_space>(keys.layout.shape);
    line_counts const all(keys.layout.shape);
    bool moved = false;
    with_cub_scratch("cub::DeviceRadixSort::SortPairs", all,
                     [&](void* scratch, std::size_t& bytes, cudaStream_t stream, index_t first) {
                         cub::DoubleBuffer<K> k(data_of(keys) + first, data_of(other_keys) + first);
                         cub::DoubleBuffer<V> v(data_of(values) + first, data_of(other) + first);
                         cudaError_t const code = cub::DeviceRadixSort::SortPairs(
                             scratch, bytes, k, v, all.length, 0, bits, stream);
                         moved = v.selector != 0;
                         return code;
                     });
    if (!moved)
        return {std::move(values), std::move(keys)};
    return {std::move(other), std::move(other_keys)};
}

template <class F, class... A>
auto computed(execution& now, F const& f, A const&... a) {
    auto const node = make_elementwise(f, a...);
    return evaluate_fresh<typename decltype(node)::value_type, device_space>(now, node);
}
template <class T, int Rank>
device_leaf<T, Rank> same_bytes_as(device_leaf<key_bits_t<T>, Rank>&& x) {
    auto const* const data = reinterpret_cast<T const*>(x.data);
    auto const lie = x.layout;
    return {std::move(x.storage), data, lie};
}

/// CUB puts negative NaNs first. Where sorted elements begin with some, these two kernels bring
/// them to the end; otherwise both return at once. The element behind `other` tells which.
inline constexpr int rotate_threads = 256;
template <class T>
TWILL_HD constexpr bool is_negative_nan(T x) {
    return x != x && __builtin_bit_cast(key_bits_t<T>, x) >> (8 * sizeof(T) - 1) != 0;
}
template <class T>
__global__ void __launch_bounds__(rotate_threads)
    rotate_away_kernel(T const* sorted, index_t count, T* other) {
    T const first = sorted[0];
    bool const rotates = is_negative_nan(first);
    if (blockIdx.x == 0 && threadIdx.x == 0)
        other[count] = rotates ? T(1) : T(0);
    if (!rotates)
        return;
    index_t nans = 0;
    for (index_t left = count; left > 0;) {
        index_t const half = left / 2;
        bool const passed = is_negative_nan(sorted[nans + half]);
        nans += passed ? half + 1 : 0;
        left = passed ? left - half - 1 : half;
    }
    index_t const stride = static_cast<index_t>(gridDim.x) * rotate_threads;
    for (index_t i = static_cast<index_t>(blockIdx.x) * rotate_threads + threadIdx.x; i < count;
         i += stride)
        other[i] = i < count - nans ? sorted[i + nans] : first;
}
template <class T>
__global__ void __launch_bounds__(rotate_threads)
    rotate_back_kernel(T const* other, index_t count, T* sorted) {
    if (other[count] == T(0))
        return;
    index_t const stride = static_cast<index_t>(gridDim.x) * rotate_threads;
    for (index_t i = static_cast<index_t>(blockIdx.x) * rotate_threads + threadIdx.x; i < count;
         i += stride)
        sorted[i] = other[i];
}
template <class T, int Rank>
void negative_nans_last(execution& now, device_leaf<T, Rank> const& sorted) {
    line_counts const all(sorted.layout.shape);
    index_t const count = all.length;
    auto const other = now.fresh<T, device_space>(extents<1>(count + 1));
    index_t const most = resident_threads() / rotate_threads;
    index_t const wanted = divide_up(count, rotate_threads);
    index_t const blocks = wanted < most ? wanted : most;
    for (index_t line = 0; line < all.lines; ++line) {
        T* const first = data_of(sorted) + line * count;
        launch(rotate_away_kernel<T>, blocks, rotate_threads, 0, first, count, data_of(other));
        launch(rotate_back_kernel<T>, blocks, rotate_threads, 0, other.data, count, first);
    }
}

/// Lines in order, one after the other, by radix sorts.
template <class Order, class E>
auto radix_values(execution& now, E const& x) {
    using T = typename E::value_type;
    using form = radix_form<T, Order, true>;
    using K = typename form::key;
    if constexpr (form::as_is && leaf_in_memory<E>) {
        if (is_contiguous(x.layout)) {
            operand_row const row = x.row(reads::memory, false);
            now.begin<device_space>(&row, 1, nullptr);
            auto sorted = radix_sort_kept_keys(now, reinterpret_cast<K const*>(x.data),
                                               x.layout.shape, key_width<T>);
            if constexpr (form::is_float)
                negative_nans_last(now, sorted);
            if constexpr (std::is_same_v<K, T>)
                return sorted;
            else
                return same_bytes_as<T>(std::move(sorted));
        }
    }
    auto sorted = radix_sort_keys(now, computed(now, typename form::to_key{}, x), key_width<T>);
    if constexpr (form::as_is && std::is_same_v<K, T>)
        return sorted;
    else if constexpr (form::as_is)
        return same_bytes_as<T>(std::move(sorted));
    else
        return computed(now, typename form::from_key{}, sorted);
}

/// Where the elements of lines stand in order, by radix sorts, as 32-bit numbers.
template <class Order, class E>
auto radix_indices(execution& now, E const& x) {
    using T = typename E::value_type;
    auto const shape = x.shape();
    auto const keys = computed(now, typename radix_form<T, Order, false>::to_key{}, x);
    return radix_sort_pairs(now, keys,
                            computed(now, cast_function<std::uint32_t>{}, column_index(shape)),
                            key_width<T>)
        .order;
}

/// An element with the line it belongs to.
template <class T>
struct lined_element {
    T value;
    index_t line;
};
template <class T>
struct lined_function {
    static constexpr char const* name = "sort_element";
    template <class V>
    TWILL_HD constexpr lined_element<T> operator()(V const& value, index_t line) const {
        if constexpr (is_number<T>)
            return {convert_value<T>(value), line};
        else
            return {value, line};
    }
};
template <class T>
struct unlined_function {
    static constexpr char const* name = "sort_value";
    TWILL_HD constexpr T operator()(lined_element<T> const& x) const { return x.value; }
};
template <class T, class Order>
struct lined_before {
    comes_before<T, Order> before;
    TWILL_EXEC_CHECK_DISABLE
    TWILL_HD constexpr bool operator()(lined_element<T> const& a, lined_element<T> const& b) const {
        return a.line != b.line ? a.line < b.line : before(a.value, b.value);
    }
};

template <class T, int Rank, class Before>
void merge_sort_keys(device_leaf<T, Rank> const& keys, Before const& before) {
    with_cub_scratch("cub::DeviceMergeSort::StableSortKeys", [&](void* scratch, std::size_t& bytes,
                                                                 cudaStream_t stream) {
        return cub::DeviceMergeSort::StableSortKeys(scratch, bytes, data_of(keys),
                                                    keys.layout.shape.size(), before, stream);
    });
}
template <class T, class V, int Rank, class Before>
void merge_sort_pairs(device_leaf<T, Rank> const& keys, device_leaf<V, Rank> const& values,
                      Before const& before) {
    with_cub_scratch("cub::DeviceMergeSort::StableSortPairs", [&](void* scratch, std::size_t& bytes,
                                                                  cudaStream_t stream) {
        return cub::DeviceMergeSort::StableSortPairs(scratch, bytes, data_of(keys), data_of(values),
                                                     keys.layout.shape.size(), before, stream);
    });
}

/// Lines in order, by comparisons.
template <class Order, class E>
auto merged_values(execution& now, E const& x, Order const& order) {
    using T = typename E::value_type;
    comes_before<T, Order> const before{order};
    if constexpr (E::rank == 1) {
        auto keys = evaluate_fresh<T, device_space>(now, x);
        merge_sort_keys(keys, before);
        return keys;
    } else {
        auto const keys = computed(now, lined_function<T>{}, x, line_index(x.shape()));
        merge_sort_keys(keys, lined_before<T, Order>{before});
        return computed(now, unlined_function<T>{}, keys);
    }
}
template <class I, class Order, class E>
device_leaf<I, E::rank> merged_indices(execution& now, E const& x, Order const& order) {
    using T = typename E::value_type;
    auto const shape = x.shape();
    comes_before<T, Order> const before{order};
    auto result = computed(now, cast_function<I>{}, column_index(shape));
    if constexpr (E::rank == 1) {
        merge_sort_pairs(evaluate_fresh<T, device_space>(now, x), result, before);
    } else {
        merge_sort_pairs(computed(now, lined_function<T>{}, x, line_index(shape)), result,
                         lined_before<T, Order>{before});
    }
    return result;
}

}  // namespace twill::inline v0::detail
