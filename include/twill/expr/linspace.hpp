// SPDX-License-Identifier: MIT
// The function of an index that linspace is.
#pragma once

#include "twill/core/types.hpp"
#include "twill/expr/conversion.hpp"

namespace twill::inline v0::detail {

/// start + i * step, and exactly `stop` at the last index, which is `to` in the type of the
/// elements.
template <class T>
struct linspace_function {
    static constexpr char const* name = "linspace";
    using computed = compute_t<T>;
    computed start;
    computed step;
    /// 2 where the range is wider than the type holds, start and step being half of theirs; else 1.
    typename element<computed>::real scale;
    T stop;
    index_t last;

    constexpr linspace_function(computed const& from, computed const& to, index_t gaps, index_t end)
        : start(from), step(), scale(scale_of(from, to)), stop(static_cast<T>(to)), last(end) {
        start = from / scale;
        if (gaps > 0)
            step = (to / scale - start) / static_cast<computed>(gaps);
    }
    TWILL_HD constexpr T operator()(index_t i) const {
        // A step may be infinite.
        T const inside =
            static_cast<T>((i == 0 ? start : start + static_cast<computed>(i) * step) * scale);
        return i == last ? stop : inside;
    }

private:
    static constexpr auto scale_of(computed const& from, computed const& to) {
        using R = typename element<computed>::real;
        if constexpr (is_floating<computed>) {
            computed const range = to - from;
            if (from - from == 0 && to - to == 0 && range - range != 0)
                return R(2);
        }
        return R(1);
    }
};

/// The greatest integer that is not above a float.
template <class T>
struct floored_function {
    static constexpr char const* name = "floor";
    TWILL_HD constexpr T operator()(double x) const {
        T const whole = convert_value<T>(x);
        return static_cast<double>(whole) > x ? static_cast<T>(whole - 1) : whole;
    }
};

}  // namespace twill::inline v0::detail
