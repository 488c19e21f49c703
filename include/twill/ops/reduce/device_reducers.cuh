// SPDX-License-Identifier: MIT
// Reducers in the device's own instructions: moments with the approximate division (2 ulp), which
// has no slow path; narrow integers, a packet of which is summed in 32 bits.
#pragma once

#include "twill/ops/reduce/device_exponentials.cuh"
#include "twill/ops/reduce/device_positions.cuh"

namespace twill::inline v0::detail {

template <class A>
struct moments;
template <class A>
struct shifted_sums;
template <class V, bool Root>
struct variance_reducer;
template <class V, bool Exact>
struct sum_reducer;
template <class V>
struct mean_reducer;
template <class V, bool Greatest>
struct arg_reducer;
template <class Operands, class... R>
struct joint_reducer;
template <class R, class Tree, class Result>
struct function_reducer;
template <class F, class T>
struct user_reducer;
template <class V>
struct exponentials_reducer;
template <class V>
struct scaled_sum_reducer;
template <class V>
struct exponentials_greatest_reducer;
template <class R>
struct device_reducer;

/// Packets of integers of at most 16 bits, summed in 32; bytes four in an instruction.
template <class R>
struct device_narrow_sum : R {
    static constexpr bool takes_packets = true;

    template <bool, class X, int V>
    static __device__ __forceinline__ void add_packet(typename R::accumulator& a,
                                                      lanes<X, V> const& x) {
        int sum = 0;
        if constexpr (sizeof(X) == 1 && !is_boolean<X> && V % 4 == 0) {
#pragma unroll
            for (int w = 0; w < V / 4; ++w)
                sum = dot<X>(word_of(x, w), 0x01010101u, sum);
        } else {
#pragma unroll
            for (int l = 0; l < V; ++l)
                sum += static_cast<int>(x.values[l]);
        }
        R::add(a, sum);
    }

protected:
    template <class X>
    static __device__ __forceinline__ int dot(unsigned x, unsigned y, int a) {
        if constexpr (std::is_signed_v<X>)
            return __dp4a(static_cast<int>(x), static_cast<int>(y), a);
        else
            return static_cast<int>(__dp4a(x, y, static_cast<unsigned>(a)));
    }
    template <class X, int V>
    static __device__ __forceinline__ unsigned word_of(lanes<X, V> const& x, int w) {
        unsigned word = 0;
#pragma unroll
        for (int l = 0; l < 4; ++l)
            word |= unsigned{static_cast<unsigned char>(x.values[4 * w + l])} << l * 8;
        return word;
    }
};
/// Bytes, of which columns may have sums in 32 bits, too, for some rows. Where those are merged
/// into 64 bits is then more code: signed bytes, which are slow to widen, gain everywhere (columns
/// of 16383 rows 0.101 ms in the place of 0.120), others lose there (0.102, 0.097).
template <class R, bool Signed>
struct device_byte_sum : device_narrow_sum<R> {
    using narrow = int;
    static constexpr bool narrow_pays = Signed;

    template <class X, int V>
    static __device__ __forceinline__ void add_columns(narrow (&a)[V], lanes<X, V> const& x) {
        if constexpr (V % 4 == 0) {
#pragma unroll
            for (int l = 0; l < V; ++l)
                a[l] = device_narrow_sum<R>::template dot<X>(
                    device_narrow_sum<R>::word_of(x, l / 4), 1u << l % 4 * 8, a[l]);
        } else {
            for (int l = 0; l < V; ++l)
                a[l] += static_cast<int>(x.values[l]);
        }
    }
};

/// Every element is noted: a kernel does not see it again.
template <class R>
struct device_moments : R {
    using accumulator = typename R::accumulator;
    using running = typename R::running;
    static constexpr bool single = std::is_same_v<accumulator, moments<float>>;

    template <class X>
    static __device__ __forceinline__ void add(running& a, X const& x) {
        R::add(a, x);
        R::note(a, x);
    }
    static __device__ __forceinline__ accumulator settle(running const& a) {
        if constexpr (single) {
            if (a.count == 0.0f)
                return R::identity();
            float const mean = __fdividef(a.sum, a.count);
            float const deviations = a.squares - a.sum * mean;
            return {a.count, a.pivot, mean, deviations < 0.0f ? 0.0f : deviations};
        } else {
            return R::settle(a);
        }
    }
    static __device__ __forceinline__ accumulator merge(accumulator const& a,
                                                        accumulator const& b) {
        if constexpr (single) {
            float const count = a.count + b.count;
            float const share = count == 0.0f ? 0.0f : __fdividef(b.count, count);
            float const distance = (b.pivot - a.pivot) + (b.mean - a.mean);
            accumulator const both{
                count, a.pivot, a.mean + distance * share,
                a.deviations + b.deviations + distance * distance * a.count * share};
            return a.count == 0.0f ? b : b.count == 0.0f ? a : both;
        } else {
            return R::merge(a, b);
        }
    }
};

/// The sums of runs that have one pivot, which merge by addition.
template <class T>
struct pooled_sums {
    T count;
    T sum;
    T squares;
};
template <class R>
struct pooled_merger {
    using value = typename R::value;
    using accumulator = pooled_sums<value>;
    static __device__ __forceinline__ accumulator of(shifted_sums<value> const& a) {
        return {a.count, a.sum, a.squares};
    }
    static __device__ __forceinline__ accumulator merge(accumulator const& a,
                                                        accumulator const& b) {
        return {a.count + b.count, a.sum + b.sum, a.squares + b.squares};
    }
    static __device__ __forceinline__ typename R::accumulator settle(accumulator const& a,
                                                                     value pivot) {
        return R::settle({a.count, pivot, a.sum, a.squares});
    }
};
/// Whether threads that have a run in common take one pivot.
template <class R>
inline constexpr bool pools_runs = false;
template <class R>
    requires std::is_same_v<typename R::running, shifted_sums<typename R::value>>
inline constexpr bool pools_runs<R> = true;
/// What a thread's packet has in the middle.
template <class R, class T, int V>
__device__ __forceinline__ typename R::value pivot_of_packet(lanes<T, V> const& x) {
    using value = typename R::value;
    return R::pivot_of(static_cast<value>(x.values[0]), static_cast<value>(x.values[V / 2]),
                       static_cast<value>(x.values[V - 1]));
}
/// The pivot is the middle one of three threads', the first, the last that has a packet and one
/// between.
template <class R, class T, int V>
__device__ __forceinline__ typename R::running start_group(lanes<T, V> const& x, int last,
                                                           int group) {
    auto const own = pivot_of_packet<R>(x);
    return R::start(shuffle_from(own, 0, group), shuffle_from(own, last / 2, group),
                    shuffle_from(own, last, group));
}
/// It is the mean of what all threads of a warp have: in long runs a few outliers in the place of
/// three would cost half the digits. (Of equal elements it is their value, however large.)
template <class R, class T, int V>
__device__ __forceinline__ typename R::running start_warp(lanes<T, V> const& x) {
    using value = typename R::value;
    value mean = pivot_of_packet<R>(x) * value(1.0 / 32);
    for (int distance = 16; distance > 0; distance /= 2)
        mean = mean + shuffle_xor(mean, distance, 32);
    return R::start(mean, mean, mean);
}

/// A user's function where nvcc checks that the device can call it.
template <class R>
struct device_user_reducer : R {
    using accumulator = typename R::accumulator;
    using value = typename R::value;

    TWILL_CALL_CHECK_BEGIN
    template <class X>
    TWILL_HD void add(accumulator& a, X const& x) const {
        a = static_cast<accumulator>(
            this->function.get()(static_cast<value>(a), static_cast<value>(x)));
    }
    template <class A>
    TWILL_HD accumulator merge(A const& a, A const& b) const {
        return static_cast<accumulator>(
            this->function.get()(static_cast<value>(a), static_cast<value>(b)));
    }
    TWILL_CALL_CHECK_END
};

/// The reducer that kernels use in place of R.
template <class R>
struct device_reducer {
    using type = R;
};
template <class V>
    requires std::is_same_v<compute_t<V>, float>
struct device_reducer<max_reducer<V>> {
    using type = device_extremum<max_reducer<V>, true>;
};
template <class V>
    requires std::is_same_v<compute_t<V>, float>
struct device_reducer<min_reducer<V>> {
    using type = device_extremum<min_reducer<V>, false>;
};
template <class V, bool Greatest>
struct device_reducer<arg_reducer<V, Greatest>> {
    using type = device_arg<arg_reducer<V, Greatest>, Greatest>;
};
template <class V>
inline constexpr bool is_narrow = (is_integer<V> || is_boolean<V>) && sizeof(V) <= 2;
template <class V>
inline constexpr bool is_byte = is_integer<V> && sizeof(V) == 1;
template <class V>
    requires(is_narrow<V> && !is_byte<V>)
struct device_reducer<sum_reducer<V, false>> {
    using type = device_narrow_sum<sum_reducer<V, false>>;
};
template <class V>
    requires is_byte<V>
struct device_reducer<sum_reducer<V, false>> {
    using type = device_byte_sum<sum_reducer<V, false>, std::is_signed_v<V>>;
};
template <class V>
    requires is_narrow<V>
struct device_reducer<mean_reducer<V>> {
    using type = device_narrow_sum<mean_reducer<V>>;
};
template <class V, bool Root>
struct device_reducer<variance_reducer<V, Root>> {
    using type = device_moments<variance_reducer<V, Root>>;
};
template <class V>
struct device_reducer<exponentials_reducer<V>> {
    using type = device_exponentials<exponentials_reducer<V>>;
};
template <class V>
struct device_reducer<scaled_sum_reducer<V>> {
    using type = device_exponentials<scaled_sum_reducer<V>>;
};
template <class V>
struct device_reducer<exponentials_greatest_reducer<V>> {
    using type = device_exponentials<exponentials_greatest_reducer<V>>;
};
template <class F, class T>
struct device_reducer<user_reducer<F, T>> {
    using type = device_user_reducer<user_reducer<F, T>>;
};
template <class Operands, class... R>
struct device_reducer<joint_reducer<Operands, R...>> {
    using type = joint_reducer<Operands, typename device_reducer<R>::type...>;
};
template <class R, class Tree, class Result>
struct device_reducer<function_reducer<R, Tree, Result>> {
    using type = function_reducer<typename device_reducer<R>::type, Tree, Result>;
};

/// A function of results leaves short runs as they are.
template <class R, class Tree, class Result>
struct short_reducer<function_reducer<R, Tree, Result>> : short_reducer<R> {};

/// R's state, if it has any, as the device's reducer has it.
template <class R>
TWILL_HD typename device_reducer<R>::type to_device_reducer(R const& reducer) {
    if constexpr (std::is_same_v<typename device_reducer<R>::type, R>)
        return reducer;
    else
        return {};
}
template <class V, bool Root>
TWILL_HD typename device_reducer<variance_reducer<V, Root>>::type to_device_reducer(
    variance_reducer<V, Root> const& reducer) {
    return {reducer};
}
template <class F, class T>
TWILL_HD device_user_reducer<user_reducer<F, T>> to_device_reducer(
    user_reducer<F, T> const& reducer) {
    return {reducer};
}
template <class R, class Tree, class Result>
typename device_reducer<function_reducer<R, Tree, Result>>::type to_device_reducer(
    function_reducer<R, Tree, Result> const& reducer) {
    return {to_device_reducer(static_cast<R const&>(reducer)), reducer.tree};
}
template <class Operands, class... R>
typename device_reducer<joint_reducer<Operands, R...>>::type to_device_reducer(
    joint_reducer<Operands, R...> const& reducer) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return typename device_reducer<joint_reducer<Operands, R...>>::type{
            {{to_device_reducer(get<I>(reducer.reducers))}...}};
    }(std::index_sequence_for<R...>{});
}

}  // namespace twill::inline v0::detail
