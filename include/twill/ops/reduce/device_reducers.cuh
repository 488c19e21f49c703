// SPDX-License-Identifier: MIT
// Reducers of float32 in the device's own instructions: the greatest and smallest element, NaN
// propagating and zeros ordered by their sign, in one instead of several compares; moments with the
// approximate division (2 ulp), which has no slow path.
#pragma once

#include "twill/core/types.hpp"

namespace twill::inline v0::detail {

template <class A>
struct moments;
template <class V>
struct max_reducer;
template <class V>
struct min_reducer;
template <class V, bool Root>
struct variance_reducer;
template <class Operands, class... R>
struct joint_reducer;
template <class F, class T>
struct user_reducer;

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
template <class V, bool Root>
struct device_reducer<variance_reducer<V, Root>> {
    using type = device_moments<variance_reducer<V, Root>>;
};
template <class F, class T>
struct device_reducer<user_reducer<F, T>> {
    using type = device_user_reducer<user_reducer<F, T>>;
};
template <class Operands, class... R>
struct device_reducer<joint_reducer<Operands, R...>> {
    using type = joint_reducer<Operands, typename device_reducer<R>::type...>;
};

template <class R>
TWILL_HD R const& to_device_reducer(R const& reducer) {
    return reducer;
}
template <class V>
    requires std::is_same_v<compute_t<V>, float>
TWILL_HD typename device_reducer<max_reducer<V>>::type to_device_reducer(max_reducer<V> const&) {
    return {};
}
template <class V>
    requires std::is_same_v<compute_t<V>, float>
TWILL_HD typename device_reducer<min_reducer<V>>::type to_device_reducer(min_reducer<V> const&) {
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
