// SPDX-License-Identifier: MIT
// Rotations that make the columns of a matrix orthogonal (one-sided Jacobi, Hestenes), many pairs
// of columns at a time in a round-robin order (Brent and Luk, 1985). Column norms are then the
// singular values, and columns of very different size keep theirs to the last digits (Demmel and
// Veselic, 1992), down to 2^-90 (float) or 2^-750 (double) of the largest element; less is 0.
#pragma once

#include "twill/ops/linalg/small.cuh"

namespace twill::inline v0::detail {

/// Quadratic convergence starts after a few sweeps; 6 to 12 are usual.
inline constexpr int most_jacobi_sweeps = 40;

// One real number stands for the arithmetic of both kinds.

template <class T>
__device__ __forceinline__ real_t<T> squared_size(T x) {
    if constexpr (is_complex<T>)
        return x.real() * x.real() + x.imag() * x.imag();
    else
        return x * x;
}
/// sum + conj(x) y
template <class T>
__device__ __forceinline__ T plus_inner(T sum, T x, T y) {
    if constexpr (is_complex<T>)
        return T(sum.real() + x.real() * y.real() + x.imag() * y.imag(),
                 sum.imag() + x.real() * y.imag() - x.imag() * y.real());
    else
        return sum + x * y;
}
/// Over `width` lanes beside one another, to all of them.
template <class T>
__device__ __forceinline__ T sum_of_lanes(T x, int width) {
    for (int step = width / 2; step > 0; step /= 2) {
        if constexpr (is_complex<T>)
            x += T(__shfl_xor_sync(0xffffffffu, x.real(), step),
                   __shfl_xor_sync(0xffffffffu, x.imag(), step));
        else
            x += __shfl_xor_sync(0xffffffffu, x, step);
    }
    return x;
}
template <class T>
__device__ __forceinline__ T by_power_of_two(T x, int power) {
    if constexpr (is_complex<T>)
        return T(::scalbn(x.real(), power), ::scalbn(x.imag(), power));
    else
        return ::scalbn(x, power);
}
/// The exponent of a number's size; more than any finite one's for NaN and infinities.
__device__ __forceinline__ int exponent_of(float x) {
    return static_cast<int>((__float_as_uint(x) >> 23) & 0xff) - 127;
}
__device__ __forceinline__ int exponent_of(double x) {
    return ((__double2hiint(x) >> 20) & 0x7ff) - 1023;
}
template <class T>
__device__ __forceinline__ int exponent_of(complex<T> x) {
    int const re = exponent_of(x.real());
    int const im = exponent_of(x.imag());
    return re > im ? re : im;
}

/// What a type's rotations know.
template <class S>
struct jacobi_numbers {
    static constexpr bool is_float = sizeof(S) == 4;
    /// Where the largest element is scaled to: squares of it and of much smaller ones are normal.
    static constexpr int top = is_float ? 40 : 300;
    /// Squared norms up to it count as 0.
    static constexpr S least = is_float ? S(0x1p-100) : S(0x1p-900);
    static constexpr S roundoff = is_float ? S(0x1p-23) : S(0x1p-52);
    static constexpr int not_finite = is_float ? 128 : 1024;
};

/// The cosine, the sine and the phase that make two columns orthogonal.
template <class T>
struct jacobi_rotation {
    using S = real_t<T>;
    S cosine;
    S sine;
    T phase;

    /// From squared norms and the inner product of the first column and the second.
    __device__ jacobi_rotation(S xx, S yy, T xy, S size) {
        S const zeta = (yy - xx) / (S(2) * size);
        S const steep = ::fabs(zeta);
        // The root would overflow.
        S const t = ::copysign(
            steep > S(1e8) ? S(0.5) / steep : S(1) / (steep + ::sqrt(S(1) + zeta * zeta)), zeta);
        cosine = S(1) / ::sqrt(S(1) + t * t);
        sine = cosine * t;
        if constexpr (is_complex<T>)
            phase = T(xy.real() / size, -xy.imag() / size);
        else
            phase = xy < T(0) ? T(-1) : T(1);
    }
    __device__ __forceinline__ void apply(T& x, T& y) const {
        T turned = y;
        if constexpr (is_complex<T>)
            turned = T(y.real() * phase.real() - y.imag() * phase.imag(),
                       y.real() * phase.imag() + y.imag() * phase.real());
        else
            turned = y * phase;
        T const old = x;
        x = old * cosine - turned * sine;
        y = old * sine + turned * cosine;
    }
};

/// A matrix by columns in memory that a block works on.
template <class T>
struct block_matrix {
    T* data;
    int rows;
    int step;  ///< between columns
    __device__ T* column(int c) const { return data + static_cast<index_t>(c) * step; }
};

/// Rotates all pairs of the n columns of `a`, and those of `v` (unless its data are null) with
/// them, until they are orthogonal; whether they are. `width` lanes share a pair.
template <class T>
__device__ bool orthogonalise(block_matrix<T> const& a, block_matrix<T> const& v, int const n,
                              int const width) {
    using S = real_t<T>;
    using numbers = jacobi_numbers<S>;
    int const m = a.rows;
    int const lane = static_cast<int>(threadIdx.x) & (width - 1);
    int const group = static_cast<int>(threadIdx.x) / width;
    int const groups = static_cast<int>(blockDim.x) / width;
    // Columns are dealt in pairs: with an odd number one of them waits.
    int const turn = n + (n & 1) - 1;
    int const pairs = (n + 1) / 2;
    S const limit = numbers::roundoff * (S(4) + ::sqrt(static_cast<S>(m)));
    for (int sweep = 0; sweep < most_jacobi_sweeps; ++sweep) {
        int rotated = 0;
        for (int step = 0; step < turn; ++step) {
            for (int first = 0; first < pairs; first += groups) {
                int const k = first + group;
                int p = step + k < turn ? step + k : step + k - turn;
                int q = step - k < 0 ? step - k + turn : step - k;
                p = k == 0 ? turn : p;
                bool const there = k < pairs && p < n && q < n;
                T* const x = a.column(p < q ? p : q);
                T* const y = a.column(p < q ? q : p);
                S xx(0);
                S yy(0);
                T xy(0);
                if (there)
                    for (int i = lane; i < m; i += width) {
                        xx += squared_size(x[i]);
                        yy += squared_size(y[i]);
                        xy = plus_inner(xy, x[i], y[i]);
                    }
                xx = sum_of_lanes(xx, width);
                yy = sum_of_lanes(yy, width);
                xy = sum_of_lanes(xy, width);
                if (!there || !(xx > numbers::least) || !(yy > numbers::least))
                    continue;
                S size;
                if constexpr (is_complex<T>)
                    size = ::hypot(xy.real(), xy.imag());
                else
                    size = ::fabs(xy);
                if (!(size * ::rsqrt(xx) * ::rsqrt(yy) > limit))
                    continue;
                rotated = 1;
                jacobi_rotation<T> const by(xx, yy, xy, size);
                for (int i = lane; i < m; i += width)
                    by.apply(x[i], y[i]);
                if (v.data) {
                    T* const vx = v.column(p < q ? p : q);
                    T* const vy = v.column(p < q ? q : p);
                    for (int i = lane; i < v.rows; i += width)
                        by.apply(vx[i], vy[i]);
                }
            }
            __syncthreads();
        }
        if (__syncthreads_or(rotated) == 0)
            return true;
    }
    return false;
}

}  // namespace twill::inline v0::detail
