// SPDX-License-Identifier: MIT
// Sums of exponentials in the device's own instructions: packets at hand are scaled once.
#pragma once

#include "twill/lower/lanes.hpp"

namespace twill::inline v0::detail {

template <class R>
struct device_reducer;
template <class V>
struct max_reducer;

/// Sums of exponentials, scaled once for the packets at hand rather than once an element.
template <class R>
struct device_exponentials : R {
    static constexpr bool takes_packets = true;
    static constexpr bool takes_several_packets = true;
    using value = typename R::value;
    using accumulator = typename R::accumulator;
    using extremum = typename device_reducer<max_reducer<value>>::type;

    /// The first `count` packets.
    template <int V, int Count>
    static __device__ __forceinline__ void add_several(accumulator& a,
                                                       lanes<value, V> const (&x)[Count],
                                                       int count = Count) {
        value greatest = a.greatest;
#pragma unroll
        for (int u = 0; u < Count; ++u) {
            value const one = greatest_in<0, V>(x[u]);
            greatest = extremum::merge(greatest, u < count ? one : greatest);
        }
        scale(a, greatest);
        value const base = finite(greatest);
#pragma unroll
        for (int u = 0; u < Count; ++u) {
            value const one = sum_below<0, V>(x[u], base);
            a.sum = a.sum + (u < count ? one : value(0));
        }
    }
    template <bool, int V>
    static __device__ __forceinline__ void add_packet(accumulator& a, lanes<value, V> const& x) {
        if constexpr (V == 1)
            add(a, x.values[0]);
        else
            add_several<V, 1>(a, {x});
    }
    static __device__ __forceinline__ void add(accumulator& a, value const& x) {
        a = merge(a, {x, value(1)});
    }
    static __device__ __forceinline__ accumulator merge(accumulator const& a,
                                                        accumulator const& b) {
        value const greatest = extremum::merge(a.greatest, b.greatest);
        value const base = finite(greatest);
        return {greatest,
                a.sum * exponential(a.greatest - base) + b.sum * exponential(b.greatest - base)};
    }

    /// Merges what `width` threads have; all receive it.
    static __device__ __forceinline__ void merge_all(accumulator& a, int width) {
        value greatest = a.greatest;
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2)
            if (distance < width)
                greatest = extremum::merge(greatest, shuffle_xor(greatest, distance, width));
        scale(a, greatest);
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2)
            if (distance < width)
                a.sum = a.sum + shuffle_xor(a.sum, distance, width);
    }

private:
    /// What is subtracted: below negative infinity nothing is left; beside positive infinity the
    /// sum does not count.
    static __device__ __forceinline__ value finite(value greatest) {
        return greatest == -limits<value>::infinity ? value(0) : greatest;
    }
    /// To a greatest element that is not below its own.
    static __device__ __forceinline__ void scale(accumulator& a, value greatest) {
        a = {greatest, a.sum * exponential(a.greatest - finite(greatest))};
    }
    /// Of a difference d that was rounded: its product with log2(e) is rounded once more, so that
    /// each exponential is off by up to 1.2 |d| 2^-24 of itself, where d alone costs |d| 2^-24.
    static __device__ __forceinline__ value exponential(value d) {
        if constexpr (std::is_same_v<value, float>) {
            float result;
            asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(result) : "f"(d * 1.44269504f));
            return result;
        } else {
            return exp_function{}(d);
        }
    }
    // By halves: neighbouring instructions do not wait for each other.
    template <int First, int Count, int V>
    static __device__ __forceinline__ value greatest_in(lanes<value, V> const& x) {
        if constexpr (Count == 1)
            return x.values[First];
        else
            return extremum::merge(greatest_in<First, Count / 2>(x),
                                   greatest_in<First + Count / 2, Count - Count / 2>(x));
    }
    template <int First, int Count, int V>
    static __device__ __forceinline__ value sum_below(lanes<value, V> const& x, value base) {
        if constexpr (Count == 1)
            return exponential(x.values[First] - base);
        else
            return sum_below<First, Count / 2>(x, base) +
                   sum_below<First + Count / 2, Count - Count / 2>(x, base);
    }
};

}  // namespace twill::inline v0::detail
