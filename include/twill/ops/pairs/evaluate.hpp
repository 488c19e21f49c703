// SPDX-License-Identifier: MIT
// Statements that are a reduction over pairs inside another one.
#pragma once

#include "twill/eval/execution.hpp"
#include "twill/ops/pairs/nested.hpp"
#include "twill/ops/reduce/backend.hpp"

namespace twill::inline v0::detail {

template <class Space>
struct runner<nested_pairs_operation, Space> {
    template <class E, class T, int Rank>
    static bool statement(execution&, E const&, target<T, Rank> const&) {
        return false;
    }
    template <class Reducer, class E, class Axes, bool Keep, class T, int Rank>
        requires(nested_pairs<reduction<Reducer, E, Axes, Keep>>::fits && !Keep)
    static bool statement(execution& now, reduction<Reducer, E, Axes, Keep> const& r,
                          target<T, Rank> const& to) {
        require_reduction_backend<Space>();
        using backend = nested_backend<Space>;
        auto const table = operands_of(r);
        if (overlap_with(to, table.rows, table.count, true) != overlap::none)
            return false;
        auto const plan = plan_nested(to.data, to.lie, r);
        int const kernels = backend::kernels(plan);
        if (kernels == 0)
            return false;
        now.begin<Space>(table.rows, table.count, to.is_fresh ? nullptr : to.storage);
        if (!now.told() || !now.note({"reduce",
                                      Reducer::name,
                                      kernels,
                                      true,
                                      to.bytes(),
                                      text_of(to.lie.shape),
                                      backend::temporaries(plan),
                                      {find_inner(r.operand).operand.shape().size(),
                                       weight_of<reduction<Reducer, E, Axes, Keep>>}}))
            backend::run(plan);
        return true;
    }
};

}  // namespace twill::inline v0::detail
