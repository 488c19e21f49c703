// SPDX-License-Identifier: MIT
// The modified Bessel function of order 0. A lazy element-wise expression.
#pragma once

#include "twill/expr/math.hpp"

namespace twill::inline v0 {
namespace detail {

/// Abramowitz and Stegun 9.6.12, whose terms are all positive, and 9.7.1 from 20 on, where the
/// smallest term of the asymptotic series is below the last place.
struct i0_function {
    static constexpr char const* name = "i0";
    static constexpr bool costly = true;
    template <class T>
    TWILL_HD constexpr float_result_t<T> operator()(T value) const {
        using R = float_result_t<T>;
        static_assert(!is_complex<R>, "twill: i0 takes real elements");
        double x = static_cast<double>(value);
        if (x < 0)
            x = -x;
        if (!(x < 20))
            return static_cast<R>(beyond(x));
        double const quarter = x * x / 4;
        double term = 1;
        double sum = 1;
        for (int k = 1; term > sum * 1e-17; ++k) {
            term *= quarter / (static_cast<double>(k) * k);
            sum += term;
        }
        return static_cast<R>(sum);
    }

private:
    TWILL_HD static constexpr double beyond(double x) {
        if (!(x < limits<double>::infinity))
            return x;  // infinity and NaN
        double term = 1;
        double sum = 1;
        for (int k = 1; term > 1e-17 && k < 30; ++k) {
            double const odd = 2 * k - 1;
            term *= odd * odd / (8 * x * k);
            sum += term;
        }
        // In two factors, as exp(x) overflows before the result does.
        double const root = exp_function{}(x / 2);
        return root / (2.50662827463100050242 * sqrt_function{}(x)) * sum * root;
    }
};

}  // namespace detail

/// The modified Bessel function of the first kind and order 0, computed in float64; floats keep
/// their type, integers give float64.
template <detail::operand A>
constexpr auto i0(A&& a) {
    return detail::unary<detail::i0_function>(std::forward<A>(a));
}

}  // namespace twill::inline v0
