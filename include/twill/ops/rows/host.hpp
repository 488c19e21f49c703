// SPDX-License-Identifier: MIT
// Loops over rows on CPU threads. Each has blocks of rows; rows that are too long for its caches,
// or too few, are cut: their parts are reduced on all threads, and merge in order.
#pragma once

#include "twill/ops/rows/host_block.hpp"

namespace twill::inline v0::detail {

/// Rows that do not stay in the cache of a thread, or are too few for many threads, one after the
/// other. How they are cut depends on the shape alone.
TWILL_COLD inline void run_cut_rows(host_rows const& x) {
    row_table const& t = *x.table;
    index_t const most = piece_elements;
    auto inner_of = [&](int s) { return x.extent(s)[x.rank() - 1]; };
    auto parts_of = [&](int s) {
        index_t const inner = inner_of(s);
        index_t const lines = inner == 0 ? 0 : x.elements(s) / inner;
        return inner > most ? lines * ((inner + most - 1) / most)
               : inner == 0 ? 0
                            : (lines + most / inner - 1) / (most / inner);
    };
    buffer<char> const known(static_cast<std::size_t>(x.scopes() * x.result_size()));
    auto part_at = [&](int s, index_t row, index_t number) {
        index_t const inner = inner_of(s);
        row_job part{row, row + 1};
        part.cut = true;
        part.known = known.data();
        part.number = number;
        if (inner > most) {
            index_t const pieces = (inner + most - 1) / most;
            part.line = number / pieces;
            part.end_line = part.line + 1;
            part.from = number % pieces * most;
            part.to = smaller(inner, part.from + most);
        } else {
            part.line = number * (most / inner);
            part.end_line = smaller(x.elements(s) / inner, part.line + most / inner);
            part.to = inner;
        }
        return part;
    };
    auto result = [&](int k) { return known.data() + k * x.result_size(); };
    for (index_t row = 0; row < t.rows; ++row) {
        for (int n = 0; n < t.first_pass[t.depth]; ++n) {
            row_pass const& pass = t.pass[n];
            index_t const parts = parts_of(pass.scope);
            auto const room = static_cast<std::size_t>(larger<index_t>(parts, 1));
            buffer<char> memory[64];
            char* partial[64];
            for (int k = 0; k < x.scopes(); ++k)
                if (pass.reductions >> k & 1) {
                    memory[k] = buffer<char>(room * x.reductions[k].accumulators->size);
                    partial[k] = memory[k].data();
                }
            parallel_pieces(parts, [&](index_t piece) {
                row_job part = part_at(pass.scope, row, piece);
                part.chosen = pass.reductions;
                part.partial = partial;
                x.run(x, part);
            });
            for (int k = 0; k < x.scopes(); ++k) {
                row_reduction const& r = x.reductions[k];
                void const* const reducer = x.tree.tree + r.reducer;
                if (t.equal >> k & 1) {
                    std::memcpy(result(k), result(t.first_alike[k]),
                                static_cast<std::size_t>(r.result_size));
                } else if (pass.reductions >> k & 1) {
                    if (parts == 0)
                        r.accumulators->identities(reducer, partial[k], 1);
                    r.accumulators->fold(reducer, partial[k], parts, 1, 1);
                    r.finish(reducer, partial[k], x.elements(k), result(k));
                }
            }
        }
        parallel_pieces(parts_of(x.scopes()),
                        [&](index_t piece) { x.run(x, part_at(x.scopes(), row, piece)); });
    }
}

TWILL_NOINLINE inline void run_rows(host_rows const& x) {
    constexpr index_t most_bytes = index_t{1} << 18;
    constexpr index_t enough_rows = 16;
    index_t const price = x.slot_count > 0 ? 8 : 1;
    index_t const rows = x.table->rows;
    index_t length = 1;
    for (int s = 0; s <= x.scopes(); ++s)
        length = larger(length, x.elements(s));
    bool const serial = rows * length * price <= serial_elements;
    if (serial)
        return x.run(x, {0, rows});
    if ((length > most_bytes / x.widest || rows < enough_rows) && length > piece_elements)
        return run_cut_rows(x);
    index_t const group = clamped(rows / 128, 1, larger(piece_elements / length, 1));
    parallel_pieces((rows + group - 1) / group, [&](index_t piece) {
        x.run(x, {piece * group, smaller(rows, (piece + 1) * group)});
    });
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
    /// How often it reads its operands: pieces of rows stay in a cache.
    template <class Plan>
    static int reads(Plan const&) {
        return 1;
    }
    template <class Plan>
    TWILL_COLD static void run(Plan p) {
        using Tree = typename Plan::tree_type;
        using Out = typename Plan::out_type;
        constexpr int slots = slots_of<Tree>;
        // Also for results that lie apart.
        constexpr int room = larger(widest_row_value<Tree>, static_cast<int>(sizeof(Out)));
        cache_broadcasts(p.tree);
        auto all = p.records();
        host_tree const tree{reinterpret_cast<char*>(&p.tree), sizeof(Tree), all.values, all.count};
        slot_node nodes[slots > 0 ? slots : 1];
        row_reduction reductions[Plan::reductions];
        row_lister{tree.tree, nodes, reductions}.list(p.tree);
        row_table const table = p.table(nullptr, all);
        bool along[slots > 0 ? slots : 1];
        int owner[slots > 0 ? slots : 1];
        int slot_scope[slots > 0 ? slots : 1];
        int record_scope[all.count];
        int reduction_scope[Plan::reductions];
        host_rows const x{&table,
                          reductions,
                          nodes,
                          slots,
                          chunk_of<larger(Tree::widest, room)>,
                          Tree::widest,
                          room,
                          static_cast<index_t>(slot_width<Tree>),
                          tree,
                          reinterpret_cast<char*>(p.out()),
                          run_with_own_tree<Tree, run_row_job, host_rows, row_job>(),
                          write_values<Tree, Out, (slots > 0)>,
                          owner,
                          along,
                          slot_scope,
                          record_scope,
                          reduction_scope};
        settle_rows(x);
        run_rows(x);
    }
};

}  // namespace twill::inline v0::detail
