// SPDX-License-Identifier: MIT
// Which operations may take over a whole statement, or a part of an expression before the rest, as
// the types of its nodes say.
#pragma once

#include <type_traits>

#include "twill/eval/execution.hpp"
#include "twill/expr/traverse.hpp"

namespace twill::inline v0::detail {

/// Both lists, each type once.
template <class... A, class... B>
constexpr auto with_those_of(types<A...> first, types<B...>) {
    return (first + ... +
            std::conditional_t<(position_in<B>(types<A...>{}) < types<A...>::count), types<>,
                               types<B>>{});
}
template <class E>
constexpr auto claimants_in();
/// The operations that may take over a whole statement of an expression, as its nodes name them.
template <class E>
using claimants_of = decltype(claimants_in<E>());
constexpr types<> claimants_among(types<>) { return {}; }
template <class A, class... Rest>
constexpr auto claimants_among(types<A, Rest...>) {
    return with_those_of(claimants_of<A>{}, claimants_among(types<Rest...>{}));
}
template <class E>
constexpr auto claimants_in() {
    if constexpr (!contains_evaluation<E>)
        return types<>{};
    else if constexpr (requires { typename E::claimants; })
        return with_those_of(typename E::claimants{}, claimants_among(operand_types<E>{}));
    else
        return claimants_among(operand_types<E>{});
}

/// Whether one of them says that inside a larger expression, too, it evaluates this one.
template <class Space, class E, class... Claimant>
constexpr bool is_claimed_first(types<Claimant...>) {
    return (false || ... || [] {
        if constexpr (requires { runner<Claimant, Space>::template comes_first<E>; })
            return runner<Claimant, Space>::template comes_first<E>;
        else
            return false;
    }());
}

template <class Space, class... A>
constexpr bool any_claimed_first(types<A...>) {
    return (false || ... || is_claimed_first<Space, A>(claimants_of<A>{}));
}

/// The first claimant that evaluates some nodes of an expression before all others, in its own
/// way; void if there is none.
template <class Space, class E>
constexpr std::type_identity<void> first_preparing(types<>) {
    return {};
}
template <class Space, class E, class Claimant, class... Rest>
constexpr auto first_preparing(types<Claimant, Rest...>) {
    if constexpr (requires { runner<Claimant, Space>::template prepares<E>; }) {
        if constexpr (runner<Claimant, Space>::template prepares<E>)
            return std::type_identity<Claimant>{};
        else
            return first_preparing<Space, E>(types<Rest...>{});
    } else {
        return first_preparing<Space, E>(types<Rest...>{});
    }
}
template <class Space, class E>
using preparing = typename decltype(first_preparing<Space, E>(claimants_of<E>{}))::type;

}  // namespace twill::inline v0::detail
