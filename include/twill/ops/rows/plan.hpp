// SPDX-License-Identifier: MIT
// A loop over rows ready to run: the kept axes first, those of a row last, merged where every
// operand allows it; which reductions are made in one pass over a row.
#pragma once

#include "twill/ops/rows/tree.hpp"

namespace twill::inline v0::detail {

/// Reductions that one walk over their operands makes, as bits; all have the extents of `scope`.
struct row_pass {
    std::uint64_t reductions;
    int scope;
};

/// What is known of a loop over rows, for code that is not a template.
struct row_frame {
    int rank;
    int axes;  ///< of a row
    int scopes;
    index_t* extent;   ///< of the loop, the result's along the rows' axes; later merged
    row_scope* scope;  ///< of every reduction and of the result
    operand_record const* operands;
    int count;
    int split = 0;        ///< the first axis of a row
    bool regular = true;  ///< scopes have the extents of one another, or 1
};

/// Brings kept axes and the rows' axes into order. Where the reductions' operands have other
/// extents than 1 and those of one another, axes stay as they are. Afterwards scopes have their
/// extents at the places of the rows' axes.
TWILL_COLD inline void arrange_rows(row_frame& f) {
    int const first = f.rank - f.axes;
    index_t const* common = nullptr;
    auto same = [&](index_t const* a, index_t const* b) {
        for (int d = 0; d < f.axes; ++d)
            if (a[d] != (b ? b[d] : 1))
                return false;
        return true;
    };
    for (int s = f.scopes - 1; s >= 0; --s) {
        if (same(f.scope[s].extent, nullptr))
            continue;
        if (!common)
            common = f.scope[s].extent;
        f.regular = f.regular && same(f.scope[s].extent, common);
    }
    bool alone[65] = {};  // one element a row
    index_t loop[max_rank_supported];
    for (int d = 0; d < f.rank; ++d)
        loop[d] = d < first ? f.extent[d] : common ? common[d - first] : 1;
    f.split = first;
    if (f.regular) {
        for (int s = 0; s < f.scopes; ++s)
            alone[s] = same(f.scope[s].extent, nullptr);
        std::uint64_t const mask = ((std::uint64_t{1} << f.axes) - 1) << first;
        f.split = canonicalise_reduction(loop, f.rank, mask, f.operands, f.count);
        if (f.split == f.rank) {
            // Rows of one element: an axis of their own all the same.
            auto make_room = [&](index_t* values, index_t fill) {
                for (int d = 0; d < f.rank - 1; ++d)
                    values[d] = values[d + 1];
                values[f.rank - 1] = fill;
            };
            make_room(loop, 1);
            for (int k = 0; k < f.count; ++k)
                make_room(f.operands[k].stride, 0);
            --f.split;
        }
        // What is left of axes that merged into others is not a row's.
        while (f.split < f.rank - 1 && loop[f.split] == 1)
            ++f.split;
    }
    for (int s = 0; s < f.scopes; ++s) {
        index_t own[max_rank_supported];
        for (int d = f.split; d < f.rank; ++d)
            own[d] = !f.regular ? f.scope[s].extent[d - first] : alone[s] ? 1 : loop[d];
        for (int d = f.split; d < f.rank; ++d)
            f.scope[s].extent[d] = own[d];
    }
    for (int d = 0; d < f.rank; ++d)
        f.extent[d] = loop[d];
}

/// A loop over rows for code that is not a template.
struct row_table {
    row_frame frame;
    int reductions;
    int depth;
    int const* first_alike;  ///< of each reduction: the first one of its type
    int const* depths;       ///< of each reduction
    index_t* scope;          ///< `rank` extents of each reduction's operand, and of the result
    row_pass* pass;
    int* first_pass;
    std::uint64_t equal;  ///< reductions that are equal to the first one of their type
    index_t rows;

    bool same_scope(int a, int b) const {
        for (int d = 0; d < frame.rank; ++d)
            if (scope[a * frame.rank + d] != scope[b * frame.rank + d])
                return false;
        return true;
    }
};

/// Arranges the axes and puts reductions into passes.
TWILL_COLD inline void prepare_rows(row_table& t) {
    row_frame& f = t.frame;
    arrange_rows(f);
    t.rows = 1;
    for (int d = 0; d < f.split; ++d)
        t.rows *= f.extent[d];
    for (int s = 0; s <= t.reductions; ++s)
        for (int d = 0; d < f.rank; ++d)
            t.scope[s * f.rank + d] = d < f.split ? f.extent[d] : f.scope[s].extent[d];
    for (int k = 0; k < t.reductions; ++k)
        if (!t.same_scope(k, t.first_alike[k]))
            t.equal &= ~(std::uint64_t{1} << k);
    int used = 0;
    for (int level = 0; level < t.depth; ++level) {
        t.first_pass[level] = used;
        for (int k = 0; k < t.reductions; ++k) {
            if (t.depths[k] != level + 1 || (t.equal >> k & 1))
                continue;
            int p = t.first_pass[level];
            while (p < used && !t.same_scope(t.pass[p].scope, k))
                ++p;
            if (p == used)
                t.pass[used++] = {0, k};
            t.pass[p].reductions |= std::uint64_t{1} << k;
        }
    }
    t.first_pass[t.depth] = used;
}

/// What a loop over rows and its kernel know: the kept axes come first, from `split` on a row's.
template <int Rank, int Reductions, int Depth>
struct row_layout {
    extents<Rank> scope[Reductions + 1];  ///< of the operand of each reduction, then of the result
    fixed<index_t, Rank> stride;          ///< of the target
    int split = 0;
    index_t rows = 1;
    std::uint64_t equal = 0;  ///< reductions that are equal to the first one of their type
    row_pass pass[Reductions];
    int first_pass[Depth + 1];  ///< of reductions that need those of lower depth alone
};
template <class Tree, int Rank>
using row_layout_of = row_layout<Rank, reductions_of<Tree>, depth_of<Tree>>;

/// Whether threads keep the rows of a plan: they must, may or must not.
enum class row_keeping { must, may, not_at_all };

/// `Results`: the target has lost the rows' axes, so there is one result a row.
template <class Tree, class Out, int Rank, int Axes, bool Results, row_keeping Keeping>
struct row_plan : row_layout_of<Tree, Rank> {
    using tree_type = Tree;
    using out_type = Out;
    using layout_type = row_layout_of<Tree, Rank>;
    static constexpr int rank = Rank;
    static constexpr int axes = Axes;  ///< of a row
    static constexpr bool results = Results;
    static constexpr row_keeping keeping = Keeping;
    static constexpr int reductions = reductions_of<Tree>;
    static_assert(reductions < 64, "twill: an expression has at most 63 reductions");
    static constexpr int depth = depth_of<Tree>;

    row_plan(Tree const& t, Out* out) : tree(t), target(out) {}

    Tree tree;
    void const* target;
    extents<Rank> extent;  ///< of most operands
    bool regular = true;   ///< scopes have the extents of one another, or 1
    unsigned unused_tile = not_staged;
    access out_access = access::any;

    loop_records<Tree> records() {
        return {{this->stride.values, &target, nullptr, static_cast<int>(sizeof(Out)), &unused_tile,
                 &out_access, false},
                tree};
    }
    Out* out() const { return static_cast<Out*>(const_cast<void*>(target)); }

    /// The operands' records last as long as they are needed: they are the caller's.
    row_table table(row_scope* scopes, loop_records<Tree> const& all) {
        static_assert(sizeof(this->scope) == sizeof(index_t) * Rank * (reductions + 1));
        row_frame const frame{Rank,       Axes,      reductions + 1, extent.values, scopes,
                              all.values, all.count, this->split,    regular};
        return {frame,
                reductions,
                depth,
                reductions_in<Tree>.first_alike,
                reductions_in<Tree>.depth,
                this->scope[0].values,
                this->pass,
                this->first_pass,
                this->equal,
                this->rows};
    }
    void prepare(row_scope* scopes) {
        for (int d = 0; d < Axes; ++d)
            scopes[reductions].extent[d] = extent[Rank - Axes + d];
        this->equal = equal_reductions(tree);
        loop_records<Tree> const all = records();
        row_table t = table(scopes, all);
        prepare_rows(t);
        this->split = t.frame.split;
        this->rows = t.rows;
        this->equal = t.equal;
        regular = t.frame.regular;
    }
    /// Elements of a reduction's operand, or of the result, in a row.
    index_t elements(int s) const {
        index_t count = 1;
        for (int d = this->split; d < Rank; ++d)
            count *= this->scope[s][d];
        return count;
    }
};

}  // namespace twill::inline v0::detail
