// SPDX-License-Identifier: MIT
// The functions of math.hpp of a std::vector and its kin, to say that they are no operands. What is
// reached by a conversion, with a pack that is always empty, is a worse match than any function of
// the user's own.
#pragma once

#include "twill/expr/ranges.hpp"

namespace twill::inline v0 {

template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused abs(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused sign(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused sqrt(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused rsqrt(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused cbrt(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused square(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused reciprocal(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused exp(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused exp2(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused exp10(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused expm1(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused log(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused log1p(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused log2(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused log10(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused sin(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused cos(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused tan(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused asin(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused acos(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused atan(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused sinh(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused cosh(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused tanh(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused asinh(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused acosh(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused atanh(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused floor(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused ceil(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused trunc(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused rint(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused round(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused isnan(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused isinf(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused isfinite(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused erf(detail::range_of_another const&, None...) {
    return {};
}
template <class... None>
    requires detail::nothing<None...>
constexpr detail::refused erfc(detail::range_of_another const&, None...) {
    return {};
}

}  // namespace twill::inline v0
