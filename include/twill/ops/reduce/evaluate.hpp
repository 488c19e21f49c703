// SPDX-License-Identifier: MIT
// How the engine evaluates reductions.
#pragma once

#include "twill/ops/pairs/evaluate.hpp"
#include "twill/ops/reduce/exponentials.hpp"
#include "twill/ops/reduce/function_of.hpp"
#include "twill/ops/reduce/function_of_several.hpp"
#include "twill/ops/reduce/joint.hpp"
#include "twill/ops/rows/run.hpp"

namespace twill::inline v0::detail {

template <class Space>
struct runner<reduce_operation, Space> {
    template <class Reducer, class E, class Axes, bool Keep, class T, int Rank>
    static void run(execution& now, reduction<Reducer, E, Axes, Keep> const& r,
                    target<T, Rank> const& to) {
        require_reduction_backend<Space>();
        auto const p = plan_reduction(to.data, to.lie, r, r.operand);
        using backend = pairs_or<Space, reduction_backend<Space>>;
        if (now.told() &&
            now.note({"reduce",
                      Reducer::name,
                      backend::kernels(p),
                      r.operand.shape().size() != 0,
                      to.bytes(),
                      text_of(to.lie.shape),
                      backend::temporaries(p),
                      {r.operand.shape().size(), weight_of<reduction<Reducer, E, Axes, Keep>>}}))
            return;
        backend::run(p);
    }
    /// Each operand is read once.
    template <class Results, class... R>
    static void together(execution& now, Results& to, R const&... r) {
        joint_reduction<Space, results_apart, R...>({}, r...).run(now, to);
    }
};

}  // namespace twill::inline v0::detail
