// SPDX-License-Identifier: MIT
// Expressions with reductions of trailing axes on CPU threads: a block of rows at a time, which
// stays in the nearest caches from one reduction to the next and to the result, as do the values of
// costly functions.
#pragma once

#include "twill/ops/reduce/host_chunk.hpp"
#include "twill/ops/rows/plan.hpp"

namespace twill::inline v0::detail {

// What host loops ask of a node.
template <class R, class N>
inline constexpr int slots_of<reduced_node<R, N>> = slots_of<N>;
template <class R, class N>
inline constexpr std::size_t slot_width<reduced_node<R, N>> = slot_width<N>;
template <class R, class N>
void cache_broadcasts(reduced_node<R, N>& node) {
    cache_broadcasts(node.operand);
}

/// The results of a reduction over the rows of a block.
template <class Node>
struct row_results {
    static constexpr index_t most_rows = 128;
    typename Node::value_type values[most_rows];
};
template <class Nodes>
struct row_results_of;
template <class... Node>
struct row_results_of<types<Node...>> {
    using type = children<row_results<Node>...>;
};

/// Evaluates rows of a row_plan on one thread.
template <class Plan>
class row_block {
    using Tree = typename Plan::tree_type;
    using Out = typename Plan::out_type;
    static constexpr int rank = Plan::rank;
    static constexpr int slots = slots_of<Tree>;
    static constexpr index_t most_elements = 4096;  ///< of a block of several rows

public:
    explicit row_block(Plan const& p)
        : plan_(p),
          equal_(equal_reductions(p.tree)),
          height_(clamped<index_t>(most_elements / p.length, 1, row_results<Tree>::most_rows)) {
        if constexpr (slots > 0) {
            note_slots<0>(p.tree);
            pitch_ = static_cast<std::size_t>(height_ * p.length) * slot_width<Tree>;
            memory_ = buffer<unsigned char>(slots * pitch_);
        }
    }

    void run(index_t first, index_t last) {
        for (first_ = first; first_ < last; first_ = last_) {
            last_ = smaller(last, first_ + height_);
            for (index_t& filled : filled_)
                filled = 0;
            reduce<0, 0>(plan_.tree);
            each_chunk<0, 0>(plan_.tree, [&](auto const& source, index_t at, index_t n, bool) {
                write_chunk<rank>(plan_, at, n,
                                  [&](auto* out) { contiguous_loop(source, out, 0, n); });
            });
        }
    }

private:
    /// Fills the results of the reductions in a node, whose first reduction is R and whose first
    /// slot is S.
    template <int R, int S, class Node>
    void reduce(Node const&) {}
    template <int R, int S, class F, class... N>
    void reduce(apply_node<F, N...> const& node) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (reduce<R + reductions_before<I, N...>, S + slots_before<I, N...>()>(get<I>(node)),
             ...);
        }(std::index_sequence_for<N...>{});
    }
    template <int R, int S, class Reducer, class N>
    void reduce(reduced_node<Reducer, N> const& node) {
        constexpr int k = R + reductions_of<N>;
        constexpr int alike = first_alike<Tree>.values[k];
        reduce<R, S>(node.operand);
        auto& results = get<k>(results_).values;
        if constexpr (alike != k)
            if (equal_ >> k & 1) {
                for (index_t row = 0; row < last_ - first_; ++row)
                    results[row] = get<alike>(results_).values[row];
                return;
            }
        pairwise<Reducer> total(node.reducer);
        index_t row = 0;
        each_chunk<R, S>(node.operand, [&](auto const& source, index_t, index_t n, bool ends) {
            total.push(reduce_chunk(node.reducer, source, n));
            if (!ends)
                return;
            results[row++] = static_cast<typename reduced_node<Reducer, N>::value_type>(
                node.reducer.finish(total.total(), plan_.length));
            total.clear();
        });
    }

    /// use(source, at, count, ends) for the chunks of a node in all rows of the block: what has the
    /// values, where they go in the result, and whether they are the row's last.
    template <int R, int S, class Node, class Use>
    void each_chunk(Node const& node, Use&& use) {
        row_plan<Node, Out, rank> const part{node, plan_.target, plan_.extent, plan_.stride};
        index_t column = 0;
        walk_rows<rank>(part, first_, last_, 0, plan_.length,
                        [&](Node& tree, index_t row, index_t at, index_t n) {
                            if (column == 0)
                                put_results<R>(tree, row - first_);
                            index_t const from = (row - first_) * plan_.length + column;
                            column = column + n < plan_.length ? column + n : 0;
                            if constexpr (slots_of < Node >> 0) {
                                fill<S>(tree, from, n);
                                use(slot_source<S, Node, slot_table<slots>>{tree, table_}, at, n,
                                    column == 0);
                            } else {
                                use(tree, at, n, column == 0);
                            }
                        });
    }
    template <int R, class Node>
    void put_results(Node&, index_t) {}
    template <int R, class F, class... N>
    void put_results(apply_node<F, N...>& node, index_t row) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (put_results<R + reductions_before<I, N...>>(get<I>(node), row), ...);
        }(std::index_sequence_for<N...>{});
    }
    template <int R, class Reducer, class N>
    void put_results(reduced_node<Reducer, N>& node, index_t row) {
        node.result = get<R + reductions_of<N>>(results_).values[row];
    }

    /// All slots, those inside reductions too.
    template <int S, class Node>
    void note_slots(Node const&) {}
    template <int S, class Reducer, class N>
    void note_slots(reduced_node<Reducer, N> const& node) {
        note_slots<S>(node.operand);
    }
    template <int S, class F, class... N>
    void note_slots(apply_node<F, N...> const& node) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (note_slots<S + slots_before<I, N...>()>(get<I>(node)), ...);
        }(std::index_sequence_for<N...>{});
        if constexpr (has_slot<F>)
            how_.template note<S + slots_of<apply_node<F, N...>> - 1, rank>(node, plan_.extent);
    }
    /// The slots of a node for `count` elements of the block, those that no reduction before had.
    template <int S, class Node>
    void fill(Node const& tree, index_t from, index_t count) {
        for_each_slot<S>(tree, [&](auto first, auto const& node) {
            using Costly = std::remove_cvref_t<decltype(node)>;
            constexpr int k = decltype(first)::value + slots_of<Costly> - 1;
            int const owner = how_.owner[k];
            unsigned char* const to =
                memory_.data() + static_cast<std::size_t>(owner) * pitch_ +
                static_cast<std::size_t>(from) * sizeof(typename Costly::value_type);
            table_.data[k] = to;
            if (filled_[owner] >= from + count)
                return;
            filled_[owner] = from + count;
            fill_slot<decltype(first)::value>(node, table_, to, count, how_.along_rows[k]);
        });
    }

    Plan const& plan_;
    std::uint64_t equal_;
    index_t height_;
    index_t first_ = 0;
    index_t last_ = 0;
    typename row_results_of<typename reduced_nodes<Tree>::type>::type results_;
    slot_plan<(slots > 0 ? slots : 1)> how_{};
    slot_table<slots> table_;
    index_t filled_[slots > 0 ? slots : 1];
    std::size_t pitch_ = 0;
    buffer<unsigned char> memory_;
};

/// Whether rows stay in the cache of a thread, and are enough for many threads.
template <class Plan>
bool rows_stay_cached(Plan const& p) {
    constexpr index_t most_bytes = index_t{1} << 18;
    constexpr index_t enough_rows = 16;
    return p.length <= most_bytes / Plan::tree_type::widest &&
           (p.rows >= enough_rows || p.rows * p.length <= serial_elements);
}
template <class Plan>
void run_row_blocks(Plan const& p) {
    constexpr index_t price = slots_of < typename Plan::tree_type >> 0 ? 8 : 1;
    index_t const group =
        clamped<index_t>(p.rows / 128, 1, larger<index_t>(piece_elements / p.length, 1));
    if (p.rows * p.length * price <= serial_elements)
        return row_block<Plan>(p).run(0, p.rows);
    parallel_pieces((p.rows + group - 1) / group, [&](index_t piece) {
        row_block<Plan>(p).run(piece * group, smaller(p.rows, (piece + 1) * group));
    });
}

}  // namespace twill::inline v0::detail
