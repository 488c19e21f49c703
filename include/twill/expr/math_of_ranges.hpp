// SPDX-License-Identifier: MIT
// The functions of math.hpp of a std::vector and its kin, to say that they are no operands. The
// pack that is always empty makes each a worse match than any function of the user's own.
#pragma once

#include "twill/expr/ranges.hpp"

namespace twill::inline v0 {

template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto abs(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto sign(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto sqrt(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto rsqrt(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto cbrt(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto square(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto reciprocal(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto exp(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto exp2(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto exp10(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto expm1(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto log(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto log1p(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto log2(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto log10(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto sin(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto cos(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto tan(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto asin(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto acos(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto atan(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto sinh(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto cosh(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto tanh(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto asinh(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto acosh(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto atanh(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto floor(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto ceil(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto trunc(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto rint(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto round(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto isnan(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto isinf(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto isfinite(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto erf(R const&, None...) {
    return detail::refuse_operand<R>();
}
template <detail::standard_range R, class... None>
    requires detail::nothing<None...>
constexpr auto erfc(R const&, None...) {
    return detail::refuse_operand<R>();
}

}  // namespace twill::inline v0
