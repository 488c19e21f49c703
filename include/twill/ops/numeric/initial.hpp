// SPDX-License-Identifier: MIT
// Running sums and products that begin with the value of no elements.
#pragma once

#include "twill/eval/run.hpp"
#include "twill/ops/scan/scans.hpp"

namespace twill::inline v0 {

/// An option of cumsum and cumprod: one element more along the axis, before the others, 0 or 1.
struct include_initial_t {};
inline constexpr include_initial_t include_initial{};

namespace detail {

struct initial_scan_operation {
    template <class Space>
    struct in {
        template <class E, class T, int Rank>
        static void run(execution& now, E const& x, target<T, Rank> const& to) {
            int const axis = x.inner.axis();
            target<T, Rank> first = to;
            target<T, Rank> rest = to;
            first.lie.shape[axis] = 1;
            rest.lie.shape[axis] -= 1;
            rest.data += to.lie.stride[axis];
            if (rest.lie.shape.size() != 0)
                runner<scan_operation, Space>::run(now, x.inner, rest);
            now.begin<Space>(nullptr, 0, nullptr);  // what follows reads nothing
            run_loop<Space, strided>(now, scalar_leaf<typename E::value_type>{x.start}, first);
        }
    };
};

}  // namespace detail

/// A scan and what it starts from.
template <class Scan>
struct TWILL_NODISCARD initial_scan : detail::subscripts<initial_scan<Scan>> {
    using twill_node = void;
    using value_type = typename Scan::value_type;
    using space = typename Scan::space;
    static constexpr int rank = Scan::rank;
    using operands = typename Scan::operands;
    using functions = typename Scan::functions;
    static constexpr bool needs_evaluation = true;
    using operation = detail::initial_scan_operation;
    /// Results stand one place behind what they are made of.
    static constexpr detail::reads how(int) { return detail::reads::any_index; }

    Scan inner;
    value_type start;

    initial_scan(Scan const& of, value_type const& from) : inner(of), start(from) {}
    template <class F>
    decltype(auto) apply(F&& f) const {
        return inner.apply(f);
    }
    template <class X>
    auto with(X const& x) const {
        return initial_scan<decltype(inner.with(x))>(inner.with(x), start);
    }
    /// The operand's shape and one more along the axis; throws axis_error.
    extents<rank> shape(source_location place = source_location::current()) const {
        extents<rank> result = inner.shape(place);
        result[inner.axis(place)] += 1;
        return result;
    }
};

namespace detail {

template <class Scan>
initial_scan<Scan> with_initial(Scan const& of, int start) {
    using V = typename Scan::value_type;
    return {of, static_cast<V>(static_cast<compute_t<V>>(start))};
}

}  // namespace detail

/// Running sum along an axis with a 0 before it: `cumsum(counts, include_initial)` are the starts
/// of runs of so many elements, and the end of the last.
template <detail::operand X, class... Options>
    requires detail::scan_options<Options...>
auto cumsum(X&& x, include_initial_t, Options... options) {
    return detail::with_initial(cumsum(std::forward<X>(x), options...), 0);
}
/// Running product along an axis with a 1 before it.
template <detail::operand X, class... Options>
    requires detail::scan_options<Options...>
auto cumprod(X&& x, include_initial_t, Options... options) {
    return detail::with_initial(cumprod(std::forward<X>(x), options...), 1);
}
// With the options in the other order, `cumsum(m, axis<1>, include_initial)`, and in a type asked
// for.
template <detail::operand X, detail::axes_or_number Axes>
auto cumsum(X&& x, Axes along, include_initial_t) {
    return detail::with_initial(cumsum(std::forward<X>(x), along), 0);
}
template <detail::operand X, detail::axes_or_number Axes>
auto cumprod(X&& x, Axes along, include_initial_t) {
    return detail::with_initial(cumprod(std::forward<X>(x), along), 1);
}
template <class T, detail::operand X, class... Options>
    requires detail::scan_options<Options...>
auto cumsum(X&& x, include_initial_t, Options... options) {
    return detail::with_initial(cumsum<T>(std::forward<X>(x), options...), 0);
}
template <class T, detail::operand X, class... Options>
    requires detail::scan_options<Options...>
auto cumprod(X&& x, include_initial_t, Options... options) {
    return detail::with_initial(cumprod<T>(std::forward<X>(x), options...), 1);
}

}  // namespace twill::inline v0
