// SPDX-License-Identifier: MIT
// Reducers in the device's own instructions: the greatest and smallest float32, NaN propagating and
// zeros ordered by their sign, in one instead of several compares; moments with the approximate
// division (2 ulp), which has no slow path; positions, which are looked for where a packet of
// elements has a value as good as the best; narrow integers, a packet of which is summed in 32
// bits; sums of exponentials, which a packet scales once.
#pragma once

#include "twill/lower/lanes.hpp"

namespace twill::inline v0::detail {

template <class A>
struct moments;
template <class V>
struct max_reducer;
template <class V>
struct min_reducer;
template <class V, bool Root>
struct variance_reducer;
template <class V, bool Exact>
struct sum_reducer;
template <class V>
struct mean_reducer;
template <class T>
struct located;
template <class V, bool Greatest>
struct arg_reducer;
template <class Operands, class... R>
struct joint_reducer;
template <class F, class T>
struct user_reducer;
template <class V>
struct exponentials_reducer;
template <class V>
struct scaled_sum_reducer;

template <class R, bool Greatest>
struct device_extremum : R {
    static __device__ __forceinline__ float best(float a, float b) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
        float result;
        if constexpr (Greatest)
            asm("max.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
        else
            asm("min.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(a), "f"(b));
        return result;
#else
        return R::merge(a, b);
#endif
    }
    static __device__ __forceinline__ void add(float& a, float x) { a = best(a, x); }
    static __device__ __forceinline__ float merge(float a, float b) { return best(a, b); }
};

/// The identity is a worst value at position 0: an element no better than that is the first one.
template <class R, bool Greatest>
struct device_arg : R {
    static constexpr bool takes_packets = true;
    static constexpr bool takes_next = true;
    using value = typename R::value;
    using accumulator = typename R::accumulator;
    using extremum =
        device_extremum<std::conditional_t<Greatest, max_reducer<value>, min_reducer<value>>,
                        Greatest>;

    static __device__ __forceinline__ accumulator identity() {
        if constexpr (is_boolean<value>)
            return {!Greatest, 0};
        else if constexpr (!Greatest)
            return {limits<value>::infinity, 0};
        else if constexpr (is_floating<value>)
            return {-limits<value>::infinity, 0};
        else
            return {limits<value>::lowest, 0};
    }
    static __device__ __forceinline__ bool beats(value a, value b) {
        bool const better = Greatest ? a > b : a < b;
        if constexpr (is_floating<value>)
            return better || (a != a && b == b);
        else
            return better;
    }
    static __device__ __forceinline__ value best_of(value a, value b) {
        if constexpr (std::is_same_v<value, float>)
            return extremum::best(a, b);
        else
            return beats(b, a) ? b : a;
    }
    static __device__ __forceinline__ bool ties(value a, value b) {
        if constexpr (is_floating<value>)
            return a == b || (a != a && b != b);
        else
            return a == b;
    }
    static __device__ __forceinline__ accumulator merge(accumulator const& a,
                                                        accumulator const& b) {
        bool const wins =
            beats(b.value, a.value) || (ties(a.value, b.value) && b.position < a.position);
        return {wins ? b.value : a.value, wins ? b.position : a.position};
    }
    static __device__ __forceinline__ void add(accumulator& a, accumulator const& x) {
        a = merge(a, x);
    }
    /// An element behind all before it: of equal ones the first stays.
    static __device__ __forceinline__ void add_next(accumulator& a, accumulator const& x) {
        bool const wins = beats(x.value, a.value);
        a = {wins ? x.value : a.value, wins ? x.position : a.position};
    }
    /// `Next`: behind all before it.
    template <bool Next, int V>
    static __device__ __forceinline__ void add_packet(accumulator& a,
                                                      lanes<accumulator, V> const& x) {
        value best = x.values[0].value;
#pragma unroll
        for (int l = 1; l < V; ++l)
            best = best_of(best, x.values[l].value);
        if (Next ? !beats(best, a.value) : beats(a.value, best))
            return;
        accumulator found = x.values[V - 1];
#pragma unroll
        for (int l = V - 1; l >= 0; --l)
            if (ties(x.values[l].value, best) &&
                (Next || !ties(found.value, best) || x.values[l].position < found.position))
                found = x.values[l];
        a = merge(a, found);
    }
};

/// A packet of integers of at most 16 bits, summed in 32.
template <class R>
struct device_narrow_sum : R {
    static constexpr bool takes_packets = true;
    template <bool, class X, int V>
    static __device__ __forceinline__ void add_packet(typename R::accumulator& a,
                                                      lanes<X, V> const& x) {
        int sum = 0;
#pragma unroll
        for (int l = 0; l < V; ++l)
            sum += static_cast<int>(x.values[l]);
        R::add(a, sum);
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

/// Sums of exponentials, scaled once a packet rather than once an element.
template <class R>
struct device_exponentials : R {
    static constexpr bool takes_packets = true;
    using value = typename R::value;

    template <bool, int V>
    static __device__ __forceinline__ void add_packet(typename R::accumulator& a,
                                                      lanes<value, V> const& x) {
        value greatest = a.greatest;
        for (int l = 0; l < V; ++l)
            greatest = x.values[l] > greatest ? x.values[l] : greatest;
        a.sum = a.sum * R::below(a.greatest, greatest);
        for (int l = 0; l < V; ++l)
            a.sum = a.sum + R::below(x.values[l], greatest);
        a.greatest = greatest;
    }
};

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
    requires is_narrow<V>
struct device_reducer<sum_reducer<V, false>> {
    using type = device_narrow_sum<sum_reducer<V, false>>;
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
template <class F, class T>
struct device_reducer<user_reducer<F, T>> {
    using type = device_user_reducer<user_reducer<F, T>>;
};
template <class Operands, class... R>
struct device_reducer<joint_reducer<Operands, R...>> {
    using type = joint_reducer<Operands, typename device_reducer<R>::type...>;
};

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
template <class Operands, class... R>
typename device_reducer<joint_reducer<Operands, R...>>::type to_device_reducer(
    joint_reducer<Operands, R...> const& reducer) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
        return typename device_reducer<joint_reducer<Operands, R...>>::type{
            {{to_device_reducer(get<I>(reducer.reducers))}...}};
    }(std::index_sequence_for<R...>{});
}

}  // namespace twill::inline v0::detail
