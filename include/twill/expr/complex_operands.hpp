// SPDX-License-Identifier: MIT
// Complex numbers among operands: the parts of an expression's elements, and the variance of
// complex elements.
#pragma once

#include "twill/expr/build.hpp"
#include "twill/expr/complex_trigonometry.hpp"
#include "twill/expr/reducers.hpp"

namespace twill::inline v0 {
namespace detail {

// A real number is its own real part; integers and bools keep their type, except for the angle.

struct real_function {
    static constexpr char const* name = "real";
    template <class T>
    TWILL_HD constexpr typename element<T>::real operator()(T x) const {
        if constexpr (is_complex<T>)
            return x.real();
        else
            return x;
    }
};
struct imag_function {
    static constexpr char const* name = "imag";
    template <class T>
    TWILL_HD constexpr typename element<T>::real operator()(T x) const {
        if constexpr (is_complex<T>)
            return x.imag();
        else
            return T{};
    }
};
struct conj_function {
    static constexpr char const* name = "conj";
    template <class T>
    TWILL_HD constexpr T operator()(T x) const {
        if constexpr (is_complex<T>)
            return {x.real(), -x.imag()};
        else
            return x;
    }
};
struct arg_function {
    static constexpr char const* name = "arg";
    template <class T>
    TWILL_HD constexpr float_result_t<typename element<T>::real> operator()(T x) const {
        if constexpr (is_complex<T>) {
            return atan2_function{}(x.imag(), x.real());
        } else {
            using R = float_result_t<T>;
            return atan2_function{}(R{}, static_cast<R>(x));
        }
    }
};

/// As moments, of complex elements: the mean is complex, the squared deviations are moduli.
template <class T>
struct complex_moments {
    T count;
    complex<T> mean;
    T deviations;
};
/// The mean of |x - mean|^2, real.
template <class T, bool Root>
struct variance_reducer<complex<T>, Root> {
    static constexpr char const* name = Root ? "stddev" : "var";
    static constexpr bool needs_elements = false;
    using result = T;
    using value = T;
    using accumulator = complex_moments<T>;
    double degrees_of_freedom_lost = 0;

    TWILL_HD static accumulator identity() { return {T(0), {T(0), T(0)}, T(0)}; }
    template <class X>
    TWILL_HD static void add(accumulator& a, X const& x) {
        complex<T> const v = static_cast<complex<T>>(x);
        a.count += T(1);
        complex<T> const before = v - a.mean;
        a.mean = a.mean + before / a.count;
        complex<T> const after = v - a.mean;
        a.deviations += before.real() * after.real() + before.imag() * after.imag();
    }
    TWILL_HD static accumulator merge(accumulator const& a, accumulator const& b) {
        if (a.count == T(0))
            return b;
        if (b.count == T(0))
            return a;
        T const count = a.count + b.count;
        complex<T> const distance = b.mean - a.mean;
        T const share = b.count / count;
        T const square = distance.real() * distance.real() + distance.imag() * distance.imag();
        return {count, a.mean + distance * share,
                a.deviations + b.deviations + square * a.count * share};
    }
    TWILL_HD T finish(accumulator const& a, index_t count) const {
        double const divisor = static_cast<double>(count) - degrees_of_freedom_lost;
        if (!(divisor > 0))
            return limits<T>::quiet_nan;
        T const variance = a.deviations / static_cast<T>(divisor);
        if constexpr (Root)
            return sqrt_function{}(variance);
        else
            return variance;
    }
};

}  // namespace detail

/// Real parts; a real operand's elements as they are.
template <detail::operand A>
constexpr auto real(A&& a) {
    return detail::unary<detail::real_function>(std::forward<A>(a));
}
/// Imaginary parts; 0 for a real operand.
template <detail::operand A>
constexpr auto imag(A&& a) {
    return detail::unary<detail::imag_function>(std::forward<A>(a));
}
/// Complex conjugates; a real operand's elements as they are.
template <detail::operand A>
constexpr auto conj(A&& a) {
    return detail::unary<detail::conj_function>(std::forward<A>(a));
}
/// Angles in [-pi, pi]; 0 or pi for real numbers. float64 for integers.
template <detail::operand A>
constexpr auto arg(A&& a) {
    return detail::unary<detail::arg_function>(std::forward<A>(a));
}

}  // namespace twill::inline v0
