// SPDX-License-Identifier: MIT
// Functions of up to eight operands that know their caller's place.
#pragma once

#include "twill/expr/concepts.hpp"
#include "twill/expr/protocol.hpp"

namespace twill::inline v0::detail {

/// Calls use(operands that are given...).
template <class Use, std::size_t... I, class Operands>
auto use_given(std::index_sequence<I...>, Use&& use, Operands const& all) {
    return use(get<I>(all)...);
}

/// What up to eight operands and a place are given to.
template <class Use, class A, class B, class C, class D, class E, class F, class G, class H>
auto use_up_to_eight(Use&& use, A const& a, B const& b, C const& c, D const& d, E const& e,
                     F const& f, G const& g, H const& h) {
    return use_given(
        count_given<A, B, C, D, E, F, G, H>{}, use,
        children<A const&, B const&, C const&, D const&, E const&, F const&, G const&, H const&>{
            {a}, {b}, {c}, {d}, {e}, {f}, {g}, {h}});
}

}  // namespace twill::inline v0::detail
