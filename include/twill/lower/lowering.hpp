// SPDX-License-Identifier: MIT
// An expression without reductions, broadcast to the loop's shape, as a tree.
#pragma once

#include "twill/expr/rearrange.hpp"
#include "twill/lower/tree.hpp"

namespace twill::inline v0::detail {

/// An operand's strides along the axes of the loop: 0 where it is stretched.
template <int Loop, int Rank>
fixed<index_t, Loop> loop_strides(layout<Rank> const& operand) {
    fixed<index_t, Loop> result{};
    for (int d = 0; d < Rank; ++d)
        result[d + Loop - Rank] = operand.shape[d] == 1 ? 0 : operand.stride[d];
    return result;
}

/// How an operand lies in a loop of more axes.
template <class Lie, int Rank, int Loop>
using loop_lie = std::conditional_t<Rank == Loop, Lie,
                                    typename known_lie<(axes_of_lie<Lie, Rank> << (Loop - Rank)),
                                                       is_ordered<Lie, Rank>, Loop>::type>;

template <int Loop, class T, int Rank, class Space, class Lie>
auto lower(leaf<T, Rank, Space, Lie> const& x) {
    if constexpr (Rank == 0) {
        if (!x.data)
            raise_moved_from(nowhere);
        return broadcast_node<T>{x.data, {}};
    } else {
        return memory_node<T, Loop, loop_lie<Lie, Rank, Loop>>{x.data,
                                                               loop_strides<Loop>(x.layout)};
    }
}
template <int Loop, int Rank, class Lie>
index_node<Loop, loop_lie<Lie, Rank, Loop>> lower(index_leaf<Rank, Lie> const& x) {
    if constexpr (Loop == 0)
        return {{x.start}};
    else
        return {x.start, loop_strides<Loop>(x.layout)};
}
template <int Loop, class T>
scalar_node<T> lower(scalar_leaf<T> const& x) {
    return {static_cast<compute_t<T>>(x.value)};
}
template <int Loop, class F, class... A>
auto lower(elementwise<F, A...> const& x);

template <class F, class... N>
apply_node<F, N...> make_node(stored<F> const& f, N const&... nodes) {
    return {{{nodes}...}, f};
}
template <int Loop, class F, std::size_t... I, class... A>
auto lower_children(stored<F> const& f,
                    children_base<std::index_sequence<I...>, A...> const& operands) {
    using Node = apply_node<F, decltype(lower<Loop>(get<I>(operands)))...>;
    return Node{{{lower<Loop>(get<I>(operands))}...}, f};
}
template <int Loop, class F, class... A>
auto lower(elementwise<F, A...> const& x) {
    if constexpr (!are_members<A...>) {
        return lower_children<Loop, F>(x.function, x);
    } else if constexpr (sizeof...(A) == 1) {
        using Node = apply_node<F, decltype(lower<Loop>(x.first))>;
        return Node{{lower<Loop>(x.first)}, x.function};
    } else {
        using Node = apply_node<F, decltype(lower<Loop>(x.first)), decltype(lower<Loop>(x.second))>;
        return Node{{lower<Loop>(x.first), lower<Loop>(x.second)}, x.function};
    }
}

}  // namespace twill::inline v0::detail
