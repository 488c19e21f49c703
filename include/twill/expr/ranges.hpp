// SPDX-License-Identifier: MIT
// What stands where an array belongs, and is none: std::vector, std::array, std::span, C arrays.
#pragma once

#include <utility>

#include "twill/expr/concepts.hpp"

namespace twill::inline v0::detail {

/// Elements of the standard library. Those of others may have functions of the same names.
template <class R>
concept standard_range =
    std::is_array_v<R> || (host_range<R> && !scalar<R> &&
                           (requires { typename R::allocator_type; } ||
                            requires { std::tuple_size<R>::value; } || requires {
                                typename R::element_type;
                                R::extent;
                            }));
template <class... T>
concept nothing = sizeof...(T) == 0;

/// Stands where no result can, so that nothing but the sentence is reported.
struct refused {
    template <class T>
    operator T() const;
};
template <class R>
constexpr auto refuse_operand() {
    constexpr bool is_c_array = std::is_array_v<R>;
    static_assert(is_c_array,
                  "twill: a range of another library is no operand: copy it into an array first, "
                  "with to_device(range) or host_array<T>(range)");
    static_assert(!is_c_array,
                  "twill: a C array is no operand: copy it into an array first, with "
                  "host_array<T>(std::span(x))");
    return refused{};
}

/// Reached by a conversion, so that any function of the user's own is a better match.
struct range_of_another {
    template <standard_range R>
    constexpr range_of_another(R const&) {
        refuse_operand<R>();
    }
};

}  // namespace twill::inline v0::detail

namespace twill::inline v0 {

// What is done with a result that is none says nothing more.
template <class... Options>
constexpr detail::refused item(detail::refused const& x, Options const&...) {
    return x;
}
template <class... Options>
constexpr detail::refused evaluate(detail::refused const& x, Options const&...) {
    return x;
}

}  // namespace twill::inline v0
