// SPDX-License-Identifier: MIT
// Loops over rows that lie across memory, on the device: a thread has a row.
#pragma once

#include "twill/ops/rows/device.cuh"

namespace twill::inline v0::detail {

/// Whether such rows are short enough, alike in all reductions, and lie beside each other in what
/// threads keep; deals them out then. All that is read is read by its strides.
TWILL_COLD inline bool deal_rows_across(row_table const& t, record_keeping const* how_kept,
                                        row_dealing& how, row_dealt& dealt, index_t* kept_stride) {
    row_frame const& f = t.frame;
    if (!f.regular || f.split != f.rank - 1 || f.extent[f.split] > row_tuning::longest_across)
        return false;
    for (int s = 1; s <= t.reductions; ++s)
        if (!t.same_scope(s, 0))
            return false;
    for (int k = 0; k < f.count; ++k)
        if (f.operands[k].data)
            *f.operands[k].how = access::packets;
    operand_record const* const kept = find_kept(f.operands + 1, f.count - 1, f.rank, how_kept);
    if (!kept)
        return false;
    int beside = f.split - 1;
    while (beside >= 0 && f.extent[beside] == 1)
        --beside;
    if (beside >= 0 && magnitude(kept->stride[beside]) != 1)
        return false;
    dealt.kept = *kept->data;
    for (int d = 0; d < f.rank; ++d)
        kept_stride[d] = kept->stride[d];
    deal_groups(how, 0, row_tuning::short_row_threads);
    how.kind = row_kind::across;
    dealt.blocks = how.blocks;
    return true;
}

template <>
struct across_backend<device_space> {
    static constexpr bool exists = true;

    template <class T, int Rank, class E, class Use>
    static bool with_plan(T* data, layout<Rank> const& target, E const& x, Use&& use) {
        return with_across_plan(
            data, target, x,
            [&](auto& plan) {
                using Plan = std::remove_cvref_t<decltype(plan)>;
                using Tree = typename Plan::tree_type;
                if constexpr (may_keep_rows<Plan>) {
                    if constexpr (sizeof(typename kept_element<Tree>::type) <= 8) {
                        row_launch<Plan> ready{plan, {}, {}};
                        static_cast<typename Plan::layout_type&>(ready.shape) = plan;
                        auto const all = plan.records();
                        row_table const table = plan.table(nullptr, all);
                        ready.how = {table.rows, 1, 0, row_threads};
                        if (!keeps_one_of_each<Plan::reductions>(plan.equal, plan.tree) ||
                            !deal_rows_across(table, kept_records<Tree>.how, ready.how, ready.shape,
                                              ready.shape.kept_stride.values))
                            return false;
                        use(ready);
                        return true;
                    }
                }
                return false;
            },
            find_formula{});
    }
    template <class Plan>
    static int temporaries(row_launch<Plan> const&) {
        return 0;
    }
    template <class Plan>
    static int reads(row_launch<Plan> const&) {
        return 1;
    }
    template <class Plan>
    TWILL_COLD static void run(row_launch<Plan> const& x) {
        launch(row_kernel_of<Plan, row_kind::across>, x.how.grid, x.how.threads, 0, x.plan.tree,
               x.plan.out(), x.shape);
    }
};

}  // namespace twill::inline v0::detail
