// SPDX-License-Identifier: MIT
// Functions of a sum of exponentials below its greatest element, and of that element, along the
// same axes: log(sum(exp(x - max(x)))) + max(x). One reduction that scales its sum as the greatest
// element grows has both, and its results pass through the function where they are finished.
#pragma once

#include "twill/ops/reduce/exponentials.hpp"
#include "twill/ops/reduce/function_of.hpp"

namespace twill::inline v0::detail {

/// The sum itself; NaN where the greatest element is infinite, from which it was subtracted.
struct sum_found {
    static constexpr char const* name = "sum of exponentials";
    template <class A>
    TWILL_HD constexpr A operator()(scaled_sum<A> const& found) const {
        return found.sum + (found.greatest - found.greatest);
    }
};
/// Both as functions of one reduction, where all are of one array.
struct scaled_alone : scaled_whole {
    template <class V, bool Keep, class A, class Axes>
    static auto sum(A const& x, A const&, Axes const& which) {
        return make_elementwise(sum_found{},
                                reduction<scaled_sum_reducer<V>, A, Axes, Keep>{x, which, {}});
    }
};

/// An expression as a function of such a reduction, decided by types.
template <class E>
struct function_of_exponentials {
    static constexpr bool fits = false;
};
template <class F, class... A>
    requires(has_scalars_alone<elementwise<F, A...>> && !may_fault<elementwise<F, A...>> &&
             !std::is_void_v<typename scaled_sum_in<elementwise<F, A...>>::type>)
struct function_of_exponentials<elementwise<F, A...>> {
    using E = elementwise<F, A...>;
    using sum = typename scaled_sum_in<E>::type;

    /// With all that must be of one array, which only a run can tell.
    static auto whole(E const& x) { return with_scaled_sums<sum, scaled_whole>(x); }
    static auto alone(E const& x) { return with_scaled_sums<sum, scaled_alone>(x); }
    static auto tree(E const& x) { return lower_around<E::rank>(alone(x)); }
    using ready = decltype(whole(std::declval<E const&>()));
    using inner = typename inner_reduction<ready>::type;
    using group = copies_of<inner>;
    /// Axes that only a run knows may differ from those of the greatest element.
    static constexpr bool knows_axes = [] {
        constexpr int rank = std::remove_cvref_t<decltype(inner::operand)>::rank;
        using traits = axes_traits<std::remove_cvref_t<decltype(inner::which)>, rank>;
        if constexpr (requires { traits::bits; })
            return true;
        else
            return traits::count == rank;
    }();
    static constexpr bool fits = [] {
        if constexpr (knows_axes && inner::rank == E::rank &&
                      inner_reduction<ready>::count == count_in_group<group, ready>)
            return pair_weight<decltype(tree(std::declval<E const&>()))> <= most_repeated_weight;
        return false;
    }();

    /// Whether all of them are.
    static bool of_one_array(ready const& x) {
        return std::apply([](auto const& first,
                             auto const&... n) { return (true && ... && equal_nodes(first, n)); },
                          nodes_of_group<group>(x));
    }
};

}  // namespace twill::inline v0::detail
