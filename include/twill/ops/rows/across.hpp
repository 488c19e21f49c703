// SPDX-License-Identifier: MIT
// Which expressions run as one loop over rows that lie across memory: those whose reductions all
// reduce one axis that is not the last, softmax over axis 0 or over the channels of images. A
// thread has a short row, its neighbours the rows beside it.
#pragma once

#include "twill/ops/rows/fusion.hpp"

namespace twill::inline v0::detail {

/// The one axis that reductions of an expression over elements reduce, in a loop of that rank;
/// no_axis without reductions, many_axes where that is no such loop.
inline constexpr int no_axis = -1;
inline constexpr int many_axes = -2;
constexpr int same_axis(int a, int b) {
    return a == no_axis ? b : (b == no_axis || a == b ? a : many_axes);
}
template <class E, int Loop>
inline constexpr int axis_across = many_axes;
template <class T, int Rank, class Space, class Lie, int Loop>
inline constexpr int axis_across<leaf<T, Rank, Space, Lie>, Loop> = no_axis;
template <int Rank, class Lie, int Loop>
inline constexpr int axis_across<index_leaf<Rank, Lie>, Loop> = no_axis;
template <class T, int Loop>
inline constexpr int axis_across<scalar_leaf<T>, Loop> = no_axis;
template <class F, class... A, int Loop>
inline constexpr int axis_across<elementwise<F, A...>, Loop> = [] {
    int axis = no_axis;
    for (int const next : {no_axis, axis_across<A, Loop>...})
        axis = same_axis(axis, next);
    return axis;
}();
/// A result that has lost the first axis broadcasts as one that keeps it.
template <class Reducer, class E, int A, bool Keep, int Loop>
inline constexpr int axis_across<reduction<Reducer, E, axis_t<A>, Keep>, Loop> = [] {
    constexpr int axis = A < 0 ? A + Loop : A;
    if constexpr (E::rank == Loop && axis >= 0 && axis < Loop - 1 && (Keep || axis == 0))
        return same_axis(axis, axis_across<E, Loop>);
    return many_axes;
}();

/// Whether an expression may run as such a loop into a target of that rank.
template <class E, int Rank>
inline constexpr bool may_run_across = [] {
    if constexpr (contains_evaluation<E> && E::rank == Rank && Rank >= 2 && Rank < 16) {
        constexpr int axis = axis_across<E, Rank>;
        if constexpr (axis >= 0 && (!E::needs_evaluation || nests_reductions<E>))
            return !repeats_reductions<
                E, Rank, axes_read<E, Rank>&(every_axis(Rank) & ~(axis_set{1} << axis))>;
    }
    return false;
}();

/// `use(plan)` with the loop of an expression over a target with elements.
template <class T, int Rank, class E, class Use, class Prepare>
TWILL_COLD auto with_across_plan(T* data, layout<Rank> const& target, E const& x, Use&& use,
                                 Prepare const& prepare) {
    using lowering_type = row_lowering<Rank, 1, 0, true, axis_across<E, Rank>>;
    row_scope scopes[64];
    lowering_type lowering{scopes};
    auto const tree = prepare(lowering.lower(x));
    row_plan<std::remove_const_t<decltype(tree)>, T, Rank, 1, false, row_keeping::must> plan(tree,
                                                                                             data);
    for (int d = 0; d < Rank; ++d) {
        plan.extent[lowering_type::place_of(d)] = target.shape[d];
        plan.stride[lowering_type::place_of(d)] = target.shape[d] != 1 ? target.stride[d] : 0;
    }
    plan.prepare(scopes);
    return use(plan);
}

/// How a space runs it, where that depends on the shape, too: with_plan then returns false.
template <class Space>
struct across_backend {
    static constexpr bool exists = false;
};

}  // namespace twill::inline v0::detail
