// SPDX-License-Identifier: MIT
// The variance of complex elements.
#pragma once

#include "twill/core/complex.hpp"
#include "twill/ops/reduce/reducers.hpp"

namespace twill::inline v0::detail {

/// As moments, of complex elements: the mean is complex, the squared deviations are moduli.
template <class T>
struct complex_moments {
    complex<T> pivot;
    complex<T> mean;
    T count;
    T deviations;
};
template <class T>
struct complex_shifted_sums {
    complex<T> pivot;
    complex<T> sum;
    T count;
    T squares;
};
/// The mean of |x - mean|^2, real.
template <class T, bool Root>
struct variance_reducer<complex<T>, Root> {
    static constexpr char const* name = Root ? "stddev" : "var";
    static constexpr bool needs_elements = false;
    using result = T;
    using value = T;
    using accumulator = complex_moments<T>;
    using running = complex_shifted_sums<T>;
    using core = variance_reducer<complex<T>, false>;
    /// What each part does.
    using part = variance_reducer<T, Root>;
    double degrees_of_freedom_lost = 0;

    TWILL_HD static T squared(complex<T> a) { return a.real() * a.real() + a.imag() * a.imag(); }

    TWILL_HD static accumulator identity() { return {{T(0), T(0)}, {T(0), T(0)}, T(0), T(0)}; }
    template <class X>
    TWILL_HD static running start(X const& x, X const& y, X const& z) {
        return {{part::pivot_of(x.real(), y.real(), z.real()),
                 part::pivot_of(x.imag(), y.imag(), z.imag())},
                {T(0), T(0)},
                T(0),
                T(0)};
    }
    template <class X>
    TWILL_HD static void add(running& a, X const& x) {
        complex<T> const v = x - a.pivot;
        a.count += T(1);
        a.sum = a.sum + v;
        a.squares += squared(v);
    }
    template <class X>
    TWILL_HD static void note(running& a, X const& x) {
        a.count += x.real() * T(0) + x.imag() * T(0);
    }
    TWILL_HD static bool overflows(accumulator const& a) { return !part::finite(a.deviations); }
    TWILL_HD static accumulator settle(running const& a) {
        if (a.count == T(0))
            return identity();
        complex<T> const mean = a.sum / a.count;
        T const common = a.sum.real() * mean.real() + a.sum.imag() * mean.imag();
        T const deviations = a.squares - common;
        return {a.pivot, mean, a.count, deviations < T(0) ? T(0) : deviations};
    }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) {
        if (a.count == T(0))
            return b;
        if (b.count == T(0))
            return a;
        T const count = a.count + b.count;
        complex<T> const distance = (b.pivot - a.pivot) + (b.mean - a.mean);
        T const share = b.count / count;
        return {a.pivot, a.mean + distance * share, count,
                a.deviations + b.deviations + squared(distance) * a.count * share};
    }
    TWILL_HD T finish(accumulator const& a, index_t count) const {
        return part{degrees_of_freedom_lost}.finish({a.count, T(0), T(0), a.deviations}, count);
    }
};

}  // namespace twill::inline v0::detail
