// SPDX-License-Identifier: MIT
// Values of costly functions in a reduction on CPU threads. A slot lasts for a chunk: what all rows
// have in common, where they are longer, is computed once before and stands in memory.
#pragma once

#include "twill/host/elementwise.hpp"

namespace twill::inline v0::detail {

/// Whether, as far as types tell, some slot may have the same values in several rows.
template <int Rank, class... Node>
constexpr bool may_share_rows(types<Node...>) {
    return Rank > 1 && (false || ... || ((Node::axes & every_axis(Rank)) != every_axis(Rank)));
}

/// The slots of a reduction's operand, with the values of whole rows that all rows share.
template <class Tree, int Rank>
struct reduction_slots {
    static constexpr int count = slots_of<Tree>;
    static constexpr bool may_share = may_share_rows<Rank>(typename slot_types<Tree>::type{});
    static constexpr index_t longest_row = index_t{1} << 16;

    slot_plan<count> how;
    buffer<char> values[may_share ? count : 1] = {};

    bool shares() const {
        if constexpr (may_share)
            for (auto const& row : values)
                if (row.size() > 0)
                    return true;
        return false;
    }
    /// Computes them: a loop over rows of `inner` elements, of which there are several.
    template <class Plan>
    TWILL_NOINLINE void share_rows(Plan plan, index_t inner) {
        bool any = false;
        for (int k = 0; k < count; ++k)
            if (how.along_rows[k] && how.between_rows[k] == 0 && how.owner[k] == k) {
                values[k] = buffer<char>(static_cast<std::size_t>(inner * how.nodes[k].value_size));
                any = true;
            }
        if (!any)
            return;
        slot_buffers<Tree, chunk_elements> chunk(how);
        auto const all = plan.records();
        constexpr index_t width = chunk_of<Tree::widest>;
        constexpr index_t operands = larger(Tree::records, 1);
        alignas(64) char buffers[width * operands * Tree::widest];
        walked_operand rows[Tree::records + 1];
        strided_walk walk(plan.extent.values, Rank, all.values, all.count, rows, buffers, width,
                          Tree::widest);
        walk.longest = width;
        walk.start(0, 1, 0, inner);
        for (index_t at = 0; walk.next(); at += walk.count) {
            chunk.fill(plan.tree, walk.count, true);
            for (int k = 0; k < count; ++k)
                if (values[k].size() > 0) {
                    index_t const size = how.nodes[k].value_size;
                    std::memcpy(values[k].data() + at * size, chunk.table().data[k],
                                static_cast<std::size_t>(walk.count * size));
                }
        }
    }
};

/// One thread's values of them.
template <class Tree, int Rank>
class kept_slots : public slot_buffers<Tree, chunk_elements> {
    using all = reduction_slots<Tree, Rank>;
    using base = slot_buffers<Tree, chunk_elements>;

public:
    /// For elements [from, to) of rows.
    kept_slots(void const* kept, index_t from, index_t to)
        : base(static_cast<all const*>(kept)->how),
          all_(*static_cast<all const*>(kept)),
          shares_(all_.shares()),
          at_(from),
          from_(from),
          to_(to) {
        if (shares_)
            for (int k = 0; k < all::count; ++k)
                if (all_.values[k].size() > 0)
                    this->how_.owner[k] = -1;
    }
    void fill(Tree const& tree, index_t count, bool first_row) {
        if constexpr (all::may_share)
            if (shares_) {
                for (int k = 0; k < all::count; ++k) {
                    auto const& row = all_.values[all_.how.owner[k]];
                    if (row.size() > 0)
                        this->table_.data[k] = row.data() + at_ * all_.how.nodes[k].value_size;
                }
                at_ = at_ + count < to_ ? at_ + count : from_;
            }
        base::fill(tree, count, first_row);
    }

private:
    all const& all_;
    bool shares_;
    index_t at_;
    index_t from_;
    index_t to_;
};

}  // namespace twill::inline v0::detail
