// SPDX-License-Identifier: MIT
// The statements that loops over rows take over.
#pragma once

#include "twill/ops/rows/across.hpp"

namespace twill::inline v0::detail {

/// How many points a loop over rows has: those of the largest operand, or of the result.
inline index_t most_points(operand_row const* rows, int count, index_t results) {
    for (int k = 0; k < count; ++k) {
        index_t points = 1;
        for (int d = 0; d < rows[k].rank; ++d)
            points *= rows[k].extent[d];
        if (rows[k].how != reads::memory && points > results)
            results = points;
    }
    return results;
}

/// How a space runs a loop over rows, whatever its shape.
template <class Space>
struct row_backend;

template <class Space>
struct runner<rows_operation, Space> {
    template <class E, int Rank>
    static constexpr bool takes = always_runs_rows<E, Rank>;
    /// Of the results of rows there are few.
    template <class E>
    static constexpr bool comes_first = always_runs_rows<E, E::rank> && row_statement<E>::of_rows;

    template <class E, class T, int Rank>
    static bool statement(execution& now, E const& x, target<T, Rank> const& to) {
        constexpr bool across = may_run_across<E, Rank> && across_backend<Space>::exists;
        if constexpr (may_run_rows<E, Rank> || across) {
            require_reduction_backend<Space>();
            auto const table = operands_of(x);
            if (!rows_may_be_written<E>(to, table.rows, table.count))
                return false;
            if constexpr (has_runtime_axes<E>)
                if (!reduces_last_axes(x))
                    return false;
            auto run = [&]<class Backend>(Backend, auto const& plan) {
                now.begin<Space>(table.rows, table.count, to.is_fresh ? nullptr : to.storage);
                if (!now.told() ||
                    !now.note(
                        {"row-fused",
                         "",
                         1,
                         true,
                         to.bytes(),
                         text_of(to.lie.shape),
                         Backend::temporaries(plan),
                         {most_points(table.rows, table.count, to.lie.shape.size()),
                          weight_of<E> - weight_outside<E>, to.lie.shape.size(), weight_outside<E>},
                         Backend::reads(plan)}))
                    Backend::run(plan);
            };
            if constexpr (across) {
                using backend = across_backend<Space>;
                return backend::with_plan(to.data, to.lie, x,
                                          [&](auto const& plan) { run(backend{}, plan); });
            } else {
                using backend = row_backend<Space>;
                backend::with_plan(to.data, to.lie, x,
                                   [&](auto const& plan) { run(backend{}, plan); });
                return true;
            }
        }
        return false;
    }
};

}  // namespace twill::inline v0::detail
