// SPDX-License-Identifier: MIT
// Extrema and their positions in the device's own instructions: the greatest and smallest float32,
// NaN propagating and zeros ordered by their sign, in one instead of several compares; positions,
// which are looked for where a packet of elements has a value as good as the best, and take 32 bits
// in short runs.
#pragma once

#include "twill/lower/lanes.hpp"

namespace twill::inline v0::detail {

template <class V>
struct max_reducer;
template <class V>
struct min_reducer;
template <class T>
struct located;
template <class R>
struct short_reducer;

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
    template <class X, int V>
    static __device__ __forceinline__ value best_value(lanes<X, V> const& x) {
        value best = x.values[0].value;
#pragma unroll
        for (int l = 1; l < V; ++l)
            best = best_of(best, x.values[l].value);
        return best;
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
        value const best = best_value(x);
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

/// The same of runs of fewer than 2^31 elements: positions take 32 bits, and what merges is one
/// number, which is greater where a value is better or, of equal ones, its position smaller. Values
/// take at most 32 bits.
template <class R, bool Greatest>
struct device_short_arg {
    static constexpr bool merges_exactly = true;
    static constexpr bool takes_packets = true;
    static constexpr bool takes_next = true;
    using whole = device_arg<R, Greatest>;
    using value = typename R::value;
    using accumulator = unsigned long long;
    struct running {
        value best;
        unsigned position;
    };

    static __device__ __forceinline__ accumulator identity() { return 0; }
    static __device__ __forceinline__ accumulator merge(accumulator a, accumulator b) {
        return a > b ? a : b;
    }
    template <class X>
    static __device__ __forceinline__ running start(X const& x, X const&, X const&) {
        return {x.value, static_cast<unsigned>(x.position)};
    }
    template <class X>
    static __device__ __forceinline__ void add_next(running& a, X const& x) {
        bool const wins = whole::beats(x.value, a.best);
        a.best = wins ? x.value : a.best;
        a.position = wins ? static_cast<unsigned>(x.position) : a.position;
    }
    template <class X>
    static __device__ __forceinline__ void add(running& a, X const& x) {
        running const b{x.value, static_cast<unsigned>(x.position)};
        if (settle(b) > settle(a))
            a = b;
    }
    /// The best of a packet, whose elements lie one behind the other.
    template <class X, int V>
    static __device__ __forceinline__ running of_packet(lanes<X, V> const& x) {
        return first_of(whole::best_value(x), x);
    }
    template <class X, int V>
    static __device__ __forceinline__ running first_of(value best, lanes<X, V> const& x) {
        running a{best, static_cast<unsigned>(x.values[V - 1].position)};
#pragma unroll
        for (int l = V - 2; l >= 0; --l)
            a.position = whole::ties(x.values[l].value, a.best)
                             ? static_cast<unsigned>(x.values[l].position)
                             : a.position;
        return a;
    }
    template <bool Next, class X, int V>
    static __device__ __forceinline__ void add_packet(running& a, lanes<X, V> const& x) {
        if constexpr (Next && V >= 8) {
            value const best = whole::best_value(x);
            if (whole::beats(best, a.best))
                a = first_of(best, x);
            return;
        }
        running const b = of_packet(x);
        bool const wins = Next ? whole::beats(b.best, a.best) : settle(b) > settle(a);
        a = {wins ? b.best : a.best, wins ? b.position : a.position};
    }
    static __device__ __forceinline__ accumulator settle(running const& a) {
        return accumulator{rank(a.best)} << 32 | ~a.position;
    }
    static __device__ __forceinline__ typename R::accumulator widen(accumulator a) {
        return {value{}, static_cast<index_t>(~static_cast<unsigned>(a))};
    }

private:
    /// A number that is greater for a better value: NaN comes first, and zeros are equal.
    static __device__ __forceinline__ unsigned rank(value x) {
        constexpr unsigned sign = 0x80000000u;
        if constexpr (is_floating<value>) {
            // A sum has one zero, and one NaN: 0x7fffffff.
            unsigned const bits = __float_as_uint(__fadd_rn(Greatest ? x : -x, 0.0f));
            return bits & sign ? ~bits : bits | sign;
        } else {
            unsigned const up = static_cast<unsigned>(x) ^ (std::is_signed_v<value> ? sign : 0u);
            return Greatest ? up : ~up;
        }
    }
};

template <class R, bool Greatest>
    requires(sizeof(typename R::value) <= 4)
struct short_reducer<device_arg<R, Greatest>> {
    using type = device_short_arg<R, Greatest>;
    static __device__ __forceinline__ type of(device_arg<R, Greatest> const&) { return {}; }
    static __device__ __forceinline__ typename R::accumulator widen(typename type::accumulator a) {
        return type::widen(a);
    }
};

}  // namespace twill::inline v0::detail
