// SPDX-License-Identifier: MIT
// Powers of chunks of complex numbers with one small integer exponent: what the exponent asks for
// is decided once.
#pragma once

#include "twill/lower/chunk_functions.hpp"

namespace twill::inline v0::detail {

/// The powers of `Count` numbers, in the order of multiplications of pow's; the exponent is not 0.
template <int Count, class T>
void multiply_complex_powers(complex<T>* to, complex<T> const* x, int exponent) {
    T base[2][Count], power[2][Count];
    for (int l = 0; l < Count; ++l) {
        base[0][l] = x[l].real();
        base[1][l] = x[l].imag();
    }
    auto const multiply_by = [&](T(&a)[2][Count]) {
        for (int l = 0; l < Count; ++l) {
            T const real = a[0][l] * base[0][l] - a[1][l] * base[1][l];
            T const imag = a[0][l] * base[1][l] + a[1][l] * base[0][l];
            a[0][l] = real;
            a[1][l] = imag;
        }
    };
    auto const square = [&] {
        for (int l = 0; l < Count; ++l) {
            T const real = base[0][l] * base[0][l] - base[1][l] * base[1][l];
            T const imag = base[0][l] * base[1][l] + base[1][l] * base[0][l];
            base[0][l] = real;
            base[1][l] = imag;
        }
    };
    int rest = exponent < 0 ? -exponent : exponent;
    for (; (rest & 1) == 0; rest >>= 1)
        square();
    for (int l = 0; l < Count; ++l) {
        power[0][l] = base[0][l];
        power[1][l] = base[1][l];
    }
    while ((rest >>= 1) != 0) {
        square();
        if (rest & 1)
            multiply_by(power);
    }
    // Where the base is 0, a negative power is not a number.
    T const of_zero = exponent < 0 ? limits<T>::quiet_nan : T(0);
    for (int l = 0; l < Count; ++l) {
        bool const no_real = x[l].real() == T(0), no_imag = x[l].imag() == T(0);
        complex<T> const found{power[0][l], power[1][l]};
        complex<T> const result = exponent < 0 ? complex<T>(T(1)) / found : found;
        to[l] = (no_real & no_imag) ? complex<T>{of_zero, of_zero} : result;
    }
}

template <class T>
struct chunk_function<power_function, complex<T>> {
    static constexpr bool known = true;
    static void over(complex<T>* to, complex<T> const* x, complex<T> const* y, index_t count) {
        for (index_t i = 0; i < count; ++i)
            to[i] = power_function{}(x[i], y[i]);
    }
    static bool over_one(complex<T>* to, complex<T> const* x, complex<T> y, index_t count) {
        T const n = y.real();
        if (y.imag() != T(0) || n == T(0) || !(n > T(-100) && n < T(100)) ||
            trunc_function{}(n) != n)
            return false;
        constexpr int block = 32;
        index_t i = 0;
        for (; i + block <= count; i += block)
            multiply_complex_powers<block>(to + i, x + i, static_cast<int>(n));
        for (; i < count; ++i)
            multiply_complex_powers<1>(to + i, x + i, static_cast<int>(n));
        return true;
    }
};

}  // namespace twill::inline v0::detail
