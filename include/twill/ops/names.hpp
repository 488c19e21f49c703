// SPDX-License-Identifier: MIT
// The names of operations that elementwise.cuh leaves out, to say which header has them. Where that
// is included too, its own are the better match.
#pragma once

#include "twill/expr/concepts.hpp"
#include "twill/shape/axes.hpp"

namespace twill::inline v0 {
namespace detail {

// Stands where no result can, so that little but the sentence is reported.
struct no_result {
    template <class T>
    operator T() const;
};
// Their results are deduced, so that compilers look into them where they are called.
template <class X>
constexpr auto refuse_reduction(X&) {
    static_assert(always_false<X>,
                  "twill: this evaluates a reduction on the device: do it in a .cu file that "
                  "includes <twill/twill.cuh> or <twill/reduce.cuh>");
    return no_result{};
}
template <class X>
constexpr auto refuse_scan(X&) {
    static_assert(always_false<X>,
                  "twill: this evaluates a scan on the device: do it in a .cu file that "
                  "includes <twill/scan.cuh>");
    return no_result{};
}

}  // namespace detail

template <detail::operand X, class... Options>
    requires detail::reduction_arguments<Options...>
auto sum(X&& x, Options...) {
    return detail::refuse_reduction(x);
}
template <detail::operand X, class... Options>
    requires detail::reduction_arguments<Options...>
auto prod(X&& x, Options...) {
    return detail::refuse_reduction(x);
}
template <detail::operand X, class... Options>
    requires detail::reduction_arguments<Options...>
auto min(X&& x, Options...) {
    return detail::refuse_reduction(x);
}
template <detail::operand X, class... Options>
    requires detail::reduction_arguments<Options...>
auto max(X&& x, Options...) {
    return detail::refuse_reduction(x);
}
template <detail::operand X, class... Options>
    requires detail::reduction_arguments<Options...>
auto mean(X&& x, Options...) {
    return detail::refuse_reduction(x);
}
template <detail::operand X, class... Options>
    requires detail::reduction_arguments<Options...>
auto var(X&& x, Options...) {
    return detail::refuse_reduction(x);
}
template <detail::operand X, class... Options>
    requires detail::reduction_arguments<Options...>
auto stddev(X&& x, Options...) {
    return detail::refuse_reduction(x);
}
template <detail::operand X, class... Options>
    requires detail::reduction_arguments<Options...>
auto any(X&& x, Options...) {
    return detail::refuse_reduction(x);
}
template <detail::operand X, class... Options>
    requires detail::reduction_arguments<Options...>
auto all(X&& x, Options...) {
    return detail::refuse_reduction(x);
}
template <detail::operand X, class... Options>
    requires detail::reduction_arguments<Options...>
auto count_nonzero(X&& x, Options...) {
    return detail::refuse_reduction(x);
}
template <detail::operand X, class... Options>
    requires detail::reduction_arguments<Options...>
auto norm(X&& x, Options...) {
    return detail::refuse_reduction(x);
}
template <detail::operand X, class... Options>
    requires detail::reduction_arguments<Options...>
auto argmin(X&& x, Options...) {
    return detail::refuse_reduction(x);
}
template <detail::operand X, class... Options>
    requires detail::reduction_arguments<Options...>
auto argmax(X&& x, Options...) {
    return detail::refuse_reduction(x);
}
template <detail::operand X, class... Options>
    requires detail::scan_arguments<Options...>
auto cumsum(X&& x, Options...) {
    return detail::refuse_scan(x);
}
template <detail::operand X, class... Options>
    requires detail::scan_arguments<Options...>
auto cumprod(X&& x, Options...) {
    return detail::refuse_scan(x);
}
template <detail::operand X, class... Options>
    requires detail::scan_arguments<Options...>
auto cummax(X&& x, Options...) {
    return detail::refuse_scan(x);
}
template <detail::operand X, class... Options>
    requires detail::scan_arguments<Options...>
auto cummin(X&& x, Options...) {
    return detail::refuse_scan(x);
}

}  // namespace twill::inline v0
