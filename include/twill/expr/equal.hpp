// SPDX-License-Identifier: MIT
// Whether two nodes of one type surely have the same elements: then one evaluation serves both.
#pragma once

#include "twill/expr/traverse.hpp"

namespace twill::inline v0::detail {

/// Whether two operands are the same elements in the same order.
inline bool same_rows(operand_row const& a, operand_row const& b) {
    bool same = a.storage == b.storage && a.data == b.data;
    for (int d = 0; d < a.rank; ++d)
        same = same && a.extent[d] == b.extent[d] && a.stride[d] == b.stride[d];
    return same;
}

template <class E>
constexpr bool may_be_equal_in();
/// Whether every node of an expression can be compared: memory by what it refers to, others by
/// their member same_step, or by same_node whatever they read.
template <class E>
inline constexpr bool may_be_equal = may_be_equal_in<E>();
template <class... A>
constexpr bool all_may_be_equal(types<A...>) {
    return (true && ... && may_be_equal<A>);
}
template <class E>
constexpr bool may_be_equal_in() {
    if constexpr (leaf_in_memory<E> || requires(E const& x) { x.same_node(x); })
        return true;
    else if constexpr (requires(E const& x) { x.same_step(x); })
        return all_may_be_equal(operand_types<E>{});
    else
        return false;
}

template <class E>
bool equal_nodes(E const& a, E const& b) {
    if constexpr (leaf_in_memory<E>) {
        return same_rows(a.row(reads::memory, false), b.row(reads::memory, false));
    } else if constexpr (requires { a.same_node(b); }) {
        return a.same_node(b);
    } else if constexpr (operand_types<E>::count == 0) {
        return a.same_step(b);
    } else {
        return a.same_step(b) && a.apply([&](auto const&... x) {
            return b.apply([&](auto const&... y) { return (equal_nodes(x, y) && ...); });
        });
    }
}

}  // namespace twill::inline v0::detail
