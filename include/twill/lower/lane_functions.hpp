// SPDX-License-Identifier: MIT
// Functions of several floats at once: what few operands need is looked for once for all lanes, and
// done in code apart. A branch for each lane would keep the lanes from being computed side by side.
#pragma once

#include "twill/expr/exponential.hpp"
#include "twill/lower/lanes.hpp"

namespace twill::inline v0::detail {

#if defined(__CUDACC__)
/// Whether a number is finite and at least 2^-101.
__device__ __forceinline__ bool has_plain_root(float x) {
    return __float_as_uint(x) - 0x0d000000u < 0x72800000u;
}
/// Correctly rounded. `Trusting`: but for rare operands, which give NaN, or where they are negative
/// and subnormal, infinity, and below 2^-101 the last bit.
template <bool Trusting, int V>
__device__ __forceinline__ lanes<float, V> root_lanes(lanes<float, V> const& x) {
    lanes<float, V> result;
    bool plain = true;
#pragma unroll
    for (int l = 0; l < V; ++l) {
        float r;
        asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x.values[l]));
        float const s = x.values[l] * r;
        result.values[l] = fmaf(fmaf(-s, s, x.values[l]), 0.5f * r, s);
        plain = plain && (Trusting || has_plain_root(x.values[l]));
    }
    if (!plain) {
#pragma unroll
        for (int l = 0; l < V; ++l)
            result.values[l] = ::sqrtf(x.values[l]);
    }
    return result;
}

/// As inverse_root of each; `Trusting`: as above.
template <bool Trusting, int V>
__device__ __forceinline__ lanes<float, V> inverse_root_lanes(lanes<float, V> const& x) {
    lanes<float, V> result;
    bool plain = true;
#pragma unroll
    for (int l = 0; l < V; ++l) {
        result.values[l] = plain_inverse_root(x.values[l]);
        plain = plain && (Trusting || has_plain_inverse_root(x.values[l]));
    }
    if (!plain) {
#pragma unroll
        for (int l = 0; l < V; ++l)
            if (!has_plain_inverse_root(x.values[l]))
                result.values[l] = 1.0f / ::sqrtf(x.values[l]);
    }
    return result;
}

/// A sine or cosine of any number: far from zero its quarter turns take many words.
template <bool Sine>
__device__ __noinline__ float sine_anywhere(float x) {
    return Sine ? ::sinf(x) : ::cosf(x);
}
/// Within 1.6 units in the last place (of 65 million floats of all sizes). What is left of a number
/// of quarter turns is found in three steps (Cody and Waite, Software Manual for the Elementary
/// Functions, 1980); the polynomials are those of the Cephes library (Moshier, 1989).
template <bool Sine, int V>
__device__ __forceinline__ lanes<float, V> sine_lanes(lanes<float, V> const& x) {
    constexpr float farthest = 1e5f;
    constexpr float whole = 12582912.0f;  // 1.5 * 2^23, to which whole numbers are added exactly
    lanes<float, V> result;
    bool near = true;
#pragma unroll
    for (int l = 0; l < V; ++l) {
        float const a = x.values[l];
        near = near && fabsf(a) <= farthest;
        float const shifted = fmaf(a, 0.636619772f, whole);
        float const turns = shifted - whole;
        float r = fmaf(turns, -1.57079601e+00f, a);
        r = fmaf(turns, -3.13916473e-07f, r);
        r = fmaf(turns, -5.39030253e-15f, r);
        int const quarter = __float_as_int(shifted) + (Sine ? 0 : 1);
        float const s = r * r;
        float sine = fmaf(s, -1.9515295891e-4f, 8.3321608736e-3f);
        sine = fmaf(sine, s, -1.6666654611e-1f);
        sine = fmaf(sine, fmaf(s, r, 0.0f), r);
        float cosine = fmaf(s, 2.443315711809948e-5f, -1.388731625493765e-3f);
        cosine = fmaf(cosine, s, 4.166664568298827e-2f);
        cosine = fmaf(cosine, s * s, fmaf(s, -0.5f, 1.0f));
        float const size = (quarter & 1) != 0 ? cosine : sine;
        result.values[l] = (quarter & 2) != 0 ? -size : size;
    }
    if (!near) {
#pragma unroll
        for (int l = 0; l < V; ++l)
            result.values[l] = sine_anywhere<Sine>(x.values[l]);
    }
    return result;
}

/// Whether a function of floats has such a form; it says so itself. (Quotients do not gain: a / b
/// of 2^28 float16 takes 0.365 ms so and 0.370 with a branch for each, a / (1 + exp(-a)) 0.311 and
/// 0.285, because of the registers that operands stay in.)
template <class F, class... X>
inline constexpr bool has_lane_form = false;
template <class F>
    requires std::is_same_v<decltype(F::packet_form), packet_function const>
inline constexpr bool has_lane_form<F, float> = true;
/// Whether it gives what the function does of each number.
template <class F>
inline constexpr bool is_same_in_lanes =
    F::packet_form == packet_function::root || F::packet_form == packet_function::inverse_root;

template <class F, int V>
__device__ __forceinline__ lanes<float, V> in_lane_form(lanes<float, V> const& x) {
    if constexpr (F::packet_form == packet_function::root)
        return root_lanes<false, V>(x);
    else if constexpr (F::packet_form == packet_function::inverse_root)
        return inverse_root_lanes<false, V>(x);
    else
        return sine_lanes<F::packet_form == packet_function::sine, V>(x);
}
#endif

}  // namespace twill::inline v0::detail
