// SPDX-License-Identifier: MIT
// The loop over a reduction's operand.
#pragma once

#include "twill/ops/pairs/plan.hpp"
#include "twill/ops/reduce/node.hpp"
#include "twill/ops/reduce/plan.hpp"

namespace twill::inline v0::detail {

/// The loop over a reduction's operand: at least one axis, of size 1 over a rank-0 operand.
template <int Loop>
struct reduction_loop {
    extents<Loop> extent;
    fixed<index_t, Loop> stride{};  ///< of the result
    std::uint64_t mask = 1;
};
/// A result's strides along the axes of its operand.
inline void put_strides(index_t* along, int rank, std::uint64_t reduced, index_t const* result,
                        bool keep) {
    for (int d = 0; d < rank; ++d) {
        bool const gone = reduced >> d & 1;
        if (!gone)
            along[d] = *result;
        if (keep || !gone)
            ++result;
    }
}
template <class Reducer, class E, class Axes, bool Keep>
auto loop_of(reduction<Reducer, E, Axes, Keep> const& r,
             layout<reduction<Reducer, E, Axes, Keep>::rank> const& target) {
    reduction_loop<(E::rank > 0 ? E::rank : 1)> loop;
    loop.extent[0] = 1;
    if constexpr (E::rank > 0) {
        loop.mask = r.mask();
        loop.extent = r.operand.shape();
        put_strides(loop.stride.values, E::rank, loop.mask, target.stride.values, Keep);
    }
    return loop;
}

/// A reduction whose operand, free of reductions, is `operand`, into `data`, whose strides are
/// those of its result.
template <class Out, class Reducer, class E, class Axes, bool Keep, class Operand>
auto plan_reduction(Out* data, layout<reduction<Reducer, E, Axes, Keep>::rank> const& target,
                    reduction<Reducer, E, Axes, Keep> const& r, Operand const& operand) {
    auto const loop = loop_of(r, target);
    constexpr int rank = E::rank > 0 ? E::rank : 1;
    auto const tree = lower<rank>(operand);
    constexpr axis_set reduced = known_axes<Axes, E::rank>;
    using Tree = std::remove_const_t<decltype(tree)>;
    constexpr bool whole = reduction<Reducer, E, Axes, Keep>::whole;
    auto const plan = make_reduce_plan<what_is_reduced<Tree, rank, whole, reduced>>(
        tree, r.reducer, one_result<Out>{data}, loop.extent, loop.stride, loop.mask);
    if constexpr (is_over_pairs<Tree, rank, reduced>)
        return paired_plan<std::remove_const_t<decltype(plan)>, Tree, reduced>{
            plan, tree, loop.extent, loop.stride, true};
    else
        return plan;
}

}  // namespace twill::inline v0::detail
