// SPDX-License-Identifier: MIT
// Reductions over a mask, and select: where() in other words. The reductions are those of
// <twill/twill.hpp> and <twill/reduce.cuh>.
#pragma once

#include "twill/expr/math_binary.hpp"

namespace twill::inline v0 {
namespace detail {

/// The option of a reduction that leaves elements out.
template <class Mask>
struct masked_by {
    Mask mask;
};
/// What the least or greatest of some elements is compared with.
template <class T>
struct initial_value {
    T value;
};

/// 1 where a mask is true, with the shape of both operands.
struct counted_function {
    static constexpr char const* name = "where";
    template <class X>
    TWILL_HD constexpr bool operator()(bool chosen, X const&) const {
        return chosen;
    }
};

template <class X>
auto number_of(value_of<X> const& value) {
    return scalar_leaf<value_of<X>>{value};
}
/// x where the mask is true and `other` elsewhere, in x's type.
template <class X, class Mask>
auto chosen_or(X&& x, masked_by<Mask> const& by, value_of<X> const& other) {
    return make_elementwise(where_function{}, by.mask, as_node(std::forward<X>(x)),
                            number_of<X>(other));
}

}  // namespace detail

/// For sum, prod, min, max, mean, any, all and count_nonzero, right behind what is reduced: the
/// elements where a mask, which broadcasts to them, is true: `sum(x, where(x > 0), axis<1>)`.
template <detail::operand Mask>
    requires std::is_same_v<detail::value_of<Mask>, bool>
[[nodiscard]] auto where(Mask&& mask) {
    return detail::masked_by<detail::node_of<Mask>>{detail::as_node(std::forward<Mask>(mask))};
}
/// For min and max over a mask: the value that all are compared with, and that of none.
template <class T>
[[nodiscard]] constexpr detail::initial_value<T> initial(T const& value) {
    return {value};
}

/// Sum over a mask; of none 0.
template <detail::operand X, class Mask, class... Options>
auto sum(X&& x, detail::masked_by<Mask> const& by, Options... options) {
    return sum(detail::chosen_or(std::forward<X>(x), by, detail::value_of<X>{}), options...);
}
/// Product over a mask; of none 1.
template <detail::operand X, class Mask, class... Options>
auto prod(X&& x, detail::masked_by<Mask> const& by, Options... options) {
    return prod(detail::chosen_or(std::forward<X>(x), by, detail::value_of<X>(1)), options...);
}
/// Whether any element under a mask is true.
template <detail::operand X, class Mask, class... Options>
auto any(X&& x, detail::masked_by<Mask> const& by, Options... options) {
    return any(detail::chosen_or(std::forward<X>(x), by, detail::value_of<X>{}), options...);
}
/// Whether every element under a mask is true.
template <detail::operand X, class Mask, class... Options>
auto all(X&& x, detail::masked_by<Mask> const& by, Options... options) {
    return all(detail::chosen_or(std::forward<X>(x), by, detail::value_of<X>(1)), options...);
}
/// How many elements under a mask are not zero.
template <detail::operand X, class Mask, class... Options>
auto count_nonzero(X&& x, detail::masked_by<Mask> const& by, Options... options) {
    return count_nonzero(detail::chosen_or(std::forward<X>(x), by, detail::value_of<X>{}),
                         options...);
}
/// Arithmetic mean over a mask, in one pass; of none NaN.
template <detail::operand X, class Mask, class... Options>
auto mean(X&& x, detail::masked_by<Mask> const& by, Options... options) {
    using R = detail::value_of<decltype(mean(x, options...))>;
    auto const count =
        detail::make_elementwise(detail::counted_function{}, by.mask, detail::as_node(x));
    return sum(detail::chosen_or(cast<R>(x), by, R{}), options...) /
           cast<typename detail::element<R>::real>(sum(count, options...));
}
/// The least of `from` and the elements under a mask.
template <detail::operand X, class Mask, class T, class... Options>
auto min(X&& x, detail::masked_by<Mask> const& by, detail::initial_value<T> const& from,
         Options... options) {
    auto const start = static_cast<detail::value_of<X>>(from.value);
    return minimum(min(detail::chosen_or(std::forward<X>(x), by, start), options...), start);
}
/// The greatest of `from` and the elements under a mask.
template <detail::operand X, class Mask, class T, class... Options>
auto max(X&& x, detail::masked_by<Mask> const& by, detail::initial_value<T> const& from,
         Options... options) {
    auto const start = static_cast<detail::value_of<X>>(from.value);
    return maximum(max(detail::chosen_or(std::forward<X>(x), by, start), options...), start);
}

/// select(c1, x1, c2, x2, ..., otherwise): at each element the x of the first condition that is
/// true. All are evaluated; shapes broadcast.
template <detail::operand C, detail::operand_or_scalar X, detail::operand_or_scalar Y>
[[nodiscard]] auto select(C&& condition, X&& x, Y&& otherwise) {
    return where(std::forward<C>(condition), std::forward<X>(x), std::forward<Y>(otherwise));
}
template <detail::operand C, detail::operand_or_scalar X, class... Rest>
    requires(sizeof...(Rest) >= 3)
[[nodiscard]] auto select(C&& condition, X&& x, Rest&&... rest) {
    return where(std::forward<C>(condition), std::forward<X>(x),
                 select(std::forward<Rest>(rest)...));
}

}  // namespace twill::inline v0
