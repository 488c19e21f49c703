// SPDX-License-Identifier: MIT
// Loops over rows on CPU threads. Each has blocks of rows; rows that are too long for its caches,
// or too few, are cut: their parts are reduced on all threads, and merge in order.
#pragma once

#include "twill/ops/rows/host_block.hpp"

namespace twill::inline v0::detail {

/// Rows that do not stay in the cache of a thread, or are too few for many threads, one after the
/// other. How they are cut depends on the shape alone.
template <class Plan>
void run_cut_rows(Plan const& p) {
    using Block = row_block<Plan>;
    using Tree = typename Plan::tree_type;
    index_t const most = piece_elements;
    auto parts_of = [&](int s) {
        index_t const inner = p.scope[s][Plan::rank - 1];
        index_t const lines = inner == 0 ? 0 : p.elements(s) / inner;
        return inner > most ? lines * ((inner + most - 1) / most)
               : inner == 0 ? 0
                            : (lines + most / inner - 1) / (most / inner);
    };
    auto part_at = [&](int s, index_t row, index_t number) {
        index_t const inner = p.scope[s][Plan::rank - 1];
        index_t const lines = p.elements(s) / inner;
        row_part part{row, row + 1};
        part.cut = true;
        if (inner > most) {
            index_t const pieces = (inner + most - 1) / most;
            part.line = number / pieces;
            part.end_line = part.line + 1;
            part.from = number % pieces * most;
            part.to = smaller(inner, part.from + most);
        } else {
            part.line = number * (most / inner);
            part.end_line = smaller(lines, part.line + most / inner);
            part.to = inner;
        }
        return part;
    };
    buffer<typename Block::results_type> const known(1);
    for (index_t row = 0; row < p.rows; ++row) {
        for (int depth = 0; depth < p.depth; ++depth)
            for (int n = p.first_pass[depth]; n < p.first_pass[depth + 1]; ++n) {
                int const s = p.pass[n].scope;
                index_t const parts = parts_of(s);
                buffer<typename Block::accumulators> const partial(static_cast<std::size_t>(parts));
                parallel_pieces(parts, [&](index_t piece) {
                    Block(p, 1, most)
                        .reduce_part(part_at(s, row, piece), p.pass[n].reductions, known[0],
                                     partial[static_cast<std::size_t>(piece)]);
                });
                Block::each_reduction([&]<int K>(std::integral_constant<int, K>) {
                    auto const& node = reduction_at<K>(p.tree);
                    using Node = std::remove_cvref_t<decltype(node)>;
                    auto& result = get<K>(known[0]).values[0];
                    if (p.equal >> K & 1)
                        result = get<first_alike<Tree, K>>(known[0]).values[0];
                    if (!(p.pass[n].reductions >> K & 1))
                        return;
                    pairwise<typename Node::reducer_type> total(node.reducer);
                    for (auto const& part : partial)
                        total.push(get<K>(part));
                    result = static_cast<typename Node::value_type>(
                        node.reducer.finish(total.total(), p.elements(K)));
                });
            }
        parallel_pieces(parts_of(p.reductions), [&](index_t piece) {
            Block(p, 1, most).write_part(part_at(p.reductions, row, piece), known[0]);
        });
    }
}

template <>
struct row_backend<host_space> {
    /// A whole array takes another read for each sum.
    template <class T, int Rank, class E, class Use>
    static void with_plan(T* data, layout<Rank> const& target, E const& x, Use&& use) {
        using how = row_statement<E>;
        with_row_plan<row_keeping::may, (how::axes < Rank + how::beyond)>(data, target, x, use);
    }
    template <class Plan>
    static int temporaries(Plan const&) {
        return 0;
    }
    template <class Plan>
    static void run(Plan p) {
        constexpr index_t most_bytes = index_t{1} << 18;
        constexpr index_t enough_rows = 16;
        constexpr index_t price = slots_of<typename Plan::tree_type> > 0 ? 8 : 1;
        cache_broadcasts(p.tree);
        index_t length = 1;
        for (int s = 0; s <= p.reductions; ++s)
            length = larger(length, p.elements(s));
        bool const serial = p.rows * length * price <= serial_elements;
        if (!serial && (length > most_bytes / Plan::tree_type::widest || p.rows < enough_rows) &&
            length > piece_elements)
            return run_cut_rows(p);
        if (serial)
            return row_block<Plan>(p, length, 0).run(0, p.rows);
        index_t const group = clamped(p.rows / 128, 1, larger(piece_elements / length, 1));
        parallel_pieces((p.rows + group - 1) / group, [&](index_t piece) {
            row_block<Plan>(p, length, 0).run(piece * group, smaller(p.rows, (piece + 1) * group));
        });
    }
};

}  // namespace twill::inline v0::detail
