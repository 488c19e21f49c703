// SPDX-License-Identifier: MIT
// Variances in two passes, of those elements that count: a mean, then deviations from it.
#pragma once

#include "twill/core/types.hpp"

namespace twill::inline v0::detail {

/// Sums of deviations and of their squared magnitudes.
template <class A, class R>
struct deviation_sums {
    A apart;
    R squares;
};
template <class V>
struct deviation_reducer {
    static constexpr char const* name = "deviations";
    static constexpr bool needs_elements = false;
    using real = typename element<V>::real;
    using result = deviation_sums<V, real>;
    using accumulator = result;
    TWILL_HD static accumulator identity() { return {V(0), real(0)}; }
    TWILL_HD static void add(accumulator& a, V const& x) {
        a.apart += x;
        if constexpr (is_complex<V>)
            a.squares += x.real() * x.real() + x.imag() * x.imag();
        else
            a.squares += x * x;
    }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) {
        return {a.apart + b.apart, a.squares + b.squares};
    }
    TWILL_HD accumulator finish(accumulator const& a, index_t) const { return a; }
};

/// Squared deviations from the mean itself: far from zero they were taken from a rounded mean, and
/// their sum tells by how much (Chan, Golub and LeVeque 1983).
struct around_mean_function {
    static constexpr char const* name = "around_mean";
    template <class A, class R, class N>
    TWILL_HD constexpr R operator()(deviation_sums<A, R> const& sums, N counted) const {
        R const count = static_cast<R>(counted);
        A const& apart = sums.apart;
        R rest;
        if constexpr (is_complex<A>)
            rest = apart.real() / count * apart.real() + apart.imag() / count * apart.imag();
        else
            rest = apart / count * apart;
        // Of none, and of squares that overflow, there is nothing to mend. NaN stays.
        if (!(rest - rest == R(0)))
            return sums.squares;
        return sums.squares < rest ? R(0) : sums.squares - rest;
    }
};

}  // namespace twill::inline v0::detail
