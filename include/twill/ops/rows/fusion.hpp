// SPDX-License-Identifier: MIT
// Whether an expression with reductions can run as one loop over rows, and how.
#pragma once

#include "twill/eval/execution.hpp"
#include "twill/ops/reduce/backend.hpp"
#include "twill/ops/rows/plan.hpp"

namespace twill::inline v0::detail {

template <class E, int Rank>
constexpr bool rows_fuse_in();
/// Elementwise over reductions that keep their axes: `(m - mean(m, axis<1>, keepdims)) / ...`.
template <class E, int Rank>
inline constexpr bool rows_fuse = rows_fuse_in<E, Rank>();
template <class Reducer, class E, class Axes, bool Keep, int Rank>
inline constexpr bool rows_fuse<reduction<Reducer, E, Axes, Keep>, Rank> =
    Keep && E::rank == Rank && rows_fuse<E, Rank>;
template <int Rank, class... A>
constexpr bool all_rows_fuse(types<A...>) {
    return (true && ... && rows_fuse<A, Rank>);
}
template <class E, int Rank>
constexpr bool rows_fuse_in() {
    return !E::needs_evaluation && !is_rearranged<E> && all_rows_fuse<Rank>(operand_types<E>{});
}

template <class E, int Rank>
inline constexpr bool may_run_rows = contains_evaluation<E> && !E::needs_evaluation &&
                                     E::rank == Rank && Rank >= 2 && rows_fuse<E, Rank>;

/// Looks at every reduction: all must reduce the same trailing axes of operands of one shape.
template <int Rank>
struct row_check {
    extents<Rank> shape;
    std::uint64_t mask = 0;
    bool fits = true;

    template <class E>
    void look(E const& x) {
        for_each_operand(x, [&](auto const& operand) { look(operand); });
    }
    template <class Reducer, class E, class Axes, bool Keep>
    void look(reduction<Reducer, E, Axes, Keep> const& r) {
        std::uint64_t const bits = r.mask();
        if (mask == 0)
            mask = bits;
        fits = fits && mask == bits && r.operand.shape() == shape;
        look(r.operand);
    }
    /// Whether the reduced axes are the last ones and not all of them.
    bool trailing() const {
        int first = 0;
        while (first < Rank && !(mask >> first & 1))
            ++first;
        for (int d = first; d < Rank; ++d)
            if (!(mask >> d & 1))
                return false;
        return first > 0 && first < Rank;
    }
};

/// `use(plan)` with the loop over rows of an expression of the target's shape; false, and nothing
/// done, where there is none. `use` may decline too.
template <class T, int Rank, class E, class Use>
bool with_row_plan(T* data, layout<Rank> const& target, E const& x, Use&& use) {
    row_check<Rank> check{target.shape};
    check.look(x);
    if (!check.fits || !check.trailing() || target.shape.size() == 0)
        return false;
    auto const tree = lower_rows<Rank>(x);
    row_plan<std::remove_cvref_t<decltype(tree)>, T, Rank> plan{tree, data, target.shape,
                                                                target.stride};
    return plan.prepare(check.mask) && use(plan);
}

template <class Space>
struct runner<rows_operation, Space> {
    template <class E, class T, int Rank>
    static bool statement(execution& now, E const& x, target<T, Rank> const& to) {
        if constexpr (may_run_rows<E, Rank>) {
            require_reduction_backend<Space>();
            using backend = reduction_backend<Space>;
            if constexpr (backend::fuses_rows) {
                // A row is read before it is written.
                auto const table = operands_of(x);
                if (overlap_with(to, table.rows, table.count, true) == overlap::inexact)
                    return false;
                return with_row_plan(to.data, to.lie, x, [&](auto const& plan) {
                    if (!backend::takes_rows(plan))
                        return false;
                    now.begin<Space>(table.rows, table.count, to.is_fresh ? nullptr : to.storage);
                    if (!now.told() ||
                        !now.note({"row-fused", "", 1, true, to.bytes(), text_of(to.lie.shape)}))
                        backend::run_rows(plan);
                    return true;
                });
            }
        }
        return false;
    }
};

}  // namespace twill::inline v0::detail
